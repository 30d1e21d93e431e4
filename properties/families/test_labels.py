"""Metrics of labels are what slow and obvious functions of lists say."""

from fractions import Fraction

import pytest
from hypothesis import given

from measurand.metrics.definitions import Family
from measurand.metrics.families.labels import HammingLoss
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_labels as oracle
from properties.families.samples import corpora

Corpus = tuple[Sample, ...]


def of(text: str) -> Family:
    found = parse(text)
    assert isinstance(found, Family)
    return found


def found(definition: Family, corpus: Corpus) -> Fraction | None:
    score = evaluate(definition, corpus)
    return Fraction(str(score.value)) if isinstance(score, Defined) else None


@pytest.mark.parametrize("ties", ["share", "first", "last", "best", "worst"])
@pytest.mark.parametrize("k", [1, 3])
@given(corpus=corpora(of("top_k_accuracy(scores=p)"), size=3))
def test_top_k_accuracy(ties: str, k: int, corpus: Corpus) -> None:
    parts = [
        (oracle.right(sample, k, ties), sample.weight)
        for sample in corpus
        if sample.grades("p") is not None
    ]

    assert found(of(f"top_k_accuracy(scores=p,k={k},ties={ties})"), corpus) == oracle.mean(parts)


@pytest.mark.parametrize("over", ["union", "gold", "predicted"])
@given(corpus=corpora(HammingLoss()))
def test_hamming_loss(over: str, corpus: Corpus) -> None:
    expected = oracle.hamming(corpus, over)

    assert found(of(f"hamming_loss(over={over})"), corpus) == expected
