"""Decide whether counts on two sides meet their lines: by lists, and by a program if need be."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.program import Bound, Feasible, Infeasible, Open, Program, Solution, Unknown
from measurand.audit.proofs.confusion.fold_join import (
    LONGEST,
    QUICK,
    Caps,
    Joined,
    Numbers,
    Sides,
    join,
)
from measurand.audit.proofs.finding import Certified, Exhausted, Grounds

NODES = 400
"""How many halves a program may be cut into."""


@frozen
class Decided:
    """The counts found, or why there are none, or (with neither) why it stays open.

    >>> from measurand.audit.proofs.confusion.fold_join import Line
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


def _joined(found: Joined, what: str) -> Decided:
    if found.pair is not None:
        return Decided(pair=found.pair)
    return Decided(ground=Exhausted(f"every choice of {what}", found.tried))


def _solved(solution: Solution, program: Program, what: str, first: int) -> Decided:
    match solution:
        case Feasible(point):
            whole = tuple(int(number) for number in point)
            return Decided(pair=(whole[:first], whole[first:]))
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
