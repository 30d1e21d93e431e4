"""The review metrics: every name stands for a definition of the core, under some options.

Nothing is computed here in a way of its own: a metric is F, a ratio, a column, a difference or a
transition over named lists and numbers, observed, pooled and finalised by the core. The names carry
the options, so that a signature says how each was read; options are spread over what reads by them
once, and by name.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from attrs import AttrsInstance, evolve, fields, frozen

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.pool import Pool, pool
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
    observing,
)
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.finalise import Finaliser, Scored
from measurand.metrics.options import (
    ONES,
    ZEROES,
    Change,
    Direction,
    Drop,
    Summing,
    Zero,
)
from measurand.studies.review.aspect_filter import Cause
from measurand.studies.review.choices import (
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
from measurand.studies.review.counts import (
    GoldRows,
    ImplicitGold,
    ImplicitInvalid,
    PredictedFrom,
    Rows,
    UsedFallback,
    UsedTuples,
)
from measurand.studies.review.interventions import (
    Actor,
    GuidedChange,
    Intervened,
    StagesDiffer,
    change_key,
)
from measurand.studies.review.lists import (
    FinalTuples,
    GoldTuples,
    Origin,
    Representatives,
    Stage1Tuples,
)
from measurand.studies.review.options import Options
from measurand.studies.review.quantities import Count, Quantities, TupleList, name_of
from measurand.studies.review.reading import MIXED, Reading
from measurand.studies.review.risk import (
    Conflict,
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

T = TypeVar("T", bound=AttrsInstance)
_TERM, _POLARITY = "term", "polarity"

GOLD_NEEDED = EmptyRules(both_empty=Drop(), gold_empty=Drop(), pred_empty=ZEROES)
"""A sample without gold leaves the mean."""


def reader(kind: type[T], *sources: object, **own: object) -> T:
    """Make what reads scorecards: what is not its own it has from the first source that has it.

    So an option is written once, under its name, and whatever reads by it has a field of that name.

    >>> reader(FinalTuples, Options(), empty_list=EmptyList.ANSWER).no_prediction.value
    'none'
    """
    make: Callable[..., T] = kind
    names = [one.name for one in fields(kind) if one.init and one.name not in own]
    found = {
        name: getattr(source, name)
        for source in reversed(sources)
        for name in names
        if hasattr(source, name)
    }
    return make(**own, **found)


@frozen
class DefinitionParts:
    """What the definitions of one reading are made of.

    >>> DefinitionParts.of(Options()).final.no_prediction.value
    'none'
    """

    options: Options
    reading: Reading
    gold: GoldTuples
    final: FinalTuples
    stage1: Stage1Tuples
    representatives: Representatives
    conflict: Conflict
    changed: StagesDiffer

    @staticmethod
    def of(options: Options) -> "DefinitionParts":
        """Spread the options over the parts that read them."""
        reading = reader(Reading, options)
        final = reader(FinalTuples, options, reading=reading)
        stage1 = reader(Stage1Tuples, options, final=final)
        representatives = reader(Representatives, options, final=final)
        gold = reader(GoldTuples, options, reading=reading, empty_list=empty_gold(options))
        conflict = reader(
            Conflict, options, representatives=representatives, conflict_scope=Scope.BEFORE
        )
        key = change_key(options.change_key, options.pred_key)
        changed = reader(StagesDiffer, options, stage1=stage1, change_key=key)
        return DefinitionParts(
            options, reading, gold, final, stage1, representatives, conflict, changed
        )

    def count(self, kind: type[T], **own: object) -> T:
        """Make what counts something in a scorecard, of these parts and options."""
        return reader(kind, self, self.options, **own)

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


def empty_gold(options: Options) -> EmptyList:
    """Say what an empty gold list is: no gold, or the gold nothing.

    >>> empty_gold(Options()).value
    'answer'
    """
    excluded = options.empty_gold is EmptyGold.EXCLUDE
    return EmptyList.MISSING if excluded else EmptyList.ANSWER


def _rules(options: Options) -> EmptyRules:
    match options.empty_gold:
        case EmptyGold.EXCLUDE:
            return GOLD_NEEDED
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
    implicit = basis.count(ImplicitGold)
    counted = evolve(implicit, no_gold=Zero.ZERO)
    invalid = basis.count(ImplicitInvalid, implicit=implicit)
    origins = {
        "N_pred_final_tuples": Origin.FINAL_TUPLES,
        "N_pred_final_aspects": Origin.FINAL_ASPECTS,
        "N_pred_inputs_aspect_sentiments": Origin.INPUTS,
    }
    return {
        "n": _sum(Rows()),
        "N_gold": _sum(basis.count(GoldRows)),
        "implicit_gold_sample_n": _sum(counted),
        "implicit_invalid_sample_n": _sum(evolve(invalid, implicit=counted)),
        "implicit_invalid_pred_rate": _ratio(invalid, implicit, options.zero_denominator),
        **{
            name: _sum(basis.count(PredictedFrom, origin=origin))
            for name, origin in origins.items()
        },
        "N_pred_used": _sum(basis.count(UsedTuples, gold=empty_gold(options))),
        "N_agg_fallback_used": _sum(basis.count(UsedFallback)),
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
        "review_action_rate": _mean(basis.count(Intervened, actor=Actor.REVIEW)),
        "arb_intervention_rate": _mean(basis.count(Intervened, actor=Actor.ARBITER)),
        "guided_by_review_rate": _ratio(
            basis.count(GuidedChange), basis.changed, options.zero_denominator
        ),
    }


def _risks(basis: DefinitionParts) -> dict[str, Definition]:
    options, conflict = basis.options, basis.conflict
    chosen = _mean(evolve(conflict, conflict_scope=options.conflict_scope))
    before = basis.count(RiskBefore)
    cleared = _ratio(basis.count(RiskCleared, before=before), before, options.clear_zero)
    return {
        "polarity_conflict_rate_raw": _mean(conflict),
        "polarity_conflict_rate": chosen,
        "polarity_conflict_rate_after_rep": chosen,
        "validator_clear_rate": cleared,
        "risk_resolution_rate": cleared,
        "validator_residual_risk_rate": _mean(basis.count(RiskAfter)),
        "outcome_residual_risk_rate": _mean(basis.count(OutcomeRisk)),
        "negation_contrast_failure_rate": _mean(basis.count(NegationContrast)),
    }


def _rest(basis: DefinitionParts) -> dict[str, Definition]:
    overrides = {what: basis.count(OverrideCount, what=what) for what in OverrideOutcome}
    causes = {
        "hallucination_out_of_text_rate": Cause.OUT_OF_TEXT,
        "hallucination_span_misalignment_rate": Cause.SPAN_MISALIGNMENT,
        "hallucination_target_filter_rate": Cause.TARGET_FILTER,
    }
    return {
        "aspect_hallucination_rate": _mean(basis.count(Hallucinated)),
        **{name: _mean(basis.count(DroppedBecause, cause=cause)) for name, cause in causes.items()},
        "override_applied_n": _sum(overrides[OverrideOutcome.APPLIED]),
        "override_applied_rate": _mean(overrides[OverrideOutcome.APPLIED]),
        "override_skipped_conflict_n": _sum(overrides[OverrideOutcome.SKIPPED_CONFLICT]),
        "override_skipped_low_signal_n": _sum(overrides[OverrideOutcome.SKIPPED_LOW_SIGNAL]),
        "override_skipped_already_confident_n": _sum(
            overrides[OverrideOutcome.SKIPPED_ALREADY_CONFIDENT]
        ),
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
