"""Every review metric of a list of scorecards, slowly and exactly; the profiles as a table."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from measurand.studies.review.scorecard import Scorecard
from properties.oracles import review_process as process
from properties.oracles.review_lists import (
    Pair,
    Values,
    conflicts,
    final,
    final_source,
    gold,
    pairs,
    representative_pair,
    representatives,
    stage1,
)
from properties.oracles.review_match import explicit_f1, f1, implicit_f1, implicit_polarities, right

Metric = Fraction | None

STEPS = "trim+lower+squeeze+edges"
# option: documented, as-run, recommended
TABLE = {
    "pred_key": ("term", "ref_or_term", "term"),
    "wildcard": ("gold", "gold", "gold"),
    "counting": ("multiset", "set", "multiset"),
    "empty_gold": ("one_if_pred_empty", "exclude", "one_if_pred_empty"),
    "stage1_missing": ("copy_final", "copy_final", "exclude"),
    "empty_list": ("missing", "missing", "answer"),
    "list_element": ("error", "skip", "error"),
    "extractor": ("shared", "per_stage", "shared"),
    "implicit": ("flag", "flag", "flag"),
    "unknown_polarity": ("invalid", "neutral", "invalid"),
    "missing_polarity": ("invalid", "neutral", "invalid"),
    "polarity_aliases": ("english", "english", "english_korean"),
    "normalise": (STEPS, STEPS, f"nfc+{STEPS}"),
    "passes": ("settle", "once", "settle"),
    "gold_null_term": ("implicit", "ref", "implicit"),
    "gold_term_object": ("term", "text", "term"),
    "explicit_only_pred": ("drop_matched", "none", "drop_matched"),
    "explicit_only_rows": ("any", "any", "any"),
    "implicit_only_pred": ("drop_matched", "all", "drop_matched"),
    "implicit_only_mixed": ("keep", "drop", "keep"),
    "representative_tie": ("first", "first", "error"),
    "representative_source": ("final", "own", "final"),
    "number_text": ("error", "read", "error"),
    "representative_key": ("term", "term", "term"),
    "conflict_scope": ("after", "before", "before"),
    "conflict_empty_term": ("skip", "group", "skip"),
    "change": ("stored", "stored", "computed"),
    "change_missing": ("exclude", "unchanged", "exclude"),
    "change_key": ("term", "term", "term"),
    "change_rate_over": ("all", "changed", "all"),
    "net_gain_over": ("all", "gold", "gold"),
    "guided_by": ("actions", "stored", "actions"),
    "guided_requires_changed": ("yes", "no", "yes"),
    "intervention_actions": ("any", "any", "effective"),
    "negation_count": ("per_sample", "per_risk", "per_sample"),
    "risk_blocks": ("all", "first", "all"),
    "clear_s1": ("validator", "extended", "validator"),
    "clear_s2": ("validator", "extended", "validator"),
    "outcome_risk": ("structural", "extended", "structural"),
    "zero_denominator": ("undefined", "zero", "undefined"),
    "clear_zero": ("zero", "zero", "undefined"),
    "ddof": ("1", "0", "1"),
    "hallucination": ("ate_drop", "final_substring", "ate_drop"),
    "hallucination_text": ("raw", "raw", "raw"),
    "negative_span": ("slice", "slice", "nothing"),
    "drop_reason": ("other_not_target", "cause", "cause"),
    "no_prediction": ("none", "fallback", "none"),
    "used_rows": ("gold", "all", "gold"),
    "absent_gate": ("undefined", "zero", "undefined"),
    "no_match": ("error", "all", "error"),
    "bad_line": ("error", "skip", "error"),
}
NAMES = ("documented", "as-run", "recommended")
PROFILES: dict[str, dict[str, str]] = {
    name: {option: values[at] for option, values in TABLE.items()} for at, name in enumerate(NAMES)
}


def mean(values: Iterable[Fraction | int]) -> Metric:
    """Average; None of nothing."""
    listed = list(values)
    return Fraction(sum(listed)) / len(listed) if listed else None


def share(top: int, bottom: int, zero: str = "undefined") -> Metric:
    """Divide; over nothing it is what `zero` says."""
    if bottom:
        return Fraction(top, bottom)
    return Fraction(0) if zero == "zero" else None


def expected(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Work out every metric, each from its own words."""
    return (
        outcome(cards, options)
        | polarities(cards, options)
        | changes(cards, options)
        | risk(cards, options)
        | sources(cards, options)
        | hallucination(cards, options)
        | override(cards, options)
    )


def with_gold(cards: Sequence[Scorecard], options: Values) -> list[tuple[Scorecard, list[Pair]]]:
    """List the rows that are measured, each with its gold."""
    return [(card, found) for card in cards if (found := gold(card, options)) is not None]


