"""Rows of one rating each, put together by what they rate: each unit is a sample.

A table in long form has a row for each unit and rater, in any order, so no row is known to be the
last of its unit before the file ends: all ratings of a file are held. A rater rates a unit once;
groups and weights are those of the unit, so all of its rows say the same. A unit of which a row
cannot be read is no sample, since a rating less would be another agreement.

The sample of a unit has all of its ratings as gold, by the names of raters, whoever they are; the
raters that `lists` names are lists beside it, None where one did not rate the unit.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from attrs import define, field

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.json.value import encode
from measurand.edges.files.samples.ids import place_text, repeated
from measurand.edges.files.samples.part import Part
from measurand.evidence.paths import Key, Path, parse_joined
from measurand.evidence.source import Named
from measurand.values.fault import Fault, shown
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

_MOST_SHOWN = 8


@define
class _Unit:
    groups: Named
    weight: Fraction
    rows: dict[str, int] = field(factory=dict)


class Raters:
    """Who has rated which unit, in which row.

    >>> raters = Raters()
    >>> row = Sample(id="t1", lists=(("ann", ("bug",)),), predicted=None)
    >>> raters.misfit(row, 2, "line") is None, raters.misfit(row, 5, "line").text()
    (True, "expected one rating of each rater for a unit, got 't1' by 'ann' again, first in line 2")
    """

    def __init__(self) -> None:
        """Start with none."""
        self._units: dict[str, _Unit] = {}

    def misfit(self, row: Sample, number: int, what: str) -> Fault | None:
        """Note a row; say so where it does not go with the rows before it."""
        [(rater, _)] = row.lists
        unit = self._units.setdefault(row.id, _Unit(row.groups, row.weight))
        before = unit.rows.setdefault(rater, number)
        if before != number:
            return Fault(
                got=f"{shown(row.id)} by {shown(rater)} again, first in {place_text(what, before)}",
                expected="one rating of each rater for a unit",
            )
        if (row.groups, row.weight) != (unit.groups, unit.weight):
            return Fault(
                got=f"others than in the first row of {shown(row.id)}",
                expected="the same groups and weight in all rows of a unit",
            )
        return None


def units(events: Iterable[Event], part: Part) -> Iterator[Event]:
    """Put rows together, and pass on all else; units come in the order of their first rows."""
    held, spoiled = dict[str, Sample](), set[str]()
    ratings = dict[str, dict[str, tuple[Item, ...] | None]]()
    for event in events:
        if isinstance(event, Sample):
            held.setdefault(event.id, event)
            ratings.setdefault(event.id, {}).update(event.lists)
            continue
        if isinstance(event, Bad):
            spoiled.add(event.part_of)
        yield event
    names = tuple((name, _rater(path)) for name, path in part.source.fields.lists)
    for number, (unit, first) in enumerate(held.items(), 1):
        if unit in spoiled:
            continue
        before = part.ids.earlier(unit, number, "unit")
        if before is None:
            yield _sample(first, ratings[unit], names)
        else:
            fault = repeated(unit, before, parse_joined(part.source.fields.id))
            yield Bad((fault.at(file=part.name),), encode({"id": unit}) + b"\n")
    if part.name == part.source.path:
        yield from _strangers(names, ratings.values(), part)


def _rater(path: str) -> str:
    """Name the rater of a list: its path is the name as it stands in the column of raters."""
    match Path.parse(path).steps:
        case (Key(name),):
            return name
        case _:
            return path


def _sample(first: Sample, said: dict[str, tuple[Item, ...] | None], names: Named) -> Sample:
    every = [item for _, items in sorted(said.items()) for item in items or ()]
    return Sample(
        id=first.id,
        gold=tuple(every),
        predicted=None,
        groups=first.groups,
        weight=first.weight,
        lists=tuple(sorted((name, said.get(rater)) for name, rater in names)),
    )


def _strangers(
    names: Named, rows: Iterable[dict[str, tuple[Item, ...] | None]], part: Part
) -> Iterator[Bad]:
    """Refuse names of raters who rated nothing in the whole source: they are misspelled."""
    there = dict.fromkeys(rater for said in rows for rater in said)
    for _, rater in names:
        if there and rater not in there:
            listed = ", ".join(shown(one) for one in sorted(there)[:_MOST_SHOWN])
            more = ", ..." if len(there) > _MOST_SHOWN else ""
            fault = Fault(
                file=part.name,
                got=f"no row of {shown(rater)}",
                expected=f"raters among {listed}{more}",
                hint=did_you_mean(rater, tuple(there)).removeprefix(": "),
            )
            yield Bad((fault,))
