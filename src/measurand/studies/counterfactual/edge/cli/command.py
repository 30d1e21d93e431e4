"""`measurand cf`: whether answers follow from the evidence that they cite.

Each stage goes from its arguments to files, a result and an exit code.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen
from returns.result import Failure

from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import Named, check_files, check_folders
from measurand.edges.cli.output import Output, show, write
from measurand.edges.cli.profiles import ProfilesRequest, show_profiles
from measurand.edges.cli.request import Arguments, Stages, part_of, stage
from measurand.edges.engines.serial import Run
from measurand.edges.files import Bad, Rest
from measurand.edges.report.document import Grid, Prose
from measurand.inference.family import Verdict
from measurand.studies.counterfactual.asking import Question
from measurand.studies.counterfactual.edge.answers.wire import emit as write_questions
from measurand.studies.counterfactual.edge.answers.wire import serve
from measurand.studies.counterfactual.edge.cli.requests import (
    EmitRequest,
    RunRequest,
    ScoreRequest,
    StatsRequest,
    Written,
)
from measurand.studies.counterfactual.edge.cli.runs import (
    Met,
    chosen,
    make_rows,
    reading_long,
    samples_of,
    seed_fault,
    stated,
    studied,
    too_large,
)
from measurand.studies.counterfactual.edge.files.reader import row_events
from measurand.studies.counterfactual.edge.files.scores import (
    Header,
    header_line,
    read_header,
    row_text,
)
from measurand.studies.counterfactual.edge.page.html import page
from measurand.studies.counterfactual.edge.page.json import (
    FILES_WRITTEN,
    PROFILES_SHOWN,
    long_grid,
    study_json,
)
from measurand.studies.counterfactual.edge.page.view import (
    counts_grid,
    study_document,
)
from measurand.studies.counterfactual.evaluate import ScoreRow, Status, questions
from measurand.studies.counterfactual.options import PROFILES
from measurand.studies.counterfactual.study import Study
from measurand.studies.counterfactual.toy import Toy
from measurand.values.fault import Fault

ABOUT = """\
Counterfactual faithfulness: change the evidence that an answer cites in five ways, measure again,
and test whether the answer follows. Samples are lines of `cf-sample/1`.

Two transforms change what an answer was generated from: then the answer comes from the sample's own
`regenerated`, or else from --generator, --program or --answers. Without one those rows are not
evaluated.

exit codes:
  0  all is decided         1  a difference goes the other way than expected, significantly
  2  bad input or usage     3  some rows are not evaluated, or some tests undecided
"""
EXAMPLES = """\
examples:
  measurand cf run samples.jsonl --generator toy
  measurand cf run samples.jsonl --program 'python my_generator.py' --keep answers.jsonl
  measurand cf emit samples.jsonl --output questions.jsonl
  measurand cf answer < questions.jsonl > answers.jsonl
  measurand cf score samples.jsonl --answers answers.jsonl --output rows.jsonl
  measurand cf stats rows.jsonl --set plan.test=wilcoxon --format csv
  measurand cf profiles plan
"""
_RUN = """\
examples:
  measurand cf run samples.jsonl --generator toy --rows rows.jsonl --html study.html
  measurand cf run samples.jsonl --profile recommended --only-tests iou_union,bleu --format md
  measurand cf run samples.jsonl --set plan.replicates=20000 --set grounding.each=frame
  measurand cf run samples.jsonl --program 'python my_generator.py' --keep answers.jsonl
"""
_EMIT = """\
examples:
  measurand cf emit samples.jsonl --output questions.jsonl
  measurand cf emit samples.jsonl --profile as-run --output questions.jsonl
"""
_ANSWER = """\
One line of `cf-question/1` comes on stdin, one line of `cf-answer/1` goes to stdout, in turn: this
is also an example of what --program talks to.

examples:
  measurand cf answer < questions.jsonl > answers.jsonl
  measurand cf run samples.jsonl --program 'measurand cf answer'
"""
_SCORE = """\
examples:
  measurand cf score samples.jsonl --answers answers.jsonl --output rows.jsonl
  measurand cf score samples.jsonl --generator toy --profile as-run --output rows.jsonl
