"""Gold and predictions in two files are joined by id, never by position."""

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.files import Bad, Event, Filtered, ReadOptions, read
from measurand.evidence.source import Fields, Source
from tests.formats.reading import faults, samples

TWO = Source(path="gold.jsonl", predictions="pred.jsonl")


def joined(
    folder: Path, gold: bytes, predictions: bytes, source: Source = TWO, ids: str = "exact"
) -> list[Event]:
    (folder / "gold.jsonl").write_bytes(gold)
    (folder / "pred.jsonl").write_bytes(predictions)
    options = ReadOptions(ids="off") if ids == "off" else ReadOptions()
    return list(read(source, root=folder, options=options))


def test_samples_are_joined_by_id_in_the_order_of_gold(tmp_path: Path) -> None:
    gold = b'{"id": 1, "gold": ["a"], "groups": {"d": "x"}}\n{"id": 2, "gold": ["b"]}\n'
    predictions = b'{"id": "2", "pred": ["p2"]}\n{"id": "1", "pred": null, "groups": {"d": "y"}}\n'

    first, second = samples(joined(tmp_path, gold, predictions))

    assert (first.id, first.gold, first.predicted) == ("1", ("a",), None)
    assert first.groups == (("d", "x"),)
    assert (second.id, second.gold, second.predicted) == ("2", ("b",), ("p2",))


def test_pairs_and_amounts_come_with_the_predictions(tmp_path: Path) -> None:
    source = evolve(TWO, fields=Fields(amounts=(("cost", "cost"),)))
    gold = b'{"id": 1, "gold": ["a"], "cost": 5, "pairs": 3, "sample_weight": 2}\n'
    predictions = b'{"id": 1, "pred": ["b"], "cost": 0.5, "pairs": [["b", "a", 1]]}\n'

    [found] = samples(joined(tmp_path, gold, predictions, source))

    assert found.amounts == (("cost", Fraction(1, 2)),)
    assert len(found.similarities) == 1
    assert found.weight == 2


def test_a_prediction_that_is_missing_is_a_fault(tmp_path: Path) -> None:
    found = joined(tmp_path, b'{"id": 1, "gold": []}\n', b'{"id": 2, "pred": []}\n')

    assert faults(found) == [
        (
            "gold.jsonl:1: $.id: expected one for every id, got no answer to '1' in pred.jsonl: "
            "write a prediction of null where no answer was given"
        ),
        (
            "pred.jsonl:1: $.id: expected only ids of gold.jsonl, got an answer to '2', "
            "which is not there"
        ),
    ]
    assert [event.raw for event in found if isinstance(event, Bad)] == [
        b'{"id": 1, "gold": []}\n',
        b'{"id": 2, "pred": []}\n',
    ]


@pytest.mark.parametrize("ids", ["exact", "off"])
def test_ids_that_repeat_are_faults_in_either_file(tmp_path: Path, ids: str) -> None:
    gold = b'{"id": 1, "gold": []}\n{"id": 2, "gold": []}\n{"id": 1, "gold": []}\n'
    predictions = b'{"id": 1, "pred": []}\n{"id": 2, "pred": []}\n{"id": 2, "pred": []}\n'

    found = joined(tmp_path, gold, predictions, ids=ids)

    assert len(samples(found)) == 2
    assert [text.partition(": if an id")[0] for text in faults(found)] == [
        "pred.jsonl:3: $.id: expected ids that differ, got the id '2' again, first in line 2",
        "gold.jsonl:3: $.id: expected ids that differ, got the id '1' again, first in line 1",
    ]


def test_a_fault_of_the_predictions_names_their_file_and_line(tmp_path: Path) -> None:
    found = joined(tmp_path, b'{"id": 1, "gold": [3]}\n', b'\n{"id": 1, "pred": [4]}\n')

    assert [text.partition(": expected")[0] for text in faults(found)] == [
        "gold.jsonl:1: $.gold[0]",
        "pred.jsonl:2: $.pred[0]",
    ]


