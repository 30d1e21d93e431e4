"""The canonical form of samples, one JSON object a line, and the JSON Schema that is documented."""

from fractions import Fraction

import msgspec

from measurand.edges.files.json.value import Json, Number, encode
from measurand.values.items import Item, Slots, Span
from measurand.values.printed import fixed
from measurand.values.sample import Sample, Similarity

_SCALAR = ["string", "number", "boolean"]


def sample_line(sample: Sample) -> bytes:
    r"""Write a sample as one canonical line, with its end; reading it gives the same sample.

    The ends of spans are exclusive, which has to be said where it is read.

    >>> sample_line(Sample(id="1", gold=("a",), predicted=None, weight=Fraction(1, 2)))
    b'{"id":"1","gold":["a"],"pred":null,"sample_weight":0.5}\n'

    Raises ValueError for what the canonical form cannot hold: amounts, ready-made tallies, and
    numbers that are no finite decimals.
    """
    if sample.amounts or sample.counts is not None:
        message = "a canonical sample holds items only: map amounts and ready-made tallies"
        raise ValueError(message)
    record: dict[str, Json] = {
        "id": sample.id,
        "gold": [_item(item) for item in sample.gold],
        "pred": None if sample.predicted is None else [_item(item) for item in sample.predicted],
    }
    if sample.groups:
        record["groups"] = dict(sample.groups)
    if sample.similarities:
        record["pairs"] = [_pair(pair) for pair in sample.similarities]
    if sample.weight != 1:
        record["sample_weight"] = _number(sample.weight)
    return encode(record) + b"\n"


def _item(item: Item) -> Json:
    match item:
        case str():
            return item
        case Slots(entries):
            return dict(entries)
        case Span(start, end, label):
            return {"start": start, "end": end, "label": label}


def _pair(pair: Similarity) -> Json:
    return {
        "pred": _item(pair.predicted),
        "gold": _item(pair.gold),
        "similarity": _number(pair.value),
    }


def _number(value: Fraction) -> Number:
    twos, rest = _divided(value.denominator, 2)
    fives, rest = _divided(rest, 5)
    if rest != 1:
        message = f"a finite decimal: got {value}"
        raise ValueError(message)
    return Number(fixed(value, max(twos, fives)))


def _divided(number: int, by: int) -> tuple[int, int]:
    """Divide as often as it goes: how often, and what is left."""
    times = 0
    while number % by == 0:
        number, times = number // by, times + 1
    return times, number


def sample_schema() -> dict[str, object]:
    """Describe the canonical sample as JSON Schema (draft 2020-12).

    >>> sample_schema()["required"]
    ['id', 'gold', 'pred']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A sample, one a line of JSON Lines",
        "description": "Other keys are allowed; a mapping may read them.",
        "type": "object",
        "required": ["id", "gold", "pred"],
        "properties": {
            "id": {
                "description": 'Differs from every other id of the file; 1 and "1" are the same.',
                "type": ["string", "integer"],
            },
            "gold": {
                "description": "What is right: a list of items, or one label.",
                "$ref": "#/$defs/answer",
            },
            "pred": {
                "description": "What was answered; null where no answer was given: that is not [].",
                "anyOf": [{"$ref": "#/$defs/answer"}, {"type": "null"}],
            },
            "groups": {
                "description": "The group of the sample under each key (document, system, run).",
                "type": "object",
                "additionalProperties": {"type": _SCALAR},
            },
            "pairs": {
                "description": "How alike predicted and gold items are, as judged outside.",
                "type": ["array", "null"],
                "items": {"$ref": "#/$defs/pair"},
            },
            "sample_weight": {
                "description": "What the sample weighs in an average; 1 where it is absent.",
                "type": "number",
                "minimum": 0,
            },
        },
        "$defs": _definitions(),
    }


def _definitions() -> dict[str, object]:
    similarity = {"type": "number", "minimum": 0, "maximum": 1}
    item = {"$ref": "#/$defs/item"}
    return {
        "answer": {"anyOf": [{"type": "array", "items": item}, {"type": _SCALAR}]},
        "item": {
            "anyOf": [{"type": "string"}, {"$ref": "#/$defs/span"}, {"$ref": "#/$defs/slots"}]
        },
        "span": {
            "description": "Over code points: start is inside. Whether end is, a source says: "
            "input.end is exclusive or inclusive.",
            "type": "object",
            "required": ["start", "end"],
            "properties": {
                "start": {"type": "integer", "minimum": 0},
                "end": {"type": "integer", "minimum": 0},
                "label": {"type": ["string", "null"]},
                "type": {"type": ["string", "null"]},
                "text": True,
            },
            "additionalProperties": False,
        },
        "slots": {
            "description": "Named slots; null where a slot is empty.",
            "type": "object",
            "additionalProperties": {"type": [*_SCALAR, "null"]},
        },
        "pair": {
            "anyOf": [
                {
                    "type": "object",
                    "required": ["pred", "gold", "similarity"],
                    "properties": {"pred": item, "gold": item, "similarity": similarity},
                },
                {
                    "type": "array",
                    "prefixItems": [item, item, similarity],
                    "minItems": 3,
                    "maxItems": 3,
                },
            ]
        },
    }


def schema_text() -> str:
    """Write the schema as the file in docs/reference holds it."""
    text = msgspec.json.encode(sample_schema())
    return msgspec.json.format(text, indent=2).decode() + "\n"
