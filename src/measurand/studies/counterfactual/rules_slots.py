"""Rules about slots: what a frame should say and does not."""

from typing import ClassVar

from attrs import frozen

from measurand.studies.counterfactual.parts import Part
from measurand.studies.counterfactual.rules import Broken, Look, Outcome, Rule, graded, threshold
from measurand.values.frames import UNSPECIFIED


@frozen(kw_only=True)
class NoSide(Rule):
    """M1.0: a positive frame names no side.

    >>> NoSide().severity
    1
    """

    id: ClassVar[str] = "M1.0"
    severity: int = graded(1)

    def parts(self) -> frozenset[Part]:
        """Name nothing besides the frames."""
        return frozenset()

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        if not look.positive or look.frame.laterality != UNSPECIFIED:
            return None
        return Broken("a positive frame names no side")


@frozen(kw_only=True)
class NoFinding(Rule):
    """M1.1: a frame of whatever polarity names no finding.

    `words`, in lower case, are names that say nothing.

    >>> NoFinding().words
    ('', 'unknown', 'unspecified')
    """

    id: ClassVar[str] = "M1.1"
    words: tuple[str, ...] = ("", "unknown", UNSPECIFIED)

    def parts(self) -> frozenset[Part]:
        """Name nothing besides the frames."""
        return frozenset()

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        if look.frame.finding.lower() not in self.words:
            return None
        return Broken("a frame names no finding")


@frozen(kw_only=True)
class LowConfidence(Rule):
    """M1.2: a frame that was not refused has a low confidence, whatever its polarity.

    Refused frames keep this rule even where refused frames are judged.

    >>> LowConfidence().below
    0.5
    """

    id: ClassVar[str] = "M1.2"
    severity: int = graded(1)
    below: float = threshold(0.5)

    def parts(self) -> frozenset[Part]:
        """Name nothing besides the frames."""
        return frozenset()

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        confidence = look.frame.confidence
        if look.frame.refused or confidence >= self.below:
            return None
        message = "a frame of low confidence was not refused"
        return Broken(message, (("confidence", confidence), ("below", self.below)))
