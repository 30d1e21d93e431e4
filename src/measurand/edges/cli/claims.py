"""Loading and gathering that check and audit share."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import evolve
from returns.pipeline import is_successful

from measurand.claims.model import Claims
from measurand.claims.needs import Gathered, Need, merged, misfits
from measurand.edges.cli.arguments import StopError, add_output, add_reading, reading
from measurand.edges.cli.guard import check_files
from measurand.edges.engines.serial import gather
from measurand.edges.formats.claims_toml import load_claims
from measurand.values.fault import Fault
from measurand.values.suggest import did_you_mean


def add_claims(parser: argparse.ArgumentParser) -> None:
    """Add the claims file and what selects from it."""
    parser.add_argument("claims", metavar="CLAIMS", type=Path, help="a claims file (TOML)")
    parser.add_argument(
        "--table", action="append", metavar="NAME", help="only this table; may be repeated"
    )
    parser.add_argument(
        "--root",
        type=Path,
        metavar="DIR",
        help="the folder that data paths are relative to (default: that of the claims file)",
    )
    add_reading(parser)
    add_output(parser)


def load(arguments: argparse.Namespace) -> Claims:
    """Load the claims file, with the tables that were asked for.

    Raises StopError with every fault of the file; also where a result would be written over it, or
    over data that it names.
    """
    check_files(arguments, [("CLAIMS", arguments.claims)])
    loaded = load_claims(arguments.claims)
    if not is_successful(loaded):
        raise StopError(loaded.failure())
    claims = loaded.unwrap()
    check_files(arguments, _files(arguments, claims))
    if not arguments.table:
        return claims
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
    kept = tuple(table for table in claims.tables if table.name in arguments.table)
    return evolve(claims, tables=kept)


def _files(arguments: argparse.Namespace, claims: Claims) -> Iterator[tuple[str, Path]]:
    """Give every file of data that the claims name, whatever tables were asked for."""
    root = data_root(arguments)
    for name, source in claims.sources:
        yield f"data.{name}", root / source.path
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
        found = gather(claims, merged((*tried, *needs)), run)
        if not is_successful(found):
            raise StopError(found.failure())
        met = found.unwrap()
        if wrong := misfits(needs, met):
            raise StopError(wrong)
    return met
