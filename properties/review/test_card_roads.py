"""Counting scorecards by codes gives what reading each of them gives, under any options."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import event, given
from hypothesis import strategies as st
from returns.pipeline import is_successful

from measurand.edges.engines.serial import Run, gather
from measurand.edges.files import ReadOptions
from measurand.edges.files.json.value import Json
from measurand.evidence.source import Source
from measurand.metrics.definitions import observing
from measurand.metrics.needs import Gathered, Need, Slice, merged
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import Options
from measurand.values.fault import Fault
from properties.review.cards import options
from properties.review.records import line, records, removed, replaced

SOURCE = Source(path="cards.jsonl", format="scorecards")


def gathered(
    raw: bytes, chosen: Options, *, strict: bool, skip: bool
) -> Gathered | tuple[Fault, ...]:
    """Gather what the metrics observe; strict reading takes no short cut."""
    parts = {observing(one) for one in definitions(chosen).values()}
    needs = merged(Need(Slice("run", (), part)) for part in parts)
    with TemporaryDirectory() as folder:
        (Path(folder) / SOURCE.path).write_bytes(raw)
        how = Run(root=Path(folder), options=ReadOptions(strict=strict), skip=skip)
        found = gather({"run": SOURCE}, needs, how)
        return found.unwrap() if is_successful(found) else found.failure()


def renamed(record: Json, number: int) -> Json:
    """Give a record another id, where it can have one."""
    meta = record.get("meta") if isinstance(record, dict) else None
    if not isinstance(meta, dict):
        return record
    if number % 3 and "text_id" in meta:
        return removed(record, ("meta", "text_id"))
    return replaced(record, ("meta", "text_id"), f"row {number}")


@given(
    kinds=st.lists(records(), min_size=1, max_size=3),
    order=st.lists(st.integers(0, 2), min_size=1, max_size=8),
    chosen=options(),
    skip=st.booleans(),
)
def test_codes_and_whole_samples_give_the_same(
    kinds: list[Json], order: list[int], chosen: Options, *, skip: bool
) -> None:
    raw = b"".join(
        line(renamed(kinds[kind % len(kinds)], number)) for number, kind in enumerate(order)
    )

    by_codes = gathered(raw, chosen, strict=False, skip=skip)

    assert by_codes == gathered(raw, chosen, strict=True, skip=skip)


@given(kinds=st.lists(records(), min_size=2, max_size=5), chosen=options(), data=st.data())
def test_the_order_of_lines_plays_no_part(
    kinds: list[Json], chosen: Options, data: st.DataObject
) -> None:
    lines = [line(renamed(kind, number)) for number, kind in enumerate([*kinds, *kinds])]
    shuffled = data.draw(st.permutations(lines))

    first = gathered(b"".join(lines), chosen, strict=False, skip=True)

    assert gathered(b"".join(shuffled), chosen, strict=False, skip=True) == first


@given(kinds=st.lists(records(), min_size=2, max_size=6), cut=st.integers(1, 5), chosen=options())
def test_parts_add_up_to_the_whole(kinds: list[Json], cut: int, chosen: Options) -> None:
    lines = [line(renamed(kind, number)) for number, kind in enumerate(kinds)]
    at = min(cut, len(lines) - 1)
    one, two, whole = (
        gathered(b"".join(part), chosen, strict=False, skip=True)
        for part in (lines[:at], lines[at:], lines)
    )
    if not (isinstance(one, Gathered) and isinstance(two, Gathered)):
        event("a part of which every line is skipped is a file without records")
        return
    assert isinstance(whole, Gathered)

    assert {place: pool + two.pools[place] for place, pool in one.pools.items()} == whole.pools
