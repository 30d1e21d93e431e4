"""Worked examples of metrics of pairs of numbers, by hand and by the packages that have them."""

import random
from fractions import Fraction

import pytest
from scipy import stats
from sklearn import metrics

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import square_root
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

Numbers = list[int]


def score(name: str, gold: Numbers, said: Numbers, options: str = "") -> Score:
    corpus = tuple(
        Sample(id=str(at), amounts=(("guess", Fraction(y)), ("price", Fraction(x))))
        for at, (x, y) in enumerate(zip(gold, said, strict=True))
    )
    return evaluate(parse(f"{name}(gold=price,predicted=guess{options})"), corpus)


# Differences of ranks squared add up to 4, and to 8: 1 - 6 * 4 / 120; turned; ranks 1, 2.5, 2.5, 4.
@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 6], Fraction(4, 5)),
        ([1, 2, 3, 4, 5], [2, 1, 5, 3, 4], Fraction(3, 5)),
        ([1, 2, 3], [9, 4, 1], Fraction(-1)),
        ([1, 2, 3, 4], [1, 2, 2, 3], square_root(Fraction(9, 10))),
    ],
)
def test_spearman_by_hand(gold: Numbers, said: Numbers, expected: Fraction) -> None:
    assert score("spearman", gold, said) == Defined(expected)


# Half of 2 and a quarter of 4; a number below 0 counts by its size; twice as much and nothing.
@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        ([2, 4], [1, 5], Fraction(3, 8)),
        ([-2, 4], [1, 4], Fraction(3, 4)),
        ([3, 3, 3], [6, 0, 3], Fraction(2, 3)),
    ],
)
def test_mape_by_hand(gold: Numbers, said: Numbers, expected: Fraction) -> None:
    assert score("mape", gold, said) == Defined(expected)


# Of 10 pairs 2 are turned; all are; of 6 pairs one is a tie of y: 5 / sqrt(6 * 5).
@pytest.mark.parametrize(
    ("gold", "said", "expected"),
    [
        ([1, 2, 3, 4, 5], [2, 1, 4, 3, 6], Fraction(3, 5)),
        ([1, 2, 3], [9, 4, 1], Fraction(-1)),
        ([1, 2, 3, 4], [1, 2, 2, 3], square_root(Fraction(5, 6))),
    ],
)
def test_kendall_by_hand(gold: Numbers, said: Numbers, expected: Fraction) -> None:
    assert score("kendall", gold, said) == Defined(expected)


# Differences 0, 2, 4: mean 2, variance 4 of two degrees, 8/3 of three.
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (",side=upper,z=2", Fraction(6)),
        (",side=lower", Fraction(-48, 25)),
        (",side=upper,z=1,ddof=0", Fraction(2) + square_root(Fraction(8, 3))),
    ],
)
def test_limits_of_agreement_by_hand(options: str, expected: Fraction) -> None:
    assert score("limit_of_agreement", [1, 1, 1], [1, 3, 5], options) == Defined(expected)


@pytest.mark.parametrize(
    ("middle", "expected"), [("mean", Fraction(5, 2)), ("lower", 1), ("upper", 4)]
)
def test_the_median_error_by_hand(middle: str, expected: Fraction) -> None:
    found = score("medae", [0, 0, 0, 0], [1, -4, 9, 0], f",middle={middle}")

    assert found == Defined(Fraction(expected))


def test_explained_variance_by_hand() -> None:
    assert score("explained_variance", [1, 2, 3], [2, 3, 4]) == Defined(Fraction(1))
    assert score("explained_variance", [0, 2], [1, 1]) == Defined(Fraction(0))
    assert score("explained_variance", [0, 2], [2, 0]) == Defined(Fraction(-3))


@pytest.mark.parametrize("name", ["spearman", "kendall", "explained_variance"])
def test_a_column_of_one_value_has_none(name: str) -> None:
    assert isinstance(score(name, [3, 3, 3], [1, 2, 3]), Undefined)


def test_packages_have_the_same_numbers() -> None:
    draw = random.Random(0)  # noqa: S311 # no secret is made of it
    for _ in range(40):
        size = draw.randint(3, 9)
        gold, said = ([draw.randint(1, 6) for _ in range(size)] for _ in range(2))
        peers = {
            "medae": metrics.median_absolute_error(gold, said),
            "mape": metrics.mean_absolute_percentage_error(gold, said),
        }
        if len(set(gold)) > 1 and len(set(said)) > 1:
            peers["spearman"] = stats.spearmanr(gold, said).statistic
            peers["kendall"] = stats.kendalltau(gold, said).statistic
            peers["explained_variance"] = metrics.explained_variance_score(gold, said)

        for name, expected in peers.items():
            found = score(name, gold, said)
            assert isinstance(found, Defined)
            assert float(found.value) == pytest.approx(expected, abs=1e-12)
