"""Data sets that print a table, as one linear program over counts of samples by their sizes.

Samples with as many gold and as many predicted items are alike: a mean over samples is linear in
how many there are of each size and in what they hit together. So the number of unknowns does not
depend on the number of samples, which is an unknown itself. A printed rate `[low, high]` gives two
bounds, `low * divisor <= sum <= high * divisor`, linear in the unknowns too.
"""

from collections.abc import Mapping
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.program import Program
from measurand.audit.proofs.feasible.boxes import Box, Mean, between, bounded, exists
from measurand.audit.proofs.feasible.cells import Cell, Size, Spot, cell, sizes
from measurand.audit.proofs.feasible.forms import Draft, Form, plus, total
from measurand.audit.proofs.feasible.model import Problem, System
from measurand.audit.proofs.feasible.reading import Reading
from measurand.audit.proofs.sheet import Role
from measurand.metrics.options import Aggregate

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

    def sizes(self, told: int) -> tuple[Size, ...]:
        """List the sizes of one side of which so many are told apart."""
        found = sizes(told, None if self.more else told)
        return tuple(one for one in found if one.items >= self.least)


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
    found = tuple(
        _system(draft, system, reading, _Sides(golds, told, frame), problem.most_gold)
        for system, told in zip(problem.systems, frame.predicted, strict=True)
    )
    _shared(draft, marginals, found)
    for system, cells in zip(problem.systems, found, strict=True):
        _totals(draft, system, cells)
        _rates(draft, system, reading, samples, cells)
        if reading.aggregate is Aggregate.HARMONIC and system.span(Role.F) is not None:
            means = tuple(_mean(role, samples, cells) for role in (Role.PRECISION, Role.RECALL))
            bounded(draft, system, boxes[system.label], (means[0], means[1]))
    return Built(draft.program(), found)


@frozen
class _Sides:
    golds: tuple[Size, ...]
    told: int
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
    answers = sides.frame.sizes(sides.told)
    pairs = [(gold, predicted) for gold in sides.golds for predicted in answers]
    spot = Spot(draft, system.label, reading, system.beta)
    found = []
    for gold, predicted in pairs:
        ends = (_most(sides.frame, most_gold, gold), _most(sides.frame, most, predicted))
        end = min((one for one in ends if one is not None), default=None)
        found.append(cell(spot, gold, predicted, most=end))
    return tuple(found)


def _shared(
    draft: Draft, marginals: Mapping[Size, Form], found: tuple[tuple[Cell, ...], ...]
) -> None:
    """Every system answers the same samples: as many of each gold size, with as many items."""
    for size, form in marginals.items():
        own = [[one for one in cells if one.gold == size] for cells in found]
        for cells in own:
            draft.same(total(one.samples for one in cells), form, gold_name(size))
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
