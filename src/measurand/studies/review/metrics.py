"""The review metrics: every name stands for a definition of the core, under some options.

Nothing is computed here in a way of its own: a metric is F, a ratio, a column, a difference or a
transition over named lists and numbers, observed, pooled and finalised by the core.
"""

from collections.abc import Iterable, Mapping

from attrs import evolve

from measurand.evidence.observation import Observing
from measurand.evidence.pool import Pool, pool
from measurand.evidence.sides import (
    DroppedHits,
    Filling,
    Holds,
    Keep,
    Other,
    Wildcard,
)
from measurand.metrics.definitions import (
    Column,
    Definition,
    Difference,
    F,
    Ratio,
    observing,
)
from measurand.metrics.finalise import Finaliser, Scored
from measurand.metrics.options import (
    Change,
    Direction,
    Summing,
    Zero,
)
from measurand.studies.review.aspect_filter import Cause
from measurand.studies.review.choices import (
    ExplicitPred,
    ExplicitRows,
    ImplicitPred,
    KeyBy,
    Mixed,
    PredKey,
)
from measurand.studies.review.counts import (
    GoldRows,
    ImplicitGold,
    ImplicitInvalid,
    PredictedFrom,
    Rows,
    UsedFallback,
    UsedTuples,
)
from measurand.studies.review.definition_parts import GOLD_NEEDED, DefinitionParts, empty_gold
from measurand.studies.review.interventions import Actor, GuidedChange, Intervened
from measurand.studies.review.lists import (
    Origin,
)
from measurand.studies.review.options import Options
from measurand.studies.review.quantities import Count, Quantities, name_of
from measurand.studies.review.reading import MIXED
from measurand.studies.review.risk import (
    DroppedBecause,
    Hallucinated,
    NegationContrast,
    OutcomeRisk,
    OverrideCount,
    OverrideOutcome,
    RiskAfter,
    RiskBefore,
    RiskCleared,
)
from measurand.studies.review.scorecard import Scorecard
from measurand.values.score import Score

_TERM, _POLARITY = "term", "polarity"
_EXPLICIT: Keep = (Holds(Filling.FILLED, _TERM),)
_IMPLICIT: Keep = (Holds(Filling.EMPTY, _TERM),)
_UNMIXED: Keep = (Other(_POLARITY, (MIXED,)),)


def _sum(count: Count) -> Column:
    return Column(name=name_of(count))


def _mean(count: Count) -> Column:
    return Column(name=name_of(count), reduce=Summing.MEAN)


def _ratio(top: Count, bottom: Count, zero: Zero) -> Ratio:
    return Ratio(top=name_of(top), bottom=name_of(bottom), zero=zero)


def definitions(options: Options) -> Mapping[str, Definition]:
    """Define every review metric under some options, by its name.

    >>> definitions(Options())["n"]
    Column(name='rows', reduce=<Summing.SUM: 'sum'>)
    """
    basis = DefinitionParts.of(options)
    return {**_counts(basis), **_tuples(basis), **_changes(basis), **_risks(basis), **_rest(basis)}


def _counts(basis: DefinitionParts) -> dict[str, Definition]:
    options = basis.options
    implicit = ImplicitGold(gold=basis.gold, implicit_only_mixed=options.implicit_only_mixed)
    counted = evolve(implicit, no_gold=Zero.ZERO)
    invalid = ImplicitInvalid(
        implicit=implicit, empty_list=options.empty_list, no_prediction=options.no_prediction
    )
    used = UsedTuples(
        final=basis.final,
        gold=empty_gold(options),
        used_rows=options.used_rows,
        counting=options.counting,
    )
    origins = {
        "N_pred_final_tuples": Origin.FINAL_TUPLES,
        "N_pred_final_aspects": Origin.FINAL_ASPECTS,
        "N_pred_inputs_aspect_sentiments": Origin.INPUTS,
    }
    return {
        "n": _sum(Rows()),
        "N_gold": _sum(GoldRows(gold=basis.gold)),
        "implicit_gold_sample_n": _sum(counted),
        "implicit_invalid_sample_n": _sum(evolve(invalid, implicit=counted)),
        "implicit_invalid_pred_rate": _ratio(invalid, implicit, options.zero_denominator),
        **{
            name: _sum(PredictedFrom(origin=origin, final=basis.final))
            for name, origin in origins.items()
        },
        "N_pred_used": _sum(used),
        "N_agg_fallback_used": _sum(UsedFallback(final=basis.final)),
    }


