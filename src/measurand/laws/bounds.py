"""What a score can be: its range, and its value for the perfect, the empty and no answer.

A share lies between 0 and 1 as hits are never more than either side; a mean of such lies there too,
whatever its weights. The ends are reached by the answer that is gold itself, and by answers that
share nothing with it; between them lies what a formula of precision and recall gives, as a mean of
two numbers lies between them.
"""

from fractions import Fraction

from attrs import evolve

from measurand.algebra.law import Algebra, Broken, Holds, Outcome, Silent, law
from measurand.evidence.evidence import Observed
from measurand.evidence.observation import Observation
from measurand.evidence.observe import observe
from measurand.laws.case import (
    ITEMS,
    PARTS,
    PERFECT,
    Case,
    Corpus,
    DefinitionLaw,
    at_most,
    comparing,
    emptied,
    evaluate,
    not_lower,
    range_of,
    shown,
    with_items,
)
from measurand.laws.case import RANGE as RANGE_CLAIM
from measurand.metrics.columns import tally_of
from measurand.metrics.components import component
from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    Column,
    Definition,
    Difference,
    F,
    Measure,
    Numeric,
    Paired,
    Precision,
    Recall,
    Total,
)
from measurand.metrics.options import Of, Only, OverKind, Policy
from measurand.metrics.units import Case as Missing
from measurand.values.sample import Sample
from measurand.values.score import Defined, Quantity, Undefined, signed_root
from measurand.values.tally import EMPTY, Tally

ZERO, ONE = Fraction(0), Fraction(1)


def _within(definition: Definition, case: Case, low: int | None, high: int | None) -> Outcome:
    found = evaluate(definition, case.corpus)
    match found:
        case Undefined(reason):
            return Silent(reason)
        case Defined(value):
            above = low is None or at_most(Fraction(low), value)
            below = high is None or at_most(value, Fraction(high))
            ends = "" if low is None else low, "" if high is None else high
            outside = Broken(f"{shown(found)} is outside [{ends[0]}, {ends[1]}]")
            return Holds() if above and below else outside


def _range(definition: Definition, case: Case) -> Outcome:
    return _within(definition, case, 0, 1)


def _signed_range(definition: Definition, case: Case) -> Outcome:
    return _within(definition, case, -1, 1)


def _stated_range(definition: Definition, case: Case) -> Outcome:
    return _within(definition, case, *range_of(definition))


def rule_of_nothing(definition: Averaged | Measure) -> Quantity | None:
    """Read off a definition what a unit scores that has nothing on either side; None: left out.

    Of a formula that is its value where nothing was found of what was judged.

    >>> rule_of_nothing(F())
    Fraction(1, 1)
    """
    if isinstance(definition, Measure):
        form, part = definition.metric.at(), definition.zero_division
        top, bottom = form.square(NOTHING_FOUND)
        return signed_root(Fraction(top, bottom)) if bottom else part.value_or_none
    return component(definition).constants[Missing.BOTH_EMPTY]


NOTHING_FOUND = {"hits": 0, "predicted": 0, "gold": 0, "judged": 1}
"""The counts of a unit with one judgement and nothing on either side."""


def _perfect(definition: Definition, sample: Sample) -> Sample:
    if isinstance(definition, Numeric):
        amounts = dict(sample.amounts)
        if {definition.gold, definition.predicted} <= set(amounts):
            amounts[definition.predicted] = amounts[definition.gold]
        return evolve(sample, amounts=tuple(amounts.items()))
    how = comparing(definition)
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


def _tally(how: Observation, sample: Sample, only: Only = None) -> Tally:
    """Count a sample, or one class of it; nothing where it is left out."""
    row = observe(how, sample)
    return tally_of(row, only) if isinstance(row, Observed) else EMPTY


def _full(definition: Averaged, corpus: Corpus) -> bool:
    """Say whether no unit of a corpus can be empty, nor have more than a judgement has."""
    how, seen = definition.averaging, definition.observation
    every_class = how.only is None and how.over.kind is not OverKind.DECLARED
    tallies = [_tally(seen, sample) for sample in corpus]
    judged = not isinstance(definition, Accuracy) or all(tally.gold <= 1 for tally in tallies)
    weighty = all(sample.weight for sample in corpus) and all(tally.gold for tally in tallies)
    return every_class and judged and weighty and bool(corpus)


