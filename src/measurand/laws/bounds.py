"""What a score can be: its range, and its value for the perfect, the empty and no answer."""

from fractions import Fraction

from attrs import evolve

from measurand.algebra.law import Broken, Holds, Law, Outcome
from measurand.laws.case import Case, Corpus, DefinitionLaw, at_most, emptied, not_lower, shown
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Column,
    Definition,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
    Total,
)
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import EmptyRule, Of, OverKind, Part, Parts, Policy
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from measurand.values.tally import Tally

ZERO, ONE = Fraction(0), Fraction(1)


def _range(definition: Definition, case: Case) -> Outcome:
    found = evaluate(definition, case.corpus)
    match found:
        case Defined(value) if not (at_most(ZERO, value) and at_most(value, ONE)):
            return Broken(f"{shown(found)} is outside [0, 1]")
        case _:
            return Holds()


def _parts(rule: EmptyRule) -> tuple[Part, Part]:
    return (rule.precision, rule.recall) if isinstance(rule, Parts) else (Part.SKIP, Part.SKIP)


def rule_of_nothing(definition: Averaged) -> Fraction | None:
    """Read off a definition what a unit scores that has nothing on either side; None: left out.

    >>> rule_of_nothing(F())
    Fraction(1, 1)
    """
    match definition:
        case Precision(empty=rules):
            return _parts(rules.both_empty)[0].value_or_none
        case Recall(empty=rules):
            return _parts(rules.both_empty)[1].value_or_none
        case F(empty=rules):
            parts = _parts(rules.both_empty)
            return None if Part.SKIP in parts else Fraction(parts == (Part.ONE, Part.ONE))
        case Jaccard(both_empty=part):
            return part.value_or_none
        case ExactMatch() | Accuracy():
            return ONE


def _perfect(sample: Sample) -> Sample:
    if sample.counts is None:
        return evolve(sample, predicted=sample.gold)
    counts = [(name, tally.gold) for name, tally in sample.counts]
    return evolve(sample, counts=tuple((name, Tally(gold, gold, gold)) for name, gold in counts))


def _has_gold(sample: Sample) -> bool:
    return bool(sample.gold) or any(tally.gold for _, tally in sample.counts or ())


def _full(definition: Averaged, corpus: Corpus) -> bool:
    """Say whether no unit of a corpus can be empty, nor have more than a judgement has."""
    how = definition.averaging
    every_class = how.only is None and how.over.kind is not OverKind.DECLARED
    judged = not isinstance(definition, Accuracy) or all(len(s.gold) <= 1 for s in corpus)
    weighty = all(_has_gold(sample) and sample.weight for sample in corpus)
    return every_class and judged and weighty and bool(corpus)


def _identity(definition: Definition, case: Case) -> Outcome:
    corpus = tuple(_perfect(sample) for sample in case.corpus)
    found, low = evaluate(definition, corpus), ONE
    if not isinstance(definition, Total | Column) and not _full(definition, corpus):
        if isinstance(found, Undefined):
            return Holds()
        zero = definition.averaging.undefined is Policy.ZERO
        low = ZERO if zero or rule_of_nothing(definition) != ONE else ONE
    match found:
        case Defined(value) if at_most(low, value) and at_most(value, ONE):
            return Holds()
        case _:
            return Broken(f"gold against gold scores {shown(found)}")


def _nothing(definition: Definition, case: Case) -> Outcome:
    corpus = tuple(emptied(sample) for sample in case.corpus if sample.weight)
    if not corpus:
        return Holds()
    found, expected = evaluate(definition, corpus), ZERO
    if not isinstance(definition, Total | Column):
        rule, policy = rule_of_nothing(definition), definition.averaging.undefined
        if rule is None and policy is not Policy.ZERO:
            undefined = isinstance(found, Undefined)
            return Holds() if undefined else Broken(f"{shown(found)} is not undefined")
        expected = ZERO if rule is None else rule
    if found == Defined(expected):
        return Holds()
    return Broken(f"nothing against nothing scores {shown(found)}, not {expected}")


def _silence(definition: Definition, case: Case) -> Outcome:
    asked = [sample for sample in case.corpus if sample.gold and sample.weight]
    corpus = tuple(evolve(sample, predicted=(), similarities=()) for sample in asked)
    found = evaluate(definition, corpus)
    if not corpus or found == Defined(ZERO):
        return Holds()
    return Broken(f"saying nothing scores {shown(found)}")


def _counts(definition: Definition, case: Case) -> Outcome:
    if isinstance(definition, Column):
        return Holds()
    hits, predicted, gold = (
        evaluate(Total(of=of, observation=definition.observation), case.corpus)
        for of in (Of.HITS, Of.PREDICTED, Of.GOLD)
    )
    for count in (predicted, gold):
        outcome = not_lower(hits, count)
        if isinstance(outcome, Broken):
            return outcome
    return Holds()


RANGE: DefinitionLaw = Law("range", "A score lies between 0 and 1.", _range)
IDENTITY: DefinitionLaw = Law(
    "identity",
    "Gold against gold scores 1; units with nothing on either side score what their rule says.",
    _identity,
)
NOTHING: DefinitionLaw = Law(
    "nothing",
    "Nothing against nothing scores what the rule for both empty says, and 0 where there is none.",
    _nothing,
)
SILENCE: DefinitionLaw = Law(
    "silence", "Predicting nothing, where there is something to find, scores 0.", _silence
)
COUNTS: DefinitionLaw = Law(
    "counts", "Hits are never more than the predictions, nor than the gold items.", _counts
)