def _tuples(basis: DefinitionParts) -> dict[str, Definition]:
    options = basis.options
    first, last = basis.f(basis.stage1), basis.f(basis.final)
    by = options.pred_key if options.representative_key is KeyBy.PRED_KEY else PredKey.TERM
    return {
        "tuple_f1_s1": first,
        "tuple_f1_s2": last,
        "delta_f1": Difference(before=name_of(basis.stage1), f=last),
        "triplet_f1_s1": first,
        "triplet_f1_s2": last,
        "tuple_f1_s2_overall": last,
        "tuple_f1_s2_explicit_only": _explicit(basis, last),
        "tuple_f1_s2_implicit_only": _implicit(basis, last),
        "tuple_f1_s2_raw": last,
        "tuple_f1_s2_after_rep": basis.f(basis.representatives, key=by),
    }


def _explicit(basis: DefinitionParts, last: F) -> F:
    how, options = last.observation, basis.options
    sides = evolve(how.sides, gold_keep=_EXPLICIT)
    match options.explicit_only_pred:
        case ExplicitPred.DROP_MATCHED:
            sides = evolve(sides, dropped_hits=DroppedHits.LEAVE_OUT)
        case ExplicitPred.DROP_IMPLICIT:
            sides = evolve(sides, answer_keep=_EXPLICIT)
        case ExplicitPred.NONE:
            pass
    if options.explicit_only_rows is ExplicitRows.PURE:
        sides = evolve(
            sides, gold=name_of(evolve(basis.gold, explicit_rows=options.explicit_only_rows))
        )
    return F(observation=evolve(how, sides=sides), empty=GOLD_NEEDED)


def _implicit(basis: DefinitionParts, last: F) -> F:
    options = basis.options
    kept = _UNMIXED if options.implicit_only_mixed is Mixed.DROP else ()
    if options.implicit_only_pred is ImplicitPred.DROP_MATCHED:
        # The mirror of explicit_only: the same matching, and what it gave to explicit gold is out.
        sides = evolve(
            last.observation.sides,
            gold_keep=(*_IMPLICIT, *kept),
            answer_keep=kept,
            dropped_hits=DroppedHits.SET_ASIDE,
        )
        return F(observation=evolve(last.observation, sides=sides), empty=GOLD_NEEDED)
    termless = options.implicit_only_pred is ImplicitPred.TERMLESS
    how = evolve(
        basis.observation(basis.final, key=PredKey.TERM),
        unit=(_POLARITY,),
        wildcard=Wildcard(),
    )
    sides = evolve(
        how.sides,
        answer_unit=None,
        gold_keep=(*_IMPLICIT, *kept),
        answer_keep=(*(_IMPLICIT if termless else ()), *kept),
    )
    return F(observation=evolve(how, sides=sides), empty=GOLD_NEEDED)


def _changes(basis: DefinitionParts) -> dict[str, Definition]:
    options, transition, shift = basis.options, basis.transition, basis.shift
    guided = GuidedChange(
        changed=basis.changed,
        guided_by=options.guided_by,
        guided_requires_changed=options.guided_requires_changed,
        intervention_actions=options.intervention_actions,
    )
    acted = {
        name: _mean(
            Intervened(
                actor=actor,
                intervention_actions=options.intervention_actions,
                actions_missing=options.actions_missing,
            )
        )
        for name, actor in (
            ("review_action_rate", Actor.REVIEW),
            ("arb_intervention_rate", Actor.ARBITER),
        )
    }
    changes = {
        "fix_rate": Change.FIX_RATE,
        "break_rate": Change.BREAK_RATE,
        "net_gain": Change.NET_GAIN,
        "n_fix": Change.FIX,
        "n_break": Change.BREAK,
        "n_still": Change.STILL,
        "n_keep": Change.KEEP,
    }
    return {
        **{name: evolve(transition, of=change) for name, change in changes.items()},
        "pre_to_post_change_rate": _mean(basis.changed),
        "changed_samples_rate": _mean(basis.changed),
        "changed_and_improved_rate": shift,
        "changed_and_degraded_rate": evolve(shift, of=Direction.DEGRADED),
        **acted,
        "guided_by_review_rate": _ratio(guided, basis.changed, options.zero_denominator),
    }


