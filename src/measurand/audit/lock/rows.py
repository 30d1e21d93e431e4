"""What a lock keeps of samples: what was observed of each, by its id, and a digest of it all."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256

from attrs import field, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.audit.lock.codec import digest, row_text, unreadable
from measurand.evidence.evidence import PLAIN, Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.observation import ColumnOf, Observation, Observing, Together
from measurand.evidence.pool import Place, Pool


@frozen(cache_hash=True)
class KeptRow:
    """One sample as a lock keeps it: its id, what was observed, its groups.

    >>> KeptRow("s1", "1,2,2").place
    ()
    """

    id: str
    row: str
    place: Place = ()


@frozen
class SampleRows:
    """What was observed of every sample of a slice; `names` says which groups the places hold.

    >>> SampleRows(("document",), (("s1", ("d",), Excluded("no answer")),)).names
    ('document',)
    """

    names: tuple[str, ...] = ()
    rows: Sequence[tuple[str, Place, Evidence]] = field(factory=tuple)

    def pool(self, how: Observing) -> Pool:
        """Pool them: the same pool as counting them one by one.

        >>> SampleRows((), (("s1", (), Excluded("no answer")),)).pool(Observation()).excluded()
        {'no answer': 1}
        """
        return _pooled(self.names, Counter((place, row) for _, place, row in self.rows), how)


def kept_rows(
    found: SampleRows, names: tuple[str, ...], *, hashed: bool = False
) -> tuple[KeptRow, ...]:
    """Write what was observed of all samples, sorted, under some of their groups.

    `hashed` keeps digests of ids and groups.

    >>> found = SampleRows(("document",), (("s1", ("d",), Excluded("no answer")),))
    >>> kept_rows(found, ())
    (KeptRow(id='s1', row='!no answer', place=()),)
    """
    at = [found.names.index(name) for name in names]
    hide = digest if hashed else str
    rows = (
        KeptRow(hide(sample), row_text(row), tuple(hide(place[index]) for index in at))
        for sample, place, row in found.rows
    )
    return tuple(sorted(rows, key=lambda one: (one.id, one.place, one.row)))


def narrowed(pool: Pool, names: tuple[str, ...]) -> Pool:
    """Forget the groups that are not named.

    >>> narrowed(Pool(("a", "b")), ("b",)).names
    ('b',)
    """
    if pool.names == names:
        return pool
    at = [pool.names.index(name) for name in names]
    bags: dict[Place, Bag[Evidence]] = {}
    for place, bag in pool.keyed.bags.items():
        here = tuple(place[index] for index in at)
        bags[here] = bags[here] + bag if here in bags else bag
    return Pool(names, Keyed(bags), pool.observing)


Texts = Mapping[tuple[Place, str], int]
"""How often each text was kept, by place."""


def pool_texts(pool: Pool, *, hashed: bool = False) -> Texts:
    """Write all that a pool holds as texts.

    >>> pool_texts(Pool())
    {}
    """
    hide = digest if hashed else str
    return {
        (tuple(map(hide, place)), row_text(row)): count
        for place, bag in pool.keyed.bags.items()
        for row, count in bag.counts.items()
    }


def row_texts(rows: Iterable[KeptRow]) -> Texts:
    """Count the texts of rows that were kept, by place.

    >>> row_texts([KeptRow("s1", "1,2,2"), KeptRow("s2", "1,2,2")])
    {((), '1,2,2'): 2}
    """
    return dict(Counter((one.place, one.row) for one in rows))


def evidence_digest(texts: Texts) -> str:
    """Digest all that was observed: the same for any order of the samples, and for any shards.

    >>> evidence_digest({})[:8]
    'e3b0c442'
    """
    lines = sorted(json.dumps([*place, text, count]) for (place, text), count in texts.items())
    found = sha256()
    for line in lines:
        found.update(line.encode() + b"\n")
    return found.hexdigest()


def class_names(pools: Iterable[Pool], more: Iterable[str] = ()) -> dict[str, str]:
    """Find the names that digests stand for, among classes that occur.

    >>> class_names([], ["urgent"])
    {'#f9d37c23fcc0f03c15a86aba': 'urgent'}
    """
    names = set(more)
    for pool in pools:
        for bag in pool.keyed.bags.values():
            for row in bag.counts:
                for part in row.rows if isinstance(row, Joint) else (row,):
                    if isinstance(part, Observed):
                        names.update(label for label, _ in part.tallies if label != PLAIN)
    return {digest(name): name for name in sorted(names)}


def rebuilt(
    texts: Texts, names: tuple[str, ...], how: Observing, read: Callable[[str], Evidence]
) -> Pool:
    """Pool what a lock kept, given as texts and how often each occurred; `read` reads a text.

    >>> from measurand.audit.lock.codec import row_of
    >>> rebuilt({((), "1,2,2"): 3}, (), Observation(), lambda text: row_of(text, {})).scored()
    3

    Raises ValueError where a text is not one of those that are kept for this observation.
    """
    counts: Counter[tuple[Place, Evidence]] = Counter()
    for (place, text), count in texts.items():
        row = read(text)
        if not _observed_so(how, row):
            raise unreadable(text)
        counts[place, row] += count
    return _pooled(names, counts, how)


def _observed_so(how: Observing, row: Evidence) -> bool:
    match how, row:
        case Together(parts), Joint(rows):
            return len(parts) == len(rows) and all(map(_observed_so, parts, rows))
        case (Observation(), Observed()) | (ColumnOf(), Amount()):
            return True
        case Observation() | ColumnOf(), Excluded():
            return True
        case _:
            return False


def _pooled(
    names: tuple[str, ...], counts: Mapping[tuple[Place, Evidence], int], how: Observing
) -> Pool:
    bags: dict[Place, dict[Evidence, int]] = {}
    for (place, row), count in counts.items():
        bags.setdefault(place, {})[row] = count
    return Pool(names, Keyed({place: Bag(bag) for place, bag in bags.items()}), how)
