"""Counts and percentages under heads with n, as tables of studies print them."""

import pytest

from measurand.auditing.proofs.prove import Proved, lint_apart
from measurand.edges.statements.sheets import statements_of
from measurand.edges.tables.grid import Overrides, RawTable, column_override
from measurand.edges.tables.markup.reader import tables_of
from measurand.values.verdict import TableVerdict

POSSIBLE, ODD, NOT = (
    TableVerdict.POSSIBLE,
    TableVerdict.ODD,
    TableVerdict.NOT_REPRODUCIBLE,
)
OTHERS = (("Ill, n (%)", "30 (40.0)", "37 (50.0)"), ("Old, n (%)", "25 (33.3)", "37 (50.0)"))
HEADS = ("", "Group A (n = 75)", "Group B (n = 74)")


def judged(table: RawTable, *said: str, text: str = "") -> Proved:
    """Judge the groups of a table, of which something is said."""
    overrides = Overrides(columns=tuple(map(column_override, said)))
    read = statements_of(text, overrides, tables=(table,)).unwrap()
    return lint_apart(read.sheet, read.parts)


def row(*cells: str, caption: str = "") -> RawTable:
    """Put a row under two others, whose percentages are of n."""
    return RawTable(header=HEADS, rows=(*OTHERS, cells), caption=caption)


def outcome(*cells: str, caption: str = "") -> TableVerdict:
    """Judge a table with one more row."""
    return judged(row(*cells, caption=caption)).outcome


# By hand: 34/75 = 45.33, 36/74 = 48.65, 15/74 = 20.27, 15/71 = 21.13, 15/70 = 21.43, 15/69 = 21.74.


def test_a_percentage_that_neither_n_nor_fewer_give_is_refuted() -> None:
    assert outcome("Female, n (%)", "34 (45.3)", "36 (48.6)") is POSSIBLE
    assert outcome("Smoker, n (%)", "34 (45.3)", "15 (21.3)") is NOT
    assert outcome("Smoker, n (%)", "34 (45.3)", "15 (20.1)") is NOT


def test_of_fewer_it_is_odd_unless_words_speak_of_missing_values_or_it_is_said() -> None:
    table = row("Smoker, n (%)", "34 (45.3)", "15 (21.4)")

    assert judged(table).outcome is ODD
    assert outcome("Smoker, n (%)", "34 (45.3)", "15 (21.4)", caption="Some were missing.") is (
        POSSIBLE
    )
    assert judged(table, "%=rate:fewer=no").outcome is NOT
    assert judged(row("Female, n (%)", "34 (45.3)", "36 (48.6)"), "%=rate:fewer=no").outcome is (
        POSSIBLE
    )


@pytest.mark.parametrize(
    "cells",
    [
        # More eyes than persons, in both groups, and named so in one.
        ("Right side, n (%)", "61 (50.8)", "64 (54.2)"),
        ("Right eye, n (%)", "34 (45.3)", "64 (54.2)"),
        ("Smoker, n (%)", "34 (45.3)", "110 (85.3)"),
        ("Cumulative incidence, n (%)", "34 (45.3)", "15 (19.8)"),
    ],
)
def test_what_may_be_of_something_else_than_persons_is_odd(cells: tuple[str, ...]) -> None:
    assert outcome(*cells) is ODD


@pytest.mark.parametrize(
    "cells",
    [
        ("Of the row, n (%)", "30 (60.0)", "20 (40.0)"),
        ("Severely ill, n (%)", "10 (33.3)", "10 (27.0)"),
        ("Age, mean (SD)", "54 (11)", "55 (10)"),
        ("Age, years", "54 (11)", "55 (10)"),
        ("Score", "54.3 (11.2)", "55.1 (10.1)"),
        ("Tested, n (%)", "20/60 (33.3)", "30/50 (60.0)"),
    ],
)
def test_other_totals_and_means_are_no_findings(cells: tuple[str, ...]) -> None:
    assert outcome(*cells, caption="Values are n (%) unless said otherwise.") is POSSIBLE


