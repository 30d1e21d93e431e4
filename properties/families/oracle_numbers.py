"""Metrics of pairs of numbers, written from their sources on plain lists: slow and obvious.

A sample of weight 2 stands twice in the list, and all weights are made whole first. What is a ratio
by a root comes as its sign and its square.
"""

from fractions import Fraction
from math import lcm
from statistics import median, median_high, median_low

from measurand.values.sample import Sample

Pairs = list[tuple[Fraction, Fraction]]


def weighted(corpus: tuple[Sample, ...]) -> list[tuple[Fraction, Fraction, Fraction]]:
    found = []
    for sample in corpus:
        x, y = sample.amount("price"), sample.amount("guess")
        if x is not None and y is not None:
            found.append((x, y, sample.weight))
    return found


def listed(corpus: tuple[Sample, ...]) -> Pairs:
    rows = weighted(corpus)
    times = lcm(*(weight.denominator for _, _, weight in rows))
    return [(x, y) for x, y, weight in rows for _ in range(int(weight * times))]


def mean(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def variance(numbers: list[Fraction]) -> Fraction:
    return mean([(one - mean(numbers)) ** 2 for one in numbers])


def mid_ranks(numbers: list[Fraction]) -> list[Fraction]:
    """Rank from 1 on; equal numbers share the mean of the places that they take when sorted."""
    places: dict[Fraction, list[Fraction]] = {}
    for place, number in enumerate(sorted(numbers), 1):
        places.setdefault(number, []).append(Fraction(place))
    return [mean(places[number]) for number in numbers]


def signed_square(top: Fraction, square: Fraction) -> tuple[int, Fraction] | None:
    return None if not square else ((top > 0) - (top < 0), top**2 / square)


def spearman(pairs: Pairs) -> tuple[int, Fraction] | None:
    if not pairs:
        return None
    x, y = mid_ranks([x for x, _ in pairs]), mid_ranks([y for _, y in pairs])
    both = [(a - mean(x)) * (b - mean(y)) for a, b in zip(x, y, strict=True)]
    return signed_square(mean(both), variance(x) * variance(y))


def kendall(pairs: Pairs) -> tuple[int, Fraction] | None:
    balance = untied_x = untied_y = 0
    for at, (a, b) in enumerate(pairs):
        for c, d in pairs[:at]:
            balance += (((a - c) * (b - d)) > 0) - (((a - c) * (b - d)) < 0)
            untied_x += a != c
            untied_y += b != d
    return signed_square(Fraction(balance), Fraction(untied_x * untied_y))


def medae(pairs: Pairs, middle: str) -> Fraction | None:
    errors = [abs(y - x) for x, y in pairs]
    if not errors:
        return None
    match middle:
        case "mean":
            return median(errors)
        case "lower":
            return median_low(errors)
        case _:
            return median_high(errors)


def explained(pairs: Pairs) -> Fraction | None:
    if not pairs or not variance([x for x, _ in pairs]):
        return None
    return 1 - variance([y - x for x, y in pairs]) / variance([x for x, _ in pairs])


def limit_parts(corpus: tuple[Sample, ...], ddof: int) -> tuple[Fraction, Fraction] | None:
    """Give the mean difference, and the variance of differences."""
    rows = [(y - x, weight) for x, y, weight in weighted(corpus)]
    weight = sum((weight for _, weight in rows), Fraction(0))
    if weight <= ddof:
        return None
    bias = sum((d * weight for d, weight in rows), Fraction(0)) / weight
    return bias, sum((w * (d - bias) ** 2 for d, w in rows), Fraction(0)) / (weight - ddof)


def mape(pairs: Pairs) -> Fraction | None:
    shares = [abs(y - x) / abs(x) for x, y in pairs if x]
    return mean(shares) if shares else None
