"""What a score must not depend on: any order, any partition into shards, the text between."""

from functools import lru_cache

from attrs import evolve

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.evidence.observation import Observing
from measurand.evidence.pool import pool
from measurand.laws.case import (
    Case,
    Corpus,
    DefinitionLaw,
    evaluate,
    unchanged,
    with_items,
    wrapped,
)
from measurand.laws.claims import LISTED
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import parse, signature
from measurand.values.items import Item
from measurand.values.sample import Sample

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
    text = signature(definition)
    try:
        read = parse(text)
    except SignatureError as error:
        return Broken(f"{text}: {error}")
    return Holds() if read == definition else Broken(f"{text} is read as {signature(read)}")


ITEM_ORDER: DefinitionLaw = Law(
    "item order",
    "The order of the items of a list, and of the similarities of a sample, plays no part.",
    _items,
    Algebra.ORDER,
    frozenset({LISTED}),
)
SAMPLE_ORDER: DefinitionLaw = Law(
    "sample order",
    "The order of the samples plays no part.",
    _samples,
    Algebra.ORDER,
)
PARTITION: DefinitionLaw = Law(
    "partition",
    "Shards add up to the corpus pooled at once, in either order, to the bit.",
    _partition,
    Algebra.MERGE,
)
SIGNATURE: DefinitionLaw = Law(
    "signature",
    "The signature of a definition reads back as that definition.",
    _signature,
    Algebra.SIGNATURES,
)
