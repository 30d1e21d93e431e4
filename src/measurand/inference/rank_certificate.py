"""The certificate of a leaderboard, and a checker that computes its verdicts from nothing else.

A certificate holds, for every pair of systems, the differences of their units (items, or sums of
clusters) and how often each occurs; and what was said of them. The checker adds up, flips signs,
adjusts, and counts ranks by itself: it shares no code with what made the leaderboard, and knows
integers and fractions alone. A p-value that was drawn at random cannot be computed anew; it is
taken as it stands, and said to be.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm

from attrs import field, frozen

_MOST_WORK = 100_000_000
_MOST_FLIPS, _MOST_SUMS, _LONGEST = 10_000, 300_000, 20_000


@frozen(kw_only=True)
class PairClaim:
    """What is said of two systems: their places in the list, the units, the p-values, the verdict.

    `exact` tells whether the p-value is that of all exchanges; else it was drawn.
    """

    first: int
    second: int
    items: int
    units: tuple[tuple[Fraction, int], ...]
    difference: Fraction
    p_value: Fraction
    adjusted: Fraction
    exact: bool
    separated: bool


@frozen(kw_only=True)
class RankCertificate:
    """Systems, what is said of each pair, and the ranks that follow.

    `higher` tells whether a higher score is better.
    """

    title: str = ""
    systems: tuple[str, ...]
    ranks: tuple[tuple[int, int], ...]
    pairs: tuple[PairClaim, ...]
    alpha: Fraction = field(default=Fraction(1, 20))
    higher: bool = True


def faults(certificate: RankCertificate) -> tuple[str, ...]:
    """Say what of a certificate does not follow; nothing where all of it does.

    >>> pair = PairClaim(first=0, second=1, items=6, units=((Fraction(1), 6),), exact=True,
    ...                  difference=Fraction(1), p_value=Fraction(1, 32), adjusted=Fraction(1, 32),
    ...                  separated=True)
    >>> good = RankCertificate(systems=("a", "b"), ranks=((1, 1), (2, 2)), pairs=(pair,))
    >>> faults(good)
    ()
    >>> from attrs import evolve
    >>> faults(evolve(good, ranks=((1, 2), (1, 2))))[0]
    'a has the ranks 1 to 1, not 1 to 2'
    """
    number = len(certificate.systems)
    wanted = number * (number - 1) // 2
    named = {(min(p.first, p.second), max(p.first, p.second)) for p in certificate.pairs}
    apart = all(first != second for first, second in named)
    if not len(named) == len(certificate.pairs) == wanted or not apart:
        return (f"each of {wanted} pairs once: got {len(certificate.pairs)}",)
    told: list[str] = []
    if any(not 0 <= at < number for pair in certificate.pairs for at in (pair.first, pair.second)):
        return (f"places of systems below {number}",)
    for pair in certificate.pairs:
        told += _of_pair(pair, certificate)
    return (*told, *_of_family(certificate), *_of_ranks(certificate))


def taken(certificate: RankCertificate) -> int:
    """Count the p-values that are taken as they stand: drawn, or of too many units.

    >>> taken(RankCertificate(systems=(), ranks=(), pairs=()))
    0
    """
    most = _budget(certificate)
    return sum(not pair.exact or exchanged(pair.units, most) is None for pair in certificate.pairs)


def _budget(certificate: RankCertificate) -> int:
    """Share out the work that all pairs may take."""
    return min(5_000_000, _MOST_WORK // max(1, len(certificate.pairs)))


def _title(pair: PairClaim, certificate: RankCertificate) -> str:
    names = certificate.systems
    return f"{names[pair.first]} and {names[pair.second]}"


def _of_pair(pair: PairClaim, certificate: RankCertificate) -> Sequence[str]:
    title = _title(pair, certificate)
    if pair.items < 1 or any(times < 1 for _, times in pair.units):
        return [f"{title}: at least one item, each unit at least once"]
    total = Fraction(0)
    for value, times in pair.units:
        total += value * times
    told = []
    if total != pair.difference * pair.items:
        told.append(f"{title}: the difference is {total / pair.items}, not {pair.difference}")
    if pair.exact:
        p_value = exchanged(pair.units, _budget(certificate))
        if p_value is not None and p_value != pair.p_value:
            told.append(f"{title}: the p-value is {p_value}, not {pair.p_value}")
    elif not 0 < pair.p_value <= 1:
        told.append(f"{title}: a p-value from 0 to 1, got {pair.p_value}")
    return told


def exchanged(units: Sequence[tuple[Fraction, int]], most: int = 5_000_000) -> Fraction | None:
    """Give the share of sign patterns whose sum is at least as far from 0; None where too large.

    >>> exchanged([(Fraction(1), 6)]), exchanged([(Fraction(1), 2), (Fraction(2), 1)])
    (Fraction(1, 32), Fraction(1, 4))
    """
    scale = _scale(units)
    counts: dict[int, int] = {}
    for value, times in units:
        if value:
            size = abs(int(value * scale))
            counts[size] = counts.get(size, 0) + times
    flips = sum(counts.values())
    if scale.bit_length() > _LONGEST or flips > _MOST_FLIPS:
        return None
    far = abs(sum(int(value * scale) * times for value, times in units))
    if len(counts) == 1:
        [size] = counts
        tails = [comb(flips, up) for up in range(flips + 1) if abs(2 * up - flips) * size >= far]
        return Fraction(sum(tails), 2**flips)
    # Each unit goes up or down: how many ways lead to each sum.
    ways = {0: 1}
    work = 0
    for size, times in counts.items():
        for _ in range(times):
            work += len(ways)
            if work > most or len(ways) > _MOST_SUMS:
                return None
            longer: dict[int, int] = {}
            for total, number in ways.items():
                for moved in (total + size, total - size):
                    longer[moved] = longer.get(moved, 0) + number
            ways = longer
    extreme = sum(number for total, number in ways.items() if abs(total) >= far)
    return Fraction(extreme, 2**flips)


def _scale(units: Sequence[tuple[Fraction, int]]) -> int:
    """Give a common denominator, or of those that are too long the first that is."""
    scale = 1
    for value, _ in units:
        scale = lcm(scale, value.denominator)
        if scale.bit_length() > _LONGEST:
            break
    return scale


def _of_family(certificate: RankCertificate) -> Sequence[str]:
    rising = sorted(pair.p_value for pair in certificate.pairs)
    # Holm by its definition: of those not above it, the largest product with how many are left.
    largest, adjusted_of = Fraction(0), dict[Fraction, Fraction]()
    for at, p_value in enumerate(rising):
        if p_value not in adjusted_of:
            largest = max(largest, min(Fraction(1), p_value * (len(rising) - at)))
            adjusted_of[p_value] = largest
    told = []
    for pair in certificate.pairs:
        adjusted = adjusted_of[pair.p_value]
        title = _title(pair, certificate)
        if adjusted != pair.adjusted:
            told.append(f"{title}: adjusted it is {adjusted}, not {pair.adjusted}")
        if (adjusted <= certificate.alpha and pair.difference != 0) != pair.separated:
            told.append(f"{title}: separated is {not pair.separated} at {certificate.alpha}")
    return told


def _of_ranks(certificate: RankCertificate) -> Sequence[str]:
    above: Mapping[int, list[int]] = {at: [] for at in range(len(certificate.systems))}
    below: Mapping[int, list[int]] = {at: [] for at in range(len(certificate.systems))}
    for pair in certificate.pairs:
        if pair.separated:
            up = (pair.difference > 0) == certificate.higher
            winner, loser = (pair.first, pair.second) if up else (pair.second, pair.first)
            above[loser].append(winner)
            below[winner].append(loser)
    told = []
    for at, (name, ranks) in enumerate(zip(certificate.systems, certificate.ranks, strict=False)):
        right = 1 + len(above[at]), len(certificate.systems) - len(below[at])
        if ranks != right:
            told.append(
                f"{name} has the ranks {right[0]} to {right[1]}, not {ranks[0]} to {ranks[1]}"
            )
    if len(certificate.ranks) != len(certificate.systems):
        told.append("the ranks of every system")
    return told
