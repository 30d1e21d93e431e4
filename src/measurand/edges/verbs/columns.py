"""Columns as a verb is handed them, and the evidence that they become.

What a cell is, is told from its type, and is never guessed from its text: a text or a number is a
label, a list or a set holds items, a row of an array of 0 and 1 is indicators, a dictionary is read
by its keys. Where a type can be read in two ways (tags in lists, spans whose end may be inside) the
verb refuses, and `kind` or `end` says it. Labels, indicators and numbers are counted without a
sample for each row; all else goes by the reader of frames, so there is one meaning of a cell.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import islice
from typing import TypedDict, TypeVar

from attrs import evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Result

from measurand.algebra.distinct import is_array
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.sources.arrays import (
    Compared,
    cells_of,
    plainly,
    pool_of_indicators,
    pool_of_labels,
    pool_of_numbers,
)
from measurand.edges.files.sources.frames import End, samples_of
from measurand.edges.files.sources.rankings import pool_of_rankings
from measurand.edges.verbs.definitions import KINDS, Kind, label_text
from measurand.edges.verbs.errors import (
    InvalidInputError,
    invalid,
    speaking_of_arguments,
    unwrapped,
)
from measurand.edges.verbs.shapes import classifies, probabilities, rankings, ranks, reads_of
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.evidence.observe import observe
from measurand.evidence.pool import Pool, pool
from measurand.evidence.source import Fields, ItemKind
from measurand.values.fault import Fault, shown
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

T = TypeVar("T")
Column = Iterable[object]
_NO_GROUPS: Mapping[str, Column] = {}
_LOOKED = 1000
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


class Said(TypedDict, total=False):
    """What a verb may be told of its columns.

    `kind` says what cells are: labels (one text, number or truth value), indicators (rows of 0 and
    1), sets (of texts), tuples (of slots, named by `slots`), spans (half-open `Span`s, or
    (start, end, label) with `end` saying whether the end is inside), tags (of a sequence), rows
    (dictionaries) or numbers. `weights` weighs samples; `groups` are columns by name that averages,
    clusters and comparisons may ask for. `positive` is the label that counts as 1. `labels` says
    how labels of two types (1 beside "1") are compared: by value or as text; else they are refused.
    """

    kind: Kind | None
    weights: Column | None
    groups: Mapping[str, Column]
    slots: Sequence[str]
    classes: Sequence[object]
    end: End
    positive: object
    labels: Compared


@frozen(kw_only=True, eq=False)
class Columns:
    """Two columns of a corpus, a cell a sample, and what is said of them."""

    gold: Column
    predicted: Column
    kind: Kind | None = None
    weights: Column | None = None
    groups: Mapping[str, Column] = field(default=_NO_GROUPS)
    slots: Sequence[str] = ()
    classes: Sequence[object] = ()
    end: End = ""
    positive: object = None
    labels: Compared = "ask"

    @cached_property
    def told(self) -> Kind:
        """Tell what cells are, once; see `kind_of`."""
        return kind_of(self)

    def of(self, predicted: Column) -> "Columns":
        """Give the columns of another system on the same gold."""
        return evolve(self, predicted=predicted)


_OTHERS = {"pos_label": ": here it is positive", "sample_weight": ": here it is weights"}
"""What other libraries call an argument."""


def columns_of(gold: Column, predicted: Column, said: Said, *, more: Iterable[str] = ()) -> Columns:
    """Make columns of what a verb was told; `more` names the arguments that it has besides.

    >>> columns_of(["a"], ["b"], {"positive": "a"}).positive
    'a'

    Raises TypeError for an argument that the verb does not have.
    """
    known = [*Said.__annotations__, *more]
    for name in said:
        if name not in known:
            near = _OTHERS.get(name) or did_you_mean(name, known)
            raise TypeError(f"unexpected keyword argument {name!r}{near}")
    return Columns(
        gold=gold,
        predicted=predicted,
        kind=said.get("kind"),
        weights=said.get("weights"),
        groups=said.get("groups", _NO_GROUPS),
        slots=said.get("slots", ()),
        classes=tuple(said.get("classes", ())),
        end=said.get("end", ""),
        positive=said.get("positive"),
        labels=said.get("labels", "ask"),
    )


def kind_of(columns: Columns) -> Kind:
    """Tell what cells are by their types; what was said goes first.

    >>> kind_of(Columns(gold=["a", "b"], predicted=["a", None]))
    'labels'
    >>> kind_of(Columns(gold=[{"a"}], predicted=[["a", "b"]]))
    'sets'

    Raises InvalidInputError for a kind that there is not, and where types say several.
    """
    if columns.kind is not None:
        if columns.kind not in KINDS:
            hint = did_you_mean(str(columns.kind), KINDS).removeprefix(": ")
            raise invalid("kind", repr(columns.kind), f"one of {', '.join(KINDS)}", hint)
        return columns.kind
    kinds: dict[Kind, tuple[str, object]] = {
        kind: (name, cell)
        for name, column in (("predicted", columns.predicted), ("gold", columns.gold))
        for kind, cell in _kinds(name, column).items()
    }
    if len(kinds) > 1:
        told = ", ".join(f"{kind} ({name}: {shown(cell)})" for kind, (name, cell) in kinds.items())
        hint = f"say which: kind={' or kind='.join(map(repr, kinds))}"
        raise invalid("kind", told, "cells of one kind", hint)
    found: Kind = next(iter(kinds), "labels")
    if found == "sets":
        _refuse_indicators(columns)
    return found


def _refuse_indicators(columns: Columns) -> None:
    """Refuse lists of 0 and 1 of one length, of which nobody said what they are.

    Raises InvalidInputError.
    """
    rows = [row for row in islice(cells("gold", columns.gold), _LOOKED) if isinstance(row, list)]
    widths = {len(row) for row in rows}
    if len(widths) == 1 and all(one in (0, 1) for row in rows for one in row) and any(rows):
        got = f"lists of {widths.pop()}, of 0 and 1"
        hint = "a column for each class is kind='indicators', sets of classes are kind='sets'"
        raise invalid("kind", got, "cells that can be read in one way", hint)


def _kinds(name: str, column: Column) -> dict[Kind, object]:
    """Give a cell of each kind that the first cells of a column have."""
    if getattr(column, "ndim", 1) > 1 and not hasattr(column, "columns"):
        if getattr(column, "shape", ())[1:] == (1,):
            hint = "labels in one column are .ravel(); one class of indicators is kind='indicators'"
            got = f"{name} of the shape {getattr(column, 'shape', ())}"
            raise invalid("kind", got, "cells that can be read in one way", hint)
        return {"indicators": column}
    found: dict[Kind, object] = {}
    for cell in islice(cells(name, column), _LOOKED):
        kind = _kind(cell)
        if kind is not None:
            found.setdefault(kind, cell)
    return found


def _kind(cell: object) -> Kind | None:
    match cell:
        case None:
            return None
        case str() | int() | float():
            return "labels"
        case Mapping():
            return "rows"
        case tuple() if all(isinstance(one, str | None) for one in cell):
            got = f"the tuple {shown(cell)}"
            hint = "a set of texts is kind='sets'; a list of such tuples is kind='tuples'"
            raise invalid("kind", got, "cells that can be read in one way", hint)
        case Sequence() | AbstractSet():
            first = next(iter(cell), None)
            match first:
                case Span():
                    return "spans"
                case Slots() | tuple():
                    return "tuples"
                case Mapping():
                    return "rows"
                case None:
                    return None
                case _:
                    return "sets"
        case _:
            return "labels"


def cells(name: str, column: Column) -> Sequence[object]:
    """Give the cells of a column, which can be passed over twice; `name` is for messages.

    >>> cells("gold", iter("ab"))
    ['a', 'b']

    Raises InvalidInputError for what is no column.
    """
    if isinstance(column, str | bytes | Mapping):
        got = "one text" if isinstance(column, str | bytes) else "a dictionary"
        raise invalid(name, got, "a column: a list, an array, a series, one cell a sample")
    if getattr(column, "ndim", 1) > 1 and hasattr(column, "columns"):
        raise invalid(name, "a data frame", "a column of it, such as frame['label']")
    if isinstance(column, AbstractSet):
        raise invalid(name, "a set, which has no order", "a list, one cell a sample")
    one = getattr(column, "ndim", 1) == 0
    if one or not isinstance(column, Iterable):
        raise invalid(name, f"the type {type(column).__name__}", "a column, one cell a sample")
    try:
        return plainly(cells_of(name, column))
    except FaultError as error:
        raise invalid(name, error.fault.got, error.fault.expected) from error


def records_of(
    name: str, records: Iterable[object], *, more: tuple[type[T], ...] = ()
) -> Iterator[Mapping[str, object] | T]:
    """Give records as dictionaries, of a list or of a data frame; some may be values of ours.

    >>> list(records_of("samples", [{"id": 1}]))
    [{'id': 1}]

    Raises InvalidInputError for what is no list of records, naming the place.
    """
    if isinstance(records, Mapping | bytes | str) or not isinstance(records, Iterable):
        got = f"the type {type(records).__name__}"
        raise invalid(name, got, "a path, a list of records, or a data frame")
    for named in ("to_dicts", "to_pylist", "to_dict"):
        make = getattr(records, named, None)
        if callable(make):
            records = make("records") if named == "to_dict" else make()
            break
    for at, record in enumerate(records):
        if isinstance(record, Mapping):
            yield {str(key): value for key, value in record.items()}
        elif isinstance(record, more):
            yield record
        else:
            raise invalid(f"{name}[{at}]", shown(record), "a record: a dictionary")


def again(name: str, column: Column) -> Column:
    """Give a column that can be passed over more than once: a generator is read into a list.

    >>> again("gold", (letter for letter in "ab"))
    ['a', 'b']

    Raises InvalidInputError for what is no column.
    """
    whole = any(hasattr(column, one) for one in ("ndim", "array", "__arrow_c_stream__"))
    return column if whole else cells(name, column)


def kept(columns: Columns) -> Columns:
    """Give columns that can all be passed over more than once.

    >>> kept(Columns(gold=iter("ab"), predicted="")).gold
    Traceback (most recent call last):
    measurand.InvalidInputError: predicted: expected a column: a list, an \
