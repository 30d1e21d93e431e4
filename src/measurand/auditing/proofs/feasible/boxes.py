"""F of means is no linear form: bound it box by box of mean precision, so that boxes cover all.

For a fixed F = f, recall is the function f b^2 P / ((1 + b^2) P - f) of precision P, which falls
and is convex. F grows with both. So in a box [p, q] of P, a printed F in [f, g] bounds recall from
below by that function of f at q, and above by that of g at p; and where both means are over the
same samples, from below by a tangent of the one, and from above by the chord of the other.
"""

from fractions import Fraction
from math import ceil, floor

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.auditing.proofs.feasible.draft import Draft, Form, plus
from measurand.auditing.proofs.feasible.problem import System
from measurand.auditing.proofs.sheet import Role

Box = Interval
"""Between what the mean precision of a system lies."""

_FINE = 10**9
_STEEP = 10**6
_NARROW = Fraction(1, 10**9)


@frozen
class Mean:
    """A mean over samples as two forms, its top and its divisor; `full` if it is over all of them.

    >>> Mean({0: Fraction(1)}, {1: Fraction(1)}, full=True).full
    True
    """

    top: Form
    divisor: Form
    full: bool


def first_box(system: System) -> Box:
    """Take all that the mean precision may be.

    >>> first_box(System(label="ours", printed=()))
    Interval(low=Fraction(0, 1), high=Fraction(1, 1))
    """
    return system.span(Role.PRECISION) or Interval(Fraction(0), Fraction(1))


def halves(box: Box) -> tuple[Box, Box] | None:
    """Cut a box in two that share an end; None where it is too narrow to gain anything.

    >>> [half.high for half in halves(Interval(Fraction(0), Fraction(1))) or ()]
    [Fraction(1, 2), Fraction(1, 1)]
    """
    if box.high - box.low < _NARROW:
        return None
    width = ceil(1 / (box.high - box.low))
    middle = Fraction(round((box.low + box.high) * 4 * width), 8 * width)
    return Interval(box.low, middle), Interval(middle, box.high)


def exists(draft: Draft, mean: Mean, name: str) -> None:
    """Ask that something is left to average."""
    if not mean.full:
        draft.most(plus((Fraction(-1), mean.divisor)), Fraction(-1), f"{name}: is defined")


def between(draft: Draft, mean: Mean, span: Interval, name: str) -> None:
    """Bound a mean from both sides."""
    top = (Fraction(1), mean.top)
    if span.high < 1:
        over = plus(top, (-span.high, mean.divisor))
        draft.most(over, Fraction(0), f"{name}, at most")
    if span.low > 0:
        under = plus((span.low, mean.divisor), (Fraction(-1), mean.top))
        draft.most(under, Fraction(0), f"{name}, at least")


def bounded(draft: Draft, system: System, box: Box, means: tuple[Mean, Mean]) -> None:
    """Bound F of mean precision and mean recall in a box of precision.

    The bounds are rounded outwards, so that what they leave out does not print as F.
    """
    printed = system.span(Role.F)
    if printed is None:
        return
    precision, recall = means
    label = f"{system.label}: f of means"
    exists(draft, precision, label)
    exists(draft, recall, label)
    between(draft, precision, box, f"{system.label}: precision of the box")
    square = system.beta**2
    low = recall_at(printed.low, box.high, square)
    high = recall_at(printed.high, box.low, square)
    # Rounded to short fractions, always outwards: the program stays small, and no point is lost.
    # A recall of 2 cannot be: it stands for "no recall gives so much" and empties the box.
    least = Fraction(2) if low is None else Fraction(floor(low * _FINE), _FINE)
    most = Fraction(1) if high is None else Fraction(ceil(min(high, Fraction(1)) * _FINE), _FINE)
    name = f"{label}: recall in the box"
    under = plus((least, recall.divisor), (Fraction(-1), recall.top))
    draft.most(under, Fraction(0), f"{name}, at least")
    over = plus((Fraction(1), recall.top), (-most, recall.divisor))
    draft.most(over, Fraction(0), f"{name}, at most")
    if precision.full and recall.full:
        _lines(draft, (printed, box, square), means, name)


def recall_at(f: Fraction, precision: Fraction, square: Fraction) -> Fraction | None:
    """Solve F = f for recall; None where no recall, however large, gives so much.

    >>> recall_at(Fraction(1, 2), Fraction(1, 2), Fraction(1))
    Fraction(1, 2)
    """
    if f <= 0:
        return Fraction(0)
    bottom = (1 + square) * precision - f
    return square * f * precision / bottom if bottom > 0 else None


def _lines(
    draft: Draft,
    where: tuple[Interval, Box, Fraction],
    means: tuple[Mean, Mean],
    name: str,
) -> None:
    printed, box, square = where
    precision, recall = means
    width = box.high - box.low
    middle = (box.low + box.high) / 2
    level = recall_at(printed.low, middle, square)
    if level is not None and printed.low > 0:
        # A convex curve lies above its tangents and below its chords. The slope is rounded, so the
        # line is moved by as much as that can err over the box: it stays on its side.
        exact = -square * printed.low**2 / ((1 + square) * middle - printed.low) ** 2
        slope = Fraction(round(exact * _STEEP), _STEEP)
        start = level - slope * middle - abs(slope - exact) * width
        cut = Fraction(floor(start * _FINE), _FINE)
        line = plus((cut, precision.divisor), (slope, precision.top), (Fraction(-1), recall.top))
        draft.most(line, Fraction(0), f"{name}, above a tangent")
    ends = [recall_at(printed.high, end, square) for end in (box.low, box.high)]
    first, last = ends
    if first is not None and last is not None and width:
        exact = (last - first) / width
        slope = Fraction(round(exact * _STEEP), _STEEP)
        start = first - slope * box.low + abs(slope - exact) * width
        cut = Fraction(ceil(start * _FINE), _FINE)
        line = plus((Fraction(1), recall.top), (-slope, precision.top), (-cut, precision.divisor))
        draft.most(line, Fraction(0), f"{name}, below a chord")
