"""What a prediction consists of: plain strings, slot tuples, spans of text."""

from collections.abc import Mapping
from operator import index

from attrs import field, frozen


@frozen
class Slots:
    """A tuple with named slots (an aspect and its polarity); a slot may be empty (None).

    >>> Slots.of({"polarity": "positive", "aspect": "battery"})
    Slots(entries=(('aspect', 'battery'), ('polarity', 'positive')))

    Raises ValueError unless the names are sorted and differ.
    """

    entries: tuple[tuple[str, str | None], ...] = field()

    @entries.validator
    def _sorted(self, _attribute: object, value: tuple[tuple[str, str | None], ...]) -> None:
        names = [name for name, _ in value]
        if names != sorted(set(names)):
            message = f"slot names are sorted and differ: got {names}"
            raise ValueError(message)

    @staticmethod
    def of(fields: Mapping[str, str | None]) -> "Slots":
        """Make a slot tuple from names and values, in any order."""
        return Slots(tuple(sorted(fields.items(), key=lambda entry: entry[0])))

    def get(self, name: str) -> str | None:
        """Return what a slot holds; None where it is empty or absent."""
        return next((value for key, value in self.entries if key == name), None)


@frozen(order=True)
class Span:
    """A labelled half-open span [start, end) over code points (or tokens).

    >>> Span(0, 3, "PER")
    Span(start=0, end=3, label='PER')

    Raises ValueError unless 0 <= start < end, and TypeError for what is no whole number (of Python
    or of numpy).
    """

    start: int = field(converter=index)
    end: int = field(converter=index)
    label: str = ""

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            message = f"a span ends after it starts: got [{self.start}, {self.end})"
            raise ValueError(message)

    def overlap(self, other: "Span") -> int:
        """Count the shared positions.

        >>> Span(0, 3).overlap(Span(2, 5)), Span(0, 3).overlap(Span(3, 5))
        (1, 0)
        """
        return max(0, min(self.end, other.end) - max(self.start, other.start))


Item = str | Slots | Span


def item_text(item: Item) -> str:
    """Write an item for a person.

    >>> item_text(Slots.of({"aspect": "battery", "polarity": None}))
    '(battery, -)'
    >>> item_text(Span(0, 3, "PER"))
    'PER[0, 3)'
    """
    match item:
        case str():
            return item
        case Slots(entries):
            return "(" + ", ".join("-" if value is None else value for _, value in entries) + ")"
        case Span(start, end, label):
            return f"{label}[{start}, {end})"
