"""Rows of numbers that are summed at once give what the same samples give one by one."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand import Finaliser, Pool, Sample, observing, parse, pool
from measurand.algebra.elementary import logarithm, sum_of_logarithms
from measurand.algebra.order import by_size
from measurand.evidence.number_rows import NumberRows
from measurand.frames import pool_of_numbers
from measurand.values.quantity import added, bounds

PAIRS = ("mae", "mse", "rmse", "bias", "r2", "pearson", "concordance")
NUMERIC = tuple(f"{name}(gold=y,predicted=p)" for name in PAIRS)
SWEPT = (
    *(f"average_precision(score=p,label=y,area={area})" for area in ("trapezoid", "envelope")),
    "average_precision(score=p,label=y)",
    "precision_at_recall(score=p,label=y,recall=0.5)",
    "auc(score=p,label=y)",
)
OF_SHARES = (
    "brier(score=p,label=y)",
    "ece(score=p,label=y)",
    "log_loss(score=p,label=y)",
    "log_loss(score=p,label=y,clip=0.001)",
)
SHARES = st.one_of(st.floats(0, 1), st.sampled_from((0.0, -0.0, 1.0, 0.5, 1e-7, 5e-324, 0.1)))
ANY = st.floats(-1e200, 1e200) | SHARES
WHOLE = st.integers(-(2**62), 2**62)
LABELS = st.sampled_from((0, 1))
HOLDERS: Sequence[Callable[[Sequence[float]], Iterable[object]]] = (list, np.array)


def of_samples(text: str, first: Sequence[float], second: Sequence[float]) -> Pool:
    """Pool samples, one a row."""
    both = zip(first, second, strict=True)
    rows = [(("p", Fraction(repr(a))), ("y", Fraction(repr(b)))) for a, b in both]
    samples = (Sample(id=str(at), amounts=row) for at, row in enumerate(rows))
    return pool(observing(parse(text)), samples)


def hold(text: str, rows: Sequence[tuple[float, float]]) -> None:
    """Hold the score of columns, and the pool, to those of samples."""
    first, second = [row[0] for row in rows], [row[1] for row in rows]
    definition, expected = parse(text), of_samples(text, first, second)

    for held in HOLDERS:
        columns = {"p": held(first), "y": held(second)}
        found = pool_of_numbers(observing(definition), columns).unwrap()
        assert Finaliser(found).score(definition) == Finaliser(expected).score(definition)
        assert found == expected
        assert (found.scored(), found.excluded()) == (expected.scored(), expected.excluded())


def rows_of(
    first: st.SearchStrategy[float], second: st.SearchStrategy[float]
) -> st.SearchStrategy[list[tuple[float, float]]]:
    """Draw rows, some of them several times."""
    few = st.lists(st.tuples(first, second), min_size=1, max_size=8)
    return st.tuples(few, st.integers(1, 3)).map(lambda drawn: drawn[0] * drawn[1])


@given(st.sampled_from(NUMERIC), rows_of(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9)))
@example(NUMERIC[0], [(0.1, -0.0), (1e-7, 0.0), (1e22, 0.5)])
def test_sums_of_pairs_are_those_of_samples(text: str, rows: list[tuple[float, float]]) -> None:
    hold(text, rows)


@pytest.mark.parametrize("text", NUMERIC)
def test_columns_of_other_digits_are_summed_too(text: str) -> None:
    hold(text, [(0.1, 0.25), (1.5, 2.0), (3.0, -0.125)])


@given(st.sampled_from(SWEPT), rows_of(ANY, LABELS) | rows_of(WHOLE, LABELS))
def test_scores_in_order_are_those_of_samples(text: str, rows: list[tuple[float, float]]) -> None:
    hold(text, rows)


@given(st.sampled_from(OF_SHARES), rows_of(SHARES, LABELS))
def test_scores_of_probabilities_are_those_of_samples(
    text: str, rows: list[tuple[float, float]]
) -> None:
    hold(text, rows)


def test_probabilities_of_an_array_are_held_as_integers() -> None:
    columns = {"p": np.array([0.25, 0.5]), "y": np.array([1, 0])}

    found = pool_of_numbers(observing(parse(OF_SHARES[0])), columns).unwrap()

    assert isinstance(found.keyed.bags[()].counts, NumberRows)


@given(st.lists(st.fractions() | st.fractions(max_denominator=10), unique=True))
@example([Fraction(1, 2**3000), Fraction(1, 3**2000), Fraction(-1, 2)])
def test_ratios_are_sorted_as_fractions_are(numbers: list[Fraction]) -> None:
    found = by_size((one.numerator, one.denominator) for one in numbers)

    assert [Fraction(*one) for one in found] == sorted(numbers)


QUOTIENTS = st.lists(
    st.tuples(
        st.integers(1, 10**40) | st.sampled_from((1, 2, 3, 2**70)),
        st.integers(1, 10**40) | st.sampled_from((1, 2, 3, 2**70)),
        st.integers(1, 9),
    ),
    max_size=5,
)


@given(QUOTIENTS)
@example([(2, 2, 3)])
@example([(10**60 + 1, 10**60, 1)])
def test_logarithms_are_added_up_end_by_end(quotients: list[tuple[int, int, int]]) -> None:
    each = [logarithm(Fraction(top, bottom)) * Fraction(n) for top, bottom, n in quotients]

    assert sum_of_logarithms(quotients) == added(each)


@given(QUOTIENTS)
def test_a_sum_of_logarithms_lies_between_its_ends(quotients: list[tuple[int, int, int]]) -> None:
    low, high = bounds(sum_of_logarithms(quotients), 0)

    with localcontext(prec=80):
        oracle = sum(n * (Decimal(top) / bottom).ln() for top, bottom, n in quotients)
        off = Fraction(oracle)
    assert low <= off + TINY
    assert off - TINY <= high
    assert high - low < Fraction(1, 10**27)


TINY = Fraction(1, 10**70)
"""By how much eighty digits may be off."""
