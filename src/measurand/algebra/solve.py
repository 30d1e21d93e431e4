"""Decide whether a program has a point: exactly, with a point or a proof, or not at all."""

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from measurand.algebra.branching import SPENT, branch
from measurand.algebra.certificate import verify
from measurand.algebra.frame import Frame, Limits, frame
from measurand.algebra.highs import guess, weights
from measurand.algebra.program import Feasible, Infeasible, Open, Program, Solution
from measurand.algebra.repair import filled, proven
from measurand.algebra.simplex import Tableau
from measurand.algebra.steps import Steps

_LARGEST = 1000
_BITS = 1000
_FIRST = 20
_INNER = 200
_PIVOTS = (2, 4)
_SMALL = 100
_MIDDLE = 400
_LOOK = 35


def solve(program: Program, *, nodes: int = 4000, steps: Steps | None = None) -> Solution:
    """Find a point of a program, or a proof that there is none.

    A point meets every bound exactly; a certificate is one that `verify` accepts; floats only
    guess where a point may be, or which bounds clash. `nodes` is how many nodes each search may
    look at before the answer is Open (with the pivots of the exact simplex in proportion), `steps`
    what all work is taken from: counts, so that the answer is the same on every machine. Open too:
    more than 1000 unknowns or bounds, or numbers of more than 1000 bits.

    >>> from measurand.algebra.program import Unknown, equal
    >>> half = Program((Unknown(name="x"),), equal(((0, Fraction(2)),), Fraction(1)))
    >>> solve(half).certificate.below
    Leaf(weights=((1, Fraction(1, 2)), (2, Fraction(1, 1))))
    >>> solve(half, nodes=2)
    Open(because='not decided within 2 nodes')
    """
    size = max(len(program.unknowns), len(program.bounds))
    if size > _LARGEST:
        return Open(because=f"{size} unknowns or bounds are more than {_LARGEST}")
    if any(_long(number) for number in _numbers(program)):
        return Open(because=f"a number has more than {_BITS} bits")
    steps = steps or Steps()
    if size > _SMALL and nodes:
        steps.take(_LOOK * sum(len(bound.terms) for bound in program.bounds))
        found = proven(program, weights(program), steps)
        if found is not None:
            return Infeasible(found)
    if steps.spent:
        return Open(because=SPENT)
    return _searched(program, nodes, steps)


def _searched(program: Program, nodes: int, steps: Steps) -> Solution:
    sheet = frame(program)
    per_node, per_row = _PIVOTS
    pivots = per_node * nodes + per_row * max(len(program.unknowns), len(program.bounds))
    tableau = Tableau(sheet, pivots=pivots, steps=steps)
    if nodes <= _FIRST or len(sheet.whole) <= _MIDDLE:
        first = branch(program, sheet, tableau, nodes=min(nodes, _FIRST))
        if not isinstance(first, Open) or nodes <= _FIRST:
            return checked(program, first)
    point = _guessed(program, sheet, (sheet.lows, sheet.highs), nodes=nodes, steps=steps)
    if point is not None:
        return Feasible(point)

    def finish(lows: Limits, highs: Limits) -> tuple[Fraction, ...] | None:
        return _guessed(program, sheet, (lows, highs), nodes=_INNER, steps=steps)

    return checked(program, branch(program, sheet, tableau, nodes=nodes, finish=finish))


def _numbers(program: Program) -> Iterator[Fraction]:
    """Give every number of a program."""
    for one in program.unknowns:
        yield one.low
        if one.high is not None:
            yield one.high
    for bound in program.bounds:
        yield bound.most
        yield from (factor for _, factor in bound.terms)


def _long(number: Fraction) -> bool:
    return max(number.numerator.bit_length(), number.denominator.bit_length()) > _BITS


def _guessed(
    program: Program, sheet: Frame, ranges: tuple[Limits, Limits], *, nodes: int, steps: Steps
) -> tuple[Fraction, ...] | None:
    """Round the guess of HiGHS where the unknowns are whole, and solve for the others exactly."""
    point = guess(sheet, *ranges, nodes=nodes, steps=steps)
    if point is None or not all(map(isfinite, point)):
        return None
    whole = {at: Fraction(round(value)) for at, value in enumerate(point) if sheet.whole[at]}
    return filled(program, whole, steps)


def checked(program: Program, found: Solution) -> Solution:
    """Let nothing through that does not hold: a point by its bounds, a proof by the checker.

    >>> checked(Program((), ()), Feasible(()))
    Feasible(point=())
    """
    match found:
        case Feasible(point) if not program.met_by(point):
            return Open(because="a point was found that misses a bound")
        case Infeasible(certificate) if problem := verify(program, certificate):
            return Open(because=f"the proof does not hold: {problem}")
        case _:
            return found
