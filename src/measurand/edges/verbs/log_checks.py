"""The check of a log as files beside it, for those who run evaluations and want to be told.

The files have names that no harness takes for a log of its own: inspect_ai lists what begins with a
date and ends with `.json`, so these begin with `measurand_`. What is read is the file, as anybody
finds it later, and not what the harness holds in memory.
"""

from pathlib import Path

from attrs import frozen

from measurand.auditing.runs.check import RunCheck
from measurand.edges.cli.check_runs import checked_runs
from measurand.edges.cli.output import write
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import unreadable
from measurand.edges.files.runs import Log, logs_at
from measurand.edges.report import to_json
from measurand.edges.report.markdown import markdown
from measurand.edges.report.runs_json import RunsReport, runs_json
from measurand.edges.report.runs_view import headline, runs_document
from measurand.edges.verbs.errors import InvalidInputError, invalid, speaking_of_arguments


@frozen
class LogCheck:
    """What became of the numbers of a log, and the files that say so.

    `code` is that of `measurand check`, `json` and `markdown` have what it writes.
    """

    runs: tuple[RunCheck, ...]
    code: int
    json: Path
    markdown: Path

    @property
    def says(self) -> str:
        """Say the finding of each run of the log in a sentence."""
        return " ".join(map(headline, self.runs))


def check_beside(log: Path) -> LogCheck:
    """Check a log, and write what comes of it beside it, each file whole or not at all.

    Raises InvalidInputError where the log cannot be read or a file not be written.
    """
    try:
        found = logs_at(str(log)) if log.is_file() else None
    except OSError as error:
        raise InvalidInputError((unreadable(error, str(log)),)) from error
    if found is None:
        hint = "where it is elsewhere, fetch it and run `measurand check` on it"
        raise invalid("log", str(log), "the log of an evaluation harness in a file", hint)
    [whole] = found.logs
    with speaking_of_arguments():
        # The files stand beside the log, so its name is enough.
        checked = checked_runs([Log(log.name, whole.path, whole.format)], ReadOptions())
        beside = [log.with_name(f"measurand_{log.name}.{kind}") for kind in ("json", "md")]
        write(beside[0], to_json(runs_json(RunsReport(exit_code=checked.code, runs=checked.runs))))
        write(beside[1], markdown(runs_document(checked.runs)))
    return LogCheck(checked.runs, checked.code, *beside)


def check_rows(logs: str) -> list[dict[str, object]]:
    """Check logs (a file, a folder, a pattern), and give a row for each number that they print.

    `log` is the whole path of the file, as data frames of inspect_ai have it.

    >>> first, *_ = check_rows("docs/examples/logs/ferries.json")
    >>> first["number"], first["outcome"], first["printed"], first["computed"]
    ('total_samples', 'reproduced', 8.0, 8.0)

    Raises InvalidInputError where there is no log, or one cannot be read.
    """
    found = logs_at(logs)
    if found is None:
        raise invalid("logs", logs, "logs of an evaluation harness")
    with speaking_of_arguments():
        checked = checked_runs(found.logs, ReadOptions())
    return [
        {
            "log": str(Path(run.run.file).resolve()),
            "number": one.aggregate.name,
            "printed": one.aggregate.printed,
            "computed": one.computed,
            "outcome": one.outcome.value,
            "because": one.because,
            "definition": one.definition,
        }
        for run in checked.runs
        for one in run.aggregates
    ]
