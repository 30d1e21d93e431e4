"""The stage of `measurand review` that makes scorecards of outputs."""

from collections.abc import Callable, Hashable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from attrs import define, evolve, field, frozen
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.output import show
from measurand.edges.engines.serial import MOST_FAULTS, Run
from measurand.edges.files import Bad, Filtered, Rest
from measurand.edges.files.files import Faults, check_file, unreadable
from measurand.edges.files.json.fields import as_text
from measurand.edges.files.json.value import FaultError, Json, decode, encode
from measurand.edges.files.samples.filters import Filters
from measurand.edges.files.samples.record import Record
from measurand.edges.report.document import Grid
from measurand.evidence.keying import UnfitSampleError
from measurand.studies.review.aspect_filter import ALLOWED_TERMS, STOP_TERMS, AspectFilter
from measurand.studies.review.choices import ChangeLabel
from measurand.studies.review.edge.cli.runs import (
    CardReading,
    ScoreRequest,
    all_text,
    chosen,
    filters,
    named_files,
    prose,
    reading_cards,
    skipped_text,
    takes_all,
    write_below,
)
from measurand.studies.review.edge.files.cards import NewCard, refused
from measurand.studies.review.edge.files.folders import run_files
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.edge.files.scoring import LabelRule, read_rows, score_output
from measurand.studies.review.edge.page.json import SCORED
from measurand.studies.review.metrics import DefinitionParts
from measurand.studies.review.options import Options
from measurand.studies.review.scorecard import Scorecard, review_copies_differ
from measurand.values.fault import Fault

_MOST_BYTES = 2**20
_DEEPEST = 2


def read_terms(path: Path) -> Result[frozenset[str], Faults]:
    """Read terms: of a JSON list of strings, of lines `- term`, or parted by blanks and commas."""
    wrong = check_file(path)
    if wrong:
        return Failure(wrong)
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        return Failure((unreadable(error, str(path)),))
    if len(text) > _MOST_BYTES:
        return Failure((Fault(file=str(path), got="more", expected="at most 1 MiB of terms"),))
    try:
        return Success(frozenset(terms_of(text)))
    except FaultError as error:
        return Failure((error.fault.at(file=str(path)),))


def terms_of(text: str) -> list[str]:
    r"""Split a text into terms.

    >>> terms_of('["app", "view"]'), terms_of("- app\n- view"), terms_of("app, view")
    (['app', 'view'], ['app', 'view'], ['app', 'view'])

    Raises FaultError for JSON that is no list of strings.
    """
    if text.lstrip().startswith("["):
        found = decode(text.encode(), max_depth=_DEEPEST)
        return [as_text(term) for term in found] if isinstance(found, list) else []
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and all(line.startswith("- ") for line in lines):
        return [line.removeprefix("- ").strip().strip("\"'") for line in lines]
    return [word for word in text.replace(",", " ").split() if word]


_COLUMNS = ("outputs", "rows", "skipped", "scorecards")
Pairs = Callable[[Scorecard], tuple[frozenset[Hashable], frozenset[Hashable]]]
"""The pairs of both stages with their numbers: repeated tuples count as the options say."""


def score(request: ScoreRequest) -> int:
    """Make scorecards of outputs; copies of stages that differ from them are findings."""
    options = chosen(request.reading)
    files = named_files(request, "outputs")
    targets = {name: run_files(request.out, name).scorecards for name in files}
    reads = [
        *(("FILE", file) for file in files.values()),
        ("--allow", request.allow),
        ("--stop", request.stop),
    ]
    check_files(request, reads, [("--out", target) for target in targets.values()])
    found = _scored_files(request, options, files, targets)
    rows = tuple(
        (str(file), str(found[name].rows), str(found[name].skipped), str(targets[name]))
        for name, file in files.items()
    )
    findings = [text for made in found.values() for text in made.findings]
    notes: list[str] = []
    for name, made in found.items():
        notes += [f"{name}: {skipped_text(made.skipped)}"] if made.skipped else []
        notes += [f"{name}: {all_text(request.reading)}"] if made.everything else []
    code = code_where(finding=bool(findings))
    show(
        request.output,
        tree=lambda: SCORED.tree(
            files=[dict(zip(_COLUMNS, row, strict=True)) for row in rows],
            findings=findings,
            notes=notes,
            exit_code=code,
        ),
        document=lambda: (Grid("Scorecards", _COLUMNS, rows), *prose((*findings, *notes))),
    )
    return code


