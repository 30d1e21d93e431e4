"""Weights of pairs of units in order, for many resamples at once: sorted once, then added up."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.concordance import Masses, concordant, masses
from measurand.inference.scale import whole_scale

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

_CELLS = 2**17
"""Numbers that are held at once for each of some ten steps."""


@frozen(eq=False)
class _Side:
    """The masses of one label, by place: whose they are, how heavy, what lies below.

    Of the other label `low` are below the place, and `high` are not above it.
    """

    owner: "Integers"
    weight: "Floats"
    scale: float
    low: "Integers"
    high: "Integers"


@frozen(eq=False)
class Ranking:
    """What distinct units hold, at places that are whole numbers; `units` are ever added up.

    >>> Ranking((((1, 0, 1),), ((2, 1, 0),)), 5).concordant([2, 3])
    Fraction(6, 1)
    """

    held: tuple[Masses, ...]
    units: int

    def concordant(self, counts: Sequence[int]) -> Fraction:
        """Weigh the pairs in order exactly, each unit counted so often."""
        return concordant(
            masses(
                (place, positive * count, negative * count)
                for unit, count in zip(self.held, counts, strict=True)
                for place, positive, negative in unit
            )
        )

    @cached_property
    def _sides(self) -> tuple[_Side, _Side]:
        import numpy as np

        ranks, owners, weights, scales = [], [], [], []
        for label in (1, 2):
            mine = sorted(
                (mass[0], owner, Fraction(mass[label]))
                for owner, unit in enumerate(self.held)
                for mass in unit
                if mass[label]
            )
            heavy = [weight for _, _, weight in mine] or [Fraction(0)]
            scale = whole_scale(heavy, self.units * self._most)
            ranks.append(np.array([rank for rank, _, _ in mine], dtype=np.int64))
            owners.append(np.array([owner for _, owner, _ in mine], dtype=np.int64))
            whole = [float(round(weight * scale)) for weight in heavy[: len(mine)]]
            weights.append(np.array(whole, dtype=np.float64))
            scales.append(float(scale))
        positive, negative = (
            _Side(
                owners[label],
                weights[label],
                scales[label],
                np.searchsorted(ranks[1 - label], ranks[label], side="left"),
                np.searchsorted(ranks[1 - label], ranks[label], side="right"),
            )
            for label in range(2)
        )
        return positive, negative

    @cached_property
    def _most(self) -> int:
        return max((len(unit) for unit in self.held), default=1) or 1

    def resampled(self, counts: "Integers") -> "Floats":
        """Weigh the pairs in order for many resamples: one row of counts each, one number each.

        >>> import numpy as np
        >>> Ranking((((1, 0, 1),), ((1, 1, 0),)), 5).resampled(np.array([[2, 3], [5, 0]])).tolist()
        [3.0, 0.0]
        """
        import numpy as np

        return np.concatenate([np.zeros(0), *self._blocks(counts)])

    def _blocks(self, counts: "Integers") -> Iterator["Floats"]:
        import numpy as np

        positive, negative = self._sides
        step = max(1, _CELLS // (len(positive.owner) + len(negative.owner) + 1))
        for start in range(0, len(counts), step):
            block = counts[start : start + step]
            below = _running(block[:, negative.owner] * negative.weight)
            twice = below[:, positive.low] + below[:, positive.high]
            mine = block[:, positive.owner] * positive.weight
            found = np.einsum("be,be->b", mine, twice)
            yield found / (2 * positive.scale) / negative.scale

    def left_out(self, counts: Sequence[int]) -> "Floats":
        """Weigh the pairs in order without one of each distinct unit: one number each.

        >>> Ranking((((1, 0, 1),), ((2, 1, 0),)), 5).left_out([2, 3]).tolist()
        [3.0, 4.0]
        """
        import numpy as np

        positive, negative = self._sides
        there = np.array(counts, dtype=np.float64)
        above = (there[positive.owner] * positive.weight)[None, :]
        below = (there[negative.owner] * negative.weight)[None, :]
        heaps, height = _running(below)[0], _running(above)[0]
        under = heaps[positive.low] + heaps[positive.high]
        over = 2 * height[-1] - height[negative.low] - height[negative.high]
        own = np.array([float(concordant(unit)) for unit in self.held])
        gone = np.zeros(len(own))
        gone += np.bincount(positive.owner, positive.weight * under, minlength=len(own))
        gone += np.bincount(negative.owner, negative.weight * over, minlength=len(own))
        halves = (float(above[0] @ under) - gone) / (2 * positive.scale)
        return np.asarray(halves / negative.scale + own, dtype=np.float64)


def _running(weights: "Floats") -> "Floats":
    """Add up from the lowest place on: one number more than there are weights, the first is 0."""
    import numpy as np

    found = np.zeros((len(weights), weights.shape[1] + 1))
    np.cumsum(weights, axis=1, out=found[:, 1:])
    return found
