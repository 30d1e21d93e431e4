"""The fast road gives what the general one gives."""

from operator import attrgetter
from pathlib import Path

import msgspec
import pytest
from attrs import evolve

from measurand.edges.files import Bad, ReadOptions, Rest, fast_type, parts_of, read_fast
from measurand.edges.files.formats.jsonl import record_type
from measurand.evidence.source import Fields, Source
from measurand.values.sample import Sample
from tests.formats.reading import GOOD, PLAIN

SLOTS = (
    b'{"id": 1, "gold": [{"aspect": "a", "polarity": "x", "span": [0, 1]}], "pred": null}\n'
    b'{"id": "2", "gold": [], "pred": [{"polarity": null, "aspect": "b"}], "text": "long"}\n'
)


def fast(
    folder: Path, raw: bytes, unit: tuple[str, ...] = (), options: ReadOptions | None = None
) -> list[object]:
    options = options or ReadOptions()
    (folder / PLAIN.path).write_bytes(raw)
    record = fast_type(PLAIN, unit, options)
    assert record is not None
    return in_order(PLAIN, folder, record, options)


def in_order(
    source: Source, folder: Path, record: type, options: ReadOptions | None = None
) -> list[object]:
    """List what fits and what does not, in the order of the lines."""
    found: list[object] = []
    take = found.append
    part = next(parts_of(source, root=folder, options=options or ReadOptions()))
    for event in read_fast(part, record, take):
        take(event)
    return found


def fault(event: object) -> str:
    assert isinstance(event, Bad)
    return event.faults[0].text()


def test_slots_are_read_by_the_fields_of_the_unit(tmp_path: Path) -> None:
    first, second = fast(tmp_path, SLOTS, ("aspect", "polarity"))
    units = attrgetter("slot0", "slot1")

    assert [units(item) for item in attrgetter("gold")(first)] == [("a", "x")]
    assert attrgetter("id", "answer0")(first) == (1, None)
    assert [units(item) for item in attrgetter("answer0")(second)] == [("b", None)]


LISTED = evolve(PLAIN, fields=Fields(lists=(("b", "pred_b"), ("a", "pred_a"))))


def test_more_lists_are_answers_in_the_order_of_the_mapping(tmp_path: Path) -> None:
    raw = b'{"id": 1, "gold": ["x"], "pred": [], "pred_a": ["a"], "pred_b": null}\n'
    record = fast_type(LISTED, (), ReadOptions())
    assert record is not None
    (tmp_path / PLAIN.path).write_bytes(raw + raw.replace(b'"pred_b"', b'"pred_c"'))

    first, second = in_order(LISTED, tmp_path, record)

    assert attrgetter("answer0", "answer1", "answer2")(first) == ([], None, ["a"])
    assert fault(second).startswith(
        "a.jsonl:2: $: expected the key 'pred_b', got an object with 5 keys"
    )


def test_items_may_come_as_sets(tmp_path: Path) -> None:
    raw = b'{"id": 1, "gold": [{"a": "x"}, {"a": null}, {"a": "x"}], "pred": []}\n'
    record = fast_type(PLAIN, ("a",), ReadOptions(), set)
    assert record is not None
    (tmp_path / PLAIN.path).write_bytes(raw)

    [found] = in_order(PLAIN, tmp_path, record)

    assert {item.slot0 for item in attrgetter("gold")(found)} == {"x", None}
    assert len(attrgetter("gold")(found)) == 2


def test_any_key_that_needs_no_escape_is_found_however_it_is_written(tmp_path: Path) -> None:
    source = Source(path="a.jsonl", fields=Fields(gold="Gold items", pred="class", id="_é"))
    record = fast_type(source, ("odd key",), ReadOptions())
    assert record is not None
    line = '{"_\\u00e9": 1, "Gold items": [{"odd\\u0020key": "x"}], "class": null}\n'
    (tmp_path / PLAIN.path).write_text(line, encoding="utf-8")

    [found] = in_order(source, tmp_path, record)

    assert attrgetter("id", "answer0")(found) == (1, None)
    assert [item.slot0 for item in attrgetter("gold")(found)] == ["x"]


