"""Build a scorecard record in few words, and read one metric of some records."""

from collections.abc import Mapping
from fractions import Fraction

from measurand.edges.files.json.value import Json
from measurand.studies.review.edge.files.scorecards import scorecard
from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import PROFILES, with_values
from measurand.values.score import Defined, Score

Record = dict[str, Json]

RESULT = ("runtime", "parsed_output", "final_result")
FLAGS = ("runtime", "parsed_output", "analysis_flags")
PLACES = {
    "gold": ("inputs", "gold_tuples"),
    "sentiments": ("inputs", "aspect_sentiments"),
    "filtered": ("inputs", "ate_debug", "filtered"),
    "judgements": ("atsa", "sentiment_judgements"),
    "stage1": (*RESULT, "stage1_tuples"),
    "final": (*RESULT, "final_tuples"),
    "aspects": (*RESULT, "final_aspects"),
    "label": (*RESULT, "label"),
    "review": (*FLAGS, "review_actions"),
    "arbiter": (*FLAGS, "arb_actions"),
    "text": ("runtime", "parsed_output", "meta", "input_text"),
    "trace": ("runtime", "parsed_output", "process_trace"),
}


def says(term: str | None, polarity: str | None, /, **more: Json) -> Json:
    """Write one tuple; None leaves the key out."""
    named: Record = {"aspect_term": term, "polarity": polarity}
    return {key: value for key, value in named.items() if value is not None} | more


def record(**parts: Json) -> Record:
    """Write a record where each part lies where a run writes it; None leaves a part out.

    A part that PLACES does not name lies at the top, under its own name.
    """
    whole: Record = {}
    put(whole, ("runtime", "parsed_output", "meta", "protocol_mode"), "conflict_review_v1")
    for name, part in parts.items():
        if part is not None:
            put(whole, PLACES.get(name, (name,)), part)
    return whole


def put(holder: Record, path: tuple[str, ...], part: Json) -> None:
    """Lay a part at a place; objects already there are kept."""
    first, *rest = path
    below = holder.setdefault(first, {}) if rest or isinstance(part, dict) else None
    if isinstance(below, dict) and rest:
        put(below, tuple(rest), part)
    elif isinstance(below, dict) and isinstance(part, dict):
        for key, value_ in part.items():
            put(below, (key,), value_)
    else:
        holder[first] = part


def actions(*kinds: str) -> Json:
    """Write the actions of a reviewer."""
    return [{"action_type": kind} for kind in kinds]


def delta(kind: str, *, changed: bool) -> Json:
    """Write a stored stage delta."""
    return {"changed": changed, "change_type": kind}


def block(stage: str, *risks: str) -> Json:
    """Write what the validator said of a stage."""
    return {"stage": stage, "structural_risks": [{"risk_id": risk} for risk in risks]}


def extracted(
    term: str, span: tuple[int, int] | None, action: str, reason: str | None = None
) -> Json:
    """Write an aspect of the extraction stage after its filter."""
    where: Json = None if span is None else {"start": span[0], "end": span[1]}
    return {"term": term, "span": where, "action": action, "drop_reason": reason}


def values(*records: Record, **options: str) -> Mapping[str, Score]:
    """Evaluate records under the documented profile, changed by name."""
    cards = [scorecard(one, name=str(at)) for at, one in enumerate(records)]
    return evaluate(cards, with_values(PROFILES["documented"], options))


def value(metric: str, *records: Record, **options: str) -> Fraction | None:
    """Read one metric; None where it is undefined."""
    score = values(*records, **options)[metric]
    if not isinstance(score, Defined):
        return None
    assert isinstance(score.value, Fraction)
    return score.value
