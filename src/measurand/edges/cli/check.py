"""`measurand check`: recompute every printed cell, and hold every other claim to what is known."""

import os
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

from attrs import frozen
from returns.pipeline import is_successful

from measurand.auditing.claims.model import Claims
from measurand.auditing.claims.outcomes import Outcome, unchecked
from measurand.auditing.claims.table_check import check_needs
from measurand.auditing.lock.messages import locked_outcomes
from measurand.edges.claims.file import LocatedClaims
from measurand.edges.cli.check_runs import logs_among
from measurand.edges.cli.checking import Checked, checked_of
from measurand.edges.cli.claims import ClaimsFile, Selection, load_claims, printed_by
from measurand.edges.cli.converters import day
from measurand.edges.cli.definitions import OwnMetrics
from measurand.edges.cli.exit_codes import BY_CODE, Undecided, exit_code
from measurand.edges.cli.faults import StopError, note_golds, stop
from measurand.edges.cli.file_conflicts import Named, check_files, check_folders
from measurand.edges.cli.lock import Locked, lock_path, locked, with_moves, with_way
from measurand.edges.cli.output import SUMMARY, VerdictOutput, page_option, show, summarise, write
from measurand.edges.cli.reading import Reading, Running, read_options, reading
from measurand.edges.cli.request import Arguments, arguments, command, option, part, switch
from measurand.edges.cli.run_report import RunPlan, dry_run, recording
from measurand.edges.cli.workflow_commands import WorkflowCommands, write_commands
from measurand.edges.files.json.shapes import Tree
from measurand.edges.files.runs import Found
from measurand.edges.report import Document, to_json
from measurand.edges.report.check_view import check_document
from measurand.edges.report.ci import annotations, junit, sarif, step_summary
from measurand.edges.report.claims_json import CHECK, CheckReport, check_json, of_files
from measurand.edges.report.issue import told_of_outcomes
from measurand.edges.report.lock_view import lock_blocks
from measurand.metrics.needs import merged


@frozen(kw_only=True)
class CiReports(Arguments):
    """Where else the outcome of each claim is written."""

    TITLE = "where people work"

    sarif: Path | None = option(
        Path, metavar="FILE", says="write what does not hold as SARIF 2.1.0"
    )
    junit: Path | None = option(
        Path, metavar="FILE", says="write every claim as a test case of JUnit XML"
    )
    runner: WorkflowCommands = part(WorkflowCommands)

    @property
    def files(self) -> Named:
        """Name the files that are written beside the report.

        >>> len(list(CiReports(junit=Path("j.xml")).files))
        3
        """
        summary = os.environ.get(SUMMARY, "") if self.runner.annotated else ""
        return (
            ("--sarif", self.sarif),
            ("--junit", self.junit),
            (f"${SUMMARY}", Path(summary) if summary else None),
        )


def report(reports: CiReports, outcomes: Sequence[Outcome], *, title: str) -> None:
    """Write the outcomes to every place that was asked for.

    Raises StopError where a file cannot be written.
    """
    if reports.sarif is not None:
        write(reports.sarif, to_json(sarif(outcomes, version=version("measurand"))))
    if reports.junit is not None:
        write(reports.junit, junit(outcomes))
    if reports.runner.annotated:
        write_commands(annotations(outcomes))
        summarise(step_summary(outcomes, title=title))


ABOUT = """\
Recompute every printed cell at its printed precision: reproduced, not reproduced (with what was
computed), or undecided (and why). Every number is shown with its definition and denominators.
Claims beside tables (numbers, relations, phrases), places in the paper, and the rules that printed
numbers follow are checked too. No option changes what a claims file or a lock expects.
The log of an evaluation harness needs no claims file: every number that it prints is recomputed
from its own samples, as the harness makes it.
"""
EXAMPLES = """\
examples:
  measurand check docs/examples/silence/claims.toml
  measurand check docs/examples/paper/claims.toml --today 2026-12-01
  measurand check claims.toml --table 2 --format json
  measurand check claims.toml --locked        name the cause where a number moved
  measurand check */claims.toml --junit report.xml --sarif report.sarif
  measurand check claims.toml --on-error quarantine=bad.jsonl
  measurand check logs/                       do the numbers of logs follow from their samples?
"""


