"""`measurand causal`: how faithful reasoning is that was written down as a graph."""

from measurand.edges.cli.profiles import ProfilesRequest
from measurand.edges.cli.request import Stages, stage
from measurand.studies.causal.edge.cli.requests import (
    CompareRequest,
    ExplainRequest,
    GraphRequest,
    RunRequest,
    ValidityRequest,
)
from measurand.studies.causal.edge.cli.run import explain, hold, run_batch
from measurand.studies.causal.edge.cli.studies import compare, hold_against, profiles

ABOUT = """\
Causal faithfulness: a graph says what follows from what. Does each of its nodes matter, can what
was given be found again from the result, does the text hold together, is the graph one? Records are
lines of JSON with a graph (`dag`), or one graph in a file.

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


COMMAND = Stages(
    about=ABOUT,
    examples=EXAMPLES,
    stages=(
        stage("run", "score the graphs of a file", RunRequest, run_batch, _RUN),
        stage(
            "compare", "compare two methods on the same problems", CompareRequest, compare, _COMPARE
        ),
        stage(
            "explain",
            "say why a node matters, and what identifies a known",
            ExplainRequest,
            explain,
            _WHY,
        ),
        stage("graph", "compare graphs with reference graphs", GraphRequest, hold, _GRAPH),
        stage(
            "validity",
            "do the scores tell right answers from wrong ones?",
            ValidityRequest,
            hold_against,
            _VALIDITY,
        ),
        stage("profiles", "show all options side by side", ProfilesRequest, profiles, _PROFILES),
    ),
)
