"""What items are compared by and which of them count, put into the oracle's words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from measurand.evidence.matching import (
    Greedy,
    SetMatch,
)
from measurand.evidence.normalise import Passes
from measurand.evidence.observation import Observation
from measurand.evidence.sides import Condition, First, Holds, Keep, Other
from measurand.values.items import Item, Slots, Span
from properties.oracles import sides, text

ANSWER = "answer"


@dataclass(frozen=True)
class Entry:
    """What an item is compared by; the item itself plays no part in that."""

    key: object
    item: Item = field(compare=False)


def settled(how: Observation, value: str) -> str:
    """Normalise a text."""
    names = [step.value for step in how.normalise]
    return text.once(value, names) if how.passes is Passes.ONCE else text.normalised(value, names)


def fields(how: Observation, item: Slots) -> dict[str, str | None]:
    """Normalise every slot of an item."""
    return {name: None if value is None else settled(how, value) for name, value in item.entries}


def entry(how: Observation, item: Item, side: str) -> Entry:
    """Key an item: its text, its slots or its place, normalised; answers by the slots of gold."""
    match item:
        case str():
            return Entry(settled(how, item), item)
        case Slots():
            return Entry(tuple(sorted(slot_key(how, item, side).items())), item)
        case Span(start, end, label):
            return Entry((start, end, label), item)


def slot_key(how: Observation, item: Slots, side: str) -> dict[str, str | None]:
    """Choose the slots by which an item is compared."""
    found, unit = fields(how, item), how.sides.answer_unit
    if side == ANSWER and unit is not None:
        written = dict(item.entries)
        picked = [
            sides.chosen(written, slot.names if isinstance(slot, First) else (slot,))
            for slot in unit
        ]
        texts = [None if value is None else settled(how, value) for value in picked]
        return dict(zip(how.unit, texts, strict=True))
    return {name: found[name] for name in how.unit} if how.unit else found


def entries(how: Observation, items: Iterable[Item], side: str) -> list[Entry]:
    """Key the items that count; only `greedy` keeps the order given."""
    ordered = list(items) if isinstance(how.match, Greedy) else sorted(items, key=place)
    found = [entry(how, item, side) for item in ordered]
    return distinct(found) if isinstance(how.match, SetMatch) else found


def parted(how: Observation, items: Iterable[Item], keep: Keep) -> tuple[list[Item], list[Item]]:
    """Part items into those that count and those that do not."""
    yes: list[Item] = []
    no: list[Item] = []
    for item in items:
        conditions = [condition_of(condition) for condition in keep]
        meets = not keep or (
            isinstance(item, Slots) and sides.counts(fields(how, item), conditions)
        )
        (yes if meets else no).append(item)
    return yes, no


def condition_of(condition: Condition) -> sides.Condition:
    """Write a condition as the oracle does."""
    match condition:
        case Holds(filling, slot):
            return (filling.value, slot, ())
        case Other(slot, values):
            return ("not", slot, values)


def place(item: Item) -> tuple[object, ...]:
    """Order items: by text, by slots with empty ones first, by start, end and label."""
    match item:
        case str():
            return (item,)
        case Slots(entries):
            return tuple((name, value is not None, value or "") for name, value in entries)
        case Span(start, end, label):
            return (start, end, label)


def distinct(found: Sequence[Entry]) -> list[Entry]:
    """Keep the first of equal keys."""
    return [one for at, one in enumerate(found) if one not in found[:at]]
