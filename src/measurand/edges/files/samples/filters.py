"""Which records of a source stay: those that have, at some paths, values that are kept."""

from collections.abc import Collection, Mapping

from attrs import frozen

from measurand.edges.files.events import Filtered
from measurand.edges.files.json.value import FaultError, Json, expected, json_text
from measurand.edges.files.json.walk import find
from measurand.edges.files.samples.record import Record
from measurand.evidence.paths import Path
from measurand.evidence.source import Source
from measurand.values.fault import Fault

Filters = tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class _Condition:
    paths: tuple[Path, ...]
    accepted: frozenset[str]

    def value(self, record: Json) -> Json:
        """Find the value to compare.

        Raises FaultError where it is in none of its places.
        """
        for path in self.paths[:-1]:
            try:
                value = find(record, path)
            except FaultError:
                continue
            if value is not None and value != "":
                return value
        return find(record, self.paths[-1])


class Where:
    """The conditions on records; remembers the first record that lacked a path.

    `matched` are the values that records had which stayed, each with its path.

    >>> where = Where((("task", ("judge",)),))
    >>> where.drops(Record(value={"task": "list"}, file="a.jsonl", line=2))
    Filtered(line=2, file='a.jsonl', absent='', id=None)
    """

    def __init__(
        self, filters: Filters, places: Mapping[str, tuple[str, ...]] | None = None
    ) -> None:
        """Parse the paths; `places` says which fields may lie in several."""
        known = places or {}
        self._conditions = tuple(
            _Condition(
                tuple(Path.parse(place) for place in known.get(path, (path,))), frozenset(accepted)
            )
            for path, accepted in filters
        )
        self.absent: Fault | None = None
        self.matched: set[tuple[str, str]] = set()

    @staticmethod
    def of(source: Source) -> "Where":
        """Take the conditions of a source; a format may have a field in several places.

        >>> where = Where.of(Source(path="a", format="scorecards", where=(("profile", ("p",)),)))
        >>> where.drops(Record(value={"meta": {"profile": "p"}}, file="a", line=1)) is None
        True
        """
        return Where(source.where, source.kind.places if source.where else None)

    def drops(self, record: Record) -> Filtered | None:
        """Say how a record is dropped; None where it stays.

        Raises FaultError where the value to compare is a list or an object.
        """
        values = []
        for condition in self._conditions:
            try:
                value = condition.value(record.value)
            except FaultError as error:
                self.absent = self.absent or record.placed(error.fault)
                return Filtered(line=record.line, file=record.file, absent=condition.paths[0].text)
            if isinstance(value, list | dict):
                raise expected("a value to compare", value, path=condition.paths[0].place)
            text = json_text(value)
            if text not in condition.accepted:
                return Filtered(line=record.line, file=record.file)
            values.append((condition.paths[0].text, text))
        self.matched.update(values)
        return None


def unmatched(source: Source, matched: Collection[tuple[str, str]]) -> tuple[str, ...]:
    """Name the values that the filters of a source keep, and that no record had which was kept.

    >>> source = Source(path="a.jsonl", where=(("run", ("a", "b")), ("task", ("judge",))))
    >>> unmatched(source, {("run", "a"), ("task", "judge")})
    ('run=b',)
    """
    return tuple(
        f"{path}={text}"
        for path, accepted in (*source.where, *source.predictions_where)
        for text in accepted
        if (Path.parse(path).text, text) not in matched
    )
