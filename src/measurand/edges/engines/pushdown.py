"""Plain counts of Parquet files by DuckDB, whole columns at a time, where a source asks for it.

`input = { pushdown = "duckdb" }`, and no index of ids. Equal strings, or tuples of strings, are
counted there as they are here. Where DuckDB might see anything else (columns of other types, rows
without gold, a weight) the ordinary road reads the part.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.edges.engines.record_counts import Look, Reading, Row
from measurand.edges.files import Bad, Event, Part, ReadOptions, part_events
from measurand.edges.files.formats.jsonl import record_type
from measurand.evidence.source import Fields, Source
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from duckdb.sqltypes import DuckDBPyType

_PARQUET = b"PAR1"
_PATTERN = frozenset("*?[")
_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
_IDS = frozenset(("VARCHAR", *_WHOLE, *(f"U{kind}" for kind in _WHOLE)))
_TABLE = "read_parquet($path, hive_partitioning = false)"
_FROM = "read_parquet($path, hive_partitioning = false, file_row_number = true)"
_SETTINGS = (
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET temp_directory = ''",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


def pushed(source: Source, looks: Sequence[Look], options: ReadOptions) -> Reading | None:
    """Find how DuckDB counts the parts of a source; None where it is not asked to, or cannot.

    >>> asked = Source(path="a.parquet", format="parquet", input=(("pushdown", "duckdb"),))
    >>> look = Look((), (), duplicates=False, answers=(0,))
    >>> pushed(asked, [look], ReadOptions()) is None
    True
    >>> pushed(asked, [look], ReadOptions(ids="off")) is None
    False
    """
    if dict(source.input).get("pushdown") != "duckdb":
        return None
    [look, *others] = looks
    kinds = {"auto", "slots"} if look.unit else {"auto", "text"}
    by_value = source.said("labels") == "value"
    plain = not (source.where or source.fields.groups or options.strict or by_value)
    exact = not (others or look.duplicates or look.normalise)
    if not (plain and exact and options.ids == "off" and source.items in kinds):
        return None
    if record_type(look.unit, source.fields, spans=source.items != "slots") is None:
        return None
    return partial(_counted, look=look)


def _counted(part: Part, rows: dict[Row, int], _tick: object, *, look: Look) -> Iterator[Event]:
    """Count a part; where that cannot be done, give its events."""
    try:
        import duckdb
    except ImportError:
        expected = "the library that pushdown=duckdb asks for"
        fault = Fault(got="no duckdb", expected=expected, hint="pip install 'measurand[duckdb]'")
        yield Bad((fault.at(file=part.name),))
        return
    try:
        found = _Counts(part, look).rows()
    except (duckdb.Error, RuntimeError, ValueError, MemoryError):
        # What is broken has its fault on the ordinary road; some texts break DuckDB's own errors.
        found = None
    if found is None:
        yield from part_events(part)
    else:
        rows.update(found)


@frozen
class _Counts:
    """The counts of a part, by what its items are compared."""

    part: Part
    look: Look

    def rows(self) -> Mapping[Row, int] | None:
        """Count all rows; None where the ordinary road must read them.

        Raises duckdb.Error where the file is not as it should be.
        """
        import duckdb

        path = self.part.path
        if path is None or not path.is_file() or _PATTERN & set(str(path.resolve())):
            return None
        with path.open("rb") as file:
            if file.read(len(_PARQUET)) != _PARQUET:
                return None
        with duckdb.connect() as database:
            name = str(path.resolve())
            database.execute("SET allowed_paths = [$path]", {"path": name})
            database.execute(f"SET memory_limit = '{self.part.options.max_document_bytes}B'")
            if self._ranged:
                database.execute("SET threads = 1")
            for setting in _SETTINGS:
                database.execute(setting)
            if not (self._packed(database, name) and self._plain(database, name)):
                return None
            query = self._query(self._rows_of(database, name))
            found = database.execute(query, {"path": name})
            counts: dict[Row, int] = {}
            while row := found.fetchone():
                odd, *place, number = row
                if odd:
                    return None
                counts[tuple(place)] = number
            return counts

    @property
    def _ranged(self) -> bool:
        return bool(self.part.start) or self.part.end is not None

    def _packed(self, database: "DuckDBPyConnection", path: str) -> bool:
        """Tell whether the file becomes no longer than compressed bytes may."""
        query = "SELECT sum(total_uncompressed_size) FROM parquet_metadata($path)"
        [(size,)] = database.execute(query, {"path": path}).fetchall()
        return (size or 0) <= self.part.options.max_expansion * Path(path).stat().st_size

    def _plain(self, database: "DuckDBPyConnection", path: str) -> bool:
        """Tell whether the columns hold what is compared, and nothing else is to be read."""
        source, unit = self.part.source, frozenset(self.look.unit)
        fields = source.fields
        there = database.execute(f"FROM {_TABLE} LIMIT 0", {"path": path}).description
        types = {name: kind for name, kind, *_ in there}
        known = database.execute("SELECT name FROM parquet_schema($path)", {"path": path})
        # Names that differ in their case alone are renamed: then they are not those of the file.
        same = types.keys() <= {name for (name,) in known.fetchall()} and len(types) == len(there)
        lists = [types.get(name) for name in (fields.gold, *answers_of(fields))]
        return (
            same
            and not {"groups", fields.pairs, fields.weight} & types.keys()
            and str(types.get(fields.id)) in _IDS
            and len({str(kind) for kind in lists}) == 1
            and all(kind is not None and _slots(kind) == unit for kind in lists)
        )

    def _rows_of(self, database: "DuckDBPyConnection", path: str) -> tuple[int, int] | None:
        """Find which rows a range of row groups holds; None for all of them."""
        start, end = self.part.start, self.part.end
        if not self._ranged:
            return None
        query = "SELECT row_group_id, any_value(row_group_num_rows) FROM parquet_metadata($path)"
        sizes = dict(database.execute(f"{query} GROUP BY ALL", {"path": path}).fetchall())
        last = len(sizes) if end is None else end
        return tuple(sum(sizes[at] for at in range(bound)) for bound in (start, last))

    def _query(self, between: tuple[int, int] | None) -> str:
        """Write the query: a row that is odd, then gold items, hits and items of each answer."""
        fields = self.part.source.fields
        gold, paths = _quoted(fields.gold), answers_of(fields)
        answers = [_quoted(path) for path in paths]
        nulls = [f"len({one}) <> list_count({one})" for one in (gold, *answers)]
        odd = " OR ".join([f"{_quoted(fields.id)} IS NULL", f"{gold} IS NULL", *nulls])
        counts = [f"list_unique({gold})"]
        for at in self.look.answers:
            one = answers[at]
            hits = f"len(list_intersect({gold}, {one}))"
            counts += [f"CASE WHEN {one} IS NULL THEN -1 ELSE {hits} END"]
            counts += [f"coalesce(list_unique({one}), -1)"]
        place = "" if between is None else "WHERE file_row_number >= {} AND file_row_number < {}"
        where = place.format(*between or ())
        columns = ", ".join([f"coalesce({odd}, false)", *counts, "count(*)"])
        return f"SELECT {columns} FROM {_FROM} {where} GROUP BY ALL"  # noqa: S608 - names are quoted


def answers_of(fields: Fields) -> list[str]:
    """List where the answers stand, by their places.

    >>> answers_of(Fields(lists=(("second", "pred_b"),)))
    ['pred', 'pred_b']
    """
    return [fields.pred, *(path for _, path in fields.lists)]


def _slots(kind: "DuckDBPyType") -> frozenset[str] | None:
    """Name the slots of a list of tuples of strings (none: of strings); None for other types."""
    from duckdb.sqltypes import DuckDBPyType

    [(_, item)] = kind.children if kind.id == "list" else [("", 0)]
    if not isinstance(item, DuckDBPyType) or item.id not in {"varchar", "struct"}:
        return None
    slots = item.children if item.id == "struct" else []
    return frozenset(name for name, _ in slots) if _texts(slots) else None


def _texts(slots: Iterable[tuple[str, object]]) -> bool:
    return all(str(kind) == "VARCHAR" for _, kind in slots)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
