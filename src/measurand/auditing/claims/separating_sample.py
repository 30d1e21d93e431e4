"""Which sample would tell the surviving definitions of a table apart.

Survivors agree on the data, and may differ on data to come. A sample of the data is searched first,
then a few made-up ones, the simplest first: each stands for a choice on which definitions differ
(an empty side, a repeated item, a near match). A pool is a monoid, so one more sample is added to
what was pooled, and nothing is pooled again.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain

from attrs import field, frozen
from toolz import unique

from measurand.algebra.bag import Bag, Keyed
from measurand.auditing.claims.audit_result import TableAudit
from measurand.auditing.claims.model import Column, Row, Table
from measurand.auditing.claims.space import Candidate, admissible, candidate_places, space_columns
from measurand.evidence.evidence import Evidence
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.observe import observe
from measurand.evidence.pool import Place, Pool
from measurand.evidence.sides import Slot
from measurand.metrics.definitions import Definition
from measurand.metrics.finalise import Finaliser
from measurand.metrics.needs import Gathered, Slice
from measurand.values.items import Item, Slots, Span
from measurand.values.sample import GOLD, PREDICTED, Sample, Similarity
from measurand.values.score import Score

MOST_SURVIVORS = 64
MOST_SAMPLES = 2000
MOST_WORK = 1_000_000
"""Rows of pools that are looked at again, over all samples that are tried."""


@frozen(kw_only=True)
class Separation:
    """A sample that would tell survivors apart: added to a row, their scores differ.

    `origin` says where it comes from: the data, or nowhere (a sample made up for the purpose).
    `scores` are those of the row with the sample added, by groups of candidates.

    >>> Separation(row="ours", column="f1", sample=Sample(id="x"), origin="made up", scores=()).row
    'ours'
    """

    row: str
    column: str
    sample: Sample
    origin: str
    scores: tuple[tuple[Score, tuple[Candidate, ...]], ...]


@frozen(eq=False)
class Survivors:
    """The survivors of a table, ready to be asked about any sample.

    One candidate stands for all that agree everywhere by definition; survivors that read different
    sources are not asked against each other.
    """

    row: Row
    column: Column
    places: Mapping[Candidate, tuple[Slice, Definition]]
    pools: Mapping[Slice, Pool]
    _seen: set[tuple[Evidence, ...]] = field(factory=set, init=False, repr=False)

    @property
    def work(self) -> int:
        """Count the rows that one more sample makes us look at again."""
        rows = {
            part: sum(bag.distinct for bag in pool.keyed.bags.values())
            for part, pool in self.pools.items()
        }
        return sum(rows[part] + 1 for part, _ in self.places.values())

    @property
    def observations(self) -> tuple[Observing, ...]:
        """List what the survivors observe."""
        return tuple(part.observing for part in self.pools)

    @property
    def data(self) -> str:
        """Name the source that the survivors read."""
        return next(iter(self.places.values()))[0].data

    def ask(self, sample: Sample, origin: str) -> Separation | None:
        """Add a sample to the row under every survivor; None where all still agree."""
        try:
            rows = {part: observe(part.observing, sample) for part in self.pools}
        except UnfitSampleError:
            return None
        if tuple(rows.values()) in self._seen:
            return None
        self._seen.add(tuple(rows.values()))
        extended = {part: Finaliser(with_sample(self.pools[part], rows[part])) for part in rows}
        scores: dict[Score, list[Candidate]] = {}
        for candidate, (part, definition) in self.places.items():
            scores.setdefault(extended[part].score(definition).score, []).append(candidate)
        if len(scores) == 1:
            return None
        return Separation(
            row=self.row.label,
            column=self.column.name,
            sample=sample,
            origin=origin,
            scores=tuple((score, tuple(alike)) for score, alike in scores.items()),
        )


def with_sample(pool: Pool, row: Evidence) -> Pool:
    """Add one piece of evidence, in a group of its own.

    >>> from measurand.evidence.evidence import Observed
    >>> with_sample(Pool(), Observed(())).scored()
    1
    """
    home: Place = ("",) * len(pool.names)
    return pool + Pool(pool.names, Keyed({home: Bag.of([row])}))


def survivors_of(table: Table, audited: TableAudit, gathered: Gathered) -> tuple[Survivors, ...]:
    """Put the question for each kind of cell in which survivors differ by definition.

    Rows about which the same is known are of one kind: the first of them stands for all.

    >>> survivors_of(Table(name="1", data="d", columns=(), rows=()),
    ...           TableAudit(name="1", source="", candidates=0, cells=(), groups=(), findings=(),
    ...                      without=(), checked=()), Gathered({}, {}))
    ()
    """
    alive = frozenset(
        [one for group in audited.survivors for one in group.candidates][:MOST_SURVIVORS]
    )
    by_cell = (
        _survivors(table, row, column, alive, gathered)
        for row in unique(table.rows, key=lambda row: row.options)
        for column in space_columns(table)
        if any(name == column.name for name, _ in row.cells)
    )
    return tuple(question for question in by_cell if question is not None)


def _survivors(
    table: Table, row: Row, column: Column, alive: Container[Candidate], gathered: Gathered
) -> Survivors | None:
    if table.space is None:
        return None
    first: dict[tuple[Slice, Definition], Candidate] = {}
    for candidate, place in zip(
        admissible(table), candidate_places(table, row, column), strict=True
    ):
        if candidate in alive:
            first.setdefault(place, candidate)
    data = next((part.data for part, _ in first), "")
    same = {one: place for place, one in first.items() if place[0].data == data}
    parts = {part for part, _ in same.values()}
    pools = {part: gathered.pools[part] for part in parts if part in gathered.pools}
    asks = len(same) > 1 and len(pools) == len(parts)
    return Survivors(row, column, same, pools) if asks else None


Shape = tuple[tuple[Item, ...], tuple[Item, ...], tuple[Similarity, ...]]


def probes() -> Iterator[Sample]:
    """Make up small samples, the simplest first, that tell common choices apart.

    >>> next(probes()).predicted
    ('a',)
    """
    near = (Similarity("b", "a", Fraction(4, 5)),)
    one, other = Span(0, 2, "A"), Span(0, 2, "B")
    shapes: tuple[Shape, ...] = (
        (("a",), ("a",), ()),
        (("a",), ("b",), ()),
        (("a",), ("b",), near),
        ((), (), ()),
        ((), ("a",), ()),
        (("a",), (), ()),
        (("a", "b"), ("a",), ()),
        (("a",), ("a", "b"), ()),
        (("a", "c"), ("b", "c"), near),
        (("a",), ("a", "a"), ()),
        (("a", "a"), ("a",), ()),
        (("A (b)",), ("a",), ()),
        ((one,), (one,), ()),
        ((one,), (other,), ()),
        ((one,), (Span(1, 3, "A"),), ()),
        ((one,), (Span(1, 3, "B"),), ()),
        ((one,), (), ()),
        ((), (one,), ()),
        ((one, Span(2, 9, "A")), (Span(1, 9, "A"),), ()),
    )
    for number, (gold, predicted, pairs) in enumerate(shapes, start=1):
        yield Sample(id=f"probe {number}", gold=gold, predicted=predicted, similarities=pairs)


_SLOT_SHAPES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("a",), ("a",)),
    (("a",), ("b",)),
    (("",), ("a",)),
    (("a",), ("",)),
    (("a",), ("a", "a")),
    (("a", "a"), ("a",)),
    (("",), ("a", "b")),
    (("", ""), ("a", "b")),
    ((), ("a",)),
    (("a",), ()),
    ((), ()),
)


def slot_probes(observations: Iterable[Observing]) -> Iterator[Sample]:
    """Make up small samples of slot tuples for observations that compare slots, or named lists.

    The first slot of a unit varies, or is empty; slots outside of every unit are empty, or not.

    >>> [sample.gold for sample in slot_probes([Observation()])]
    []
    >>> next(slot_probes([Observation(unit=("aspect",))])).gold[0].get("aspect")
    'a'
    """
    hows = [how for how in observations if isinstance(how, Observation) and how.unit]
    if not hows:
        return
    varied, inside = hows[0].unit[0], {name for how in hows for name in how.unit}
    others = {name for how in hows for slot in how.sides.answer_unit or () for name in _slots(slot)}
    lists = {how.sides.gold for how in hows}, {how.sides.answer for how in hows}
    for outside in ("", "b"):
        rest = dict.fromkeys(sorted(others - inside), outside) | dict.fromkeys(sorted(inside), "x")
        for number, shape in enumerate(_SLOT_SHAPES, start=1):
            gold, answer = (
                tuple(Slots.of({**rest, varied: text}) for text in texts) for texts in shape
            )
            named = dict.fromkeys(lists[0], gold) | dict.fromkeys(lists[1], answer)
            more = sorted((name, items) for name, items in named.items() if name not in _PLAIN)
            yield Sample(id=f"slot probe {number}", gold=gold, predicted=answer, lists=tuple(more))


_PLAIN = {GOLD, PREDICTED}


def _slots(slot: Slot) -> tuple[str, ...]:
    return (slot,) if isinstance(slot, str) else slot.names


def separate(survivors: Iterable[Survivors], samples: Iterable[Sample]) -> Separation | None:
    """Search the first of the samples, then the made-up ones, for one that separates survivors.

    >>> separate((), ()) is None
    True
    """
    open_ones = tuple(survivors)
    work = sum(question.work for question in open_ones)
    most = min(MOST_SAMPLES, MOST_WORK // max(work, 1))
    for count, sample in enumerate(samples):
        if count >= most:
            break
        separation = _first(open_ones, sample, "the data")
        if separation is not None:
            return separation
    made = chain(probes(), slot_probes(how for one in open_ones for how in one.observations))
    return next(
        (separation for sample in made if (separation := _first(open_ones, sample, "made up"))),
        None,
    )


def _first(survivors: tuple[Survivors, ...], sample: Sample, origin: str) -> Separation | None:
    return next((separation for one in survivors if (separation := one.ask(sample, origin))), None)
