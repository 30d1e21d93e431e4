"""`measurand causal run`: from records of graphs to scores, rows, reports, records and a page."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path

import msgspec
from attrs import frozen

from measurand.edges.cli.arguments import StopError, emit
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.report import render, to_json
from measurand.studies.causal.components import Faithfulness
from measurand.studies.causal.edge.cli.judges import Judged, check_judge, judged
from measurand.studies.causal.edge.cli.runs import Source, chosen, name_of, opened
from measurand.studies.causal.edge.cli.spool import Writing, spooled, write_file
from measurand.studies.causal.edge.files.items import Item
from measurand.studies.causal.edge.files.records import with_keys
from measurand.studies.causal.edge.files.scores import Header, header_text, row_text
from measurand.studies.causal.edge.page.html import MOST_DRAWN, Drawn, page, rank
from measurand.studies.causal.edge.page.json import batch_json, long_grid
from measurand.studies.causal.edge.page.view import Told, batch_document
from measurand.studies.causal.evaluate import evaluate, questions
from measurand.studies.causal.graph_scores import full_row
from measurand.studies.causal.options import PROFILES, Options
from measurand.studies.causal.report import Tree, batch_report, guide_report
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import Batch, StudyError, batch
from measurand.values.fault import Fault

SCHEMA = 1
OPEN = 3
"""Some call of a model is not scored."""


@frozen(kw_only=True)
class Made:
    """What came of the records: their rows, and whoever judged them."""

    rows: tuple[CausalRow, ...]
    judged: Judged


def run_batch(arguments: argparse.Namespace) -> int:
    """Read, judge, score and print."""
    options = chosen(arguments, PROFILES[arguments.profile])
    check_judge(arguments)
    reads = [("DAGS", arguments.dags), ("--answers", arguments.answers)]
    writes = [
        (f"--{name}", vars(arguments)[name])
        for name in ("keep", "rows", "reports", "records", "html")
    ]
    check_files(arguments, reads, writes)
    check_folders((*writes, ("--output", arguments.output)))
    profile = name_of(arguments, arguments.profile)
    with opened(arguments) as source, ExitStack() as files:
        records = files.enter_context(spooled(arguments.records))
        outputs = _Outputs(arguments, options, records)
        made = scored(arguments, options, source, outputs)
        told = told_of(source, made.judged, profile)
    found = batch_of(str(arguments.dags), made.rows, options)
    header = Header(profile, made.judged.judge.signature, options)
    if arguments.rows is not None:
        write_file(arguments.rows, rows_text(header, made.rows))
    if arguments.reports is not None:
        report = batch_report(made.rows, outputs.reports)
        write_file(arguments.reports, iter([_tree_text(report)]))
    if arguments.html is not None:
        text = page(found, made.rows, told, outputs.drawn, source=arguments.dags.name)
        write_file(arguments.html, iter([text.encode()]))
    code = code_of(source, made)
    match arguments.format:
        case "json":
            tree = batch_json(found, made.rows, told, exit_code=code)
            emit(arguments, to_json({**tree, "oddities": source.met.oddities}))
        case "csv":
            emit(arguments, render((long_grid(made.rows),), "csv"))
        case shown:
            emit(arguments, render(batch_document(found, made.rows, told), shown))
    made.judged.tell()
    source.tell()
    return code


class _Outputs:
    """Takes every item with what it came to, and keeps what was asked for."""

    def __init__(
        self, arguments: argparse.Namespace, options: Options, records: Writing | None
    ) -> None:
        self.reports: list[Tree] = []
        self.lowest: list[tuple[Fraction, int, Drawn]] = []
        self._options = options
        self._records = records
        self._reported = arguments.reports is not None
        self._drawn = arguments.html is not None

    @property
    def drawn(self) -> tuple[Drawn, ...]:
        """List the graphs that are drawn, the lowest scores first."""
        return tuple(one for _, _, one in self.lowest)

    def __call__(self, item: Item, found: Faithfulness) -> None:
        """Keep what was asked for of an item."""
        if self._drawn:
            drawn = Drawn(problem=item.problem, found=found)
            ranked = [*self.lowest, (rank(found, self._options), item.number, drawn)]
            self.lowest = sorted(ranked, key=lambda one: one[:2])[:MOST_DRAWN]
        if not (self._reported or self._records):
            return
        report = guide_report(item.problem, found, self._options)
        if self._reported:
            self.reports.append({"id": item.problem.id, **report})
        if self._records is not None:
            more = {"cf_score": report["cf_score"], "cf_report": report}
            self._records(with_keys(item.raw, more))


def scored(
    arguments: argparse.Namespace, options: Options, source: Source, outputs: _Outputs
) -> Made:
    """Judge every record of a file.

    A model is asked all questions before anything is scored, and nothing before all records are
    known to be good, or known not to stop the run: they are read three times then.
    """
    path: Path = arguments.dags
    if arguments.judge == "llm":
        for _ in source.items(path):
            pass
        asked = (one for item in source.again(path) for one in questions(item.problem, options))
        by = judged(arguments, options, asked, source.how.tick)
        items = source.again(path)
    else:
        by = judged(arguments, options, (), source.how.tick)
        items = source.items(path)
    rows = []
    for item in items:
        found = evaluate(item.problem, by.judge, options)
        outputs(item, found)
        rows.append(full_row(item.problem, found, options))
    return Made(rows=tuple(rows), judged=by)


def batch_of(file: str, rows: Sequence[CausalRow], options: Options) -> Batch:
    """Score a batch of rows of a file.

    Raises StopError where a number is tested that no row has.
    """
    try:
        return batch(rows, options)
    except StudyError as error:
        wanted, _, got = str(error).partition(": got ")
        raise StopError((Fault(file=file, got=got, expected=wanted),)) from error


def told_of(source: Source, by: Judged, profile: str) -> Told:
    """Collect what is said beside a batch."""
    return Told(
        judge=by.judge.signature,
        profile=profile,
        calls=by.calls,
        notes=(*source.notes, *(f"{note.text()}." for note in by.notes)),
        odd=tuple(
            (kind, str(count), name, note.path, note.got)
            for kind, count in source.met.counts.most_common()
            for name, note in (source.met.odd[kind],)
        ),
    )


def rows_text(header: Header, rows: Sequence[CausalRow]) -> Iterator[bytes]:
    """Write a file of rows."""
    yield header_text(header)
    yield from map(row_text, rows)


def code_of(source: Source, made: Made) -> int:
    """Give 2 where records were bad and are told, 3 where calls are not scored, else 0."""
    if source.failed:
        return BAD_INPUT
    lost = made.judged.open_canaries + sum(row.unscored for row in made.rows)
    return OPEN if lost else 0


def _tree_text(tree: Tree) -> bytes:
    return msgspec.json.format(msgspec.json.encode(tree), indent=2) + b"\n"
