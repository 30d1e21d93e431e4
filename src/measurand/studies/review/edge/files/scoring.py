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
from measurand.edges.files.json.described import ANYTHING, TEXTUAL, Record, array, one, optional
from measurand.edges.files.json.fields import (
    JsonObject,
    Opened,
    as_list,
    as_object,
    as_text,
)
from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.lines import BUFFER, Line, Lines, read_lines
from measurand.edges.files.samples.filters import Filters, Where
from measurand.edges.files.samples.record import Record as Row
from measurand.edges.files.samples.record import record_of
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
from measurand.studies.review.edge.files.scorecards import (
    ASPECTS,
    STAGES,
    TRUTH,
    nothing_of,
    scorecard,
)
from measurand.studies.review.reading import UnfitPartError
from measurand.studies.review.scorecard import Aspect, Scorecard
from measurand.values.fault import Fault

LabelRule = Literal["final", "stage2_ate"]
"""Which label is compared with that of stage 1: the final one, or that of stage 2's extraction."""

Pairs = Callable[[Scorecard], tuple[frozenset[Hashable], frozenset[Hashable]]]
"""What is compared between the stages: the pairs of stage 1, and the final ones."""

_USUAL = AspectFilter()
_REVIEWED = "conflict_review_v1"
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
PARTS = (
    *("final_result", "meta", "inputs", "stage1_ate", "stage2_ate", "atsa", "moderator", "debate"),
    *(f"{stage}_validator" for stage in STAGES),
    *("stage1_structural_risk", "stage2_structural_risk", "stage_delta", "analysis_flags"),
    *("process_trace", "flags", "memory", "runtime", *_GIVEN),
)
"""What is read of an output, by the keys at its top."""


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
    given = Opened(as_object(output), "$", [])
    if isinstance(given.value.get("runtime"), dict) and "final_result" not in given.value:
        hint = "it is scored already: measurand review aggregate"
        got = "a scorecard, with its output below runtime"
        raise FaultError(Fault(path="$", got=got, expected="an output", hint=hint))
    if given.value.keys().isdisjoint(PARTS):
        raise FaultError(nothing_of("an output", given.value, PARTS))
    record = _record(given, _aspects(given, by))
    _sound(given)
    try:
        card = scorecard(record)
        if not record["stage_delta"]:
            record["stage_delta"] = _delta(card, given, pairs, label, guided)
    except (FaultError, UnfitPartError) as error:
        raise _in_output(error.fault, given) from None
    _sound(given)
    return record


def _sound(given: Opened) -> None:
    if given.faults:
        raise FaultError(given.faults[0])


def _record(given: Opened, debug: JsonObject) -> JsonObject:
    meta = _meta(given.inside("meta"))
    return {
        "run_id": meta["run_id"],
        "profile": meta["profile"],
        **_known(given, _GIVEN),
        "meta": meta,
        "inputs": _inputs(given.inside("inputs"), debug),
        "ate": {"hallucination_flag": _hallucinated(given, debug)},
        "atsa": {"sentiment_judgements": _list(given.inside("atsa"), "sentiment_judgements")},
        "validator": _validator(given),
        "moderator": given.inside("moderator").value,
        "stage_delta": given.inside("stage_delta").value,
        "stage1_ate": _known(given.inside("stage1_ate"), ("label",)),
        "stage2_ate": _known(given.inside("stage2_ate"), ("label",)),
        "stage1_structural_risk": given.value.get("stage1_structural_risk"),
        "stage2_structural_risk": given.value.get("stage2_structural_risk"),
        "flags": given.inside("flags").value,
        **_debate(given),
        **_memory(given),
        "runtime": _runtime(given, meta["uid"]),
    }


def _hallucinated(given: Opened, debug: JsonObject) -> bool:
    at = Opened(debug, "$.inputs.ate_debug", given.faults)
    return not all(judged.kept for judged in at.maybe("filtered", ASPECTS.read) or ())


def _known(at: Opened, keys: Iterable[str]) -> JsonObject:
    return {key: at.value[key] for key in keys if at.value.get(key) is not None}


def _list(at: Opened, key: str) -> list[Json]:
    return at.maybe(key, as_list) or []


def _meta(meta: Opened) -> JsonObject:
    said = meta.value
    return {
        **{key: said.get(key) for key in ("run_id", "text_id", "case_id")},
        "uid": said.get("uid") or said.get("text_id"),
        **{key: said.get(key) for key in _META},
        **{key: meta.inside(key).value for key in _META_OBJECTS},
        **_known(meta, _META_NUMBERS),
    }


def _inputs(inputs: Opened, debug: JsonObject) -> JsonObject:
    return {
        "gold_tuples": inputs.value.get("gold_tuples"),
        "gold_triplets": inputs.value.get("gold_triplets"),
        "aspect_sentiments": inputs.maybe("aspect_sentiments", as_list),
        **_known(inputs, ("implicit_grounding_candidate",)),
        "ate_debug": debug,
    }


