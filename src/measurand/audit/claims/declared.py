"""What a claims file declares of one number: how far off it may be, or that it is off."""

import re
from fractions import Fraction

from attrs import field, frozen

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _said(what: str, text: str) -> None:
    if not text.strip():
        message = f"{what}: a reason: got an empty text"
        raise ValueError(message)


@frozen(kw_only=True)
class Tolerance:
    """How far a computed number may lie from what prints so, in printed units, and why.

    It widens the interval of the printed number on both sides; nothing is tolerated undeclared.

    >>> Tolerance(value=Fraction(1, 10), reason="another release of the tokenizer").text
    'within the declared tolerance 0.1: another release of the tokenizer'

    Raises ValueError where it is not above 0, or gives no reason.
    """

    value: Fraction = field()
    reason: str

    @value.validator
    def _above(self, _attribute: object, value: Fraction) -> None:
        if value <= 0:
            message = f"value: a tolerance above 0: got {value}"
            raise ValueError(message)

    def __attrs_post_init__(self) -> None:
        _said("reason", self.reason)

    @property
    def text(self) -> str:
        """Say what was tolerated."""
        return f"within the declared tolerance {float(self.value):g}: {self.reason}"


@frozen(kw_only=True)
class Expectation:
    """That a number is not reproduced: why, and the day on which somebody looks again.

    Days are written as 2027-03-01, so that later ones come later in the order of texts.

    >>> Expectation(mismatch="micro in v1", review="2027-03-01").due("2027-03-01")
    False
    >>> Expectation(mismatch="micro in v1", review="2027-03-01").due("2027-03-02")
    True

    Raises ValueError where it gives no reason, or the review is no day.
    """

    mismatch: str
    review: str = field()

    @review.validator
    def _a_day(self, _attribute: object, value: str) -> None:
        if not _DAY.fullmatch(value):
            message = f"review: a day such as 2027-03-01: got {value[:40]!r}"
            raise ValueError(message)

    def __attrs_post_init__(self) -> None:
        _said("mismatch", self.mismatch)

    def due(self, today: str) -> bool:
        """Tell whether the day of the review is past."""
        return today > self.review
