"""Jackknife intervals of many trials at once: what `inference.jackknife` says, as arrays.

An estimate is the same function of sums whichever numbers these are (`algebra.functional`), so all
trials of a setting, and each of them without each of its units in turn, are one block of sums. What
is made of these (errors, degrees of freedom, Fieller's interval) is written here a second time, for
arrays of a row a trial; simulations hold it to `estimate` and `compare` in every so many trials.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from measurand.algebra.functional_floats import FloatRows, Floats
from measurand.evidence.evidence import Evidence
from measurand.inference.interval import Interval
from measurand.metrics.family import Estimator
from measurand.values.score import Undefined

Numbers = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]
_CELLS = 2**22
"""Numbers of a block: trials times units times kinds."""
_FEWEST, _ROUNDING = 2, 1e-6
_FARTHEST, _HALVINGS = 40, 60


@frozen(eq=False)
class Units:
    """Units of many trials: what each holds, by kind, and how often there is such a unit.

    `held` is trials by units by kinds, `times` is trials by units.
    """

    held: Numbers
    times: Numbers

    @property
    def all(self) -> Numbers:
        """Count the kinds of each trial."""
        return np.asarray(np.einsum("tu,tuk->tk", self.times, self.held))

    def within(self, added: Sequence[int], kinds: int, times: Numbers | None = None) -> "Units":
        """Add a unit of each of some kinds, of so many kinds in all; each so many times a trial."""
        trials, units, known = self.held.shape
        held = np.zeros((trials, units + len(added), kinds))
        held[:, :units, :known] = self.held
        each = np.ones(trials) if times is None else times
        held[:, np.arange(units, units + len(added)), list(added)] = each[:, None]
        return Units(held, np.concatenate([self.times, np.ones((trials, len(added)))], axis=1))

    def mapped(self, onto: Integers, kinds: int) -> "Units":
        """Say of each kind which other it is, of so many."""
        matrix = np.zeros((len(onto), kinds))
        matrix[np.arange(len(onto)), onto] = 1.0
        return Units(self.held @ matrix, self.times)

    def having(self, some: Bools) -> Numbers:
        """Count the units that hold one of some kinds."""
        there = (self.held[:, :, some] > 0).any(axis=2)
        return np.asarray((there * self.times).sum(axis=1))


def units_of(codes: Integers, owner: Integers | None, kinds: int) -> Units:
    """Make the units of trials of codes of samples: each kind is one, or each cluster."""
    trials = len(codes)
    if owner is None:
        times = counted(codes, np.zeros(codes.shape[1], dtype=np.int64), kinds)[:, 0]
        return Units(np.broadcast_to(np.eye(kinds), (trials, kinds, kinds)), times)
    held = counted(codes, owner, kinds)
    return Units(held, np.ones(held.shape[:2]))


def counted(codes: Integers, owner: Integers, kinds: int) -> Numbers:
    """Count the codes of each trial and owner."""
    trials, owners = len(codes), int(owner[-1]) + 1
    place = (np.arange(trials)[:, None] * owners + owner) * kinds + codes
    found = np.bincount(place.ravel(), minlength=trials * owners * kinds)
    return found.reshape(trials, owners, kinds).astype(np.float64)


def blocks(trials: int, cells: int) -> Iterator[range]:
    """Cut trials into blocks that fit, each of so many cells."""
    step = max(1, _CELLS // cells)
    for start in range(0, trials, step):
        yield range(start, min(trials, start + step))


@frozen(eq=False)
class Errors:
    """As `jackknife.Errors`, a row a trial; `there` says where there are any."""

    top: Numbers
    bottom: Numbers
    of_top: Numbers
    of_bottom: Numbers
    of_both: Numbers
    freedom: Numbers
    there: Bools

    def ends(self, t: Numbers) -> tuple[Numbers, Numbers]:
        """Give Fieller's ends; NaN where there are none."""
        square = self.bottom**2 - t**2 * self.of_bottom
        half = self.top * self.bottom - t**2 * self.of_both
        under = half**2 - square * (self.top**2 - t**2 * self.of_top)
        root = np.sqrt(np.maximum(under, 0.0))
        below = np.where(square > 0, square, np.nan)
        return (half - root) / below, (half + root) / below


