"""The checker of proofs: what it accepts, and what it says of what is none."""

from fractions import Fraction

from measurand.algebra.certificate import verify
from measurand.algebra.program import (
    Bound,
    Certificate,
    Leaf,
    Program,
    Split,
    Unknown,
    between,
    equal,
)

ONE = Fraction(1)
X = ((0, ONE),)
# 2x = 1: a fraction meets it, no whole number does.
HALF = Program((Unknown(name="x"),), equal(((0, Fraction(2)),), ONE))
HALVED = Split(
    X,
    0,
    Leaf(((1, Fraction(1, 2)), (2, ONE))),
    Leaf(((0, Fraction(1, 2)), (2, ONE))),
)


def program(*bounds: Bound, high: Fraction | None = None, whole: bool = True) -> Program:
    return Program((Unknown(name="x", high=high, whole=whole), Unknown(name="y")), bounds)


def test_a_sum_of_bounds_that_nothing_meets_is_a_proof() -> None:
    # x + y <= 1 and x - y >= 2, so 2 y <= -1
    two = program(Bound(((0, ONE), (1, ONE)), ONE), Bound(((0, -ONE), (1, ONE)), Fraction(-2)))
    assert verify(two, Leaf(((0, ONE), (1, ONE)))) == ""


def test_a_sum_that_just_reaches_what_it_allows_is_no_proof() -> None:
    low = program(Bound(X, Fraction(0)))
    assert verify(low, Leaf(((0, ONE),))) == "leaf: the sum is at least 0, and may be 0"


def test_the_limits_of_unknowns_count_at_both_ends() -> None:
    above = program(Bound(((0, -ONE),), Fraction(-3)), high=Fraction(2))
    assert verify(above, Leaf(((0, ONE),))) == ""
    assert verify(program(*above.bounds, high=Fraction(3)), Leaf(((0, ONE),))) == (
        "leaf: the sum is at least -3, and may be -3"
    )


def test_a_sum_that_falls_without_end_is_no_proof() -> None:
    assert verify(program(Bound(((0, -ONE),), Fraction(-3))), Leaf(((0, ONE),))) == (
        "leaf: the sum falls without end in unknown 0"
    )


def test_weights_are_positive_and_stand_for_bounds_that_are_there() -> None:
    turned = program(Bound(((0, -ONE),), Fraction(-1)))
    assert verify(turned, Leaf(((0, -ONE),))) == "leaf: no bound 0 of 1 times -1"
    assert verify(turned, Leaf(((0, Fraction(0)),))) == "leaf: no bound 0 of 1 times 0"
    assert verify(turned, Leaf(((1, ONE),))) == "leaf: no bound 1 of 1 times 1"
    assert verify(turned, Leaf(((-1, ONE),))) == "leaf: no bound -1 of 1 times 1"


def test_no_weights_prove_nothing() -> None:
    assert verify(program(), Leaf(())) == "leaf: the sum is at least 0, and may be 0"


def test_weights_of_the_same_bound_add_up() -> None:
    assert verify(program(Bound(X, -ONE)), Leaf(((0, ONE), (0, ONE)))) == ""


def test_two_halves_each_with_a_proof_are_a_proof() -> None:
    assert verify(HALF, HALVED) == ""


def test_one_half_without_a_proof_is_none() -> None:
    missing = Split(X, 0, Leaf(()), HALVED.above)
    assert verify(HALF, missing) == "leaf: the sum is at least 0, and may be 0"
    missing = Split(X, 0, HALVED.below, Leaf(()))
    assert verify(HALF, missing) == "leaf: the sum is at least 0, and may be 0"


def test_a_half_counts_only_on_the_way_that_took_it() -> None:
    swapped = Split(X, 0, HALVED.above, HALVED.below)
    assert verify(HALF, swapped).startswith("leaf: ")
    assert verify(HALF, HALVED.below) == "leaf: no bound 2 of 2 times 1"


