"""The difference between two stages of one sample, what led to it, and what gold says of it.

A stage is a bag of keyed pairs, of any hashable key; a set is a bag of ones. The difference is an
arrow that knows both its ends, so that arrows compose and have inverses.

Against gold an answer is fixed, broken, kept, still wrong, or wrong in another way (`other`). That
is judged at three levels: single edits (`by_edit`), groups of pairs such as a term (`by_group`),
samples (`stage_transition` of whether the stages match gold). Pairs are compared for equality;
where a matcher with wildcards decides, `Tally.right` reads its counts. The change and the hits
should be over one key: if F1 tells pairs apart by a reference that the delta leaves out, a sample
can be fixed unchanged.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from attrs import astuple, frozen

from measurand.algebra.bag import Bag
from measurand.algebra.order import canonical
from measurand.studies.review.choices import Interventions, Requires
from measurand.values.score import Defined, Score, Undefined

T = TypeVar("T", bound=Hashable)
EFFECTIVE_ACTIONS = frozenset({"DROP", "FLIP", "MERGE"})


def _minus(left: Bag[T], right: Bag[T]) -> Bag[T]:
    rest = {thing: count - right.counts.get(thing, 0) for thing, count in left.counts.items()}
    return Bag({thing: count for thing, count in rest.items() if count > 0})


@frozen
class StageDelta(Generic[T]):
    """An arrow from one stage to another: it knows both of its ends.

    Signed counts alone (`net`) add and negate, but they forget where they start: they cannot say
    whether two deltas meet, nor which pairs stayed. Bags (`removed`, `added`) alone have inverses
    but cancel when they are composed. The ends keep everything: `inverse` turns the arrow, `then`
    goes on from where it ended, and an arrow is zero exactly when it ends where it began. `net`
    follows along: that of a composition is the sum, that of an inverse the negative.

    >>> change = stage_delta(after=Bag.of("bc"), before=Bag.of("ab"))
    >>> change.removed, change.added, change.kept
    (Bag({'a': 1}), Bag({'c': 1}), Bag({'b': 1}))
    """

    before: Bag[T]
    after: Bag[T]

    @property
    def removed(self) -> Bag[T]:
        """Hold what the second stage has less of."""
        return _minus(self.before, self.after)

    @property
    def added(self) -> Bag[T]:
        """Hold what the second stage has more of."""
        return _minus(self.after, self.before)

    @property
    def kept(self) -> Bag[T]:
        """Hold what both stages have."""
        return _minus(self.before, self.removed)

    @property
    def net(self) -> tuple[tuple[T, int], ...]:
        """List every changed pair with its signed count, in canonical order."""
        signed = {**self.added.counts, **{x: -n for x, n in self.removed.counts.items()}}
        return tuple((pair, signed[pair]) for pair in canonical(signed))

    @property
    def size(self) -> int:
        """Count the single edits: removals and additions of one pair."""
        return len(self.removed) + len(self.added)

    @property
    def is_zero(self) -> bool:
        """Tell whether it ends where it began."""
        return self.before == self.after

    def inverse(self) -> "StageDelta[T]":
        """Go back.

        >>> stage_delta(after=Bag.of("b"), before=Bag.of("a")).inverse().added
        Bag({'a': 1})
        """
        return StageDelta(before=self.after, after=self.before)

    def then(self, following: "StageDelta[T]") -> "StageDelta[T]":
        """Go on to a third stage.

        >>> one, two, three = Bag.of("a"), Bag.of("ab"), Bag.of("b")
        >>> stage_delta(two, one).then(stage_delta(three, two)) == stage_delta(three, one)
        True

        Raises ValueError where the second delta does not begin at the end of this one.
        """
        if self.after != following.before:
            message = (
                "a delta goes on from where the other ended: "
                f"got {following.before} after {self.after}"
            )
            raise ValueError(message)
        return StageDelta(before=self.before, after=following.after)


def stage_delta(after: Bag[T], before: Bag[T]) -> StageDelta[T]:
    """Subtract the earlier stage from the later one.

    >>> stage_delta(after=Bag.of("aa"), before=Bag.of("a")).net
    (('a', 1),)
    """
    return StageDelta(before=before, after=after)


class ChangeType(Enum):
    """Whether a review led to what changed."""

    NONE = "none"
    GUIDED = "guided_by_review"
    UNGUIDED = "unguided"


def intervened(actions: Iterable[str], counted: Interventions) -> bool:
    """Tell whether an action that counts was taken; letter case does not matter.

    >>> [intervened(["KEEP"], counted) for counted in Interventions]
    [True, False]
    """
    names = [action.strip().upper() for action in actions]
    if counted is Interventions.EFFECTIVE:
        names = [name for name in names if name in EFFECTIVE_ACTIONS]
    return bool(names)


def change_type(
    actions: Iterable[str],
    *,
    changed: bool,
    counted: Interventions,
    requires_changed: Requires,
) -> ChangeType:
    """Name a change by the actions of review and arbitration that were taken on its sample.

    >>> change_type(
    ...     ["FLIP"],
    ...     changed=True,
    ...     counted=Interventions.ANY,
    ...     requires_changed=Requires.YES,
    ... )
    <ChangeType.GUIDED: 'guided_by_review'>
    """
    if not changed and requires_changed is Requires.YES:
        return ChangeType.NONE
    if intervened(actions, counted):
        return ChangeType.GUIDED
    return ChangeType.UNGUIDED if changed else ChangeType.NONE


K = TypeVar("K", bound=Hashable)


class StageTransition(Enum):
    """What became of an answer between two stages."""

    FIXED = "fixed"
    BROKEN = "broken"
    KEPT = "kept"
    STILL = "still"
    OTHER = "other"


def stage_transition(*, was_right: bool, is_right: bool, changed: bool) -> StageTransition:
    """Judge an answer by whether it was right and is right; the change tells two wrongs apart.

    Wrong twice is `STILL` when the answer stayed and `OTHER` when one wrong answer replaced
    another: both are wrong still where only four transitions are told apart.

    >>> stage_transition(was_right=False, is_right=False, changed=True)
    <StageTransition.OTHER: 'other'>
    """
    match was_right, is_right:
        case False, True:
            return StageTransition.FIXED
        case True, False:
            return StageTransition.BROKEN
        case True, True:
            return StageTransition.KEPT
        case _:
            return StageTransition.OTHER if changed else StageTransition.STILL


@frozen
class TransitionCounts:
    """How many answers made each transition; counts add.

    >>> one, two = [StageTransition.FIXED, StageTransition.KEPT], [StageTransition.OTHER]
    >>> transition_counts(one) + transition_counts(two)
    TransitionCounts(fixed=1, broken=0, kept=1, still=0, other=1)
    """

    fixed: int = 0
    broken: int = 0
    kept: int = 0
    still: int = 0
    other: int = 0

    def __add__(self, more: "TransitionCounts") -> "TransitionCounts":
        """Pool two groups of answers."""
        return TransitionCounts(*(a + b for a, b in zip(astuple(self), astuple(more), strict=True)))

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

        >>> fixed, broken, still = (StageTransition(one) for one in ("fixed", "broken", "still"))
        >>> transition_counts([fixed, fixed, broken, still]).net_gain()
        Defined(value=Fraction(1, 4))
        """
        judged = self.size if over is None else over
        if not judged:
            return Undefined("no sample was judged")
        return Defined(Fraction(self.fixed - self.broken, judged))


