"""Logs of inspect_ai as one document, and what reading them gives."""

import json
from pathlib import Path

from attrs import evolve

from measurand.evidence.source import Fields, Source
from measurand.values.sample import Sample
from tests.formats.reading import events, faults

MATCH = Fields(amounts=(("match", "numbers.match"),))
PLAIN = Source(path="a.json", format="inspect")
SCORED = evolve(PLAIN, fields=MATCH)


def said(source: Source = PLAIN, /, **choices: str) -> Source:
    """Say choices of a source."""
    return evolve(source, input=(*source.input, *choices.items()))


def entry(name: str = "a", epoch: int = 1, /, **more: object) -> dict[str, object]:
    """Write a sample as inspect_ai does: without the keys that are null."""
    output = {"model": "m", "choices": [{"message": {"role": "assistant", "content": "yes"}}]}
    scores = {"match": {"value": "C", "answer": "yes"}}
    given = {"id": name, "epoch": epoch, "input": "?", "target": "yes"}
    return {**given, "output": {**output, "completion": "yes"}, "scores": scores, **more}


def log(*found: object, **more: object) -> bytes:
    """Write a log as one document; NaN is written as Python writes it."""
    given = {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": list(found)}
    return json.dumps({**given, **more}).encode()


def fault(folder: Path, raw: bytes, source: Source = PLAIN) -> str:
    """Read a log that has one fault."""
    [found] = faults(events(folder, raw, source))
    return found


def only(folder: Path, raw: bytes, source: Source = PLAIN) -> Sample:
    """Read a log that has one sample."""
    [found] = events(folder, raw, source)
    assert isinstance(found, Sample), faults([found])
    return found
