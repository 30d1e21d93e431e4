"""Worked examples of metrics of labels, by hand and by scikit-learn."""

import random
from fractions import Fraction

import pytest
from sklearn import metrics

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

NAMES = "abcd"


def ranked(gold: str, *numbers: int) -> Sample:
    grades = tuple((name, Fraction(one)) for name, one in zip(NAMES, numbers, strict=False))
    return Sample(id=f"{gold}{numbers}", gold=(gold,), graded=(("p", grades),))


def top(options: str, *corpus: Sample) -> Score:
    return evaluate(parse(f"top_k_accuracy(scores=p{options})"), corpus)


# a, b and c are tied for the first three places: b is in the first k in k of three orders.
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (",k=1", Fraction(1, 3)),
        (",k=2", Fraction(2, 3)),
        (",k=2,ties=last", 1),
        (",k=2,ties=first", 1),
        (",k=1,ties=last", 0),
        (",k=1,ties=best", 1),
        (",k=2,ties=worst", 0),
        (",k=3,ties=worst", 1),
    ],
)
def test_a_tie_is_broken_as_it_is_said(options: str, expected: Fraction) -> None:
    assert top(options, ranked("b", 2, 2, 2, 1)) == Defined(Fraction(expected))


def test_a_class_without_a_number_is_not_among_the_first() -> None:
    assert top(",k=9", ranked("d", 1, 2)) == Defined(Fraction(0))


def test_samples_without_the_list_are_left_out() -> None:
    assert isinstance(top("", Sample(id="1", gold=("a",))), Undefined)


def hamming(options: str, *pairs: tuple[str, str]) -> Score:
    corpus = [
        Sample(id=str(at), gold=tuple(gold), predicted=tuple(said))
        for at, (gold, said) in enumerate(pairs)
    ]
    return evaluate(parse(f"hamming_loss({options})"), corpus)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # a and c are wrong of a, b, c; twice.
        ("", Fraction(2, 3)),
        # Of a, b only a is wrong, in the first; in the second a alone is wrong too.
        ("over=gold", Fraction(1, 2)),
        ("over=declared[a,b,c,d]", Fraction(1, 2)),
    ],
)
def test_hamming_loss_by_hand(options: str, expected: Fraction) -> None:
    assert hamming(options, ("ab", "bc"), ("ab", "bc")) == Defined(expected)


def test_hamming_loss_of_no_labels_is_undefined() -> None:
    assert isinstance(hamming("", ("", "")), Undefined)


def test_scikit_learn_has_the_same_numbers() -> None:
    draw = random.Random(0)  # noqa: S311 # no secret is made of it
    for _ in range(40):
        size = draw.randint(4, 9)
        gold = [*NAMES, *(draw.choice(NAMES) for _ in range(size - len(NAMES)))]
        numbers = [[draw.randint(0, 3) for _ in NAMES] for _ in gold]
        k = draw.randint(1, 3)
        found = top(
            f",k={k},ties=last",
            *(ranked(one, *row) for one, row in zip(gold, numbers, strict=True)),
        )
        assert isinstance(found, Defined)
        expected = metrics.top_k_accuracy_score(gold, numbers, k=k, labels=list(NAMES))
        assert float(found.value) == pytest.approx(expected, abs=1e-12)
        sets = [tuple("".join(draw.sample(NAMES, draw.randint(0, 4))) for _ in "xy") for _ in gold]
        matrices = [
            [[name in one for name in NAMES] for one in side] for side in zip(*sets, strict=True)
        ]
        loss = hamming("over=declared[a,b,c,d]", *((one, two) for one, two in sets))
        assert isinstance(loss, Defined)
        assert float(loss.value) == pytest.approx(metrics.hamming_loss(*matrices), abs=1e-12)
