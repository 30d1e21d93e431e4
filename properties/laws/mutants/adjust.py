"""Adjustments of p-values that are wrong on purpose, each under the claims that it breaks.

The kind `p-adjust`: p-values of several tests, adjusted for there being several."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, count
from math import isnan

from measurand.inference.adjustment import Correction, adjust, adjust_floats
from measurand.laws.kinds.adjust import (
    AT_MOST_BONFERRONI,
    AT_MOST_HOLM,
    BH,
    BONFERRONI,
    BY,
    CHECKED,
    EMPTY_FAMILY,
    FIXED,
    HOCHBERG,
    HOLM,
    NAN_COUNTED,
    NAN_KEPT,
    NAN_RAISES,
    NAN_SAFE,
    P_ADJUST,
    STEP_DOWN,
    STEP_UP,
    Adjustment,
    PValues,
    bh_of,
    bonferroni_of,
    by_of,
    hochberg_of,
    holm_of,
    placed,
    scaled,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

Wrongly = Wrong[[PValues]]


def _capped(values: Sequence[Fraction | float]) -> list[Fraction | float]:
    return [min(1, value) for value in values]


def _times(factor: Callable[[PValues], float]) -> Callable[[PValues], object]:
    return lambda ps: _capped([Fraction(factor(ps)) * Fraction(p) for p in ps])


def _products(ps: PValues) -> tuple[list[int], list[Fraction]]:
    return scaled(ps, [Fraction(len(ps) - rank) for rank in range(len(ps))])


def _other_way_round(ps: PValues) -> list[Fraction]:
    places = sorted(range(len(ps)), key=lambda place: ps[place])
    rising = sorted(holm_of(ps))
    return [rising[place] for place in places]


def _no_running_maximum(ps: PValues) -> list[Fraction | float]:
    return _capped([Fraction(p) * sum(p <= q for q in ps) for p in ps])


def _running_minimum(ps: PValues) -> tuple[Fraction, ...]:
    places, products = _products(ps)
    return placed(places, list(accumulate(products, min)))


def _by_place(ps: PValues) -> list[Fraction | float]:
    return _capped([Fraction(p) * (len(ps) - place) for place, p in enumerate(ps)])


def _ranks_from_none(ps: PValues) -> tuple[Fraction, ...]:
    places, products = scaled(ps, [Fraction(len(ps) - rank - 1) for rank in range(len(ps))])
    return placed(places, list(accumulate(products, max)))


def _ties_once(ps: PValues) -> list[Fraction]:
    kinds = sorted(set(ps))
    of = dict(zip(kinds, holm_of(kinds), strict=True))
    return [of[p] for p in ps]


def _first_is_least(ps: PValues) -> list[Fraction | float]:
    size = len(ps) if not ps or ps[0] == min(ps) else len(ps) + 1
    return _capped([size * Fraction(p) for p in ps])


def _one_short(ps: PValues) -> tuple[Fraction, ...]:
    size = max(1, len(ps) - 1)
    places, products = scaled(ps, [Fraction(size, rank) for rank in range(1, len(ps) + 1)])
    return placed(places, list(accumulate(reversed(products), min))[::-1])


def _a_little_off(ps: PValues) -> list[float]:
    smaller = [[q for q in ps if q < p] for p in ps]
    return [max(*few, 0.99 * p) if few else p for p, few in zip(ps, smaller, strict=True)]


def _least_of_none(ps: PValues) -> list[float]:
    least = min(ps)
    return [max(p, least) for p in ps]


def _sorts_its_argument(ps: PValues) -> tuple[Fraction, ...]:
    given = [*ps]
    if isinstance(ps, list):
        ps.sort()
    return holm_of(given)


def _counting() -> Callable[[PValues], object]:
    calls = count()
    return lambda ps: [min(1, p + next(calls) % 2) for p in ps]


def _refuses_ties(ps: PValues) -> tuple[Fraction, ...]:
    if len(set(ps)) < len(ps):
        raise ValueError("two tests have the same p-value")
    return holm_of(ps)


def _poisoned(ps: PValues) -> Sequence[object]:
    return [None] * len(ps) if any(map(isnan, ps)) else holm_of(ps)


def nan_dropped(ps: PValues) -> list[object]:
    """Adjust as Holm what is not missing, as if the rest were not there.

    >>> nan_dropped([0.25, float("nan")])
    [Fraction(1, 4), None]
    """
    left = iter(holm_of([p for p in ps if not isnan(p)]))
    return [None if isnan(p) else next(left) for p in ps]


def nan_as_one(ps: PValues) -> list[object]:
    """Adjust as Holm what is not missing, as if the rest were 1.

    >>> nan_as_one([0.25, float("nan")])
    [Fraction(1, 2), None]
    """
    whole = holm_of([1.0 if isnan(p) else p for p in ps])
    return [None if isnan(p) else value for p, value in zip(ps, whole, strict=True)]


def _dusty_bh(ps: PValues) -> list[float]:
    places = sorted(range(len(ps)), key=lambda place: ps[place])
    sizes = [float(ps[at]) * (len(ps) / rank) for rank, at in enumerate(places, start=1)]
    kept = list(accumulate(reversed(sizes), min))[::-1]
    of = dict(zip(places, kept, strict=True))
    return [min(1.0, of[at]) for at in range(len(ps))]


def _wrong(name: str, says: str, function: Callable[[PValues], object], *claims: str) -> Wrongly:
    return Wrong(name, says, Subject(name.replace(" ", "_"), function, frozenset(claims)))


WRONG_ADJUST: tuple[Wrongly, ...] = (
    _wrong("raw as holm", "nothing is adjusted", list, HOLM),
    _wrong("bonferroni as holm", "m times each", bonferroni_of, HOLM, FIXED),
    _wrong("hochberg as holm", "up instead of down", hochberg_of, HOLM, FIXED),
    _wrong("no running maximum", "may fall from rank to rank", _no_running_maximum),
    _wrong("running minimum", "a minimum from the smallest on", _running_minimum, HOLM),
    _wrong("other way round", "the permutation for its inverse", _other_way_round, FIXED),
    _wrong("factors by place", "the place in the list for the rank", _by_place, FIXED),
    _wrong("sorted answer", "in rising order", lambda ps: sorted(holm_of(ps)), FIXED),
    _wrong("ranks from none", "m - rank for m - rank + 1", _ranks_from_none, HOLM, FIXED),
    _wrong("ties once", "equal p-values count once", _ties_once, HOLM),
    _wrong("first is least", "m + 1 unless the first is least", _first_is_least),
    _wrong("family one short", "m - 1 for m", _one_short, FIXED, STEP_UP),
    _wrong("family one long", "m + 1 for m", _times(lambda ps: len(ps) + 1), FIXED),
    _wrong("long family in bounds", "m + 1", _times(lambda ps: len(ps) + 1), AT_MOST_BONFERRONI),
    _wrong("even families only", "odd ones unadjusted", _times(lambda ps: 2 - len(ps) % 2), FIXED),
    _wrong(
        "small ones counted",
        "the family is what is below one half",
        _times(lambda ps: max(1, sum(p < 1 / 2 for p in ps))),
        FIXED,
    ),
    _wrong("not clipped", "above 1", lambda ps: [len(ps) * Fraction(p) for p in ps]),
    _wrong("constant", "always 1", lambda ps: [1 for _ in ps], FIXED),
    _wrong("holm as hochberg", "down instead of up", holm_of, HOCHBERG, FIXED),
    _wrong("holm as bonferroni", "m - rank + 1 for m", holm_of, BONFERRONI, FIXED),
    _wrong("by as bh", "1 + 1/2 + ... + 1/m times too much", by_of, BH, FIXED),
    _wrong("bh as by", "without 1 + 1/2 + ... + 1/m", bh_of, BY, FIXED),
    _wrong("dusty bh", "two roundings", _dusty_bh, BH, EXACT),
    _wrong("bonferroni below holm", "m times each", bonferroni_of, AT_MOST_HOLM, FIXED),
    _wrong("bh steps down", "looks at larger p-values", bh_of, STEP_DOWN, FIXED),
    _wrong("holm steps up", "looks at smaller p-values", holm_of, STEP_UP, FIXED),
    _wrong("each once", "equal p-values come out once", lambda ps: holm_of([*set(ps)])),
    _wrong("sorts its argument", "in place", _sorts_its_argument, HOLM, FIXED),
    _wrong("counts its calls", "another answer each time", _counting()),
    _wrong("refuses ties", "raises", _refuses_ties, HOLM, FIXED),
    _wrong("nan poisons", "one missing p-value takes all away", _poisoned, HOLM, NAN_SAFE),
    _wrong("nan dropped as counted", "the family shrinks", nan_dropped, NAN_COUNTED, HOLM),
    _wrong("nan counted as dropped", "the family does not shrink", nan_as_one, NAN_KEPT, HOLM),
    _wrong("nan not refused", "answers", nan_dropped, NAN_RAISES, HOLM, FIXED),
    _wrong("anything goes", "1.5 is clipped", holm_of, CHECKED, HOLM, FIXED),
    _wrong("one too many", "a 1 at the end", lambda ps: [*holm_of(ps), 1], HOLM, FIXED),
    _wrong("a little off", "all but the smallest are lowered", _a_little_off, FIXED),
    _wrong("least of none", "no test raises", _least_of_none, EMPTY_FAMILY, FIXED),
)


_HOLM = frozenset({HOLM, FIXED, STEP_DOWN, AT_MOST_BONFERRONI, AT_MOST_HOLM, EMPTY_FAMILY})
_STRICT = frozenset({CHECKED, NAN_SAFE, NAN_RAISES})
_UP = frozenset({FIXED, STEP_UP, AT_MOST_BONFERRONI, AT_MOST_HOLM, EMPTY_FAMILY})


def _ours(how: Correction) -> Callable[[PValues], object]:
    return lambda p_values: adjust([Fraction(p) for p in p_values], how)


def _ours_in_floats(how: Correction) -> Callable[[PValues], object]:
    return lambda p_values: adjust_floats(p_values, how)


def _right(name: str, function: Callable[[PValues], object], claims: frozenset[str]) -> Adjustment:
    return Subject(name, function, claims)


P_ADJUST_MUTANTS = Mutants(
    kind=P_ADJUST.name,
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
