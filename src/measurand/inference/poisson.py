"""Resamples of rows that memory does not hold: a Poisson number of each, from its own stream.

A row that occurred n times occurs Poisson(n) times in a resample, whatever the others do: so rows
may be read in any order, by any number of readers. Where the total is given, such numbers have the
multinomial law of a bootstrap of as many samples.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import lcm
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.draws import Words, philox, stream_key
from measurand.algebra.rational_sums import Sums
from measurand.evidence.evidence import Amount, Evidence, Excluded, Facts, Joint, Observed
from measurand.evidence.facts import fact_text
from measurand.inference.integer_scale import scale_of
from measurand.inference.plan import Plan
from measurand.inference.resample import words_of
from measurand.inference.resampling_units import Passes
from measurand.metrics.row_sums import Vector
from measurand.values.tally import Count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Halves = NDArray[np.uint32]

_LARGEST = 2**10
"""The largest mean that is drawn at once; larger ones are sums."""

_BITS, _GUARD = 32, 96
_TABLE, _EXACT = 16, 2**53
_CELLS = 2**17
"""How many weights are held at once, rows times resamples."""


@frozen(eq=False)
class Summed:
    """Sums over rows: those of all rows, exactly, and those of each resample, a row each.

    Sums of resamples are scaled to the number of units of all rows. `rows` counts distinct rows.
    """

    sums: tuple[Fraction, ...]
    drawn: "Floats"
    units: int
    rows: int
    left_out: int


def thresholds(mean: int) -> tuple[int, ...]:
    """Part [0, 2**32) as a Poisson variable parts certainty: it is k up to the k-th threshold.

    Each is the nearest to the exact one, and computed in whole numbers alone.

    >>> [round(end / 2**32, 4) for end in thresholds(1)[:3]], len(thresholds(1))
    ([0.3679, 0.7358, 0.9197], 12)
    """
    terms, term, at = [], 1 << _GUARD, 0
    while term:
        terms.append(term)
        at += 1
        term = term * mean // at
    whole, below, found = sum(terms), 0, []
    for term in terms:
        below += term
        end = ((below << _BITS + 1) + whole) // (2 * whole)
        if end >> _BITS:
            break
        found.append(end)
    return tuple(found)


@frozen(eq=False)
class _Law:
    """A Poisson law: the number that the first bits of a half word say, or -1 where they do not."""

    ends: "Halves"
    first: "NDArray[np.int32]"

    def drawn(self, halves: "Halves") -> "Floats":
        """Turn half words into numbers."""
        import numpy as np

        found = self.first.take(halves >> np.uint32(_BITS - _TABLE))
        open_ones = np.flatnonzero(found < 0)
        found[open_ones] = np.searchsorted(self.ends, halves[open_ones], side="right")
        return np.asarray(found, dtype=np.float64)


@lru_cache(maxsize=256)
def _law(mean: int) -> _Law:
    import numpy as np

    ends = np.array(thresholds(mean), dtype=np.uint32)
    lowest = np.arange(2**_TABLE, dtype=np.uint32) << np.uint32(_BITS - _TABLE)
    highest = lowest + np.uint32(2 ** (_BITS - _TABLE) - 1)
    first = np.searchsorted(ends, lowest, side="right").astype(np.int32)
    first[first != np.searchsorted(ends, highest, side="right")] = -1
    return _Law(ends, first)


def poisson(words: Words, mean: int, number: int) -> "Floats":
    """Draw so many Poisson variables of a whole mean, by inversion, from the words of one stream.

    Every 64-bit word gives two, its low half first.

    >>> poisson((7, "row"), 1, 8).tolist()
    [0.0, 2.0, 1.0, 2.0, 2.0, 1.0, 0.0, 0.0]
    """
    import numpy as np

    source = philox(stream_key(words))
    lots, rest = divmod(mean, _LARGEST)
    found = np.zeros(number, dtype=np.float64)
    for one in (*(_LARGEST,) * lots, rest):
        if one:
            raw = source.random_raw((number + 1) // 2).astype("<u8", copy=False)
            found += _law(one).drawn(raw.view("<u4")[:number].astype(np.uint32, copy=False))
    return found


def summed(passes: Passes, plan: Plan, key: str = "") -> Summed:
    """Sum the rows, and `plan.replicates` resamples of them, in two passes.

    Memory holds a number for each resample and sum. What is summed are whole numbers, exactly: no
    order of the rows moves a bit.

    Raises ValueError where no row is scored.
    """
    import numpy as np

    measured = _measured(passes)
    # No resample has so many samples: see the check below.
    most = 2 * measured.units + 64
    scales = [
        scale_of(scale, heaviest * most)
        for scale, heaviest in zip(measured.scales, measured.heaviest, strict=True)
    ]
    words, number = words_of(plan, "poisson", key), plan.replicates
    sums = np.zeros((number, len(scales)), dtype=np.float64)
    drawn_units = np.zeros(number, dtype=np.float64)
    for rows in _chunks(passes, max(1, _CELLS // number)):
        weights = np.stack([poisson((*words, *named), n, number) for named, _, n in rows], axis=1)
        values = [
            [float(round(v * scale)) for v, scale in zip(vector, scales, strict=True)]
            for _, vector, _ in rows
        ]
        sums += weights @ np.array(values, dtype=np.float64).reshape(len(rows), len(scales))
        drawn_units += weights.sum(axis=1)
    if drawn_units.max() > most:
        message = f"resamples of at most {most} samples: got {int(drawn_units.max())}"
        raise ValueError(message)
    shares = measured.units / np.where(drawn_units == 0, np.nan, drawn_units)
    scaled = sums / np.array([float(scale) for scale in scales]) * shares[:, None]
    return Summed(measured.sums, scaled, measured.units, measured.rows, measured.left_out)


@frozen(eq=False)
class _Measured:
    """What the first pass finds: sums, what makes values whole, and the largest of them."""

    sums: tuple[Fraction, ...]
    scales: tuple[int, ...]
    heaviest: tuple[Fraction, ...]
    units: int
    rows: int
    left_out: int


def _measured(passes: Passes) -> _Measured:
    units = left_out = rows = 0
    sums: Sums | None = None
    scales: list[int] = []
    heaviest: list[Fraction] = []
    for placed, scored, count in passes.start():
        if not scored:
            left_out += count
            continue
        vector = passes.vector(placed)
        if sums is None:
            sums, scales = Sums(len(vector)), [1] * len(vector)
            heaviest = [Fraction(0)] * len(vector)
        units, rows = units + count, rows + 1
        sums.add(value * count for value in vector)
        for at, value in enumerate(vector):
            if scales[at] <= _EXACT:
                scales[at] = lcm(scales[at], value.denominator)
            heaviest[at] = max(heaviest[at], abs(Fraction(value)))
    if sums is None:
        message = "a sample that is scored: got none"
        raise ValueError(message)
    return _Measured(sums.totals(), tuple(scales), tuple(heaviest), units, rows, left_out)


_Row = tuple[tuple[str, ...], Vector, int]


def _chunks(passes: Passes, size: int) -> Iterator[tuple[_Row, ...]]:
    rows = (
        ((str(len(place)), *place, *names(row)), passes.vector((place, row)), count)
        for (place, row), scored, count in passes.start()
        if scored
    )
    return iter(lambda: tuple(islice(rows, size)), ())


def names(row: Evidence) -> Iterator[str]:
    """List words that name a row: equal rows have equal words, and others have others.

    >>> list(names(Amount(Fraction(1, 2))))
    ['amount', '1', '2', '1', '1']
    """
    match row:
        case Amount(value, weight):
            yield from ("amount", *_words(value), *_words(weight))
        case Observed(tallies, weight):
            yield from ("tallies", str(len(tallies)), *_words(weight))
            for label, one in tallies:
                yield from (label, *_words(one.hits), *_words(one.predicted), *_words(one.gold))
        case Facts(value, weight):
            yield from ("facts", fact_text(value), *_words(weight))
        case Excluded(reason):
            yield from ("excluded", reason)
        case Joint(rows):
            yield from ("joint", str(len(rows)))
            for part in rows:
                yield from names(part)


def _words(value: Count) -> tuple[str, str]:
    return f"{value.numerator:x}", f"{value.denominator:x}"
