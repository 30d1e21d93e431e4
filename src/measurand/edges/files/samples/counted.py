"""Rows of columns, counted: each distinct cell is read once, each distinct row observed once.

What a row contributes follows from its cells, not from where it stands. So rows are counted first.
Each distinct cell is then read by the reader of frames, in as few rows as hold them all: what it
makes of a cell does not depend on the other cells of the row, where cells are single values or
lists of texts. Whatever is wrong with a row is left to that reader, which then reads them all and
says so: there is no second meaning of a label, and no second wording of a fault.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import cycle, islice, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, TypeVar

from attrs import frozen
from returns.pipeline import is_successful
from returns.result import Result

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.distinct import distinct, is_array
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.edges.files.samples.plain_values import plain
from measurand.evidence.crossing import Crossing, Items
from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.observe import observe
from measurand.evidence.pool import Place, Pool
from measurand.values.fault import Fault
from measurand.values.sample import Sample

if TYPE_CHECKING:
    from measurand.algebra.distinct import Array

T = TypeVar("T")
Cells = Sequence[object]
Read = Callable[[Iterable[tuple[object, ...]]], Result[tuple[Sample, ...], tuple[Fault, ...]]]
"""Makes a sample of each row of cells, or says all that is wrong with them."""

_EMPTY = Sample(id="")
"""What a row has where no column says it."""
_ALONE = (frozenset((str, int, type(None))), frozenset((str, bool, type(None))))
"""Types whose equal values are one value."""
_FLOATS = frozenset((float, type(None)))


At = tuple[Literal["gold", "answer", "weight", "number", "group"], str]
"""What a column is; numbers and groups have names."""
GOLD: At = ("gold", "")
ANSWER: At = ("answer", "")
WEIGHT: At = ("weight", "")


def counted(
    how: Observing,
    columns: "Mapping[At, Cells | Array]",
    read: Read,
    *,
    names: Place = (),
    lists: bool = False,
) -> Pool | None:
    """Pool rows of cells, which `read` makes samples of, under the groups of these names.

    Cells are single values; with `lists` they may be lists, where those are read as texts. None
    where some are not, or anything is wrong with them.
    """
    try:
        rows = _distinct(list(columns.values()), lists=lists)
        found = _by_cell(rows, read)
        if found is None:
            return None
        return _observed(how, rows, dict(zip(columns, found, strict=True)), names)
    except (FaultError, UnfitSampleError):
        return None


@frozen
class _Rows:
    """Columns of keys, how often each row occurs, and the cells that are no keys."""

    columns: Sequence[Sequence[Hashable]]
    counts: Sequence[int]
    cells: Sequence[Mapping[Hashable, object] | None]


def _distinct(columns: "Sequence[Cells | Array]", *, lists: bool) -> _Rows:
    arrays = [column for column in columns if is_array(column)]
    numbered = distinct(arrays) if arrays and len(arrays) == len(columns) else None
    cells = [*map(plainly, columns)] if numbered is None else numbered[0]
    keyed = [_keyed(column, lists=lists) for column in cells]
    keys, known = [keys for keys, _ in keyed], [known for _, known in keyed]
    if numbered is not None:
        return _Rows(keys, numbered[1], known)
    rows = Counter(zip(*keys, strict=True))
    kept = [list(map(itemgetter(at), rows)) for at in range(len(keys))]
    return _Rows(kept, list(rows.values()), known)


def plainly(column: "Cells | Array") -> Cells:
    """Give the numbers of an array as those of Python."""
    if isinstance(column, Sequence):
        return column
    cells: list[object] = column.tolist()
    return cells


def _keyed(
    cells: Cells, *, lists: bool
) -> tuple[Sequence[Hashable], Mapping[Hashable, object] | None]:
    """Give keys that are equal where cells mean the same, and a cell for each; None: the key.

    Raises FaultError where a cell means nothing, or is no single value.
    """
    kinds = set(map(type, cells))
    if any(kinds <= alone for alone in _ALONE):
        return cells, None
    if kinds <= _FLOATS:
        keys: list[Hashable] = [None if one is None else repr(one) for one in cells]
    else:
        once = {id(one): one for one in cells}
        known = {at: _key(plain(one), lists=lists) for at, one in once.items()}
        keys = [known[id(one)] for one in cells]
    return keys, dict(zip(keys, cells, strict=True))


def _key(value: Json, *, lists: bool) -> Hashable:
    if isinstance(value, bool):
        return bool, value
    if isinstance(value, list) and lists:
        return list, tuple([_key(one, lists=False) for one in value])
    if isinstance(value, list | dict):
        raise expected("a single value", value)
    return value


def _by_cell(rows: _Rows, read: Read) -> Sequence[Mapping[Hashable, Sample]] | None:
    """Read each distinct cell in some row, as few of them as hold them all; None: a fault."""
    columns = [list(dict.fromkeys(column)) for column in rows.columns]
    if not rows.counts:
        return [{} for _ in rows.cells]
    height = max(map(len, columns))
    filled = [list(islice(cycle(column), height)) for column in columns]
    cells = [
        column if known is None else [known[key] for key in column]
        for column, known in zip(filled, rows.cells, strict=True)
    ]
    found = read(zip(*cells, strict=True))
    if not is_successful(found):
        return None
    return [dict(zip(column, found.unwrap(), strict=True)) for column in filled]


def _observed(
    how: Observing, rows: _Rows, read: Mapping[At, Mapping[Hashable, Sample]], names: Place
) -> Pool:
    """Observe each distinct row, made of what was read of its cells."""
    places = {at: place for place, at in enumerate(read)}

    def part(at: At, of: Callable[[Sample], T]) -> list[T]:
        if at not in read:
            return [of(_EMPTY)] * len(rows.counts)
        known = {key: of(sample) for key, sample in read[at].items()}
        return [known[key] for key in rows.columns[places[at]]]

    count = len(rows.counts)
    weights = part(WEIGHT, _weight)
    if isinstance(how, Observation):
        crossing = Crossing(how)
        golds = part(GOLD, lambda sample: crossing.gold(sample.gold))
        answers = part(ANSWER, lambda sample: crossing.answer(sample.predicted))
        if WEIGHT not in read and not names:
            return Pool(names, Keyed({(): Bag(crossing.crossed(golds, answers, rows.counts))}), how)
        evidence = list(map(crossing.pair, golds, answers, weights))
    else:
        sides = zip(part(GOLD, _gold), part(ANSWER, _answer), strict=True)
        numbers = [part(at, _number(at[1])) for at in sorted(read) if at[0] == "number"]
        amounts = map(_there, zip(*numbers, strict=True)) if numbers else repeat((), count)
        evidence = [
            observe(how, Sample(id="", gold=gold, predicted=answer, weight=weight, amounts=some))
            for (gold, answer), weight, some in zip(sides, weights, amounts, strict=True)
        ]
    groups = [part(("group", name), _group(name)) for name in names]
    found: dict[Place, Counter[Evidence]] = {}
    under = zip(*groups, strict=True) if names else repeat((), count)
    for place, row, times in zip(under, evidence, rows.counts, strict=False):
        found.setdefault(place, Counter())[row] += times
    return Pool(names, Keyed({place: Bag(some) for place, some in found.items()}), how)


Amounts = tuple[tuple[str, Fraction], ...]


def _gold(sample: Sample) -> Items:
    return sample.gold


def _answer(sample: Sample) -> Items | None:
    return sample.predicted


def _weight(sample: Sample) -> Fraction:
    return sample.weight


def _group(name: str) -> Callable[[Sample], str]:
    return lambda sample: sample.group(name) or ""


def _number(name: str) -> Callable[[Sample], tuple[str, Fraction | None]]:
    return lambda sample: (name, sample.amount(name))


def _there(row: Iterable[tuple[str, Fraction | None]]) -> Amounts:
    return tuple((name, value) for name, value in row if value is not None)
