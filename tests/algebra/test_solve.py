"""Points and proofs of small programs, and of the tables that the solver is for."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

import pytest

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
    Split,
    Terms,
    Unknown,
    between,
    equal,
)
from measurand.algebra.simplex import SpentPivotsError, Tableau
from measurand.algebra.solve import checked, filled, proven, solve
from measurand.algebra.standard_form import FIRST, Frame, Limits, frame

ONE = Fraction(1)
TINY = Fraction(1, 10**30)


def refuted(program: Program, found: Solution) -> bool:
    return isinstance(found, Infeasible) and verify(program, found.certificate) == ""


def reached(program: Program, found: Solution) -> bool:
    return isinstance(found, Feasible) and program.met_by(found.point)


def free(*bounds: Bound) -> Program:
    """Two unknowns that need not be whole, without an upper limit."""
    return Program((Unknown(name="x", whole=False), Unknown(name="y", whole=False)), bounds)


def test_a_program_without_bounds_has_its_lowest_point() -> None:
    assert solve(Program((Unknown(name="x", low=Fraction(2)),), ())) == Feasible((Fraction(2),))
    assert solve(Program((), ())) == Feasible(())


def test_a_point_that_lies_on_two_edges_only_is_found_exactly() -> None:
    edges = free(
        *equal(((0, Fraction(1, 3)), (1, Fraction(1, 7))), ONE),
        *equal(((0, Fraction(1, 11)), (1, Fraction(-1, 13))), TINY),
    )
    found = solve(edges)
    assert reached(edges, found)


def test_what_fails_by_less_than_any_float_can_see_is_refuted() -> None:
    third = ((0, Fraction(1, 3)), (1, Fraction(1, 7)))
    apart = free(Bound(third, ONE), *between(ONE + TINY, third, Fraction(2)))
    assert refuted(apart, solve(apart))
    touching = free(Bound(third, ONE), *between(ONE, third, Fraction(2)))
    assert reached(touching, solve(touching))


def test_unknowns_without_an_upper_limit_are_refuted_by_what_bounds_them() -> None:
    summed = free(
        Bound(((0, ONE), (1, ONE)), Fraction(3)), Bound(((0, -ONE), (1, -ONE)), Fraction(-4))
    )
    assert solve(summed) == Infeasible(Leaf(((0, ONE), (1, ONE))))


def test_a_bound_without_unknowns_is_true_or_a_proof() -> None:
    assert solve(free(Bound((), Fraction(0)))) == Feasible((Fraction(0), Fraction(0)))
    never = free(Bound(((0, ONE), (0, -ONE)), Fraction(-1)))
    assert solve(never) == Infeasible(Leaf(((0, ONE),)))


def test_limits_of_an_unknown_that_hold_no_whole_number_are_refuted() -> None:
    between_two = Program((Unknown(name="x", low=Fraction(1, 3), high=Fraction(2, 3)),), ())
    found = solve(between_two)
    assert refuted(between_two, found)
    assert isinstance(found, Infeasible)
    assert isinstance(found.certificate, Split)
    assert found.certificate.at == 0


def test_parity_is_proven_by_halving_a_form() -> None:
    # 2 x + 4 y + 6 z = 35 has no whole solution, however far x, y and z reach.
    odd = Program(
        tuple(Unknown(name=name) for name in "xyz"),
        equal(((0, Fraction(2)), (1, Fraction(4)), (2, Fraction(6))), Fraction(35)),
    )
    found = solve(odd)
    assert refuted(odd, found)
    assert isinstance(found, Infeasible)
    assert isinstance(found.certificate, Split)
    assert (found.certificate.form, found.certificate.at) == (
        ((0, ONE), (1, Fraction(2)), (2, Fraction(3))),
        17,
    )


def test_within_no_nodes_nothing_is_decided() -> None:
    never = free(Bound((), Fraction(-1)))
    assert solve(never, nodes=0) == Open(because="not decided within 0 nodes")
    assert refuted(never, solve(never, nodes=1))


def test_a_program_that_is_too_large_is_not_begun() -> None:
    wide = Program(tuple(Unknown(name=str(at)) for at in range(1001)), ())
    assert solve(wide) == Open(because="1001 unknowns or bounds are more than 1000")
    long = Program((Unknown(name="x"),), (Bound(((0, ONE),), Fraction(2**1000)),))
    assert solve(long) == Open(because="a number has more than 1000 bits")


def test_nothing_passes_that_does_not_hold() -> None:
    never = free(Bound((), Fraction(-1)))
    assert checked(never, Feasible((ONE, ONE))) == Open("a point was found that misses a bound")
    assert checked(never, Infeasible(Leaf(()))) == Open(
        "the proof does not hold: leaf: the sum is at least 0, and may be 0"
    )


def test_the_exact_simplex_counts_its_steps() -> None:
    sheet = frame(free(Bound(((0, -ONE), (1, -ONE)), Fraction(-4))))
    with pytest.raises(SpentPivotsError):
        Tableau(sheet, pivots=0).clash(sheet.lows, sheet.highs)


def test_a_guess_of_numbers_too_large_for_a_float_is_none() -> None:
    long = Program((Unknown(name="x", high=Fraction(10**400)),), ())
    sheet = frame(long)
    assert guess(sheet, sheet.lows, sheet.highs, nodes=1) is None


# One row of a table: precision and recall as means over samples, of 0 to 2 gold and 0 to 3
# predicted tuples each. n counts the samples of a kind, m what they match together.

KINDS = tuple(product(range(3), range(4)))


def row(cells: Mapping[str, tuple[str, str]], *, least: int, most: int, soft: bool) -> Program:
    """Say that the means of the cells lie between two numbers; nothing over nothing is 1."""
    unknowns = [Unknown(name="N", low=Fraction(least), high=Fraction(most))]
    unknowns += [Unknown(name=f"n{kind}") for kind in KINDS]
    unknowns += [Unknown(name=f"m{kind}", whole=not soft) for kind in KINDS]
    matched = {kind: 1 + len(KINDS) + at for at, kind in enumerate(KINDS)}
    counted = {kind: 1 + at for at, kind in enumerate(KINDS)}
    bounds = [
        Bound(((matched[kind], ONE), (counted[kind], Fraction(-min(kind)))), Fraction(0))
        for kind in KINDS
    ]
    total: Terms = tuple((counted[kind], ONE) for kind in KINDS)
    bounds += equal((*total, (0, -ONE)), Fraction(0))
    for cell, (low, high) in cells.items():
        parts = (*parts_of(cell, matched), (counted[0, 0], ONE))
        bounds.append(Bound((*parts, (0, -Fraction(high))), Fraction(0)))
        negative = tuple((at, -factor) for at, factor in parts)
        bounds.append(Bound((*negative, (0, Fraction(low))), Fraction(0)))
    return Program(tuple(unknowns), tuple(bounds))


def parts_of(cell: str, matched: Mapping[tuple[int, int], int]) -> Iterator[tuple[int, Fraction]]:
    for gold, predicted in KINDS:
        if gold and predicted:
            doubled = {"P": 2 * predicted, "R": 2 * gold, "F": gold + predicted}[cell]
            yield matched[gold, predicted], Fraction(2, doubled)


# The row "IO" of the table that this library began with: 39.6, 46.7, 42.8.
PRECISION, RECALL, F1 = (".3955", ".3965"), (".4665", ".4675"), (".4275", ".4285")


def test_f1_of_the_first_table_is_no_mean_of_f1_for_any_number_of_samples() -> None:
    cells = {"P": PRECISION, "R": RECALL, "F": F1}
    program = row(cells, least=1, most=400, soft=True)
    assert refuted(program, solve(program))


def test_precision_and_recall_of_the_first_table_are_those_of_six_samples() -> None:
    program = row({"P": PRECISION, "R": RECALL}, least=6, most=6, soft=True)
    assert reached(program, solve(program))


def test_no_six_samples_with_whole_matches_give_them() -> None:
    program = row({"P": PRECISION, "R": RECALL}, least=6, most=6, soft=False)
    assert refuted(program, solve(program))


def test_many_samples_with_whole_matches_do() -> None:
    program = row({"P": PRECISION, "R": RECALL}, least=1, most=400, soft=False)
    assert reached(program, solve(program))


def nudged(
    sheet: Frame, lows: Limits, highs: Limits, *, nodes: int, steps: Steps
) -> tuple[float, ...] | None:
    """Guess a little off."""
    point = guess(sheet, lows, highs, nodes=nodes, steps=steps)
    return None if point is None else tuple(value - 1e-7 for value in point)


def test_a_guess_is_rounded_and_solved_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    table = row({"P": (".3967", ".3968"), "R": RECALL}, least=1, most=400, soft=False)
    place = len(table.unknowns)
    third = equal(((place, Fraction(3)), (0, -ONE)), Fraction(0), "a third of N, exactly")
    program = Program(
        (*table.unknowns, Unknown(name="third", whole=False)), (*table.bounds, *third)
    )
    monkeypatch.setattr("measurand.algebra.solve.guess", lambda *_, **__: None)
    assert isinstance(solve(program, nodes=25), Open)
    monkeypatch.setattr("measurand.algebra.solve.guess", nudged)
    assert reached(program, solve(program, nodes=25))


@pytest.mark.parametrize("value", [0.0, 1.0, -1.0, 0.5, float("nan"), float("inf"), 1e300])
def test_a_guess_that_is_none_decides_nothing(
    monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    monkeypatch.setattr(
        "measurand.algebra.solve.guess", lambda sheet, *_, **__: (value,) * sheet.unknowns
    )
    program = row({"P": (".39681", ".39682"), "R": RECALL}, least=1, most=400, soft=False)
    assert isinstance(solve(program, nodes=25), Open)


def test_a_mean_between_two_neighbouring_fractions_is_refuted() -> None:
    # A mean of halves and thirds over N samples is a multiple of 1/6N: no such fraction of up to 30
    # samples lies strictly between these two.
    near = sorted(Fraction(k, 6 * n) for n in range(1, 31) for k in range(6 * n + 1))
    above = next(at for at, value in enumerate(near) if value > Fraction(".3967"))
    low, high = near[above - 1], near[above]
    ends = (str(low + TINY), str(high - TINY))
    program = row({"P": ends}, least=1, most=30, soft=False)
    found = solve(program)
    assert refuted(program, found)
    assert solve(program, nodes=25) == Open(because="not decided within 25 nodes")
    for touching in ((str(low), ends[1]), (ends[0], str(high))):
        program = row({"P": touching}, least=1, most=30, soft=False)
        assert reached(program, solve(program))


def test_the_same_program_has_the_same_solution() -> None:
    program = row({"P": PRECISION, "R": RECALL, "F": F1}, least=1, most=50, soft=False)
    assert solve(program) == solve(program)


def test_only_whole_unknowns_have_their_range_cut_first() -> None:
    # x - 0.63335 y - 0.12345 z: of y and z, which scale the form, only y is whole
    names = (Unknown(name="x"), Unknown(name="y"), Unknown(name="z", whole=False))
    terms = ((0, ONE), (1, Fraction("-0.63335")), (2, Fraction("-0.12345")))
    sheet = frame(Program(names, (Bound(terms, ONE),)))
    assert [at for at, rank in enumerate(sheet.order) if rank == FIRST] == [1]


def test_a_program_without_a_point_is_refuted_by_the_weights_of_its_relaxation() -> None:
    program = row({"P": PRECISION, "R": RECALL, "F": F1}, least=1, most=400, soft=True)
    leaf = proven(program, weights(program), Steps())
    assert leaf is not None
    assert verify(program, leaf) == ""
    assert isinstance(solve(program, nodes=1), Infeasible)


def test_weights_that_are_a_little_off_are_made_exact_or_prove_nothing() -> None:
    # x <= y - 1, y <= x: without ends, the weights must cancel exactly
    one = (Bound(((0, ONE), (1, -ONE)), -ONE), Bound(((0, -ONE), (1, ONE)), Fraction(0)))
    off = ((0, ONE), (1, ONE + TINY))
    assert verify(free(*one), Leaf(off))
    assert proven(free(*one), off, Steps()) == Leaf(((0, ONE), (1, ONE)))
    assert proven(free(*one), off[:1], Steps()) is None
    assert proven(free(*one), (), Steps()) is None


def test_whole_numbers_are_filled_up_to_a_point_or_are_none() -> None:
    names = (Unknown(name="n"), Unknown(name="x", whole=False), Unknown(name="y", whole=False))
    terms = ((0, ONE), (1, ONE), (2, ONE))
    bounds = (*equal(terms, Fraction(3)), *equal(((1, Fraction(3)), (0, -ONE)), Fraction(0)))
    program = Program(names, bounds)
    assert filled(program, {0: ONE}, Steps()) == (ONE, Fraction(1, 3), Fraction(5, 3))
    assert filled(program, {0: Fraction(3)}, Steps()) is None
    assert filled(program, {0: Fraction(-1)}, Steps()) is None


def test_steps_that_are_spent_leave_it_open() -> None:
    program = row({"P": PRECISION, "R": RECALL}, least=6, most=6, soft=False)
    assert isinstance(solve(program, steps=Steps()), Infeasible)
    for few in (0, 1, 50):
        steps = Steps(few)
        assert isinstance(solve(program, steps=steps), Open)
        assert steps.spent


def test_the_same_work_takes_the_same_steps() -> None:
    program = row({"P": PRECISION, "R": RECALL}, least=1, most=400, soft=False)
    first, second = Steps(), Steps()
    assert solve(program, steps=first) == solve(program, steps=second)
    assert first.left == second.left < Steps().left
