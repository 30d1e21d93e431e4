"""`measurand causal graph`: graphs held against reference graphs, and against themselves."""

from attrs import evolve

from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.file_conflicts import check_files, check_folders
from measurand.edges.cli.output import emit, write
from measurand.edges.cli.study_settings import set_values
from measurand.edges.report import render, to_json
from measurand.studies.causal.comparing.measures import ALONE
from measurand.studies.causal.edge.cli.requests import GraphRequest
from measurand.studies.causal.edge.cli.run import batch_of, rows_text
from measurand.studies.causal.edge.cli.runs import chosen, opened
from measurand.studies.causal.edge.files.scores import Header
from measurand.studies.causal.edge.page.distances import (
    Graphs,
    graphs_document,
    graphs_grid,
)
from measurand.studies.causal.edge.page.json import graphs_json
from measurand.studies.causal.graph_scores import GRAPH_MEASURES, graph_row
from measurand.studies.causal.options import DEFAULT, PROFILES
from measurand.studies.causal.rows import CausalRow

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
    found = Graphs(
        rows=rows,
        found=batch_of(str(request.dags), rows, options),
        file=str(request.dags),
        reference="" if request.reference is None else str(request.reference),
        notes=source.notes,
    )
    code = BAD_INPUT if source.failed else 0
    match request.output.format:
        case "json":
            tree = graphs_json(found, exit_code=code)
            emit(request.output, to_json({**tree, "oddities": source.met.oddities}))
        case "csv":
            emit(request.output, render((graphs_grid(rows),), "csv"))
        case shown:
            emit(request.output, render(graphs_document(found), shown))
    source.tell()
    return code


def _measured(rows: tuple[CausalRow, ...]) -> tuple[str, ...]:
    """Name what was measured: without any reference only what needs none."""
    return GRAPH_MEASURES if any(row.edges for row in rows) else ALONE
