"""A score is a number or the reason why there is none; never NaN, never a silent zero."""

from fractions import Fraction
from math import isqrt

from attrs import field, frozen, validators


@frozen(order=False)
class Root:
    """An irrational square root of a rational number, or its negative.

    A standard deviation is one, and so is many a correlation.

    >>> Root(Fraction(2)), -Root(Fraction(2))
    (Root(square=Fraction(2, 1)), Root(square=Fraction(2, 1), negative=True))

    Raises ValueError where the root is rational: that is a `Fraction`, see `signed_root`.
    """

    square: Fraction = field(validator=validators.instance_of(Fraction))
    negative: bool = field(default=False, kw_only=True, validator=validators.instance_of(bool))

    @square.validator
    def _irrational(self, _attribute: object, value: Fraction) -> None:
        if value <= 0 or exact_root(value) is not None:
            message = f"an irrational root of a positive number: got the root of {value}"
            raise ValueError(message)

    def __repr__(self) -> str:
        """Name the sign only where it is negative."""
        return f"Root(square={self.square!r}{', negative=True' if self.negative else ''})"

    def __str__(self) -> str:
        """Write exactly.

        >>> str(-Root(Fraction(2, 9)))
        '-sqrt(2/9)'
        """
        return f"{'-' * self.negative}sqrt({self.square})"

    def __neg__(self) -> "Root":
        """Change the sign."""
        return Root(self.square, negative=not self.negative)

    def __float__(self) -> float:
        """Give the nearest float of a rational approximation with 30 significant digits."""
        if self.negative:
            return -float(-self)
        # A tiny root has one zero after the point for every 6 bits that its square is below 1.
        zeros = self.square.denominator.bit_length() - self.square.numerator.bit_length()
        return float(self.near(30 + max(0, zeros // 6 + 1)))

    def near(self, digits: int) -> Fraction:
        """Round down to so many decimal digits: towards minus infinity, whatever the sign.

        The root lies strictly between what is given and a unit of the last digit above it.

        >>> Root(Fraction(2)).near(3), (-Root(Fraction(2))).near(3)
        (Fraction(707, 500), Fraction(-283, 200))
        """
        scale = 10**digits
        size = isqrt(self.square.numerator * scale**2 // self.square.denominator)
        return Fraction(-size - 1 if self.negative else size, scale)

    def times(self, factor: Fraction) -> "Quantity":
        """Multiply by a rational number.

        >>> Root(Fraction(2)).times(Fraction(-3)), Root(Fraction(2)).times(Fraction(0))
        (Root(square=Fraction(18, 1), negative=True), Fraction(0, 1))
        """
        return signed_root(signed_square(self) * signed_square(factor))


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


def signed_root(value: Fraction) -> Quantity:
    """Take the root of the size of a number, and keep its sign; `signed_square` undoes it.

    >>> signed_root(Fraction(-1, 4)), signed_root(Fraction(-2))
    (Fraction(-1, 2), Root(square=Fraction(2, 1), negative=True))
    """
    return -square_root(-value) if value < 0 else square_root(value)


def signed_square(value: Quantity) -> Fraction:
    """Square, but keep the sign: this keeps the order.

    >>> signed_square(Fraction(-2)), signed_square(-Root(Fraction(2)))
    (Fraction(-4, 1), Fraction(-2, 1))
    """
    if isinstance(value, Root):
        return -value.square if value.negative else value.square
    return value * abs(value)


def times(value: Quantity, factor: Fraction) -> Quantity:
    """Multiply any quantity by a rational number.

    >>> times(Fraction(2), Fraction(3)), times(Root(Fraction(2)), Fraction(3))
    (Fraction(6, 1), Root(square=Fraction(18, 1)))
    """
    return value.times(factor) if isinstance(value, Root) else value * factor
