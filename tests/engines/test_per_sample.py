"""Samples one by one: as many as were asked for, or none of the slice."""

from pathlib import Path

import pytest

from measurand.auditing.lock.evidence import SampleRows
from measurand.edges.engines.per_sample import per_sample
from measurand.edges.engines.serial import Run, gather
from measurand.evidence.observation import Observation
from measurand.evidence.observe import plain_evidence
from measurand.evidence.source import Source
from measurand.metrics.needs import Need, Slice

LINES = b"".join(
    b'{"id": "s%d", "gold": ["a"], "pred": ["a"], "groups": {"run": "%s"}}\n' % (n, run)
    for n, run in enumerate((b"x", b"y", b"x"))
)
CLAIMS = {"runs": Source(path="runs.jsonl")}
EVERY = Slice("runs", (), Observation())
ONE_RUN = Slice("runs", (("run", "x"),), Observation())
NEEDS = (Need(EVERY, ("run",)), Need(ONE_RUN))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "runs.jsonl").write_bytes(LINES)
    return Run(root=tmp_path)


def test_each_slice_has_its_samples_under_its_groups(run: Run) -> None:
    found = per_sample(CLAIMS, NEEDS, run).unwrap()

    hit = plain_evidence(1, 1, 1)
    assert found.samples == {
        EVERY: SampleRows(
            ("run",), [("s0", ("x",), hit), ("s1", ("y",), hit), ("s2", ("x",), hit)]
        ),
        ONE_RUN: SampleRows((), [("s0", (), hit), ("s2", (), hit)]),
    }
    assert found.gathered == gather(CLAIMS, NEEDS, run).unwrap()


@pytest.mark.parametrize(
    ("most", "kept"), [(3, {EVERY, ONE_RUN}), (2, {ONE_RUN}), (1, set()), (None, {EVERY, ONE_RUN})]
)
def test_a_slice_of_more_samples_keeps_none_and_is_pooled_all_the_same(
    run: Run, most: int | None, kept: set[Slice]
) -> None:
    found = per_sample(CLAIMS, NEEDS, run, most=most).unwrap()

    assert set(found.samples) == kept
    assert found.gathered == gather(CLAIMS, NEEDS, run).unwrap()


def test_faults_are_those_of_gathering(run: Run) -> None:
    (run.root / "runs.jsonl").write_bytes(LINES + LINES)

    assert per_sample(CLAIMS, NEEDS, run).failure() == gather(CLAIMS, NEEDS, run).failure()
