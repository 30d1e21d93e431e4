"""Decide whether a program has a point: exactly, with a point or a proof, or not at all."""

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from measurand.algebra.branching import branch
from measurand.algebra.certificate import verify
from measurand.algebra.frame import Frame, Limit, Limits, frame
from measurand.algebra.highs import guess
from measurand.algebra.program import Feasible, Infeasible, Open, Program, Solution
from measurand.algebra.simplex import SpentPivotsError, Tableau

_LARGEST = 1000
_BITS = 1000
_FIRST = 20
_INNER = 200
_PIVOTS = (2, 4)


def solve(program: Program, *, nodes: int = 4000) -> Solution:
    """Find a point of a program, or a proof that there is none.

    A point meets every bound exactly; a certificate is one that `verify` accepts; floats only
    guess where a point may be. `nodes` is how many nodes each search may look at before the answer
    is Open (with the steps of the exact simplex in proportion): a count, so that the answer is
    the same on every machine. Open too: more than 1000 unknowns or bounds, or numbers of more than
    1000 bits.

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
    sheet = frame(program)
    per_node, per_row = _PIVOTS
    tableau = Tableau(sheet, pivots=per_node * nodes + per_row * size)
    first = branch(program, sheet, tableau, nodes=min(nodes, _FIRST))
    if not isinstance(first, Open) or nodes <= _FIRST:
        return checked(program, first)
    point = _guessed(program, sheet, sheet.lows, sheet.highs, nodes=nodes)
    if point is not None:
        return Feasible(point)

    def finish(lows: Limits, highs: Limits) -> tuple[Fraction, ...] | None:
        return _guessed(program, sheet, lows, highs, nodes=_INNER)

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
    program: Program, sheet: Frame, lows: Limits, highs: Limits, *, nodes: int
) -> tuple[Fraction, ...] | None:
    """Round the guess of HiGHS where the unknowns are whole, and solve for the others exactly."""
    point = guess(sheet, lows, highs, nodes=nodes)
    if point is None or not all(map(isfinite, point)):
        return None
    fixed_lows, fixed_highs = list(sheet.lows), list(sheet.highs)
    for at, value in enumerate(point):
        if sheet.whole[at]:
            fixed_lows[at] = fixed_highs[at] = Limit(Fraction(round(value)))
    tableau = Tableau(sheet, pivots=_PIVOTS[1] * len(sheet.whole))
    try:
        clash = tableau.clash(fixed_lows, fixed_highs)
    except SpentPivotsError:
        return None
    found = tuple(tableau.values[: sheet.unknowns])
    return found if clash is None and program.met_by(found) else None


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
