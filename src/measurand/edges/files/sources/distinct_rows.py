"""Rows of cells that are read as one sample each: each distinct row is observed once.

What a row contributes follows from its cells, not from where it stands. So rows are counted first,
and each distinct row is observed once. Each distinct cell is then read by the reader of frames, in
as few rows as hold them all: what it makes of a cell does not depend on the other cells of the row,
where cells are single values or lists of texts. Whatever is wrong with a row is left to that
reader, which then reads them all and says so: there is no second meaning of a label, and no second
wording of a fault. What was counted and read serves any number of observations.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import cycle, filterfalse, islice, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from attrs import evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Result

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.distinct import distinct, is_array
from measurand.algebra.lazy_counts import united
from measurand.edges.files.formats.arrow_values import is_missing, plain
from measurand.edges.files.json.value import FaultError, Json, expected, written
from measurand.evidence.cross_product import Crossing, Items, Met, meet
from measurand.evidence.evidence import Amount, Evidence, Excluded, Facts, Joint
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.number_rows import Multiples, NumberRows
from measurand.evidence.observation import (
    Absent,
    Between,
    ClassOf,
    ColumnOf,
    Observation,
    Observing,
    Together,
    Values,
)
from measurand.evidence.observe import observe
from measurand.evidence.pool import Place, Pool
from measurand.values.fault import Fault
from measurand.values.items import Item
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
_PLAIN_BITS = frozenset((int, bool, float))
_NAMED = frozenset((tuple, type(None)))
"""Types of cells that are names of classes, or no answer."""


At = tuple[Literal["gold", "answer", "weight", "number", "group"], str]
"""What a column is; numbers and groups have names."""
GOLD: At = ("gold", "")
ANSWER: At = ("answer", "")
WEIGHT: At = ("weight", "")


@frozen(eq=False, kw_only=True)
class DistinctRows:
    """Rows of cells, which `read` makes samples of, to be pooled under the groups of these names.

    Cells are single values; with `lists` they may be lists, where those are read as texts: lists of
    some of the `classes`, if there are any.
    """

    columns: "Mapping[At, Cells | Array]"
    read: Read
    names: Place = ()
    lists: bool = False
    classes: Sequence[str] = ()
    _met: dict[Observation, Met] = field(factory=dict, init=False)

    def pool(self, how: Observing) -> Pool | None:
        """Pool what is observed; None where cells are other things, or anything is wrong."""
        try:
            plain = None if self.names else self._plain(how)
            if plain is not None:
                return plain
            rows, columns = self._rows, list(self.columns)
            plain = None if self.names else _of_numbers(how, rows, columns)
            if plain is not None:
                return plain
            found = self._samples
            if found is None:
                return None
            read = dict(zip(columns, found, strict=True))
            if isinstance(how, Observation) and not self.names and WEIGHT not in read:
                return self._crossed(how, read)
            return _observed(how, rows, read, self.names)
        except (FaultError, UnfitSampleError):
            return None

    def _crossed(self, how: Observation, read: Mapping[At, Mapping[Hashable, Sample]]) -> Pool:
        """Cross sides of items; which have what in common is found once for all classes."""
        crossing, keyed = Crossing(how), evolve(how, classes=ClassOf())
        if keyed not in self._met:
            part = _parts(self._rows, read)
            golds = part(GOLD, lambda sample: crossing.gold(sample.gold))
            answers = part(ANSWER, lambda sample: crossing.answer(sample.predicted))
            self._met[keyed] = meet(golds, answers, self._rows.counts)
        return Pool((), Keyed({(): Bag(crossing.crossed(self._met[keyed]))}), how)

    def _plain(self, how: Observing) -> Pool | None:
        """Pool columns of numbers that all are there; None where more is to be read or said."""
        parts = how.parts if isinstance(how, Together) else (how,)
        ways = [part for part in parts if isinstance(part, ColumnOf)]
        plainly = len(ways) == len(parts) and isinstance(how, Together) == (len(ways) > 1)
        if not plainly or {("number", way.name) for way in ways} != self.columns.keys():
            return None
        columns, counts = self._multiples
        if not counts:
            return None
        found = [columns["number", way.name] for way in ways]
        seen = [one for way, one in zip(ways, found, strict=True) if one and _may_all_be(way, one)]
        if len(seen) < len(ways):
            return None
        return Pool((), Keyed({(): Bag(NumberRows(seen, counts))}), how)

    @cached_property
    def _multiples(self) -> tuple[Mapping[At, Multiples | None], Sequence[int]]:
        """Read distinct rows of numbers; None is a column with something else."""
        if self._numbered is None:
            rows = self._rows
            both = zip(rows.columns, rows.cells, strict=True)
            listed = [
                keys if known is None else [known[key] for key in keys] for keys, known in both
            ]
            counts: Sequence[int] = rows.counts
        else:
            listed, counts = [*self._numbered[0]], self._numbered[1]
        return dict(zip(self.columns, map(_multiples, listed), strict=True)), counts

    @cached_property
    def _numbered(self) -> tuple[list[list[object]], list[int]] | None:
        """Count rows of arrays; None where some are none, or too wide."""
        arrays = [column for column in self.columns.values() if is_array(column)]
        return distinct(arrays) if arrays and len(arrays) == len(self.columns) else None

    @cached_property
    def _rows(self) -> "_Rows":
        return _distinct(list(self.columns.values()), self._numbered, lists=self.lists)

    @cached_property
    def _samples(self) -> Sequence[Mapping[Hashable, Sample]] | None:
        """Read each distinct cell of each column; None: a fault."""
        if self.classes:
            return _by_class(self._rows, list(self.columns), self.read, self.classes)
        return _by_cell(self._rows, self.read)


@frozen
class _Rows:
    """Columns of keys, how often each row occurs, and the cells that are no keys."""

    columns: Sequence[Sequence[Hashable]]
    counts: Sequence[int]
    cells: Sequence[Mapping[Hashable, object] | None]


def _distinct(
    columns: "Sequence[Cells | Array]",
    numbered: tuple[list[list[object]], list[int]] | None,
    *,
    lists: bool,
) -> _Rows:
    cells = [*map(plainly, columns)] if numbered is None else numbered[0]
    keyed = [keyed_cells(column, lists=lists) for column in cells]
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


def keyed_cells(
    cells: Cells, *, lists: bool = False
) -> tuple[Sequence[Hashable], Mapping[Hashable, object] | None]:
    """Give keys that are equal where cells mean the same, and a cell for each; None: the key.

    >>> keyed_cells([0.5, None]), keyed_cells(["a"])
    ((['0.5', None], {'0.5': 0.5, None: None}), (['a'], None))

    Raises FaultError where a cell means nothing, or is no single value.
    """
    kinds = set(map(type, cells))
    if any(kinds <= alone for alone in _ALONE) or (lists and kinds <= _NAMED):
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


def _by_class(
    rows: _Rows, columns: Sequence[At], read: Read, classes: Sequence[str]
) -> Sequence[Mapping[Hashable, Sample]] | None:
    """Read the list of all classes once, and lists of some of them by what it holds; None: a fault.

    An item of a list of texts means the same whatever stands beside it.
    """
    others = [at for at, (kind, _) in enumerate(columns) if kind not in _LISTS]
    every = _by_cell(
        _Rows(
            [[_EVERY], [_EVERY], *(rows.columns[at] for at in others)],
            rows.counts,
            [{_EVERY: list(classes)}, {_EVERY: list(classes)}, *(rows.cells[at] for at in others)],
        ),
        read,
    )
    items = every[0][_EVERY].gold if every and every[0] else ()
    if every is None or len(items) < len(classes):
        return None
    item = dict(zip(classes, items, strict=True))
    found = dict(zip(others, every[2:], strict=True))
    for at, (kind, _) in enumerate(columns):
        if kind in _LISTS:
            found[at] = {key: _of_classes(kind, key, item) for key in set(rows.columns[at])}
    return [found[at] for at in range(len(columns))]


_LISTS = ("gold", "answer")
_EVERY = "all classes"


def _of_classes(kind: str, cell: object, item: Mapping[str, Item]) -> Sample:
    if not isinstance(cell, tuple):
        return Sample(id="", predicted=None)
    items = tuple([item[name] for name in cell])
    return Sample(id="", gold=items) if kind == "gold" else Sample(id="", predicted=items)


def _of_numbers(how: Observing, rows: _Rows, columns: Sequence[At]) -> Pool | None:
    """Observe columns of plain numbers as they are; None where there is more to read or to say."""
    parts = how.parts if isinstance(how, Together) else (how,)
    ways = [part for part in parts if isinstance(part, ColumnOf)]
    if len(ways) < len(parts) or any(kind != "number" for kind, _ in columns):
        return None
    places = {name: at for at, (_, name) in enumerate(columns)}
    seen: list[Sequence[Amount | Facts | Excluded]] = []
    for way in ways:
        lacking = _lacking(way)
        at = places.get(way.name)
        if at is None:
            seen.append([lacking] * len(rows.counts))
            continue
        keys, cells = rows.columns[at], rows.cells[at]
        known: dict[Hashable, Amount | Facts | Excluded] = {}
        for key in dict.fromkeys(keys):
            cell = key if cells is None else cells[key]
            value = _plain_number(cell)
            if value is None and not is_missing(cell):
                return None
            if value is not None and not _may_be(way.values, value):
                return None
            known[key] = lacking if value is None else Amount(value)
        seen.append([known[key] for key in keys])
    evidence: Iterable[Evidence] = (
        map(Joint, zip(*seen, strict=True)) if isinstance(how, Together) else seen[0]
    )
    counts = united(zip(evidence, rows.counts, strict=True))
    return Pool((), Keyed({(): Bag(counts)}), how)


def _lacking(way: ColumnOf) -> Facts | Excluded:
    """Say what a sample without the number of a column is."""
    return Facts(None) if way.absent is Absent.LACKING else Excluded(f"no number {way.name!r}")


_LARGEST = 1e300


def _plain_number(cell: object) -> Fraction | None:
    """Read a number that is not too large; None of anything else."""
    if type(cell) is float and -_LARGEST < cell < _LARGEST:
        return written(cell)
    return Fraction(cell) if type(cell) is int and -_LARGEST < cell < _LARGEST else None


def _multiples(cells: Cells) -> Multiples | None:
    """Read numbers of one type that are not too large; None of anything else."""
    integers = [one for one in cells if type(one) is int and -_LARGEST < one < _LARGEST]
    if len(integers) == len(cells):
        return Multiples(integers, 1)
    doubles = [one for one in cells if type(one) is float and -_LARGEST < one < _LARGEST]
    # The two zeros of doubles are one number, and would be two rows.
    if len(doubles) < len(cells) or "-0.0" in map(repr, filterfalse(None, doubles)):
        return None
    read = list(map(_read_digits, map(repr, doubles)))
    least = min(power for _, power in read)
    tens = {power: 10 ** (power - least) for power in {power for _, power in read}}
    return Multiples([digits * tens[power] for digits, power in read], 10**-least)


def _read_digits(text: str) -> tuple[int, int]:
    """Read a number as its digits, and the power of ten that they are multiples of: at most 0."""
    digits, _, power = text.partition("e")
    whole, _, decimals = digits.partition(".")
    at = int(power) - len(decimals) if power else -len(decimals)
    number = int(whole + decimals)
    return (number, at) if at <= 0 else (number * 10**at, 0)


def _may_all_be(way: ColumnOf, column: Multiples) -> bool:
    tops = set(column.tops) if way.values is Values.BINARY else {min(column.tops), max(column.tops)}
    return all(_may_be(way.values, Fraction(top, column.bottom)) for top in tops)


def _may_be(values: Values | Between, value: Fraction) -> bool:
    match values:
        case Values.ANY:
            return True
        case Values.BINARY:
            return value in {0, 1}
        case Values.SHARE:
            return 0 <= value.numerator <= value.denominator
        case Between(low, high):
            return low <= value <= high


def _observed(
    how: Observing, rows: _Rows, read: Mapping[At, Mapping[Hashable, Sample]], names: Place
) -> Pool:
    """Observe each distinct row, made of what was read of its cells."""
    part, count = _parts(rows, read), len(rows.counts)
    weights = part(WEIGHT, _weight)
    if isinstance(how, Observation):
        crossing = Crossing(how)
        golds = part(GOLD, lambda sample: crossing.gold(sample.gold))
        answers = part(ANSWER, lambda sample: crossing.answer(sample.predicted))
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


class _Parts(Protocol):
    """Says of each distinct row what is read of one of its cells."""

    def __call__(self, at: At, of: Callable[[Sample], T], /) -> list[T]: ...


def _parts(rows: _Rows, read: Mapping[At, Mapping[Hashable, Sample]]) -> _Parts:
    """Look at what was read of cells: once at each distinct one."""
    places = {at: place for place, at in enumerate(read)}

    def part(at: At, of: Callable[[Sample], T]) -> list[T]:
        if at not in read:
            return [of(_EMPTY)] * len(rows.counts)
        known = {key: of(sample) for key, sample in read[at].items()}
        return [known[key] for key in rows.columns[places[at]]]

    return part


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
