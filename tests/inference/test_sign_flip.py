"""Exchange tests by hand: what counts as extreme, how it is found, and what cannot be tested."""

from fractions import Fraction

import pytest

from measurand.algebra.expression import At, Nothing, Over, Root
from measurand.evidence.pairs import pairs
from measurand.inference.comparison import compare
from measurand.inference.plan import Plan, Stream
from measurand.inference.pvalue import PValue
from measurand.inference.sign_flip import EXACT, MONTE_CARLO, sign_flip_score, sign_flip_sum
from measurand.metrics.definitions import observing
from measurand.metrics.row_sums import Vector
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Undefined

ONE, ZERO = Fraction(1), Fraction(0)
RATE = Over(At(0), At(1), Nothing("no item"))


def test_zeros_do_not_count_as_units() -> None:
    # Of 1, 1 and many zeros, ++ and -- of 4 patterns.
    found = sign_flip_sum([(ONE, 2), (ZERO, 50)], Plan(), ())

    assert found == PValue(Fraction(1, 2), EXACT, Fraction(1, 2))


def test_nothing_but_zeros_has_p_1() -> None:
    assert sign_flip_sum([(ZERO, 3)], Plan(), ()) == PValue(ONE, EXACT, ONE)
    assert sign_flip_sum([], Plan(), ()) == PValue(ONE, EXACT, ONE)


def test_sums_that_tie_are_extreme() -> None:
    # Three thirds and 1: of 16 patterns 1 each reaches 2 and -2, 3 each 4/3, 3 each 2/3, 2 reach 0.
    drawn = [(Fraction(1, 3), 3), (ONE, 1)]
    assert sign_flip_sum(drawn, Plan(), ()).value == Fraction(2, 16)
    # One third is negative: 4/3 is observed, and reached or passed by 2 (1 + 3) patterns.
    assert sign_flip_sum(
        [(Fraction(1, 3), 2), (Fraction(-1, 3), 1), (ONE, 1)], Plan(), ()
    ).value == Fraction(8, 16)


def test_many_patterns_are_drawn_and_few_are_counted() -> None:
    drawn = [(Fraction(2) ** at, 1) for at in range(12)]
    # Sums: 2 + 4 + ... + 4096 steps of work.
    work = sum(2 * 2**at for at in range(12))

    assert sign_flip_sum(drawn, Plan(patterns=work), ()).how == EXACT
    assert sign_flip_sum(drawn, Plan(patterns=work - 1), ()).how == MONTE_CARLO


def test_no_random_p_value_is_0() -> None:
    found = sign_flip_sum([(ONE, 300), (2 * ONE, 300)], Plan(patterns=1, replicates=9), ())

    assert found == PValue(Fraction(1, 10), MONTE_CARLO, Fraction(1, 10))


def test_differences_of_one_size_are_never_sampled() -> None:
    # McNemar's test, however many they are.
    found = sign_flip_sum([(ONE, 300)], Plan(patterns=1, replicates=9), ())

    assert found == PValue(Fraction(2, 2**300), EXACT, Fraction(2, 2**300))


def test_few_units_bound_a_random_p_value() -> None:
    three = [(ONE, 2), (2 * ONE, 1)]

    assert sign_flip_sum(three, Plan(patterns=1, replicates=999), ()).least == Fraction(1, 4)


@pytest.mark.parametrize("stream", [Stream.NUMPY, Stream.RAW])
def test_numbers_too_large_for_floats_tie_all_the_same(stream: Stream) -> None:
    # The large ones cancel: what is left is a millionth of a millionth of a millionth of them.
    large = Fraction(2**70)
    drawn = [(large, 1), (-large, 1), (ONE, 2)]
    exact = sign_flip_sum(drawn, Plan(), ()).value

    found = sign_flip_sum(drawn, Plan(patterns=1, replicates=400, stream=stream), ())

    # Half of all patterns cancel; those that do reach 2 or, within rounding, as much.
    assert exact == Fraction(12, 16)
    assert found.how == MONTE_CARLO
    assert float(found.value) >= 0.6


