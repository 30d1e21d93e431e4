"""The simplex method in exact arithmetic: a point within all limits, or the limits that clash.

After Dutertre and de Moura 2006, "A fast linear-arithmetic solver for DPLL(T)": each form is a
variable with two limits, a basic one is pushed to the limit it breaks, and where nothing can give
way the row of the tableau is a Farkas vector. Rows hold whole numbers without a common factor.
"""

from fractions import Fraction
from math import gcd

from measurand.algebra.frame import Frame, Limit, Limits
from measurand.algebra.steps import Steps

Clash = tuple[tuple[Limit, Fraction], ...]
"""Limits, each with the factor its variable has, whose sum nothing meets."""

_GREEDY = 200
_LOOK = 8


class SpentPivotsError(Exception):
    """The budget of pivots, or of steps, is used up."""


class Tableau:
    """The forms of a frame as equations between variables, some basic and the others at a value.

    It may be asked again with other limits, and goes on from where it stands.

    >>> from measurand.algebra.frame import frame
    >>> from measurand.algebra.program import Bound, Program, Unknown
    >>> sheet = frame(Program((Unknown(name="x"),), (Bound(((0, Fraction(-2)),), Fraction(-1)),)))
    >>> table = Tableau(sheet, pivots=10)
    >>> table.clash(sheet.lows, sheet.highs), table.values
    (None, [Fraction(1, 2)])
    """

    def __init__(self, frame: Frame, *, pivots: int, steps: Steps | None = None) -> None:
        self.pivots = pivots
        self.steps = steps or Steps()
        self.values = [Fraction(0)] * (frame.unknowns + len(frame.forms))
        self.rows: dict[int, dict[int, int]] = {
            frame.unknowns + at: {**dict(form), frame.unknowns + at: -1}
            for at, form in enumerate(frame.forms)
        }

    def clash(self, lows: Limits, highs: Limits) -> Clash | None:
        """Find values within all limits (then None), or limits that clash.

        Raises SpentPivotsError where the pivots are used up, or the steps: the numbers of the
        tableau that are written anew.
        """
        for low, high in zip(lows, highs, strict=True):
            if low is not None and high is not None and low.value > high.value:
                return (low, Fraction(1)), (high, Fraction(1))
        self._settle(lows, highs)
        steps = 0
        while (broken := self._broken(lows, highs, greedy=steps < _GREEDY)) is not None:
            basic, limit = broken
            entering = self._entering(basic, limit, lows, highs)
            if entering is None:
                return self._reasons(basic, limit, lows, highs)
            self._pivot(basic, entering, limit.value)
            steps += 1
        return None

    def _settle(self, lows: Limits, highs: Limits) -> None:
        """Put every variable that is not basic within its limits; the basic ones follow."""
        for at, value in enumerate(self.values):
            low, high = lows[at], highs[at]
            if at in self.rows:
                continue
            if low is not None and value < low.value:
                self._move(at, low.value)
            elif high is not None and value > high.value:
                self._move(at, high.value)

    def _move(self, at: int, value: Fraction) -> None:
        """Give a variable that is not basic another value."""
        step = value - self.values[at]
        self.values[at] = value
        for basic, row in self.rows.items():
            if at in row:
                self.values[basic] -= step * Fraction(row[at], row[basic])

    def _broken(self, lows: Limits, highs: Limits, *, greedy: bool) -> tuple[int, Limit] | None:
        """Choose a basic variable outside its limits: the furthest out, or (Bland) the first."""
        found: tuple[int, Limit] | None = None
        furthest = Fraction(0)
        for basic in sorted(self.rows):
            value, low, high = self.values[basic], lows[basic], highs[basic]
            if low is not None and value < low.value:
                limit, out = low, low.value - value
            elif high is not None and value > high.value:
                limit, out = high, value - high.value
            else:
                continue
            if not greedy:
                return basic, limit
            if out > furthest:
                found, furthest = (basic, limit), out
        return found

    def _entering(self, basic: int, limit: Limit, lows: Limits, highs: Limits) -> int | None:
        """Choose the first variable that can give way."""
        row = self.rows[basic]
        up = limit.value > self.values[basic]
        for at in sorted(row):
            if at == basic:
                continue
            rises = ((row[at] > 0) == (row[basic] < 0)) == up
            end = highs[at] if rises else lows[at]
            if end is None or self.values[at] != end.value:
                return at
        return None

    def _reasons(self, basic: int, limit: Limit, lows: Limits, highs: Limits) -> Clash:
        row = self.rows[basic]
        up = limit.value > self.values[basic]
        found = [(limit, Fraction(1))]
        for at in sorted(row):
            if at != basic:
                rises = ((row[at] > 0) == (row[basic] < 0)) == up
                end = highs[at] if rises else lows[at]
                if end is not None:
                    found.append((end, Fraction(row[at], row[basic])))
        return tuple(found)

    def _pivot(self, basic: int, entering: int, value: Fraction) -> None:
        if self.pivots <= 0 or self.steps.spent:
            raise SpentPivotsError
        self.pivots -= 1
        work = _LOOK * len(self.rows)
        row = self.rows[basic]
        step = (value - self.values[basic]) * Fraction(-row[basic], row[entering])
        self._move(entering, self.values[entering] + step)
        del self.rows[basic]
        for other, old in self.rows.items():
            if entering in old:
                work += len(old) + len(row)
                self.rows[other] = _without(old, old[entering], row, row[entering])
        self.rows[entering] = row
        self.steps.take(work)


def _without(old: dict[int, int], factor: int, row: dict[int, int], pivot: int) -> dict[int, int]:
    """Take a multiple of one row from another, so that the entering variable falls out."""
    common = gcd(factor, pivot)
    mine, theirs = pivot // common, factor // common
    new = {at: one * mine for at, one in old.items()}
    for at, one in row.items():
        left = new.get(at, 0) - one * theirs
        if left:
            new[at] = left
        else:
            new.pop(at, None)
    shared = gcd(*new.values())
    return {at: one // shared for at, one in new.items()} if shared > 1 else new
