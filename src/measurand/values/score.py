"""A score is a number or the reason why there is none; never NaN, never a silent zero."""

from fractions import Fraction
from math import isqrt

from attrs import field, frozen, validators


@frozen(order=False)
class Root:
    """The positive, irrational square root of a rational number (a standard deviation).

    >>> Root(Fraction(2))
    Root(square=Fraction(2, 1))

    Raises ValueError where the root is rational: that is a `Fraction`, see `square_root`.
    """

    square: Fraction = field(validator=validators.instance_of(Fraction))

    @square.validator
    def _irrational(self, _attribute: object, value: Fraction) -> None:
        if value <= 0 or exact_root(value) is not None:
            message = f"a Root is positive and irrational: got the root of {value}"
            raise ValueError(message)

    def __float__(self) -> float:
        """Give the nearest float of a rational approximation with 30 significant digits."""
        # A tiny root has one zero after the point for every 6 bits that its square is below 1.
        zeros = self.square.denominator.bit_length() - self.square.numerator.bit_length()
        return float(self.near(30 + max(0, zeros // 6 + 1)))

    def near(self, digits: int) -> Fraction:
        """Round the root down to so many decimal digits.

        >>> Root(Fraction(2)).near(3)
        Fraction(707, 500)
        """
        scale = 10**digits
        return Fraction(isqrt(self.square.numerator * scale**2 // self.square.denominator), scale)


Quantity = Fraction | Root


@frozen
class Defined:
    """A score that exists, exactly.

    >>> Defined(Fraction(1, 2))
    Defined(value=Fraction(1, 2))
    """

    value: Quantity


@frozen
class Undefined:
    """A score that does not exist, and why.

    >>> Undefined("no sample")
    Undefined(reason='no sample')
    """

    reason: str


Score = Defined | Undefined


def exact_root(value: Fraction) -> Fraction | None:
    """Return the square root when it is rational.

    >>> exact_root(Fraction(4, 9)), exact_root(Fraction(2))
    (Fraction(2, 3), None)
    """
    if value < 0:
        return None
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    exact = above**2 == value.numerator and below**2 == value.denominator
    return Fraction(above, below) if exact else None


def square_root(value: Fraction) -> Quantity:
    """Take an exact square root; irrational ones stay symbolic.

    >>> square_root(Fraction(1, 4)), square_root(Fraction(2))
    (Fraction(1, 2), Root(square=Fraction(2, 1)))

    Raises ValueError for a negative number.
    """
    if value < 0:
        message = f"a real square root needs a number that is not negative: got {value}"
        raise ValueError(message)
    exact = exact_root(value)
    return Root(value) if exact is None else exact
