"""The rows of a task of lm-evaluation-harness: `samples_TASK_DATE.jsonl`, a row for each filter.

`task_hashes` of the results is a digest of the hashes of all rows in their order: so rows that were
dropped, added or moved are missed, and numbers are not held to them. Where a task is one of
choices, their log-likelihoods say which was taken.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import evolve, field, frozen

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.floats import value_of
from measurand.edges.files.json.value import FaultError, Json, Number, expected
from measurand.edges.files.samples.tool_logs import scalar_id, take_lines
from measurand.evidence.runs import Attempt, Remark, Run, Value, Weight
from measurand.inference.lm_eval import DEFAULTS, MEANS, Aggregation, Choosing, chosen
from measurand.values.score import Undefined

_MOST_LABELS, _LONGEST_LABEL = 20, 64


@frozen
class Rows:
    """The rows of a task: attempts, values by metric and filter in their order, remarks.

    `others` says that they are not those that the results are of; empty where nothing tells.

    >>> Rows((), {}).others
    ''
    """

    attempts: tuple[Attempt, ...]
    values: Mapping[str, Sequence[tuple[str, Value]]]
    remarks: tuple[Remark, ...] = field(default=())
    others: str = ""


def joined(metric: str, name: str) -> str:
    """Name the values of a metric behind a filter.

    >>> joined("acc", "none"), joined("acc", "")
    ('acc,none', 'acc')
    """
    return f"{metric},{name}" if name else metric


def read_rows(
    path: Path, config: Mapping[str, Json], expected_hash: str | None, options: ReadOptions
) -> Rows:
    """Read a file of rows of a task with a configuration.

    Raises FaultError naming the file and line of a row that is none, OSError where it cannot be
    read.
    """
    reader = _Reader(config)

    def take(row: dict[str, Json], _line: int) -> None:
        reader.add(row)

    try:
        take_lines(path, options, take, names=("doc_id",), what="a row of lm-eval")
    except FaultError as error:
        raise FaultError(error.fault.at(file=str(path))) from None
    return reader.rows(path.name, expected_hash)


class _Reader:
    """Gathers the rows of a task."""

    def __init__(self, config: Mapping[str, Json]) -> None:
        delimiter = config.get("target_delimiter")
        self.delimiter = delimiter if isinstance(delimiter, str) else " "
        self.choosing = config.get("output_type") == "multiple_choice"
        self.digest, self.hashed = sha256(), True
        self.values: dict[str, list[tuple[str, Value]]] = {}
        self.attempts: dict[tuple[str, int], Attempt] = {}
        self.times: dict[tuple[str, str], int] = {}
        self.filters: dict[str, None] = {}
        self.unlike: dict[str, int] = {}
        self.number = 0

    def add(self, row: dict[str, Json]) -> None:
        """Take in a row."""
        item = scalar_id(row["doc_id"], "$.doc_id")
        name = row.get("filter", "none")
        if not isinstance(name, str):
            raise expected("the name of a filter", name, path="$.filter")
        self.number += 1
        self.filters[name] = None
        hashes = [row.get(f"{what}_hash") for what in ("doc", "prompt", "target")]
        if all(isinstance(one, str) for one in hashes):
            self.digest.update("".join(map(str, hashes)).encode())
        else:
            self.hashed = False
        scores = {}
        for metric in self.metrics(row):
            column = joined(metric, name)
            value = self.value(metric, row)
            self.values.setdefault(column, []).append((item, value))
            scores[column] = value
        if self.choosing:
            self.chosen(row)
        epoch = self.times[item, name] = self.times.get((item, name), 0) + 1
        before = self.attempts.get((item, epoch))
        if before is None:
            content = "".join(str(one) for one in (hashes[0], hashes[2]) if isinstance(one, str))
            self.attempts[item, epoch] = Attempt(
                item=item,
                epoch=epoch,
                scores=scores,
                labels=_labels(row.get("doc")),
                content=sha256(content.encode()).digest()[:8] if content else b"",
            )
        else:
            self.attempts[item, epoch] = evolve(before, scores={**before.scores, **scores})

    @staticmethod
    def metrics(row: Mapping[str, Json]) -> list[str]:
        """Name the metrics that a row has a value of."""
        listed = row.get("metrics")
        names = _list(listed) if listed is not None else [one for one in DEFAULTS if one in row]
        return [one for one in names if isinstance(one, str) and one in row]

    def value(self, metric: str, row: Mapping[str, Json]) -> Value:
        """Take what a row contributes to a metric; Brier asks for log-likelihoods in full."""
        if metric != "brier_score":
            return value_of(row[metric])
        logs, _ = self.logs(row)
        gold = _gold(row)
        return value_of(row[metric]) if not logs or gold is None else [gold, logs]

    def logs(self, row: Mapping[str, Json]) -> tuple[list[float], list[float]]:
        """Give the log-likelihoods of choices, with the question and without, if they are there."""
        found = [_log(one) for one in _list(row.get("filtered_resps"))]
        logs = [one for one in found if one is not None]
        if len(logs) != len(found):
            return [], []
        both = "acc_mutual_info" in _list(row.get("metrics"))
        half = len(logs) // 2 if both else len(logs)
        return logs[:half], logs[half:]

    def chosen(self, row: Mapping[str, Json]) -> None:
        """Count the rows whose choice is not what their log-likelihoods say."""
        (logs, alone), gold = self.logs(row), _gold(row)
        asked = row.get("arguments")
        requests = [*asked.values()] if isinstance(asked, dict) else _list(asked)
        texts = [_continuation(one) for one in requests[: len(logs)]]
        choices = [text.removeprefix(self.delimiter) for text in texts if text is not None]
        if gold is None or not logs or len(choices) != len(logs) or gold >= len(logs):
            return
        for how in Choosing:
            said = row.get(how.value)
            found = chosen(how, logs, choices, alone)
            right = None if isinstance(found, Undefined) else float(found == gold)
            if isinstance(said, int | Number) and right is not None and value_of(said) != right:
                self.unlike[how.value] = self.unlike.get(how.value, 0) + 1

    def rows(self, file: str, expected_hash: str | None) -> Rows:
        """Give all, and what is to be said of it."""
        remarks, others = [], ""
        found = self.digest.hexdigest()
        if expected_hash is not None and self.hashed and found != expected_hash:
            says = (
                f"{file} has {self.number} rows that hash to {found[:12]}, and task_hashes says"
                f" {expected_hash[:12]}: rows were dropped, added, moved or changed"
            )
            remarks.append(Remark(kind="other rows", says=says, weight=Weight.REFUTES))
            others = f"the rows of {file} are not those of the results"
        twice = sum(1 for _, epoch in self.attempts if epoch > 1)
        if twice:
            says = f"{twice} documents stand in {file} more than once for one filter"
            remarks.append(Remark(kind="duplicates", says=says))
        for metric, rows in self.unlike.items():
            says = f"{metric} of {rows} rows is not what their log-likelihoods choose"
            remarks.append(Remark(kind="choices", says=says, weight=Weight.OPEN))
        return Rows(tuple(self.attempts.values()), self.values, tuple(remarks), others)


def _labels(doc: Json) -> dict[str, str]:
    """Take short texts of a document, by which rows may be grouped."""
    some = ((key, one) for key, one in _dict(doc).items() if isinstance(one, str))
    short = ((key, one) for key, one in some if len(one) <= _LONGEST_LABEL)
    return dict(one for one, _ in zip(short, range(_MOST_LABELS), strict=False))


def _gold(row: Mapping[str, Json]) -> int | None:
    """Read the target as the place of a choice."""
    target = row.get("target")
    if isinstance(target, str):
        return int(target) if target.isascii() and target.isdigit() and len(target) < 9 else None  # noqa: PLR2004  # choices are few
    return target if isinstance(target, int) and not isinstance(target, bool) else None


def _log(value: Json) -> float | None:
    """Read a log-likelihood, beside whether it was the greediest."""
    first = value[0] if isinstance(value, list) and value else None
    try:
        return float(str(first)) if isinstance(first, str | int | Number) else None
    except ValueError:
        return None


def _continuation(request: Json) -> str | None:
    """Take the second argument of a request: what was continued with."""
    parts = [*request.values()] if isinstance(request, dict) else _list(request)
    text = parts[1] if len(parts) > 1 else None
    return text if isinstance(text, str) else None


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def directed(run: Run, higher: Mapping[str, Json], hows: Mapping[str, object]) -> Run:
    """Say of which columns less is better, and of which a number is no mean of what rows have.

    `higher` says it of metrics, `hows` how columns are aggregated.

    >>> run = Run(file="a", harness="lm-eval")
    >>> directed(run, {"off": False}, {"off,none": Aggregation.MEAN}).less
    frozenset({'off,none'})
    """
    unlike = frozenset(one for one, how in hows.items() if how not in MEANS)
    # Of a perplexity rows have log-likelihoods, of which more is better.
    falls = {one for one, how in hows.items() if how is not Aggregation.PERPLEXITY}
    less = frozenset(one for one in falls if higher.get(one.partition(",")[0]) is False)
    return evolve(run, less=less, unlike=unlike)
