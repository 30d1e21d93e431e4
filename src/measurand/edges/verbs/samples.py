"""Samples made of columns: each kind of cell is written as the reader of frames takes it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import isfinite
from typing import SupportsIndex

from attrs import evolve

from measurand.algebra.distinct import is_array
from measurand.edges.files.formats.arrow_values import is_missing
from measurand.edges.files.sources.arrays import is_bit
from measurand.edges.files.sources.frames import End, samples_of
from measurand.edges.verbs.cells import Column, cells
from measurand.edges.verbs.columns import Columns
from measurand.edges.verbs.definitions import Kind, label_text
from measurand.edges.verbs.errors import (
    invalid,
    unwrapped,
    worded,
)
from measurand.edges.verbs.shapes import classifies, probabilities, rankings, ranks, reads_of
from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.evidence.source import RATED, Fields, ItemKind
from measurand.values.english import counted
from measurand.values.fault import shown
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample
from measurand.values.tagging import Scheme as TagScheme
from measurand.values.tagging import read_tags

_READ_AS: Mapping[Kind, ItemKind] = {
    "labels": "label",
    "indicators": "text",
    "sets": "text",
    "tuples": "slots",
    "spans": "spans",
    "tags": "iob2",
    "rows": "auto",
    "numbers": "none",
    "grades": "auto",
    "ids": "auto",
}

NAMES: Mapping[str, str] = {"gold": "gold", "pred": "predicted", "sample_weight": "weights"}
"""What arguments are called that records call otherwise."""


def numbers_alone(how: Observing) -> bool:
    """Tell whether columns of numbers are read, and nothing else.

    >>> numbers_alone(ColumnOf("cost")), numbers_alone(Observation())
    (True, False)
    """
    parts = how.parts if isinstance(how, Together) else (how,)
    return all(isinstance(part, ColumnOf) for part in parts)


def truths(columns: Columns) -> Column:
    """Write truth values as 1 and 0, and a label as 1 where it is the positive one.

    >>> truths(Columns(gold=[True, False], predicted=[1, 1]))
    [1, 0]

    Raises InvalidInputError for texts of which nobody said which is the positive one.
    """
    if columns.positive is None and is_array(columns.gold) and columns.gold.dtype.kind != "b":
        return columns.gold
    labels = cells("gold", columns.gold)
    if columns.positive is not None:
        _refuse_unlike(columns.positive, labels)
        return [_as_truth(label, columns.positive) for label in labels]
    texts = next((label for label in labels if isinstance(label, str)), None)
    if texts is not None:
        hint = "say which label counts as 1: positive=..."
        if all(map(_spells_number, labels)):
            hint = "a number that is written as a text is none: float(...) makes one of each"
        raise invalid("gold", shown(texts), "numbers, or labels with positive=", hint)
    return [int(label) if isinstance(label, bool) else label for label in labels]


def _as_truth(label: object, positive: object) -> object:
    """Write 1 or 0; what is no label (None, NaN, NA, an infinity) stays for the reader to tell."""
    if is_missing(label) or (isinstance(label, float) and not isfinite(label)):
        return label
    return int(label == positive)


def _refuse_unlike(positive: object, labels: Sequence[object]) -> None:
    """Refuse a positive label of a type that no label has, which none can be equal to."""
    there = [one for one in labels if one is not None]
    text = isinstance(positive, str)
    if there and not any(one == positive or isinstance(one, str) is text for one in there):
        raise invalid("positive", repr(positive), f"a label of gold, such as {there[0]!r}")


def _spells_number(label: object) -> bool:
    try:
        float(str(label).replace(",", "."))
    except ValueError:
        return label is None
    return True


def shaped(how: Observing, columns: Columns) -> Columns:
    """Give columns of rankings, and of probabilities of classes, as records of names and numbers.

    >>> from measurand.evidence.class_scores import GoldRank
    >>> shaped(GoldRank("p"), Columns(gold=[1], predicted=[[0.25, 0.75]])).predicted
    [{'0': 0.25, '1': 0.75}]

    Raises InvalidInputError for rows that can be read in two ways, or have no names.
    """
    if columns.kind == "rows" or not (ranks(how) or classifies(how)):
        return columns
    gold, predicted = (_listed_rows(*side) for side in columns.sides)
    if ranks(how):
        gold, predicted = rankings(gold, predicted, columns.kind)
    else:
        gold, predicted = probabilities(gold, columns.predicted, predicted, columns.classes)
    return evolve(columns, gold=gold, predicted=predicted, kind="rows")


def _listed_rows(name: str, column: Column) -> Sequence[object]:
    """Give the rows of a matrix, or of a data frame, as lists."""
    if getattr(column, "ndim", 1) > 1 or hasattr(column, "columns"):
        for named in ("to_numpy", "tolist"):
            turned = getattr(column, named, None)
            column = turned() if callable(turned) else column
        return list(column)
    return [row.tolist() if is_array(row) else row for row in cells(name, column)]


def kind_read(how: Observing) -> Kind:
    """Say what cells are that are read as neither items nor numbers alone.

    >>> kind_read(ColumnOf("cost"))
    'rows'
    """
    return "numbers" if any(one.items == "none" for one in reads_of(how)) else "rows"


def items_read(how: Observing) -> ItemKind | None:
    """Say what samples are read as where several raters or runs judge; None of all else.

    >>> items_read(ColumnOf("cost")) is None
    True
    """
    read = {one.items for one in reads_of(how)}
    return next((kind for kind in RATED if kind in read), None)


def samples_for(how: Observing, columns: Columns) -> tuple[Sample, ...]:
    """Make the samples of columns that an observation asks for; ids count them from 0.

    >>> samples_for(Observation(), Columns(gold=[{"b", "a"}], predicted=[["a"]]))[0].gold
    ('a', 'b')
    >>> samples_for(ColumnOf("gold"), Columns(gold=[1], predicted=[2]))[0].amounts
    (('gold', Fraction(1, 1)), ('predicted', Fraction(2, 1)))

    Raises InvalidInputError with all that is wrong with the cells.
    """
    if numbers_alone(how):
        return samples_as(evolve(columns, gold=truths(columns)), "numbers")
    if isinstance(how, Observation):
        return samples_as(columns, columns.told)
    return samples_as(shaped(how, columns), kind_read(how), items=items_read(how))


def samples_as(
    columns: Columns, kind: Kind, *, items: ItemKind | None = None
) -> tuple[Sample, ...]:
    """Make samples of cells of a kind; `items` is what they are read as, where it is known.

    >>> samples_as(Columns(gold=["a"], predicted=[None]), "labels")[0].predicted is None
    True

    Raises InvalidInputError with all that is wrong with the cells.
    """
    gold, predicted = (cells(*side) for side in columns.sides)
    weights = None if columns.weights is None else cells("weights", columns.weights)
    groups = {name: cells(name, column) for name, column in columns.groups.items()}
    every = {"predicted": predicted, **groups, **({} if weights is None else {"weights": weights})}
    for name, column in every.items():
        if len(column) != len(gold):
            raise invalid(name, counted(len(column), "cell"), f"{len(gold)}, as in gold")
    if kind == "tags" and columns.scheme:
        gold, predicted = _of_scheme(gold, predicted, TagScheme(columns.scheme))
        columns, kind = evolve(columns, kind="spans", end="exclusive"), "spans"
    if kind == "sets" and columns.labels == "ask":
        _refuse_digits({"gold": gold, "predicted": predicted})
    write, answer = _WRITTEN.get(kind, _as_it_is), "predicted" if kind == "numbers" else "pred"
    names = tuple(map(label_text, columns.classes)) if kind == "indicators" else columns.slots
    rows = []
    for at, (right, said) in enumerate(zip(gold, predicted, strict=True)):
        row: dict[str, object] = {
            "id": at,
            "gold": write(right, names),
            answer: None if said is None else write(said, names),
        }
        if groups:
            row["groups"] = {name: column[at] for name, column in groups.items()}
        if weights is not None:
            row["sample_weight"] = weights[at]
        rows.append(row)
    # Texts that look like tags are refused where nobody said what lists of texts are.
    told: ItemKind = "auto" if kind == "sets" and columns.kind is None else _READ_AS[kind]
    fields = Fields(amounts=_AMOUNTS) if kind == "numbers" else Fields()
    read = samples_of(
        rows, fields=fields, items=items or told, end=_end(columns, gold), labels=columns.labels
    )
    return unwrapped(read, NAMES)


def _of_scheme(
    gold: Sequence[object], predicted: Sequence[object], scheme: TagScheme
) -> tuple[list[object], list[object]]:
    """Read the spans that tags of a scheme write."""
    sides: tuple[list[object], list[object]] = ([], [])
    for at, (right, said) in enumerate(zip(gold, predicted, strict=True)):
        tags = _tags(f"gold[{at}]", right)
        answer = None if said is None else _tags(f"predicted[{at}]", said)
        if answer is not None and len(answer) != len(tags):
            expected = f"{counted(len(tags), 'tag')}, one for each tag of gold"
            raise invalid(f"predicted[{at}]", str(len(answer)), expected)
        sides[0].append(_read_in(scheme, f"gold[{at}]", tags))
        place = f"predicted[{at}]"
        sides[1].append(None if answer is None else _read_in(scheme, place, answer))
    return sides


def _read_in(scheme: TagScheme, place: str, tags: Sequence[str]) -> object:
    try:
        return read_tags(tags, scheme).spans
    except ValueError as error:
        raise worded(place, error) from error


def _tags(place: str, cell: object) -> list[str]:
    listed = isinstance(cell, Iterable) and not isinstance(cell, str | Mapping | AbstractSet)
    found = list(cell) if listed and isinstance(cell, Iterable) else [None]
    tags = [one for one in found if isinstance(one, str)]
    if len(tags) < len(found):
        raise invalid(place, shown(cell), "a list of tags, one for each token")
    return tags


_AMOUNTS = (("gold", "gold"), ("predicted", "predicted"))


def _end(columns: Columns, gold: Sequence[object]) -> End:
    """Say where spans end: our own are half-open, whatever else is there."""
    if columns.end:
        return columns.end
    ours = any(isinstance(one, Span) for cell in gold for one in _listed(cell))
    return "exclusive" if ours else ""


def _listed(cell: object) -> Iterable[object]:
    if isinstance(cell, AbstractSet):
        return sorted(cell, key=repr)
    return cell if isinstance(cell, Sequence) and not isinstance(cell, str) else ()


def _refuse_digits(sides: Mapping[str, Sequence[object]]) -> None:
    """Refuse sets of whole numbers beside sets of texts that spell such, as labels of both are.

    Raises InvalidInputError.
    """
    numbers: dict[str, object] = {}
    texts: dict[str, object] = {}
    for name, column in sides.items():
        for cell in column:
            items = cell.tolist() if is_array(cell) else cell
            for one in items if isinstance(items, list | tuple | AbstractSet) else ():
                if isinstance(one, str):
                    if one.isdecimal():
                        texts.setdefault(name, one)
                elif isinstance(one, SupportsIndex) and not isinstance(one, bool):
                    numbers.setdefault(name, one)
    if numbers and texts:
        (ours, number), (theirs, text) = next(iter(numbers.items())), next(iter(texts.items()))
        got = f"{ours} with {number!r}; {theirs} with {text!r}"
        hint = "write them alike, or say labels='text' to compare them as they are written"
        raise invalid("labels", got, "items of one type", hint)


Write = Callable[[object, Sequence[str]], object]


def _as_it_is(cell: object, _slots: Sequence[str]) -> object:
    return cell


def _texts(cell: object, _slots: Sequence[str]) -> object:
    """Write the items of a set; whole numbers are their digits, as labels are."""
    if isinstance(cell, str) or not isinstance(cell, Iterable):
        return cell
    cell = cell.tolist() if is_array(cell) else cell
    items = list(_listed(cell)) if isinstance(cell, AbstractSet) else list(cell)
    numbers = all(isinstance(one, int) and not isinstance(one, bool) for one in items)
    return [str(one) for one in items] if numbers else items


def _tuples(cell: object, slots: Sequence[str]) -> object:
    return [_slots_of(one, slots) for one in _listed(cell)]


def _slots_of(item: object, slots: Sequence[str]) -> object:
    match item:
        case Slots(entries):
            return dict(entries)
        case tuple():
            names = slots or tuple(f"slot{at}" for at in range(1, len(item) + 1))
            if len(names) != len(item):
                expected = f"tuples of {len(names)}, one for each of slots"
                raise invalid("slots", f"{shown(item)}, of {len(item)}", expected)
            return dict(zip(names, item, strict=True))
        case _:
            return item


def _spans(cell: object, _slots: Sequence[str]) -> object:
    return [_span_of(one) for one in _listed(cell)]


def _span_of(item: object) -> object:
    match item:
        case Span(start, end, label):
            return {"start": start, "end": end, "label": label}
        case (int() as start, int() as end):
            return {"start": start, "end": end}
        case (int() as start, int() as end, str() as label):
            return {"start": start, "end": end, "label": label}
        case _:
            return item


def _ones(cell: object, classes: Sequence[str]) -> object:
    """Name the columns of a row that have a 1."""
    one = isinstance(cell, str) or getattr(cell, "ndim", 1) == 0
    row = list(cell) if isinstance(cell, Iterable) and not one else [cell]
    if not all(map(is_bit, row)):
        raise invalid("indicators", shown(cell), "a row of 0 and 1")
    names = classes or tuple(map(str, range(len(row))))
    return [name for name, one in zip(names, row, strict=True) if one]


_WRITTEN: Mapping[Kind, Write] = {
    "indicators": _ones,
    "sets": _texts,
    "tuples": _tuples,
    "spans": _spans,
}
