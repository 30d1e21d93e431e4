"""Data sets that print a table, as one linear program over counts of samples by their sizes.

Samples with as many gold and as many predicted items are alike: a mean over samples is linear in
how many there are of each size and in what they hit together. So the number of unknowns does not
depend on the number of samples, which is an unknown itself. A printed rate `[low, high]` gives two
bounds, `low * divisor <= sum <= high * divisor`, linear in the unknowns too.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from attrs import field, frozen

from measurand.algebra.program import Program
from measurand.auditing.proofs.feasible.boxes import Box, Mean, between, bounded, exists
from measurand.auditing.proofs.feasible.draft import Draft, Form, plus, total
from measurand.auditing.proofs.feasible.problem import Problem, System
from measurand.auditing.proofs.feasible.reading import Reading
from measurand.auditing.proofs.sheet import Role
from measurand.metrics.components import Component, by_sides
from measurand.metrics.options import Aggregate
from measurand.metrics.standard import PRECISION, RECALL, F
from measurand.metrics.units import case_of
from measurand.values.tally import Tally


@frozen(cache_hash=True)
class Size:
    """How many items one side of a sample has; `more`: so many or more.

    >>> Size(2).text, Size(5, more=True).text
    ('2', '5 or more')
    """

    items: int
    more: bool = field(default=False, kw_only=True)

    @property
    def text(self) -> str:
        """Write it."""
        return f"{self.items} or more" if self.more else str(self.items)


def sizes(apart: int, most: int | None) -> tuple[Size, ...]:
    """List sizes up to the largest that is told apart, and one for all larger ones.

    >>> [one.text for one in sizes(1, None)], [one.text for one in sizes(4, 2)]
    (['0', '1', '2 or more'], ['0', '1', '2'])
    """
    if most is not None and most <= apart:
        return tuple(Size(items) for items in range(most + 1))
    return (*(Size(items) for items in range(apart + 1)), Size(apart + 1, more=True))


@frozen(eq=False)
class Cell:
    """The samples of one gold and one predicted size, for one system: forms over the unknowns.

    `adds` are what they add to the tops of the means of precision, recall and F; None where the
    rules for empty samples take them out.
    """

    gold: Size
    predicted: Size
    samples: Form
    hits: Form
    matches: Form | None
    gold_items: Form
    predicted_items: Form
    adds: tuple[tuple[Role, Form | None], ...]

    def adding(self, role: Role) -> Form | None:
        """Say what is added to the top of one mean."""
        return dict(self.adds)[role]


@frozen(eq=False)
class CellPlace:
    """Where cells are added: to which program, for which system, under which reading."""

    draft: Draft
    label: str
    reading: Reading
    beta: Fraction = field(default=Fraction(1))


def cell(spot: CellPlace, gold: Size, predicted: Size, *, most: int | None) -> Cell:
    """Add the unknowns of samples of one size, at most so many, and what bounds them.

    >>> one = cell(CellPlace(Draft(), "ours", Reading()), Size(1), Size(2), most=3)
    >>> one.adding(Role.PRECISION), one.adding(Role.RECALL), one.adding(Role.F)
    ({1: Fraction(1, 2)}, {1: Fraction(1, 1)}, {1: Fraction(2, 3)})
    """
    where = f"{spot.label}: {gold.text} gold, {predicted.text} predicted"
    samples = spot.draft.unknown(where, high=most)
    sides = (
        _Side(gold, _items(spot.draft, gold, samples, f"{where}, gold items")),
        _Side(predicted, _items(spot.draft, predicted, samples, f"{where}, predicted items")),
    )
    hits: Form = {}
    matches: Form | None = None
    if gold.items and predicted.items:
        hits, matches = _hits(spot, where, sides, most)
        adds = _ratios(spot, where, sides, samples, hits)
    else:
        adds = _constants(spot, Tally(0, predicted.items, gold.items), samples)
    return Cell(gold, predicted, samples, hits, matches, sides[0].items, sides[1].items, adds)


@frozen(eq=False)
class _Side:
    size: Size
    items: Form


@lru_cache(maxsize=256)
def components(reading: Reading, beta: Fraction) -> tuple[tuple[Role, Component], ...]:
    """List what is averaged, as our own core defines it.

    >>> [role.value for role, _ in components(Reading(), Fraction(1))]
    ['precision', 'recall', 'f']
    """
    return (
        (Role.PRECISION, by_sides(PRECISION, reading.empty)),
        (Role.RECALL, by_sides(RECALL, reading.empty)),
        (Role.F, by_sides(F, reading.empty, beta=beta)),
    )


def _items(draft: Draft, size: Size, samples: Form, name: str) -> Form:
    if not size.more:
        return plus((Fraction(size.items), samples))
    items = draft.unknown(name)
    draft.below(samples, items, f"{name}: {size.text} each", factor=Fraction(1, size.items))
    return items


def _hits(
    spot: CellPlace, where: str, sides: tuple[_Side, _Side], most: int | None
) -> tuple[Form, Form | None]:
    """Hits are whole, or worth anything, or worth at least so much for each match."""
    draft, reading = spot.draft, spot.reading
    exact = [side for side in sides if not side.size.more]
    fewest = min((side.size.items for side in exact), default=None)
    high = None if most is None or fewest is None else most * fewest
    hits = draft.unknown(f"{where}, hits", high=high, whole=not reading.soft)
    counted, matches = hits, None
    if reading.least:
        counted = matches = draft.unknown(f"{where}, matches", high=high)
        draft.below(hits, matches, f"{where}: a match is worth 1 at most")
        least = plus((reading.least, matches), (Fraction(-1), hits))
        draft.most(least, Fraction(0), f"{where}: a match is worth {reading.least} at least")
    for side in sides:
        if fewest is None or (not side.size.more and side.size.items == fewest):
            draft.below(counted, side.items, f"{where}: no more hits than items")
    return hits, matches


Adds = tuple[tuple[Role, Form | None], ...]


def _constants(spot: CellPlace, tally: Tally, samples: Form) -> Adds:
    case = case_of(tally)
    averaged = components(spot.reading, spot.beta)
    values = ((role, one.constants[case]) for role, one in averaged)
    return tuple(
        (role, None if value is None else plus((value, samples))) for role, value in values
    )


def _ratios(
    spot: CellPlace, where: str, sides: tuple[_Side, _Side], samples: Form, hits: Form
) -> Adds:
    """Divide hits by sizes: exactly where these are known, else bounded from all sides."""
    gold, predicted = sides[0].size, sides[1].size
    square = spot.beta**2
    both = (square * gold.items + predicted.items) / (1 + square)
    bottoms = (
        (Role.PRECISION, predicted.more, Fraction(predicted.items)),
        (Role.RECALL, gold.more, Fraction(gold.items)),
        (Role.F, gold.more or predicted.more, both),
    )
    sums: dict[Role, Form] = {}
    for role, more, bottom in bottoms:
        if not more:
            sums[role] = plus((1 / bottom, hits))
            continue
        name = f"{where}, sum of {role.value}"
        sums[role] = spot.draft.unknown(name, whole=False)
        spot.draft.below(sums[role], hits, f"{name}: its hits by {bottom}", factor=1 / bottom)
        spot.draft.below(sums[role], samples, f"{name}: at most 1 each")
    if gold.more or predicted.more:
        precision, recall, f = sums[Role.PRECISION], sums[Role.RECALL], sums[Role.F]
        # F of sizes that are not told apart is not linear. A harmonic mean is at most the
        # arithmetic one of the same weights, and F is concave, so it lies above P + R - 1: both
        # bounds are linear.
        weighted = plus((1 / (1 + square), precision), (square / (1 + square), recall))
        spot.draft.below(f, weighted, f"{where}: F is at most the mean of precision and recall")
        low = plus((Fraction(1), precision), (Fraction(1), recall), (Fraction(-1), samples))
        spot.draft.below(low, f, f"{where}: F is at least precision + recall - 1")
    return tuple(sums.items())


SAMPLES = "samples"
"""The name of the unknown that counts all samples."""


@frozen(cache_hash=True)
class Frame:
    """What is told apart: sizes up to so many items, and how many samples there may be.

    `more` keeps room for larger sizes, in sums that are only bounded: then no solution proves
    anything, but that there is none does. `least` leaves out smaller sizes: then only a solution
    does.

    >>> Frame(gold=3, predicted=(4,), samples=None, more=False).samples is None
    True
    """

    gold: int
    predicted: tuple[int, ...]
    samples: int | None
    more: bool = field(kw_only=True)
    least: int = field(default=0, kw_only=True)

    def sizes(self, apart: int) -> tuple[Size, ...]:
        """List the sizes of one side of which so many are told apart."""
        sizes_ = sizes(apart, None if self.more else apart)
        return tuple(one for one in sizes_ if one.items >= self.least)


@frozen(eq=False)
class Built:
    """A program, and the samples by size of each system that its unknowns count."""

    program: Program
    cells: tuple[tuple[Cell, ...], ...]


def gold_name(size: Size) -> str:
    """Name the unknown that counts the samples of a gold size.

    >>> gold_name(Size(2))
    'samples of 2 gold'
    """
    return f"samples of {size.text} gold"


def silent_name(label: str) -> str:
    """Name the unknown that counts samples without gold items on which a system was silent.

    >>> silent_name("ours")
    'ours: 0 gold, 0 predicted'
    """
    return f"{label}: 0 gold, 0 predicted"


def build(problem: Problem, reading: Reading, frame: Frame, boxes: Mapping[str, Box]) -> Built:
    """Write a problem under a reading by means over samples as a program.

    `boxes` bound the mean precision of systems whose F is of means.

    >>> nothing = Problem(systems=(), columns=(), samples=2)
    >>> built = build(nothing, Reading(), Frame(gold=0, predicted=(), samples=2, more=False), {})
    >>> [one.name for one in built.program.unknowns]
    ['samples', 'samples of 0 gold']
    """
    known = {SAMPLES: problem.samples} if problem.samples is not None else {}
    draft = Draft({**known, **dict(problem.fixed)})
    samples = draft.unknown(SAMPLES, low=1, high=frame.samples)
    golds = frame.sizes(frame.gold)
    marginals = {
        size: draft.unknown(gold_name(size), high=_most(frame, problem.most_gold, size))
        for size in golds
    }
    draft.same(total(marginals.values()), samples, "samples of all gold sizes")
    by_system = tuple(
        _system(draft, system, reading, _Sides(golds, apart, frame), problem.most_gold)
        for system, apart in zip(problem.systems, frame.predicted, strict=True)
    )
    _shared(draft, marginals, by_system)
    for system, cells in zip(problem.systems, by_system, strict=True):
        _totals(draft, system, cells)
        _rates(draft, system, reading, samples, cells)
        if reading.aggregate is Aggregate.HARMONIC and system.span(Role.F) is not None:
            means = tuple(_mean(role, samples, cells) for role in (Role.PRECISION, Role.RECALL))
            bounded(draft, system, boxes[system.label], (means[0], means[1]))
    return Built(draft.program(), by_system)


@frozen
class _Sides:
    golds: tuple[Size, ...]
    apart: int
    frame: Frame


def _most(frame: Frame, items: int | None, size: Size) -> int | None:
    """Bound how many samples have a size: by all samples, and by all items."""
    ends = [] if frame.samples is None else [frame.samples]
    if items is not None and size.items:
        ends.append(items // size.items)
    return min(ends, default=None)


def _system(
    draft: Draft, system: System, reading: Reading, sides: _Sides, most_gold: int | None
) -> tuple[Cell, ...]:
    most = system.most_predicted
    answers = sides.frame.sizes(sides.apart)
    pairs = [(gold, predicted) for gold in sides.golds for predicted in answers]
    spot = CellPlace(draft, system.label, reading, system.beta)
    cells = []
    for gold, predicted in pairs:
        ends = (_most(sides.frame, most_gold, gold), _most(sides.frame, most, predicted))
        end = min((one for one in ends if one is not None), default=None)
        cells.append(cell(spot, gold, predicted, most=end))
    return tuple(cells)


def _shared(
    draft: Draft, marginals: Mapping[Size, Form], by_system: tuple[tuple[Cell, ...], ...]
) -> None:
    """Every system answers the same samples: as many of each gold size, with as many items."""
    for size, form in marginals.items():
        own = [[one for one in cells if one.gold == size] for cells in by_system]
        for cells in own:
            draft.same(total(one.samples for one in cells), form, gold_name(size))
            # Of a size that is told apart the number of samples says how many gold items there are.
            if size.more and cells is not own[0]:
                first = total(one.gold_items for one in own[0])
                here = total(one.gold_items for one in cells)
                draft.same(here, first, f"gold items of {gold_name(size)}")


def _totals(draft: Draft, system: System, cells: tuple[Cell, ...]) -> None:
    hits = total(one.hits for one in cells)
    gold = total(one.gold_items for one in cells)
    predicted = total(one.predicted_items for one in cells)
    minus = (Fraction(-1), hits)
    forms = (
        (Role.HITS, hits),
        (Role.TP, hits),
        (Role.GOLD, gold),
        (Role.PREDICTED, predicted),
        (Role.FP, plus((Fraction(1), predicted), minus)),
        (Role.FN, plus((Fraction(1), gold), minus)),
    )
    for role, form in forms:
        span = system.span(role)
        if span is not None:
            draft.within(form, span, f"{system.label}: {role.value}")


def _mean(role: Role, samples: Form, cells: tuple[Cell, ...]) -> Mean:
    tops = [one.adding(role) for one in cells]
    out = total(one.samples for one, top in zip(cells, tops, strict=True) if top is None)
    divisor = plus((Fraction(1), samples), (Fraction(-1), out))
    return Mean(total(top for top in tops if top is not None), divisor, not out)


def _rates(
    draft: Draft, system: System, reading: Reading, samples: Form, cells: tuple[Cell, ...]
) -> None:
    """Bound the printed means; each exists where something is left to average."""
    roles = [role for role in (Role.PRECISION, Role.RECALL, Role.F) if system.span(role)]
    of_means = reading.aggregate is Aggregate.HARMONIC
    for role in roles:
        span = system.span(role)
        if span is None or (role is Role.F and of_means):
            continue
        mean = _mean(role, samples, cells)
        exists(draft, mean, f"{system.label}: {role.value}")
        between(draft, mean, span, f"{system.label}: {role.value}")
