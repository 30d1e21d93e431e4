"""The simplex method in exact arithmetic: a point within all limits, or the limits that clash.

After Dutertre and de Moura 2006, "A fast linear-arithmetic solver for DPLL(T)": each form is a
variable with two limits, a basic one is pushed to the limit it breaks, and where nothing can give
way the row of the tableau is a Farkas vector.

All of it is whole numbers on one scale. A variable that is not basic stands at 0 or at one of its
limits, so `scale` times its value is whole, for a scale that every limit divides. A row holds whole
numbers without a common factor, that of its basic variable below 0: say -d. What the others add up
to in it is d times the scaled value of the basic variable, and is kept for that value. So limits
are compared without a division, and one common factor is looked for in a row, not in each number.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm

from measurand.algebra.budget import Steps
from measurand.algebra.standard_form import Frame, Limit, Limits

Clash = tuple[tuple[Limit, Fraction], ...]
"""Limits, each with the factor its variable has, whose sum nothing meets."""

_Ends = Sequence[int | None]
"""The same end of every variable, on the scale of a tableau."""

# So many pivots take the variable that is furthest out, which mostly is the shorter way but may go
# in a circle; after them R. G. Bland's rule (1977: always the first) ends for certain.
_GREEDY = 200
# What looking at one row costs, in numbers written anew: it is charged for rows left as they are.
_LOOK = 8


class SpentPivotsError(Exception):
    """The budget of pivots, or of steps, is used up."""


class Tableau:
    """The forms of a frame as equations between variables, some basic and the others at a value.

    It may be asked again with other limits, and goes on from where it stands.

    >>> from measurand.algebra.standard_form import frame
    >>> from measurand.algebra.program import Bound, Program, Unknown
    >>> sheet = frame(Program((Unknown(name="x"),), (Bound(((0, Fraction(-2)),), Fraction(-1)),)))
    >>> table = Tableau(sheet, pivots=10)
    >>> table.clash(sheet.lows, sheet.highs), table.values
    (None, [Fraction(1, 2)])
    """

    def __init__(self, frame: Frame, *, pivots: int, steps: Steps | None = None) -> None:
        self.pivots = pivots
        self.steps = steps or Steps()
        self._scale = 1
        self._rows: dict[int, dict[int, int]] = {
            frame.unknowns + at: {**dict(form), frame.unknowns + at: -1}
            for at, form in enumerate(frame.forms)
        }
        self._sums = [0] * (frame.unknowns + len(frame.forms))

    @property
    def values(self) -> list[Fraction]:
        """Give every variable its value."""
        rows, scale = self._rows, self._scale
        return [
            Fraction(one, -rows[at][at] * scale if at in rows else scale) if one else _ZERO
            for at, one in enumerate(self._sums)
        ]

    def clash(self, lows: Limits, highs: Limits) -> Clash | None:
        """Find values within all limits (then None), or limits that clash.

        Raises SpentPivotsError where the pivots are used up, or the steps: the numbers of the
        tableau that are written anew.
        """
        for low, high in zip(lows, highs, strict=True):
            if low is not None and high is not None and low.value > high.value:
                return (low, Fraction(1)), (high, Fraction(1))
        least, most = self._scaled(lows, highs)
        self._settle(least, most)
        steps = 0
        while (broken := self._broken(least, most, greedy=steps < _GREEDY)) is not None:
            basic, up = broken
            entering = self._entering(basic, least, most, up=up)
            if entering is None:
                return self._reasons(basic, lows, highs, up=up)
            end = least[basic] if up else most[basic]
            self._pivot(basic, entering, end or 0)
            steps += 1
        return None

    def _scaled(self, lows: Limits, highs: Limits) -> tuple[_Ends, _Ends]:
        """Give the limits on the scale of the tableau, which grows where one does not divide it."""
        below = {one.value.denominator for one in (*lows, *highs) if one is not None}
        grown = lcm(self._scale, *below)
        if grown != self._scale:
            self._sums = [one * (grown // self._scale) for one in self._sums]
            self._scale = grown
        least, most = (
            [
                None if one is None else one.value.numerator * (grown // one.value.denominator)
                for one in ends
            ]
            for ends in (lows, highs)
        )
        return least, most

    def _settle(self, least: _Ends, most: _Ends) -> None:
        """Put every variable that is not basic within its limits; the basic ones follow."""
        for at, value in enumerate(self._sums):
            low, high = least[at], most[at]
            if at in self._rows:
                continue
            if low is not None and value < low:
                self._move(at, low)
            elif high is not None and value > high:
                self._move(at, high)

    def _move(self, at: int, value: int) -> None:
        """Give a variable that is not basic another value."""
        step = value - self._sums[at]
        self._sums[at] = value
        for basic, row in self._rows.items():
            if at in row:
                self._sums[basic] += step * row[at]

    def _broken(self, least: _Ends, most: _Ends, *, greedy: bool) -> tuple[int, bool] | None:
        """Choose a basic variable outside its limits: the furthest out, or (Bland) the first.

        Say besides whether it is to go up.
        """
        worst: tuple[int, bool] | None = None
        furthest, part = 0, 1
        for basic in sorted(self._rows):
            value, low, high = self._sums[basic], least[basic], most[basic]
            times = -self._rows[basic][basic]
            if low is not None and value < low * times:
                up, out = True, low * times - value
            elif high is not None and value > high * times:
                up, out = False, value - high * times
            else:
                continue
            if not greedy:
                return basic, up
            # out / times is how far: compared crosswise, without a division.
            if out * part > furthest * times:
                worst, furthest, part = (basic, up), out, times
        return worst

    def _entering(self, basic: int, least: _Ends, most: _Ends, *, up: bool) -> int | None:
        """Choose the first variable that can give way."""
        row = self._rows[basic]
        for at in sorted(row):
            if at == basic:
                continue
            end = most[at] if (row[at] > 0) == up else least[at]
            if end is None or self._sums[at] != end:
                return at
        return None

    def _reasons(self, basic: int, lows: Limits, highs: Limits, *, up: bool) -> Clash:
        row = self._rows[basic]
        broken = lows[basic] if up else highs[basic]
        reasons = [] if broken is None else [(broken, Fraction(1))]
        for at in sorted(row):
            if at != basic:
                end = highs[at] if (row[at] > 0) == up else lows[at]
                if end is not None:
                    reasons.append((end, Fraction(row[at], row[basic])))
        return tuple(reasons)

    def _pivot(self, basic: int, entering: int, value: int) -> None:
        """Let a basic variable change places with another one, and take a value."""
        if self.pivots <= 0 or self.steps.spent:
            raise SpentPivotsError
        self.pivots -= 1
        work = _LOOK * len(self._rows)
        row = self._rows.pop(basic)
        before = self._sums[entering]
        own = self._sums[basic] - row[entering] * before + row[basic] * value
        if row[entering] > 0:
            row, own = {at: -one for at, one in row.items()}, -own
        self._sums[basic] = value
        for other, old in self._rows.items():
            if entering in old:
                work += len(old) + len(row)
                factor = old[entering]
                common = gcd(factor, row[entering])
                mine, theirs = -row[entering] // common, -factor // common
                left = mine * (self._sums[other] - factor * before) - theirs * own
                self._rows[other], self._sums[other] = _without(old, mine, row, theirs, left)
        self._rows[entering], self._sums[entering] = row, own
        self.steps.take(work)


_ZERO = Fraction(0)


def _without(
    old: dict[int, int], mine: int, row: dict[int, int], theirs: int, left: int
) -> tuple[dict[int, int], int]:
    """Take a multiple of one row from another, so that the entering variable falls out."""
    new = {at: one * mine for at, one in old.items()}
    for at, one in row.items():
        rest = new.get(at, 0) - one * theirs
        if rest:
            new[at] = rest
        else:
            new.pop(at, None)
    shared = gcd(*new.values())
    if shared > 1:
        return {at: one // shared for at, one in new.items()}, left // shared
    return new, left
