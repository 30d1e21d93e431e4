"""The kind `set-f1`: F1 and its relatives over sets of items."""

from collections.abc import Mapping

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.sets.averages import AVERAGES
from measurand.laws.kinds.sets.cases import (
    BY_ITEM,
    EMPTY_ONE,
    EMPTY_SKIP,
    EMPTY_ZERO,
    MACRO,
    MERGEABLE,
    MICRO,
    SYMMETRIC,
    UNDEFINED,
    Bags,
    SetsCase,
)
from measurand.laws.kinds.sets.forms import (
    EXACT_MATCH,
    F1,
    FORMS,
    JACCARD,
    PRECISION,
    RECALL,
)
from measurand.laws.kinds.sets.laws import GENERAL
from measurand.laws.kinds.sets.right import RIGHT
from measurand.laws.kinds.sets.wrong import WRONG
from measurand.laws.kinds.subject import IS_OTHER, OTHER

CLAIMS: Mapping[str, str] = {
    F1: "one sample scores 2 right / (gold + predicted)",
    PRECISION: "one sample scores right / predicted",
    RECALL: "one sample scores right / gold",
    JACCARD: "one sample scores right / (gold + predicted - right)",
    EXACT_MATCH: "one sample scores 1 where predictions and gold are the same, else 0",
    OTHER: IS_OTHER,
    MACRO: "the score is the mean of the scores of the samples",
    MICRO: "right, gold and predicted are counted over all samples first",
    BY_ITEM: "the score is the mean over the items that occur, each counted over all samples",
    SYMMETRIC: "exchanging gold and predictions changes nothing",
    EMPTY_ONE: "a sample with nothing on either side scores 1",
    EMPTY_ZERO: "a sample with nothing on either side scores 0",
    EMPTY_SKIP: "a sample with nothing on either side is left out",
    UNDEFINED: "where a sample has nothing on some side, there may be no number: None or NaN",
    MERGEABLE: "samples can come in batches, cut anywhere and in any order",
}
APART = (
    frozenset({F1, PRECISION, RECALL, JACCARD, EXACT_MATCH, OTHER}),
    frozenset({MACRO, MICRO, BY_ITEM}),
    frozenset({EMPTY_ONE, EMPTY_ZERO, EMPTY_SKIP}),
)
REDUNDANT: Mapping[str, str] = {
    "history": "a function that remembers breaks whatever is asked next; this says why",
    "between": "follows from the mean of samples; it says that a sum was not divided",
    "empty-is-inert": "follows from pooling; it names the empty samples",
}

SET_F1: Kind[[Bags, Bags], SetsCase] = Kind(
    name="set-f1",
    takes="two equally long sequences of sets, gold and predicted, and gives a number",
    claims=CLAIMS,
    laws=(*GENERAL, *AVERAGES, *FORMS),
    apart=APART,
    right=RIGHT,
    wrong=WRONG,
    redundant=REDUNDANT,
    names=F1,
)
