"""Pairs of numbers, beyond what is a formula of sums: relative errors, ranks, limits.

`gold` is what is so, `predicted` what was said of it. Ranks are those of the weighted samples: a
number ranks after all weight below it, and equal ones share the mean of their ranks.
"""

from fractions import Fraction

from attrs import field, frozen

from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import ColumnOf, Together
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, MeanOf, numbers


@frozen(kw_only=True, cache_hash=True)
class Mape(MeanOf):
    """The mean absolute percentage error: how far off predictions are, as a share of what is so.

    A share, not a percentage: 0.2 where predictions are a fifth off. A sample where 0 is so has
    none, and is left out of the mean.

    >>> Mape(gold="price", predicted="guess").gold
    'price'

    Raises ValueError without names.
    """

    about = About(
        name="mape",
        says="how far predictions are off, as a share of what is so, on average",
        formula="sum(abs(y - x) / abs(x)) / n",
        source="de Myttenaere, Golden, Le Grand and Rossi 2016",
        low=0,
        better=-1,
        words=("mean_absolute_percentage_error",),
        example="gold=price,predicted=guess",
        undefined="no sample has a number other than 0 that is so",
    )
    gold: str = field(validator=named)
    predicted: str = field(validator=named)

    @property
    def reading(self) -> Together:
        """Say what is observed of a sample: both numbers."""
        return Together((ColumnOf(self.gold), ColumnOf(self.predicted)))

    def score(self, row: Evidence) -> Fraction | None:
        """Say how far off one prediction is."""
        so, said = numbers(row)
        return abs(said - so) / abs(so) if so else None
