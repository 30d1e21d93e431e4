"""Resamples: the law of drawing units one by one, on any partition of the work."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, chisquare

from measurand.algebra.draws import philox
from measurand.algebra.expression import At, Nothing, Over
from measurand.inference.plan import Plan, Stream
from measurand.inference.resample import (
    BLOCK,
    blocks,
    raw_halves,
    resampled,
    resampled_block,
    sums_resampled,
    words_of,
)
from measurand.inference.table import Table, table
from measurand.metrics.row_sums import Vector
from properties.oracles import stats

Row = tuple[Fraction, Fraction]
# A statistical test alarms once in a million seeds; the seeds below are fixed.
RARE = 1e-6
DRAWN = 20_000
drawing = (Stream.NUMPY, Stream.RAW)
streams = st.sampled_from(drawing)
counts = st.lists(st.integers(1, 6) | st.integers(25, 40), min_size=1, max_size=5).map(sorted)
seeds = st.integers(0, 2**40)


def counting(numbers: Sequence[int]) -> Table:
    """Make a table whose sums are the counts themselves."""
    rows = tuple(
        tuple(Fraction(place == at) for place in range(len(numbers))) for at in range(len(numbers))
    )
    return Table(rows, tuple(numbers), tuple(At(at) for at in range(len(numbers))))


@given(counts, streams, seeds)
def test_a_resample_has_as_many_units(numbers: list[int], stream: Stream, seed: int) -> None:
    drawn = sums_resampled(counting(numbers), Plan(replicates=7, seed=seed, stream=stream))

    assert drawn.shape == (7, len(numbers))
    assert (drawn.sum(axis=1) == sum(numbers)).all()
    assert ((drawn >= 0) & (drawn == np.floor(drawn))).all()


@pytest.mark.parametrize("stream", drawing)
def test_resampling_distinct_rows_is_resampling_units(stream: Stream) -> None:
    # Six units of three kinds; the oracle draws units one by one, in every way.
    rows: list[Row] = [(Fraction(h), Fraction(n)) for h, n in ((1, 1), (1, 3), (0, 2))]
    units = [rows[0], rows[1], rows[1], rows[2], rows[2], rows[2]]
    rate = Over(At(0), At(1), Nothing("no item"))
    law = stats.bootstrap_law(
        units, lambda drawn: sum(h for h, _ in drawn) / Fraction(sum(n for _, n in drawn))
    )
    made = table(Counter[Vector](units), [rate])

    drawn = resampled(made, Plan(replicates=DRAWN, seed=1, stream=stream))[:, 0]

    found = Counter(drawn.tolist())
    expected = {float(value): float(chance) * DRAWN for value, chance in law.items()}
    assert set(found) <= set(expected)
    common = [value for value, number in expected.items() if number >= 5]
    rest = DRAWN - sum(expected[value] for value in common)
    seen = [found[value] for value in common]
    test = chisquare([*seen, DRAWN - sum(seen)], [*(expected[value] for value in common), rest])
    assert test.pvalue > RARE


@pytest.mark.parametrize("stream", drawing)
@pytest.mark.parametrize(("number", "units"), [(1, 20), (3, 20), (17, 40), (35, 80)])
def test_two_kinds_of_rows_are_binomial(stream: Stream, number: int, units: int) -> None:
    made = counting([number, units - number])

    drawn = sums_resampled(made, Plan(replicates=DRAWN, seed=number, stream=stream))[:, 0]

    expected = binom.pmf(np.arange(units + 1), units, number / units) * DRAWN
    found = np.bincount(drawn.astype(int), minlength=units + 1)
    common = expected >= 5
    test = chisquare(
        [*found[common], found[~common].sum()], [*expected[common], expected[~common].sum()]
    )
    assert test.pvalue > RARE


@given(counts, streams, seeds, st.integers(1, 40))
def test_any_chunks_give_the_same_resamples(
    numbers: list[int], stream: Stream, seed: int, cells: int
) -> None:
    made, plan = counting(numbers), Plan(replicates=30, seed=seed, stream=stream)
    expected = sums_resampled(made, plan)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("measurand.inference.resample._CELLS", cells)
        found = sums_resampled(made, plan)

    assert found.tolist() == expected.tolist()


@given(counts, streams, seeds, st.permutations(range(3)))
def test_blocks_drawn_apart_in_any_order_are_the_resamples(
    numbers: list[int], stream: Stream, seed: int, order: list[int]
) -> None:
    made, plan = counting(numbers), Plan(replicates=2 * BLOCK + 3, seed=seed, stream=stream)
    words, listed = words_of(plan, "bootstrap", "key"), list(blocks(plan.replicates))

    apart = {at: resampled_block(made, words, *listed[at], stream) for at in order}

    together = np.concatenate([apart[at] for at in range(3)])
    assert together.tolist() == sums_resampled(made, plan, "key").tolist()


@given(counts, streams, seeds, st.integers(1, BLOCK))
def test_more_resamples_begin_with_the_fewer(
    numbers: list[int], stream: Stream, seed: int, few: int
) -> None:
    made = counting(numbers)
    short, longer = (
        sums_resampled(made, Plan(replicates=count, seed=seed, stream=stream))
        for count in (few, BLOCK + 5)
    )

    assert short.tolist() == longer[:few].tolist()


@given(st.lists(st.integers(1, 130), min_size=1, max_size=4), seeds)
def test_raw_coins_are_counted_for_every_row(numbers: list[int], key: int) -> None:
    heads = raw_halves(philox(key), numbers, 50)

    assert heads.shape == (50, len(numbers))
    assert ((heads >= 0) & (heads <= np.array(numbers))).all()
    several = raw_halves(source := philox(key), numbers, 20), raw_halves(source, numbers, 30)
    assert np.concatenate(several).tolist() == heads.tolist()


@pytest.mark.parametrize("number", [1, 5, 63, 64, 65])
def test_raw_coins_are_fair(number: int) -> None:
    heads = raw_halves(philox(number), [number], DRAWN)[:, 0]

    expected = binom.pmf(np.arange(number + 1), number, 0.5) * DRAWN
    found = np.bincount(heads, minlength=number + 1)
    common = expected >= 5
    more = [found[~common].sum()], [expected[~common].sum()]
    seen, hoped = (
        [*found[common], *(more[0] if more[1][0] else [])],
        [*expected[common], *(more[1] if more[1][0] else [])],
    )
    assert chisquare(seen, hoped).pvalue > RARE
