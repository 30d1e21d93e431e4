"""Which columns of a table a mapping reads, what for, and what is said where one is not there.

A path names a column by its first key, and leads into its values by the others. A table has all its
columns in every row, so what a record may lack is null there: columns of what may be absent are
dropped where they are null, and slots that only some rows have are filled in.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal

from attrs import frozen

from measurand.edges.files.json.value import Json
from measurand.edges.files.json.walk import near_key
from measurand.evidence.paths import Key, Names, Path, parse_joined
from measurand.evidence.source import RATED, ItemKind, Source
from measurand.values.fault import Fault, shown

Role = Literal["id", "gold", "answer", "number", "json", "text"]
Side = Literal["both", "gold", "answers"]
"""Whether one file has all columns, or gold and the answers stand in two."""

_SHOWN, _LONGEST = 12, 80
PAIRED = ("pred", "gold")
"""Where the two items of a pair stand."""

_BOUNDS = frozenset(("start", "end"))
_SPAN = _BOUNDS | {"label", "type", "text"}


@frozen
class Column:
    """A column that a mapping reads: its name, and what its cells are.

    `needed` is False where the column may be absent. `whole` tells whether the path of the mapping
    ends at the column, or goes on inside its cells.
    """

    name: str
    role: Role
    needed: bool = True
    whole: bool = True

    @property
    def place(self) -> str:
        """Write where its cells stand in a record, as faults show it."""
        return f"${Key(self.name).text}"

    @property
    def droppable(self) -> bool:
        """Tell whether a null says that nothing is there; a weight that is null is a fault."""
        return not self.needed and self.role != "number"


def columns_of(source: Source, side: Side = "both") -> Sequence[Column]:
    """List the columns that a source reads, each once, by what it reads first.

    >>> [(one.name, one.role) for one in columns_of(Source(path="a.csv", format="csv"))]
    [('id', 'id'), ('gold', 'gold'), ('pred', 'answer'), ('pairs', 'json'), \
('sample_weight', 'number'), ('groups', 'json')]
    """
    columns: dict[str, Column] = {}
    for path, role, needed in _read(source, side):
        first = path.steps[0] if path.steps else None
        if isinstance(first, Names):
            columns.update({name: Column(name, "number", needed) for name in first.keys})
            continue
        name = first.name if isinstance(first, Key) else path.text
        whole = len(path.steps) == 1
        column = Column(name, role if whole or role == "id" else "json", needed, whole)
        columns.setdefault(name, column)
    return tuple(columns.values())


def id_alone(source: Source) -> str:
    """Name the column that is the id and nothing else; empty where there is none.

    >>> id_alone(Source(path="a.csv", format="csv"))
    'id'
    >>> id_alone(Source(path="a.csv", format="csv", where=(("id", ("1",)),)))
    ''
    """
    ids = parse_joined(source.fields.id)
    firsts = [path.steps[0] for path, _, _ in _read(source, "both") if path.steps]
    match ids:
        case (Path(steps=(Key(name),)),) if (
            not source.fields.rater and firsts.count(ids[0].steps[0]) == 1
        ):
            return name
        case _:
            return ""


def _read(source: Source, side: Side) -> Iterator[tuple[Path, Role, bool]]:
    fields = source.fields
    items = source.items != "none" and not fields.tallied

    def needed(name: str) -> bool:
        return name not in optional(source) or not fields.is_default(name)

    yield from ((path, "id", True) for path in parse_joined(fields.id))
    if fields.rater:
        yield Path.parse(fields.rater), "id", True
    if side != "answers":
        yield from ((path, "gold", needed("gold")) for path in parse_joined(fields.gold) if items)
    if side != "gold" and not fields.rater:
        yield from ((path, "answer", needed("pred")) for path in parse_joined(fields.pred) if items)
        yield from ((Path.parse(path), "answer", True) for _, path in fields.lists if items)
        yield from ((Path.parse(fields.pairs), "json", needed("pairs")) for _ in range(items))
        yield from ((Path.parse(path), "number", True) for _, path in fields.amounts)
    if side != "answers":
        yield Path.parse(fields.weight), "number", needed("weight")
        if fields.tallied:
            yield from ((Path.parse(path), "number", True) for _, path in fields.tallies)
        yield from ((Path.parse(path), "text", True) for _, path in fields.groups)
        if not fields.groups:
            yield Path.parse("groups"), "json", False
    filters = source.predictions_where if side == "answers" else source.where
    yield from ((Path.parse(path), "text", False) for path, _ in filters)


def optional(source: Source) -> tuple[str, ...]:
    """Name the fields that a record may lack where they keep their default names.

    Ratings need no prediction, and where raters are lists of their own, or it is said where
    predictions are, nothing that is gold.

    >>> optional(Source(path="a.csv", items="ratings"))
    ('pairs', 'weight', 'pred')
    """
    rated = source.items in RATED
    beside = source.fields.lists or not source.fields.is_default("pred")
    return (
        *("pairs", "weight"),
        *(("pred",) if rated else ()),
        *(("gold",) if rated and beside and not source.fields.rater else ()),
    )


def missing(columns: Sequence[Column], there: Collection[str], file: str) -> tuple[Fault, ...]:
    """Make a fault for every needed column that a file does not have.

    >>> missing([Column("pred", "answer")], ["id", "preds"], "a.csv")[0].text()
    "a.csv: expected the column 'pred', got the columns 'id', 'preds': did you mean 'preds'?"
    """
    listed = ", ".join(shown(name, most=_LONGEST) for name in list(there)[:_SHOWN])
    more = ", ..." if len(there) > _SHOWN else ""
    return tuple(
        Fault(
            file=file,
            got=f"the columns {listed}{more}" if there else "no columns",
            expected=f"the column {shown(column.name)}",
            hint=_pointed(column, there) or near_key(column.name, there) or _say(column),
        )
        for column in columns
        if column.needed and column.name not in there
    )


def _pointed(column: Column, there: Collection[str]) -> str:
    """Say how a column is named whose name is written like a path."""
    lead = f"{column.name}."
    like = next((name for name in there if name.startswith(lead) and len(name) <= _LONGEST), "")
    return f"a column whose name has a point in it is written {Key(like).text}" if like else ""


def _say(column: Column) -> str:
    names = {"id": "id", "gold": "gold", "answer": "pred"}
    name = names.get(column.role)
    return f"say which one it is: --field {name}=..." if name else ""


def answers_at(source: Source) -> Sequence[tuple[str, ...]]:
    """List the keys down to gold and to every list of answers; paths with an index are left out.

    >>> answers_at(Source(path="a.parquet", format="parquet"))
    (('gold',), ('pred',))
    """
    fields = source.fields
    if source.items == "none" or fields.tallied:
        return ()
    paths = (*parse_joined(fields.gold), *parse_joined(fields.pred))
    lists = (Path.parse(path) for _, path in fields.lists)
    return tuple(keys for keys in map(_keys, (*paths, *lists)) if keys)


def pairs_at(source: Source) -> tuple[str, ...]:
    """List the keys down to the pairs; none where they stand at an index.

    >>> pairs_at(Source(path="a.parquet", format="parquet"))
    ('pairs',)
    """
    return _keys(Path.parse(source.fields.pairs))


def _keys(path: Path) -> tuple[str, ...]:
    steps = path.steps
    names = tuple(step.name for step in steps if isinstance(step, Key))
    return names if len(names) == len(steps) else ()


def fill(record: Json, places: Iterable[tuple[str, ...]], names: Collection[str]) -> None:
    """Give all items of a record the same slots, in place: what is absent in a table is null.

    So it is with the items of pairs, which stand under `pred` and `gold` there.

    >>> record: Json = {"gold": [{"a": "x", "b": None}], "pred": [{"a": "x"}]}
    >>> fill(record, [("pred",)], ["a", "b"])
    >>> record["pred"]
    [{'a': 'x', 'b': None}]
    """
    empty: dict[str, Json] = dict.fromkeys(names)
    for *above, last in places if empty else ():
        holder = record
        for name in above:
            holder = holder.get(name) if isinstance(holder, dict) else None
        items = holder.get(last) if isinstance(holder, dict) else None
        if isinstance(holder, dict) and isinstance(items, list):
            holder[last] = [_full(item, empty) for item in items]


def _full(item: Json, empty: dict[str, Json]) -> Json:
    if not isinstance(item, dict):
        return item
    sides = {name: item[name] for name in PAIRED if isinstance(item.get(name), dict)}
    if not sides:
        return empty | item
    return item | {name: _full(side, empty) for name, side in sides.items()}


def united(sides: Collection[Collection[str]], items: ItemKind) -> Collection[str]:
    """Unite the names of slots of all sides; none where they are the same, or are spans.

    >>> united([["a", "b"], ["a"]], "auto"), united([["a"], ["a"]], "auto")
    (['a', 'b'], [])
    """
    there = [frozenset(side) for side in sides if side]
    spans = items != "slots" and all(_BOUNDS <= side <= _SPAN for side in there)
    if items == "spans" or spans or len(set(there)) <= 1:
        return []
    return sorted(frozenset[str]().union(*there))
