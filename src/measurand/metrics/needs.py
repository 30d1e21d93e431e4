"""What evidence definitions need of which samples, and what was gathered of it.

A command says what it computes as needs: slices of a source, each under one observation, with
the names of groups. Whoever reads files (`edges.engines`) meets them all in one pass and gives back
what was gathered. So `score`, `compare` and `check` ask in the same words, and nothing that is pure
opens a file.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from attrs import evolve, field, frozen
from toolz import unique

from measurand.evidence.observation import Observing
from measurand.evidence.pool import Pool
from measurand.metrics.definitions import Definition, group_keys
from measurand.metrics.grammar import Call, read, read_value, write
from measurand.metrics.signature import spelled
from measurand.values.fault import Fault
from measurand.values.suggest import did_you_mean

Where = tuple[tuple[str, str], ...]
_OF_ITEMS = frozenset({"precision", "recall", "f", "jaccard"})
Groups = Mapping[str, Sequence[str]]
"""The names of groups of a source, and the values of each."""
_MOST_NAMED, _MOST_SHOWN = 3, 5


@frozen(cache_hash=True)
class Slice:
    """Some samples of a source under one observation: what one pool is made of.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import define
    >>> Slice("runs", (("run", "a"),), observing(define("total", {}))).data
    'runs'
    """

    data: str
    where: Where
    observing: Observing


@frozen
class Need:
    """A slice, and the group keys that its definitions average over.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import define
    >>> Need(Slice("runs", (), observing(define("total", {})))).names
    ()
    """

    slice: Slice
    names: tuple[str, ...] = ()


@frozen
class Reading:
    """How many records of a source were read, dropped by its filter, and skipped as faulty.

    `ids` says how repeated ids were looked for (exact, digest, off); `paired` whether records of
    two files were joined by id. `lost` names the shards that could not be read and are left out.
    `only` says which part was asked for, where that was not all. `ends` says whether the end of a
    span is inside it (exclusive, inclusive; empty where it is left open), and `ends_by` who says
    so: it was said, it is shown by the first records, or (empty) the format or the items fix it.
    `tags` says how columns of tags make spans, where that is not leniently. `unmatched` names the
    values of filters that no record has which was kept. `single` tells whether gold and answers are
    one label each, and no lists of items; `labels_skipped` counts labels of humans that were
    skipped as no sample has their id, `labels_tied` the samples that are left without a label as
    their raters are tied.

    >>> Reading(read=10, dropped=4, skipped=1).kept
    5
    """

    read: int = 0
    dropped: int = 0
    skipped: int = 0
    ids: str = "exact"
    paired: bool = False
    lost: tuple[str, ...] = ()
    only: str = ""
    ends: str = ""
    ends_by: Literal["", "said", "shown"] = ""
    tags: str = ""
    unmatched: tuple[str, ...] = ()
    single: bool = False
    labels_skipped: int = 0
    labels_tied: int = 0

    @property
    def kept(self) -> int:
        """Count the records that became samples."""
        return self.read - self.dropped - self.skipped

    @property
    def empty(self) -> bool:
        """Tell whether a filter kept nothing, as no record has what it names.

        >>> Reading(read=2, dropped=2, unmatched=("run=b",)).empty
        True
        """
        return bool(self.unmatched) and not self.kept

    @property
    def missing(self) -> str:
        """Say what could not be read, so that nothing is decided; empty where all was.

        >>> Reading(skipped=2).missing, Reading(lost=("a.jsonl",)).missing
        ('2 faulty records were skipped', '1 shard was lost: a.jsonl')
        """
        gaps = [f"{self.skipped} faulty records were skipped"] if self.skipped else []
        if self.labels_skipped:
            gaps.append(f"{self.labels_skipped} labels of ids that no sample has were skipped")
        if self.lost:
            what = "shard was" if len(self.lost) == 1 else "shards were"
            gaps.append(f"{len(self.lost)} {what} lost: {_few(self.lost)}")
        return "; ".join(gaps)


def _few(names: Sequence[str], most: int = _MOST_NAMED) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


@frozen
class Gathered:
    """The pools of all slices, and how their sources were read.

    `unfit` names the slices whose samples do not have the shape that was to be observed, `lacking`
    the group keys that samples of a slice do not have. `groups` are those of a source, where they
    were looked for to say why a slice is empty.

    >>> Gathered({}, {}).unfit
    {}
    """

    pools: Mapping[Slice, Pool]
    readings: Mapping[str, Reading]
    unfit: Mapping[Slice, Fault] = field(factory=dict)
    lacking: Mapping[tuple[Slice, str], Fault] = field(factory=dict)
    groups: Mapping[str, Groups] = field(factory=dict)

    def misfit(self, part: Slice, names: Iterable[str] = ()) -> Fault | None:
        """Say why a slice cannot be observed, or not by some group keys; None where it can.

        >>> from measurand.metrics.definitions import observing
        >>> from measurand.metrics.signature import define
        >>> one = Slice("runs", (), observing(define("total", {})))
        >>> Gathered({}, {}).misfit(one, ("document",)) is None
        True
        """
        faults = (self.unfit.get(part), *(self.lacking.get((part, name)) for name in names))
        return next((fault for fault in faults if fault is not None), None)


def misfits(needs: Iterable[Need], gathered: Gathered) -> tuple[Fault, ...]:
    """List why some needs cannot be met, each reason once.

    >>> misfits((), Gathered({}, {}))
    ()
    """
    faults = (gathered.misfit(need.slice, need.names) for need in needs)
    return tuple(unique(fault for fault in faults if fault is not None))


def joined(needs: Iterable[tuple[Slice, Definition]]) -> tuple[Need, ...]:
    """Join needs of the same slice: its pool is grouped by every key that is asked for.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import define
    >>> one = Slice("runs", (), observing(define("total", {})))
    >>> len(joined([(one, define("total", {})), (one, define("f", {}))]))
    1
    """
    return merged(Need(part, group_keys(definition)) for part, definition in needs)


def merged(needs: Iterable[Need]) -> tuple[Need, ...]:
    """Join needs that were collected apart.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.signature import define
    >>> one = Slice("runs", (), observing(define("total", {})))
    >>> merged([Need(one, ("run",)), Need(one)])[0].names
    ('run',)
    """
    names: dict[Slice, set[str]] = {}
    for need in needs:
        names.setdefault(need.slice, set()).update(need.names)
    return tuple(Need(part, tuple(sorted(keys))) for part, keys in names.items())


def unmet(where: Sequence[tuple[str, str]], groups: Groups) -> str:
    """Say which part of a `where` nothing has, with what there is; empty where nothing is known.

    >>> unmet([("sytem", "bert")], {"system": ("bert", "gpt")})
    "no group is named sytem: did you mean 'system'?"
    >>> unmet([("system", "brt")], {"system": ("bert", "gpt")})
    "system is never brt: did you mean 'bert'?"
    >>> unmet([("system", "x")], {"system": ("bert", "gpt")})
    'system is one of bert, gpt'
    """
    if not groups:
        return ""
    for key, value in where:
        if key not in groups:
            near = did_you_mean(key, groups) or f": there is {_few(list(groups), _MOST_SHOWN)}"
            return f"no group is named {key}{near}"
        if value not in groups[key]:
            near = did_you_mean(value, groups[key])
            nearest = f"{key} is never {value}{near}"
            return nearest if near else f"{key} is one of {_few(groups[key], _MOST_SHOWN)}"
    return "each of these is there, but not in one sample" if len(where) > 1 else ""


def averages_unsaid(asked: str, call: Call, hint: str) -> Fault | None:
    """Ask for the average of F and its like, of one label a sample; None where it is said.

    Of one label on each side each of them is 1 or 0, so their mean over samples, which is their
    default, is the accuracy under another name.

    >>> averages_unsaid("f1", read("f1"), "").expected
    'an average, or a positive label'
    >>> averages_unsaid("f1", read("f1(average=macro[sample])"), "") is None
    True

    Raises SignatureError for a beta that is said twice.
    """
    said = any(name in {"average", "only"} for name, _ in call.options)
    if said or spelled(call).name not in _OF_ITEMS:
        return None
    got = f"{asked!r} of labels, whose mean over samples is their accuracy"
    return Fault(got=got, expected="an average, or a positive label", hint=hint)


def averages_of_labels(asked: str) -> str:
    """Write the averages that a definition may mean of labels.

    >>> averages_of_labels("f1").partition(";")[0]
    'f1(average=macro[class],class=item), micro or weighted[class]'
    """
    call = read(asked)

    def of(average: str, *more: tuple[str, str]) -> str:
        said = (("average", average), *more, ("class", "item"))
        fresh = ((name, read_value(text)) for name, text in said if not _says(call, name))
        return write(evolve(call, options=(*call.options, *fresh)))

    one = of("micro", ("only", "class[LABEL]"))
    means = f"{of('macro[class]')}, micro or weighted[class]"
    return f"{means}; {one} for the one that counts; macro[sample] as it is"


def _says(call: Call, name: str) -> bool:
    return any(name == said for said, _ in call.options)