def test_halves_of_halves_are_numbered_in_the_order_they_were_taken() -> None:
    # 3 x between 4 and 5: x <= 0 and x = 1 are too small, x >= 2 is too large.
    third = program(*between(Fraction(4), ((0, Fraction(3)),), Fraction(5)))
    upper = Split(X, 1, Leaf(((1, ONE), (3, Fraction(3)))), Leaf(((0, ONE), (3, Fraction(3)))))
    proof = Split(X, 0, Leaf(((1, ONE), (2, Fraction(3)))), upper)
    assert verify(third, proof) == ""


def test_a_form_may_be_halved_where_it_takes_whole_numbers() -> None:
    # 1 <= 2 x + 4 y <= 1 is halved at x + 2 y <= 0
    form = ((0, ONE), (1, Fraction(2)))
    odd = program(*equal(((0, Fraction(2)), (1, Fraction(4))), ONE))
    below = Leaf(((1, Fraction(1, 2)), (2, ONE)))
    above = Leaf(((0, Fraction(1, 2)), (2, ONE)))
    assert verify(odd, Split(form, 0, below, above)) == ""


def test_a_form_that_need_not_be_whole_may_not_be_halved() -> None:
    free = program(*HALF.bounds, whole=False)
    assert verify(free, HALVED) == "split: 1 times unknown 0 need not be whole"
    parts = Split(((0, Fraction(1, 2)),), 0, Leaf(()), Leaf(()))
    assert verify(HALF, parts) == "split: 1/2 times unknown 0 need not be whole"


def test_between_two_halves_no_whole_number_is_left_out() -> None:
    # x = 1 is the least of the upper half of 0 and 1, and x = 0 the most of the lower.
    for value, proofs in (
        (1, (Leaf(((1, ONE), (2, ONE))), Leaf(((0, ONE), (2, ONE))))),
        (0, (Leaf(((1, ONE), (2, ONE))), Leaf(((0, ONE), (2, ONE))))),
    ):
        there = program(*equal(X, Fraction(value)))
        assert verify(there, Split(X, 0, *proofs)) == "leaf: the sum is at least 0, and may be 0"


def test_an_unknown_that_is_not_there_may_not_be_halved() -> None:
    for place in (1, -1):
        nowhere = Split(((place, ONE),), 0, Leaf(()), Leaf(()))
        assert verify(HALF, nowhere) == f"split: 1 times unknown {place} need not be whole"


def test_a_proof_may_be_deep_but_not_endlessly_so() -> None:
    deep: Certificate = Leaf(((0, ONE),))
    for _ in range(900):
        deep = Split(X, 0, Leaf(((0, ONE),)), deep)
    never = program(Bound(X, -ONE))
    assert verify(never, deep) == ""
    for _ in range(200):
        deep = Split(X, 0, deep, Leaf(((0, ONE),)))
    assert verify(never, deep) == "deeper than 1000 halves"


def test_a_proof_that_shares_its_halves_is_not_unfolded_for_ever() -> None:
    shared: Certificate = Leaf(((0, ONE),))
    for _ in range(60):
        shared = Split(X, 0, shared, shared)
    assert verify(program(Bound(X, -ONE)), shared, most=99) == "larger than 99 nodes"


def test_a_proof_with_floats_proves_nothing() -> None:
    # x = 7/3 meets x / 7 <= 1/3; 0.7 as a float is a little less than 7/10.
    seven = Unknown(name="x", low=Fraction(7, 3), high=Fraction(7, 3), whole=False)
    program = Program((seven,), (Bound(((0, Fraction(1, 7)),), Fraction(1, 3)),))
    rough = Leaf(((0, 0.7),))  # type: ignore[arg-type]  # what a forged proof may hold

    assert program.met_by((Fraction(7, 3),))
    assert verify(program, rough) == "leaf: no bound 0 of 1 times 0.7"


def test_a_place_that_is_no_whole_number_proves_nothing() -> None:
    program = Program((Unknown(name="x"),), (Bound(((0, Fraction(1)),), Fraction(-1)),))
    odd = Leaf(((Fraction(0), Fraction(1)),))  # type: ignore[arg-type]  # the same

    assert verify(program, odd) == "leaf: no bound 0 of 1 times 1"
