"""What items are compared by, and what class they belong to."""

from measurand.evidence.evidence import PLAIN
from measurand.evidence.matching import Key
from measurand.evidence.normalise import normalise
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.values.fault import shown
from measurand.values.items import Item, Slots, Span, item_text


class UnfitSampleError(ValueError):
    """A sample does not have the shape that a definition observes (spans, slots, one item)."""


def key(how: Observation, item: Item) -> Key:
    """Return what items are compared by: the chosen slots, normalised.

    >>> from measurand.evidence.normalise import Step
    >>> how = Observation(unit=("aspect",), normalise=(Step.LOWER,))
    >>> key(how, Slots.of({"aspect": "Price", "polarity": "negative"}))
    ('price',)
    """
    match item:
        case str():
            if how.unit:
                wanted = f"items with named slots for unit={'+'.join(how.unit)}"
                message = f"{wanted}: got {shown(item)}"
                raise UnfitSampleError(message)
            return normalise(how.normalise, item) if how.normalise else item
        case Slots(entries):
            names = how.unit or tuple(name for name, _ in entries)
            values = tuple(_text(how, item.get(name)) for name in names)
            return values if how.unit else tuple(zip(names, values, strict=True))
        case Span():
            return item


def _text(how: Observation, value: str | None) -> str | None:
    return None if value is None else normalise(how.normalise, value)


def class_of(how: Observation, item: Item, item_key: Key) -> str:
    """Return the class of an item under a definition; normalised where it is text.

    >>> class_of(Observation(classes=ClassOf(ClassKind.LABEL)), Span(0, 1, "PER"), None)
    'PER'

    Raises UnfitSampleError where the item has no such class.
    """
    match how.classes, item:
        case ClassOf(ClassKind.NONE), _:
            return PLAIN
        case ClassOf(ClassKind.ITEM), str():
            return str(item_key)
        case ClassOf(ClassKind.ITEM), Slots(entries):
            kept = [entry for entry in entries if not how.unit or entry[0] in how.unit]
            return item_text(Slots(tuple((name, _text(how, value)) for name, value in kept)))
        case ClassOf(ClassKind.ITEM), Span():
            return item_text(item)
        case ClassOf(ClassKind.LABEL), Span():
            return item.label
        case ClassOf(ClassKind.FIELD, name), Slots():
            return _text(how, item.get(name)) or PLAIN
        case _:
            wanted = f"items for which class={how.classes.kind.value} has a meaning"
            message = f"{wanted}: got {shown(item_text(item))}"
            raise UnfitSampleError(message)
