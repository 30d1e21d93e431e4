"""Types of labels: which may stand beside one another, alike in every format.

1 and 1.0 may be one label or two, and so may 1 and "1", true and 1, or "True" and true. Libraries
differ, and so do formats in what they keep of the difference: a table of text has no types at all.
So a source whose labels leave it open is refused, whatever file it is in, unless it is said how
they are compared. Texts that spell no number and no truth value are never in doubt.

What is in doubt is seen in the source as a whole: the kinds of the labels at one place (a label, or
a slot by its name) are a set, and sets of parts of a source are united.

So it is with what is no label at all: numbers of which some are no whole ones, beside labels of
which none is, are scores. They equal no label, and what counts equal labels would give 0.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Literal

from attrs import frozen
from toolz import groupby

from measurand.edges.files.json.value import Json, Number, label_text, short_decimal
from measurand.evidence.formats import LABELS, format_named
from measurand.evidence.paths import parse_joined
from measurand.evidence.source import RATED, Source
from measurand.values.fault import Fault
from measurand.values.items import Item

Kind = tuple[str, str, str]
"""A side (the path of gold or of an answer), a slot (empty: none), and what labels are there."""
Label = bool | int | str | Number
"""A label as it stands in a record."""

_SPELLED = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
_LONGEST, _MOST = 400, 10_000
_TRUTHS = frozenset(("true", "True", "TRUE", "false", "False", "FALSE"))
_SPANS = frozenset(("start", "end"))

INTEGER, WHOLE, FRACTION, TRUTH = "integers", "whole floats", "floats", "truth values"
BINARY = "0 or 1"
NUMERAL, TRUTH_WORD = "texts that spell numbers", "texts that spell truth values"
UNLIKE = "spelled in two ways"
ONE, LISTED, WORD = "one label", "lists of items", "texts that spell neither"
_SHOWN = {
    INTEGER: "integers, such as 1",
    WHOLE: "floats, such as 1.0",
    FRACTION: "floats, such as 0.5",
    TRUTH: "truth values",
    BINARY: "numbers 0 or 1",
    NUMERAL: 'texts that spell numbers, such as "1"',
    TRUTH_WORD: 'texts that spell truth values, such as "True"',
    UNLIKE: "one number or truth value spelled in two ways, such as 0.5 and 0.50",
}
_TYPED = (INTEGER, WHOLE, FRACTION, TRUTH)
_DOUBTS = frozenset(
    (
        frozenset((INTEGER, WHOLE)),
        *(frozenset((typed, text)) for typed in _TYPED for text in (NUMERAL, TRUTH_WORD)),
    )
)
_TEXTS = frozenset((NUMERAL, TRUTH_WORD))
_NO_SCORES = frozenset((TRUTH, WORD, *_TEXTS))
_TRUE_AND_ONE = frozenset((TRUTH, BINARY))
_BY_VALUE = (
    "say --input labels=value to compare them by value, or --input labels=text to compare them "
    'as they are written (input = { labels = "..." } in a claims file, labels="..." in Python); '
    "or write them alike"
)
_CAST = (
    "true and 1 are two labels: write them alike, or say --input labels=text to tell them apart "
    '(input = { labels = "text" } in a claims file, labels="text" in Python)'
)
_OF_SCORES = (
    "say --number NAME=PATH for both and a metric of scores, such as auc(score=PRED,label=GOLD); "
    "or make labels of them, by a threshold; --input labels=value takes them as labels"
)


def compared(source: Source) -> str:
    """Say how the labels of a source are compared; formats that leave it to nobody have texts.

    >>> compared(Source(path="a.jsonl")), compared(Source(path="a.conll", format="conll"))
    ('ask', 'text')
    """
    known = LABELS in format_named(source.format).choices
    return source.said("labels") if known else "text"


def sides_of(source: Source) -> frozenset[str]:
    """Name the paths of gold and of the answer.

    >>> sorted(sides_of(Source(path="a.jsonl")))
    ['gold', 'pred']
    """
    fields = source.fields
    return frozenset(one.text for side in (fields.gold, fields.pred) for one in parse_joined(side))


def cells_of(source: Source, side: Literal["gold", "pred"]) -> str:
    """Say how cells of one side of a table of text are written; empty where nothing was said.

    >>> cells_of(Source(path="a.csv", format="csv", input=(("gold_lists", "json"),)), "gold")
    'json'
    """
    of_side = f"{side}_lists"
    known = any(one.name == of_side for one in source.kind.choices)
    return (source.said(of_side) if known else "") or source.said("lists")


def _spelled(source: Source) -> Iterator[str]:
    """List the paths whose cells are one item, which is what it spells."""
    fields = source.fields
    sides: tuple[tuple[Literal["gold", "pred"], tuple[str, ...]], ...] = (
        ("gold", (fields.gold,)),
        ("pred", (fields.pred, *(path for _, path in fields.lists))),
    )
    for side, texts in sides:
        if cells_of(source, side) in {"", "one"}:
            yield from (path.text for text in texts for path in parse_joined(text))


class Labels:
    """Reads the labels of a source as it says, and notes of what kinds they are.

    >>> labels = Labels(Source(path="a.jsonl"))
    >>> labels.read(1, "gold"), labels.read(Number("1.0"), "pred"), labels.end()
    (1, Number('1.0'), None)
    >>> doubt(labels.kinds).got
    'gold with integers, such as 1; pred with floats, such as 1.0'
    """

    def __init__(self, source: Source) -> None:
        """Start with no label."""
        self.kinds: set[Kind] = set()
        self._record: set[Kind] = set()
        self._how = compared(source)
        self._spans = source.items in {"spans", "iob2", "none"}
        self._ratings = source.items in RATED
        self._sides = sides_of(source)
        # In a table of text a cell is what it spells; a cell that is JSON has the types of JSON.
        table = format_named(source.format).text_cells and source.items not in {"slots", "spans"}
        self._cells = frozenset(_spelled(source)) if table else frozenset[str]()

    def read(self, value: Json, side: str) -> Json:
        """Give the value of gold or of an answer, with labels that are compared as they should."""
        if self._spans or value is None:
            return value
        if self._how == "text":
            if not self._ratings:
                self._note_shape(value, side)
            return value
        if self._ratings and isinstance(value, dict):
            return {rater: self._compared(held, side, "") for rater, held in value.items()}
        if self._ratings and isinstance(value, list):
            return [self._compared(held, side, "") for held in value]
        if not isinstance(value, list):
            return self._compared(value, side, "")
        if side in self._cells and len(value) == 1 and isinstance(value[0], str):
            return [label_text(self._label(value[0], side, ""))]
        self._record.add((side, "", LISTED))
        if self._how == "ask":
            self._note_slots(value, side)
            return value
        return [
            {name: self._compared(held, side, name) for name, held in item.items()}
            if isinstance(item, dict) and not item.keys() >= _SPANS
            else item
            for item in value
        ]

    def _note_shape(self, value: Json, side: str) -> None:
        """Note of labels that are texts, whatever they spell, whether they stand in a list.

        A cell of a table is a list that holds one, or none.
        """
        if isinstance(value, list) and side not in self._cells:
            self._record.add((side, "", LISTED))
        elif value and not isinstance(value, dict):
            self._record |= {(side, "", ONE), (side, "", WORD)}

    def note_lists(self) -> None:
        """Note that records were read elsewhere which hold lists."""
        self.kinds.update((side, "", LISTED) for side in self._sides)

    def _note_slots(self, items: Iterable[Json], side: str) -> None:
        """Note the values of slots; this is the loop in which most of the time goes."""
        for item in items:
            if not isinstance(item, dict) or item.keys() >= _SPANS:
                continue
            for name, held in item.items():
                if held is None or isinstance(held, list | dict):
                    continue
                for kind in _text_kinds(held) if isinstance(held, str) else _kinds(held):
                    self._record.add((side, name, kind))

    def _compared(self, value: Json, side: str, slot: str) -> Json:
        if value is None or isinstance(value, list | dict):
            return value
        return self._label(value, side, slot)

    def _label(self, value: Label, side: str, slot: str) -> Label:
        kinds = _kinds(value, spelled=bool(self._cells) or self._how == "value")
        if not (slot or self._ratings):
            self._record.add((side, "", ONE))
            if not kinds:
                self._record.add((side, "", WORD))
        for kind in kinds:
            if self._how == "ask" or kind in _TRUE_AND_ONE:
                self._record.add((side, slot, kind))
        return by_value(value) if self._how == "value" else value

    def begin(self) -> None:
        """Begin a record."""
        self._record.clear()

    def end(self) -> None:
        """Note the labels of a record that is read, those of a slot beside others of that slot.

        Texts in slots count beside what is no text: where there are texts alone, nobody looks.
        """
        if not self._record <= self.kinds and len(self.kinds) < _MOST:
            typed = {slot for _, slot, kind in self._record if kind not in _TEXTS}
            self.kinds |= {one for one in self._record if not one[1] or one[1] in typed}

    def meet(self, gold: Collection[Item], answer: Collection[Item] | None, side: str) -> None:
        """Note it where a cell of gold and one of the answer spell one value in two ways."""
        cells = [*gold, *(answer or ())] if self._cells and self._how == "ask" else []
        match cells:
            case [str(one), str(other)] if one != other and by_value(one) == by_value(other):
                self._record.add((side, "", UNLIKE))
            case _:
                return


def _kinds(value: Label, *, spelled: bool = False) -> tuple[str, ...]:
    """Name what a label is; a text is what it spells where it stands in a table of text."""
    if isinstance(value, bool):
        return (TRUTH,)
    if isinstance(value, int):
        return (INTEGER, BINARY) if value in {0, 1} else (INTEGER,)
    if isinstance(value, Number):
        return _number_kinds(value.text)
    return _text_kinds(value) if not spelled else _spelled_kinds(value)


@lru_cache(maxsize=2**12)
def _number_kinds(text: str) -> tuple[str, ...]:
    number = _fraction(text)
    if number is None or number.denominator != 1:
        return (FRACTION,)
    return (WHOLE, BINARY) if number in {0, 1} else (WHOLE,)


@lru_cache(maxsize=2**12)
def _text_kinds(text: str) -> tuple[str, ...]:
    if text in _TRUTHS:
        return (TRUTH_WORD,)
    return (NUMERAL,) if _fraction(text) is not None else ()


@lru_cache(maxsize=2**12)
def _spelled_kinds(text: str) -> tuple[str, ...]:
    if text in _TRUTHS:
        return (TRUTH,)
    if _fraction(text) is None:
        return ()
    return _kinds(int(text), spelled=True) if text.lstrip("-").isdigit() else _number_kinds(text)


def _fraction(text: str) -> Fraction | None:
    """Read a number as JSON writes it; None for any other text."""
    number = _SPELLED.fullmatch(text) if len(text) <= _LONGEST else None
    return None if number is None else Fraction(text)


def by_value(label: Label) -> Label:
    """Write a number, or a text that spells one, by its value; and truth values as JSON does.

    >>> [by_value(label) for label in ("1.0", Number("1e0"), "0.50", "TRUE", "007", "one")]
    [1, 1, Number('0.5'), True, '007', 'one']
    """
    if isinstance(label, str) and label in _TRUTHS:
        return label.lower() == "true"
    number = _fraction(str(label)) if isinstance(label, str | Number) else None
    if number is None:
        return label
    return int(number) if number.denominator == 1 else Number(short_decimal(str(label)))


@frozen
class Looked:
    """Which labels are looked at: of which sides, by their paths, and slots (None: of all).

    >>> [Looked(sides=some).at(("gold", "", INTEGER)) for some in (None, {"passed"})]
    [True, False]
    """

    slots: Collection[str] | None = None
    sides: Collection[str] | None = None

    def at(self, kind: Kind) -> bool:
        """Tell whether labels of a kind are looked at."""
        side, slot, _ = kind
        beside = self.slots is None or slot in {"", *self.slots}
        return beside and (self.sides is None or side in self.sides)


def doubt(kinds: Iterable[Kind], looked: Looked | None = None) -> Fault | None:
    """Say which labels of a source may be one or two; None where none are in doubt.

    `looked` says which are looked at (None: all).

    >>> doubt([("gold", "", TRUTH), ("pred", "", BINARY)]).expected
    'labels of one type'
    >>> doubt([("gold", "", INTEGER), ("pred", "", INTEGER)]) is None
    True
    """
    kept = sorted({one for one in kinds if looked is None or looked.at(one)})
    return next(_doubts(kept), None)


def _doubts(kinds: Collection[Kind]) -> Iterator[Fault]:
    for one, other in combinations(kinds, 2):
        pair = frozenset((one[2], other[2]))
        if one[1] == other[1] and (pair in _DOUBTS or pair == _TRUE_AND_ONE):
            hint = _CAST if pair == _TRUE_AND_ONE else _BY_VALUE
            yield _fault(f"{_shown(one)}; {_shown(other)}", one[1], hint)
    for one in kinds:
        if one[2] == UNLIKE:
            yield _fault(_shown(one), one[1], _BY_VALUE)
    yield from _scores(kinds)


def _scores(kinds: Iterable[Kind]) -> Iterator[Fault]:
    """Refuse single numbers of which some are no whole ones, beside labels of which none is."""
    single = groupby(lambda kind: kind[0], (kind for kind in kinds if not kind[1]))
    seen = {side: {what for _, _, what in each} for side, each in single.items()}
    sides = {side: whats for side, whats in seen.items() if ONE in whats}
    scores = [side for side, whats in sides.items() if FRACTION in whats]
    others = [side for side in sides if side not in scores]
    for side in scores:
        if others and sides[side].isdisjoint(_NO_SCORES):
            yield Fault(
                got=f"{side} with scores, such as 0.5",
                expected=f"labels, as {others[0]} has",
                hint=_OF_SCORES,
            )


def are_single(kinds: Collection[Kind], source: Source) -> bool:
    """Tell whether gold and answers of a source are one label each, no lists of items.

    >>> are_single({("gold", "", ONE), ("pred", "", ONE)}, Source(path="a.jsonl"))
    True
    >>> are_single({("gold", "", ONE)}, Source(path="a.jsonl"))
    False
    """
    shapes = {(side, what) for side, slot, what in kinds if not slot}
    return all((side, ONE) in shapes and (side, LISTED) not in shapes for side in sides_of(source))


def _shown(kind: Kind) -> str:
    side, slot, what = kind
    return f"{side}{f'.{slot}' if slot else ''} with {_SHOWN[what]}"


def _fault(got: str, slot: str, hint: str) -> Fault:
    what = f"values of the slot {slot!r} of one type" if slot else "labels of one type"
    return Fault(got=got, expected=what, hint=hint)


def numbers_of(kinds: Collection[Kind], source: Source) -> bool | None:
    """Tell whether the labels of a source are numbers; None where both may be, or neither.

    Truth values count as numbers.

    >>> source = Source(path="a.jsonl", format="jsonl")
    >>> numbers_of({("gold", "", INTEGER)}, source), numbers_of({("gold", "", NUMERAL)}, source)
    (True, False)
    """
    how = compared(source)
    if how in {"text", "value"}:
        return how == "value"
    seen = {kind for _, slot, kind in kinds if not slot}
    return not seen & _TEXTS if seen & {*_TYPED, *_TEXTS} else None
