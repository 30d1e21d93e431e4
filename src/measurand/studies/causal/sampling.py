"""A random subset of the subjects of a component: who is asked, and what that says of all.

Subjects are drawn without replacement, each by its own key, so that a larger sample holds a smaller
one. The mean of all is then bounded at a level: exactly, by the hypergeometric law of how many
subjects reach each level of marks (an error shared out by the union bound), else by Serfling's
inequality (1974), which holds for any shares in [0, 1].
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, log, sqrt

from attrs import field, frozen, validators

from measurand.algebra.draws import stream_key

HALF = Fraction(1, 2)
EXACT_SIZE = 400
"""Up to so many subjects the interval of known levels is exact; beyond, the inequality is used."""
_SLACK = 1 + 2.0**-40
"""Widens what is computed in floats by more than their rounding."""


@frozen(kw_only=True)
class Sampling:
    """How many subjects of a component are asked (None: all of them), drawn under which seed.

    `level` is the confidence of the interval that a sample gives for the score of all subjects.

    >>> Sampling().size is None, Sampling().level
    (True, Fraction(19, 20))

    Raises ValueError for a size below 1, a negative seed, or a level outside (0, 1).
    """

    size: int | None = field(default=None, validator=validators.optional(validators.ge(1)))
    seed: int = field(default=0, validator=validators.ge(0))
    level: Fraction = field(default=Fraction(95, 100))

    @level.validator
    def _share(self, _attribute: object, value: Fraction) -> None:
        if not 0 < value < 1:
            message = f"a level lies between 0 and 1: got {value}"
            raise ValueError(message)


@frozen(kw_only=True)
class SampledBounds:
    """Where the mean over all subjects lies, with a confidence of at least `level`.

    `how` names what it rests on: all subjects, exact counts, or the inequality.
    """

    low: Fraction
    high: Fraction
    level: Fraction
    how: str


def draw_subjects(
    subjects: Sequence[str], sampling: Sampling, *, sample: str, kind: str
) -> tuple[str, ...]:
    """Draw the subjects that are asked, without replacement; they keep their order.

    Every subject has its own place in a random order, by a keyed digest of seed, sample, kind and
    its name: neither the order of the subjects nor other samples move the draw, and a larger size
    asks the same subjects and more.

    >>> draw_subjects(("F", "m", "t"), Sampling(size=2), sample="1", kind="intervention")
    ('F', 't')
    >>> draw_subjects(("F", "m"), Sampling(), sample="1", kind="intervention")
    ('F', 'm')
    """
    if sampling.size is None or sampling.size >= len(subjects):
        return tuple(subjects)
    keys = {one: (stream_key((sampling.seed, sample, kind, one)), one) for one in subjects}
    chosen = set(sorted(subjects, key=keys.__getitem__)[: sampling.size])
    return tuple(one for one in subjects if one in chosen)


def sampled_bounds(
    low: Sequence[Fraction],
    high: Sequence[Fraction],
    size: int,
    level: Fraction,
    *,
    levels: Sequence[Fraction] | None = None,
) -> SampledBounds:
    """Bound the mean of all `size` subjects from a sample of them, drawn without replacement.

    `low` and `high` are the least and the most that each sampled subject may be: they differ where
    a subject is open. Shares of known `levels` (sorted, from 0 to 1) are counted: the subjects at
    or above each level are hypergeometric, and the ends are those of the exact test of each count,
    at an equal part of the error. Other shares are bounded by R. J. Serfling (1974), Probability
    inequalities for the sum in sampling without replacement, The Annals of Statistics 2(1), 39-48,
    applied to the sample and to the subjects that are left, whichever says more.
    Both are cut to what is certain: subjects that were not asked lie in [0, 1].

    >>> binary = [Fraction(1)] * 5
    >>> ends = Fraction(0), Fraction(1)
    >>> bounds = sampled_bounds(binary, binary, 10, Fraction(95, 100), levels=ends)
    >>> bounds.low, bounds.high, bounds.how
    (Fraction(7, 10), Fraction(1, 1), 'exact counts')

    Raises ValueError unless 1 <= len(low) == len(high) <= size.
    """
    if not 1 <= len(low) == len(high) <= size:
        message = f"a sample of 1 to {size} subjects: got {len(low)} and {len(high)}"
        raise ValueError(message)
    if len(low) == size:
        return SampledBounds(
            low=sum(low, Fraction(0)) / size,
            high=sum(high, Fraction(0)) / size,
            level=level,
            how="all subjects",
        )
    known = levels is not None and size <= EXACT_SIZE and {*low, *high} <= {*levels}
    if levels is not None and known:
        ends = _counted(low, high, size, (1 - level) / 2, levels)
        return SampledBounds(low=ends[0], high=ends[1], level=level, how="exact counts")
    half = _serfling(len(low), size, (1 - level) / 2)
    return SampledBounds(
        low=max(_certain(low, size, Fraction(0)), _mean(low) - half),
        high=min(_certain(high, size, Fraction(1)), _mean(high) + half),
        level=level,
        how="inequality",
    )


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _certain(values: Sequence[Fraction], size: int, rest: Fraction) -> Fraction:
    """Give the mean of all subjects if those that were not asked had this share each."""
    return (sum(values, Fraction(0)) + (size - len(values)) * rest) / size


def _serfling(sample: int, size: int, error: Fraction) -> Fraction:
    """Bound how far the mean of a sample lies above that of all, but for an error.

    P(mean - all >= t) <= exp(-2 n t^2 / rho), rho = 1 - (n - 1)/N. As the sample lies above by t
    where the N - n others lie below by t n/(N - n), rho = (1 - n/N)(1 + 1/n) holds as well.
    """
    rest = 1 - Fraction(sample, size)
    rho = min(1 - Fraction(sample - 1, size), rest * (1 + Fraction(1, sample)))
    return Fraction(sqrt(float(rho) * log(1 / float(error)) / (2 * sample)) * _SLACK)


def _counted(
    low: Sequence[Fraction],
    high: Sequence[Fraction],
    size: int,
    error: Fraction,
    levels: Sequence[Fraction],
) -> tuple[Fraction, Fraction]:
    """Add up the bounds of how many subjects reach each level, weighed by its step."""
    steps = [(top - before, top) for before, top in pairwise(levels)]
    each = error / len(steps)
    least = sum(
        (step * _fewest(_reaching(low, top), len(low), size, each) for step, top in steps),
        Fraction(0),
    )
    most = sum(
        (
            step * (size - _fewest(len(high) - _reaching(high, top), len(high), size, each))
            for step, top in steps
        ),
        Fraction(0),
    )
    return least / size, most / size


def _reaching(values: Sequence[Fraction], level: Fraction) -> int:
    return sum(value >= level for value in values)


def _fewest(hits: int, sample: int, size: int, error: Fraction) -> int:
    """Find the fewest of all that so many hits in the sample, or more, are still likely for.

    The chance of so many or more grows with their number, so that halving finds it.
    """

    def likely_at(number: int) -> bool:
        ways = sum(
            comb(number, at) * comb(size - number, sample - at)
            for at in range(hits, min(sample, number) + 1)
        )
        return ways > error * comb(size, sample)

    return _first(likely_at, hits, size - sample + hits)


def _first(holds: Callable[[int], bool], start: int, end: int) -> int:
    """Find the first number from which on something holds; it does at the end."""
    while start < end:
        middle = (start + end) // 2
        if holds(middle):
            end = middle
        else:
            start = middle + 1
    return start
