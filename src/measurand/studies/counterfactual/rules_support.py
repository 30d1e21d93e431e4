"""Rules about support: whether a positive frame cites evidence that can carry it."""

from fractions import Fraction
from typing import ClassVar

from attrs import frozen

from measurand.studies.counterfactual.parts import Part
from measurand.studies.counterfactual.rules import Broken, Look, Outcome, Rule, graded, threshold

_CITED_SCORES = frozenset({Part.CITATIONS, Part.TOKENS, Part.SCORES})


@frozen(kw_only=True)
class NoCitation(Rule):
    """U1.0: a positive frame cites nothing.

    Ids of tokens that are not there are citations too, unless the reading counts only resolved
    ones: see `Citations`.

    >>> NoCitation().severity
    3
    """

    id: ClassVar[str] = "U1.0"
    severity: int = graded(3)

    def parts(self) -> frozenset[Part]:
        """Name the citations."""
        return frozenset({Part.CITATIONS})

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        if look.cited or not look.positive:
            return None
        return Broken("a positive frame cites nothing")


@frozen(kw_only=True)
class LowScore(Rule):
    """U1.1: the best score among the cited tokens of a positive frame is below a threshold.

    >>> LowScore(below=0.5).below
    0.5
    """

    id: ClassVar[str] = "U1.1"
    below: float = threshold(0.35)

    def parts(self) -> frozenset[Part]:
        """Name the citations and the scores behind them."""
        return _CITED_SCORES

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        best = max((token.score for token in look.tokens), default=self.below)
        if not look.positive or best >= self.below:
            return None
        message = "every cited token has a low score"
        return Broken(message, (("best_score", best), ("below", self.below)))


@frozen(kw_only=True)
class HighUncertainty(Rule):
    """U1.2: the least uncertainty among the cited tokens of a positive frame is above a threshold.

    >>> HighUncertainty().above
    0.7
    """

    id: ClassVar[str] = "U1.2"
    above: float = threshold(0.7)

    def parts(self) -> frozenset[Part]:
        """Name the citations and the uncertainties behind them."""
        return _CITED_SCORES

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        least = min((token.uncertainty for token in look.tokens), default=self.above)
        if not look.positive or least <= self.above:
            return None
        message = "every cited token is uncertain"
        return Broken(message, (("least_uncertainty", least), ("above", self.above)))


@frozen(kw_only=True)
class LittleVolume(Rule):
    """U1.3: the cited cells of a positive frame are a small share of the volume.

    A cell of a level is 8**-level of the volume; shares add up even where cells overlap.

    >>> LittleVolume().below
    0.05
    """

    id: ClassVar[str] = "U1.3"
    severity: int = graded(1)
    below: float = threshold(0.05)

    def parts(self) -> frozenset[Part]:
        """Name the citations and the levels of their cells."""
        return frozenset({Part.CITATIONS, Part.TOKENS, Part.LEVELS})

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        share = sum((Fraction(1, 8**token.cell.level) for token in look.tokens), Fraction(0))
        if not look.positive or not look.tokens or share >= self.below:
            return None
        message = "the cited cells are a small share of the volume"
        return Broken(message, (("share", float(share)), ("below", self.below)))


@frozen(kw_only=True)
class Dangling(Rule):
    """D1.0: a frame, of whatever polarity, cites tokens that are not there.

    >>> Dangling().severity
    2
    """

    id: ClassVar[str] = "D1.0"

    def parts(self) -> frozenset[Part]:
        """Name the citations and the tokens that there are."""
        return frozenset({Part.CITATIONS, Part.TOKENS})

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        unknown = sorted({one for one in look.frame.cited if look.sample.token(one) is None})
        if not unknown:
            return None
        return Broken("a frame cites tokens that are not there", (("tokens", tuple(unknown)),))
