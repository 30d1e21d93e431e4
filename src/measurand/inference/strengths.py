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
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from measurand.inference.interval import LEVEL, Interval
from measurand.inference.jackknife import t_quantile
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@frozen
class Game:
    """A comparison of two systems: how far the first won, 1, 0 or between; and of which cluster.

    >>> Game("a", "b", Fraction(1, 2)).cluster is None
    True

    Raises ValueError where a system meets itself, or a share is outside [0, 1].
    """

    first: str
    second: str = field()
    won: Fraction = field(validator=[validators.ge(Fraction(0)), validators.le(Fraction(1))])
    cluster: Hashable = None

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
    errors = _errors(sides, strengths, inverse, keyed)
    if errors is None:
        return Undefined("one unit alone")
    half = [t_quantile(level, errors[1]) * error for error in errors[0]]
    return tuple(
        Strength(name=name, strength=s, interval=Interval(s - h, s + h, level))
        for name, s, h in zip(names, strengths.tolist(), half, strict=True)
    )


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

    first, second = (np.array([one[at] for one in sides], dtype=np.int64) for at in (0, 1))
    won = np.array([one[2] for one in sides])
    s = np.zeros(number)

    def height(at: "Floats") -> float:
        apart = at[first] - at[second]
        return float((won * apart - np.logaddexp(0.0, apart)).sum())

    for _ in range(_STEPS):
        slope, information = _local(s, first, second, won)
        step = np.linalg.solve(information, slope)
        size = 1.0
        while height(s + size * step) < height(s) and size > _STILL:
            size /= 2
        s = s + size * step
        if float(np.abs(size * step).max()) < _STILL:
            break
    _, information = _local(s, first, second, won)
    inverse = np.linalg.inv(information)
    return np.asarray(s - s.mean(), dtype=np.float64), np.asarray(inverse, dtype=np.float64)


def _local(
    s: "Floats", first: "NDArray[np.int64]", second: "NDArray[np.int64]", won: "Floats"
) -> tuple["Floats", "Floats"]:
    """Give the slope of the likelihood and its information; ones added hold the sum at 0."""
    import numpy as np

    expected = 1 / (1 + np.exp(s[second] - s[first]))
    slope, information = np.zeros(len(s)), np.ones((len(s), len(s))) / len(s)
    np.add.at(slope, first, won - expected)
    np.add.at(slope, second, expected - won)
    weight = expected * (1 - expected)
    for one, two, sign in ((first, first, 1), (second, second, 1), (first, second, -1)):
        np.add.at(information, (one, two), sign * weight)
    np.add.at(information, (second, first), -weight)
    return slope, information


def _errors(
    sides: Sequence[tuple[int, int, float]],
    s: "Floats",
    inverse: "Floats",
    units: Sequence[Hashable],
) -> tuple[Sequence[float], int] | None:
    """Give the error of each strength, and degrees of freedom: units less one."""
    import numpy as np

    places = {name: at for at, name in enumerate(dict.fromkeys(units))}
    if len(places) < len("ab"):
        return None
    pulls = np.zeros((len(places), len(s)))
    for (first, second, won), unit in zip(sides, units, strict=True):
        rest = won - 1 / (1 + float(np.exp(s[second] - s[first])))
        pulls[places[unit], first] += rest
        pulls[places[unit], second] -= rest
    moved = pulls @ inverse
    share = len(places) / (len(places) - 1)
    found = np.sqrt(share * (moved**2).sum(axis=0))
    return found.tolist(), len(places) - 1
