"""Which of two answers is better, as a judge or a human says: shares of wins.

A comparison of a system with another is a number: 1 where it won, 0 where it lost, 1/2 where both
were called alike. What a tie counts is an option, since programs differ in it and do not say so.
"""

from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import ColumnOf, Values
from measurand.metrics.empty_rules import named
from measurand.metrics.family import About, SampleMean, numbers

_HALF = Fraction(1, 2)


class Tie(Enum):
    """What a tie counts: half a win, nothing (it is no comparison), a win, or a loss."""

    HALF = "half"
    DROP = "drop"
    WIN = "win"
    LOSS = "loss"


@frozen(kw_only=True, cache_hash=True)
class WinRate(SampleMean):
    """How often a system wins against another, of all comparisons.

    From 0 to 1. Numbers between 0 and 1 that are no tie (1/2) count as they are: the share of
    several judges, say. Undefined without a comparison, or with `ties=drop` where all are ties.

    >>> from measurand.metrics.finalise import evaluate
    >>> from measurand.values.sample import Sample
    >>> corpus = [
    ...     Sample(id=str(at), amounts=(("won", Fraction(won)),))
    ...     for at, won in enumerate(("1", "1", "0.5", "0"))
    ... ]
    >>> evaluate(WinRate(won="won"), corpus), evaluate(WinRate(won="won", ties=Tie.DROP), corpus)
    (Defined(value=Fraction(5, 8)), Defined(value=Fraction(2, 3)))

    Raises ValueError without a name.
    """

    about = About(
        name="win_rate",
        says="how often a system wins against another",
        formula="sum(won) / n",
        source="Bradley and Terry 1952, Biometrika 39 (a tie counts half, or is left out)",
        low=0,
        high=1,
        better=1,
        words=("winrate", "wins"),
        example="won=won",
        undefined="no comparison, or ties alone that are left out",
        tried=(("ties", tuple(one.value for one in Tie)),),
    )
    won: str = field(validator=named)
    ties: Tie = Tie.HALF

    @property
    def reading(self) -> ColumnOf:
        """Say what is observed of a comparison: how far it was won."""
        return ColumnOf(self.won, Values.SHARE)

    def of_sample(self, row: Evidence) -> Fraction | None:
        """Count one comparison; None for a tie that is left out."""
        [won] = numbers(row)
        if won != _HALF:
            return won
        counted = {Tie.HALF: _HALF, Tie.DROP: None, Tie.WIN: Fraction(1), Tie.LOSS: Fraction(0)}
        return counted[self.ties]

    @property
    def nobody(self) -> str:
        """Say why there is no rate."""
        return "no comparison that counts"
