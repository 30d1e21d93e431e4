"""A printed table as a grid of texts: what every markup is read to, before anything is understood.

    text of a markup -> grid -> heads -> columns of cells -> roles -> composed -> premises -> sheet

Each step is a module that knows only those before it, and each guess that a step makes leaves a
`Note`. The grid is the noun that they share. How much is read is bounded here, for every markup
alike: a page from the net may be hostile, and no step after this needs a bound of its own.
"""

from attrs import field, frozen

from measurand.values.fault import Fault

Faults = tuple[Fault, ...]

MOST_CELLS = 100_000
MOST_COLUMNS = 500
MOST_TABLES = 200
MOST_CHARACTERS = 10_000
MOST_SEARCHED = 4000
"""Characters of the words around a table that are looked at."""


@frozen(kw_only=True)
class RawTable:
    """A table before anything is understood: texts without markup, and where they stand.

    `groups` has the heading that stands above each column, empty where there is none, and
    `other_groups` what else they may be, where the markup does not say over which columns a heading
    stands. `lines` has the line of each row, `notes` what the reader left out or filled in. A table
    that cannot be read has `faults`, and nothing else but its place.

    >>> RawTable(header=("system", "F1"), rows=(("ours", "63.3"),), line=1).groups
    ('', '')

    Raises ValueError where a row, the groups or the lines have another length.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = field()
    title: str = ""
    caption: str = ""
    line: int = 0
    groups: tuple[str, ...] = field()
    lines: tuple[int, ...] = field()
    notes: tuple[str, ...] = ()
    other_groups: tuple[tuple[str, ...], ...] = ()
    faults: Faults = ()

    @groups.default
    def _no_groups(self) -> tuple[str, ...]:
        return ("",) * len(self.header)

    @lines.default
    def _no_lines(self) -> tuple[int, ...]:
        return (self.line,) * len(self.rows)

    @rows.validator
    def _rectangular(self, _attribute: object, value: tuple[tuple[str, ...], ...]) -> None:
        for at, row in enumerate(value):
            if len(row) != len(self.header):
                message = f"a row of {len(self.header)} cells: got {len(row)} in row {at}"
                raise ValueError(message)

    @groups.validator
    def _over_each(self, _attribute: object, value: tuple[str, ...]) -> None:
        if len(value) != len(self.header):
            message = f"groups of {len(self.header)} columns: got {len(value)}"
            raise ValueError(message)

    @lines.validator
    def _of_each(self, _attribute: object, value: tuple[int, ...]) -> None:
        if len(value) != len(self.rows):
            message = f"lines of {len(self.rows)} rows: got {len(value)}"
            raise ValueError(message)


@frozen
class TextRow:
    """A row of a table as it is read: its texts, its line, and whether its markup spans columns.

    A head that spans columns stands in each of them.
    """

    cells: tuple[str, ...]
    line: int
    spanned: bool = False


@frozen
class SpanningCell:
    """A cell as it shows, and over how many columns and rows it goes."""

    text: str
    columns: int = 1
    rows: int = 1


@frozen(kw_only=True)
class Note:
    """A guess, or something that was not understood: where it is, and a sentence.

    >>> Note(text="read as %", column="F1").where
    "column 'F1'"
    """

    text: str
    line: int = 0
    column: str = ""
    row: str = ""

    @property
    def where(self) -> str:
        """Name the place in the table."""
        parts = (
            f"line {self.line}" if self.line else "",
            f"row {self.row!r}" if self.row else "",
            f"column {self.column!r}" if self.column else "",
        )
        return ", ".join(filter(None, parts))


def surrounding_text(table: RawTable) -> str:
    """Give what stands around the numbers: title and caption, not more of them than is needed.

    >>> surrounding_text(RawTable(header=("", "P"), rows=(), caption="N = 12"))
    'N = 12'
    """
    return f"{table.title}\n{table.caption}"[:MOST_SEARCHED].strip()
