"""What a check against a lock finds: numbers that moved, each with its causes and their shares."""

from enum import Enum

from attrs import field, frozen

from measurand.audit.lock.effects import OptionEffect, SampleEffect
from measurand.audit.lock.lock import LockedNumber
from measurand.audit.lock.statements import Stated
from measurand.values.quantity import Quantity
from measurand.values.score import Score, Undefined
from measurand.values.verdict import Verdict, overall


class Cause(Enum):
    """Why a number is not as it was."""

    LIBRARY = "library"
    DATA = "data"
    READING = "reading"
    WHERE = "where"
    DEFINITION = "definition"
    PRINTED = "printed"
    ENVIRONMENT = "environment"
    NEW = "new"
    GONE = "gone"


@frozen
class Reason:
    """One cause in a sentence, and how far it moved the number; None where that is not known.

    >>> Reason(Cause.PRINTED, "63.3% was printed, now 63.4%").effect is None
    True
    """

    cause: Cause
    says: str
    effect: Quantity | None = None


@frozen(kw_only=True)
class Split:
    """Data and definition apart: what each does alone to the locked number, and both together.

    `definition` is None where the lock does not hold what the new definition observes.

    >>> from fractions import Fraction
    >>> Split(data=Fraction(1, 2), definition=Fraction(1, 4), both=Fraction(1)).interaction
    Fraction(1, 4)
    """

    data: Quantity | None
    definition: Quantity | None
    both: Quantity | None

    @property
    def interaction(self) -> Quantity | None:
        """Say what is left when both shares are taken from the whole."""
        if self.data is None or self.definition is None or self.both is None:
            return None
        return self.both - self.data - self.definition


@frozen(kw_only=True)
class Move:
    """One number of the lock or of the claims file, as it was and as it is.

    `reasons` follow one another from the locked number to the one of now: their effects add up to
    the move. Effects of samples are of each alone; `remainder` is what they leave of the effect of
    the data.

    >>> Move(id="1/ours/F1", verdict=Verdict.HOLDS).moved
    False
    """

    id: str
    verdict: Verdict
    before: LockedNumber | None = None
    now: LockedNumber | None = None
    reasons: tuple[Reason, ...] = ()
    samples: tuple[SampleEffect, ...] = ()
    remainder: Quantity | None = None
    options: tuple[OptionEffect, ...] = ()
    split: Split | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def moved(self) -> bool:
        """Tell whether the number itself is another one."""
        if self.before is None or self.now is None:
            return False
        return not same(self.before.score, self.now.score)


@frozen(kw_only=True)
class Compared:
    """Every number that is locked or claimed, what the file says, and notes beside them.

    `notes` are on the environment, `sources` on files of data.

    >>> Compared(moves=()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    moves: tuple[Move, ...]
    stated: Stated = field(factory=Stated)
    notes: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Join the numbers and what the file says: without any, nothing was checked."""
        return overall((*(move.verdict for move in self.moves), self.stated.verdict))

    @property
    def findings(self) -> tuple[Move, ...]:
        """List the numbers that are not as they were locked."""
        return tuple(move for move in self.moves if move.verdict is not Verdict.HOLDS)


def same(before: Score, after: Score) -> bool:
    """Tell whether two scores are one number; two that are undefined are alike.

    >>> from fractions import Fraction
    >>> from measurand.values.score import Defined
    >>> nothing = Undefined("no sample")
    >>> same(nothing, Undefined("no class")), same(nothing, Defined(Fraction(1)))
    (True, False)
    """
    match before, after:
        case Undefined(), Undefined():
            return True
        case _:
            return before == after
