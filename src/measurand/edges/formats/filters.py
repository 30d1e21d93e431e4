"""Which records a source is about: those whose values are among some texts."""

from collections.abc import Collection

from attrs import frozen

from measurand.claims.paths import Path
from measurand.claims.source import Source
from measurand.edges.formats.events import Filtered
from measurand.edges.formats.json_value import FaultError, expected, json_text
from measurand.edges.formats.samples import Record
from measurand.edges.formats.walk import find
from measurand.values.fault import Fault

Filters = tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class _Condition:
    path: Path
    accepted: frozenset[str]


class Where:
    """The conditions on records; remembers the first record that lacked a path.

    `matched` are the values that records had which stayed, each with its path.

    >>> where = Where((("task", ("judge",)),))
    >>> where.drops(Record(value={"task": "list"}, file="a.jsonl", line=2))
    Filtered(line=2, file='a.jsonl', absent='')
    """

    def __init__(self, filters: Filters) -> None:
        """Parse the paths."""
        self._conditions = tuple(
            _Condition(Path.parse(path), frozenset(accepted)) for path, accepted in filters
        )
        self.absent: Fault | None = None
        self.matched: set[tuple[str, str]] = set()

    def drops(self, record: Record) -> Filtered | None:
        """Say how a record is dropped; None where it stays.

        Raises FaultError where the value to compare is a list or an object.
        """
        values = []
        for condition in self._conditions:
            try:
                value = find(record.value, condition.path)
            except FaultError as error:
                self.absent = self.absent or record.placed(error.fault)
                return Filtered(line=record.line, file=record.file, absent=condition.path.text)
            if isinstance(value, list | dict):
                raise expected("a value to compare", value, path=condition.path.place)
            text = json_text(value)
            if text not in condition.accepted:
                return Filtered(line=record.line, file=record.file)
            values.append((condition.path.text, text))
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
