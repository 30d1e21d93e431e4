"""Random streams: known answers, golden numbers, and streams that do not overlap."""

from collections import Counter
from itertools import permutations as arrangements

import numpy as np
import pytest
from scipy.stats import chisquare

from measurand.algebra.draws import (
    generator,
    legacy_means,
    legacy_permutations,
    permutations,
    philox,
    raw_words,
    stream_key,
)

ONES = 2**64 - 1
# One false alarm in a million seeds; the seeds below are fixed.
RARE = 1e-6


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        (
            (0, 0, 0, 0),
            (0, 0),
            "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b",
        ),
        (
            (ONES, ONES, ONES, ONES),
            (ONES, ONES),
            "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0",
        ),
        (
            (0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0x452821E638D01377, 0xBE5466CF34E90C6C),
            "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
        ),
    ],
)
def test_philox_gives_the_known_answers_of_random123(
    counter: tuple[int, ...], key: tuple[int, ...], expected: str
) -> None:
    # Salmon, Moraes, Dror and Shaw (2011), Random123, kat_vectors: philox4x64 with 10 rounds.
    source = philox(_joined(key), _joined(counter))

    assert [f"{int(word):016x}" for word in source.random_raw(4)] == expected.split()


def _joined(words: tuple[int, ...]) -> int:
    return sum(word << (64 * place) for place, word in enumerate(words))


@pytest.mark.parametrize("key", [-1, 2**128])
def test_a_key_outside_128_bits_is_refused(key: int) -> None:
    with pytest.raises(ValueError, match="key must be"):
        philox(key)


def test_other_words_have_other_keys() -> None:
    words: list[tuple[str | int, ...]] = [
        (),
        ("",),
        (0,),
        ("0",),
        (0, 0),
        ("0", 0),
        ("00",),
        ("a", "b"),
        ("ab",),
        ("a", "", "b"),
        ("3:b", "a"),
        ("3", ":b", "a"),
        ("\ud800",),
        (-1,),
        (True,),
    ]

    assert len({stream_key(one) for one in words}) == len(words)
    assert all(0 <= stream_key(one) < 2**128 for one in words)


def test_raw_words_are_golden() -> None:
    # Derived from Philox alone: no release of numpy, and none of ours, may move them.
    assert [f"{word:016x}" for word in raw_words((0, "golden"), 3)] == [
        "2f7a4aec0a518270",
        "8dd319b76761175e",
        "4bafae665cccd2f1",
    ]


def test_permutations_are_golden() -> None:
    assert permutations((0, "golden"), (5, 1, 0, 3, 2)) == (
        (3, 0, 1, 4, 2),
        (0,),
        (),
        (2, 0, 1),
        (1, 0),
    )


def test_permutations_are_equally_likely() -> None:
    found = Counter(
        order for seed in range(100) for order in permutations((seed, "law"), [4] * 120)
    )

    assert set(found) == set(arrangements(range(4)))
    assert chisquare(list(found.values())).pvalue > RARE


def test_the_first_permutations_do_not_depend_on_those_that_follow() -> None:
    assert permutations((1,), (4, 9))[0] == permutations((1,), (4,))[0]


def test_blocks_of_a_generator_are_apart() -> None:
    blocks = [tuple(generator(("a",), block).integers(0, 2**63, 4).tolist()) for block in range(4)]

    assert len(set(blocks)) == 4
    assert len({number for block in blocks for number in block}) == 16


def test_numbers_of_numpys_generator_are_golden() -> None:
    source = generator((0, "golden"))
    found = source.multinomial(10, [0.2, 0.3, 0.5], size=3).tolist()

    message = "numpy has moved its multinomial: reports of the stream numpy change, and say so"
    assert found == [[1, 4, 5], [1, 3, 6], [0, 1, 9]], message


def test_numpys_fair_coins_are_golden() -> None:
    source = generator((0, "golden"))
    found = source.binomial([3, 70], 0.5, size=(3, 2)).tolist()

    message = "numpy has moved its binomial: p-values of the stream numpy change, and say so"
    assert found == [[1, 31], [0, 39], [1, 42]], message


def test_legacy_permutations_are_those_of_random_state() -> None:
    # numpy freezes this stream (NEP 19): np.random.RandomState(42).permutation(5).
    assert legacy_permutations(42, (5,)) == ((1, 4, 2, 0, 3),)
    both = np.random.RandomState(7)
    expected = tuple(tuple(both.permutation(size).tolist()) for size in (3, 0, 4))
    assert legacy_permutations(7, (3, 0, 4)) == expected


@pytest.mark.parametrize("cells", [1, 7, 1000])
def test_legacy_means_do_not_depend_on_how_many_are_drawn_at_once(
    cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = [0.1, 0.7, 0.2, 5.0, 1e-3]
    expected = legacy_means(3, values, 23).tolist()

    monkeypatch.setattr("measurand.algebra.draws._CELLS", cells)

    assert legacy_means(3, values, 23).tolist() == expected


def test_legacy_means_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="values to resample: got none"):
        legacy_means(0, [], 1)


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_a_seed_that_the_legacy_stream_has_not_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="Seed must be between 0 and"):
        legacy_permutations(seed, (2,))
