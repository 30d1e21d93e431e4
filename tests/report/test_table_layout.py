"""Tables to be printed: marks that are shared, notes that say what is missing, captions."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from measurand.auditing.claims.paper import PaperCell, PaperTable, Wanted, Way
from measurand.edges.report.paper_layout import layout, marks
from measurand.edges.report.paper_words import caption, said
from measurand.metrics.needs import Reading
from measurand.metrics.signature import parse
from measurand.values.printed import Printed
from measurand.values.score import Defined, Undefined
from tests.report.paper_tables import NOBODY, cell, paper


def notes(table: PaperTable, wanted: Wanted | None = None) -> tuple[str, ...]:
    return layout(table, wanted or Wanted()).notes


def test_equal_adjusted_p_values_share_their_letter() -> None:
    cells = [
        cell("a", "1.0%"),
        cell("b", "2.0%", adjusted=Fraction(1, 50)),
        cell("c", "3.0%", adjusted=Fraction(1, 100)),
        cell("d", "4.0%", adjusted=Fraction(1, 50)),
    ]
    laid = layout(paper(cells, against="a"), Wanted(against="a"))

    assert [one.mark for _, [one] in laid.rows] == ["", "b", "a", "b"]
    assert laid.notes[1:] == (
        "a: p = 0.0100, different.",
        "b: p = 0.0200, different.",
    )


def test_any_number_of_systems_has_letters() -> None:
    cells = [cell(str(n), "1.0%", adjusted=Fraction(n, 100)) for n in range(60)]

    found = list(marks(paper(cells)).values())
    assert (found[0], found[25], found[26], found[59]) == ("a", "z", "aa", "bh")
    assert len(set(found)) == 60


def test_a_test_that_could_not_be_made_has_no_mark_and_says_why() -> None:
    table = paper([cell("a", "1.0%"), cell("b", "2.0%", adjusted=NOBODY)], against="a")
    laid = layout(table, Wanted(against="a"))

    assert [one.mark for _, [one] in laid.rows] == ["", ""]
    assert laid.notes == (
        (
            "Letters: two-sided tests against a on the same samples; p-values adjusted by holm "
            "over 3 tests; equal ones share a letter."
        ),
        "Not tested: b / F1: not paired: no sample is in both rows.",
    )


def test_a_table_without_the_row_to_test_against_says_so() -> None:
    assert notes(paper([cell("a", "1.0%")]), Wanted(against="z")) == (
        "Nothing is tested: no single row of this table is z.",
    )


def test_what_is_undefined_is_a_dash_with_its_reason_in_a_note() -> None:
    lost = PaperCell(row="a", column="F1", score=Undefined("no sample was scored"))
    laid = layout(paper([lost]), Wanted())

    assert laid.rows == (("a", (laid.rows[0][1][0],)),)
    assert laid.rows[0][1][0].text == "\u2014"
    assert laid.notes == ("\u2014: undefined, no sample was scored (a / F1).",)


def test_an_interval_that_is_a_point_is_marked_and_explained() -> None:
    table = paper([cell("a", "50.0%", ends=(0.5, 0.5))])
    laid = layout(table, Wanted(intervals=True))

    assert laid.rows[0][1][0].text == "50.0% [50.0, 50.0]\u2020"
    assert laid.notes[-1] == (
        "\u2020: no interval but a point, which says nothing of certainty: one sample"
    )


def test_the_best_is_explained_only_where_something_is_marked() -> None:
    assert notes(paper([cell("a", "1.0%")])) == ()
    assert notes(paper([cell("a", "1.0%", best=True)])) == (
        "Marked as best: what prints as the highest in F1.",
    )


def test_skipped_records_are_told() -> None:
    laid = layout(paper([cell("a", "1.0%")]), Wanted(), {"runs": Reading(read=3, skipped=2)})

    assert laid.notes == ("2 faulty records of runs were skipped: these are numbers of the rest.",)


def of(definitions: Sequence[tuple[str, str, str]]) -> PaperTable:
    """Make a table of cells: row, column, definition."""
    names = list(dict.fromkeys(column for _, column, _ in definitions))
    labels = list(dict.fromkeys(row for row, _, _ in definitions))
    given = {(row, column): text for row, column, text in definitions}
    number = Printed.parse("1.0%")
    return PaperTable(
        name="1",
        source="",
        columns=tuple((name, Way.NONE) for name in names),
        rows=tuple(
            (
                row,
                tuple(
                    PaperCell(
                        row=row,
                        column=name,
                        definition=parse(given[row, name]),
                        score=Defined(number.value),
                        printed=number,
                    )
                    for name in names
                ),
            )
            for row in labels
        ),
    )


def test_what_all_definitions_share_is_said_once() -> None:
    table = of([("a", "P", "precision(match=multiset)"), ("a", "F1", "f(match=multiset)")])

    assert caption(table) == (
        "P is the mean over samples of precision (hits over predictions). F1 is the mean over "
        "samples of F1. P and R count as 1 where both sides are empty, as 0 where one is. Options "
        "of all that have them: match=multiset."
    )


def test_what_one_definition_has_alone_stays_with_it() -> None:
    table = of([("a", "P", "precision(both_empty=drop)"), ("a", "F1", "f(match=multiset)")])

    assert caption(table) == (
        "P is the mean over samples of precision (hits over predictions) (P and R count as 0 "
        "without gold or without predictions; with neither: left out). F1 is the mean over samples "
        "of F1 (P and R count as 1 where both sides are empty, as 0 where one is), with "
        "match=multiset."
    )


def test_rows_of_other_definitions_are_named() -> None:
    table = of([("a", "F1", "f(average=micro)"), ("b", "F1", "f(average=micro,beta=2)")])

    assert caption(table) == (
        "F1 (in a) is F1 of precision and recall pooled over all samples. F1 (in b) is F of beta 2 "
        "of precision and recall pooled over all samples."
    )


@pytest.mark.parametrize(
    ("definition", "sentence"),
    [
        (
            "f(aggregate=harmonic,both_empty=0+0)",
            (
                "F1 of the mean over samples of precision and recall (P and R count as 0 "
                "without gold or without predictions; with neither: P = 0, R = 0)"
            ),
        ),
        (
            "f(gold_empty=0+skip,average=macro[document,sample])",
            (
                "the mean over groups (document) of the mean over samples of F1 (without gold: "
                "P = 0, R left out; without predictions: P = 0, R = 0; with neither: P = 1, R = 1)"
            ),
        ),
        (
            "recall(statistic=sample_stdev)",
            (
                "the sample standard deviation over samples of recall (hits over gold items) "
                "(P and R count as 1 where both sides are empty, as 0 where one is)"
            ),
        ),
        (
            "f(average=weighted[class],class=item)",
            (
                "the weighted mean over classes of F1 (P and R count as 1 where both sides are "
                "empty, as 0 where one is), with class=item"
            ),
        ),
        ("exact_match", "the share of samples answered exactly"),
        (
            "accuracy(average=macro[document])",
            "the mean over groups (document) of the share of right judgements",
        ),
        (
            "jaccard(both_empty=0)",
            (
                "the mean over samples of Jaccard (hits over different items) (with nothing on "
                "both sides: 0)"
            ),
        ),
        ("total(of=gold)", "the number of gold items"),
        ("column(name=cost)", "the sum of cost over samples"),
        ("auc(score=cf,label=correct)", "auc, with score=cf, label=correct"),
    ],
)
def test_a_definition_is_said_in_words(definition: str, sentence: str) -> None:
    assert said(parse(definition)) == sentence
