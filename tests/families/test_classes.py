"""Worked examples of probabilities of many classes, by hand and of the packages that have them."""

import random
from fractions import Fraction
from math import log

import numpy as np
import pytest
from sklearn import metrics

from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.finalise import evaluate
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

NAMES = ("eggs", "ham", "spam")
BREAKFAST = [("eggs", "0.8 0.1 0.1"), ("ham", "0.2 0.7 0.1"), ("spam", "0.2 0.2 0.6")]
Said = list[tuple[str, str]]


def sample(gold: str, said: str, name: str = "") -> Sample:
    numbers = zip(NAMES, map(Fraction, said.split()), strict=False)
    return Sample(id=name or gold, gold=(gold,), graded=(("p", tuple(numbers)),))


def score(text: str, said: Said) -> Score:
    name, _, options = text.partition(",")
    corpus = [sample(gold, numbers, str(at)) for at, (gold, numbers) in enumerate(said)]
    return evaluate(parse(f"{name}(scores=p{',' if options else ''}{options})"), corpus)


# The first stands in scikit-learn's reference, as 0.146; 0.25 + 0.09 + 0.04; certain and wrong.
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (BREAKFAST, Fraction(11, 75)),
        ([("eggs", "0.5 0.3 0.2")], Fraction(19, 50)),
        ([("eggs", "0 1 0")], Fraction(2)),
    ],
)
def test_brier_of_classes_by_hand(said: Said, expected: Fraction) -> None:
    assert score("multiclass_brier", said) == Defined(expected)
    assert score("multiclass_brier,scale=half", said) == Defined(expected / 2)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([("eggs", "0.5 0.25 0.25"), ("spam", "0.5 0.25 0.25")], 1.5 * log(2)),
        ([("ham", "0 1 0")], 0),
        (BREAKFAST, -(log(0.8) + log(0.7) + log(0.6)) / 3),
    ],
)
def test_log_loss_of_classes_by_hand(said: Said, expected: float) -> None:
    found = score("multiclass_log_loss", said)

    assert isinstance(found, Defined)
    assert float(found.value) == pytest.approx(expected, abs=1e-15)


def test_a_class_that_was_impossible_costs_everything() -> None:
    said = [("eggs", "0 1 0"), *BREAKFAST]

    assert score("multiclass_log_loss", said) == Undefined("what happened had the probability 0")
    assert isinstance(score("multiclass_log_loss,clip=0.001", said), Defined)


# 0.8, 0.7, 0.6 are all right: off by 0.2, 0.3 and 0.4, each in a bin of its own, or together.
@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("top_label_ece,bins=10", BREAKFAST, Fraction(3, 10)),
        ("top_label_ece,bins=1", BREAKFAST, Fraction(3, 10)),
        ("top_label_mce,bins=10", BREAKFAST, Fraction(2, 5)),
        ("top_label_ece,bins=1", [*BREAKFAST, ("spam", "0.9 0.1 0")], Fraction(0)),
        # Two classes share the largest probability: half right, or the first, or the last.
        ("top_label_ece", [("ham", "0.4 0.4 0.2")], Fraction(1, 10)),
        ("top_label_ece,ties=first", [("ham", "0.4 0.4 0.2")], Fraction(2, 5)),
        ("top_label_ece,ties=last", [("ham", "0.4 0.4 0.2")], Fraction(3, 5)),
    ],
)
def test_the_largest_probability_by_hand(text: str, said: Said, expected: Fraction) -> None:
    assert score(text, said) == Defined(expected)


# In one bin: eggs 1.2/3 against 1/3, ham 1/3 against 1/3, spam 0.8/3 against 1/3.
# Twice eggs at 0.5: eggs off by 0.5, the others by 0.3 and 0.2, of which none is so.
@pytest.mark.parametrize(
    ("options", "said", "expected"),
    [
        (",bins=1", BREAKFAST, Fraction(2, 45)),
        ("", [("eggs", "0.5 0.3 0.2")] * 2, Fraction(1, 3)),
        (",average=weighted", [("eggs", "0.5 0.3 0.2")] * 2, Fraction(1, 2)),
        (",over=gold", [("eggs", "0.5 0.3 0.2")] * 2, Fraction(1, 2)),
    ],
)
def test_each_class_by_hand(options: str, said: Said, expected: Fraction) -> None:
    assert score(f"classwise_ece{options}", said) == Defined(expected)


# Eggs at 5 against 5 and 1: 3/4; ham at 4 against 3 and 3: 1; spam at 6 against 2 and 1: 1.
# Two by two: eggs and ham (1/2 + 1) / 2, eggs and spam 1, ham and spam 1.
# Another ham, at (0, 4, 1): eggs 5/6, ham and spam stay at 1; eggs and ham (3/4 + 1) / 2.
ORDERED = [("eggs", "5 3 2"), ("ham", "5 4 1"), ("spam", "1 3 6")]