def test_an_exchange_that_leaves_no_score_is_extreme() -> None:
    full, half, none = (ONE, ONE), (ONE, Fraction(2)), (ZERO, ZERO)
    assert sign_flip_score({(full, half): 1}, RATE, Plan(), ()) == PValue(ONE, EXACT, ONE)

    # 1/1 and 0/0 against 0/0 and 1/1: two of four patterns leave a system without an item.
    # As observed both have 1: no difference, and p is 1 whatever counts.
    found = sign_flip_score({(full, none): 1, (none, full): 1}, RATE, Plan(), ())
    assert found == PValue(ONE, EXACT, Fraction(1, 2))

    # 1/1 and 0/0 against 0/0 and 1/2: 1 less 1/2 either way, or one system has no item. 4 of 4.
    lone = sign_flip_score({(full, none): 1, (none, half): 1}, RATE, Plan(), ())
    assert lone == PValue(ONE, EXACT, Fraction(1, 2))


def test_a_system_without_a_score_cannot_be_tested() -> None:
    one, none = (ONE, ONE), (ZERO, ZERO)

    assert sign_flip_score({(one, none): 1}, RATE, Plan(), ()) == Undefined("no item")
    assert sign_flip_score({(none, one): 1}, RATE, Plan(), ()) == Undefined("no item")


def test_equal_units_leave_nothing_to_exchange() -> None:
    found = sign_flip_score({((ONE, ONE), (ONE, ONE)): 7}, RATE, Plan(), ())

    assert found == PValue(ONE, EXACT, ONE)


def test_a_ratio_has_a_twentieth_of_the_patterns() -> None:
    # Four kinds of three units: 4**4 = 256 patterns.
    rows: dict[tuple[Vector, Vector], int] = {
        ((Fraction(n), Fraction(9)), (ZERO, Fraction(9))): 3 for n in range(1, 5)
    }

    for patterns, how in ((20 * 256, EXACT), (20 * 256 - 1, MONTE_CARLO)):
        found = sign_flip_score(rows, RATE, Plan(patterns=patterns, replicates=5), ())
        assert isinstance(found, PValue)
        assert found.how == how


def test_roots_that_come_farther_apart_count_as_extreme() -> None:
    two, three = (Fraction(2), ONE), (Fraction(3), ONE)

    found = sign_flip_score({(two, three): 2}, Root(At(0)), Plan(), ())

    assert isinstance(found, PValue)
    assert found.value == Fraction(2, 4)


@pytest.mark.parametrize("k", range(1, 8))
def test_roots_that_come_as_far_apart_are_a_tie(k: int) -> None:
    # As it is, 9k/2 of 1 against 7k/2 of 7: 3/2 sqrt(2k) - 1/2 sqrt(2k). With the first unit
    # exchanged, 8k of 4 against 0 of 4: sqrt(2k), as much.
    first = (ZERO, ZERO), (Fraction(7 * k, 2), Fraction(3))
    second = (Fraction(9 * k, 2), ONE), (ZERO, Fraction(4))

    found = sign_flip_score({first: 1, second: 1}, Root(RATE), Plan(), ())

    assert found == PValue(ONE, EXACT, Fraction(1, 2))


def test_a_constant_of_one_system_alone_is_none_under_exchange() -> None:
    # One system always says two things, the other always one: for each alone precision is a mean.
    # Of hits 1 1 0 0 of 2 and 1 1 1 0 of 1, the difference is 2/8 - 3/4. Exchanged unit by unit,
    # what the systems say is no constant: every pattern is scored anew.
    how = parse("precision(average=micro)")
    first = [("a", "x"), ("a", "x"), ("x", "y"), ("x", "y")]
    second = [("a",), ("a",), ("a",), ("x",)]
    both = pairs(
        observing(how),
        [Sample(id=str(at), gold=("a",), predicted=said) for at, said in enumerate(first)],
        [Sample(id=str(at), gold=("a",), predicted=said) for at, said in enumerate(second)],
    )

    found = compare(how, both, Plan(replicates=1)).p_value

    # None and all exchanged reach 1/2. Signs of the differences of units, -1/8 -1/8 -1/4 0, would
    # reach it with the last one either way: 4 of 16.
    assert found == PValue(Fraction(2, 16), EXACT, Fraction(2, 16))
