"""What names a record, and whether the name was there before.

Exact ids cost their length each. A digest of 8 bytes keeps memory at 8 bytes a record, and two ids
among n share one with a chance of about n^2 / 2^65: for a billion records, one in forty.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from measurand.edges.files.events import IdIndex
from measurand.edges.files.json.value import Json, expected
from measurand.edges.files.json.walk import find
from measurand.evidence.paths import Path
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

    `taken` are ids of other parts of the source, with the places where they stood.

    >>> ids = Ids("exact")
    >>> ids.earlier("a", 1), ids.earlier("a", 2)
    (None, 'line 1')
    """

    def __init__(self, index: IdIndex, taken: Mapping[str, str] | None = None) -> None:
        """Start with those that others have taken."""
        self._index = index
        self._taken = taken or {}
        self._numbers: dict[str, int] = {}
        self._digests: set[int] = set()
        self._files: list[tuple[int, str]] = [(0, "")]
        self._base = self._top = 0

    def begin(self, file: str) -> None:
        """Go on with the next file of a source, whose records are numbered anew.

        >>> ids = Ids("exact")
        >>> for file in ("a.jsonl", "b.jsonl"):
        ...     ids.begin(file)
        ...     print(ids.earlier("x", 3))
        None
        line 3 of a.jsonl
        """
        self._base = self._top
        self._files.append((self._base, file))

    def earlier(self, sample_id: str, number: int, what: str = "line") -> str | None:
        """Note an id; say where it stood before, None where it is new."""
        if self._taken and sample_id in self._taken:
            return self._taken[sample_id]
        if self._index == "exact":
            mine = self._top = self._base + number
            before = self._numbers.setdefault(sample_id, mine)
            return None if before == mine else self._place(before, what)
        if self._index == "off":
            return None
        count = len(self._digests)
        self._digests.add(digest(sample_id))
        return earlier_text(what) if len(self._digests) == count else None

    def _place(self, number: int, what: str) -> str:
        base, file = next(one for one in reversed(self._files) if one[0] < number)
        return place_text(what, number - base) + (f" of {file}" if base != self._base else "")

    def digests(self) -> list[int]:
        """Give the digests of all ids met, in ascending order.

        >>> len(Ids("off").digests())
        0
        """
        return sorted(self._digests or map(digest, self._numbers))


def place_text(what: str, number: int) -> str:
    """Name the place of a record: elements of a list are numbered from 0, all others from 1.

    >>> place_text("line", 3), place_text("element", 3)
    ('line 3', 'record [2]')
    """
    return f"record [{number - 1}]" if what == "element" else f"{what} {number}"


def earlier_text(what: str) -> str:
    """Name the place of a record whose number is not known.

    >>> earlier_text("element")
    'an earlier record'
    """
    return "an earlier record" if what == "element" else f"an earlier {what}"


def digest(sample_id: str) -> int:
    """Give 8 bytes that stand for an id, as a number.

    >>> digest("a") == digest("a"), digest("a") < 2**64
    (True, True)
    """
    raw = sample_id.encode(errors="surrogatepass")
    return int.from_bytes(blake2b(raw, digest_size=_DIGEST).digest(), "big")


def repeated(sample_id: str, before: str, paths: Sequence[Path]) -> Fault:
    """Make the fault of an id that stood before in some place."""
    return Fault(
        got=f"the id {shown(sample_id)} again, first in {before}",
        expected="ids that differ",
        path=paths[0].place,
        hint="if an id may repeat, join it with what tells the records apart: "
        '--field id=run+id ("run+id" in a claims file)',
    )
