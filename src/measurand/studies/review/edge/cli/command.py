"""`measurand review`: from the outputs of two-stage review runs to metrics, report and seeds."""

import argparse
from pathlib import Path

from measurand.edges.cli.arguments import FORMATS, add_output, emit, on_error
from measurand.edges.report import render, to_json
from measurand.studies.review.edge.cli.score import score
from measurand.studies.review.edge.cli.stages import aggregate, report, seeds
from measurand.studies.review.edge.page.view import profiles_document
from measurand.studies.review.options import DOCUMENTED, PROFILES, TABLE

ABOUT = """\
Metrics of two-stage review: outputs.jsonl -> scorecards.jsonl -> structural_metrics.csv and
structural_metrics_table.md -> metric_report.html; and means over seeds. Every choice that two
readings make differently is an option; a profile is a set of them.

stages:
  score       make scorecards of outputs              profiles    show all options side by side
  aggregate   compute every metric of runs            report      write the page of a run
  seeds       mean and deviation over the seeds of a run

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
_STAGES = {
    "score": ("make scorecards of outputs", score),
    "aggregate": ("compute every metric of runs", aggregate),
    "report": ("write the page of a run", report),
    "seeds": ("mean and deviation over the seeds of a run", seeds),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the stages and their arguments."""
    stages = parser.add_subparsers(dest="stage", required=True, metavar="STAGE")
    for name, (what, function) in _STAGES.items():
        stage = stages.add_parser(name, help=what, description=what, allow_abbrev=False)
        stage.add_argument("files", nargs="+", metavar="FILE", type=Path, help="a run, or its file")
        _add_reading(stage)
        stage.add_argument(
            "--out",
            type=Path,
            metavar="DIR",
            default=Path(),
            help="the folder to write below (default: here)",
        )
        if name == "score":
            stage.add_argument(
                "--allow",
                type=Path,
                metavar="FILE",
                help="more terms that are always targets: a JSON list, lines '- term', or words",
            )
            stage.add_argument(
                "--stop",
                type=Path,
                metavar="FILE",
                help="the terms that are never targets, in place of our own list; a file as above",
            )
        if name == "report":
            stage.add_argument(
                "--lang", choices=("en", "ko", "zh"), default="en", help="labels (default: en)"
            )
        add_output(stage)
        stage.set_defaults(stage_run=function)
    shown = stages.add_parser("profiles", help="show all options side by side", allow_abbrev=False)
    shown.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    shown.add_argument("--output", metavar="FILE", type=Path, help="write to FILE")
    shown.set_defaults(stage_run=profiles)


def _add_reading(stage: argparse.ArgumentParser) -> None:
    group = stage.add_argument_group("reading")
    group.add_argument(
        "--profile", choices=tuple(PROFILES), default=DOCUMENTED, help="default: documented"
    )
    group.add_argument(
        "--set",
        action="append",
        metavar="OPTION=VALUE",
        help="change one option of the profile; may be repeated",
    )
    group.add_argument(
        "--where",
        action="append",
        metavar="FIELD=VALUE",
        help="keep the rows whose FIELD (a path such as meta.profile) is VALUE; may be repeated",
    )
    group.add_argument(
        "--on-error",
        type=on_error,
        metavar="stop|skip|quarantine=FILE",
        help="what a bad line does (default: as the profile says)",
    )
    stage.set_defaults(ids="off", strict=False)


def run(arguments: argparse.Namespace) -> int:
    """Run one stage and return the exit code."""
    code: int = arguments.stage_run(arguments)
    return code


def profiles(arguments: argparse.Namespace) -> int:
    """Show the profiles side by side."""
    if arguments.format == "json":
        names = tuple(PROFILES)
        options = {row[0]: dict(zip(names, row[1:], strict=True)) for row in TABLE}
        emit(arguments, to_json({"schema": 1, "command": "review profiles", "options": options}))
    else:
        emit(arguments, render(profiles_document(), arguments.format))
    return 0
