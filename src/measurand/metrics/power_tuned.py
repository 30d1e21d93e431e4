"""The mean of what humans give to all samples, from a judge on all and humans on a part (PPI++).

    y + lambda * (f - f_L)

y is the mean of what humans give on the labelled part, f_L that of the judge there, and f that of
the judge on all samples (or on those that are not labelled). A fixed lambda leaves the estimate
unbiased, whatever the judge is like, as f and f_L have one expectation; the error is least where
lambda is the slope of y on f, which is estimated by the covariance on the labelled part and the
spread of the judge's numbers. What a labelled sample stands for may differ from sample to sample.
A. N. Angelopoulos, J. C. Duchi and T. Zrnic (2023), PPI++, arXiv:2311.01453.

Metrics that are means of verdicts (`families.judged`) and formulas of sums (`families.rectified`)
are made of it; it is written in the numbers of both engines.
"""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Protocol

from attrs import frozen

from measurand.algebra.functional import Rows
from measurand.algebra.number import Number
from measurand.evidence.evidence import Evidence
from measurand.metrics.options import Tuning
from measurand.values.quantity import Quantity

NO_LABEL = "no sample has a human verdict"


class Judged(Enum):
    """Over which samples the judge's verdicts are added up: all, or those without a human one."""

    ALL = "all"
    UNLABELLED = "unlabelled"


class Spread(Enum):
    """Of which samples the spread of the judge's verdicts is: what `lambda=tuned` divides by.

    `unbiased` is that of all, divided by one less than their weight, as in the package ppi-python.
    """

    ALL = "all"
    LABELLED = "labelled"
    UNBIASED = "unbiased"


class Sums(Protocol):
    """What sums are taken over: all rows, or some."""

    @property
    def weight(self) -> Number:
        """Weigh all."""
        ...

    def sum(self, what: Callable[[Evidence], Quantity | int], /) -> Number:
        """Add up what each gives, times its weight."""
        ...


@frozen(eq=False)
class Within:
    """Those of some rows for which something holds."""

    rows: Rows[Evidence]
    keeps: Callable[[Evidence], bool]

    @property
    def weight(self) -> Number:
        """Weigh them."""
        return self.sum(lambda _: 1)

    def sum(self, what: Callable[[Evidence], Quantity | int]) -> Number:
        """Add up what each gives, times its weight."""
        return self.rows.sum(lambda row: what(row) if self.keeps(row) else 0)


Powered = tuple[Tuning, Judged, Spread]
"""How far a judge is trusted, over which samples it is added up, and of which its spread is."""


def for_itself(_row: Evidence) -> Fraction:
    """Say that a labelled sample stands for one: all are drawn alike."""
    return Fraction(1)


def powered(
    rows: Sums,
    judge: Callable[[Evidence], Fraction],
    human: Callable[[Evidence], Fraction | None],
    how: Powered,
    stands: Callable[[Evidence], Fraction] = for_itself,
) -> Number:
    """Estimate a mean over all samples of what humans give, where a judge gives it for all (PPI++).

    `stands` says for how many samples a labelled one stands. Undefined without a sample that a
    human gives it for.
    """
    _, judged, _ = how
    n, labelled = _labelled(rows, judge, human, stands)
    y = labelled(lambda _, said: said).over(n, NO_LABEL)
    f = labelled(lambda judged, _: judged).over(n, NO_LABEL)
    every = mean_judged(rows, judge, human, judged)
    return y + (every - f) * trust(rows, judge, human, how, stands)


def trust(
    rows: Sums,
    judge: Callable[[Evidence], Fraction],
    human: Callable[[Evidence], Fraction | None],
    how: Powered,
    stands: Callable[[Evidence], Fraction] = for_itself,
) -> Number:
    """Say how far the judge is trusted: the lambda that is said, or that of the least error."""
    tuning, judged, spread = how
    n, labelled = _labelled(rows, judge, human, stands)
    if tuning.lambda_ is not None:
        return n - n + tuning.lambda_
    y = labelled(lambda _, said: said).over(n, NO_LABEL)
    f = labelled(lambda judged, _: judged).over(n, NO_LABEL)
    both = labelled(lambda judged, said: judged * said).over(n, NO_LABEL) - y * f
    if spread is Spread.LABELLED:
        square = labelled(lambda judged, _: judged * judged).over(n, NO_LABEL) - f * f
    else:
        square = _spread(rows, judge, spread)
    slope = square.if_zero(0, both.over(square, "the judge says one thing"))
    if judged is Judged.UNLABELLED:
        slope = slope * (rows.weight - n).over(rows.weight, NO_LABEL)
    return zero_to_one(slope)


def _labelled(
    rows: Sums,
    judge: Callable[[Evidence], Fraction],
    human: Callable[[Evidence], Fraction | None],
    stands: Callable[[Evidence], Fraction],
) -> tuple[Number, Callable[[Callable[[Fraction, Fraction], Fraction]], Number]]:
    """Count the labelled samples, and give what adds up something of both verdicts on them."""

    def labelled(what: Callable[[Fraction, Fraction], Fraction]) -> Number:
        def given(row: Evidence) -> Fraction:
            verdict = human(row)
            return Fraction(0) if verdict is None else what(judge(row), verdict) * stands(row)

        return rows.sum(given)

    return labelled(lambda _, __: Fraction(1)), labelled


def _spread(rows: Sums, judge: Callable[[Evidence], Fraction], spread: Spread) -> Number:
    every = rows.weight
    mean = rows.sum(judge).over(every, NO_LABEL)
    square = rows.sum(lambda row: judge(row) ** 2).over(every, NO_LABEL) - mean * mean
    if spread is Spread.UNBIASED:
        return (square * every).over(every - 1, "one sample alone")
    return square


def sides_of_rate(
    rows: Sums,
    judge: Callable[[Evidence], Fraction],
    human: Callable[[Evidence], Fraction | None],
    judged: Judged,
) -> tuple[Number, Number]:
    """Give the two sides of a rate whose judge's error rates are undone: q + sp - 1, se + sp - 1.

    Undefined where the labelled part has one human verdict only.
    """

    def rate(verdict: int) -> Number:
        n = rows.sum(lambda row: int(human(row) == verdict))
        said = rows.sum(lambda row: judge(row) if human(row) == verdict else 0)
        return said.over(n, f"no human verdict is {verdict}")

    of_so, of_not = rate(1), rate(0)
    return mean_judged(rows, judge, human, judged) - of_not, of_so - of_not


CHANCE = "the judge is no better than chance: se + sp <= 1"


def mean_judged(
    rows: Sums,
    judge: Callable[[Evidence], Fraction],
    human: Callable[[Evidence], Fraction | None],
    judged: Judged,
) -> Number:
    """Take the mean of what the judge gives: over all samples, or those without a human's.

    Where there is none without a human's, over all.
    """
    n = rows.weight
    every = rows.sum(judge).over(n, "no sample has a verdict of the judge")
    if judged is Judged.ALL:
        return every
    rest = n - rows.sum(lambda row: int(human(row) is not None))
    unlabelled = rows.sum(lambda row: judge(row) if human(row) is None else Fraction(0))
    return rest.if_zero(every, unlabelled.over(rest, "no sample is unlabelled"))


def zero_to_one(number: Number) -> Number:
    """Put a number that is below 0 or above 1 to that end."""
    return 1 - (1 - number.larger(0)).larger(0)
