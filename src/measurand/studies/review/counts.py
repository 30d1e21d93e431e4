"""What a scorecard has: gold, implicit gold, predictions and where they come from.

Each is a number of one sample that sums to the counts of a run: what the metrics stand on.
"""

from attrs import field, frozen

from measurand.metrics.options import Zero
from measurand.studies.review.choices import Counting, EmptyList, Mixed, NoPrediction, UsedRows
from measurand.studies.review.lists import (
    FinalTuples,
    GoldTuples,
    Origin,
)
from measurand.studies.review.reading import (
    MIXED,
    NEGATIVE,
    NEUTRAL,
    POSITIVE,
)
from measurand.studies.review.scorecard import Number, Scorecard


@frozen(kw_only=True, cache_hash=True)
class Rows:
    """One for every sample.

    >>> Rows().of(Scorecard(id="1"))
    1
    """

    def of(self, _card: Scorecard) -> Number:
        """Count the sample."""
        return 1


@frozen(kw_only=True, cache_hash=True)
class GoldRows:
    """One for a sample that has gold tuples.

    >>> GoldRows().of(Scorecard(id="1"))
    0
    """

    gold: GoldTuples = field(factory=GoldTuples)

    def of(self, card: Scorecard) -> Number:
        """Count the sample if its gold list is there."""
        return int(not isinstance(self.gold.of(card), str))


@frozen(kw_only=True, cache_hash=True)
class ImplicitGold:
    """One for a sample with implicit gold.

    >>> ImplicitGold().of(Scorecard(id="1", gold=()))
    0
    """

    gold: GoldTuples = field(factory=GoldTuples)
    implicit_only_mixed: Mixed = Mixed.KEEP
    no_gold: Zero = Zero.UNDEFINED

    def of(self, card: Scorecard) -> Number:
        """Say whether a scorecard has implicit gold."""
        gold = self.gold.of(card)
        if isinstance(gold, str):
            return 0 if self.no_gold is Zero.ZERO else gold
        known = self.polarities()
        return int(any(not one.term and one.polarity in known for one in gold))

    def polarities(self) -> frozenset[str]:
        """List the polarities that take part."""
        kept = {MIXED} if self.implicit_only_mixed is Mixed.KEEP else set[str]()
        return frozenset({POSITIVE, NEGATIVE, NEUTRAL}) | kept


@frozen(kw_only=True, cache_hash=True)
class ImplicitInvalid:
    """One for a sample with implicit gold whose prediction is not valid.

    That is: no final tuple has a valid polarity, or an answer could not be parsed, or a tuple was
    written without a polarity.

    >>> ImplicitInvalid().of(Scorecard(id="1", gold=()))
    0
    """

    implicit: ImplicitGold = field(factory=ImplicitGold)
    empty_list: EmptyList = EmptyList.MISSING
    no_prediction: NoPrediction = NoPrediction.NONE

    def of(self, card: Scorecard) -> Number:
        """Say whether a scorecard has implicit gold and an invalid prediction."""
        implicit = self.implicit.of(card)
        if isinstance(implicit, str) or not implicit:
            return implicit
        final = FinalTuples(
            reading=self.implicit.gold.reading,
            empty_list=self.empty_list,
            no_prediction=self.no_prediction,
        ).of(card)
        known = self.implicit.polarities()
        valid = not isinstance(final, str) and any(one.polarity in known for one in final)
        return int(not valid or card.parse_failed or unlabelled(card))


def unlabelled(card: Scorecard) -> bool:
    """Say whether a final tuple, or aspect, was written without a polarity.

    >>> from measurand.studies.review.scorecard import Mention
    >>> unlabelled(Scorecard(id="1", final=(Mention(aspect_term="a", polarity=" "),)))
    True
    """
    mentions = (*(card.final or ()), *(card.aspects or ()))
    return any(not (one.polarity or "").strip() for one in mentions)


@frozen(kw_only=True, cache_hash=True)
class PredictedFrom:
    """One for a sample whose final tuples come from one source.

    >>> PredictedFrom(origin=Origin.INPUTS).of(Scorecard(id="1"))
    0
    """

    origin: Origin
    final: FinalTuples = field(factory=FinalTuples)

    def of(self, card: Scorecard) -> Number:
        """Say whether the final tuples of a scorecard come from this source."""
        return int(self.final.source(card)[0] is self.origin)


@frozen(kw_only=True, cache_hash=True)
class UsedFallback:
    """One for a sample whose final tuples come from a source other than the first.

    >>> from measurand.studies.review.scorecard import Mention
    >>> UsedFallback().of(Scorecard(id="1", final=(Mention(),)))
    0
    """

    final: FinalTuples = field(factory=FinalTuples)

    def of(self, card: Scorecard) -> Number:
        """Say whether a fallback was used."""
        return int(self.final.source(card)[0] in {Origin.FINAL_ASPECTS, Origin.INPUTS})


@frozen(kw_only=True, cache_hash=True)
class UsedTuples:
    """How many final tuples a sample has; sets count different ones.

    >>> from measurand.studies.review.scorecard import Mention
    >>> UsedTuples(used_rows=UsedRows.ALL).of(Scorecard(id="1", final=(Mention(), Mention())))
    2
    """

    final: FinalTuples = field(factory=FinalTuples)
    gold: EmptyList = EmptyList.ANSWER
    used_rows: UsedRows = UsedRows.GOLD
    counting: Counting = Counting.MULTISET

    def of(self, card: Scorecard) -> Number:
        """Count the final tuples of a scorecard."""
        if self.used_rows is UsedRows.GOLD:
            gold = GoldTuples(reading=self.final.reading, empty_list=self.gold).of(card)
            if isinstance(gold, str):
                return 0
        final = self.final.of(card)
        if isinstance(final, str):
            return 0
        return len(set(final)) if self.counting is Counting.SET else len(final)
