"""Tables: simpler and narrower, with the same scores under every resampling of their units."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import isclose, isnan
from random import Random

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.algebra.expression import At, Expression, exact
from measurand.algebra.simplify import less_second
from measurand.inference.resampling_units import paired_rows, rows_of
from measurand.inference.table import Table, as_ratio, is_sum, table
from measurand.metrics.row_sums import Vector
from measurand.values.score import Defined, Score, Undefined
from properties.inference.systems import Case, cases, pooled, sums

Counts = Mapping[Vector, int]
FIRST = 10**9
seeds = st.integers(0, 2**32)


def joined(case: Case) -> tuple[Counts, tuple[Expression, ...]]:
    """Lay the sums of two systems side by side; score their difference, and the first of them."""
    rows = paired_rows([case.definition], case.pairs(), case.cluster)
    assume(rows.vectors)
    width = len(next(iter(rows.vectors))[0])
    (score,) = rows.finish
    side_by_side = {first + second: count for (first, second), count in rows.vectors.items()}
    return side_by_side, (less_second(score, width), score)


def drawn(rows: Counts, seed: int) -> dict[Vector, int]:
    """Resample as many units."""
    units = sum(rows.values())
    shares = [count / units for count in rows.values()]
    counts = np.random.default_rng(seed).multinomial(units, shares)
    return {row: int(count) for row, count in zip(rows, counts, strict=True)}


def same(found: Score, expected: Score) -> bool:
    if isinstance(found, Undefined) or isinstance(expected, Undefined):
        return isinstance(found, Undefined) and isinstance(expected, Undefined)
    return found == expected


def named(rows: Counts) -> dict[Vector, int]:
    """Give every row a number of its own as a last sum, so that no two of them fall together."""
    return {(*row, Fraction(at)): count for at, (row, count) in enumerate(rows.items(), FIRST)}


def with_names(rows: Counts, scores: tuple[Expression, ...]) -> tuple[Table, tuple[int, ...]]:
    """Make a table of named rows, and say which row of it is which."""
    width = len(next(iter(rows))) - 1
    made = table(rows, [*scores, At(width)])
    numbers = is_sum(made, len(scores))
    assert numbers is not None
    return made, tuple(int(number) - FIRST for number in numbers)


@given(cases(), seeds)
def test_a_table_has_the_scores_of_all_sums_under_any_resample(case: Case, seed: int) -> None:
    plain, scores = joined(case)
    rows = named(plain)
    resample = drawn(rows, seed)
    weights = list(resample.values())

    made, numbers = with_names(rows, scores)

    counted = zip(made.rows, (weights[number] for number in numbers), strict=True)
    total, whole = sums(dict(counted), made.finish), sums(resample, scores)
    for at, score in enumerate(scores):
        found, expected = exact(made.finish[at], total), exact(score, whole)
        assert same(found, expected), (found, expected)


@given(cases())
def test_rows_fall_together_that_differ_in_nothing_that_is_read(case: Case) -> None:
    plain, scores = joined(case)
    made, _ = with_names(named(plain), scores)
    expected: Counter[Vector] = Counter()
    for row, count in zip(made.rows, made.counts, strict=True):
        expected[row[:-1]] += count

    narrow = table(plain, scores)

    assert dict(zip(narrow.rows, narrow.counts, strict=True)) == expected
    assert len(set(narrow.rows)) == len(narrow.rows)
    assert list(narrow.counts) == sorted(narrow.counts)


@given(cases(), seeds)
def test_a_resample_of_a_table_in_floats_is_exact(case: Case, seed: int) -> None:
    made = table(*joined(case))
    counts = list(drawn(dict(zip(made.rows, made.counts, strict=True)), seed).values())
    resample = Table(made.rows, tuple(counts), made.finish)

    found = made.evaluated(made.summed(np.array([counts], dtype=np.int64)))[0]

    for number, score in zip(found, resample.scores(), strict=True):
        match score:
            case Undefined():
                assert isnan(number)
            case Defined(value):
                assert isclose(number, float(value), rel_tol=1e-12, abs_tol=1e-12)


@given(cases())
def test_left_out_is_the_score_without_one_unit_of_a_row(case: Case) -> None:
    made = table(*joined(case))
    for at, numbers in enumerate(made.left_out()):
        counts = [count - (row == at) for row, count in enumerate(made.counts)]
        rest = Table(made.rows, tuple(counts), made.finish)
        for number, score, whole in zip(numbers, rest.scores(), made.finish, strict=True):
            # A score that is a sum has a share of its offset in every row.
            expected = exact(whole, rest.sums)
            assert expected == score
            match score:
                case Undefined():
                    assert isnan(number)
                case Defined(value):
                    assert isclose(number, float(value), rel_tol=1e-12, abs_tol=1e-12)


@given(cases(pooled, size=6), seeds)
def test_a_ratio_of_rows_is_the_score_of_any_resample(case: Case, seed: int) -> None:
    rows = rows_of([case.definition], case.pool(), case.cluster)
    assume(rows.vectors)
    made = table(rows.vectors, rows.finish)
    ratio = as_ratio(made)
    if ratio is None:
        return
    counts = list(drawn(dict(zip(made.rows, made.counts, strict=True)), seed).values())

    top, bottom = (
        sum((row[at] * n for row, n in zip(ratio.rows, counts, strict=True)), Fraction(0))
        for at in range(2)
    )

    (found,) = Table(made.rows, tuple(counts), made.finish).scores()
    if bottom:
        assert found == Defined(top / bottom)
    elif ratio.nothing is None:
        assert isinstance(found, Undefined)
    else:
        assert found == Defined(ratio.nothing)


@given(cases(), st.randoms(use_true_random=False))
def test_a_table_does_not_depend_on_the_order_of_rows(case: Case, shuffler: Random) -> None:
    rows, scores = joined(case)
    listed = list(rows.items())
    shuffler.shuffle(listed)

    one, other = table(rows, scores), table(dict(listed), scores)

    assert (one.rows, one.counts, one.finish) == (other.rows, other.counts, other.finish)
