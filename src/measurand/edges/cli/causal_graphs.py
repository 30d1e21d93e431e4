"""`measurand causal graph`: graphs held against reference graphs, and against themselves."""

import argparse
from collections.abc import Mapping

from measurand.causal.comparing.measures import Comparing, compare_graphs
from measurand.edges.cli.arguments import emit
from measurand.edges.cli.causal_run import SCHEMA
from measurand.edges.cli.causal_runs import Source, opened, values_of
from measurand.edges.cli.cf_runs import stop
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.report import render, to_json
from measurand.edges.report.causal_distances import (
    Graphs,
    Held,
    graphs_document,
    graphs_grid,
    graphs_plain,
)
from measurand.pipelines.settings import with_values
from measurand.values.reasoning import Problem, ReasoningGraph


def hold(arguments: argparse.Namespace) -> int:
    """Compare the graphs of a file with their references, and print the measures."""
    how = _chosen(arguments)
    reads = [("DAGS", arguments.dags), ("--reference", arguments.reference)]
    check_files(arguments, reads)
    check_folders((("--output", arguments.output),))
    with opened(arguments) as source:
        references = _references(arguments, source)
        met: set[str] = set()
        held = tuple(
            _held(item.problem, references, met, how) for item in source.items(arguments.dags)
        )
    lost = len(references.keys() - met)
    unused = f"{lost} reference{' stands' if lost == 1 else 's stand'} for no graph."
    found = Graphs(
        held=held,
        how=how,
        file=str(arguments.dags),
        reference="" if arguments.reference is None else str(arguments.reference),
        notes=(*([unused] if lost else []), *source.notes),
    )
    code = BAD_INPUT if source.failed else 0
    match arguments.format:
        case "json":
            head = {"schema": SCHEMA, "command": "causal graph", "exit_code": code}
            emit(arguments, to_json({**head, **graphs_plain(found)}))
        case "csv":
            emit(arguments, render((graphs_grid(held),), "csv"))
        case shown:
            emit(arguments, render(graphs_document(found), shown))
    source.tell()
    return code


def _chosen(arguments: argparse.Namespace) -> Comparing:
    try:
        return with_values(Comparing(), values_of(arguments))
    except ValueError as error:
        got = ", ".join(arguments.set)[:80]
        raise stop("--set", got, "options and their values", str(error)) from error


def _references(arguments: argparse.Namespace, source: Source) -> Mapping[str, ReasoningGraph]:
    if arguments.reference is None:
        return {}
    return {item.problem.id: item.problem.graph for item in source.items(arguments.reference)}


def _held(
    problem: Problem, references: Mapping[str, ReasoningGraph], met: set[str], how: Comparing
) -> Held:
    """Compare one graph: the reference of its id, of its problem, or the one beside it."""
    names = (problem.id, problem.group)
    name = next((name for name in names if name is not None and name in references), None)
    reference = problem.reference if name is None else references[name]
    if name is not None:
        met.add(name)
    found = compare_graphs(problem.graph, reference, how, answer=problem.answer)
    return Held(id=problem.id, found=found, referred=reference is not None)
