"""Families of tests: each verdict by a worked example, and who counts as one of the family."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.inference.adjustment import Correction
from measurand.inference.comparison import NO_UNIT, Comparison, compare
from measurand.inference.family import Expected, Hypothesis, Judged, Verdict, judge
from measurand.inference.plan import AtAlpha, Plan, Test
from measurand.inference.pvalue import PValue
from measurand.values.score import Defined, Undefined
from tests.inference.judged import MEAN, two

PLAN = Plan(replicates=1)
LOST = Undefined("some resamples have no difference")


def found(
    p_value: str | Undefined, difference: int = 1, least: str = "0", units: int = 100
) -> Comparison:
    p = (
        p_value
        if isinstance(p_value, Undefined)
        else PValue(Fraction(p_value), "", Fraction(least))
    )
    return Comparison(
        first=Defined(Fraction(difference)),
        second=Defined(Fraction(0)),
        difference=Defined(Fraction(difference)),
        interval=NO_UNIT,
        p_value=p,
        effects=NO_UNIT,
        units=units,
        left_out=0,
    )


def verdict(
    comparison: Comparison, expected: Expected = Expected.EITHER, null: str | None = None
) -> Verdict:
    hypothesis = Hypothesis(name="one", found=comparison, expected=expected, null=null)
    (judged,) = judge([hypothesis], PLAN)
    return judged.verdict


@pytest.mark.parametrize(
    ("difference", "expected", "said"),
    [
        (1, Expected.POSITIVE, Verdict.EXPECTED),
        (1, Expected.NEGATIVE, Verdict.OPPOSITE),
        (1, Expected.EITHER, Verdict.DIFFERENT),
        (-1, Expected.POSITIVE, Verdict.OPPOSITE),
        (-1, Expected.NEGATIVE, Verdict.EXPECTED),
        (-1, Expected.EITHER, Verdict.DIFFERENT),
    ],
)
def test_a_significant_difference_is_the_expected_one_or_the_opposite(
    difference: int, expected: Expected, said: Verdict
) -> None:
    assert verdict(found("1/100", difference), expected) is said
    assert verdict(found("6/100", difference), expected) is Verdict.NOT_SIGNIFICANT


@pytest.mark.parametrize(
    ("at_alpha", "said"),
    [
        # Holm (1979) rejects at p <= alpha; the seed document asks for "p_holm < 0.05".
        (AtAlpha.SIGNIFICANT, Verdict.DIFFERENT),
        (AtAlpha.NOT_SIGNIFICANT, Verdict.NOT_SIGNIFICANT),
    ],
)
def test_the_plan_says_whether_exactly_alpha_is_significant(
    at_alpha: AtAlpha, said: Verdict
) -> None:
    plan = evolve(PLAN, at_alpha=at_alpha)
    # By Holm, five times a hundredth is a twentieth.
    five = [Hypothesis(name=str(at), found=found("1/100")) for at in range(5)]
    sharp = [Hypothesis(name=p, found=found(p)) for p in ("49999/1000000", "50001/1000000")]

    judged = judge(five, plan)

    assert {one.adjusted for one in judged} == {Fraction(1, 20)}
    assert {one.verdict for one in judged} == {said}
    below, above = (judge([one], plan)[0].verdict for one in sharp)
    assert (below, above) == (Verdict.DIFFERENT, Verdict.NOT_SIGNIFICANT)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_five_units_that_all_go_one_way_are_too_few(number: int) -> None:
    # 2 of 2**5 patterns are 1/16, more than 1/20; 2 of 2**6 are 1/32.
    few = compare(MEAN, two([1] * number), PLAN)
    assert verdict(few) is Verdict.TOO_FEW
    assert verdict(compare(MEAN, two([1] * 6), PLAN)) is Verdict.DIFFERENT


@pytest.mark.parametrize(
    ("at_alpha", "said"),
    [(AtAlpha.SIGNIFICANT, Verdict.DIFFERENT), (AtAlpha.NOT_SIGNIFICANT, Verdict.TOO_FEW)],
)
def test_units_whose_least_p_value_is_alpha_may_be_too_few(
    at_alpha: AtAlpha, said: Verdict
) -> None:
    plan = Plan(alpha=Fraction(1, 16), at_alpha=at_alpha)

    (judged,) = judge([Hypothesis(name="five", found=compare(MEAN, two([1] * 5), plan))], plan)

    assert judged.verdict is said


def test_units_are_too_few_whether_they_differ_or_not() -> None:
    assert verdict(compare(MEAN, two([1] * 5, [1] * 5), PLAN)) is Verdict.TOO_FEW
    assert verdict(compare(MEAN, two([1] * 6, [1] * 6), PLAN)) is Verdict.NOT_SIGNIFICANT
    # Of 50 units five differ: they are 1/16, but all might have differed.
    few = compare(MEAN, two([1] * 50, [1] * 45 + [0] * 5), PLAN)
    assert verdict(few) is Verdict.NOT_SIGNIFICANT


@pytest.mark.parametrize(("replicates", "said"), [(18, Verdict.TOO_FEW), (19, Verdict.DIFFERENT)])
def test_a_few_random_patterns_are_too_few(replicates: int, said: Verdict) -> None:
    plan = Plan(replicates=replicates, patterns=1)

    # 1/19 at the least, and 1/20.
    (judged,) = judge([Hypothesis(name="one", found=compare(MEAN, two(range(1, 31)), plan))], plan)

    assert judged.verdict is said


def test_a_bootstrap_of_few_units_is_no_evidence() -> None:
    plan = Plan(test=Test.BOOTSTRAP_SIGN, replicates=20)

    assert verdict(compare(MEAN, two([1, 2]), plan)) is Verdict.TOO_FEW
    assert verdict(compare(MEAN, two(range(1, 8)), plan)) is Verdict.DIFFERENT


def test_what_has_no_p_value_is_undecided_and_was_asked_all_the_same() -> None:
    family = [
        Hypothesis(name="lost", found=found(LOST)),
        Hypothesis(name="none", found=compare(MEAN, two([]), PLAN)),
        Hypothesis(name="there", found=found("1/100")),
    ]

    lost, none, there = judge(family, PLAN)

    assert (lost.verdict, lost.adjusted, lost.tests) == (Verdict.UNDECIDED, LOST, 3)
    assert (none.verdict, none.adjusted) == (Verdict.UNDECIDED, NO_UNIT)
    assert there == Judged(
        hypothesis=family[2], adjusted=Fraction(3, 100), tests=3, verdict=Verdict.DIFFERENT
    )


NULL = Hypothesis(name="null", found=found("1/1000"), null="cells stay where they are")
OTHERS = [Hypothesis(name=str(at), found=found("1/100")) for at in range(2)]


def test_what_cannot_differ_is_left_out_of_the_family() -> None:
    null, *others = judge([NULL, *OTHERS], PLAN)

    assert null.verdict is Verdict.STRUCTURALLY_NULL
    assert null.adjusted == Undefined("cells stay where they are")
    assert [(one.adjusted, one.tests) for one in others] == [(Fraction(2, 100), 2)] * 2


def test_what_cannot_differ_may_be_kept_and_is_no_finding_even_so() -> None:
    null, *others = judge([NULL, *OTHERS], PLAN, keep_null=True)

    assert (null.verdict, null.adjusted) == (Verdict.STRUCTURALLY_NULL, Fraction(3, 1000))
    assert [(one.adjusted, one.tests) for one in others] == [(Fraction(2, 100), 3)] * 2


def test_what_cannot_differ_and_has_no_p_value_says_why_it_has_none() -> None:
    (judged,) = judge([Hypothesis(name="null", found=found(LOST), null="stays")], PLAN)

    assert (judged.verdict, judged.adjusted) == (Verdict.STRUCTURALLY_NULL, LOST)


@pytest.mark.parametrize(
    ("correction", "adjusted"),
    [
        (Correction.NONE, ["1/100", "1/50"]),
        (Correction.HOLM, ["1/50", "1/50"]),
        (Correction.BONFERRONI, ["1/50", "1/25"]),
    ],
)
def test_the_plan_says_how_p_values_are_adjusted(
    correction: Correction, adjusted: list[str]
) -> None:
    both = [Hypothesis(name=p, found=found(p)) for p in ("1/100", "1/50")]

    judged = judge(both, Plan(correction=correction))

    assert [one.adjusted for one in judged] == [Fraction(p) for p in adjusted]
