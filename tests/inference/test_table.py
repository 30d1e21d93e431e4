"""Tables by hand: what falls together, what is a sum, what is a ratio."""

from fractions import Fraction

import pytest

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    IfZero,
    Linear,
    Minus,
    Nothing,
    Over,
)
from measurand.inference.integer_scale import common_scale
from measurand.inference.table import (
    RatioRows,
    Table,
    as_ratio,
    is_exchanged_sum,
    is_sum,
    table,
)
from measurand.values.score import Defined, Undefined

ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)
RATE = Over(At(0), At(1), Nothing("no item"))


def vector(*numbers: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number) for number in numbers)


def test_rare_rows_come_first_and_equal_ones_fall_together() -> None:
    # The second sum is not read, so that the first two rows are one.
    made = table({vector(1, 5): 2, vector(1, 6): 3, vector(0, 5): 1, vector(3, 5): 1}, [At(0)])

    assert made.rows == (vector(0), vector(3), vector(1))
    assert (made.counts, made.units, made.sums) == ((1, 1, 5), 7, vector(8))


def test_a_rate_over_a_constant_is_a_sum_of_shares() -> None:
    made = table({vector(1, 2): 1, vector(0, 2): 3}, [RATE])

    # Four units, 8 items in every resample.
    assert is_sum(made) == (Fraction(1, 8), ZERO)
    assert made.scores() == (Defined(Fraction(1, 8)),)


def test_an_offset_is_shared_out_among_units() -> None:
    made = table({vector(1): 1, vector(0): 3}, [Minus(Constant(ONE), At(0))])

    assert is_sum(made) == (Fraction(-3, 4), Fraction(1, 4))
    assert made.scores() == (Defined(ZERO),)


def test_a_score_that_is_no_sum_adds_nothing_by_row() -> None:
    assert is_sum(table({vector(1, 2): 1, vector(0, 1): 1}, [RATE])) is None
    assert is_sum(Table((vector(1),), (2,), (Constant(TWO),))) == (ONE,)


def test_without_a_unit_the_rest_is_scored() -> None:
    made = table({vector(1, 1): 1, vector(0, 3): 2}, [RATE])

    assert made.left_out().tolist() == [[0.0], [1 / 4]]


def test_without_the_only_item_nothing_is_scored() -> None:
    made = table({vector(1, 1): 1, vector(0, 0): 2}, [RATE])

    assert [str(number) for number in made.left_out()[:, 0]] == ["nan", "1.0"]
    assert made.scores() == (Defined(ONE),)


BOTH, GOLD, SAID = Constant(ONE), Constant(ZERO), Constant(ZERO)


def guarded(ratio: Expression, both: Expression = BOTH, said: Expression = SAID) -> Expression:
    """Guard a ratio of hits (0), gold (1) and predictions (2) as definitions do."""
    return IfZero(At(1), IfZero(At(2), both, GOLD), IfZero(At(2), said, ratio))


F1 = Over(Linear(((0, TWO),)), Linear(((1, ONE), (2, ONE))), GOLD)
PRECISION = Over(At(0), At(2), GOLD)


@pytest.mark.parametrize(
    ("score", "rows", "nothing"),
    [
        (RATE, ((ONE, TWO),), None),
        (Over(At(0), At(1), Constant(TWO)), ((ONE, TWO),), TWO),
        (guarded(F1), ((TWO, Fraction(5)),), ONE),
        (guarded(F1, both=Nothing("skipped")), ((TWO, Fraction(5)),), None),
        (guarded(PRECISION, both=GOLD), ((ONE, Fraction(3)),), ZERO),
    ],
)
def test_a_ratio_of_sums_has_two_numbers_by_row(
    score: Expression, rows: tuple[tuple[Fraction, Fraction], ...], nothing: Fraction | None
) -> None:
    found = as_ratio(Table((vector(1, 2, 3),), (1,), (score,)))

    assert isinstance(found, RatioRows)
    assert (found.rows, found.nothing) == (rows, nothing)


@pytest.mark.parametrize(
    "score",
    [
        At(0),
        Minus(RATE, RATE),
        Over(RATE, At(1), GOLD),
        Over(At(0), RATE, GOLD),
        guarded(F1, said=BOTH),
        # It is 0 without predictions, and 1 without gold too: the bottom does not tell which.
        guarded(PRECISION),
        guarded(PRECISION, both=Nothing("skipped")),
    ],
)
def test_other_scores_are_no_ratio_of_sums(score: Expression) -> None:
    assert as_ratio(Table((vector(1, 2, 3),), (1,), (score,))) is None


def test_a_sum_is_one_under_exchange_where_constants_are_those_of_both() -> None:
    rates = Minus(RATE, Over(At(2), At(3), Nothing("no item")))

    assert is_exchanged_sum({(vector(1, 2), vector(0, 2)): 3}, rates)
    assert not is_exchanged_sum({(vector(1, 2), vector(0, 1)): 3}, rates)


def test_a_scale_makes_values_whole_or_is_too_large() -> None:
    assert common_scale([Fraction(1, 4), Fraction(1, 6)], 100) == 12
    assert common_scale([Fraction(1, 101), Fraction(1, 103)], 100) > 100
    assert common_scale([], 100) == 1


def test_an_empty_table_has_no_unit() -> None:
    made = Table((), (), (Nothing("nobody"),))

    assert (made.units, made.sums, made.scores()) == (0, (), (Undefined("nobody"),))
