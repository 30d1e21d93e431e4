"""The lists of a scorecard record: tuples, actions, risks, aspects, judgements."""

import json
from collections.abc import Callable
from fractions import Fraction

from attrs import evolve

from measurand.edges.files.json.fields import (
    JsonObject,
    as_object,
    as_text,
    each_at,
    first_fault,
    list_at,
    number_at,
    object_at,
    text_at,
    truth_at,
    whole_at,
)
from measurand.edges.files.json.value import FaultError, Json, encode, expected
from measurand.studies.review.scorecard import (
    Aspect,
    Block,
    Judgement,
    Mention,
    Mentions,
    NoNumber,
    Override,
    Risk,
)
from measurand.values.fault import Fault, shown

STAGES = ("stage1", "stage2")
"""The stages that a validator can speak of."""
_LEFT_OUT = "list_element=skip leaves it out"


def mentions_at(
    holder: JsonObject,
    key: str,
    place: str = "$",
    *,
    read: Callable[[Json], Mention] | None = None,
    strays: list[Fault] | None = None,
) -> Mentions | None:
    """Read a list of tuples; an empty object says nothing and is left out.

    So is an element that is no object where there are `strays` to note it in.

    >>> mentions_at({"final_tuples": [{"aspect_term": "맛"}, {}]}, "final_tuples")[0].aspect_term
    '맛'
    >>> strays = []
    >>> mentions_at({"final_tuples": [None]}, "final_tuples", strays=strays), strays[0].path
    ((), '$.final_tuples[0]')

    Raises FaultError for what is no list, and for the first element that cannot be read.
    """
    values = list_at(holder, key, place)
    if values is None:
        return None
    one = read or mention
    if strays is not None and any(not isinstance(value, dict) for value in values):
        strays += [
            expected("an object", value, path=f"{place}.{key}[{index}]", hint=_LEFT_OUT).fault
            for index, value in enumerate(values)
            if not isinstance(value, dict)
        ]
        values = [value if isinstance(value, dict) else {} for value in values]
    try:
        found = tuple([one(value) for value in values if value != {}])
    except FaultError:
        raise first_fault(values, one, f"{place}.{key}") from None
    if any(isinstance(one.confidence, NoNumber) for one in found):
        return _placed(found, values, f"{place}.{key}")
    return found


def _placed(found: Mentions, values: list[Json], place: str) -> Mentions:
    """Say where what stands in the place of a number stands."""
    at = (f"{place}[{index}].confidence" for index, value in enumerate(values) if value != {})
    return tuple(
        evolve(one, confidence=evolve(one.confidence, place=here))
        if isinstance(one.confidence, NoNumber)
        else one
        for one, here in zip(found, at, strict=True)
    )


_USUAL = {"aspect_ref", "aspect_term", "polarity"}


def mention(value: Json) -> Mention:
    """Read one tuple.

    >>> found = mention({"aspect_term": {"term": "맛"}, "label": "positive"})
    >>> found.aspect_term, found.polarity
    ('맛', 'positive')

    Raises FaultError for what is no object, or has a field of another type.
    """
    found = as_object(value)
    if found.keys() == _USUAL:
        ref, term, polarity = found["aspect_ref"], found["aspect_term"], found["polarity"]
        if isinstance(ref, str) and isinstance(term, str) and isinstance(polarity, str):
            # As nearly all tuples are: three texts and nothing else.
            return Mention(ref=ref, aspect_term=term, polarity=polarity or None)
    return Mention(
        ref=text_at(found, "aspect_ref"),
        term=text_at(found, "term"),
        aspect_term=_term_at(found, "aspect_term"),
        opinion=_term_at(found, "opinion_term"),
        polarity=text_at(found, "polarity") or text_at(found, "label") or None,
        implicit=truth_at(found, "is_implicit") or False,
        grounding=text_at(found, "grounding"),
        confidence=_confidence_at(found),
        drop_reason=text_at(found, "drop_reason"),
    )


def gold_mention(value: Json) -> Mention:
    """Read one tuple of gold, and what its aspect term was written as where it is an object.

    >>> gold_mention({"aspect_term": {"term": "맛"}}).written
    "{'term': '맛'}"

    Raises FaultError as `mention` does.
    """
    found = mention(value)
    term = as_object(value).get("aspect_term")
    if isinstance(term, dict) and term:
        return evolve(found, written=repr(json.loads(encode(term))))
    return found