def _between(definition: Definition, case: Case) -> Outcome:
    if not isinstance(definition, F):
        return Silent("it is not made of precision and recall")
    how = definition.observation, definition.averaging, definition.empty
    scores = [
        evaluate(of(observation=how[0], averaging=how[1], empty=how[2]), case.corpus)
        for of in (Precision, Recall)
    ]
    found = evaluate(definition, case.corpus)
    ends = [one.value for one in scores if isinstance(one, Defined)]
    if isinstance(found, Undefined) or len(ends) < len(scores):
        return Silent("a score is undefined")
    low, high = ends if at_most(*ends) else reversed(ends)
    within = at_most(low, found.value) and at_most(found.value, high)
    return Holds() if within else Broken(f"{shown(found)} is not between {low} and {high}")


def _identity(definition: Definition, case: Case) -> Outcome:
    corpus = tuple(_perfect(definition, sample) for sample in case.corpus)
    found, low = evaluate(definition, corpus), ONE
    if isinstance(definition, Paired | Measure) and isinstance(found, Undefined):
        return Silent(found.reason)
    if isinstance(definition, Measure):
        parts = {definition.zero_division.value_or_none, ONE}
        low = ZERO if ZERO in parts or definition.averaging.undefined is Policy.ZERO else ONE
    elif not isinstance(definition, Total | Column | Paired) and not _full(definition, corpus):
        if isinstance(found, Undefined):
            return Silent(found.reason)
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
        return Silent("no sample weighs anything")
    found = evaluate(definition, corpus)
    expected: Quantity = ZERO
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
    only = definition.averaging.only if isinstance(definition, Averaged | Measure) else None
    corpus = [
        sample
        for sample in silent
        if (sample.gold if how is None else _tally(how, sample, only).gold)
    ]
    if not corpus:
        return Silent("nothing is to be found")
    found = evaluate(definition, corpus)
    if found == Defined(ZERO):
        return Holds()
    return Broken(f"saying nothing scores {shown(found)}")


def _counts(definition: Definition, case: Case) -> Outcome:
    how = comparing(definition)
    if how is None:
        return Silent("no items are compared")
    hits, predicted, gold = (
        evaluate(Total(of=of, observation=how), case.corpus)
        for of in (Of.HITS, Of.PREDICTED, Of.GOLD)
    )
    for count in (predicted, gold):
        outcome = not_lower(hits, count)
        if isinstance(outcome, Broken):
            return outcome
    return Holds()


RANGE: DefinitionLaw = law("range", "A score lies between 0 and 1.", Algebra.BOUNDS)(_range)
SIGNED_RANGE: DefinitionLaw = law("signed range", "A score lies between -1 and 1.", Algebra.BOUNDS)(
    _signed_range
)
STATED_RANGE: DefinitionLaw = law(
    "stated range",
    "A score lies between the numbers that its metric says.",
    Algebra.BOUNDS,
    RANGE_CLAIM,
)(_stated_range)
BETWEEN: DefinitionLaw = law(
    "between", "F lies between precision and recall.", Algebra.BOUNDS, PARTS
)(_between)
IDENTITY: DefinitionLaw = law(
    "identity",
    "Gold against gold scores 1; units with nothing on either side score what their rule says.",
    Algebra.IDENTITY,
    PERFECT,
)(_identity)
NOTHING: DefinitionLaw = law(
    "nothing",
    "Nothing against nothing scores what the rule for both empty says, and 0 where there is none.",
    Algebra.EMPTY_RULES,
    ITEMS,
)(_nothing)
SILENCE: DefinitionLaw = law(
    "silence",
    "Predicting nothing, where there is something to find, scores 0.",
    Algebra.BOUNDS,
    ITEMS,
)(_silence)
COUNTS: DefinitionLaw = law(
    "counts",
    "Hits are never more than the predictions, nor than the gold items.",
    Algebra.MULTISET,
    ITEMS,
)(_counts)