def _risks(basis: DefinitionParts) -> dict[str, Definition]:
    options, conflict = basis.options, basis.conflict
    chosen = _mean(evolve(conflict, conflict_scope=options.conflict_scope))
    before = RiskBefore(
        conflict=conflict, clear_s1=options.clear_s1, risk_blocks=options.risk_blocks
    )
    cleared = _ratio(
        RiskCleared(before=before, clear_s2=options.clear_s2), before, options.clear_zero
    )
    outcome = OutcomeRisk(
        conflict=conflict, outcome_risk=options.outcome_risk, risk_blocks=options.risk_blocks
    )
    return {
        "polarity_conflict_rate_raw": _mean(conflict),
        "polarity_conflict_rate": chosen,
        "polarity_conflict_rate_after_rep": chosen,
        "validator_clear_rate": cleared,
        "risk_resolution_rate": cleared,
        "validator_residual_risk_rate": _mean(RiskAfter(risk_blocks=options.risk_blocks)),
        "outcome_residual_risk_rate": _mean(outcome),
        "negation_contrast_failure_rate": _mean(
            NegationContrast(negation_count=options.negation_count)
        ),
    }


def _rest(basis: DefinitionParts) -> dict[str, Definition]:
    options = basis.options
    hallucinated = Hallucinated(
        reading=basis.reading,
        hallucination=options.hallucination,
        hallucination_missing=options.hallucination_missing,
        hallucination_text=options.hallucination_text,
    )
    causes = {
        "hallucination_out_of_text_rate": Cause.OUT_OF_TEXT,
        "hallucination_span_misalignment_rate": Cause.SPAN_MISALIGNMENT,
        "hallucination_target_filter_rate": Cause.TARGET_FILTER,
    }
    return {
        "aspect_hallucination_rate": _mean(hallucinated),
        **{name: _mean(_dropped(options, cause)) for name, cause in causes.items()},
        **_overrides(options.absent_gate),
    }


def _dropped(options: Options, cause: Cause) -> DroppedBecause:
    return DroppedBecause(
        cause=cause,
        hallucination_missing=options.hallucination_missing,
        negative_span=options.negative_span,
    )


def _overrides(absent: Zero) -> dict[str, Definition]:
    applied, conflict, signal, confident = (
        OverrideCount(what=what, absent_gate=absent) for what in OverrideOutcome
    )
    return {
        "override_applied_n": _sum(applied),
        "override_applied_rate": _mean(applied),
        "override_skipped_conflict_n": _sum(conflict),
        "override_skipped_low_signal_n": _sum(signal),
        "override_skipped_already_confident_n": _sum(confident),
    }


def scores(asked: Mapping[str, Definition], pools: Mapping[Observing, Pool]) -> dict[str, Scored]:
    """Score definitions, each from the pool of what it observes.

    >>> scores({}, {})
    {}
    """
    finalisers = {part: Finaliser(pool) for part, pool in pools.items()}
    return {
        name: finalisers[observing(definition)].score(definition)
        for name, definition in asked.items()
    }


def evaluate(cards: Iterable[Scorecard], options: Options) -> Mapping[str, Score]:
    """Score scorecards: every review metric by its name.

    >>> evaluate([Scorecard(id="1")], Options())["n"]
    Defined(value=Fraction(1, 1))

    Raises UnfitSampleError where an option makes a part of a scorecard an error.
    """
    named = definitions(options)
    parts = {observing(definition) for definition in named.values()}
    wanted = Quantities.of(parts)
    samples = [wanted.sample(card) for card in cards]
    scored_by_name = scores(named, {part: pool(part, samples) for part in parts})
    return {name: scored.score for name, scored in scored_by_name.items()}
