"""How attention is shared out over tokens, one product and one sum at a time."""

import math

import numpy as np

from properties.oracles.cf_sample import Sample


def attention(sample: Sample, finding: str, score_bias: float = 0.0) -> list[float]:
    """Share attention out over the tokens, in single precision: softmax(E q + bias * score)."""
    single = np.float32
    query = [single(number) for number in (sample.get("relevance") or {})[finding.lower()]]
    logits: list[np.float32] = []
    for token in sample["tokens"]:
        logit = single(0)
        for number, weight in zip(token["embedding"] or [], query, strict=True):
            logit = single(logit + single(single(number) * weight))
        logits.append(single(logit + single(single(score_bias) * single(token["score"]))))
    powers = [single(math.exp(single(logit - max(logits)))) for logit in logits]
    total = single(0)
    for power in powers:
        total = single(total + power)
    return [float(single(power / total)) for power in powers]
