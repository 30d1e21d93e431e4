"""Metrics of pairs of numbers are what slow and obvious functions of lists say."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.functional_floats import FloatVector
from measurand.algebra.number import ExactVector
from measurand.algebra.order import places
from measurand.metrics.definitions import Family
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity, square_root
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_numbers as oracle
from properties.families.samples import corpora

PAIR = "gold=price,predicted=guess"
Corpus = tuple[Sample, ...]


def of(name: str, options: str = "") -> Family:
    found = parse(f"{name}({PAIR}{options})")
    assert isinstance(found, Family)
    return found


def found(definition: Family, corpus: Corpus) -> Quantity | None:
    score = evaluate(definition, corpus)
    return score.value if isinstance(score, Defined) else None


CORPORA = corpora(of("mape"), size=8)


def root(expected: tuple[int, Fraction] | None) -> Quantity | None:
    if expected is None:
        return None
    sign, square = expected
    value = square_root(square)
    return -value if sign < 0 else value


@given(CORPORA)
def test_correlations_of_ranks(corpus: Corpus) -> None:
    pairs = oracle.listed(corpus)

    assert found(of("spearman"), corpus) == root(oracle.spearman(pairs))
    assert found(of("kendall"), corpus) == root(oracle.kendall(pairs))


@given(CORPORA, st.sampled_from(["mean", "lower", "upper"]))
def test_the_median_error(corpus: Corpus, middle: str) -> None:
    assert found(of("medae", f",middle={middle}"), corpus) == oracle.medae(
        oracle.listed(corpus), middle
    )


@given(CORPORA)
def test_shares_of_what_is_so(corpus: Corpus) -> None:
    pairs = oracle.listed(corpus)

    assert found(of("explained_variance"), corpus) == oracle.explained(pairs)
    assert found(of("mape"), corpus) == oracle.mape(pairs)


@pytest.mark.parametrize(("side", "sign"), [("lower", -1), ("upper", 1)])
@given(corpus=CORPORA, ddof=st.integers(0, 2))
def test_limits_of_agreement(side: str, sign: int, corpus: Corpus, ddof: int) -> None:
    expected = oracle.limit_parts(corpus, ddof)

    limit = found(of("limit_of_agreement", f",side={side},z=2,ddof={ddof}"), corpus)

    assert limit == (expected and expected[0] + Fraction(2 * sign) * square_root(expected[1]))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=8))
def test_numbers_side_by_side_are_one_in_both_engines(some: list[tuple[int, int]]) -> None:
    groups, given_ = [group for group, _ in some], [number for _, number in some]
    exact = ExactVector(tuple(given_))
    floats = FloatVector(np.array([given_, [2 * one for one in given_]], dtype=np.float64))

    sums = [sum(number for group, number in some if group == at) for at in range(4)]
    running = [sum(given_[:at]) for at in range(len(given_) + 1)]

    assert list(exact.grouped(groups, 4).values) == sums
    assert floats.grouped(groups, 4).values.tolist() == [sums, [2 * one for one in sums]]
    assert list(exact.running().values) == running
    assert floats.running().values.tolist() == [running, [2 * one for one in running]]


NUMBERS = st.fractions(max_denominator=5) | st.sampled_from(
    [Fraction(1), 1 + Fraction(1, 10**30), Fraction(10**400), Fraction(10**400 + 1)]
)


@given(st.lists(NUMBERS))
def test_the_place_of_a_number_counts_those_below_it(numbers_: list[Fraction]) -> None:
    found = places(numbers_)

    expected = [len({one for one in numbers_ if one < number}) for number in numbers_]
    assert found == (expected, len(set(numbers_)))
