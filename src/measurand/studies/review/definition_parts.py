"""What the definitions of one reading are made of: its lists, its keys, its rules for empty gold.

Options are spread over these parts once; every metric is then a definition of the core over the
names of lists and numbers, which carry the options, so that a signature says how each was read.
"""

from attrs import frozen

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.sides import (
    First,
    Sides,
    Slot,
    Wildcard,
    WildKind,
)
from measurand.metrics.definitions import (
    F,
    Shift,
    Transition,
)
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import (
    ONES,
    ZEROES,
    Change,
    Direction,
    Drop,
)
from measurand.studies.review.choices import (
    Counting,
    EmptyGold,
    EmptyList,
    PredKey,
    Scope,
)
from measurand.studies.review.interventions import StagesDiffer, change_key
from measurand.studies.review.lists import (
    FinalTuples,
    GoldTuples,
    Representatives,
    Stage1Tuples,
)
from measurand.studies.review.options import Options
from measurand.studies.review.quantities import TupleList, name_of
from measurand.studies.review.reading import Reading
from measurand.studies.review.risk import Conflict

_TERM, _POLARITY = "term", "polarity"

GOLD_NEEDED = EmptyRules(both_empty=Drop(), gold_empty=Drop(), pred_empty=ZEROES)
"""A sample without gold leaves the mean."""


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
        reading = Reading(
            list_element=options.list_element,
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
            number_text=options.number_text,
        )
        return DefinitionParts(
            options=options,
            reading=reading,
            gold=GoldTuples(
                reading=reading,
                gold_null_term=options.gold_null_term,
                gold_term_object=options.gold_term_object,
                empty_list=empty_gold(options),
            ),
            final=final,
            stage1=stage1,
            representatives=representatives,
            conflict=Conflict(
                representatives=representatives,
                conflict_scope=Scope.BEFORE,
                conflict_empty_term=options.conflict_empty_term,
            ),
            changed=StagesDiffer(
                stage1=stage1,
                change=options.change,
                change_missing=options.change_missing,
                change_key=change_key(options.change_key, options.pred_key),
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
