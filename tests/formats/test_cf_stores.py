"""Embeddings and query vectors in a table beside the samples."""

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from tests.formats.grounding import faults, line, one, read_in

ROWS = [[0.5, -1.0], [2.25, 3.0], [0.1, 0.2]]
STORE = {"emb": {"path": "emb.npy"}}
FIRST = "tokens.0.embedding"


def save(folder: Path, kind: str = "float32") -> None:
    np.save(folder / "emb.npy", np.array(ROWS, dtype=kind))


@pytest.mark.parametrize("kind", ["<f2", "<f4", ">f4", "<f8", ">f8"])
def test_a_row_of_a_store_is_an_embedding(tmp_path: Path, kind: str) -> None:
    save(tmp_path, kind)

    sample = one(read_in(tmp_path, line(("stores", STORE), (FIRST, {"store": "emb", "row": 1}))))

    assert sample.tokens[0].embedding == (2.25, 3.0)


def test_a_number_of_a_store_is_the_one_that_was_stored(tmp_path: Path) -> None:
    save(tmp_path, "float32")

    sample = one(read_in(tmp_path, line(("stores", STORE), (FIRST, {"store": "emb", "row": 2}))))

    assert sample.tokens[0].embedding == (float(np.float32(0.1)), float(np.float32(0.2)))


def test_a_row_of_a_store_is_a_query_vector(tmp_path: Path) -> None:
    save(tmp_path)

    sample = one(
        read_in(
            tmp_path,
            line(("stores", STORE), ("relevance", {"nodule": {"store": "emb", "row": 0}})),
        )
    )

    assert sample.relevance == (("nodule", (0.5, -1.0)),)


def test_what_a_store_says_of_its_file_holds_it(tmp_path: Path) -> None:
    save(tmp_path)
    digest = sha256((tmp_path / "emb.npy").read_bytes()).hexdigest()
    store = {"path": "emb.npy", "dtype": "float32", "shape": [3, 2], "sha256": digest}

    held = read_in(tmp_path, line(("stores", {"emb": store})))
    other = read_in(
        tmp_path, line(("stores", {"emb": store | {"dtype": "float64", "shape": [2, 3]}}))
    )

    assert one(held).id == "scan-1"
    assert faults(other) == [
        "a.jsonl:1: $.stores.emb.dtype: expected float32, as in the file, got 'float64'",
        "a.jsonl:1: $.stores.emb.shape: expected [3, 2], as in the file, got [2, 3]",
    ]


@pytest.mark.parametrize(
    ("embedding", "text"),
    [
        (
            {"store": "emb", "row": 3},
            "$.tokens[0].embedding.row: expected a row of 3, the first one is 0, got 3",
        ),
        (
            {"store": "emb", "row": -1},
            ("$.tokens[0].embedding.row: expected a whole number from 0 to 1099511627776, got -1"),
        ),
        (
            {"store": "ebm", "row": 0},
            (
                "$.tokens[0].embedding.store: expected the name of a store, got 'ebm': "
                "did you mean 'emb'?"
            ),
        ),
        (
            {"store": "emb"},
            "$.tokens[0].embedding: expected the key 'row', got an object with 1 keys",
        ),
    ],
)
def test_a_row_that_is_not_there_is_a_fault(tmp_path: Path, embedding: object, text: str) -> None:
    save(tmp_path)

    found = read_in(tmp_path, line(("stores", STORE), (FIRST, embedding)))

    assert faults(found) == [f"a.jsonl:1: {text}"]


def test_a_store_at_fault_is_named_once(tmp_path: Path) -> None:
    row = {"store": "emb", "row": 0}

    found = read_in(tmp_path, line(("stores", STORE), (FIRST, row), ("tokens.1.embedding", row)))

    assert faults(found) == [
        ("a.jsonl:1: $.stores.emb.path: expected a file, got nothing of that name: 'emb.npy'")
    ]


@pytest.mark.parametrize(
    ("array", "got"),
    [
        (np.zeros((3, 2), dtype="i4"), "dtype <i4 of shape (3, 2)"),
        (np.zeros((3,), dtype="f4"), "dtype <f4 of shape (3,)"),
        (np.asfortranarray(np.zeros((3, 2), dtype="f4")), "dtype <f4 of shape (3, 2) by columns"),
    ],
)
def test_a_store_is_a_table_of_floats_row_by_row(
    tmp_path: Path, array: "np.typing.NDArray[np.generic]", got: str
) -> None:
    np.save(tmp_path / "emb.npy", array)

    found = read_in(tmp_path, line(("stores", STORE)))

    assert faults(found) == [
        (
            "a.jsonl:1: $.stores.emb.path: expected a table of float16, float32 or float64, "
            f"one row after another, got {got}"
        )
    ]


def test_a_row_with_a_nan_is_a_fault(tmp_path: Path) -> None:
    np.save(tmp_path / "emb.npy", np.array([[0.0, np.nan]]))

    found = read_in(tmp_path, line(("stores", STORE), (FIRST, {"store": "emb", "row": 0})))

    assert faults(found) == [
        ("a.jsonl:1: $.tokens[0].embedding: expected finite numbers, got NaN or an infinite one")
    ]


def test_a_store_that_is_cut_off_is_a_fault(tmp_path: Path) -> None:
    save(tmp_path)
    (tmp_path / "emb.npy").write_bytes((tmp_path / "emb.npy").read_bytes()[:-5])

    found = read_in(tmp_path, line(("stores", STORE), (FIRST, {"store": "emb", "row": 2})))

    assert faults(found) == [
        (
            "a.jsonl:1: $.tokens[0].embedding: expected 8 more bytes of the array, got 3: "
            "is the file cut off?"
        )
    ]


def test_a_row_of_another_length_is_a_fault(tmp_path: Path) -> None:
    np.save(tmp_path / "emb.npy", np.zeros((1, 3)))

    found = read_in(tmp_path, line(("stores", STORE), (FIRST, {"store": "emb", "row": 0})))

    assert faults(found) == [
        "a.jsonl:1: $.relevance.nodule: expected 3 numbers as in $.tokens[0].embedding, got 2"
    ]
