"""From one output of a review run to the record that metrics are computed from: JSON to JSON.

The output is kept whole inside the record. What it does not say is null, empty or left out, and no
field is filled by a guess; two things are computed: what the aspect filter decides, and the
difference between the stages, where the output does not bring its own.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from measurand.edges.files.events import Bad, Event, ReadOptions, Rest
from measurand.edges.files.files import check_file, unreadable
from measurand.edges.files.json.fields import (
    SCORECARD_GIVEN,
    JsonObject,
    as_object,
    each_at,
    list_at,
    object_at,
    text_at,
    truth_at,
)
from measurand.edges.files.json.value import FaultError, Json, expected
from measurand.edges.files.lines import BUFFER, Line, Lines, read_lines
from measurand.edges.files.samples.sample_of_record import Filters, Record, Where, record_of
from measurand.edges.files.sources.reading import noting_absence
from measurand.studies.review.aspect_filter import (
    AspectFilter,
    dropped_terms,
    filter_aspects,
    kept_terms,
)
from measurand.studies.review.choices import GuidedBy
from measurand.studies.review.edge.files.cards import bad_line
from measurand.studies.review.edge.files.format import PLACES
from measurand.studies.review.edge.files.scorecard_lists import aspect
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.reading import UnfitPartError
from measurand.studies.review.scorecard import Aspect, Scorecard

LabelRule = Literal["final", "stage2_ate"]
"""Which label is compared with that of stage 1: the final one, or that of stage 2's extraction."""

Pairs = Callable[[Scorecard], tuple[frozenset[Hashable], frozenset[Hashable]]]
"""What is compared between the stages: the pairs of stage 1, and the final ones."""

_USUAL = AspectFilter()
_REVIEWED = "conflict_review_v1"
_STAGES = ("stage1", "stage2")
_META = ("profile", "label", "input_text", "protocol_mode", "adopt_decision", "adopt_reason")
_META_OBJECTS = (
    "debate_mapping_stats",
    "debate_mapping_fail_reasons",
    "debate_override_stats",
    "debate_override_skip_reasons",
    "memory",
)
_META_NUMBERS = ("polarity_repair_count", "polarity_invalid_count", "latency_ms")
_DEBATE = {
    "mapping_stats": "debate_mapping_stats",
    "mapping_fail_reasons": "debate_mapping_fail_reasons",
    "override_stats": "debate_override_stats",
}
_GIVEN = ("gold_tuples", "gold_triplets", "aux_signals")


def score_output(
    output: Json,
    *,
    pairs: Pairs,
    label: LabelRule,
    by: AspectFilter = _USUAL,
    guided: GuidedBy = GuidedBy.ACTIONS,
) -> Json:
    """Make the record of an output.

    A change is guided by review where a review or the arbiter acted; with `guided` as stored, this
    holds for outputs of one protocol alone, as in the program that first stored it.

    >>> same = lambda card: (frozenset(), frozenset())
    >>> record = score_output({"meta": {"text_id": "d1"}}, pairs=same, label="final")
    >>> record["stage_delta"]["changed"], record["runtime"]["parsed_output"]
    (False, {'meta': {'text_id': 'd1'}})

    Raises FaultError, its path inside the output, where the output cannot be read.
    """
    given = as_object(output)
    if isinstance(given.get("runtime"), dict) and "final_result" not in given:
        raise FaultError(SCORECARD_GIVEN)
    debug = _aspects(given, by)
    record = _record(given, debug)
    try:
        card = scorecard(record)
    except FaultError as error:
        raise _in_output(error, given) from None
    if not record["stage_delta"]:
        try:
            record["stage_delta"] = _delta(card, given, pairs, label, guided)
        except UnfitPartError as error:
            raise _in_output(FaultError(error.fault), given) from None
    return record


def _record(given: JsonObject, debug: JsonObject) -> JsonObject:
    meta = _meta(object_at(given, "meta"))
    return {
        "run_id": meta["run_id"],
        "profile": meta["profile"],
        **_known(given, _GIVEN),
        "meta": meta,
        "inputs": _inputs(object_at(given, "inputs"), debug),
        "ate": {"hallucination_flag": _hallucinated(debug)},
        "atsa": _atsa(given),
        "validator": _validator(given),
        "moderator": object_at(given, "moderator"),
        "stage_delta": object_at(given, "stage_delta"),
        "stage1_ate": _known(object_at(given, "stage1_ate"), ("label",)),
        "stage2_ate": _known(object_at(given, "stage2_ate"), ("label",)),
        "stage1_structural_risk": given.get("stage1_structural_risk"),
        "stage2_structural_risk": given.get("stage2_structural_risk"),
        "flags": object_at(given, "flags"),
        **_debate(given),
        **_memory(given),
        "runtime": _runtime(given, meta["uid"]),
    }


