"""Which sample tells survivors apart: from the data first, then a made-up one, or none."""

from collections.abc import Sequence
from fractions import Fraction

from measurand.auditing.claims.audit import audit_table
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Table
from measurand.auditing.claims.separating_sample import Separation, probes, separate, survivors_of
from measurand.values.items import Slots
from measurand.values.printed import Unit
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score
from tests.claims.small import Samples, alive, column, gathered, printed, row, space, table, texts

EMPTY_RULES = {"both_empty": ["1+1", "0+0"]}
RIGHT = Sample(id="1", gold=("a",), predicted=("a",), groups=(("run", "x"),))
EMPTY = Sample(id="2", groups=(("run", "y"),))


def separation(made: Table, samples: Samples, second: Samples = ()) -> Separation | None:
    found = gathered(made, {"runs": samples, "others": second})
    audited = audit_table(made, Judge(found))
    return separate(survivors_of(made, audited, found), samples)


def survivors(made: Table, samples: Samples, second: Samples = ()) -> list[str]:
    found = gathered(made, {"runs": samples, "others": second})
    return alive(audit_table(made, Judge(found)))


def of_run_x(tried: dict[str, list[str]], *more: dict[str, list[str]]) -> Table:
    rows = [row("ours", {"F1": printed("100.0")}, where={"run": "x"})]
    return table([column("F1", "f")], rows, space(["F1"], tried, *more))


def outcomes(found: Separation) -> list[tuple[Score, list[str]]]:
    return [(score, texts(alike)) for score, alike in found.scores]


def scores(*values: Fraction | int) -> Sequence[Defined]:
    return [Defined(Fraction(value)) for value in values]


def test_a_sample_of_the_data_that_tells_survivors_apart_is_found() -> None:
    found = separation(of_run_x(EMPTY_RULES), (RIGHT, EMPTY))

    assert found is not None
    assert (found.origin, found.sample.id) == ("the data", "2")
    assert (found.row, found.column) == ("ours", "F1")


def test_the_scores_with_the_sample_added_are_told() -> None:
    # One sample with F 1, and the empty one with 1 or 0.
    found = separation(of_run_x(EMPTY_RULES), (RIGHT, EMPTY))

    assert found is not None
    assert outcomes(found) == [
        (Defined(Fraction(1)), ["both_empty=1+1"]),
        (Defined(Fraction(1, 2)), ["both_empty=0+0"]),
    ]


def test_where_the_data_has_no_such_sample_one_is_made_up() -> None:
    found = separation(of_run_x(EMPTY_RULES), (RIGHT,))

    assert found is not None
    assert found.origin == "made up"
    assert (found.sample.gold, found.sample.predicted) == ((), ())


def test_the_first_sample_that_separates_is_taken() -> None:
    other = Sample(id="3", groups=(("run", "z"),))

    found = separation(of_run_x(EMPTY_RULES), (RIGHT, EMPTY, other))

    assert found is not None
    assert found.sample.id == "2"


def test_survivors_that_observe_differently_are_told_apart_by_what_they_see() -> None:
    made = of_run_x({"match": ["set", "multiset"]})

    found = separation(made, (RIGHT,))

    assert found is not None
    assert (found.sample.gold, found.sample.predicted) == (("a",), ("a", "a"))
    # As sets the made-up sample has F 1; as multisets one hit of three items: 2/3.
    assert [score for score, _ in found.scores] == list(scores(1, Fraction(5, 6)))


def test_a_single_survivor_is_not_asked() -> None:
    made = of_run_x({"both_empty": ["1+1"]})

    assert survivors(made, (RIGHT,)) == ["both_empty=1+1"]
    assert separation(made, (RIGHT, EMPTY)) is None


def test_definitions_that_agree_everywhere_are_not_told_apart() -> None:
    made = table(
        [column("P", "precision")],
        [row("ours", {"P": printed("100.0")}, where={"run": "x"})],
        space(["P"], {"aggregate": ["mean", "harmonic"]}),
    )

    assert len(survivors(made, (RIGHT,))) == 2
    assert separation(made, (RIGHT, EMPTY)) is None


