"""Rules about support: whether a positive frame cites evidence that can carry it.

Support is judged by what a frame cites: whether it cites anything, how sure and how large that is,
and whether the finding attends to it, its attention being a softmax over all tokens.
"""

from enum import Enum
from fractions import Fraction
from math import fsum
from typing import ClassVar

from attrs import field, frozen, validators

from measurand.algebra.attention import attention
from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.rules import (
    FrameView,
    Outcome,
    Rule,
    Skipped,
    Violation,
    severity_field,
    threshold,
)
from measurand.values.grounded import Token, Vector
from measurand.values.score import Undefined

_CITED_SCORES = frozenset({SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.SCORES})


@frozen(kw_only=True)
class NoCitation(Rule):
    """U1.0: a positive frame cites nothing.

    Ids of tokens that are not there are citations too, unless the reading counts only resolved
    ones: see `Citations`.

    >>> NoCitation().severity
    3
    """

    id: ClassVar[str] = "U1.0"
    reads: ClassVar[frozenset[SamplePart]] = frozenset({SamplePart.CITATIONS})
    severity: int = severity_field(3)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        if view.cited or not view.positive:
            return None
        return Violation("a positive frame cites nothing")


@frozen(kw_only=True)
class LowScore(Rule):
    """U1.1: the best score among the cited tokens of a positive frame is below a threshold.

    >>> LowScore(below=0.5).below
    0.5
    """

    id: ClassVar[str] = "U1.1"
    reads: ClassVar[frozenset[SamplePart]] = _CITED_SCORES
    below: float = threshold(0.35)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        best = max((token.score for token in view.tokens), default=self.below)
        if not view.positive or best >= self.below:
            return None
        message = "every cited token has a low score"
        return Violation(message, (("best_score", best), ("below", self.below)))


@frozen(kw_only=True)
class HighUncertainty(Rule):
    """U1.2: the least uncertainty among the cited tokens of a positive frame is above a threshold.

    >>> HighUncertainty().above
    0.7
    """

    id: ClassVar[str] = "U1.2"
    reads: ClassVar[frozenset[SamplePart]] = _CITED_SCORES
    above: float = threshold(0.7)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        least = min((token.uncertainty for token in view.tokens), default=self.above)
        if not view.positive or least <= self.above:
            return None
        message = "every cited token is uncertain"
        return Violation(message, (("least_uncertainty", least), ("above", self.above)))


@frozen(kw_only=True)
class LittleVolume(Rule):
    """U1.3: the cited cells of a positive frame are a small share of the volume.

    A cell of a level is 8**-level of the volume; shares add up even where cells overlap.

    >>> LittleVolume().below
    0.05
    """

    id: ClassVar[str] = "U1.3"
    reads: ClassVar[frozenset[SamplePart]] = frozenset(
        {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.LEVELS}
    )
    severity: int = severity_field(1)
    below: float = threshold(0.05)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        share = sum((Fraction(1, 8**token.cell.level) for token in view.tokens), Fraction(0))
        if not view.positive or not view.tokens or share >= self.below:
            return None
        message = "the cited cells are a small share of the volume"
        return Violation(message, (("share", float(share)), ("below", self.below)))


@frozen(kw_only=True)
class Dangling(Rule):
    """D1.0: a frame, of whatever polarity, cites tokens that are not there.

    >>> Dangling().severity
    2
    """

    id: ClassVar[str] = "D1.0"
    reads: ClassVar[frozenset[SamplePart]] = frozenset({SamplePart.CITATIONS, SamplePart.TOKENS})

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        unknown = sorted({one for one in view.frame.cited if view.sample.token(one) is None})
        if not unknown:
            return None
        return Violation("a frame cites tokens that are not there", (("tokens", tuple(unknown)),))


class Unembedded(Enum):
    """What one token without an embedding does: it turns the rule off, or gets no attention."""

    SKIP_RULE = "skip_rule"
    NO_ATTENTION = "no_attention"


