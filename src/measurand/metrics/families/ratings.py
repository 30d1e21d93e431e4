"""The ratings of one unit, whoever gave them: what metrics of agreement observe of a sample."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TypeGuard

from attrs import frozen

from measurand.evidence.evidence import Evidence, Excluded, Fact, Facts
from measurand.evidence.facts import Reads, whole_or_ratio
from measurand.evidence.keying import UnfitSampleError
from measurand.values.fault import shown
from measurand.values.items import item_text
from measurand.values.sample import Sample

Rating = str | int | Fraction
_LONGEST = 400


class Scale(Enum):
    """What ratings are: words, numbers, or numbers that are not below 0."""

    WORDS = "words"
    NUMBERS = "numbers"
    SIZES = "sizes"


@frozen
class Ratings(Reads):
    """The ratings of a unit, sorted, whoever gave them.

    `among` are the only ones that there may be (empty: any), `most` is how many (0: any number).

    >>> Ratings(("gold",)).see(Sample(id="1", gold=("b", "a", "b")))
    ('a', 'b', 'b')
    >>> Ratings(("gold", "r2"), Scale.NUMBERS).see(
    ...     Sample(id="1", gold=("0.5",), lists=(("r2", None),)))
    (Fraction(1, 2),)
    """

    raters: tuple[str, ...]
    scale: Scale = Scale.WORDS
    among: tuple[str, ...] = ()
    most: int = 0

    def see(self, sample: Sample) -> Fact | Excluded:
        """Sort the ratings of a sample.

        Raises UnfitSampleError where a list is not known, a rating is not of the scale or not among
        those that there may be, or there are too many.
        """
        return self.of_texts([text for name in self.raters for text in said(sample, name)])

    def of_texts(self, texts: Sequence[str]) -> Fact | Excluded:
        """Sort the ratings of a unit, as they are written.

        >>> Ratings(("gold",), Scale.NUMBERS).of_texts(["10", "9"])
        (9, 10)

        Raises UnfitSampleError as `see` does.
        """
        odd = next((text for text in texts if self.among and text not in self.among), None)
        if odd is not None:
            message = f"ratings among {', '.join(self.among)}: got {shown(odd)}"
            raise UnfitSampleError(message)
        if self.most and len(texts) > self.most:
            message = f"at most {self.most} ratings of a unit: got {len(texts)}"
            raise UnfitSampleError(message)
        if not texts:
            return Excluded("no rating")
        if self.scale is Scale.WORDS:
            return tuple(sorted(texts))
        return tuple(sorted([number_of(text, self.scale) for text in texts]))


def said(sample: Sample, name: str) -> tuple[str, ...]:
    """List the ratings in a list of a sample.

    >>> said(Sample(id="1", predicted=None), "predicted")
    ()

    Raises UnfitSampleError where there is no such list.
    """
    try:
        items = sample.items(name)
    except KeyError:
        known = ", ".join(key for key, _ in sample.lists) or "none beside gold and predicted"
        message = f"a list {name!r} of the sample: got lists {known}"
        raise UnfitSampleError(message) from None
    return tuple(map(item_text, items or ()))


@lru_cache(maxsize=2**14)
def number_of(text: str, scale: Scale) -> int | Fraction:
    """Read a rating that is a number.

    >>> number_of("2", Scale.NUMBERS), number_of("0.5", Scale.SIZES)
    (2, Fraction(1, 2))

    Raises UnfitSampleError for anything else, and below 0 where ratings are sizes.
    """
    plain = len(text) <= _LONGEST and text.isascii() and not set(text.lower()) & {"e", "_"}
    try:
        number = Fraction(text) if plain else None
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or (scale is Scale.SIZES and number < 0):
        what = "not below 0" if scale is Scale.SIZES else "such as 2 or 0.5"
        message = f"ratings that are numbers, {what}: got {shown(text)}"
        raise UnfitSampleError(message)
    return whole_or_ratio(number)


def ratings(row: Evidence) -> tuple[Rating, ...]:
    """List the ratings of a unit.

    >>> ratings(Facts(("a", "b")))
    ('a', 'b')
    """
    fact = row.value if isinstance(row, Facts) else ()
    return fact if _are_ratings(fact) else ()


def _are_ratings(fact: Fact) -> TypeGuard[tuple[Rating, ...]]:
    return isinstance(fact, tuple) and _RATINGS.issuperset(map(type, fact))


_RATINGS = frozenset((str, int, Fraction))


def alike(some: Sequence[Rating]) -> Fraction | None:
    """Give the share of the pairs of ratings that are alike; None where there is no pair.

    >>> alike(("a", "a", "b")), alike(("a",))
    (Fraction(1, 3), None)
    """
    pairs = len(some) * (len(some) - 1)
    return Fraction(sum(n * (n - 1) for n in Counter(some).values()), pairs) if pairs else None


def known_number(rating: Rating) -> int | Fraction:
    """Take a rating that is known to be a number, or its text.

    >>> known_number(2), known_number("1/2")
    (2, Fraction(1, 2))
    """
    return Fraction(rating) if isinstance(rating, str) else rating
