"""Exact arithmetic at its edges: what values print so, polynomials, programs, simplification."""

import re
from fractions import Fraction
from itertools import product
from math import nextafter

import pytest
from attrs import evolve

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.branching import Finish, branch, choose
from measurand.algebra.budget import Steps
from measurand.algebra.draws import stream_key
from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    IfZero,
    Minus,
    Nothing,
    Over,
    Times,
    Total,
)
from measurand.algebra.expression import Root as RootOf
from measurand.algebra.highs import weights
from measurand.algebra.interval import Interval, compare, compare_distances
from measurand.algebra.order import order_key
from measurand.algebra.polynomial import (
    SpentError,
    Work,
    divided,
    plus,
    polynomial,
    roots,
    sign_at,
    times,
)
from measurand.algebra.preimage import Preimage, preimage
from measurand.algebra.program import Bound, Infeasible, Program, Split, Unknown, between, equal
from measurand.algebra.rounding import Fit, agreement, hull, rounded
from measurand.algebra.simplex import SpentPivotsError, Tableau
from measurand.algebra.simplify import less_second, simplify
from measurand.algebra.solve import filled
from measurand.algebra.standard_form import FIRST, LAST, Frame, frame
from measurand.algebra.voxels import marked, packed_rows, run_lengths
from measurand.values.printed import Added, Printed, Rounding
from measurand.values.score import Quantity, Root

THREE = ((1, 0, 1), (2, 1, 2), (3, 0, 2))
"""Sums of two of three unknowns, and which two."""

HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
BIG = 2**63  # a number of 64 bits


def refused(kind: type[Exception], message: str) -> "pytest.RaisesExc[Exception]":
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


# What prints so.


def test_one_value_prints_so_only_where_both_ends_belong_to_it() -> None:
    for ends in product((True, False), repeat=2):
        assert Preimage(ONE, ONE, *ends).empty is not all(ends)
        assert not Preimage(ONE, TWO, *ends).empty


def test_a_preimage_runs_upwards_and_has_whole_numbers_of_a_denominator() -> None:
    with refused(ValueError, "a preimage runs upwards: got 2 to 1"):
        Preimage(TWO, ONE)
    with refused(ValueError, "a denominator of at least 1: got 0"):
        Preimage(ONE, TWO).wholes(0)
    assert list(Preimage(ONE, TWO).wholes(1)) == [1, 2]
    assert list(Preimage(ONE, TWO, low_closed=False, high_closed=False).wholes(2)) == [3]


def test_a_float_reaches_eight_last_places_and_one_for_every_summand() -> None:
    ulp = Fraction(1, 2**52)
    short = Printed.parse("0.5", rounding=Rounding.FLOAT64)
    full = Printed.parse("0.123456789012345", rounding=Rounding.FLOAT64)

    for summands in (0, 1, 5):
        wide = HALF * (summands + 8) * ulp
        assert preimage(short, Added(number=summands)) == Preimage(HALF - wide, HALF + wide)
    wide = full.value * 9 * ulp + Fraction(1, 2 * 10**15)
    assert preimage(full) == Preimage(full.value - wide, full.value + wide)
    zero = preimage(Printed.parse("0", rounding=Rounding.FLOAT64))
    assert zero == Preimage(-9 * ulp, 9 * ulp)
    assert hull(short, Added(number=0)) == preimage(short, Added(number=0)).closure()


def test_what_cancels_is_as_uncertain_as_what_was_added() -> None:
    ulp = Fraction(1, 2**52)
    left = Printed.parse("1.1102230246251565e-16")
    short = Printed.parse("2.2e-16")
    twelve = Added(number=2, size=Fraction(12))
    half = Fraction(1, 2 * 10**left.decimals)

    assert preimage(left, twelve).high == left.value + 12 * 10 * ulp + half
    assert preimage(short, twelve).low < 0 < preimage(short).low
    assert preimage(Printed.parse("0.20"), twelve) == preimage(Printed.parse("0.20"))


def test_a_deviation_is_off_by_the_root_of_what_its_squares_are_off() -> None:
    squares = Added(number=4, size=Fraction(3), squares=2)
    terms, wide = 12 * Fraction(3, 2**52), 2 * 10 * Fraction(9, 2**52)

    assert squares.reach(HALF) == terms + wide / HALF
    assert wide <= (squares.reach(Fraction(0)) - terms) ** 2 < wide + Fraction(1, 2**70)
    assert squares.sum_of(HALF) == Added(number=4, size=Fraction(33))


def test_no_double_prints_with_digits_between_two_doubles() -> None:
    # Next to 1 doubles are 2**-52 = 2.2e-16 apart: none starts with 1.0000000000000001000.
    found = preimage(Printed.parse("1.0000000000000001000", rounding=Rounding.PRINTF))
    value = Fraction(10**19 + 1000, 10**19)

    assert found == Preimage(value, value, low_closed=False, high_closed=False)
    assert found.empty


