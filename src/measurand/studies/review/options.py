"""The options of the review metrics: each names one thing that two readings do differently."""

from attrs import frozen

from measurand.evidence.normalise import Passes, Step
from measurand.evidence.sides import WildKind
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


@frozen(kw_only=True, cache_hash=True)
class Options:
    """One reading of the review metrics; the defaults are those of the profile `documented`.

    >>> Options().pred_key.value, Options().counting.value
    ('term', 'multiset')
    """

    pred_key: PredKey = PredKey.TERM
    wildcard: WildKind = WildKind.GOLD
    counting: Counting = Counting.MULTISET
    empty_gold: EmptyGold = EmptyGold.ONE_IF_PRED_EMPTY
    stage1_missing: StageMissing = StageMissing.COPY_FINAL
    empty_list: EmptyList = EmptyList.MISSING
    list_element: ListElement = ListElement.ERROR
    extractor: Extractor = Extractor.SHARED
    implicit: Implicit = Implicit.FLAG
    unknown_polarity: Otherwise = Otherwise.INVALID
    missing_polarity: Otherwise = Otherwise.INVALID
    polarity_aliases: Aliases = Aliases.ENGLISH
    normalise: tuple[Step, ...] = (Step.TRIM, Step.LOWER, Step.SQUEEZE, Step.EDGES)
    passes: Passes = Passes.SETTLE
    gold_null_term: NullTerm = NullTerm.IMPLICIT
    gold_term_object: TermObject = TermObject.TERM
    explicit_only_pred: ExplicitPred = ExplicitPred.DROP_MATCHED
    explicit_only_rows: ExplicitRows = ExplicitRows.ANY
    implicit_only_pred: ImplicitPred = ImplicitPred.DROP_MATCHED
    implicit_only_mixed: Mixed = Mixed.KEEP
    representative_tie: Tie = Tie.FIRST
    representative_source: RepresentativeSource = RepresentativeSource.FINAL
    number_text: NumberText = NumberText.ERROR
    representative_key: KeyBy = KeyBy.TERM
    conflict_scope: Scope = Scope.AFTER
    conflict_empty_term: EmptyTerm = EmptyTerm.SKIP
    change: ChangeFrom = ChangeFrom.STORED
    change_missing: Lacking = Lacking.EXCLUDE
    actions_missing: Lacking = Lacking.EXCLUDE
    change_key: KeyBy = KeyBy.TERM
    change_label: ChangeLabel = ChangeLabel.FINAL
    change_rate_over: ChangeOver = ChangeOver.ALL
    net_gain_over: GainOver = GainOver.ALL
    guided_by: GuidedBy = GuidedBy.ACTIONS
    guided_requires_changed: Requires = Requires.YES
    intervention_actions: Interventions = Interventions.ANY
    negation_count: RiskCount = RiskCount.PER_SAMPLE
    risk_blocks: Blocks = Blocks.ALL
    clear_s1: RiskRule = RiskRule.VALIDATOR
    clear_s2: RiskRule = RiskRule.VALIDATOR
    outcome_risk: OutcomeRule = OutcomeRule.STRUCTURAL
    zero_denominator: Zero = Zero.UNDEFINED
    clear_zero: Zero = Zero.ZERO
    ddof: Ddof = Ddof.ONE
    hallucination: Hallucination = Hallucination.ATE_DROP
    hallucination_missing: NoFilter = NoFilter.NOTHING
    hallucination_text: TextForm = TextForm.RAW
    negative_span: NegativeSpan = NegativeSpan.SLICE
    drop_reason: DropReason = DropReason.OTHER_NOT_TARGET
    no_prediction: NoPrediction = NoPrediction.NONE
    used_rows: UsedRows = UsedRows.GOLD
    absent_gate: Zero = Zero.UNDEFINED
    no_match: NoMatch = NoMatch.ERROR
    bad_line: BadLine = BadLine.ERROR
