"""Samples written as JSON Lines, by a writer of our own, and files gathered into pools."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from returns.pipeline import is_successful

from measurand.edges.engines.serial import Run, gather
from measurand.evidence.pool import Pool
from measurand.evidence.source import Fields, Source, Sources
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.needs import Gathered, Need, Slice, merged
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample

COSTS = Fields(amounts=(("cost", "cost"),))


def line(sample: Sample) -> bytes:
    """Write one sample; its numbers have few digits, so that a float shows them as they are."""
    record: dict[str, object] = {
        "id": sample.id,
        "gold": [_item(item) for item in sample.gold],
        "pred": None if sample.predicted is None else [_item(item) for item in sample.predicted],
        "groups": dict(sample.groups),
        "sample_weight": _number(sample.weight),
        "cost": _number(sample.amount("cost") or Fraction(0)),
        "pairs": [
            {
                "pred": _item(pair.predicted),
                "gold": _item(pair.gold),
                "similarity": _number(pair.value),
            }
            for pair in sample.similarities
        ],
    }
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def _item(item: Item) -> object:
    match item:
        case str():
            return item
        case Slots(entries):
            return dict(entries)
        case Span(start, end, label):
            return {"start": start, "end": end, "label": label}


def _number(value: Fraction) -> float:
    written = float(value)
    if Fraction(repr(written)) != value:
        message = f"a number of few digits: got {value}"
        raise ValueError(message)
    return written


@contextmanager
def folder(*files: bytes) -> Iterator[Path]:
    """Write files named 0.jsonl, 1.jsonl and so on, for as long as they are needed."""
    with TemporaryDirectory() as name:
        root = Path(name)
        for number, raw in enumerate(files):
            (root / f"{number}.jsonl").write_bytes(raw)
        yield root


def sources_of(*sources: Source) -> Sources:
    """Name sources by their numbers."""
    return {str(number): source for number, source in enumerate(sources)}


def gathered(needs: Sequence[Need], sources: Sources, root: Path) -> Gathered:
    """Gather, and hold that nothing was wrong."""
    found = gather(sources, needs, Run(root=root))
    assert is_successful(found), [fault.text() for fault in found.failure()]
    return found.unwrap()


def needs_of(definitions: Sequence[Definition], data: str) -> tuple[Need, ...]:
    """Say what evidence definitions need of a source."""
    return merged(
        Need(Slice(data, (), observing(definition)), group_keys(definition))
        for definition in definitions
    )


def pools(definitions: Sequence[Definition], raw: bytes) -> list[Pool]:
    """Gather one file, alone, for some definitions."""
    with folder(raw) as root:
        needs = needs_of(definitions, "0")
        found = gathered(needs, sources_of(Source(path="0.jsonl", fields=COSTS)), root)
        return [found.pools[need.slice] for need in needs]
