"""A lock: every computed number of a claims file, frozen with what it was computed from.

A number alone does not say why it moved. So a lock holds, beside each score, its definition in
full, a digest of what was observed of every sample (`evidence`), the digests and record counts of
the files, all that the claims file says (`statements`) and the versions of libraries. What moved
can then be found by taking these one after the other: see `causes`.

Evidence is named by what is asked for, never by what came out: two numbers of one slice share one
entry, and a changed sample changes the digest of the entry and not its name.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from measurand.auditing.claims.cells import cell_definition, slice_of
from measurand.auditing.claims.ids import cell_ids
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Claims, Scalar
from measurand.auditing.claims.table_check import check_needs, scalar_place
from measurand.auditing.lock.evidence import (
    KeptRow,
    SampleRows,
    digest,
    evidence_digest,
    kept_rows,
    pool_texts,
    pool_under,
)
from measurand.auditing.lock.statements import printed_text, statements
from measurand.evidence.pool import Pool
from measurand.metrics.definitions import Definition, group_keys
from measurand.metrics.finalise import Denominators
from measurand.metrics.needs import Gathered, Need, Slice, Where, joined, merged
from measurand.metrics.signature import signature
from measurand.values.printed import Printed
from measurand.values.score import Score

MOST_SAMPLES = 200_000
"""How many samples a lock keeps, unless another number is asked for."""

Environment = tuple[tuple[str, str], ...]


@frozen(kw_only=True)
class LockedNumber:
    """One number as it was: its score, its definition in full, its evidence and denominators.

    `evidence` names the entry of the lock that holds what was observed.

    >>> from measurand.values.score import Undefined
    >>> LockedNumber(score=Undefined("no sample"), definition="total/1()", printed="3",
    ...              data="runs", evidence="e").where
    ()
    """

    score: Score
    definition: str
    printed: str
    data: str
    evidence: str
    where: Where = ()
    denominators: Denominators = field(factory=Denominators)


@frozen(kw_only=True)
class LockedSource:
    """One source as it was: digests of its files, and how many records it had.

    >>> LockedSource(sha256="0" * 64).files[1]
    ''
    """

    sha256: str
    predictions_sha256: str = ""
    read: int = 0
    dropped: int = 0
    skipped: int = 0

    @property
    def files(self) -> tuple[str, str]:
        """Give the digests of both files."""
        return self.sha256, self.predictions_sha256


@frozen(kw_only=True)
class LockedEvidence:
    """What was observed of a slice: a digest of it all, how many samples, and each, if kept.

    >>> LockedEvidence(digest="0" * 64).samples is None
    True
    """

    digest: str
    count: int = 0
    samples: tuple[KeptRow, ...] | None = None


@frozen(kw_only=True)
class Lock:
    """Numbers by their ids, the sources and the evidence they stand on, and the environment.

    With `hashed`, ids of samples and their groups are kept as digests. `statements` are all that
    the claims file says; a lock of an older release has none.

    >>> Lock().hashed
    False
    """

    numbers: Mapping[str, LockedNumber] = field(factory=dict)
    sources: Mapping[str, LockedSource] = field(factory=dict)
    evidence: Mapping[str, LockedEvidence] = field(factory=dict)
    environment: Environment = ()
    statements: Mapping[str, str] | None = None
    hashed: bool = False


@frozen(kw_only=True)
class Keeping:
    """What a lock keeps of samples: how many at most, and whether ids are kept as digests.

    >>> Keeping().most
    200000
    """

    most: int | None = MOST_SAMPLES
    hashed: bool = False


_KEY = 16


@frozen(kw_only=True)
class ComputedNumber:
    """A number that a claims file has computed: its id, definition, slice, and what was printed.

    >>> from measurand.evidence.observation import Observation
    >>> from measurand.metrics.signature import parse
    >>> ComputedNumber(id="n", definition=parse("total"), printed=Printed.parse("3"),
    ...          slice=Slice("runs", (), Observation())).names
    ()
    """

    id: str
    definition: Definition
    slice: Slice
    printed: Printed

    @property
    def names(self) -> tuple[str, ...]:
        """List the groups that its evidence is kept under."""
        return group_keys(self.definition)


def computed_numbers(claims: Claims) -> tuple[ComputedNumber, ...]:
    """List every number that is computed: cells of known definitions, and claims of one number.

    >>> computed_numbers(Claims(sources=(), tables=()))
    ()
    """
    return (*_cells(claims), *_scalars(claims))


def _cells(claims: Claims) -> Iterator[ComputedNumber]:
    for name, cell in cell_ids(claims).items():
        table = claims.tables[cell.table]
        row, column = table.rows[cell.row], table.column(cell.column)
        if column.known and table.computes(row, column):
            definition = cell_definition(table, column, row)
            part = slice_of(table, row, definition)
            printed = dict(row.cells)[cell.column]
            yield ComputedNumber(id=name, definition=definition, slice=part, printed=printed)


def _scalars(claims: Claims) -> Iterator[ComputedNumber]:
    for claim in claims.claims:
        if isinstance(claim, Scalar) and claim.data and claim.metric:
            part, definition = scalar_place(claim)
            yield ComputedNumber(
                id=claim.id, definition=definition, slice=part, printed=claim.printed
            )


def lock_needs(claims: Claims) -> tuple[Need, ...]:
    """Say what evidence a lock needs: all that a check needs.

    >>> lock_needs(Claims(sources=(), tables=()))
    ()
    """
    own = joined((one.slice, one.definition) for one in computed_numbers(claims))
    return merged((*check_needs(claims), *own))


@frozen
class State:
    """What there is now: the claims, their evidence, each sample of it, and digests of the files.

    `samples` has no entry for a slice whose samples are not looked at one by one.

    >>> State(Claims(sources=(), tables=()), Gathered({}, {})).files
    {}
    """

    claims: Claims
    gathered: Gathered
    samples: Mapping[Slice, SampleRows] = field(factory=dict)
    files: Mapping[str, tuple[str, str]] = field(factory=dict)
    environment: Environment = ()

    def pool(self, part: Slice, names: tuple[str, ...]) -> Pool:
        """Give what was observed of a slice, under some of its groups."""
        pool = self.gathered.pools.get(part)
        return Pool(names, observing=part.observing) if pool is None else pool_under(pool, names)


def make_lock(state: State, keeping: Keeping | None = None) -> Lock:
    """Freeze every number that is computed, and all that the claims file says.

    >>> make_lock(State(Claims(sources=(), tables=()), Gathered({}, {}))).numbers
    {}
    """
    how = keeping or Keeping()
    judge = Judge(state.gathered)
    numbers = {one.id: one for one in computed_numbers(state.claims)}
    return Lock(
        numbers={name: _number(one, judge) for name, one in sorted(numbers.items())},
        sources=_sources(state, numbers.values()),
        evidence=_evidence(state, numbers.values(), how),
        environment=state.environment,
        statements=statements(state.claims),
        hashed=how.hashed,
    )


def _number(one: ComputedNumber, judge: Judge) -> LockedNumber:
    scored = judge.scored(one.slice, one.definition)
    return LockedNumber(
        score=scored.score,
        definition=signature(one.definition),
        printed=printed_text(one.printed),
        data=one.slice.data,
        where=one.slice.where,
        evidence=evidence_key(one.slice, one.names),
        denominators=judge.denominators(one.slice, scored),
    )


def evidence_key(part: Slice, names: Sequence[str]) -> str:
    """Name what was observed by what is asked for, not by what came out.

    >>> from measurand.evidence.observation import Observation
    >>> part = Slice("runs", (), Observation())
    >>> evidence_key(part, ()) == evidence_key(part, ()) != evidence_key(part, ("document",))
    True
    """
    need = repr((part.data, part.where, part.observing, tuple(names)))
    return digest(need).removeprefix("#")[:_KEY]


def _sources(state: State, numbers: Iterable[ComputedNumber]) -> dict[str, LockedSource]:
    used = sorted({one.slice.data for one in numbers})
    sources = {}
    for name in used:
        reading = state.gathered.readings.get(name)
        first, second = state.files.get(name, ("", ""))
        bare = LockedSource(sha256=first, predictions_sha256=second)
        sources[name] = (
            bare
            if reading is None
            else evolve(bare, read=reading.read, dropped=reading.dropped, skipped=reading.skipped)
        )
    return sources


def _evidence(
    state: State, numbers: Iterable[ComputedNumber], how: Keeping
) -> dict[str, LockedEvidence]:
    wanted = {evidence_key(one.slice, one.names): (one.slice, one.names) for one in numbers}
    left = how.most
    evidence = {}
    for key, (part, names) in sorted(wanted.items()):
        pool = state.pool(part, names)
        count = sum(len(bag) for bag in pool.keyed.bags.values())
        kept = state.samples.get(part)
        keeps = kept is not None and (left is None or count <= left)
        if keeps and left is not None:
            left -= count
        samples = kept_rows(kept, names, hashed=how.hashed) if keeps and kept else None
        found_digest = evidence_digest(pool_texts(pool, hashed=how.hashed))
        evidence[key] = LockedEvidence(digest=found_digest, count=count, samples=samples)
    return evidence
