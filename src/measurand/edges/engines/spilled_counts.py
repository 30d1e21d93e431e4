"""Counts of evidence that grow past what memory holds: the rest lies in a temporary file.

Rows are kept as bytes that are equal where rows are (`partial_bytes`), in one table of SQLite
whose key is the row. Counts are added there in sorted batches, so that neighbours share a page.
Pools read it in passes, in the order of the bytes, which is the same on every machine.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import finalize

from attrs import frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.lazy_counts import Stored
from measurand.edges.engines.partial import Counts
from measurand.edges.engines.partial_bytes import beginning, encode, trusted
from measurand.edges.files.json.value import FaultError
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import Observing
from measurand.evidence.pool import Place, Pool
from measurand.values.fault import Fault

if TYPE_CHECKING:
    from sqlite3 import Connection
    from tempfile import TemporaryDirectory

MOST_ROWS = 2**20
"""How many distinct rows of one slice are held in memory where no other number is asked for."""

_CACHE = "-32000"
"""How much of a file is held in memory, in KiB, as SQLite writes it."""

_SORTED = 2**16
"""How many rows are brought into order before they are written: neighbours share a page."""

_MADE = "CREATE TABLE held (row BLOB PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID"
_ADDED = (
    "INSERT INTO held VALUES (?, ?) ON CONFLICT (row) DO UPDATE SET count = count + excluded.count"
)
_END = b"\xff"
"""What comes after whatever a row goes on with behind its place."""


class Held:
    """Counts of evidence in the making: in memory up to a bound, and past it in a file.

    Whatever the bound, and in whatever order and pieces counts are added, the pool is the same.
    The file is made in `folder`, by default that of the system for temporary files. It is gone
    when the last pool made of it is, at the latest with the process, however that ends.

    >>> from fractions import Fraction
    >>> from measurand.evidence.evidence import Amount
    >>> held = Held(most_rows=1)
    >>> held.add({(): {Amount(Fraction(n)): 1 for n in (1, 2, 3)}})
    >>> held.spilled, held.pool((), None).scored()
    (True, 3)

    Raises FaultError where the file cannot be made or the disk is full.
    """

    def __init__(self, *, most_rows: int = MOST_ROWS, folder: Path | None = None) -> None:
        """Start with nothing counted."""
        self.most_rows = most_rows
        self._folder = folder
        self._file: _File | None = None
        self._counts: dict[Place, dict[Evidence, int]] = {}
        self._places: dict[Place, None] = {}
        self._held = 0

    @property
    def spilled(self) -> bool:
        """Tell whether there is a file."""
        return self._file is not None

    @property
    def started(self) -> bool:
        """Tell whether anything was added."""
        return bool(self._counts or self._places)

    def add(self, counts: Counts, times: int = 1) -> None:
        """Add counts; `times` of -1 takes them away again."""
        for place, rows in counts.items():
            bag = self._counts.setdefault(place, {})
            before = len(bag)
            for row, number in rows.items():
                bag[row] = bag.get(row, 0) + number * times
            self._held += len(bag) - before
            if self._held > self.most_rows:
                self._spill()

    def _spill(self) -> None:
        file = self._file = self._file or _File(self._folder)
        file.add(
            (encode(place, row), number)
            for place, rows in self._counts.items()
            for row, number in rows.items()
        )
        self._places |= dict.fromkeys(self._counts)
        self._counts, self._held = {}, 0

    def pool(self, names: tuple[str, ...], observing: Observing | None) -> Pool:
        """Freeze what was counted; nothing can be added from then on where there is a file.

        Raises ValueError where more was taken away than was there.
        """
        if self._file is None:
            bags = {place: Bag(rows) for place, rows in self._counts.items()}
            return Pool(names, Keyed(bags), observing)
        self._spill()
        file = self._file
        file.freeze()
        kept = {place: Bag(_Rows(file, place)) for place in sorted(self._places)}
        return Pool(names, Keyed(kept), observing)


@frozen(eq=False)
class _Rows(Stored[Evidence]):
    """The rows of one place in a file, in the order of how they are written."""

    file: "_File"
    place: Place

    @cached_property
    def _start(self) -> bytes:
        return beginning(self.place)

    @cached_property
    def _size(self) -> int:
        return self.file.size(self._start)

    @property
    def once(self) -> bool:
        """A row of a file is there once."""
        return True

    def passed(self) -> Iterator[tuple[Evidence, int]]:
        """Read the rows, one at a time."""
        return ((trusted(row)[1], count) for row, count in self.file.rows(self._start))

    def __len__(self) -> int:
        """Count the rows, all of which differ."""
        return self._size

    def __getitem__(self, row: Evidence) -> int:
        """Look up a row.

        Raises KeyError where it never occurred.
        """
        found = self.file.count(encode(self.place, row))
        if not found:
            raise KeyError(row)
        return found


class _File:
    """Rows and their counts in a file of SQLite, which nobody else sees."""

    def __init__(self, folder: Path | None) -> None:
        import sqlite3
        from tempfile import TemporaryDirectory, gettempdir

        self._where = Path(gettempdir()) if folder is None else folder
        with self._told():
            home = TemporaryDirectory(
                prefix="measurand-", dir=self._where, ignore_cleanup_errors=True
            )
            self._data = sqlite3.connect(Path(home.name) / "rows", isolation_level=None)
            for line in (
                "journal_mode = OFF",
                "synchronous = OFF",
                "locking_mode = EXCLUSIVE",
                f"cache_size = {_CACHE}",
            ):
                self._data.execute(f"PRAGMA {line}").fetchall()
            self._data.execute(_MADE)
        # An open file goes on without its name, where the system has that; else it fails silently.
        home.cleanup()
        finalize(self, _close, self._data, home)

    @contextmanager
    def _told(self) -> Iterator[None]:
        import sqlite3

        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise FaultError(
                Fault(
                    file=str(self._where),
                    got=str(error),
                    expected="room for the rows that memory does not hold",
                    hint="free some, name another folder for temporary files, or let memory "
                    "hold more rows",
                )
            ) from error

    def add(self, rows: Iterable[tuple[bytes, int]]) -> None:
        """Add counts, all of them or none."""
        left = iter(rows)
        with self._told():
            self._data.execute("BEGIN")
            while some := sorted(islice(left, _SORTED)):
                self._data.executemany(_ADDED, some)
            self._data.execute("COMMIT")

    def freeze(self) -> None:
        """Leave out what was taken away again.

        Raises ValueError where more was taken away than was there.
        """
        with self._told():
            self._data.execute("DELETE FROM held WHERE count = 0")
            found = self._data.execute("SELECT min(count) FROM held").fetchone()
        if found[0] is not None and found[0] < 0:
            message = f"a bag counts from 0 upwards: got {found[0]}"
            raise ValueError(message)

    def rows(self, start: bytes) -> Iterator[tuple[bytes, int]]:
        """Read the rows that begin so, in order."""
        with self._told():
            yield from self._data.execute(
                "SELECT row, count FROM held WHERE row >= ? AND row < ? ORDER BY row",
                (start, start + _END),
            )

    def size(self, start: bytes) -> int:
        """Count the rows that begin so."""
        with self._told():
            [[size]] = self._data.execute(
                "SELECT count(*) FROM held WHERE row >= ? AND row < ?", (start, start + _END)
            )
        return int(size)

    def count(self, row: bytes) -> int:
        """Give the count of one row, 0 where it is not there."""
        with self._told():
            found = self._data.execute("SELECT count FROM held WHERE row = ?", (row,)).fetchone()
        return 0 if found is None else int(found[0])


def _close(data: "Connection", home: "TemporaryDirectory[str]") -> None:
    data.close()
    home.cleanup()
