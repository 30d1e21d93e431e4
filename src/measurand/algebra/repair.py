"""What floats guessed, made exact: a proof out of weights, a point out of whole numbers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.algebra.certificate import verify
from measurand.algebra.frame import frame, leaf
from measurand.algebra.program import Bound, Leaf, Program, Unknown
from measurand.algebra.simplex import SpentPivotsError, Tableau
from measurand.algebra.steps import Steps

_PIVOTS = 4


def proven(program: Program, weights: Sequence[tuple[int, Fraction]], steps: Steps) -> Leaf | None:
    """Make a proof of bounds that seem to clash, as they are weighed or weighed anew exactly.

    >>> from measurand.algebra.program import Bound, Unknown
    >>> one = Program((Unknown(name="x"),), (Bound(((0, Fraction(2)),), Fraction(-1)),))
    >>> proven(one, ((0, Fraction(1)),), Steps())
    Leaf(weights=((0, Fraction(1, 1)),))
    """
    if not weights:
        return None
    as_told = Leaf(tuple(weights))
    if not verify(program, as_told):
        return as_told
    places = [at for at, _ in weights]
    core = frame(Program(program.unknowns, tuple(program.bounds[at] for at in places)))
    tableau = Tableau(core, pivots=_PIVOTS * (len(core.forms) + len(places)), steps=steps)
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
    tableau = Tableau(sheet, pivots=_PIVOTS * (len(sheet.whole) + 1), steps=steps)
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
