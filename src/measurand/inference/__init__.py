"""Intervals, p-values and families of tests, for every metric of the library.

Start with `estimate` (one system) and `compare` (two, joined by `measurand.pairs`); a `Plan` says
how. Nothing here loads numpy before it is called.
"""

from measurand.inference.compare import Comparison, compare, compares
from measurand.inference.effects import Effect, Effects
from measurand.inference.estimates import Estimate, estimate, estimates
from measurand.inference.exact import exact_mean, exact_ratio
from measurand.inference.family import Expected, Hypothesis, Judged, Verdict, judge
from measurand.inference.interval import Ends, Interval
from measurand.inference.multiple import Correction, adjust, adjust_floats, rejected
from measurand.inference.plan import AtAlpha, Overflow, Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import mcnemar, wilcoxon
from measurand.inference.rates import clopper_pearson, clustered_error, wilson

__all__ = [
    "AtAlpha",
    "Comparison",
    "Correction",
    "Effect",
    "Effects",
    "Ends",
    "Estimate",
    "Expected",
    "Hypothesis",
    "Interval",
    "Judged",
    "Overflow",
    "PValue",
    "Plan",
    "Stream",
    "Test",
    "Verdict",
    "adjust",
    "adjust_floats",
    "clopper_pearson",
    "clustered_error",
    "compare",
    "compares",
    "estimate",
    "estimates",
    "exact_mean",
    "exact_ratio",
    "judge",
    "mcnemar",
    "rejected",
    "wilcoxon",
    "wilson",
]
