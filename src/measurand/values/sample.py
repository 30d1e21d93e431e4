"""One sample: what is right, what was predicted, and the groups it belongs to.

This is what every format becomes and all that scoring sees: no path, no line number. An answer that
was not given (None) is not an empty one, and a number that is missing has a reason and no value.
Names are sorted and differ, so that equal samples are equal values however their file was written.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction

from attrs import Attribute, evolve, field, frozen, validators
from attrs.converters import optional

from measurand.values.items import Item, Span
from measurand.values.tally import Tally

GOLD, PREDICTED = "gold", "predicted"
"""The names of the two lists that every sample has."""

COUNTS = "counts"
"""What the reason for lacking ready-made tallies stands under."""


class SpanEnds(Enum):
    """Whether it is known that the end of a span is inside it, or not.

    STATED: it is known, and spans are half-open, however they were written. OPEN: nothing says it,
    and they stand as if it were outside. EXCLUSIVE and INCLUSIVE: nobody said it, but the sample
    itself can be read in one way only, and is read so.
    """

    STATED = "stated"
    OPEN = "open"
    EXCLUSIVE = "exclusive"
    INCLUSIVE = "inclusive"


@frozen
class Similarity:
    """How alike a predicted and a gold item are, as judged outside; in [0, 1].

    >>> Similarity("car park", "parking", Fraction(17, 20)).value
    Fraction(17, 20)

    Raises ValueError outside [0, 1].
    """

    predicted: Item
    gold: Item
    value: Fraction = field()

    @value.validator
    def _in_range(self, _attribute: object, value: Fraction) -> None:
        if not 0 <= value <= 1:
            message = f"a similarity lies in [0, 1]: got {value}"
            raise ValueError(message)


Graded = tuple[tuple[str, Fraction], ...]
"""Names with a number each, sorted by name: documents that are relevant, or were retrieved; classes
with their probabilities; raters with their ratings."""


def _listed(items: Iterable[Item]) -> tuple[Item, ...]:
    """Take items in any list; one text alone is no list of them."""
    if type(items) is tuple:
        return items
    if isinstance(items, str | Mapping) or not isinstance(items, Iterable):
        message = f"a tuple or a list of items: got {items!r}"
        raise TypeError(message)
    return tuple(items)


_not_negative = validators.ge(Fraction(0))


def weighs(row: object, attribute: "Attribute[Fraction]", value: Fraction) -> None:
    """Refuse a weight below 0: a validator. To compare fractions costs more than to make a row."""
    if type(value) is not Fraction or value.numerator < 0:
        _not_negative(row, attribute, value)


@frozen(kw_only=True)
class Sample:
    """One sample as it was annotated and answered.

    `predicted` is None where no answer was given: that is not the empty answer. `similarities` say
    how alike a predicted and a gold item are, where that was judged. `counts` holds
    ready-made tallies by class ("" is the plain one) where the items are not known. `groups` and
    `amounts` are sorted by name; so are `lists`, more lists of items beside `gold` and `predicted`
    (the answers of two stages), None where one is not there, and `reasons`, which say why a list
    or an amount is not there, or under `counts` why ready-made tallies are not. `graded` are lists
    of names with a number each, sorted by name like all others. `weight` weighs the sample, not its
    pairs. `ends` tells whether the ends of its spans are known. `beyond_iob` is the
    first of the tags that its spans were made of that IOB does not have, empty where there is none.

    >>> Sample(id="1", gold=("a", "b"), predicted=("b",)).predicted
    ('b',)
    >>> Sample(gold=["a"]).gold
    ('a',)
    >>> Sample(id="1", lists=(("stage1", ("a",)),)).items("stage1")
    ('a',)

    Raises ValueError where ready-made tallies stand beside items, names repeat, or the weight is
    negative.
    """

    id: str = field(default="", validator=validators.instance_of(str))
    gold: tuple[Item, ...] = field(default=(), converter=_listed)
    predicted: tuple[Item, ...] | None = field(default=(), converter=optional(_listed))
    similarities: tuple[Similarity, ...] = ()
    groups: tuple[tuple[str, str], ...] = ()
    weight: Fraction = field(
        default=Fraction(1),
        validator=[validators.instance_of(Fraction), weighs],
    )
    amounts: tuple[tuple[str, Fraction], ...] = ()
    counts: tuple[tuple[str, Tally], ...] | None = None
    lists: tuple[tuple[str, tuple[Item, ...] | None], ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    graded: tuple[tuple[str, Graded | None], ...] = ()
    ends: SpanEnds = SpanEnds.STATED
    beyond_iob: str = ""

    def __attrs_post_init__(self) -> None:
        if self.counts is not None and (self.gold or self.predicted or self.similarities):
            message = "a sample has items or ready-made tallies, not both"
            raise ValueError(message)
        named = (
            ("groups", self.groups),
            ("amounts", self.amounts),
            ("counts", self.counts or ()),
            ("lists", self.lists),
            ("reasons", self.reasons),
            ("graded lists", self.graded),
            *((f"graded {name}", pairs or ()) for name, pairs in self.graded),
        )
        for what, pairs in named:
            names = [name for name, _ in pairs]
            if len(names) > 1 and names != sorted(set(names)):
                message = f"{what} are sorted by name and differ: got {names}"
                raise ValueError(message)

    def group(self, key: str) -> str | None:
        """Return the group of this sample under a key; None where it has none."""
        return next((value for name, value in self.groups if name == key), None)

    def amount(self, name: str) -> Fraction | None:
        """Return a numeric column of this sample; None where it has none."""
        # Every sample is asked: a generator would take twice the time.
        for key, value in self.amounts:
            if key == name:
                return value
        return None

    def items(self, name: str) -> tuple[Item, ...] | None:
        """Return a list by its name, `gold` and `predicted` too; None where it is not there.

        Raises KeyError for a list that this sample cannot have.
        """
        if name == GOLD:
            return self.gold
        return self.predicted if name == PREDICTED else dict(self.lists)[name]

    def grades(self, name: str) -> Graded | None:
        """Return a list of names with numbers; None where it is not there."""
        return next((pairs for key, pairs in self.graded if key == name), None)

    def reason(self, name: str) -> str | None:
        """Say why a list or an amount is not there; None where nothing was said."""
        return next((why for key, why in self.reasons if key == name), None)


def lengthened(sample: Sample) -> Sample:
    """Read the spans of a sample, which stand as if their ends were outside, as if they are inside.

    >>> lengthened(Sample(id="1", gold=(Span(0, 2, "A"),), ends=SpanEnds.OPEN)).gold
    (Span(start=0, end=3, label='A'),)
    """

    def items(some: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(map(_lengthened, some))

    return evolve(
        sample,
        gold=items(sample.gold),
        predicted=None if sample.predicted is None else items(sample.predicted),
        lists=tuple((name, None if some is None else items(some)) for name, some in sample.lists),
        similarities=tuple(
            evolve(one, predicted=_lengthened(one.predicted), gold=_lengthened(one.gold))
            for one in sample.similarities
        ),
        ends=SpanEnds.STATED,
    )


def _lengthened(item: Item) -> Item:
    return evolve(item, end=item.end + 1) if isinstance(item, Span) else item


def of_numbers(**columns: Iterable[Fraction | int | str]) -> list[Sample]:
    """Make samples of columns of numbers, by name: one for each row, which its place names.

    >>> [one.amounts for one in of_numbers(rain=(1, "0.5"))]
    [(('rain', Fraction(1, 1)),), (('rain', Fraction(1, 2)),)]

    Raises ValueError where columns differ in length, and for a text that is no number.
    """
    rows = zip(*columns.values(), strict=True)
    return [
        Sample(id=str(at), amounts=tuple(zip(columns, map(Fraction, row), strict=True)))
        for at, row in enumerate(rows)
    ]
