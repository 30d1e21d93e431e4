"""N systems on the same items: differences of all pairs, their tests as one family, rank sets.

What an item is worth to a system is one number. Each pair is compared on the items that both have:
the difference is the mean over these, first less second; its error is paired, and clustered where
items come in clusters; its p-value is that of exchanging the systems item by item, or cluster by
cluster (exact where that is feasible, McNemar's test for zeros and ones), or of signed ranks. All
pairs are one family, over which p-values are adjusted. From the pairs that are separated follow the
ranks.

A leaderboard carries what its verdicts are made of, so that others may compute them anew
(`rank_certificate`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import combinations
from math import sqrt

from attrs import frozen

from measurand.inference.adjustment import Correction
from measurand.inference.comparison import Comparison, signed_ranks
from measurand.inference.family import Hypothesis, Judged, Verdict, judge
from measurand.inference.interval import Interval
from measurand.inference.jackknife import t_quantile
from measurand.inference.plan import AtAlpha, Plan, Test
from measurand.inference.pvalue import PValue
from measurand.inference.rank_certificate import PairClaim, RankCertificate
from measurand.inference.rank_sets import (
    RankSet,
    items_needed,
    paired_error,
    rank_sets,
    swaps,
    tie_groups,
)
from measurand.inference.resample import words_of
from measurand.inference.sign_flip import EXACT, sign_flip_sum
from measurand.values.score import Defined, Score, Undefined

Scores = Mapping[str, Fraction]
"""What each item is worth to a system."""


_NO_MEAN = Undefined("the score is no mean of items")


class Better(Enum):
    """Which scores are better."""

    HIGH = "high"
    LOW = "low"


@frozen(kw_only=True)
class Difference:
    """Two systems on the items that both have; `units` are sums of items or clusters, counted."""

    first: str
    second: str
    items: int
    judged: Judged
    error: float | Undefined
    unpaired: float | Undefined
    needed: int | Undefined
    units: tuple[tuple[Fraction, int], ...]

    @property
    def value(self) -> Score:
        """Give the difference, first less second."""
        return self.judged.hypothesis.found.difference

    @property
    def separated(self) -> bool:
        """Tell whether the two are separated."""
        return self.judged.verdict is Verdict.DIFFERENT


@frozen(kw_only=True)
class Standing:
    """A system: its score on all items that it has, how many these are, and its ranks."""

    name: str
    score: Score
    items: int
    ranks: RankSet
    error: float | Undefined = _NO_MEAN
    units: int = 0

    @property
    def of_mean(self) -> bool:
        """Tell whether the score is a mean of items, so that it has an error of its own."""
        return self.error != _NO_MEAN

    def interval(self, plan: Plan) -> Interval | Undefined:
        """Give the score, less and more the t quantile times its error; `units` vary."""
        exact = _exact(self.score)
        if exact is None or isinstance(self.error, Undefined):
            return Undefined("no error of the score")
        half = t_quantile(plan.level, self.units - 1) * self.error
        return Interval(float(exact) - half, float(exact) + half, plan.level)


@frozen(kw_only=True)
class Swap:
    """Two systems that change places under another reading of the scores."""

    reading: str
    first: str
    second: str
    before: tuple[Fraction, Fraction]
    after: tuple[Fraction, Fraction]


@frozen(kw_only=True)
class Leaderboard:
    """Systems from the best score on, all pairs of them, and groups that are tied.

    `better` says whether a high or a low score is.
    """

    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    groups: tuple[tuple[str, ...], ...]
    plan: Plan
    better: Better = Better.HIGH


def leaderboard(
    systems: Mapping[str, Scores],
    plan: Plan,
    *,
    clusters: Mapping[str, str] | None = None,
    better: Better = Better.HIGH,
) -> Leaderboard:
    """Compare systems pair by pair, in the order of their scores.

    `clusters` names the cluster of every item, `better` says whether a high or a low score is. A
    system without an item has no score, and stands last.

    >>> items = [str(number) for number in range(12)]
    >>> right = {"a": 11, "b": 10, "c": 2}
    >>> systems = {name: {one: Fraction(int(one) < right[name]) for one in items} for name in right}
    >>> found = leaderboard(systems, Plan())
    >>> [(one.name, one.ranks.text) for one in found.standings], found.groups
    ([('a', '1-2'), ('b', '1-2'), ('c', '3')], (('a', 'b'), ('c',)))

    Raises ValueError for fewer than two systems, and for an item without a cluster.
    """
    if len(systems) < len("ab"):
        message = f"at least two systems: got {len(systems)}"
        raise ValueError(message)
    scores = {name: _mean(one) for name, one in systems.items()}
    order = in_order(scores, better)
    paired = {pair: compared(pair, systems, plan, clusters) for pair in combinations(order, 2)}
    names = (
        None
        if clusters is None
        else {name: [_cluster(clusters, item) for item in one] for name, one in systems.items()}
    )
    errors = {
        name: paired_error(one.values(), None if names is None else names[name])
        for name, one in systems.items()
    }
    items = {name: len(one) for name, one in systems.items()}
    units = items if names is None else {name: len(set(names[name])) for name in systems}
    return ranked(scores, items, paired, plan, errors=errors, units=units, better=better)


def in_order(scores: Mapping[str, Score], better: Better = Better.HIGH) -> list[str]:
    """List systems from the best score on; those without one stand last.

    >>> in_order({"a": Defined(Fraction(1, 2)), "b": Defined(Fraction(1)), "c": Undefined("none")})
    ['b', 'a', 'c']
    """
    sign = 1 if better is Better.HIGH else -1
    return sorted(scores, key=lambda name: _place(scores[name], sign))


@frozen(kw_only=True)
class Paired:
    """What was found of two systems; errors and units where the score is a mean over items."""

    found: Comparison
    items: int
    error: float | Undefined = _NO_MEAN
    unpaired: float | Undefined = _NO_MEAN
    units: tuple[tuple[Fraction, int], ...] = ()


def ranked(  # noqa: PLR0913  # systems with all that is known of them
    scores: Mapping[str, Score],
    items: Mapping[str, int],
    paired: Mapping[tuple[str, str], Paired],
    plan: Plan,
    *,
    errors: Mapping[str, float | Undefined] | None = None,
    units: Mapping[str, int] | None = None,
    better: Better = Better.HIGH,
) -> Leaderboard:
    """Judge all pairs as one family, and rank the systems.

    `paired` holds each pair in the order of `in_order`.

    >>> ranked({"a": Undefined("none")}, {"a": 0}, {}, Plan()).groups
    (('a',),)
    """
    sign = 1 if better is Better.HIGH else -1
    order = in_order(scores, better)
    hypotheses = [
        Hypothesis(name=" - ".join(pair), found=one.found) for pair, one in paired.items()
    ]
    differences = tuple(
        _difference(pair, one, judged, plan)
        for (pair, one), judged in zip(paired.items(), judge(hypotheses, plan), strict=True)
    )
    beats = {
        (one.first, one.second): _sign(one.value) * sign > 0 for one in differences if one.separated
    }
    ranks = rank_sets(order, beats)
    return Leaderboard(
        standings=tuple(
            Standing(
                name=name,
                score=scores[name],
                items=items[name],
                ranks=ranks[name],
                error=_NO_MEAN if errors is None else errors[name],
                units=0 if units is None else units[name],
            )
            for name in order
        ),
        differences=differences,
        groups=tie_groups(order, beats),
        plan=plan,
        better=better,
    )


def _place(score: Score, sign: int) -> tuple[bool, Fraction]:
    exact = _exact(score)
    return exact is None, Fraction(0) if exact is None else -sign * exact


def _exact(score: Score) -> Fraction | None:
    return score.value if isinstance(score, Defined) and isinstance(score.value, Fraction) else None


def _sign(score: Score) -> int:
    exact = _exact(score) or Fraction(0)
    return (exact > 0) - (exact < 0)


def _mean(scores: Scores) -> Score:
    if not scores:
        return _NOTHING
    counts = Counter(scores.values())
    total = sum((one * times for one, times in counts.items()), start=Fraction(0))
    return Defined(total / len(scores))


_NOTHING = Undefined("no item has a score")
_NONE_SHARED = Undefined("no item that both have")


def compared(
    pair: tuple[str, str],
    systems: Mapping[str, Scores],
    plan: Plan,
    clusters: Mapping[str, str] | None,
) -> Paired:
    """Compare two systems on the items that both have; the order of items does not matter.

    >>> one, other = {"x": Fraction(1), "y": Fraction(1)}, {"x": Fraction(0), "y": Fraction(1)}
    >>> compared(("a", "b"), {"a": one, "b": other}, Plan(), None).found.difference
    Defined(value=Fraction(1, 2))

    Raises ValueError for an item without a cluster.
    """
    first, second = (systems[name] for name in pair)
    items = [item for item in first if item in second]
    alone = (len(first) - len(items), len(second) - len(items))
    if not items:
        return Paired(found=_nothing(alone), items=0, error=_NONE_SHARED, unpaired=_NONE_SHARED)
    apart = [first[item] - second[item] for item in items]
    named = None if clusters is None else [_cluster(clusters, item) for item in items]
    sums = apart if named is None else _summed(apart, named)
    units = tuple(sorted(Counter(sums).items()))
    error = paired_error(apart, named)
    difference = sum(apart, start=Fraction(0)) / len(items)
    interval: Interval | Undefined = Undefined("no error of the difference")
    if not isinstance(error, Undefined):
        half = t_quantile(plan.level, len(sums) - 1) * error
        interval = Interval(float(difference) - half, float(difference) + half, plan.level)
    found = Comparison(
        first=_mean({item: first[item] for item in items}),
        second=_mean({item: second[item] for item in items}),
        difference=Defined(difference),
        interval=interval,
        p_value=_p_value(units, plan, pair),
        effects=Undefined("not asked for"),
        units=len(sums),
        left_out=sum(alone),
        alone=alone,
    )
    return Paired(
        found=found,
        items=len(items),
        error=error,
        unpaired=_unpaired([[one[item] for item in items] for one in (first, second)]),
        units=units,
    )


def _p_value(
    units: tuple[tuple[Fraction, int], ...], plan: Plan, pair: tuple[str, str]
) -> PValue | Undefined:
    match plan.test:
        case Test.SIGN_FLIP:
            return sign_flip_sum(units, plan, words_of(plan, "exchange", " - ".join(sorted(pair))))
        case Test.WILCOXON:
            return signed_ranks(units)
        case _:
            return Undefined("a bootstrap p-value asks for resamples, and none are drawn here")


def _cluster(clusters: Mapping[str, str], item: str) -> str:
    if item not in clusters:
        message = f"a cluster of every item: got none of {item!r}"
        raise ValueError(message)
    return clusters[item]


def _summed(apart: Sequence[Fraction], names: Sequence[str]) -> list[Fraction]:
    sums: dict[str, Fraction] = {}
    for value, name in zip(apart, names, strict=True):
        sums[name] = sums.get(name, Fraction(0)) + value
    return list(sums.values())


def _nothing(alone: tuple[int, int]) -> Comparison:
    return Comparison(
        first=_NONE_SHARED,
        second=_NONE_SHARED,
        difference=_NONE_SHARED,
        interval=_NONE_SHARED,
        p_value=_NONE_SHARED,
        effects=_NONE_SHARED,
        units=0,
        left_out=sum(alone),
        alone=alone,
    )


def _difference(pair: tuple[str, str], made: Paired, judged: Judged, plan: Plan) -> Difference:
    exact = _exact(made.found.difference)
    needed: int | Undefined = Undefined("no error of the difference")
    if exact is not None and not isinstance(made.error, Undefined):
        needed = items_needed(made.items, float(exact), made.error, alpha=plan.alpha)
    return Difference(
        first=pair[0],
        second=pair[1],
        items=made.items,
        judged=judged,
        error=made.error,
        unpaired=made.unpaired,
        needed=needed,
        units=made.units,
    )


def _unpaired(sides: Sequence[Sequence[Fraction]]) -> float | Undefined:
    """Give the error that a reader of two printed errors would take: sqrt(a^2 + b^2)."""
    errors = [paired_error(side) for side in sides]
    squares = [one**2 for one in errors if not isinstance(one, Undefined)]
    return sqrt(sum(squares)) if len(squares) == len(sides) else Undefined("fewer than two items")


def reordered(
    base: Mapping[str, Fraction],
    readings: Mapping[str, Mapping[str, Fraction]],
    better: Better = Better.HIGH,
) -> tuple[Swap, ...]:
    """Name every pair that changes places under another reading of the scores, reading by reading.

    Only systems that both readings have a score of are looked at.

    >>> base = {"a": Fraction(9, 10), "b": Fraction(8, 10)}
    >>> found = reordered(base, {"missing as wrong": {"a": Fraction(7, 10), "b": Fraction(8, 10)}})
    >>> [(one.reading, one.first, one.second) for one in found]
    [('missing as wrong', 'a', 'b')]
    """
    sign = 1 if better is Better.HIGH else -1
    found = []
    for reading, scores in readings.items():
        names = [name for name in base if name in scores]
        one, other = ({name: sign * some[name] for name in names} for some in (base, scores))
        found += [
            Swap(
                reading=reading,
                first=a,
                second=b,
                before=(base[a], base[b]),
                after=(scores[a], scores[b]),
            )
            for a, b in swaps(one, other)
        ]
    return tuple(found)


def certified(found: Leaderboard, title: str = "") -> RankCertificate | Undefined:
    """Write down what the verdicts of a leaderboard are made of.

    >>> one = {"x": Fraction(1), "y": Fraction(0)}
    >>> certified(leaderboard({"a": one, "b": one}, Plan())).ranks
    ((1, 2), (1, 2))

    Undefined where a score is no mean of items, no item is shared, or p-values are not those of an
    exchange, adjusted by Holm and held to alpha itself.
    """
    plan, order = found.plan, [one.name for one in found.standings]
    if plan.correction is not Correction.HOLM or plan.at_alpha is not AtAlpha.SIGNIFICANT:
        return Undefined("a certificate is of Holm's adjustment")
    if plan.test is not Test.SIGN_FLIP:
        return Undefined("a certificate is of p-values by exchange")
    pairs = [_claim(one, order) for one in found.differences]
    told = [one for one in pairs if one is not None]
    if len(told) < len(pairs):
        return Undefined("some pair has no difference of items")
    return RankCertificate(
        title=title,
        systems=tuple(order),
        ranks=tuple((one.ranks.best, one.ranks.worst) for one in found.standings),
        pairs=tuple(told),
        alpha=plan.alpha,
        higher=found.better is Better.HIGH,
    )


def _claim(one: Difference, order: Sequence[str]) -> PairClaim | None:
    p_value, value = one.judged.hypothesis.found.p_value, _exact(one.value)
    if value is None or not one.units or isinstance(p_value, Undefined):
        return None
    adjusted = one.judged.adjusted
    return PairClaim(
        first=order.index(one.first),
        second=order.index(one.second),
        items=one.items,
        units=one.units,
        difference=value,
        p_value=p_value.value,
        adjusted=Fraction(1) if isinstance(adjusted, Undefined) else adjusted,
        exact=p_value.how == EXACT,
        separated=one.separated,
    )
