"""Metrics of pairs of numbers beside scikit-learn, scipy and numpy, and by hand."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from sklearn import metrics

from measurand.evidence.pool import pool
from measurand.inference.estimation import estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.definitions import observing
from measurand.metrics.finalise import Finaliser, evaluate
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.signature import parse, signature
from measurand.values.sample import Sample
from measurand.values.score import Defined, Root, Undefined

Floats = NDArray[np.float64]


def pairs(*values: tuple[int | str, int | str], weight: int = 1) -> list[Sample]:
    return [
        Sample(
            id=str(at),
            amounts=(("guess", Fraction(y)), ("price", Fraction(x))),
            weight=Fraction(weight),
        )
        for at, (x, y) in enumerate(values)
    ]


def text(name: str) -> str:
    return f"{name}(gold=price,predicted=guess)"


def ccc(x: Floats, y: Floats) -> float:
    shift = (x.mean() - y.mean()) ** 2
    return float(2 * np.cov(x, y, bias=True)[0, 1] / (x.var() + y.var() + shift))


PEERS: dict[str, Callable[[Floats, Floats], float]] = {
    "mae": metrics.mean_absolute_error,
    "mse": metrics.mean_squared_error,
    "rmse": lambda x, y: metrics.mean_squared_error(x, y) ** 0.5,
    "bias": lambda x, y: float(np.mean(y - x)),
    "r2": metrics.r2_score,
    "pearson": lambda x, y: float(stats.pearsonr(x, y).statistic),
    "concordance": ccc,
}


@pytest.mark.parametrize("name", NUMERIC)
def test_they_are_those_of_scikit_learn_and_scipy(name: str) -> None:
    rng, seen = np.random.default_rng(len(name)), 0
    for _ in range(300):
        size = int(rng.integers(3, 12))
        x = rng.integers(-8, 9, size)
        y = np.where(rng.random(size) < 0.3, x, rng.integers(-8, 9, size))
        if len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
            continue
        both = zip(x.tolist(), y.tolist(), strict=True)
        found = evaluate(parse(text(name)), pairs(*both))
        assert isinstance(found, Defined)
        expected = PEERS[name](x.astype(float), y.astype(float))
        assert float(found.value) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        seen += 1
    assert seen > 200


@pytest.mark.parametrize(
    ("name", "score"),
    [
        # Off by 1, 0 and -3.
        ("mae", Fraction(4, 3)),
        ("mse", Fraction(10, 3)),
        ("rmse", Root(Fraction(10, 3))),
        ("bias", Fraction(-2, 3)),
        # The squares about the mean of what is so, 2, are 0, 1 and 1: 1 - 10/2.
        ("r2", Fraction(-4)),
    ],
)
def test_by_hand(name: str, score: Fraction | Root) -> None:
    found = evaluate(parse(text(name)), pairs((2, 3), (1, 1), (3, 0)))

    assert found == Defined(score)


def test_weights_count_as_samples_do() -> None:
    twice = pairs((2, 3), (2, 3), (1, 5))
    heavy = [*pairs((2, 3), weight=2), *pairs((1, 5))]

    for name in NUMERIC:
        assert evaluate(parse(text(name)), twice) == evaluate(parse(text(name)), heavy)


@pytest.mark.parametrize("name", ["r2", "pearson"])
def test_numbers_that_are_all_alike_have_no_correlation(name: str) -> None:
    found = evaluate(parse(text(name)), pairs((2, 3), (2, 4)))

    assert found == Undefined(f"{name} divides by 0 here")


def test_a_sample_without_one_of_the_numbers_is_counted() -> None:
    alone = Sample(id="9", amounts=(("price", Fraction(1)),))
    definition = parse(text("mae"))
    evidence = pool(observing(definition), [*pairs((1, 3)), alone])

    found = Finaliser(evidence).score(definition)

    assert (found.score, found.units) == (Defined(Fraction(2)), 1)
    assert evidence.excluded() == {"no number 'guess'": 1}


@pytest.mark.parametrize("name", NUMERIC)
def test_intervals_hold_the_score_and_shards_add_up(name: str) -> None:
    rng = np.random.default_rng(3)
    x = rng.integers(0, 50, 40)
    corpus = pairs(*zip(x.tolist(), (x + rng.integers(-5, 6, 40)).tolist(), strict=True))
    definition = parse(text(name))
    how = observing(definition)

    found = estimate(definition, pool(how, corpus), Plan(seed=1, replicates=500))
    shards = pool(how, corpus[:7]) + pool(how, corpus[7:])

    assert isinstance(found.score, Defined)
    assert isinstance(found.interval, Interval)
    assert found.interval.low <= float(found.score.value) <= found.interval.high
    assert Finaliser(shards).score(definition).score == found.score


@pytest.mark.parametrize("name", NUMERIC)
def test_signatures_are_read_again(name: str) -> None:
    definition = parse(text(name))

    assert signature(definition) == f"{name}/1(gold=price,predicted=guess)"
    assert parse(signature(definition)) == definition