array, a series, one cell a sample, got one text

    Two dictionaries are joined by their keys; what has no answer is None.

    Raises InvalidInputError for what is no column.
    """
    if isinstance(columns.gold, Mapping) and isinstance(columns.predicted, Mapping):
        columns = _joined(columns, columns.gold, columns.predicted)
    _check_indexes(columns)
    return evolve(
        columns,
        gold=again("gold", columns.gold),
        predicted=again("predicted", columns.predicted),
        weights=None if columns.weights is None else again("weights", columns.weights),
        groups={name: again(f"groups[{name!r}]", one) for name, one in columns.groups.items()},
    )


def _check_indexes(columns: Columns) -> None:
    """Refuse columns of pandas whose rows go by other names, or by the same in another order.

    Cells are paired by their places. That is what is meant where one side has names and the other
    was made anew, with places for names (`pd.Series(model.predict(...))`); nobody knows otherwise.

    Raises InvalidInputError.
    """
    index = getattr(columns.gold, "index", None)
    beside = {"predicted": columns.predicted, "weights": columns.weights, **columns.groups}
    for name, column in beside.items():
        other = getattr(column, "index", None)
        equals = getattr(index, "equals", None)
        if other is None or not callable(equals) or not hasattr(other, "equals") or equals(other):
            continue
        anew = sum(type(one).__name__ == "RangeIndex" for one in (index, other)) == 1
        if anew and set(_names(index)) != set(_names(other)):
            continue
        hint = f"{name}.reindex(gold.index) pairs them by name, .to_numpy() by place"
        raise invalid(name, "an index of other names, or in another order", "that of gold", hint)


def _names(index: object) -> Iterable[object]:
    return index if isinstance(index, Iterable) else ()


def _joined(
    columns: Columns, gold: Mapping[object, object], predicted: Mapping[object, object]
) -> Columns:
    unknown = [key for key in predicted if key not in gold]
    if unknown:
        got = f"{shown(unknown[0])}{f' and {len(unknown) - 1} more' if unknown[1:] else ''}"
        raise invalid("predicted", got, "keys that gold has")
    answers = [predicted.get(key) for key in gold]
    return evolve(columns, gold=list(gold.values()), predicted=answers)


def pooled(how: Observing, columns: Columns, names: tuple[str, ...]) -> Pool:
    """Pool what is observed of columns, under the groups of these names.

    >>> from measurand.evidence.observation import Observation
    >>> pooled(Observation(), Columns(gold=["a"], predicted=["b"]), ()).scored()
    1

    Raises InvalidInputError with all that is wrong with the cells.
    """
    groups = {name: _group(columns, name) for name in names}
    with speaking_of_arguments():
        if _numbers_alone(how):
            return _of_numbers(how, evolve(columns, groups=groups))
        if not isinstance(how, Observation):
            return _read_by(how, evolve(columns, groups=groups), names)
        kind = columns.told
        if kind == "labels":
            return unwrapped(
                pool_of_labels(
                    how,
                    columns.gold,
                    columns.predicted,
                    weights=columns.weights,
                    groups=groups,
                    labels=columns.labels,
                ),
                _NAMES,
            )
        if kind == "indicators":
            return unwrapped(_indicators(how, columns, groups), _NAMES)
        return _observed(how, _samples(evolve(columns, groups=groups), kind), names)


def _of_numbers(how: Observing, columns: Columns) -> Pool:
    for name, column in _sides(columns):
        if getattr(column, "ndim", 1) > 1:
            hint = "take the column of one class, as probabilities[:, 1]"
            raise invalid(name, f"the shape {getattr(column, 'shape', '')}", "a number a row", hint)
    numbers = {"gold": _truths(columns), "predicted": columns.predicted}
    try:
        found = pool_of_numbers(how, numbers, weights=columns.weights, groups=columns.groups)
    except UnfitSampleError as error:
        raise _unfit(how, samples_for(how, columns), error) from error
    return unwrapped(found, {**_NAMES, "numbers": ""})


def _read_by(how: Observing, columns: Columns, names: tuple[str, ...]) -> Pool:
    """Pool what is read of samples as neither items nor numbers, in the shape that it comes in."""
    columns = shaped(how, columns)
    if ranks(how) and not names and columns.weights is None:
        right, said = (cells(*side) for side in _sides(columns))
        gold, run = _records(right), _records(said)
        if gold is not None and run is not None and len(gold) == len(right) == len(said):
            found = pool_of_rankings(how, gold, run)
            if is_successful(found):
                return found.unwrap()
    return _observed(how, _samples(columns, _kind_read(how), items=_items_read(how)), names)


def _records(rows: Sequence[object]) -> dict[str, Mapping[str, object]] | None:
    """Give records by their places, where nothing else is there but answers that were not given."""
    found = {str(at): row for at, row in enumerate(rows) if isinstance(row, Mapping)}
    return found if len(found) + sum(row is None for row in rows) == len(rows) else None


def shaped(how: Observing, columns: Columns) -> Columns:
    """Give columns of rankings, and of probabilities of classes, as records of names and numbers.

    >>> from measurand.evidence.class_scores import GoldRank
    >>> shaped(GoldRank("p"), Columns(gold=[1], predicted=[[0.25, 0.75]])).predicted
    [{'0': 0.25, '1': 0.75}]

    Raises InvalidInputError for rows that can be read in two ways, or have no names.
    """
    if columns.kind == "rows" or not (ranks(how) or classifies(how)):
        return columns
    gold, predicted = (_listed_rows(*side) for side in _sides(columns))
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


def _kind_read(how: Observing) -> Kind:
    return "numbers" if any(one.items == "none" for one in reads_of(how)) else "rows"


def _items_read(how: Observing) -> ItemKind | None:
    return "ratings" if any(one.items == "ratings" for one in reads_of(how)) else None


def _observed(how: Observing, samples: Sequence[Sample], names: tuple[str, ...]) -> Pool:
    """Pool samples.

    Raises InvalidInputError for one that has not the shape that is asked for, naming its row.
    """
    try:
        return pool(how, samples, names=names)
    except UnfitSampleError as error:
        raise _unfit(how, samples, error) from error


def _unfit(how: Observing, samples: Sequence[Sample], error: UnfitSampleError) -> InvalidInputError:
    """Name the first row that has not the shape that is asked for."""
    place = "the samples"
    for at, sample in enumerate(samples):
        try:
            observe(how, sample)
        except UnfitSampleError as first:
            place, error = f"row[{at}]", first
            break
    expected, _, got = str(error).partition(": got ")
    # Other hints are about options of commands.
    hint = "" if "--" in error.hint else error.hint
    if "'gold' that is 0 or 1" in expected:
        hint = "positive=... says which label counts as 1"
    return invalid(place, got or "another", expected, hint)


_NAMES = {"gold": "gold", "pred": "predicted", "sample_weight": "weights"}


def _numbers_alone(how: Observing) -> bool:
    parts = how.parts if isinstance(how, Together) else (how,)
    return all(isinstance(part, ColumnOf) for part in parts)


def _truths(columns: Columns) -> Column:
    """Write truth values as 1 and 0, and a label as 1 where it is the positive one."""
    if columns.positive is None and is_array(columns.gold) and columns.gold.dtype.kind != "b":
        return columns.gold
    labels = cells("gold", columns.gold)
    if columns.positive is not None:
        return [None if label is None else int(label == columns.positive) for label in labels]
    texts = next((label for label in labels if isinstance(label, str)), None)
    if texts is not None:
        hint = "say which label counts as 1: positive=..."
        raise invalid("gold", shown(texts), "numbers, or labels with positive=", hint)
    return [int(label) if isinstance(label, bool) else label for label in labels]


def _group(columns: Columns, name: str) -> Column:
    if name not in columns.groups:
        known = ", ".join(map(repr, columns.groups)) or "none"
        hint = f"give its column: groups={{{name!r}: ...}}"
        raise invalid("groups", known, f"the group {name!r}, which is asked for", hint)
    return columns.groups[name]


def _indicators(
    how: Observing, columns: Columns, groups: Mapping[str, Column]
) -> Result[Pool, tuple[Fault, ...]]:
    answers = _rows_of("predicted", columns.predicted)
    every = _rows_of("gold", columns.gold)
    gold = [row for row in every if row is not None]
    if len(gold) < len(every):
        raise invalid(f"gold[{every.index(None)}]", "None", "a row of 0 and 1")
    width = max(map(len, (*gold, *filter(None, answers))), default=0)
    classes = tuple(map(label_text, columns.classes)) or tuple(map(str, range(width)))
    return pool_of_indicators(how, gold, answers, classes, weights=columns.weights, groups=groups)


def _sides(columns: Columns) -> tuple[tuple[str, Column], tuple[str, Column]]:
    return ("gold", columns.gold), ("predicted", columns.predicted)


_ROWS = 2


def _rows_of(name: str, column: Column) -> list[tuple[object, ...] | None]:
    """Give rows of cells, whether they come as an array of two dimensions or as lists."""
    turned = getattr(column, "tolist", None)
    rows = turned() if callable(turned) else column
    if getattr(column, "ndim", 1) == _ROWS and isinstance(rows, list):
        return list(map(tuple, rows))
    found: list[tuple[object, ...] | None] = []
    for at, row in enumerate(rows if isinstance(rows, Iterable) else ()):
        if row is not None and (isinstance(row, str) or not isinstance(row, Iterable)):
            raise invalid(f"{name}[{at}]", shown(row), "a row of 0 and 1, or None")
        found.append(None if row is None else tuple(row))
    return found


def samples_for(how: Observing, columns: Columns) -> tuple[Sample, ...]:
    """Make the samples of columns that an observation asks for; ids count them from 0.

    >>> samples_for(Observation(), Columns(gold=[{"b", "a"}], predicted=[["a"]]))[0].gold
    ('a', 'b')
    >>> samples_for(ColumnOf("gold"), Columns(gold=[1], predicted=[2]))[0].amounts
    (('gold', Fraction(1, 1)), ('predicted', Fraction(2, 1)))

    Raises InvalidInputError with all that is wrong with the cells.
    """
    if _numbers_alone(how):
        return _samples(evolve(columns, gold=_truths(columns)), "numbers")
    if isinstance(how, Observation):
        return _samples(columns, kind_of(columns))
    return _samples(shaped(how, columns), _kind_read(how), items=_items_read(how))


def _samples(columns: Columns, kind: Kind, *, items: ItemKind | None = None) -> tuple[Sample, ...]:
    """Make samples of cells of a kind; `items` is what they are read as, where it is known."""
    gold, predicted = (cells(*side) for side in _sides(columns))
    weights = None if columns.weights is None else cells("weights", columns.weights)
    groups = {name: cells(name, column) for name, column in columns.groups.items()}
    every = {"predicted": predicted, **groups, **({} if weights is None else {"weights": weights})}
    for name, column in every.items():
        if len(column) != len(gold):
            raise invalid(name, f"{len(column)} cells", f"{len(gold)}, as in gold")
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
    return unwrapped(read, _NAMES)


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


Write = Callable[[object, Sequence[str]], object]


def _as_it_is(cell: object, _slots: Sequence[str]) -> object:
    return cell


def _texts(cell: object, _slots: Sequence[str]) -> object:
    """Write the items of a set; whole numbers are their digits, as labels are."""
    if isinstance(cell, str) or not isinstance(cell, Iterable):
        return cell
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
    row = list(cell) if isinstance(cell, Iterable) and not isinstance(cell, str) else [cell]
    if not all(one in (0, 1) for one in row):
        raise invalid("indicators", shown(cell), "a row of 0 and 1")
    names = classes or tuple(map(str, range(len(row))))
    return [name for name, one in zip(names, row, strict=True) if one]


_WRITTEN: Mapping[Kind, Write] = {
    "indicators": _ones,
    "sets": _texts,
    "tuples": _tuples,
    "spans": _spans,
}
