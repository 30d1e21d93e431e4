"""A family of tests: adjusted p-values, and what may be said of each.

Among many tests some p-values are small by chance, so each is adjusted for how many were asked
(`multiple`: Holm 1979 and others). What counts is what was asked, not what could be computed: a
test without a p-value stays in the count as p = 1, and only what cannot differ by construction is
left out. A test whose smallest possible p-value is above alpha says nothing when it is not
significant; that is told apart as "too few".
"""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.inference.adjustment import adjust
from measurand.inference.comparison import Comparison
from measurand.inference.plan import AtAlpha, Plan
from measurand.inference.pvalue import PValue
from measurand.inference.sign_flip import MONTE_CARLO
from measurand.values.score import Defined, Undefined


class Expected(Enum):
    """Which sign a difference is expected to have."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    EITHER = "either"


class Verdict(Enum):
    """What may be said of a difference.

    `expected` and `opposite` are significant; `different` is, where no sign was expected.
    `structurally_null` cannot differ by construction; `too_few` could not have been significant
    whatever these units (or so few random patterns) say; `undecided` has no p-value.
    """

    EXPECTED = "expected"
    OPPOSITE = "opposite"
    DIFFERENT = "different"
    NOT_SIGNIFICANT = "not significant"
    STRUCTURALLY_NULL = "structurally null"
    TOO_FEW = "too few"
    UNDECIDED = "undecided"


@frozen(kw_only=True)
class Hypothesis:
    """One test of a family: its name, what was found, the sign expected, why it cannot differ.

    `null` is None where the difference may be other than 0.

    >>> from measurand.evidence.pairs import pairs
    >>> from measurand.inference.comparison import compare
    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import parse
    >>> from measurand.values.sample import Sample
    >>> exact = parse("exact_match")
    >>> ours = [Sample(id=str(at), gold=("a",), predicted=("a",)) for at in range(9)]
    >>> theirs = [Sample(id=str(at), gold=("a",), predicted=("b",)) for at in range(9)]
    >>> found = compare(exact, pairs(observing(exact), ours, theirs), Plan())
    >>> asked = Hypothesis(name="ours", found=found, expected=Expected.POSITIVE)
    >>> [one] = judge([asked], Plan())
    >>> one.verdict.value, str(one.adjusted)
    ('expected', '1/256')
    """

    name: str
    found: Comparison
    expected: Expected = Expected.EITHER
    null: str | None = None


@frozen(kw_only=True)
class Judged:
    """A test with its adjusted p-value, the number of tests that it was adjusted for, a verdict."""

    hypothesis: Hypothesis
    adjusted: Fraction | Undefined
    tests: int
    verdict: Verdict


def judge(
    hypotheses: Sequence[Hypothesis], plan: Plan, *, keep_null: bool = False
) -> tuple[Judged, ...]:
    """Adjust the p-values of a family and give a verdict on each test.

    What cannot differ by construction is left out of the family unless `keep_null`. What has no
    p-value is no evidence, but was asked: it counts as a test with p = 1. Significant is an
    adjusted p-value of at most alpha, or below it, as the plan says.

    >>> judge([], Plan())
    ()
    """
    family = [
        (place, one.found.p_value)
        for place, one in enumerate(hypotheses)
        if keep_null or one.null is None
    ]
    tested = [(place, p) for place, p in family if isinstance(p, PValue)]
    adjusted_values = adjust([p.value for _, p in tested], plan.correction, m=len(family))
    adjusted = {place: value for (place, _), value in zip(tested, adjusted_values, strict=True)}
    return tuple(
        Judged(
            hypothesis=one,
            adjusted=adjusted.get(place, _why_not(one)),
            tests=len(family),
            verdict=_verdict(one, adjusted.get(place), plan),
        )
        for place, one in enumerate(hypotheses)
    )


def _why_not(one: Hypothesis) -> Undefined:
    if isinstance(one.found.p_value, Undefined):
        return one.found.p_value
    return Undefined(one.null or "not tested")


def _verdict(one: Hypothesis, adjusted: Fraction | None, plan: Plan) -> Verdict:
    p_value, difference = one.found.p_value, one.found.difference
    if one.null is not None:
        return Verdict.STRUCTURALLY_NULL
    if adjusted is None or isinstance(p_value, Undefined) or not isinstance(difference, Defined):
        return Verdict.UNDECIDED
    if not _significant(_least(one.found.units, p_value, plan), plan):
        return Verdict.TOO_FEW
    if not _significant(adjusted, plan):
        return Verdict.NOT_SIGNIFICANT
    up = float(difference.value) > 0
    match one.expected:
        case Expected.EITHER:
            return Verdict.DIFFERENT
        case Expected.POSITIVE:
            return Verdict.EXPECTED if up else Verdict.OPPOSITE
        case Expected.NEGATIVE:
            return Verdict.OPPOSITE if up else Verdict.EXPECTED


def _significant(p: Fraction, plan: Plan) -> bool:
    return p < plan.alpha or (p == plan.alpha and plan.at_alpha is AtAlpha.SIGNIFICANT)


def _least(units: int, p_value: PValue, plan: Plan) -> Fraction:
    """Give the p-value of units that all go one way, as far as random patterns can tell."""
    sampled = p_value.how == MONTE_CARLO
    floor = Fraction(1, plan.replicates + 1) if sampled else Fraction(0)
    return max(floor, min(Fraction(1), Fraction(2, 2 ** min(units, 64))))
