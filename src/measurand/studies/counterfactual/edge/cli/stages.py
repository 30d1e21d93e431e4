"""The stages of `measurand cf`, each from its arguments to files, a result and an exit code."""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen
from returns.result import Failure

from measurand.edges.cli.arguments import StopError, emit
from measurand.edges.cli.exits import CODES
from measurand.edges.cli.guard import Named, check_files, check_folders
from measurand.edges.engines.serial import Run
from measurand.edges.files import Bad, Rest, atomic_write
from measurand.edges.report import render, to_json
from measurand.edges.report.document import Grid, Prose
from measurand.inference.family import Verdict
from measurand.studies.counterfactual.asking import Question
from measurand.studies.counterfactual.edge.answers.files import emit as write_questions
from measurand.studies.counterfactual.edge.cli.runs import (
    Met,
    chosen,
    make_rows,
    reading_long,
    samples_of,
    seed_fault,
    studied,
    too_large,
)
from measurand.studies.counterfactual.edge.cli.stated import stated
from measurand.studies.counterfactual.edge.files.header import Header, header_line, read_header
from measurand.studies.counterfactual.edge.files.reader import row_events
from measurand.studies.counterfactual.edge.files.scores import row_text
from measurand.studies.counterfactual.edge.page.html import page
from measurand.studies.counterfactual.edge.page.json import long_grid, study_json
from measurand.studies.counterfactual.edge.page.view import counts_grid, study_document
from measurand.studies.counterfactual.evaluate import ScoreRow, Status, questions
from measurand.studies.counterfactual.options import PROFILES
from measurand.studies.counterfactual.study import Study
from measurand.values.fault import Fault
from measurand.values.verdict import Verdict as Outcome

SCHEMA = 1
FINDING, OPEN = CODES[Outcome.REFUTED], CODES[Outcome.UNDECIDED]
_OPEN = frozenset({Verdict.UNDECIDED, Verdict.TOO_FEW})


def run_study(arguments: argparse.Namespace) -> int:
    """Read, transform, ask, measure, test and print."""
    options = chosen(arguments, PROFILES[arguments.profile])
    reads = [("SAMPLES", arguments.samples), ("--answers", arguments.answers)]
    more = [("--keep", arguments.keep), ("--rows", arguments.rows), ("--html", arguments.html)]
    _check_paths(arguments, reads, more)
    made = make_rows(arguments, options, tested=True)
    found = studied(arguments.samples, made.rows, options)
    if arguments.rows is not None:
        header = Header(_profile(arguments, arguments.profile), options)
        _write(arguments.rows, _lines(header, made.rows))
    return _show(
        arguments,
        _Found(
            stage="run",
            file=arguments.samples,
            profile=_profile(arguments, arguments.profile),
            study=found,
            rows=made.rows,
            notes=made.notes,
        ),
    )


def stats(arguments: argparse.Namespace) -> int:
    """Test rows that were written before."""
    _check_paths(arguments, [("ROWS", arguments.rows)], [("--html", arguments.html)])
    met, rows = Met(), list[ScoreRow]()
    with reading_long(arguments) as how:
        header = read_header(arguments.rows, how.options)
        if isinstance(header, Fault):
            raise StopError((header,))
        said = stated(arguments, header)
        for event in row_events(arguments.rows, options=how.options):
            match event:
                case ScoreRow():
                    rows.append(event)
                    how.tick(len(rows))
                case Bad():
                    met.bad(event, how)
                case Rest():
                    how.sink(event)
        met.check()
        found = studied(arguments.rows, rows, chosen(arguments, said.options))
    return _show(
        arguments,
        _Found(
            stage="stats",
            file=arguments.rows,
            profile=_profile(arguments, said.profile),
            study=found,
            rows=rows,
            notes=(*met.notes, *said.notes),
            of_tests=bool(said.notes),
        ),
    )


def _check_paths(arguments: argparse.Namespace, reads: Named, writes: Named) -> None:
    """Refuse to write over what is read, two things to one file, or where no folder is."""
    check_files(arguments, reads, writes)
    check_folders((*writes, ("--output", arguments.output)))


def _profile(arguments: argparse.Namespace, profile: str) -> str:
    """Name a reading: the profile, and what was set beside it."""
    only = arguments.only_tests if "only_tests" in arguments else None
    tested = (f"tested={only}",) if only is not None else ()
    return " ".join((profile, *(arguments.set or ()), *tested))


@frozen(kw_only=True)
class _Found:
    """A study, and what is said beside it; `of_tests` where the profile is that of tests alone."""

    stage: str
    file: Path
    profile: str
    study: Study
    rows: Sequence[ScoreRow]
    notes: Sequence[str]
    of_tests: bool = False


