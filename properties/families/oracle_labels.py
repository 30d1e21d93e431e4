"""Scores of labels, slow and obvious: all orders that numbers admit, all labels one by one."""

from fractions import Fraction
from itertools import permutations

from measurand.values.sample import Sample


def right(sample: Sample, k: int, ties: str) -> Fraction:
    """Order all classes in every way that their numbers admit; is the gold one among the first?"""
    grades = sample.grades("p") or ()
    numbers = [number for _, number in grades]
    ways = [
        [name for name, _ in way]
        for way in permutations(grades)
        if [number for _, number in way] == sorted(numbers, reverse=True)
    ]
    names = sorted(ways, key=lambda way: [(-dict(grades)[name], name) for name in way])
    hits = [Fraction(sample.gold[0] in way[:k]) for way in ways]
    match ties:
        case "share":
            return sum(hits, Fraction(0)) / len(hits)
        case "first":
            return Fraction(sample.gold[0] in names[0][:k])
        case "last":
            return Fraction(sample.gold[0] in names[-1][:k])
        case "best":
            return max(hits)
        case _:
            return min(hits)


def mean(parts: list[tuple[Fraction, Fraction]]) -> Fraction | None:
    """Take the mean by weights; None where nothing weighs."""
    weight = sum((weight for _, weight in parts), Fraction(0))
    return sum((one * heavy for one, heavy in parts), Fraction(0)) / weight if weight else None


def hamming(corpus: tuple[Sample, ...], over: str) -> Fraction | None:
    """Ask of each sample and label whether one side alone has it."""
    heavy = [one for one in corpus if one.weight and one.predicted is not None]
    gold = {label for one in heavy for label in one.gold}
    said = {label for one in heavy for label in one.predicted or ()}
    labels = {"union": gold | said, "gold": gold, "predicted": said}[over]
    return mean(
        [
            (Fraction((label in one.gold) != (label in (one.predicted or ()))), one.weight)
            for one in heavy
            for label in labels
        ]
    )
