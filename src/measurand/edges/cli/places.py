"""Where people see a check: GitHub's annotations and step summary, SARIF and JUnit files."""

import argparse
import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from measurand.audit.claims.outcomes import Outcome
from measurand.edges.cli.arguments import StopError, write
from measurand.edges.cli.door import command
from measurand.edges.cli.guard import Named
from measurand.edges.files.files import unreadable
from measurand.edges.report import to_json
from measurand.edges.report.ci import annotations, junit, sarif, step_summary


def add_places(parser: argparse.ArgumentParser) -> None:
    """Add what says where else the outcome of each claim is written."""
    group = parser.add_argument_group("where people work")
    group.add_argument(
        "--sarif", type=Path, metavar="FILE", help="write what does not hold as SARIF 2.1.0"
    )
    group.add_argument(
        "--junit", type=Path, metavar="FILE", help="write every claim as a test case of JUnit XML"
    )
    group.add_argument(
        "--github",
        choices=("auto", "on", "off"),
        default="auto",
        help="annotate lines on standard error and append to $GITHUB_STEP_SUMMARY; auto: where "
        "GITHUB_ACTIONS is true (default)",
    )


def written(arguments: argparse.Namespace) -> Named:
    """Name the files that are written beside the report.

    >>> len(list(written(argparse.Namespace(sarif=None, junit=Path("j.xml"), github="off"))))
    3
    """
    summary = os.environ.get(_SUMMARY, "") if _annotated(arguments) else ""
    return (
        ("--sarif", arguments.sarif),
        ("--junit", arguments.junit),
        (f"${_SUMMARY}", Path(summary) if summary else None),
    )


_SUMMARY = "GITHUB_STEP_SUMMARY"


def _annotated(arguments: argparse.Namespace) -> bool:
    asked: str = arguments.github
    return asked == "on" or (asked == "auto" and os.environ.get("GITHUB_ACTIONS") == "true")


def tell(arguments: argparse.Namespace, outcomes: Sequence[Outcome], *, title: str) -> None:
    """Write the outcomes to every place that was asked for.

    Raises StopError where a file cannot be written.
    """
    if arguments.sarif is not None:
        write(arguments.sarif, to_json(sarif(outcomes, version=version("measurand"))))
    if arguments.junit is not None:
        write(arguments.junit, junit(outcomes))
    if _annotated(arguments):
        command(annotations(outcomes))
        _summarise(step_summary(outcomes, title=title))


def _summarise(text: str) -> None:
    """Append to the summary of the step: other programs of it write there too."""
    name = os.environ.get(_SUMMARY, "")
    if not name:
        return
    try:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise StopError((unreadable(error, name),)) from error
