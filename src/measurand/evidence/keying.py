"""What items are compared by, and what class they belong to."""

import json

from measurand.evidence.evidence import PLAIN
from measurand.evidence.matching import Key
from measurand.evidence.normalise import normalise
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.values.fault import shown
from measurand.values.items import Item, Slots, Span, item_text
from measurand.values.suggest import did_you_mean


class UnfitSampleError(ValueError):
    """A sample does not have the shape that a definition observes (spans, slots, one item)."""


def key(how: Observation, item: Item) -> Key:
    """Return what items are compared by: the chosen slots, normalised.

    >>> from measurand.evidence.normalise import Step
    >>> how = Observation(unit=("aspect",), normalise=(Step.LOWER,))
    >>> key(how, Slots.of({"aspect": "Price", "polarity": "negative"}))
    ('price',)

    Raises UnfitSampleError where the item has no such slots; an empty slot (null) is one.
    """
    match item:
        case str():
            if how.unit:
                raise _without_slots(how, item)
            return normalise(how.normalise, item) if how.normalise else item
        case Slots(entries):
            if how.unit:
                return tuple(_text(how, _slot(item, name)) for name in how.unit)
            return tuple((name, _text(how, value)) for name, value in entries)
        case Span():
            if how.unit:
                raise _without_slots(how, item)
            return item


def _without_slots(how: Observation, item: Item) -> UnfitSampleError:
    wanted = f"items with named slots for unit={'+'.join(how.unit)}"
    return UnfitSampleError(f"{wanted}: got {shown(item_text(item))}")


def _slot(item: Slots, name: str) -> str | None:
    slots = dict(item.entries)
    if name not in slots:
        near = did_you_mean(name, slots).removeprefix(": ")
        hint = f" ({near})" if near else ""
        message = f"items with a slot {name!r}{hint}: got slots {', '.join(slots) or 'none'}"
        raise UnfitSampleError(message)
    return slots[name]


def _quoted(value: str | None) -> str:
    """Write a slot so that no two values look alike."""
    if value is None:
        return "-"
    plain = value != "-" and all(c.isalnum() or c in " _-" for c in value)
    return value if plain and value.strip() == value != "" else json.dumps(value)


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
            return "(" + ", ".join(_quoted(_text(how, value)) for _, value in kept) + ")"
        case ClassOf(ClassKind.ITEM), Span():
            return item_text(item)
        case ClassOf(ClassKind.LABEL), Span():
            return item.label
        case ClassOf(ClassKind.FIELD, name), Slots():
            return _text(how, _slot(item, name)) or PLAIN
        case _:
            wanted = f"items for which class={how.classes.kind.value} has a meaning"
            message = f"{wanted}: got {shown(item_text(item))}"
            raise UnfitSampleError(message)
