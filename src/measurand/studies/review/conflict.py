"""Terms of one scorecard that carry two polarities."""

from attrs import field, frozen

from measurand.studies.review.choices import EmptyTerm, Scope
from measurand.studies.review.lists import (
    Representatives,
)
from measurand.studies.review.number import Number
from measurand.studies.review.scorecard import Opinions, Scorecard


@frozen(kw_only=True, cache_hash=True)
class Conflict:
    """One where tuples of the same term have two polarities.

    >>> Conflict().of(Scorecard(id="1", final=()))
    0
    """

    representatives: Representatives = field(factory=Representatives)
    conflict_scope: Scope = Scope.BEFORE
    conflict_empty_term: EmptyTerm = EmptyTerm.SKIP

    def of(self, card: Scorecard) -> Number:
        """Look for a conflict in a scorecard."""
        if self.conflict_scope is Scope.AFTER:
            chosen = self.representatives.of(card)
            if isinstance(chosen, str):
                return chosen
            return int(bool(self._split(chosen)))
        bids = self.representatives.bids(card)
        return bids if isinstance(bids, str) else int(bool(self._split(bids)))

    def terms(self, card: Scorecard) -> tuple[str, ...]:
        """List the terms in conflict, before representatives are chosen; sorted.

        >>> Conflict().terms(Scorecard(id="1"))
        ()
        """
        bids = self.representatives.bids(card)
        return () if isinstance(bids, str) else self._split(bids)

    def _split(self, tuples: Opinions) -> tuple[str, ...]:
        seen: dict[str, set[str]] = {}
        for _, key, polarity in tuples:
            if polarity is not None and (key or self.conflict_empty_term is EmptyTerm.GROUP):
                seen.setdefault(key, set()).add(polarity)
        return tuple(sorted(key for key, found in seen.items() if len(found) > 1))
