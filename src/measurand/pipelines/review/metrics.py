"""The review metrics: every name stands for a definition of the core, under some options."""

from collections.abc import Mapping

from attrs import evolve, frozen

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.sides import (
    DroppedHits,
    Filling,
    First,
    Holds,
    Keep,
    Other,
    Sides,
    Slot,
    Wildcard,
    WildKind,
)
from measurand.metrics.definitions import (
    Column,
    Definition,
    Difference,
    F,
    Ratio,
    Shift,
    Transition,
)
from measurand.metrics.options import (
    ONES,
    ZEROES,
    Change,
    Direction,
    Drop,
    Summing,
    Zero,
)
from measurand.metrics.parts import EmptyRules
from measurand.pipelines.review.aspects import Cause
from measurand.pipelines.review.change import Acted, Actor, Changed, Guided, change_by
from measurand.pipelines.review.choices import (
    Counting,
    EmptyGold,
    EmptyList,
    ExplicitPred,
    ExplicitRows,
    ImplicitPred,
    KeyBy,
    Mixed,
    PredKey,
    Scope,
)
from measurand.pipelines.review.conflict import Conflict
from measurand.pipelines.review.counts import (
    FellBack,
    GoldRows,
    ImplicitGold,
    ImplicitInvalid,
    PredictedFrom,
    Rows,
    UsedTuples,
)
from measurand.pipelines.review.hallucination import DroppedBecause, Hallucinated
from measurand.pipelines.review.lists import (
    FinalTuples,
    GoldTuples,
    Origin,
    Representatives,
    Stage1Tuples,
)
from measurand.pipelines.review.options import Options
from measurand.pipelines.review.override import Overridden, Overriding
from measurand.pipelines.review.quantities import Count, TupleList, name_of
from measurand.pipelines.review.reading import MIXED, Reading
from measurand.pipelines.review.risk import (
    Cleared,
    NegationContrast,
    OutcomeRisk,
    RiskAfter,
    RiskBefore,
)

_TERM, _POLARITY = "term", "polarity"
_EXPLICIT: Keep = (Holds(Filling.FILLED, _TERM),)
_IMPLICIT: Keep = (Holds(Filling.EMPTY, _TERM),)
_UNMIXED: Keep = (Other(_POLARITY, (MIXED,)),)
_GOLD_NEEDED = EmptyRules(both_empty=Drop(), gold_empty=Drop(), pred_empty=ZEROES)


@frozen
class Parts:
    """What the definitions of one reading are made of.

    >>> Parts.of(Options()).final.no_prediction.value
    'none'
    """

    options: Options
    reading: Reading
    gold: GoldTuples
    final: FinalTuples
    stage1: Stage1Tuples
    representatives: Representatives
    conflict: Conflict
    changed: Changed

    @staticmethod
    def of(options: Options) -> "Parts":
        """Spread the options over the parts that read them."""
        reading = Reading(
            extractor=options.extractor,
            implicit=options.implicit,
            unknown_polarity=options.unknown_polarity,
            missing_polarity=options.missing_polarity,
            polarity_aliases=options.polarity_aliases,
            normalise=options.normalise,
            passes=options.passes,
        )
        final = FinalTuples(
            reading=reading, empty_list=options.empty_list, no_prediction=options.no_prediction
        )
        stage1 = Stage1Tuples(final=final, stage1_missing=options.stage1_missing)
        representatives = Representatives(
            final=final,
            representative_source=options.representative_source,
            representative_tie=options.representative_tie,
        )
        return Parts(
            options=options,
            reading=reading,
            gold=GoldTuples(
                reading=reading,
                gold_null_term=options.gold_null_term,
                empty_list=_empty_gold(options),
            ),
            final=final,
            stage1=stage1,
            representatives=representatives,
            conflict=Conflict(
                representatives=representatives,
                conflict_scope=Scope.BEFORE,
                conflict_empty_term=options.conflict_empty_term,
            ),
            changed=Changed(
                stage1=stage1,
                change=options.change,
                change_missing=options.change_missing,
                change_key=change_by(options.change_key, options.pred_key),
                change_label=options.change_label,
                counting=options.counting,
            ),
        )

    def observation(self, answer: TupleList, *, key: PredKey | None = None) -> Observation:
        """Compare a list of tuples with gold: by term and polarity."""
        options = self.options
        wild = Wildcard(options.wildcard, "" if options.wildcard is WildKind.OFF else _TERM)
        return Observation(
            unit=(_TERM, _POLARITY),
            normalise=options.normalise,
            passes=options.passes,
            match=SetMatch() if options.counting is Counting.SET else MultisetMatch(),
            wildcard=wild,
            sides=Sides(
                gold=name_of(self.gold),
                answer=name_of(answer),
                answer_unit=_unit(options.pred_key if key is None else key),
            ),
        )

    def f(self, answer: TupleList, *, key: PredKey | None = None) -> F:
        """Define the mean F1 of the samples for a list of tuples."""
        return F(observation=self.observation(answer, key=key), empty=_rules(self.options))

    @property
    def transition(self) -> Transition:
        """Define which samples were fixed."""
        return Transition(
            of=Change.FIX,
            before=name_of(self.stage1),
            over=self.options.net_gain_over.base,
            observation=self.observation(self.final),
        )

    @property
    def shift(self) -> Shift:
        """Define which changed samples improved."""
        return Shift(
            of=Direction.IMPROVED,
            before=name_of(self.stage1),
            where=name_of(self.changed),
            over=self.options.change_rate_over.among,
            observation=self.observation(self.final),
            empty=_rules(self.options),
        )


def _empty_gold(options: Options) -> EmptyList:
    excluded = options.empty_gold is EmptyGold.EXCLUDE
    return EmptyList.MISSING if excluded else EmptyList.ANSWER


