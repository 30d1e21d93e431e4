"""A family of tests: adjusted p-values, and what may be said of each."""

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.inference.compare import Comparison
from measurand.inference.multiple import adjust
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
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
    whatever the data say; `undecided` has no p-value.
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

    What cannot differ by construction is left out of the family unless `keep_null`; so is what has
    no p-value. Significant is an adjusted p-value strictly below alpha.

    >>> judge([], Plan())
    ()
    """
    tested = [
        (place, one.found.p_value)
        for place, one in enumerate(hypotheses)
        if isinstance(one.found.p_value, PValue) and (keep_null or one.null is None)
    ]
    found = adjust([p.value for _, p in tested], plan.correction)
    adjusted = {place: value for (place, _), value in zip(tested, found, strict=True)}
    return tuple(
        Judged(
            hypothesis=one,
            adjusted=adjusted.get(place, _why_not(one)),
            tests=len(tested),
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
    if p_value.least >= plan.alpha and (p_value.least < 1 or _few(one.found.units, plan.alpha)):
        return Verdict.TOO_FEW
    if adjusted >= plan.alpha:
        return Verdict.NOT_SIGNIFICANT
    up = float(difference.value) > 0
    match one.expected:
        case Expected.EITHER:
            return Verdict.DIFFERENT
        case Expected.POSITIVE:
            return Verdict.EXPECTED if up else Verdict.OPPOSITE
        case Expected.NEGATIVE:
            return Verdict.OPPOSITE if up else Verdict.EXPECTED


def _few(units: int, alpha: Fraction) -> bool:
    """Decide whether even units that all go one way would not be significant."""
    return units < 1 or Fraction(2, 2 ** min(units, 64)) >= alpha
