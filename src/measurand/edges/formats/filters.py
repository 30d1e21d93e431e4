"""Which records a source is about: those whose values are among some texts."""

from collections.abc import Mapping

from attrs import frozen

from measurand.claims.paths import Path
from measurand.claims.source import Source
from measurand.edges.formats.events import Filtered
from measurand.edges.formats.json_value import FaultError, Json, expected, json_text
from measurand.edges.formats.samples import Record
from measurand.edges.formats.walk import find
from measurand.values.fault import Fault

Filters = tuple[tuple[str, tuple[str, ...]], ...]


_REVIEW_PLACES = {name: (name, f"meta.{name}") for name in ("profile", "run_id")}
"""Where the rows of a review have a field: the first place that is not empty counts."""


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

    >>> where = Where((("task", ("judge",)),))
    >>> where.drops(Record(value={"task": "list"}, file="a.jsonl", line=2))
    Filtered(line=2, file='a.jsonl', absent='')
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

    @staticmethod
    def of(source: Source) -> "Where":
        """Take the conditions of a source; rows of a review have their profile in two places.

        >>> where = Where.of(Source(path="a", format="scorecards", where=(("profile", ("p",)),)))
        >>> where.drops(Record(value={"meta": {"profile": "p"}}, file="a", line=1)) is None
        True
        """
        return Where(source.where, _REVIEW_PLACES if source.format == "scorecards" else None)

    @staticmethod
    def of_review(filters: Filters) -> "Where":
        """Take conditions on rows of a review.

        >>> Where.of_review(()).absent is None
        True
        """
        return Where(filters, _REVIEW_PLACES)

    def drops(self, record: Record) -> Filtered | None:
        """Say how a record is dropped; None where it stays.

        Raises FaultError where the value to compare is a list or an object.
        """
        for condition in self._conditions:
            try:
                value = condition.value(record.value)
            except FaultError as error:
                self.absent = self.absent or record.placed(error.fault)
                return Filtered(line=record.line, file=record.file, absent=condition.paths[0].text)
            if isinstance(value, list | dict):
                raise expected("a value to compare", value, path=condition.paths[0].place)
            if json_text(value) not in condition.accepted:
                return Filtered(line=record.line, file=record.file)
        return None
