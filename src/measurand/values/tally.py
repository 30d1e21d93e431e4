"""Hits, predictions and gold items: what precision and recall are made of."""

from fractions import Fraction

from attrs import frozen

Count = int | Fraction


@frozen(cache_hash=True)
class Tally:
    """How many items were hit, predicted and gold; hits may be fractions of an item.

    >>> Tally(1, 2, 2) + Tally(0, 1, 0)
    Tally(hits=1, predicted=3, gold=2)

    Raises ValueError unless 0 <= hits <= min(predicted, gold).
    """

    hits: Count = 0
    predicted: Count = 0
    gold: Count = 0

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.hits <= min(self.predicted, self.gold):
            message = (
                "hits lie between 0 and both counts: "
                f"got {self.hits} of {self.predicted} predicted and {self.gold} gold"
            )
            raise ValueError(message)

    def __add__(self, other: "Tally") -> "Tally":
        """Pool two tallies."""
        return Tally(
            self.hits + other.hits, self.predicted + other.predicted, self.gold + other.gold
        )

    @property
    def right(self) -> bool:
        """Tell whether all that is predicted is gold, and all gold is predicted.

        >>> Tally(1, 1, 1).right, Tally(1, 2, 1).right, Tally().right
        (True, False, True)
        """
        return self.hits == self.predicted == self.gold

    def scaled(self, weight: Count) -> "Tally":
        """Count everything so many times.

        >>> Tally(1, 2, 2).scaled(3)
        Tally(hits=3, predicted=6, gold=6)
        """
        if weight == 1:
            return self
        return Tally(self.hits * weight, self.predicted * weight, self.gold * weight)


EMPTY = Tally()
