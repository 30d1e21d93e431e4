"""The kinds of label scores: `label-score`, `declared-labels` and `weighted-labels`."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.labels.averages import AVERAGE_LAWS
from measurand.laws.kinds.labels.cases import LABEL_LAWS, Labels, LabelsCase
from measurand.laws.kinds.labels.declared import DECLARED_LAWS, DeclaredCase
from measurand.laws.kinds.labels.weighted import WEIGHTED_LAWS, WeightedCase, Weights
from measurand.laws.kinds.labels.wrong import RIGHT_LABELS, WRONG_LABELS
from measurand.laws.kinds.labels.wrong_given import (
    RIGHT_DECLARED,
    RIGHT_WEIGHTED,
    WRONG_DECLARED,
    WRONG_WEIGHTED,
)

LABEL_SCORE: Kind[[Labels, Labels], LabelsCase] = Kind(
    name="label-score",
    takes="two equally long sequences of labels, gold and predicted, and gives a number, which "
    "is 1 for gold against itself",
    claims={
        "nominal": "labels are only names: exchanging two of them on both sides changes nothing",
        "symmetric": "exchanging gold and predictions changes nothing",
        "signed": "the score may fall to -1, and may be undefined for a single label",
        "small-sample": "it is corrected for how few items there are: repeating them counts",
        "mergeable": "`batched` gives for batches what the function gives for all items",
        "lengths": "sequences of different lengths are refused",
        "undefined": "some items together may have no number: None or NaN",
        "empty=1": "no item at all scores 1",
        "empty=0": "no item at all scores 0",
        "micro": "it is accuracy, or F1 pooled over all labels",
        "macro-f1": "it is the mean of F1 over the labels that occur in gold or predictions",
        "weighted-f1": "it is the mean of F1 over labels, weighted by their gold items",
        "balanced": "it is the mean of recall over the labels in gold",
    },
    laws=(*LABEL_LAWS, *AVERAGE_LAWS),
    apart=(
        frozenset({"empty=1", "empty=0"}),
        frozenset({"micro", "signed"}),
        frozenset({"macro-f1", "signed"}),
        frozenset({"symmetric", "weighted-f1"}),
        frozenset({"symmetric", "balanced"}),
    ),
    right=RIGHT_LABELS,
    wrong=WRONG_LABELS,
)

DECLARED_LABELS: Kind[[Labels, Labels, Labels], DeclaredCase] = Kind(
    name="declared-labels",
    takes="gold labels, predicted labels and a list of labels to score, and gives a number",
    claims={
        "absent-inert": "a declared label that never occurs changes nothing",
        "restricted": "items whose two labels are not declared change nothing",
        "undefined": "some items together may have no number: None or NaN",
    },
    laws=DECLARED_LAWS,
    right=RIGHT_DECLARED,
    wrong=WRONG_DECLARED,
)

WEIGHTED_LABELS: Kind[[Labels, Labels, Weights], WeightedCase] = Kind(
    name="weighted-labels",
    takes="gold labels, predicted labels and a whole weight for every item, and gives a number",
    claims={
        "signed": "the score may fall to -1",
        "undefined": "some items together may have no number: None or NaN",
    },
    laws=WEIGHTED_LAWS,
    right=RIGHT_WEIGHTED,
    wrong=WRONG_WEIGHTED,
)
