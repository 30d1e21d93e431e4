"""Results of promptfoo as runs: one for each prompt of a provider, with its counts and score.

A row passed, failed, or ended in an error (`failureReason` 2). The file prints how many of each
there are, by prompt and in all, and the sum of scores of a prompt.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import fsum, nan
from pathlib import Path

from attrs import evolve

from measurand.auditing.runs.small_harnesses import PROMPTFOO, ValuesRecipe
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.files import read_within
from measurand.edges.files.json.floats import decode_floats, value_of
from measurand.edges.files.json.value import Json, Number, expected, wrong
from measurand.edges.files.runs import RunFormat
from measurand.edges.files.samples.opening import Head, opened
from measurand.edges.files.samples.tool_logs import holding, reason
from measurand.evidence.runs import Aggregate, Attempt, Column, Run, Statistic, Value

_PASSED, _SCORE, _STATE = "success", "score", "state"
_PASS, _FAIL, _ERROR = 1.0, 0.0, -1.0
"""What became of a row; the first two are also whether it passed."""
_REASON = 2


def recognises(head: Head) -> bool:
    """Tell results by their keys.

    >>> recognises(Head(name="a.json", raw=b'{"results": {"prompts": [{"x": 1}], "testIdx": 0}}'))
    False
    """
    keys = (b'"results"', b'"prompts"', b'"testIdx"', b'"promptIdx"')
    return head.raw.lstrip()[:1] == b"{" and all(key in head.raw for key in keys)


def read_promptfoo(path: Path, name: str, options: ReadOptions) -> Iterator[Run]:
    """Read the results of all prompts.

    Raises FaultError for what is no result of version 3, OSError where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        raw = read_within(file, options.max_document_bytes)
    if len(raw) > options.max_document_bytes:
        raise wrong(f"more than {options.max_document_bytes} bytes", "a shorter document")
    document = decode_floats(raw, max_depth=options.max_depth)
    whole = holding(document, ("results",), "results of promptfoo")
    summary = holding(whole["results"], ("results",), "results of version 3")
    rows = summary["results"]
    if not isinstance(rows, list):
        raise expected("a list of rows", rows, path="$.results.results")
    attempts = [_attempt(row, at) for at, row in enumerate(rows)]
    prompts = summary.get("prompts")
    listed = prompts if isinstance(prompts, list) else []
    version = _dict(whole.get("metadata")).get("promptfooVersion")
    told = version if isinstance(version, str) else ""
    for at, prompt in enumerate(listed):
        held = _dict(prompt)
        mine = [one for place, one in attempts if place == at]
        metrics = _dict(held.get("metrics"))
        place = f"$.results.prompts[{at}].metrics"
        system = f"{held.get('provider', '')}"
        run = _run(name, f"prompt {at}", system, mine, _OF_PROMPT, metrics, place)
        yield evolve(run, version=told)
    stats = _dict(summary.get("stats"))
    # A test is one item of each prompt.
    every = [evolve(one, item=f"{one.item}, prompt {place}") for place, one in attempts]
    run = _run(name, "all prompts", "", every, _OF_ALL, stats, "$.results.stats")
    yield evolve(run, version=told)


def _attempt(value: Json, at: int) -> tuple[int, Attempt]:
    row = holding(value, ("testIdx", "promptIdx", "success"), f"a row in $.results.results[{at}]")
    test, prompt = row["testIdx"], row["promptIdx"]
    if not isinstance(test, int) or not isinstance(prompt, int):
        raise expected("whole numbers", test, path=f"$.results.results[{at}].testIdx")
    score = value_of(row.get("score"))
    failed = row.get("failureReason") == _REASON
    scores = {} if failed else {_PASSED: float(row["success"] is True), _SCORE: score}
    return prompt, Attempt(
        item=str(test),
        scores=scores,
        error=reason(str(row.get("error") or "").partition("\n")[0], "an error") if failed else "",
    )


def _state(one: Attempt) -> Value:
    """Say what became of a row."""
    return _ERROR if one.error else one.scores[_PASSED]


Counting = Callable[[Sequence[float]], float]


def _count(*states: float) -> Counting:
    return lambda values: float(sum(one in states for one in values))


# Older versions count a row that ended in an error as one that failed: both readings are tried.
_FAILED = (("", _count(_FAIL)), ("[errors too]", _count(_FAIL, _ERROR)))
Known = Mapping[str, tuple[str, Sequence[tuple[str, Counting]]]]
_OF_PROMPT: Known = {
    "testPassCount": (_STATE, [("", _count(_PASS))]),
    "testFailCount": (_STATE, _FAILED),
    "testErrorCount": (_STATE, [("", _count(_ERROR))]),
    "score": (_SCORE, [("", fsum)]),
}
_OF_ALL: Known = {
    "successes": (_STATE, [("", _count(_PASS))]),
    "failures": (_STATE, _FAILED),
    "errors": (_STATE, [("", _count(_ERROR))]),
}


def _run(  # noqa: PLR0913, PLR0917  # a run with all that it is made of
    name: str,
    part: str,
    system: str,
    attempts: Sequence[Attempt],
    known: Known,
    printed: Mapping[str, Json],
    place: str,
) -> Run:
    columns = {
        column: [(one.item, one.scores[column]) for one in attempts if column in one.scores]
        for column in (_PASSED, _SCORE)
    }
    columns[_STATE] = [(one.item, _state(one)) for one in attempts]
    aggregates = tuple(
        Aggregate(
            name=key,
            metric=key,
            printed=_float(value),
            place=f"{place}.{key}",
            column=Column(name=known[key][0]),
            statistic=Statistic.OTHER if key == _SCORE else Statistic.COUNT,
            recipes=tuple(
                ValuesRecipe(harness=PROMPTFOO, metric=key + how, column=known[key][0], of=of)
                for how, of in known[key][1]
            ),
        )
        for key, value in printed.items()
        if key in known and isinstance(value, int | Number) and not isinstance(value, bool)
    )
    return Run(
        file=name,
        harness=PROMPTFOO,
        part=part,
        system=system,
        task=part,
        planned=len(attempts),
        logged=len(attempts),
        attempts=tuple(attempts),
        values=columns,
        aggregates=aggregates,
    )


def _float(value: Json) -> float:
    found = value_of(value)
    return float(found) if isinstance(found, float | int) else nan


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


FORMAT = RunFormat(
    name=PROMPTFOO,
    about="results of promptfoo",
    files=".json",
    recognises=recognises,
    read=read_promptfoo,
)
