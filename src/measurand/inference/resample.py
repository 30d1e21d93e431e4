"""Resamples of a table: new counts for its rows, the same for any chunk, worker or order.

The bootstrap draws n units of n with replacement (B. Efron 1979). Units that are alike are one row
of the table, so a resample is a vector of counts with a multinomial law, and nobody draws n indices
for a table of ten distinct rows. Draws come in blocks of 500, each from its own place of a
counter-based stream (`algebra.draws`): a block depends on the words of its stream and its number
only. Inside a block resamples are drawn in chunks that fit the cache; where a chunk ends must not
move a draw, which is why each draw takes from its stream what it would take alone.

The stream `numpy` uses numpy's multinomial, `raw` only 64-bit words that no release of numpy can
change.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from measurand.algebra.draws import Words, generator, philox, stream_key
from measurand.inference.plan import Plan, Stream
from measurand.inference.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

BLOCK = 500
"""Resamples of one block: every block has a stream of its own, so blocks may be drawn apart."""

# Rows with fewer units than this are drawn unit by unit, see `_multinomials`.
_RARE = 32
_CELLS = 2**14
"""Chunks stay in the cache, and their products too small for several threads, which would spin."""

_CELLS_OF_ALL = 2**21
"""What is no sum looks at all rows anew for each chunk, which costs as much as many resamples."""

_TOGETHER = 32
"""Resamples of a wide table that are summed at once: its rows are read once for all of them."""

_WORD = 2**64


def words_of(plan: Plan, what: str, key: str) -> Words:
    """Name a stream: the seed, what is drawn, the family and the key of the test.

    >>> words_of(Plan(seed=3, family="main"), "bootstrap", "a against b")
    (3, 'bootstrap', 'main', 'a against b')
    """
    return plan.seed, what, plan.family, key


def blocks(replicates: int) -> Iterator[tuple[int, int]]:
    """List blocks with how many resamples each has.

    >>> list(blocks(1200))
    [(0, 500), (1, 500), (2, 200)]
    """
    for block in range((replicates + BLOCK - 1) // BLOCK):
        yield block, min(BLOCK, replicates - block * BLOCK)


def resampled(table: Table, plan: Plan, key: str = "") -> "Floats":
    """Score `plan.replicates` resamples: one row each, one column for each score.

    Raises ValueError for the legacy stream, which reads rows in order, and for no stream, exact.
    """
    return table.evaluated(sums_resampled(table, plan, key))


def sums_resampled(table: Table, plan: Plan, key: str = "") -> "Floats":
    """Sum `plan.replicates` resamples: one row each, one column for each sum.

    Raises ValueError as `resampled` does.
    """
    import numpy as np

    words = words_of(plan, "bootstrap", key)
    parts = [
        resampled_block(table, words, block, number, plan.stream)
        for block, number in blocks(plan.replicates)
    ]
    return np.concatenate(parts)


def resampled_block(
    table: Table, words: Words, block: int, number: int, stream: Stream
) -> "Floats":
    """Sum the resamples of one block; blocks may be drawn in any order, by any worker.

    >>> from fractions import Fraction
    >>> one = Table(((Fraction(0),), (Fraction(1),)), (2, 2), ())
    >>> resampled_block(one, (7,), 0, 3, Stream.RAW).tolist()
    [[3.0], [2.0], [1.0]]
    """
    import numpy as np

    chunks = _weights(table, words, block, number, stream)
    if table.of_all:
        chunks = _joined(chunks, max(1, _CELLS_OF_ALL // len(table.rows)))
    elif table.is_wide:
        chunks = _joined(chunks, _TOGETHER)
    return np.concatenate([table.summed(weights) for weights in chunks])


def _joined(chunks: Iterator["Integers"], most: int) -> Iterator["Integers"]:
    """Join counts of resamples to chunks of at least so many, but for the last."""
    import numpy as np

    held, number = list["Integers"](), 0
    for chunk in chunks:
        held.append(chunk)
        number += len(chunk)
        if number >= most:
            yield np.concatenate(held)
            held, number = [], 0
    if held:
        yield np.concatenate(held)


def _weights(
    table: Table, words: Words, block: int, number: int, stream: Stream
) -> Iterator["Integers"]:
    match stream:
        case Stream.NUMPY:
            return _multinomials(table, words, block, number)
        case Stream.RAW:
            return _raw_counts(table, words, block, number)
        case Stream.LEGACY | Stream.EXACT:
            message = f"a stream of counts, numpy or raw: got {stream.value}"
            raise ValueError(message)


def _multinomials(table: Table, words: Words, block: int, number: int) -> Iterator["Integers"]:
    """Draw counts: of the rare rows together first, and then which of their units those are.

    A draw from a multinomial costs as much as some thirty units, so rare rows are drawn by unit.
    """
    import numpy as np

    many, single = generator(words, block), generator((*words, "rare"), block)
    counts = np.array(table.counts, dtype=np.int64)
    rare = next((at for at, count in enumerate(table.counts) if count >= _RARE), len(counts))
    # Narrow numbers stay in the cache, where they are read out of order.
    owner = np.repeat(np.arange(rare, dtype=np.min_scalar_type(rare)), counts[:rare])
    shares = np.concatenate([[len(owner)], counts[rare:]]) / table.units
    step = max(1, _CELLS // max(len(counts), len(owner)))
    for start in range(0, number, step):
        drawn = many.multinomial(table.units, shares, size=min(step, number - start))
        # One draw at a time has 32 bits, so that the stream does not know where a chunk ends.
        size = int(drawn[:, 0].sum())
        units = single.integers(0, max(len(owner), 1), size=size, dtype=np.uint32)
        places = owner[units.astype(np.intp)]
        if len(drawn) > 1:
            places = places + np.repeat(np.arange(len(drawn)) * rare, drawn[:, 0])
        rare_counts = np.bincount(places, minlength=len(drawn) * rare).reshape(len(drawn), rare)
        yield np.concatenate([rare_counts, drawn[:, 1:]], axis=1)


def _raw_counts(table: Table, words: Words, block: int, number: int) -> Iterator["Integers"]:
    """Draw row numbers from raw words, those past the last whole round left out, and count them."""
    import numpy as np

    source = philox(stream_key(words), block << 128)
    ends = np.cumsum(np.array(table.counts, dtype=np.int64))
    # The remainder of a word is fair only up to the last full round of units.
    last = np.uint64(_WORD - _WORD % table.units - 1)
    left = np.empty(0, dtype=np.uint64)
    for _ in range(number):
        while len(left) < table.units:
            drawn = source.random_raw(max(table.units - len(left), 4))
            left = np.concatenate([left, drawn[drawn <= last]])
        rows = (left[: table.units] % np.uint64(table.units)).astype(np.int64)
        left = left[table.units :]
        rows_drawn = np.searchsorted(ends, rows, side="right")
        yield np.bincount(rows_drawn, minlength=len(ends))[None, :]


def raw_halves(source: "np.random.Philox", counts: Sequence[int], number: int) -> "Integers":
    """Toss a fair coin for every unit of every row, `number` times, one bit a coin; count heads.

    >>> raw_halves(philox(7), (3, 70), 2).tolist()
    [[3, 37], [0, 35]]
    """
    import numpy as np

    wide = np.array([(count + 63) // 64 for count in counts])
    words = source.random_raw(number * int(wide.sum())).reshape(number, -1)
    last = np.cumsum(wide) - 1
    # The last word of a row has more bits than it has units left: these are pushed out.
    words[:, last] >>= np.array(64 * wide - np.array(counts), dtype=np.uint64)
    heads = np.bitwise_count(words).astype(np.int64)
    sums: Integers = np.add.reduceat(heads, last - wide + 1, axis=1)
    return sums