@pytest.mark.parametrize(
    ("text", "ends"),
    [("0.3", (True, False)), ("-0.3", (False, True)), ("0.0", (False, False))],
)
def test_half_up_rounds_a_tie_away_from_zero(text: str, ends: tuple[bool, bool]) -> None:
    up = preimage(Printed.parse(text, rounding=Rounding.HALF_UP))
    down = preimage(Printed.parse(text, rounding=Rounding.HALF_DOWN))

    assert (up.low_closed, up.high_closed) == ends
    assert (not down.low_closed, not down.high_closed) == ends


# Rounding.


def test_an_irrational_value_is_off_by_thousandths_of_a_unit() -> None:
    # sqrt(2) = 1.41421...: 0.142 units of the last digit above 1.4, and 0.42 below 1.415 - 0.0005.
    assert agreement(Root(TWO), Printed.parse("1.4")).units == Fraction(142, 1000)
    assert agreement(Root(TWO), Printed.parse("141.4%")).units == Fraction(213, 1000)


def test_a_root_just_above_the_middle_of_two_doubles_rounds_up() -> None:
    above = nextafter(1.0, 2)
    middle = (1 + Fraction(above)) / 2

    found = rounded(Root(middle**2 + Fraction(1, 10**100)), 20, Rounding.PRINTF)

    assert found == Fraction(round(Fraction(above) * 10**20), 10**20) > 1
    assert rounded(Root(middle**2 - Fraction(1, 10**100)), 20, Rounding.PRINTF) == 1
    assert rounded(-Root(middle**2 + Fraction(1, 10**100)), 20, Rounding.PRINTF) == -found


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        (Rounding.HALF_UP, "1.41"),
        (Rounding.AWAY, "1.42"),
        (Rounding.TRUNCATE, "1.41"),
        (Rounding.CEILING, "1.42"),
        (Rounding.FLOOR, "1.41"),
    ],
)
def test_an_irrational_root_is_never_a_tie(mode: Rounding, text: str) -> None:
    assert rounded(Root(TWO), 2, mode) == Fraction(text)


@pytest.mark.parametrize(
    ("mode", "text"),
    [
        (Rounding.HALF_UP, "-1.41"),
        (Rounding.AWAY, "-1.42"),
        (Rounding.TRUNCATE, "-1.41"),
        (Rounding.CEILING, "-1.41"),
        (Rounding.FLOOR, "-1.42"),
        (Rounding.PRINTF, "-1.41"),
    ],
)
def test_a_negative_root_rounds_by_its_sign(mode: Rounding, text: str) -> None:
    assert rounded(-Root(TWO), 2, mode) == Fraction(text)


def test_a_correlation_below_zero_agrees_with_its_digits() -> None:
    # -sqrt(2)/3 = -0.471404...: 0.404 units below -0.471, and a Matthews correlation of counts.
    found = agreement(-Root(Fraction(2, 9)), Printed.parse("-0.471"))

    assert (found.fit, found.units) == (Fit.INSIDE, Fraction(-405, 1000))
    assert agreement(-Root(Fraction(2, 9)), Printed.parse("0.471")).fit is Fit.OUTSIDE


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Root(Fraction(2)), Fraction(7, 5), 1),
        (Fraction(7, 5), Root(Fraction(2)), -1),
        (-Root(Fraction(2)), Fraction(-7, 5), -1),
        (Fraction(-3, 2), -Root(Fraction(2)), -1),
        (Fraction(-2), Root(Fraction(2)), -1),
        (-Root(Fraction(2)), -Root(Fraction(3)), 1),
        (-Root(Fraction(2)), Root(Fraction(2)), -1),
        (-Root(Fraction(2)), Fraction(0), -1),
        (Root(Fraction(2)), Root(Fraction(2)), 0),
        (Fraction(1), Fraction(1), 0),
    ],
)
def test_quantities_are_ordered_exactly(one: Quantity, other: Quantity, expected: int) -> None:
    assert compare(one, other) == expected


def test_distances_of_roots_are_compared_exactly() -> None:
    # 2 sqrt(2) = sqrt(8): no approximation tells these from one another, or makes them alike.
    root, zero = Root(TWO), Fraction(0)
    near = Root(Fraction(8) + Fraction(1, 10**90))

    assert compare_distances((root, -root), (Root(Fraction(8)), zero)) == 0
    assert compare_distances((Root(Fraction(8)), root), (zero, -root)) == 0
    assert compare_distances((near, zero), (root, -root)) == 1
    assert compare_distances((-root, root), (zero, near)) == -1
    assert compare_distances((root, root), (ONE, ONE)) == 0