@frozen(eq=False)
class Intervals:
    """An interval a trial, NaN where there is none; and the p-value of 0, NaN where none is."""

    low: Numbers
    high: Numbers
    p: Numbers

    @property
    def given(self) -> Bools:
        """Say where there is an interval."""
        return np.asarray(~np.isnan(self.low))

    def same(self, at: int, other: Interval | Undefined) -> bool:
        """Tell whether the interval of a trial is another, but for rounding."""
        if isinstance(other, Undefined):
            return not bool(self.given[at])
        off = abs(self.low[at] - other.low) + abs(self.high[at] - other.high)
        return bool(off <= 1e-6 * (1 + abs(other.low) + abs(other.high)))


@frozen
class Held:
    """Of some trials, how many intervals there were, how many held the truth, how wide."""

    trials: int
    given: int
    covered: int
    width: float

    def __str__(self) -> str:
        """Say how many held the truth."""
        return f"{self.covered:,} of {self.given:,} ({100 * self.share:.2f} %)"

    @property
    def share(self) -> float:
        """Give the share of the intervals that held what is true; 1 where there was none."""
        return self.covered / self.given if self.given else 1.0

    def fits(self, level: Fraction, sigmas: int) -> bool:
        """Tell whether that is the level, or more, within so many standard errors."""
        expected = float(level)
        error = sqrt(expected * (1 - expected) / self.given) if self.given else 1.0
        return self.share >= expected - sigmas * error


def held(found: Sequence[Intervals], truth: float) -> Held:
    """Count how many of some intervals hold what is true, and how wide they are."""
    low = np.concatenate([one.low for one in found])
    high = np.concatenate([one.high for one in found])
    there = ~np.isnan(low)
    given = int(there.sum())
    covered = int(((low <= truth) & (truth <= high))[there].sum())
    return Held(len(low), given, covered, float((high - low)[there].sum()) / max(1, given))


def values(of: Estimator, kinds: Sequence[Evidence], counts: Numbers) -> Numbers:
    """Estimate each trial, by the counts of its kinds."""
    return _floats(of.value(FloatRows(kinds, counts.astype(np.int64), of.weigh)))


def _floats(number: object) -> Numbers:
    if not isinstance(number, Floats):
        message = f"numbers of its own rows: got {type(number).__name__}"
        raise TypeError(message)
    return number.values


def _left_out(of: Estimator, kinds: Sequence[Evidence], units: Units) -> tuple[Numbers, Numbers]:
    """Compute top and bottom without each unit, and last of all units, a row a trial."""
    every = units.all[:, None, :]
    rows = np.concatenate([every - units.held, every], axis=1)
    flat = FloatRows(kinds, rows.reshape(-1, len(kinds)).astype(np.int64), of.weigh)
    top, bottom = (_floats(side).reshape(rows.shape[:2]) for side in of.quotient(flat))
    # A unit that is there 0 times is none that could be left out.
    none = np.concatenate([units.times == 0, np.zeros((len(rows), 1), dtype=bool)], axis=1)
    return np.where(none, top[:, -1:], top), np.where(none, bottom[:, -1:], bottom)


def _spread(tops: Numbers, bottoms: Numbers, times: Numbers, labelled: Numbers) -> Errors:
    there = (np.isfinite(tops) & np.isfinite(bottoms)).all(axis=1) & (labelled >= _FEWEST)
    number = times.sum(axis=1)
    top, bottom = (_centred(side, times) for side in (tops, bottoms))
    whole = tops[:, -1], bottoms[:, -1]
    share = (number - 1) / number
    pull = top - _ratio(*whole)[:, None] * bottom
    squares = ((times * one * two).sum(axis=1) for one, two in ((top, top), (bottom, bottom)))
    of_top, of_bottom = (share * one for one in squares)
    of_both = share * (times * top * bottom).sum(axis=1)
    freedom = degrees(pull, times, labelled)
    return Errors(*whole, of_top, of_bottom, of_both, freedom, there)


