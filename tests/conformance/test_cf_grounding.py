"""Grounding, matched frames and their wording are those of the original program."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from measurand.studies.counterfactual.edge.files.reader import read_grounded
from measurand.studies.counterfactual.evaluate import render
from measurand.studies.counterfactual.frame_match import FrameMatch, Pairing, tally
from measurand.studies.counterfactual.grounding import grounding_metrics
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.text_overlap import bleu, rouge_l
from measurand.studies.counterfactual.transforms import Stream, key_of
from measurand.values.grounded import Grounded
from measurand.values.share import Measured, Share
from measurand.values.tally import Tally
from tests.conformance.test_cf_transforms import AS_RUN

pytestmark = pytest.mark.conformance

SAMPLES = 12
ROWS = 1 + len(AS_RUN)
MATCHING = FrameMatch(pairing=Pairing.AFTER)
CLOSE = 1e-6
"""Texts are scored by packages; the numbers of grounding and frames are the nearest floats."""

Scores = dict[str, dict[str, float]]


@pytest.fixture
def samples(data: Path) -> list[Grounded]:
    found = list(read_grounded(data / "cf" / "samples.jsonl"))
    kept = [one for one in found if isinstance(one, Grounded)]
    assert len(kept) == len(found) == SAMPLES
    return kept


@pytest.fixture
def expected(data: Path) -> dict[str, Scores]:
    lines = (data / "cf" / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["sample_id"]: row["scores"] for row in map(json.loads, lines)}


def rows(sample: Grounded) -> Iterator[tuple[str, Grounded]]:
    """Give the sample as it is, then changed; answers come from its file."""
    yield "orig", sample
    for transform in AS_RUN:
        changed = perturb(transform, sample, stream=Stream.LEGACY)
        key = key_of(transform).value
        answers = dict(sample.regenerated)
        again = changed.sample.generation if not changed.asks else answers[key]
        yield key, evolve(changed.sample, generation=again)


def near(found: Measured) -> float:
    assert isinstance(found, Share)
    return float(found.value)


def f1(found: Tally) -> float:
    return float(2 * found.hits / (found.predicted + found.gold)) if found.hits else 0.0


def test_as_run_all_rows_have_the_numbers_of_the_original_program(
    samples: list[Grounded], expected: dict[str, Scores], capsys: pytest.CaptureFixture[str]
) -> None:
    checked = 0

    for sample in samples:
        report, gold = sample.report, sample.gold
        assert report is not None
        assert gold is not None
        for key, row in rows(sample):
            want = expected[sample.id][key]
            found = dict(grounding_metrics(row))
            frames = row.generation.frames
            text = render(frames)

            assert near(found["iou_union"]) == want["iou_union"], (sample.id, key)
            assert near(found["iou_max"]) == want["iou_max"], (sample.id, key)
            assert f1(tally(frames, gold, MATCHING)) == pytest.approx(want["frame_f1"], abs=1e-15)
            assert near(bleu(text, report)) == pytest.approx(want["bleu"], abs=CLOSE)
            assert near(rouge_l(text, report)) == pytest.approx(want["rougeL"], abs=CLOSE)
            checked += 5

    assert checked == SAMPLES * ROWS * 5
    with capsys.disabled():
        print(f"\ncounterfactual, as-run: {checked} numbers of grounding and frames reproduced")  # noqa: T201 - that it was so many is the result
