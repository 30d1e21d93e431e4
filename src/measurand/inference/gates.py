"""Gates: whether a run is worse than its base, as one of many looks at a branch.

A branch is looked at after every run. Each look is at a system of its own, for the branch changed;
but all of them are at the same items, beside the same run of the base, whose luck they share. So
looks hang together in a way that nobody knows, and what one of them found says little of the next.
Evidence is therefore not added up over looks: the mean of all runs so far less the base does not go
to the difference of the systems, but to that and the luck of the base, and a sequence of such means
calls a branch worse that changed nothing (the page of simulations shows how often).

What is made of looks here is the plainest confidence sequence there is: look t has the share
alpha / (t (t + 1)) of alpha, and all shares add up to alpha, however many looks there will be. The
chance that any look is wrong is at most the sum of the shares, whatever looks have to do with one
another and whenever somebody stops (the union bound; D. Darling and H. Robbins 1967, Confidence
sequences for mean, variance, and median, PNAS 58; of its use over many looks S. Howard, A. Ramdas,
J. McAuliffe and J. Sekhon 2021, Time-uniform, nonparametric, nonasymptotic confidence sequences,
Annals of Statistics 49). It says of every look's own difference what holds at all looks at once.
Intervals of looks are not cut with one another: they are of different systems.

A look's share is parted in halves. One is that of an exact test: where run and base are alike, it
is chance which of both gave which answer to an item, or to a cluster of items (`sign_flip`). The
other is that of bounds of the difference, for what is tolerated: `betting_interval`, which holds of
any number of items, or clusters, drawn from a population, with scores from 0 to 1. Their order
there is that of a digest of their names, which nothing in a run can move.

Not covered is a branch whose author looks at the items themselves: it is fitted to them, and better
on these alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from math import ceil
from statistics import NormalDist

from attrs import evolve, field, frozen

from measurand.inference.betting import betting_interval
from measurand.inference.interval import Interval
from measurand.inference.leaderboards import Better, Paired, Scores, compared
from measurand.inference.losses import Apart, enough, expected_losses
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.values.score import Defined, Score, Undefined

DROPS = (Fraction(1, 100), Fraction(2, 100), Fraction(5, 100))
POWER = Fraction(4, 5)
_RUN, _BASE = "run", "base"
_MOST_REPLICATES, _PATTERNS = 2_000_000, 2_000_000
_ENOUGH = 2
"""So many random exchanges as extreme as the observed one may come, and it still is called."""


class Outcome(Enum):
    """What a look says of a run, beside its base.

    `not worse` is a run that is not worse by more than is tolerated, and that may be better by more
    than that, or equal: it passes.
    """

    BETTER = "better"
    EQUAL = "equal"
    NOT_WORSE = "not worse"
    WORSE = "worse"
    TOO_FEW = "too few"

    @property
    def passes(self) -> bool:
        """Tell whether the run is not worse.

        >>> Outcome.NOT_WORSE.passes, Outcome.TOO_FEW.passes
        (True, False)
        """
        return self in {Outcome.BETTER, Outcome.EQUAL, Outcome.NOT_WORSE}


@frozen
class Tolerance:
    """A difference that is accepted, in the unit of scores, and the reason why.

    >>> Tolerance(Fraction(1, 100), "reruns differ by as much").amount
    Fraction(1, 100)

    Raises ValueError unless 0 < amount < 1, and without a reason.
    """

    amount: Fraction = field()
    because: str = field()

    @amount.validator
    def _share(self, _attribute: object, value: Fraction) -> None:
        if not 0 < value < 1:
            message = f"a tolerance between 0 and 1: got {value}"
            raise ValueError(message)

    @because.validator
    def _reason(self, _attribute: object, value: str) -> None:
        if not value.strip():
            message = f"the reason of a tolerance: got {value!r}"
            raise ValueError(message)


@frozen(kw_only=True)
class Look:
    """Which look at a branch this is, from 1 on, at so many measures together.

    `alpha` is the chance that any look of the branch calls a run different that is not, or has
    bounds that do not hold.

    >>> looks = [Look(number=number) for number in range(1, 100)]
    >>> looks[0].share, sum(one.share for one in looks)
    (Fraction(1, 40), Fraction(99, 2000))

    Raises ValueError unless 0 < alpha < 1, and for a number or measures below 1.
    """

    number: int = 1
    alpha: Fraction = Fraction(1, 20)
    measures: int = 1

    def __attrs_post_init__(self) -> None:
        if not 0 < self.alpha < 1 or self.number < 1 or self.measures < 1:
            message = f"a look from 1 on, of measures, with an alpha in (0, 1): got {self}"
            raise ValueError(message)

    @property
    def share(self) -> Fraction:
        """Give what of alpha this look has, for one of its measures."""
        return self.alpha / (self.number * (self.number + 1) * self.measures)

    @property
    def half(self) -> Fraction:
        """Give what the test has of that, and what the bounds have."""
        return self.share / 2

    @property
    def fewest(self) -> int:
        """Count the units that must differ, all one way, before anything can be said.

        >>> Look().fewest
        8
        """
        units = 1
        while Fraction(2, 2**units) > self.half:
            units += 1
        return units


@frozen(kw_only=True)
class Power:
    """How probable it was that so large a true drop is called worse; how many items 80 % need."""

    drop: Fraction
    power: float | Undefined
    needed: int | Undefined


@frozen(kw_only=True)
class Gate:
    """What a look says of one measure.

    `difference` is run less base on the `items` that both have, `error` its standard error,
    `bounds` hold it with the share of the look, `p_value` is that of the exchange. `visible` is the
    true drop that is called worse with 80 % power, `powers` those of some drops; both are
    approximations by the normal law. `needed` is how many items would show that a run as good as
    the base is not worse than what is tolerated, with 80 % power. `missing` counts the items that
    only one of both has, `lacks` says why; then `outcome` is one that holds whatever they are.
    """

    measure: str
    outcome: Outcome
    because: str
    look: Look
    tolerance: Tolerance | None
    better: Better
    run: Score
    base: Score
    difference: Score
    items: int
    units: int
    error: float | Undefined
    p_value: PValue | Undefined
    bounds: Interval | Undefined
    visible: float | Undefined
    powers: tuple[Power, ...]
    needed: int | Undefined
    missing: int = 0
    lacks: tuple[str, ...] = ()


@frozen(kw_only=True)
class Terms:
    """What is asked of a gate: see `gate`."""

    look: Look = field(factory=Look)
    tolerance: Tolerance | None = None
    better: Better = Better.HIGH
    drops: tuple[Fraction, ...] = DROPS

    @property
    def tolerated(self) -> Fraction:
        """Give the difference that is accepted."""
        return Fraction(0) if self.tolerance is None else self.tolerance.amount

    @property
    def sign(self) -> int:
        """Give 1 where a high score is better, else -1."""
        return 1 if self.better is Better.HIGH else -1

    def plan(self, plan: Plan) -> Plan:
        """Work harder for an exact test; draw so many exchanges else that the look can use them."""
        wanted = min(_MOST_REPLICATES, ceil(_ENOUGH / self.look.half))
        replicates, patterns = max(plan.replicates, wanted), max(plan.patterns, _PATTERNS)
        return evolve(plan, replicates=replicates, patterns=patterns)


def gate(  # noqa: PLR0913  # two runs, and all that is asked of them
    run: Scores,
    base: Scores,
    plan: Plan,
    terms: Terms,
    *,
    clusters: Mapping[str, str] | None = None,
    measure: str = "",
    lacks: Sequence[str] = (),
) -> Gate:
    """Hold a run to its base, item by item: `run` and `base` say what each item is worth.

    `clusters` names the cluster of every item. The order of items does not matter.

    >>> base = {str(at): Fraction(1) for at in range(40)}
    >>> gate(base, base, Plan(), Terms()).outcome.value
    'equal'
    >>> gate({**base, **{str(at): Fraction(0) for at in range(9)}}, base, Plan(), Terms()
    ...      ).outcome.value
    'worse'

    Raises ValueError for an item without a cluster.
    """
    paired, bounds = _look(run, base, plan, terms, clusters)
    found = gate_of_pair(paired, bounds, terms, measure=measure, lacks=lacks)
    if not found.missing or isinstance(bounds, Undefined):
        return found
    return _cautious(found, _either(run, base, plan, terms, clusters))


def _look(
    run: Scores, base: Scores, plan: Plan, terms: Terms, clusters: Mapping[str, str] | None
) -> tuple[Paired, Interval | Undefined]:
    paired = compared((_RUN, _BASE), {_RUN: run, _BASE: base}, terms.plan(plan), clusters)
    return paired, _bounds(run, base, terms.look, clusters)


def _bounds(
    run: Scores, base: Scores, look: Look, clusters: Mapping[str, str] | None
) -> Interval | Undefined:
    """Bound the mean difference of items; a cluster weighs as many as it has."""
    items = [item for item in base if item in run]
    if not items:
        return Undefined("no item that both have")
    both = [(float(run[item]), float(base[item])) for item in items]
    if not all(0 <= score <= 1 for pair in both for score in pair):
        return Undefined("bounds are of scores from 0 to 1")
    sums: dict[str, tuple[float, int]] = {}
    for item, (mine, its) in zip(items, both, strict=True):
        name = item if clusters is None else clusters[item]
        total, number = sums.get(name, (0.0, 0))
        sums[name] = total + mine - its, number + 1
    units = [sums[name] for name in sorted(sums, key=_place)]
    largest = max(number for _, number in units)
    level = 1 - look.half
    found = betting_interval(
        [min(1.0, max(0.0, (total / number + 1) / 2)) for total, number in units],
        level,
        weights=[number / largest for _, number in units],
    )
    return Interval(2 * found.low - 1, 2 * found.high - 1, level)


def _place(name: str) -> bytes:
    """Order units by what nothing in a run can move."""
    return sha256(name.encode("utf-8", "surrogatepass")).digest()


def gate_of_pair(
    paired: Paired,
    bounds: Interval | Undefined,
    terms: Terms,
    *,
    measure: str = "",
    lacks: Sequence[str] = (),
) -> Gate:
    """Say what two runs that are compared come to, run less base, in one look.

    Where one of both lacks items, nothing is decided of a score that is no mean of items.
    """
    found, missing = paired.found, sum(paired.found.alone)
    outcome, because = _outcome(paired, bounds, terms)
    if missing:
        outcome, because = Outcome.TOO_FEW, _HIDDEN
    reach = _reach(paired, bounds, terms)
    return Gate(
        measure=measure,
        outcome=outcome,
        because=because,
        look=terms.look,
        tolerance=terms.tolerance,
        better=terms.better,
        run=found.first,
        base=found.second,
        difference=found.difference,
        items=paired.items,
        units=found.units,
        error=paired.error,
        p_value=found.p_value,
        bounds=bounds,
        visible=_visible(paired, reach, terms),
        powers=tuple(_power(drop, paired, reach, terms) for drop in terms.drops),
        needed=_needed(paired, bounds, terms),
        missing=missing,
        lacks=tuple(lacks),
    )


_HIDDEN = "items that only one of both has may decide"


def _outcome(paired: Paired, bounds: Interval | Undefined, terms: Terms) -> tuple[Outcome, str]:
    """Give the outcome, and why."""
    found, tolerated = paired.found, terms.tolerated
    if isinstance(found.difference, Undefined):
        return Outcome.TOO_FEW, found.difference.reason
    if found.units < terms.look.fewest:
        return Outcome.TOO_FEW, _few(paired, terms).reason
    p_value = found.p_value
    if paired.units and not any(difference for difference, _ in paired.units):
        return Outcome.EQUAL, "no item differs"
    up = _exact(found.difference) * terms.sign > 0
    apart = isinstance(p_value, PValue) and p_value.value <= terms.look.half
    if apart and not tolerated:
        return (Outcome.BETTER if up else Outcome.WORSE), _BY_TEST
    if not isinstance(bounds, Undefined):
        inside = bounds.signed(terms.sign)
        low, high = inside.low, inside.high
        if high < -tolerated:
            return Outcome.WORSE, _BY_BOUNDS
        if low > tolerated:
            return Outcome.BETTER, _BY_BOUNDS
        if low >= -tolerated:
            return (Outcome.EQUAL if high <= tolerated else Outcome.NOT_WORSE), _BY_BOUNDS
    if apart and up:
        return Outcome.NOT_WORSE, _BY_TEST
    return Outcome.TOO_FEW, _unshown(p_value, terms.look)


def _unshown(p_value: PValue | Undefined, look: Look) -> str:
    if isinstance(p_value, PValue) and p_value.least > look.half:
        return "no p that may come out of these is as small as this look asks"
    return "neither a difference is shown, nor that there is none"


_BY_TEST, _BY_BOUNDS = "by the test", "by the bounds"


def _exact(score: Defined) -> Fraction:
    return score.value if isinstance(score.value, Fraction) else Fraction(float(score.value))


def _either(
    run: Scores,
    base: Scores,
    plan: Plan,
    terms: Terms,
    clusters: Mapping[str, str] | None,
) -> Iterable[Outcome]:
    """Give the outcomes where what is missing is as bad for the run as it can be, and as good."""
    every = {*run, *base}
    for of_run, of_base in ((0, 1), (1, 0)):
        mine = {item: run.get(item, Fraction(of_run)) for item in every}
        its = {item: base.get(item, Fraction(of_base)) for item in every}
        paired, bounds = _look(mine, its, plan, terms, clusters)
        yield _outcome(paired, bounds, terms)[0]


def _cautious(found: Gate, either: Iterable[Outcome]) -> Gate:
    """Take what holds whatever the missing are."""
    worst_best = set(either)
    if len(worst_best) == 1:
        [outcome] = worst_best
    elif all(one.passes for one in worst_best):
        outcome = Outcome.NOT_WORSE
    else:
        outcome = Outcome.TOO_FEW
    because = _HIDDEN if outcome is Outcome.TOO_FEW else "whatever the missing items are worth"
    return evolve(found, outcome=outcome, because=because)


_NO_SPREAD = Undefined("no item differs")


def _normal(share: Fraction) -> float:
    return NormalDist().inv_cdf(float(share))


def _reach(paired: Paired, bounds: Interval | Undefined, terms: Terms) -> float | Undefined:
    """Say how far beyond what is tolerated an observed difference has to lie."""
    if isinstance(paired.error, Undefined):
        return paired.error
    if not paired.error:
        return _NO_SPREAD
    if paired.found.units < terms.look.fewest:
        return _few(paired, terms)
    if not terms.tolerated:
        return _normal(1 - terms.look.half / 2) * paired.error
    return bounds if isinstance(bounds, Undefined) else (bounds.high - bounds.low) / 2


def _few(paired: Paired, terms: Terms) -> Undefined:
    units, look = paired.found.units, terms.look
    exchanged = f"{units} unit{'' if units == 1 else 's'} to exchange"
    return Undefined(f"{exchanged}, and look {look.number} needs {look.fewest} at least")


def _visible(paired: Paired, reach: float | Undefined, terms: Terms) -> float | Undefined:
    if isinstance(reach, Undefined) or isinstance(paired.error, Undefined):
        return reach
    normal = float(terms.tolerated) + reach + _normal(POWER) * paired.error
    apart = _apart(paired)
    least = (
        0.0
        if apart is None
        else apart.showing(expected_losses(terms.look.fewest, POWER), paired.items)
    )
    return max(normal, least)


def _power(drop: Fraction, paired: Paired, reach: float | Undefined, terms: Terms) -> Power:
    """Reckon the power for one drop, whose estimate is as good as normal."""
    error, beyond = paired.error, float(drop - terms.tolerated)
    if isinstance(reach, Undefined) or isinstance(error, Undefined):
        why = reach if isinstance(reach, Undefined) else _NO_SPREAD
        return Power(drop=drop, power=why, needed=why)
    power, apart = NormalDist().cdf((beyond - reach) / error), _apart(paired)
    times = 0.0
    if apart is not None:
        losing = apart.losing(float(drop), paired.items)
        power, times = (
            min(power, enough(losing, terms.look.fewest)),
            expected_losses(terms.look.fewest, POWER) / losing,
        )
    needed: int | Undefined = Undefined("it is tolerated")
    if beyond > 0:
        times = max(times, ((reach + _normal(POWER) * error) / beyond) ** 2)
        needed = ceil(paired.items * times)
    return Power(drop=drop, power=power, needed=needed)


def _apart(paired: Paired) -> Apart | None:
    """Count the units that differ; None where they are not known, or none does."""
    apart = [(abs(float(value)), number) for value, number in paired.units if value]
    number = sum(number for _, number in apart)
    if not number:
        return None
    return Apart(number, sum(value * times for value, times in apart) / number)


def _needed(paired: Paired, bounds: Interval | Undefined, terms: Terms) -> int | Undefined:
    """Reckon how many items would show that a run as good as the base is not worse."""
    if not terms.tolerated:
        return Undefined("no number shows that two runs are equal: say what is tolerated")
    if isinstance(bounds, Undefined):
        return bounds
    if isinstance(paired.error, Undefined):
        return paired.error
    half = (bounds.high - bounds.low) / 2
    reach = half + _normal(POWER) * paired.error
    return ceil(paired.items * (reach / float(terms.tolerated)) ** 2)


def digest(scores: Scores) -> str:
    """Give what tells a run by its scores, item by item, in any order.

    >>> one = {"a": Fraction(1), "b": Fraction(1, 2)}
    >>> digest(one) == digest(dict(reversed(one.items()))), len(digest(one))
    (True, 64)
    """
    rows = sorted((item, str(score)) for item, score in scores.items())
    return sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()
