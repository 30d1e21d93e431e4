"""Every confusion matrix whose scores print as given, by exact search over boxes.

A score grows with tp and with tn, or falls with both. So of the matrices in a box (tp from a to b,
tn from c to d) none is possible where the best corner is too low or the worst corner too high, and
the rest of the box shrinks to where that is open. A box is then wholly possible, or is halved.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction

from attrs import frozen

from measurand.algebra.preimage import Preimage
from measurand.auditing.proofs.confusion.scores import MatrixScore

BUDGET = 200_000
"""How many boxes a search may look at."""

Box = tuple[int, int, int, int]
"""Least and greatest tp, least and greatest tn."""


class Void(Enum):
    """What is printed in the place of a score that is undefined: nothing, 0, 1, or 0 or 1.

    >>> Void.EITHER.prints_in(Preimage(Fraction(-1), Fraction(0)))
    True
    """

    NONE = "none"
    ZERO = "0"
    ONE = "1"
    EITHER = "0 or 1"

    def prints_in(self, span: Preimage) -> bool:
        """Decide whether such a number prints so."""
        zero = self in {Void.ZERO, Void.EITHER} and span.holds(Fraction(0))
        return zero or (self in {Void.ONE, Void.EITHER} and span.holds(Fraction(1)))


@frozen(kw_only=True)
class SearchOptions:
    """How to search: what `void` scores print, the `budget` of boxes, whether one is enough."""

    void: Void = Void.EITHER
    budget: int = BUDGET
    first: bool = False


ALL_MATRICES = SearchOptions()


@frozen(cache_hash=True)
class PrintedScore:
    """A score and what prints as it was printed; `beta` is that of F.

    Of a `complement` (fpr) it is what the score lacks to 1, and so is what counts in its place.
    """

    score: MatrixScore
    span: Preimage
    beta: Fraction = Fraction(1)
    complement: bool = False

    def filled(self, fill: Fraction | None) -> Fraction | None:
        """Say what counts for the score where `fill` counts in the place of what was asked."""
        return fill if fill is None or not self.complement else 1 - fill

    def prints_undefined(self, void: Void) -> bool:
        """Decide whether what was asked may be printed so where it is undefined."""
        return (_TURNED.get(void, void) if self.complement else void).prints_in(self.span)


_TURNED = {Void.ZERO: Void.ONE, Void.ONE: Void.ZERO}


@frozen
class Search:
    """The possible matrices as boxes that do not overlap.

    `tried` counts the boxes looked at; without `complete`, more may be possible.
    """

    boxes: tuple[Box, ...]
    tried: int
    complete: bool


@frozen(eq=False)
class _Edge:
    """One bound: it holds where `value` is at least 0, upwards of some point or downwards.

    `form` are the coefficients of tp tn, tp, tn and 1, where the value is that simple.
    """

    up: bool
    value: Callable[[int, int], int]
    form: tuple[int, int, int, int] | None

    def along_tn(self, tp: int, low: int, high: int) -> int:
        """Find the last tn, on the way down (`up`) or up, for which it still holds."""
        if self.form is None:
            return self._halve(lambda tn: self.value(tp, tn), low, high)
        both, first, second, rest = self.form
        return self._solve(both * tp + second, first * tp + rest, low, high)

    def along_tp(self, tn: int, low: int, high: int) -> int:
        """Do the same along tp."""
        if self.form is None:
            return self._halve(lambda tp: self.value(tp, tn), low, high)
        both, first, second, rest = self.form
        return self._solve(both * tn + first, second * tn + rest, low, high)

    def _solve(self, slope: int, rest: int, low: int, high: int) -> int:
        if self.up:
            # Rounded up by the floor of the negative: a float would lose exactness on large counts.
            return max(low, -(rest // slope)) if slope > 0 else low
        return min(high, rest // -slope) if slope < 0 else high

    def _halve(self, value: Callable[[int], int], low: int, high: int) -> int:
        good, bad = (high, low - 1) if self.up else (low, high + 1)
        while abs(good - bad) > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if value(middle) >= 0 else (good, middle)
        return good


def search(
    scores: Sequence[PrintedScore], p: int, n: int, hunt: SearchOptions = ALL_MATRICES
) -> Search:
    """Find the matrices of p positives and n negatives whose scores print so.

    Averages over the classes of which a part is undefined may be anything, unless `void` says that
    nothing is printed.

    >>> from measurand.auditing.proofs.confusion.scores import SCORES
    >>> third = PrintedScore(SCORES["sens"], Preimage(Fraction(1, 3), Fraction(1, 3)))
    >>> search([third], 3, 1).boxes
    ((1, 1, 0, 1),)
    """
    boxes: list[Box] = []
    tried, complete = 0, True
    for piece in _pieces(scores, p, n):
        edges = _edges(scores, piece, (p, n), hunt.void)
        if edges is None:
            tried += 1
            continue
        possible, count, ended = _within(edges, piece, hunt.budget - tried, first=hunt.first)
        boxes += possible
        tried += count
        complete = complete and ended
        if not complete or (hunt.first and boxes):
            break
    return Search(tuple(boxes), tried, complete)


def _pieces(scores: Sequence[PrintedScore], p: int, n: int) -> Iterator[Box]:
    """Cut the plane so that each score is defined all over a piece, or nowhere in it.

    Scores are undefined at corners or along whole sides, if they are.
    """
    corners = [(tp, tn) for tp in (0, p) for tn in (0, n)]
    if all(one.score.at(p, n, one.beta).ratio(*corner)[1] for one in scores for corner in corners):
        yield 0, p, 0, n
        return
    # Scores are undefined only where a side is empty or full, so these edges stand alone.
    inner = [(low, high) for low, high in ((1, p - 1), (0, 0), (p, p)) if low <= high]
    outer = [(low, high) for low, high in ((1, n - 1), (0, 0), (n, n)) if low <= high]
    for tp_low, tp_high in dict.fromkeys(inner):
        for tn_low, tn_high in dict.fromkeys(outer):
            yield tp_low, tp_high, tn_low, tn_high


def _edges(
    scores: Sequence[PrintedScore], piece: Box, sizes: tuple[int, int], void: Void
) -> tuple[_Edge, ...] | None:
    p, n = sizes
    edges: list[_Edge] = []
    for one in scores:
        if one.score.at(p, n, one.beta).ratio(piece[0], piece[2])[1]:
            edges += _both_ends(one, p, n)
        elif one.score.parts and void is not Void.NONE:
            continue
        elif not one.prints_undefined(void):
            return None
    return tuple(edges)


def _both_ends(one: PrintedScore, p: int, n: int) -> Iterator[_Edge]:
    """Turn an interval into its two bounds, in whole numbers."""
    score, at = one.score, one.score.at(p, n, one.beta)
    ends = ((one.span.low, 1, one.span.low_closed), (one.span.high, -1, one.span.high_closed))
    for bound, sign, closed in ends:
        above, below = score.scale.of(bound).as_integer_ratio()
        value, form = at.bound(sign * below, sign * above, int(not closed))
        # All is whole here, so "more than" an open end is "at least one more": no fraction is left.
        yield _Edge((sign > 0) == score.grows, value, form)


def _within(
    edges: tuple[_Edge, ...], start: Box, budget: int, *, first: bool
) -> tuple[list[Box], int, bool]:
    possible: list[Box] = []
    waiting, tried = [start], 0
    while waiting:
        if tried >= budget:
            return possible, tried, False
        tried += 1
        box = _shrunk(edges, waiting.pop())
        if box is None:
            continue
        if _all_possible(edges, box):
            possible.append(box)
            if first:
                break
            continue
        waiting += _halves(box)
    return possible, tried, True


def _shrunk(edges: tuple[_Edge, ...], box: Box) -> Box | None:
    tp_low, tp_high, tn_low, tn_high = box
    size = 2 * (tp_high + tn_high - tp_low - tn_low) + 2
    # Shrink again only while that at least halves the box; from there on cutting it is cheaper.
    while 2 * (now := tp_high + tn_high - tp_low - tn_low) < size:
        size = now
        for edge in edges:
            if edge.up:
                # The best corner for this bound: if it fails there, it fails in the whole box.
                if edge.value(tp_high, tn_high) < 0:
                    return None
                tn_low = edge.along_tn(tp_high, tn_low, tn_high)
                tp_low = edge.along_tp(tn_high, tp_low, tp_high)
            else:
                if edge.value(tp_low, tn_low) < 0:
                    return None
                tn_high = edge.along_tn(tp_low, tn_low, tn_high)
                tp_high = edge.along_tp(tn_low, tp_low, tp_high)
    return tp_low, tp_high, tn_low, tn_high


def _all_possible(edges: tuple[_Edge, ...], box: Box) -> bool:
    tp_low, tp_high, tn_low, tn_high = box
    return all(
        edge.value(*((tp_low, tn_low) if edge.up else (tp_high, tn_high))) >= 0 for edge in edges
    )


def _halves(box: Box) -> Iterator[Box]:
    tp_low, tp_high, tn_low, tn_high = box
    if tp_high - tp_low >= tn_high - tn_low:
        if tp_low < tp_high:
            middle = (tp_low + tp_high) // 2
            yield tp_low, middle, tn_low, tn_high
            yield middle + 1, tp_high, tn_low, tn_high
        return
    middle = (tn_low + tn_high) // 2
    yield tp_low, tp_high, tn_low, middle
    yield tp_low, tp_high, middle + 1, tn_high