def _term_at(holder: JsonObject, key: str) -> str | None:
    """Read a term, which is a string or an object that has it as its term."""
    value = holder.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, dict):
        return text_at(value, "term", f"$.{key}")
    raise expected("a string, or an object with a term", value, path=f"$.{key}")


def _confidence_at(holder: JsonObject) -> Fraction | NoNumber | None:
    """Read a number, or what may stand for one: text, a truth value, an empty list or object."""
    value = holder.get("confidence")
    if value in ([], {}):
        return NoNumber("", got=shown(value))
    return NoNumber(value) if isinstance(value, str | bool) else number_at(holder, "confidence")


def action(value: Json) -> str:
    """Read what an action does.

    >>> action({"action_type": "KEEP", "actor": "A"})
    'KEEP'

    Raises FaultError for what is no object, or has a type that is no string.
    """
    return text_at(as_object(value), "action_type") or ""


def block(value: Json) -> Block:
    """Read what the validator said of one stage; letter case does not matter in its name.

    >>> block({"stage": "stage2", "structural_risks": [{"risk_id": "CONTRAST"}]})
    Block(stage='stage2', risks=(Risk(id='CONTRAST', severity=''),))

    Raises FaultError for what is no object, has a field of another type, or names another stage.
    """
    found = as_object(value)
    named = text_at(found, "stage")
    stage = (named or "").lower()
    if named is not None and stage not in STAGES:
        raise expected(" or ".join(STAGES), named, path="$.stage")
    return Block(stage, each_at(found, "structural_risks", _risk) or ())


def _risk(value: Json) -> Risk:
    found = as_object(value)
    return Risk(text_at(found, "risk_id") or "", text_at(found, "severity") or "")


def aspect(value: Json) -> Aspect:
    """Read one aspect of the filter; what is not dropped is kept.

    >>> aspect({"term": "맛", "span": {"start": 0, "end": 1}, "action": "drop"}).kept
    False

    Raises FaultError for what is no object, has a field of another type or an unknown action.
    """
    found = as_object(value)
    done = text_at(found, "action")
    if done not in {None, "keep", "drop"}:
        raise expected("keep or drop", done, path="$.action")
    span = object_at(found, "span")
    return Aspect(
        term=text_at(found, "term") or "",
        start=whole_at(span, "start", "$.span"),
        end=whole_at(span, "end", "$.span"),
        kept=done != "drop",
        reason=text_at(found, "drop_reason"),
    )


def judgement(value: Json) -> Judgement:
    """Read what the sentiment stage said of one term.

    >>> judgement({"aspect_term": "맛", "opinion_grounded": True, "issues": ["mismatch"]})
    Judgement(term='맛', grounded=True, issues=('mismatch',))

    Raises FaultError for what is no object, or has a field of another type.
    """
    found = as_object(value)
    return Judgement(
        term=_term_at(found, "aspect_term") or "",
        grounded=truth_at(found, "opinion_grounded"),
        issues=each_at(found, "issues", as_text) or (),
    )


def override(stats: JsonObject, place: str) -> Override | None:
    """Read what the debate override did; None where the gate left no statistics.

    >>> override({"override_applied": True}, "$.debate.override_stats").applied
    1
    >>> override({}, "$.debate.override_stats") is None
    True

    Raises FaultError for a field of another type.
    """
    if not stats:
        return None
    applied = _count_at(stats, "applied", place)
    return Override(
        applied=applied or int(truth_at(stats, "override_applied", place) or False),
        effective=truth_at(stats, "override_effect_applied", place) or False,
        reason=text_at(stats, "override_reason", place) or "",
        skipped_low_signal=_count_at(stats, "skipped_low_signal", place),
        skipped_conflict=_count_at(stats, "skipped_conflict", place),
        skipped_already_confident=_count_at(stats, "skipped_already_confident", place),
    )


def _count_at(holder: JsonObject, key: str, place: str) -> int:
    count = whole_at(holder, key, place) or 0
    if count < 0:
        raise expected("a count", count, path=f"{place}.{key}")
    return count
