"""Claims with the files and lines they stand in."""

from collections.abc import Collection, Mapping

from attrs import evolve, field, frozen

from measurand.audit.claims.model import Claims
from measurand.edges.files.toml_tree import Place, line_of
from measurand.metrics.metric import Metric


@frozen
class Origin:
    """Where a table or a claim stands: its file, its number there, and the lines of that file.

    >>> Origin("c.toml", ("table", 0), {("table", 0): 3}).line(("rows", 1))
    3
    """

    file: str
    place: Place
    lines: Mapping[Place, int] = field(factory=dict, repr=False)

    def line(self, within: Place = ()) -> int:
        """Find the line of a key inside it; 0 where none is sure."""
        return line_of((*self.place, *within), self.lines)


@frozen
class Located:
    """Claims, and the origins of their sources, tables and claims beside tables, in their order.

    `definitions` and `metrics` are those that the files have, by their names.

    >>> Located(Claims(sources=(), tables=())).claims.tables
    ()
    """

    claims: Claims
    tables: tuple[Origin, ...] = ()
    others: tuple[Origin, ...] = ()
    sources: tuple[Origin, ...] = ()
    definitions: Mapping[str, str] = field(factory=dict)
    metrics: Mapping[str, Metric] = field(factory=dict)
    files: tuple[str, ...] = ()

    def locate(self, place: Place) -> tuple[str, Place, int]:
        """Lead from a place in all tables and claims to its file, its keys there, and the line.

        >>> origin = Origin("c.toml", ("table", 4), {("table", 4): 30})
        >>> Located(Claims(sources=(), tables=()), (origin,)).locate(("table", 0, "rows", 1))
        ('c.toml', ('table', 4, 'rows', 1), 30)
        """
        kind, at, *within = place
        origins = self.tables if kind == "table" else self.others
        origin = origins[int(at)]
        inner = tuple(within)
        return origin.file, (*origin.place, *inner), origin.line(inner)

    def only(self, names: Collection[str]) -> "Located":
        """Keep some tables by their names, and no claims beside them.

        >>> Located(Claims(sources=(), tables=())).only(["2"]).tables
        ()
        """
        kept = [at for at, table in enumerate(self.claims.tables) if table.name in names]
        tables = tuple(self.claims.tables[at] for at in kept)
        return evolve(
            self,
            claims=evolve(self.claims, tables=tables, claims=()),
            tables=tuple(self.tables[at] for at in kept),
            others=(),
        )
