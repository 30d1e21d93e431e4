"""Decide whether a program has a point: exactly, with a point or a proof, or not at all.

Floats are fast and may be wrong, exact arithmetic is right and may be slow; so floats guess and
exact arithmetic decides. HiGHS guesses which bounds clash (the duals of a linear program are Farkas
weights) or where a point lies; `proven` and `filled` make that exact or drop it; `checked` holds
whatever comes out against the bounds, or hands it to a checker that shares no code with the search.
A bad guess costs time, and never makes a wrong answer.

The order is from cheap to dear: of large programs the weights, of all but the largest a short
search that settles most programs of printed tables, a guessed point, then the long search. All
work is counted in `Steps` or nodes and never timed, so that one input has one answer everywhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import isfinite

from attrs import evolve

from measurand.algebra.branching import SPENT, branch
from measurand.algebra.budget import Steps
from measurand.algebra.certificate import verify
from measurand.algebra.highs import guess, weights
from measurand.algebra.program import (
    Bound,
    Feasible,
    Infeasible,
    Leaf,
    Open,
    Program,
    Solution,
    Unknown,
)
from measurand.algebra.simplex import SpentPivotsError, Tableau
from measurand.algebra.standard_form import Frame, Limits, frame, leaf

# A tableau for a guess gets so many pivots a form: one that needs more was guessed badly.
_PIVOTS_A_FORM = 4


def proven(program: Program, weights: Sequence[tuple[int, Fraction]], steps: Steps) -> Leaf | None:
    """Make a proof of bounds that seem to clash, as they are weighed or weighed anew exactly.

    >>> from measurand.algebra.program import Bound, Unknown
    >>> one = Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(-1)),))
    >>> proven(one, ((0, Fraction(1)),), Steps())
    Leaf(weights=((0, Fraction(1, 1)),))
    """
    if not weights:
        return None
    as_guessed = Leaf(tuple(weights))
    if not verify(program, as_guessed):
        return as_guessed
    # Rounded weights rarely cancel exactly. Which bounds clash is the better half of the guess:
    # few of many, on which the exact simplex is quick.
    places = [at for at, _ in weights]
    core = frame(Program(program.unknowns, tuple(program.bounds[at] for at in places)))
    tableau = Tableau(core, pivots=_PIVOTS_A_FORM * (len(core.forms) + len(places)), steps=steps)
    try:
        clash = tableau.clash(core.lows, core.highs)
    except SpentPivotsError:
        return None
    if clash is None:
        return None
    exact = Leaf(tuple((places[at], weight) for at, weight in leaf(clash).weights))
    return None if verify(program, exact) else exact


def filled(
    program: Program, whole: Mapping[int, Fraction], steps: Steps
) -> tuple[Fraction, ...] | None:
    """Find a point where some unknowns have the values given; None where there is none.

    >>> from measurand.algebra.program import Unknown, equal
    >>> both = (Unknown(name="x"), Unknown(name="y", whole=False))
    >>> one = Program(both, equal(((0, Fraction(1)), (1, Fraction(2))), Fraction(2)))
    >>> filled(one, {0: Fraction(1)}, Steps())
    (Fraction(1, 1), Fraction(1, 2))
    """
    # Bounds of one unknown that is left are limits of it; limits that meet make it known, which may
    # leave other bounds with one unknown. What no such step settles goes to the simplex.
    known = dict(whole)
    unknowns = dict(enumerate(program.unknowns))
    bounds: Sequence[Bound] = program.bounds
    settled = -1
    while settled < len(known):
        settled = len(known)
        kept: list[Bound] = []
        for bound in bounds:
            rest = tuple((at, factor) for at, factor in bound.terms if at not in known and factor)
            here = sum(
                (factor * known[at] for at, factor in bound.terms if at in known), Fraction(0)
            )
            left = bound.most - here
            if len(rest) > 1:
                kept.append(Bound(rest, left, bound.name))
            elif not rest and left < 0:
                return None
            elif rest:
                narrow = _narrowed(unknowns[rest[0][0]], rest[0][1], left)
                if narrow is None:
                    return None
                unknowns[rest[0][0]] = narrow
        bounds = kept
        known |= {
            at: one.low for at, one in unknowns.items() if one.low == one.high and at not in known
        }
    return _solved(program, unknowns, known, bounds, steps)


def _narrowed(one: Unknown, factor: Fraction, most: Fraction) -> Unknown | None:
    """Give an unknown its new limits; None where they clash."""
    end = most / factor
    low, high = one.low, one.high
    if factor > 0:
        high = end if high is None else min(high, end)
    else:
        low = max(low, end)
    return None if high is not None and low > high else evolve(one, low=low, high=high)


def _solved(
    program: Program,
    unknowns: Mapping[int, Unknown],
    known: Mapping[int, Fraction],
    bounds: Sequence[Bound],
    steps: Steps,
) -> tuple[Fraction, ...] | None:
    """Solve for what is not known; unknowns that are whole and not given are left as they fall."""
    free = [at for at in unknowns if at not in known]
    index = {at: place for place, at in enumerate(free)}
    rest = Program(
        tuple(unknowns[at] for at in free),
        tuple(
            Bound(tuple((index[at], factor) for at, factor in one.terms), one.most)
            for one in bounds
        ),
    )
    sheet = frame(rest)
    tableau = Tableau(sheet, pivots=_PIVOTS_A_FORM * (len(sheet.whole) + 1), steps=steps)
    try:
        clash = tableau.clash(sheet.lows, sheet.highs)
    except SpentPivotsError:
        return None
    if clash is not None:
        return None
    point = tuple(
        known[at] if at in known else tableau.values[index[at]]
        for at in range(len(program.unknowns))
    )
    return point if program.met_by(point) else None


# Sizes at which the road changes, in unknowns or bounds (variables of the frame for _MIDDLE), and
# shares of the budget. Whatever they are, answers are right; they decide how soon, and what stays
# open, so changing one may change an Open into an answer or back.
_LARGEST = 1000
_BITS = 1000
_FIRST = 20  # nodes of the short search
_INNER = 200  # nodes of HiGHS for one guess inside the long search
_PIVOTS = (2, 4)  # pivots of the exact simplex for each node, and for each unknown or bound
_SMALL = 100
_MIDDLE = 400
_LOOK = 35  # what the linear program of HiGHS is charged for each coefficient


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
        proof = proven(program, weights(program), steps)
        if proof is not None:
            return Infeasible(proof)
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


def checked(program: Program, solution: Solution) -> Solution:
    """Let nothing through that does not hold: a point by its bounds, a proof by the checker.

    >>> checked(Program((), ()), Feasible(()))
    Feasible(point=())
    """
    match solution:
        case Feasible(point) if not program.met_by(point):
            return Open(because="a point was found that misses a bound")
        case Infeasible(certificate) if problem := verify(program, certificate):
            return Open(because=f"the proof does not hold: {problem}")
        case _:
            return solution