def test_labels_of_slots_are_read_fast_where_they_cannot_be_spans() -> None:
    slots = Source(path="a.jsonl", items="slots")

    assert fast_type(slots, ("label",), ReadOptions()) is not None
    assert fast_type(PLAIN, ("label",), ReadOptions()) is None


def test_lines_are_told_every_ten_thousand(tmp_path: Path) -> None:
    record = fast_type(PLAIN, (), ReadOptions(ids="off"))
    assert record is not None
    (tmp_path / PLAIN.path).write_bytes(GOOD * 20_001)
    part = next(parts_of(PLAIN, root=tmp_path, options=ReadOptions(ids="off")))
    told: list[int] = []
    taken: list[object] = []

    assert not list(read_fast(part, record, taken.append, told.append))
    assert told == [10_000, 20_000]
    assert len(taken) == 20_001


def test_the_bytes_of_a_key_that_nobody_reads_are_not_looked_at(tmp_path: Path) -> None:
    found = fast(tmp_path, b'{"id": "1", "gold": [], "pred": [], "text": "\xff"}\n')

    assert not isinstance(found[0], Bad)


def test_the_bytes_of_an_item_are_looked_at(tmp_path: Path) -> None:
    found = fast(tmp_path, b'{"id": "1", "gold": ["\xff"], "pred": []}\n')

    assert "expected UTF-8, got the byte 0xff" in fault(found[0])


def test_a_wire_shape_cannot_be_changed() -> None:
    record = record_type(("aspect",), Fields(id="key", gold="truth"))

    found = msgspec.json.decode(b'{"key": "1", "truth": [], "pred": []}', type=record)

    with pytest.raises(AttributeError):
        found.id = "2"


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": "1", "gold": [3], "pred": []}\n',
        b'{"id": true, "gold": [], "pred": []}\n',
        b'{"id": "1", "gold": null, "pred": []}\n',
        b'{"id": "1", "gold": []}\n',
        b"[" * 10_000 + b"\n",
        b'{"id": "1", "gold": [], "pred": [], "sample_weight": null}\n',
        b'{"id": "1", "gold": [], "pred": [], "sample_weight": -1}\n',
        b'{"id": "1", "gold"',
    ],
)
def test_a_line_that_is_no_record_is_the_fault_of_the_general_road(
    tmp_path: Path, line: bytes
) -> None:
    first, second = fast(tmp_path, GOOD.replace(b"1", b"0") + line)

    assert isinstance(first, object)
    assert not isinstance(first, Sample)
    assert fault(second).startswith("a.jsonl:2: ")


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": "1", "gold": ["a"], "pred": [], "sample_weight": 1}\n',
        b'{"id": "1", "gold": [{"aspect": "a"}], "pred": []}\n',
        b'{"id": "1", "gold": true, "pred": false}\n',
        b'\xef\xbb\xbf{"id": "1", "gold": [], "pred": []}\r\n',
    ],
)
def test_a_line_of_another_shape_is_the_sample_of_the_general_road(
    tmp_path: Path, line: bytes
) -> None:
    [found] = fast(tmp_path, line)

    assert isinstance(found, Sample)


def test_ids_that_repeat_are_found_on_either_road(tmp_path: Path) -> None:
    weighed = b'{"id": 1, "gold": [], "pred": [], "sample_weight": 2}\n'

    records = fast(tmp_path, GOOD + weighed + GOOD + weighed.replace(b"1", b"2"))

    assert [isinstance(record, Bad) for record in records] == [False, True, True, False]
    assert "got the id '1' again, first in line 1" in fault(records[1])
    assert fault(records[2]).startswith("a.jsonl:3: $.id: ")
    assert len(fast(tmp_path, GOOD + GOOD, options=ReadOptions(ids="off"))) == 2
    assert isinstance(fast(tmp_path, GOOD + GOOD, options=ReadOptions(ids="digest"))[1], Bad)