def outcome(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Work out F1, and what was fixed and broken."""
    rows = with_gold(cards, options)
    after = [(card, golds, pairs(final(card, options), options)) for card, golds in rows]
    before = [
        (golds, pairs(first, options), last)
        for card, golds, last in after
        if (first := stage1(card, options)) is not None
    ]
    s1 = mean(f1(golds, first, options) for golds, first, _ in before)
    s2 = mean(f1(golds, last, options) for _, golds, last in after)
    explicit = [explicit_f1(golds, final(card, options), options) for card, golds in rows]
    implicit = [implicit_f1(golds, final(card, options), options) for card, golds in rows]
    chosen = [
        f1(golds, [representative_pair(item, options) for item in found], options)
        for card, golds in rows
        if (found := representatives(card, options)) is not None
    ]
    verdicts = [(right(g, one, options), right(g, two, options)) for g, one, two in before]
    fixed, broken = verdicts.count((False, True)), verdicts.count((True, False))
    still, kept = verdicts.count((False, False)), verdicts.count((True, True))
    over = len(rows) if options["net_gain_over"] == "gold" else len(cards)
    return {
        "n": Fraction(len(cards)),
        "N_gold": Fraction(len(rows)),
        "tuple_f1_s1": s1,
        "tuple_f1_s2": s2,
        "delta_f1": None if s1 is None or s2 is None else s2 - s1,
        "triplet_f1_s1": s1,
        "triplet_f1_s2": s2,
        "tuple_f1_s2_overall": s2,
        "tuple_f1_s2_raw": s2,
        "tuple_f1_s2_explicit_only": mean(value for value in explicit if value is not None),
        "tuple_f1_s2_implicit_only": mean(value for value in implicit if value is not None),
        "tuple_f1_s2_after_rep": mean(chosen),
        "fix_rate": share(fixed, fixed + still),
        "break_rate": share(broken, broken + kept),
        "net_gain": share(fixed - broken, over),
        "n_fix": Fraction(fixed),
        "n_break": Fraction(broken),
        "n_still": Fraction(still),
        "n_keep": Fraction(kept),
    }


def polarities(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Work out the conflicts and the answers to implicit gold."""
    raw = [process.conflict(card, options) for card in cards]
    after = [
        conflicts(found, options)
        for card in cards
        if (found := representatives(card, options)) is not None
    ]
    scoped = after if options["conflict_scope"] == "after" else raw
    rows = with_gold(cards, options)
    asked = [card for card, golds in rows if implicit_polarities(golds, options)]
    invalid = [card for card in asked if process.invalid(card, options)]
    zero = options["zero_denominator"] if rows else "undefined"
    return {
        "polarity_conflict_rate_raw": mean(raw),
        "polarity_conflict_rate": mean(scoped),
        "polarity_conflict_rate_after_rep": mean(scoped),
        "implicit_gold_sample_n": Fraction(len(asked)),
        "implicit_invalid_sample_n": Fraction(len(invalid)),
        "implicit_invalid_pred_rate": share(len(invalid), len(asked), zero),
    }


def changes(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Work out what the review changed, and who acted."""
    known = [card for card in cards if process.changed(card, options) is not None]
    touched = [card for card in known if process.changed(card, options)]
    better, worse = 0, 0
    for card in touched:
        golds, first = gold(card, options), stage1(card, options)
        if golds is None or first is None:
            continue
        one = f1(golds, pairs(first, options), options)
        two = f1(golds, pairs(final(card, options), options), options)
        better += two > one
        worse += two < one
    over = len(touched) if options["change_rate_over"] == "changed" else len(known)
    guided = [card for card in known if process.guided(card, options)]
    return {
        "pre_to_post_change_rate": share(len(touched), len(known)),
        "changed_samples_rate": share(len(touched), len(known)),
        "changed_and_improved_rate": share(better, over),
        "changed_and_degraded_rate": share(worse, over),
        "guided_by_review_rate": share(
            len(guided), len(touched), options["zero_denominator"] if known else "undefined"
        ),
        "review_action_rate": mean(process.acted(card.review_actions, options) for card in cards),
        "arb_intervention_rate": mean(process.acted(card.arb_actions, options) for card in cards),
    }


def risk(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Work out the risks before and after."""
    before = [card for card in cards if process.risky_before(card, options)]
    cleared = [card for card in before if not process.risky_after(card, options)]
    clear = share(len(cleared), len(before), options["clear_zero"])
    negations = [process.all_negations(card) for card in cards]
    if options["negation_count"] == "per_sample":
        negations = [min(count, 1) for count in negations]
    return {
        "validator_clear_rate": clear,
        "risk_resolution_rate": clear,
        "validator_residual_risk_rate": mean(
            process.risks(card, "stage2", options) > 0 for card in cards
        ),
        "outcome_residual_risk_rate": mean(process.outcome_risk(card, options) for card in cards),
        "negation_contrast_failure_rate": mean(negations),
    }


def sources(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Count where the final tuples came from."""
    named = [final_source(card, options)[0] for card in cards]
    last = named.count("sentiments")
    if options["no_prediction"] == "fallback":
        last += named.count("nothing")
    used = 0
    for card in cards:
        if options["used_rows"] == "gold" and gold(card, options) is None:
            continue
        found = final(card, options)
        used += len(found) if options["counting"] == "multiset" else len(set(found))
    return {
        "N_pred_final_tuples": Fraction(named.count("final_tuples")),
        "N_pred_final_aspects": Fraction(named.count("final_aspects")),
        "N_pred_inputs_aspect_sentiments": Fraction(last),
        "N_pred_used": Fraction(used),
        "N_agg_fallback_used": Fraction(named.count("final_aspects") + last),
    }


def hallucination(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Work out how many rows have an aspect that the text does not bear out, and why."""
    causes = [
        {process.cause(aspect, card.text, options) for aspect in process.drops(card)}
        for card in cards
    ]
    return {
        "aspect_hallucination_rate": mean(process.hallucinated(card, options) for card in cards),
    } | {
        f"hallucination_{cause}_rate": mean(cause in found for found in causes)
        for cause in ("out_of_text", "span_misalignment", "target_filter")
    }


def override(cards: Sequence[Scorecard], options: Values) -> dict[str, Metric]:
    """Count what the override did; where no row has a gate the option speaks."""
    found = [card.override for card in cards if card.override is not None]
    applied = [one for one in found if one.applied > 0]
    absent = not found and options["absent_gate"] == "undefined"
    return {
        "override_applied_n": None if absent else Fraction(len(applied)),
        "override_applied_rate": None if absent else share(len(applied), len(cards)),
    }