class Ties(Enum):
    """Which of equally attended tokens are among the first k: the earlier ones, or all of them."""

    FIRST = "first"
    SHARED = "shared"


@frozen(kw_only=True)
class Relevance(Rule):
    """U1.4: the cited tokens of a positive frame get too little of the attention of its finding.

    Attention is a softmax over all tokens of embedding . query + score_bias * score, in 32-bit
    floats; the sample gives the query. With n citations, `recall` is the share of the cited tokens
    that are among the n most attended ones, `mass` the attention that the citations get, both in
    [0, 1] unless a token counts as often as it is cited. A frame needs at least both thresholds.
    The rule is skipped, with its reason, where there is no query or no embedding.

    >>> Relevance(recall=1.0, mass=0.1).score_bias
    0.0

    Raises ValueError for a threshold outside [0, 1].
    """

    id: ClassVar[str] = "U1.4"
    reads: ClassVar[frozenset[SamplePart]] = frozenset(
        {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.EMBEDDINGS}
    )
    recall: float = field(default=0.5, validator=[validators.ge(0), validators.le(1)])
    mass: float = field(default=0.2, validator=[validators.ge(0), validators.le(1)])
    score_bias: float = threshold(0.0)
    unembedded: Unembedded = Unembedded.SKIP_RULE
    ties: Ties = Ties.FIRST

    def parts(self) -> frozenset[SamplePart]:
        """Name the citations and what attention is made of."""
        return self.reads | {SamplePart.SCORES} if self.score_bias else self.reads

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        if not view.positive or not view.tokens:
            return None
        match self._attention(view):
            case Undefined(reason):
                return Skipped(reason)
            case weights:
                return self._judged([token.id for token in view.tokens], weights)

    def _attention(self, view: FrameView) -> dict[int, float] | Undefined:
        tokens, vectors = _embedded(view.sample.tokens)
        if len(tokens) < len(view.sample.tokens) and (
            self.unembedded is Unembedded.SKIP_RULE or not tokens
        ):
            bare = next(token for token in view.sample.tokens if token.embedding is None)
            return Undefined(f"token {bare.id} has no embedding")
        query = view.sample.query(view.frame.finding)
        if query is None:
            return Undefined(f"no query vector for {view.frame.finding!r}")
        if len(query) != len(vectors[0]):
            lengths = f"{len(query)} numbers, the embeddings {len(vectors[0])}"
            return Undefined(f"the query vector for {view.frame.finding!r} has {lengths}")
        scores = tuple(token.score for token in tokens)
        shares = attention(vectors, query, scores, self.score_bias)
        if isinstance(shares, Undefined):
            return shares
        return {token.id: share for token, share in zip(tokens, shares, strict=True)}

    def _judged(self, cited: list[int], weights: dict[int, float]) -> Outcome:
        first = self._first(min(len(cited), len(weights)), weights)
        distinct = frozenset(cited)
        recall = Fraction(len(distinct & first), len(distinct))
        mass = fsum(weights.get(one, 0.0) for one in cited)
        if recall >= self.recall and mass >= self.mass:
            return None
        return Violation(
            "the cited tokens get little attention for this finding",
            (
                ("recall", float(recall)),
                ("mass", mass),
                ("least_recall", self.recall),
                ("least_mass", self.mass),
            ),
        )

    def _first(self, many: int, weights: dict[int, float]) -> frozenset[int]:
        """Name the most attended tokens; the sort keeps the order of equal ones."""
        ranked = sorted(weights, key=lambda one: -weights[one])
        if self.ties is Ties.FIRST:
            return frozenset(ranked[:many])
        least = weights[ranked[many - 1]]
        return frozenset(one for one, share in weights.items() if share >= least)


def _embedded(tokens: tuple[Token, ...]) -> tuple[list[Token], tuple[Vector, ...]]:
    pairs = [(token, token.embedding) for token in tokens if token.embedding is not None]
    return [token for token, _ in pairs], tuple(vector for _, vector in pairs)
