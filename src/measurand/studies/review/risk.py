"""Signs of trouble in one scorecard: conflicts, structural risk, hallucinated aspects, overrides.

Each is a number of one sample, 0 or 1 or a count, or the reason why there is none, so that a rate
is the mean of a column and says how many samples it leaves out. Structural risk is what a validator
names for a stage, alone or with other signs of it: terms with two polarities, negation and
contrast, aspects dropped for their spans, a first tuple that the text does not carry. Risk is
cleared where the first stage has it and the final one has not. An aspect is hallucinated where the
text does not bear it out, as the extraction stage noted or as the text itself shows.
"""

from enum import Enum
from itertools import chain

from attrs import field, frozen

from measurand.metrics.options import Zero
from measurand.studies.review.aspect_filter import ALIGNMENT_FAILURE, Cause, causes
from measurand.studies.review.choices import (
    Blocks,
    EmptyTerm,
    Hallucination,
    NegativeSpan,
    NoFilter,
    OutcomeRule,
    RiskCount,
    RiskRule,
    Scope,
    TextForm,
)
from measurand.studies.review.lists import (
    Representatives,
)
from measurand.studies.review.reading import Reading, final_opinion, surface
from measurand.studies.review.scorecard import Aspect, Block, Judgement, Number, Opinions, Scorecard


@frozen(kw_only=True, cache_hash=True)
class Conflict:
    """One where tuples of the same term have two polarities.

    >>> Conflict().of(Scorecard(id="1", final=()))
    0
    """

    representatives: Representatives = field(factory=Representatives)
    conflict_scope: Scope = Scope.BEFORE
    conflict_empty_term: EmptyTerm = EmptyTerm.SKIP

    def of(self, card: Scorecard) -> Number:
        """Look for a conflict in a scorecard."""
        if self.conflict_scope is Scope.AFTER:
            chosen = self.representatives.of(card)
            if isinstance(chosen, str):
                return chosen
            return int(bool(self._split(chosen)))
        candidates = self.representatives.candidates(card)
        return candidates if isinstance(candidates, str) else int(bool(self._split(candidates)))

    def terms(self, card: Scorecard) -> tuple[str, ...]:
        """List the terms in conflict, before representatives are chosen; sorted.

        >>> Conflict().terms(Scorecard(id="1"))
        ()
        """
        candidates = self.representatives.candidates(card)
        return () if isinstance(candidates, str) else self._split(candidates)

    def _split(self, tuples: Opinions) -> tuple[str, ...]:
        seen: dict[str, set[str]] = {}
        for _, key, polarity in tuples:
            if polarity is not None and (key or self.conflict_empty_term is EmptyTerm.GROUP):
                seen.setdefault(key, set()).add(polarity)
        return tuple(sorted(key for key, found in seen.items() if len(found) > 1))


STAGE1, STAGE2 = "stage1", "stage2"
_MANY_DROPS = 2
_HARMLESS = "unknown/insufficient"
_UNGROUNDED = ("opinion_not_grounded", "mismatch")


def blocks(card: Scorecard, stage: str, which: Blocks) -> tuple[Block, ...]:
    """List what the validator said of a stage, once or each time.

    >>> blocks(Scorecard(id="1"), "stage1", Blocks.ALL)
    ()
    """
    of_stage = tuple(block for block in card.validator or () if block.stage == stage)
    return of_stage[:1] if which is Blocks.FIRST else of_stage


def risks(card: Scorecard, stage: str, which: Blocks) -> int:
    """Count the risks that the validator named for a stage.

    >>> from measurand.studies.review.scorecard import Risk
    >>> card = Scorecard(id="1", validator=(Block("stage1", (Risk("SCOPE"),)),))
    >>> risks(card, "stage1", Blocks.FIRST), risks(card, "stage2", Blocks.FIRST)
    (1, 0)
    """
    return sum(len(block.risks) for block in blocks(card, stage, which))


def negation_risks(found: tuple[Block, ...]) -> int:
    """Count the risks of negation or contrast.

    >>> from measurand.studies.review.scorecard import Risk
    >>> negation_risks((Block("stage1", (Risk("negation_scope"), Risk("other"))),))
    1
    """
    names = (risk.id.upper() for block in found for risk in block.risks)
    return sum("NEGATION" in name or "CONTRAST" in name for name in names)


class Support(Enum):
    """How well the first final tuple is supported by the text."""

    EXPLICIT = "explicit"
    EXPLICIT_FAILURE = "explicit_failure"
    IMPLICIT = "implicit"
    UNSUPPORTED = "unsupported"


