"""`measurand check`: recompute every printed cell, and hold every other claim to what is known."""

import argparse
from datetime import date

from attrs import frozen
from returns.pipeline import is_successful

from measurand.audit.claims.outcomes import Outcome, unchecked
from measurand.audit.claims.table_check import check_needs
from measurand.audit.lock.messages import locked_outcomes
from measurand.edges.claims.file import Located
from measurand.edges.cli.arguments import StopError, emit, one_of, quarantine_of
from measurand.edges.cli.checked import Checked, checked_of
from measurand.edges.cli.claims import add_claims, data_root, load_found
from measurand.edges.cli.dry_run import dry_run
from measurand.edges.cli.exits import BY_CODE, add_undecided, exit_code, told
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.cli.locked import Locked, add_locked, hold, lock_path
from measurand.edges.cli.places import add_places, tell, written
from measurand.edges.cli.reads import reading
from measurand.edges.cli.recording import printed_by, recording
from measurand.edges.cli.running import add_running
from measurand.edges.files.json.shapes import SCHEMA
from measurand.edges.report import Document, render, to_json
from measurand.edges.report.check_view import check_document
from measurand.edges.report.claims_json import CheckReport, check_json
from measurand.edges.report.lock_view import lock_blocks
from measurand.metrics.needs import merged
from measurand.values.fault import Fault

ABOUT = """\
Recompute every printed cell at its printed precision: reproduced, not reproduced (with what was
computed), or undecided (and why). Every number is shown with its definition and denominators.
Claims beside tables (numbers, relations, phrases), places in the paper, and the rules that printed
numbers follow are checked too. No option changes what a claims file or a lock expects.
"""
EXAMPLES = """\
examples:
  measurand check docs/examples/silence/claims.toml
  measurand check docs/examples/paper/claims.toml --today 2026-12-01
  measurand check claims.toml --table 2 --format json
  measurand check claims.toml --locked        name the cause where a number moved
  measurand check */claims.toml --junit report.xml --sarif report.sarif
  measurand check claims.toml --on-error quarantine=bad.jsonl
"""


def day(text: str) -> date:
    """Read a date.

    >>> day("2027-03-01")
    datetime.date(2027, 3, 1)

    Raises argparse.ArgumentTypeError for anything else.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        message = f"a date such as 2027-03-01: got {text[:40]!r}"
        raise argparse.ArgumentTypeError(message) from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_claims(parser, several=True)
    parser.add_argument(
        "--today",
        type=day,
        metavar="DATE",
        help="the day on which reviews may be due (default: that of the clock, in UTC)",
    )
    add_undecided(parser)
    add_locked(parser)
    add_places(parser)
    add_running(parser, whole=True)


@frozen
class _Part:
    """What came of one claims file."""

    title: str
    outcomes: tuple[Outcome, ...]
    code: int
    unchecked: bool
    document: Document
    tree: dict[str, object]


def run(arguments: argparse.Namespace) -> int:
    """Check, print, tell it where people work, and return the exit code."""
    _alone(arguments)
    check_folders(written(arguments))
    if arguments.dry_run:
        return _planned(arguments)
    parts = [_part(one_of(arguments, "claims", path)) for path in arguments.claims]
    never = any(part.unchecked for part in parts)
    code = told(exit_code(BY_CODE[part.code] for part in parts), arguments, unchecked=never)
    if arguments.format == "json":
        one, *more = [part.tree for part in parts]
        several = {"schema": SCHEMA, "command": "check", "exit_code": code, "files": [one, *more]}
        emit(arguments, to_json(several if more else one))
    else:
        blocks = tuple(block for part in parts for block in part.document)
        emit(arguments, render(blocks, arguments.format))
    outcomes = [outcome for part in parts for outcome in part.outcomes]
    tell(arguments, outcomes, title=", ".join(filter(None, (part.title for part in parts))))
    return code


def _alone(arguments: argparse.Namespace) -> None:
    """Refuse, of several files, what names one file.

    Raises StopError naming the option.
    """
    if len(arguments.claims) == 1:
        return
    named = (
        ("--lock", arguments.lock),
        ("--on-error", quarantine_of(arguments)),
        ("--resume", arguments.resume),
        ("--record", arguments.record),
        ("--dry-run", arguments.dry_run or None),
    )
    for option, path in named:
        if path is not None:
            got = f"{option} with {len(arguments.claims)} claims files"
            raise StopError((Fault(path=option, got=got, expected="one claims file"),))


def _planned(arguments: argparse.Namespace) -> int:
    one = one_of(arguments, "claims", arguments.claims[0])
    claims = load_found(one, written(one)).claims
    with reading(one, data_root(one)) as how:
        return dry_run(one, dict(claims.sources), merged(check_needs(claims)), how)


def _part(arguments: argparse.Namespace) -> _Part:
    located = load_found(arguments, written(arguments))
    if lock_path(arguments.claims).exists():
        lock = ("the lock", lock_path(arguments.claims))
        check_files(arguments, [lock], written(arguments))
    held = hold(arguments, located.claims) if arguments.locked or arguments.lock else None
    found = _checked(arguments, located, held)
    compared = None if held is None else held.compared
    kept = () if compared is None else locked_outcomes(compared, found.outcomes)
    outcomes = (*found.outcomes, *kept)
    code = exit_code(one.verdict for one in outcomes)
    title, readings = located.claims.title, found.gathered.readings
    tables = found.checks.tables
    missing = any(one.missing for one in readings.values())
    never = missing or bool(unchecked(outcomes))
    shown = told(code, arguments, unchecked=never)
    tree = check_json(
        CheckReport(
            title=title,
            exit_code=shown,
            sources=readings,
            tables=tables,
            outcomes=found.outcomes,
            lock=compared,
        )
    )
    against = () if compared is None else tuple(lock_blocks(compared))
    document = check_document(
        found.checks, readings, title=title, outcomes=found.outcomes, against=against
    )
    return _Part(title, outcomes, code, never, document, tree)


def _checked(arguments: argparse.Namespace, located: Located, held: Locked | None) -> Checked:
    claims = located.claims
    with recording(arguments) as recorder, reading(arguments, data_root(arguments)) as how:
        recorder.meant = (dict(claims.sources), merged(check_needs(claims)), how)
        recorder.definitions = printed_by(claims)
        gathered = None if held is None else held.gathered
        found = checked_of(located, how, today=arguments.today, gathered=gathered)
        if not is_successful(found):
            raise StopError(found.failure())
        recorder.gathered = found.unwrap().gathered
        return found.unwrap()