def _centred(side: Numbers, times: Numbers) -> Numbers:
    mean = (times * side[:, :-1]).sum(axis=1) / times.sum(axis=1)
    return np.asarray(side[:, :-1] - mean[:, None])


def quotient(top: Numbers, bottom: Numbers) -> Numbers:
    """Divide; NaN where there is nothing to divide by."""
    return np.where(bottom == 0, np.nan, top / np.where(bottom == 0, 1.0, bottom))


def _ratio(top: Numbers, bottom: Numbers) -> Numbers:
    return np.where(bottom == 0, 0.0, top / np.where(bottom == 0, 1.0, bottom))


def degrees(pull: Numbers, times: Numbers, labelled: Numbers) -> Numbers:
    """Count degrees of freedom, as `jackknife.degrees` does."""
    square = (times * pull**2).sum(axis=1)
    spread = (times * pull**4).sum(axis=1) - square**2 / times.sum(axis=1)
    by_spread = np.where(spread > 0, 2 * square**2 / np.where(spread > 0, spread, 1.0), np.inf)
    return np.maximum(1.0, np.minimum(by_spread, labelled - 1.0))


def t_of(level: Fraction, freedom: Numbers) -> Numbers:
    """Give the t of a two-sided interval."""
    return np.asarray(-stdtrit(freedom, float((1 - level) / 2)))


def jackknifed(
    of: Estimator, kinds: Sequence[Evidence], units: Units, level: Fraction
) -> Intervals:
    """Give what `jackknife_interval` and `p_of_zero` do, of each trial.

    Of an estimate whose added samples depend on what there is, kinds are those of all trials.
    """
    observed = values(of, kinds, units.all)
    wide = _widened(of, kinds, units)
    low, high = _within(wide, _bounds(of), observed, level)
    found = Intervals(low, high, np.where(wide.there, _p_values(wide), np.nan))
    if not of.holds_both:
        return found
    some = np.array([of.labelled(kind) for kind in kinds])
    alone = _spread(*_left_out(of, kinds, units), units.times, units.having(some))
    ends = _within(alone, _bounds(of), observed, level)
    return both(found, Intervals(*ends, np.where(alone.there, _p_values(alone), np.nan)))


def _p_values(wide: Errors) -> Numbers:
    """Double the tail of t beyond each top; NaN where nothing pulls."""
    error = np.sqrt(np.where(wide.of_top > 0, wide.of_top, np.nan))
    return np.asarray(2 * stdtr(wide.freedom, -np.abs(wide.top) / error))


def _widened(of: Estimator, kinds: Sequence[Evidence], units: Units) -> Errors:
    more, places = _places(kinds, [one for one, _ in of.pseudo(kinds)])
    some = np.array([of.labelled(kind) for kind in more])
    units = units.within([], len(more))
    times = design_effects(
        units, places, some, lambda own: _pull(*_left_out(of, more, own), own.times)
    )
    wide = units.within(places, len(more), times)
    return _spread(*_left_out(of, more, wide), wide.times, wide.having(some))


