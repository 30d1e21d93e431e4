"""The options of the review metrics, and three named readings of them (profiles).

An option names one thing that two readings do differently; a profile is a value for each, and no
code asks which one it runs under.
"""

from collections.abc import Mapping

from attrs import frozen

from measurand.evidence.normalise import Passes, Step
from measurand.evidence.sides import WildKind
from measurand.metrics.grammar import read_value, write_value
from measurand.metrics.option_terms import built_of, schema, values_of
from measurand.metrics.options import Zero
from measurand.studies.review.choices import (
    Aliases,
    BadLine,
    Blocks,
    ChangeFrom,
    ChangeLabel,
    ChangeOver,
    Counting,
    Ddof,
    DropReason,
    EmptyGold,
    EmptyList,
    EmptyTerm,
    ExplicitPred,
    ExplicitRows,
    Extractor,
    GainOver,
    GuidedBy,
    Hallucination,
    Implicit,
    ImplicitPred,
    Interventions,
    KeyBy,
    Lacking,
    ListElement,
    Mixed,
    NegativeSpan,
    NoFilter,
    NoMatch,
    NoPrediction,
    NullTerm,
    NumberText,
    Otherwise,
    OutcomeRule,
    PredKey,
    RepresentativeSource,
    Requires,
    RiskCount,
    RiskRule,
    Scope,
    StageMissing,
    TermObject,
    TextForm,
    Tie,
    UsedRows,
)
from measurand.values.option_paths import by_profile, profile

DOCUMENTED, AS_RUN, RECOMMENDED = "documented", "as-run", "recommended"
_STEPS = (Step.TRIM, Step.LOWER, Step.SQUEEZE, Step.EDGES)


