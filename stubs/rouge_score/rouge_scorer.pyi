from collections.abc import Sequence
from typing import NamedTuple

class Score(NamedTuple):
    precision: float
    recall: float
    fmeasure: float

class RougeScorer:
    def __init__(self, rouge_types: Sequence[str], use_stemmer: bool = False) -> None: ...
    def score(self, target: str, prediction: str) -> dict[str, Score]: ...
    def score_multi(self, targets: Sequence[str], prediction: str) -> dict[str, Score]: ...
