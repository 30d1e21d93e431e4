"""`measurand causal graph`: graphs held against reference graphs, and against themselves."""

import argparse

from attrs import evolve

from measurand.edges.cli.arguments import emit
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.report import render, to_json
from measurand.studies.causal.comparing.measures import ALONE
from measurand.studies.causal.edge.cli.run import batch_of, rows_text
from measurand.studies.causal.edge.cli.runs import chosen, name_of, opened, values_of
from measurand.studies.causal.edge.cli.spool import write_file
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


def hold(arguments: argparse.Namespace) -> int:
    """Compare the graphs of a file with their references, and print the measures."""
    options = chosen(arguments, PROFILES[DEFAULT])
    reads = [("DAGS", arguments.dags), ("--reference", arguments.reference)]
    writes = [("--rows", arguments.rows)]
    check_files(arguments, reads, writes)
    check_folders((*writes, ("--output", arguments.output)))
    with opened(arguments) as source:
        source.refer(arguments.reference)
        rows = tuple(graph_row(one.problem, options) for one in source.items(arguments.dags))
        source.check_references()
    if "tested" not in values_of(arguments):
        options = evolve(options, tested=_measured(rows))
    if arguments.rows is not None:
        header = Header(name_of(arguments, DEFAULT), NOBODY, options)
        write_file(arguments.rows, rows_text(header, rows))
    found = Graphs(
        rows=rows,
        found=batch_of(str(arguments.dags), rows, options),
        file=str(arguments.dags),
        reference="" if arguments.reference is None else str(arguments.reference),
        notes=source.notes,
    )
    code = BAD_INPUT if source.failed else 0
    match arguments.format:
        case "json":
            tree = graphs_json(found, exit_code=code)
            emit(arguments, to_json({**tree, "oddities": source.met.oddities}))
        case "csv":
            emit(arguments, render((graphs_grid(rows),), "csv"))
        case shown:
            emit(arguments, render(graphs_document(found), shown))
    source.tell()
    return code


def _measured(rows: tuple[CausalRow, ...]) -> tuple[str, ...]:
    """Name what was measured: without any reference only what needs none."""
    return GRAPH_MEASURES if any(row.edges for row in rows) else ALONE
