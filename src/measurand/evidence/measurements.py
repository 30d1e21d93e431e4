"""From what was measured of a sample to a sample: every metric is an amount, or why it is none."""

from collections.abc import Iterable
from fractions import Fraction

from measurand.values.sample import Sample
from measurand.values.share import Measured, Share

ENDS = ("", ".top", ".bottom")
"""The amounts of one metric: its value, and what ratios of sums are made of."""


def measured_sample(
    sample: str, metrics: Iterable[tuple[str, Measured]], *, groups: Iterable[tuple[str, str]] = ()
) -> Sample:
    """Make a sample of metrics: their values are amounts, with their tops and bottoms.

    What is undefined is no amount, and says why.

    >>> from measurand.values.share import share
    >>> from measurand.values.score import Undefined
    >>> found = measured_sample("1", [("hit", share(1, 2)), ("cost", Undefined("not known"))])
    >>> found.amounts
    (('hit', Fraction(1, 2)), ('hit.bottom', Fraction(2, 1)), ('hit.top', Fraction(1, 1)))
    >>> found.reason("cost.top")
    'not known'

    Raises ValueError where a metric or a group stands twice.
    """
    amounts: list[tuple[str, Fraction]] = []
    reasons: list[tuple[str, str]] = []
    for name, found in metrics:
        if isinstance(found, Share):
            numbers = (found.value, found.top, found.bottom)
            amounts += [(f"{name}{end}", one) for end, one in zip(ENDS, numbers, strict=True)]
        else:
            reasons += [(f"{name}{end}", found.reason) for end in ENDS]
    return Sample(
        id=sample,
        groups=tuple(sorted(groups)),
        amounts=tuple(sorted(amounts)),
        reasons=tuple(sorted(reasons)),
    )
