"""The door to numpy's random streams: every draw is a function of the words that name it.

Philox is counter-based (J. K. Salmon et al. 2011, Parallel random numbers: as easy as 1, 2, 3): its
output is a keyed function of a counter, so any place of a stream can be started at without the ones
before it. The key is a hash of what the stream is for; the upper half of the 256-bit counter is the
number of a block, so blocks lie 2**128 apart and never meet. Hence a result does not depend on the
order of tests, on how many workers draw, or on which other draws were made before.

Where the very numbers must stay for good (`permutations`) they are made here from raw words, which
the generator's definition fixes; numpy's own distributions may change between releases. The legacy
streams exist to reproduce the draws of older programs.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.random.bit_generator import ISeedSequence
    from numpy.typing import NDArray

Words = Sequence[str | int]
"""What names a stream: a seed, a family, a key, the id of a sample."""

# Raw words fetched at a time; numbers of resamples held at a time.
_CHUNK, _CELLS = 64, 1_000_000
_WORD = 2**64
_SEEDS = 2**32


def stream_key(words: Words) -> int:
    """Make a 128-bit key of words; other words, or the same ones cut differently, give another.

    >>> stream_key((0, "a")) == stream_key((0, "a")), stream_key((0, "a")) == stream_key(("0", "a"))
    (True, False)
    """
    # Type and length before each word: ("ab", "c"), ("a", "bc") and (1,), ("1",) are four texts.
    text = "".join(f"{type(word).__name__}{len(str(word))}:{word}" for word in words)
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:16], "big")


def philox(key: int, counter: int = 0) -> "np.random.Philox":
    """Start the counter-based generator Philox 4x64-10 so that its first block is that counter's.

    >>> hex(int(philox(0).random_raw()))
    '0x16554d9eca36314c'

    Raises ValueError for a key outside 128 bits or a counter outside 256.
    """
    import numpy as np

    if not 0 <= key < _WORD**2:
        message = f"key must be a whole number of 128 bits: got {key}"
        raise ValueError(message)
    # numpy counts up before it puts out.
    return np.random.Philox(_seeds()(key), counter=(counter - 1) % 2**256)  # type: ignore[arg-type]  # its stubs name one class of seeds


@cache
def _seeds() -> "Callable[[int], ISeedSequence]":
    """Define seeds that are keys.

    Beside a key numpy takes no seed, and asks the machine for entropy that the key then replaces,
    which costs three times what all else does.
    """
    import numpy as np
    from numpy.random.bit_generator import ISeedSequence

    class Key(ISeedSequence):
        def __init__(self, key: int) -> None:
            self.words = np.array([key % _WORD, key // _WORD], dtype=np.uint64)

        def generate_state(
            self, _words: int, _dtype: object = None
        ) -> "NDArray[np.uint32 | np.uint64]":
            return self.words

    return Key


def generator(words: Words, block: int = 0) -> "np.random.Generator":
    """Start numpy's generator for one block of a stream; blocks do not overlap.

    >>> int(generator((7, "pilot")).integers(0, 1000))
    3
    """
    import numpy as np

    return np.random.Generator(philox(stream_key(words), block << 128))


def _raw(words: Words) -> Iterator[int]:
    source = philox(stream_key(words))
    while True:
        yield from (int(word) for word in source.random_raw(_CHUNK))


def _below(size: int, source: Iterator[int]) -> int:
    """Draw from 0 to size - 1; words past the last full round are drawn again."""
    # Without that the remainder would favour small numbers.
    rounds_end = _WORD - _WORD % size
    return next(word for word in source if word < rounds_end) % size


def permutations(words: Words, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Draw one permutation for each size, all equally likely, from the raw words of one stream.

    The integers are derived here, so that no release of numpy can move them.

    >>> permutations((7, "omega_perm", "scan-1"), (4, 2))
    ((1, 2, 3, 0), (1, 0))
    """
    source = _raw(words)
    drawn = []
    for size in sizes:
        # R. A. Fisher and F. Yates, from the last place down: each order has one way to come about.
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = _below(last + 1, source)
            order[last], order[other] = order[other], order[last]
        drawn.append(tuple(order))
    return tuple(drawn)


def raw_words(words: Words, count: int) -> tuple[int, ...]:
    """List the first raw 64-bit words of a stream.

    >>> [word % 10 for word in raw_words((7, "pilot"), 3)]
    [8, 0, 7]
    """
    return tuple(islice(_raw(words), count))


def legacy_permutations(seed: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Draw permutations in turn from numpy's legacy stream (MT19937), as older programs did.

    >>> legacy_permutations(1, (3, 2))
    ((0, 2, 1), (1, 0))

    Raises ValueError for a seed outside [0, 2**32).
    """
    import numpy as np

    source = np.random.RandomState(seed)
    return tuple(tuple(int(at) for at in source.permutation(size)) for size in sizes)


def legacy_means(seed: int, values: Sequence[float], count: int) -> "NDArray[np.float64]":
    """Take the means of resamples drawn from numpy's legacy stream, a bounded number at a time.

    >>> legacy_means(0, [0.0, 3.0, 6.0], 2).tolist()
    [1.0, 4.0]

    Raises ValueError for a seed outside [0, 2**32), or no value.
    """
    import numpy as np

    source, data = np.random.RandomState(seed), np.asarray(values, dtype=np.float64)
    size = len(data)
    if not size:
        message = "values to resample: got none"
        raise ValueError(message)
    step = max(1, _CELLS // size)
    parts = [
        data[source.randint(0, size, size=(min(step, count - start), size))].mean(axis=1)
        for start in range(0, count, step)
    ]
    return np.concatenate(parts)


def python_choices(seed: int, size: int, count: int) -> "Iterator[NDArray[np.int64]]":
    """Draw rows of places as Python draws them: `random.Random(seed).choices(range(size), k=size)`.

    `count` rows in all, a bounded number at a time. Python takes floor(size * u) for u of 53 bits
    from MT19937, seeded by the array of the digits of the seed; numpy's old generator has the same
    words, and it draws them at once.

    >>> [places.tolist() for places in python_choices(0, 3, 2)]
    [[[2, 2, 1], [0, 1, 1]]]

    Raises ValueError for a seed outside [0, 2**32), or no place.
    """
    import numpy as np

    if size < 1 or not 0 <= seed < _SEEDS:
        message = f"a seed below 2**32 and at least one place: got {seed} and {size}"
        raise ValueError(message)
    source = np.random.RandomState([seed])
    step = max(1, _CELLS // size)
    for start in range(0, count, step):
        shares = source.random_sample((min(step, count - start), size))
        yield np.floor(shares * size).astype(np.int64)
