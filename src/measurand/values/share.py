"""What one sample gives to a rate: the top and the bottom, so that rates can be pooled too."""

from fractions import Fraction

from attrs import field, frozen

from measurand.values.score import Undefined


@frozen
class Share:
    """A number as top over bottom: voxels shared of voxels covered, issues of frames.

    A number that is no rate stands over 1.

    >>> Share(Fraction(49), Fraction(290)).value
    Fraction(49, 290)

    Raises ValueError unless the bottom is positive.
    """

    top: Fraction
    bottom: Fraction = field(default=Fraction(1))

    @bottom.validator
    def _positive(self, _attribute: object, value: Fraction) -> None:
        if value <= 0:
            message = f"a share has a positive bottom: got {value}"
            raise ValueError(message)

    @property
    def value(self) -> Fraction:
        """Divide."""
        return self.top / self.bottom


def share(top: float | Fraction, bottom: float | Fraction = 1) -> Share:
    """Make a share of integers, fractions or floats, exactly.

    >>> share(1, 3).value
    Fraction(1, 3)
    """
    return Share(Fraction(top), Fraction(bottom))


Measured = Share | Undefined
"""What a sample measures, or why it does not."""
