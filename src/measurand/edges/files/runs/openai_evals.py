"""Logs of openai-evals as runs: JSON Lines of events, the first says what ran, a last one reports.

A log without a last report is of a run that did not end: it prints no number.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import evolve

from measurand.auditing.runs.small_harnesses import (
    OPENAI,
    ValuesRecipe,
    accuracy_of_events,
    half_sample_deviation,
)
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.floats import value_of
from measurand.edges.files.json.value import Json, Number, expected
from measurand.edges.files.runs import RunFormat
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.tool_logs import take_lines
from measurand.evidence.runs import (
    Aggregate,
    Attempt,
    Column,
    Recipe,
    Remark,
    Run,
    Statistic,
    Weight,
)

_FIRST = re.compile(rb'\s*\{\s*"spec"\s*:\s*\{')
_COLUMN = "match"
_STD = ("boostrap_std", "bootstrap_std")


def recognises(head: Head) -> bool:
    """Tell a log by its first line.

    >>> recognises(Head(name="a.jsonl", raw=b'{"spec": {"eval_name": "toy"}}'))
    True
    """
    first = head.raw[: 2**16].partition(b"\n")[0]
    return _FIRST.match(first) is not None and b'"eval_name"' in head.raw[: 2**16]


def read_events(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read a log; it is one run.

    Raises FaultError with the line of an event that is none, OSError where it cannot be read.
    """
    held = _Events()
    take_lines(path, options, held.add, what="an event")
    yield held.run(name)


class _Events:
    def __init__(self) -> None:
        self.spec: Mapping[str, Json] = {}
        self.report: Mapping[str, Json] | None = None
        self.line = 0
        self.attempts: list[Attempt] = []
        self.times: dict[str, int] = {}
        self.errors: dict[str, None] = {}
        self.samples: dict[str, None] = {}

    def add(self, event: Mapping[str, Json], line: int) -> None:
        if "spec" in event:
            self.spec = _dict(event["spec"])
        elif "final_report" in event:
            self.report, self.line = _dict(event["final_report"]), line
        else:
            self.event(event)

    def event(self, event: Mapping[str, Json]) -> None:
        sample, kind = str(event.get("sample_id", "")), event.get("type")
        if sample:
            self.samples[sample] = None
        if kind == "error":
            self.errors[sample] = None
        if kind != "match":
            return
        correct = _dict(event.get("data")).get("correct")
        if not isinstance(correct, bool | int):
            raise expected("true or false", correct, path="$.data.correct")
        self.times[sample] = self.times.get(sample, 0) + 1
        self.attempts.append(
            Attempt(
                item=sample,
                epoch=self.times[sample],
                scores={_COLUMN: float(correct)},
            )
        )

    def run(self, name: str) -> Run:
        completions = self.spec.get("completion_fns")
        system = ", ".join(map(str, completions)) if isinstance(completions, list) else ""
        remarks = []
        if self.report is None:
            says = "there is no final report: the run did not end"
            remarks.append(Remark(kind="unfinished", says=says, weight=Weight.OPEN))
        twice = sum(one.epoch > 1 for one in self.attempts)
        if twice:
            says = f"accuracy is of events: {twice} are of a sample that has one before"
            remarks.append(Remark(kind="events", says=says))
        if self.errors:
            says = f"{len(self.errors)} samples ended in an error, and have no event"
            remarks.append(Remark(kind="errors", says=says))
        run = Run(
            file=name,
            harness=OPENAI,
            system=system,
            task=str(self.spec.get("eval_name", "")),
            status="success" if self.report is not None else "started",
            planned=len(self.samples) if not twice else None,
            logged=len(self.attempts),
            attempts=tuple(self.attempts),
            values={_COLUMN: [(one.item, one.scores[_COLUMN]) for one in self.attempts]},
        )
        aggregates = tuple(
            self.aggregate(key, value)
            for key, value in (self.report or {}).items()
            if isinstance(value, int | Number) and not isinstance(value, bool)
        )
        return evolve(run, aggregates=aggregates, remarks=tuple(remarks))

    def aggregate(self, key: str, value: int | Number) -> Aggregate:
        recipes: tuple[Recipe, ...] = ()
        if key == "accuracy":
            recipes = (
                ValuesRecipe(
                    harness=OPENAI, metric=key, column=_COLUMN, of=accuracy_of_events, share=True
                ),
            )
        elif key in _STD:
            made = ValuesRecipe(
                harness=OPENAI,
                metric=f"{key}[means of half, no replacement, draws=1000]",
                column=_COLUMN,
                of=half_sample_deviation,
            )
            recipes = (made,)
        number = value_of(value)
        return Aggregate(
            name=key,
            metric=key,
            printed=float(number) if isinstance(number, float | int) else 0.0,
            place=f"line {self.line}",
            column=Column(name=_COLUMN),
            statistic=Statistic.MEAN if key == "accuracy" else Statistic.OTHER,
            recipes=recipes,
            unknown="" if recipes else "the evaluation computes it, not the log",
        )


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


FORMAT = RunFormat(
    name=OPENAI,
    about="logs of openai-evals",
    files=".jsonl",
    recognises=recognises,
    read=read_events,
)