def design_effects(
    units: Units,
    added: Sequence[int],
    some: Bools,
    pulls: Callable[[Units], Numbers],
    more: int = 0,
) -> Numbers:
    """Say of each trial how many of each kind are added as one unit: the effect, and `more`."""
    labels = units.held[:, :, some].sum(axis=2)
    every = (units.times * labels).sum(axis=1)
    most = np.ceil((units.times * labels**2).sum(axis=1) / np.maximum(1, every))
    if not added or (most <= 1).all():
        return np.ones(len(most))
    trials, _, kinds = units.held.shape
    apart = units.all
    apart = np.concatenate([apart, np.repeat(most[:, None], len(added), axis=1)], axis=1)
    one = np.eye(kinds)[[*range(kinds), *added]]
    single = Units(np.broadcast_to(one, (trials, *one.shape)), apart)

    def square(own: Units) -> Numbers:
        times = own.times.copy()
        times[:, -len(added) :] /= len(added)
        return np.asarray((times * pulls(own) ** 2).sum(axis=1))

    clustered, alone = square(units.within(added, kinds, most)), square(single)
    known = (alone > 0) & np.isfinite(clustered)
    effect = np.ceil(np.where(known, _ratio(clustered, alone), np.inf) - _ROUNDING)
    return np.asarray(np.maximum(1, np.minimum(most, effect + more)))


def _places(
    kinds: Sequence[Evidence], added: Sequence[Evidence]
) -> tuple[Sequence[Evidence], Sequence[int]]:
    known = {kind: at for at, kind in enumerate(kinds)}
    places = [known.setdefault(one, len(known)) for one in added]
    return list(known), places


def _bounds(of: Estimator) -> tuple[float, float] | None:
    return None if of.bounds is None else (float(of.bounds[0]), float(of.bounds[1]))


def _within(
    wide: Errors, bounds: tuple[float, float] | None, observed: Numbers, level: Fraction
) -> tuple[Numbers, Numbers]:
    low, high = wide.ends(t_of(level, wide.freedom))
    if bounds is not None:
        low, high = np.fmax(bounds[0], low), np.fmin(bounds[1], high)
    low, high = np.minimum(low, observed), np.maximum(high, observed)
    return np.where(wide.there, low, np.nan), np.where(wide.there, high, np.nan)


