"""Verdicts on files and tables, as values: what the commands print, for callers in Python.

A verb makes the request that the command line would make of its words, and runs the same command
with an output that is kept instead of printed. So a verdict from Python is the one from the shell.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from io import StringIO
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from attrs import field, fields, frozen

from measurand.edges.cli import audit as auditing
from measurand.edges.cli import check as checking
from measurand.edges.cli import gate as gating
from measurand.edges.cli import lock as locking
from measurand.edges.cli import prove as proving
from measurand.edges.cli.claims import Selection
from measurand.edges.cli.exit_codes import BY_CODE
from measurand.edges.cli.output import Kept
from measurand.edges.cli.table_samples import TableSamples
from measurand.edges.cli.tables import PROSE, NamedTables, has_statements
from measurand.edges.cli.workflow_commands import WorkflowCommands
from measurand.edges.files.formats.arrow_values import plain
from measurand.edges.files.json.value import FaultError, encode
from measurand.edges.report.document import Document, shortened
from measurand.edges.report.html import fragment
from measurand.edges.report.text import text
from measurand.edges.tables.grid import column_override, fact_override, row_override
from measurand.edges.tables.markup.reader import Markup, markup_in
from measurand.edges.verbs.cells import Column, cells
from measurand.edges.verbs.errors import invalid, speaking_of_arguments, worded
from measurand.edges.verbs.results import plain_tree
from measurand.edges.verbs.scoring import share
from measurand.values.fault import shown
from measurand.values.verdict import Verdict

Table = str | PathLike[str] | Sequence[Mapping[str, object]] | object
"""A table: a path, its text in any markup (of several lines), a data frame, or rows as dicts."""
_NONE: Mapping[str, str] = {}
_FACTS: Mapping[str, int] = {}
_HANDED = Path("table")
_COLUMNS: Mapping[str, Column] = {}


@frozen
class Report:
    r"""What a command says of a file or a table, with its exit code.

    The code is 0 where all holds, 1 for a finding, 3 where nothing is refuted but something open.
    `str()` is the short answer that the command prints, `full` all of it; `tree()` gives what is
    written as JSON.

    >>> report = lint("model,P,R,F1\nours,60.0,60.0,60.0\n")
    >>> report.ok, report.code, report.verdict.value
    (True, 0, 'holds')
    """

    code: int
    document: Document = field(repr=False)
    tree: Callable[[], object] = field(repr=False, eq=False)

    @property
    def ok(self) -> bool:
        """Tell whether all holds."""
        return self.code == 0

    @property
    def verdict(self) -> Verdict:
        """Say it in a word: holds, refuted, undecided."""
        return BY_CODE[self.code]

    def __str__(self) -> str:
        """Write what the command prints: what was found."""
        return text(shortened(self.document)).replace("--full shows more", ".full shows more")

    @property
    def full(self) -> str:
        """Write all that there is to say, as the command does with --full."""
        return text(self.document)

    def to_dict(self) -> dict[str, object]:
        """Give what the command writes as JSON, as dictionaries and lists."""
        return plain_tree(self.tree())

    def _repr_html_(self) -> str:
        return fragment(*self.document)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what the report says: its JSON is made first."""
        values = {one.alias: getattr(self, one.name) for one in fields(type(self))}
        return _restored, (type(self), {**values, "tree": _Made(self.tree())})


R = TypeVar("R", bound=Report)


@frozen
class _Made:
    """A tree that was made."""

    tree: object

    def __call__(self) -> object:
        return self.tree


def _restored(kind: Callable[..., R], values: Mapping[str, object]) -> R:
    return kind(**values)


def reported(run: Callable[[Kept], int]) -> Report:
    """Run a command whose output is kept, and give what it says.

    Raises InvalidInputError with the faults that would end the command.
    """
    said: list[tuple[Callable[[], object], Callable[[], Document]]] = []
    with speaking_of_arguments():
        code = run(Kept(keep=lambda tree, document: said.append((tree, document))))
        [(tree, document)] = said
        return Report(code, document(), tree)


def check(
    path: str | PathLike[str],
    *,
    tables: Sequence[str] = (),
    locked: bool = False,
    today: date | None = None,
) -> Report:
    """Recompute every printed cell of a claims file, as `measurand check` does.

    `tables` names the tables to check (all, where none is named), `locked` holds every number
    against the lock beside the file too, and `today` decides which reviews are due.

    >>> found = check("docs/examples/silence/claims.toml")
    >>> found.code, found.to_dict()["command"]
    (1, 'check')

    Raises InvalidInputError with every fault of the file and of the data.
    """
    return reported(
        lambda output: checking.run(
            checking.Request(
                claims=(Path(path),),
                today=today,
                selection=Selection(table=tuple(tables)),
                against=checking.AgainstLock(locked=locked),
                output=output,
                ci=checking.CiReports(runner=WorkflowCommands(github="off")),
            )
        )
    )


