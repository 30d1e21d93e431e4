"""Whole numbers on two sides that meet rows of bounds: list either side, then join the lists.

A row bounds a weighted sum of all of them. Numbers of one side are found one after the other, each
within what the rows leave open; the lists are joined along the row that binds most. If no list was
cut off, no pair that is missing can exist: that is the invariant on which a refutation stands.

Short lists and the relaxed program come first as they decide most questions; longer lists and the
program in halves follow; each stage is complete or says that it is not.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.program import Bound, Feasible, Infeasible, Open, Program, Solution, Unknown
from measurand.auditing.proofs.finding import Certified, Exhausted, Grounds

Numbers = tuple[int, ...]

DEEPEST = 40
"""How many numbers a side may have."""


@frozen
class Line:
    """A row: the weights of the first and of the second side, and between what their sum lies."""

    first: Numbers
    second: Numbers
    low: int
    high: int


@frozen(kw_only=True)
class Caps:
    """How many nodes and how many members a list may have, and how many pairs are tried."""

    nodes: int = 20_000
    members: int = 2_000
    pairs: int = 50_000


QUICK = Caps(nodes=600, members=60, pairs=2_000)
LONGEST = Caps(nodes=100_000, members=40_000, pairs=300_000)


@frozen(kw_only=True)
class Sides:
    """What is asked: numbers from 0 to their `most` on either side, that meet all `lines`.

    The search starts where every number is about `rates` times its most. `accept` judges a pair
    once more.

    >>> line = Line((3,), (5,), 19, 19)
    >>> join(Sides(most=((9,), (9,)), lines=(line,))).pair
    ((3,), (2,))
    """

    most: tuple[Numbers, Numbers]
    lines: tuple[Line, ...]
    rates: tuple[Fraction, Fraction] = (Fraction(1, 2), Fraction(1, 2))
    accept: Callable[[Numbers, Numbers], bool] = lambda _first, _second: True


@frozen
class Joined:
    """The first pair found, how many cases were tried, and whether all of them were."""

    pair: tuple[Numbers, Numbers] | None
    tried: int
    complete: bool


def join(sides: Sides, caps: Caps | None = None) -> Joined:
    """Find numbers that meet all lines, or exhaust them.

    >>> even = Line((2,), (4,), 5, 5)
    >>> join(Sides(most=((9,), (9,)), lines=(even,)))
    Joined(pair=None, tried=5, complete=True)
    """
    caps = caps or Caps()
    if max(map(len, sides.most)) > DEEPEST:
        return Joined(None, 0, complete=False)
    first, one, all_first = _members(sides, 0, caps)
    if not first:
        return Joined(None, one, all_first)
    second, other, also = _members(sides, 1, caps)
    pair, tried, all_pairs = _pair(sides, first, second, caps.pairs)
    tried += one + other
    # An empty list of one side that is whole is a proof, whatever became of the other side.
    complete = pair is not None or (all_pairs and all_first and also) or (also and not second)
    return Joined(pair, tried, complete)


def _members(sides: Sides, side: int, caps: Caps) -> tuple[list[Numbers], int, bool]:
    """List the numbers of one side that some numbers of the other may go with."""
    lines = [_facing(line, sides.most[1 - side], side) for line in sides.lines]
    walk = _Walk(sides.most[side], tuple(lines), sides.rates[side])
    members: list[Numbers] = []
    nodes = 0
    for numbers in walk.steps((), tuple(0 for _ in lines)):
        nodes += 1
        if numbers is not None:
            members.append(numbers)
        if len(members) >= caps.members or nodes >= caps.nodes:
            return members, nodes, False
    return members, nodes, True


def _facing(line: Line, most: Numbers, side: int) -> tuple[Numbers, int, int]:
    """Let the other side go as far as it can."""
    mine, theirs = (line.first, line.second) if side == 0 else (line.second, line.first)
    low = sum(min(0, weight * size) for weight, size in zip(theirs, most, strict=True))
    high = sum(max(0, weight * size) for weight, size in zip(theirs, most, strict=True))
    return mine, line.low - high, line.high - low


class _Walk:
    """All numbers of one side, nearest to a rate first."""

    def __init__(
        self, most: Numbers, lines: tuple[tuple[Numbers, int, int], ...], rate: Fraction
    ) -> None:
        self._most = most
        self._lines = lines
        self._starts = [round(rate * size) for size in most]
        self._rest = [list(_rest(weights, most)) for weights, _, _ in lines]

    def steps(self, chosen: Numbers, sums: Numbers) -> Iterator[Numbers | None]:
        """Walk on from the numbers chosen so far; None is a step that led nowhere yet."""
        at = len(chosen)
        if at == len(self._most):
            yield chosen
            return
        low, high = self._open(at, sums)
        last = at + 1 == len(self._most)
        # Nearest to the printed rate first: where numbers fit at all, they mostly fit there.
        for number in _outward(self._starts[at], low, high):
            if not last:
                yield None
            moved = tuple(
                total + weights[at] * number
                for total, (weights, _, _) in zip(sums, self._lines, strict=True)
            )
            yield from self.steps((*chosen, number), moved)

    def _open(self, at: int, sums: Numbers) -> tuple[int, int]:
        low, high = 0, self._most[at]
        for total, (weights, least, most), rest in zip(sums, self._lines, self._rest, strict=True):
            below, above = rest[at + 1]
            weight = weights[at]
            down, up = least - total - above, most - total - below
            if weight > 0:
                # The least and most of what follows bound it; a ceiling is a negative floor.
                low, high = max(low, -(-down // weight)), min(high, up // weight)
            elif weight < 0:
                low, high = max(low, -(up // -weight)), min(high, -down // -weight)
            elif down > 0 or up < 0:
                return 0, -1
        return low, high


def _rest(weights: Numbers, most: Numbers) -> Sequence[tuple[int, int]]:
    """Give the least and the greatest sum of what comes at and after each place."""
    sums = [(0, 0)]
    for weight, size in zip(reversed(weights), reversed(most), strict=True):
        low, high = sums[-1]
        sums.append((low + min(0, weight * size), high + max(0, weight * size)))
    return sums[::-1]


def _outward(start: int, low: int, high: int) -> Iterator[int]:
    if low > high:
        return
    middle = min(max(start, low), high)
    yield middle
    for step in range(1, max(middle - low, high - middle) + 1):
        if middle - step >= low:
            yield middle - step
        if middle + step <= high:
            yield middle + step


def _pair(
    sides: Sides, first: list[Numbers], second: list[Numbers], budget: int
) -> tuple[tuple[Numbers, Numbers] | None, int, bool]:
    """Try pairs, along the line that leaves the fewest of them."""
    lines = [line for line in sides.lines if any(line.first) and any(line.second)]
    mine = [[_dot(line.first, numbers) for line in lines] for numbers in first]
    theirs = [[_dot(line.second, numbers) for line in lines] for numbers in second]
    # Sorted by one row, the partners of a member are a slice: the narrowest row leaves least.
    along = min(range(len(lines)), key=lambda at: _breadth(lines[at]), default=None)
    order = list(range(len(second)))
    if along is not None:
        order.sort(key=lambda at: theirs[at][along])
    keys = [theirs[at][along] for at in order] if along is not None else []
    tried = 0
    for numbers, sums in zip(first, mine, strict=True):
        start, end = 0, len(order)
        if along is not None:
            start = bisect_left(keys, lines[along].low - sums[along])
            end = bisect_right(keys, lines[along].high - sums[along])
        for at in order[start:end]:
            if tried >= budget:
                return None, tried, False
            tried += 1
            meets = all(
                line.low <= one + other <= line.high
                for line, one, other in zip(lines, sums, theirs[at], strict=True)
            )
            if meets and sides.accept(numbers, second[at]):
                return (numbers, second[at]), tried, True
    return None, tried, True


def _breadth(line: Line) -> Fraction:
    """Say how wide a line is, beside how far its sum can go."""
    reach = sum(map(abs, line.first)) + sum(map(abs, line.second))
    return Fraction(line.high - line.low, reach)


def _dot(weights: Numbers, numbers: Numbers) -> int:
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


NODES = 400
"""How many halves a program may be cut into."""


@frozen
class Decided:
    """The counts found, or why there are none, or (with neither) why it stays open.

    >>> from measurand.auditing.proofs.confusion.fold_solver import Line
    >>> decide(Sides(most=((2,), (2,)), lines=(Line((1,), (1,), 4, 4),))).pair
    ((2,), (2,))
    """

    pair: tuple[Numbers, Numbers] | None = None
    ground: Grounds | None = None
    because: str = ""


def decide(
    sides: Sides, what: str = "counts", linked: Sequence[Bound] = (), nodes: int = NODES
) -> Decided:
    """Find counts that meet the lines, and what `accept` stands for, which `linked` says as bounds.

    Short lists come first, then the program without whole numbers, longer lists, the program halved
    up to `nodes` times, and the longest lists.
    """
    quick = join(sides, QUICK)
    if quick.pair is not None or quick.complete:
        return _joined(quick, what)
    program = _program(sides, linked)
    relaxed = solved(program, 1)
    if not isinstance(relaxed, Open):
        return _solved(relaxed, program, what, len(sides.most[0]))
    long = join(sides, Caps())
    if long.pair is not None or long.complete:
        return _joined(long, what)
    halved = solved(program, nodes)
    if not isinstance(halved, Open):
        return _solved(halved, program, what, len(sides.most[0]))
    longest = join(sides, LONGEST)
    if longest.pair is not None or longest.complete:
        return _joined(longest, what)
    return Decided(because=halved.because)


def solved(program: Program, nodes: int) -> Solution:
    """Solve a program; the solver loads when it is first asked.

    >>> solved(Program((), ()), 1)
    Feasible(point=())
    """
    from measurand.algebra.solve import solve

    return solve(program, nodes=nodes)


def _joined(joined: Joined, what: str) -> Decided:
    if joined.pair is not None:
        return Decided(pair=joined.pair)
    return Decided(ground=Exhausted(f"every choice of {what}", joined.tried))


def _solved(solution: Solution, program: Program, what: str, first: int) -> Decided:
    match solution:
        case Feasible(point):
            counts = tuple(int(number) for number in point)
            return Decided(pair=(counts[:first], counts[first:]))
        case Infeasible(proof):
            return Decided(ground=Certified(((what, program, proof),)))
        case Open(because):
            return Decided(because=because)


def _program(sides: Sides, linked: Sequence[Bound]) -> Program:
    both = zip(("tp", "tn"), sides.most, strict=True)
    names = [f"{side}[{at}]" for side, most in both for at in range(len(most))]
    highs = [Fraction(number) for most in sides.most for number in most]
    unknowns = tuple(Unknown(name=name, high=high) for name, high in zip(names, highs, strict=True))
    bounds = []
    for line in sides.lines:
        weights = (*line.first, *line.second)
        for sign, most in ((1, line.high), (-1, -line.low)):
            terms = tuple((at, Fraction(sign * one)) for at, one in enumerate(weights) if one)
            bounds.append(Bound(terms, Fraction(most)))
    return Program(unknowns, (*bounds, *linked))