def _hallucinated(debug: JsonObject) -> bool:
    filtered = each_at(debug, "filtered", aspect, "$.inputs.ate_debug") or ()
    return not all(judged.kept for judged in filtered)


def _known(holder: JsonObject, keys: Iterable[str]) -> JsonObject:
    return {key: holder[key] for key in keys if holder.get(key) is not None}


def _meta(meta: JsonObject) -> JsonObject:
    return {
        "run_id": meta.get("run_id"),
        "text_id": meta.get("text_id"),
        "case_id": meta.get("case_id"),
        "uid": meta.get("uid") or meta.get("text_id"),
        **{key: meta.get(key) for key in _META},
        **{key: object_at(meta, key, "$.meta") for key in _META_OBJECTS},
        **_known(meta, _META_NUMBERS),
    }


def _inputs(inputs: JsonObject, debug: JsonObject) -> JsonObject:
    return {
        "gold_tuples": inputs.get("gold_tuples"),
        "gold_triplets": inputs.get("gold_triplets"),
        "aspect_sentiments": list_at(inputs, "aspect_sentiments", "$.inputs"),
        **_known(inputs, ("implicit_grounding_candidate",)),
        "ate_debug": debug,
    }


def _aspects(given: JsonObject, by: AspectFilter) -> JsonObject:
    """Filter what the first stage extracted; where that is not there, keep what the output has."""
    ate = object_at(given, "stage1_ate")
    extracted = each_at(ate, "aspects", _extracted, "$.stage1_ate")
    if extracted is None:
        debug = object_at(object_at(given, "inputs"), "ate_debug", "$.inputs")
        return {"raw": [], "filtered": [], **debug}
    filtered = filter_aspects(_text(given, extracted), extracted, by)
    return {
        "raw": ate.get("aspects"),
        "filtered": [_written(judged) for judged in filtered],
        "kept_terms": list(kept_terms(filtered)),
        "dropped_terms": list(dropped_terms(filtered)),
    }


def _text(given: JsonObject, extracted: Collection[Aspect]) -> str:
    meta = object_at(given, "meta")
    text = text_at(meta, "input_text", "$.meta")
    if text is None and extracted:
        hint = "the spans of its aspects are checked against the text"
        raise expected("the text of the output", None, path="$.meta.input_text", hint=hint)
    return text or ""


def _extracted(value: Json) -> Aspect:
    """Read one aspect; a span that is none of two whole numbers is no span."""
    found = as_object(value)
    span = found.get("span")
    start, end = (span.get("start"), span.get("end")) if isinstance(span, dict) else (None, None)
    term = text_at(found, "term") or ""
    if isinstance(start, bool) or isinstance(end, bool):
        return Aspect(term=term, kept=True)
    if isinstance(start, int) and isinstance(end, int):
        return Aspect(term=term, start=start, end=end, kept=True)
    return Aspect(term=term, kept=True)


def _written(judged: Aspect) -> JsonObject:
    whole = judged.start is not None and judged.end is not None
    return {
        "term": judged.term,
        "span": {"start": judged.start, "end": judged.end} if whole else None,
        "action": "keep" if judged.kept else "drop",
        "drop_reason": judged.reason,
    }


def _atsa(given: JsonObject) -> JsonObject:
    atsa = object_at(given, "atsa")
    return {"sentiment_judgements": list_at(atsa, "sentiment_judgements", "$.atsa") or []}


def _blocks(given: JsonObject) -> Mapping[str, JsonObject]:
    """Open what the validator said of each stage, by the key where it stands."""
    keys = [f"{stage}_validator" for stage in _STAGES]
    return {key: object_at(given, key) for key in keys if given.get(key) is not None}


def _validator(given: JsonObject) -> list[Json]:
    return [
        {
            "stage": key.removesuffix("_validator"),
            "structural_risks": list_at(said, "structural_risks", f"$.{key}") or [],
            "proposals": list_at(said, "proposals", f"$.{key}") or [],
        }
        for key, said in _blocks(given).items()
    ]


