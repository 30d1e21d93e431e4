"""The reference samples of counterfactual studies are read whole, and written as they were."""

import json
from io import BytesIO
from pathlib import Path

import pytest

from measurand.studies.counterfactual.edge.files.reader import read_grounded, sample_reader
from measurand.studies.counterfactual.edge.files.samples import grounded_schema, sample_text
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded
from tests.formats.json_schema import Validator

pytestmark = pytest.mark.conformance

SAMPLES = 12


def records(data: Path) -> list[dict[str, object]]:
    lines = (data / "cf" / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def samples(data: Path) -> list[Grounded]:
    found = list(read_grounded(data / "cf" / "samples.jsonl"))
    assert all(isinstance(event, Grounded) for event in found), found
    return [event for event in found if isinstance(event, Grounded)]


def without_defaults(value: object) -> object:
    """Take out of every frame what says no more than its absence does."""
    if isinstance(value, list):
        return [without_defaults(one) for one in value]
    if not isinstance(value, dict):
        return value
    plain = {key: without_defaults(one) for key, one in value.items()}
    if "finding" not in plain or "polarity" not in plain:
        return plain
    silent: dict[str, object] = {"refusal": False, "uncertain": False, "confidence": 1.0}
    slots = ("laterality", "location", "size_bin", "severity")
    silent |= dict.fromkeys(slots, "unspecified")
    return {key: one for key, one in plain.items() if key not in silent or one != silent[key]}


def test_every_sample_is_read_and_valid(data: Path) -> None:
    found = samples(data)
    validator = Validator(grounded_schema())

    assert len(found) == SAMPLES
    assert [sample.id for sample in found] == [record["sample_id"] for record in records(data)]
    assert [validator.errors(record) for record in records(data)] == [[]] * SAMPLES
    # Counted by walking the JSON: tokens, lesions, frames of both kinds of answers.
    assert sum(len(sample.tokens) for sample in found) == 112
    assert sum(len(sample.lesions) for sample in found) == 12
    answers = [answer for sample in found for _, answer in sample.regenerated]
    assert sum(len(answer.frames) for answer in answers) == 230


def test_what_is_written_says_what_was_read(data: Path) -> None:
    written = [json.loads(sample_text(sample)) for sample in samples(data)]

    assert [without_defaults(record) for record in written] == [
        without_defaults(record) for record in records(data)
    ]


def test_what_is_written_is_read_again(data: Path) -> None:
    found = samples(data)

    lines = BytesIO(b"".join(map(sample_text, found)))

    assert list(sample_reader("again").events(lines)) == found


def test_frames_without_an_entry_are_told_from_frames_that_cite_nothing(data: Path) -> None:
    frames: list[Frame] = [frame for one in samples(data) for frame in one.generation.frames]
    raw = [
        frame
        for record in records(data)
        for frame in json.loads(json.dumps(record["gen"]))["frames"]
    ]

    assert [frame.citations is None for frame in frames] == [
        "citations" not in frame for frame in raw
    ]