def support(conflict: Conflict, card: Scorecard) -> Support:
    """Say how well the first final tuple of a scorecard is supported.

    That is the first with a reference, a term, or the flag of an implicit one; where there is none,
    the first aspect, then the first sentiment of the inputs.

    >>> support(Conflict(), Scorecard(id="1")).value, support(Conflict(),
    ...     Scorecard(id="1", final_label="positive")).value
    ('unsupported', 'implicit')
    """
    final = conflict.representatives.final
    reading = final.reading
    reading.admit(card)
    stated = (
        one for one in card.final or () if one.implicit or any(final_opinion(reading, one)[:2])
    )
    first = next(chain(stated, card.aspects or (), card.sentiments or ()), None)
    if first is None:
        labels = (card.stage1_label, card.stage2_label, card.final_label)
        return Support.IMPLICIT if any(labels) else Support.UNSUPPORTED
    term = final_opinion(reading, first).term
    if not term:
        return Support.IMPLICIT
    about = (one for one in card.judgements or () if reading.text(one.term) == term)
    return _judged(next(about, None), card)


def _misaligned(aspect: Aspect) -> bool:
    return not aspect.kept and aspect.reason == ALIGNMENT_FAILURE


def _judged(judgement: Judgement | None, card: Scorecard) -> Support:
    if judgement is None:
        return Support.UNSUPPORTED
    if judgement.grounded and set(judgement.issues) <= {_HARMLESS}:
        return Support.EXPLICIT
    named = any(sign in issue for issue in judgement.issues for sign in _UNGROUNDED)
    if not judgement.grounded or named:
        drops = card.filtered or ()
        lost = bool(drops) and all(map(_misaligned, drops))
        softened = card.implicit_candidate or lost
        return Support.IMPLICIT if softened else Support.EXPLICIT_FAILURE
    return Support.UNSUPPORTED


@frozen(kw_only=True, cache_hash=True)
class RiskBefore:
    """One where the first stage is risky.

    >>> RiskBefore().of(Scorecard(id="1"))
    0
    """

    conflict: Conflict = field(factory=Conflict)
    clear_s1: RiskRule = RiskRule.VALIDATOR
    risk_blocks: Blocks = Blocks.ALL

    def of(self, card: Scorecard) -> Number:
        """Say whether the first stage of a scorecard is risky."""
        named = risks(card, STAGE1, self.risk_blocks) > 0
        if self.clear_s1 is RiskRule.VALIDATOR:
            return int(named)
        if card.stage1_risk is not None:
            return int(card.stage1_risk)
        lost = [one for one in card.filtered or () if _misaligned(one)]
        return int(
            named
            or self.conflict.of(card) == 1
            or negation_risks(blocks(card, STAGE1, self.risk_blocks)) > 0
            or len(lost) >= _MANY_DROPS
            or support(self.conflict, card) is Support.EXPLICIT_FAILURE
        )


@frozen(kw_only=True, cache_hash=True)
class RiskAfter:
    """One where the validator names a risk of the final stage.

    >>> RiskAfter().of(Scorecard(id="1"))
    0
    """

    risk_blocks: Blocks = Blocks.ALL

    def of(self, card: Scorecard) -> Number:
        """Say whether the validator names a risk of the final stage of a scorecard."""
        return int(risks(card, STAGE2, self.risk_blocks) > 0)


@frozen(kw_only=True, cache_hash=True)
class RiskCleared:
    """One where the first stage is risky and the final one is not.

    >>> RiskCleared().of(Scorecard(id="1"))
    0
    """

    before: RiskBefore = field(factory=RiskBefore)
    clear_s2: RiskRule = RiskRule.VALIDATOR

    def of(self, card: Scorecard) -> Number:
        """Say whether the risk of a scorecard was cleared."""
        return int(self.before.of(card) == 1 and not self._after(card))

    def _after(self, card: Scorecard) -> bool:
        which = self.before.risk_blocks
        named = risks(card, STAGE2, which) > 0
        if self.clear_s2 is RiskRule.VALIDATOR:
            return named
        if card.stage2_risk is not None:
            return card.stage2_risk
        return named or negation_risks(blocks(card, STAGE2, which)) > 0


@frozen(kw_only=True, cache_hash=True)
class OutcomeRisk:
    """One where the outcome is risky: what was risky at stage 1 alone counts in `extended` alone.

    >>> OutcomeRisk(outcome_risk=OutcomeRule.EXTENDED).of(Scorecard(id="1"))
    1
    """

    conflict: Conflict = field(factory=Conflict)
    outcome_risk: OutcomeRule = OutcomeRule.STRUCTURAL
    risk_blocks: Blocks = Blocks.ALL

    def of(self, card: Scorecard) -> Number:
        """Say whether the outcome of a scorecard is risky."""
        risky = risks(card, STAGE2, self.risk_blocks) > 0
        if self.outcome_risk is OutcomeRule.VALIDATOR:
            return int(risky)
        risky = risky or self.conflict.of(card) == 1
        if self.outcome_risk is OutcomeRule.EXTENDED:
            risky = risky or negation_risks(card.validator or ()) > 0
            risky = risky or support(self.conflict, card) is Support.UNSUPPORTED
        return int(risky)