def compared(of: Estimator, kinds: Sequence[Evidence], units: Units, level: Fraction) -> Intervals:
    """Give what `jackknife.compared` does, of each trial; kinds of units are pairs of `kinds`.

    The pair of the kinds i and j is the kind i * len(kinds) + j.
    """
    size = len(kinds)
    onto = [np.arange(size**2) // size, np.arange(size**2) % size]
    known = {kind: at for at, kind in enumerate(kinds)}
    pseudo = [(known[one], known[two]) for one, two in of.pseudo(kinds)]
    closed = dict.fromkeys([*pseudo, *((two, one) for one, two in pseudo)])
    added = [one * size + two for one, two in closed]
    labelled = np.array([of.labelled(kind) for kind in kinds])
    some = labelled[onto[0]] & labelled[onto[1]]
    first, second = (values(of, kinds, units.mapped(side, size).all) for side in onto)

    def sides(own: Units) -> list[tuple[Numbers, Numbers]]:
        return [_left_out(of, kinds, own.mapped(side, size)) for side in onto]

    def pulls(own: Units) -> Numbers:
        one, two = (_pull(*side, own.times) for side in sides(own))
        return np.asarray(one - two)

    def apart(own: Units) -> Intervals:
        return _apart(of, sides(own), (own.times, own.having(some)), first - second, level)

    found = apart(units.within(added, size**2, design_effects(units, added, some, pulls)))
    return both(found, apart(units)) if of.holds_both else found


def both(found: Intervals, alone: Intervals) -> Intervals:
    """Hold what either interval holds, where there is the first; the larger p-value."""
    low, high = np.fmin(found.low, alone.low), np.fmax(found.high, alone.high)
    none = ~found.given
    low, high = np.where(none, np.nan, low), np.where(none, np.nan, high)
    return Intervals(low, high, np.where(none, np.nan, np.fmax(found.p, alone.p)))


def _apart(
    of: Estimator,
    found: Sequence[tuple[Numbers, Numbers]],
    among: tuple[Numbers, Numbers],
    observed: Numbers,
    level: Fraction,
) -> Intervals:
    bounds = _bounds(of)
    apart = None if bounds is None else (bounds[0] - bounds[1], bounds[1] - bounds[0])
    if any((bottom != 1).any() for _, bottom in found):
        return _of_quotients(found, *among, (observed, bounds, apart), level)
    tops = found[0][0] - found[1][0]
    wide = _spread(tops, np.ones_like(tops), *among)
    return Intervals(*_within(wide, apart, observed, level), np.full(len(tops), np.nan))


Ends = tuple[float, float] | None


def _of_quotients(
    found: Sequence[tuple[Numbers, Numbers]],
    times: Numbers,
    labelled: Numbers,
    among: tuple[Numbers, Ends, Ends],
    level: Fraction,
) -> Intervals:
    observed, bounds, apart = among
    wides = [_spread(*side, times, labelled) for side in found]
    pulls = [_pull(*side, times) for side in found]
    squares = [(times * pull**2).sum(axis=1) for pull in pulls]
    both = np.sqrt(squares[0] * squares[1])
    together = _ratio((times * pulls[0] * pulls[1]).sum(axis=1), both)
    freedoms = [wide.freedom for wide in wides]
    freedom = np.minimum(np.minimum(*freedoms), degrees(pulls[0] - pulls[1], times, labelled))

    def ends(t: Numbers) -> tuple[Numbers, Numbers]:
        return _zou(wides, together, bounds, t)

    low, high = ends(t_of(level, freedom))
    least, most = apart or (-np.inf, np.inf)
    there = wides[0].there & wides[1].there & ~np.isnan(observed)
    low = np.where(there, np.minimum(np.maximum(low, least), observed), np.nan)
    high = np.where(there, np.maximum(np.minimum(high, most), observed), np.nan)
    p = np.minimum(1.0, 2 * stdtr(freedom, -_reach(ends, len(observed))))
    return Intervals(low, high, np.where(there, p, np.nan))


def _pull(tops: Numbers, bottoms: Numbers, times: Numbers) -> Numbers:
    top, bottom = (_centred(one, times) for one in (tops, bottoms))
    below = np.where(bottoms[:, -1] == 0, 1.0, bottoms[:, -1])[:, None]
    return np.asarray((top - _ratio(tops[:, -1], bottoms[:, -1])[:, None] * bottom) / below)


def _zou(
    wides: Sequence[Errors], together: Numbers, bounds: Ends, t: Numbers
) -> tuple[Numbers, Numbers]:
    """Join the intervals of both quotients (Zou and Donner 2008)."""
    least, most = bounds or (-np.inf, np.inf)
    found = [wide.ends(t) for wide in wides]
    open_ = np.isnan(found[0][0]) | np.isnan(found[1][0])
    held = [
        (
            np.where(np.isnan(low), least, np.clip(low, least, most)),
            np.where(np.isnan(low), most, np.clip(high, least, most)),
        )
        for low, high in found
    ]
    (low, high), (other_low, other_high) = held
    first, second = (
        np.clip(_ratio(wide.top, wide.bottom), *ends)
        for wide, ends in zip(wides, held, strict=True)
    )

    def joined(one: Numbers, two: Numbers) -> Numbers:
        return np.sqrt(np.maximum(0.0, one**2 + two**2 - 2 * together * one * two))

    below = first - second - joined(first - low, other_high - second)
    above = first - second + joined(high - first, second - other_low)
    return np.where(open_, low - other_high, below), np.where(open_, high - other_low, above)


def _reach(ends: Callable[[Numbers], tuple[Numbers, Numbers]], number: int) -> Numbers:
    """Find the least t whose interval holds 0, by doubling and halving."""

    def holds(t: Numbers) -> Bools:
        low, high = ends(t)
        return np.asarray(~((low > 0) | (high < 0)))

    under, over = np.zeros(number), np.ones(number)
    for _ in range(_FARTHEST):
        far = ~holds(over)
        if not far.any():
            break
        under, over = np.where(far, over, under), np.where(far, 2 * over, over)
    for _ in range(_HALVINGS):
        middle = (under + over) / 2
        inside = holds(middle)
        under, over = np.where(inside, under, middle), np.where(inside, middle, over)
    return under