def _rules(options: Options) -> EmptyRules:
    match options.empty_gold:
        case EmptyGold.EXCLUDE:
            return _GOLD_NEEDED
        case EmptyGold.ZERO:
            return EmptyRules(both_empty=ZEROES, gold_empty=ZEROES, pred_empty=ZEROES)
        case EmptyGold.ONE_IF_PRED_EMPTY:
            return EmptyRules(both_empty=ONES, gold_empty=ZEROES, pred_empty=ZEROES)


def _unit(key: PredKey) -> tuple[Slot, ...] | None:
    match key:
        case PredKey.TERM:
            return None
        case PredKey.REF:
            return ("ref", _POLARITY)
        case PredKey.REF_OR_TERM:
            return (First(("ref", _TERM)), _POLARITY)


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
    parts = Parts.of(options)
    return {**_counts(parts), **_tuples(parts), **_changes(parts), **_risks(parts), **_rest(parts)}


def _counts(parts: Parts) -> dict[str, Definition]:
    options = parts.options
    implicit = ImplicitGold(gold=parts.gold, implicit_only_mixed=options.implicit_only_mixed)
    counted = evolve(implicit, no_gold=Zero.ZERO)
    invalid = ImplicitInvalid(
        implicit=implicit, empty_list=options.empty_list, no_prediction=options.no_prediction
    )
    used = UsedTuples(
        final=parts.final,
        gold=_empty_gold(options),
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
        "N_gold": _sum(GoldRows(gold=parts.gold)),
        "implicit_gold_sample_n": _sum(counted),
        "implicit_invalid_sample_n": _sum(evolve(invalid, implicit=counted)),
        "implicit_invalid_pred_rate": _ratio(invalid, implicit, options.zero_denominator),
        **{
            name: _sum(PredictedFrom(origin=origin, final=parts.final))
            for name, origin in origins.items()
        },
        "N_pred_used": _sum(used),
        "N_agg_fallback_used": _sum(FellBack(final=parts.final)),
    }


def _tuples(parts: Parts) -> dict[str, Definition]:
    options = parts.options
    first, last = parts.f(parts.stage1), parts.f(parts.final)
    by = options.pred_key if options.representative_key is KeyBy.PRED_KEY else PredKey.TERM
    return {
        "tuple_f1_s1": first,
        "tuple_f1_s2": last,
        "delta_f1": Difference(before=name_of(parts.stage1), f=last),
        "triplet_f1_s1": first,
        "triplet_f1_s2": last,
        "tuple_f1_s2_overall": last,
        "tuple_f1_s2_explicit_only": _explicit(parts, last),
        "tuple_f1_s2_implicit_only": _implicit(parts),
        "tuple_f1_s2_raw": last,
        "tuple_f1_s2_after_rep": parts.f(parts.representatives, key=by),
    }


def _explicit(parts: Parts, last: F) -> F:
    how, options = last.observation, parts.options
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
            sides, gold=name_of(evolve(parts.gold, explicit_rows=options.explicit_only_rows))
        )
    return F(observation=evolve(how, sides=sides), empty=_GOLD_NEEDED)


def _implicit(parts: Parts) -> F:
    options = parts.options
    kept = _UNMIXED if options.implicit_only_mixed is Mixed.DROP else ()
    termless = options.implicit_only_pred is ImplicitPred.TERMLESS
    how = evolve(
        parts.observation(parts.final, key=PredKey.TERM),
        unit=(_POLARITY,),
        wildcard=Wildcard(),
    )
    sides = evolve(
        how.sides,
        answer_unit=None,
        gold_keep=(*_IMPLICIT, *kept),
        answer_keep=(*(_IMPLICIT if termless else ()), *kept),
    )
    return F(observation=evolve(how, sides=sides), empty=_GOLD_NEEDED)


def _changes(parts: Parts) -> dict[str, Definition]:
    options, transition, shift = parts.options, parts.transition, parts.shift
    guided = Guided(
        changed=parts.changed,
        guided_requires_changed=options.guided_requires_changed,
        intervention_actions=options.intervention_actions,
    )
    acted = {
        name: _mean(
            Acted(
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
        "pre_to_post_change_rate": _mean(parts.changed),
        "changed_samples_rate": _mean(parts.changed),
        "changed_and_improved_rate": shift,
        "changed_and_degraded_rate": evolve(shift, of=Direction.DEGRADED),
        **acted,
        "guided_by_review_rate": _ratio(guided, parts.changed, options.zero_denominator),
    }


def _risks(parts: Parts) -> dict[str, Definition]:
    options, conflict = parts.options, parts.conflict
    chosen = _mean(evolve(conflict, conflict_scope=options.conflict_scope))
    before = RiskBefore(
        conflict=conflict, clear_s1=options.clear_s1, risk_blocks=options.risk_blocks
    )
    cleared = _ratio(Cleared(before=before, clear_s2=options.clear_s2), before, options.clear_zero)
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


def _rest(parts: Parts) -> dict[str, Definition]:
    options = parts.options
    hallucinated = Hallucinated(
        reading=parts.reading,
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
    return DroppedBecause(cause=cause, hallucination_missing=options.hallucination_missing)


def _overrides(absent: Zero) -> dict[str, Definition]:
    applied, conflict, signal, confident = (
        Overridden(what=what, absent_gate=absent) for what in Overriding
    )
    return {
        "override_applied_n": _sum(applied),
        "override_applied_rate": _mean(applied),
        "override_skipped_conflict_n": _sum(conflict),
        "override_skipped_low_signal_n": _sum(signal),
        "override_skipped_already_confident_n": _sum(confident),
    }
