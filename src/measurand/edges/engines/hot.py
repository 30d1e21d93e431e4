"""The hot loop: where a plain definition needs three counts of each record and nothing else."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from measurand.evidence.normalise import normalise
from measurand.evidence.observation import ClassKind, Credit, Missing, Observation
from measurand.evidence.observe import observe, plain_evidence
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
    record = fast_type(source, how.unit, options)
    if record is None:
        return None
    return Hot(record, _counter(source, how), observe(how, Sample(id="", predicted=None)))


def _counter(source: Source, how: Observation) -> Callable[[object], Counts | None]:
    gold_of, predicted_of = attrgetter(source.fields.gold), attrgetter(source.fields.pred)
    keys = _keys(how)
    tally = set_counts if isinstance(how.match, SetMatch) else multiset_counts

    skips = how.missing is Missing.SKIP

    def count(record: object) -> Counts | None:
        predicted = predicted_of(record)
        if predicted is None:
            if skips:
                return None
            predicted = ()
        return tally(keys(predicted), keys(gold_of(record)))

    return count


def _keys(how: Observation) -> Callable[[Iterable[object]], Collection[Key]]:
    """Say how the items of one side become what is compared, with as little work as will do."""
    collect: Callable[[Iterable[Key]], Collection[Key]] = (
        list if isinstance(how.match, MultisetMatch) else set
    )
    key = _key(how)
    return collect if key is None else lambda items: collect(map(key, items))


def _key(how: Observation) -> Callable[[object], Key] | None:
    if not how.unit:
        return partial(normalise, how.normalise) if how.normalise else None
    if not how.normalise:
        return attrgetter(*how.unit)
    slots = [attrgetter(name) for name in how.unit]

    def key(item: object) -> Key:
        values = [slot(item) for slot in slots]
        return tuple(None if value is None else normalise(how.normalise, value) for value in values)

    return key
