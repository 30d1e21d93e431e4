"""The fast road gives what the general one gives."""

from operator import attrgetter
from pathlib import Path

import msgspec
import pytest
from attrs import evolve, has
from attrs.exceptions import FrozenInstanceError

from measurand.claims.source import Fields, Source
from measurand.edges.formats import Bad, ReadOptions, Rest, fast_type, parts_of, read_fast
from measurand.edges.formats.records import record_type
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
    return list(read_fast(next(parts_of(PLAIN, root=folder, options=options)), record))


def fault(event: object) -> str:
    assert isinstance(event, Bad)
    return event.faults[0].text()


def test_slots_are_read_by_the_fields_of_the_unit(tmp_path: Path) -> None:
    first, second = fast(tmp_path, SLOTS, ("aspect", "polarity"))
    units = attrgetter("aspect", "polarity")

    assert [units(item) for item in attrgetter("gold")(first)] == [("a", "x")]
    assert attrgetter("id", "pred")(first) == (1, None)
    assert [units(item) for item in attrgetter("pred")(second)] == [("b", None)]


def test_the_bytes_of_a_key_that_nobody_reads_are_not_looked_at(tmp_path: Path) -> None:
    found = fast(tmp_path, b'{"id": "1", "gold": [], "pred": [], "text": "\xff"}\n')

    assert not isinstance(found[0], Bad)


def test_the_bytes_of_an_item_are_looked_at(tmp_path: Path) -> None:
    found = fast(tmp_path, b'{"id": "1", "gold": ["\xff"], "pred": []}\n')

    assert "expected UTF-8, got the byte 0xff" in fault(found[0])


def test_a_wire_shape_is_a_frozen_attrs_class() -> None:
    record = record_type(("aspect",), Fields(id="key", gold="truth"))

    found = msgspec.json.decode(b'{"key": "1", "truth": [], "pred": []}', type=record)

    assert has(type(found))
    with pytest.raises(FrozenInstanceError):
        found.key = "2"


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


@pytest.mark.parametrize("raw", [b"", b"\n\n"])
def test_a_file_without_records_gives_nothing(tmp_path: Path, raw: bytes) -> None:
    assert not fast(tmp_path, raw)


@pytest.mark.parametrize(
    ("unit", "fields"),
    [
        ((), Fields(id="a+b")),
        ((), Fields(id="a.b")),
        ((), Fields(gold="a[0]")),
        ((), Fields(pred="class")),
        ((), Fields(pred="_pred")),
        ((), Fields(gold="x", pred="x")),
        ((), Fields(pairs="scores")),
        ((), Fields(weight="w.x")),
        ((), Fields(amounts=(("cost", "cost"),))),
        ((), Fields(hits="a", predicted="b", gold_count="c")),
        ((), Fields(groups=(("run", "meta.run"),))),
        (("odd key",), Fields()),
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

    first, second = read_fast(next(parts_of(source, root=tmp_path, options=ReadOptions())), record)

    assert attrgetter("run")(first) == "r"
    assert "expected the key 'run'" in fault(second)
