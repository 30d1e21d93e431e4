"""Strengths of systems from who wins against whom: the model of Bradley and Terry (1952).

System i wins against j with probability 1 / (1 + exp(s_j - s_i)). The strengths s are those of the
largest likelihood, with mean 0; a tie is half a win of either. They exist where, and only where,
the systems cannot be parted into two groups of which one never won anything against the other (Ford
1957): where they can, strengths run off to infinity, or nothing relates the two, and there are no
strengths but the reason. The likelihood is concave, so Newton's steps, halved where they lead down,
lead to its top; there each system's expected wins are its wins.

Errors are those of the sandwich: how far each comparison pulls, squared, between two inverses of
the information (White 1982). So they hold where verdicts are ties, or the model is only near; and
comparisons that come in clusters (of one question, say) pull together, which are then the units.
Where a system won (or lost) once or twice, what it pulls is far too small: strengths go through
what was seen. So an error is never smaller than what the likelihood would say of independent
comparisons (the inverse of its information, times how much is left over), and t has few degrees of
freedom where a few units pull most (`jackknife.degrees`). That intervals cover then is shown by
simulation (docs/reference/calibration.md).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isfinite, sqrt
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from measurand.inference.interval import LEVEL, Interval, checked_level, point
from measurand.inference.jackknife import degrees, t_quantile
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Games = tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]


@frozen
class Game:
    """A comparison of two systems: how far the first won, 1, 0 or between; and of which cluster.

    `longer` says by how much the first answer is longer, in any unit, where that is known.

    >>> Game("a", "b", Fraction(1, 2)).cluster is None
    True

    Raises ValueError where a system meets itself, a share is outside [0, 1], or a length is not
    finite.
    """

    first: str
    second: str = field()
    won: Fraction = field(validator=[validators.ge(Fraction(0)), validators.le(Fraction(1))])
    cluster: Hashable = None
    longer: float | None = field(default=None)

    @longer.validator
    def _finite(self, _attribute: object, value: float | None) -> None:
        if value is not None and not isfinite(value):
            message = f"a finite number: got {value}"
            raise ValueError(message)

    @second.validator
    def _another(self, _attribute: object, value: str) -> None:
        if value == self.first:
            message = f"two systems: got {value!r} against itself"
            raise ValueError(message)


@frozen(kw_only=True)
class Strength:
    """The strength of a system, in logarithms of odds: 0 is the mean of all."""

    name: str
    strength: float
    interval: Interval

    def odds_against(self, other: "Strength") -> float:
        """Give the probability to win against another system.

        >>> some = Strength(name="a", strength=0.0, interval=Interval(0.0, 0.0, LEVEL))
        >>> some.odds_against(some)
        0.5
        """
        from math import exp

        return 1 / (1 + exp(other.strength - self.strength))


TIES = "all comparisons are ties"
"""Why an interval of a strength is a point."""


@frozen(kw_only=True, eq=False)
class Fitted:
    """Strengths by name, and how far each unit of comparisons moved each of them.

    `moved` has a row for each unit: comparisons alone, or clusters. `alike` are the squared errors
    and their products that the likelihood has, were all comparisons independent.
    """

    names: tuple[str, ...]
    strengths: "Floats"
    moved: "Floats"
    alike: "Floats"

    def error(self, name: str, other: str | None = None) -> tuple[float, float]:
        """Give the error of a strength, or of how far it is from another; and degrees of freedom.

        The error is the larger of what the units moved and what the likelihood says.
        """
        import numpy as np

        side = np.zeros(len(self.names))
        side[self.names.index(name)] = 1.0
        if other is not None:
            side[self.names.index(other)] = -1.0
        moved, units = self.moved @ side, len(self.moved)
        square = max(units / (units - 1) * float(moved @ moved), float(side @ self.alike @ side))
        return sqrt(square), degrees(moved, np.ones(units), units - 1.0)

    def of(self, name: str) -> float:
        """Give a strength."""
        return float(self.strengths[self.names.index(name)])

    def apart(self, name: str, other: str) -> Fraction:
        """Give the p-value of two strengths being the same, by t."""
        from scipy.special import stdtr

        (error, freedom), far = self.error(name, other), self.of(name) - self.of(other)
        if not error:
            return Fraction(0) if far else Fraction(1)
        return min(Fraction(1), 2 * Fraction(float(stdtr(freedom, -abs(far) / error))))


def fitted(games: Iterable[Game]) -> Fitted | Undefined:
    """Fit strengths, and say how far each unit of comparisons moves them.

    >>> fitted([Game("a", "b", Fraction(1))])
    Undefined(reason='b never won against a')
    """
    listed = list(games)
    names = sorted({name for one in listed for name in (one.first, one.second)})
    if not names:
        return Undefined("no comparison")
    apart = _apart(names, listed)
    if apart is not None:
        return apart
    at = {name: place for place, name in enumerate(names)}
    sides = [(at[one.first], at[one.second], float(one.won)) for one in listed]
    strengths, inverse = _fitted(sides, len(names))
    units = [at if one.cluster is None else one.cluster for at, one in enumerate(listed)]
    keyed = [(one.cluster is not None, unit) for one, unit in zip(listed, units, strict=True)]
    moved = _moved(sides, strengths, inverse, keyed)
    if moved is None:
        return Undefined("one unit alone")
    alike = _alike(sides, strengths, inverse)
    return Fitted(names=tuple(names), strengths=strengths, moved=moved, alike=alike)


def bradley_terry(
    games: Iterable[Game], level: Fraction = LEVEL
) -> tuple[Strength, ...] | Undefined:
    """Find the strengths of all systems, by name, with intervals of this `level`.

    Undefined without two systems, and where a group of them never won against the others, or never
    met them.

    >>> some = [Game("a", "b", Fraction(won)) for won in (1, 1, 1, 0)]
    >>> [(one.name, round(one.strength, 4)) for one in bradley_terry(some)]
    [('a', 0.5493), ('b', -0.5493)]
    >>> bradley_terry(some[:3])
    Undefined(reason='b never won against a')

    Raises ValueError unless 0 < level < 1.
    """
    found = fitted(games)
    return found if isinstance(found, Undefined) else strengths_of(found, level)


def strengths_of(found: Fitted, level: Fraction = LEVEL) -> tuple[Strength, ...]:
    """Give the strengths that were fitted, each with an interval.

    Raises ValueError unless 0 < level < 1.
    """
    checked_level(level)
    strengths = []
    for name in found.names:
        s, (error, freedom) = found.of(name), found.error(name)
        half = t_quantile(level, freedom) * error
        around = Interval(s - half, s + half, level) if half else point(s, level, TIES)
        strengths.append(Strength(name=name, strength=s, interval=around))
    return tuple(strengths)


def _apart(names: Sequence[str], games: Sequence[Game]) -> Undefined | None:
    """Name two groups of systems of which one never won against the other; None where none did."""
    beats: dict[str, set[str]] = {name: set() for name in names}
    met: dict[str, set[str]] = {name: set() for name in names}
    for one in games:
        met[one.first].add(one.second)
        met[one.second].add(one.first)
        if one.won > 0:
            beats[one.first].add(one.second)
        if one.won < 1:
            beats[one.second].add(one.first)
    for name in names:
        reached = _reached(name, beats)
        if len(reached) < len(names):
            others = [other for other in names if other not in reached]
            some = ", ".join(sorted(reached))
            if len(_reached(name, met)) < len(names) and reached == _reached(name, met):
                return Undefined(f"{some} never met {', '.join(others)}")
            return Undefined(f"{some} never won against {', '.join(others)}")
    return None


def _reached(start: str, ways: Mapping[str, set[str]]) -> set[str]:
    reached, left = {start}, [start]
    while left:
        more = ways[left.pop()] - reached
        reached |= more
        left.extend(more)
    return reached


_STEPS, _STILL = 200, 1e-12


def _fitted(sides: Sequence[tuple[int, int, float]], number: int) -> tuple["Floats", "Floats"]:
    """Climb to the top of the likelihood; give the strengths and the inverse of the information."""
    import numpy as np

    # What is alike is counted once: of many comparisons few differ.
    alike = Counter(sides)
    first, second = (np.array([one[at] for one in alike], dtype=np.int64) for at in (0, 1))
    won, times = np.array([one[2] for one in alike]), np.array(list(alike.values()), dtype=float)
    games = first, second, won, times
    s = np.zeros(number)

    def height(at: "Floats") -> float:
        apart = at[first] - at[second]
        return float((times * (won * apart - np.logaddexp(0.0, apart))).sum())

    for _ in range(_STEPS):
        slope, information = _local(s, games)
        step = np.linalg.solve(information, slope)
        size = 1.0
        # What is lower by rounding alone is not lower: halving for that would end short of the top.
        least = height(s) - _STILL * abs(height(s))
        while height(s + size * step) < least and size > _STILL:
            size /= 2
        s = s + size * step
        if float(np.abs(size * step).max()) < _STILL:
            break
    _, information = _local(s, games)
    inverse = np.linalg.inv(information)
    return np.asarray(s - s.mean(), dtype=np.float64), np.asarray(inverse, dtype=np.float64)


def _local(s: "Floats", games: "Games") -> tuple["Floats", "Floats"]:
    """Give the slope of the likelihood and its information; ones added hold the sum at 0."""
    import numpy as np

    first, second, won, times = games
    expected = 1 / (1 + np.exp(s[second] - s[first]))
    slope, information = np.zeros(len(s)), np.ones((len(s), len(s))) / len(s)
    np.add.at(slope, first, times * (won - expected))
    np.add.at(slope, second, times * (expected - won))
    weight = times * expected * (1 - expected)
    for one, two, sign in ((first, first, 1), (second, second, 1), (first, second, -1)):
        np.add.at(information, (one, two), sign * weight)
    np.add.at(information, (second, first), -weight)
    return slope, information


def _moved(
    sides: Sequence[tuple[int, int, float]],
    s: "Floats",
    inverse: "Floats",
    units: Sequence[Hashable],
) -> "Floats | None":
    """Say how far each unit moved each strength; None where there is one unit alone."""
    import numpy as np

    places = {name: at for at, name in enumerate(dict.fromkeys(units))}
    if len(places) < len("ab"):
        return None
    first, second, rest, _ = _rest(sides, s)
    at = np.array([places[unit] for unit in units], dtype=np.int64)
    pulls = np.zeros((len(places), len(s)))
    np.add.at(pulls, (at, first), rest)
    np.add.at(pulls, (at, second), -rest)
    return np.asarray(pulls @ inverse, dtype=np.float64)


def _rest(
    sides: Sequence[tuple[int, int, float]], s: "Floats"
) -> tuple["NDArray[np.int64]", "NDArray[np.int64]", "Floats", "Floats"]:
    """Give who met whom, what is left over of each comparison, and its variance as a win."""
    import numpy as np

    first, second = (np.array([one[at] for one in sides], dtype=np.int64) for at in (0, 1))
    expected = 1 / (1 + np.exp(s[second] - s[first]))
    rest = np.array([one[2] for one in sides]) - expected
    return first, second, rest, expected * (1 - expected)


def _alike(sides: Sequence[tuple[int, int, float]], s: "Floats", inverse: "Floats") -> "Floats":
    """Give the squared errors of the likelihood, times how much is left over: less, of ties."""
    _, _, rest, spread = _rest(sides, s)
    # The ones that hold the sum at 0 are no information.
    return (inverse - 1 / len(s)) * (float(rest @ rest) / float(spread.sum()))
