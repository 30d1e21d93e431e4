"""All that is wrong with the record of a grounded sample is named, each with its place."""

import json

import pytest

from measurand.edges.files.events import Bad
from measurand.studies.counterfactual.edge.files.samples import read_generation
from tests.formats.grounding import fault, faults, line, read

BOXES = "z0, z1, y0, y1, x0, x1: the second of each pair is not inside"
SIDE = "volume_shape, boxes and masks lie along z, y, x"
NONE = "these samples stand in no file, so that nothing lies beside them"


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("schema", ..., "$: expected the key 'schema', got an object with 7 keys"),
        ("schema", "cf-sample/2", "$.schema: expected 'cf-sample/1', got 'cf-sample/2'"),
        ("schema", None, "$.schema: expected a string, got null"),
        ("sample_id", ..., "$: expected the key 'sample_id', got an object with 7 keys"),
        ("sample_id", 1.5, "$.sample_id: expected an id: a string or an integer, got 1.5"),
        ("sample_id", True, "$.sample_id: expected an id: a string or an integer, got true"),
        ("group_id", [], "$.group_id: expected an id: a string or an integer, got a list of 0"),
        (
            "seed",
            -1,
            "$.seed: expected a whole number from 0 to 18446744073709551615, got -1",
        ),
        (
            "seed",
            10**400,
            (
                "$.seed: expected a whole number from 0 to 18446744073709551615, "
                "got a number of 1329 bits"
            ),
        ),
        ("axes", ..., "$: expected the key 'axes', got an object with 7 keys"),
        ("axes", "xyz", f"$.axes: expected 'zyx', got 'xyz': {SIDE}"),
        ("volume_shape", [4, 6], "$.volume_shape: expected a list of 3, got a list of 2"),
        (
            "volume_shape",
            [4, 0, 8],
            "$.volume_shape[1]: expected a whole number from 1 to 1048576, got 0",
        ),
        (
            "volume_shape",
            [4, 6.0, 8],
            "$.volume_shape[1]: expected a whole number from 1 to 1048576, got 6.0",
        ),
        (
            "volume_shape",
            [2**11, 2**11, 2**10],
            "$.volume_shape: expected at most 2147483648 voxels, got 4294967296",
        ),
        ("tokens", ..., "$: expected the key 'tokens', got an object with 7 keys"),
        ("tokens", None, "$.tokens: expected a list, got null"),
        ("tokens", {}, "$.tokens: expected a list, got an object with 0 keys"),
        ("tokens.1", "L0:0,0,0", "$.tokens[1]: expected an object, got 'L0:0,0,0'"),
        (
            "tokens.0.token_id",
            -1,
            "$.tokens[0].token_id: expected a whole number from 0 to 9223372036854775807, got -1",
        ),
        (
            "tokens.1.token_id",
            3,
            "$.tokens[1].token_id: expected ids that differ, got 3 again, first in $.tokens[0]",
        ),
        (
            "tokens.0.cell_id",
            "L1:2,0,0",
            (
                "$.tokens[0].cell_id: expected a cell, got 'L1:2,0,0': "
                "a cell of level 1 has indices from 0 to 1"
            ),
        ),
        (
            "tokens.0.cell_id",
            "L1:0,-1,0",
            (
                "$.tokens[0].cell_id: expected a cell, got 'L1:0,-1,0': "
                "a cell of level 1 has indices from 0 to 1"
            ),
        ),
        (
            "tokens.0.cell_id",
            "l1:0,0,0",
            (
                "$.tokens[0].cell_id: expected a cell, got 'l1:0,0,0': "
                "a cell id such as 'L1:0,0,1' (level, then x,y,z)"
            ),
        ),
        (
            "tokens.0.cell_id",
            "L21:0,0,0",
            "$.tokens[0].cell_id: expected a cell, got 'L21:0,0,0': a level of at most 20",
        ),
        ("tokens.0.cell_id", 1, "$.tokens[0].cell_id: expected a string, got 1"),
        (
            "tokens.0.level",
            2,
            "$.tokens[0].level: expected 1, the level of L1:0,0,1, got 2",
        ),
        (
            "tokens.0.score",
            "0.5",
            "$.tokens[0].score: expected a number, got '0.5': a number stands without quotes",
        ),
        ("tokens.0.score", None, "$.tokens[0].score: expected a number, got null"),
        ("tokens.0.score", True, "$.tokens[0].score: expected a number, got true"),
        (
            "tokens.0.uncertainty",
            ...,
            "$.tokens[0]: expected the key 'uncertainty', got an object with 5 keys",
        ),
        (
            "tokens.0.score",
            10**400,
            "$.tokens[0].score: expected a number that a float can hold, got a number of 1329 bits",
        ),
        (
            "tokens.0.embedding",
            [1],
            "$.relevance.nodule: expected 1 number as in $.tokens[0].embedding, got 2",
        ),
        (
            "tokens.1.embedding",
            [1, 2, 3],
            "$.tokens[1].embedding: expected 2 numbers as in $.tokens[0].embedding, got 3",
        ),
        (
            "tokens.0.embedding",
            [1, None],
            "$.tokens[0].embedding[1]: expected a number, got null",
        ),
        ("tokens.0.embedding", "[]", "$.tokens[0].embedding: expected a list, got '[]'"),
        ("gen", ..., "$: expected the key 'gen', got an object with 7 keys"),
        ("gen", None, "$.gen: expected an object, got null"),
        ("gen.frames", ..., "$.gen: expected the key 'frames', got an object with 1 keys"),
        ("gen.text", 3, "$.gen.text: expected a string, got 3"),
        (
            "gen.frames.0.finding",
            ...,
            "$.gen.frames[0]: expected the key 'finding', got an object with 2 keys",
        ),
        ("gen.frames.0.polarity", 1, "$.gen.frames[0].polarity: expected a string, got 1"),
        ("gen.frames.0.uncertain", 0, "$.gen.frames[0].uncertain: expected true or false, got 0"),
        ("gen.frames.0.refusal", "no", "$.gen.frames[0].refusal: expected true or false, got 'no'"),
        ("gen.frames.0.citations", 3, "$.gen.frames[0].citations: expected a list, got 3"),
        (
            "gen.frames.0.citations",
            [3, 9.0],
            (
                "$.gen.frames[0].citations[1]: expected a whole number from "
                "-9223372036854775807 to 9223372036854775807, got 9.0"
            ),
        ),
        ("gold", [], "$.gold: expected an object, got a list of 0"),
        ("gold", {"frames": [3]}, "$.gold.frames[0]: expected an object, got 3"),
        ("gold", {"report_text": 3}, "$.gold.report_text: expected a string, got 3"),
        ("relevance", [1, 2], "$.relevance: expected an object, got a list of 2"),
        (
            "relevance",
            {"Nodule": [1, 2], "nodule": [1, 2]},
            (
                "$.relevance: expected findings that differ, "
                "got 'nodule', and the same in other letters: case is not looked at"
            ),
        ),
        (
            "regenerated",
            {"token_prem": {"frames": []}},
            (
                "$.regenerated: expected the name of a transform, got 'token_prem': "
                "did you mean 'token_perm'?"
            ),
        ),
        (
            "regenerated",
            {"x": {"frames": []}},
            (
                "$.regenerated: expected the name of a transform, got 'x': "
                "they are omega_perm, token_perm, cite_swap, evidence_drop, no_cite"
            ),
        ),
        (
            "regenerated",
            {"token_perm": {}},
            "$.regenerated.token_perm: expected the key 'frames', got an object with 0 keys",
        ),
        (
            "lesions.0.lesion_id",
            ...,
            "$.lesions[0]: expected the key 'lesion_id', got an object with 1 keys",
        ),
        (
            "lesions.0.boxes",
            ...,
            "$.lesions[0]: expected one of boxes, rle, npy, nifti, got none of them",
        ),
        (
            "lesions.0.rle",
            {"counts": [192]},
            "$.lesions[0]: expected one of boxes, rle, npy, nifti, got boxes and rle",
        ),
        (
            "lesions.0.boxes.0",
            [0, 2, 0, 3, 4],
            "$.lesions[0].boxes[0]: expected a list of 6, got a list of 5",
        ),
        (
            "lesions.0.boxes.0",
            [0, 2, -1, 3, 4, 8],
            "$.lesions[0].boxes[0][2]: expected a whole number from 0 to 2147483648, got -1",
        ),
        (
            "lesions.0.boxes.0",
            [2, 2, 0, 3, 4, 8],
            (
                "$.lesions[0].boxes[0]: expected a box with voxels along every axis, "
                f"got (2, 2, 0, 3, 4, 8): {BOXES}"
            ),
        ),
        (
            "lesions.0.boxes.0",
            [0, 4, 0, 8, 0, 6],
            (
                "$.lesions[0].boxes[0]: expected a box inside (4, 6, 8), "
                f"got (0, 4, 0, 8, 0, 6): {BOXES}"
            ),
        ),
        (
            "lesions.0",
            {"lesion_id": 1, "rle": {"counts": [100, 91]}},
            (
                "$.lesions[0].rle.counts: expected runs of 192 voxels in all, got 191: "
                "outside comes first"
            ),
        ),
        (
            "lesions.0",
            {"lesion_id": 1, "rle": {"counts": [200, -8]}},
            "$.lesions[0].rle.counts[1]: expected a whole number from 0 to 2147483648, got -8",
        ),
        (
            "lesions.0",
            {"lesion_id": 1, "rle": {"counts": [192], "order": "x"}},
            "$.lesions[0].rle.order: expected C (x moves fastest) or F (z does), got 'x'",
        ),
        (
            "lesions.0",
            {"lesion_id": 1, "rle": {}},
            "$.lesions[0].rle: expected the key 'counts', got an object with 0 keys",
        ),
        (
            "lesions.0",
            {"lesion_id": 1, "npy": {"path": "m.npy"}},
            f"$.lesions[0].npy.path: expected no file, got 'm.npy': {NONE}",
        ),
        (
            "tokens.0.embedding",
            {"store": "emb", "row": 0},
            (
                "$.tokens[0].embedding.store: expected the name of a store, got 'emb': "
                "stores are declared in $.stores"
            ),
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(path: str, value: object, text: str) -> None:
    assert fault((path, value)) == text


def test_a_key_that_is_misspelt_is_asked_for() -> None:
    assert fault(("gen.frames.0.polarity", ...), ("gen.frames.0.polarty", "present")) == (
        "$.gen.frames[0]: expected the key 'polarity', got an object with 3 keys: "
        "did you mean 'polarty'?"
    )


def test_numbers_beyond_all_floats_are_faults() -> None:
    raw = line(("tokens.0.score", 77)).replace(b"77", b"1e999")

    assert faults(read(raw)) == [
        "a.jsonl:1: $.tokens[0].score: expected a number that a float can hold, got 1e999"
    ]


@pytest.mark.parametrize("word", [b"NaN", b"Infinity", b"-Infinity"])
def test_numbers_that_json_does_not_have_are_faults(word: bytes) -> None:
    raw = line(("tokens.0.score", 77)).replace(b"77", word)

    [text] = faults(read(raw))

    assert text == (
        f"a.jsonl:1: expected JSON, got {word.decode()}: "
        "JSON has no NaN and no Infinity: write null where there is no number"
    )


def test_all_faults_of_a_line_come_at_once() -> None:
    found = read(
        line(
            ("axes", "xyz"),
            ("volume_shape", 8),
            ("tokens.0.level", 2),
            ("tokens.0.score", None),
            ("tokens.1.cell_id", ""),
            ("gen.frames.0.finding", None),
            ("lesions.0.boxes.0", []),
            ("seed", 0.5),
        )
    )

    assert [text.removeprefix("a.jsonl:1: ").partition(":")[0] for text in faults(found)] == [
        "$.axes",
        "$.volume_shape",
        "$.tokens[0].level",
        "$.tokens[0].score",
        "$.tokens[1].cell_id",
        "$.gen.frames[0].finding",
        "$.lesions[0].boxes[0]",
        "$.seed",
    ]


def test_no_more_than_a_hundred_faults_are_listed_for_one_line() -> None:
    found = faults(read(line(("tokens", [3] * 5000))))

    assert len(found) == 100
    assert found[-1] == "a.jsonl:1: $.tokens[99]: expected an object, got 3"


def test_a_record_of_another_schema_is_told_once() -> None:
    assert fault(("schema", "cf-score/2"), ("tokens", 3), ("gen", ...)) == (
        "$.schema: expected 'cf-sample/1', got 'cf-score/2'"
    )


@pytest.mark.parametrize("value", [None, 3, "cf-sample/1", []])
def test_what_is_no_object_is_no_sample(value: object) -> None:
    [found] = read(json.dumps(value).encode())

    assert isinstance(found, Bad)
    assert found.faults[0].expected == "an object"


def test_an_answer_by_itself_is_read_with_its_place() -> None:
    found = read_generation({"frames": [{"finding": "nodule"}, None]}, "$.gen")

    assert isinstance(found, tuple)
    assert [one.text() for one in found] == [
        "$.gen.frames[0]: expected the key 'polarity', got an object with 1 keys",
        "$.gen.frames[1]: expected an object, got null",
    ]