@frozen(kw_only=True, cache_hash=True)
class Options:
    """One reading of the review metrics; the defaults are those of the profile `documented`.

    >>> Options().pred_key.value, Options().counting.value
    ('term', 'multiset')
    """

    pred_key: PredKey = by_profile(PredKey.TERM, as_run=PredKey.REF_OR_TERM)
    wildcard: WildKind = WildKind.GOLD
    counting: Counting = by_profile(Counting.MULTISET, as_run=Counting.SET)
    empty_gold: EmptyGold = by_profile(EmptyGold.ONE_IF_PRED_EMPTY, as_run=EmptyGold.EXCLUDE)
    stage1_missing: StageMissing = by_profile(
        StageMissing.COPY_FINAL, recommended=StageMissing.EXCLUDE
    )
    empty_list: EmptyList = by_profile(EmptyList.MISSING, recommended=EmptyList.ANSWER)
    list_element: ListElement = by_profile(ListElement.ERROR, as_run=ListElement.SKIP)
    extractor: Extractor = by_profile(Extractor.SHARED, as_run=Extractor.PER_STAGE)
    implicit: Implicit = Implicit.FLAG
    unknown_polarity: Otherwise = by_profile(Otherwise.INVALID, as_run=Otherwise.NEUTRAL)
    missing_polarity: Otherwise = by_profile(Otherwise.INVALID, as_run=Otherwise.NEUTRAL)
    polarity_aliases: Aliases = by_profile(Aliases.ENGLISH, recommended=Aliases.ENGLISH_KOREAN)
    normalise: tuple[Step, ...] = by_profile(_STEPS, recommended=(Step.NFC, *_STEPS))
    passes: Passes = by_profile(Passes.SETTLE, as_run=Passes.ONCE)
    gold_null_term: NullTerm = by_profile(NullTerm.IMPLICIT, as_run=NullTerm.REF)
    gold_term_object: TermObject = by_profile(TermObject.TERM, as_run=TermObject.TEXT)
    explicit_only_pred: ExplicitPred = by_profile(
        ExplicitPred.DROP_MATCHED, as_run=ExplicitPred.NONE
    )
    explicit_only_rows: ExplicitRows = ExplicitRows.ANY
    implicit_only_pred: ImplicitPred = by_profile(
        ImplicitPred.DROP_MATCHED, as_run=ImplicitPred.ALL
    )
    implicit_only_mixed: Mixed = by_profile(Mixed.KEEP, as_run=Mixed.DROP)
    representative_tie: Tie = by_profile(Tie.FIRST, recommended=Tie.ERROR)
    representative_source: RepresentativeSource = by_profile(
        RepresentativeSource.FINAL, as_run=RepresentativeSource.OWN
    )
    number_text: NumberText = by_profile(NumberText.ERROR, as_run=NumberText.READ)
    representative_key: KeyBy = KeyBy.TERM
    conflict_scope: Scope = by_profile(Scope.AFTER, as_run=Scope.BEFORE, recommended=Scope.BEFORE)
    conflict_empty_term: EmptyTerm = by_profile(EmptyTerm.SKIP, as_run=EmptyTerm.GROUP)
    change: ChangeFrom = by_profile(ChangeFrom.STORED, recommended=ChangeFrom.COMPUTED)
    change_missing: Lacking = by_profile(Lacking.EXCLUDE, as_run=Lacking.UNCHANGED)
    actions_missing: Lacking = by_profile(Lacking.EXCLUDE, as_run=Lacking.UNCHANGED)
    change_key: KeyBy = KeyBy.TERM
    change_label: ChangeLabel = by_profile(ChangeLabel.FINAL, as_run=ChangeLabel.STAGE2_ATE)
    change_rate_over: ChangeOver = by_profile(ChangeOver.ALL, as_run=ChangeOver.CHANGED)
    net_gain_over: GainOver = by_profile(
        GainOver.ALL, as_run=GainOver.GOLD, recommended=GainOver.GOLD
    )
    guided_by: GuidedBy = by_profile(GuidedBy.ACTIONS, as_run=GuidedBy.STORED)
    guided_requires_changed: Requires = by_profile(Requires.YES, as_run=Requires.NO)
    intervention_actions: Interventions = by_profile(
        Interventions.ANY, recommended=Interventions.EFFECTIVE
    )
    negation_count: RiskCount = by_profile(RiskCount.PER_SAMPLE, as_run=RiskCount.PER_RISK)
    risk_blocks: Blocks = by_profile(Blocks.ALL, as_run=Blocks.FIRST)
    clear_s1: RiskRule = by_profile(RiskRule.VALIDATOR, as_run=RiskRule.EXTENDED)
    clear_s2: RiskRule = by_profile(RiskRule.VALIDATOR, as_run=RiskRule.EXTENDED)
    outcome_risk: OutcomeRule = by_profile(OutcomeRule.STRUCTURAL, as_run=OutcomeRule.EXTENDED)
    zero_denominator: Zero = by_profile(Zero.UNDEFINED, as_run=Zero.ZERO)
    clear_zero: Zero = by_profile(Zero.ZERO, recommended=Zero.UNDEFINED)
    ddof: Ddof = by_profile(Ddof.ONE, as_run=Ddof.NONE)
    hallucination: Hallucination = by_profile(
        Hallucination.ATE_DROP, as_run=Hallucination.FINAL_SUBSTRING
    )
    hallucination_missing: NoFilter = by_profile(NoFilter.NOTHING, recommended=NoFilter.EXCLUDE)
    hallucination_text: TextForm = TextForm.RAW
    negative_span: NegativeSpan = by_profile(NegativeSpan.SLICE, recommended=NegativeSpan.NOTHING)
    drop_reason: DropReason = by_profile(
        DropReason.OTHER_NOT_TARGET, as_run=DropReason.CAUSE, recommended=DropReason.CAUSE
    )
    no_prediction: NoPrediction = by_profile(NoPrediction.NONE, as_run=NoPrediction.FALLBACK)
    used_rows: UsedRows = by_profile(UsedRows.GOLD, as_run=UsedRows.ALL)
    absent_gate: Zero = by_profile(Zero.UNDEFINED, as_run=Zero.ZERO)
    no_match: NoMatch = by_profile(NoMatch.ERROR, as_run=NoMatch.ALL)
    bad_line: BadLine = by_profile(BadLine.ERROR, as_run=BadLine.SKIP)


def with_values(options: Options, values: Mapping[str, str]) -> Options:
    """Change some options, given as texts.

    >>> with_values(Options(), {"counting": "set"}).counting.value
    'set'

    Raises SignatureError for an unknown option or value, naming the nearest.
    """
    changed = {name: read_value(text) for name, text in values.items()}
    return built_of(Options, "review", {**values_of(options), **changed})


def texts(options: Options) -> dict[str, str]:
    """Write every option as text.

    >>> texts(Options())["pred_key"]
    'term'
    """
    return {name: write_value(value) for name, value in values_of(options).items()}


PROFILES: Mapping[str, Options] = {
    name: profile(Options, name) for name in (DOCUMENTED, AS_RUN, RECOMMENDED)
}
"""The profiles by name."""

TABLE: tuple[tuple[str, ...], ...] = tuple(
    (name, *values)
    for name, *values in zip(
        schema(Options), *(texts(one).values() for one in PROFILES.values()), strict=True
    )
)
"""Every option with its value under each profile."""
