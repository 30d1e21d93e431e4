"""Laws of the solver and of the checker of its proofs, against trying every point."""

import re
from fractions import Fraction
from functools import partial
from math import floor

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.branching import branch
from measurand.algebra.budget import Steps
from measurand.algebra.certificate import verify
from measurand.algebra.highs import Solver, guess, install, uninstall, weights
from measurand.algebra.program import (
    Bound,
    Certificate,
    Feasible,
    Infeasible,
    Leaf,
    Open,
    Program,
    Solution,
    Split,
    Unknown,
    equal,
)
from measurand.algebra.simplex import Tableau
from measurand.algebra.solve import filled, proven, solve
from measurand.algebra.standard_form import frame
from properties.oracles.linear import has_point
from properties.strategies.effort import third

ONE = Fraction(1)

factors = st.sampled_from([Fraction(k, of) for of in (1, 2, 3) for k in range(-4, 5) if k])


@st.composite
def bounds(draw: st.DrawFn, unknowns: int) -> Bound:
    """A form in some of the unknowns, and a most that is often close to what it can reach."""
    places = draw(st.lists(st.integers(0, unknowns - 1), min_size=1, max_size=unknowns))
    terms = tuple((at, draw(factors)) for at in places)
    most = draw(st.builds(Fraction, st.integers(-9, 9), st.sampled_from((1, 2, 5, 7))))
    return Bound(terms, most)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Up to 2 whole unknowns in 0..4, and up to 2 others, which may be unbounded above."""
    whole = tuple(
        Unknown(name=f"n{at}", high=Fraction(draw(st.integers(0, 4))))
        for at in range(draw(st.integers(1, 2)))
    )
    others = tuple(
        Unknown(
            name=f"m{at}",
            low=draw(st.sampled_from((Fraction(0), Fraction(-3, 2)))),
            high=draw(st.sampled_from((None, Fraction(5, 3)))),
            whole=False,
        )
        for at in range(draw(st.integers(0, 2)))
    )
    unknowns = (*whole, *others)
    rows = draw(st.lists(bounds(len(unknowns)), min_size=1, max_size=4))
    return Program(unknowns, tuple(rows))


@st.composite
def close_programs(draw: st.DrawFn) -> Program:
    """Whole unknowns between two forms so close that it matters which values are whole."""
    count = draw(st.integers(2, 3))
    unknowns = tuple(Unknown(name=f"n{at}", high=Fraction(4)) for at in range(count))
    terms = tuple((at, draw(factors)) for at in range(count))
    low = draw(st.builds(Fraction, st.integers(-12, 12), st.sampled_from((2, 3, 5))))
    gap = draw(st.sampled_from((Fraction(0), Fraction(1, 9), Fraction(1, 4))))
    lowered = tuple((at, -factor) for at, factor in terms)
    rest = draw(st.lists(bounds(count), max_size=2))
    return Program(unknowns, (Bound(terms, low + gap), Bound(lowered, -low), *rest))


anything = st.one_of(programs(), close_programs())


def holds(program: Program, found: Solution) -> bool:
    """Whether a solution agrees with trying every point, and proves itself."""
    match found:
        case Feasible(point):
            return program.met_by(point) and has_point(program)
        case Infeasible(certificate):
            return verify(program, certificate) == "" and not has_point(program)
        case Open():
            return False


@given(anything)
def test_small_programs_are_decided_as_trying_every_point_does(program: Program) -> None:
    assert holds(program, solve(program))


@third
@given(anything)
def test_cutting_ranges_in_the_middle_decides_alike(program: Program) -> None:
    sheet = frame(program)
    asked: list[int] = []

    def finish(lows: object, _highs: object) -> None:
        asked.append(id(lows))

    found = branch(program, sheet, Tableau(sheet, pivots=999), nodes=400, finish=finish)
    assert holds(program, found)


@st.composite
def loosened(draw: st.DrawFn, program: Program) -> Program:
    """Give a program in which more points are allowed: of which old proofs may not hold."""
    kind = draw(st.sampled_from(("bound", "limit", "whole")))
    if kind == "bound":
        at = draw(st.integers(0, len(program.bounds) - 1))
        more = draw(st.sampled_from((Fraction(1, 60), Fraction(1, 2), Fraction(4))))
        loose = evolve(program.bounds[at], most=program.bounds[at].most + more)
        return evolve(program, bounds=(*program.bounds[:at], loose, *program.bounds[at + 1 :]))
    at = draw(st.integers(0, len(program.unknowns) - 1))
    old = program.unknowns[at]
    high = None if old.high is None else old.high + 1
    new = evolve(old, high=high) if kind == "limit" else evolve(old, whole=False)
    return evolve(program, unknowns=(*program.unknowns[:at], new, *program.unknowns[at + 1 :]))


@st.composite
def altered(draw: st.DrawFn, certificate: Certificate) -> Certificate:
    """Change one thing on one way down a certificate."""
    if isinstance(certificate, Leaf):
        if not certificate.weights:
            return certificate
        at = draw(st.integers(0, len(certificate.weights) - 1))
        bound, weight = certificate.weights[at]
        times = draw(st.sampled_from([Fraction(k, 2) for k in (-2, 0, 1, 2, 4)]))
        moved = bound + draw(st.integers(-2, 1))
        rest = (*certificate.weights[:at], *certificate.weights[at + 1 :])
        return Leaf(draw(st.sampled_from((rest, ((moved, weight * times), *rest)))))
    match draw(st.sampled_from(("at", "form", "swap", "below", "above"))):
        case "at":
            by = draw(st.sampled_from((-1, 1)))
            return evolve(certificate, at=certificate.at + by)
        case "form":
            halved = tuple((at, factor / 2) for at, factor in certificate.form)
            return evolve(certificate, form=halved)
        case "swap":
            return evolve(certificate, below=certificate.above, above=certificate.below)
        case "below":
            return evolve(certificate, below=draw(altered(certificate.below)))
        case _:
            return evolve(certificate, above=draw(altered(certificate.above)))


@third
@given(anything, st.data())
def test_what_the_checker_accepts_is_true(program: Program, data: st.DataObject) -> None:
    found = solve(program)
    if isinstance(found, Infeasible):
        proof = found.certificate
        other = data.draw(loosened(program))
        for one, told in (
            (other, proof),
            (program, data.draw(altered(proof))),
            (other, data.draw(altered(proof))),
        ):
            assert verify(one, told) or not has_point(one)


@st.composite
def pinned(draw: st.DrawFn) -> tuple[Program, tuple[Fraction, ...]]:
    """A program that one point meets: each unknown is at most and at least its value there."""
    whole = draw(st.lists(st.sampled_from((True, True, False)), min_size=1, max_size=2))
    point = tuple(Fraction(draw(st.integers(0, 6)), 1 if one else 4) for one in whole)
    unknowns = tuple(
        Unknown(name=str(at), whole=one, high=draw(st.sampled_from((None, Fraction(6)))))
        for at, one in enumerate(whole)
    )
    pins = [bound for at, value in enumerate(point) for bound in equal(((at, ONE),), value)]
    rest = draw(bounds(len(unknowns)))
    slack = draw(st.sampled_from((Fraction(0), Fraction(1, 3))))
    return Program(unknowns, (*pins, evolve(rest, most=rest.value(point) + slack))), point


def tempting(bound: Bound, at: int, weight: Fraction) -> Leaf:
    """Weigh a bound, and cancel each of its unknowns by a pin: 2 j is at most, 2 j + 1 at least."""
    summed: dict[int, Fraction] = {}
    for place, factor in bound.terms:
        summed[place] = summed.get(place, Fraction(0)) + weight * factor
    cancelled = [
        (2 * place + (factor > 0), abs(factor)) for place, factor in summed.items() if factor
    ]
    return Leaf(((at, weight), *cancelled))


@third
@given(pinned(), st.data())
def test_no_certificate_holds_where_there_is_a_point(
    made: tuple[Program, tuple[Fraction, ...]], data: st.DataObject
) -> None:
    program, point = made
    last = len(program.bounds) - 1
    weight = data.draw(st.sampled_from((ONE, -ONE)))
    assert verify(program, tempting(program.bounds[last], last, weight))
    form = data.draw(bounds(len(point)))
    near = floor(form.value(point)) + data.draw(st.integers(-1, 1))
    halved = Split(form.terms, near, Leaf(()), Leaf(()))
    below, above = (tempting(half, last + 1, ONE) for half in halved.halves)
    assert verify(program, evolve(halved, below=below, above=above))


@third
@given(anything, st.data())
def test_a_bound_more_never_gives_a_point_back(program: Program, data: st.DataObject) -> None:
    more = data.draw(bounds(len(program.unknowns)))
    tight = evolve(program, bounds=(*program.bounds, more))
    found, tighter = solve(program, nodes=20), solve(tight, nodes=20)
    assert not (isinstance(found, Infeasible) and isinstance(tighter, Feasible))


guessers = st.one_of(
    st.none(),
    st.lists(st.floats(-5, 5, width=16), max_size=6).map(
        lambda numbers: lambda _text, _nodes: (numbers[:3], numbers[3:])
    ),
    st.floats(-5, 5, width=16).map(lambda number: partial(everywhere, number)),
    st.just(lambda _text, _nodes: ("what", 3)),
)


def everywhere(number: float, text: str, _nodes: int) -> tuple[list[float], list[float]]:
    """Guess one number for every unknown and every row."""
    count = 1 + max(map(int, re.findall(r" x(\d+)", text)))
    return [number] * count, [number] * len(re.findall(r"^ r\d+:", text, re.MULTILINE))


@given(anything, guessers)
def test_whoever_guesses_no_answer_turns(program: Program, solver: Solver | None) -> None:
    sheet = frame(program)
    install(solver)
    try:
        proof = proven(program, weights(program), Steps())
        point = guess(sheet, sheet.lows, sheet.highs, nodes=9)
    finally:
        uninstall()
    whole = {at: Fraction(round(one)) for at, one in enumerate(point or ()) if sheet.whole[at]}

    assert proof is None or holds(program, Infeasible(proof))
    filled_up = None if point is None else filled(program, whole, Steps())
    assert filled_up is None or holds(program, Feasible(filled_up))


@third
@given(anything, st.integers(0, 3))
def test_few_nodes_may_leave_it_open_but_never_turn_it(program: Program, nodes: int) -> None:
    found = solve(program, nodes=nodes)
    assert isinstance(found, Open) or (nodes > 0 and holds(program, found))
