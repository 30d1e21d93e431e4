"""The change of F1 between two stages, shared out exactly over the single edits between them.

The players are the edits: a prediction removed, a prediction added, each a hit or a miss. The worth
of some of them is the F1 of the first stage with just these applied. F1 = 2h / (p + g) reads only
how many of each kind those are, so the Shapley value, what an edit adds on average over all orders,
needs no orders (L. S. Shapley 1953, A value for n-person games). With n edits, n_k of kind k, the
edits of kind k together get

    n_k/n * (F1 after - F1 before) + sum over 0 < s < n of n / (s (n - s)) * Cov(c_k, F1)

over all sets of s edits, equally likely, c_k of them of kind k: an equal share, and what sets with
more of the kind score above the others.

*The inverse negates every part.* A set applied to the later stage leaves the sample where the other
edits, applied to the earlier one, would; so an order read backwards passes the same samples, each
edit undone where it was done, and its step has the opposite sign; averaging over all orders, so has
its part.

*Which kind an edit is.* Where pairs match by equality, `edits_of` reads it off: copies of a gold
pair are hits up to the number of gold copies. If one pair crosses that number in one stage (one
gold, two copies added), the copies are alike and either could be called the hit: the kinds stay
as counted, in every order. For sets there is no such case, and the worth is the F1 of a real set.
Where an alignment chooses the hits (wildcards), no single edit may own one, and several alignments
may be best: `edits_between` reads counts alone, which are the same for all of them. A replaced
wildcard hit can put an order through more hits than gold allows: the worth stops at gold.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from operator import add
from typing import TypeVar

from attrs import astuple, field, frozen, validators

from measurand.algebra.bag import Bag
from measurand.algebra.monoid import add_all
from measurand.studies.review.stage_transitions import StageDelta
from measurand.values.score import Undefined
from measurand.values.tally import Count, Tally

T = TypeVar("T", bound=Hashable)
NONE = Fraction(0)
REMEMBERED = 1 << 14


def _number() -> int:
    checks = [validators.instance_of(int), validators.ge(0)]
    number: int = field(default=0, validator=checks)
    return number


@frozen(kw_only=True)
class Edits:
    """How many predictions were removed and added, each by whether it was, or is, a hit.

    >>> Edits(remove_miss=1, add_hit=1).inverse()
    Edits(remove_hit=1, remove_miss=0, add_hit=0, add_miss=1)

    Raises ValueError for a negative number.
    """

    remove_hit: int = _number()
    remove_miss: int = _number()
    add_hit: int = _number()
    add_miss: int = _number()

    @property
    def size(self) -> int:
        """Count all edits."""
        return sum(self.numbers)

    @property
    def numbers(self) -> tuple[int, int, int, int]:
        """List the number of each kind."""
        return self.remove_hit, self.remove_miss, self.add_hit, self.add_miss

    def inverse(self) -> "Edits":
        """Add what was removed and remove what was added."""
        return Edits(
            remove_hit=self.add_hit,
            remove_miss=self.add_miss,
            add_hit=self.remove_hit,
            add_miss=self.remove_miss,
        )

    def applied(self, before: Tally) -> Tally:
        """Count the stage after all edits.

        >>> Edits(remove_miss=1, add_hit=1).applied(Tally(hits=0, predicted=1, gold=1))
        Tally(hits=1, predicted=1, gold=1)

        Raises ValueError where there is less to remove, or fewer gold items, than the edits say.
        """
        misses = before.predicted - before.hits
        if self.remove_hit > before.hits or self.remove_miss > misses:
            message = (
                "only predictions that are there are removed: "
                f"got {self} of {before.hits} hits and {misses} misses"
            )
            raise ValueError(message)
        hits = before.hits - self.remove_hit + self.add_hit
        misses += self.add_miss - self.remove_miss
        return Tally(hits, hits + misses, before.gold)


@frozen(kw_only=True)
class Parts:
    """What the edits of each kind contributed together; parts add.

    >>> (Parts(add_hit=Fraction(1, 2)) + Parts(add_miss=Fraction(-1, 6))).total
    Fraction(1, 3)
    """

    remove_hit: Fraction = NONE
    remove_miss: Fraction = NONE
    add_hit: Fraction = NONE
    add_miss: Fraction = NONE

    @property
    def total(self) -> Fraction:
        """Add up the kinds: the change of F1."""
        return add_all(self.shares, NONE)

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """List the part of each kind, in the order of their numbers."""
        return self.remove_hit, self.remove_miss, self.add_hit, self.add_miss

    @staticmethod
    def of(shares: Iterable[Fraction]) -> "Parts":
        """Take the part of each kind, in that order."""
        remove_hit, remove_miss, add_hit, add_miss = shares
        return Parts(
            remove_hit=remove_hit, remove_miss=remove_miss, add_hit=add_hit, add_miss=add_miss
        )

    def __add__(self, other: "Parts") -> "Parts":
        """Pool the parts of two samples."""
        return Parts.of(map(add, self.shares, other.shares))

    def scaled(self, factor: Fraction) -> "Parts":
        """Multiply every part.

        >>> Parts(add_hit=Fraction(1)).scaled(Fraction(1, 3)).add_hit
        Fraction(1, 3)
        """
        return Parts.of(share * factor for share in self.shares)

    def inverse(self) -> "Parts":
        """Give the parts of the inverse edits: each the negative of the edit that it undoes.

        >>> Parts(add_hit=Fraction(1)).inverse().remove_hit
        Fraction(-1, 1)
        """
        return Parts.of(-share for share in (*self.shares[2:], *self.shares[:2]))

    def each(self, edits: Edits) -> "Parts":
        """Share each part equally among the edits of its kind: the Shapley value of one edit.

        >>> Parts(add_hit=Fraction(1)).each(Edits(add_hit=2)).add_hit
        Fraction(1, 2)
        """
        shares = zip(self.shares, edits.numbers, strict=True)
        return Parts.of(share / max(number, 1) for share, number in shares)


NOTHING = Parts()


def edits_of(change: StageDelta[T], gold: Bag[T]) -> Edits:
    """Count the edits of a delta whose pairs are hits when gold holds the equal pair.

    >>> from measurand.studies.review.stage_transitions import stage_delta
    >>> edits_of(stage_delta(after=Bag.of("bbc"), before=Bag.of("ac")), Bag.of("bc"))
    Edits(remove_hit=0, remove_miss=1, add_hit=1, add_miss=1)
    """

    def hits(stage: Bag[T]) -> Counter[T]:
        return Counter({x: min(n, gold.counts.get(x, 0)) for x, n in stage.counts.items()})

    before, after = hits(change.before), hits(change.after)
    lost, gained = (before - after).total(), (after - before).total()
    return Edits(
        remove_hit=lost,
        remove_miss=len(change.removed) - lost,
        add_hit=gained,
        add_miss=len(change.added) - gained,
    )


def _whole(count: Count) -> int:
    if isinstance(count, int):
        return count
    message = f"edits are of whole predictions: got a count of {count}"
    raise ValueError(message)


def edits_between(before: Tally, after: Tally, *, kept: int, exchanged: int = 0) -> Edits:
    """Count edits where hits come from an alignment: `kept` predictions are in both stages.

    The net change of hits is lost or found hits; the other edits are misses, except that
    `exchanged` hits were lost and as many found. That number is raised where the kept predictions
    are too few to hold the hits of both stages, and lowered to what the edits allow. Each rule
    reads both stages alike, so the inverse has the inverse edits. With the number of hits lost or
    found among equal pairs, whichever is smaller, this agrees with `edits_of`.

    >>> edits_between(Tally(1, 2, 1), Tally(1, 2, 1), kept=1)
    Edits(remove_hit=0, remove_miss=1, add_hit=0, add_miss=1)
    >>> edits_between(Tally(1, 1, 1), Tally(1, 1, 1), kept=0)
    Edits(remove_hit=1, remove_miss=0, add_hit=1, add_miss=0)

    Raises ValueError for stages of different gold, fractions of hits, more kept predictions than a
    stage has, and hits that change by more than predictions did (no best alignment does that).
    """
    if before.gold != after.gold:
        message = f"both stages answer one gold: got {before.gold} and {after.gold} items"
        raise ValueError(message)
    old, new = _whole(before.hits), _whole(after.hits)
    removed, added = _whole(before.predicted) - kept, _whole(after.predicted) - kept
    lost, gained = max(old - new, 0), max(new - old, 0)
    if kept < 0 or lost > removed or gained > added:
        message = (
            "edits explain the change of hits: "
            f"got {before} and {after} with {kept} predictions in both"
        )
        raise ValueError(message)
    both = min(old, new)
    swapped = max(both - kept, min(exchanged, removed - lost, added - gained, both), 0)
    return Edits(
        remove_hit=lost + swapped,
        remove_miss=removed - lost - swapped,
        add_hit=gained + swapped,
        add_miss=added - gained - swapped,
    )


def f1(hits: int, predicted: int, gold: int, *, empty: Fraction) -> Fraction:
    """Score counts; `empty` is the F1 of nothing against nothing.

    >>> f1(1, 2, 1, empty=Fraction(1)), f1(0, 0, 0, empty=Fraction(1))
    (Fraction(2, 3), Fraction(1, 1))
    """
    return Fraction(2 * hits, predicted + gold) if predicted + gold else empty


def decompose(before: Tally, edits: Edits, *, empty: Fraction) -> Parts:
    """Share the change of F1 over the edits that follow a stage: the total of each kind.

    `empty` is what F1 is of nothing against nothing. The parts add up to the change, edits of a
    kind share equally (`Parts.each`), an edit that never moves F1 gets nothing. It takes as many
    steps as the product of all n_k + 1.

    >>> decompose(Tally(0, 1, 1), Edits(remove_miss=1, add_hit=1), empty=Fraction(1))
    Parts(remove_hit=Fraction(0, 1), remove_miss=Fraction(1, 6), add_hit=Fraction(5, 6), ...)

    Raises ValueError where the edits cannot follow that stage, or for fractions of hits.
    """
    hits, predicted, gold = (_whole(count) for count in astuple(edits.applied(before)))
    end = f1(hits, predicted, gold, empty=empty)
    start = tuple(_whole(count) for count in astuple(before))
    return _shared(start, edits.numbers, end, empty)


@lru_cache(maxsize=REMEMBERED)
def _shared(
    start: tuple[int, ...], numbers: tuple[int, ...], end: Fraction, empty: Fraction
) -> Parts:
    hits, predicted, gold = start
    size = sum(numbers)
    # A set of s edits has chance s! (n - s)! / n!, and the formula's factor is n / (s (n - s)):
    # times n! their product is whole, and so is n times c_k less its mean. So all sets are added up
    # in whole numbers, and there is one fraction for each F1 and not one for each set.
    # By hits and predictions of a stage in between: whole numbers, n! times the weight of its F1.
    weights: dict[tuple[int, int], list[int]] = {}
    for some in product(*(range(number + 1) for number in numbers)):
        if 0 < (step := sum(some)) < size:
            lost, dropped, gained, made = some
            orders = prod(map(comb, numbers, some)) * factorial(step - 1)
            orders *= factorial(size - step - 1)
            at = (min(hits - lost + gained, gold), predicted - lost - dropped + gained + made)
            row = weights.setdefault(at, [0] * len(numbers))
            for kind, (number, count) in enumerate(zip(numbers, some, strict=True)):
                row[kind] += orders * (count * size - number * step)
    gain = end - f1(hits, predicted, gold, empty=empty)
    parts = [gain * Fraction(number, max(size, 1)) for number in numbers]
    for (hit, said), row in weights.items():
        worth = f1(hit, said, gold, empty=empty) / factorial(size)
        parts = [part + worth * weight for part, weight in zip(parts, row, strict=True)]
    return Parts.of(parts)


def mean_parts(samples: Iterable[Parts]) -> Parts | Undefined:
    """Share the mean change of F1 by kind: the mean of every part, samples weighing alike.

    >>> mean_parts([Parts(add_hit=Fraction(1)), Parts()]).total
    Fraction(1, 2)
    """
    if not (parts := list(samples)):
        return Undefined("no sample")
    return add_all(parts, NOTHING).scaled(Fraction(1, len(parts)))
