"""Archives as programs write them, made by the zip module of Python, not by ours."""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

EXAMPLE = Path("docs/examples/formats/inspect/dishes.json")


def zipped(members: Mapping[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    """Write an archive."""
    held = BytesIO()
    with ZipFile(held, "w", method) as archive:
        for name, raw in members.items():
            archive.writestr(name, raw)
    return held.getvalue()


def members_of_log(log: Mapping[str, object], samples: Sequence[object]) -> dict[str, bytes]:
    """Lay a log out as the recorder of inspect_ai does: a member a sample, and a header."""
    found = {"_journal/start.json": b"{}", "_journal/summaries/1.json": b"[]"}
    for sample in samples:
        assert isinstance(sample, dict)
        name = f"samples/{sample['id']}_epoch_{sample['epoch']}.json"
        found[name] = json.dumps(sample, indent=2).encode()
    found["summaries.json"] = found["reductions.json"] = b"[]"
    found["header.json"] = json.dumps({key: log[key] for key in log if key != "samples"}).encode()
    return found


def example_members() -> dict[str, bytes]:
    """Lay out the example log."""
    log = json.loads(EXAMPLE.read_text())
    return members_of_log(log, log["samples"])


def eval_file() -> bytes:
    """Write the example log as an archive."""
    return zipped(example_members())
