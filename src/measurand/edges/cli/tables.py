"""Tables as arguments: a file in markup, standard input, or a claims file."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen
from returns.pipeline import is_successful
from returns.result import Result

from measurand.audit.claims.table_sheet import readings_of
from measurand.audit.claims.table_sheet import sheet_of as sheet_of_claims
from measurand.audit.proofs.feasible.reading import Reading
from measurand.audit.proofs.premises import Premise
from measurand.audit.proofs.sheet import Sheet
from measurand.edges.claims.load import load_located
from measurand.edges.cli.arguments import StopError
from measurand.edges.cli.definitions import add_metrics
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.markup.reader import (
    MARKUPS,
    MOST_BYTES,
    Markup,
    markup_in,
    markup_of,
    read_bytes,
    tables_of,
)
from measurand.edges.tables.overrides import Overrides, column_override, fact_override, row_override
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.metrics.metric import Metric
from measurand.values.fault import Fault
from measurand.values.printed import rounding_of, unit_of
from measurand.values.suggest import did_you_mean

STDIN = Path("-")
T = TypeVar("T")


@frozen(kw_only=True)
class Asked:
    """A table that is asked about: its numbers, notes on what was guessed, and its readings.

    `premises` are what the table leaves open; a claims file says what it means.
    """

    sheet: Sheet
    premises: tuple[Premise, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    readings: tuple[Reading, ...] | None = None


def _typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """Let argparse show why a word is refused."""

    def typed(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return typed


def add_table(parser: argparse.ArgumentParser, what: str, *, several: bool = False) -> None:
    """Add the table, or several, and what says how it is read."""
    if several:
        parser.add_argument("table", metavar="TABLE", type=Path, nargs="+", help=what)
    else:
        parser.add_argument("table", metavar="TABLE", type=Path, help=what)
    group = add_said(parser)
    group.add_argument(
        "--table",
        dest="names",
        action="append",
        metavar="NAME",
        default=[],
        help="only this table, by its title, its label or its number; may be repeated",
    )
    add_metrics(parser)


def add_said(parser: argparse.ArgumentParser) -> "argparse._ArgumentGroup":
    """Add what says how a table is read."""
    group = parser.add_argument_group("reading a table (everything else is guessed, and told)")
    group.add_argument(
        "--markup",
        choices=MARKUPS,
        help="how TABLE is written (default: by the end of its name; - and .txt by their text)",
    )
    group.add_argument(
        "--column",
        action="append",
        type=_typed(column_override),
        default=[],
        metavar="NAME=ROLE[OF,...][:option=...]",
        help="what a column is: F1=f, 'Avg=average[P,R]', 'F.5=f:beta=0.5,unit=%%', Year=skip",
    )
    group.add_argument(
        "--row",
        action="append",
        type=_typed(row_override),
        default=[],
        metavar="LABEL=KIND",
        help="what a row is: body, runs (a mean over them), average, total or skip",
    )
    group.add_argument(
        "--fact",
        action="append",
        type=_typed(fact_override),
        default=[],
        metavar="[LABEL:]FACT=NUMBER",
        help="what else is known, of all rows or of one: samples=124, ours:gold=3",
    )
    group.add_argument(
        "--rounding", type=_typed(rounding_of), metavar="MODE", help="how numbers were rounded"
    )
    group.add_argument(
        "--unit", type=_typed(unit_of), metavar="UNIT", help="the unit of numbers without one"
    )
    group.add_argument(
        "--transpose",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="systems stand in columns, metrics in rows (default: where the first column says so)",
    )
    group.add_argument(
        "--decimal-comma", action="store_true", help="63,3 is a number; points part thousands"
    )
    return group


def said_of(arguments: argparse.Namespace) -> Overrides:
    """Gather what was said of the table."""
    return Overrides(
        columns=tuple(arguments.column),
        rows=tuple(arguments.row),
        facts=tuple((fact, number) for label, fact, number in arguments.fact if not label),
        row_facts=tuple(one for one in arguments.fact if one[0]),
        rounding=arguments.rounding,
        unit=arguments.unit,
        decimal_comma=arguments.decimal_comma,
        transpose=arguments.transpose,
    )


def is_claims(path: Path) -> bool:
    """Tell a claims file by the end of its name.

    >>> is_claims(Path("claims.toml")), is_claims(Path("table.tex"))
    (True, False)
    """
    return path.suffix.lower() == ".toml"


def load_tables(
    arguments: argparse.Namespace, metrics: Mapping[str, Metric]
) -> tuple[list[Asked], str, tuple[Fault, ...]]:
    """Load the tables that are asked about, a sentence on those left out, and faults of others.

    Heads, and the definitions of a claims file, may name `metrics` of one's own.

    Raises StopError with every fault where no table can be read.
    """
    if is_claims(arguments.table):
        return list(_of_claims(arguments, metrics)), "", ()
    read, left, faults = read_tables(arguments, metrics)
    found = [Asked(sheet=one.sheet, premises=one.premises, notes=_notes(one)) for one in read]
    return found, left, faults


def _notes(read: ReadTable) -> tuple[tuple[str, str], ...]:
    return tuple((note.where, note.text) for note in read.notes)


def _of_claims(arguments: argparse.Namespace, metrics: Mapping[str, Metric]) -> Iterator[Asked]:
    said = said_of(arguments)
    if said != Overrides() or arguments.markup:
        expected = "a claims file alone: it says itself what its columns are"
        got = "options that read a table in markup"
        raise StopError((Fault(file=str(arguments.table), got=got, expected=expected),))
    located = _loaded(load_located(arguments.table, metrics=metrics))
    claims = located.claims
    names = [table.name for table in claims.tables]
    wanted = _chosen(names, arguments.names, str(arguments.table))
    for at in wanted:
        table = claims.tables[at]
        sheet = sheet_of_claims(table, located.metrics.values())
        yield Asked(sheet=sheet, readings=readings_of(table))


def _loaded(found: Result[T, tuple[Fault, ...]]) -> T:
    if not is_successful(found):
        raise StopError(found.failure())
    return found.unwrap()


def read_tables(
    arguments: argparse.Namespace, metrics: Mapping[str, Metric]
) -> tuple[list[ReadTable], str, tuple[Fault, ...]]:
    """Read tables in markup; those without a number are left out, and that is said.

    Heads may name `metrics` of one's own. The faults are those of tables that cannot be read beside
    others that can.

    Raises StopError with every fault where none can, or something was said that is not there.
    """
    raw, file = _content(arguments)
    tables = _loaded(tables_of(raw, _markup(arguments, raw), file=file))
    names = list(_names(tables))
    wanted = _chosen(names, arguments.names, file)
    broken = tuple(fault for at in wanted for fault in tables[at].faults)
    wanted = [at for at in wanted if not tables[at].faults]
    said = evolve(said_of(arguments), metrics=tuple(metrics.values()))
    read: list[ReadTable] = []
    faults: list[Fault] = []
    for at in wanted:
        source = f"{file}:{tables[at].line}"
        found = sheet_of(tables[at], said, name=names[at], source=source)
        if is_successful(found):
            read.append(found.unwrap())
        else:
            faults += found.failure()
    if faults or not read:
        raise StopError((*broken, *_placed(faults, file, many=len(wanted) > 1)))
    kept = [one for one in read if one.sheet.columns] or read
    left = [one.sheet.name for one in read if one not in kept]
    told = f"Left out, as they have no number: {', '.join(left)}." if left else ""
    return kept, told, broken


def _placed(faults: Iterable[Fault], file: str, *, many: bool) -> Iterator[Fault]:
    for fault in faults:
        hint = "there are several tables: --table picks one" if many else fault.hint
        yield Fault(file=file, path=fault.path, got=fault.got, expected=fault.expected, hint=hint)


def _content(arguments: argparse.Namespace) -> tuple[bytes, str]:
    if arguments.table == STDIN:
        return sys.stdin.buffer.read(MOST_BYTES + 1), "standard input"
    return _loaded(read_bytes(arguments.table)), str(arguments.table)


def _markup(arguments: argparse.Namespace, raw: bytes) -> Markup:
    """Take the markup that is said, or that of the file's name; text that was pasted tells it."""
    chosen: Markup | None = arguments.markup or markup_of(arguments.table)
    pasted = arguments.table == STDIN or arguments.table.suffix.lower() in _PLAIN
    if chosen is None and pasted:
        chosen = markup_in(raw)
    if chosen is None:
        hint = "or say what it is: --markup"
        expected = "a file that ends with .csv, .tsv, .md, .tex, .html, .txt or .toml"
        expected = "a table in Markdown, LaTeX, HTML, CSV or TSV" if pasted else expected
        got = "none of these" if pasted else "another end"
        file = "standard input" if arguments.table == STDIN else str(arguments.table)
        raise StopError((Fault(file=file, got=got, expected=expected, hint=hint),))
    return chosen


_PLAIN = frozenset({".txt", ".text"})


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
