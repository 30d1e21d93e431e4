"""A score is a number or the reason why there is none; never NaN, never a silent zero."""

from typing import TypeVar

from attrs import frozen

from measurand.values.quantity import (
    Enclosed,
    Quantity,
    Root,
    exact_root,
    signed_root,
    signed_square,
    square_root,
)

__all__ = [
    "Defined",
    "Enclosed",
    "Quantity",
    "Root",
    "Score",
    "Undefined",
    "defined",
    "exact_root",
    "signed_root",
    "signed_square",
    "square_root",
]


@frozen
class Defined:
    """A score that exists, exactly.

    >>> from fractions import Fraction
    >>> Defined(Fraction(1, 2))
    Defined(value=Fraction(1, 2))
    >>> float(Defined(Fraction(1, 2))), f"{Defined(Fraction(2, 3)):.3f}"
    (0.5, '0.667')
    """

    value: Quantity

    def __float__(self) -> float:
        """Give the nearest float."""
        return float(self.value)

    def __format__(self, form: str) -> str:
        """Write it as a float is written; without a form as `repr` does."""
        return format(float(self), form) if form else repr(self)


@frozen
class Undefined:
    """A score that does not exist, and why.

    >>> Undefined("no sample")
    Undefined(reason='no sample')
    >>> float(Undefined("no sample"))
    Traceback (most recent call last):
    ValueError: there is no number: no sample
    """

    reason: str

    def __float__(self) -> float:
        """Say that there is none.

        Raises ValueError with the reason.
        """
        message = f"there is no number: {self.reason}"
        raise ValueError(message)


Score = Defined | Undefined
T = TypeVar("T")


def defined(found: T | Undefined) -> T:
    """Give what there is: a score, an interval, a p-value, whatever may be undefined instead.

    >>> from fractions import Fraction
    >>> defined(Defined(Fraction(1, 2))).value
    Fraction(1, 2)
    >>> defined(Undefined("no sample"))
    Traceback (most recent call last):
    ValueError: there is no number: no sample

    Raises ValueError with the reason why there is none.
    """
    match found:
        case Undefined(reason):
            message = f"there is no number: {reason}"
            raise ValueError(message)
        case _:
            return found
