"""Intervals of a mean that hold at every moment at once, however often somebody looks.

An interval of 95 % is of a number of samples that was fixed before. Who looks after each sample,
and stops when the interval says what is hoped for, has looked often enough to be wrong. A
confidence sequence has one interval for each number of samples, and with probability 95 % all of
them hold the mean: so one may look at any time, and stop for any reason.

This one is the predictable plug-in empirical-Bernstein sequence of I. Waudby-Smith and A. Ramdas
(2024), Estimating means of bounded random variables by betting, Journal of the Royal Statistical
Society B 86, theorem 2, of numbers from 0 to 1 with one mean, given all before. Each sample is bet
on with a stake that only those before it decide; the product of what bets win is a supermartingale
where the mean is the true one, which by Ville's inequality is seldom ever large. The intervals here
are those of all earlier ones together, as the theorem allows.

Of N samples that a judge has seen, labels may be drawn one after the other, each at random from
those that have none (`corrected_sequence`). What is bet on is then h - lambda * f, a human's
verdict less a share of the judge's, moved into [0, 1]; lambda is the slope of the labels so far, so
nobody bets with what is not known yet. Its mean given all before follows from the mean of what
humans would say of all N, as the judge's verdicts on the rest are known, and so are the labels so
far: the supermartingale is that of theorem 2, whose numbers may have any means given what was
before.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import fsum, log, log1p, sqrt

from attrs import frozen

from measurand.inference.interval import LEVEL, Interval, checked_level, point

_MOST = 0.5
"""The largest stake, c in the paper: any number below 1 will do."""


@frozen
class CorrectedMean:
    """A corrected mean after so many labels, and the interval of the sequence there."""

    mean: float
    interval: Interval


def confidence_sequence(
    values: Iterable[Fraction | float], level: Fraction = LEVEL
) -> Sequence[Interval]:
    """Give an interval of the mean after each value, in their order; each lies in that before.

    Values are in [0, 1]; all of the intervals hold the mean at once with this `level`.

    >>> found = confidence_sequence([1, 1, 0, 1] * 250)
    >>> round(found[-1].low, 2), round(found[-1].high, 2)
    (0.7, 0.8)
    >>> found[0].low, found[0].high
    (0.0, 1.0)

    Raises ValueError for a value outside [0, 1], and unless 0 < level < 1.
    """
    return _intervals(_on_mean(values), checked_level(level))


def corrected_sequence(
    labels: Iterable[tuple[Fraction | float, Fraction | float]],
    rest: Iterable[Fraction | float],
    level: Fraction = LEVEL,
) -> Sequence[CorrectedMean]:
    """Give an interval after each label of what humans would say of all that a judge has seen.

    `labels` are verdicts of the judge and of a human, in the order in which they were drawn at
    random; `rest` are the judge's verdicts on samples without a label. All are in [0, 1], and all
    of the intervals hold the mean of human verdicts on all of these samples at once. The last is a
    point where every sample has a label.

    >>> labels = [(1, 1), (1, 0), (0, 0), (1, 1)] * 100
    >>> found = corrected_sequence(labels, [1, 1, 1, 0] * 900)
    >>> round(found[-1].interval.low, 2), round(found[-1].interval.high, 2), found[-1].mean
    (0.43, 0.57, 0.5)

    Raises ValueError for a verdict outside [0, 1], and unless 0 < level < 1.
    """
    drawn = [(_share(judge), _share(human)) for judge, human in labels]
    judged = [*(judge for judge, _ in drawn), *map(_share, rest)]
    bets = list(_on_labels(drawn, judged))
    intervals = _intervals((bet for bet, _ in bets), checked_level(level))
    return [
        CorrectedMean(min(one.high, max(one.low, mean)), one)
        for (_, mean), one in zip(bets, intervals, strict=True)
    ]


@frozen
class _Bet:
    """A number from 0 to 1, what was forecast, and its mean given all before.

    That mean is `times` the mean that is sought, plus `moved`; and what is sought is sure to be
    `within` two ends.
    """

    x: float
    forecast: float
    times: float = 1.0
    moved: float = 0.0
    within: tuple[float, float] = (0.0, 1.0)


def _intervals(bets: Iterable[_Bet], level: Fraction) -> Sequence[Interval]:
    """Give the interval that all bets so far leave, after each."""
    bound = log(2 / (1 - float(level)))
    stakes = weighed = spent = total = squares = 0.0
    variance, low, high = 0.25, 0.0, 1.0
    found = []
    for number, bet in enumerate(bets, 1):
        stake = min(_MOST, sqrt(2 * bound / (variance * number * log1p(number))))
        # The price of a bet: (-log(1 - stake) - stake) of the square that nobody could foresee.
        spent += (bet.x - bet.forecast) ** 2 * (-log1p(-stake) - stake)
        stakes, weighed = stakes + stake * bet.times, weighed + stake * (bet.x - bet.moved)
        total += bet.x
        squares += (bet.x - (0.5 + total) / (number + 1)) ** 2
        variance = (0.25 + squares) / (number + 1)
        centre, half = weighed / stakes, (bound + spent) / stakes
        low, high = max(low, centre - half), min(high, centre + half)
        if low > high:
            # One of them did not hold the mean, which is as rare as was said: it is told.
            low = high = min(1.0, max(0.0, centre))
            found.append(point(centre, level, "the intervals so far have nothing in common"))
            continue
        # What is sure is no bet: it is kept to, and not carried on, as rounding could cross it.
        least, most = bet.within
        ends = min(max(low, least), most), max(min(high, most), least)
        found.append(Interval(*ends, level))
    return found


def _on_mean(values: Iterable[Fraction | float]) -> Iterator[_Bet]:
    total = 0.0
    for number, value in enumerate(values, 1):
        x = _share(value)
        yield _Bet(x, (0.5 + total) / number)
        total += x


def _on_labels(
    drawn: Sequence[tuple[float, float]], judged: Sequence[float]
) -> Iterator[tuple[_Bet, float]]:
    """Bet on labels less a share of the judge's verdicts; with the corrected mean after each."""
    every, mean_judged = len(judged), fsum(judged) / max(1, len(judged))
    rest, known, trust = fsum(judged), 0.0, 0.0
    sums = 0.0, 0.0, 0.0
    for seen, (judge, human) in enumerate(drawn):
        left, scale = every - seen, 1 / (1 + trust)
        # Of what is left the judge's mean is rest / left, and that of humans is what all of them
        # say (`every` times the mean that is sought) less what is known, over what is left.
        of_judge, so_far = rest / left, (0.5 + known) / (seen + 1)
        guess = scale * (so_far - trust * of_judge + trust)
        after = known + human
        bet = _Bet(
            x=scale * (human - trust * judge + trust),
            forecast=min(1.0, max(0.0, guess)),
            times=scale * every / left,
            moved=scale * (trust - trust * of_judge - known / left),
            within=(after / every, (after + left - 1) / every),
        )
        rest, known = rest - judge, after
        sums = sums[0] + judge, sums[1] + judge * human, sums[2] + judge * judge
        trust = _slope(seen + 1, known, sums)
        yield bet, known / (seen + 1) + trust * (mean_judged - sums[0] / (seen + 1))


def _slope(number: int, human: float, sums: tuple[float, float, float]) -> float:
    """Give the slope of labels on verdicts, from 0 to 1; it is drawn to 0 where they are few."""
    judge, both, square = sums
    return min(1.0, max(0.0, (both - judge * human / number) / (square - judge**2 / number + 1)))


def _share(value: Fraction | float) -> float:
    if not 0 <= value <= 1:
        message = f"a number from 0 to 1: got {value}"
        raise ValueError(message)
    return float(value)