def _aspects(given: Opened, by: AspectFilter) -> JsonObject:
    """Filter what the first stage extracted; where that is not there, keep what the output has."""
    ate = given.inside("stage1_ate")
    extracted = ate.maybe("aspects", _EXTRACTED.read)
    if extracted is None:
        return {"raw": [], "filtered": [], **given.inside("inputs").inside("ate_debug").value}
    filtered = filter_aspects(_text(given, extracted), extracted, by)
    return {
        "raw": ate.value.get("aspects"),
        "filtered": [_written(judged) for judged in filtered],
        "kept_terms": list(kept_terms(filtered)),
        "dropped_terms": list(dropped_terms(filtered)),
    }


def _text(given: Opened, extracted: Collection[Aspect]) -> str:
    meta = given.inside("meta")
    text = meta.maybe("input_text", as_text)
    if text is None and extracted:
        hint = "the spans of its aspects are checked against the text"
        meta.wrong("input_text", "null", "the text of the output", hint)
    return text or ""


def _extracted(term: str, span: Json) -> Aspect:
    """Make an aspect; a span that is none of two whole numbers is no span."""
    start, end = (span.get("start"), span.get("end")) if isinstance(span, dict) else (None, None)
    if isinstance(start, bool) or isinstance(end, bool):
        return Aspect(term=term, kept=True)
    if isinstance(start, int) and isinstance(end, int):
        return Aspect(term=term, start=start, end=end, kept=True)
    return Aspect(term=term, kept=True)


_ASPECT = Record(
    _extracted, "aspect", term=optional("term", TEXTUAL, ""), span=optional("span", ANYTHING, None)
)
_EXTRACTED = array(one(_ASPECT))


def _written(judged: Aspect) -> JsonObject:
    whole = judged.start is not None and judged.end is not None
    return {
        "term": judged.term,
        "span": {"start": judged.start, "end": judged.end} if whole else None,
        "action": "keep" if judged.kept else "drop",
        "drop_reason": judged.reason,
    }


def _blocks(given: Opened) -> Mapping[str, Opened]:
    """Open what the validator said of each stage, by the key where it stands."""
    keys = [f"{stage}_validator" for stage in STAGES]
    return {key: given.inside(key) for key in keys if given.value.get(key) is not None}


def _validator(given: Opened) -> list[Json]:
    return [
        {
            "stage": key.removesuffix("_validator"),
            "structural_risks": _list(said, "structural_risks"),
            "proposals": _list(said, "proposals"),
        }
        for key, said in _blocks(given).items()
    ]


def _debate(given: Opened) -> JsonObject:
    debate, meta = given.inside("debate").value, given.inside("meta").value
    found = {key: debate.get(key) or meta.get(other) for key, other in _DEBATE.items()}
    said: JsonObject = {key: value for key, value in found.items() if value}
    return {"debate": said} if said else {}


def _memory(given: Opened) -> JsonObject:
    memory = given.inside("memory").value or given.inside("meta").inside("memory").value
    return {"memory": memory} if memory else {}


def _runtime(given: Opened, uid: Json) -> JsonObject:
    runtime = given.inside("runtime")
    return {
        "uid": uid,
        "error": runtime.value.get("error"),
        "flags": runtime.inside("flags").value,
        "process_trace": None,
        "parsed_output": given.value,
    }


def _in_output(fault: Fault, given: Opened) -> FaultError:
    """Say where in the output a fault of its record is."""
    blocks = ((f"$.validator[{at}]", f"$.{key}") for at, key in enumerate(_blocks(given)))
    bases = (("$.runtime.parsed_output", "$"), *blocks)
    return FaultError(Row(value=given.value, file="", bases=bases).placed(fault))


def _delta(
    card: Scorecard, given: Opened, pairs: Pairs, label: LabelRule, guided: GuidedBy
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


def _applied(proposal: str, applied: bool) -> str | None:  # noqa: FBT001 - a field's value
    return proposal if applied else None


_CORRECTION = Record(
    _applied,
    "correction",
    proposal=optional("proposal_id", TEXTUAL, ""),
    applied=optional("applied", TRUTH, otherwise=False),
)
_CORRECTIONS = array(one(_CORRECTION))


def _corrections(given: Opened) -> tuple[str, ...]:
    """Name the proposals that were applied; a proposal without a name has the empty one."""
    log = given.inside("analysis_flags").maybe("correction_applied_log", _CORRECTIONS.read) or ()
    return tuple(name for name in log if name is not None)


def _adopted(given: Opened, *, changed: bool) -> JsonObject:
    selected = given.inside("moderator").maybe("selected_stage", as_text)
    if selected is None:
        return {}
    return {"stage2_adopted_but_no_change": selected.strip().lower() == "stage2" and not changed}


def read_rows(path: Path, filters: Filters, options: ReadOptions) -> Iterator[Row | Event]:
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


def _rows(file: Lines, name: str, where: Where, options: ReadOptions) -> Iterator[Row | Event]:
    for line in read_lines(file, max_bytes=options.max_line_bytes):
        if isinstance(line, Rest):
            yield line
        elif not line.blank:
            yield _row(line, name, where, options)


def _row(line: Line, name: str, where: Where, options: ReadOptions) -> Row | Event:
    try:
        record = record_of(line, name, options)
        return where.drops(record) or record
    except FaultError as error:
        return bad_line(error, line, name)
