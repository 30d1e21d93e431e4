"""What items are compared by, and what class they belong to.

Items are never compared as they are written but by a key: the text or the chosen slots, normalised.
Two items are equal exactly where their keys are; so which differences matter is said in one place,
and matchers are about keys alone. A slot that is empty (null) is a value, and differs from the
text ""; a slot that is not there is a fault of the sample, and is refused.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from measurand.evidence.evidence import PLAIN
from measurand.evidence.matching import Key
from measurand.evidence.normalise import normaliser
from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.evidence.sides import First, Slot
from measurand.values.fault import shown
from measurand.values.items import Item, Slots, Span, item_text
from measurand.values.suggest import did_you_mean


class UnfitSampleError(ValueError):
    """A sample does not have the shape that a definition observes (spans, slots, one item).

    `hint` is a way out, where there is one.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def answer_key(how: Observation, item: Item) -> Key:
    """Return what an item of the answer is compared by, where its side has a unit of its own.

    >>> from measurand.evidence.sides import Sides
    >>> sides = Sides(answer_unit=(First(("ref", "term")),))
    >>> how = Observation(unit=("term",), sides=sides)
    >>> answer_key(how, Slots.of({"ref": "", "term": "price"}))
    ('price',)

    Raises UnfitSampleError as `key` does.
    """
    unit = how.sides.answer_unit
    if unit is None:
        return key(how, item)
    if not isinstance(item, Slots):
        raise _without_slots(how, item)
    return tuple(_text(how, _chosen(item, slot)) for slot in unit)


def _chosen(item: Slots, slot: Slot) -> str | None:
    if isinstance(slot, First):
        values = [_slot(item, name) for name in slot.names]
        return next((value for value in values if value), values[-1])
    return _slot(item, slot)


def keys(how: Observation, items: Iterable[Item]) -> list[Key]:
    """Return the keys of gold items.

    >>> keys(Observation(unit=("aspect",)), [Slots.of({"aspect": "a"}), Slots.of({"aspect": "b"})])
    [('a',), ('b',)]

    Raises UnfitSampleError as `key` does.
    """
    return _keys(how, items, how.unit, key)


def answer_keys(how: Observation, items: Iterable[Item]) -> list[Key]:
    """Return the keys of answers.

    >>> answer_keys(Observation(), ["a"])
    ['a']

    Raises UnfitSampleError as `key` does.
    """
    return _keys(how, items, how.sides.answer_unit or how.unit, answer_key)


def _keys(
    how: Observation,
    items: Iterable[Item],
    unit: tuple[Slot, ...],
    one: Callable[[Observation, Item], Key],
) -> list[Key]:
    """Write the loop flat for slots: every call in it is paid for each item."""
    if not unit:
        return [one(how, item) for item in items]
    names = [(slot,) if isinstance(slot, str) else slot.names for slot in unit]
    text, item_keys = text_of(how), list[Key]()
    for item in items:
        slots = dict(item.entries) if isinstance(item, Slots) else {}
        try:
            values = [slots[first[0]] or _other(slots, first) for first in names]
        except KeyError:
            # It has no such slot, or no slots: the general road says so.
            item_keys.append(one(how, item))
        else:
            item_keys.append(tuple([None if value is None else text(value) for value in values]))
    return item_keys


def _other(slots: Mapping[str, str | None], names: tuple[str, ...]) -> str | None:
    values = [slots[name] for name in names]
    return next((value for value in values if value), values[-1])


def slot_text(how: Observation, item: Item, name: str) -> str:
    """Return what a slot holds, normalised; nothing where it is empty.

    >>> slot_text(Observation(), Slots.of({"term": None}), "term")
    ''

    Raises UnfitSampleError where the item has no such slot.
    """
    if not isinstance(item, Slots):
        message = f"items with a slot {name!r}: got {shown(item_text(item))}"
        raise UnfitSampleError(message)
    return _text(how, _slot(item, name)) or ""


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
            return text_of(how)(item) if how.normalise else item
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
    for entry in item.entries:
        if entry[0] == name:
            return entry[1]
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
    return None if value is None else text_of(how)(value)


@lru_cache(maxsize=1024)
def text_of(how: Observation) -> Callable[[str], str]:
    """Give the function that normalises the texts of an observation.

    >>> text_of(Observation())(" A ")
    ' A '
    """
    return normaliser(how.normalise, how.passes)


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
        case ClassOf(ClassKind.ITEM), Slots() if isinstance(item_key, tuple):
            named = sorted(zip(how.unit, item_key, strict=True)) if how.unit else item_key
            return "(" + ", ".join(_quoted(value) for _, value in named) + ")"
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
