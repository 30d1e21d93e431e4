"""What verbs raise, each also the built-in exception that a caller expects.

>>> from measurand import score
>>> score(["a"], [], "accuracy")
Traceback (most recent call last):
measurand.errors.InvalidInputError: predicted: expected 1, as in gold, got 0 cells
"""

from measurand.edges.verbs.errors import (
    InvalidInputError,
    MeasurandError,
    UndefinedScoreError,
    UnknownArgumentError,
)

__all__ = ["InvalidInputError", "MeasurandError", "UndefinedScoreError", "UnknownArgumentError"]
