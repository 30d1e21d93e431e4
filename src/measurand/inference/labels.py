"""How many labels an estimate needs: what a judge leaves to be seen by humans.

Of a mean of human verdicts y over N samples, of which n are labelled and a judge says f of all, the
tuned estimate of `ppi` has the squared error

    v(n) = s2 * (1 - r^2) / n + s2 * r^2 / N

where s2 is the variance of y and r its correlation with f: labels pay for what the judge does not
tell, and what it tells is known of N samples only (Angelopoulos, Duchi and Zrnic 2023, section 6,
with all samples judged). A judge that tells nothing leaves s2 / n. So a width of an interval asks
for a number of labels, or cannot be had with N samples at all. Samples that come in clusters tell
less than their number; `design` says how many times the squared error is larger then (Kish 1965).
"""

from fractions import Fraction
from math import ceil, inf

from attrs import field, frozen, validators

from measurand.inference.rates import normal_quantile


@frozen(kw_only=True)
class LabelPlan:
    """What is known of verdicts: the variance of human ones, and how far a judge tells them.

    `variance` is s2, `share` is r^2, from 0 (a judge that tells nothing) to 1.

    >>> plan_by_rates(Fraction(1, 2), sensitivity=Fraction(1), specificity=Fraction(1)).share
    1.0

    Raises ValueError for a negative variance, a share outside [0, 1] or a design that is not above
    0.
    """

    variance: float = field(validator=validators.ge(0))
    share: float = field(validator=[validators.ge(0), validators.le(1)])
    design: float = field(default=1.0, validator=validators.gt(0))

    def half_width(self, labels: int, samples: int, level: Fraction) -> float:
        """Give the half of the width of an interval of so many labels among so many samples.

        >>> one = LabelPlan(variance=0.25, share=0.0)
        >>> round(one.half_width(100, 1000, Fraction(95, 100)), 3)
        0.098

        Raises ValueError without labels, or with more than samples.
        """
        if not 1 <= labels <= samples:
            message = f"at least one label and at most {samples}: got {labels}"
            raise ValueError(message)
        error = self.variance * self.design
        square = error * (1 - self.share) / labels + error * self.share / samples
        return normal_quantile(level) * float(square**0.5)

    def labels_for(self, half_width: float, samples: float, level: Fraction) -> int | None:
        """Count the labels for a width among so many samples; None where they do not suffice.

        >>> LabelPlan(variance=0.25, share=0.0).labels_for(0.05, 1000, Fraction(95, 100))
        385
        >>> LabelPlan(variance=0.25, share=0.75).labels_for(0.05, 1000, Fraction(95, 100))
        135
        >>> LabelPlan(variance=0.25, share=0.75).labels_for(0.01, 1000, Fraction(95, 100)) is None
        True

        Raises ValueError unless the half width is above 0.
        """
        if half_width <= 0:
            message = f"a half of a width above 0: got {half_width}"
            raise ValueError(message)
        error = self.variance * self.design
        left = (half_width / normal_quantile(level)) ** 2 - error * self.share / samples
        needed = error * (1 - self.share)
        if left <= 0:
            return None if needed or left < 0 else 1
        number = max(1, ceil(needed / left))
        return None if number > samples else number


def alone(variance: float, half_width: float, level: Fraction, design: float = 1.0) -> int:
    """Count the labels for a width without a judge, whatever the number of samples.

    >>> alone(0.25, 0.05, Fraction(95, 100))
    385
    """
    known = LabelPlan(variance=variance, share=0.0, design=design)
    return known.labels_for(half_width, inf, level) or 1


def plan_by_rates(rate: Fraction, *, sensitivity: Fraction, specificity: Fraction) -> LabelPlan:
    """Say what a judge of known error rates tells of verdicts that are 1 so often.

    `rate` is the share of 1 among human verdicts; `sensitivity` (se) that of 1 which the judge
    calls 1, `specificity` (sp) that of 0 which it calls 0; all in [0, 1]. The covariance of both
    verdicts is rate * (1 - rate) * (se + sp - 1).

    >>> round(plan_by_rates(Fraction(1, 2), sensitivity=Fraction(9, 10),
    ...     specificity=Fraction(9, 10)).share, 3)
    0.64

    Raises ValueError unless all three lie in [0, 1].
    """
    if not all(0 <= one <= 1 for one in (rate, sensitivity, specificity)):
        message = f"rates in [0, 1]: got {rate}, {sensitivity}, {specificity}"
        raise ValueError(message)
    said = rate * sensitivity + (1 - rate) * (1 - specificity)
    both = rate * (1 - rate) * (sensitivity + specificity - 1)
    spread = rate * (1 - rate) * said * (1 - said)
    return LabelPlan(
        variance=float(rate * (1 - rate)), share=float(both**2 / spread) if spread else 0.0
    )