def test_a_share_alone_in_its_row_is_odd_at_most() -> None:
    table = RawTable(
        header=("", "Patients (n = 60)"),
        rows=(
            ("Female, n (%)", "30 (50.0)"),
            *((f"Trait {at}, n (%)", f"{at} ({at * 100 / 60:.1f})") for at in (6, 9, 12, 18)),
            # 41 of 77 places, of which some patients have two.
            ("Thigh, n (%)", "41 (53.2)"),
        ),
    )

    assert judged(table).outcome is ODD


def test_what_all_groups_share_need_not_add_up() -> None:
    rows = (
        ("a, n (%)", "30 (40.0)", "37 (50.0)", "67 (45.0)"),
        ("b, n (%)", "25 (33.3)", "37 (50.0)", "62 (41.6)"),
        ("c, n (%)", "34 (45.3)", "36 (48.6)", "70 (47.0)"),
        ("Centres, n (%)", "18 (90.0)", "17 (85.0)", "20 (100.0)"),
    )
    table = RawTable(header=(*HEADS, "All patients (n = 149)"), rows=rows)

    assert judged(table).outcome in {POSSIBLE, ODD}


def test_sections_signs_and_separate_columns_say_what_is_counted() -> None:
    sections = RawTable(
        header=HEADS,
        rows=(
            ("Sex, n (%)", "", ""),
            ("Male", "41 (54.7)", "38 (51.4)"),
            ("Female", "34 (45,3)", ""),
        ),
    )
    signs = RawTable(
        header=HEADS, rows=(("a", "41 (54.7%)", "38 (51.4%)"), ("b", "45.3% (34)", ""))
    )
    columns = RawTable(
        header=("", "n", "%", "n", "%"),
        groups=("", *("A (n = 75)",) * 2, *("B (n = 74)",) * 2),
        rows=(("a", "41", "54.7", "38", "51.4"), ("b", "34", "45.3", "36", "48.6")),
    )
    for table, asked in ((sections, 3), (signs, 3), (columns, 4)):
        found = judged(table)
        assert (found.outcome, len(found.questions)) == (POSSIBLE, asked)


def test_a_row_of_n_counts_for_the_rows_below_it() -> None:
    table = RawTable(
        header=("", "Group A (n = 80)", "Group B (n = 80)"),
        rows=(("n", "75", "74"), *OTHERS, ("Female, n (%)", "34 (45.3)", "36 (48.6)")),
    )

    assert judged(table).outcome is POSSIBLE
    assert len(judged(table).questions) == 6


def test_counts_of_groups_add_up_to_that_of_all_where_their_n_do() -> None:
    rows = (
        ("a, n (%)", "30 (40.0)", "37 (50.0)", "67 (45.0)"),
        ("b, n (%)", "25 (33.3)", "37 (50.0)", "62 (41.6)"),
        ("c, n (%)", "34 (45.3)", "36 (48.6)", "70 (47.0)"),
    )
    heads = (*HEADS, "All patients (n = 149)")
    table = RawTable(
        header=heads, rows=(*rows, ("d, n (%)", "15 (20.0)", "37 (50.0)", "52 (34.9)"))
    )
    wrong = RawTable(
        header=heads, rows=(*rows, ("d, n (%)", "15 (20.0)", "37 (50.0)", "58 (38.9)"))
    )

    assert judged(table).outcome is POSSIBLE
    assert judged(wrong).outcome is NOT


def test_a_table_whose_percentages_are_not_of_its_heads_is_left() -> None:
    rows = (("a, n (%)", "30 (60.0)", "20 (40.0)"), ("b, n (%)", "10 (25.0)", "30 (75.0)"))

    assert not judged(RawTable(header=HEADS, rows=rows)).questions


def test_words_below_a_table_are_heard() -> None:
    text = "| | Group A (n = 75) | Group B (n = 74) |\n|---|---|---|\n"
    text += "".join(f"| {' | '.join(cells)} |\n" for cells in OTHERS)
    text += "| Smoker, n (%) | 34 (45.3) | 15 (21.4) |\n\nData on smoking were missing for some.\n"
    [table] = tables_of(text.encode(), "markdown").unwrap()

    assert judged(table, text=text).outcome is POSSIBLE
    assert judged(table).outcome is ODD
