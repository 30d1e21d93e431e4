"""Heads that name metrics of one's own: read as these, and everything else as it was."""

import pytest

from measurand.auditing.proofs.premises import Change, apply_changes
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Role, role_of
from measurand.edges.tables.grid import Overrides, RawTable, column_override
from measurand.edges.tables.orientation import systems_in_rows
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.edges.tables.vocabulary import head_of
from measurand.metrics.metric import GOLD, HITS, PREDICTED, Metric
from measurand.values.verdict import TableVerdict

DICE = Metric(
    name="dice",
    formula=2 * HITS / (GOLD + PREDICTED),
    says="",
    low=0,
    high=1,
    words=("sorensen", "overlap_score", "n"),
)
LINK = Metric(name="link", formula=(HITS - PREDICTED) / GOLD, says="", low=-1, high=1)
OPEN = Metric(name="surplus", formula=PREDICTED - GOLD, says="")
OWN = (DICE, LINK, OPEN)


def read(header: str, *rows: str, said: Overrides | None = None) -> ReadTable:
    table = RawTable(
        header=tuple(header.split("|")), rows=tuple(tuple(row.split("|")) for row in rows)
    )
    return sheet_of(table, said or Overrides(metrics=OWN)).unwrap()


def named(found: ReadTable) -> list[str]:
    return [column.what for column in found.sheet.columns]


@pytest.mark.parametrize(
    ("head", "metric"),
    [
        ("Dice", DICE),
        ("DICE (%)", DICE),
        ("dice score", DICE),
        ("Sorensen", DICE),
        ("Overlap score ↑", DICE),
        ("overlap-score", DICE),
        ("Overlap", None),
        ("Macro Dice", DICE),
        ("Dice (micro)", DICE),
        ("n", DICE),
        ("dices", None),
        ("F1", None),
    ],
)
def test_a_head_is_a_metric_by_its_name_or_a_word(head: str, metric: Metric | None) -> None:
    assert head_of(head, OWN).metric == metric


def test_a_head_without_metrics_of_ones_own_is_what_it_was() -> None:
    assert head_of("n").role is Role.SAMPLES
    assert head_of("n", (LINK,)) == head_of("n")
    assert head_of("Macro Dice", OWN).averaged == "macro"


def test_percent_is_told_from_numbers_above_one_as_of_other_rates() -> None:
    found = read("|Dice|Link|Surplus", "a|63.3|-40.1|7", "b|70.1|20.3|9")

    assert named(found) == ["dice", "link", "surplus"]
    assert [column.role for column in found.sheet.columns] == list(map(role_of, OWN))
    assert [cell.unit.value for _, cell in found.sheet.rows[0].cells] == ["%", "%", "none"]


def test_what_is_said_wins_over_a_name() -> None:
    same = Overrides(columns=(column_override("Dice=score"),), metrics=OWN)
    other = Overrides(columns=(column_override("Dice=precision"),), metrics=OWN)

    assert named(read("|Dice", "a|0.5", said=same)) == ["dice"]
    assert named(read("|Dice", "a|0.5", said=other)) == ["precision"]


def test_metrics_in_rows_become_columns() -> None:
    table = RawTable(
        header=("", "ours", "base"), rows=(("Dice", "0.1", "0.2"), ("Link", "0.3", "0.4"))
    )

    assert systems_in_rows(table, own=OWN).header == ("", "Dice", "Link")
    assert systems_in_rows(table) == table


def test_an_average_is_of_columns_of_one_metric() -> None:
    alike = read("|Dice|Dice|Avg", "x|0.2|0.3|0.25")
    mixed = read("|Dice|F1|Avg", "x|0.2|0.3|0.25")

    assert alike.sheet.columns[-1].of == ("Dice", "Dice (2)")
    assert named(mixed)[-1] == "value"


@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        (("0.5", "0.7", "0.4"), TableVerdict.POSSIBLE),
        (("50.0", "150.0", "40.0"), TableVerdict.ODD),
        (("50.0%", "150.0%", "40.0%"), TableVerdict.ODD),
        (("50.0", "-10.0", "40.0"), TableVerdict.ODD),
    ],
)
def test_a_number_out_of_its_range_is_as_doubtful_as_that_of_another_metric(
    numbers: tuple[str, ...], verdict: TableVerdict
) -> None:
    rows = [f"{label}|{number}" for label, number in zip("abc", numbers, strict=True)]
    for head in ("Dice", "Jaccard"):
        found = read(f"|{head}", *rows)
        assert lint(found.sheet, premises=found.premises).outcome is verdict


def test_what_is_something_else_has_no_range() -> None:
    sheet = read("|Surplus|Link", "a|7|0.1").sheet
    other = apply_changes(sheet, [Change(roles=(("Link", Role.VALUE, ()),))])

    assert [column.metric for column in other.columns] == [OPEN, None]
