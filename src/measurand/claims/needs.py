"""What evidence a claims file needs, and what was gathered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from attrs import field, frozen
from toolz import unique

from measurand.claims.model import Author, Column, Options, Row, Table
from measurand.claims.unmet import Groups
from measurand.evidence.observation import Observing
from measurand.evidence.pool import Pool
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.grammar import SignatureError, Term, Value
from measurand.metrics.signature import define, options
from measurand.values.fault import Fault

Where = tuple[tuple[str, str], ...]
_MOST_NAMED = 3


@frozen(cache_hash=True)
class Slice:
    """Some samples of a source under one observation: what one pool is made of.

    >>> Slice("runs", (("run", "a"),), observing(define("total", {}))).data
    'runs'
    """

    data: str
    where: Where
    observing: Observing


@frozen
class Need:
    """A slice, and the group keys that its definitions average over.

    >>> Need(Slice("runs", (), observing(define("total", {})))).names
    ()
    """

    slice: Slice
    names: tuple[str, ...] = ()


@frozen
class Reading:
    """How many records of a source were read, dropped by its filter, and skipped as faulty.

    `ids` says how repeated ids were looked for (exact, digest, off); `paired` whether records of
    two files were joined by id. `lost` names the shards that could not be read and are left out.
    `only` says which part was asked for, where that was not all. `ends` says whether the end of a
    span is inside it (exclusive, inclusive; empty where it is left open), and `ends_by` who says
    so: it was said, it is shown by the first records, or (empty) the format or the items fix it.
    `tags` says how columns of tags make spans, where that is not leniently.

    >>> Reading(read=10, dropped=4, skipped=1).kept
    5
    """

    read: int = 0
    dropped: int = 0
    skipped: int = 0
    ids: str = "exact"
    paired: bool = False
    lost: tuple[str, ...] = ()
    only: str = ""
    ends: str = ""
    ends_by: Literal["", "said", "shown"] = ""
    tags: str = ""

    @property
    def kept(self) -> int:
        """Count the records that became samples."""
        return self.read - self.dropped - self.skipped

    @property
    def missing(self) -> str:
        """Say what could not be read, so that nothing is decided; empty where all was.

        >>> Reading(skipped=2).missing, Reading(lost=("a.jsonl",)).missing
        ('2 faulty records were skipped', '1 shard was lost: a.jsonl')
        """
        told = [f"{self.skipped} faulty records were skipped"] if self.skipped else []
        if self.lost:
            what = "shard was" if len(self.lost) == 1 else "shards were"
            told.append(f"{len(self.lost)} {what} lost: {_few(self.lost)}")
        return "; ".join(told)


def _few(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


@frozen
class Gathered:
    """The pools of all slices, and how their sources were read.

    `unfit` names the slices whose samples do not have the shape that was to be observed, `lacking`
    the group keys that samples of a slice do not have. `groups` are those of a source, where they
    were looked for to say why a slice is empty.

    >>> Gathered({}, {}).unfit
    {}
    """

    pools: Mapping[Slice, Pool]
    readings: Mapping[str, Reading]
    unfit: Mapping[Slice, Fault] = field(factory=dict)
    lacking: Mapping[tuple[Slice, str], Fault] = field(factory=dict)
    groups: Mapping[str, Groups] = field(factory=dict)

    def misfit(self, part: Slice, names: Iterable[str] = ()) -> Fault | None:
        """Say why a slice cannot be observed, or not by some group keys; None where it can.

        >>> one = Slice("runs", (), observing(define("total", {})))
        >>> Gathered({}, {}).misfit(one, ("document",)) is None
        True
        """
        found = (self.unfit.get(part), *(self.lacking.get((part, name)) for name in names))
        return next((fault for fault in found if fault is not None), None)


def misfits(needs: Iterable[Need], gathered: Gathered) -> tuple[Fault, ...]:
    """List why some needs cannot be met, each reason once.

    >>> misfits((), Gathered({}, {}))
    ()
    """
    found = (gathered.misfit(need.slice, need.names) for need in needs)
    return tuple(unique(fault for fault in found if fault is not None))


@frozen(kw_only=True)
class Denominators:
    """What a number was computed from.

    `read`, `dropped` and `skipped` count records of the source; `scored` and `excluded` samples of
    the slice; `units` those in the mean and `left_out` those whose score was undefined or skipped.
    `lost` counts shards of the source that could not be read: the number says nothing of them.

    >>> Denominators(read=6, scored=6, units=6).excluded
    {}
    """

    read: int = 0
    dropped: int = 0
    skipped: int = 0
    scored: int = 0
    excluded: Mapping[str, int] = field(factory=dict, hash=False)
    units: int = 0
    left_out: int = 0
    lost: int = 0


def written(table: Table, column: Column, row: Row, extra: Options = ()) -> dict[str, Value]:
    """Collect the options of a cell: the table's, the column's, the row's, then the extra ones.

    Options that the metric does not have are left out: they speak of other columns. A dotted name
    such as `match.scope` sets one argument of an option and leaves its others. What a tool tries
    (`Author.TOOL`) never replaces what is known of a column or a row.

    >>> column = Column(name="n", metric="total")
    >>> written(Table(name="1", data="d", columns=(column,), rows=()), column, Row(label="a"))
    {}
    """
    found: dict[str, Value] = {}
    own = (column.options, row.options)
    tried = table.space is not None and table.space.author is Author.TOOL
    for layer in (table.options, *((extra, *own) if tried else (*own, extra))):
        _overlay(found, column.metric, layer)
    return found


def _overlay(found: dict[str, Value], metric: str, layer: Options) -> None:
    known = options(metric)
    for name, value in sorted(layer, key=lambda pair: "." in pair[0]):
        option, _, argument = name.partition(".")
        if option in known:
            found[option] = amended(found.get(option, ()), argument, value)


def amended(before: Value, argument: str, value: Value) -> Value:
    """Replace a value, or one argument of it.

    >>> from measurand.metrics.grammar import read_value, write_value
    >>> write_value(amended(read_value("spans[mode=type,scope=joint]"), "scope",
    ...                     read_value("by_type")))
    'spans[mode=type,scope=by_type]'
    """
    if not argument or not before:
        return value
    head = before[0]
    kept = tuple(pair for pair in head.arguments if pair[0] != argument)
    return (Term(head.atom, (*kept, (argument, value))), *before[1:])


def cell_definition(table: Table, column: Column, row: Row, extra: Options = ()) -> Definition:
    """Build the definition of a cell.

    >>> column = Column(name="n", metric="total")
    >>> cell_definition(Table(name="1", data="d", columns=(column,), rows=()), column,
    ...                 Row(label="a")).of.value
    'hits'

    Raises SignatureError where options do not fit together.
    """
    return _defined(column.metric, tuple(written(table, column, row, extra).items()))


def cell_definitions(
    table: Table, column: Column, row: Row, extras: Iterable[Options]
) -> Iterator[Definition | SignatureError]:
    """Build the definition of a cell under each of many extra options; an impossible one is told.

    >>> column = Column(name="n", metric="f")
    >>> table = Table(name="1", data="d", columns=(column,), rows=())
    >>> list(cell_definitions(table, column, Row(label="a"), [(("beta", (Term("0"),)),)]))
    [SignatureError('f: beta is positive: got 0')]
    """
    for extra in extras:
        try:
            yield cell_definition(table, column, row, extra)
        except SignatureError as error:
            yield error


@lru_cache(maxsize=2**16)
def _defined(metric: str, values: Options) -> Definition:
    return define(metric, dict(values))


def slice_of(table: Table, row: Row, definition: Definition, data: str = "") -> Slice:
    """Name the slice from which a cell is computed.

    >>> slice_of(Table(name="1", data="d", columns=(), rows=()), Row(label="a"),
    ...          define("total", {})).data
    'd'
    """
    return _sliced(data or row.data or table.data, row.where, observing(definition))


@lru_cache(maxsize=2**14)
def _sliced(data: str, where: Where, how: Observing) -> Slice:
    return Slice(data, where, how)


def joined(needs: Iterable[tuple[Slice, Definition]]) -> tuple[Need, ...]:
    """Join needs of the same slice: its pool is grouped by every key that is asked for.

    >>> one = Slice("runs", (), observing(define("total", {})))
    >>> len(joined([(one, define("total", {})), (one, define("f", {}))]))
    1
    """
    return merged(Need(part, group_keys(definition)) for part, definition in needs)


def merged(needs: Iterable[Need]) -> tuple[Need, ...]:
    """Join needs that were collected apart.

    >>> one = Slice("runs", (), observing(define("total", {})))
    >>> merged([Need(one, ("run",)), Need(one)])[0].names
    ('run',)
    """
    names: dict[Slice, set[str]] = {}
    for need in needs:
        names.setdefault(need.slice, set()).update(need.names)
    return tuple(Need(part, tuple(sorted(keys))) for part, keys in names.items())
