"""Data frames to pools: by counting rows where all that is read of them is single values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from attrs import field, frozen
from returns.result import Result, Success

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.filters import Filters
from measurand.edges.files.sources.arrays import cells_of
from measurand.edges.files.sources.distinct_rows import (
    ANSWER,
    GOLD,
    WEIGHT,
    At,
    DistinctRows,
    plainly,
)
from measurand.edges.files.sources.frames import Column, End, Pandas, fields_of, samples_of
from measurand.evidence.observation import Observing
from measurand.evidence.paths import Key, Path, parse_joined
from measurand.evidence.pool import Place, Pool, pool
from measurand.evidence.source import Fields, ItemKind
from measurand.values.fault import Fault
from measurand.values.sample import Sample

_SINGLE = frozenset(("auto", "label", "none"))


@runtime_checkable
class Polars(Protocol):
    """What is asked of a frame of polars."""

    columns: Sequence[str]

    def get_column(self, name: str, /) -> Iterable[object]:
        """Give a column by its name."""
        ...


@runtime_checkable
class ArrowTable(Protocol):
    """What is asked of a table of pyarrow."""

    column_names: Sequence[str]

    def column(self, name: str, /) -> Iterable[object]:
        """Give a column by its name."""
        ...


def pool_of(  # noqa: PLR0913  # what is said of a frame, all by name
    how: Observing,
    frame: object,
    *,
    names: Place = (),
    fields: Fields | Mapping[str, object] | None = None,
    items: ItemKind = "auto",
    where: Filters | Mapping[str, str | Sequence[str]] = (),
    end: End = "",
    labels: Literal["ask", "value", "text"] = "ask",
) -> Result[Pool, tuple[Fault, ...]]:
    """Pool the samples of a frame under the groups of these names, or say all that is wrong.

    The pool is that of `samples_of`, of which this has the options (`fields`, `items`, `where`,
    `end`, `labels`); `names` are the group keys that definitions ask for.

    >>> from measurand.evidence.observation import Observation
    >>> rows = [{"id": 1, "gold": "a", "pred": "a"}, {"id": 2, "gold": "a", "pred": None}]
    >>> pool_of(Observation(), rows).unwrap().excluded()
    {'no answer': 1}

    Raises UnfitSampleError where a sample does not have the shape that is asked for.
    """

    def read(some: object) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
        return samples_of(some, fields=fields, items=items, where=where, end=end, labels=labels)

    mapped = fields_of(fields)
    if isinstance(mapped, Fields) and items in _SINGLE and not where:
        found = _counted(how, frame, read, names, _Mapping(mapped, sided=items != "none"))
        if found is not None:
            return Success(found)
    return read(frame).map(lambda samples: pool(how, samples, names=names))


ReadFrame = Callable[[object], Result[tuple[Sample, ...], tuple[Fault, ...]]]


def _counted(
    how: Observing, frame: object, read: ReadFrame, names: Place, mapping: "_Mapping"
) -> Pool | None:
    """Count the rows of a frame; None where more than single cells of some columns is read."""
    columns = _columns_of(frame)
    wanted = None if columns is None else mapping.wanted(columns.names)
    if columns is None or wanted is None or not {("group", name) for name in names} <= set(wanted):
        return None
    own = mapping.id
    try:
        ids = plainly(cells_of(own, columns.cells(own)))
        cells = {at: cells_of(name, columns.cells(name)) for at, name in wanted.items()}
    except FaultError:
        return None
    kinds = set(map(type, ids))
    if not (kinds <= {str} or kinds <= {int}) or len(set(ids)) < len(ids):
        return None

    def rows(some: Iterable[tuple[object, ...]]) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
        kept = wanted.values()
        return read([{own: at, **dict(zip(kept, row, strict=True))} for at, row in enumerate(some)])

    return DistinctRows(columns=cells, read=rows, names=names).pool(how)


@frozen
class _Columns:
    names: Sequence[str]
    cells: Callable[[str], Iterable[object] | Column]


def _columns_of(frame: object) -> _Columns | None:
    """Give the columns of a frame that can be read twice; None where it is another thing."""
    match frame:
        case Pandas():
            return _Columns([*map(str, frame.columns)], lambda name: _cells(frame, name))
        case Polars():
            return _Columns(frame.columns, frame.get_column)
        case ArrowTable():
            return _Columns(frame.column_names, frame.column)
        case _:
            return None


def _name(path: str) -> str:
    """Name the column that a path is; empty where it leads elsewhere."""
    match parse_joined(path):
        case (Path(steps=(Key(name),)),):
            return name
        case _:
            return ""


@frozen
class _Mapping:
    fields: Fields
    sided: bool = field(kw_only=True)

    @property
    def id(self) -> str:
        return _name(self.fields.id)

    def wanted(self, there: Sequence[str]) -> Mapping[At, str] | None:
        """Say which columns are read beside the id; None where it is not as plain as that."""
        fields = self.fields
        if fields.lists or fields.tallied or not fields.is_default("pairs"):
            return None
        if (self.sided and "pairs" in there) or (not fields.groups and "groups" in there):
            return None
        paths: dict[At, str] = {GOLD: fields.gold, ANSWER: fields.pred} if self.sided else {}
        paths.update({("group", name): path for name, path in fields.groups})
        paths.update({("number", name): path for name, path in fields.amounts})
        if fields.weight in there or not fields.is_default("weight"):
            paths[WEIGHT] = fields.weight
        found = {at: _name(path) for at, path in paths.items()}
        read = [self.id, *found.values()]
        once = len(set(read)) == len(read) and all(there.count(name) == 1 for name in read)
        return found if found and once else None


def _cells(frame: Pandas, called: str) -> Column:
    """Give a column of pandas, whose names need not be texts."""
    name = next(name for name in frame.columns if str(name) == called)
    return frame[name]
