"""LAWS of writing: the order of rows and columns says nothing, nor does 0.63 in place of 63%."""

import re
from random import Random

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.finding import Question
from measurand.auditing.proofs.prove import Proved
from measurand.values.verdict import TableVerdict
from properties.premises.asking import quickly
from properties.premises.families import seeded
from properties.premises.layouts import TrueTable, slip
from properties.premises.rate_tables import diagnosis
from properties.premises.repeated_tables import over_folds, over_seeds
from properties.premises.score_tables import betas, blocks, scores
from properties.premises.test_truth import SEEDS
from properties.strategies.effort import third

FAMILIES = (scores, betas, blocks, diagnosis, over_folds, over_seeds)
"""Kinds of tables without a row or a column that is made of those before it."""

_SHARE = re.compile(r"(?:0\.[0-9]{2,}|1\.00+)(?![0-9])")


def outcomes(proved: Proved) -> dict[tuple[str, frozenset[str], frozenset[str]], TableVerdict]:
    """Name outcomes by what was asked of which cells, in no order."""
    return {_name(one): one.outcome for one in proved.questions if one.findings}


def _name(question: Question) -> tuple[str, frozenset[str], frozenset[str]]:
    first = question.findings[0]
    what = question.name.partition(":")[0]
    return what, frozenset(first.rows), frozenset(first.columns)


def drawn(seed: int, rng: Random) -> TrueTable:
    """Draw a table, with a slip or without."""
    table = rng.choice(FAMILIES)(seeded(seed))
    return (slip(rng, table) if rng.random() < 1 / 2 else None) or table


@third
@given(SEEDS, st.randoms(use_true_random=False))
def test_rows_and_columns_in_another_order_are_judged_alike(seed: int, rng: Random) -> None:
    table = drawn(seed, rng)
    columns = [*range(table.labels, len(table.head))]
    rng.shuffle(columns)
    order = [*range(table.labels), *columns]
    rows = list(table.rows)
    if table.labels == 1:
        rng.shuffle(rows)

    other = evolve(
        table,
        head=tuple(table.head[at] for at in order),
        rows=tuple(tuple(row[at] for at in order) for row in rows),
    )

    assert outcomes(quickly(other)) == outcomes(quickly(table)), (table.text, other.text)


def in_percent(cell: str) -> str:
    """Write a share of 1 in percent, with its sign."""

    def scaled(found: re.Match[str]) -> str:
        whole, _, part = found[0].partition(".")
        digits = f"{whole}{part[:2]}".lstrip("0") or "0"
        return f"{digits}.{part[2:]}%" if part[2:] else f"{digits}%"

    return _SHARE.sub(scaled, cell)


@third
@given(SEEDS, st.randoms(use_true_random=False))
def test_shares_and_percent_are_judged_alike(seed: int, rng: Random) -> None:
    table = drawn(seed, rng)
    first = table.labels
    numbers = [cell for row in table.rows for cell in row[first:]]
    if not all(_SHARE.match(cell) for cell in numbers):
        return

    other = evolve(
        table, rows=tuple((*row[:first], *map(in_percent, row[first:])) for row in table.rows)
    )

    assert outcomes(quickly(other)) == outcomes(quickly(table)), (table.text, other.text)
