"""Whether cited tokens are those that a finding attends to: the numbers behind rule U1.4."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from properties.oracles.cf_attention import attention
from properties.oracles.cf_sample import FrameRow, Sample, TokenRow, resolved


def attended(sample: Sample, unembedded: str) -> list[TokenRow]:
    """List the tokens that share the attention: all, or those that have an embedding."""
    if unembedded == "skip_rule":
        return sample["tokens"]
    return [token for token in sample["tokens"] if token["embedding"] is not None]


def no_relevance(sample: Sample, frame: FrameRow, ids: Sequence[int], unembedded: str) -> str:
    """Say why the relevance of citations cannot be told; "" where it can.

    A token without an embedding stops it (skip_rule), or gets no attention (no_attention): then it
    is stopped only where no token has one.
    """
    if not sample["tokens"]:
        return "no tokens"
    if not resolved(sample, ids):
        return "no cited token is there"
    tokens = attended(sample, unembedded)
    if not tokens or any(token["embedding"] is None for token in tokens):
        return "a token without an embedding"
    if frame["finding"].lower() not in (sample.get("relevance") or {}):
        return "no query"
    return ""


def relevance(
    sample: Sample,
    frame: FrameRow,
    ids: Sequence[int],
    *,
    score_bias: float = 0.0,
    unembedded: str = "skip_rule",
    ties: str = "first",
) -> tuple[Fraction, float]:
    """Find which share of the cited tokens is among the most attended, and their attention.

    Of tokens with equal attention the earlier one is the more attended (first), or all of them are
    among the most attended where one is (shared).
    """
    tokens = attended(sample, unembedded)
    narrow = Sample(**{**sample, "tokens": tokens})
    shares = attention(narrow, frame["finding"], score_bias)
    by_id = {token["token_id"]: share for token, share in zip(tokens, shares, strict=True)}
    cited = [token["token_id"] for token in resolved(sample, ids)]
    k = min(max(len(cited), 1), len(tokens))
    ranked = sorted(range(len(tokens)), key=lambda at: (-shares[at], at))
    top = {tokens[at]["token_id"] for at in ranked[:k]}
    if ties == "shared":
        least = shares[ranked[k - 1]]
        top = {one for one, share in by_id.items() if share >= least}
    mass = np.float32(0)
    for one in cited:
        mass = np.float32(mass + np.float32(by_id.get(one, 0.0)))
    return Fraction(len(set(cited) & top), len(set(cited))), float(mass)
