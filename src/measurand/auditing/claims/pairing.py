"""Pairing the rows of a table: which samples of two rows are the same."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from attrs import evolve, field, frozen

from measurand.auditing.claims.model import Claims, Row, Table
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing
from measurand.evidence.pairs import Pairs, UnpairedError, pairs
from measurand.evidence.paths import Key, Path, parse_joined
from measurand.evidence.pool import place_of
from measurand.evidence.source import Source
from measurand.metrics.definitions import Definition, group_keys, observing
from measurand.values.sample import Sample
from measurand.values.score import Undefined

Samples = Mapping[str, Sequence[Sample]]
"""All samples of sources, by the names of the sources."""


@frozen(eq=False, slots=False)
class Rows:
    """Rows of claims with the samples of their sources, to be paired two by two.

    Samples are the same where their ids are. Rows of one source are told apart by groups: where
    such a group is a part of a joined id (`id = "run+id"`), that part is left out. `by` names
    groups whose values are compared instead of ids; `cluster` a group that is kept.

    >>> rows = Rows(Claims(sources=(), tables=()), {})
    >>> rows.by
    ()
    """

    claims: Claims
    samples: Samples
    by: tuple[str, ...] = ()
    cluster: str | None = None
    _found: dict[tuple[object, ...], Pairs | Undefined] = field(
        factory=dict, init=False, repr=False
    )

    def pair(self, table: Table, row: Row, other: Row, definition: Definition) -> Pairs | Undefined:
        """Pair the samples of two rows, or say why they cannot be."""
        more = () if self.cluster is None else (self.cluster,)
        names = tuple(sorted({*group_keys(definition), *more}))
        how = observing(definition)
        key = (table, row, other, how, names)
        if key not in self._found:
            self._found[key] = self._paired(table, (row, other), how, names)
        return self._found[key]

    def _paired(
        self, table: Table, rows: tuple[Row, Row], how: Observing, names: tuple[str, ...]
    ) -> Pairs | Undefined:
        try:
            first, second = (self._slice(table, row) for row in rows)
            found = pairs(how, first, second, names=names)
        except (UnpairedError, UnfitSampleError) as error:
            return Undefined(f"not paired: {error}")
        if not found.keyed.bags:
            hint = "" if self.by else " (--pair-by names the groups that say so)"
            return Undefined(f"not paired: no sample is in both rows{hint}")
        return found

    def _slice(self, table: Table, row: Row) -> list[Sample]:
        source = self.claims.source(row.data or table.data)
        kept = kept_parts(source, row)
        return [
            evolve(sample, id=self._name(sample, kept))
            for sample in self.samples.get(row.data or table.data, ())
            if all(sample.group(key) == value for key, value in row.where)
        ]

    def _name(self, sample: Sample, kept: tuple[bool, ...]) -> str:
        """Name what a sample is, whoever answered it.

        Raises UnfitSampleError where it lacks a group that is to say so.
        """
        return (
            "/".join(map(_escaped, place_of(sample, self.by)))
            if self.by
            else _without(sample.id, kept)
        )

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """List the sources of rows that may be paired."""
        tables = self.claims.tables
        used = (row.data or table.data for table in tables for row in table.rows if row.computed)
        return tuple(dict.fromkeys(name for name in used if name))


def kept_parts(source: Source, row: Row) -> tuple[bool, ...]:
    """Say which parts of a joined id name the sample, and not the slice of the row.

    >>> from measurand.evidence.source import Fields
    >>> log = Source(path="a.jsonl", fields=Fields(id="run+id", groups=(("system", "run"),)))
    >>> kept_parts(log, Row(label="ours", where=(("system", "a"),)))
    (False, True)
    """
    paths = parse_joined(source.fields.id)
    named = dict(source.fields.groups)
    chosen = [
        Path.parse(named[key]) if key in named else Path((Key("groups"), Key(key)))
        for key, _ in row.where
    ]
    kept = tuple(path not in chosen for path in paths)
    return kept if any(kept) else (True,) * len(paths)


def _without(name: str, kept: tuple[bool, ...]) -> str:
    parts = name.split("/")
    if len(kept) == 1 or len(parts) != len(kept):
        return name
    return "/".join(part for part, stays in zip(parts, kept, strict=True) if stays)


def _escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")
