"""Win rates at equal length: by hand, where there are none, and beside logistic regression."""

from fractions import Fraction
from itertools import product
from math import log, tanh

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from measurand.inference.interval import Interval
from measurand.inference.length_control import (
    ALONE,
    PARTED,
    Duel,
    LengthControlled,
    length_controlled,
)
from measurand.values.score import Undefined

Played = list[tuple[float, int, int]]
"""How much longer the first answer is, how often it won, and how often it lost."""


def duels(played: Played) -> list[Duel]:
    return [
        Duel(won=Fraction(won), longer=longer)
        for longer, wins, losses in played
        for won in [1] * wins + [0] * losses
    ]


def controlled(some: list[Duel]) -> LengthControlled:
    found = length_controlled(some)
    assert isinstance(found, LengthControlled)
    return found


# Of two lengths with as many comparisons, tanh is t and -t: the odds at equal length are the root
# of the product of both odds. 9 * 1, 3 * 1/3, 4 * 1/9.
@pytest.mark.parametrize(
    ("played", "rate"),
    [
        ([(50, 9, 1), (-50, 5, 5)], 3 / 4),
        ([(1, 6, 2), (-1, 2, 6)], 1 / 2),
        ([(300, 8, 2), (-300, 1, 9)], (2 / 3) / (1 + 2 / 3)),
    ],
)
def test_rates_of_two_lengths_by_hand(played: Played, rate: float) -> None:
    assert controlled(duels(played)).rate == pytest.approx(rate, abs=1e-9)


def test_the_effect_is_half_of_what_odds_grow_over_the_tanh() -> None:
    found = controlled(duels([(50, 9, 1), (-50, 5, 5)]))

    # 20 lengths of 50 and -50 have a deviation of 50 * sqrt(20 / 19).
    assert found.effect == pytest.approx(log(9) / 2 / tanh((19 / 20) ** 0.5))
    assert found.plain == Fraction(14, 20)
    assert isinstance(found.effect_interval, Interval)
    assert found.effect_interval.low < found.effect < found.effect_interval.high


def test_a_tie_is_half_a_win_and_half_a_loss() -> None:
    ties = [Duel(won=Fraction(1, 2), longer=one) for one in (5, 5, -5, -5)]
    both = duels([(5, 1, 1), (-5, 1, 1)])

    assert controlled(ties).rate == controlled(both).rate == pytest.approx(1 / 2)


@pytest.mark.parametrize(
    ("played", "why"),
    [
        ([], Undefined("fewer than two comparisons or clusters")),
        ([(1, 1, 0)], Undefined("fewer than two comparisons or clusters")),
        ([(7, 3, 2)], Undefined("all answers are longer by the same")),
        ([(5, 3, 0), (-5, 0, 4)], PARTED),
        ([(5, 3, 0), (-5, 2, 0)], PARTED),
        # Only at one length has either won: the curve may be as steep as it likes there.
        ([(5, 3, 0), (0, 2, 2), (-5, 0, 4)], PARTED),
    ],
)
def test_where_there_is_no_rate(played: Played, why: Undefined) -> None:
    assert length_controlled(duels(played)) == why


def test_difficulties_are_of_all_or_of_none() -> None:
    one = Duel(won=Fraction(1), longer=1.0, difficulty=2.0)

    with pytest.raises(ValueError, match="every comparison, or of none"):
        length_controlled([one, Duel(won=Fraction(0), longer=2.0)])
    with pytest.raises(ValueError, match="finite"):
        Duel(won=Fraction(1), longer=float("nan"))


def test_clusters_widen_what_is_the_same_within_them() -> None:
    some = duels([(50, 6, 3), (-20, 4, 5), (10, 3, 6)])
    twice = [
        Duel(won=one.won, longer=one.longer, cluster=at)
        for at, one in enumerate(some)
        for _ in "ab"
    ]
    alone = [Duel(won=one.won, longer=one.longer) for one in twice]

    clustered, apart = controlled(twice), controlled(alone)

    assert clustered.rate == apart.rate
    narrow = apart.interval.high - apart.interval.low
    assert clustered.interval.high - clustered.interval.low > 1.3 * narrow


