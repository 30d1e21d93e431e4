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
  is not one of the two.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from measurand.edges.files.json.fields import (
    OUTPUT_GIVEN,
    JsonObject,
    as_object,
    each_at,
    object_at,
    text_at,
    truth_at,
)
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.studies.review.edge.files.scorecard_lists import (
    action,
    aspect,
    block,
    gold_mention,
    judgement,
    mentions_at,
    override,
)
from measurand.studies.review.scorecard import Mentions, Override, Scorecard
from measurand.values.fault import Fault

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D")
Place = tuple[JsonObject, str]
_GOLD = ("gold_tuples", "gold_triplets")
_NAMES = ("text_id", "case_id", "uid")
_FAILED_FLAGS = ("parse_failed", "generate_failed")
_FAILED_NOTES = ("atsa_parse", "json_parse")


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
        return (OUTPUT_GIVEN,)
    opened = _Opened(record)
    card = _read(opened, name)
    return tuple(opened.faults) or card


class _Opened:
    """The objects of a record, and the faults met so far; an object at fault is an empty one."""

    def __init__(self, record: JsonObject) -> None:
        self.faults: list[Fault] = []
        self.strays: list[Fault] = []
        self.hollow: set[str] = set()
        self.top: Place = (record, "$")
        self.meta = self.under(self.top, "meta")
        self.inputs = self.under(self.top, "inputs")
        self.runtime = self.under(self.top, "runtime")
        self.parsed = self.under(self.runtime, "parsed_output")
        self.about = self.under(self.parsed, "meta")
        self.result = self.under(self.parsed, "final_result")

    def under(self, above: Place, key: str) -> Place:
        """Open an object inside another."""
        holder, place = above
        value = holder.get(key)
        found = value if isinstance(value, dict) else self.part({}, object_at, holder, key, place)
        return found, f"{place}.{key}"

    def part(self, otherwise: D, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | D:
        """Read a part; note what is wrong with it and go on."""
        try:
            return read(*args, **kwargs)
        except FaultError as error:
            self.faults.append(error.fault)
            return otherwise

    def text(self, key: str, *places: Place) -> str | None:
        """Read a string from the first place where it is not empty."""
        for holder, _ in places:
            value = holder.get(key)
            if isinstance(value, str) and value:
                return value
            if value is not None:
                break
        else:
            return None
        return self.part(None, _first_text, key, places)

    def tuples(self, key: str, at: Place) -> Mentions | None:
        """Read a list of tuples."""
        if at[0].get(key) is None:
            return None
        return self.part(None, mentions_at, at[0], key, at[1], strays=self.strays)

    def each(self, key: str, read: Callable[[Json], T], at: Place) -> tuple[T, ...] | None:
        """Read another list."""
        if at[0].get(key) is None:
            return None
        return self.part(None, each_at, at[0], key, read, at[1])

    def truth(self, key: str, at: Place) -> bool | None:
        """Read a truth value."""
        value = at[0].get(key)
        if value is None or isinstance(value, bool):
            return value
        return self.part(None, truth_at, at[0], key, at[1])


def _read(opened: _Opened, name: str) -> Scorecard:
    under, text, tuples = opened.under, opened.text, opened.tuples
    each, truth, part = opened.each, opened.truth, opened.part
    top, meta, inputs, result = opened.top, opened.meta, opened.inputs, opened.result
    delta = under(top, "stage_delta")
    flags = under(opened.parsed, "analysis_flags")
    trace = part((), _trace, (opened.runtime, top, opened.parsed))
    return Scorecard(
        id=part(None, _id, meta, opened.runtime) or name,
        run=text("run_id", top, meta) or "",
        profile=text("profile", top, meta) or "",
        protocol=text("protocol_mode", meta, opened.about) or "",
        text=text("input_text", opened.about, meta),
        gold=part(None, _gold, (top, inputs), opened.strays),
        stage1=tuples("stage1_tuples", result),
        traced=part(None, _traced, trace, opened),
        final=tuples("final_tuples", result),
        aspects=_aspects(opened),
        sentiments=tuples("aspect_sentiments", inputs),
        pre_review=tuples("final_tuples_pre_review", result),
        post_review=tuples("final_tuples_post_review", result),
        changed=truth("changed", delta),
        change_type=text("change_type", delta),
        stage1_label=text("label", under(top, "stage1_ate")),
        stage2_label=text("label", under(top, "stage2_ate")),
        final_label=text("label", result) or text("final_label", under(top, "moderator")),
        review_actions=each("review_actions", action, flags),
        arb_actions=each("arb_actions", action, flags),
        validator=each("validator", block, top),
        stage1_risk=truth("stage1_structural_risk", top),
        stage2_risk=truth("stage2_structural_risk", top),
        hallucinated=truth("hallucination_flag", under(top, "ate")),
        filtered=each("filtered", aspect, under(inputs, "ate_debug")),
        judgements=each("sentiment_judgements", judgement, under(top, "atsa")),
        implicit_candidate=truth("implicit_grounding_candidate", inputs) or False,
        parse_failed=part(None, _parse_failed, opened, trace) or False,
        override=part(None, _override, under(top, "debate"), meta),
        # Last: by now every list of tuples is read.
        stray=next(iter(opened.strays), None),
        hollow=frozenset(opened.hollow),
    )


def _first_text(key: str, places: tuple[Place, ...]) -> str | None:
    found = None
    for holder, place in places:
        value = text_at(holder, key, place)
        if value:
            return value
        found = value if found is None else found
    return found


def _id(meta: Place, runtime: Place) -> str | None:
    names = [(meta, key) for key in _NAMES]
    for (holder, place), key in (*names, (runtime, "uid")):
        value = holder.get(key)
        if value is None or value == "":
            continue
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise expected("an id: a string or an integer", value, path=f"{place}.{key}")
        return str(value)
    return None


def _gold(places: tuple[Place, Place], strays: list[Fault]) -> Mentions | None:
    """Read the first list that is not empty; the empty one where all that are there are empty."""
    found: Mentions | None = None
    for key in _GOLD:
        for holder, place in places:
            if holder.get(key) == []:
                found = ()
            elif holder.get(key) is not None:
                return mentions_at(holder, key, place, read=gold_mention, strays=strays)
    return found


def _trace(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Open the entries of the first trace that is not empty."""
    for holder, place in places:
        if holder.get("process_trace"):
            entries = each_at(holder, "process_trace", as_object, place) or ()
            at = f"{place}.process_trace"
            return tuple((entry, f"{at}[{index}]") for index, entry in enumerate(entries))
    return ()


def _aspects(opened: _Opened) -> Mentions | None:
    found = opened.tuples("final_aspects", opened.result)
    if opened.result[0].get("final_aspects") and not found:
        opened.hollow.add("aspects")
    return found


def _traced(trace: tuple[Place, ...], opened: _Opened) -> Mentions | None:
    """Read what the first stage traced: the first of its lists that is not empty."""
    found: Mentions | None = None
    for entry, place in trace:
        if _lowered(entry, "stage") != "stage1" or _lowered(entry, "agent") != "atsa":
            continue
        output = object_at(entry, "output", place)
        at = f"{place}.output"
        mentions = mentions_at(output, "aspect_sentiments", at, strays=opened.strays)
        if output.get("aspect_sentiments"):
            opened.hollow |= set() if mentions else {"traced"}
            return mentions
        found = mentions if found is None else found
    return found


def _lowered(entry: JsonObject, key: str) -> str:
    value = entry.get(key)
    return value.lower() if isinstance(value, str) else ""


def _parse_failed(opened: _Opened, trace: tuple[Place, ...]) -> bool:
    runtime, place = opened.runtime
    flags, at = object_at(opened.top[0], "flags"), "$.flags"
    if not flags:
        flags, at = object_at(runtime, "flags", place), f"{place}.flags"
    error = text_at(runtime, "error", place) or ""
    flagged = [truth_at(flags, key, at) for key in _FAILED_FLAGS]
    return (
        any(flagged)
        or bool(error.strip())
        or any(_failed(entry.get("notes")) for entry, _ in trace)
    )


def _failed(notes: Json) -> bool:
    return isinstance(notes, str) and any(mark in notes for mark in _FAILED_NOTES)


def _override(debate: Place, meta: Place) -> Override | None:
    (holder, at), (outer, outer_at) = debate, meta
    stats = object_at(holder, "override_stats", at)
    if stats:
        return override(stats, f"{at}.override_stats")
    stats = object_at(outer, "debate_override_stats", outer_at)
    return override(stats, f"{outer_at}.debate_override_stats")
