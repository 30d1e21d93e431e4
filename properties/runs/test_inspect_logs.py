"""Logs of inspect_ai: what the oracle prints is reproduced, and a number that is changed is found.

The oracle (`properties/oracles/inspect_ai.py`) knows nothing of recipes: it prints a log of random
attempts as the harness would, in plain loops over fractions.
"""

import math
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.auditing.runs.check import Reproduction, RunCheck, check_run
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.values.verdict import Verdict
from properties.oracles.inspect_ai import Metric, Tried, archive_bytes, document_bytes, log
from properties.strategies.effort import half

REDUCERS = (
    "mean",
    "median",
    "mode",
    "max",
    "majority",
    "at_least_2",
    "pass_at_1",
    "pass_at_2",
    "pass_k_2",
)
PLAIN: tuple[Metric, ...] = (("accuracy", {}), ("stderr", {}), ("std", {}), ("var", {}))
FULL: tuple[Metric, ...] = (
    *PLAIN,
    ("mean", {}),
    ("stderr", {"cluster": "quay"}),
    ("ci", {}),
    ("grouped", {"metric": {"name": "accuracy", "params": {}}, "group_key": "quay"}),
    (
        "grouped",
        {"metric": {"name": "mean", "params": {}}, "group_key": "quay", "all": "groups"},
    ),
)

values = st.one_of(
    st.sampled_from(["C", "I", "P", "N", "yes", True, False, math.nan, 0, 1]),
    st.floats(-4, 4, allow_nan=False, width=16),
)


@st.composite
def runs(draw: st.DrawFn) -> list[Tried]:
    """Draw attempts at up to five items in up to four epochs; some end in an error."""
    items, epochs = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    tried = []
    for item in range(items):
        quay = draw(st.sampled_from(["east", "west", "all boats", 3]))
        for epoch in range(1, epochs + 1):
            broken = draw(st.integers(0, 7)) == 0
            scores = {} if broken else {"count": draw(values), "kind": draw(values)}
            tried.append(
                Tried(
                    id=f"b{item}",
                    epoch=epoch,
                    scores=scores,
                    error="it sank" if broken else "",
                    metadata={"quay": quay},
                )
            )
    return tried


def checked(raw: bytes, folder: Path, name: str) -> RunCheck:
    path = folder / name
    path.write_bytes(raw)
    found = logs_at(str(path))
    assert found is not None
    [log_] = found.logs
    [run] = runs_of(log_, ReadOptions())
    return check_run(run)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs")


def wrong(check: RunCheck) -> list[tuple[str, float, float | None, str]]:
    return [
        (one.aggregate.name, one.aggregate.printed, one.computed, one.because)
        for one in check.aggregates
        if one.outcome is not Reproduction.REPRODUCED
    ]


@half
@given(tried=runs(), reducers=st.lists(st.sampled_from(REDUCERS), unique=True, max_size=3))
def test_what_the_harness_prints_is_reproduced(
    folder: Path, tried: list[Tried], reducers: list[str]
) -> None:
    many = max(one.epoch for one in tried)
    reducers = [one for one in reducers if not one.endswith("_2") or many > 1]
    printed = log(tried, {"count": PLAIN, "kind": FULL}, reducers)

    document = checked(document_bytes(printed), folder, "a.json")
    archive = checked(archive_bytes(printed), folder, "a.eval")

    assert wrong(document) == []
    assert wrong(archive) == []
    assert document.verdict is not Verdict.REFUTED


@half
@given(tried=runs(), reducers=st.lists(st.sampled_from(REDUCERS), unique=True, max_size=2))
def test_values_after_epochs_are_enough_without_samples(
    folder: Path, tried: list[Tried], reducers: list[str]
) -> None:
    printed = log(tried, {"count": PLAIN}, reducers, samples=None)

    found = checked(document_bytes(printed), folder, "b.json")

    assert {one[0] for one in wrong(found)} <= {"completed_samples"}


@half
@given(tried=runs(), data=st.data())
def test_a_number_that_is_changed_is_found(
    folder: Path, tried: list[Tried], data: st.DataObject
) -> None:
    honest = log(tried, {"count": PLAIN, "kind": FULL})
    printed = deepcopy(honest)
    places = list(numbers(printed))
    row, key = data.draw(st.sampled_from(places))
    value = row[key]
    assert isinstance(value, float | int)
    moved = value + data.draw(st.sampled_from([1, -1, 1e-6, -1e-6, 0.25])) * max(1.0, abs(value))
    assume(not math.isnan(value))
    # Accuracy of no value is NaN, and some versions print 0 there; bounds of none are 0.
    row[key] = int(moved) if isinstance(value, int) else moved
    assume(row[key] != value)

    found = checked(document_bytes(printed), folder, "c.json")

    assert found.verdict is Verdict.REFUTED
    assert len([one for one in found.aggregates if one.outcome is Reproduction.DIFFERS]) == 1


def numbers(printed: dict[str, object]) -> Iterator[tuple[dict[str, object], str]]:
    """Give every number that is printed: what holds it, and its key."""
    results = printed["results"]
    assert isinstance(results, dict)
    yield results, "total_samples"
    yield results, "completed_samples"
    for row in results["scores"]:
        yield row, "scored_samples"
        yield row, "unscored_samples"
        for metric in row["metrics"].values():
            yield metric, "value"


def test_the_oracle_prints_what_hand_work_gives() -> None:
    """Three items in two epochs, of which 2, 0 and 1 are right: pass@1 is 1, 0, 1/2."""
    tried: Sequence[Tried] = [
        Tried(id=item, epoch=epoch, scores={"count": "C" if epoch <= right else "I"})
        for item, right in (("a", 2), ("b", 0), ("c", 1))
        for epoch in (1, 2)
    ]

    [row] = [log(tried, {"count": PLAIN}, ["pass_at_1"])["results"]]

    assert isinstance(row, dict)
    metrics = row["scores"][0]["metrics"]
    assert metrics["accuracy"]["value"] == 0.5
    assert metrics["std"]["value"] == 0.5
