"""The documented JSON Schemas say what the readers say."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from measurand.edges.files.json.value import decode, encode
from measurand.studies.counterfactual.edge.files.samples import (
    grounded_schema,
    read_sample,
    sample_json,
)
from measurand.studies.counterfactual.edge.files.scores import read_row, row_schema
from measurand.values.grounded import Grounded
from tests.formats.grounding import COMPLETE, RECORD, changed, one, read
from tests.formats.json_schema import Validator
from tests.formats.test_cf_scores import RECORD as ROW
from tests.formats.test_cf_scores import ROW as READ_ROW

PAGE = Path(__file__).parents[2] / "docs" / "data.md"
REQUIRED = ("schema", "sample_id", "volume_shape", "axes", "tokens", "gen")
SAMPLES, ROWS = Validator(grounded_schema()), Validator(row_schema())


def test_the_examples_are_valid() -> None:
    assert SAMPLES.errors(json.loads(COMPLETE)) == []
    assert SAMPLES.errors(RECORD) == []
    assert ROWS.errors(ROW) == []


def test_what_is_written_is_valid() -> None:
    assert SAMPLES.errors(json.loads(encode(sample_json(one(read(COMPLETE)))))) == []


@pytest.mark.parametrize(("schema", "validator"), [("cf-sample/1", SAMPLES), ("cf-score/3", ROWS)])
def test_the_lines_on_the_page_are_valid_and_read(schema: str, validator: Validator) -> None:
    blocks = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    lines = [block for block in blocks if f'"{schema}"' in block]
    read_record = read_sample if schema == "cf-sample/1" else read_row

    assert lines
    for text in lines:
        assert validator.errors(json.loads(text)) == []
        assert not isinstance(read_record(decode(text.encode(), max_depth=20)), tuple)


@pytest.mark.parametrize("key", REQUIRED)
def test_a_key_that_the_schema_requires_is_one_that_the_reader_requires(key: str) -> None:
    record = changed((key, ...))

    assert SAMPLES.errors(record) == ["$: required"]
    assert isinstance(read_sample(decode(json.dumps(record).encode(), max_depth=20)), tuple)


def test_a_key_that_the_schema_does_not_require_may_be_absent() -> None:
    schema = grounded_schema()
    required, properties = schema["required"], schema["properties"]
    assert required == list(REQUIRED)
    assert isinstance(properties, Mapping)

    for key in set(properties) - set(REQUIRED):
        for value in (None, ...):
            record = {**RECORD, key: value}
            if value is ...:
                del record[key]
            assert SAMPLES.errors(record) == []
            found = read_sample(decode(json.dumps(record).encode(), max_depth=20))
            assert isinstance(found, Grounded), key


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("schema", "cf-sample/2"),
        ("sample_id", 1.5),
        ("axes", "xyz"),
        ("volume_shape", [4, 6]),
        ("volume_shape", [0, 6, 8]),
        ("seed", -1),
        ("tokens.0.token_id", -1),
        ("tokens.0.cell_id", "L1:-1,0,0"),
        ("tokens.0.score", "1"),
        ("tokens.0.embedding", [None]),
        ("tokens.0.embedding", {"store": "emb"}),
        ("gen.frames.0", {"finding": "nodule"}),
        ("gen.frames.0.citations", [0.5]),
        ("gen.frames.0.refusal", 1),
        ("lesions.0.boxes", [[0, 1]]),
        ("lesions.0.rle", {"counts": []}),
        ("lesions.0.boxes", None),
        ("gold", {"frames": {}}),
        ("relevance", {"nodule": 3}),
        ("regenerated", {"token_prem": {"frames": []}}),
        ("stores", {"emb": {}}),
    ],
)
def test_what_the_schema_refuses_the_reader_refuses(path: str, value: object) -> None:
    record = changed((path, value))

    assert SAMPLES.errors(record) != []
    assert isinstance(read_sample(decode(json.dumps(record).encode(), max_depth=20)), tuple)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("status", "done"),
        ("key", ""),
        ("metrics", {"hit": "1"}),
        ("metrics", {"hit": {"value": "x"}}),
        ("metrics", {"hit": {"value": "1/3", "top": 1}}),
        ("metrics", {"hit": {"undefined": 3}}),
        ("issues", [{"frame": 0}]),
        ("note", 3),
    ],
)
def test_what_the_schema_of_rows_refuses_the_reader_refuses(key: str, value: object) -> None:
    record = ROW | {key: value}

    assert ROWS.errors(record) != []
    assert isinstance(read_row(decode(json.dumps(record).encode(), max_depth=20)), tuple)


def test_the_row_of_the_examples_is_read() -> None:
    assert read_row(decode(json.dumps(ROW).encode(), max_depth=20)) == READ_ROW
