"""A record that has every field that a scorecard is read from, and changes of it."""

from collections.abc import Iterator

from hypothesis import strategies as st

from measurand.edges.files.json.value import Json, Number, encode
from measurand.studies.review.edge.files.scorecards import read_scorecard
from measurand.studies.review.scorecard import Scorecard
from measurand.values.fault import Fault

Place = tuple[str | int, ...]
"""Where a value stands in a record."""


def tuple_of(term: Json, **more: Json) -> Json:
    """Write a tuple with every field that one has."""
    return {
        "aspect_ref": "food#taste",
        "term": "food",
        "aspect_term": term,
        "opinion_term": {"term": "good", "span": {"start": 3, "end": 7}},
        "polarity": "positive",
        "label": "negative",
        "is_implicit": False,
        "grounding": "explicit",
        "confidence": Number("0.75"),
        "drop_reason": "weak",
        **more,
    }


def trace(term: str) -> Json:
    """Write a trace of the first stage."""
    return [
        {"stage": "stage1", "agent": "P-NEG", "output": {"triplets": []}, "notes": "nothing"},
        {
            "stage": "Stage1",
            "agent": "ATSA",
            "output": {"aspect_sentiments": [tuple_of(term)]},
            "notes": "json_parse: failed",
        },
    ]


FULL: dict[str, Json] = {
    "run_id": "demo",
    "profile": "main",
    "meta": {
        "text_id": "d1",
        "case_id": "c1",
        "uid": 17,
        "run_id": "demo of meta",
        "profile": "main of meta",
        "protocol_mode": "conflict_review_v1",
        "input_text": "soup is good",
        "debate_override_stats": {"applied": 2, "override_reason": "meta"},
        "latency_ms": 12,
        "memory": {"store": [1, 2]},
    },
    "inputs": {
        "gold_tuples": [tuple_of("soup"), {"aspect_term": "", "polarity": "neutral"}],
        "gold_triplets": [tuple_of("triplet")],
        "aspect_sentiments": [tuple_of({"term": "bread"})],
        "implicit_grounding_candidate": True,
        "ate_debug": {
            "raw": [{"term": "soup"}],
            "filtered": [
                {
                    "term": "soup",
                    "span": {"start": 0, "end": 4},
                    "action": "drop",
                    "drop_reason": "alignment_failure",
                }
            ],
        },
    },
    "gold_tuples": [tuple_of({"term": "soup at the top"})],
    "gold_triplets": [tuple_of("triplet at the top")],
    "process_trace": trace("top"),
    "ate": {"hallucination_flag": True},
    "atsa": {
        "sentiment_judgements": [
            {"aspect_term": {"term": "soup"}, "opinion_grounded": True, "issues": ["mismatch"]}
        ]
    },
    "validator": [
        {
            "stage": "stage1",
            "structural_risks": [{"risk_id": "NEGATION", "severity": "high", "span": [0, 5]}],
            "proposals": [],
        }
    ],
    "moderator": {"final_label": "mixed", "selected_stage": "stage2"},
    "stage_delta": {"changed": True, "change_type": "guided_by_review", "n_s1_pairs": 1},
    "stage1_ate": {"label": "negative"},
    "stage2_ate": {"label": "positive"},
    "stage1_structural_risk": True,
    "stage2_structural_risk": False,
    "flags": {"parse_failed": False, "generate_failed": True, "fallback_used": False},
    "aux_signals": {"hf": {"label": "pos"}},
    "memory": {"retrieved_ids": ["a"]},
    "debate": {
        "override_stats": {
            "applied": 1,
            "override_applied": True,
            "override_effect_applied": True,
            "override_reason": "sure",
            "skipped_low_signal": 1,
            "skipped_conflict": 2,
            "skipped_already_confident": 3,
        },
        "mapping_stats": {"direct": 1},
    },
    "runtime": {
        "uid": "u1",
        "error": "none",
        "flags": {"parse_failed": True, "generate_failed": False},
        "process_trace": trace("runtime"),
        "parsed_output": {
            "meta": {
                "input_text": "soup is good, in the output",
                "protocol_mode": "conflict_review_v2",
                "text_id": "d1",
            },
            "process_trace": trace("output"),
            "analysis_flags": {
                "review_actions": [{"action_type": "KEEP", "actor": "A"}],
                "arb_actions": [{"action_type": "FLIP"}],
                "conflict_flags": [],
            },
            "final_result": {
                "label": "mixed",
                "confidence": Number("0.7"),
                "stage1_tuples": [tuple_of("one", is_implicit=True)],
                "final_tuples": [tuple_of("two"), tuple_of("three")],
                "final_tuples_pre_review": [tuple_of("four")],
                "final_tuples_post_review": [tuple_of("five")],
                "final_aspects": [tuple_of({"term": "six"})],
            },
        },
    },
}

