"""`measurand causal`: how faithful reasoning is that was written down as a graph."""

import argparse
from pathlib import Path

from measurand.studies.causal.edge.cli.arguments import (
    add_answers,
    add_judge,
    add_options,
    add_reading,
    add_result,
    add_stage,
)
from measurand.studies.causal.edge.cli.explain import explain
from measurand.studies.causal.edge.cli.graphs import hold
from measurand.studies.causal.edge.cli.run import run_batch
from measurand.studies.causal.edge.cli.studies import compare, hold_against, profiles
from measurand.studies.causal.evaluate import OFFLINE
from measurand.studies.causal.options import Options
from measurand.values.option_paths import listed

ABOUT = """\
Causal faithfulness: a graph says what follows from what. Does each of its nodes matter, can what
was given be found again from the result, does the text hold together, is the graph one? Records are
lines of JSON with a graph (`dag`), or one graph in a file.

stages:
  run         score the graphs of a file, and print the tables
  compare     two methods on the same problems
  explain     say why a node matters, and what identifies a known
  graph       compare graphs with reference graphs
  validity    do the scores tell right answers from wrong ones?
  profiles    show all options side by side

What a judge cannot decide is undecided, with its reason: a result, never half a mark.

exit codes:
  0  done, also where components are undecided     2  bad input or usage
  3  calls of a model failed, or were not scored
"""
EXAMPLES = """\
examples:
  measurand causal run dags.jsonl
  measurand causal run dags.jsonl --judge equations --rows rows.jsonl --html page.html
  measurand causal compare ours.jsonl theirs.jsonl
  measurand causal explain dags.jsonl ladder-1 --node foot
  measurand causal profiles weights
"""
_RUN = """\
examples:
  measurand causal run dags.jsonl
  measurand causal run dags.jsonl --judge equations --profile documented --format md
  measurand causal run dags.jsonl --judge llm --model NAME --base-url URL --keep answers.jsonl
  measurand causal run dags.jsonl --judge replay --answers answers.jsonl --reports report.json
  measurand causal run dags.jsonl --component graph --records scored.jsonl
"""
_COMPARE = """\
Graphs are joined by id, or by problem with --set join=group; problems are resampled whole. Rows
that causal run wrote are taken as they were measured.

examples:
  measurand causal compare ours.jsonl theirs.jsonl
  measurand causal compare ours_rows.jsonl theirs_rows.jsonl --set join=group
  measurand causal compare ours.jsonl theirs.jsonl --reference gold.jsonl --set tested=edge_f1,shd
"""
_WHY = """\
All judges are asked: structure, equations, and a model's answers where they are given.

examples:
  measurand causal explain dags.jsonl ladder-1
  measurand causal explain dags.jsonl ladder-1 --node foot
"""
_OPTIONS = ", ".join(
    path
    for path, _ in listed(Options())
    if path.startswith(("reading.", "against.", "offline.grammar", "plan."))
    or path in {"tested", "pooling"}
)
_GRAPH = """\
examples:
  measurand causal graph dags.jsonl
  measurand causal graph dags.jsonl --reference gold.jsonl --set against.reversal=1/2
  measurand causal graph dags.jsonl --reference gold.jsonl --rows held.jsonl
"""
_VALIDITY = """\
The area under the curve of each score against is_correct, with intervals over problems.

examples:
  measurand causal validity dags.jsonl --judge equations
  measurand causal validity rows.jsonl --set plan.replicates=2000
"""
_PROFILES = """\
examples:
  measurand causal profiles
  measurand causal profiles weights
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the stages and their arguments."""
    stages = parser.add_subparsers(dest="stage", required=True, metavar="STAGE")
    whole = add_stage(stages, "run", "score the graphs of a file", _RUN)
    whole.add_argument("dags", metavar="DAGS", type=Path, help="a file of records with graphs")
    add_options(whole)
    add_judge(whole)
    add_reading(whole)
    add_result(whole, page=True)
    files = whole.add_argument_group("more files")
    files.add_argument(
        "--rows", type=Path, metavar="FILE", help="write the scores of each graph (causal-score/1)"
    )
    files.add_argument(
        "--reports", type=Path, metavar="FILE", help="write a report of all graphs, node by node"
    )
    files.add_argument(
        "--records", type=Path, metavar="FILE", help="write the records with cf_score and cf_report"
    )
    whole.set_defaults(stage_run=run_batch)

    both = add_stage(stages, "compare", "compare two methods on the same problems", _COMPARE)
    both.add_argument("first", metavar="FIRST", type=Path, help="records with graphs, or rows")
    both.add_argument("second", metavar="SECOND", type=Path, help="the same, of another method")
    both.add_argument(
        "--reference",
        type=Path,
        metavar="FILE",
        help="reference graphs, by id or by problem: what --set tested=edge_f1,shd needs",
    )
    _add_study(both)
    both.set_defaults(stage_run=compare)

    why = add_stage(stages, "explain", "say why a node matters, and what identifies a known", _WHY)
    why.add_argument("dags", metavar="DAGS", type=Path, help="a file of records with graphs")
    why.add_argument(
        "id", metavar="ID", nargs="?", help="which graph; the first where none is named"
    )
    why.add_argument("--node", metavar="NAME", help="this node alone, with more of it")
    add_options(why, sample=False)
    add_answers(why)
    add_reading(why)
    add_result(why)
    why.set_defaults(stage_run=explain)

    graphs = add_stage(stages, "graph", "compare graphs with reference graphs", _GRAPH)
    graphs.add_argument("dags", metavar="DAGS", type=Path, help="a file of records with graphs")
    graphs.add_argument(
        "--reference",
        type=Path,
        metavar="FILE",
        help="reference graphs, by id or by problem; else `reference` of a record is taken",
    )
    graphs.add_argument(
        "--set", action="append", metavar="OPTION=VALUE", help=f"one of {_OPTIONS}; may be repeated"
    )
    add_reading(graphs)
    add_result(graphs)
    graphs.add_argument(
        "--rows",
        type=Path,
        metavar="FILE",
        help="write the measures of each graph (causal-score/1), for causal compare",
    )
    graphs.set_defaults(stage_run=hold)

    held = add_stage(stages, "validity", "hold scores against right answers", _VALIDITY)
    held.add_argument(
        "files", metavar="FILE", type=Path, nargs="+", help="records with graphs, or rows"
    )
    _add_study(held)
    held.set_defaults(stage_run=hold_against)

    side_by_side = add_stage(stages, "profiles", "show all options side by side", _PROFILES)
    side_by_side.add_argument(
        "part", nargs="?", default="", metavar="PART", help="only the options of this group"
    )
    add_result(side_by_side)
    side_by_side.set_defaults(stage_run=profiles)


def _add_study(stage: argparse.ArgumentParser) -> None:
    add_options(stage, default=None)
    stage.add_argument(
        "--judge",
        choices=OFFLINE,
        default=OFFLINE[0],
        help="who decides where there are no rows yet",
    )
    add_reading(stage)
    add_result(stage)


def run(arguments: argparse.Namespace) -> int:
    """Run one stage and return the exit code."""
    code: int = arguments.stage_run(arguments)
    return code
