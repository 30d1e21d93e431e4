"""The options of the review metrics, and three named readings of them (profiles).

An option names one thing that two readings do differently; a profile is a value for each, and no
code asks which one it runs under.
"""

from collections.abc import Mapping

from attrs import frozen

from measurand.evidence.normalise import Passes, Step
from measurand.evidence.sides import WildKind
from measurand.metrics.grammar import read_value, write_value
from measurand.metrics.options import Zero
from measurand.metrics.signature import built_of, schema, values_of
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


DOCUMENTED, AS_RUN, RECOMMENDED = "documented", "as-run", "recommended"

TABLE: tuple[tuple[str, str, str, str], ...] = (
    # option, documented, as-run, recommended
    ("pred_key", "term", "ref_or_term", "term"),
    ("wildcard", "gold", "gold", "gold"),
    ("counting", "multiset", "set", "multiset"),
    ("empty_gold", "one_if_pred_empty", "exclude", "one_if_pred_empty"),
    ("stage1_missing", "copy_final", "copy_final", "exclude"),
    ("empty_list", "missing", "missing", "answer"),
    ("list_element", "error", "skip", "error"),
    ("extractor", "shared", "per_stage", "shared"),
    ("implicit", "flag", "flag", "flag"),
    ("unknown_polarity", "invalid", "neutral", "invalid"),
    ("missing_polarity", "invalid", "neutral", "invalid"),
    ("polarity_aliases", "english", "english", "english_korean"),
    (
        "normalise",
        "trim+lower+squeeze+edges",
        "trim+lower+squeeze+edges",
        "nfc+trim+lower+squeeze+edges",
    ),
    ("passes", "settle", "once", "settle"),
    ("gold_null_term", "implicit", "ref", "implicit"),
    ("gold_term_object", "term", "text", "term"),
    ("explicit_only_pred", "drop_matched", "none", "drop_matched"),
    ("explicit_only_rows", "any", "any", "any"),
    ("implicit_only_pred", "drop_matched", "all", "drop_matched"),
    ("implicit_only_mixed", "keep", "drop", "keep"),
    ("representative_tie", "first", "first", "error"),
    ("representative_source", "final", "own", "final"),
    ("number_text", "error", "read", "error"),
    ("representative_key", "term", "term", "term"),
    ("conflict_scope", "after", "before", "before"),
    ("conflict_empty_term", "skip", "group", "skip"),
    ("change", "stored", "stored", "computed"),
    ("change_missing", "exclude", "unchanged", "exclude"),
    ("actions_missing", "exclude", "unchanged", "exclude"),
    ("change_key", "term", "term", "term"),
    ("change_label", "final", "stage2_ate", "final"),
    ("change_rate_over", "all", "changed", "all"),
    ("net_gain_over", "all", "gold", "gold"),
    ("guided_by", "actions", "stored", "actions"),
    ("guided_requires_changed", "yes", "no", "yes"),
    ("intervention_actions", "any", "any", "effective"),
    ("negation_count", "per_sample", "per_risk", "per_sample"),
    ("risk_blocks", "all", "first", "all"),
    ("clear_s1", "validator", "extended", "validator"),
    ("clear_s2", "validator", "extended", "validator"),
    ("outcome_risk", "structural", "extended", "structural"),
    ("zero_denominator", "undefined", "zero", "undefined"),
    ("clear_zero", "zero", "zero", "undefined"),
    ("ddof", "1", "0", "1"),
    ("hallucination", "ate_drop", "final_substring", "ate_drop"),
    ("hallucination_missing", "nothing", "nothing", "exclude"),
    ("hallucination_text", "raw", "raw", "raw"),
    ("negative_span", "slice", "slice", "nothing"),
    ("drop_reason", "other_not_target", "cause", "cause"),
    ("no_prediction", "none", "fallback", "none"),
    ("used_rows", "gold", "all", "gold"),
    ("absent_gate", "undefined", "zero", "undefined"),
    ("no_match", "error", "all", "error"),
    ("bad_line", "error", "skip", "error"),
)
"""Every option with its value under `documented`, `as-run` and `recommended`."""


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


def _profile(column: int) -> Options:
    values = {row[0]: read_value(row[column]) for row in TABLE}
    lost = set(schema(Options)) - set(values)
    if lost:
        message = f"every option in the table of profiles: {sorted(lost)} are missing"
        raise ValueError(message)
    return built_of(Options, "review", values)


PROFILES: Mapping[str, Options] = {
    name: _profile(column) for column, name in enumerate((DOCUMENTED, AS_RUN, RECOMMENDED), start=1)
}
"""The profiles by name."""
