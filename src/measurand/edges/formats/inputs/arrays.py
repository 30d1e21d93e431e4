"""Columns of labels, of 0 and 1, and of numbers to a pool, without a sample for each row.

What a row contributes follows from its cells, not from where it stands. So rows are counted first;
each distinct cell is read once, by the reader of frames, in as few rows as hold them all; and each
distinct row is observed once. Whatever is wrong with a row is left to that reader, which reads them
all then and says so: there is no second meaning of a label, and no second wording of a fault.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, repeat
from typing import TYPE_CHECKING, Literal, TypeVar

from attrs import field, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.algebra.bag import Bag
from measurand.algebra.distinct import countable, distinct, is_array
from measurand.algebra.keyed import Keyed
from measurand.claims.paths import Key
from measurand.claims.source import Fields, ItemKind
from measurand.edges.formats.inputs.frames import samples_of
from measurand.edges.formats.inputs.plain_values import plain
from measurand.edges.formats.json_value import FaultError, Json
from measurand.evidence.crossing import Items, crossing
from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.observe import observe
from measurand.evidence.pool import Place, Pool, pool
from measurand.values.fault import Fault
from measurand.values.sample import Sample

if TYPE_CHECKING:
    from measurand.algebra.distinct import Array

T = TypeVar("T")
Cells = Sequence[object]
Compared = Literal["ask", "value", "text"]
At = tuple[str, ...]
"""The keys down to a cell of a record."""

_GOLD, _PRED, _WEIGHT = ("gold",), ("pred",), ("sample_weight",)
_GROUPS, _NUMBERS = "groups", "numbers"
_ONE = Fraction(1)
_NONE: Mapping[str, Iterable[object]] = {}
_ALONE = (frozenset((str, int, type(None))), frozenset((str, bool, type(None))))
"""Types whose equal values are one value."""
_FLOATS = frozenset((float, type(None)))


def pool_of_labels(  # noqa: PLR0913  # what a column is, all by name
    how: Observing,
    gold: Iterable[object],
    predicted: Iterable[object],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
    numbers: Mapping[str, Iterable[object]] = _NONE,
    labels: Compared = "ask",
) -> Result[Pool, tuple[Fault, ...]]:
    """Pool two columns of labels, one label a sample on each side, or say all that is wrong.

    Columns are lists, arrays of numpy, columns of a data frame. A label is a text, a number, True
    or False; in `predicted` a null (None, NaN, NA) says that no answer was given. The pool is that
    of `samples_of` rows of these cells with items="label", grouped by the names of `groups`.
    `labels` says how labels of two types are compared, as `--input labels=` does.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.finalise import score
    >>> from measurand.metrics.signature import parse
    >>> macro = parse("f(average=macro[class],class=item)")
    >>> score(macro, pool_of_labels(observing(macro), [0, 1, 1], [0, 0, 1]).unwrap())
    Defined(value=Fraction(2, 3))

    Raises UnfitSampleError where labels do not have the shape that is asked for.
    """
    sides = {_GOLD: gold, _PRED: predicted}
    return _pooled(how, sides | _others(weights, groups, numbers), groups, "label", labels)


def pool_of_indicators(  # noqa: PLR0913  # what a column is, all by name
    how: Observing,
    gold: Iterable[Iterable[object]],
    predicted: Iterable[Iterable[object] | None],
    classes: Sequence[str],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
    numbers: Mapping[str, Iterable[object]] = _NONE,
) -> Result[Pool, tuple[Fault, ...]]:
    """Pool rows of 0 and 1, a column for each class; a row of predictions that is None is missing.

    The pool is that of samples whose items are the classes with a 1.

    >>> rows = pool_of_indicators(Observation(), [[1, 1], [0, 0]], [[1, 0], None], ["a", "b"])
    >>> rows.unwrap().keyed.flat()
    Bag({Observed(tallies=(('', Tally(hits=1, predicted=1, gold=2)),), weight=Fraction(1, 1)): 1, \
Excluded(reason='no answer'): 1})

    Raises UnfitSampleError as `pool_of_labels` does.
    """
    named = tuple(classes)
    if len(set(named)) < len(named):
        got = f"the names {', '.join(map(repr, named))}"
        return Failure((Fault(got=got, expected="classes whose names differ"),))
    try:
        sides: dict[At, Iterable[object]] = {
            at: [_items(row, named, f"${Key(at[0]).text}[{number}]") for number, row in rows]
            for at, rows in ((_GOLD, _rows(gold)), (_PRED, _rows(predicted)))
        }
    except FaultError as error:
        return Failure((error.fault,))
    return _pooled(how, sides | _others(weights, groups, numbers), groups, "text", "ask")


def pool_of_numbers(
    how: Observing,
    numbers: Mapping[str, Iterable[object]],
    *,
    weights: Iterable[object] | None = None,
    groups: Mapping[str, Iterable[object]] = _NONE,
) -> Result[Pool, tuple[Fault, ...]]:
    """Pool columns of numbers by name; a null says that a sample has none.

    >>> from measurand.evidence.observation import ColumnOf
    >>> pool_of_numbers(ColumnOf("cost"), {"cost": [0.5, 0.5, None]}).unwrap().keyed.flat()
    Bag({Amount(value=Fraction(1, 2), weight=Fraction(1, 1)): 2, \
Excluded(reason="no number 'cost'"): 1})

    Raises UnfitSampleError where a number is none that the observation asks for.
    """
    return _pooled(how, _others(weights, groups, numbers), groups, "none", "ask")


def _others(
    weights: Iterable[object] | None,
    groups: Mapping[str, Iterable[object]],
    numbers: Mapping[str, Iterable[object]],
) -> dict[At, Iterable[object]]:
    weighed: dict[At, Iterable[object]] = {} if weights is None else {_WEIGHT: weights}
    grouped = {(_GROUPS, name): column for name, column in groups.items()}
    return weighed | grouped | {(_NUMBERS, name): column for name, column in numbers.items()}


def _rows(matrix: Iterable[object]) -> Iterator[tuple[int, object]]:
    turned = getattr(matrix, "tolist", None)
    return enumerate(turned() if callable(turned) else matrix)


def _items(row: object, classes: Sequence[str], place: str) -> list[str] | None:
    """Name the classes that have a 1 in a row."""
    if row is None:
        return None
    cells = list(row) if isinstance(row, Iterable) else []
    if len(cells) != len(classes):
        expected = f"a row of {len(classes)} cells, one for each class"
        raise FaultError(Fault(got=f"{len(cells)} cells", expected=expected, path=place))
    other = next((at for at, cell in enumerate(cells) if not (cell == 0 or cell == 1)), None)
    if other is not None:
        got, at = repr(cells[other]), f"{place}[{other}]"
        raise FaultError(Fault(got=got, expected="0 or 1 in each cell", path=at))
    return [name for name, cell in zip(classes, cells, strict=True) if cell]


def _pooled(
    how: Observing,
    given: Mapping[At, Iterable[object]],
    names: Iterable[str],
    items: ItemKind,
    labels: Compared,
) -> Result[Pool, tuple[Fault, ...]]:
    columns = {at: _listed(column) for at, column in given.items()}
    unequal = _unequal(columns)
    if unequal is not None:
        return Failure((unequal,))
    fields = Fields(
        amounts=tuple((at[1], f"{_NUMBERS}{Key(at[1]).text}") for at in columns if at[0] == _NUMBERS)
    )
    places = tuple(names)

    def read(rows: Iterable[tuple[object, ...]]) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
        records = [_record(number, columns, row) for number, row in enumerate(rows)]
        return samples_of(records, fields=fields, items=items, labels=labels)

    found = _counted(how, columns, read, places)
    if found is not None:
        return Success(found)
    whole = read(zip(*columns.values(), strict=True))
    return whole.map(lambda samples: pool(how, samples, names=places))


def _listed(column: Iterable[object]) -> "Cells | Array":
    """Give a column that can be passed over twice, with its cells as they are."""
    if is_array(column):
        return column if countable(column) else _python(column)
    return column if isinstance(column, list | tuple) else list(column)


def _python(column: "Array") -> Cells:
    """Give the cells of an array; short floats stay what they are, with digits of their own."""
    return list(column) if column.dtype.kind == "f" else column.tolist()


def _unequal(columns: Mapping[At, "Cells | Array"]) -> Fault | None:
    (first, cells), *others = columns.items()
    for at, more in others:
        if len(more) != len(cells):
            there = "".join(Key(name).text for name in first).removeprefix(".")
            return Fault(
                got=f"{len(more)} cells",
                expected=f"{len(cells)}, as in {there}",
                path="$" + "".join(Key(name).text for name in at),
            )
    return None


def _record(number: int, columns: Iterable[At], row: Iterable[object]) -> dict[str, object]:
    record: dict[str, object] = {"id": number}
    held: dict[str, dict[str, object]] = {}
    for at, cell in zip(columns, row, strict=True):
        if len(at) == 1:
            record[at[0]] = cell
        else:
            held.setdefault(at[0], {})[at[1]] = cell
    return record | held


Read = Callable[[Iterable[tuple[object, ...]]], Result[tuple[Sample, ...], tuple[Fault, ...]]]


def _counted(
    how: Observing, columns: Mapping[At, "Cells | Array"], read: Read, names: Place
) -> Pool | None:
    """Pool distinct rows; None where anything is wrong, or not as plain as that."""
    try:
        rows = _distinct(list(columns.values()))
        read_all = _read_cells(rows, read)
        return None if read_all is None else _observed(how, list(columns), rows, read_all, names)
    except (FaultError, UnfitSampleError):
        return None


@frozen
class _Rows:
    """Distinct rows of keys with how often each occurs; a cell for each key that is none itself."""

    counts: Mapping[tuple[Hashable, ...], int]
    cells: Sequence[Mapping[Hashable, object] | None]
    keys: Sequence[Sequence[Hashable]] = field(init=False)

    @keys.default
    def _each_once(self) -> Sequence[Sequence[Hashable]]:
        return [list(dict.fromkeys(column)) for column in zip(*self.counts, strict=True)]


def _distinct(columns: "Sequence[Cells | Array]") -> _Rows:
    arrays = [column for column in columns if is_array(column)]
    numbered = distinct(arrays) if len(arrays) == len(columns) else None
    plain_cells = numbered[0] if numbered else [_cells(column) for column in columns]
    keyed = [_keyed(cells) for cells in plain_cells]
    rows = zip(*(keys for keys, _ in keyed), strict=True)
    if numbered is None:
        return _Rows(Counter(rows), [cells for _, cells in keyed])
    total: Counter[tuple[Hashable, ...]] = Counter()
    for row, count in zip(rows, numbered[1], strict=True):
        total[row] += count
    return _Rows(total, [cells for _, cells in keyed])


def _cells(column: "Cells | Array") -> Cells:
    return column.tolist() if is_array(column) else column


def _keyed(cells: Cells) -> tuple[Sequence[Hashable], Mapping[Hashable, object] | None]:
    """Give keys that are equal where cells mean the same, and a cell for each; None: the key."""
    kinds = set(map(type, cells))
    if any(kinds <= alone for alone in _ALONE):
        return cells, None
    if kinds <= _FLOATS:
        keys: list[Hashable] = [None if one is None else repr(one) for one in cells]
    else:
        known = {at: _key(plain(one)) for at, one in {id(one): one for one in cells}.items()}
        keys = [known[id(one)] for one in cells]
    return keys, dict(zip(keys, cells, strict=True))


def _key(value: Json) -> Hashable:
    match value:
        case bool():
            return bool, value
        case list():
            return list, tuple(map(_key, value))
        case dict():
            return dict, tuple((name, _key(held)) for name, held in value.items())
        case _:
            return value


def _read_cells(rows: _Rows, read: Read) -> Sequence[Mapping[Hashable, Sample]] | None:
    """Read every cell of every column, in as many rows as the longest column has cells."""
    height = max(map(len, rows.keys), default=0)
    table = [
        [(keys * -(-height // len(keys)))[at] for at in range(height)] if keys else []
        for keys in map(list, rows.keys)
    ]
    cells = [
        column if cells is None else [cells[key] for key in column]
        for column, cells in zip(table, rows.cells, strict=False)
    ]
    found = read(zip(*cells, strict=True))
    if not is_successful(found):
        return None
    return [dict(zip(column, found.unwrap(), strict=True)) for column in table]


def _observed(
    how: Observing,
    columns: Sequence[At],
    rows: _Rows,
    read: Sequence[Mapping[Hashable, Sample]],
    names: Place,
) -> Pool:
    def part(at: At, of: Callable[[Sample], T]) -> list[T]:
        place = columns.index(at)
        known = {key: of(sample) for key, sample in read[place].items()}
        return [known[row[place]] for row in rows.counts]

    count = len(rows.counts)
    if not count:
        return Pool(names, observing=how)
    sided = _GOLD in columns
    golds: list[Items] = part(_GOLD, _gold) if sided else [()] * count
    answers: list[Items | None] = part(_PRED, _answer) if sided else [()] * count
    weights = part(_WEIGHT, _weight) if _WEIGHT in columns else [_ONE] * count
    if isinstance(how, Observation):
        evidence = list(map(crossing(how), golds, answers, weights))
    else:
        numbered = [part(at, _amounts(at[1])) for at in sorted(columns) if at[0] == _NUMBERS]
        amounts = [tuple(chain.from_iterable(row)) for row in zip(*numbered, strict=True)]
        sides = zip(golds, answers, weights, amounts or [()] * count, strict=True)
        evidence = [
            observe(
                how, Sample(id="", gold=gold, predicted=answer, weight=weight, amounts=numbers)
            )
            for gold, answer, weight, numbers in sides
        ]
    places = [part((_GROUPS, name), _group(name)) for name in names]
    return _placed(how, names, places, evidence, list(rows.counts.values()))


def _placed(
    how: Observing,
    names: Place,
    places: Sequence[Sequence[str]],
    evidence: Sequence[Evidence],
    counts: Sequence[int],
) -> Pool:
    found: dict[Place, Counter[Evidence]] = {}
    at_each: Iterable[Place] = zip(*places, strict=True) if names else repeat((), len(counts))
    for at, row, count in zip(at_each, evidence, counts, strict=True):
        found.setdefault(at, Counter())[row] += count
    return Pool(names, Keyed({at: Bag(rows) for at, rows in found.items()}), how)


def _gold(sample: Sample) -> Items:
    return sample.gold


def _answer(sample: Sample) -> Items | None:
    return sample.predicted


def _weight(sample: Sample) -> Fraction:
    return sample.weight


def _group(name: str) -> Callable[[Sample], str]:
    return lambda sample: sample.group(name) or ""


def _amounts(name: str) -> Callable[[Sample], tuple[tuple[str, Fraction], ...]]:
    return lambda sample: tuple(pair for pair in sample.amounts if pair[0] == name)
