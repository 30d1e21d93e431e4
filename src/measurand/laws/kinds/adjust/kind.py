"""The kind `p-adjust`: p-values of several tests, adjusted for there being several."""

from collections.abc import Callable
from fractions import Fraction

from measurand.inference.multiple import Correction, adjust, adjust_floats
from measurand.laws.kinds.adjust.by_name import (
    AT_MOST_BONFERRONI,
    AT_MOST_HOLM,
    BH,
    BONFERRONI,
    BY,
    HOCHBERG,
    HOLM,
    NAMED_LAWS,
    STEP_DOWN,
    STEP_UP,
    by_of,
)
from measurand.laws.kinds.adjust.cases import (
    ADJUST_LAWS,
    FIXED,
    NAN_SAFE,
    AdjustCase,
    Adjustment,
    PValues,
)
from measurand.laws.kinds.adjust.domain import (
    CHECKED,
    DOMAIN_LAWS,
    EMPTY_FAMILY,
    NAN_COUNTED,
    NAN_KEPT,
    NAN_RAISES,
)
from measurand.laws.kinds.adjust.wrong import WRONG_ADJUST, nan_as_one, nan_dropped
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import EXACT, Subject

_HOLM = frozenset({HOLM, FIXED, STEP_DOWN, AT_MOST_BONFERRONI, AT_MOST_HOLM, EMPTY_FAMILY})
_STRICT = frozenset({CHECKED, NAN_SAFE, NAN_RAISES})
_UP = frozenset({FIXED, STEP_UP, AT_MOST_BONFERRONI, AT_MOST_HOLM, EMPTY_FAMILY})


def _ours(how: Correction) -> Callable[[PValues], object]:
    return lambda p_values: adjust([Fraction(p) for p in p_values], how)


def _ours_in_floats(how: Correction) -> Callable[[PValues], object]:
    return lambda p_values: adjust_floats(p_values, how)


def _right(name: str, function: Callable[[PValues], object], claims: frozenset[str]) -> Adjustment:
    return Subject(name, function, claims)


P_ADJUST: Kind[[PValues], AdjustCase] = Kind(
    name="p-adjust",
    takes="a list of p-values, and gives as many adjusted ones in the same order",
    claims={
        FIXED: "only the number of tests counts: nothing is estimated from the p-values",
        HOLM: "Holm 1979",
        HOCHBERG: "Hochberg 1988",
        BONFERRONI: "m times each p-value, at most 1",
        BH: "Benjamini and Hochberg 1995",
        BY: "Benjamini and Yekutieli 2001",
        AT_MOST_BONFERRONI: "never above Bonferroni's",
        AT_MOST_HOLM: "never above Holm's",
        STEP_DOWN: "an adjusted p-value does not look at larger p-values",
        STEP_UP: "an adjusted p-value does not look at smaller p-values, but for their number",
        CHECKED: "what is below 0 or above 1 raises",
        NAN_SAFE: "NaN is refused, or stays NaN and takes no other p-value away",
        NAN_RAISES: "NaN raises",
        NAN_KEPT: "NaN stays NaN, the others are adjusted as if it were not there",
        NAN_COUNTED: "NaN stays NaN, the others are adjusted as if it were 1",
        EMPTY_FAMILY: "no p-value gives an empty list",
    },
    laws=(*ADJUST_LAWS, *DOMAIN_LAWS, *NAMED_LAWS),
    apart=(
        frozenset({NAN_RAISES, NAN_KEPT, NAN_COUNTED}),
        frozenset({HOLM, HOCHBERG, BONFERRONI, BH, BY}),
    ),
    right=(
        _right("holm", _ours(Correction.HOLM), _HOLM | _STRICT | {EXACT}),
        _right("holm in floats", _ours_in_floats(Correction.HOLM), _HOLM | _STRICT | {EXACT}),
        _right("hochberg", _ours(Correction.HOCHBERG), _UP | _STRICT | {HOCHBERG, EXACT}),
        _right("bh", _ours(Correction.BENJAMINI_HOCHBERG), _UP | _STRICT | {BH, EXACT}),
        _right("bh in floats", _ours_in_floats(Correction.BENJAMINI_HOCHBERG), _UP | {BH}),
        _right(
            "bonferroni",
            _ours(Correction.BONFERRONI),
            _STRICT | {BONFERRONI, FIXED, STEP_DOWN, STEP_UP, AT_MOST_BONFERRONI, EXACT},
        ),
        _right("none", _ours(Correction.NONE), _UP | _STRICT | {STEP_DOWN, EXACT}),
        _right("by", by_of, frozenset({BY, FIXED, STEP_UP, EMPTY_FAMILY, EXACT})),
        _right("holm without nan", nan_dropped, _HOLM | {NAN_SAFE, NAN_KEPT}),
        _right("holm with nan as 1", nan_as_one, _HOLM | {NAN_SAFE, NAN_COUNTED}),
    ),
    wrong=WRONG_ADJUST,
)
