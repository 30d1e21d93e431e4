"""Loading and gathering that check and audit share."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from returns.pipeline import is_successful

from measurand.audit.claims.model import Claims
from measurand.audit.claims.text_check import paper_files
from measurand.edges.claims.file import Located
from measurand.edges.claims.load import load_located
from measurand.edges.cli.arguments import FORMATS, StopError, add_output, add_reading
from measurand.edges.cli.definitions import add_metrics, own_metrics
from measurand.edges.cli.faults import with_places
from measurand.edges.cli.guard import Named, check_files, files_of
from measurand.edges.cli.reads import reading
from measurand.edges.engines.serial import gather
from measurand.metrics.needs import Gathered, Need, merged, misfits
from measurand.values.fault import Fault
from measurand.values.suggest import did_you_mean


def add_claims(
    parser: argparse.ArgumentParser,
    formats: tuple[str, ...] = FORMATS,
    *,
    several: bool = False,
    or_table: bool = False,
) -> None:
    """Add the claims file, or several, or a table in its place, and what selects from it."""
    if or_table:
        told = "a claims file (.toml), or a table (.csv, .tsv, .md, .tex) with its samples"
        parser.add_argument("claims", metavar="CLAIMS|TABLE", type=Path, help=told)
        parser.add_argument(
            "-o", dest="kept", metavar="FILE", type=Path, help="of a table: keep its claims file"
        )
    elif several:
        told = "a claims file (TOML), or several"
        parser.add_argument("claims", metavar="CLAIMS", type=Path, nargs="+", help=told)
    else:
        parser.add_argument("claims", metavar="CLAIMS", type=Path, help="a claims file (TOML)")
    parser.add_argument(
        "--table",
        action="append",
        metavar="NAME",
        help="only this table; may be repeated; claims beside tables are left out",
    )
    parser.add_argument(
        "--root",
        type=Path,
        metavar="DIR",
        help="the folder that data paths are relative to (default: that of the claims file)",
    )
    add_metrics(parser)
    add_reading(parser)
    add_output(parser, formats)


def load(arguments: argparse.Namespace) -> Claims:
    """Load the claims of a file, with the tables that were asked for.

    Raises StopError as `load_found` does.
    """
    return load_found(arguments).claims


def load_found(arguments: argparse.Namespace, writes: Named = ()) -> Located:
    """Load the claims file and what it includes, with the tables that were asked for.

    Where tables are asked for, claims beside the tables are left out. `writes` are the files that a
    command writes besides its output.

    Raises StopError with every fault of the file; also where a result would be written over it, or
    over data or a text that it names.
    """
    check_files(arguments, [("CLAIMS", arguments.claims)], writes)
    metrics = own_metrics(arguments, writes)
    loaded = load_located(arguments.claims, data_root(arguments), metrics)
    if not is_successful(loaded):
        raise StopError(loaded.failure())
    found = loaded.unwrap()
    claims = found.claims
    check_files(arguments, _files(arguments, found), writes)
    if not arguments.table:
        return found
    names = [table.name for table in claims.tables]
    for name in arguments.table:
        if name not in names:
            hint = did_you_mean(name, names).removeprefix(": ")
            raise StopError(
                (
                    Fault(
                        file=str(arguments.claims),
                        got=f"--table {name}",
                        expected=f"one of {', '.join(names)}",
                        hint=hint,
                    ),
                )
            )
    return found.only(arguments.table)


def _files(arguments: argparse.Namespace, found: Located) -> Iterator[tuple[str, Path]]:
    """Give every file that the claims name, whatever tables were asked for."""
    root, claims = data_root(arguments), found.claims
    for file in found.files[1:]:
        yield "include", Path(file)
    for text in paper_files(claims):
        yield "at", root / text
    for name, source in claims.sources:
        yield from files_of(f"data.{name}", root / source.path)
        if source.predictions:
            yield f"data.{name}", root / source.predictions


def data_root(arguments: argparse.Namespace) -> Path:
    """Name the folder that data paths are relative to."""
    root: Path = arguments.root or arguments.claims.parent
    return root


def gathered(
    arguments: argparse.Namespace, claims: Claims, needs: Sequence[Need], tried: Sequence[Need] = ()
) -> Gathered:
    """Read the data that is needed; what is only tried (by an audit) may not fit the samples.

    Raises StopError with the faults of the data.
    """
    with reading(arguments, data_root(arguments)) as run:
        found = gather(dict(claims.sources), merged((*tried, *needs)), run)
        if not is_successful(found):
            raise StopError(with_places(found.failure(), claims))
        met = found.unwrap()
        if wrong := misfits(needs, met):
            raise StopError(wrong)
    return met
