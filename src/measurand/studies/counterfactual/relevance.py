"""The rule about relevance: whether the cited tokens are those that the finding attends to."""

from enum import Enum
from fractions import Fraction
from math import fsum
from typing import ClassVar

from attrs import field, frozen, validators

from measurand.algebra.attention import attention
from measurand.studies.counterfactual.parts import Part
from measurand.studies.counterfactual.rules import Broken, Look, Outcome, Rule, Skipped, threshold
from measurand.values.grounded import Token, Vector
from measurand.values.score import Undefined


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
    recall: float = field(default=0.5, validator=[validators.ge(0), validators.le(1)])
    mass: float = field(default=0.2, validator=[validators.ge(0), validators.le(1)])
    score_bias: float = threshold(0.0)
    unembedded: Unembedded = Unembedded.SKIP_RULE
    ties: Ties = Ties.FIRST

    def parts(self) -> frozenset[Part]:
        """Name the citations and what attention is made of."""
        read = frozenset({Part.CITATIONS, Part.TOKENS, Part.EMBEDDINGS})
        return read | {Part.SCORES} if self.score_bias else read

    def broken(self, look: Look) -> Outcome:
        """Judge one frame."""
        if not look.positive or not look.tokens:
            return None
        match self._attention(look):
            case Undefined(reason):
                return Skipped(reason)
            case weights:
                return self._judged([token.id for token in look.tokens], weights)

    def _attention(self, look: Look) -> dict[int, float] | Undefined:
        tokens, vectors = _embedded(look.sample.tokens)
        if len(tokens) < len(look.sample.tokens) and (
            self.unembedded is Unembedded.SKIP_RULE or not tokens
        ):
            bare = next(token for token in look.sample.tokens if token.embedding is None)
            return Undefined(f"token {bare.id} has no embedding")
        query = look.sample.query(look.frame.finding)
        if query is None:
            return Undefined(f"no query vector for {look.frame.finding!r}")
        if len(query) != len(vectors[0]):
            lengths = f"{len(query)} numbers, the embeddings {len(vectors[0])}"
            return Undefined(f"the query vector for {look.frame.finding!r} has {lengths}")
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
        return Broken(
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
