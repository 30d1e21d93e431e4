"""What a score makes of repeated, weighted, empty and single samples."""

from fractions import Fraction

from attrs import evolve

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.evidence.pool import pool
from measurand.laws.case import Case, DefinitionLaw, emptied, evaluate, unchanged, wrapped
from measurand.laws.claims import UNITS
from measurand.metrics.definitions import (
    Auc,
    Column,
    Definition,
    Difference,
    Numeric,
    Ratio,
    Shift,
    Total,
    Transition,
    observing,
    with_average,
)
from measurand.metrics.options import Average
from measurand.values.quantity import Quantity, added
from measurand.values.score import Defined, Score, Undefined

MICRO = Average()


def _replication(definition: Definition, case: Case) -> Outcome:
    once, twice = evaluate(definition, case.corpus), evaluate(definition, 2 * case.corpus)
    return unchanged(once, twice)


def _weight(definition: Definition, case: Case) -> Outcome:
    if not case.corpus:
        return Silent("no sample")
    sample = case.corpus[case.here]
    twice = evaluate(definition, case.replaced([sample, sample]))
    heavy = evolve(sample, weight=2 * sample.weight)
    return unchanged(twice, evaluate(definition, case.replaced([heavy])))


def _null(definition: Definition, case: Case) -> Outcome:
    weighty = [sample for sample in case.corpus if sample.weight]
    if not pool(observing(definition), weighty).scored():
        return Silent("no sample is scored")
    # A group of samples without weight is no unit: a sample with weight would make it one.
    like = emptied(weighty[wrapped(case.at, weighty)])
    amounts = () if isinstance(definition, Column | Ratio | Auc | Numeric) else like.amounts
    nothing = evolve(like, weight=Fraction(1), amounts=amounts)
    before = evaluate(definition, case.corpus)
    return unchanged(before, evaluate(definition, (*case.corpus, nothing)))


def _one(definition: Definition, case: Case) -> Outcome:
    match definition:
        case Total() | Column() | Ratio() | Transition() | Shift() | Auc() | Numeric():
            return Silent("no units are averaged")
        case Difference(f=f):
            pooled: Definition = evolve(
                definition, f=evolve(f, averaging=evolve(f.averaging, average=MICRO))
            )
        case _:
            pooled = with_average(definition, MICRO)
    for sample in case.corpus:
        if sample.weight:
            micro = evaluate(pooled, (sample,))
            outcome = unchanged(micro, evaluate(definition, (sample,)))
            if isinstance(outcome, Broken):
                return outcome
    return Holds() if case.corpus else Silent("no sample")


def _mean(scores: list[tuple[Score, Fraction]]) -> Quantity | None:
    """Average what is defined; None where nothing is, or nothing of weight."""
    values = [(score.value, weight) for score, weight in scores if isinstance(score, Defined)]
    whole = sum((weight for _, weight in values), Fraction(0))
    total = added(value * weight for value, weight in values)
    return total / whole if whole else None


def _decomposition(definition: Definition, case: Case) -> Outcome:
    alone = [(evaluate(definition, (sample,)), sample.weight) for sample in case.corpus]
    expected, found = _mean(alone), evaluate(definition, case.corpus)
    together = Undefined("no sample has a score") if expected is None else Defined(expected)
    return unchanged(together, found)


REPLICATION: DefinitionLaw = Law(
    "replication",
    "Listing every sample twice changes nothing.",
    _replication,
    Algebra.MERGE,
)
WEIGHT: DefinitionLaw = Law(
    "weight",
    "A sample of twice the weight counts like the sample listed twice.",
    _weight,
    Algebra.MERGE,
)
NULL: DefinitionLaw = Law(
    "empty sample",
    "A further sample with nothing on either side changes nothing.",
    _null,
    Algebra.EMPTY_RULES,
)
ONE: DefinitionLaw = Law(
    "one sample",
    "Of one sample, every average gives the same.",
    _one,
    Algebra.MERGE,
    frozenset({UNITS}),
)
DECOMPOSITION: DefinitionLaw = Law(
    "decomposition",
    "A score is the mean of the scores of single samples.",
    _decomposition,
    Algebra.MERGE,
)