def test_survivors_that_only_read_different_sources_are_not_told_apart() -> None:
    made = table(
        [column("F1", "f")],
        [row("ours", {"F1": printed("100.0")})],
        space(["F1"], {"data": ["runs", "others"]}),
    )

    assert survivors(made, (RIGHT,), (RIGHT,)) == ["data=runs", "data=others"]
    assert separation(made, (RIGHT,), (RIGHT,)) is None


def test_survivors_of_one_source_are_told_apart_beside_those_of_another() -> None:
    made = table(
        [column("F1", "f")],
        [row("ours", {"F1": printed("100.0")})],
        space(["F1"], {"data": ["runs", "others"], **EMPTY_RULES}),
    )

    found = separation(made, (RIGHT,), (RIGHT,))

    assert found is not None
    assert [names for _, names in outcomes(found)] == [
        ["data=runs, both_empty=1+1"],
        ["data=runs, both_empty=0+0"],
    ]


def test_rows_about_which_something_else_is_known_are_asked_too() -> None:
    # Pooled, an empty sample changes nothing; in a mean over samples it counts.
    rows = [
        row("pooled", {"P": printed("100.0")}, known={"average": "micro"}),
        row("by sample", {"P": printed("100.0")}, known={"average": "macro[sample]"}),
    ]
    made = table([column("P", "precision")], rows, space(["P"], EMPTY_RULES))

    found = separation(made, (RIGHT,))

    assert found is not None
    assert found.row == "by sample"


def test_samples_that_a_definition_cannot_observe_are_passed_over() -> None:
    aspect = Slots.of({"aspect": "a"})
    slotted = Sample(id="1", gold=(aspect,), predicted=(aspect,))
    made = table(
        [column("F1", "f(unit=aspect)")],
        [row("ours", {"F1": printed("100.0")})],
        space(["F1"], EMPTY_RULES),
    )
    found = gathered(made, {"runs": (slotted,)})
    asked = survivors_of(made, audit_table(made, Judge(found)), found)

    told = separate(asked, (RIGHT, EMPTY))

    assert told is not None
    assert told.sample is EMPTY


def test_a_sample_is_added_in_a_group_of_its_own() -> None:
    made = of_run_x({"average": ["micro", "macro[run]"]})
    again = Sample(id="3", gold=("a",), predicted=("a",), groups=(("run", "x"),))

    found = separation(made, (RIGHT, again))

    # A wrong answer: pooled, two hits of three; by runs the mean of 1 and 0.
    assert found is not None
    assert outcomes(found) == [
        (Defined(Fraction(2, 3)), ["average=micro"]),
        (Defined(Fraction(1, 2)), ["average=macro[run]"]),
    ]


def test_without_survivors_nothing_is_asked() -> None:
    made = table(
        [column("F1", "f")],
        [row("ours", {"F1": printed("12.3")})],
        space(["F1"], EMPTY_RULES),
    )

    assert separation(made, (RIGHT, EMPTY)) is None


def test_a_total_is_told_apart_by_what_it_counts() -> None:
    made = table(
        [column("n", "total", unit=Unit.NONE)],
        [row("ours", {"n": printed("1", Unit.NONE)})],
        space(["n"], {"of": ["hits", "gold", "predicted", "samples"]}),
    )

    found = separation(made, (RIGHT,))

    # A wrong answer: still one hit, but two of all else.
    assert found is not None
    assert outcomes(found) == [
        (Defined(Fraction(1)), ["of=hits"]),
        (Defined(Fraction(2)), ["of=gold", "of=predicted", "of=samples"]),
    ]


def test_made_up_samples_differ_and_start_with_the_simplest() -> None:
    made_up = list(probes())

    assert len({probe.id for probe in made_up}) == len(made_up)
    assert (made_up[0].gold, made_up[0].predicted) == (("a",), ("a",))
