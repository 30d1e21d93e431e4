"""Metrics of labels are what slow and obvious functions of lists say."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given

from measurand.metrics.definitions import Family
from measurand.metrics.families.labels import HammingLoss
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families.samples import corpora

Corpus = tuple[Sample, ...]


def of(text: str) -> Family:
    found = parse(text)
    assert isinstance(found, Family)
    return found


def found(definition: Family, corpus: Corpus) -> Fraction | None:
    score = evaluate(definition, corpus)
    return Fraction(str(score.value)) if isinstance(score, Defined) else None


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
    weight = sum((weight for _, weight in parts), Fraction(0))
    return sum((one * heavy for one, heavy in parts), Fraction(0)) / weight if weight else None


@pytest.mark.parametrize("ties", ["share", "first", "last", "best", "worst"])
@pytest.mark.parametrize("k", [1, 3])
@given(corpus=corpora(of("top_k_accuracy(scores=p)"), size=3))
def test_top_k_accuracy(ties: str, k: int, corpus: Corpus) -> None:
    parts = [
        (right(sample, k, ties), sample.weight)
        for sample in corpus
        if sample.grades("p") is not None
    ]

    assert found(of(f"top_k_accuracy(scores=p,k={k},ties={ties})"), corpus) == mean(parts)


@pytest.mark.parametrize("over", ["union", "gold", "predicted"])
@given(corpus=corpora(HammingLoss()))
def test_hamming_loss(over: str, corpus: Corpus) -> None:
    heavy = [one for one in corpus if one.weight and one.predicted is not None]
    gold = {label for one in heavy for label in one.gold}
    said = {label for one in heavy for label in one.predicted or ()}
    labels = {"union": gold | said, "gold": gold, "predicted": said}[over]
    parts = [
        (Fraction((label in one.gold) != (label in (one.predicted or ()))), one.weight)
        for one in heavy
        for label in labels
    ]

    assert found(of(f"hamming_loss(over={over})"), corpus) == mean(parts)
