"""Tables to be printed: computed cells, best numbers, tests on the same samples."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve

from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims, Row, Table
from measurand.auditing.claims.pairing import Rows, kept_parts
from measurand.auditing.claims.paper import (
    PaperCell,
    PaperTable,
    Wanted,
    Way,
    paper_needs,
    paper_table,
    printed_as,
)
from measurand.evidence.source import Fields, Source
from measurand.inference.plan import Plan
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from tests.claims.small import FOUR, Samples, column, gathered, printed, row, table

NUMBERS = ("0", "1", "2", "3", "4", "5")


def answers(system: str, right: int) -> list[Sample]:
    """Make six samples of one item, the first of them right."""
    return [
        Sample(
            id=f"{system}/{name}",
            gold=("a",),
            predicted=("a",) if at < right else ("b",),
            groups=(("run", system), ("topic", name)),
        )
        for at, name in enumerate(NUMBERS)
    ]


RUNS = (*answers("old", 0), *answers("new", 6), *answers("same", 6))
JOINED = Source(path="runs.jsonl", fields=Fields(id="run+id", groups=(("run", "run"),)))


def rows(*labels: str) -> list[Row]:
    return [row(one, {"F1": printed("50.0")}, where={"run": one}) for one in labels]


def made(
    found: Table, wanted: Wanted, samples: Samples = RUNS, *, source: Source = JOINED, by: str = ""
) -> PaperTable:
    claims = Claims(sources=(("runs", source),), tables=(found,))
    whole = evolve(found, rows=tuple(_whole(found, one) for one in found.rows))
    judge = Judge(gathered(whole if wanted.complete else found, {"runs": samples}))
    pairing = Rows(claims, {"runs": samples}, (by,) if by else ())
    assert {need.slice for need in paper_needs(claims, wanted)} == set(judge.gathered.pools)
    return paper_table(found, judge, wanted, pairing.pair)


def _whole(found: Table, one: Row) -> Row:
    cells = dict(one.cells)
    return evolve(
        one, cells=tuple((c.name, cells.get(c.name, printed("1"))) for c in found.columns)
    )


def texts(found: PaperTable) -> list[list[str]]:
    return [[_text(cell) for cell in cells] for _, cells in found.rows]


def _text(cell: PaperCell | None) -> str:
    if cell is None:
        return "-"
    return cell.printed.text if cell.printed else str(cell.score)


def best(found: PaperTable) -> list[tuple[str, str]]:
    return [(cell.row, cell.column) for cell in found.cells if cell.best]


def reasons(found: PaperTable) -> list[str]:
    return [one.adjusted.reason for one in found.tests if isinstance(one.adjusted, Undefined)]


def adjusted(found: PaperTable) -> Sequence[Fraction | Undefined]:
    return [one.adjusted for one in found.tests]


def test_a_cell_prints_what_was_computed_and_not_what_the_file_prints() -> None:
    # FOUR has a mean of F1 of 2/3; the file prints 12.3.
    found = made(table([column("F1", "f")], [row("a", {"F1": printed("12.3")})]), Wanted(), FOUR)

    assert texts(found) == [["66.7%"]]
    assert found.cells[0].score == Defined(Fraction(2, 3))
    assert found.cells[0].given == printed("12.3")


def test_a_column_prints_with_the_most_decimals_of_its_cells() -> None:
    lines = [row("a", {"F1": printed("66.67")}), row("b", {"F1": printed("1.0")})]
    found = made(table([column("F1", "f")], lines), Wanted(), FOUR)

    assert texts(found) == [["66.67%"], ["66.67%"]]


def test_the_rounding_of_a_column_is_kept() -> None:
    cut = evolve(column("F1", "f"), rounding=Rounding.TRUNCATE)
    found = made(table([cut], [row("a", {"F1": printed("66.6")})]), Wanted(), FOUR)

    assert texts(found) == [["66.6%"]]


def test_without_a_rounding_the_half_goes_to_the_even_digit() -> None:
    like = Printed.parse("0.12")

    assert _printed(Fraction(1, 8), like) == "0.12"
    assert _printed(Fraction(3, 8), like) == "0.38"
    assert _printed(Fraction(-1, 8), like) == "-0.12"


def _printed(value: Fraction, like: Printed) -> str:
    found = printed_as(value, like)
    assert isinstance(found, Printed)
    return found.text


def test_what_is_too_large_for_a_double_cannot_be_rounded_as_one() -> None:
    like = Printed.parse("1", rounding=Rounding.PRINTF)

    assert printed_as(Fraction(10) ** 400, like) == Undefined(
        "printf rounds doubles, and it is too large for one"
    )


def test_what_prints_as_the_best_number_is_marked_ties_too() -> None:
    found = made(table([column("F1", "f")], rows("old", "new", "same")), Wanted())

    assert best(found) == [("new", "F1"), ("same", "F1")]


def test_a_lone_number_is_not_the_best() -> None:
    assert best(made(table([column("F1", "f")], rows("new")), Wanted())) == []


def test_of_a_count_nothing_says_which_way_is_better() -> None:
    lines = [row(one, {"n": printed("3", Unit.NONE)}, where={"run": one}) for one in ("old", "new")]
    counts = table([column("n", "total", unit=Unit.NONE)], lines)

    assert best(made(counts, Wanted())) == []
    assert made(counts, Wanted()).columns == (("n", Way.NONE),)
    assert best(made(counts, Wanted(lower=("n",)))) == [("old", "n")]
    assert best(made(counts, Wanted(higher=("n",)))) == [("new", "n")]


def test_of_a_spread_nothing_says_which_way_is_better() -> None:
    lines = rows("old", "new")
    spread = table([column("F1", "f(statistic=population_stdev)")], lines)

    assert best(made(spread, Wanted())) == []


def test_rows_of_averages_take_no_part_in_the_best_or_in_tests() -> None:
    mean = evolve(rows("same")[0], label="mean", kind="average", computed=True)
    found = made(table([column("F1", "f")], [*rows("old", "new"), mean]), Wanted(against="old"))

    assert best(found) == [("new", "F1")]
    assert [one.hypothesis.name for one in found.tests] == ["new / F1"]


def test_equal_tests_have_equal_p_values_adjusted_over_the_table() -> None:
    # Six of six differ: p = 2/2^6; Holm over the two tests of the table.
    found = made(table([column("F1", "f")], rows("old", "new", "same")), Wanted(against="old"))

    assert adjusted(found) == [Fraction(1, 16), Fraction(1, 16)]
    assert {one.tests for one in found.tests} == {2}


def test_rows_of_one_source_pair_by_the_rest_of_a_joined_id() -> None:
    [one, _] = rows("old", "new")

    assert kept_parts(JOINED, one) == (False, True)
    assert kept_parts(JOINED, row("all", {})) == (True, True)
    assert kept_parts(Source(path="a"), one) == (True,)


def test_rows_whose_ids_differ_are_not_paired_and_that_counts_as_a_test() -> None:
    found = made(
        table([column("F1", "f")], rows("old", "new")),
        Wanted(against="old"),
        source=Source(path="runs.jsonl"),
    )

    assert reasons(found) == [
        "not paired: no sample is in both rows (--pair-by names the groups that say so)"
    ]
    assert found.tests[0].tests == 1


def test_a_group_may_say_which_samples_are_the_same() -> None:
    found = made(
        table([column("F1", "f")], rows("old", "new")),
        Wanted(against="old"),
        source=Source(path="runs.jsonl"),
        by="topic",
    )

    assert adjusted(found) == [Fraction(1, 32)]


def test_a_group_that_samples_lack_pairs_nothing() -> None:
    found = made(
        table([column("F1", "f")], rows("old", "new")), Wanted(against="old"), by="nothing"
    )

    [reason] = reasons(found)
    assert reason.startswith("not paired: a group 'nothing' of the sample")


def test_rows_with_other_gold_are_not_paired() -> None:
    other = evolve(answers("new", 6)[0], gold=("a", "z"))
    samples = (*answers("old", 0), other, *answers("new", 6)[1:])
    found = made(table([column("F1", "f")], rows("old", "new")), Wanted(against="old"), samples)

    assert reasons(found) == [
        "not paired: the same gold list in both systems: got two for sample '0'"
    ]


def test_rows_of_one_label_are_paired_each_with_its_own_samples() -> None:
    base, right, wrong = rows("old", "new", "old")
    twice = [base, evolve(right, label="twice"), evolve(wrong, label="twice")]
    found = made(table([column("F1", "f")], twice), Wanted(against="old"))

    assert [one.hypothesis.found.difference for one in found.tests] == [
        Defined(Fraction(1)),
        Defined(Fraction(0)),
    ]


def test_rows_of_different_definitions_are_not_tested() -> None:
    one, other = rows("old", "new")
    micro = row("new", dict(other.cells), where={"run": "new"}, known={"average": "micro"})
    found = made(table([column("F1", "f")], [one, micro]), Wanted(against="old"))

    assert reasons(found) == ["the two rows have different definitions"]


def test_nothing_is_tested_without_a_row_to_test_against() -> None:
    assert made(table([column("F1", "f")], rows("old", "new")), Wanted()).tests == ()


def test_an_interval_is_that_of_score_and_prints_as_its_number() -> None:
    wanted = Wanted(intervals=True, plan=Plan(replicates=50))
    [cell] = made(table([column("F1", "f")], rows("new")), wanted).cells

    assert cell.ends is not None
    assert [one.text for one in cell.ends] == ["100.0%", "100.0%"]


def test_an_undefined_cell_has_its_reason_and_no_number() -> None:
    lost = row("lost", {"F1": printed("1.0")}, where={"run": "nobody"})
    claims = table([column("F1", "f")], [lost])
    judge = Judge(gathered(claims, {"runs": ()}))
    found = paper_table(claims, judge, Wanted(intervals=True), lambda *_: Undefined("not asked"))

    assert texts(found) == [["Undefined(reason='no sample of runs has run=nobody')"]]


def test_cells_that_the_file_does_not_print_are_left_out_unless_asked_for() -> None:
    two = table([column("P", "precision"), column("F1", "f")], [*rows("new")])

    assert made(two, Wanted()).left == ("column P",)
    assert texts(made(two, Wanted(complete=True))) == [["100%", "100.0%"]]


def test_an_unknown_definition_is_a_dash_with_a_reason() -> None:
    lines = [row("new", {"F1": printed("1.0"), "G": printed("1.0")}, where={"run": "new"})]
    found = made(table([column("F1", "f"), column("G", "f", known=False)], lines), Wanted())

    assert texts(found) == [["100.0%", "Undefined(reason='its definition is not known')"]]
