"""Answers of a generator as JSON: frames with the tokens that they cite, and a text."""

from measurand.edges.files.json.fields import (
    TEXT,
    EnoughError,
    JsonObject,
    Opened,
    as_float,
    as_truth,
    listed,
    whole,
)
from measurand.edges.files.json.value import Json, expected, float_number
from measurand.values.fault import Fault
from measurand.values.frames import UNSPECIFIED, Frame, Generation

WIDEST = 2**63 - 1
IDS = listed(whole(-WIDEST, WIDEST))


def frame_at(at: Opened) -> Frame:
    """Read a frame; what is wrong with it is noted.

    >>> frame_at(Opened({"finding": "nodule", "polarity": "present"}, "$", [])).citations is None
    True
    """
    refused = at.maybe("refusal", as_truth)
    confidence = at.maybe("confidence", as_float)
    return Frame(
        finding=at.need("finding", TEXT, ""),
        polarity=at.need("polarity", TEXT, ""),
        laterality=_slot(at, "laterality"),
        confidence=1.0 if confidence is None else confidence,
        location=_slot(at, "location"),
        size_bin=_slot(at, "size_bin"),
        severity=_slot(at, "severity"),
        uncertain=at.maybe("uncertain", as_truth) or False,
        citations=at.maybe("citations", IDS),
        q=at.maybe("q", as_float),
        refused=refused or False,
    )


def _slot(at: Opened, key: str) -> str:
    found = at.maybe(key, TEXT)
    return UNSPECIFIED if found is None else found


def generation_at(at: Opened) -> Generation:
    """Read an answer; what is wrong with it is noted.

    >>> generation_at(Opened({"frames": [], "text": "Clear."}, "$", []))
    Generation(frames=(), text='Clear.')
    """
    frames = tuple(frame_at(one) for one in at.needed_each("frames"))
    return Generation(frames, at.maybe("text", TEXT) or "")


def read_generation(value: Json, place: str = "$") -> Generation | tuple[Fault, ...]:
    """Read an answer, or say all that is wrong with it.

    >>> read_generation({"frames": [{"finding": "nodule"}]}, "$.gen")[0].text()
    "$.gen.frames[0]: expected the key 'polarity', got an object with 1 keys"
    """
    if not isinstance(value, dict):
        return (expected("an object", value, path=place).fault,)
    at = Opened(value, place, [])
    try:
        found = generation_at(at)
    except EnoughError:
        return tuple(at.faults)
    return tuple(at.faults) or found


def generation_json(generation: Generation) -> JsonObject:
    """Write an answer; reading it gives the same one.

    >>> generation_json(Generation(text="Clear."))
    {'frames': [], 'text': 'Clear.'}
    """
    return {"frames": [frame_json(frame) for frame in generation.frames], "text": generation.text}


def frame_json(frame: Frame) -> JsonObject:
    """Write a frame; citations are left out where it has no entry, that is not the empty list.

    >>> list(frame_json(Frame(finding="nodule", polarity="present", citations=())))[-2:]
    ['confidence', 'citations']
    """
    written: JsonObject = {
        "finding": frame.finding,
        "polarity": frame.polarity,
        "laterality": frame.laterality,
        "location": frame.location,
        "size_bin": frame.size_bin,
        "severity": frame.severity,
        "uncertain": frame.uncertain,
        "confidence": float_number(frame.confidence),
    }
    if frame.citations is not None:
        written["citations"] = list(frame.citations)
    if frame.q is not None:
        written["q"] = float_number(frame.q)
    if frame.refused:
        written["refusal"] = True
    return written
