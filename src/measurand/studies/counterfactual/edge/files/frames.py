"""Answers of a generator as JSON: frames with the tokens that they cite, and a text."""

from measurand.edges.files.json.described import (
    NUMBER,
    TEXTUAL,
    TRUTH,
    Record,
    array,
    needed_objects,
    optional,
    plain,
    rare,
    read_record,
    whole,
)
from measurand.edges.files.json.value import Json
from measurand.values.fault import Fault
from measurand.values.frames import Frame, Generation

WIDEST = 2**63 - 1
IDS = array(whole(-WIDEST, WIDEST))

FRAME = Record(
    Frame,
    "frame",
    **plain(Frame, "finding polarity laterality location size_bin severity uncertain confidence"),
    citations=rare(
        "citations", IDS, None, "Token ids. No entry is not the same as the empty list."
    ),
    q=rare("q", NUMBER, None, "The probability that the generator accepts the frame."),
    refused=rare("refusal", TRUTH, otherwise=False),
)
GENERATION = Record(
    Generation,
    "answer",
    frames=needed_objects("frames", FRAME),
    text=optional("text", TEXTUAL, ""),
)


def read_generation(value: Json, place: str = "$") -> Generation | tuple[Fault, ...]:
    """Read an answer, or say all that is wrong with it.

    >>> read_generation({"frames": [{"finding": "nodule"}]}, "$.gen")[0].text()
    "$.gen.frames[0]: expected the key 'polarity', got an object with 1 keys"
    """
    return read_record(value, GENERATION.read, place)
