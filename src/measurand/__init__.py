"""Evaluation metrics as values, and an auditor of published numbers.

Importing this loads neither numpy nor scipy nor cattrs: what is heavy loads when it is first used.
"""

from measurand.evidence.observation import Observation
from measurand.evidence.pairs import Pairs, pairs
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.finalise import Finaliser, evaluate, score
from measurand.metrics.grammar import SignatureError
from measurand.metrics.signature import parse, signature
from measurand.values.items import Slots, Span
from measurand.values.printed import Printed
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Defined, Score, Undefined

__all__ = [
    "Defined",
    "Definition",
    "Finaliser",
    "Observation",
    "Pairs",
    "Pool",
    "Printed",
    "Sample",
    "Score",
    "SignatureError",
    "Similarity",
    "Slots",
    "Span",
    "Undefined",
    "evaluate",
    "observing",
    "pairs",
    "parse",
    "pool",
    "score",
    "signature",
]
