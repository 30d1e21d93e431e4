"""The metrics of the study: what they are called, which way is worse, what they read."""

from enum import Enum

from measurand.studies.counterfactual.grounding import NAMES as GROUNDING

RELEVANCE_RATE, FULL_RATE, OVERCLAIM_RATE = (
    "unsupported_rate",
    "unsupported_rate_full",
    "overclaim_rate",
)
RATES = (RELEVANCE_RATE, FULL_RATE, OVERCLAIM_RATE)
FRAME_F1, BLEU, ROUGE_L = "frame_f1", "bleu", "rougeL"
NAMES = (*GROUNDING, *RATES, FRAME_F1, BLEU, ROUGE_L)
"""Every metric, in the order of the tables."""

TESTED = ("iou_union", "iou_max", RELEVANCE_RATE, OVERCLAIM_RATE, FRAME_F1, BLEU, ROUGE_L)
"""The metrics that the seed document tests: one family of five transforms each."""


class Orientation(Enum):
    """Which way a difference is taken, so that faithful answers make it positive."""

    FALLS = "orig - cf"
    RISES = "cf - orig"


def orientation(metric: str) -> Orientation:
    """Say which way a metric is expected to move: rates of issues rise, everything else falls.

    >>> orientation("overclaim_rate").value, orientation("iou_max").value
    ('cf - orig', 'orig - cf')
    """
    return Orientation.RISES if metric in RATES else Orientation.FALLS