def lock(path: str | PathLike[str], *, to: str | PathLike[str] | None = None) -> Path:
    """Freeze a claims file with every number that it computes, as `measurand lock` does.

    The lock is written whole or not at all, to `to` or beside the file; its path is given back.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     lock("docs/examples/silence/claims.toml", to=Path(folder) / "silence.lock.json").name
    'silence.lock.json'

    Raises InvalidInputError with every fault of the file and of the data.
    """
    output = locking.LockFile(file=None if to is None else Path(to))
    with speaking_of_arguments():
        written, _ = locking.lock_written(locking.Request(claims=Path(path), output=output))
    return written


def gate(  # noqa: PLR0913  # what may be said of a look, all by name
    run: str | PathLike[str],
    against: str | PathLike[str],
    *,
    definition: str | Sequence[str] = (),
    scorers: Sequence[str] = (),
    history: str | PathLike[str] | None = None,
    tolerance: float | Fraction | None = None,
    because: str | None = None,
    cluster: str | None = None,
    alpha: float | Fraction = Fraction(1, 20),
) -> Report:
    """Hold a run to its base, as `measurand gate` does: of logs, or of samples by a `definition`.

    `history` is the file of the looks before, to which this one is added; all looks together raise
    a false alarm with a chance of `alpha` at most. A `tolerance` from 0 to 1 goes with `because`,
    `cluster` names the groups of items that go together, `scorers` what is looked at in logs. The
    code of the report is 0 where the run is not worse, 1 where it is, 3 where items are too few.

    >>> folder = "docs/examples/gates"
    >>> found = gate(f"{folder}/third.csv", f"{folder}/base.csv", definition="exact_match")
    >>> found.code, found.to_dict()["outcome"]
    (1, 'worse')

    Raises InvalidInputError with every fault of the files, of another history, and where a
    tolerance has no reason.
    """
    accepted = gating.Accepted(
        tolerance=None if tolerance is None else share("tolerance", tolerance, "0.01"),
        because=because,
    )
    return reported(
        lambda output: gating.run(
            gating.Request(
                run=Path(run),
                against=Path(against),
                definition=(definition,) if isinstance(definition, str) else tuple(definition),
                scorers=tuple(scorers),
                history=None if history is None else Path(history),
                accepted=accepted,
                cluster=cluster,
                alpha=share("alpha", alpha, "0.05"),
                output=output,
                runner=WorkflowCommands(github="off"),
            )
        )
    )


def lint(  # noqa: PLR0913  # what may be said of a table, all by name
    table: Table,
    *,
    columns: Mapping[str, str] = _NONE,
    rows: Mapping[str, str] = _NONE,
    facts: Mapping[str, int] = _FACTS,
    names: Sequence[str] = (),
    markup: Markup | None = None,
) -> Report:
    r"""Hold the numbers of a table to the rules that need no search, as `measurand lint` does.

    `table` is a path, a text in any markup, a data frame or rows as dictionaries. What `columns`
    and `rows` are may be said by their name (`{"F1": "f", "Avg": "average[P,R]"}`, `{"All":
    "average"}`), and in `facts` what is known besides (`{"samples": 124}`); everything else is read
    off the table, and told. Of a file with several tables `names` picks some; `markup` says how a
    text is written. Running text is looked through for statistics, and `columns` say what their
    numbers are (`{"t": "t:tails=one"}`).

    >>> lint("The groups differed, t(28) = 2.20, p = .046.").verdict.value
    'refuted'
    >>> table = "system,P,R,F1\nours,50.0,50.0,60.0\n"
    >>> found = lint(table, columns={"F1": "f:average=micro"})
    >>> found.ok, found.verdict.value
    (False, 'refuted')

    Raises InvalidInputError where there is no table that can be read.
    """
    file, handed = _table(table, markup)
    how = _how(columns, rows, facts, names, markup)
    return reported(
        lambda output: proving.run_lint(
            proving.LintRequest(table=(file,), text=handed, how=how, output=output)
        )
    )


def prove(  # noqa: PLR0913  # as in lint
    table: Table,
    *,
    columns: Mapping[str, str] = _NONE,
    rows: Mapping[str, str] = _NONE,
    facts: Mapping[str, int] = _FACTS,
    names: Sequence[str] = (),
    markup: Markup | None = None,
) -> Report:
    r"""Decide whether any data print a table, as `measurand prove` does.

    Arguments are those of `lint`.

    >>> table = "system,P,R,F1\nours,50.0,50.0,60.0\n"
    >>> prove(table, columns={"F1": "f:average=micro"}).code
    1

    Raises InvalidInputError where there is no table that can be read.
    """
    file, handed = _table(table, markup)
    how = _how(columns, rows, facts, names, markup)
    return reported(
        lambda output: proving.run_prove(
            proving.ProveRequest(table=file, text=handed, how=how, output=output)
        )
    )


def _how(
    columns: Mapping[str, str],
    rows: Mapping[str, str],
    facts: Mapping[str, int],
    names: Sequence[str],
    markup: Markup | None,
) -> NamedTables:
    with _saying("columns"):
        column = tuple(column_override(f"{name}={what}") for name, what in columns.items())
    with _saying("rows"):
        row = tuple(row_override(f"{name}={what}") for name, what in rows.items())
    with _saying("facts"):
        fact = tuple(fact_override(f"{name}={number}") for name, number in facts.items())
    return NamedTables(column=column, row=row, fact=fact, names=tuple(names), markup=markup)


