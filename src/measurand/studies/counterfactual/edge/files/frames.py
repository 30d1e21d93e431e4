"""Answers of a generator as JSON: frames with the tokens that they cite, and a text."""

from measurand.edges.files.json.described import (
    NUMBER,
    TEXTUAL,
    TRUTH,
    Kind,
    object_schema,
    optional,
    required,
    whole,
)
from measurand.edges.files.json.fields import TEXT, EnoughError, JsonObject, Opened, listed
from measurand.edges.files.json.value import Json, expected, float_number
from measurand.values.fault import Fault
from measurand.values.frames import UNSPECIFIED, Frame, Generation

WIDEST = 2**63 - 1
_ID = whole(-WIDEST, WIDEST)
IDS = listed(_ID.read)
_CITED = Kind(IDS, {"type": "array", "items": _ID.schema})


_FINDING = required("finding", TEXTUAL, "")
_POLARITY = required("polarity", TEXTUAL, "")
_SLOTS = ("laterality", "location", "size_bin", "severity")
_LATERALITY, _LOCATION, _SIZE, _SEVERITY = (optional(key, TEXTUAL, UNSPECIFIED) for key in _SLOTS)
_UNCERTAIN = optional("uncertain", TRUTH, otherwise=False)
_CONFIDENCE = optional("confidence", NUMBER, 1.0)
_CITATIONS = optional(
    "citations", _CITED, None, "Token ids. No entry is not the same as the empty list."
)
_Q = optional("q", NUMBER, None, "The probability that the generator accepts the frame.")
_REFUSAL = optional("refusal", TRUTH, otherwise=False)
FRAME_SCHEMA = object_schema(
    (
        *(_FINDING, _POLARITY, _LATERALITY, _LOCATION, _SIZE, _SEVERITY),
        *(_UNCERTAIN, _CONFIDENCE, _CITATIONS, _Q, _REFUSAL),
    )
)


def frame_at(at: Opened) -> Frame:
    """Read a frame; what is wrong with it is noted.

    >>> frame_at(Opened({"finding": "nodule", "polarity": "present"}, "$", [])).citations is None
    True
    """
    # In this order faults are told.
    refused, confidence = _REFUSAL.of(at), _CONFIDENCE.of(at)
    return Frame(
        finding=_FINDING.of(at),
        polarity=_POLARITY.of(at),
        laterality=_LATERALITY.of(at),
        confidence=confidence,
        location=_LOCATION.of(at),
        size_bin=_SIZE.of(at),
        severity=_SEVERITY.of(at),
        uncertain=_UNCERTAIN.of(at),
        citations=_CITATIONS.of(at),
        q=_Q.of(at),
        refused=refused,
    )


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