@frozen(kw_only=True)
class AgainstLock(Arguments):
    """Whether numbers are held against a lock, and which."""

    locked: bool = switch(
        says="hold every number against its lock too, and name the cause where one moved"
    )
    file: Path | None = option(
        Path,
        "--lock",
        metavar="FILE",
        says="the lock (default: the claims file with .lock.json for its ending)",
    )


@frozen(kw_only=True)
class Request(Arguments):
    """Claims files, and what they are held against."""

    claims: tuple[Path, ...] = arguments(
        Path,
        metavar="CLAIMS",
        says="a claims file (TOML), or several; or logs of evaluation harnesses: files, folders,"
        " patterns",
    )
    today: date | None = option(
        day,
        metavar="DATE",
        says="the day on which reviews may be due (default: that of the clock, in UTC)",
    )
    selection: Selection = part(Selection)
    metrics: OwnMetrics = part(OwnMetrics)
    undecided: Undecided = part(Undecided)
    against: AgainstLock = part(AgainstLock)
    html: Path | None = page_option("of logs of harnesses, what is missing of each mean")
    reading: Reading = part(Reading)
    output: VerdictOutput = part(VerdictOutput)
    ci: CiReports = part(CiReports)
    running: Running = part(Running)


@frozen
class _Part:
    """What came of one claims file."""

    title: str
    outcomes: tuple[Outcome, ...]
    code: int
    unchecked: bool
    document: Document
    tree: Tree


def run(request: Request) -> int:
    """Check, print, tell it where people work, and return the exit code."""
    logs = logs_among(request.claims)
    if logs is not None:
        return _run_logs(request, logs)
    if request.html is not None:
        expected = "a log of an evaluation harness, of which a page is written"
        raise stop("--html", "--html with a claims file", expected)
    _check_one_file(request)
    check_folders(request.ci.files)
    files = [ClaimsFile(path, request.selection) for path in request.claims]
    if request.running.dry_run:
        return _dry_run(request, files[0])
    parts = [_part(request, file) for file in files]
    never = any(part.unchecked for part in parts)
    code = request.undecided.code(exit_code(BY_CODE[part.code] for part in parts), unchecked=never)
    one, *more = [part.tree for part in parts]
    outcomes = [outcome for part in parts for outcome in part.outcomes]
    title = ", ".join(filter(None, (part.title for part in parts)))
    show(
        request.output,
        tree=lambda: of_files(CHECK).tree(exit_code=code, files=[one, *more]) if more else one,
        document=lambda: tuple(block for part in parts for block in part.document),
        told=lambda: told_of_outcomes(outcomes, title=title, tool=_tool()),
    )
    report(request.ci, outcomes, title=title)
    return code


def _run_logs(request: Request, found: Found) -> int:
    """Check the logs of harnesses; what is about claims files is refused."""
    from measurand.edges.cli.check_runs import checked_against_lock, checked_runs
    from measurand.edges.report.runs_json import RunsReport, runs_json
    from measurand.edges.report.runs_page import runs_page
    from measurand.edges.report.runs_view import lock_outcome_blocks, runs_document

    _refuse_of_claims(request)
    check_folders(request.ci.files)
    writes = (*request.ci.files, ("--html", request.html))
    lock = _run_lock(request)
    named = [("RUN", log.path) for log in found.logs]
    check_files(request, [*named, *([("the lock", lock)] if lock else [])], writes)
    checked = checked_runs(found.logs, read_options(request.reading, request.running))
    held = () if lock is None else checked_against_lock(checked.runs, lock)
    outcomes = (*checked.outcomes, *held)
    code = exit_code(one.verdict for one in outcomes)
    code = request.undecided.code(code, unchecked=bool(unchecked(outcomes)))
    show(
        request.output,
        tree=lambda: runs_json(
            RunsReport(exit_code=code, runs=checked.runs, passed=found.passed, locked=held)
        ),
        document=lambda: (
            *lock_outcome_blocks(held),
            *runs_document(checked.runs, passed=found.passed),
        ),
        told=lambda: told_of_outcomes(outcomes, title="", tool=_tool()),
    )
    if request.html is not None:
        write(request.html, runs_page(checked.runs))
    report(request.ci, outcomes, title="logs of evaluation harnesses")
    return code


def _tool() -> str:
    return f"measurand {version('measurand')} (check)"


