"""What happens when gold and predictions are exchanged: precision becomes recall."""

from functools import lru_cache

from attrs import evolve

from measurand.algebra.formula import substituted
from measurand.algebra.law import Algebra, Law, Outcome, Silent
from measurand.evidence.observation import Charge, Missing, Observation
from measurand.laws.case import Case, DefinitionLaw, evaluate, unchanged, with_items
from measurand.laws.claims import SIDES
from measurand.metrics.averaged import own
from measurand.metrics.definitions import (
    Accuracy,
    Auc,
    Column,
    Definition,
    Difference,
    ExactMatch,
    F,
    Formula,
    Jaccard,
    Measure,
    Numeric,
    Paired,
    Precision,
    Ratio,
    Recall,
    Shift,
    Total,
    Transition,
)
from measurand.metrics.metric import GOLD, ITSELF, PREDICTED
from measurand.metrics.options import EmptyRule, Of, Over, OverKind, Parts
from measurand.metrics.parts import Averaging, EmptyRules
from measurand.metrics.standard import MEASURES
from measurand.values.sample import Sample, Similarity
from measurand.values.tally import Tally

_TURNED = {GOLD.name: PREDICTED, PREDICTED.name: GOLD}
_SIDES = {Of.PREDICTED: Of.GOLD, Of.FALSE_POSITIVES: Of.FALSE_NEGATIVES}
_OF = {of: of for of in Of} | _SIDES | {gold: predicted for predicted, gold in _SIDES.items()}
_CHARGE = {
    Charge.GOLD: Charge.PREDICTED,
    Charge.PREDICTED: Charge.GOLD,
    Charge.BOTH: Charge.BOTH,
}
_OVER = {OverKind.GOLD: OverKind.PREDICTED, OverKind.PREDICTED: OverKind.GOLD}


@lru_cache(maxsize=1024)
def mirrored(definition: Definition) -> Definition:
    """Exchange the roles of gold and predictions in a definition.

    >>> mirrored(Total(of=Of.FALSE_POSITIVES)).of.value
    'fn'
    """
    match definition:
        case Column() | Ratio() | Transition() | Shift() | Difference() | Auc() | Numeric():
            return definition
        case Total(of=of, observation=how):
            return evolve(definition, of=_OF[of], observation=_observation(how))
        case Measure(metric=metric, observation=how, averaging=average):
            if metric.mirror == ITSELF:
                other = definition
            elif metric.mirror in MEASURES:
                other = evolve(definition, metric=MEASURES[metric.mirror])
            else:
                swapped = own(substituted(metric.formula, _TURNED))
                other = Formula(metric=swapped, zero_division=definition.zero_division)
            return evolve(other, observation=_observation(how), averaging=_averaging(average))
        case _:
            pass
    how, average = _observation(definition.observation), _averaging(definition.averaging)
    match definition:
        case Precision(empty=rules):
            return Recall(observation=how, averaging=average, empty=_rules(rules))
        case Recall(empty=rules):
            return Precision(observation=how, averaging=average, empty=_rules(rules))
        case F(empty=rules, beta=beta):
            return evolve(
                definition, observation=how, averaging=average, empty=_rules(rules), beta=1 / beta
            )
        case Jaccard() | ExactMatch() | Accuracy():
            return evolve(definition, observation=how, averaging=average)


def _observation(how: Observation) -> Observation:
    sides = evolve(how.sides, gold_keep=how.sides.answer_keep, answer_keep=how.sides.gold_keep)
    return evolve(how, charge=_CHARGE[how.charge], sides=sides)


def _averaging(how: Averaging) -> Averaging:
    kind = _OVER.get(how.over.kind, how.over.kind)
    return evolve(how, over=Over(kind, how.over.classes))


def _rules(rules: EmptyRules) -> EmptyRules:
    return EmptyRules(
        both_empty=_rule(rules.both_empty),
        gold_empty=_rule(rules.pred_empty),
        pred_empty=_rule(rules.gold_empty),
    )


def _rule(rule: EmptyRule) -> EmptyRule:
    return Parts(rule.recall, rule.precision) if isinstance(rule, Parts) else rule


def exchanged(sample: Sample, how: Observation) -> Sample:
    """Exchange gold items and predictions; a sample that is left out stays as it is.

    >>> exchanged(Sample(id="1", gold=("a",), predicted=("b",)), Observation()).gold
    ('b',)
    """
    if sample.counts is not None:
        counts = [(name, Tally(t.hits, t.gold, t.predicted)) for name, t in sample.counts]
        return evolve(sample, counts=tuple(counts))
    sides = how.sides
    gold, answer = sample.items(sides.gold), sample.items(sides.answer)
    if gold is None or (answer is None and how.missing is Missing.SKIP):
        return sample
    alike = [Similarity(pair.gold, pair.predicted, pair.value) for pair in sample.similarities]
    turned = with_items(evolve(sample, similarities=tuple(alike)), sides.gold, answer or ())
    return with_items(turned, sides.answer, gold)


def _swap(definition: Definition, case: Case) -> Outcome:
    if isinstance(definition, Numeric):
        turned = evolve(definition, gold=definition.predicted, predicted=definition.gold)
        return unchanged(evaluate(definition, case.corpus), evaluate(turned, case.corpus))
    if isinstance(definition, Column | Paired):
        return Silent("gold and predictions cannot be exchanged")
    other = tuple(exchanged(sample, definition.observation) for sample in case.corpus)
    return unchanged(evaluate(definition, case.corpus), evaluate(mirrored(definition), other))


SWAP: DefinitionLaw = Law(
    "swap",
    "Exchanging gold and predictions gives the mirror of a metric: P and R (with their rules)"
    " exchange, F1 and Jaccard stay.",
    _swap,
    Algebra.SYMMETRY,
    frozenset({SIDES}),
)
