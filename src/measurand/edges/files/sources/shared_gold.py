"""Gold of one item that differs from system to system, where the records of all are in one file.

What repeats in an id is the item, what it is joined with the system, or the task. Items of several
tasks may share a number and nothing else, so that their gold differs as often as not; items that
several systems answered share their gold. So it is odd, and no more than that, where nearly all
items have one gold and a few have two.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from measurand.edges.files.sources.reading import is_streamed, read
from measurand.evidence.paths import parse_joined
from measurand.evidence.source import Source
from measurand.values.fault import shown
from measurand.values.sample import Sample

_MOST = 50_000
"""So many records are looked at."""
_FEW = 4
"""At most one in so many items may have two golds: then it is no matter of tasks."""


def unlike_gold(source: Source, root: Path) -> str:
    """Say of which item records have two golds, where the others have one; empty: of none.

    >>> unlike_gold(Source(path="no such file"), Path())
    ''
    """
    joined = len(parse_joined(source.fields.id)) > 1
    if not joined or source.fields.rater or is_streamed(source, root):
        return ""
    events = islice(read(source, root=root), _MOST)
    return _unlike(event for event in events if isinstance(event, Sample))


def _unlike(samples: Iterable[Sample]) -> str:
    first: dict[str, Sample] = {}
    several, unlike = set[str](), dict[str, Sample]()
    for sample in samples:
        item = sample.id.rpartition("/")[2]
        other = first.setdefault(item, sample)
        if other is sample:
            continue
        several.add(item)
        if item not in unlike and Counter(other.gold) != Counter(sample.gold):
            unlike[item] = sample
    if not unlike or _FEW * len(unlike) > len(several):
        return ""
    item, one = next(iter(unlike.items()))
    told = " and ".join(f"{_gold(each)} in {shown(each.id)}" for each in (first[item], one))
    have = "has" if len(unlike) == 1 else "have"
    return (
        f"{len(unlike)} of {len(several)} items {have} two golds: that of {shown(item)} is {told}"
    )


def _gold(sample: Sample) -> str:
    return ", ".join(shown(str(item)) for item in sample.gold) or "empty"
