"""Evaluation metrics as values, and an auditor of published numbers.

Importing this loads nothing else: each name loads what it needs when it is first used. So nothing
waits for metrics that are not used, as a run of pytest in a project where the plugin is installed.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
else:
    _HOMES = {
        "Defined": "measurand.values.score",
        "FORMATS": "measurand.edges.files.formats",
        "Definition": "measurand.metrics.definitions",
        "Finaliser": "measurand.metrics.finalise",
        "Observation": "measurand.evidence.observation",
        "Pairs": "measurand.evidence.pairs",
        "Pool": "measurand.evidence.pool",
        "Printed": "measurand.values.printed",
        "Sample": "measurand.values.sample",
        "Score": "measurand.values.score",
        "SignatureError": "measurand.metrics.grammar",
        "Similarity": "measurand.values.sample",
        "Slots": "measurand.values.items",
        "Span": "measurand.values.items",
        "Undefined": "measurand.values.score",
        "evaluate": "measurand.metrics.finalise",
        "observing": "measurand.metrics.definitions",
        "pairs": "measurand.evidence.pairs",
        "parse": "measurand.metrics.signature",
        "pool": "measurand.evidence.pool",
        "score": "measurand.metrics.finalise",
        "signature": "measurand.metrics.signature",
    }

    def __getattr__(name: str) -> object:
        """Load a name from where it is defined."""
        if name not in _HOMES:
            message = f"module 'measurand' has no attribute {name!r}"
            raise AttributeError(message)
        from importlib import import_module

        globals()[name] = getattr(import_module(_HOMES[name]), name)
        return globals()[name]

    def __dir__() -> list[str]:
        """List the public names, whether they are loaded or not."""
        return sorted({*globals(), *__all__})


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
