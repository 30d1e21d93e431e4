"""What two exchanges do: gold with predictions, and earlier with later answers.

Both are involutions on samples. A definition is asked what it becomes under each (`mirrored`,
`backwards`); the law says that scoring the exchanged samples with that is scoring the samples
themselves. Precision becomes recall, F at beta becomes F at 1/beta, a fix becomes a break, and
what is signed changes its sign. What becomes of one side's options alone has no counterpart, and
there the law is silent or refuted, never bent.
"""

from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from measurand.algebra.formula import substituted
from measurand.algebra.law import Algebra, Outcome, Silent, law
from measurand.evidence.observation import Charge, Missing, Observation
from measurand.laws.case import BEFORE, SIDES, Case, DefinitionLaw, evaluate, unchanged, with_items
from measurand.metrics.averaged import own
from measurand.metrics.definitions import (
    Accuracy,
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
    Recall,
    Shift,
    Total,
    Transition,
)
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.metric import GOLD, ITSELF, PREDICTED
from measurand.metrics.options import Change, Direction, EmptyRule, Of, Over, OverKind, Parts
from measurand.metrics.standard import MEASURES
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Defined, Score, Undefined
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
    if isinstance(definition, Column | Paired):
        return definition
    match definition:
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


SWAP: DefinitionLaw = law(
    "swap",
    "Exchanging gold and predictions gives the mirror of a metric: P and R (with their rules)"
    " exchange, F1 and Jaccard stay.",
    Algebra.SYMMETRY,
    SIDES,
)(_swap)


_BACK = {
    Change.FIX: Change.BREAK,
    Change.BREAK: Change.FIX,
    Change.FIX_RATE: Change.BREAK_RATE,
    Change.BREAK_RATE: Change.FIX_RATE,
}
_CHANGES = {of: _BACK.get(of, of) for of in Change}
_WAYS = {
    Direction.IMPROVED: Direction.DEGRADED,
    Direction.DEGRADED: Direction.IMPROVED,
}
Reversible = Transition | Shift | Difference


def backwards(definition: Reversible) -> Reversible:
    """Return what a definition becomes when the earlier answers come later.

    >>> back = backwards(Transition(of=Change.FIX, before="first"))
    >>> back.of.value, back.before, back.observation.sides.answer
    ('break', 'predicted', 'first')
    """
    match definition:
        case Transition(of=of, observation=how):
            other = _answering(how, definition.before)
            return evolve(definition, of=_CHANGES[of], before=how.sides.answer, observation=other)
        case Shift(of=way, observation=how):
            other = _answering(how, definition.before)
            return evolve(definition, of=_WAYS[way], before=how.sides.answer, observation=other)
        case Difference(f=f):
            other = _answering(f.observation, definition.before)
            before = f.observation.sides.answer
            return evolve(definition, before=before, f=evolve(f, observation=other))


def _answering(how: Observation, answer: str) -> Observation:
    return evolve(how, sides=evolve(how.sides, answer=answer))


def negated(found: Score) -> Score:
    """Turn the sign of a score.

    >>> negated(Undefined("no sample"))
    Undefined(reason='no sample')

    Raises TypeError for a root: a standard deviation has no direction.
    """
    match found:
        case Undefined():
            return found
        case Defined(Fraction() as value):
            return Defined(-value)
        case _:
            message = f"a score with a direction: got {found}"
            raise TypeError(message)


def _signed(definition: Reversible) -> bool:
    match definition:
        case Transition(of=of):
            return of is Change.NET_GAIN
        case _:
            return isinstance(definition, Difference)


def _reversal(definition: Definition, case: Case) -> Outcome:
    if not isinstance(definition, Reversible):
        return Silent("there are no earlier answers")
    found, back = (evaluate(one, case.corpus) for one in (definition, backwards(definition)))
    return unchanged(negated(found) if _signed(definition) else found, back)


REVERSAL: DefinitionLaw = law(
    "reversal",
    "Exchanging earlier and later answers negates a difference and a net gain; it exchanges fix and"
    " break, their rates, improved and degraded.",
    Algebra.SYMMETRY,
    BEFORE,
)(_reversal)