def _run_lock(request: Request) -> Path | None:
    """Name the lock that logs are held to; None where none is asked for.

    Raises StopError where it is not said which of several is meant.
    """
    from measurand.edges.cli.check_runs import run_lock_path

    if request.against.file is not None or not request.against.locked:
        return request.against.file
    if len(request.claims) > 1:
        raise stop("--locked", "several logs", "--lock FILE, which says where their lock is")
    return run_lock_path(request.claims[0])


def _refuse_of_claims(request: Request) -> None:
    """Refuse options that say something of claims files.

    Raises StopError naming the option.
    """
    named = (
        ("--table", request.selection.table),
        ("--today", request.today),
        ("--resume", request.running.resume),
        ("--record", request.running.record),
        ("--dry-run", request.running.dry_run),
    )
    for name, value in named:
        if value:
            raise stop(name, f"{name} with a log", "a claims file", "a log says itself what it is")


def _check_one_file(request: Request) -> None:
    """Refuse, of several files, what names one file.

    Raises StopError naming the option.
    """
    if len(request.claims) == 1:
        return
    named = (
        ("--lock", request.against.file),
        ("--on-error", request.reading.quarantine),
        ("--resume", request.running.resume),
        ("--record", request.running.record),
        ("--dry-run", request.running.dry_run or None),
    )
    for name, path in named:
        if path is not None:
            raise stop(name, f"{name} with {len(request.claims)} claims files", "one claims file")


def _dry_run(request: Request, file: ClaimsFile) -> int:
    claims = load_claims(request, file, request.ci.files).claims
    needs, running = merged(check_needs(claims)), request.running
    with reading(request.reading, file.root, running) as how:
        return dry_run(running, request.output, RunPlan(dict(claims.sources), needs, how))


def _part(request: Request, file: ClaimsFile) -> _Part:
    located = load_claims(request, file, request.ci.files)
    path = lock_path(file.path)
    if path.exists():
        check_files(request, [("the lock", path)], request.ci.files)
    against = request.against
    held = _hold(request, file, located.claims) if against.locked or against.file else None
    checked = _checked(request, file, located, held)
    compared = None if held is None else held.compared
    kept = () if compared is None else locked_outcomes(compared, checked.outcomes)
    outcomes = (*checked.outcomes, *kept)
    code = exit_code(one.verdict for one in outcomes)
    title, readings = located.claims.title, checked.gathered.readings
    missing = any(one.missing for one in readings.values())
    never = missing or bool(unchecked(outcomes))
    shown = request.undecided.code(code, unchecked=never)
    tree = check_json(
        CheckReport(
            title=title,
            exit_code=shown,
            sources=readings,
            tables=checked.checks.tables,
            outcomes=checked.outcomes,
            lock=compared,
        )
    )
    document = check_document(
        checked.checks,
        readings,
        title=title,
        outcomes=checked.outcomes,
        against=() if compared is None else tuple(lock_blocks(compared)),
    )
    return _Part(title, outcomes, code, never, document, tree)


def _hold(request: Request, file: ClaimsFile, claims: Claims) -> Locked:
    """Hold claims against their lock.

    Raises StopError with the faults of the lock or the data, or where a result would be written
    over the lock.
    """
    path = request.against.file or lock_path(file.path)
    check_files(request, [("the lock", path)], request.ci.files)
    partly = bool(file.selection.table)
    with reading(request.reading, file.root, request.running) as how:
        held = locked(claims, how, path, partly=partly)
        if not is_successful(held):
            raise StopError(with_moves(held.failure(), claims, how, path, partly=partly))
    return held.unwrap()


def _checked(
    request: Request, file: ClaimsFile, located: LocatedClaims, held: Locked | None
) -> Checked:
    claims, running = located.claims, request.running
    with (
        recording(running) as recorder,
        reading(request.reading, file.root, running) as how,
    ):
        needs = merged(check_needs(claims))
        recorder.plan = RunPlan(dict(claims.sources), needs, how, printed_by(claims))
        gathered = None if held is None else held.gathered
        checked = checked_of(located, how, today=request.today, gathered=gathered)
        if not is_successful(checked):
            raise StopError(with_way(checked.failure(), lock_path(file.path)))
        recorder.gathered = checked.unwrap().gathered
        note_golds(claims.sources, file.root)
        return checked.unwrap()


COMMAND = command(Request, run, about=ABOUT, examples=EXAMPLES)