@pytest.mark.parametrize("hard", [False, True])
def test_it_is_that_of_a_logistic_regression_without_a_penalty(hard: bool) -> None:  # noqa: FBT001
    draw = np.random.default_rng(3)
    longer, difficulty = draw.normal(30, 80, 400), draw.normal(0, 1, 400)
    odds = 0.3 + 0.9 * np.tanh(longer / longer.std(ddof=1)) - 0.7 * difficulty * hard
    won = draw.random(400) < 1 / (1 + np.exp(-odds))
    columns = np.stack([np.tanh(longer / longer.std(ddof=1)), difficulty][: 1 + hard], axis=1)

    peer = LogisticRegression(C=np.inf, tol=1e-12, max_iter=10_000).fit(columns, won)
    columns[:, 0] = 0.0
    expected = float(peer.predict_proba(columns)[:, 1].mean())
    found = controlled(
        [
            Duel(won=Fraction(int(w)), longer=d, difficulty=g if hard else None)
            for w, d, g in zip(won.tolist(), longer.tolist(), difficulty.tolist(), strict=True)
        ]
    )

    assert found.rate == pytest.approx(expected, abs=1e-6)
    assert found.effect == pytest.approx(float(peer.coef_[0][0]), abs=1e-5)


def test_intervals_hold_what_is_true() -> None:
    # The truth is 1 / (1 + exp(-0.4)) at equal length; 400 trials of 200 have an error of 1.1 %.
    draw, truth, held = np.random.default_rng(5), 1 / (1 + np.exp(-0.4)), 0
    for _ in range(400):
        longer = draw.normal(20, 60, 200)
        odds = 0.4 + 0.8 * np.tanh(longer / longer.std(ddof=1))
        won = draw.random(200) < 1 / (1 + np.exp(-odds))
        both = zip(won.tolist(), longer.tolist(), strict=True)
        held += controlled([Duel(won=Fraction(int(w)), longer=d) for w, d in both]).interval.holds(
            truth
        )

    assert held / 400 > 0.95 - 3 * 0.011


def test_parted_is_what_no_small_program_can_move() -> None:
    # All outcomes at three lengths: there is a rate where, and only where, the slopes can vanish.
    for wins in product((0, 1, 2), repeat=3):
        played = [(float(d), won, 2 - won) for d, won in zip((-1, 0, 2), wins, strict=True)]
        mixed = sum(0 < won < 2 for won in wins)
        ups = [won for won in wins if won != 1]
        rises = mixed <= 1 and (sorted(wins) == list(wins) or sorted(wins)[::-1] == list(wins))
        parted = rises or (not mixed and len(set(ups)) == 1)

        assert (length_controlled(duels(played)) == PARTED) is parted, wins


def test_one_win_among_the_longest_answers_leaves_everything_open() -> None:
    # Two longer answers lost, so there is a largest likelihood: far out, where odds are no floats.
    longer = [*(at / 10 for at in range(-20, 28)), 4.0, 4.001, 4.002]
    duels = [Duel(won=Fraction(int(far == 4.0)), longer=far) for far in longer]

    found = length_controlled(duels)

    assert not isinstance(found, Undefined)
    assert 0 <= found.interval.low <= found.rate <= found.interval.high <= 1


def test_one_win_says_little_of_rates_and_nothing_of_length() -> None:
    # One of 50 won, of a length in the middle: residuals along lengths are small, and so was the
    # error that was made of them alone. A sample of one win can tell no sign of an effect.
    some = [Duel(won=Fraction(int(at == 25)), longer=float(at)) for at in range(50)]

    found = controlled(some)

    assert isinstance(found.effect_interval, Interval)
    assert found.effect_interval.low < -2
    assert found.effect_interval.high > 2
    assert found.interval.low < 0.005
    assert found.interval.high > 0.1


def test_what_hangs_on_one_cluster_has_no_bounds() -> None:
    # All others have one length, so nothing tells an effect without it.
    some = [Duel(won=Fraction(at % 2), longer=5.0, cluster=at) for at in range(8)]
    apart = [Duel(won=Fraction(at % 2), longer=-5.0, cluster="alone") for at in range(8)]

    found = controlled([*some, *apart])

    assert (found.interval.low, found.interval.high) == (0, 1)
    assert found.effect_interval == ALONE


def test_only_ties_are_a_point_that_says_so() -> None:
    found = controlled([Duel(won=Fraction(1, 2), longer=one) for one in (5, 5, -5, -5)])

    assert found.interval.degenerate is not None
