"""Premises that the words of a table open: runs, thresholds, parts that were answered, thousandths.

What nobody speaks of is closed: one run, one threshold, all samples, percent. A word that speaks of
it opens it, and only what was said closes it again.
"""

import re
import shlex
from collections.abc import Iterator, Sequence

from measurand.audit.proofs.premises import Alternative, Change, Premise
from measurand.audit.proofs.sheet import RATES, Fact, Kind, Role, Sheet
from measurand.edges.tables.doubts import LONGEST, about
from measurand.edges.tables.guess import Guessed
from measurand.edges.tables.said import Said, column_text
from measurand.edges.tables.text import RawTable

_REPEATED = re.compile(
    r"\b(?:runs?|seeds?|(?:[0-9a-z]+-)?folds?|averag\w*|mean|median|cross[- ]?valid\w*|trials?"
    r"|repetitions?|repeat(?:s|ed)?|replicat\w*|bootstrap\w*|std|s\.?d|stdev|std\.? ?dev"
    r"|standard (?:deviation|error)|stderr|random (?:splits?|initiali[sz]ations?))\b|±|\+/-"
    r"|平均|种子|折|标准差|평균|시드|폴드|교차|표준편차",
    re.IGNORECASE,
)
_PARTED = re.compile(r"\b(?:[0-9a-z]+-)?folds?\b|cross[- ]?valid|折|폴드|교차", re.IGNORECASE)


def opened(
    table: RawTable, guesses: Sequence[Guessed], sheet: Sheet, said: Said
) -> Iterator[Premise]:
    """List what the words of a table leave open.

    >>> sheet = Sheet(columns=(), rows=())
    >>> table = RawTable(header=("", "F1"), rows=(), caption="Means over 5 folds")
    >>> [one.id for one in opened(table, (), sheet, Said())]
    ['one-run']
    """
    yield from _runs(table, sheet, said)
    yield from _other_units(table, guesses, said)
    yield from _thresholds(table)
    yield from _answered(table, sheet)


def _runs(table: RawTable, sheet: Sheet, said: Said) -> Iterator[Premise]:
    """Open whether numbers are of one run: by words, by numbers with a spread, by their columns."""
    facts = dict(said.facts)
    words = "\n".join((about(table), *table.header, *table.groups, *map(" ".join, table.rows)))
    repeated = _REPEATED.search(words[:LONGEST])
    spread = any(column.role is Role.SD for column in sheet.columns)
    parted = _PARTED.search(words[:LONGEST])
    runs = facts.get(Fact.RUNS)
    if Fact.FOLDS in facts or runs == 1:
        return
    if not (parted if runs is not None else repeated or spread):
        return
    means = Alternative(
        name="means over runs, seeds or folds", change=Change(body=Kind.RUNS), usual=True
    )
    if runs is not None:
        first = Alternative(name=f"means over {runs} runs of the whole test set")
    else:
        first = Alternative(name="one run")
    because = f"the table says {repeated[0]!r}" if repeated else "a column of deviations"
    settle = "--fact runs=1" if runs is None else "--fact folds=..."
    yield Premise(id="one-run", alternatives=(first, means), because=because, settle=settle)


_THOUSANDTHS = re.compile(
    r"‰|\b(?:per ?mill?e|promille|basis points?|bps?|per (?:1[, ]?0|10[, ]?0|100[, ]?0)00)\b",
    re.IGNORECASE,
)


def _other_units(table: RawTable, guesses: Sequence[Guessed], said: Said) -> Iterator[Premise]:
    """Open the unit of rates where the words speak of per mille or so: that is no percent."""
    told = {one.name for one in said.columns if one.unit is not None}
    everywhere = _THOUSANDTHS.search(about(table))
    for one in guesses:
        found = _THOUSANDTHS.search(f"{one.column.head}\n{one.column.above}") or everywhere
        if found and one.role in RATES and one.name not in told and said.unit is None:
            yield Premise(
                id="thousandths",
                columns=(one.name,),
                alternatives=(
                    Alternative(name=one.unit.value or "shares"),
                    Alternative(
                        name=f"{one.name!r} is in thousandths or less",
                        change=Change(roles=((one.name, Role.VALUE, ()),)),
                    ),
                ),
                because=f"the table says {found[0]!r}",
                settle=f"--column {shlex.quote(column_text(one.name, one.role, one.of, 'unit=%'))}",
            )


_ANSWERED = re.compile(
    r"\b(?:coverage|answered|attempted|abstain\w*|abstention|refus\w*|unparsable|unparseable)\b"
    r"|回答率",
    re.IGNORECASE,
)


def _answered(table: RawTable, sheet: Sheet) -> Iterator[Premise]:
    """Open of which samples scores are, where the words say that some were not answered."""
    words = "\n".join((about(table), *table.header, *table.groups, *map(" ".join, table.rows)))
    found = _ANSWERED.search(words[:LONGEST])
    if found:
        columns = sheet.having(Role.SAMPLES)
        change = Change(
            roles=tuple((column.name, Role.VALUE, ()) for column in columns),
            without=frozenset({Fact.SAMPLES}),
        )
        yield Premise(
            id="answered",
            alternatives=(
                Alternative(name="scores are of all samples"),
                Alternative(name="scores are of what was answered", change=change),
            ),
            because=f"the table says {found[0]!r}",
        )


_THRESHOLDS = re.compile(
    r"\b(?:thresholds?|operating points?|cut-?offs?|prevalence[- ]adjusted|adjusted (?:for|to))\b"
    r"|阈值|임계값",
    re.IGNORECASE,
)


def _thresholds(table: RawTable) -> Iterator[Premise]:
    """Open whether the scores of a row are of one set of decisions, where the words speak of it."""
    words = "\n".join((about(table), *table.header, *table.groups, *map(" ".join, table.rows)))
    found = _THRESHOLDS.search(words[:LONGEST])
    if found:
        yield Premise(
            id="one-threshold",
            alternatives=(
                Alternative(name="one threshold"),
                Alternative(name="of several thresholds", change=Change(body=Kind.RUNS)),
            ),
            because=f"the table says {found[0]!r}",
        )