@contextmanager
def _saying(argument: str) -> Iterator[None]:
    try:
        yield
    except (FaultError, ValueError) as error:
        raise worded(argument, error) from error


def _table(table: Table, markup: Markup | None) -> tuple[Path, bytes | None]:
    """Give the path of a table, or what it would hold and a name for it."""
    if isinstance(table, PathLike):
        return Path(fspath(table)), None
    if isinstance(table, str):
        raw = table.encode()
        prose = markup == PROSE or (markup is None and (has_statements(raw) or _sentence(table)))
        if "\n" not in table and not prose:
            if " " in table and not Path(table).exists():
                hint = "the text of a table has several lines; markup='prose' reads sentences"
                raise invalid("table", shown(table), "the path of a file, or a table", hint)
            return Path(table), None
        kind = PROSE if prose else markup or markup_in(raw)
        if kind is None:
            hint = "say how it is written: markup='markdown'"
            raise invalid("table", "a text that is none", "a table in any markup", hint)
        return _HANDED.with_suffix(_SUFFIXES[kind]), raw
    return _HANDED.with_suffix(".csv"), _written(table).encode()


def _sentence(text: str) -> bool:
    """Tell a sentence with numbers from the path of a file that has spaces in its name."""
    several = text.strip().count(" ") >= _FEW_WORDS
    ends = text.rstrip().endswith((".", "!", "?")) and any(map(str.isdigit, text))
    return "\n" not in text and several and ends and not Path(text).exists()


_FEW_WORDS = 2
_SUFFIXES: Mapping[Markup, str] = {
    "csv": ".csv",
    "tsv": ".tsv",
    "markdown": ".md",
    "latex": ".tex",
    "html": ".html",
    "text": ".txt",
    PROSE: ".txt",
}


def _written(table: object) -> str:
    """Write a data frame, or rows as dictionaries, as CSV."""
    for name in ("to_csv", "write_csv"):
        write = getattr(table, name, None)
        if callable(write):
            written = write(index=_is_named(table)) if name == "to_csv" else write()
            return str(written)
    rows = list(table) if isinstance(table, Sequence) else []
    if not rows or not all(isinstance(row, Mapping) for row in rows):
        got = f"the type {type(table).__name__}"
        raise invalid("table", got, "a path, a text, a data frame, or a list of dictionaries")
    heads = list(dict.fromkeys(key for row in rows for key in row))
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([row.get(head, "") for head in heads] for row in rows)
    return file.getvalue()


def _is_named(frame: object) -> bool:
    """Tell whether the rows of a frame of pandas have names, rather than places."""
    index = getattr(frame, "index", None)
    return type(index).__name__ != "RangeIndex"


def _file(folder: Path, name: str, column: Column | str | PathLike[str], key: str) -> Path:
    """Give the file of a column; cells that were handed over are written to one."""
    if isinstance(column, str | PathLike):
        return Path(column)
    path = folder / f"{name}.jsonl"
    with path.open("wb") as file:
        for at, cell in enumerate(cells(name, column)):
            with _saying(f"{name}[{at}]"):
                file.write(encode({"id": at, key: plain(cell)}) + b"\n")
    return path


def audit(  # noqa: PLR0913  # as in lint, and the samples
    table: Table,
    data: str | PathLike[str] | None = None,
    *,
    gold: Column | str | PathLike[str] | None = None,
    predicted: Mapping[str, Column | str | PathLike[str]] = _COLUMNS,
    where: str = "",
    columns: Mapping[str, str] = _NONE,
    rows: Mapping[str, str] = _NONE,
    facts: Mapping[str, int] = _FACTS,
    markup: Markup | None = None,
) -> Report:
    r"""Find the definitions that print a table, as `measurand audit` does.

    `table` is a claims file alone, or a table with its samples: `data` is a file that holds gold
    and predictions of all systems (`where` names the group that tells them apart); or `gold` and
    `predicted`, files or columns of cells, one of predictions for each row of the table. `columns`,
    `rows`, `facts` and `markup` are those of `lint`.

    >>> found = audit(
    ...     "system,Accuracy\nours,75.0\n",
    ...     gold=["a", "b", "b", "a"], predicted={"ours": ["a", "b", "a", "a"]},
    ... )
    >>> found.ok
    True

    Raises InvalidInputError where table or samples cannot be read.
    """
    how = _how(columns, rows, facts, (), markup)
    file, handed = _table(table, markup)
    with TemporaryDirectory() as folder:
        beside = Path(folder)
        samples = TableSamples(
            data=None if data is None else Path(data),
            gold=None if gold is None else _file(beside, "gold", gold, "gold"),
            pred=tuple(
                (name, str(_file(beside, f"predicted{at}", column, "pred")))
                for at, (name, column) in enumerate(predicted.items())
            ),
            where=where,
        )
        return reported(
            lambda output: auditing.run(
                auditing.Request(claims=file, text=handed, samples=samples, how=how, output=output)
            )
        )