def transition_counts(transitions: Iterable[StageTransition]) -> TransitionCounts:
    """Count transitions.

    >>> transition_counts([StageTransition.BROKEN]).broken
    1
    """
    return TransitionCounts(
        **{one.value: count for one, count in Bag.of(transitions).counts.items()}
    )


@frozen
class Partition(Generic[K]):
    """Every answer under exactly one transition."""

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
    def counts(self) -> TransitionCounts:
        """Count each part."""
        parts = (self.fixed, self.broken, self.kept, self.still, self.other)
        return TransitionCounts(*(len(part) for part in parts))


def _split(bag: Bag[T], key: Callable[[T], K]) -> Mapping[K, Bag[T]]:
    parts: dict[K, dict[T, int]] = {}
    for thing, count in bag.counts.items():
        parts.setdefault(key(thing), {})[thing] = count
    return {name: Bag(part) for name, part in parts.items()}


def by_group(change: StageDelta[T], gold: Bag[T], key: Callable[[T], K]) -> Partition[K]:
    """Judge every group of pairs once: right where the stage says of the group just what gold says.

    The key chooses the level: a pair itself, its term, or one constant for the whole sample. A
    group is in the change set exactly when the stages differ in it.

    >>> from measurand.studies.review.stage_transitions import stage_delta
    >>> gold, one, two = ([("food", p)] for p in ("positive", "negative", "neutral"))
    >>> by_group(stage_delta(Bag.of(two), Bag.of(one)), Bag.of(gold), lambda pair: pair[0]).other
    Bag({'food': 1})
    """
    nothing: Bag[T] = Bag({})
    sides = [_split(bag, key) for bag in (change.before, change.after, gold)]
    groups: dict[StageTransition, list[K]] = {one: [] for one in StageTransition}
    for name in set().union(*sides):
        before, after, truth = (side.get(name, nothing) for side in sides)
        verdict = stage_transition(
            was_right=before == truth, is_right=after == truth, changed=before != after
        )
        groups[verdict].append(name)
    return Partition(*(Bag.of(groups[one]) for one in StageTransition))


def by_edit(change: StageDelta[T], gold: Bag[T]) -> Partition[T]:
    """Judge every single place of a pair: a copy that a stage or gold has, first copies first.

    A place is right in a stage that has it exactly if gold has it. So it is fixed by removing what
    is not gold or adding what is, broken by the reverse, kept if it is a hit twice, still wrong if
    it is missing or too much twice. A place has two states only, so changing it changes whether it
    is right: `other` is empty, and fixed and broken together are the single edits of the delta.

    >>> from measurand.studies.review.stage_transitions import stage_delta
    >>> by_edit(stage_delta(Bag.of("bc"), Bag.of("ab")), Bag.of("bcd")).counts
    TransitionCounts(fixed=2, broken=0, kept=1, still=1, other=0)
    """
    places: dict[StageTransition, dict[T, int]] = {one: {} for one in StageTransition}
    for pair in {**change.before.counts, **change.after.counts, **gold.counts}:
        before, after, truth = (
            bag.counts.get(pair, 0) for bag in (change.before, change.after, gold)
        )
        # Walking from before to after, the steps towards the truth come first.
        nearest = sorted((before, truth, after))[1]
        places[StageTransition.FIXED][pair] = abs(nearest - before)
        places[StageTransition.BROKEN][pair] = abs(after - nearest)
        places[StageTransition.KEPT][pair] = min(before, after, truth)
        places[StageTransition.STILL][pair] = max(
            truth - max(before, after), min(before, after) - truth, 0
        )
    return Partition(*(Bag(places[one]) for one in StageTransition))
