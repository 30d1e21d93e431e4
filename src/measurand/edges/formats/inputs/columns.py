"""Which columns of a table a mapping reads, what for, and what is said where one is not there."""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from attrs import frozen

from measurand.claims.paths import Key, Path, parse_joined
from measurand.claims.source import Source
from measurand.edges.formats.walk import near_key
from measurand.values.fault import Fault, shown

Role = Literal["id", "gold", "answer", "number", "json", "text"]
Side = Literal["both", "gold", "answers"]
"""Whether one file has all columns, or gold and the answers stand in two."""

_SHOWN, _LONGEST = 12, 80


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


def columns_of(source: Source, side: Side = "both") -> Sequence[Column]:
    """List the columns that a source reads, each once, by what it reads first.

    >>> [(one.name, one.role) for one in columns_of(Source(path="a.csv", format="csv"))]
    [('id', 'id'), ('gold', 'gold'), ('pred', 'answer'), ('pairs', 'json'), \
('sample_weight', 'number'), ('groups', 'json')]
    """
    found: dict[str, Column] = {}
    for path, role, needed in _read(source, side):
        first = path.steps[0] if path.steps else None
        name = first.name if isinstance(first, Key) else path.text
        whole = len(path.steps) == 1
        column = Column(name, role if whole or role == "id" else "json", needed, whole)
        found.setdefault(name, column)
    return tuple(found.values())


def _read(source: Source, side: Side) -> Iterator[tuple[Path, Role, bool]]:
    fields = source.fields
    items = source.items != "none" and not fields.tallied
    yield from ((path, "id", True) for path in parse_joined(fields.id))
    if side != "answers":
        yield from ((Path.parse(fields.gold), "gold", True) for _ in range(items))
    if side != "gold":
        yield from ((Path.parse(fields.pred), "answer", True) for _ in range(items))
        yield from ((Path.parse(path), "answer", True) for _, path in fields.lists if items)
        pairs = not fields.is_default("pairs")
        yield from ((Path.parse(fields.pairs), "json", pairs) for _ in range(items))
        yield from ((Path.parse(path), "number", True) for _, path in fields.amounts)
    if side != "answers":
        weight = not fields.is_default("weight")
        yield Path.parse(fields.weight), "number", weight
        if fields.tallied:
            yield from ((Path.parse(path), "number", True) for _, path in fields.tallies)
        yield from ((Path.parse(path), "text", True) for _, path in fields.groups)
        if not fields.groups:
            yield Path.parse("groups"), "json", False
    filters = source.predictions_where if side == "answers" else source.where
    yield from ((Path.parse(path), "text", False) for path, _ in filters)


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
            hint=near_key(column.name, there) or _say(column),
        )
        for column in columns
        if column.needed and column.name not in there
    )


def _say(column: Column) -> str:
    names = {"id": "id", "gold": "gold", "answer": "pred"}
    name = names.get(column.role)
    return f"say which one it is: --field {name}=..." if name else ""


def unlike(kinds: Sequence[tuple[Column, str]]) -> tuple[Fault, ...]:
    """Refuse integers in gold and floats among the answers, or the other way round.

    Of 1 and 1.0 nobody means that they differ: pandas makes floats of integers with gaps.

    >>> unlike([(Column("gold", "gold"), "int64"), (Column("pred", "answer"), "double")])[0].got
    'gold as int64, pred as double'
    """
    labels = [pair for pair in kinds if pair[0].whole and pair[0].role in {"gold", "answer"}]
    whole = [pair for pair in labels if pair[1].lower().startswith(("int", "uint"))]
    broken = [pair for pair in labels if pair[1].lower().startswith(("float", "double"))]
    if not (whole and broken):
        return ()
    got = ", ".join(f"{column.name} as {kind}" for column, kind in [*whole[:1], *broken[:1]])
    hint = "1 and 1.0 are two labels; pandas makes floats of integers with gaps: cast to Int64"
    return (Fault(got=got, expected="labels of one type", hint=hint),)