@frozen(kw_only=True, cache_hash=True)
class NegationContrast:
    """The risks of negation or contrast of all stages, or one for any.

    >>> NegationContrast().of(Scorecard(id="1"))
    0
    """

    negation_count: RiskCount = RiskCount.PER_SAMPLE

    def of(self, card: Scorecard) -> Number:
        """Count the risks of negation or contrast of a scorecard."""
        number = negation_risks(card.validator or ())
        return number if self.negation_count is RiskCount.PER_RISK else int(number > 0)


@frozen(kw_only=True, cache_hash=True)
class Hallucinated:
    """One where an aspect was dropped at extraction, or a final term is not in the text.

    Final terms are those of the final tuples, and the `term` of each final aspect.

    >>> from measurand.studies.review.scorecard import Mention
    >>> card = Scorecard(id="1", text="soup", final=(Mention(aspect_term="room"),))
    >>> Hallucinated(hallucination=Hallucination.FINAL_SUBSTRING).of(card), Hallucinated().of(card)
    (1, 0)
    """

    reading: Reading = field(factory=Reading)
    hallucination: Hallucination = Hallucination.ATE_DROP
    hallucination_missing: NoFilter = NoFilter.NOTHING
    hallucination_text: TextForm = TextForm.RAW

    def of(self, card: Scorecard) -> Number:
        """Say whether a scorecard has a hallucinated aspect."""
        excluding = self.hallucination_missing is NoFilter.EXCLUDE
        if self.hallucination is Hallucination.ATE_DROP:
            if excluding and card.hallucinated is None and card.filtered is None:
                return "no filtered aspects"
            dropped = any(not aspect.kept for aspect in card.filtered or ())
            return int(card.hallucinated is True or dropped)
        if excluding and card.text is None:
            return "no input text"
        self.reading.admit(card)
        text = self._form(card.text or "")
        terms = (
            *(surface(one) for one in card.final or ()),
            *((one.term or "").strip() for one in card.aspects or ()),
        )
        return int(any(self._form(term) not in text for term in terms))

    def _form(self, text: str) -> str:
        return self.reading.text(text) if self.hallucination_text is TextForm.NORMALISED else text


@frozen(kw_only=True, cache_hash=True)
class DroppedBecause:
    """One where an aspect was dropped for one cause.

    >>> DroppedBecause(cause=Cause.TARGET_FILTER).of(Scorecard(id="1", filtered=()))
    0
    """

    cause: Cause
    hallucination_missing: NoFilter = NoFilter.NOTHING
    negative_span: NegativeSpan = NegativeSpan.SLICE

    def of(self, card: Scorecard) -> Number:
        """Say whether an aspect of a scorecard was dropped for this cause."""
        if card.filtered is None and self.hallucination_missing is NoFilter.EXCLUDE:
            return "no filtered aspects"
        return int(self.cause in causes(card.text, card.filtered or (), self.negative_span))


class OverrideOutcome(Enum):
    """Which thing is counted."""

    APPLIED = "applied"
    SKIPPED_CONFLICT = "skipped_conflict"
    SKIPPED_LOW_SIGNAL = "skipped_low_signal"
    SKIPPED_ALREADY_CONFIDENT = "skipped_already_confident"


@frozen(kw_only=True, cache_hash=True)
class OverrideCount:
    """What the override did: one where it was applied, or how often it was skipped for a reason.

    Without a gate there is no number, or 0.

    >>> OverrideCount(what=OverrideOutcome.APPLIED).of(Scorecard(id="1"))
    'no override gate'
    """

    what: OverrideOutcome
    absent_gate: Zero = Zero.UNDEFINED

    def of(self, card: Scorecard) -> Number:
        """Count what the override did to a scorecard."""
        override = card.override
        if override is None:
            return 0 if self.absent_gate is Zero.ZERO else "no override gate"
        match self.what:
            case OverrideOutcome.APPLIED:
                return int(override.effective or override.applied > 0)
            case OverrideOutcome.SKIPPED_CONFLICT:
                return override.skipped_conflict
            case OverrideOutcome.SKIPPED_LOW_SIGNAL:
                return override.skipped_low_signal
            case OverrideOutcome.SKIPPED_ALREADY_CONFIDENT:
                return override.skipped_already_confident
