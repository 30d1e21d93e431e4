"""From one record of a review run to its scorecard, or to everything that is wrong with it.

Each field has its places, and the first that says something wins. null says nothing, anywhere. Keys
that no place names are passed over. What the shapes that are not quite right mean:

* absent: null; what lies in an object that is absent;
* read: an aspect term or opinion term that is a string or an object with a term; an empty object
  among tuples (nothing); an id that is an integer; an aspect of the filter without an action (it
  was not dropped); notes of the trace that are no string (they say nothing);
* kept for an option to judge: an element of a list of tuples that is no object; text, or a truth
  value, as the confidence of a tuple; a gold term that is an object;
* a fault: a record, or an element of another list, that is no object, null among them; a string in
  the place of an object (a parsed output that was not parsed), of a list, of another number or of a
  truth value; a number in the place of a string (a polarity, a reference); a validator's stage that
  is not one of the two; a record that has no part of a scorecard, null or not: it is of something
  else, and its rates would be 0 of 1 where nothing was read.
"""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import TypeVar

from attrs import evolve

from measurand.edges.files.json.described import (
    TEXTUAL,
    Field,
    Kind,
    Record,
    array,
    first_of,
    one,
    optional,
    within,
)
from measurand.edges.files.json.fields import (
    JsonObject,
    Opened,
    as_list,
    as_object,
    as_text,
    as_truth,
    listed,
)
from measurand.edges.files.json.value import FaultError, Json, encode, expected, measured
from measurand.studies.review.scorecard import (
    Aspect,
    Block,
    Judgement,
    Mention,
    Mentions,
    NoNumber,
    Override,
    Risk,
    Scorecard,
)
from measurand.values.fault import Fault, shown
from measurand.values.suggest import nearest

T = TypeVar("T")
STAGES = ("stage1", "stage2")
"""The stages that a validator can speak of."""
_GOLD = ("gold_tuples", "gold_triplets")
PARTS = (
    *("gold_tuples", "gold_triplets", "inputs", "runtime", "stage_delta", "stage1_ate"),
    *("stage2_ate", "ate", "atsa", "validator", "stage1_structural_risk", "stage2_structural_risk"),
    *("moderator", "debate", "process_trace", "flags", "meta", "run_id", "profile"),
)
"""What is read of a scorecard, by the keys at its top."""
_FAILED_FLAGS = ("parse_failed", "generate_failed")
_FAILED_NOTES = ("atsa_parse", "json_parse")
_USUAL = {"aspect_ref", "aspect_term", "polarity"}


def _truth(value: Json) -> bool:
    if isinstance(value, str):
        raise expected("true or false", value, hint="true and false stand without quotes")
    return as_truth(value)


def _whole(value: Json) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise expected("a whole number", value)


def _count(value: Json) -> int:
    if (count := _whole(value)) < 0:
        raise expected("a count", count)
    return count


def _stage(value: Json) -> str:
    if (stage := as_text(value).lower()) not in STAGES:
        raise expected(" or ".join(STAGES), value)
    return stage


def _kept(value: Json) -> bool:
    if (action := as_text(value)) not in {"keep", "drop"}:
        raise expected("keep or drop", value)
    return action == "keep"