@pytest.mark.parametrize(
    ("options", "said", "expected"),
    [
        ("", ORDERED, Fraction(11, 12)),
        (",compare=ovo", ORDERED, Fraction(11, 12)),
        ("", [*ORDERED, ("ham", "0 4 1")], Fraction(17, 18)),
        (",average=weighted", [*ORDERED, ("ham", "0 4 1")], Fraction(23, 24)),
        (",compare=ovo", [*ORDERED, ("ham", "0 4 1")], Fraction(23, 24)),
        # Pairs weigh 3, 2 and 3.
        (",compare=ovo,average=weighted", [*ORDERED, ("ham", "0 4 1")], Fraction(61, 64)),
    ],
)
def test_areas_by_hand(options: str, said: Said, expected: Fraction) -> None:
    assert score(f"multiclass_auc{options}", said) == Defined(expected)


def test_a_class_that_is_nowhere_so_has_no_area_unless_it_is_left_out() -> None:
    said = [("eggs", "5 3 2"), ("ham", "1 4 5")]

    assert score("multiclass_auc", said) == Undefined("no sample is 'spam', or none is another")
    assert score("multiclass_auc,over=gold", said) == Defined(Fraction(1))


def test_what_is_not_there_is_0_only_where_that_is_said() -> None:
    some = [("eggs", "0.5 0.3 0.2"), ("eggs", "0.6 0.4")]

    assert score("classwise_ece", some) == Undefined(
        "some samples have no number of 'spam': absent=zero takes that for 0"
    )
    assert isinstance(score("classwise_ece,absent=zero", some), Defined)
    with pytest.raises(UnfitSampleError, match="a number of the class 'spam' in 'p': got none"):
        score("multiclass_brier", [("spam", "0.6 0.4")])
    assert score("multiclass_brier,absent=zero", [("spam", "0.6 0.4")]) == Defined(Fraction(38, 25))


def test_declared_classes_are_all_there_are() -> None:
    with pytest.raises(UnfitSampleError, match=r"over=declared.* lists: got 'spam'"):
        score("classwise_ece,over=declared[eggs,ham]", BREAKFAST)
    with pytest.raises(UnfitSampleError, match="a number of the class 'tofu'"):
        score("classwise_ece,over=declared[eggs,ham,spam,tofu]", BREAKFAST)
    assert score("classwise_ece,over=declared[eggs,ham,spam]", BREAKFAST) == score(
        "classwise_ece", BREAKFAST
    )


@pytest.mark.parametrize("said", ["0.5 0.3 0.1", "0.5 0.5 0.5", "1.2 -0.1 -0.1", "3 2 1"])
def test_what_is_no_distribution_is_refused(said: str) -> None:
    with pytest.raises(UnfitSampleError):
        score("multiclass_brier", [("eggs", said)])


def test_rounded_probabilities_are_kept_or_divided_by_their_sum_as_it_is_said() -> None:
    rounded = [("eggs", "0.33 0.33 0.33")]

    with pytest.raises(UnfitSampleError, match=r"off by no more than 1/1000000: got 0\.99"):
        score("multiclass_brier,sums=renormalised", rounded)
    assert score("multiclass_brier,tolerance=0.01", rounded) == Defined(
        Fraction(67**2 + 2 * 33**2, 10**4)
    )
    assert score("multiclass_brier,tolerance=0.01,sums=renormalised", rounded) == Defined(
        Fraction(2, 3)
    )


@pytest.mark.parametrize(
    "options", ["tolerance=1", "tolerance=-1", "clip=0.5", "over=predicted", "sums=any"]
)
def test_options_of_classes_that_mean_nothing_are_refused(options: str) -> None:
    name = {"clip": "multiclass_log_loss", "over": "classwise_ece"}.get(options[:4])
    with pytest.raises(SignatureError):
        parse(f"{name or 'multiclass_brier'}(scores=p,{options})")


def test_scikit_learn_has_the_same_numbers_of_classes() -> None:
    draws = random.Random(21)  # noqa: S311  # inputs of a test
    for _ in range(30):
        gold = [*NAMES, *(draws.choice(NAMES) for _ in range(draws.randrange(8)))]
        counts = [[draws.randrange(1, 9) for _ in NAMES] for _ in gold]
        said = [
            (one, " ".join(f"{n}/{sum(row)}" for n in row))
            for one, row in zip(gold, counts, strict=True)
        ]
        p = np.array([[n / sum(row) for n in row] for row in counts])

        pairs = [
            (score("multiclass_brier", said), metrics.brier_score_loss(gold, p)),
            (
                score("multiclass_brier,scale=half", said),
                metrics.brier_score_loss(gold, p, scale_by_half=True),
            ),
            (score("multiclass_log_loss", said), metrics.log_loss(gold, p)),
            *(
                (
                    score(f"multiclass_auc,compare={compare},average={average}", said),
                    metrics.roc_auc_score(gold, p, multi_class=compare, average=average),
                )
                for compare in ("ovr", "ovo")
                for average in ("macro", "weighted")
            ),
        ]

        for ours, theirs in pairs:
            assert isinstance(ours, Defined)
            assert float(ours.value) == pytest.approx(theirs, rel=1e-9, abs=1e-12)
