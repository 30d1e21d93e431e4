"""The stages of `measurand review`, each from its arguments to files, a result and an exit code."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from pathlib import Path

from attrs import asdict, evolve

from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import check_files
from measurand.edges.cli.output import show
from measurand.edges.cli.reading import read_options
from measurand.edges.files.json.shapes import JsonDocument
from measurand.edges.report import render, to_json
from measurand.edges.report.document import Document, Grid
from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.definitions import Definition
from measurand.studies.review.edge.cli.runs import (
    ReportRequest,
    RunPools,
    RunsRequest,
    all_text,
    chosen,
    digest_of,
    gather_runs,
    named_files,
    prose,
    skipped_text,
    where_text,
    write_below,
)
from measurand.studies.review.edge.files.cards import look_again
from measurand.studies.review.edge.files.folders import (
    AggregatedFiles,
    RunFiles,
    SeededRun,
    aggregated_files,
    run_files,
    seeded_run,
)
from measurand.studies.review.edge.page.html import review_html
from measurand.studies.review.edge.page.json import (
    AGGREGATED,
    REPORTED,
    SEEDED,
    RunMetrics,
    SeedMetrics,
    Tested,
    run_json,
)
from measurand.studies.review.edge.page.view import (
    metrics_document,
    metrics_row,
    seeds_grid,
)
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import Options
from measurand.studies.review.page import Flow, Line, ReviewPage
from measurand.studies.review.scorecard import review_copies_differ
from measurand.studies.review.study import (
    CardSummarizer,
    CardSummary,
    sections,
    seed_statistics,
    summarize,
)
from measurand.values.fault import Fault
from measurand.values.score import Defined, Score

Lines = Mapping[str, Line]
_PAGES = ("run", "samples", "skipped", "page")


def aggregate(request: RunsRequest) -> int:
    """Compute every metric of runs, write their tables, print them side by side."""
    options = chosen(request.reading)
    asked = definitions(options)
    _check_files(request, lambda name, _: _metrics_of(run_files(request.out, name)))
    runs = {run.name: (run, run.lines(asked)) for run in gather_runs(request, options)}
    for run, lines in runs.values():
        _write_metrics(request, run, lines)
    notes = _notes(request, (run for run, _ in runs.values()))
    found = [
        RunMetrics(run=name, file=str(run.file), skipped=run.skipped, metrics=tuple(lines.values()))
        for name, (run, lines) in runs.items()
    ]
    side_by_side = {name: lines for name, (_, lines) in runs.items()}
    _show(
        request,
        AGGREGATED,
        {"runs": found, "notes": notes},
        lambda: metrics_document(side_by_side, notes),
    )
    return 0


def _check_files(request: RunsRequest, targets: Callable[[str, Path], Iterable[Path]]) -> None:
    """Refuse to write over what is read; the seeds of a run share their files."""
    files = named_files(request, "scorecards")
    writes = dict.fromkeys(path for name, file in files.items() for path in targets(name, file))
    reads = [("FILE", file) for file in files.values()]
    check_files(request, reads, [("--out", path) for path in writes])


def _metrics_of(files: RunFiles | AggregatedFiles) -> tuple[Path, Path, Path]:
    return files.metrics, files.table, files.detail


def _seeded(name: str, file: Path) -> SeededRun:
    try:
        return seeded_run(name)
    except ValueError as error:
        raise StopError((Fault(file=str(file), got=repr(name), expected=str(error)),)) from error


def _notes(request: RunsRequest, runs: Iterable[RunPools]) -> list[str]:
    found: list[str] = []
    for run in runs:
        found += [f"{run.name}: rows with {where_text(run.where)} alone"] if run.where else []
        found += [f"{run.name}: {skipped_text(run.skipped)}"] if run.skipped else []
        found += (
            [f"{run.name}: {all_text(request.reading)}"]
            if request.reading.where and not run.where
            else []
        )
    return found


def _show(
    request: RunsRequest,
    printed: JsonDocument,
    body: Mapping[str, object],
    document: Callable[[], Document],
) -> None:
    how = request.reading
    show(
        request.output,
        tree=lambda: printed.tree(profile=how.profile, set=how.set, **body),
        document=document,
    )


def _write_metrics(request: RunsRequest, run: RunPools, lines: Lines) -> None:
    files = run_files(request.out, run.name)
    where = where_text(run.where)
    grid = metrics_row(run.name, request.reading.label, where, run.skipped, lines)
    body = {
        "run": run.name,
        "profile": request.reading.label,
        "where": where,
        "skipped": run.skipped,
        "metrics": tuple(lines.values()),
    }
    document = metrics_document({"value": lines}, _notes(request, [run]))
    _write_tables(files, grid, document, body)


def _write_tables(
    files: RunFiles | AggregatedFiles, grid: Grid, document: Document, body: object
) -> None:
    """Write metrics for a machine, for a person, and with all that is known of them."""
    write_below(files.metrics, render((grid,), "csv"))
    write_below(files.table, render(document, "md"))
    write_below(files.detail, to_json(run_json(body)))


def report(request: ReportRequest) -> int:
    """Write the page of each run."""
    from measurand.studies.review.edge.page.view import tests_grid
    from measurand.studies.review.study import PLAN, with_inference

    options = chosen(request.reading)
    asked = definitions(options)
    written: list[tuple[str, ...]] = []
    tests: list[tuple[str, Line]] = []
    findings: list[str] = []
    _check_files(request, lambda name, _: (run_files(request.out, name).report,))
    runs = gather_runs(request, options)
    notes = _notes(request, runs)
    for run in runs:
        lines = with_inference(run.lines(asked), asked, run.pools)
        page = evolve(_page(request, options, run, lines, findings), plan=PLAN)
        tests += [(run.name, line) for line in lines.values() if line.p_value is not None]
        target = run_files(request.out, run.name).report
        text = review_html(page, lang=request.lang)
        write_below(target, text)
        written.append((run.name, str(page.n), str(run.skipped), str(target)))
    pages = [dict(zip(_PAGES, row, strict=True)) for row in written]
    _show(
        request,
        REPORTED,
        {
            "pages": pages,
            "tests": [Tested(*one) for one in tests],
            "findings": findings,
            "notes": notes,
        },
        lambda: (
            Grid("Pages", _PAGES, tuple(written)),
            tests_grid(tests, PLAN),
            *prose((*findings, *notes)),
        ),
    )
    return code_where(finding=bool(findings))


def _page(
    request: RunsRequest,
    options: Options,
    run: RunPools,
    lines: Lines,
    findings: list[str],
) -> ReviewPage:
    looked = summarize(_looks(request, options, run, findings))
    counted = next(iter(run.pools.values())).keyed.flat()
    if looked.total != len(counted):
        fault = Fault(
            file=str(run.file),
            got=f"{looked.total} rows the second time",
            expected=f"{len(counted)} rows, as the first time",
            hint="the file changed while it was read",
        )
        raise StopError((fault,))
    outcome, process, counts = sections(lines)
    values = {name: line.score for name, line in lines.items()}
    return ReviewPage(
        run=run.name,
        profile=request.reading.label,
        n=looked.total,
        digest=f"sha256:{digest_of(run.file)}",
        outcome=outcome,
        process=process,
        counts=counts,
        flow=_flow(values, looked.total),
        stages=(("stage 1", values["tuple_f1_s1"]), ("final", values["tuple_f1_s2"])),
        conflicts=looked.conflicts,
        causes=looked.causes,
        edits=tuple(asdict(looked.edits).items()) if looked.edits else (),
        notes=tuple(_notes(request, [run])),
        samples=looked.lines,
        samples_total=looked.total,
    )


def _looks(
    request: RunsRequest, options: Options, run: RunPools, findings: list[str]
) -> Iterator[CardSummary]:
    looker = CardSummarizer.of(options)
    for found in look_again(run.file, run.where, read_options(request.reading.careful("stop"))):
        try:
            look = looker.summarize(found.card)
        except UnfitSampleError:
            continue  # It was refused, and counted, when the run was read.
        told = review_copies_differ(found.card)
        findings += [f"{run.file}:{found.number}: {copy} is not what it copies" for copy in told]
        yield look


def _flow(values: Mapping[str, Score], total: int) -> Flow | None:
    numbers: list[int] = []
    for name in ("n_fix", "n_break", "n_keep", "n_still"):
        match values[name]:
            case Defined(number):
                numbers.append(int(float(number)))
            case _:
                return None
    fixed, broken, kept, still = numbers
    return Flow(fixed, broken, kept, still, max(total - sum(numbers), 0))


def seeds(request: RunsRequest) -> int:
    """Average every metric over the seeds of each run; the metrics are computed anew."""
    options = chosen(request.reading)
    asked = definitions(options)
    _check_files(
        request,
        lambda name, file: _metrics_of(aggregated_files(request.out, _seeded(name, file).run)),
    )
    by_run: dict[str, list[RunPools]] = {}
    read = gather_runs(request, options)
    notes = _notes(request, read)
    for run in read:
        by_run.setdefault(_seeded(run.name, run.file).run, []).append(run)
    blocks: list[Grid] = []
    found: list[SeedMetrics] = []
    for name, runs in by_run.items():
        ordered = sorted(runs, key=lambda run: seeded_run(run.name).seed)
        body = _over_seeds(request, name, ordered, asked)
        skipped = [{"skipped": Defined(Fraction(run.skipped))} for run in ordered]
        grid = seeds_grid((*body.metrics, *seed_statistics(skipped, options.ddof)))
        files = aggregated_files(request.out, name)
        _write_tables(files, grid, (grid, *prose(body.notes)), body)
        blocks.append(Grid(f"{name}: {len(runs)} seeds", grid.columns, grid.rows))
        found.append(body)
    _show(request, SEEDED, {"runs": found, "notes": notes}, lambda: (*blocks, *prose(notes)))
    return 0


def _over_seeds(
    request: RunsRequest, name: str, runs: Sequence[RunPools], asked: Mapping[str, Definition]
) -> SeedMetrics:
    scores = [{key: line.score for key, line in run.lines(asked).items()} for run in runs]
    return SeedMetrics(
        run=name,
        profile=request.reading.label,
        seeds=tuple(seeded_run(run.name).seed for run in runs),
        skipped=tuple(run.skipped for run in runs),
        metrics=seed_statistics(scores, chosen(request.reading).ddof),
        merged=tuple(reduce(add, runs).lines(asked).values()),
        notes=tuple(_notes(request, runs)),
    )
