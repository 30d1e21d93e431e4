"""Tables as arguments: a file in markup, standard input, or a claims file."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Result

from measurand.auditing.claims.table_sheet import readings_of
from measurand.auditing.claims.table_sheet import sheet_of as sheet_of_claims
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.premises import Premise
from measurand.auditing.proofs.sheet import Fact, Kind, Sheet
from measurand.edges.claims.draft import Draft
from measurand.edges.claims.load import load_located
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.request import Arguments, choice, option, repeated, switch, toggle
from measurand.edges.files.files import named_from
from measurand.edges.statements.sheets import statements_of, unknown_number, worded
from measurand.edges.tables.grid import (
    ColumnOverride,
    Overrides,
    RawTable,
    column_override,
    fact_override,
    row_override,
)
from measurand.edges.tables.heads import numeric
from measurand.edges.tables.markup.reader import (
    MARKUPS,
    MOST_BYTES,
    Markup,
    decoded,
    markup_in,
    markup_of,
    read_bytes,
    tables_of,
)
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault
from measurand.values.printed import Rounding, Unit, rounding_of, unit_of
from measurand.values.suggest import did_you_mean

STDIN = Path("-")
T = TypeVar("T")


@frozen(kw_only=True)
class LoadedTable:
    """A table that is asked about: its numbers, notes on what was guessed, and its readings.

    `premises` are what the table leaves open; a claims file says what it means. The `parts` of a
    text are sheets that have nothing to do with each other, which hold some cells of its tables to
    each other: by line and column in `held`, by row and column in `elsewhere` of a table.
    `cautions` are the notes that are told first.
    """

    sheet: Sheet
    parts: tuple[Sheet, ...] | None = None
    premises: tuple[Premise, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    readings: tuple[Reading, ...] | None = None
    held: frozenset[tuple[int, int]] = frozenset()
    elsewhere: frozenset[tuple[str, str]] = frozenset()
    cautions: tuple[str, ...] = ()


@frozen(kw_only=True)
class TableReading(Arguments):
    """What is said of how a table is read."""

    TITLE = "reading a table (everything else is guessed, and told)"

    markup: Markup | None = choice(
        MARKUPS,
        says="how TABLE is written (default: by the end of its name; - and .txt by their text)",
    )
    column: tuple[ColumnOverride, ...] = repeated(
        column_override,
        metavar="NAME=ROLE[OF,...][:option=...]",
        says="what a column is, a role or a metric: F1=f, 'Avg=average[P,R]', 'nDCG=ndcg(k=10)', "
        "'F.5=f:beta=0.5,unit=%', Year=skip",
    )
    row: tuple[tuple[str, Kind | None], ...] = repeated(
        row_override,
        metavar="LABEL=KIND",
        says="what a row is: body, runs (a mean over them), average, total or skip",
    )
    fact: tuple[tuple[str, Fact, int], ...] = repeated(
        fact_override,
        metavar="[LABEL:]FACT=NUMBER",
        says="what else is known, of all rows or of one: samples=124, ours:gold=3",
    )
    rounding: Rounding | None = option(rounding_of, metavar="MODE", says="how numbers were rounded")
    unit: Unit | None = option(unit_of, metavar="UNIT", says="the unit of numbers without one")
    transpose: bool | None = toggle(
        says="systems stand in columns, metrics in rows (default: where the first column says so)"
    )
    decimal_comma: bool = switch(says="63,3 is a number; points part thousands")

    @property
    def said(self) -> Overrides:
        """Gather what was said of the table."""
        return Overrides(
            columns=self.column,
            rows=self.row,
            facts=tuple((fact, number) for label, fact, number in self.fact if not label),
            row_facts=tuple(one for one in self.fact if one[0]),
            rounding=self.rounding,
            unit=self.unit,
            decimal_comma=self.decimal_comma,
            transpose=self.transpose,
        )


@frozen(kw_only=True)
class NamedTables(TableReading):
    """What is said of how tables are read, and which of a file."""

    names: tuple[str, ...] = repeated(
        str,
        "--table",
        metavar="NAME",
        says="only this table, by its title, its label or its number; may be repeated",
    )


@frozen
class TableFile:
    """A file of tables: which of them (all, where none is named), and how they are read.

    `text` is what the file would hold, where it is none but was handed over.
    """

    path: Path
    names: tuple[str, ...] = ()
    how: TableReading = TableReading()
    text: bytes | None = None

    @property
    def title(self) -> str:
        """Name the file as a person would."""
        return "standard input" if self.path == STDIN else self.path.name


def read_once(file: TableFile) -> TableFile:
    """Keep what standard input holds, which can be read only once.

    >>> read_once(TableFile(Path("table.md"))).text is None
    True
    """
    return evolve(file, text=_content(file)[0]) if file.path == STDIN else file


def draft_of(file: TableFile, folder: Path) -> Draft:
    """Say where tables are printed, for a claims file in a folder: what stands in no file is kept.

    >>> draft_of(TableFile(Path("tables/2.md")), Path("tables")).file
    '2.md'
    """
    raw = file.text
    return Draft(
        file=named_from(file.path, folder) if raw is None else "",
        text=None if raw is None else decoded(raw).value_or(""),
        markup=file.how.markup if raw is None else _markup(file, raw),
        tables=file.names,
        said=file.how.said,
    )


def file_of_draft(draft: Draft, root: Path) -> TableFile:
    """Say which tables are read, and how, where nobody has confirmed what was guessed of them.

    >>> file_of_draft(Draft(file="2.md"), Path("tables")).path.as_posix()
    'tables/2.md'
    """
    said = draft.said
    how = TableReading(
        markup=draft.markup,
        column=said.columns,
        row=said.rows,
        fact=(*(("", fact, number) for fact, number in said.facts), *said.row_facts),
        rounding=said.rounding,
        unit=said.unit,
        transpose=said.transpose,
        decimal_comma=said.decimal_comma,
    )
    if draft.text is None:
        return TableFile(root / draft.file, draft.tables, how)
    return TableFile(STDIN, draft.tables, how, draft.text.encode())


def is_claims(path: Path) -> bool:
    """Tell a claims file by the end of its name.

    >>> is_claims(Path("claims.toml")), is_claims(Path("table.tex"))
    (True, False)
    """
    return path.suffix.lower() == ".toml"


def load_tables(
    file: TableFile, metrics: Mapping[str, Metric]
) -> tuple[list[LoadedTable], str, tuple[Fault, ...]]:
    """Load the tables that are asked about, a sentence on those left out, and faults of others.

    Heads, and the definitions of a claims file, may name `metrics` of one's own.

    Raises StopError with every fault where no table can be read.
    """
    if is_claims(file.path):
        return _of_claims(file, metrics)
    raw, name = _content(file)
    file = evolve(file, text=raw)
    statements = None if file.names else _statements(file, raw, name)
    if statements is None:
        return _of_tables(file, metrics)
    about = _about_tables(file, statements)
    prose = file.how.markup == PROSE or (file.how.markup is None and seems_prose(file.path, raw))
    if prose and about.how.column:
        known = [column.name for column in statements.sheet.columns]
        raise StopError(tuple(unknown_number(one.name, known) for one in about.how.column))
    try:
        found, left, faults = ([], "", ()) if prose else _of_tables(about, metrics, statements.held)
    except StopError:
        # Text without a table is no fault where it has something else.
        if about.how.column:
            raise
        return [statements], "", ()
    return [*found, statements], left, faults


_NO_CELLS: frozenset[tuple[int, int]] = frozenset()


def _of_tables(
    file: TableFile, metrics: Mapping[str, Metric], held: AbstractSet[tuple[int, int]] = _NO_CELLS
) -> tuple[list[LoadedTable], str, tuple[Fault, ...]]:
    read, left, faults = read_tables(file, metrics)
    found = [
        LoadedTable(
            sheet=one.sheet,
            premises=one.premises,
            notes=_notes(one),
            cautions=one.cautions,
            elsewhere=frozenset(cell for place, cell in one.places if place in held),
        )
        for one in read
    ]
    return found, left, faults


def seems_prose(path: Path, raw: bytes) -> bool:
    r"""Tell pasted text that is no table: no markup shows, and no separators part all of its lines.

    >>> seems_prose(Path("-"), b"It was, t(28) = 2.20, p = .036, so.\n")
    True
    >>> seems_prose(Path("-"), b"model,P,R\na,1,2\n"), seems_prose(Path("a.csv"), b"no table")
    (False, False)
    """
    if not is_pasted(path):
        return False
    markup = markup_in(raw)
    lines = [line.count(b",") for line in raw[:MOST_BYTES].splitlines() if line.strip()]
    regular = len(lines) > 1 and len(set(lines)) == 1 and lines[0] > 0
    return markup is None or (markup == "csv" and not regular)


def has_statements(raw: bytes) -> bool:
    """Tell whether a text has statistics in its sentences.

    >>> has_statements(b"no table"), has_statements(b"It was, t(28) = 2.20, p = .036.")
    (False, True)
    """
    text = decoded(raw)
    return is_successful(text) and bool(statements_of(text.unwrap()).unwrap().parts)


def _statements(file: TableFile, raw: bytes, name: str) -> LoadedTable | None:
    """Read the statistics in the sentences of a text: None where it has none, and none are sought.

    What is said of columns goes to the numbers of that name; the rest is said of its tables.
    """
    text = decoded(raw)
    sought = file.how.markup == PROSE
    if not is_successful(text):
        raise StopError(tuple(one.at(file=name) for one in text.failure()))
    tables = () if sought else _tables_in(file, raw)
    read = statements_of(text.unwrap(), file.how.said, source=name, tables=tables)
    if not is_successful(read):
        every = statements_of(text.unwrap(), source=name, tables=tables).unwrap()
        known = every.sheet.columns
        names = {column.name for column in known}
        own = tuple(one for one in file.how.said.columns if one.name in names)
        said = evolve(file.how.said, columns=own)
        read = statements_of(text.unwrap(), said, source=name, tables=tables)
    found = _loaded(read.alt(lambda faults: tuple(one.at(file=name) for one in faults)))
    if not found.parts and not sought:
        return None
    notes = tuple((note.where, note.text) for note in found.notes)
    return LoadedTable(
        sheet=found.sheet,
        parts=found.parts,
        premises=found.premises,
        notes=notes,
        held=found.held,
    )


def _tables_in(file: TableFile, raw: bytes) -> tuple[RawTable, ...]:
    """Read the tables of a text as they are, those that can be."""
    markup = file.how.markup or markup_of(file.path)
    if markup is None and is_pasted(file.path):
        markup = markup_in(raw)
    tables = tables_of(raw, markup).value_or(()) if markup is not None else ()
    return tuple(one for one in tables if not one.faults)


def _about_tables(file: TableFile, statements: LoadedTable) -> TableFile:
    """Leave what was said of statements out of what is said of tables."""
    names = {column.name for column in statements.sheet.columns}
    left = tuple(one for one in file.how.column if one.name not in names)
    return evolve(file, how=evolve(file.how, column=left))


def _notes(read: ReadTable) -> tuple[tuple[str, str], ...]:
    return tuple((note.where, note.text) for note in read.notes)


def _of_claims(
    file: TableFile, metrics: Mapping[str, Metric]
) -> tuple[list[LoadedTable], str, tuple[Fault, ...]]:
    if file.how.said != Overrides() or file.how.markup:
        expected = "a claims file alone: it says itself what its columns are"
        got = "options that read a table in markup"
        raise StopError((Fault(file=str(file.path), got=got, expected=expected),))
    located = _loaded(load_located(file.path, metrics=metrics))
    tables = located.claims.tables
    drafted = {name for one in located.drafts for name in one.tables}
    wanted = [tables[at] for at in _chosen([t.name for t in tables], file.names, str(file.path))]
    drafts = located.drafts if not file.names or drafted & {one.name for one in wanted} else ()
    found: list[LoadedTable] = []
    for one in drafts:
        printed = file_of_draft(one.draft, file.path.parent)
        some, _, broken = load_tables(printed, located.metrics)
        if broken:
            raise StopError(broken)
        found += some
    own = located.metrics.values()
    found += [
        LoadedTable(sheet=sheet_of_claims(one, own), readings=readings_of(one))
        for one in wanted
        if one.name not in drafted
    ]
    return found, "", ()


def _loaded(found: Result[T, tuple[Fault, ...]]) -> T:
    if not is_successful(found):
        raise StopError(found.failure())
    return found.unwrap()


ReadTables = tuple[list[ReadTable], str, tuple[Fault, ...]]
"""Tables, a sentence on those left out, and the faults of those that cannot be read."""


def read_tables(
    file: TableFile, metrics: Mapping[str, Metric], systems: frozenset[str] = frozenset()
) -> ReadTables:
    """Read tables in markup; those without a number are left out, and that is said.

    Heads may name `metrics` of one's own, and labels of rows `systems` of the samples. The faults
    are those of tables that cannot be read beside others that can.

    Raises StopError with every fault where none can, or something was said that is not there.
    """
    raw, name = _content(file)
    found = tables_of(raw, _markup(file, raw), file=name)
    guessed = file.how.markup is None and seems_prose(file.path, raw)
    if guessed and not is_successful(found) and len(found.failure()) > _MOST_FAULTS:
        raise StopError((_no_table(name),))
    tables = _loaded(found)
    names = list(_names(tables))
    wanted = _chosen(names, file.names, name)
    broken = tuple(fault for at in wanted for fault in tables[at].faults)
    wanted = [at for at in wanted if not tables[at].faults]
    said = evolve(file.how.said, metrics=tuple(metrics.values()), systems=systems)
    text = decoded(raw).value_or("")
    read: list[ReadTable] = []
    faults: list[Fault] = []
    for at in wanted:
        source = f"{name}:{tables[at].line}"
        own = names[at] if tables[at].title or len(tables) > 1 else ""
        one = sheet_of(tables[at], said, name=own, source=source)
        if is_successful(one):
            table = one.unwrap()
            read.append(evolve(table, sheet=worded(table.sheet, text)))
        else:
            faults += one.failure()
    if faults or not read:
        raise StopError((*broken, *_placed(faults, name, many=len(wanted) > 1)))
    if not any(map(_has_a_number, (tables[at] for at in wanted))):
        anywhere = any(map(str.isdecimal, text))
        fault = Fault(
            file=name,
            got="numbers in no table, and in no statistic that is read"
            if anywhere
            else "no number",
            expected="a table, or sentences with statistics" if anywhere else "a table",
            hint="nothing found here to check",
        )
        raise StopError((*broken, fault))
    kept = [one for one in read if one.sheet.columns] or read
    left = [one.sheet.name for one in read if one not in kept]
    told = f"Left out, as they have no number: {', '.join(left)}." if left else ""
    return kept, told, broken


_MOST_FAULTS = 3
"""Faults of lines that may be slips in a table."""


def _no_table(file: str) -> Fault:
    """Say once of a text with commas here and there, as letters and logs have, that it is none."""
    expected = "a table, or sentences with statistics"
    hint = "nothing found here to check; --markup csv says that it is a table all the same"
    return Fault(file=file, got="lines that are no rows of one table", expected=expected, hint=hint)


def _has_a_number(table: RawTable) -> bool:
    return any(map(numeric, chain.from_iterable((table.header, *table.rows))))


def _placed(faults: Iterable[Fault], file: str, *, many: bool) -> Iterator[Fault]:
    for fault in faults:
        hint = "there are several tables: --table picks one" if many else fault.hint
        yield Fault(file=file, path=fault.path, got=fault.got, expected=fault.expected, hint=hint)


def _content(file: TableFile) -> tuple[bytes, str]:
    name = "standard input" if file.path == STDIN else str(file.path)
    if file.text is not None:
        return file.text, name
    if file.path == STDIN:
        return sys.stdin.buffer.read(MOST_BYTES + 1), name
    return _loaded(read_bytes(file.path)), name


def is_pasted(path: Path) -> bool:
    """Tell whether the text of a file tells its markup: standard input, and plain text.

    >>> is_pasted(Path("table.txt")), is_pasted(Path("table.csv"))
    (True, False)
    """
    return path == STDIN or path.suffix.lower() in _PLAIN


def _markup(file: TableFile, raw: bytes) -> Markup:
    """Take the markup that is said, or that of the file's name; text that was pasted tells it."""
    chosen: Markup | None = file.how.markup or markup_of(file.path)
    pasted = is_pasted(file.path)
    if chosen is None and pasted:
        chosen = markup_in(raw)
    if chosen is None:
        hint = "nothing found here to check" if pasted else "or say what it is: --markup"
        expected = "a file that ends with .csv, .tsv, .md, .tex, .html, .txt or .toml"
        expected = "a table in Markdown, LaTeX, HTML, CSV, TSV or text" if pasted else expected
        got = "none of these" if pasted else "another end"
        place = "standard input" if file.path == STDIN else str(file.path)
        raise StopError((Fault(file=place, got=got, expected=expected, hint=hint),))
    return chosen


_PLAIN = frozenset({".txt", ".text"})
PROSE: Markup = "prose"


def _names(tables: Sequence[RawTable]) -> Iterator[str]:
    """Name tables: by their titles, or else by their numbers."""
    titles = [table.title for table in tables]
    for number, title in enumerate(titles, 1):
        yield title if title and titles.count(title) == 1 else str(number)


def _chosen(names: Sequence[str], wanted: Sequence[str], file: str) -> list[int]:
    """Find tables by their names or numbers.

    Raises StopError for one that is not there.
    """
    if not wanted:
        return list(range(len(names)))
    numbers = {str(at + 1): at for at in range(len(names))}
    places = numbers | {name: at for at, name in enumerate(names)}
    for name in wanted:
        if name not in places:
            hint = did_you_mean(name, names).removeprefix(": ")
            expected = f"one of {', '.join(names)}"
            raise StopError(
                (Fault(file=file, got=f"--table {name}", expected=expected, hint=hint),)
            )
    chosen = {places[name] for name in wanted}
    return sorted(chosen)
