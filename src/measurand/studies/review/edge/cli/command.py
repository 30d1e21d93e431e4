"""`measurand review`: from the outputs of two-stage review runs to metrics, report and seeds."""

from measurand.edges.cli.output import show
from measurand.edges.cli.request import Stages, stage
from measurand.studies.review.edge.cli.runs import (
    ProfilesRequest,
    ReportRequest,
    RunsRequest,
    ScoreRequest,
)
from measurand.studies.review.edge.cli.score import score
from measurand.studies.review.edge.cli.stages import aggregate, report, seeds
from measurand.studies.review.edge.page.json import PROFILES_SHOWN
from measurand.studies.review.edge.page.view import profiles_document
from measurand.studies.review.options import PROFILES, TABLE

ABOUT = """\
Metrics of two-stage review: outputs.jsonl -> scorecards.jsonl -> structural_metrics.csv and
structural_metrics_table.md -> metric_report.html; and means over seeds. Every choice that two
readings make differently is an option; a profile is a set of them.

A FILE is the file of a run, or its folder. Files are written below --out as
results/RUN/..., reports/RUN/...; a run is named <run>__seed<number>_proposed, or by its file.
"""
EXAMPLES = """\
examples:
  measurand review score docs/examples/review/results/demo__seed1_proposed/outputs.jsonl --out build
  measurand review aggregate docs/examples/review/results/demo__seed1_proposed --out build
  measurand review aggregate scorecards.jsonl --profile as-run --set counting=multiset
  measurand review report scorecards.jsonl --lang ko --out build
  measurand review seeds results/demo__seed*_proposed --profile recommended
  measurand review profiles
"""


def profiles(request: ProfilesRequest) -> int:
    """Show the profiles side by side."""
    names = tuple(PROFILES)
    options = {row[0]: dict(zip(names, row[1:], strict=True)) for row in TABLE}
    show(
        request.output,
        tree=lambda: PROFILES_SHOWN.tree(options=options),
        document=profiles_document,
    )
    return 0


COMMAND = Stages(
    about=ABOUT,
    examples=EXAMPLES,
    stages=(
        stage("score", "make scorecards of outputs", ScoreRequest, score),
        stage("aggregate", "compute every metric of runs", RunsRequest, aggregate),
        stage("report", "write the page of a run", ReportRequest, report),
        stage("seeds", "mean and deviation over the seeds of a run", RunsRequest, seeds),
        stage("profiles", "show all options side by side", ProfilesRequest, profiles),
    ),
)
