"""Where people see a check: GitHub's annotations and step summary, SARIF and JUnit files."""

import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from attrs import frozen

from measurand.audit.claims.outcomes import Outcome
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.file_conflicts import Named
from measurand.edges.cli.output import write
from measurand.edges.cli.request import Arguments, option, part
from measurand.edges.cli.workflow_commands import WorkflowCommands, command
from measurand.edges.files.files import unreadable
from measurand.edges.report import to_json
from measurand.edges.report.ci import annotations, junit, sarif, step_summary


@frozen(kw_only=True)
class CiReports(Arguments):
    """Where else the outcome of each claim is written."""

    TITLE = "where people work"

    sarif: Path | None = option(
        Path, metavar="FILE", says="write what does not hold as SARIF 2.1.0"
    )
    junit: Path | None = option(
        Path, metavar="FILE", says="write every claim as a test case of JUnit XML"
    )
    runner: WorkflowCommands = part(WorkflowCommands)

    @property
    def files(self) -> Named:
        """Name the files that are written beside the report.

        >>> len(list(CiReports(junit=Path("j.xml")).files))
        3
        """
        summary = os.environ.get(_SUMMARY, "") if self.runner.annotated else ""
        return (
            ("--sarif", self.sarif),
            ("--junit", self.junit),
            (f"${_SUMMARY}", Path(summary) if summary else None),
        )


_SUMMARY = "GITHUB_STEP_SUMMARY"


def report(reports: CiReports, outcomes: Sequence[Outcome], *, title: str) -> None:
    """Write the outcomes to every place that was asked for.

    Raises StopError where a file cannot be written.
    """
    if reports.sarif is not None:
        write(reports.sarif, to_json(sarif(outcomes, version=version("measurand"))))
    if reports.junit is not None:
        write(reports.junit, junit(outcomes))
    if reports.runner.annotated:
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