def _show(arguments: argparse.Namespace, found: _Found) -> int:
    """Print a study, write its page, and give the exit code."""
    code = exit_code(found.study)
    if arguments.html is not None:
        text = page(found.study, found.rows, source=str(found.file))
        _write(arguments.html, [text.encode()])
    match arguments.format:
        case "json":
            head = {"command": f"cf {found.stage}", "profile": found.profile, "exit_code": code}
            emit(arguments, to_json(study_json(found.study, found.rows, found.notes, **head)))
        case "csv":
            emit(arguments, render((long_grid(found.study),), "csv"))
        case shown:
            what = "Profile of the tests" if found.of_tests else "Profile"
            told = (f"{what}: {found.profile}.", *found.notes)
            emit(arguments, render(study_document(found.study, found.rows, told), shown))
    return code


def exit_code(found: Study) -> int:
    """Give 1 where a difference goes the other way, 3 where something is open, else 0.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> exit_code(study([], Options()))
    3
    """
    verdicts = {test.verdict for family in found.families for test in family.tests}
    if Verdict.OPPOSITE in verdicts:
        return FINDING
    lost = any(number for _, _, number in found.evaluated)
    return OPEN if lost or verdicts & _OPEN or not found.samples else 0


def _lines(header: Header, rows: Sequence[ScoreRow]) -> Iterator[bytes]:
    yield header_line(header)
    yield from map(row_text, rows)


def _write(path: Path, chunks: Iterable[bytes]) -> None:
    match atomic_write(path, chunks):
        case Failure(faults):
            raise StopError(faults)
        case _:
            pass


def score(arguments: argparse.Namespace) -> int:
    """Measure every sample under every transform, and write the rows."""
    options = chosen(arguments, PROFILES[arguments.profile])
    reads = [("SAMPLES", arguments.samples), ("--answers", arguments.answers)]
    _check_paths(arguments, reads, [("--keep", arguments.keep), ("--output", arguments.target)])
    made = make_rows(arguments, options, tested=False)
    header = Header(_profile(arguments, arguments.profile), options)
    _write(arguments.target, _lines(header, made.rows))
    lost = Counter(row.key for row in made.rows if row.status is Status.NOT_EVALUATED)
    every = Counter(row.key for row in made.rows)
    counts = [(key, number - lost[key], lost[key]) for key, number in every.items()]
    grid = counts_grid(f"Rows: {arguments.target}", counts)
    code = OPEN if lost else 0
    _report(arguments, "score", grid, made.notes, code)
    return code


def ask(arguments: argparse.Namespace) -> int:
    """Write the questions that the transforms ask; those that a sample answers are left out."""
    options = chosen(arguments, PROFILES[arguments.profile])
    _check_paths(arguments, [("SAMPLES", arguments.samples)], [("--output", arguments.target)])
    asked, there, met = Counter[str](), Counter[str](), Met()

    def wanted(how: Run) -> Iterator[Question]:
        for number, sample in enumerate(samples_of(arguments, how, met), start=1):
            if too_large(sample, options):
                met.faults.append(seed_fault(arguments.samples, sample))
                continue
            stored = {key for key, _ in sample.regenerated}
            for question in questions(sample, options):
                (there if question.key in stored else asked)[question.key] += 1
                if question.key not in stored:
                    yield question
            how.tick(number)
        met.check()

    with reading_long(arguments) as how:
        found = write_questions(arguments.target, wanted(how))
        if isinstance(found, Failure):
            raise StopError(found.failure())
    keys = dict.fromkeys((*asked, *there))
    rows = tuple((key, str(asked[key]), str(there[key])) for key in keys)
    columns = ("key", "questions", "answered in the sample")
    _report(arguments, "emit", Grid(f"Questions: {arguments.target}", columns, rows), met.notes, 0)
    return 0


def _report(
    arguments: argparse.Namespace, stage: str, grid: Grid, notes: Sequence[str], code: int
) -> None:
    """Print what was written to a file."""
    if arguments.format == "json":
        body = {
            "schema": SCHEMA,
            "command": f"cf {stage}",
            "profile": _profile(arguments, arguments.profile),
            "exit_code": code,
            "file": str(arguments.target),
            "rows": [dict(zip(grid.columns, row, strict=True)) for row in grid.rows],
            "notes": list(notes),
        }
        emit(arguments, to_json(body))
    else:
        told = (Prose(tuple(notes)),) if notes else ()
        emit(arguments, render((grid, *told), arguments.format))
