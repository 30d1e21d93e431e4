"""What a check says of claims beside tables, on two systems that are worked by hand."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.auditing.claims.model import Relation, Scalar, Tolerance
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.verdict import Verdict
from tests.claims.related import RIGHT, checked, only, related, said, scalar, systems, whole
from tests.claims.small import column, printed, row, table

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
A, B = "1/a/F1", "1/b/F1"
COPIED = evolve(RIGHT, name="2", computed=False, data="")
POINTS = Unit.POINTS


def test_a_number_of_the_text_is_computed_and_compared() -> None:
    right, wrong = (only(scalar("n", "f(average=micro)", text)) for text in ("66.7", "66.8"))

    assert (right.verdict, right.computed, right.basis) == (HOLDS, "66.667%", "computed numbers")
    assert (wrong.verdict, wrong.kind, wrong.printed) == (REFUTED, "number", "66.8%")


def test_a_number_without_data_claims_nothing_alone() -> None:
    old = Scalar(id="old", printed=printed("41.2"))

    assert checked(whole(old)).claims == ()


ORDERS = [
    (B, Relation.GREATER, A, HOLDS),
    (A, Relation.GREATER, B, REFUTED),
    (A, Relation.LESS, B, HOLDS),
    (B, Relation.LESS, A, REFUTED),
    ("1/a/R", Relation.EQUAL, "1/b/R", HOLDS),
    ("1/a/R", Relation.GREATER, "1/b/R", REFUTED),
    ("1/a/R", Relation.LESS, "1/b/R", REFUTED),
    (A, Relation.EQUAL, B, REFUTED),
]


@pytest.mark.parametrize(("left", "relation", "right", "verdict"), ORDERS)
def test_an_order_is_decided_by_what_is_computed(
    left: str, relation: Relation, right: str, verdict: Verdict
) -> None:
    found = only(related(left, relation, right))

    assert (found.verdict, found.basis) == (verdict, "computed numbers")


def test_an_order_is_decided_by_the_data_where_the_table_prints_the_opposite() -> None:
    swapped = systems({"F1": "66.7"}, {"F1": "50.0"})

    found = only(related(B, Relation.GREATER, A), tables=[swapped])

    assert (found.verdict, found.computed) == (HOLDS, "66.667% against 50.0%")


VALUES = [
    (Relation.DIFFERENCE, "16.7", POINTS, HOLDS),
    (Relation.DIFFERENCE, "0.1667", Unit.NONE, HOLDS),
    (Relation.DIFFERENCE, "16.6", POINTS, REFUTED),
    (Relation.RATIO, "1.33", Unit.NONE, HOLDS),
    (Relation.RATIO, "1.34", Unit.NONE, REFUTED),
    (Relation.RATIO, "133", Unit.PERCENT, HOLDS),
    (Relation.RELATIVE, "33", Unit.PERCENT, HOLDS),
    (Relation.RELATIVE, "17", Unit.PERCENT, REFUTED),
]


@pytest.mark.parametrize(("relation", "value", "unit", "verdict"), VALUES)
def test_a_difference_or_ratio_is_decided_exactly(
    relation: Relation, value: str, unit: Unit, verdict: Verdict
) -> None:
    # 2/3 and 1/2: their difference is 1/6, their ratio 4/3, the relative change 1/3.
    assert only(related(B, relation, A, value, unit)).verdict is verdict


def test_what_was_computed_is_named_where_it_is_not_what_was_printed() -> None:
    found = only(related(B, Relation.DIFFERENCE, A, "17.1", POINTS))

    assert found.because == "it is 16.667 by the computed numbers"


def test_a_named_rounding_decides_a_tie_of_a_ratio() -> None:
    # 100% over 50% less 3/2 of it: P is 1 and 1/2, so their ratio is 2, and 2.5 is half-way.
    two = Printed.parse("2", decimals=0, rounding=Rounding.HALF_DOWN)
    three = Printed.parse("3", decimals=0, rounding=Rounding.HALF_DOWN)
    five, half = Printed.parse("5"), Printed.parse("2")

    found = [
        only(evolve(related(five, Relation.RATIO, half, "1"), value=value)).verdict
        for value in (two, three)
    ]

    assert found == [HOLDS, REFUTED]


@pytest.mark.parametrize("relation", [Relation.RATIO, Relation.RELATIVE])
def test_nothing_has_a_ratio_to_0(relation: Relation) -> None:
    zero = Printed.parse("0")

    found = only(related(A, relation, zero, "2"))

    assert found.verdict is UNDECIDED
    assert found.because == f"the second number is 0, so it has no {relation.value}"


def test_a_relative_change_of_a_negative_number_goes_by_its_size() -> None:
    minus, plus = Printed.parse("-2"), Printed.parse("1")

    assert only(related(plus, Relation.RELATIVE, minus, "1.5")).verdict is HOLDS


def test_a_stated_number_is_exact() -> None:
    half = Printed.parse("50", unit=Unit.PERCENT)

    assert only(related(A, Relation.GREATER, half)).verdict is REFUTED
    assert only(related(A, Relation.EQUAL, half)).verdict is HOLDS


def test_without_data_the_printed_numbers_decide_and_the_verdict_says_so() -> None:
    found = only(related("2/b/F1", Relation.GREATER, "2/a/F1"), tables=[COPIED])
    against = only(related("2/a/F1", Relation.GREATER, "2/b/F1"), tables=[COPIED])

    assert (found.verdict, found.basis) == (HOLDS, "printed numbers")
    assert (against.verdict, against.because) == (
        REFUTED,
        "50.0% against 66.7% by the printed numbers",
    )


def test_numbers_that_print_alike_decide_no_order() -> None:
    found = only(related("2/a/R", Relation.GREATER, "2/b/R"), tables=[COPIED])

    assert found.verdict is UNDECIDED
    assert found.because == "50.0% against 50.0%: too close to tell by the printed numbers"


def test_numbers_that_print_alike_may_be_equal() -> None:
    assert only(related("2/a/R", Relation.EQUAL, "2/b/R"), tables=[COPIED]).verdict is HOLDS


@pytest.mark.parametrize(
    ("value", "verdict"), [("16.6", HOLDS), ("16.8", HOLDS), ("16.5", REFUTED), ("16.9", REFUTED)]
)
def test_a_difference_of_printed_numbers_is_as_sure_as_their_digits(
    value: str, verdict: Verdict
) -> None:
    # 66.7 less 50.0 is from 16.6 to 16.8; 16.5 stands for at most 16.55, 16.9 for at least 16.85.
    claim = related("2/b/F1", Relation.DIFFERENCE, "2/a/F1", value, POINTS)

    assert only(claim, tables=[COPIED]).verdict is verdict


def test_computed_and_printed_numbers_may_be_compared() -> None:
    found = only(related("1/b/F1", Relation.GREATER, "2/a/F1"), tables=[RIGHT, COPIED])

    assert (found.verdict, found.basis) == (HOLDS, "computed and printed numbers")


def test_a_claim_of_one_number_is_an_operand() -> None:
    old = Scalar(id="old", printed=printed("41.2"))
    now = scalar("now", "f(average=micro)", "66.7")

    found = only(old, now, related("now", Relation.GREATER, "old"))

    assert (found.verdict, found.basis) == (HOLDS, "computed and printed numbers")


def test_a_column_whose_definition_is_unknown_counts_as_printed() -> None:
    made = table(
        [column("F1", "f", known=False)],
        [row(name, {"F1": printed(text)}) for name, text in (("a", "50.0"), ("b", "66.7"))],
    )

    found = only(related(B, Relation.GREATER, A), tables=[made])

    assert (found.verdict, found.basis) == (HOLDS, "printed numbers")


def test_an_undefined_number_decides_nothing() -> None:
    empty = evolve(RIGHT, rows=(*RIGHT.rows, evolve(RIGHT.rows[0], label="c", where=(("x", "y"),))))

    found = only(related("1/c/F1", Relation.GREATER, A), tables=[empty])

    assert found.verdict is UNDECIDED
    assert found.because == "1/c/F1 is undefined: no sample of runs has x=y"


def test_skipped_records_decide_nothing() -> None:
    found = only(related(B, Relation.GREATER, A), skipped=2)

    assert found.verdict is UNDECIDED
    assert found.because == "2 faulty records of 1/b/F1 were skipped"


PHRASES = [
    ("1.3x", HOLDS),
    ("about 1.4 times", REFUTED),
    ("doubled", REFUTED),
    ("by 33%", HOLDS),
    ("17 points higher", HOLDS),
    ("17 points lower", REFUTED),
]


@pytest.mark.parametrize(("says", "verdict"), PHRASES)
def test_a_phrase_is_held_to_both_numbers(says: str, verdict: Verdict) -> None:
    found = only(said(says, B, A))

    assert (found.verdict, found.kind, found.printed) == (verdict, "prose", says)


def test_a_declared_tolerance_widens_a_relation() -> None:
    claim = related(B, Relation.DIFFERENCE, A, "16.5", POINTS)
    small, large = (Tolerance(value=Fraction(value), reason="seeds") for value in ("1/10", "2/10"))

    missed, kept = (only(evolve(claim, tolerance=one)) for one in (small, large))

    # 16.5 stands for at most 16.55, and 1/6 is 16.667 points: 0.117 more.
    assert (missed.verdict, missed.tolerated) == (REFUTED, None)
    assert (kept.verdict, kept.tolerated) == (HOLDS, large)


def test_a_declared_tolerance_widens_a_relation_of_printed_numbers() -> None:
    claim = related("2/b/F1", Relation.DIFFERENCE, "2/a/F1", "16.5", POINTS)
    large = Tolerance(value=Fraction(1, 10), reason="seeds")

    assert only(evolve(claim, tolerance=large), tables=[COPIED]).verdict is HOLDS


def test_a_declared_tolerance_widens_a_number() -> None:
    large = Tolerance(value=Fraction(1, 10), reason="seeds")
    claim = evolve(scalar("n", "f(average=micro)", "66.8"), tolerance=large)

    found = only(claim)

    assert (found.verdict, found.tolerated) == (HOLDS, large)
