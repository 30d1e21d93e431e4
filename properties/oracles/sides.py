"""What may differ between gold and answers: units, wildcards, and which items count.

An item is a mapping of slots to texts; None and the empty text are both an empty slot.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from properties.oracles.matching import ONE, Pair, alignments

Fields = Mapping[str, str | None]
Condition = tuple[str, str, tuple[str, ...]]
"""A word (filled, empty, not), the slot that it is about, and the values that it forbids."""

K = TypeVar("K", bound=Hashable)


def chosen(fields: Fields, slots: Sequence[str]) -> str | None:
    """Take the first of several slots that is not empty; the last one where all are."""
    value: str | None = None
    for slot in slots:
        value = fields[slot]
        if value is not None and value != "":
            return value
    return value


def counts(fields: Fields, conditions: Sequence[Condition]) -> bool:
    """Say whether an item meets every condition; its slots are normalised already."""
    for word, slot, values in conditions:
        value = fields[slot]
        text = "" if value is None else value
        if word == "filled" and text == "":
            return False
        if word == "empty" and text != "":
            return False
        if word == "not" and text in values:
            return False
        if word not in ("filled", "empty", "not"):
            raise ValueError(f"a condition is filled, empty or not: got {word!r}")
    return True


def wild(fields: Fields, slot: str) -> bool:
    """Say whether an item leaves the slot of the wildcard empty."""
    return fields[slot] is None or fields[slot] == ""


def agree(predicted: Fields, gold: Fields, slot: str) -> bool:
    """Say whether two items are the same in every slot but one."""
    return all(predicted[name] == gold[name] for name in gold if name != slot)


def wild_pairings(
    gold: Sequence[Fields], predicted: Sequence[Fields], slot: str, whose: str
) -> list[list[Pair]]:
    """List the pairings that a wildcard allows: equal named items, then as many pairs as can be."""
    if whose not in ("gold", "both"):
        raise ValueError(f"a wildcard is of gold or of both: got {whose!r}")
    named: list[Pair] = []
    for p, answer in enumerate(predicted):
        for g, wanted in enumerate(gold):
            free = g not in [pair[0] for pair in named] and p not in [pair[1] for pair in named]
            if free and not wild(wanted, slot) and dict(answer) == dict(wanted):
                named.append((g, p, ONE, True))
    taken_gold, taken = [pair[0] for pair in named], [pair[1] for pair in named]
    edges: list[Pair] = [
        (g, p, ONE, True)
        for p, answer in enumerate(predicted)
        for g, wanted in enumerate(gold)
        if p not in taken and g not in taken_gold and agree(answer, wanted, slot)
        if wild(wanted, slot) or (whose == "both" and wild(answer, slot))
    ]
    choices = list(alignments(edges))
    most = max(len(choice) for choice in choices)
    return [[*named, *choice] for choice in choices if len(choice) == most]
