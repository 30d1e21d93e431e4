"""Ids that several shards have: found by digests, and named by those who read the shards again."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from attrs import frozen

from measurand.edges.engines.scratch import Scratch
from measurand.edges.engines.work import WIDTH, numbers_of, packed
from measurand.edges.files.samples.ids import digest, earlier_text, place_text

_BUCKET = 2**20
_ALL = 2**64


@frozen
class Repeats:
    """For every shard that has ids of other shards, their digests; and which shards come later.

    >>> Repeats({}, frozenset()).later
    frozenset()
    """

    sought: Mapping[int, bytes]
    later: frozenset[int]


class Digests:
    """The digests of the ids of each shard, kept in a file without a name.

    >>> with Digests() as digests:
    ...     digests.add(0, packed([1, 5]))
    ...     digests.add(1, packed([5]))
    ...     digests.repeated().later
    frozenset({1})
    """

    def __init__(self) -> None:
        """Start with none."""
        self._kept = Scratch()
        self._runs: dict[int, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        """Be closed at the end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Forget them."""
        self._kept.__exit__()

    def add(self, index: int, raw: bytes) -> None:
        """Keep the digests of a shard, which are in ascending order."""
        if raw:
            self._runs[index] = (self._kept.add(numbers_of(raw).tobytes()), len(raw))

    def repeated(self) -> Repeats:
        """Find the digests that several shards have, a million or so at a time."""
        if len(self._runs) < 2:  # noqa: PLR2004 # one shard repeats nobody
            return Repeats({}, frozenset())
        sought: dict[int, list[int]] = {}
        later: set[int] = set()
        with self._kept.view() as whole:
            for bucket in self._buckets(whole):
                _compare(bucket, sought, later)
        return Repeats({at: packed(found) for at, found in sought.items()}, frozenset(later))

    def _buckets(self, whole: memoryview) -> Iterator[Sequence[tuple[int, list[int]]]]:
        """Give, for one range of digests after the other, those of each shard."""
        runs = [
            (index, whole[start : start + length].cast("Q"))
            for index, (start, length) in sorted(self._runs.items())
        ]
        number = self._kept.size // WIDTH // _BUCKET + 1
        for at in range(number):
            low, high = _ALL * at // number, _ALL * (at + 1) // number
            yield [
                (index, run[bisect_left(run, low) : bisect_left(run, high)].tolist())
                for index, run in runs
            ]
        for _, run in runs:
            run.release()


def _compare(
    bucket: Sequence[tuple[int, list[int]]], sought: dict[int, list[int]], later: set[int]
) -> None:
    distinct = set().union(*(found for _, found in bucket))
    if len(distinct) == sum(len(found) for _, found in bucket):
        return
    numbers = Counter(one for _, found in bucket for one in found)
    seen: set[int] = set()
    for index, found in bucket:
        twice = [one for one in found if numbers[one] > 1]
        if twice:
            sought.setdefault(index, []).extend(twice)
        if not seen.isdisjoint(twice):
            later.add(index)
        seen.update(twice)


@frozen
class Met:
    """An id in a shard: the file, the number of its record, and what it is a number of.

    >>> Met("x", 3, "a.jsonl", 7, "line").told("a.jsonl")
    'line 7'
    """

    sample_id: str
    index: int
    file: str
    number: int
    what: str

    def told(self, file: str) -> str:
        """Say where it stands, for a record of some file."""
        return place_text(self.what, self.number) + (
            "" if file == self.file else f" of {self.file}"
        )


def taken_of(
    met: Iterable[Met], files: Mapping[int, str], *, exact: bool
) -> dict[int, tuple[tuple[str, str], ...]]:
    """Say, for each shard, which ids stood in one before it, and where they stood first.

    Ids are the same where their digests are, unless ids are compared as they are (`exact`).

    >>> met = [Met("x", 0, "a", 7, "line"), Met("x", 2, "b", 1, "line")]
    >>> taken_of(met, {0: "a", 2: "b"}, exact=True)
    {2: (('x', 'line 7 of a'),)}
    """
    first: dict[str | int, Met] = {}
    taken: dict[int, dict[str, str]] = {}
    for one in sorted(met, key=lambda one: one.index):
        key = one.sample_id if exact else digest(one.sample_id)
        before = first.setdefault(key, one)
        if before.index != one.index:
            place = before.told(files[one.index]) if exact else earlier_text(one.what)
            taken.setdefault(one.index, {}).setdefault(one.sample_id, place)
    return {index: tuple(found.items()) for index, found in taken.items()}
