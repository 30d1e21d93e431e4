"""How a score may move when one prediction is added."""

from collections.abc import Callable

from attrs import evolve

from measurand.algebra.law import Holds, Law, Outcome
from measurand.evidence.keying import key
from measurand.evidence.observation import ClassKind, Observation
from measurand.evidence.spans import SpanMatch
from measurand.laws.case import Case, DefinitionLaw, not_higher, not_lower, wrapped
from measurand.metrics.definitions import Column, Definition
from measurand.metrics.finalise import evaluate
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import Sample
from measurand.values.score import Score

Choice = Callable[[Observation, Sample, int], Item | None]
FAR = 10**6


def _times(how: Observation, items: tuple[Item, ...], one: Item) -> int:
    return sum(key(how, item) == key(how, one) for item in items)


def missing_item(how: Observation, sample: Sample, at: int) -> Item | None:
    """Find a gold item that is predicted less often than it is asked for; None: no such.

    >>> missing_item(Observation(), Sample(id="1", gold=("a", "b"), predicted=("a",)), 0)
    'b'
    """
    answer = sample.predicted or ()
    asked = [one for one in sample.gold if _times(how, answer, one) < _times(how, sample.gold, one)]
    return asked[wrapped(at, asked)] if asked else None


def repeated_item(how: Observation, sample: Sample, at: int) -> Item | None:
    """Find a prediction that gold does not ask for once more; None: no such.

    >>> repeated_item(Observation(), Sample(id="1", gold=("a", "a"), predicted=("a", "b")), 0)
    'b'
    """
    answer = sample.predicted or ()
    spent = [one for one in answer if _times(how, answer, one) >= _times(how, sample.gold, one)]
    return spent[wrapped(at, spent)] if spent else None


def stranger(how: Observation, _sample: Sample, _at: int) -> Item:
    """Make a prediction that no gold item is like, of the shape that is observed.

    >>> stranger(Observation(unit=("aspect",)), Sample(id="1"), 0)
    Slots(entries=(('aspect', '?'),))
    """
    if isinstance(how.match, SpanMatch) or how.classes.kind is ClassKind.LABEL:
        return Span(FAR, FAR + 1, "?")
    names = {*how.unit, *([how.classes.name] if how.classes.kind is ClassKind.FIELD else [])}
    return Slots.of(dict.fromkeys(names, "?")) if names else "?"


def _added(definition: Definition, case: Case, choice: Choice) -> tuple[Score, Score] | None:
    """Score before and after a prediction is added at the place of a case; None: nothing to add."""
    if isinstance(definition, Column) or not case.corpus:
        return None
    sample = case.corpus[case.here]
    if sample.predicted is None or sample.counts is not None:
        return None
    item = choice(definition.observation, sample, case.item)
    if item is None:
        return None
    after = evolve(sample, predicted=(*sample.predicted, item))
    return evaluate(definition, case.corpus), evaluate(definition, case.replaced([after]))


def _missing(definition: Definition, case: Case) -> Outcome:
    scores = _added(definition, case, missing_item)
    return Holds() if scores is None else not_lower(*scores)


def _repeated(definition: Definition, case: Case) -> Outcome:
    scores = _added(definition, case, repeated_item)
    return Holds() if scores is None else not_higher(*scores)


def _wrong(definition: Definition, case: Case) -> Outcome:
    scores = _added(definition, case, stranger)
    return Holds() if scores is None else not_higher(*scores)


MISSING_PREDICTION: DefinitionLaw = Law(
    "missing prediction",
    "Adding the exact missing prediction never lowers a score.",
    _missing,
)
REPEATED_PREDICTION: DefinitionLaw = Law(
    "repeated prediction",
    "Repeating a prediction that gold does not ask for once more never raises a score.",
    _repeated,
)
WRONG_PREDICTION: DefinitionLaw = Law(
    "wrong prediction",
    "Adding a prediction that is like no gold item never raises a score.",
    _wrong,
)
