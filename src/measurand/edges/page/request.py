"""What a page asks, as a value that is made of JSON: nothing of it is ever an option or a path.

A text that somebody pasted is what a file of a fixed place would hold; what is said of columns,
rows and facts goes through the same readers as on the command line, and nowhere else.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from attrs import frozen
from returns.pipeline import is_successful

from measurand.auditing.proofs.feasible.search import Effort
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.output import Output, VerdictOutput
from measurand.edges.cli.prove import LintRequest, ProveRequest
from measurand.edges.cli.tables import NamedTables, TableFile, draft_of, is_claims, read_tables
from measurand.edges.files.json.converter import structured
from measurand.edges.files.json.value import FaultError, decode
from measurand.edges.tables.grid import column_override, fact_override, row_override
from measurand.edges.tables.markup.reader import Markup
from measurand.values.fault import Fault
from measurand.values.printed import rounding_of, unit_of

if TYPE_CHECKING:
    from measurand.edges.cli.audit import Request as AuditRequest
    from measurand.edges.cli.check import Request as CheckRequest
    from measurand.edges.cli.score import Request as ScoreRequest
    from measurand.edges.cli.sniff import Request as SniffRequest
    from measurand.edges.cli.verify import Request as VerifyRequest

Do = Literal["lint", "prove", "check", "verify", "sniff", "score", "audit"]
T = TypeVar("T")

MOST_BYTES = 2_000_000
"""What is read of a text that was pasted."""

_DEPTH = 8
_NOTHING: dict[str, str] = {}


@frozen(kw_only=True)
class Asking:
    """What is asked of a text: what to do, the text, and what is said of how it is read.

    `name` is what the text is called, as a file would be. `columns` says what columns are, by name
    (`{"F1": "f:average=micro"}`), `rows` what rows are (`{"All": "average"}`), `facts` what is
    known besides (`{"samples": "124"}`, `{"ours:gold": "3"}`); `tables` picks some of several.
    `steps` and `nodes` are the budget of a search. Of files that were dropped, `file` has samples,
    or `gold` and `predicted` (by row) have a side each; `definitions` are those of scores.

    >>> Asking(do="lint", text="").name
    'table.txt'
    """

    do: Do
    text: str = ""
    name: str = "table.txt"
    markup: Markup | None = None
    columns: Mapping[str, str] = _NOTHING
    rows: Mapping[str, str] = _NOTHING
    facts: Mapping[str, str] = _NOTHING
    rounding: str = ""
    unit: str = ""
    decimal_comma: bool = False
    transpose: bool | None = None
    tables: tuple[str, ...] = ()
    steps: int | None = None
    nodes: int | None = None
    file: str = ""
    gold: str = ""
    predicted: Mapping[str, str] = _NOTHING
    where: str = ""
    definitions: tuple[str, ...] = ()

    def lint(self, folder: Path) -> LintRequest:
        """Make the request of `measurand lint`.

        Raises StopError where what is said cannot be read.
        """
        path, raw = self._table(folder)
        return LintRequest(table=(path,), text=raw, how=self._how())

    def prove(self, folder: Path) -> ProveRequest:
        """Make the request of `measurand prove`.

        Raises StopError where what is said cannot be read.
        """
        plain = Effort()
        path, raw = self._table(folder)
        return ProveRequest(
            table=path,
            text=raw,
            how=self._how(),
            steps=plain.steps if self.steps is None else self.steps,
            nodes=plain.nodes if self.nodes is None else self.nodes,
        )

    def claims(self) -> str:
        """Write the claims file of the tables, as `measurand init` does.

        Raises StopError where they cannot be read.
        """
        from measurand.edges.cli.table_samples import claims_made

        if is_claims(self._path):
            return self.text
        file = TableFile(self._path, self.tables, self._how(), self._bytes())
        tables, left, _ = read_tables(file, {})
        text, _ = claims_made(file.title, tables, left, None, draft=draft_of(file, Path()))
        return text

    def check(self, folder: Path, output: VerdictOutput) -> "CheckRequest":
        """Make the request of `measurand check`: of a claims file, or of a log that was dropped.

        Raises StopError where no file is named.
        """
        from measurand.edges.cli.check import CiReports
        from measurand.edges.cli.check import Request as CheckRequest
        from measurand.edges.cli.workflow_commands import WorkflowCommands

        path = _dropped(folder, self.file) if self.file else self._table(folder)[0]
        quiet = CiReports(runner=WorkflowCommands(github="off"))
        return CheckRequest(claims=(path,), output=output, ci=quiet)

    def verify(self, folder: Path, output: Output) -> "VerifyRequest":
        """Make the request of `measurand verify`: the text is a certificate.

        Raises StopError where it is too long.
        """
        from measurand.edges.cli.verify import Request as VerifyRequest

        path = folder / "certificate.json"
        path.write_bytes(self._bytes())
        return VerifyRequest(certificates=(path,), output=output)

    def sniff(self, folder: Path, output: Output) -> "SniffRequest":
        """Make the request of `measurand sniff`.

        Raises StopError where no file is named.
        """
        from measurand.edges.cli.sniff import Request as SniffRequest

        return SniffRequest(file=_dropped(folder, self.file), output=output)

    def score(self, folder: Path, output: Output) -> "ScoreRequest":
        """Make the request of `measurand score`.

        Raises StopError where no file is named.
        """
        from measurand.edges.cli.score import Request as ScoreRequest

        return ScoreRequest(
            file=_dropped(folder, self.file), definition=self.definitions, output=output
        )

    def audit(self, folder: Path, output: Output) -> "AuditRequest":
        """Make the request of `measurand audit`: the table, with its samples.

        Raises StopError where what is said cannot be read.
        """
        from measurand.edges.cli.audit import Request as AuditRequest
        from measurand.edges.cli.table_samples import TableSamples

        samples = TableSamples(
            data=_dropped(folder, self.file) if self.file else None,
            gold=_dropped(folder, self.gold) if self.gold else None,
            pred=tuple((row, str(_dropped(folder, name))) for row, name in self.predicted.items()),
            where=self.where,
        )
        how, raw = self._how(), self._bytes()
        return AuditRequest(claims=self._path, text=raw, samples=samples, how=how, output=output)

    @property
    def _path(self) -> Path:
        """Name the text; a name is no way to a file, as the text is handed over with it."""
        return Path(Path(self.name).name or "table.txt")

    def _table(self, folder: Path) -> tuple[Path, bytes | None]:
        """Name the table with its text; a claims file is written to where its data would lie.

        Raises StopError where it is too long.
        """
        path, raw = self._path, self._bytes()
        if not is_claims(path):
            return path, raw
        (folder / path).write_bytes(raw)
        return folder / path, None

    def _bytes(self) -> bytes:
        raw = self.text.encode(errors="replace")
        if len(raw) > MOST_BYTES:
            raise _stop("the text", f"{len(raw)} bytes", f"at most {MOST_BYTES} bytes")
        return raw

    def _how(self) -> NamedTables:
        return NamedTables(
            markup=self.markup,
            column=tuple(_each("columns", self.columns, column_override)),
            row=tuple(_each("rows", self.rows, row_override)),
            fact=tuple(_each("facts", self.facts, fact_override)),
            rounding=_said("rounding", self.rounding, rounding_of) if self.rounding else None,
            unit=_said("unit", self.unit, unit_of) if self.unit else None,
            decimal_comma=self.decimal_comma,
            transpose=self.transpose,
            names=self.tables,
        )


def asking(text: str) -> Asking:
    """Read a request from JSON.

    >>> asking('{"do": "lint", "text": "a", "columns": {"F1": "f"}}').columns
    {'F1': 'f'}

    Raises StopError with every fault.
    """
    try:
        tree = decode(text.encode(errors="replace"), max_depth=_DEPTH)
    except FaultError as error:
        raise StopError((error.fault,)) from error
    made = structured(tree, Asking)
    if not is_successful(made):
        raise StopError(tuple(fault for _, fault in made.failure()))
    return made.unwrap()


def _dropped(folder: Path, name: str) -> Path:
    """Name a file that was dropped: by its last name, in the one folder that has such files."""
    last = Path(name).name
    if not last:
        raise _stop("the file", "no name", "one of the files that were dropped")
    return folder / last


def _each(what: str, said: Mapping[str, str], read: Callable[[str], T]) -> Iterator[T]:
    for name, meaning in said.items():
        yield _said(what, f"{name}={meaning}", read)


def _said(what: str, text: str, read: Callable[[str], T]) -> T:
    try:
        return read(text)
    except FaultError as error:
        raise _stop(what, error.fault.got, error.fault.expected) from error
    except ValueError as error:
        expected, _, got = str(error).partition(": got ")
        raise _stop(what, got or "another", expected) from error


def _stop(path: str, got: str, expected: str) -> StopError:
    return StopError((Fault(path=path, got=got, expected=expected),))
