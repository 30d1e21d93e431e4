"""The sign-flip test: exchange the two systems unit by unit, and see how far they come apart.

Where two systems are alike, it is chance which of the two gave which answer to a unit. So all 2^n
ways of exchanging them are equally likely, and the p-value is the share of ways that come as far
apart as the observed one, ties counted in (R. A. Fisher 1935; no normality, no large n). For a sum
over units an exchange flips the sign of a difference; any other score is computed anew from the
exchanged sums. Units that are alike are one row, of which only the number exchanged matters: it
occurs in a binomial number of ways, which makes exact tests cheap where scores take few values.

Exact wherever the budget of the plan allows it; else random patterns with the observed one counted
among them, (k + 1) / (B + 1), which is a valid p-value and never 0 (B. Phipson and G. Smyth 2010,
Permutation p-values should never be zero). Rows are put in an order of their evidence first, so
that the names of the systems and the order of samples do not move a draw.

A tie decides much in a discrete law, so it must not be lost to rounding. Sums are compared in whole
numbers where these are below 2**53 and hence exact in floats; elsewhere what is within 1e-12 of the
sizes that are added counts as a tie, that is as extreme: an error to the safe side.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.draws import Words, generator, philox, stream_key
from measurand.algebra.expression import Expression, exact
from measurand.algebra.floats import floats
from measurand.algebra.interval import compare_distances
from measurand.algebra.rational_sums import exact_sum
from measurand.algebra.simplify import indices, ranked_of, renumbered
from measurand.inference.integer_scale import common_scale
from measurand.inference.plan import Plan, Stream
from measurand.inference.pvalue import PValue
from measurand.inference.ranks import mcnemar
from measurand.inference.resample import blocks, raw_halves
from measurand.inference.table import Table
from measurand.metrics.row_sums import Vector
from measurand.values.quantity import Quantity, UndecidedError
from measurand.values.score import Score, Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

# Some thousand units of the last place of a double: more than long sums lose, less than differences
# of scores are.
_TIE = 1e-12
# Above such a common denominator exact sums cost more than they tell.
_LARGEST = 2**4096
# Whole numbers up to here are exact in doubles, and so are their sums that stay below.
_EXACT = 2**53
# Numbers held at a time; units of one row from which on a binomial draw is cheaper than coins.
_CELLS, _COINS = 1_000_000, 1024

_Sides = tuple[Quantity, Quantity]

EXACT, MONTE_CARLO = "sign-flip, exact", "sign-flip, Monte Carlo"


def sign_flip_sum(differences: Iterable[tuple[Fraction, int]], plan: Plan, words: Words) -> PValue:
    """Test that a sum of differences is 0, each equally likely to have either sign.

    `differences` come with the number of units that have them. Exact by adding up the possible
    sums where that takes at most `plan.patterns` steps, or by McNemar's test where all differences
    are as large; else by `plan.replicates` random patterns.

    R. A. Fisher (1935), The Design of Experiments, ch. 3.

    >>> sign_flip_sum([(Fraction(1), 10)], Plan(), ()).value
    Fraction(1, 512)
    """
    sizes, totals = Counter[Fraction](), []
    for difference, count in differences:
        totals.append(difference * count)
        if difference:
            sizes[abs(difference)] += count
    if not sizes:
        return PValue(Fraction(1), EXACT, Fraction(1))
    units, total = sum(sizes.values()), abs(exact_sum(totals))
    scale = common_scale(sizes, _LARGEST)
    if scale > _LARGEST:
        listed = [(float(size), count) for size, count in sorted(sizes.items())]
        noise = _TIE * sum(size * count for size, count in listed)
        return _sampled(_flipped(listed, plan, words, float(total) - noise), plan, units)
    integers = sorted((int(size * scale), count) for size, count in sizes.items())
    observed = int(total * scale)
    if len(integers) == 1:
        # Differences of one size are coins: the law of their sum is binomial.
        moved, least = observed // integers[0][0], Fraction(2, 2**units)
        return PValue(mcnemar((units + moved) // 2, (units - moved) // 2), EXACT, least)
    law = _law(integers, plan.patterns)
    if law is not None:
        extreme = sum(ways for total, ways in law.items() if abs(total) >= observed)
        return PValue(Fraction(extreme, 2**units), EXACT, Fraction(2, 2**units))
    heaviest = sum(size * count for size, count in integers)
    exactly = heaviest < _EXACT
    unit = 1 if exactly else heaviest
    listed = [(float(Fraction(size, unit)), count) for size, count in integers]
    far = float(Fraction(observed, unit)) - (0 if exactly else _TIE)
    return _sampled(_flipped(listed, plan, words, far), plan, units)


def _law(sizes: Sequence[tuple[int, int]], most: int) -> dict[int, int] | None:
    """Count the sign patterns for every possible sum; None where that takes too many steps."""
    # Convolution, row by row. Numbers of ways have as many bits as there are units, so a step is
    # charged for each word of 64 of them.
    law, steps, digits = {0: 1}, 0, 1 + sum(count for _, count in sizes) // 64
    for size, count in sizes:
        steps += len(law) * (count + 1) * digits
        if steps > most:
            return None
        ways = [comb(count, up) for up in range(count + 1)]
        longer: dict[int, int] = {}
        for total, before in law.items():
            for up, number in enumerate(ways):
                place = total + size * (2 * up - count)
                longer[place] = longer.get(place, 0) + before * number
        law = longer
    return law


def _sampled(extreme: Iterator["NDArray[np.bool_]"], plan: Plan, units: int) -> PValue:
    """Count the observed pattern as one more of the random ones."""
    more = sum(int(part.sum()) for part in extreme)
    total = plan.replicates + 1
    return PValue(Fraction(more + 1, total), MONTE_CARLO, max(Fraction(1, total), _half(units)))


def _half(units: int) -> Fraction:
    # Past 64 units it is far below 1 / (B + 1) anyhow, and 2**units would only grow.
    return Fraction(2, 2 ** min(units, 64))


def _flipped(
    sizes: Sequence[tuple[float, int]], plan: Plan, words: Words, far: float
) -> Iterator["NDArray[np.bool_]"]:
    import numpy as np

    counts = [count for _, count in sizes]
    weights = np.array([size for size, _ in sizes], dtype=np.float64)
    for ups in _ups(counts, plan, words):
        yield np.abs((2 * ups - np.array(counts)) @ weights) >= far


def _ups(counts: Sequence[int], plan: Plan, words: Words) -> Iterator["Integers"]:
    """Draw how many units of each row keep their sign, all patterns equally likely.

    Coins are raw bits; only where a row has very many units does numpy draw a binomial number.
    """
    raw = plan.stream is Stream.RAW or max(counts) <= _COINS
    step = max(1, _CELLS // (sum(-(-count // 64) for count in counts) if raw else len(counts)))
    for block, number in blocks(plan.replicates):
        source, bits = generator(words, block), philox(stream_key(words), block << 128)
        for start in range(0, number, step):
            size = min(step, number - start)
            if raw:
                yield raw_halves(bits, counts, size)
            else:
                yield source.binomial(counts, 0.5, size=(size, len(counts)))


@frozen(eq=False)
class _Exchange:
    """Units whose two systems differ, unordered; `start` are the sums with the lower one first."""

    start: Vector
    both: tuple[Fraction, ...]
    moves: tuple[Vector, ...]
    counts: tuple[int, ...]


def _exchange(rows: Mapping[tuple[Vector, Vector], int]) -> _Exchange:
    either: Counter[tuple[Vector, Vector]] = Counter()
    for (first, second), count in rows.items():
        either[min(first, second), max(first, second)] += count
    start = _added([_times(low, n) for (low, _), n in either.items()])
    both = _added([start, *(_times(high, n) for (_, high), n in either.items())])
    listed = sorted((n, pair) for pair, n in either.items() if pair[0] != pair[1])
    moves = tuple(tuple(b - a for a, b in zip(*pair, strict=True)) for _, pair in listed)
    return _Exchange(start, both, moves, tuple(n for n, _ in listed))


def sign_flip_score(
    rows: Mapping[tuple[Vector, Vector], int], score: Expression, plan: Plan, words: Words
) -> PValue | Undefined:
    """Test that two systems score the same, each unit equally likely to have them exchanged.

    `rows` hold what a unit gives to the sums of either system, `score` is the score of one system's
    sums. Exact where the patterns are at most a twentieth of `plan.patterns`, else by
    `plan.replicates` random ones; a pattern that leaves a score undefined counts as extreme.

    >>> from measurand.algebra.expression import At, Nothing, Over
    >>> rate = Over(At(0), At(1), Nothing("no sample"))
    >>> good, bad = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(2))
    >>> sign_flip_score({(good, bad): 3}, rate, Plan(), ()).value
    Fraction(1, 4)
    """
    read = sorted(indices(score))
    score = renumbered(score, {index: place for place, index in enumerate(read)})
    kept: Counter[tuple[Vector, Vector]] = Counter()
    for (one, other), count in rows.items():
        kept[tuple(one[at] for at in read), tuple(other[at] for at in read)] += count
    if ranked_of(score):
        return _ranked_exchanged(kept, score, plan, words)
    mine = _added([_times(first, count) for (first, _), count in kept.items()])
    units = _exchange(kept)
    observed = _apart(score, mine, units.both)
    if isinstance(observed, Undefined):
        return observed
    if not units.moves:
        return PValue(Fraction(1), EXACT, Fraction(1))
    number = sum(units.counts)
    # A twentieth: every pattern is scored anew in rationals, not added to a law.
    if prod(count + 1 for count in units.counts) > plan.patterns // 20:
        far = _far(observed)
        return _sampled(_exchanged(units, score, plan, words, far), plan, number)
    extreme = 0
    for ups in product(*(range(count + 1) for count in units.counts)):
        sums = _added([units.start, *map(_times, units.moves, ups)])
        sides = _apart(score, sums, units.both)
        if isinstance(sides, Undefined) or _as_far(sides, observed):
            extreme += prod(map(comb, units.counts, ups))
    return PValue(Fraction(extreme, 2**number), EXACT, Fraction(2, 2**number))


def _times(vector: Vector, count: int) -> Vector:
    return tuple(value * count for value in vector)


def _added(vectors: Sequence[Vector]) -> tuple[Fraction, ...]:
    return tuple(sum(column, Fraction(0)) for column in zip(*vectors, strict=True))


def _apart(
    score: Expression, mine: tuple[Fraction, ...], both: tuple[Fraction, ...]
) -> _Sides | Undefined:
    first = exact(score, mine)
    return _sides(first, exact(score, tuple(b - a for a, b in zip(mine, both, strict=True))))


def _sides(first: Score, second: Score) -> _Sides | Undefined:
    if isinstance(first, Undefined):
        return first
    return second if isinstance(second, Undefined) else (first.value, second.value)


def _far(sides: _Sides) -> float:
    first, second = sides
    return float(abs(first - second))


def _exchanged(
    units: _Exchange, score: Expression, plan: Plan, words: Words, far: float
) -> Iterator["NDArray[np.bool_]"]:
    import numpy as np

    # In whole numbers where they stay exact: a sum that comes to 0 is 0, not dust that a score
    # would branch on or divide by.
    times, vectors = (1, 1, *units.counts), (units.start, units.both, *units.moves)
    scales = []
    for column in zip(*vectors, strict=True):
        scale = common_scale(column, _EXACT)
        largest = sum(abs(value) * n for value, n in zip(column, times, strict=True)) * scale
        scales.append(scale if largest < _EXACT else 1)
    scaled = [[float(v * by) for v, by in zip(row, scales, strict=True)] for row in vectors]
    start, both, *moves = np.array(scaled, dtype=np.float64)
    shrunk, step = np.array(scales, dtype=np.float64), np.array(moves)
    for ups in _ups(units.counts, plan, words):
        mine = start + ups @ step
        first, second = floats(score, mine / shrunk), floats(score, (both - mine) / shrunk)
        # Not "less" instead of "at least": NaN, an undefined score, then counts as extreme.
        yield ~(np.abs(first - second) < far - _TIE * (np.abs(first) + np.abs(second)))


def _ranked_exchanged(
    rows: Mapping[tuple[Vector, Vector], int], score: Expression, plan: Plan, words: Words
) -> PValue | Undefined:
    """Exchange units for a score that weighs pairs of them: the units of each side are summed anew.

    A pattern says how many of each kind of unit have their systems the other way round.
    """
    units: Counter[tuple[Vector, Vector]] = Counter()
    for (one, other), count in rows.items():
        units[min(one, other), max(one, other)] += count
    moves = sorted((n, pair) for pair, n in units.items() if pair[0] != pair[1])
    same = [(pair[0], n) for pair, n in units.items() if pair[0] == pair[1]]
    kinds = [*(low for _, (low, _) in moves), *(high for _, (_, high) in moves)]
    counts, still = [n for n, _ in moves], [n for _, n in same]
    slots = (*kinds, *(row for row, _ in same))

    def apart(ups: Sequence[int]) -> _Sides | Undefined:
        down = [n - up for n, up in zip(counts, ups, strict=True)]
        sides = ((*down, *ups, *still), (*ups, *down, *still))
        first, second = (Table(slots, side, (score,)).scores()[0] for side in sides)
        return _sides(first, second)

    observed = apart([rows.get((high, low), 0) for _, (low, high) in moves])
    if isinstance(observed, Undefined):
        return observed
    if not moves:
        return PValue(Fraction(1), EXACT, Fraction(1))
    number = sum(counts)
    if prod(n + 1 for n in counts) * len(slots) > plan.patterns // 20:
        made = Table(slots, (*counts, *counts, *still), (score,))
        return _sampled(_ranked_flipped(made, counts, plan, words, _far(observed)), plan, number)
    extreme = 0
    for ups in product(*(range(n + 1) for n in counts)):
        sides = apart(ups)
        if isinstance(sides, Undefined) or _as_far(sides, observed):
            extreme += prod(map(comb, counts, ups))
    return PValue(Fraction(extreme, 2**number), EXACT, Fraction(2, 2**number))


def _as_far(one: _Sides, other: _Sides) -> bool:
    """Tell whether two scores are at least as far apart as two others.

    Scores that are known by their ends alone may be equal, and cannot be told from it: they count
    as equal, which can make a p-value larger and never smaller.
    """
    try:
        return compare_distances(one, other) >= 0
    except UndecidedError:
        return True


def _ranked_flipped(
    made: Table, counts: Sequence[int], plan: Plan, words: Words, far: float
) -> Iterator["NDArray[np.bool_]"]:
    import numpy as np

    same = np.array(made.counts[2 * len(counts) :], dtype=np.int64)
    for ups in _ups(counts, plan, words):
        down, still = np.array(counts) - ups, np.tile(same, (len(ups), 1))
        first, second = (
            made.evaluated(made.summed(np.concatenate([*side, still], axis=1)))[:, 0]
            for side in ((down, ups), (ups, down))
        )
        yield ~(np.abs(first - second) < far - _TIE * (np.abs(first) + np.abs(second)))
