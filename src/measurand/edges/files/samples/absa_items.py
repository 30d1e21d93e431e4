"""From the attributes of marked opinions to slots, and whether offsets are those of the term."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.absa_marked import Kind, Marked, Opinion
from measurand.values.fault import Fault, shown
from measurand.values.items import Item, Slots

NULL = "NULL"
_CONFLICT = "conflict"
_MOST_DIGITS = 9
_SLOTS: Mapping[Kind, tuple[str, ...]] = {
    "terms": ("term", "polarity", "from", "to"),
    "categories": ("category", "polarity"),
    "opinions": ("target", "category", "polarity", "from", "to"),
    "reviews": ("category", "polarity"),
}
_NEEDED: Mapping[Kind, tuple[str, ...]] = {
    "terms": ("term",),
    "categories": ("category",),
    "opinions": ("target", "category"),
    "reviews": ("category",),
}


@frozen(kw_only=True)
class Rules:
    """What is read of a file: of which kind, and whether some of it is kept or checked."""

    kind: Kind
    conflict: bool = True
    null: bool = True
    check: bool = True


def items_of(one: Marked, rules: Rules) -> Iterator[Item]:
    """Give what is marked of a kind; attributes that are absent are empty slots.

    >>> term = Opinion("terms", {"term": "soup", "polarity": "positive", "from": "4", "to": "8"}, 1)
    >>> marked = Marked(id="1", review=None, line=1, text="The soup", opinions=(term,))
    >>> next(items_of(marked, Rules(kind="terms"))).get("from")
    '4'

    Raises FaultError where an attribute is missing or no number, or the text has another term
    there.
    """
    for opinion in one.opinions:
        found = opinion.attributes
        if opinion.kind != rules.kind:
            continue
        if found.get("polarity") == _CONFLICT and not rules.conflict:
            continue
        if found.get("target") == NULL and not rules.null:
            continue
        yield _item(opinion, one.text, rules)


def _item(opinion: Opinion, text: str, rules: Rules) -> Item:
    found, names = opinion.attributes, _SLOTS[rules.kind]
    if not any(name in found for name in _NEEDED[rules.kind]):
        needed = " or a ".join(_NEEDED[rules.kind])
        raise FaultError(Fault(got="none", expected=f"a {needed}", line=opinion.line))
    slots: dict[str, str | None] = {name: found.get(name) for name in names}
    places = [_place(name, found, opinion) for name in ("from", "to") if name in names]
    if places:
        start, end = places
        slots["from"], slots["to"] = (None if at is None else str(at) for at in places)
        term = found.get("term" if rules.kind == "terms" else "target")
        if rules.check and text and term not in {None, NULL}:
            _check(text, term or "", start, end, opinion.line)
    return Slots.of(slots)


def _place(name: str, found: Mapping[str, str], opinion: Opinion) -> int | None:
    text = found.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        expected = f"a whole number as {name}"
        raise FaultError(Fault(got=shown(text), expected=expected, line=opinion.line))
    return int(text)


def _check(text: str, term: str, start: int | None, end: int | None, line: int) -> None:
    """Refuse offsets at which the text has another term, and guess how they were counted."""
    if start is None or end is None or _fits(text, start, end, term):
        return
    units = "".join(one + "\0" * (len(one.encode("utf-16-le")) // 2 - 1) for one in text)
    octets = "".join(one + "\0" * (len(one.encode()) - 1) for one in text)
    guesses = (
        ("offsets seem to count UTF-16 units, and have to count characters", units, start, end),
        ("offsets seem to count bytes, and have to count characters", octets, start, end),
        ("to seems to be the last character of it, and has to be one more", text, start, end + 1),
        ("offsets seem to count from 1, and have to from 0", text, start - 1, end - 1),
        ("offsets seem to count from 1, and have to from 0", text, start - 1, end),
    )
    hints = (why for why, other, first, last in guesses if _fits(other, first, last, term))
    usual = "say --input offsets=trust to read the file as it is"
    fault = Fault(
        got=shown(_cut(text, start, end)),
        expected=f"{shown(term)} from {start} to {end}",
        line=line,
        hint=next(hints, usual),
    )
    raise FaultError(fault)


def _fits(text: str, start: int, end: int, term: str) -> bool:
    inside = 0 <= start <= end <= len(text)
    return inside and _cut(text, start, end).replace("\0", "") == term


def _cut(text: str, start: int, end: int) -> str:
    return text[start:end].replace("\n", " ").replace("\t", " ")
