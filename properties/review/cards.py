"""Strategies for scorecards and for the options under which they are scored."""

from fractions import Fraction

from attrs import evolve
from hypothesis import strategies as st

from measurand.studies.review.options import PROFILES, Options, with_values
from measurand.studies.review.scorecard import (
    Aspect,
    Block,
    Judgement,
    Mention,
    Risk,
    Scorecard,
)

texts = st.sampled_from(["맛", "맛!", " 값", "( 맛 )", "soup", "Soup.", "?!", "ㅋㅋ"])
maybe = st.none() | st.just("") | texts
polarities = st.sampled_from(
    ["positive", "neg", "neutral", "mixed", "POS ", "긍정", "great", "", None]
)
mentions = st.builds(
    Mention,
    ref=maybe,
    term=maybe,
    aspect_term=maybe,
    written=st.sampled_from([None, None, "{'term': '맛'}"]),
    opinion=maybe,
    polarity=polarities,
    implicit=st.booleans(),
    grounding=st.sampled_from([None, "explicit", "Explicit", "EXPLICIT", "implicit"]),
    confidence=st.sampled_from([None, Fraction(0), Fraction(1, 2), Fraction(9, 10)]),
    drop_reason=st.sampled_from([None, "", "weak"]),
)


def often_missing(most: int = 3) -> st.SearchStrategy[tuple[Mention, ...] | None]:
    """Draw a list of mentions that may be absent, or empty."""
    return st.none() | st.lists(mentions, max_size=most).map(tuple)


risks = st.builds(Risk, st.sampled_from(["NEGATION_SCOPE", "contrast", "other"]))
blocks = st.builds(
    Block, st.sampled_from(["stage1", "stage2"]), st.lists(risks, max_size=2).map(tuple)
)
aspects = st.builds(
    Aspect,
    term=texts,
    start=st.sampled_from([None, 0, 1, -6, -4]),
    end=st.sampled_from([None, 1, 4, -5, 10]),
    kept=st.booleans(),
    reason=st.sampled_from([None, "alignment_failure", "filter_rejection", "other_not_target"]),
)
judgements = st.builds(
    Judgement,
    term=texts,
    grounded=st.sampled_from([None, True, False]),
    issues=st.lists(
        st.sampled_from(["unknown/insufficient", "mismatch", "opinion_not_grounded", "odd"]),
        max_size=2,
    ).map(tuple),
)
actions = st.none() | st.lists(st.sampled_from(["KEEP", "DROP", "flip", "FLAG"]), max_size=2).map(
    tuple
)
labels = st.sampled_from([None, "", "positive", "negative"])
cards = st.builds(
    Scorecard,
    id=st.just("1"),
    protocol=st.just("conflict_review_v1"),
    text=st.sampled_from([None, "", "맛 좋은 soup"]),
    gold=often_missing(),
    stage1=often_missing(),
    traced=st.none() | st.lists(mentions, min_size=1, max_size=2).map(tuple),
    final=often_missing(4),
    aspects=often_missing(2),
    sentiments=often_missing(2),
    changed=st.sampled_from([None, True, False]),
    change_type=st.sampled_from([None, "none", "guided_by_review", "unguided"]),
    stage1_label=labels,
    stage2_label=labels,
    final_label=labels,
    review_actions=actions,
    arb_actions=actions,
    validator=st.none() | st.lists(blocks, max_size=3).map(tuple),
    stage1_risk=st.sampled_from([None, True, False]),
    stage2_risk=st.sampled_from([None, True, False]),
    hallucinated=st.sampled_from([None, True, False]),
    filtered=st.none() | st.lists(aspects, max_size=2).map(tuple),
    judgements=st.none() | st.lists(judgements, max_size=2).map(tuple),
    implicit_candidate=st.booleans(),
    parse_failed=st.booleans(),
)

VALUES = {
    "pred_key": ("term", "ref_or_term", "ref"),
    "wildcard": ("off", "gold", "both"),
    "counting": ("set", "multiset"),
    "empty_gold": ("exclude", "zero", "one_if_pred_empty"),
    "stage1_missing": ("exclude", "empty", "copy_final"),
    "empty_list": ("missing", "answer"),
    "extractor": ("shared", "per_stage"),
    "gold_term_object": ("text", "term"),
    "implicit": ("flag", "empty_term"),
    "unknown_polarity": ("invalid", "neutral"),
    "missing_polarity": ("invalid", "neutral"),
    "polarity_aliases": ("english", "english_korean"),
    "passes": ("once", "settle"),
    "gold_null_term": ("ref", "implicit"),
    "explicit_only_pred": ("none", "drop_matched", "drop_implicit"),
    "explicit_only_rows": ("any", "pure"),
    "implicit_only_pred": ("all", "drop_matched", "termless"),
    "implicit_only_mixed": ("keep", "drop"),
    "representative_tie": ("first", "error"),
    "representative_source": ("own", "final"),
    "representative_key": ("term", "pred_key"),
    "conflict_scope": ("before", "after"),
    "conflict_empty_term": ("group", "skip"),
    "change": ("stored", "computed"),
    "change_missing": ("exclude", "unchanged"),
    "change_key": ("term", "pred_key"),
    "change_rate_over": ("all", "changed"),
    "net_gain_over": ("all", "gold"),
    "guided_by": ("stored", "actions"),
    "guided_requires_changed": ("yes", "no"),
    "intervention_actions": ("any", "effective"),
    "negation_count": ("per_sample", "per_risk"),
    "risk_blocks": ("first", "all"),
    "clear_s1": ("validator", "extended"),
    "clear_s2": ("validator", "extended"),
    "outcome_risk": ("validator", "structural", "extended"),
    "zero_denominator": ("undefined", "zero"),
    "clear_zero": ("undefined", "zero"),
    "hallucination": ("ate_drop", "final_substring"),
    "hallucination_text": ("raw", "normalised"),
    "negative_span": ("slice", "nothing"),
    "no_prediction": ("fallback", "none"),
    "used_rows": ("all", "gold"),
    "absent_gate": ("undefined", "zero"),
}
"""The values of each option that an evaluation may have without an error."""

choices = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in VALUES.items()}
)
complete = cards.map(
    lambda card: evolve(
        card,
        text=card.text or "",
        sentiments=card.sentiments if card.final or card.sentiments is not None else (),
        review_actions=card.review_actions or (),
        arb_actions=card.arb_actions or (),
    )
)
"""Scorecards with some list of predictions, and with actions, though they may be empty."""

profiles = st.sampled_from(sorted(PROFILES))


@st.composite
def options(draw: st.DrawFn) -> Options:
    """Draw a profile with some of its options changed."""
    return with_values(PROFILES[draw(profiles)], draw(choices))
