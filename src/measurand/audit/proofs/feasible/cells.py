"""Samples of one size: how many there are, what they hit, and what they add to every mean."""

from fractions import Fraction
from functools import lru_cache

from attrs import field, frozen

from measurand.audit.proofs.feasible.forms import Draft, Form, plus
from measurand.audit.proofs.feasible.reading import Reading
from measurand.audit.proofs.sheet import Role
from measurand.metrics.components import Component, by_sides
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


def sizes(told: int, most: int | None) -> tuple[Size, ...]:
    """List sizes up to the largest that is told apart, and one for all larger ones.

    >>> [one.text for one in sizes(1, None)], [one.text for one in sizes(4, 2)]
    (['0', '1', '2 or more'], ['0', '1', '2'])
    """
    if most is not None and most <= told:
        return tuple(Size(items) for items in range(most + 1))
    return (*(Size(items) for items in range(told + 1)), Size(told + 1, more=True))


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
class Spot:
    """Where cells are added: to which program, for which system, under which reading."""

    draft: Draft
    label: str
    reading: Reading
    beta: Fraction = field(default=Fraction(1))


def cell(spot: Spot, gold: Size, predicted: Size, *, most: int | None) -> Cell:
    """Add the unknowns of samples of one size, at most so many, and what bounds them.

    >>> one = cell(Spot(Draft(), "ours", Reading()), Size(1), Size(2), most=3)
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
    spot: Spot, where: str, sides: tuple[_Side, _Side], most: int | None
) -> tuple[Form, Form | None]:
    """Hits are whole, or worth anything, or worth at least so much for each match."""
    draft, reading = spot.draft, spot.reading
    told = [side for side in sides if not side.size.more]
    fewest = min((side.size.items for side in told), default=None)
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


def _constants(spot: Spot, tally: Tally, samples: Form) -> Adds:
    case = case_of(tally)
    found = components(spot.reading, spot.beta)
    values = ((role, one.constants[case]) for role, one in found)
    return tuple(
        (role, None if value is None else plus((value, samples))) for role, value in values
    )


def _ratios(spot: Spot, where: str, sides: tuple[_Side, _Side], samples: Form, hits: Form) -> Adds:
    """Divide hits by sizes: exactly where these are known, else bounded from all sides."""
    gold, predicted = sides[0].size, sides[1].size
    square = spot.beta**2
    both = (square * gold.items + predicted.items) / (1 + square)
    bottoms = (
        (Role.PRECISION, predicted.more, Fraction(predicted.items)),
        (Role.RECALL, gold.more, Fraction(gold.items)),
        (Role.F, gold.more or predicted.more, both),
    )
    found: dict[Role, Form] = {}
    for role, more, bottom in bottoms:
        if not more:
            found[role] = plus((1 / bottom, hits))
            continue
        name = f"{where}, sum of {role.value}"
        found[role] = spot.draft.unknown(name, whole=False)
        spot.draft.below(found[role], hits, f"{name}: its hits by {bottom}", factor=1 / bottom)
        spot.draft.below(found[role], samples, f"{name}: at most 1 each")
    if gold.more or predicted.more:
        precision, recall, f = found[Role.PRECISION], found[Role.RECALL], found[Role.F]
        weighted = plus((1 / (1 + square), precision), (square / (1 + square), recall))
        spot.draft.below(f, weighted, f"{where}: F is at most the mean of precision and recall")
        low = plus((Fraction(1), precision), (Fraction(1), recall), (Fraction(-1), samples))
        spot.draft.below(low, f, f"{where}: F is at least precision + recall - 1")
    return tuple(found.items())