def _term(value: Json) -> str | None:
    """Read a term, which is a string or an object that has it as its term."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return _TERM_OBJECT.read(value)
    raise expected("a string, or an object with a term", value)


def _confidence(at: Opened) -> Fraction | NoNumber | None:
    """Read a number, or what may stand for one: text, a truth value, an empty list or object."""
    value = at.value.get("confidence")
    if value is None:
        return None
    place = at.at("confidence")
    if value in ([], {}):
        return NoNumber("", place, got=shown(value))
    return (
        NoNumber(value, place)
        if isinstance(value, str | bool)
        else at.maybe("confidence", measured)
    )


def _itself(value: T) -> T:
    return value


TRUTH = Kind(_truth, {})
_ONE: Kind[int] = Kind(lambda value: int(_truth(value)), {})
_WHOLE, _COUNT, _TERM = Kind(_whole, {}), Kind(_count, {}), Kind(_term, {})
_TERM_OBJECT: Kind[str | None] = one(Record(_itself, "term", value=optional("term", TEXTUAL, None)))

MENTION = Record(
    Mention,
    "tuple",
    ref=optional("aspect_ref", TEXTUAL, None),
    term=optional("term", TEXTUAL, None),
    aspect_term=optional("aspect_term", _TERM, None),
    opinion=optional("opinion_term", _TERM, None),
    polarity=first_of(None, optional("polarity", TEXTUAL, None), optional("label", TEXTUAL, None)),
    implicit=optional("is_implicit", TRUTH, otherwise=False),
    grounding=optional("grounding", TEXTUAL, None),
    confidence=Field("confidence", _confidence, {}),
    drop_reason=optional("drop_reason", TEXTUAL, None),
)
"""One tuple of a list; a gold term that is an object is kept as it is written, too."""

_ACTIONS = array(one(Record(_itself, "action", value=optional("action_type", TEXTUAL, ""))))
_RISK = Record(
    Risk,
    "risk",
    id=optional("risk_id", TEXTUAL, ""),
    severity=optional("severity", TEXTUAL, ""),
)
_BLOCK = Record(
    Block,
    "block",
    stage=optional("stage", Kind(_stage, {}), ""),
    risks=optional("structural_risks", array(one(_RISK)), ()),
)
_BLOCKS = array(one(_BLOCK))
_ASPECT = Record(
    Aspect,
    "aspect",
    kept=optional("action", Kind(_kept, {}), otherwise=True),
    start=within("span", optional("start", _WHOLE, None)),
    end=within("span", optional("end", _WHOLE, None)),
    term=optional("term", TEXTUAL, ""),
    reason=optional("drop_reason", TEXTUAL, None),
)
ASPECTS = array(one(_ASPECT))
"""Aspects of the filter; what is not dropped is kept."""

_JUDGEMENT = Record(
    Judgement,
    "judgement",
    term=optional("aspect_term", _TERM, ""),
    grounded=optional("opinion_grounded", TRUTH, None),
    issues=optional("issues", array(TEXTUAL), ()),
)
_JUDGEMENTS = array(one(_JUDGEMENT))
_OVERRIDE = Record(
    Override,
    "override",
    applied=first_of(0, optional("applied", _COUNT, 0), optional("override_applied", _ONE, 0)),
    effective=optional("override_effect_applied", TRUTH, otherwise=False),
    reason=optional("override_reason", TEXTUAL, ""),
    **{
        name: optional(name, _COUNT, 0)
        for name in ("skipped_low_signal", "skipped_conflict", "skipped_already_confident")
    },
)


_STATISTICS = one(_OVERRIDE)
_OBJECTS = listed(as_object)


def scorecard(record: Json, *, name: str = "") -> Scorecard:
    """Read a record; `name` is its id where it has none.

    >>> scorecard({"inputs": {"gold_tuples": [{"aspect_term": "맛"}]}}, name="line 3").id
    'line 3'

    Raises FaultError with the first thing that cannot be read.
    """
    found = read_scorecard(record, name=name)
    if isinstance(found, Scorecard):
        return found
    raise FaultError(found[0])


def read_scorecard(record: Json, *, name: str = "") -> Scorecard | tuple[Fault, ...]:
    """Read a record, or say all that is wrong with it, the first of each part.

    >>> for fault in read_scorecard({"meta": "m", "validator": [None]}):
    ...     print(fault.text())
    $.meta: expected an object, got 'm'
    $.validator[0]: expected an object, got null
    """
    if not isinstance(record, dict):
        return (expected("an object", record).fault,)
    if "final_result" in record and "runtime" not in record:
        hint = "make scorecards of outputs first: measurand review score"
        got = "an output, with its final_result at the top"
        return (Fault(path="$", got=got, expected="a scorecard", hint=hint),)
    if record.keys().isdisjoint(PARTS):
        return (nothing_of("a scorecard", record, PARTS),)
    reader = _Reader(Opened(record, "$", []))
    card = _read(reader, name)
    return tuple(reader.top.faults) or card


def nothing_of(what: str, record: JsonObject, parts: Sequence[str]) -> Fault:
    """Say that nothing is known of a record, and which key is nearly one that would be.

    >>> nothing_of("a scorecard", {"imputs": {}}, ("meta", "inputs")).text()
    "$: expected a scorecard, with a part such as 'meta', got the keys 'imputs': did you mean \
'inputs' for 'imputs'?"
    """
    keys = [key[:_LONGEST] for key in islice(record, _MOST)]
    meant = ((nearest(key, parts), key) for key in keys)
    hint = next((f"did you mean {near!r} for {key!r}?" for near, key in meant if near), "")
    few = ", ".join(map(repr, keys[:_FEW]))
    more = f" and {len(record) - _FEW} more" if len(record) > _FEW else ""
    got = f"the keys {few}{more}" if keys else "an object without keys"
    return Fault(path="$", got=got, expected=f"{what}, with a part such as {parts[0]!r}", hint=hint)


_FEW, _MOST, _LONGEST = 5, 100, 80


class _Reader:
    """The objects of a record, and what its lists of tuples hold that is no tuple."""

    def __init__(self, top: Opened) -> None:
        self.top = top
        self.strays: list[Fault] = []
        self.hollow: set[str] = set()
        self.meta, self.inputs = top.inside("meta"), top.inside("inputs")
        self.runtime = top.inside("runtime")
        self.parsed = self.runtime.inside("parsed_output")
        self.about = self.parsed.inside("meta")
        self.result = self.parsed.inside("final_result")
        self.delta, self.flags = top.inside("stage_delta"), self.parsed.inside("analysis_flags")
        self.trace = self._trace()

    def _trace(self) -> tuple[Opened, ...]:
        """Open the entries of the first trace that is not empty."""
        key = "process_trace"
        for at in (self.runtime, self.top, self.parsed):
            if at.value.get(key):
                entries = enumerate(at.maybe(key, _OBJECTS) or ())
                return tuple(Opened(one, f"{at.at(key)}[{n}]", at.faults) for n, one in entries)
        return ()

    def text(self, key: str, *places: Opened) -> str | None:
        """Read a string from the first place where it is not empty."""
        found = None
        for at in places:
            if at.value.get(key) is None:
                continue
            value = at.maybe(key, as_text)
            if value is None or value:
                return value
            found = value
        return found

    def tuples(
        self, key: str, at: Opened, read: Callable[[Opened], Mention | None] = MENTION.read
    ) -> Mentions | None:
        """Read a list of tuples; an empty object says nothing and is left out.

        So is an element that is no object, which is noted for an option to judge.
        """
        found: list[Mention] = []
        values = at.maybe(key, as_list)
        for index, value in enumerate(values or ()):
            mention = _usual(value)
            place = "" if mention else f"{at.at(key)}[{index}]"
            if mention:
                found.append(mention)
            elif not isinstance(value, dict):
                hint = "list_element=skip leaves it out"
                self.strays.append(expected("an object", value, path=place, hint=hint).fault)
            elif value:
                inner = Opened(value, place, [])
                mention = read(inner)
                if mention is None:
                    at.note(inner.faults[0], "$")
                    return None
                found.append(mention)
        return None if values is None else tuple(found)


def _read(reader: _Reader, name: str) -> Scorecard:
    text, tuples = reader.text, reader.tuples
    top, meta, inputs, result = reader.top, reader.meta, reader.inputs, reader.result
    flags, delta, about = reader.flags, reader.delta, reader.about
    return Scorecard(
        id=top.first_fault(_id, reader) or name,
        run=text("run_id", top, meta) or "",
        profile=text("profile", top, meta) or "",
        protocol=text("protocol_mode", meta, about) or "",
        text=text("input_text", about, meta),
        gold=_gold(reader),
        stage1=tuples("stage1_tuples", result),
        traced=top.first_fault(_traced, reader),
        final=tuples("final_tuples", result),
        aspects=_aspects(reader),
        sentiments=tuples("aspect_sentiments", inputs),
        pre_review=tuples("final_tuples_pre_review", result),
        post_review=tuples("final_tuples_post_review", result),
        changed=delta.maybe("changed", _truth),
        change_type=text("change_type", delta),
        stage1_label=text("label", top.inside("stage1_ate")),
        stage2_label=text("label", top.inside("stage2_ate")),
        final_label=text("label", result) or text("final_label", top.inside("moderator")),
        review_actions=flags.maybe("review_actions", _ACTIONS.read),
        arb_actions=flags.maybe("arb_actions", _ACTIONS.read),
        validator=top.maybe("validator", _BLOCKS.read),
        stage1_risk=top.maybe("stage1_structural_risk", _truth),
        stage2_risk=top.maybe("stage2_structural_risk", _truth),
        hallucinated=top.inside("ate").maybe("hallucination_flag", _truth),
        filtered=inputs.inside("ate_debug").maybe("filtered", ASPECTS.read),
        judgements=top.inside("atsa").maybe("sentiment_judgements", _JUDGEMENTS.read),
        implicit_candidate=inputs.maybe("implicit_grounding_candidate", _truth) or False,
        parse_failed=top.first_fault(_parse_failed, reader),
        override=top.first_fault(_override, reader, top.inside("debate")),
        # Last: by now every list of tuples is read.
        stray=next(iter(reader.strays), None),
        hollow=frozenset(reader.hollow),
    )


def _usual(value: Json) -> Mention | None:
    """Read what nearly all tuples are: three texts and nothing else."""
    if isinstance(value, dict) and value.keys() == _USUAL:
        ref, term, polarity = value["aspect_ref"], value["aspect_term"], value["polarity"]
        if isinstance(ref, str) and isinstance(term, str) and isinstance(polarity, str):
            return Mention(ref=ref, aspect_term=term, polarity=polarity or None)
    return None


def _gold_mention(at: Opened) -> Mention | None:
    found, term = MENTION.read(at), at.value.get("aspect_term")
    if found is not None and isinstance(term, dict) and term:
        return evolve(found, written=repr(json.loads(encode(term))))
    return found


def _id(reader: _Reader) -> str | None:
    places = (*product((reader.meta,), ("text_id", "case_id", "uid")), (reader.runtime, "uid"))
    for at, key in places:
        value = at.value.get(key)
        if isinstance(value, bool) or not isinstance(value, str | int | None):
            at.wrong(key, shown(value), "an id: a string or an integer")
        elif value is not None and value != "":
            return str(value)
    return None


def _gold(reader: _Reader) -> Mentions | None:
    """Read the first list that is not empty; the empty one where all that are there are empty."""
    found: Mentions | None = None
    for key, at in product(_GOLD, (reader.top, reader.inputs)):
        if at.value.get(key) == []:
            found = ()
        elif at.value.get(key) is not None:
            return reader.tuples(key, at, _gold_mention)
    return found


def _aspects(reader: _Reader) -> Mentions | None:
    found = reader.tuples("final_aspects", reader.result)
    if reader.result.value.get("final_aspects") and not found:
        reader.hollow.add("aspects")
    return found


def _traced(reader: _Reader) -> Mentions | None:
    """Read what the first stage traced: the first of its lists that is not empty."""
    found: Mentions | None = None
    for entry in reader.trace:
        if _lowered(entry, "stage") != "stage1" or _lowered(entry, "agent") != "atsa":
            continue
        output = entry.inside("output")
        mentions = reader.tuples("aspect_sentiments", output)
        if output.value.get("aspect_sentiments"):
            reader.hollow |= set() if mentions else {"traced"}
            return mentions
        found = mentions if found is None else found
    return found


def _lowered(entry: Opened, key: str) -> str:
    value = entry.value.get(key)
    return value.lower() if isinstance(value, str) else ""


def _parse_failed(reader: _Reader) -> bool:
    flags = reader.top.inside("flags")
    if not flags.value:
        flags = reader.runtime.inside("flags")
    error = reader.runtime.maybe("error", as_text) or ""
    flagged = [flags.maybe(key, _truth) for key in _FAILED_FLAGS]
    return (
        any(flagged)
        or bool(error.strip())
        or any(_failed(entry.value.get("notes")) for entry in reader.trace)
    )


def _failed(notes: Json) -> bool:
    return isinstance(notes, str) and any(mark in notes for mark in _FAILED_NOTES)


def _override(reader: _Reader, debate: Opened) -> Override | None:
    """Read what the debate override did; None where the gate left no statistics."""
    for at, key in ((debate, "override_stats"), (reader.meta, "debate_override_stats")):
        if at.maybe(key, as_object):
            return at.maybe(key, _STATISTICS.read)
    return None
