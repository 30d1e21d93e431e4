"""What a score can be: its range, and its value for the perfect, the empty and no answer."""

from fractions import Fraction

from attrs import evolve

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome
from measurand.evidence.evidence import Observed
from measurand.evidence.observation import Observation
from measurand.evidence.observe import observe
from measurand.laws.case import (
    Case,
    Corpus,
    DefinitionLaw,
    at_most,
    comparing,
    emptied,
    not_lower,
    shown,
    with_items,
)
from measurand.metrics.components import component
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Column,
    Definition,
    Difference,
    Measure,
    Paired,
    Total,
)
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Of, OverKind, Policy
from measurand.metrics.units import Case as Missing
from measurand.metrics.units import row_tally
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from measurand.values.tally import EMPTY, Tally

ZERO, ONE = Fraction(0), Fraction(1)


def _within(definition: Definition, case: Case, low: Fraction) -> Outcome:
    found = evaluate(definition, case.corpus)
    match found:
        case Defined(value) if not (at_most(low, value) and at_most(value, ONE)):
            return Broken(f"{shown(found)} is outside [{low}, 1]")
        case _:
            return Holds()


def _range(definition: Definition, case: Case) -> Outcome:
    return _within(definition, case, ZERO)


def _signed_range(definition: Definition, case: Case) -> Outcome:
    return _within(definition, case, -ONE)


def rule_of_nothing(definition: Averaged) -> Fraction | None:
    """Read off a definition what a unit scores that has nothing on either side; None: left out.

    >>> rule_of_nothing(F())
    Fraction(1, 1)
    """
    return component(definition).constants[Missing.BOTH_EMPTY]


def _perfect(how: Observation | None, sample: Sample) -> Sample:
    if how is None:
        return evolve(sample, predicted=sample.gold)
    if sample.counts is None:
        gold = sample.items(how.sides.gold)
        return with_items(sample, how.sides.answer, gold)
    counts = [(name, tally.gold) for name, tally in sample.counts]
    return evolve(sample, counts=tuple((name, Tally(gold, gold, gold)) for name, gold in counts))


def _silent(how: Observation | None, sample: Sample) -> Sample:
    if how is None:
        return sample
    if sample.counts is None:
        return evolve(with_items(sample, how.sides.answer, ()), similarities=())
    counts = tuple((name, Tally(0, 0, tally.gold)) for name, tally in sample.counts)
    return evolve(sample, counts=counts)


def _tally(how: Observation, sample: Sample) -> Tally:
    """Count a sample; nothing where it is left out."""
    row = observe(how, sample)
    return row_tally(row) if isinstance(row, Observed) else EMPTY


def _full(definition: Averaged, corpus: Corpus) -> bool:
    """Say whether no unit of a corpus can be empty, nor have more than a judgement has."""
    how, seen = definition.averaging, definition.observation
    every_class = how.only is None and how.over.kind is not OverKind.DECLARED
    tallies = [_tally(seen, sample) for sample in corpus]
    judged = not isinstance(definition, Accuracy) or all(tally.gold <= 1 for tally in tallies)
    weighty = all(sample.weight for sample in corpus) and all(tally.gold for tally in tallies)
    return every_class and judged and weighty and bool(corpus)


def _identity(definition: Definition, case: Case) -> Outcome:
    if isinstance(definition, Measure):
        return Holds()
    corpus = tuple(_perfect(comparing(definition), sample) for sample in case.corpus)
    found, low = evaluate(definition, corpus), ONE
    if isinstance(definition, Paired) and isinstance(found, Undefined):
        return Holds()
    if not isinstance(definition, Total | Column | Paired) and not _full(definition, corpus):
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
    if not corpus or isinstance(definition, Measure):
        return Holds()
    found, expected = evaluate(definition, corpus), ZERO
    of = definition.f if isinstance(definition, Difference) else definition
    if not isinstance(of, Total | Column | Paired):
        rule, policy = rule_of_nothing(of), of.averaging.undefined
        if rule is None and policy is not Policy.ZERO:
            undefined = isinstance(found, Undefined)
            return Holds() if undefined else Broken(f"{shown(found)} is not undefined")
        expected = ZERO if rule is None or of is not definition else rule
    if found == Defined(expected):
        return Holds()
    return Broken(f"nothing against nothing scores {shown(found)}, not {expected}")


def _silence(definition: Definition, case: Case) -> Outcome:
    how = comparing(definition)
    silent = [_silent(how, sample) for sample in case.corpus if sample.weight]
    corpus = [
        sample for sample in silent if (sample.gold if how is None else _tally(how, sample).gold)
    ]
    found = evaluate(definition, corpus)
    if not corpus or found == Defined(ZERO):
        return Holds()
    return Broken(f"saying nothing scores {shown(found)}")


def _counts(definition: Definition, case: Case) -> Outcome:
    how = comparing(definition)
    if how is None:
        return Holds()
    hits, predicted, gold = (
        evaluate(Total(of=of, observation=how), case.corpus)
        for of in (Of.HITS, Of.PREDICTED, Of.GOLD)
    )
    for count in (predicted, gold):
        outcome = not_lower(hits, count)
        if isinstance(outcome, Broken):
            return outcome
    return Holds()


RANGE: DefinitionLaw = Law(
    "range",
    "A score lies between 0 and 1.",
    _range,
    Algebra.BOUNDS,
)
SIGNED_RANGE: DefinitionLaw = Law(
    "signed range",
    "A score lies between -1 and 1.",
    _signed_range,
    Algebra.BOUNDS,
)
IDENTITY: DefinitionLaw = Law(
    "identity",
    "Gold against gold scores 1; units with nothing on either side score what their rule says.",
    _identity,
    Algebra.IDENTITY,
)
NOTHING: DefinitionLaw = Law(
    "nothing",
    "Nothing against nothing scores what the rule for both empty says, and 0 where there is none.",
    _nothing,
    Algebra.EMPTY_RULES,
)
SILENCE: DefinitionLaw = Law(
    "silence",
    "Predicting nothing, where there is something to find, scores 0.",
    _silence,
    Algebra.BOUNDS,
)
COUNTS: DefinitionLaw = Law(
    "counts",
    "Hits are never more than the predictions, nor than the gold items.",
    _counts,
    Algebra.MULTISET,
)
