"""Columns of labels, rows of 0 and 1, columns of numbers: pooled without a sample for each row.

Rows are counted and each distinct one is observed once (`distinct_rows`); what is read of columns
(`ReadColumns`) is pooled for any number of observations. Where cells are something else, or wrong,
the reader of frames makes samples of all rows, or says all that is wrong.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import combinations, compress
from typing import TYPE_CHECKING, Literal

from attrs import frozen
from returns.result import Failure, Result, Success

from measurand.algebra.distinct import bit_rows, countable, is_array
from measurand.edges.files.formats.arrow import readable
from measurand.edges.files.formats.arrow_values import check_type, is_missing, values_of
from measurand.edges.files.json.value import FaultError, wrong
from measurand.edges.files.sources.distinct_rows import (
    ANSWER,
    GOLD,
    WEIGHT,
    At,
    Cells,
    DistinctRows,
    plainly,
)
from measurand.edges.files.sources.frames import Column, samples_of
from measurand.evidence.observation import Observing
from measurand.evidence.paths import Key
from measurand.evidence.pool import Place, Pool, pool
from measurand.evidence.source import Fields, ItemKind
from measurand.values.english import counted
from measurand.values.fault import Fault, shown
from measurand.values.sample import Sample

if TYPE_CHECKING:
    from measurand.algebra.distinct import Array

_PLAIN_BITS = frozenset((int, bool, float))
Faults = tuple[Fault, ...]

Compared = Literal["ask", "value", "text"]
Columns = Mapping[At, Iterable[object]]

_NONE: Mapping[str, Iterable[object]] = {}
_KEYS = {"gold": "gold", "answer": "pred", "weight": "sample_weight"}
_HELD = {"group": "groups", "number": "numbers"}
_LEVELS = 200
_NAME = "the columns"


@frozen(eq=False, kw_only=True)
class ReadColumns:
    """Columns of one corpus, read once and pooled for any number of observations."""

    rows: DistinctRows
    names: Place

    def pool(self, how: Observing) -> Result[Pool, Faults]:
        """Pool what is observed of the columns, or say all that is wrong with them.

        Raises UnfitSampleError where rows do not have the shape that is asked for.
        """
        found = self.rows.pool(how)
        if found is not None:
            return Success(found)
        return self._every.map(lambda samples: pool(how, samples, names=self.names))

    @cached_property
    def _every(self) -> Result[tuple[Sample, ...], Faults]:
        """Read all rows."""
        return self.rows.read(zip(*map(plainly, self.rows.columns.values()), strict=True))


def pool_of_labels(  # noqa: PLR0913  # what a column is, all by name
    how: Observing,
    gold: Iterable[object],
    predicted: Iterable[object],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
    numbers: Mapping[str, Iterable[object]] = _NONE,
    labels: Compared = "ask",
) -> Result[Pool, Faults]:
    """Pool two columns of labels, one label a sample on each side, or say all that is wrong.

    Columns are lists, arrays of numpy, columns of a data frame. A label is a text, a number, True
    or False; in `predicted` a null (None, NaN, NA) says that no answer was given. The pool is that
    of `samples_of` rows of these cells with items="label", grouped by the names of `groups`.
    `weights` weighs samples, `numbers` are columns of numbers by name. `labels` says how labels of
    two types are compared, as `--input labels=` does.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.finalise import score
    >>> from measurand.metrics.signature import parse
    >>> macro = parse("f(average=macro[class],class=item)")
    >>> score(macro, pool_of_labels(observing(macro), [0, 1, 1], [0, 0, 1]).unwrap())
    Defined(value=Fraction(2, 3))

    Raises UnfitSampleError where labels do not have the shape that is asked for.
    """
    read = read_labels(
        gold, predicted, weights=weights, groups=groups, numbers=numbers, labels=labels
    )
    return read.bind(lambda columns: columns.pool(how))


def read_labels(  # noqa: PLR0913  # what a column is, all by name
    gold: Iterable[object],
    predicted: Iterable[object],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
    numbers: Mapping[str, Iterable[object]] = _NONE,
    labels: Compared = "ask",
) -> Result[ReadColumns, Faults]:
    """Read two columns of labels for several pools; all else is as in `pool_of_labels`.

    >>> from measurand.evidence.observation import Observation
    >>> read_labels(["a"], ["b"]).unwrap().pool(Observation()).unwrap().scored()
    1
    """
    sides: Columns = {GOLD: gold, ANSWER: predicted}
    return _read({**sides, **_others(weights, groups, numbers)}, "label", labels)


def pool_of_indicators(  # noqa: PLR0913  # what a column is, all by name
    how: Observing,
    gold: Iterable[Iterable[object]],
    predicted: Iterable[Iterable[object] | None],
    classes: Sequence[str],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
    numbers: Mapping[str, Iterable[object]] = _NONE,
) -> Result[Pool, Faults]:
    """Pool rows of 0 and 1, a column for each class; a row of predictions that is None is missing.

    The pool is that of samples whose items are the classes with a 1. `weights`, `groups` and
    `numbers` are those of `pool_of_labels`.

    >>> from measurand.evidence.observation import Observation
    >>> rows = pool_of_indicators(Observation(), [[1, 1], [0, 0]], [[1, 0], None], ["a", "b"])
    >>> rows.unwrap().keyed.flat()
    Bag({Excluded(reason='no answer'): 1, Observed(tallies=(('', Tally(hits=1, predicted=1, \
gold=2)),), weight=Fraction(1, 1)): 1})

    Raises UnfitSampleError as `pool_of_labels` does.
    """
    read = read_indicators(
        gold, predicted, classes, weights=weights, groups=groups, numbers=numbers
    )
    return read.bind(lambda columns: columns.pool(how))


def read_indicators(  # noqa: PLR0913  # what a column is, all by name
    gold: Iterable[Iterable[object]],
    predicted: Iterable[Iterable[object] | None],
    classes: Sequence[str],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
    numbers: Mapping[str, Iterable[object]] = _NONE,
) -> Result[ReadColumns, Faults]:
    """Read rows of 0 and 1 for several pools; all else is as in `pool_of_indicators`.

    >>> from measurand.evidence.observation import Observation
    >>> read_indicators([[1]], [[0]], ["a"]).unwrap().pool(Observation()).unwrap().scored()
    1
    """
    named = tuple(classes)
    if len(set(named)) < len(named):
        got = f"the names {', '.join(map(repr, named))}"
        return Failure((Fault(got=got, expected="classes whose names differ"),))
    try:
        _refused({_place(GOLD): gold, _place(ANSWER): predicted})
        sides = {GOLD: _named(GOLD, gold, named), ANSWER: _named(ANSWER, predicted, named)}
    except FaultError as error:
        return Failure((error.fault.at(file=_NAME),))
    columns = {**sides, **_others(weights, groups, numbers)}
    return _read(columns, "text", "ask", classes=named)


def pool_of_numbers(
    how: Observing,
    numbers: Mapping[str, Iterable[object]],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
) -> Result[Pool, Faults]:
    """Pool columns of numbers by name; a null says that a sample has none.

    `weights` weighs samples, `groups` are columns of texts by the name of their group key.

    >>> from measurand.evidence.observation import ColumnOf
    >>> pool_of_numbers(ColumnOf("cost"), {"cost": [0.5, 0.5, None]}).unwrap().keyed.flat()
    Bag({Amount(value=Fraction(1, 2), weight=Fraction(1, 1)): 2, \
Excluded(reason="no number 'cost'"): 1})

    Raises UnfitSampleError where a number is none that the observation asks for.
    """
    read = read_numbers(numbers, weights=weights, groups=groups)
    return read.bind(lambda columns: columns.pool(how))


def read_numbers(
    numbers: Mapping[str, Iterable[object]],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
) -> Result[ReadColumns, Faults]:
    """Read columns of numbers for several pools; all else is as in `pool_of_numbers`.

    >>> from measurand.evidence.observation import ColumnOf
    >>> read_numbers({"cost": [0.5]}).unwrap().pool(ColumnOf("cost")).unwrap().scored()
    1
    """
    return _read(_others(weights, groups, numbers), "none", "ask")


def _others(
    weights: Iterable[object] | None,
    groups: Mapping[str, Iterable[object]],
    numbers: Mapping[str, Iterable[object]],
) -> Columns:
    found: dict[At, Iterable[object]] = {} if weights is None else {WEIGHT: weights}
    found.update({("group", name): column for name, column in groups.items()})
    found.update({("number", name): column for name, column in numbers.items()})
    return found


def _named(at: At, matrix: Iterable[object], classes: Sequence[str]) -> list[Sequence[str] | None]:
    """Name the classes that have a 1, row by row."""
    numbered = bit_rows(matrix)
    if numbered is not None:
        distinct = [_with_a_1(tuple(row), classes, f"{_place(at)}[0]") for row in numbered[0]]
        return [distinct[place] for place in numbered[1]]
    turned = getattr(matrix, "tolist", None)
    rows = turned() if callable(turned) else matrix
    known: dict[object, Sequence[str] | None] = {None: None}
    found = []
    for number, row in enumerate(rows if isinstance(rows, Iterable) else ()):
        cells = tuple(row) if isinstance(row, Iterable) else row
        try:
            names = known[cells]
        except (KeyError, TypeError):
            names = _with_a_1(cells, classes, f"{_place(at)}[{number}]")
            known[cells] = names
        found.append(names)
    return found


def _with_a_1(cells: object, classes: Sequence[str], place: str) -> Sequence[str]:
    if not isinstance(cells, tuple):
        expected = "a row of cells, or None where no answer was given"
        raise wrong(shown(repr(cells)), expected, path=place)
    if len(cells) != len(classes):
        raise wrong(counted(len(cells), "cell"), f"{len(classes)}, one for each class", path=place)
    if not _PLAIN_BITS.issuperset(map(type, cells)) or not {0, 1}.issuperset(cells):
        for at, cell in enumerate(cells):
            if not is_bit(cell):
                raise wrong(shown(repr(cell)), "0 or 1", path=f"{place}[{at}]")
    return tuple(compress(classes, cells))


def is_bit(cell: object) -> bool:
    """Tell whether a cell is 0 or 1, whatever else it may be.

    >>> is_bit(1.0), is_bit([0]), is_bit("1")
    (True, False, False)
    """
    if isinstance(cell, list | tuple) or getattr(cell, "ndim", 0) != 0:
        return False
    return not is_missing(cell) and cell in (0, 1)


def _read(
    given: Columns, items: ItemKind, labels: Compared, *, classes: Sequence[str] = ()
) -> Result[ReadColumns, Faults]:
    try:
        _refused({_place(at): column for at, column in given.items()})
        columns = {at: cells_of(_place(at), column) for at, column in given.items()}
        _check_lengths(columns)
    except FaultError as error:
        return Failure((error.fault.at(file=_NAME),))
    held = tuple((name, f"numbers{Key(name).text}") for kind, name in given if kind == "number")
    fields = Fields(amounts=held)

    def read(rows: Iterable[tuple[object, ...]]) -> Result[tuple[Sample, ...], Faults]:
        records = [_record(number, given, row) for number, row in enumerate(rows)]
        return samples_of(records, fields=fields, items=items, labels=labels)

    names = tuple(name for kind, name in given if kind == "group")
    lists = items == "text"
    rows = DistinctRows(columns=columns, read=read, names=names, lists=lists, classes=classes)
    return Success(ReadColumns(rows=rows, names=names))


def _record(number: int, columns: Iterable[At], row: Iterable[object]) -> dict[str, object]:
    record: dict[str, object] = {"id": number}
    held: dict[str, dict[str, object]] = {}
    for (kind, name), cell in zip(columns, row, strict=True):
        if kind in _HELD:
            held.setdefault(_HELD[kind], {})[name] = cell
        else:
            record[_KEYS[kind]] = cell
    return {**record, **held}


def _place(at: At) -> str:
    kind, name = at
    return f"$.{_HELD[kind]}{Key(name).text}" if kind in _HELD else f"$.{_KEYS[kind]}"


def misaligned(columns: Mapping[str, object]) -> Fault | None:
    """Say which columns of pandas have rows of other names, or of the same in another order.

    Cells are paired by their places. That is what is meant where one side has names and the other
    was made anew, with places for names (`pd.Series(model.predict(...))`); nobody knows otherwise.
    A list has no names. Every two are looked at: two that fit a third may be of unlike rows.

    >>> misaligned({"gold": ["a"], "predicted": ["b"]}) is None
    True
    """
    indexes = [(name, _index(column)) for name, column in columns.items()]
    named = [(name, index) for name, index in indexes if hasattr(index, "equals")]
    for (first, index), (name, other) in combinations(named, 2):
        if not _paired(index, other):
            return Fault(
                got="an index of other names, or in another order",
                expected=f"that of {first}",
                path=name,
                hint=f"{name}.reindex({first}.index) pairs them by name, .to_numpy() by place",
            )
    return None


def _paired(one: object, other: object) -> bool:
    equals = getattr(one, "equals", None)
    if not callable(equals) or equals(other):
        return True
    anew = sum(type(index).__name__ == "RangeIndex" for index in (one, other)) == 1
    return anew and set(_names(one)) != set(_names(other))


def _index(column: object) -> object:
    return None if isinstance(column, list | tuple) else getattr(column, "index", None)


def _names(index: object) -> Iterable[object]:
    return index if isinstance(index, Iterable) else ()


def _refused(columns: Mapping[str, object]) -> None:
    fault = misaligned(columns)
    if fault is not None:
        raise FaultError(fault)


def _check_lengths(columns: "Mapping[At, Cells | Array]") -> None:
    first = next(iter(columns), GOLD)
    for at, column in columns.items():
        if len(column) != len(columns[first]):
            expected = f"{len(columns[first])}, as in {_place(first)}"
            raise wrong(counted(len(column), "cell"), expected, path=_place(at))


def cells_of(place: str, column: Iterable[object] | Column) -> "Cells | Array":
    """Give a column that can be passed over twice, with its cells as frames have them."""
    if isinstance(column, Column):
        return _of_pandas(column.array)
    if is_array(column):
        if countable(column):
            return column
        cells: list[object] = column.tolist() if column.dtype.kind in "bOU" else list(column)
        return cells
    if hasattr(column, "__arrow_c_stream__") or hasattr(column, "__arrow_c_array__"):
        return _of_arrow(place, column)
    listed = getattr(column, "tolist", None)
    if hasattr(column, "filled") and callable(listed):
        # A masked array of numpy: a cell that is masked is None.
        masked: list[object] = listed()
        return masked
    return column if isinstance(column, list | tuple) else list(column)


def _of_pandas(cells: Iterable[object]) -> "Cells | Array":
    """Give the array of numpy that a column is, unless its gaps made floats of integers."""
    turned = getattr(cells, "to_numpy", None)
    array = turned() if callable(turned) else cells
    if not is_array(array) or array.dtype.kind != getattr(cells, "dtype", array.dtype).kind:
        return list(cells)
    return cells_of("", array) if countable(array) or array.dtype.kind == "O" else list(cells)


# Types whose cells are the same by both roads; a float of 32 bits is written shorter by Arrow.
_ALIKE = re.compile(r"(List\()*(String|Boolean|U?Int\d+|Float64|Categorical|Enum)\b")


def _listing(column: object) -> "Callable[[], Cells] | None":
    """Find what lists the cells of a column of polars where pyarrow is not there to read it."""
    listed = getattr(column, "to_list", None)
    alike = _ALIKE.match(str(getattr(column, "dtype", "")))
    there = callable(listed) and alike and type(column).__module__.partition(".")[0] == "polars"
    return listed if there and not _has_arrow() else None


def _has_arrow() -> bool:
    try:
        return find_spec("pyarrow") is not None
    except ValueError:  # It was set to None, as who forbids an import does.
        return False


def _of_arrow(place: str, column: object) -> Cells:
    """Read a column of polars or pyarrow as a column of their tables is read."""
    if (listed := _listing(column)) is not None:
        return listed()
    with readable("a column"):
        from pyarrow import chunked_array

        stream = hasattr(column, "__arrow_c_stream__")
        chunks = chunked_array(column if stream else [column])
    check_type(chunks.type, place, levels=_LEVELS)
    return [value for chunk in chunks.chunks for value in values_of(chunk)]
