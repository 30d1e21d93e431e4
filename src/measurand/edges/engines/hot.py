"""The hot loop: where a plain definition needs three counts of each record and nothing else."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter

from attrs import frozen

from measurand.claims.needs import Need
from measurand.claims.source import Source
from measurand.edges.formats import ReadOptions, fast_type
from measurand.evidence.evidence import Evidence
from measurand.evidence.matching import (
    Key,
    MultisetMatch,
    SetMatch,
    multiset_counts,
    set_counts,
)
from measurand.evidence.normalise import Passes, normalise
from measurand.evidence.observation import ClassKind, Credit, Missing, Observation
from measurand.evidence.observe import observe, plain_evidence
from measurand.evidence.sides import Sides, WildKind
from measurand.values.sample import Sample

Counts = tuple[int, int, int]
"""Hits, predictions and gold items of one record."""


@frozen
class Hot:
    """A wire shape, and how its records are counted."""

    record: type
    count: Callable[[object], Counts | None]
    missing: Evidence

    def evidence(self, counts: Mapping[Counts | None, int]) -> dict[Evidence, int]:
        """Make evidence of what was counted; None stands for a record without an answer."""
        return {
            self.missing if place is None else plain_evidence(*place): number
            for place, number in counts.items()
        }


def hot(source: Source, wanted: Sequence[Need], options: ReadOptions) -> Hot | None:
    """Find the hot loop for what is wanted of a source; None where whole samples are needed.

    >>> hot(Source(path="a.jsonl"), (), ReadOptions()) is None
    True
    """
    match list(wanted):
        case [Need(names=(), slice=part)] if not part.where:
            how = part.observing
        case _:
            return None
    if not isinstance(how, Observation) or how.classes.kind is not ClassKind.NONE:
        return None
    # Equal items alone are counted: a definition that credits only the others needs the samples.
    if not isinstance(how.match, SetMatch | MultisetMatch) or how.credit is Credit.FUZZY:
        return None
    if how.sides != Sides() or how.passes is not Passes.SETTLE:
        return None
    if how.wildcard.kind is not WildKind.OFF:
        return None
    record = fast_type(source, how.unit, options)
    if record is None:
        return None
    return Hot(record, _counter(source, how), observe(how, Sample(id="", predicted=None)))


def _counter(source: Source, how: Observation) -> Callable[[object], Counts | None]:
    """Write the loop's body flat: every call in it is paid for each record."""
    gold_of, predicted_of = attrgetter(source.fields.gold), attrgetter(source.fields.pred)
    skips, key = how.missing is Missing.SKIP, _key(how)

    def by_set(record: object) -> Counts | None:
        predicted = predicted_of(record)
        if predicted is None:
            return None if skips else (0, 0, len(set(map(key, gold_of(record)))))
        return set_counts(set(map(key, predicted)), set(map(key, gold_of(record))))

    def by_multiset(record: object) -> Counts | None:
        predicted = predicted_of(record)
        if predicted is None:
            return None if skips else (0, 0, len(gold_of(record)))
        return multiset_counts(list(map(key, predicted)), list(map(key, gold_of(record))))

    return by_set if isinstance(how.match, SetMatch) else by_multiset


def _key(how: Observation) -> Callable[[object], Key]:
    if not how.unit:
        return partial(normalise, how.normalise) if how.normalise else str
    if not how.normalise:
        return attrgetter(*how.unit)
    slots = [attrgetter(name) for name in how.unit]

    def key(item: object) -> Key:
        values = [slot(item) for slot in slots]
        return tuple(None if value is None else normalise(how.normalise, value) for value in values)

    return key
