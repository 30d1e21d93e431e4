"""The difference between two stages of one sample, and whether a review led to it.

A stage is a bag of keyed pairs, of any hashable key; a set is a bag of ones.
"""

from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Generic, TypeVar

from attrs import frozen

from measurand.algebra.bag import Bag
from measurand.algebra.order import canonical
from measurand.studies.review.choices import Interventions, Requires

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

    >>> change = delta(after=Bag.of("bc"), before=Bag.of("ab"))
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

        >>> delta(after=Bag.of("b"), before=Bag.of("a")).inverse().added
        Bag({'a': 1})
        """
        return StageDelta(before=self.after, after=self.before)

    def then(self, following: "StageDelta[T]") -> "StageDelta[T]":
        """Go on to a third stage.

        >>> one, two, three = Bag.of("a"), Bag.of("ab"), Bag.of("b")
        >>> delta(two, one).then(delta(three, two)) == delta(three, one)
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


def delta(after: Bag[T], before: Bag[T]) -> StageDelta[T]:
    """Subtract the earlier stage from the later one.

    >>> delta(after=Bag.of("aa"), before=Bag.of("a")).net
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
