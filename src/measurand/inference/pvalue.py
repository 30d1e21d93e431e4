"""A p-value, and how it was found."""

from fractions import Fraction

from attrs import field, frozen


@frozen
class PValue:
    """A two-sided p-value, how it was found, and a number that it could not have been below.

    `least` is that of as many units as differ, had they all gone one way; 0 where nothing is known.

    >>> PValue(Fraction(1, 16), "sign-flip, exact", Fraction(1, 16)).value
    Fraction(1, 16)

    Raises ValueError outside [0, 1].
    """

    value: Fraction = field()
    how: str
    least: Fraction

    @value.validator
    def _probability(self, _attribute: object, value: Fraction) -> None:
        if not 0 <= value <= 1:
            message = f"a p-value lies in [0, 1]: got {value}"
            raise ValueError(message)
