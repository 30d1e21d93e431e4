"""Resamples by hand: golden counts, blocks, and streams that draw no counts."""

from fractions import Fraction

import pytest

from measurand.algebra.draws import philox
from measurand.algebra.expression import At
from measurand.inference.plan import Plan, Stream
from measurand.inference.resample import (
    blocks,
    raw_halves,
    resampled,
    resampled_block,
    sums_resampled,
    words_of,
)
from measurand.inference.table import Table

# Five units of three kinds, and more of one kind than are drawn one by one.
KINDS = Table(
    tuple(tuple(Fraction(at == place) for place in range(3)) for at in range(3)),
    (1, 4, 50),
    (At(0), At(1), At(2)),
)


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (Stream.NUMPY, [[1, 4, 50], [2, 3, 50], [0, 0, 55], [1, 4, 50], [1, 5, 49], [2, 1, 52]]),
        (Stream.RAW, [[2, 3, 50], [0, 4, 51], [0, 5, 50], [0, 4, 51], [2, 4, 49], [1, 4, 50]]),
    ],
)
def test_counts_of_a_seed_are_golden(stream: Stream, expected: list[list[int]]) -> None:
    found = sums_resampled(KINDS, Plan(seed=7, replicates=6, stream=stream), "golden").tolist()

    moved = (
        "numpy has moved a draw: reports of the stream numpy change, and say so"
        if stream is Stream.NUMPY
        else "the stream raw is derived here and must never move"
    )
    assert found == expected, moved


def test_blocks_have_500_resamples_each() -> None:
    assert list(blocks(1)) == [(0, 1)]
    assert list(blocks(500)) == [(0, 500)]
    assert list(blocks(501)) == [(0, 500), (1, 1)]


def test_a_stream_has_the_name_of_its_seed_family_and_key() -> None:
    assert words_of(Plan(seed=3, family="f"), "bootstrap", "k") == (3, "bootstrap", "f", "k")


@pytest.mark.parametrize("stream", [Stream.LEGACY, Stream.EXACT])
def test_other_streams_draw_no_counts(stream: Stream) -> None:
    message = f"a stream of counts, numpy or raw: got {stream.value}"
    with pytest.raises(ValueError, match=message):
        resampled(KINDS, Plan(stream=stream))
    with pytest.raises(ValueError, match=message):
        resampled_block(KINDS, (), 0, 1, stream)


@pytest.mark.parametrize("stream", [Stream.NUMPY, Stream.RAW])
def test_one_unit_is_always_drawn(stream: Stream) -> None:
    one = Table(((Fraction(2),),), (1,), (At(0),))

    assert resampled(one, Plan(replicates=3, stream=stream)).tolist() == [[2.0]] * 3


def test_sums_of_whole_numbers_over_a_scale_are_exact() -> None:
    # A tenth ten times is 1 and not 1 less a rounding.
    tenths = Table(((Fraction(1, 10),),), (10,), (At(0),))

    assert resampled(tenths, Plan(replicates=2)).tolist() == [[1.0], [1.0]]


@pytest.mark.parametrize("count", [1, 63, 64, 65, 128])
def test_coins_beyond_the_last_unit_are_not_counted(count: int) -> None:
    heads = raw_halves(philox(5), (count,), 200)

    assert int(heads.max()) <= count
    words = philox(5).random_raw(200 * -(-count // 64)).reshape(200, -1)
    spare = 64 * words.shape[1] - count
    expected = [
        sum(int(word).bit_count() for word in row[:-1]) + (int(row[-1]) >> spare).bit_count()
        for row in words
    ]
    assert heads[:, 0].tolist() == expected
