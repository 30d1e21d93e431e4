"""Counts of records without samples: where plain definitions need some counts and nothing else.

A line is decoded straight into a wire shape, its items are compared as they are, and what is kept
of it is a short row of numbers: how many gold items, and for each answer hits and items. Equal rows
are one row with a count, so memory does not grow with the file. Definitions that look at more
(classes, wildcards, weights, groups, credits) are left to whole samples, and a line that does not
fit the wire shape goes to the general reader, whose faults are the only ones.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain

from attrs import evolve, frozen
from toolz import unique

from measurand.edges.engines.pushdown import pushed
from measurand.edges.engines.record_counts import Look, Reading, Row, reading
from measurand.edges.engines.run import ignored
from measurand.edges.files import Event, Part, ReadOptions, fast_type
from measurand.edges.files.samples.labels import Looked
from measurand.evidence.evidence import Evidence, Excluded, Joint, Observed
from measurand.evidence.facts import Reads
from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.normalise import Passes
from measurand.evidence.observation import (
    ClassKind,
    Credit,
    Missing,
    Observation,
    Observing,
    Together,
)
from measurand.evidence.observe import plain_evidence
from measurand.evidence.paths import parse_joined
from measurand.evidence.sides import Sides, WildKind
from measurand.evidence.source import Source
from measurand.metrics.needs import Need
from measurand.values.sample import GOLD, PREDICTED

_MOST = 2**16
_NO_ANSWER = Excluded("no answer")


@frozen
class _Place:
    """Where the counts of an observation stand in a row."""

    gold: int
    answer: int
    missing: Missing

    def evidence(self, row: Row) -> Observed | Excluded:
        hits, predicted = row[self.answer : self.answer + 2]
        if hits >= 0:
            return plain_evidence(hits, predicted, row[self.gold])
        return _NO_ANSWER if self.missing is Missing.SKIP else plain_evidence(0, 0, row[self.gold])


@frozen
class Hot:
    """How a part is read and counted in rows, and what evidence the rows are.

    `places` says, for each need, whether it observes several things together, and where they are
    counted.
    """

    reading: Reading
    places: tuple[tuple[bool, tuple[_Place, ...]], ...]

    def count_part(
        self, part: Part, note: Callable[[Event], None], tick: Callable[[int], None] = ignored
    ) -> tuple[int, list[dict[Evidence, int]]]:
        """Count a part: give the number of records, and what is observed, need by need.

        Nothing of a record outlives its line. A line that does not fit is passed to `note`, as the
        event that the general road gives, and is not counted here. `tick` is handed the number of
        lines that fit, every ten thousand or so.
        """
        rows: dict[Row, int] = {}
        bags: list[dict[Evidence, int]] = [{} for _ in self.places]
        number = noted = 0

        def ticked(lines: int) -> None:
            nonlocal number
            if lines > noted:
                tick(lines - noted)
            if len(rows) > _MOST:
                number += self.empty(rows, bags)

        for event in self.reading(part, rows, ticked):
            noted += 1
            note(event)
        number += self.empty(rows, bags)
        if number:
            part.labels.note_lists()
        return number, bags

    def empty(self, rows: dict[Row, int], bags: Sequence[dict[Evidence, int]]) -> int:
        """Move what was counted to the bags of the needs; give the number of records."""
        for bag, (together, places) in zip(bags, self.places, strict=True):
            for row, count in rows.items():
                found = tuple([place.evidence(row) for place in places])
                one: Evidence = Joint(found) if together else found[0]
                bag[one] = bag.get(one, 0) + count
        number = sum(rows.values())
        rows.clear()
        return number


def hot(source: Source, wanted: Sequence[Need], options: ReadOptions) -> Hot | None:
    """Find the hot loop for what is wanted of a source; None where whole samples are needed.

    >>> hot(Source(path="a.jsonl"), (), ReadOptions()) is None
    True
    """
    names = (PREDICTED, *(name for name, _ in source.fields.lists))
    grouped = any(need.names or need.slice.where for need in wanted)
    if not wanted or grouped or not (options.sample is None and options.limit is None):
        return None
    needed = [_plain(need.slice.observing, names) for need in wanted]
    if not all(needed):
        return None
    looks = _looks(list(chain.from_iterable(needed)), names)
    found = pushed(source, looks, options) or _lines(source, looks, options)
    if found is None:
        return None
    places = tuple(
        (isinstance(need.slice.observing, Together), tuple(_places(parts, looks, names)))
        for need, parts in zip(wanted, needed, strict=True)
    )
    return Hot(found, places)


def looked_at(source: Source, wanted: Sequence[Need]) -> Looked:
    """Say at which labels definitions look: in which slots, and of which sides.

    >>> from measurand.metrics.needs import Slice
    >>> looked_at(Source(path="a.jsonl"), [Need(Slice("a", (), Observation(unit=("aspect",))))])
    Looked(slots=frozenset({'aspect'}), sides=None)
    """
    return Looked(_slots_of(source, wanted), _sides_of(source, wanted))


def _slots_of(source: Source, wanted: Sequence[Need]) -> Collection[str] | None:
    names = (PREDICTED, *(name for name, _ in source.fields.lists))
    looked = [_plain(need.slice.observing, names) for need in wanted]
    units = [one.unit for parts in looked for one in parts]
    return frozenset(chain.from_iterable(units)) if all(looked) and all(units) else None


def _sides_of(source: Source, wanted: Sequence[Need]) -> Collection[str] | None:
    parts = [need.slice.observing for need in wanted]
    each = [part for one in parts for part in (one.parts if isinstance(one, Together) else (one,))]
    looked = [one.sides if isinstance(one, Reads) else None for one in each]
    if None in looked:
        return None
    at = {GOLD: source.fields.gold, PREDICTED: source.fields.pred, **dict(source.fields.lists)}
    texts = [at[name] for names in looked for name in names or () if name in at]
    return frozenset(path.text for text in texts for path in parse_joined(text))


def _lines(source: Source, looks: Sequence[Look], options: ReadOptions) -> Reading | None:
    """Choose the loop over lines; None where they cannot be read fast."""
    unit = tuple(unique(name for look in looks for name in look.unit))
    if unit and not all(look.unit for look in looks):
        return None
    direct = looks[0].direct(unit) and not any(look.duplicates for look in looks)
    record = fast_type(source, unit, options, set if direct else list)
    return None if record is None else reading(record, looks, unit, direct=direct)


def _plain(how: Observing, names: Sequence[str]) -> tuple[Observation, ...]:
    """List the observations of a need; none where one is of more than equal items of lists."""
    parts = how.parts if isinstance(how, Together) else (how,)
    plain = tuple(one for one in parts if isinstance(one, Observation) and _counts(one, names))
    return plain if len(plain) == len(parts) else ()


def _counts(how: Observation, names: Sequence[str]) -> bool:
    if how.classes.kind is not ClassKind.NONE or how.wildcard.kind is not WildKind.OFF:
        return False
    # Equal items alone are counted: a definition that credits only the others needs the samples.
    if not isinstance(how.match, SetMatch | MultisetMatch) or how.credit is Credit.FUZZY:
        return False
    plain = evolve(how.sides, answer=PREDICTED) == Sides()
    return plain and how.sides.answer in names and how.passes is Passes.SETTLE


def _look(how: Observation) -> Look:
    return Look(how.unit, how.normalise, isinstance(how.match, MultisetMatch))


def _looks(observed: Sequence[Observation], names: Sequence[str]) -> tuple[Look, ...]:
    """List the ways to count, each once, with all answers that are counted so."""
    answers: dict[Look, set[int]] = {}
    for how in observed:
        answers.setdefault(_look(how), set()).add(names.index(how.sides.answer))
    return tuple(evolve(look, answers=tuple(sorted(found))) for look, found in answers.items())


def _places(
    parts: Sequence[Observation], looks: Sequence[Look], names: Sequence[str]
) -> Iterator[_Place]:
    starts: dict[Look, tuple[int, Look]] = {}
    start = 0
    for look in looks:
        starts[evolve(look, answers=())] = start, look
        start += 1 + 2 * len(look.answers)
    for how in parts:
        start, look = starts[_look(how)]
        at = look.answers.index(names.index(how.sides.answer))
        yield _Place(start, start + 1 + 2 * at, how.missing)
