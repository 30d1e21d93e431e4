"""The pipeline, as the program ran, gives every number that the program gave for twelve samples."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from io import BytesIO
from math import ulp
from pathlib import Path
from typing import TypedDict

import pytest

from measurand.studies.counterfactual import text_overlap as overlap
from measurand.studies.counterfactual.edge.files.reader import read_grounded, row_reader
from measurand.studies.counterfactual.edge.files.scores import row_text
from measurand.studies.counterfactual.evaluate import ScoreRow, Status, evaluate
from measurand.studies.counterfactual.options import PROFILES, Unread
from measurand.values.grounded import Grounded
from measurand.values.share import Measured, Share

pytestmark = pytest.mark.conformance

SAMPLES = 12
KEYS = ("orig", "omega_perm", "token_perm", "cite_swap", "evidence_drop", "no_cite")
EXACT = (
    "iou_union",
    "iou_max",
    "unsupported_rate",
    "unsupported_rate_full",
    "overclaim_rate",
    "frame_f1",
)
TEXTS = {"bleu": "sacrebleu", "rougeL": "rouge_score"}
CLOSE = 1e-6
"""The text metrics come from other packages, of whatever release."""


class Packages:
    """The text metrics as the edges make them."""

    def bleu(self, answer: str, truth: str, /) -> Measured:
        return overlap.bleu(answer, truth)

    def rouge_l(self, answer: str, truth: str, /, *, unread: Unread) -> Measured:
        return overlap.rouge_l(answer, truth, unread=unread)


class Line(TypedDict):
    sample_id: str
    scores: dict[str, dict[str, float]]


@pytest.fixture
def wanted(data: Path) -> dict[tuple[str, str], dict[str, float]]:
    text = (data / "cf" / "expected.jsonl").read_text(encoding="utf-8")
    lines: list[Line] = [json.loads(line) for line in text.splitlines()]
    return {
        (line["sample_id"], key): found for line in lines for key, found in line["scores"].items()
    }


@pytest.fixture
def rows(data: Path) -> list[ScoreRow]:
    found = list(read_grounded(data / "cf" / "samples.jsonl"))
    samples = [one for one in found if isinstance(one, Grounded)]
    assert len(samples) == len(found) == SAMPLES
    evaluated = [evaluate(one, PROFILES["as-run"], Packages()) for one in samples]
    assert all(reply.origin.value == "sample" for one in evaluated for reply in one.replies)
    return [row for one in evaluated for row in one.rows]


def cells(
    rows: list[ScoreRow], wanted: dict[tuple[str, str], dict[str, float]]
) -> Iterator[tuple[str, float, float]]:
    """Pair every number with the program's; each must be there once."""
    assert [(row.sample, row.key) for row in rows] == list(wanted)
    for row in rows:
        assert row.status is Status.OK
        theirs = wanted[row.sample, row.key]
        assert sorted(theirs) == sorted((*EXACT, *TEXTS))
        for name, number in theirs.items():
            if name in TEXTS and find_spec(TEXTS[name]) is None:
                continue
            found = row.metric(name)
            assert isinstance(found, Share), (row.sample, row.key, name, found)
            yield name, float(found.value), number


def test_as_run_the_pipeline_gives_every_number_of_the_program(
    rows: list[ScoreRow],
    wanted: dict[tuple[str, str], dict[str, float]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert len(rows) == len(wanted) == SAMPLES * len(KEYS)
    assert [row.key for row in rows] == [*KEYS] * SAMPLES
    checked = dict.fromkeys((*EXACT, *TEXTS), 0)
    to_the_bit = 0

    for name, ours, theirs in cells(rows, wanted):
        near = CLOSE if name in TEXTS else ulp(theirs)
        assert abs(ours - theirs) <= near, name
        checked[name] += 1
        to_the_bit += ours == theirs

    there = [name for name, package in TEXTS.items() if find_spec(package)]
    assert checked == dict.fromkeys((*EXACT, *TEXTS), 0) | dict.fromkeys(
        (*EXACT, *there), SAMPLES * len(KEYS)
    )
    total = sum(checked.values())
    with capsys.disabled():
        print(f"\ncounterfactual, as-run: {total} of 576 cells, {to_the_bit} to the bit")  # noqa: T201 - that it was so many is the result


def test_rows_that_are_written_and_read_have_the_same_numbers(
    rows: list[ScoreRow], wanted: dict[tuple[str, str], dict[str, float]]
) -> None:
    file = BytesIO(b"".join(map(row_text, rows)))

    found = [row for row in row_reader("rows.jsonl").events(file) if isinstance(row, ScoreRow)]

    assert found == rows
    assert list(cells(found, wanted)) == list(cells(rows, wanted))


def test_the_numbers_that_a_row_shows_are_those_of_the_program(
    rows: list[ScoreRow], wanted: dict[tuple[str, str], dict[str, float]]
) -> None:
    """Whoever reads the rows as plain JSON sees exact numbers."""
    for row in rows:
        metrics = json.loads(row_text(row))["metrics"]
        shown = {n: float(Fraction(one["value"])) for n, one in metrics.items() if "value" in one}
        theirs = wanted[row.sample, row.key]
        near = partial(pytest.approx, rel=2**-52, abs=0)
        assert {name: shown[name] for name in EXACT} == {name: near(theirs[name]) for name in EXACT}
