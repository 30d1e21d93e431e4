"""What gold says of the change between two stages: fixed, broken, kept, still wrong, other.

At three levels: single edits (`by_edit`), groups of pairs such as a term (`by_group`), samples
(`fate` of whether the stages match gold). Pairs are compared for equality; where a matcher with
wildcards decides, `right` reads its counts. The change and the hits should be over one key: if F1
tells pairs apart by a reference that the delta leaves out, a sample can be fixed unchanged.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from attrs import astuple, frozen

from measurand.algebra.bag import Bag
from measurand.studies.review.delta import StageDelta
from measurand.values.score import Defined, Score, Undefined

T = TypeVar("T", bound=Hashable)
K = TypeVar("K", bound=Hashable)


class Fate(Enum):
    """What became of an answer between two stages."""

    FIXED = "fixed"
    BROKEN = "broken"
    KEPT = "kept"
    STILL = "still"
    OTHER = "other"


def fate(*, was_right: bool, is_right: bool, changed: bool) -> Fate:
    """Judge an answer by whether it was right and is right; the change tells two wrongs apart.

    Wrong twice is `STILL` when the answer stayed and `OTHER` when one wrong answer replaced
    another: both are wrong still where only four fates are told apart.

    >>> fate(was_right=False, is_right=False, changed=True)
    <Fate.OTHER: 'other'>
    """
    match was_right, is_right:
        case False, True:
            return Fate.FIXED
        case True, False:
            return Fate.BROKEN
        case True, True:
            return Fate.KEPT
        case _:
            return Fate.OTHER if changed else Fate.STILL


@frozen
class Flow:
    """How many answers met each fate; flows add.

    >>> flow([Fate.FIXED, Fate.KEPT]) + flow([Fate.OTHER])
    Flow(fixed=1, broken=0, kept=1, still=0, other=1)
    """

    fixed: int = 0
    broken: int = 0
    kept: int = 0
    still: int = 0
    other: int = 0

    def __add__(self, more: "Flow") -> "Flow":
        """Pool two flows."""
        return Flow(*(a + b for a, b in zip(astuple(self), astuple(more), strict=True)))

    @property
    def size(self) -> int:
        """Count all answers."""
        return self.fixed + self.broken + self.kept + self.still + self.other

    @property
    def wrong_twice(self) -> int:
        """Count the answers that were wrong before and after, changed or not."""
        return self.still + self.other

    def net_gain(self, over: int | None = None) -> Score:
        """Subtract the broken share from the fixed share, of all judged answers or of `over`.

        >>> flow([Fate.FIXED, Fate.FIXED, Fate.BROKEN, Fate.STILL]).net_gain()
        Defined(value=Fraction(1, 4))
        """
        whole = self.size if over is None else over
        if not whole:
            return Undefined("no sample was judged")
        return Defined(Fraction(self.fixed - self.broken, whole))


def flow(fates: Iterable[Fate]) -> Flow:
    """Count fates.

    >>> flow([Fate.BROKEN]).broken
    1
    """
    return Flow(**{one.value: count for one, count in Bag.of(fates).counts.items()})


@frozen
class Partition(Generic[K]):
    """Every answer under exactly one fate."""

    fixed: Bag[K]
    broken: Bag[K]
    kept: Bag[K]
    still: Bag[K]
    other: Bag[K]

    @property
    def changed(self) -> Bag[K]:
        """Hold the change set: what is fixed, broken or wrong in another way."""
        return self.fixed + self.broken + self.other

    @property
    def flow(self) -> Flow:
        """Count each part."""
        parts = (self.fixed, self.broken, self.kept, self.still, self.other)
        return Flow(*(len(part) for part in parts))


def _split(bag: Bag[T], key: Callable[[T], K]) -> Mapping[K, Bag[T]]:
    parts: dict[K, dict[T, int]] = {}
    for thing, count in bag.counts.items():
        parts.setdefault(key(thing), {})[thing] = count
    return {name: Bag(part) for name, part in parts.items()}


def by_group(change: StageDelta[T], gold: Bag[T], key: Callable[[T], K]) -> Partition[K]:
    """Judge every group of pairs once: right where the stage says of the group just what gold says.

    The key chooses the level: a pair itself, its term, or one constant for the whole sample. A
    group is in the change set exactly when the stages differ in it.

    >>> from measurand.studies.review.delta import delta
    >>> gold, one, two = ([("food", p)] for p in ("positive", "negative", "neutral"))
    >>> by_group(delta(Bag.of(two), Bag.of(one)), Bag.of(gold), lambda pair: pair[0]).other
    Bag({'food': 1})
    """
    nothing: Bag[T] = Bag({})
    sides = [_split(bag, key) for bag in (change.before, change.after, gold)]
    found: dict[Fate, list[K]] = {one: [] for one in Fate}
    for name in set().union(*sides):
        before, after, truth = (side.get(name, nothing) for side in sides)
        verdict = fate(was_right=before == truth, is_right=after == truth, changed=before != after)
        found[verdict].append(name)
    return Partition(*(Bag.of(found[one]) for one in Fate))


def by_edit(change: StageDelta[T], gold: Bag[T]) -> Partition[T]:
    """Judge every single place of a pair: a copy that a stage or gold has, first copies first.

    A place is right in a stage that has it exactly if gold has it. So it is fixed by removing what
    is not gold or adding what is, broken by the reverse, kept if it is a hit twice, still wrong if
    it is missing or too much twice. A place has two states only, so changing it changes whether it
    is right: `other` is empty, and fixed and broken together are the single edits of the delta.

    >>> from measurand.studies.review.delta import delta
    >>> by_edit(delta(Bag.of("bc"), Bag.of("ab")), Bag.of("bcd")).flow
    Flow(fixed=2, broken=0, kept=1, still=1, other=0)
    """
    found: dict[Fate, dict[T, int]] = {one: {} for one in Fate}
    for pair in {**change.before.counts, **change.after.counts, **gold.counts}:
        before, after, truth = (
            bag.counts.get(pair, 0) for bag in (change.before, change.after, gold)
        )
        # Walking from before to after, the steps towards the truth come first.
        nearest = sorted((before, truth, after))[1]
        found[Fate.FIXED][pair] = abs(nearest - before)
        found[Fate.BROKEN][pair] = abs(after - nearest)
        found[Fate.KEPT][pair] = min(before, after, truth)
        found[Fate.STILL][pair] = max(truth - max(before, after), min(before, after) - truth, 0)
    return Partition(*(Bag(found[one]) for one in Fate))
