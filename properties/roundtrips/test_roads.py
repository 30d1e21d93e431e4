"""The fast road and the general one see the same in every line."""

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.claims.source import Fields, Source
from measurand.edges.formats import Bad, Event, ReadOptions, Rest, parts_of, read, read_fast
from measurand.edges.formats.reader import no_records
from measurand.edges.formats.records import record_type
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample
from properties.strategies.bytes import anything

SOURCE = Source(path="a.jsonl")
OPTIONS = ReadOptions(ids="off")
GOOD = b'{"id": 1, "gold": [{"a": "x", "b": null, "c": 1}], "pred": null}'


def both(raw: bytes, unit: tuple[str, ...]) -> tuple[list[Event], list[object]]:
    record = record_type(unit, Fields())
    assert record is not None
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "a.jsonl").write_bytes(raw)
        found: list[object] = []
        take = found.append
        part = next(parts_of(SOURCE, root=root, options=OPTIONS))
        for event in read_fast(part, record, take):
            take(event)
        return list(read(SOURCE, root=root, options=OPTIONS)), found


def of_sample(items: Sequence[Item] | None, unit: tuple[str, ...]) -> object:
    if items is None or not unit:
        return None if items is None else list(items)
    return [[item.get(name) for name in unit] for item in items if isinstance(item, Slots)]


def of_record(items: Sequence[object] | None, unit: tuple[str, ...]) -> object:
    if items is None or not unit:
        return None if items is None else list(items)
    return [[attrgetter(f"slot{at}")(item) for at in range(len(unit))] for item in items]


@given(anything, st.sampled_from(((), ("a",), ("a", "b"))))
@example(GOOD, ("a", "b"))
@example(GOOD.replace(b"null}", b'[], "sample_weight": 2}'), ("a", "b"))
def test_what_both_see_in_a_line_is_the_same(raw: bytes, unit: tuple[str, ...]) -> None:
    slow, quick = both(raw, unit)
    for general, fast in zip(slow, quick or [no_records(SOURCE.path)], strict=True):
        if isinstance(fast, Sample | Bad | Rest):
            assert fast == general
        elif isinstance(general, Sample):
            seen = attrgetter("id", "gold", "answer0")(fast)

            assert str(seen[0]) == general.id
            assert of_record(seen[1], unit) == of_sample(general.gold, unit)
            assert of_record(seen[2], unit) == of_sample(general.predicted, unit)
            assert general.weight == 1
        else:
            assert isinstance(general, Bad)
