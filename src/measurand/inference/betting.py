"""Intervals of the mean of values from 0 to 1 that are all there, exact for any number of them.

Somebody who bets on each value that it is above some mean gets richer than chance allows only where
the mean is higher than that. The means that would have made a bettor so rich are refuted; what
remains is the interval. It is that of the hedged capital of I. Waudby-Smith and A. Ramdas (2024),
Estimating means of bounded random variables by betting, Journal of the Royal Statistical Society B
86, theorem 3, with stakes for a number of values that is known before, and one half of the capital
on either side. `sequences` has theorem 2 of the same paper, a bound of this capital in closed form
that is asked after each value; of one moment this one is narrower, most of all where values hardly
vary: of 300 that are all the same it is a third as wide.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import log
from typing import TYPE_CHECKING

from measurand.inference.interval import LEVEL, Interval, checked_level

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_BOLD = 0.75
"""The largest share of what can be lost that is staked, c in the paper: any below 1 will do."""
_STEPS = 40


def betting_interval(
    values: Sequence[Fraction | float],
    level: Fraction = LEVEL,
    *,
    weights: Sequence[float] | None = None,
) -> Interval:
    """Give an interval of the mean of what values in [0, 1] were drawn from, after all of them.

    The order of the values must not depend on what they are, nor must `weights` in (0, 1]: a value
    is staked on by its weight, such as the mean of a cluster by the size of the cluster. All values
    have the same mean; then the interval holds it with this `level`, for any number of values.

    >>> found = betting_interval([0.5] * 60)
    >>> round(found.low, 3), round(found.high, 3)
    (0.46, 0.54)

    Raises ValueError for no value, for one outside [0, 1], a weight outside (0, 1], and unless
    0 < level < 1.
    """
    if not values:
        message = "at least one value: got none"
        raise ValueError(message)
    import numpy as np

    bound = log(2 / (1 - float(checked_level(level))))
    found = np.array([_share(one) for one in values])
    each = np.ones(len(found)) if weights is None else np.array([_weight(one) for one in weights])
    # The other end is that of what the values lack to 1.
    low, rest = (_least(side, _stakes(side, each, bound), bound) for side in (found, 1 - found))
    return Interval(low, max(low, 1 - rest), level)


def _stakes(values: "Floats", weights: "Floats", bound: float) -> "Floats":
    """Say how much is staked on each value, as those before it tell."""
    import numpy as np

    numbers = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (numbers + 1)
    variances = (0.25 + np.cumsum((values - means) ** 2)) / (numbers + 1)
    before = np.concatenate(([0.25], variances[:-1]))
    return np.asarray(weights * np.sqrt(2 * bound / (before * np.sum(weights**2))))


def _least(values: "Floats", stakes: "Floats", bound: float) -> float:
    """Find the largest mean that the capital refutes; the capital falls with the mean."""
    import numpy as np

    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        mean = (low + high) / 2
        won = np.log1p(np.minimum(stakes, _BOLD / mean) * (values - mean))
        low, high = (mean, high) if float(np.sum(won)) >= bound else (low, mean)
    return low


def _weight(value: float) -> float:
    if not 0 < value <= 1:
        message = f"a weight above 0, up to 1: got {value}"
        raise ValueError(message)
    return value


def _share(value: Fraction | float) -> float:
    if not 0 <= value <= 1:
        message = f"a number from 0 to 1: got {value}"
        raise ValueError(message)
    return float(value)