def test_intervals_compare_with_roots_exactly() -> None:
    assert [compare(Root(TWO), Fraction(x)) for x in (-1, 1, 2)] == [1, 1, -1]
    assert compare(Root(TWO), Fraction(0)) == 1
    with refused(ValueError, "an interval runs upwards: got [2, 1]"):
        Interval(TWO, ONE)
    assert Interval(ONE, TWO).meets(Interval(TWO, TWO + 1))
    assert not Interval(ONE, TWO).meets(Interval(Fraction(5, 2), TWO + 1))


# Polynomials, and the work that they count.


@pytest.mark.parametrize(
    ("one", "other", "cost"),
    [
        ([1, 1], [0, -1], 4 + 2 * 1),
        ([BIG, 1], [0, -1], 4 + 2 * 2),
        ([1], [0, BIG // 2, 1], 4 + 3 * 1),
        ([1], [0, BIG**2, 1], 4 + 3 * 2),
    ],
)
def test_adding_costs_the_words_of_every_coefficient(
    one: list[int], other: list[int], cost: int
) -> None:
    work = Work(100)

    plus(polynomial(one), polynomial(other), work)

    assert work.left == 100 - cost


def test_multiplying_and_dividing_cost_the_words_of_both() -> None:
    work = Work(1000)
    times(polynomial([BIG, 1]), polynomial([1, 2, 3]), work)
    assert work.left == 1000 - (4 + 2 * 3 * 2 * 1)

    work = Work(1000)
    # Once: a rest of 3 and a quotient of 2 coefficients, with a divisor of two words.
    assert divided(polynomial([1, 0, 2]), polynomial([0, BIG]), work)[0] == polynomial([0, 1])
    assert (work.left, type(work.left)) == (1000 - 5 * 2, int)


@pytest.mark.parametrize(
    ("coefficients", "point", "cost"),
    [
        ([1, 2, 3], ONE, 3 * 1 * (1 + 0 + 2 * 1)),
        ([1, 2, BIG], ONE, 3 * 1 * (1 + 1 + 2 * 1)),
        ([1, 2, 3], Fraction(1, BIG), 3 * 2 * (1 + 0 + 2 * 2)),
    ],
)
def test_a_sign_costs_the_words_of_the_powers(
    coefficients: list[int], point: Fraction, cost: int
) -> None:
    work = Work(100)

    assert sign_at(polynomial(coefficients), point, 1, work) == 1
    assert work.left == 100 - cost


def test_work_ends_where_nothing_is_left() -> None:
    work = Work(3)
    work.spend(3)

    with refused(SpentError, "more work than was allowed"):
        work.spend(1)
    with refused(ValueError, "0 has every number as a root"):
        roots(polynomial([]), None, None, Work())


def test_rational_roots_are_points_also_at_the_ends() -> None:
    # (2x - 1)(x - 3)(x^2 - 2)
    four = times(
        times(polynomial([-1, 2]), polynomial([-3, 1]), Work()), polynomial([-2, 0, 1]), Work()
    )
    found = roots(four, None, None, Work())

    assert [one.low == one.high for one in found] == [False, True, False, True]
    assert [one.low for one in found if one.low == one.high] == [HALF, 3]
    assert next(one.low for one in roots(four, HALF, Fraction(3), Work())) != HALF
    assert roots(polynomial([-3, 1]), Fraction(0), Fraction(3), Work()) == ()


# Programs.


def test_bounds_keep_their_name_on_both_sides() -> None:
    assert [one.name for one in equal(((0, TWO),), ONE, "sum")] == ["sum", "sum"]
    assert [one.name for one in between(ONE, ((0, TWO),), TWO, "part")] == ["part", "part"]


def test_a_bound_without_an_unknown_can_be_what_clashes() -> None:
    empty = Program((Unknown(name="x"),), (Bound((), Fraction(-1)),))

    assert weights(empty) == ((0, ONE),)


def test_the_value_furthest_from_whole_is_branched_on() -> None:
    sheet = Frame(3, (), (None,) * 3, (None,) * 3, (True, True, False), (LAST,) * 3)
    found = choose(sheet, [Fraction(1, 3), Fraction(5, 2), Fraction(1, 2)])

    assert found is not None
    assert (found.variable, found.at, found.upwards) == (1, 2, False)
    for value, upwards in ((Fraction(2, 5), False), (Fraction(3, 5), True)):
        leaning = choose(sheet, [value, ONE, ONE])
        assert leaning is not None
        assert (leaning.variable, leaning.at, leaning.upwards) == (0, 0, upwards)


def test_a_first_unknown_is_cut_in_the_middle_where_points_are_asked_for() -> None:
    # 2 x + 4 y = 3 with whole x and y from 0 to 10: no point.
    ten = [Unknown(name=name, high=Fraction(10), whole=True) for name in "xy"]
    program = Program(tuple(ten), equal(((0, TWO), (1, 2 * TWO)), Fraction(3)))
    sheet = evolve(frame(program), order=(FIRST, LAST, LAST))

    def cut(finish: Finish | None) -> tuple[object, int]:
        found = branch(program, sheet, Tableau(sheet, pivots=99), nodes=99, finish=finish)
        assert isinstance(found, Infeasible)
        assert isinstance(found.certificate, Split)
        return found.certificate.form, found.certificate.at

    assert cut(lambda _lows, _highs: None) == (((0, ONE),), 5)
    assert cut(None)[1] < 5


def test_a_point_is_solved_for_in_as_many_pivots_as_it_has_unknowns() -> None:
    # x + y = 1, y + z = 2, x + z = 3.
    sums = [equal(((one, ONE), (other, ONE)), Fraction(at)) for at, one, other in THREE]
    bounds = tuple(bound for pair in sums for bound in pair)
    program = Program(tuple(Unknown(name=name) for name in "xyz"), bounds)

    assert filled(program, {}, Steps()) == (Fraction(1), Fraction(0), Fraction(2))
    sheet = frame(program)
    assert Tableau(sheet, pivots=99, steps=Steps()).clash(sheet.lows, sheet.highs) is None


def test_one_pivot_that_is_allowed_may_be_taken() -> None:
    sheet = frame(Program((Unknown(name="x"), Unknown(name="y")), equal(((0, ONE), (1, ONE)), ONE)))

    assert Tableau(sheet, pivots=1).clash(sheet.lows, sheet.highs) is None
    with pytest.raises(SpentPivotsError):
        Tableau(sheet, pivots=0).clash(sheet.lows, sheet.highs)


def test_steps_that_were_begun_are_finished() -> None:
    steps = Steps(5)
    with steps.at_most(2):
        steps.take(3)
        assert steps.spent
    assert (steps.left, steps.spent) == (2, False)
    with steps.at_most(9):
        steps.take(2)
    assert (steps.left, steps.spent) == (0, True)


# Bags, streams, masks, orders.


def test_keyed_bags_are_equal_where_their_bags_are() -> None:
    one, other = Keyed({"a": Bag.of("x")}), Keyed({"a": Bag.of("y")})

    assert one != other
    assert one == Keyed({"a": Bag.of("x"), "b": Bag.of("")})
    assert Bag.of("ab") != Bag.of("abb")
    with refused(ValueError, "a bag counts from 0 upwards: got -1"):
        Bag({"a": -1})


def test_streams_are_named_by_any_text() -> None:
    names = {stream_key(words) for words in ((1, "\ud800"), (1, "\ud801"), (1, "a"), ("1", "a"))}

    assert len(names) == 4


def test_masks_hold_finite_numbers() -> None:
    with refused(ValueError, "finite numbers: got NaN or an infinite one"):
        marked(b"\x00\x00\xc0\x7f", "<f4")
    assert marked(b"\x00\x00\x80\x3f", "<f4", 2.0, -2.0) == b"\x00"
    assert packed_rows(bytes([1] * 9), 9) == b"\xff\x80"
    assert run_lengths(bytes([0b00110000]), (1, 1, 4)) == (2, 2)


def test_a_value_without_an_order_is_named() -> None:
    with refused(TypeError, "a value with an order: got function"):
        order_key(lambda: None)


# Simplifying.


UNKNOWN, FIRST_SUM = Nothing("no"), At(0)
SOMETIMES = IfZero(At(1), Constant(ONE), UNKNOWN)


def mean_of(part: Expression, *, skip: bool) -> Expression:
    parts = ((Constant(ONE), part),)
    return Over(Total(parts, 1, skip=skip), Total(parts, 0, skip=skip), UNKNOWN)


def test_a_mean_of_one_part_is_the_part_where_it_always_has_a_value() -> None:
    assert simplify(mean_of(At(0), skip=True), {}) == At(0)
    assert simplify(mean_of(SOMETIMES, skip=False), {}) == SOMETIMES
    both = Times(At(0), At(1))
    assert simplify(mean_of(both, skip=True), {}) == both
    for kept in (SOMETIMES, Minus(SOMETIMES, At(0)), Minus(At(0), SOMETIMES)):
        found = mean_of(kept, skip=True)
        assert simplify(found, {}) == found


def test_a_difference_of_sums_is_one_sum_and_no_other_is() -> None:
    ratio = Over(At(0), At(1), UNKNOWN)

    assert simplify(Minus(At(0), At(0)), {}) == Constant(Fraction(0))
    assert simplify(Minus(ratio, At(0)), {}) == Minus(ratio, At(0))
    assert simplify(Minus(At(0), ratio), {}) == Minus(At(0), ratio)


def test_a_spread_has_no_difference() -> None:
    found = less_second(RootOf(At(0)), 1)

    assert found == Nothing("a spread has no difference")