def test_lines_that_are_too_long_come_in_pieces(tmp_path: Path) -> None:
    long = b'{"id": "2", "gold": [], "pred": [], "x": "' + b"x" * 200 + b'"}\n'

    found = fast(tmp_path, long + GOOD, options=ReadOptions(max_line_bytes=100))

    pieces = [event.raw for event in found if isinstance(event, Bad | Rest)]
    assert b"".join(pieces) == long
    assert len(found) == len(pieces) + 1


def test_a_line_that_is_one_byte_too_long_is_too_long(tmp_path: Path) -> None:
    size = len(GOOD) - 1

    short = fast(tmp_path, GOOD, options=ReadOptions(max_line_bytes=size))
    long = fast(tmp_path, GOOD, options=ReadOptions(max_line_bytes=size - 1))

    assert isinstance(short[0], Sample)
    assert f"expected a line of at most {size - 1} bytes" in fault(long[0])


@pytest.mark.parametrize("raw", [b"", b"\n\n"])
def test_a_file_without_records_gives_nothing(tmp_path: Path, raw: bytes) -> None:
    assert not fast(tmp_path, raw)


@pytest.mark.parametrize(
    ("unit", "fields"),
    [
        ((), Fields(id="a+b")),
        ((), Fields(id="a.b")),
        ((), Fields(gold="a[0]")),
        ((), Fields(pred='["a\\"b"]')),
        ((), Fields(lists=(("b", "systems.b"),))),
        ((), Fields(lists=(("b", "pred"),))),
        ((), Fields(gold="x", pred="x")),
        ((), Fields(pairs="scores")),
        ((), Fields(weight="w.x")),
        ((), Fields(amounts=(("cost", "cost"),))),
        ((), Fields(hits="a", predicted="b", gold_count="c")),
        ((), Fields(groups=(("run", "meta.run"),))),
        (('odd"key',), Fields()),
        (("back\\slash",), Fields()),
        (("new\nline",), Fields()),
        (("start", "aspect"), Fields()),
        (("aspect", "aspect"), Fields()),
    ],
)
def test_what_is_not_plain_takes_the_general_road(unit: tuple[str, ...], fields: Fields) -> None:
    assert record_type(unit, fields) is None


@pytest.mark.parametrize(
    "source",
    [
        evolve(PLAIN, where=(("a", ("b",)),)),
        evolve(PLAIN, predictions="b"),
        evolve(PLAIN, items="label"),
        evolve(PLAIN, items="slots"),
        Source(path="a", format="json"),
        Source(path="a", format="conll"),
    ],
)
def test_what_is_not_plain_lines_takes_the_general_road(source: Source) -> None:
    assert fast_type(source, (), ReadOptions()) is None


def test_strict_reading_takes_the_general_road() -> None:
    assert fast_type(PLAIN, (), ReadOptions(strict=True)) is None


def test_groups_are_attributes_where_they_are_mapped(tmp_path: Path) -> None:
    source = evolve(PLAIN, fields=Fields(groups=(("system", "run"),)))
    record = fast_type(source, (), ReadOptions())
    assert record is not None
    lines = [GOOD.replace(b"}", b', "run": "r"}'), GOOD.replace(b"1", b"2")]
    (tmp_path / PLAIN.path).write_bytes(b"".join(lines))

    first, second = in_order(source, tmp_path, record)

    assert attrgetter("group0")(first) == "r"
    assert "expected the key 'run'" in fault(second)


@pytest.mark.parametrize("most", [3, 60, 61])
def test_what_nests_too_deep_is_refused_at_any_length(tmp_path: Path, most: int) -> None:
    # The record is one level, the key that nobody reads the others.
    record = b'{"id": %d, "gold": [], "pred": [], "x": %s}\n'
    nested = (b"[" * deep + b"]" * deep for deep in (most - 1, most))
    raw = b"".join(record % (at, text) for at, text in enumerate(nested, 1))

    first, second = fast(tmp_path, raw, options=ReadOptions(max_depth=most))

    assert attrgetter("id")(first) == 1
    assert f"nesting of at most {most} levels, got {most + 1} levels" in fault(second)
