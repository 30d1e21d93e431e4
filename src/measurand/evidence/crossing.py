"""Evidence of gold crossed with predictions: many pairs of few sides, each side observed once.

Where items link by equal keys alone, two sides without a common key have no link, and what they
count is the sum of what each counts against nothing. So of K labels on each side K + K samples say
what most of the K * K pairs contribute; pairs with a common key are observed as they are.
"""

from collections.abc import Callable
from fractions import Fraction

from measurand.evidence.evidence import Evidence, Observed, Tallies
from measurand.evidence.keying import answer_keys, keys
from measurand.evidence.matching import Key, MultisetMatch, SetMatch
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.observe import observe
from measurand.evidence.sides import Sides, WildKind
from measurand.values.items import Item
from measurand.values.sample import Sample
from measurand.values.tally import EMPTY, Tally

Items = tuple[Item, ...]
Pairing = Callable[[Items, Items | None, Fraction], Evidence]
"""Gives the evidence of a sample that has a gold side, an answer and a weight, and nothing else."""

_ALIKE = Sides()
_ONE = Fraction(1)


def crossing(how: Observing) -> Pairing:
    """Give what observes pairs of sides as `observe` does samples, and remembers each side.

    >>> pair = crossing(Observation())
    >>> pair(("a",), ("b",), Fraction(1)) == observe(
    ...     Observation(), Sample(id="1", gold=("a",), predicted=("b",)))
    True

    Raises UnfitSampleError where `observe` does so for a sample of these sides.
    """

    def sample(gold: Items, answer: Items | None, weight: Fraction = _ONE) -> Evidence:
        return observe(how, Sample(id="", gold=gold, predicted=answer, weight=weight))

    if not isinstance(how, Observation) or not _by_keys_alone(how):
        return sample
    of_gold: dict[Items, tuple[frozenset[Key], Tallies]] = {}
    of_answers: dict[Items, tuple[frozenset[Key], Tallies]] = {}

    def side(gold: Items) -> tuple[frozenset[Key], Tallies]:
        found = frozenset(keys(how, gold)), _tallies(sample(gold, ()))
        return of_gold.setdefault(gold, found)

    def other(answer: Items) -> tuple[frozenset[Key], Tallies]:
        found = frozenset(answer_keys(how, answer)), _tallies(sample((), answer))
        return of_answers.setdefault(answer, found)

    def pair(gold: Items, answer: Items | None, weight: Fraction) -> Evidence:
        if answer is None:
            return sample(gold, answer, weight)
        right, missed = of_gold.get(gold) or side(gold)
        mine, wrong = of_answers.get(answer) or other(answer)
        if not right.isdisjoint(mine):
            return sample(gold, answer, weight)
        return Observed(added(missed, wrong), weight)

    return pair


def _by_keys_alone(how: Observation) -> bool:
    """Tell whether items are linked by equal keys and nothing else, all of both sides."""
    exact = isinstance(how.match, SetMatch | MultisetMatch)
    return exact and how.wildcard.kind is WildKind.OFF and how.sides == _ALIKE


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
