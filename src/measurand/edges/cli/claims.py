"""A claims file as commands are given it: which tables, which data, what is in the way."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.cells import cell_definition
from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.table_check import computed_cells
from measurand.auditing.claims.text_check import paper_files
from measurand.edges.claims.file import LocatedClaims
from measurand.edges.claims.load import load_located
from measurand.edges.cli.definitions import own_metrics
from measurand.edges.cli.faults import StopError, with_places
from measurand.edges.cli.file_conflicts import Named, check_files, files_of
from measurand.edges.cli.request import Arguments, option, repeated
from measurand.edges.engines.run import Run
from measurand.edges.engines.serial import gather
from measurand.metrics.needs import Gathered, Need, merged, misfits
from measurand.metrics.signature import signature
from measurand.values.fault import Fault
from measurand.values.suggest import did_you_mean


@frozen(kw_only=True)
class Selection(Arguments):
    """Which tables of a claims file, and where its data are."""

    table: tuple[str, ...] = repeated(
        str,
        metavar="NAME",
        says="only this table; may be repeated; claims beside tables are left out",
    )
    root: Path | None = option(
        Path,
        metavar="DIR",
        says="the folder that data paths are relative to (default: that of the claims file)",
    )


@frozen
class ClaimsFile:
    """A claims file: which of its tables (all, where none is named), and where its data are.

    >>> ClaimsFile(Path("paper/claims.toml"), Selection()).root.as_posix()
    'paper'
    """

    path: Path
    selection: Selection

    @property
    def root(self) -> Path:
        """Name the folder that data paths are relative to."""
        return self.selection.root or self.path.parent


def _no_table(path: Path) -> tuple[Fault, ...]:
    """Say of a table what reads it, where a claims file was expected."""
    from measurand.edges.tables.markup.reader import markup_of

    if markup_of(path) is None or not path.is_file():
        return ()
    name = shlex.quote(str(path))
    hint = f"`measurand lint {name}` asks its numbers alone, `measurand init {name}` makes claims"
    return (Fault(file=str(path), got="a table", expected="a claims file", hint=hint),)


def load_claims(request: Arguments, file: ClaimsFile, writes: Named = ()) -> LocatedClaims:
    """Load the claims file and what it includes, with the tables that were asked for.

    Where tables are asked for, claims beside the tables are left out. `writes` are the files that a
    command writes besides its output.

    Raises StopError with every fault of the file; also where a result would be written over it, or
    over data or a text that it names.
    """
    check_files(request, [("CLAIMS", file.path)], writes)
    metrics = own_metrics(request, writes)
    loaded = load_located(file.path, file.root, metrics)
    if not is_successful(loaded):
        raise StopError(_no_table(file.path) or loaded.failure())
    located = loaded.unwrap()
    check_files(request, _files(file.root, located), writes)
    wanted = file.selection.table
    if not wanted:
        return located
    names = [table.name for table in located.claims.tables]
    for name in wanted:
        if name not in names:
            fault = Fault(
                file=str(file.path),
                got=f"--table {name}",
                expected=f"one of {', '.join(names)}",
                hint=did_you_mean(name, names).removeprefix(": "),
            )
            raise StopError((fault,))
    return located.only(wanted)


def _files(root: Path, located: LocatedClaims) -> Iterator[tuple[str, Path]]:
    """Give every file that the claims name, whatever tables were asked for."""
    claims = located.claims
    for file in located.files[1:]:
        yield "include", Path(file)
    for text in paper_files(claims):
        yield "at", root / text
    for one in located.drafts:
        if one.draft.file:
            yield "unconfirmed", root / one.draft.file
    for name, source in claims.sources:
        yield from files_of(f"data.{name}", root / source.path)
        for _, path in source.beside:
            yield f"data.{name}", root / path


def gathered(
    run: Run, claims: Claims, needs: Sequence[Need], tried: Sequence[Need] = ()
) -> Gathered:
    """Read the data that is needed; what is only tried (by an audit) may not fit the samples.

    Raises StopError with the faults of the data.
    """
    read = gather(dict(claims.sources), merged((*tried, *needs)), run)
    if not is_successful(read):
        raise StopError(with_places(read.failure(), claims))
    if wrong := misfits(needs, read.unwrap()):
        raise StopError(wrong)
    return read.unwrap()


def printed_by(claims: Claims) -> tuple[str, ...]:
    """List the definitions of printed cells, each once, as signatures.

    >>> printed_by(Claims(sources=(), tables=()))
    ()
    """
    found = (
        cell_definition(table, column, row)
        for table in claims.tables
        for row, column, _ in computed_cells(table)
        if column.known
    )
    return tuple(sorted({signature(one) for one in found}))
