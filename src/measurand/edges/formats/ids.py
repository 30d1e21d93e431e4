"""What names a record, and whether the name was there before."""

from collections.abc import Sequence
from hashlib import blake2b

from measurand.claims.paths import Path
from measurand.edges.formats.events import IdIndex
from measurand.edges.formats.json_value import Json, expected
from measurand.edges.formats.walk import find
from measurand.values.fault import Fault, shown

_DIGEST = 8


def read_id(record: Json, paths: Sequence[Path]) -> str:
    """Read the id of a record; several parts are joined by a slash, in which ~ and / are escaped.

    >>> read_id({"run": "a/b", "id": 3}, [Path.parse("run"), Path.parse("id")])
    'a~1b/3'

    Raises FaultError where a part is missing, or is neither a string nor an integer.
    """
    parts = [_part(find(record, path), path) for path in paths]
    if len(parts) == 1:
        return parts[0]
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)


def _part(value: Json, path: Path) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise expected("an id: a string or an integer", value, path=path.place)
    return str(value)


class Ids:
    """The ids met so far, each with the number of its record: all (exact), digests, or none (off).

    >>> ids = Ids("exact")
    >>> ids.earlier("a", 1), ids.earlier("a", 2)
    (None, 1)
    """

    def __init__(self, index: IdIndex) -> None:
        """Start with none."""
        self._index = index
        self._numbers: dict[str, int] = {}
        self._digests: set[int] = set()

    def earlier(self, sample_id: str, number: int) -> int | None:
        """Note an id; give the number of the record that had it (0: some), None where it is new."""
        if self._index == "exact":
            before = self._numbers.setdefault(sample_id, number)
            return None if before == number else before
        if self._index == "off":
            return None
        digest = int.from_bytes(blake2b(sample_id.encode(), digest_size=_DIGEST).digest(), "big")
        count = len(self._digests)
        self._digests.add(digest)
        return 0 if len(self._digests) == count else None


def repeated(sample_id: str, before: str, paths: Sequence[Path]) -> Fault:
    """Make the fault of an id that stood before in some place."""
    return Fault(
        got=f"the id {shown(sample_id)} again, first in {before}",
        expected="ids that differ",
        path=paths[0].place,
        hint='if an id may repeat, join it with what tells the records apart: "run+id"',
    )
