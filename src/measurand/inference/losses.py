"""How many units lose where a run is worse, and how probable it is that enough do.

An exchange of units can only call a run worse if so many of them differ one way; where hardly one
differs by chance, the error of the mean is tiny and says nothing of that.
"""

from fractions import Fraction
from functools import lru_cache
from math import exp, lgamma, log

from attrs import frozen

_CLOSE = 1e-6


@frozen
class Apart:
    """The units that differ: how many, and by how much, on average, in items.

    >>> Apart(4, 1.0).losing(0.06, 100), Apart(40, 1.0).losing(0.06, 100)
    (6.0, 23.0)
    """

    number: int
    size: float

    def losing(self, drop: float, items: int) -> float:
        """Say how many units lose where the true drop is so large: half of them, or all it takes.

        Of units that differ by chance as many win as lose; a drop is what more lose than win.
        """
        net = drop * items / self.size
        return max(net, (self.number + net) / 2)

    def showing(self, losses: float, items: int) -> float:
        """Find the least drop with so many that lose."""
        return max(0.0, min(losses, 2 * losses - self.number)) * self.size / items


def enough(losses: float, fewest: int) -> float:
    """Say how probable it is that so few lose, or more, where so many are expected to (Poisson).

    >>> round(enough(3.0, 2), 4)
    0.8009
    """
    few = sum(exp(at * log(losses) - losses - lgamma(at + 1)) for at in range(fewest))
    return max(0.0, 1 - few)


@lru_cache(maxsize=256)
def expected_losses(fewest: int, power: Fraction) -> float:
    """Find how many must be expected to lose, that enough do so with this power.

    >>> round(expected_losses(8, Fraction(4, 5)), 2)
    10.23
    """
    low, high = 0.0, 4.0 * fewest
    while high - low > _CLOSE:
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle, fewest) >= power else (middle, high)
    return high
