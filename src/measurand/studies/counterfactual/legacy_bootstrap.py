"""The paired bootstrap as older programs drew it: row numbers, in the order of the rows."""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum

from measurand.algebra.draws import legacy_means
from measurand.inference.compare import NO_UNIT, Comparison, Estimate
from measurand.inference.effects import Effects
from measurand.inference.ends import SAME, between, is_flat, sign_p
from measurand.inference.interval import Ends, Interval, point
from measurand.inference.plan import Plan, Test
from measurand.inference.pvalue import PValue
from measurand.metrics.sums import exact_sum
from measurand.values.score import Defined, Score, Undefined

NO_SIZE: Effects | Undefined = Undefined("older programs gave no sizes of effect")


def legacy_test(
    differences: Sequence[float], plan: Plan
) -> tuple[Interval | Undefined, PValue | Undefined]:
    """Resample the mean of differences from numpy's legacy stream, seeded by the plan's seed alone.

    The order of the differences moves the numbers: they are the ones that a program got which drew
    `plan.replicates` times n row numbers. Undefined without differences.

    >>> plan = Plan(replicates=1000, test=Test.BOOTSTRAP_SIGN)
    >>> interval, p = legacy_test([0.25, 0.5, 0.25], plan)
    >>> interval, p.value
    (Interval(low=0.25, high=0.5, level=Fraction(19, 20), degenerate=None), Fraction(0, 1))
    """
    if not differences:
        return NO_UNIT, NO_UNIT
    if plan.ends is Ends.BCA:
        message = "the legacy stream gives percentile and basic intervals: got bca"
        raise ValueError(message)
    drawn = legacy_means(plan.seed, differences, plan.replicates)
    observed = fsum(differences) / len(differences)
    sampled = plan.test in {Test.BOOTSTRAP_SIGN, Test.BOOTSTRAP_PLUS_ONE}
    wanted = Undefined(f"the legacy stream has no test {plan.test.value}")
    # As these programs rounded it: 1 - 0.95 is a little more than 0.05.
    tail = (1.0 - float(plan.level)) / 2.0
    flat = is_flat(drawn, observed)
    interval = (
        point(observed, plan.level, SAME) if flat else between(drawn, observed, plan, (tail, tail))
    )
    return interval, sign_p(drawn, plan) if sampled else wanted


def legacy_estimate(values: Sequence[Fraction | None], plan: Plan) -> Estimate:
    """Give the mean of the values that are there, with its interval, in the order of the values.

    >>> legacy_estimate([Fraction(1), None, Fraction(1)], Plan()).interval.degenerate
    'all resamples have one score'
    """
    there = [value for value in values if value is not None]
    interval, _ = legacy_test([float(value) for value in there], plan)
    return Estimate(
        score=_mean(there),
        interval=interval,
        units=len(there),
        left_out=len(values) - len(there),
    )


def legacy_compare(
    first: Sequence[Fraction | None], second: Sequence[Fraction | None], plan: Plan
) -> Comparison:
    """Compare the means of two aligned lists of values, as `compare` does, in their order.

    Differences are those of the nearest floats, as older programs took them.

    >>> one, half = Fraction(1), Fraction(1, 2)
    >>> plan = Plan(test=Test.BOOTSTRAP_SIGN)
    >>> legacy_compare([one, one, None], [half, half, half], plan).p_value.value
    Fraction(0, 1)
    """
    both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    interval, p_value = legacy_test([float(a) - float(b) for a, b in both], plan)
    return Comparison(
        first=_mean([a for a, _ in both]),
        second=_mean([b for _, b in both]),
        difference=_mean([a - b for a, b in both]),
        interval=interval,
        p_value=p_value,
        effects=NO_SIZE,
        units=len(both),
        left_out=len(first) - len(both),
    )


def _mean(values: Sequence[Fraction]) -> Score:
    return Defined(exact_sum(values) / len(values)) if values else NO_UNIT
