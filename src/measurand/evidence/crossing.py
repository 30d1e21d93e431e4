"""Evidence of gold crossed with predictions: many pairs of few sides, each side observed once.

Where items link by equal keys alone, two sides without a common key have no link, and what they
count is the sum of what each counts against nothing. So of K labels on each side K + K samples say
what most of the K * K pairs contribute; pairs with a common key are observed as they are.
"""

from fractions import Fraction

from attrs import field, frozen

from measurand.evidence.evidence import Evidence, Observed, Tallies
from measurand.evidence.keying import answer_keys, keys
from measurand.evidence.matching import Key, MultisetMatch, SetMatch
from measurand.evidence.observation import Observation
from measurand.evidence.observe import observe
from measurand.evidence.sides import Sides, WildKind
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.tally import EMPTY, Tally

Items = tuple[Item, ...]
_ALIKE = Sides()
_ONE = Fraction(1)
_NO_KEYS: frozenset[Key] = frozenset()


@frozen
class Side:
    """The items of a side (None: no answer was given), their keys, and what they count alone."""

    items: Items | None
    keys: frozenset[Key] = _NO_KEYS
    tallies: Tallies = ()


@frozen
class Crossing:
    """Observes pairs of sides as `observe` does samples, from what each side is alone.

    >>> crossing = Crossing(Observation())
    >>> crossing.pair(crossing.gold(("a",)), crossing.answer(("b",))) == observe(
    ...     Observation(), Sample(id="1", gold=("a",), predicted=("b",)))
    True

    Raises UnfitSampleError where items do not have the shape that is asked for.
    """

    how: Observation
    _alone: bool = field(init=False)

    @_alone.default
    def _by_keys_alone(self) -> bool:
        """Tell whether items are linked by equal keys and nothing else, all of both sides."""
        exact = isinstance(self.how.match, SetMatch | MultisetMatch)
        return exact and self.how.wildcard.kind is WildKind.OFF and self.how.sides == _ALIKE

    def gold(self, items: Items) -> Side:
        """Look at a gold side once."""
        if not self._alone:
            return Side(items)
        return Side(items, frozenset(keys(self.how, items)), _tallies(self._whole(items, ())))

    def answer(self, items: Items | None) -> Side:
        """Look at an answer once."""
        if not self._alone or items is None:
            return Side(items)
        own = frozenset(answer_keys(self.how, items))
        return Side(items, own, _tallies(self._whole((), items)))

    def pair(self, gold: Side, answer: Side, weight: Fraction = _ONE) -> Evidence:
        """Give the evidence of a sample that has these sides and a weight."""
        if self._alone and answer.items is not None and gold.keys.isdisjoint(answer.keys):
            return Observed(added(gold.tallies, answer.tallies), weight)
        return self._whole(gold.items or (), answer.items, weight)

    def _whole(self, gold: Items, answer: Items | None, weight: Fraction = _ONE) -> Evidence:
        return observe(self.how, Sample(id="", gold=gold, predicted=answer, weight=weight))


def _tallies(row: Evidence) -> Tallies:
    return row.tallies if isinstance(row, Observed) else ()


def added(some: Tallies, more: Tallies) -> Tallies:
    """Add tallies class by class.

    >>> added((("a", Tally(0, 0, 1)),), (("", Tally(0, 1, 0)), ("a", Tally(0, 1, 0))))
    (('', Tally(hits=0, predicted=1, gold=0)), ('a', Tally(hits=0, predicted=1, gold=1)))
    """
    if len(some) == len(more) == 1:
        (one,), (other,) = some, more
        if one[0] != other[0]:
            return (one, other) if one[0] < other[0] else (other, one)
    total = dict(some)
    for label, tally in more:
        total[label] = total.get(label, EMPTY) + tally
    return tuple(sorted(total.items(), key=_label))


def _label(entry: tuple[str, Tally]) -> str:
    return entry[0]
