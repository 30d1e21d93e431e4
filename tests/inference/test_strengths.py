"""Strengths of Bradley and Terry: by hand, where there are none, and beside logistic regression."""

from fractions import Fraction
from math import log

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LogisticRegression

from measurand.inference.strengths import Game, Strength, bradley_terry
from measurand.values.score import Undefined

Played = list[tuple[str, str, int, int]]
"""Two systems, how often the first won, and how often the second."""
ROUND: Played = [("a", "b", 7, 3), ("b", "c", 6, 4), ("a", "c", 8, 2)]


def games(played: Played) -> list[Game]:
    return [
        Game(one, two, Fraction(won))
        for one, two, first, second in played
        for won in [1] * first + [0] * second
    ]


def strengths(played: Played) -> dict[str, float]:
    found = bradley_terry(games(played))
    assert not isinstance(found, Undefined)
    return {one.name: one.strength for one in found}


# Two systems part by the logarithm of their odds; three in a ring that each won 3 of 4 are equal;
# four that only met one other part from it by their odds, and their mean is 0.
@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ([("a", "b", 3, 1)], {"a": log(3) / 2, "b": -log(3) / 2}),
        ([("a", "b", 3, 1), ("b", "c", 3, 1), ("c", "a", 3, 1)], {"a": 0, "b": 0, "c": 0}),
        (
            [("a", "b", 2, 1), ("a", "c", 4, 1)],
            {
                "a": (log(2) + log(4)) / 3,
                "b": (log(4) - 2 * log(2)) / 3,
                "c": (log(2) - 2 * log(4)) / 3,
            },
        ),
    ],
)
def test_strengths_by_hand(played: Played, expected: dict[str, float]) -> None:
    assert strengths(played) == pytest.approx(expected, abs=1e-9)


def test_expected_wins_are_the_wins() -> None:
    found = strengths(ROUND)

    expected = sum(10 / (1 + np.exp(found[other] - found["a"])) for other in "bc")

    assert expected == pytest.approx(15)


def test_they_are_those_of_logistic_regression() -> None:
    played = [
        ("a", "b", 5, 4),
        ("b", "c", 2, 6),
        ("a", "c", 3, 4),
        ("c", "d", 7, 2),
        ("d", "a", 1, 3),
    ]
    rows, won = [], []
    for one in games(played):
        rows.append([(name == one.first) - (name == one.second) for name in "abcd"])
        won.append(int(one.won))
    model = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-12, max_iter=10_000)
    theirs = model.fit(np.array(rows), np.array(won)).coef_[0]

    assert list(strengths(played).values()) == pytest.approx(list(theirs - theirs.mean()), abs=1e-5)


def test_an_interval_of_nine_wins_of_ten_by_hand() -> None:
    found = bradley_terry(games([("a", "b", 9, 1)]))

    # Residuals are nine of 1/10 and one of 9/10; squares add up to 9/10, over the information of
    # 9/10, squared, times 10/9: the difference has an error of 10/9, and half of it a strength.
    # Degrees of freedom are 2 * (9/10)^2 over the sum of fourth powers less (9/10)^2 / 10.
    few = 2 * 0.81 / (9 * 0.1**4 + 0.9**4 - 0.081)
    assert width(found) == pytest.approx(2 * float(stats.t.ppf(0.975, few)) * 5 / 9)


def test_clusters_that_pull_nowhere_have_the_error_of_the_likelihood() -> None:
    some = [Game("a", "b", Fraction(won), cluster=at) for at in range(2) for won in (0, 1)]

    found = bradley_terry(some)

    # Each cluster is a win of both. Four even comparisons: the difference has an error of 1.
    assert width(found) == pytest.approx(float(stats.t.ppf(0.975, 1)))


def test_a_tie_is_half_a_win_of_either() -> None:
    found = bradley_terry([Game("a", "b", Fraction(1, 2))] * 4)

    assert isinstance(found, tuple)
    assert [one.strength for one in found] == pytest.approx([0, 0])


@pytest.mark.parametrize(
    ("played", "why"),
    [
        ([], "no comparison"),
        ([("a", "b", 3, 0)], "b never won against a"),
        ([("a", "b", 1, 1), ("c", "d", 1, 1)], "a, b never met c, d"),
        ([("a", "b", 1, 1), ("c", "a", 2, 0)], "a, b never won against c"),
    ],
)
def test_strengths_that_run_off_are_undefined(played: Played, why: str) -> None:
    assert bradley_terry(games(played)) == Undefined(why)


def test_questions_that_are_asked_twice_widen_the_intervals() -> None:
    once = bradley_terry(games(ROUND))
    twice = [
        Game(one.first, one.second, one.won, cluster=at)
        for at, one in enumerate(games(ROUND))
        for _ in range(2)
    ]

    found, alone = bradley_terry(twice), bradley_terry([*games(ROUND), *games(ROUND)])

    assert width(found) == pytest.approx(width(once))
    assert width(alone) < width(once)


def width(found: tuple[Strength, ...] | Undefined) -> float:
    assert not isinstance(found, Undefined)
    return found[0].interval.high - found[0].interval.low


def test_the_order_of_matches_and_sides_does_not_matter() -> None:
    turned = [Game(one.second, one.first, 1 - one.won) for one in reversed(games(ROUND))]
    found, other = bradley_terry(games(ROUND)), bradley_terry(turned)

    assert isinstance(found, tuple)
    assert isinstance(other, tuple)
    assert [one.strength for one in other] == pytest.approx([one.strength for one in found])
    assert width(other) == pytest.approx(width(found))


def test_ties_alone_give_points_that_say_that_they_are_no_certainty() -> None:
    found = bradley_terry([Game(one, two, Fraction(1, 2)) for one, two in ("ab", "bc", "ca", "ab")])

    assert not isinstance(found, Undefined)
    assert [one.strength for one in found] == [0, 0, 0]
    assert {one.interval.degenerate for one in found} == {"all comparisons are ties"}
