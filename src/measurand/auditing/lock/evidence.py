"""What a lock keeps of samples: what was observed of each as a short text, and a digest of it all.

The text is exact and is read back to the same evidence, so a lock can be scored again without its
data. Texts of samples are never kept; names of classes may be such texts, so they are kept as
digests, and a digest is turned back to a name only where the name still occurs. The digest of a
slice is that of its sorted lines with their counts: no order of samples and no cut into shards
changes it.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from attrs import field, frozen

from measurand.algebra.bag import Bag, Keyed
from measurand.evidence.evidence import (
    PLAIN,
    Amount,
    Evidence,
    Excluded,
    Fact,
    Facts,
    Joint,
    Observed,
)
from measurand.evidence.facts import Reads, fact_text, read_fact
from measurand.evidence.observation import Absent, ColumnOf, Observation, Observing, Together
from measurand.evidence.pool import Place, Pool
from measurand.values.tally import Count, Tally

_MARK = "#"
_LENGTH = 24
_NUMBER = r"-?[0-9]{1,4300}(?:/[0-9]{1,4300})?"
_EXACT = re.compile(_NUMBER)
_TALLY = re.compile(
    rf"(?:({_MARK}[0-9a-f]{{{_LENGTH}}})=)?({_NUMBER}),([0-9]{{1,18}}),([0-9]{{1,18}})"
)
_WEIGHED = re.compile(rf"([^x]*)(?: x({_NUMBER}))?")
_MOST_PARTS = 8


def digest(text: str) -> str:
    """Give the digest that stands for a name: 24 hexadecimal digits of its SHA-256.

    It hides a name from view. Whoever guesses the name can check the guess.

    >>> digest("urgent")
    '#f9d37c23fcc0f03c15a86aba'
    """
    hexadecimal = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return _MARK + hexadecimal[:_LENGTH]


@lru_cache(maxsize=2**16)
def row_text(row: Evidence) -> str:
    """Write what was observed of one sample as a short text, exactly.

    Tallies are hits, predictions, gold items, after the digest of their class if it has one; a
    weight other than 1 follows.

    >>> row_text(Observed((("", Tally(1, 2, 2)),), Fraction(1, 2)))
    '1,2,2 x1/2'
    >>> row_text(Observed(())), row_text(Amount(Fraction(1, 8))), row_text(Excluded("no answer"))
    ('-', '=1/8', '!no answer')
    >>> row_text(Joint((Amount(Fraction(3)), Excluded("no answer"))))
    '["=3", "!no answer"]'
    """
    match row:
        case Observed(tallies, weight):
            parts = sorted(_tally_text(label, tally) for label, tally in tallies)
            return (" ".join(parts) or "-") + _weight(weight)
        case Amount(value, weight):
            return f"={value}{_weight(weight)}"
        case Facts(value, weight):
            return f"~{fact_text(value, digest)}{_weight(weight)}"
        case Excluded(reason):
            return f"!{reason}"
        case Joint(rows):
            return json.dumps([row_text(part) for part in rows])


def _weight(weight: Fraction) -> str:
    return "" if weight == 1 else f" x{weight}"


def _tally_text(label: str, tally: Tally) -> str:
    lead = "" if label == PLAIN else f"{digest(label)}="
    return f"{lead}{tally.hits},{tally.predicted},{tally.gold}"


def read_row(text: str, labels: Mapping[str, str]) -> Evidence:
    """Read what was observed; classes whose names are not known keep their digests.

    >>> read_row("1,2,2 x1/2", {})
    Observed(tallies=(('', Tally(hits=1, predicted=2, gold=2)),), weight=Fraction(1, 2))

    Raises ValueError for any other text.
    """
    if not text.startswith("["):
        return _single(text, labels)
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        parts = None
    if not isinstance(parts, list) or not 0 < len(parts) <= _MOST_PARTS:
        raise unreadable(text)
    if not all(isinstance(part, str) for part in parts):
        raise unreadable(text)
    return Joint(tuple(_single(part, labels) for part in parts))


def _single(text: str, labels: Mapping[str, str]) -> Observed | Amount | Facts | Excluded:
    if text.startswith("!"):
        return Excluded(text[1:])
    match = _WEIGHED.fullmatch(text)
    if match is None:
        raise unreadable(text)
    weight = _fraction(match[2] or "1")
    if match[1].startswith("~"):
        return Facts(_fact(match[1][1:], labels), weight)
    if match[1].startswith("="):
        return Amount(_fraction(match[1][1:]), weight)
    tallies = () if match[1] == "-" else tuple(_tally(part, labels) for part in match[1].split(" "))
    return Observed(tuple(sorted(tallies, key=lambda pair: pair[0])), weight)


def _fact(text: str, labels: Mapping[str, str]) -> Fact:
    try:
        return read_fact(text, lambda name: labels.get(name, name))
    except ValueError:
        raise unreadable(text) from None


def _tally(text: str, labels: Mapping[str, str]) -> tuple[str, Tally]:
    match = _TALLY.fullmatch(text)
    if match is None:
        raise unreadable(text)
    label = labels.get(match[1], match[1]) if match[1] else PLAIN
    return label, Tally(_count(match[2]), int(match[3]), int(match[4]))


def _count(text: str) -> Count:
    return _fraction(text) if "/" in text else int(text)


def _fraction(text: str) -> Fraction:
    if _EXACT.fullmatch(text) is None:
        raise unreadable(text)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise unreadable(text) from None


def unreadable(text: str) -> ValueError:
    """Make the error of a text that is not what a lock keeps of a sample.

    >>> str(unreadable("a"))
    "what was observed of a sample, such as 1,2,2: got 'a'"
    """
    return ValueError(f"what was observed of a sample, such as 1,2,2: got {text[:60]!r}")


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
    samples: SampleRows, names: tuple[str, ...], *, hashed: bool = False
) -> tuple[KeptRow, ...]:
    """Write what was observed of all samples, sorted, under some of their groups.

    `hashed` keeps digests of ids and groups.

    >>> samples = SampleRows(("document",), (("s1", ("d",), Excluded("no answer")),))
    >>> kept_rows(samples, ())
    (KeptRow(id='s1', row='!no answer', place=()),)
    """
    at = [samples.names.index(name) for name in names]
    hide = digest if hashed else str
    rows = (
        KeptRow(hide(sample), row_text(row), tuple(hide(place[index]) for index in at))
        for sample, place, row in samples.rows
    )
    return tuple(sorted(rows, key=lambda one: (one.id, one.place, one.row)))


def pool_under(pool: Pool, names: tuple[str, ...]) -> Pool:
    """Forget the groups that are not named.

    >>> pool_under(Pool(("a", "b")), ("b",)).names
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
    # Sorted lines with counts: the digest knows no order of samples, and no cut into shards.
    lines = sorted(json.dumps([*place, text, count]) for (place, text), count in texts.items())
    hash_ = sha256()
    for line in lines:
        hash_.update(line.encode() + b"\n")
    return hash_.hexdigest()


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


def pool_from_texts(
    texts: Texts, names: tuple[str, ...], how: Observing, read: Callable[[str], Evidence]
) -> Pool:
    """Pool what a lock kept, given as texts and how often each occurred; `read` reads a text.

    >>> texts, read = {((), "1,2,2"): 3}, lambda text: read_row(text, {})
    >>> pool_from_texts(texts, (), Observation(), read).scored()
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
        case (Reads(), Facts()) | (Observation() | ColumnOf() | Reads(), Excluded()):
            return True
        case ColumnOf(absent=Absent.LACKING), Facts(None):
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
