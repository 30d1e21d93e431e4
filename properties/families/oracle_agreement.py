"""Agreement of raters from the sources alone: lists of units, every pair written out.

A unit is a list of ratings and a weight. None stands for what is undefined.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

Rating = str | Fraction
Unit = tuple[list[Rating], Fraction]
Units = Sequence[Unit]


def percent_agreement(units: Units) -> Fraction | None:
    """Fleiss 1971, eq. 2: the mean of P_i, where P_i can be had."""
    top = bottom = Fraction(0)
    for ratings, weight in units:
        pairs = [(a, b) for i, a in enumerate(ratings) for j, b in enumerate(ratings) if i != j]
        if pairs:
            top += weight * Fraction(sum(a == b for a, b in pairs), len(pairs))
            bottom += weight
    return top / bottom if bottom else None


def shares(units: Units, *, by_unit: bool, single: bool) -> dict[Rating, Fraction]:
    """Share of each category, as a mean of units or of all ratings."""
    taken = [(ratings, weight) for ratings, weight in units if len(ratings) > (0 if single else 1)]
    found: dict[Rating, Fraction] = {}
    whole = Fraction(0)
    for ratings, weight in taken:
        for rating in ratings:
            part = weight / len(ratings) if by_unit else weight
            found[rating] = found.get(rating, Fraction(0)) + part
            whole += part
    return {rating: part / whole for rating, part in found.items()} if whole else {}


def fleiss(units: Units, *, by_unit: bool = True, single: bool = True) -> Fraction | None:
    """Fleiss 1971, eq. 7."""
    observed = percent_agreement(units)
    chance = sum(p * p for p in shares(units, by_unit=by_unit, single=single).values())
    if observed is None or chance == 1:
        return None
    return (observed - chance) / (1 - chance)


def gwet(units: Units, categories: int | None = None, *, single: bool = True) -> Fraction | None:
    """Gwet 2008: chance is that of random ratings."""
    observed = percent_agreement(units)
    there = {c: p for c, p in shares(units, by_unit=True, single=single).items() if p}
    q = len(there) if categories is None else categories
    if observed is None or q < 2:
        return None
    chance = sum((p * (1 - p) for p in there.values()), Fraction(0)) / (q - 1)
    return (observed - chance) / (1 - chance)


def alpha(units: Units, level: str) -> Fraction | None:
    """Krippendorff 2004, chapter 11: a coincidence matrix, and distances of all of its cells."""
    paired = [(ratings, weight) for ratings, weight in units if len(ratings) > 1 and weight]
    values = sorted({rating for ratings, _ in paired for rating in ratings})
    o = {(c, k): Fraction(0) for c in values for k in values}
    for ratings, weight in paired:
        for i, c in enumerate(ratings):
            for j, k in enumerate(ratings):
                if i != j:
                    o[c, k] += weight / (len(ratings) - 1)
    n_of = {c: sum((o[c, k] for k in values), Fraction(0)) for c in values}
    n = sum(n_of.values())
    if n <= 1:
        return None
    distance = {(c, k): _distance(level, c, k, values, n_of) for c in values for k in values}
    observed = sum((o[pair] * distance[pair] for pair in o), Fraction(0))
    expected = sum((n_of[c] * n_of[k] * distance[c, k] for c, k in o), Fraction(0))
    return 1 - (n - 1) * observed / expected if expected else None


def _distance(
    level: str, c: Rating, k: Rating, values: Sequence[Rating], n_of: dict[Rating, Fraction]
) -> Fraction:
    if c == k:
        return Fraction(0)
    if level == "nominal":
        return Fraction(1)
    low, high = sorted((Fraction(c), Fraction(k)))
    if level == "ordinal":
        between = sum(n_of[g] for g in values if low <= Fraction(g) <= high)
        return (between - (n_of[c] + n_of[k]) / 2) ** 2
    if level == "interval":
        return (high - low) ** 2
    return ((high - low) / (high + low)) ** 2


def weighted_kappa(
    pairs: Sequence[tuple[Rating, Rating, Fraction]],
    place: Callable[[Rating], Fraction],
    power: int,
) -> Fraction | None:
    """Cohen 1968, eq. 4: observed penalties by those of the margins."""
    n = sum(weight for _, _, weight in pairs)
    if not n:
        return None
    observed = expected = Fraction(0)
    for one, two, weight in pairs:
        observed += weight * abs(place(one) - place(two)) ** power
        for _, other, much in pairs:
            expected += weight * much * abs(place(one) - place(other)) ** power / n
    return 1 - observed / expected if expected else None
