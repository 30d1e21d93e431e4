"""Structural risk of one scorecard: what the validator says of a stage, and other signs."""

from enum import Enum
from itertools import chain

from attrs import field, frozen

from measurand.studies.review.aspects import ALIGNMENT_FAILURE
from measurand.studies.review.choices import Blocks, OutcomeRule, RiskCount, RiskRule
from measurand.studies.review.conflict import Conflict
from measurand.studies.review.number import Number
from measurand.studies.review.reading import final_opinion
from measurand.studies.review.scorecard import Aspect, Block, Judgement, Scorecard

STAGE1, STAGE2 = "stage1", "stage2"
_MANY_DROPS = 2
_HARMLESS = "unknown/insufficient"
_UNGROUNDED = ("opinion_not_grounded", "mismatch")


def blocks(card: Scorecard, stage: str, which: Blocks) -> tuple[Block, ...]:
    """List what the validator said of a stage, once or each time.

    >>> blocks(Scorecard(id="1"), "stage1", Blocks.ALL)
    ()
    """
    found = tuple(block for block in card.validator or () if block.stage == stage)
    return found[:1] if which is Blocks.FIRST else found


def risks(card: Scorecard, stage: str, which: Blocks) -> int:
    """Count the risks that the validator named for a stage.

    >>> from measurand.studies.review.scorecard import Risk
    >>> card = Scorecard(id="1", validator=(Block("stage1", (Risk("SCOPE"),)),))
    >>> risks(card, "stage1", Blocks.FIRST), risks(card, "stage2", Blocks.FIRST)
    (1, 0)
    """
    return sum(len(block.risks) for block in blocks(card, stage, which))


def contrasts(found: tuple[Block, ...]) -> int:
    """Count the risks of negation or contrast.

    >>> from measurand.studies.review.scorecard import Risk
    >>> contrasts((Block("stage1", (Risk("negation_scope"), Risk("other"))),))
    1
    """
    names = (risk.id.upper() for block in found for risk in block.risks)
    return sum("NEGATION" in name or "CONTRAST" in name for name in names)


class Bucket(Enum):
    """How well the first final tuple is supported by the text."""

    EXPLICIT = "explicit"
    EXPLICIT_FAILURE = "explicit_failure"
    IMPLICIT = "implicit"
    UNSUPPORTED = "unsupported"


def bucket(conflict: Conflict, card: Scorecard) -> Bucket:
    """Say how well the first final tuple of a scorecard is supported.

    That is the first with a reference, a term, or the flag of an implicit one; where there is none,
    the first aspect, then the first sentiment of the inputs.

    >>> bucket(Conflict(), Scorecard(id="1")).value, bucket(Conflict(),
    ...     Scorecard(id="1", final_label="positive")).value
    ('unsupported', 'implicit')
    """
    final = conflict.representatives.final
    reading = final.reading
    reading.admit(card)
    told = (one for one in card.final or () if one.implicit or any(final_opinion(reading, one)[:2]))
    first = next(chain(told, card.aspects or (), card.sentiments or ()), None)
    if first is None:
        labels = (card.stage1_label, card.stage2_label, card.final_label)
        return Bucket.IMPLICIT if any(labels) else Bucket.UNSUPPORTED
    term = final_opinion(reading, first).term
    if not term:
        return Bucket.IMPLICIT
    about = (one for one in card.judgements or () if reading.text(one.term) == term)
    return _judged(next(about, None), card)


def _misaligned(aspect: Aspect) -> bool:
    return not aspect.kept and aspect.reason == ALIGNMENT_FAILURE


def _judged(judgement: Judgement | None, card: Scorecard) -> Bucket:
    if judgement is None:
        return Bucket.UNSUPPORTED
    if judgement.grounded and set(judgement.issues) <= {_HARMLESS}:
        return Bucket.EXPLICIT
    named = any(sign in issue for issue in judgement.issues for sign in _UNGROUNDED)
    if not judgement.grounded or named:
        drops = card.filtered or ()
        lost = bool(drops) and all(map(_misaligned, drops))
        softened = card.implicit_candidate or lost
        return Bucket.IMPLICIT if softened else Bucket.EXPLICIT_FAILURE
    return Bucket.UNSUPPORTED


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
            or contrasts(blocks(card, STAGE1, self.risk_blocks)) > 0
            or len(lost) >= _MANY_DROPS
            or bucket(self.conflict, card) is Bucket.EXPLICIT_FAILURE
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
class Cleared:
    """One where the first stage is risky and the final one is not.

    >>> Cleared().of(Scorecard(id="1"))
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
        return named or contrasts(blocks(card, STAGE2, which)) > 0


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
            risky = risky or contrasts(card.validator or ()) > 0
            risky = risky or bucket(self.conflict, card) is Bucket.UNSUPPORTED
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
        found = contrasts(card.validator or ())
        return found if self.negation_count is RiskCount.PER_RISK else int(found > 0)