"""
_STATS = """\
Rows say under which options they were measured: those are taken. --profile and --set change the
options of the tests alone: plan.*, tested, nulls and pooling.

examples:
  measurand cf stats rows.jsonl
  measurand cf stats rows.jsonl --set plan.cluster=none --set plan.ends=bca --html study.html
"""
_PROFILES = """\
examples:
  measurand cf profiles
  measurand cf profiles full.U1.4
"""


def answer(_request: Arguments) -> int:
    """Answer questions until there are no more."""
    return serve(Toy(), sys.stdin.buffer, sys.stdout.buffer)


def profiles(request: ProfilesRequest) -> int:
    """Show the profiles side by side."""
    return show_profiles(request, PROFILES, plain="documented", document=PROFILES_SHOWN)


_OPEN = frozenset({Verdict.UNDECIDED, Verdict.TOO_FEW})


def run_study(request: RunRequest) -> int:
    """Read, transform, ask, measure, test and print."""
    settings = request.settings
    options = chosen(settings, PROFILES[settings.named])
    reads = [("SAMPLES", request.samples), ("--answers", request.by.answers)]
    more = [("--keep", request.by.keep), ("--rows", request.rows), ("--html", request.html)]
    _check_paths(request, reads, more)
    made = make_rows(request, options, tested=True)
    label = settings.label(settings.named)
    tests = studied(request.samples, made.rows, options)
    if request.rows is not None:
        write(request.rows, _lines(Header(label, options), made.rows))
    result = _Result(
        stage="run",
        file=request.samples,
        profile=label,
        study=tests,
        rows=made.rows,
        notes=made.notes,
    )
    return _show(result, request.output, request.html)


def stats(request: StatsRequest) -> int:
    """Test rows that were written before."""
    _check_paths(request, [("ROWS", request.rows)], [("--html", request.html)])
    met, rows = Met(), list[ScoreRow]()
    with reading_long(request.reading) as how:
        header = read_header(request.rows, how.options)
        if isinstance(header, Fault):
            raise StopError((header,))
        said = stated(request.settings, header)
        for event in row_events(request.rows, options=how.options):
            match event:
                case ScoreRow():
                    rows.append(event)
                    how.tick(len(rows))
                case Bad():
                    met.bad(event, how)
                case Rest():
                    how.sink(event)
        met.check()
        tests = studied(request.rows, rows, chosen(request.settings, said.options))
    result = _Result(
        stage="stats",
        file=request.rows,
        profile=request.settings.label(said.profile),
        study=tests,
        rows=rows,
        notes=(*met.notes, *said.notes),
        of_tests=bool(said.notes),
    )
    return _show(result, request.output, request.html)


def _check_paths(request: Arguments, reads: Named, writes: Named) -> None:
    """Refuse to write over what is read, two things to one file, or where no folder is."""
    check_files(request, reads, writes)
    output = part_of(request, Output)
    check_folders((*writes, ("--output", None if output is None else output.file)))


@frozen(kw_only=True)
class _Result:
    """A study, and what is said beside it; `of_tests` where the profile is that of tests alone."""

    stage: str
    file: Path
    profile: str
    study: Study
    rows: Sequence[ScoreRow]
    notes: Sequence[str]
    of_tests: bool = False


def _show(result: _Result, output: Output, html: Path | None) -> int:
    """Print a study, write its page, and give the exit code."""
    code = study_code(result.study)
    if html is not None:
        write(html, page(result.study, result.rows, source=str(result.file)))
    what = "Profile of the tests" if result.of_tests else "Profile"
    profile = f"{what}: {result.profile}."
    show(
        output,
        tree=lambda: study_json(
            result.study,
            result.rows,
            result.notes,
            command=f"cf {result.stage}",
            profile=result.profile,
            exit_code=code,
        ),
        document=lambda: (
            (long_grid(result.study),)
            if output.format == "csv"
            else study_document(result.study, result.rows, result.notes, profile=profile)
        ),
    )
    return code


def study_code(found: Study) -> int:
    """Give 1 where a difference goes the other way, 3 where something is open, else 0.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> study_code(study([], Options()))
    3
    """
    verdicts = {test.verdict for family in found.families for test in family.tests}
    lost = any(number for _, _, number in found.evaluated)
    return code_where(
        finding=Verdict.OPPOSITE in verdicts,
        left_open=lost or bool(verdicts & _OPEN) or not found.samples,
    )


def _lines(header: Header, rows: Sequence[ScoreRow]) -> Iterator[bytes]:
    yield header_line(header)
    yield from map(row_text, rows)


def score(request: ScoreRequest) -> int:
    """Measure every sample under every transform, and write the rows."""
    settings, target = request.settings, request.written.target
    options = chosen(settings, PROFILES[settings.named])
    reads = [("SAMPLES", request.samples), ("--answers", request.by.answers)]
    _check_paths(request, reads, [("--keep", request.by.keep), ("--output", target)])
    made = make_rows(request, options, tested=False)
    label = settings.label(settings.named)
    write(target, _lines(Header(label, options), made.rows))
    lost = Counter(row.key for row in made.rows if row.status is Status.NOT_EVALUATED)
    every = Counter(row.key for row in made.rows)
    counts = [(key, number - lost[key], lost[key]) for key, number in every.items()]
    grid = counts_grid(f"Rows: {target}", counts)
    code = code_where(left_open=bool(lost))
    _report(request.written, ("score", label, code), grid, made.notes)
    return code


def ask(request: EmitRequest) -> int:
    """Write the questions that the transforms ask; those that a sample answers are left out."""
    settings, target = request.settings, request.written.target
    options = chosen(settings, PROFILES[settings.named])
    _check_paths(request, [("SAMPLES", request.samples)], [("--output", target)])
    asked, there, met = Counter[str](), Counter[str](), Met()

    def wanted(how: Run) -> Iterator[Question]:
        for number, sample in enumerate(samples_of(request.samples, how, met), start=1):
            if too_large(sample, options):
                met.faults.append(seed_fault(request.samples, sample))
                continue
            stored = {key for key, _ in sample.regenerated}
            for question in questions(sample, options):
                (there if question.key in stored else asked)[question.key] += 1
                if question.key not in stored:
                    yield question
            how.tick(number)
        met.check()

    with reading_long(request.reading) as how:
        written = write_questions(target, wanted(how))
        if isinstance(written, Failure):
            raise StopError(written.failure())
    keys = dict.fromkeys((*asked, *there))
    rows = tuple((key, str(asked[key]), str(there[key])) for key in keys)
    columns = ("key", "questions", "answered in the sample")
    label = settings.label(settings.named)
    grid = Grid(f"Questions: {target}", columns, rows)
    _report(request.written, ("emit", label, 0), grid, met.notes)
    return 0


def _report(written: Written, told: tuple[str, str, int], grid: Grid, notes: Sequence[str]) -> None:
    """Print what was written to a file by a stage, under which profile, with which exit code."""
    stage, profile, code = told
    show(
        Output(format=written.format),
        tree=lambda: FILES_WRITTEN[f"cf {stage}"].tree(
            profile=profile,
            exit_code=code,
            file=str(written.target),
            rows=[dict(zip(grid.columns, row, strict=True)) for row in grid.rows],
            notes=notes,
        ),
        document=lambda: (grid, *((Prose(tuple(notes)),) if notes else ())),
    )


COMMAND = Stages(
    about=ABOUT,
    examples=EXAMPLES,
    stages=(
        stage("run", "transform, ask again, measure and test", RunRequest, run_study, _RUN),
        stage("emit", "write the questions that a generator is asked", EmitRequest, ask, _EMIT),
        stage(
            "answer",
            "answer questions from stdin on stdout",
            Arguments,
            answer,
            _ANSWER,
            style="json",
        ),
        stage("score", "measure every sample under every transform", ScoreRequest, score, _SCORE),
        stage("stats", "test rows that were written before", StatsRequest, stats, _STATS),
        stage("profiles", "show all options side by side", ProfilesRequest, profiles, _PROFILES),
    ),
)
