"""Metrics of counted statistics beside scikit-learn, and what they are undefined of."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from sklearn import metrics

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse, signature
from measurand.metrics.standard import MEASURES
from measurand.values.sample import Sample
from measurand.values.score import Defined, Root, Undefined

Labels = Sequence[str]


def samples(gold: Labels, said: Labels) -> list[Sample]:
    both = zip(gold, said, strict=True)
    return [Sample(id=str(at), gold=(g,), predicted=(p,)) for at, (g, p) in enumerate(both)]


def drawn(rng: np.random.Generator, classes: str) -> tuple[Labels, Labels]:
    size = int(rng.integers(1, 13))
    gold = [str(one) for one in rng.choice(list(classes), size)]
    other = [str(one) for one in rng.choice(list(classes), size)]
    return gold, np.where(rng.random(size) < HALF, gold, other).tolist()


def value(text: str, gold: Labels, said: Labels) -> float | None:
    found = evaluate(parse(text), samples(gold, said))
    return float(found.value) if isinstance(found, Defined) else None


HALF = 0.5
ONE = "class=item,only=class[1]"
BINARY: dict[str, Callable[[Labels, Labels], float]] = {
    f"specificity({ONE})": lambda gold, said: metrics.recall_score(gold, said, pos_label="0"),
    f"npv({ONE})": lambda gold, said: metrics.precision_score(gold, said, pos_label="0"),
    f"balanced_accuracy({ONE})": metrics.balanced_accuracy_score,
    f"mcc({ONE})": metrics.matthews_corrcoef,
    f"kappa({ONE})": metrics.cohen_kappa_score,
    f"fowlkes_mallows({ONE})": lambda gold, said: (
        (
            metrics.precision_score(gold, said, pos_label="1")
            * metrics.recall_score(gold, said, pos_label="1")
        )
        ** 0.5
    ),
}


@pytest.mark.parametrize("text", BINARY)
def test_of_two_classes_they_are_those_of_scikit_learn(text: str) -> None:
    rng, seen = np.random.default_rng(len(text)), 0
    for _ in range(400):
        gold, said = drawn(rng, "01")
        mine = value(text, gold, said)
        if mine is not None:
            assert mine == pytest.approx(BINARY[text](gold, said), abs=1e-12)
            seen += 1
    assert seen > 200


@pytest.mark.parametrize(
    ("text", "theirs"),
    [
        ("mcc(class=item)", metrics.matthews_corrcoef),
        ("kappa(class=item)", metrics.cohen_kappa_score),
    ],
)
def test_of_many_classes_they_are_those_of_scikit_learn(
    text: str, theirs: Callable[[Labels, Labels], float]
) -> None:
    rng, seen = np.random.default_rng(len(text)), 0
    for _ in range(400):
        gold, said = drawn(rng, "abcd"[: int(rng.integers(2, 5))])
        mine = value(text, gold, said)
        if mine is not None:
            assert mine == pytest.approx(theirs(gold, said), abs=1e-12)
            seen += 1
    assert seen > 200


def test_specificity_of_a_class_that_never_occurs_is_defined() -> None:
    # Nobody is ill, and nobody is called so.
    corpus = samples("wwww", "wwww")

    found = evaluate(parse("specificity(class=item,only=class[ill])"), corpus)

    assert found == Defined(Fraction(1))


def test_a_correlation_may_be_a_negative_root() -> None:
    # tp 0, fp 1, fn 2, tn 0: -2 / sqrt(1 . 2 . 2 . 1).
    found = evaluate(parse(f"mcc({ONE})"), samples("110", "001"))
    assert found == Defined(Fraction(-1))
    # tp 0, fp 1, fn 1, tn 2: -1 / sqrt(1 . 1 . 3 . 3); with one more fn: -1 / 3, -2 / sqrt(24).
    found = evaluate(parse(f"mcc({ONE})"), samples("11000", "00100"))
    assert found == Defined(Root(Fraction(1, 6), negative=True))


@pytest.mark.parametrize("name", MEASURES)
def test_what_divides_by_nothing_is_what_is_said(name: str) -> None:
    nothing = [Sample(id="1", gold=("0",), predicted=("0",))]
    text = f"{name}(class=item,only=class[1])"
    found = evaluate(parse(text), nothing)
    if isinstance(found, Undefined):
        assert found.reason == f"no unit has a {name}"
        for zero in ("0", "1"):
            other = parse(f"{text[:-1]},zero_division={zero})")
            assert evaluate(other, nothing) == Defined(Fraction(zero))


def test_several_items_of_a_sample_are_no_judgement() -> None:
    two = [Sample(id="1", gold=("a", "b"), predicted=("a",))]

    for text in ("mcc(class=item)", "specificity", "kappa(class=item)"):
        found = evaluate(parse(text), two)
        assert isinstance(found, Undefined)
        assert "more than one judgement" in found.reason
    assert evaluate(parse("specificity(class=item,only=class[c])"), two) == Defined(Fraction(1))


def test_a_mean_over_classes_is_of_one_against_the_rest() -> None:
    gold, said = "aabbc", "abbcc"

    found = evaluate(parse("specificity(class=item,average=macro[class])"), samples(gold, said))

    # a: tn 3 of 3; b: tn 2 of 3; c: tn 3 of 4.
    assert found == Defined((Fraction(1) + Fraction(2, 3) + Fraction(3, 4)) / 3)


def test_roots_have_no_exact_mean() -> None:
    found = evaluate(parse("mcc(class=item,average=macro[class])"), samples("ab", "ba"))

    assert found == Undefined("mcc is a root: a mean of roots is not computed exactly")


@pytest.mark.parametrize("name", MEASURES)
def test_signatures_are_read_again(name: str) -> None:
    text = signature(parse(f"{name}(class=item,only=class[x],zero_division=0)"))

    assert text.startswith(f"{name}/1(unit=whole,")
    assert signature(parse(text)) == text
