"""Whether the stages of one scorecard differ, who intervened, and whether the change was guided.

Three questions that are not the same: a stage may change without anybody having acted, somebody may
act without effect, and a change is guided only where both meet. What the record stores of them and
what its lists show may disagree; an option says which is believed.
"""

from enum import Enum

from attrs import field, frozen

from measurand.algebra.bag import Bag
from measurand.studies.review.choices import (
    ChangeFrom,
    ChangeLabel,
    Counting,
    GuidedBy,
    Interventions,
    KeyBy,
    Lacking,
    PredKey,
    Requires,
)
from measurand.studies.review.lists import (
    Stage1Tuples,
)
from measurand.studies.review.scorecard import Number, Opinion, Opinions, Scorecard
from measurand.studies.review.stage_transitions import (
    ChangeType,
    change_type,
    intervened,
    stage_delta,
)

Pair = tuple[str, str | None]
"""What a tuple is compared by, and its polarity."""


@frozen(kw_only=True, cache_hash=True)
class StagesDiffer:
    """One where the stages differ: as the record stores it, or as its tuples and labels show it.

    >>> StagesDiffer().of(Scorecard(id="1", changed=True)), StagesDiffer().of(Scorecard(id="1"))
    (1, 'no stage delta')
    """

    stage1: Stage1Tuples = field(factory=Stage1Tuples)
    change: ChangeFrom = ChangeFrom.STORED
    change_missing: Lacking = Lacking.EXCLUDE
    change_key: PredKey = PredKey.TERM
    change_label: ChangeLabel = ChangeLabel.FINAL
    counting: Counting = Counting.MULTISET

    def of(self, card: Scorecard) -> Number:
        """Say whether the stages of a scorecard differ."""
        if self.change is ChangeFrom.STORED:
            if card.changed is None:
                return 0 if self.change_missing is Lacking.UNCHANGED else "no stage delta"
            return int(card.changed)
        before, after = self.stage1.of(card), self.stage1.final.of(card)
        if isinstance(before, str):
            return before
        if isinstance(after, str):
            return after
        return int(self.differ(before, after) or labels_differ(card, self.change_label))

    def differ(self, before: Opinions, after: Opinions) -> bool:
        """Compare the tuples of two stages."""
        return not stage_delta(self.pairs(after), self.pairs(before)).is_zero

    def pairs(self, stage: Opinions) -> Bag[Pair]:
        """Key the tuples of a stage, their texts normalised once more; a set has each pair once.

        >>> len(StagesDiffer().pairs((Opinion("", "soup", None), Opinion("taste", "soup", None))))
        2
        """
        text = self.stage1.final.reading.text
        keyed = [(text(pred_key(self.change_key, one)), one.polarity) for one in stage]
        return Bag.of(set(keyed) if self.counting is Counting.SET else keyed)


def pred_key(by: PredKey, one: Opinion) -> str:
    """Return what a prediction is matched by.

    >>> pred_key(PredKey.REF_OR_TERM, Opinion("", "soup", "positive"))
    'soup'
    """
    match by:
        case PredKey.TERM:
            return one.term
        case PredKey.REF:
            return one.ref
        case PredKey.REF_OR_TERM:
            return one.ref or one.term


def change_key(by: KeyBy, key: PredKey) -> PredKey:
    """Choose by what the tuples of the stages are compared.

    >>> change_key(KeyBy.TERM, PredKey.REF).value
    'term'
    """
    return key if by is KeyBy.PRED_KEY else PredKey.TERM


def labels_differ(card: Scorecard, which: ChangeLabel) -> bool:
    """Say whether the labels of the first stage and of a later one are there and differ.

    >>> card = Scorecard(id="1", stage1_label="positive", final_label="negative")
    >>> [labels_differ(card, which) for which in ChangeLabel]
    [True, False]
    """
    later = card.final_label if which is ChangeLabel.FINAL else card.stage2_label
    return bool(card.stage1_label and later) and card.stage1_label != later


@frozen(kw_only=True, cache_hash=True)
class GuidedChange:
    """One where a change was guided by review: by its actions, or as its stored type says.

    Where no actions are listed, not even an empty list, the stored type is all that there is. A
    change that is computed has no stored type.

    >>> GuidedChange().of(Scorecard(id="1", changed=True, review_actions=("FLIP",)))
    1
    """

    changed: StagesDiffer = field(factory=StagesDiffer)
    guided_by: GuidedBy = GuidedBy.ACTIONS
    guided_requires_changed: Requires = Requires.YES
    intervention_actions: Interventions = Interventions.ANY

    def of(self, card: Scorecard) -> Number:
        """Say whether review guided the change of a scorecard."""
        changed = self.changed.of(card)
        if isinstance(changed, str) or (
            not changed and self.guided_requires_changed is Requires.YES
        ):
            return changed
        silent = card.review_actions is None and card.arb_actions is None
        if self.changed.change is ChangeFrom.STORED and (
            silent or self.guided_by is GuidedBy.STORED
        ):
            return int(card.change_type == ChangeType.GUIDED.value)
        acted = (*(card.review_actions or ()), *(card.arb_actions or ()))
        kind = change_type(
            acted,
            changed=bool(changed),
            counted=self.intervention_actions,
            requires_changed=Requires.YES,
        )
        return int(kind is ChangeType.GUIDED)


class Actor(Enum):
    """Who acts."""

    REVIEW = "review"
    ARBITER = "arbiter"


@frozen(kw_only=True, cache_hash=True)
class Intervened:
    """One where a reviewer, or the arbiter, intervened.

    >>> Intervened(actor=Actor.REVIEW).of(Scorecard(id="1", review_actions=("KEEP",)))
    1
    """

    actor: Actor
    intervention_actions: Interventions = Interventions.ANY
    actions_missing: Lacking = Lacking.EXCLUDE

    def of(self, card: Scorecard) -> Number:
        """Say whether somebody intervened."""
        actions = card.review_actions if self.actor is Actor.REVIEW else card.arb_actions
        if actions is None:
            missing = self.actions_missing is Lacking.EXCLUDE
            return f"no {self.actor.value} actions" if missing else 0
        return int(intervened(actions, self.intervention_actions))
