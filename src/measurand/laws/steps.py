"""How a score may move when one prediction is added (to the later answers, where there are two).

An added hit raises hits and predictions by one: (h + 1) / (p + 1) is not below h / p as h is not
above p. An added miss raises predictions alone, and a repeated prediction is a miss under multisets
and nothing under sets. So precision, recall and F move one way; a law speaks only where the keys of
the answer say for certain which of the three it is.
"""

from collections.abc import Callable, Iterable

from measurand.algebra.law import Algebra, Outcome, Silent, law
from measurand.evidence.keying import answer_key, key
from measurand.evidence.matching import Key
from measurand.evidence.observation import ClassKind, Observation
from measurand.evidence.sides import First
from measurand.evidence.span_matching import SpanMatch
from measurand.evidence.wildcards import counting
from measurand.laws.case import (
    LISTED,
    Case,
    DefinitionLaw,
    comparing,
    evaluate,
    not_higher,
    not_lower,
    with_items,
    wrapped,
)
from measurand.metrics.definitions import Definition
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample
from measurand.values.score import Score

Choice = Callable[[Observation, Sample, int], Item | None]
Keyed = Callable[[Observation, Item], Key]
FAR = 10**6


def _times(how: Observation, items: Iterable[Item], by: Keyed, wanted: Key) -> int:
    return sum(by(how, item) == wanted for item in items)


def _gold(how: Observation, sample: Sample) -> list[Item]:
    """List the gold items that count."""
    return counting(how, sample.items(how.sides.gold) or (), how.sides.gold_keep)


def _answer(how: Observation, sample: Sample) -> list[Item]:
    """List the answers that count."""
    return counting(how, sample.items(how.sides.answer) or (), how.sides.answer_keep)


def missing_item(how: Observation, sample: Sample, at: int) -> Item | None:
    """Make an answer that is given less often than gold asks for it; None: no such.

    >>> missing_item(Observation(), Sample(id="1", gold=("a", "b"), predicted=("a",)), 0)
    'b'
    """
    gold, answer = _gold(how, sample), _answer(how, sample)
    asked = []
    for item in gold:
        found, wanted = _answering(how, item), key(how, item)
        lacking = _times(how, answer, answer_key, wanted) < _times(how, gold, key, wanted)
        if lacking and answer_key(how, found) == wanted and _answer_counts(how, found):
            asked.append(found)
    return asked[wrapped(at, asked)] if asked else None


def _answering(how: Observation, item: Item) -> Item:
    """Make the answer to a gold item, where answers have a unit of their own."""
    unit = how.sides.answer_unit
    if unit is None or not isinstance(item, Slots):
        return item
    fields = dict(item.entries)
    for name, slot in zip(how.unit, unit, strict=True):
        value = item.get(name)
        names = slot.names if isinstance(slot, First) else (slot,)
        fields |= {names[0]: value} if value else dict.fromkeys(names, value)
    return Slots.of(fields)


def _answer_counts(how: Observation, item: Item) -> bool:
    return bool(counting(how, [item], how.sides.answer_keep))


def repeated_item(how: Observation, sample: Sample, at: int) -> Item | None:
    """Find an answer that gold does not ask for once more; None: no such.

    >>> repeated_item(Observation(), Sample(id="1", gold=("a", "a"), predicted=("a", "b")), 0)
    'b'
    """
    gold, answer = _gold(how, sample), _answer(how, sample)
    keys = [(one, answer_key(how, one)) for one in answer]
    spent = [
        one
        for one, wanted in keys
        if _times(how, answer, answer_key, wanted) >= _times(how, gold, key, wanted)
    ]
    return spent[wrapped(at, spent)] if spent else None


_UNHEARD = "unheard"
"""A word that stays one when articles and marks are dropped, as a mark alone would not."""


def stranger(how: Observation, _sample: Sample, _at: int) -> Item:
    """Make an answer that no gold item is like, of the shape that is observed.

    >>> stranger(Observation(unit=("aspect",)), Sample(id="1"), 0)
    Slots(entries=(('aspect', 'unheard'),))
    """
    if isinstance(how.match, SpanMatch) or how.classes.kind is ClassKind.LABEL:
        return Span(FAR, FAR + 1, _UNHEARD)
    names = {*how.unit, *([how.classes.name] if how.classes.kind is ClassKind.FIELD else [])}
    for slot in how.sides.answer_unit or ():
        names.update(slot.names if isinstance(slot, First) else (slot,))
    names.update(condition.slot for condition in how.sides.answer_keep)
    return Slots.of(dict.fromkeys(names, _UNHEARD)) if names else _UNHEARD


def _added(definition: Definition, case: Case, choice: Choice) -> tuple[Score, Score] | None:
    """Score before and after an answer is added at the place of a case; None: nothing to add."""
    how = comparing(definition)
    if how is None or not case.corpus:
        return None
    sample = case.corpus[case.here]
    if sample.counts is not None:
        return None
    name = how.sides.answer
    answer, item = sample.items(name), choice(how, sample, case.item)
    if answer is None or item is None:
        return None
    after = with_items(sample, name, (*answer, item))
    return evaluate(definition, case.corpus), evaluate(definition, case.replaced([after]))


NOTHING_TO_ADD = Silent("no such answer can be added")


def _missing(definition: Definition, case: Case) -> Outcome:
    scores = _added(definition, case, missing_item)
    return NOTHING_TO_ADD if scores is None else not_lower(*scores)


def _repeated(definition: Definition, case: Case) -> Outcome:
    scores = _added(definition, case, repeated_item)
    return NOTHING_TO_ADD if scores is None else not_higher(*scores)


def _wrong(definition: Definition, case: Case) -> Outcome:
    scores = _added(definition, case, stranger)
    return NOTHING_TO_ADD if scores is None else not_higher(*scores)


MISSING_PREDICTION: DefinitionLaw = law(
    "missing prediction",
    "Adding the exact missing prediction never lowers a score.",
    Algebra.MONOTONE,
    LISTED,
)(_missing)
REPEATED_PREDICTION: DefinitionLaw = law(
    "repeated prediction",
    "Repeating a prediction that gold does not ask for once more never raises a score.",
    Algebra.MULTISET,
    LISTED,
)(_repeated)
WRONG_PREDICTION: DefinitionLaw = law(
    "wrong prediction",
    "Adding a prediction that is like no gold item never raises a score.",
    Algebra.MONOTONE,
    LISTED,
)(_wrong)
