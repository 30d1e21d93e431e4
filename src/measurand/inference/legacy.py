"""The paired bootstrap as older programs drew it: row numbers, in the order of the rows."""

from collections.abc import Sequence
from math import fsum

from measurand.algebra.draws import legacy_means
from measurand.inference.ends import interval_of, sign_p
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.values.score import Undefined


def legacy_test(
    differences: Sequence[float], plan: Plan
) -> tuple[Interval | Undefined, PValue | Undefined]:
    """Resample the mean of differences from numpy's legacy stream, seeded by the plan's seed alone.

    The order of the differences moves the numbers: they are the ones that a program got which drew
    `plan.replicates` times n row numbers. Undefined without differences.

    >>> from measurand.inference.plan import Test
    >>> plan = Plan(replicates=1000, test=Test.BOOTSTRAP_SIGN)
    >>> interval, p = legacy_test([0.25, 0.5, 0.25], plan)
    >>> interval, p.value
    (Interval(low=0.25, high=0.5, level=Fraction(19, 20), degenerate=None), Fraction(0, 1))
    """
    if not differences:
        nothing = Undefined("no sample was scored")
        return nothing, nothing
    import numpy as np

    drawn = legacy_means(plan.seed, differences, plan.replicates)
    observed = fsum(differences) / len(differences)
    nobody = np.zeros(1), [1]
    return interval_of(drawn, observed, plan, nobody), sign_p(drawn, plan)