READ: tuple[Json, ...] = (None, "", "x", "drop", 0, 1, True, False, [], {}, Number("0.5"), [{}])


def places(value: Json, above: Place = ()) -> Iterator[Place]:
    """List where values stand, those that hold others before those that they hold."""
    inner: list[tuple[str | int, Json]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, part in inner:
        yield (*above, key)
        yield from places(part, (*above, key))


def keys(value: Json) -> set[str]:
    """List the keys that stand anywhere in a value."""
    return {str(key) for place in places(value) for key in place if isinstance(key, str)}


def at(record: Json, place: Place) -> Json:
    """Give the value at a place."""
    for key in place:
        if isinstance(record, dict):
            record = record[str(key)]
        elif isinstance(record, list):
            record = record[int(key)]
    return record


def replaced(record: Json, place: Place, value: Json) -> Json:
    """Put another value at a place of a copy; what is not above it is shared."""
    if not place:
        return value
    first, *rest = place
    if isinstance(record, dict):
        inner = replaced(record[str(first)] if rest else None, tuple(rest), value)
        return {**record, str(first): inner}
    assert isinstance(record, list)
    index = int(first)
    inner = replaced(record[index] if rest else None, tuple(rest), value)
    return [*record[:index], inner, *record[index + 1 :]]


def removed(record: Json, place: Place) -> Json:
    """Take what stands at a place out of a copy."""
    holder, key = at(record, place[:-1]), place[-1]
    kept: Json
    if isinstance(holder, dict):
        kept = {name: value for name, value in holder.items() if name != key}
    else:
        assert isinstance(holder, list)
        kept = [value for index, value in enumerate(holder) if index != key]
    return replaced(record, place[:-1], kept)


def others(value: Json) -> Iterator[Json]:
    """List other values that could stand where one stands; of its kind, and of every other."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield f"{value} and more"
            yield value.upper()
        case Number():
            yield Number("0.25")
        case list():
            yield [*value, *value]
            yield value[1:]
        case _:
            pass
    yield from (other for other in READ if other != value or type(other) is not type(value))


def reading(record: Json) -> Scorecard | tuple[Fault, ...]:
    """Read a record under one id, whatever its own is."""
    found = read_scorecard(record)
    if isinstance(found, Scorecard):
        return Scorecard(**{name: getattr(found, name) for name in FIELDS} | {"id": ""})
    return found


FIELDS = tuple(name for name in Scorecard.__annotations__ if name != "read")


def line(record: Json) -> bytes:
    """Write a record in a line."""
    return encode(record) + b"\n"


@st.composite
def records(draw: st.DrawFn) -> Json:
    """Draw a record that lacks some parts of the full one, or has others in their place."""
    made: Json = FULL
    for _ in range(draw(st.integers(0, 6))):
        known = list(places(made))
        if not known:
            break
        place = draw(st.sampled_from(known))
        lacking = draw(st.booleans())
        made = (
            removed(made, place) if lacking else replaced(made, place, draw(st.sampled_from(READ)))
        )
    return made


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[Json, Json]:
    """Draw two records that differ in one place."""
    one = draw(records())
    known = list(places(one))
    if not known:
        return one, one
    place = draw(st.sampled_from(known))
    if draw(st.booleans()):
        return one, removed(one, place)
    return one, replaced(one, place, draw(st.sampled_from(list(others(at(one, place))))))
