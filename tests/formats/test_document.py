"""One JSON document: records in a list, or columns that are aligned."""

from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, ReadOptions
from measurand.evidence.source import Fields, Source
from measurand.values.items import Span
from tests.formats.reading import events, faults, samples

LISTED = Source(path="a.json", format="json", records="data.rows")
ALIGNED = Source(
    path="a.json",
    format="json",
    columns=(("gold", "gold"), ("pred", "systems.s1")),
    items="iob2",
)


def test_records_stand_in_a_list_somewhere(tmp_path: Path) -> None:
    raw = b'\xef\xbb\xbf{"data": {"rows": [{"id": 1, "gold": ["a"], "pred": []}]}}'

    [found] = samples(events(tmp_path, raw, LISTED))

    assert found.gold == ("a",)


def test_the_document_may_be_the_list(tmp_path: Path) -> None:
    source = evolve(LISTED, records="")

    assert len(samples(events(tmp_path, b'[{"id": 1, "gold": [], "pred": []}]', source))) == 1


def test_faults_name_the_place_in_the_document(tmp_path: Path) -> None:
    raw = (
        b'{"data": {"rows": [{"id": 1, "gold": [], "pred": []},'
        b' {"id": 2, "gold": [1.50], "pred": []}, {"id": 1, "gold": [], "pred": []}, 7]}}'
    )

    found = events(tmp_path, raw, LISTED)

    assert faults(found) == [
        (
            "a.json: $.data.rows[1].gold[0]: expected a string, got 1.50: "
            "an item is a string: put it in quotes"
        ),
        (
            "a.json: $.data.rows[2].id: expected ids that differ, got the id '1' again, "
            "first in record [0]: "
            "if an id may repeat, join it with what tells the records apart: "
            '--field id=run+id ("run+id" in a claims file)'
        ),
        "a.json: $.data.rows[3]: expected an object, got 7",
    ]
    assert [event.raw for event in found if isinstance(event, Bad)][0::2] == [
        b'{"id":2,"gold":[1.50],"pred":[]}\n',
        b"7\n",
    ]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"{", "expected the rest of a JSON value, got an end after '{'"),
        (b"", "expected the rest of a JSON value, got an end after ''"),
        (b"{}", "$: expected the key 'data', got an object with 0 keys"),
        (
            b'{"data": {"rows": {}}}',
            ("$.data.rows: expected a list of records, got an object with 0 keys"),
        ),
        (b'{"data": {"rows": []}}', "expected samples, got a file without records"),
        (
            b"[" * 10_000 + b"]" * 10_000,
            (
                "expected nesting of at most 200 levels, got 10000 levels: "
                "a record of samples is flat: is this the right file?"
            ),
        ),
        (b'"\xff"', "expected UTF-8, got the byte 0xff at byte 2: save the file as UTF-8"),
    ],
)
def test_a_document_says_what_is_wrong_with_it(tmp_path: Path, raw: bytes, text: str) -> None:
    assert faults(events(tmp_path, raw, LISTED)) == [f"a.json: {text}"]


def test_a_document_without_a_path_to_records_asks_for_one(tmp_path: Path) -> None:
    assert faults(events(tmp_path, b"{}", evolve(LISTED, records=""))) == [
        (
            "a.json: $: expected a list of records, got an object with 0 keys: "
            'say which list: --records PATH, or records = "PATH" in a claims file'
        )
    ]


def test_duplicate_keys_of_a_document_are_a_fault_when_strict(tmp_path: Path) -> None:
    raw = b'{"data": {}, "data": {"rows": [{"id": 1, "gold": [], "pred": []}]}}'

    assert faults(events(tmp_path, raw, LISTED)) == []
    assert "got twice 'data'" in faults(events(tmp_path, raw, LISTED, ReadOptions(strict=True)))[0]


def test_aligned_columns_make_records_with_an_index(tmp_path: Path) -> None:
    raw = b'{"gold": [["B-A"], ["O", "B-B"]], "systems": {"s1": [["O"], ["O", "B-B"]]}}'

    first, second = samples(events(tmp_path, raw, ALIGNED))

    assert (first.id, first.gold, first.predicted) == ("0", (Span(0, 1, "A"),), ())
    assert (second.id, second.gold, second.predicted) == (
        "1",
        (Span(1, 2, "B"),),
        (Span(1, 2, "B"),),
    )


def test_a_column_may_hold_the_ids(tmp_path: Path) -> None:
    source = evolve(
        ALIGNED,
        columns=(*ALIGNED.columns, ("id", "names")),
        fields=Fields(groups=(("at", "index"),)),
    )
    raw = b'{"gold": [[]], "systems": {"s1": [[]]}, "names": ["x"]}'

    [found] = samples(events(tmp_path, raw, source))

    assert found.id == "x"
    assert found.groups == (("at", "0"),)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (
            b'{"gold": [[]], "systems": {"s1": []}}',
            ("$.systems.s1: expected 1, as in $.gold, got 0 elements"),
        ),
        (
            b'{"gold": [[]], "systems": {"s1": {}}}',
            ("$.systems.s1: expected a list, got an object with 0 keys"),
        ),
        (
            b'{"gold": [[]], "systems": {"s2": []}}',
            ("$.systems: expected the key 's1', got an object with 1 keys: its keys are s2"),
        ),
        (
            b'{"gold": [[]], "systems": {"s1": [["X"]]}}',
            ("$.systems.s1[0][0]: expected an IOB2 tag (O, B-X or I-X), got 'X'"),
        ),
        (
            b'{"gold": [["O"]], "systems": {"s1": [[]]}}',
            ("$.systems.s1[0]: expected 1 tags, one for each tag of gold, got 0"),
        ),
        (
            b'{"gold": [null], "systems": {"s1": [[]]}}',
            ("$.gold[0]: expected a list, got null: write [] where there is nothing"),
        ),
    ],
)
def test_columns_say_what_is_wrong_with_them(tmp_path: Path, raw: bytes, text: str) -> None:
    assert faults(events(tmp_path, raw, ALIGNED)) == [f"a.json: {text}"]