def _debate(given: JsonObject) -> JsonObject:
    debate, meta = object_at(given, "debate"), object_at(given, "meta")
    found = {key: debate.get(key) or meta.get(other) for key, other in _DEBATE.items()}
    said: JsonObject = {key: value for key, value in found.items() if value}
    return {"debate": said} if said else {}


def _memory(given: JsonObject) -> JsonObject:
    memory = object_at(given, "memory") or object_at(object_at(given, "meta"), "memory", "$.meta")
    return {"memory": memory} if memory else {}


def _runtime(given: JsonObject, uid: Json) -> JsonObject:
    runtime = object_at(given, "runtime")
    return {
        "uid": uid,
        "error": runtime.get("error"),
        "flags": object_at(runtime, "flags", "$.runtime"),
        "process_trace": None,
        "parsed_output": given,
    }


def _in_output(error: FaultError, given: JsonObject) -> FaultError:
    """Say where in the output a fault of its record is."""
    blocks = ((f"$.validator[{at}]", f"$.{key}") for at, key in enumerate(_blocks(given)))
    bases = (("$.runtime.parsed_output", "$"), *blocks)
    return FaultError(Record(value=given, file="", bases=bases).placed(error.fault))


def _delta(
    card: Scorecard, given: JsonObject, pairs: Pairs, label: LabelRule, guided: GuidedBy
) -> JsonObject:
    before, after = pairs(card)
    relabelled = _relabelled(card, label)
    changed = before != after or relabelled
    corrections = _corrections(given)
    return {
        "changed": changed,
        "pairs_changed": before != after,
        "label_changed": relabelled,
        "n_s1_pairs": len(before),
        "n_final_pairs": len(after),
        "change_type": _change_type(card, guided, corrected=bool(corrections))
        if changed
        else "none",
        "related_proposal_ids": [name for name in corrections if name],
        **_adopted(given, changed=changed),
    }


def _relabelled(card: Scorecard, label: LabelRule) -> bool:
    """Compare the labels; the final one only where stage 1 has one to compare it with."""
    match label:
        case "stage2_ate":
            return card.stage2_label is not None and card.stage2_label != card.stage1_label
        case "final":
            known = card.stage1_label is not None and card.final_label is not None
            return known and card.stage1_label != card.final_label


def _change_type(card: Scorecard, guided: GuidedBy, *, corrected: bool) -> str:
    reviewed = card.protocol == _REVIEWED
    if (reviewed or guided is GuidedBy.ACTIONS) and (card.review_actions or card.arb_actions):
        return "guided_by_review"
    overridden = card.override is not None and card.override.applied > 0
    return "guided" if not reviewed and (corrected or overridden) else "unguided"


def _corrections(given: JsonObject) -> tuple[str, ...]:
    """Name the proposals that were applied; a proposal without a name has the empty one."""
    flags = object_at(given, "analysis_flags")
    place = "$.analysis_flags"
    log = each_at(flags, "correction_applied_log", _applied, place) or ()
    return tuple(name for name in log if name is not None)


def _applied(value: Json) -> str | None:
    found = as_object(value)
    name = text_at(found, "proposal_id") or ""
    return name if truth_at(found, "applied") else None


def _adopted(given: JsonObject, *, changed: bool) -> JsonObject:
    selected = text_at(object_at(given, "moderator"), "selected_stage", "$.moderator")
    if selected is None:
        return {}
    return {"stage2_adopted_but_no_change": selected.strip().lower() == "stage2" and not changed}


def read_rows(path: Path, filters: Filters, options: ReadOptions) -> Iterator[Record | Event]:
    """Give the object of every line that is not blank, or another event."""
    name = str(path)
    faults = check_file(path)
    if faults:
        yield Bad(faults)
        return
    where = Where(filters, PLACES)
    try:
        with path.open("rb", buffering=BUFFER) as file:
            yield from noting_absence(_rows(file, name, where, options), where, name)
    except OSError as error:
        yield Bad((unreadable(error, name),))


def _rows(file: Lines, name: str, where: Where, options: ReadOptions) -> Iterator[Record | Event]:
    for line in read_lines(file, max_bytes=options.max_line_bytes):
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            yield _row(line, name, where, options)


def _row(line: Line, name: str, where: Where, options: ReadOptions) -> Record | Event:
    try:
        record = record_of(line, name, options)
        return where.drops(record) or record
    except FaultError as error:
        return bad_line(error, line, name)
