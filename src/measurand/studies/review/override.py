"""What the override of a debate did to one scorecard."""

from enum import Enum

from attrs import frozen

from measurand.metrics.options import Zero
from measurand.studies.review.number import Number
from measurand.studies.review.scorecard import Scorecard


class Overriding(Enum):
    """Which thing is counted."""

    APPLIED = "applied"
    SKIPPED_CONFLICT = "skipped_conflict"
    SKIPPED_LOW_SIGNAL = "skipped_low_signal"
    SKIPPED_ALREADY_CONFIDENT = "skipped_already_confident"


@frozen(kw_only=True, cache_hash=True)
class Overridden:
    """What the override did: one where it was applied, or how often it was skipped for a reason.

    Without a gate there is no number, or 0.

    >>> Overridden(what=Overriding.APPLIED).of(Scorecard(id="1"))
    'no override gate'
    """

    what: Overriding
    absent_gate: Zero = Zero.UNDEFINED

    def of(self, card: Scorecard) -> Number:
        """Count what the override did to a scorecard."""
        found = card.override
        if found is None:
            return 0 if self.absent_gate is Zero.ZERO else "no override gate"
        match self.what:
            case Overriding.APPLIED:
                return int(found.effective or found.applied > 0)
            case Overriding.SKIPPED_CONFLICT:
                return found.skipped_conflict
            case Overriding.SKIPPED_LOW_SIGNAL:
                return found.skipped_low_signal
            case Overriding.SKIPPED_ALREADY_CONFIDENT:
                return found.skipped_already_confident
