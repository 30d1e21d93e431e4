"""`measurand causal run`, `graph` and `explain`: from records of graphs to scores, rows and pages.

Records are written back with scores added and nothing else touched: their other values stay raw
bytes, as a decoder and an encoder between them would respell numbers and escapes.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryFile
from typing import Protocol

import msgspec
from attrs import evolve, frozen

from measurand.edges.cli.definitions import set_values
from measurand.edges.cli.exit_codes import code_where
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders
from measurand.edges.cli.output import show, write
from measurand.studies.causal.comparing.measures import ALONE
from measurand.studies.causal.edge.cli.judges import Judged, check_judge, judged
from measurand.studies.causal.edge.cli.requests import ExplainRequest, GraphRequest, RunRequest
from measurand.studies.causal.edge.cli.runs import Source, chosen, opened, study_of
from measurand.studies.causal.edge.files.items import Item
from measurand.studies.causal.edge.files.scores import Header, header_text, row_text
from measurand.studies.causal.edge.page.comparisons import (
    Graphs,
    graphs_document,
    graphs_grid,
)
from measurand.studies.causal.edge.page.documents import (
    AnsweredQuestion,
    BatchNotes,
    Explained,
    batch_document,
    explain_document,
)
from measurand.studies.causal.edge.page.html import MOST_DRAWN, Drawn, page, rank
from measurand.studies.causal.edge.page.json import batch_json, explain_json, graphs_json, long_grid
from measurand.studies.causal.evaluate import OFFLINE, evaluate, judge_of, questions
from measurand.studies.causal.graph_scores import GRAPH_MEASURES, full_row, graph_row
from measurand.studies.causal.judging import Faithfulness, Judge, Question
from measurand.studies.causal.options import DEFAULT, PROFILES, Options
from measurand.studies.causal.quality import findings
from measurand.studies.causal.report import Tree, batch_report, guide_report
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import batch
from measurand.values.fault import Fault, shown
from measurand.values.suggest import did_you_mean

_DECODER = msgspec.json.Decoder(dict[str, msgspec.Raw])


def with_keys(raw: bytes, more: Mapping[str, object]) -> bytes:
    r"""Set keys of a record that is one JSON object; give it as a line, with its end.

    What has such a key already loses its value. Numbers keep their digits, texts their escapes.

    >>> with_keys(b'{"v": 1.50, "s": "\\u00e9"}', {"cf_score": None})
    b'{"v":1.50,"s":"\\u00e9","cf_score":null}\n'
    """
    record = _DECODER.decode(raw)
    record |= {key: msgspec.Raw(msgspec.json.encode(value)) for key, value in more.items()}
    return msgspec.json.encode(record) + b"\n"


_CHUNK = 2**20


@frozen(kw_only=True)
class Made:
    """What came of the records: their rows, and whoever judged them."""

    rows: tuple[CausalRow, ...]
    judged: Judged


def run_batch(request: RunRequest) -> int:
    """Read, judge, score and print."""
    options = chosen(request.settings, PROFILES[request.settings.named])
    check_judge(request.by)
    reads = [("DAGS", request.dags), ("--answers", request.by.answers)]
    writes = [
        ("--keep", request.by.keep),
        ("--rows", request.rows),
        ("--reports", request.reports),
        ("--records", request.records),
        ("--html", request.html),
    ]
    check_files(request, reads, writes)
    check_folders((*writes, ("--output", request.output.file)))
    profile = request.settings.label(request.settings.named)
    with opened(request.reading) as source, ExitStack() as files:
        records = files.enter_context(spooled(request.records))
        outputs = _Outputs(request, options, records)
        made = scored(request, options, source, outputs)
        told = batch_notes(source, made.judged, profile)
    with study_of(str(request.dags)):
        found = batch(made.rows, options)
    header = Header(profile, made.judged.judge.signature, options)
    if request.rows is not None:
        write(request.rows, rows_text(header, made.rows))
    if request.reports is not None:
        report = batch_report(made.rows, outputs.reports)
        write(request.reports, iter([_tree_text(report)]))
    if request.html is not None:
        text = page(found, made.rows, told, outputs.drawn, source=request.dags.name)
        write(request.html, iter([text.encode()]))
    code = code_of(source, made)
    long = request.output.format == "csv"
    show(
        request.output,
        tree=lambda: batch_json(found, made.rows, told, source.met.oddities, exit_code=code),
        document=lambda: (
            (long_grid(made.rows),) if long else batch_document(found, made.rows, told)
        ),
    )
    made.judged.tell()
    source.tell()
    return code


class Writing(Protocol):
    """Takes bytes for a file."""

    def __call__(self, chunk: bytes, /) -> None:
        """Add to the file."""
        ...


@contextmanager
def spooled(path: Path | None) -> Iterator[Writing | None]:
    """Give what takes the bytes of a file; None where no file was asked for.

    The file is written, whole or not at all, when the block ends well.

    >>> with spooled(None) as add:
    ...     add is None
    True

    Raises StopError where it cannot be written.
    """
    if path is None:
        yield None
        return
    with TemporaryFile() as kept:

        def add(chunk: bytes, /) -> None:
            kept.write(chunk)

        yield add
        kept.seek(0)
        write(path, iter(lambda: kept.read(_CHUNK), b""))


class _Outputs:
    """Takes every item with what it came to, and keeps what was asked for."""

    def __init__(self, request: RunRequest, options: Options, records: Writing | None) -> None:
        self.reports: list[Tree] = []
        self.lowest: list[tuple[Fraction, int, Drawn]] = []
        self._options = options
        self._records = records
        self._reported = request.reports is not None
        self._drawn = request.html is not None

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


def scored(request: RunRequest, options: Options, source: Source, outputs: _Outputs) -> Made:
    """Judge every record of a file.

    A model is asked all questions before anything is scored, and nothing before all records are
    known to be good, or known not to stop the run: they are read three times then.
    """
    path = request.dags
    if request.by.judge == "llm":
        for _ in source.items(path):
            pass
        asked = (one for item in source.again(path) for one in questions(item.problem, options))
        by = judged(request.by, options, asked, source.how.tick)
        items = source.again(path)
    else:
        by = judged(request.by, options, (), source.how.tick)
        items = source.items(path)
    rows = []
    for item in items:
        found = evaluate(item.problem, by.judge, options)
        outputs(item, found)
        rows.append(full_row(item.problem, found, options))
    return Made(rows=tuple(rows), judged=by)


def batch_notes(source: Source, by: Judged, profile: str) -> BatchNotes:
    """Collect what is said beside a batch."""
    return BatchNotes(
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
    lost = made.judged.open_canaries + sum(row.unscored for row in made.rows)
    return code_where(bad_input=source.failed, left_open=bool(lost))


def _tree_text(tree: Tree) -> bytes:
    return msgspec.json.format(msgspec.json.encode(tree), indent=2) + b"\n"


NOBODY = "nobody (graphs alone)"
"""Who judged where graphs are only compared."""


def hold(request: GraphRequest) -> int:
    """Compare the graphs of a file with their references, and print the measures."""
    options = chosen(request.settings, PROFILES[DEFAULT])
    reads = [("DAGS", request.dags), ("--reference", request.reference)]
    writes = [("--rows", request.rows)]
    check_files(request, reads, writes)
    check_folders((*writes, ("--output", request.output.file)))
    with opened(request.reading) as source:
        source.refer(request.reference)
        rows = tuple(graph_row(one.problem, options) for one in source.items(request.dags))
        source.check_references()
    if "tested" not in set_values(request.settings.set):
        options = evolve(options, tested=_measured(rows))
    if request.rows is not None:
        header = Header(request.settings.label(DEFAULT), NOBODY, options)
        write(request.rows, rows_text(header, rows))
    with study_of(str(request.dags)):
        scores = batch(rows, options)
    found = Graphs(
        rows=rows,
        found=scores,
        file=str(request.dags),
        reference="" if request.reference is None else str(request.reference),
        notes=source.notes,
    )
    code = code_where(bad_input=source.failed)
    long = request.output.format == "csv"
    show(
        request.output,
        tree=lambda: graphs_json(found, source.met.oddities, exit_code=code),
        document=lambda: (graphs_grid(rows),) if long else graphs_document(found),
    )
    source.tell()
    return code


def _measured(rows: tuple[CausalRow, ...]) -> tuple[str, ...]:
    """Name what was measured: without any reference only what needs none."""
    return GRAPH_MEASURES if any(row.edges for row in rows) else ALONE


def explain(request: ExplainRequest) -> int:
    """Ask all judges about one graph, and print what they say.

    Raises StopError where there is no such graph, or no such node in it.
    """
    options = chosen(request.settings, PROFILES[request.settings.named])
    check_files(request, [("DAGS", request.dags), ("--answers", request.by.answers)])
    check_folders((("--output", request.output.file),))
    with opened(request.reading) as source:
        item = _item(request, source)
        judges = tuple(_judges(request, options))
    explained = _explained(request, item, options, judges)
    code = code_where(bad_input=source.failed)
    show(
        request.output,
        tree=lambda: explain_json(explained, exit_code=code),
        document=lambda: explain_document(explained),
    )
    source.tell()
    return code


def _item(request: ExplainRequest, source: Source) -> Item:
    """Find the graph; the file is read to its end, so that all its faults are told."""
    ids: list[str] = []
    found: Item | None = None
    for item in source.items(request.dags):
        if found is None and request.id in {None, item.problem.id}:
            found = item
        ids.append(item.problem.id)
    if found is not None:
        return found
    bad = source.met.bad
    if bad:
        hint = f"{bad} bad record{' is' if bad == 1 else 's are'} not among them"
    else:
        hint = did_you_mean(request.id or "", ids).removeprefix(": ")
    got = "none" if request.id is None else shown(request.id)
    wrong = Fault(path="ID", got=got, expected=f"the id of one of {len(ids)} graphs", hint=hint)
    raise StopError((*(source.met.faults if source.failed else ()), wrong))


def _judges(request: ExplainRequest, options: Options) -> Iterator[tuple[str, Judge]]:
    for name in OFFLINE:
        yield name, judge_of(name, options)
    if request.by.answers is not None:
        yield "model", judged(request.by, options, (), lambda _count: None).judge


def _explained(
    request: ExplainRequest,
    item: Item,
    options: Options,
    judges: tuple[tuple[str, Judge], ...],
) -> Explained:
    problem, node = item.problem, request.node
    asked = questions(problem, options)
    if node is not None:
        names = list(dict.fromkeys(one.subject for one in asked if one.subject))
        if node not in names:
            hint = did_you_mean(node, names).removeprefix(": ")
            raise stop("--node", shown(node), "a node of the graph that is no target", hint)
        asked = tuple(one for one in asked if one.subject == node)
    return Explained(
        id=problem.id,
        graph=problem.graph,
        asked=tuple(_asked(one, judges) for one in asked if one.subject),
        signatures=tuple((name, judge.signature) for name, judge in judges),
        findings=findings(problem.graph, options.reading) if node is None else (),
        notes=tuple(f"{one.path}: {one.got}, not {one.expected}." for one in item.notes),
        node=node,
    )


def _asked(question: Question, judges: tuple[tuple[str, Judge], ...]) -> AnsweredQuestion:
    """Ask every judge; one that says what the one before it says is not repeated."""
    given = [(name, judge(question)) for name, judge in judges]
    kept = [
        (name, verdict)
        for at, (name, verdict) in enumerate(given)
        if verdict not in [earlier for _, earlier in given[:at]]
    ]
    return AnsweredQuestion(question=question, verdicts=tuple(kept))