def test_lines_that_cannot_be_read_are_named_as_the_reason_for_others(tmp_path: Path) -> None:
    gold = b'{"id": 1, "gold": []}\n{"id": 2,\n'
    predictions = b'{"id": 1\n{"id": 2, "pred": []}\n'

    found = joined(tmp_path, gold, predictions)

    assert [text.rpartition(": ")[2] for text in faults(found)][1::2] == [
        "1 of the lines of pred.jsonl could not be read",
        "1 of the lines of gold.jsonl could not be read",
    ]


def test_filters_hold_for_the_file_that_they_name(tmp_path: Path) -> None:
    source = evolve(TWO, where=(("lang", ("ko",)),), predictions_where=(("run", ("a",)),))
    gold = b'{"id": 1, "gold": [], "lang": "ko"}\n{"id": 2, "gold": [], "lang": "en"}\n'
    predictions = b"".join(
        f'{{"id": {number}, "pred": ["{run}"], "run": "{run}"}}\n'.encode()
        for run in "ab"
        for number in (1, 2)
    )

    found = joined(tmp_path, gold, predictions, source)

    assert faults(found) == []
    assert [sample.predicted for sample in samples(found)] == [("a",)]
    assert [event.file for event in found if isinstance(event, Filtered)] == [
        "pred.jsonl",
        "pred.jsonl",
        "gold.jsonl",
    ]


def test_a_filter_that_no_prediction_has_is_told(tmp_path: Path) -> None:
    source = evolve(TWO, predictions_where=(("rum", ("a",)),))

    found = joined(
        tmp_path, b'{"id": 1, "gold": []}\n', b'{"id": 1, "pred": [], "run": "a"}\n', source
    )

    assert faults(found)[0] == (
        "pred.jsonl:1: $: expected the key 'rum', got an object with 3 keys: did you mean 'run'?"
    )


def test_both_files_are_checked_first(tmp_path: Path) -> None:
    assert faults(read(TWO, root=tmp_path)) == [
        "gold.jsonl: expected a file, got nothing of that name",
        "pred.jsonl: expected a file, got nothing of that name",
    ]


@pytest.mark.parametrize(
    ("predictions", "told"),
    [
        (b"", "expected predictions, got a file without records"),
        (b"\n\n", "expected predictions, got a file without records"),
        (b"id,pred\n1,a\n", "which is jsonl, got what reads as csv"),
        (b"PAR1\x15\x04\n\x80", "which is jsonl, got what reads as parquet"),
    ],
)
@pytest.mark.parametrize("gold", [b"", b'{"id": 1, "gold": []}\n{"id": 2, "gold": []}\n'])
def test_predictions_without_any_answer_are_one_fault(
    tmp_path: Path, gold: bytes, predictions: bytes, told: str
) -> None:
    [fault] = faults(joined(tmp_path, gold, predictions))

    assert fault.startswith("pred.jsonl: ")
    assert told in fault


def test_what_ends_the_reading_of_gold_is_the_one_cause(tmp_path: Path) -> None:
    (tmp_path / "gold.csv").write_text("id,gold\n1,a\n2,\n3,b\n4,b\n")
    (tmp_path / "pred.csv").write_text("id,pred\n1,a\n2,b\n3,a\n4,b\n")
    source = Source(path="gold.csv", format="csv", predictions="pred.csv")

    [told] = faults(read(source, root=tmp_path))

    assert told.startswith("gold.csv:3: $.gold: expected to be told what an empty cell is")


def test_a_key_that_is_missing_is_told_once_a_record(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": 1, "gold": "a", "pred": "a"}\n' * 2)
    fields = Fields(id="model+id", groups=(("model", "model"), ("system", "model")))

    told = faults(read(Source(path="a.jsonl", fields=fields), root=tmp_path))

    assert [one.partition(" expected the key 'model'")[0] for one in told] == [
        "a.jsonl:1: $:",
        "a.jsonl:2: $:",
    ]