def _scored_files(
    request: ScoreRequest,
    options: Options,
    files: Mapping[str, Path],
    targets: Mapping[str, Path],
) -> "dict[str, _Made]":
    """Make the scorecards of all files, then write them: where one is at fault none is written."""
    by = aspect_filter(
        options,
        allow=ALLOWED_TERMS | _terms(request.allow),
        stop=STOP_TERMS if request.stop is None else _terms(request.stop),
    )
    job = _Job(request.reading, options, by)
    with reading_cards(request.reading, options) as run, ExitStack() as stack:
        kept = {name: stack.enter_context(TemporaryFile()) for name in files}
        found = {name: _score(job, file, kept[name], run) for name, file in files.items()}
        faults = [fault for made in found.values() for fault in made.faults]
        if faults:
            raise StopError(tuple(faults[:MOST_FAULTS]))
        for name, written in kept.items():
            written.seek(0)
            write_below(targets[name], iter(partial(written.read, 2**20), b""))
    return found


def aspect_filter(
    options: Options,
    *,
    allow: frozenset[str] = ALLOWED_TERMS,
    stop: frozenset[str] = STOP_TERMS,
) -> AspectFilter:
    """Make the filter of aspects that options ask for, with terms that are always or never targets.

    >>> from measurand.studies.review.options import Options
    >>> aspect_filter(Options(), stop=frozenset({"thing"})).stop
    frozenset({'thing'})
    """
    return AspectFilter(
        allow=allow,
        stop=stop,
        negative_span=options.negative_span,
        drop_reason=options.drop_reason,
    )


def _terms(path: Path | None) -> frozenset[str]:
    if path is None:
        return frozenset()
    found = read_terms(path)
    if not is_successful(found):
        raise StopError(found.failure())
    return found.unwrap()


@frozen
class _Job:
    """What scorecards are made by."""

    how: CardReading
    options: Options
    by: AspectFilter


@define
class _Made:
    """How many scorecards were made of a file, and what was met on the way."""

    rows: int = 0
    dropped: int = 0
    skipped: int = 0
    everything: bool = False
    findings: list[str] = field(factory=list)
    faults: list[Fault] = field(factory=list)

    def bad(self, event: Bad, run: Run) -> None:
        """Note a line of which no scorecard can be made."""
        self.skipped += 1
        if not (event.raw and run.skips(event)):
            self.faults += event.faults
        run.sink(event)


def _score(job: _Job, file: Path, kept: IO[bytes], run: Run) -> _Made:
    where = filters(job.how)
    made = _make(job, file, where, run, kept)
    if made.dropped and not made.rows and takes_all(job.how, job.options, [file]):
        made = _make(job, file, (), evolve(run, sink=lambda _event: None), kept)
        made.everything = True
    return made


def _make(job: _Job, file: Path, where: Filters, run: Run, kept: IO[bytes]) -> _Made:
    made = _Made()
    for event in read_rows(file, where, run.options):
        match event:
            case Record():
                try:
                    record, told = _scored(event, job)
                except FaultError as error:
                    fault = error.fault.at(file=str(file), line=event.line)
                    made.bad(Bad((fault,), event.raw), run)
                    continue
                except UnfitSampleError as error:
                    card = Scorecard(id=f"line {event.line}")
                    made.bad(refused(NewCard(card, event.line, event.raw), error, str(file)), run)
                    continue
                made.findings += [f"{file}:{event.line}: {text}" for text in told]
                kept.write(encode(record) + b"\n")
                made.rows += 1
                run.tick(made.rows)
            case Bad():
                made.bad(event, run)
            case Rest():
                run.sink(event)
            case Filtered():
                made.dropped += 1
            case _:
                pass
    return made


def _scored(record: Record, job: _Job) -> tuple[Json, list[str]]:
    """Make the scorecard of an output, and say where its copies of the stages differ."""
    made = scored_output(record.value, job.options, job.by)
    card = scorecard(made, name=f"line {record.line}")
    return made, [f"{copy} is not what it copies" for copy in review_copies_differ(card)]


def scored_output(output: Json, options: Options, by: AspectFilter) -> Json:
    """Make the scorecard of an output, as options say.

    >>> from measurand.studies.review.options import Options
    >>> scored_output({"meta": {"text_id": "d1"}}, Options(), AspectFilter())["meta"]["text_id"]
    'd1'

    Raises FaultError, its path inside the output, where the output cannot be read.
    """
    label: LabelRule = "final" if options.change_label is ChangeLabel.FINAL else "stage2_ate"
    pairs = _pairs(options)
    return score_output(output, pairs=pairs, label=label, by=by, guided=options.guided_by)


def _pairs(options: Options) -> Pairs:
    changed = DefinitionParts.of(options).changed

    def pairs(card: Scorecard) -> tuple[frozenset[Hashable], frozenset[Hashable]]:
        before, after = changed.stage1.of(card), changed.stage1.final.of(card)
        return (
            frozenset(() if isinstance(before, str) else changed.pairs(before)),
            frozenset(() if isinstance(after, str) else changed.pairs(after)),
        )

    return pairs
