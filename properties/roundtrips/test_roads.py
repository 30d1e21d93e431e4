"""The fast road and the general one see the same in every line, and in the lines together."""

from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypeVar

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.files import Bad, Event, ReadOptions, Rest, parts_of, read_fast
from measurand.edges.files.formats.jsonl import record_type
from measurand.edges.files.samples.labels import Looked
from measurand.edges.files.samples.part import Part, Shared
from measurand.edges.files.sources.reading import part_events
from measurand.evidence.source import Fields, Source
from measurand.values.fault import Fault
from measurand.values.items import Item, Slots
from measurand.values.sample import Sample
from properties.strategies.bytes import anything

SOURCE = Source(path="a.jsonl")
OPTIONS = ReadOptions(ids="off")
SLOTS = b'{"id": 0, "gold": [{"a": %s, "b": 0}, {"a": %s, "b": false}], "pred": []}'
GOOD = b'{"id": 1, "gold": [{"a": "x", "b": null, "c": 1}], "pred": null}'


T = TypeVar("T")
Found: TypeAlias = tuple[list[T], Fault | None]
"""What a road saw in each line, and whether labels of the lines together are in doubt."""


def both(raw: bytes, unit: tuple[str, ...]) -> tuple[Found[Event], Found[object]]:
    record = record_type(unit, Fields())
    assert record is not None
    with TemporaryDirectory() as folder:
        (Path(folder) / "a.jsonl").write_bytes(raw)
        quick: list[object] = []
        take = quick.append
        general, fast = (Shared(SOURCE), Shared(SOURCE))
        slow = list(part_events(_part(folder, general)))
        for event in read_fast(_part(folder, fast), record, take):
            take(event)
        # Nobody looks at other slots for a definition of this unit.
        looked = Looked(slots=unit or None)
        return (slow, general.doubt(looked)), (quick, fast.doubt(looked))


def _part(folder: str, shared: Shared) -> Part:
    return next(parts_of(SOURCE, root=Path(folder), options=OPTIONS, shared=shared))


def of_sample(items: Sequence[Item] | None, unit: tuple[str, ...]) -> object:
    if items is None or not unit:
        return None if items is None else list(items)
    return [[item.get(name) for name in unit] for item in items if isinstance(item, Slots)]


def of_record(items: Sequence[object] | None, unit: tuple[str, ...]) -> object:
    if items is None or not unit:
        return None if items is None else list(items)
    return [[attrgetter(f"slot{at}")(item) for at in range(len(unit))] for item in items]


@given(anything, st.sampled_from(((), ("a",), ("a", "b"))))
@example(SLOTS % (b"null", b"null"), ())
@example(SLOTS % (b"null", b"null"), ("a",))
@example(SLOTS % (b"1", b'"1"'), ("a",))
@example(SLOTS % (b"null", b"1") + b"\n" + SLOTS % (b'"1"', b"null"), ("a",))
@example(GOOD, ("a", "b"))
@example(GOOD.replace(b"null}", b'[], "sample_weight": 2}'), ("a", "b"))
def test_what_both_see_in_a_line_is_the_same(raw: bytes, unit: tuple[str, ...]) -> None:
    (slow, doubt), (quick, doubted) = both(raw, unit)

    assert doubt == doubted
    for general, fast in zip(slow, quick, strict=True):
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
