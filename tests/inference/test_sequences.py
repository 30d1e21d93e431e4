"""Confidence sequences: by the formulas of the paper, and over whole streams."""

import random
from itertools import pairwise

import numpy as np
import pytest

from measurand.inference.sequences import confidence_sequence, corrected_sequence


def test_the_first_interval_is_all_that_can_be() -> None:
    [found] = confidence_sequence([1])

    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize("rate", [0.05, 0.5, 0.9])
def test_they_are_those_of_the_paper(rate: float) -> None:
    draws = random.Random(22)  # noqa: S311  # inputs of a test
    x = np.array([float(draws.random() < rate) for _ in range(400)])
    t = np.arange(1, len(x) + 1)
    mean = (0.5 + np.cumsum(x)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    before = np.concatenate([[0.25], variance[:-1]])
    stakes = np.minimum(np.sqrt(2 * np.log(2 / 0.05) / (before * t * np.log(1 + t))), 0.5)
    v = 4 * (x - np.concatenate([[0.5], mean[:-1]])) ** 2
    psi = (-np.log(1 - stakes) - stakes) / 4
    centre = np.cumsum(stakes * x) / np.cumsum(stakes)
    half = (np.log(2 / 0.05) + np.cumsum(v * psi)) / np.cumsum(stakes)
    low = np.maximum.accumulate(np.maximum(centre - half, 0))
    high = np.minimum.accumulate(np.minimum(centre + half, 1))

    found = confidence_sequence(x.tolist())

    assert [one.low for one in found] == pytest.approx(low.tolist())
    assert [one.high for one in found] == pytest.approx(high.tolist())


def test_each_interval_lies_in_the_one_before() -> None:
    found = confidence_sequence([0, 1, 1] * 60)

    assert all(a.low <= b.low and b.high <= a.high for a, b in pairwise(found))


def test_whole_streams_hold_the_mean() -> None:
    draws = random.Random(22)  # noqa: S311  # inputs of a test
    streams = [[float(draws.random() < 0.3) for _ in range(200)] for _ in range(60)]

    lost = sum(not all(i.holds(0.3) for i in confidence_sequence(one)) for one in streams)

    assert lost <= 5


def test_zeros_and_ones_mirror() -> None:
    values = [1.0, 0.0, 0.0, 1.0, 0.0] * 40

    found = confidence_sequence(values)[-1]
    other = confidence_sequence([1 - one for one in values])[-1]

    assert (other.low, other.high) == pytest.approx((1 - found.high, 1 - found.low))


def test_numbers_that_are_no_shares_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        confidence_sequence([2])


def drawn(number: int, seed: int) -> list[tuple[float, float]]:
    """Draw verdicts of a judge who is often right, and of humans."""
    chance = random.Random(seed)  # noqa: S311  # inputs of a test
    humans = [float(chance.random() < 0.3) for _ in range(number)]
    return [(float(chance.random() < (0.9 if one else 0.2)), one) for one in humans]


def test_a_judge_that_says_one_thing_corrects_nothing() -> None:
    # Then nothing is bet on but labels, drawn without putting them back.
    labels = [one for _, one in drawn(300, 1)]

    found = corrected_sequence([(1, one) for one in labels], [1] * 10**6)
    plain = confidence_sequence(labels)

    assert [one.interval.low for one in found] == pytest.approx(
        [one.low for one in plain], abs=2e-3
    )
    assert [one.mean for one in found] == pytest.approx(
        [sum(labels[:at]) / at for at in range(1, 301)]
    )


def test_the_intervals_are_those_of_the_bets_that_are_left() -> None:
    # Every mean of all that a bet's price allows, found by trying: an interval holds it, and no
    # other. The stake, and the slope, are those of what came before.
    both, rest = drawn(60, 2), [1.0, 0.0, 0.0] * 40
    judged = [one for one, _ in both] + rest
    every, bound = len(judged), np.log(2 / 0.05)

    found = corrected_sequence(both, rest)

    grid = np.linspace(0, 1, 4001)
    inside = np.ones_like(grid, dtype=bool)
    past: list[float] = []
    wealth, spent = np.zeros_like(grid), 0.0
    for at, (judge, human) in enumerate(both):
        f, h = (np.array([pair[side] for pair in both[:at]]) for side in (0, 1))
        slope = (
            ((f * h).sum() - f.sum() * h.sum() / at) / ((f**2).sum() - f.sum() ** 2 / at + 1)
            if at
            else 0
        )
        trust = min(1.0, max(0.0, slope))
        number = at + 1
        ends = [(0.5 + sum(past[:one])) / (one + 1) for one in range(1, number)]
        variance = (0.25 + sum((x - m) ** 2 for x, m in zip(past, ends, strict=True))) / number
        stake = min(0.5, np.sqrt(2 * bound / (variance * number * np.log(1 + number))))
        left = every - at
        of_judge, of_human = sum(judged[at:]) / left, (grid * every - h.sum()) / left
        x = (human - trust * judge + trust) / (1 + trust)
        guess = ((0.5 + h.sum()) / (at + 1) - trust * of_judge + trust) / (1 + trust)
        spent += (x - min(1.0, max(0.0, guess))) ** 2 * (-np.log(1 - stake) - stake)
        wealth += stake * (x - (of_human - trust * of_judge + trust) / (1 + trust))
        past.append(x)
        known = h.sum() + human
        inside &= np.abs(wealth) <= bound + spent
        held = grid[inside & (grid >= known / every) & (grid <= (known + left - 1) / every)]
        assert found[at].interval.low == pytest.approx(held.min(), abs=1e-3)
        assert found[at].interval.high == pytest.approx(held.max(), abs=1e-3)


def test_where_all_are_labelled_the_mean_is_known() -> None:
    both = drawn(50, 3)

    last = corrected_sequence(both, [])[-1]

    mean = sum(human for _, human in both) / 50
    assert (last.mean, last.interval.low, last.interval.high) == pytest.approx((mean,) * 3)


def test_corrected_streams_hold_what_humans_say_of_all() -> None:
    lost = 0
    for seed in range(60):
        both = drawn(300, seed)
        found = corrected_sequence(both[:150], [judge for judge, _ in both[150:]])
        mean = sum(human for _, human in both) / 300
        lost += not all(one.interval.low <= mean <= one.interval.high for one in found)

    assert lost <= 5


def test_a_good_judge_makes_it_narrower() -> None:
    both = drawn(1000, 4)
    found = corrected_sequence(both[:200], [judge for judge, _ in both[200:]])[-1].interval
    plain = confidence_sequence([human for _, human in both[:200]])[-1]

    assert found.high - found.low < 0.8 * (plain.high - plain.low)


def test_no_label_is_no_interval() -> None:
    assert corrected_sequence([], [1, 0]) == []
