"""The door to softmax attention as a generator computes it, in 32-bit floats."""

from functools import lru_cache

from measurand.values.score import Undefined

_KEPT = 64

Vectors = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=_KEPT)
def attention(
    embeddings: Vectors, query: tuple[float, ...], scores: tuple[float, ...], bias: float = 0.0
) -> tuple[float, ...] | Undefined:
    """Share attention among tokens: softmax of embedding . query + bias * score.

    `embeddings` has a row for each token, as long as the query; `scores` a number for each. Inputs,
    logits and shares are 32-bit floats; between these the sums are 64 bits wide, so that no share
    depends on the machine beyond its last bit. The shares add up to 1. Undefined where there is no
    token, or a number does not fit in 32 bits.

    >>> attention(((1.0, 0.0), (1.0, 0.0)), (0.5, 2.0), (0.1, 0.9))
    (0.5, 0.5)

    Raises ValueError where the lengths do not fit.
    """
    if not embeddings:
        return Undefined("no token")
    wide = {len(row) for row in embeddings} | {len(query)}
    if len(wide) > 1 or len(scores) != len(embeddings):
        message = f"embeddings as long as the query: got {min(wide)} and {max(wide)} numbers"
        raise ValueError(message)
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore"):
        rows = np.array(embeddings, dtype=np.float64).astype(np.float32).astype(np.float64)
        query32 = np.array(query, dtype=np.float64).astype(np.float32).astype(np.float64)
        logits = (rows @ query32).astype(np.float32)
        if bias:
            scores32 = np.array(scores, dtype=np.float64).astype(np.float32)
            logits += np.array([bias], dtype=np.float64).astype(np.float32) * scores32
        if not np.isfinite(logits).all():
            return Undefined("embeddings or scores are too large for 32-bit floats")
        shares = np.exp((logits - logits.max()).astype(np.float64))
        shares = (shares / shares.sum()).astype(np.float32)
    return tuple(float(share) for share in shares)
