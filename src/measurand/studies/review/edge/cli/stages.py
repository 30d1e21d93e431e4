"""The stages of `measurand review`, each from its arguments to files, a result and an exit code."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from operator import add
from pathlib import Path

from attrs import asdict, evolve

from measurand.edges.cli.arguments import StopError, emit, read_options
from measurand.edges.cli.guard import check_files
from measurand.edges.report import render, to_json
from measurand.edges.report.document import Grid, Prose
from measurand.evidence.keying import UnfitSampleError
from measurand.studies.review.edge.cli.runs import (
    RunPools,
    all_text,
    chosen,
    digest_of,
    gather_runs,
    named_files,
    skipped_text,
    where_text,
    write,
)
from measurand.studies.review.edge.cli.score import FINDING
from measurand.studies.review.edge.files.folders import (
    AggregatedFiles,
    RunFiles,
    SeededRun,
    aggregated_files,
    run_files,
    seeded_run,
)
from measurand.studies.review.edge.files.rows import look_again
from measurand.studies.review.edge.page.html import review_html
from measurand.studies.review.edge.page.json import Tested, metrics_writer
from measurand.studies.review.edge.page.view import (
    metrics_document,
    metrics_row,
    seeds_grid,
)
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import Options
from measurand.studies.review.page import Flow, Line, ReviewPage
from measurand.studies.review.scorecard import review_copies_differ
from measurand.studies.review.study import Look, Looker, look_at, over_seeds, sections
from measurand.values.fault import Fault
from measurand.values.score import Defined, Score

Lines = Mapping[str, Line]
_PAGES = ("run", "samples", "skipped", "page")


def aggregate(arguments: argparse.Namespace) -> int:
    """Compute every metric of runs, write their tables, print them side by side."""
    options = chosen(arguments)
    asked = definitions(options)
    _check_files(arguments, lambda name, _: _metrics_of(run_files(arguments.out, name)))
    runs = {run.name: (run, run.lines(asked)) for run in gather_runs(arguments, options)}
    for run, lines in runs.values():
        _write_metrics(arguments, run, lines)
    told = _notes(arguments, (run for run, _ in runs.values()))
    if arguments.format == "json":
        found = [
            {
                "run": name,
                "file": str(run.file),
                "skipped": run.skipped,
                "metrics": tuple(lines.values()),
            }
            for name, (run, lines) in runs.items()
        ]
        _emit_json(arguments, "aggregate", {"runs": found, "notes": told})
    else:
        shown = {name: lines for name, (_, lines) in runs.items()}
        emit(arguments, render(metrics_document(shown, told), arguments.format))
    return 0


def _check_files(
    arguments: argparse.Namespace, targets: Callable[[str, Path], Iterable[Path]]
) -> None:
    """Refuse to write over what is read; the seeds of a run share their files."""
    files = named_files(arguments, "scorecards")
    writes = dict.fromkeys(path for name, file in files.items() for path in targets(name, file))
    reads = [("FILE", file) for file in files.values()]
    check_files(arguments, reads, [("--out", path) for path in writes])


def _metrics_of(files: RunFiles | AggregatedFiles) -> tuple[Path, Path, Path]:
    return files.metrics, files.table, files.detail


def _seeded(name: str, file: Path) -> SeededRun:
    try:
        return seeded_run(name)
    except ValueError as error:
        raise StopError((Fault(file=str(file), got=repr(name), expected=str(error)),)) from error


def _notes(arguments: argparse.Namespace, runs: Iterable[RunPools]) -> list[str]:
    found: list[str] = []
    for run in runs:
        found += [f"{run.name}: rows with {where_text(run.where)} alone"] if run.where else []
        found += [f"{run.name}: {skipped_text(run.skipped)}"] if run.skipped else []
        found += [f"{run.name}: {all_text(arguments)}"] if arguments.where and not run.where else []
    return found


def _emit_json(arguments: argparse.Namespace, stage: str, body: Mapping[str, object]) -> None:
    head = {"command": f"review {stage}", "profile": arguments.profile}
    emit(arguments, to_json(metrics_writer().document(body, **head, set=arguments.set or [])))


def _write_metrics(arguments: argparse.Namespace, run: RunPools, lines: Lines) -> None:
    files = run_files(arguments.out, run.name)
    where = where_text(run.where)
    grid = metrics_row(run.name, _profile(arguments), where, run.skipped, lines)
    body = {
        "run": run.name,
        "profile": _profile(arguments),
        "where": where,
        "skipped": run.skipped,
        "metrics": tuple(lines.values()),
    }
    write(files.metrics, render((grid,), "csv"))
    notes = _notes(arguments, [run])
    write(files.table, render(metrics_document({"value": lines}, notes), "md"))
    write(files.detail, to_json(metrics_writer().document(body)))


def _profile(arguments: argparse.Namespace) -> str:
    """Name the reading: the profile, and what was set beside it."""
    return " ".join((arguments.profile, *(arguments.set or ())))


def report(arguments: argparse.Namespace) -> int:
    """Write the page of each run."""
    from measurand.studies.review.edge.page.inferred import tests_grid
    from measurand.studies.review.study import PLAN, inferred

    options = chosen(arguments)
    asked = definitions(options)
    written: list[tuple[str, ...]] = []
    tests: list[tuple[str, Line]] = []
    findings: list[str] = []
    _check_files(arguments, lambda name, _: (run_files(arguments.out, name).report,))
    runs = gather_runs(arguments, options)
    notes = _notes(arguments, runs)
    for run in runs:
        lines = inferred(run.lines(asked), asked, run.pools)
        page = evolve(_page(arguments, options, run, lines, findings), plan=PLAN)
        tests += [(run.name, line) for line in lines.values() if line.p_value is not None]
        target = run_files(arguments.out, run.name).report
        text = review_html(page, lang=arguments.lang)
        write(target, text)
        written.append((run.name, str(page.n), str(run.skipped), str(target)))
    if arguments.format == "json":
        pages = [dict(zip(_PAGES, row, strict=True)) for row in written]
        body = {
            "pages": pages,
            "tests": [Tested(*one) for one in tests],
            "findings": findings,
            "notes": notes,
        }
        _emit_json(arguments, "report", body)
    else:
        told = [Prose((*findings, *notes))] if findings or notes else []
        grid = Grid("Pages", _PAGES, tuple(written))
        emit(arguments, render((grid, tests_grid(tests, PLAN), *told), arguments.format))
    return FINDING if findings else 0


def _page(
    arguments: argparse.Namespace,
    options: Options,
    run: RunPools,
    lines: Lines,
    findings: list[str],
) -> ReviewPage:
    looked = look_at(_looks(arguments, options, run, findings))
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
        profile=_profile(arguments),
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
        notes=tuple(_notes(arguments, [run])),
        samples=looked.lines,
        samples_total=looked.total,
    )


def _looks(
    arguments: argparse.Namespace, options: Options, run: RunPools, findings: list[str]
) -> Iterator[Look]:
    looker = Looker.of(options)
    for found in look_again(run.file, run.where, read_options(arguments)):
        try:
            look = looker.look(found.card)
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


def seeds(arguments: argparse.Namespace) -> int:
    """Average every metric over the seeds of each run; the metrics are computed anew."""
    options = chosen(arguments)
    asked = definitions(options)
    _check_files(
        arguments,
        lambda name, file: _metrics_of(aggregated_files(arguments.out, _seeded(name, file).run)),
    )
    by_run: dict[str, list[RunPools]] = {}
    read = gather_runs(arguments, options)
    notes = _notes(arguments, read)
    for run in read:
        by_run.setdefault(_seeded(run.name, run.file).run, []).append(run)
    blocks: list[Grid] = []
    found: list[dict[str, object]] = []
    for name, runs in by_run.items():
        ordered = sorted(runs, key=lambda run: seeded_run(run.name).seed)
        scores = [{key: line.score for key, line in run.lines(asked).items()} for run in ordered]
        averaged = over_seeds(scores, options.ddof)
        skipped = over_seeds(
            [{"skipped": Defined(Fraction(run.skipped))} for run in ordered], options.ddof
        )
        merged = reduce(add, ordered).lines(asked)
        files = aggregated_files(arguments.out, name)
        grid = seeds_grid((*averaged, *skipped))
        body: dict[str, object] = {
            "run": name,
            "profile": _profile(arguments),
            "seeds": [seeded_run(run.name).seed for run in ordered],
            "skipped": [run.skipped for run in ordered],
            "metrics": averaged,
            "merged": tuple(merged.values()),
            "notes": _notes(arguments, ordered),
        }
        notes_here = (
            [Prose(tuple(_notes(arguments, ordered)))] if _notes(arguments, ordered) else []
        )
        write(files.metrics, render((grid,), "csv"))
        write(files.table, render((grid, *notes_here), "md"))
        write(files.detail, to_json(metrics_writer().document(body)))
        blocks.append(Grid(f"{name}: {len(runs)} seeds", grid.columns, grid.rows))
        found.append(body)
    if arguments.format == "json":
        _emit_json(arguments, "seeds", {"runs": found, "notes": notes})
    else:
        told = [Prose(tuple(notes))] if notes else []
        emit(arguments, render((*blocks, *told), arguments.format))
    return 0
