"""A score is a number or the reason why there is none; never NaN, never a silent zero."""

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
