"""A small record of a grounded sample, ways to change it, and what reading it gives."""

import json
from collections.abc import Iterable
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from measurand.edges.files.events import Bad, ReadOptions
from measurand.studies.counterfactual.edge.files.reader import read_grounded, sample_reader
from measurand.values.grounded import Grounded

Tree = dict[str, object]
COMPLETE = (Path(__file__).parent / "demo-0001.jsonl").read_bytes()
"""The complete example line of the specification of the format (section 5)."""

RECORD: Tree = {
    "schema": "cf-sample/1",
    "sample_id": "scan-1",
    "volume_shape": [4, 6, 8],
    "axes": "zyx",
    "tokens": [
        {
            "token_id": 3,
            "cell_id": "L1:0,0,1",
            "level": 1,
            "score": 0.5,
            "uncertainty": 0.25,
            "embedding": [1, 2.5],
        },
        {
            "token_id": 9,
            "cell_id": "L0:0,0,0",
            "level": 0,
            "score": 1,
            "uncertainty": 0,
            "embedding": None,
        },
    ],
    "gen": {
        "frames": [{"finding": "nodule", "polarity": "present", "citations": [3, 9, 3]}],
        "text": "A nodule.",
    },
    "lesions": [{"lesion_id": 1, "boxes": [[0, 2, 0, 3, 4, 8]]}],
    "relevance": {"nodule": [0.5, -1]},
}


def changed(*changes: tuple[str, object]) -> Tree:
    """Change values of the record at paths such as "tokens.0.level"; `...` takes a key out."""
    record = deepcopy(RECORD)
    for path, value in changes:
        *above, last = path.split(".")
        holder: object = record
        for step in above:
            holder = _at(holder, step)
        _put(holder, last, value)
    return record


def _at(holder: object, step: str) -> object:
    if isinstance(holder, list):
        found: object = holder[int(step)]
        return found
    assert isinstance(holder, dict)
    return holder[step]


def _put(holder: object, last: str, value: object) -> None:
    if isinstance(holder, list):
        holder[int(last)] = value
        return
    assert isinstance(holder, dict)
    if value is ...:
        del holder[last]
    else:
        holder[last] = value


def line(*changes: tuple[str, object]) -> bytes:
    """Write the changed record as a line."""
    return json.dumps(changed(*changes)).encode() + b"\n"


def read(raw: bytes, *, strict: bool = False) -> list[Grounded | Bad]:
    """Read lines that stand in no file."""
    found = sample_reader("a.jsonl", options=ReadOptions(strict=strict)).events(BytesIO(raw))
    return [event for event in found if isinstance(event, Grounded | Bad)]


def read_in(folder: Path, raw: bytes) -> list[Grounded | Bad]:
    """Read lines that stand in a file of a folder."""
    (folder / "a.jsonl").write_bytes(raw)
    return list(read_grounded(folder / "a.jsonl", name="a.jsonl"))


def faults(found: Iterable[object]) -> list[str]:
    """Give the faults as a user sees them."""
    return [fault.text() for event in found if isinstance(event, Bad) for fault in event.faults]


def one(found: list[Grounded | Bad]) -> Grounded:
    """Take the one sample that was read."""
    [sample] = found
    assert isinstance(sample, Grounded), faults(found)
    return sample


def fault(*changes: tuple[str, object], strict: bool = False) -> str:
    """Read the changed record, which has one fault."""
    [found] = faults(read(line(*changes), strict=strict))
    return found.removeprefix("a.jsonl:1: ")
