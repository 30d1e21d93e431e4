"""What a score must not depend on: order, shards, how often samples are listed, what is empty.

A score is a function of a bag of evidence, so that order and partition cannot matter; these laws
hold observation and pooling to it. Weight is replication: a sample of weight 2 is two samples. An
empty sample is the unit of pooled scores (counts of 0 add nothing), and one more value of a mean.
"""

from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from measurand.algebra.law import Algebra, Broken, Holds, Outcome, Silent, law
from measurand.evidence.observation import Observing
from measurand.evidence.pool import pool
from measurand.laws.case import (
    LISTED,
    UNITS,
    Case,
    Corpus,
    DefinitionLaw,
    emptied,
    evaluate,
    unchanged,
    with_items,
    wrapped,
)
from measurand.metrics.definitions import (
    Auc,
    Column,
    Definition,
    Difference,
    Family,
    Numeric,
    Ratio,
    Shift,
    Total,
    Transition,
    group_keys,
    observing,
    with_average,
)
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import SignatureError
from measurand.metrics.options import Average
from measurand.metrics.signature import parse, signature
from measurand.values.items import Item
from measurand.values.quantity import Quantity, added
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

Items = tuple[Item, ...]


def _neighbours(items: Items, at: int) -> Items:
    """Exchange one item with the next: such exchanges make up every order.

    >>> _neighbours(("a", "b", "c"), 1)
    ('a', 'c', 'b')
    """
    here = wrapped(at, items[:-1])
    return (*items[:here], *items[here : here + 2][::-1], *items[here + 2 :])


def _in_another_order(sample: Sample, at: int) -> tuple[Sample, ...]:
    answer = sample.predicted
    return (
        evolve(sample, gold=_neighbours(sample.gold, at)),
        evolve(sample, predicted=None if answer is None else _neighbours(answer, at)),
        evolve(sample, similarities=sample.similarities[::-1]),
        *(
            with_items(sample, name, _neighbours(items, at))
            for name, items in sample.lists
            if items is not None
        ),
    )


def _items(definition: Definition, case: Case) -> Outcome:
    if not case.corpus:
        return Silent("no sample")
    before = evaluate(definition, case.corpus)
    for other in _in_another_order(case.corpus[case.here], case.item):
        outcome = unchanged(before, evaluate(definition, case.replaced([other])))
        if isinstance(outcome, Broken):
            return outcome
    return Holds()


def _samples(definition: Definition, case: Case) -> Outcome:
    turned = case.corpus[case.here :] + case.corpus[: case.here]
    before = evaluate(definition, case.corpus)
    outcome = unchanged(before, evaluate(definition, turned))
    back = unchanged(before, evaluate(definition, case.corpus[::-1]))
    return outcome if isinstance(outcome, Broken) else back


def _partition(definition: Definition, case: Case) -> Outcome:
    shards = _shards(observing(definition), case.corpus, case.rest, group_keys(definition))
    if isinstance(shards, Broken):
        return shards
    whole = evaluate(definition, case.corpus + case.rest)
    return unchanged(whole, shards.score(definition).score)


@lru_cache(maxsize=64)
def _shards(
    how: Observing, first: Corpus, rest: Corpus, names: tuple[str, ...]
) -> Finaliser | Broken:
    """Add two shards up, or say where that is not the whole, or in another order."""
    a, b, whole = (pool(how, part, names=names) for part in (first, rest, first + rest))
    for shards in (a + b, b + a):
        if shards != whole or hash(shards.keyed) != hash(whole.keyed):
            return Broken("two shards do not add up to the whole")
        if [*shards.keyed.flat()] != [*whole.keyed.flat()]:
            return Broken("two shards list their evidence in another order")
    return Finaliser(a + b)


def _signature(definition: Definition, _case: Case) -> Outcome:
    return _read_back(definition)


@lru_cache(maxsize=512)
def _read_back(definition: Definition) -> Outcome:
    """Read what is written of a definition: the same in every case."""
    text = signature(definition)
    try:
        read = parse(text)
    except SignatureError as error:
        return Broken(f"{text}: {error}")
    return Holds() if read == definition else Broken(f"{text} is read as {signature(read)}")


ITEM_ORDER: DefinitionLaw = law(
    "item order",
    "The order of the items of a list, and of the similarities of a sample, plays no part.",
    Algebra.ORDER,
    LISTED,
)(_items)
SAMPLE_ORDER: DefinitionLaw = law(
    "sample order", "The order of the samples plays no part.", Algebra.ORDER
)(_samples)
PARTITION: DefinitionLaw = law(
    "partition",
    "Shards add up to the corpus pooled at once, in either order, to the bit.",
    Algebra.MERGE,
)(_partition)
SIGNATURE: DefinitionLaw = law(
    "signature", "The signature of a definition reads back as that definition.", Algebra.SIGNATURES
)(_signature)


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
    amounts = (
        () if isinstance(definition, Column | Ratio | Auc | Numeric | Family) else like.amounts
    )
    nothing = evolve(like, weight=Fraction(1), amounts=amounts)
    before = evaluate(definition, case.corpus)
    return unchanged(before, evaluate(definition, (*case.corpus, nothing)))


def _one(definition: Definition, case: Case) -> Outcome:
    match definition:
        case Total() | Column() | Ratio() | Transition() | Shift() | Auc() | Numeric() | Family():
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


REPLICATION: DefinitionLaw = law(
    "replication", "Listing every sample twice changes nothing.", Algebra.MERGE
)(_replication)
WEIGHT: DefinitionLaw = law(
    "weight", "A sample of twice the weight counts like the sample listed twice.", Algebra.MERGE
)(_weight)
NULL: DefinitionLaw = law(
    "empty sample",
    "A further sample with nothing on either side changes nothing.",
    Algebra.EMPTY_RULES,
)(_null)
ONE: DefinitionLaw = law(
    "one sample", "Of one sample, every average gives the same.", Algebra.MERGE, UNITS
)(_one)
DECOMPOSITION: DefinitionLaw = law(
    "decomposition", "A score is the mean of the scores of single samples.", Algebra.MERGE
)(_decomposition)
