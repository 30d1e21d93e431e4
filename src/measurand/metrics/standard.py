"""The metrics of counts that everybody uses, each one value.

Each is declared by its formula in hits, predicted, gold and judged (or in tp, fp, fn and tn, which
are sums of these), with its source, its range and what it becomes where gold and predictions are
exchanged. Its exact score is computed from that formula and from nothing else.
"""

from collections.abc import Mapping
from fractions import Fraction

from measurand.algebra.formula import EachClass, Formula, Over, Root, Stat
from measurand.metrics.metric import COUNTED, GOLD, HITS, ITSELF, JUDGED, PREDICTED, RIGHT, Metric

_BETA = Stat("beta")
_FP, _FN = PREDICTED - HITS, GOLD - HITS
_TN = JUDGED - PREDICTED - GOLD + HITS
_P, _R = HITS / PREDICTED, HITS / GOLD
_PRECISION, _RECALL = Stat("precision"), Stat("recall")
_SPECIFICITY, _NPV = _TN / (JUDGED - GOLD), _TN / (JUDGED - PREDICTED)
_ACCURATE = (HITS + _TN) / JUDGED
_CHANCE = (PREDICTED * GOLD + (JUDGED - PREDICTED) * (JUDGED - GOLD)) / JUDGED**2


def _f(precision: Formula, recall: Formula, zero: Fraction | None = None) -> Formula:
    top = (1 + _BETA**2) * precision * recall
    return Over(top, _BETA**2 * precision + recall, zero)


PRECISION = Metric(
    name="precision",
    formula=_P,
    sides=_PRECISION,
    says="the share of the predictions that are right",
    source="van Rijsbergen 1979",
    low=0,
    high=1,
    words=("ppv", "prec", "positive_predictive_value"),
    mirror="recall",
    better=1,
)
RECALL = Metric(
    name="recall",
    formula=_R,
    sides=_RECALL,
    says="the share of the gold items that are found",
    source="van Rijsbergen 1979",
    low=0,
    high=1,
    words=("sens", "rec", "sensitivity", "tpr", "true_positive_rate"),
    mirror="precision",
    better=1,
)
F = Metric(
    name="f",
    formula=_f(_P, _R),
    sides=_f(_PRECISION, _RECALL, Fraction(0)),
    says="precision and recall in one, recall weighing beta times as much",
    source="van Rijsbergen 1979",
    low=0,
    high=1,
    words=("f1", "f_beta"),
    params=(("beta", Fraction(1)),),
    mirror=ITSELF,
    better=1,
)
JACCARD = Metric(
    name="jaccard",
    formula=HITS / (PREDICTED + GOLD - HITS),
    says="what both sides share, of all that is on either",
    source="Jaccard 1912",
    low=0,
    high=1,
    words=("ji", "jaccard_index"),
    mirror=ITSELF,
    better=1,
)
ACCURACY = Metric(
    name="accuracy",
    formula=_ACCURATE,
    says="the share of the judgements that are right",
    low=0,
    high=1,
    words=("acc",),
    mirror=ITSELF,
    together=RIGHT / JUDGED,
    statistics=COUNTED | {RIGHT.name},
    better=1,
)
EXACT_MATCH = Metric(
    name="exact_match",
    formula=RIGHT / JUDGED,
    says="the share of samples whose predictions and gold items are the same",
    low=0,
    high=1,
    words=("em",),
    mirror=ITSELF,
    statistics=frozenset({RIGHT.name, JUDGED.name}),
    better=1,
)
SPECIFICITY = Metric(
    name="specificity",
    formula=_SPECIFICITY,
    says="the share of the negatives that are called negative",
    low=0,
    high=1,
    words=("spec", "tnr", "true_negative_rate"),
    mirror="npv",
    better=1,
)
NPV = Metric(
    name="npv",
    formula=_NPV,
    says="the share of those called negative that are",
    low=0,
    high=1,
    words=("negative_predictive_value",),
    mirror="specificity",
    better=1,
)
BALANCED_ACCURACY = Metric(
    name="balanced_accuracy",
    formula=(_R + _SPECIFICITY) / 2,
    says="the mean of recall and specificity",
    low=0,
    high=1,
    words=("bacc",),
    better=1,
)
FOWLKES_MALLOWS = Metric(
    name="fowlkes_mallows",
    formula=Root(_P * _R),
    says="the geometric mean of precision and recall",
    source="Fowlkes and Mallows 1983",
    low=0,
    high=1,
    words=("fm", "fowlkes_mallows_index"),
    mirror=ITSELF,
    better=1,
)
G_MEAN = Metric(
    name="g_mean",
    formula=Root(_R * _SPECIFICITY),
    says="the geometric mean of recall and specificity",
    low=0,
    high=1,
    words=("gm", "geometric_mean"),
    better=1,
)
P4 = Metric(
    name="p4",
    formula=4 / (1 / _P + 1 / _R + 1 / _SPECIFICITY + 1 / _NPV),
    says="the harmonic mean of precision, recall, specificity and npv",
    source="Sitarz 2022",
    low=0,
    high=1,
    words=("upm", "unified_performance_measure"),
    mirror=ITSELF,
    better=1,
)
MCC = Metric(
    name="mcc",
    formula=(HITS * JUDGED - PREDICTED * GOLD)
    / Root(PREDICTED * GOLD * (JUDGED - PREDICTED) * (JUDGED - GOLD)),
    says="the correlation of what is called positive with what is",
    source="Matthews 1975",
    low=-1,
    high=1,
    words=("matthews_correlation_coefficient",),
    mirror=ITSELF,
    together=(HITS * JUDGED - EachClass(PREDICTED * GOLD))
    / Root(
        # No answer, and no gold, are labels of their own.
        (JUDGED**2 - EachClass(PREDICTED**2) - (JUDGED - PREDICTED) ** 2)
        * (JUDGED**2 - EachClass(GOLD**2) - (JUDGED - GOLD) ** 2)
    ),
    better=1,
)
INFORMEDNESS = Metric(
    name="informedness",
    formula=_R + _SPECIFICITY - 1,
    says="recall and specificity together, less 1",
    source="Youden 1950",
    low=-1,
    high=1,
    words=("bm", "bookmaker_informedness"),
    mirror="markedness",
    better=1,
)
MARKEDNESS = Metric(
    name="markedness",
    formula=_P + _NPV - 1,
    says="precision and npv together, less 1",
    source="Powers 2011",
    low=-1,
    high=1,
    words=("mk",),
    mirror="informedness",
    better=1,
)
LR_POSITIVE = Metric(
    name="lr_positive",
    formula=_R / (1 - _SPECIFICITY),
    says="how many times as often positives are called so as negatives are",
    low=0,
    words=("lrp", "positive_likelihood_ratio"),
    better=1,
)
LR_NEGATIVE = Metric(
    name="lr_negative",
    formula=(1 - _R) / _SPECIFICITY,
    says="how many times as often positives are called negative as negatives are",
    low=0,
    words=("lrn", "negative_likelihood_ratio"),
    better=-1,
)
ODDS_RATIO = Metric(
    name="odds_ratio",
    formula=HITS * _TN / (_FP * _FN),
    says="the odds of being called positive, of positives over negatives",
    source="Glas et al. 2003",
    low=0,
    words=("dor", "diagnostic_odds_ratio"),
    mirror=ITSELF,
    better=1,
)
KAPPA = Metric(
    name="kappa",
    formula=(_ACCURATE - _CHANCE) / (1 - _CHANCE),
    says="agreement beyond that of chance",
    source="Cohen 1960",
    low=-1,
    high=1,
    words=("cohens_kappa",),
    mirror=ITSELF,
    together=(JUDGED * HITS - EachClass(PREDICTED * GOLD))
    / (JUDGED**2 - EachClass(PREDICTED * GOLD)),
    better=1,
)
FNR = Metric(
    name="fnr",
    formula=1 - RECALL.formula,
    complement=RECALL.name,
    says="the share of the gold items that are not found",
    low=0,
    high=1,
    words=("false_negative_rate", "miss_rate"),
    mirror="fdr",
    better=-1,
)
FPR = Metric(
    name="fpr",
    formula=1 - SPECIFICITY.formula,
    complement=SPECIFICITY.name,
    says="the share of the negatives that are called positive",
    low=0,
    high=1,
    words=("false_positive_rate", "fall_out"),
    mirror="for",
    better=-1,
)
FDR = Metric(
    name="fdr",
    formula=1 - PRECISION.formula,
    complement=PRECISION.name,
    says="the share of the predictions that are wrong",
    low=0,
    high=1,
    words=("false_discovery_rate",),
    mirror="fnr",
    better=-1,
)
FOR = Metric(
    name="for",
    formula=1 - NPV.formula,
    complement=NPV.name,
    says="the share of those called negative that are not",
    low=0,
    high=1,
    words=("false_omission_rate", "for_"),
    mirror="fpr",
    better=-1,
)
ERROR_RATE = Metric(
    name="error_rate",
    formula=1 - ACCURACY.formula,
    complement=ACCURACY.name,
    says="the share of the judgements that are wrong",
    low=0,
    high=1,
    words=("err", "zero_one_loss"),
    mirror=ITSELF,
    together=1 - HITS / JUDGED,
    better=-1,
)
PREVALENCE = Metric(
    name="prevalence",
    formula=GOLD / JUDGED,
    says="the share of positives",
    low=0,
    high=1,
)
TP = Metric(name="tp", formula=HITS, says="right positives", low=0, mirror=ITSELF, better=1)
TN = Metric(name="tn", formula=_TN, says="right negatives", low=0, mirror=ITSELF, better=1)
FP = Metric(name="fp", formula=_FP, says="negatives called positive", low=0, mirror="fn", better=-1)
FN = Metric(name="fn", formula=_FN, says="positives called negative", low=0, mirror="fp", better=-1)

STANDARD: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        *(PRECISION, RECALL, F, JACCARD, ACCURACY, SPECIFICITY, NPV, BALANCED_ACCURACY),
        *(FOWLKES_MALLOWS, G_MEAN, P4, MCC, INFORMEDNESS, MARKEDNESS, LR_POSITIVE, LR_NEGATIVE),
        *(ODDS_RATIO, KAPPA, FNR, FPR, FDR, FOR, ERROR_RATE, PREVALENCE, TP, TN, FP, FN),
    )
}
"""Every metric of counts by its name."""

MEASURES: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        *(SPECIFICITY, NPV, BALANCED_ACCURACY, FOWLKES_MALLOWS, G_MEAN, P4, MCC, INFORMEDNESS),
        *(MARKEDNESS, LR_POSITIVE, LR_NEGATIVE, ODDS_RATIO, KAPPA, FNR, FPR, FDR, FOR),
        *(ERROR_RATE, PREVALENCE),
    )
}
"""The metrics that have no definition of their own."""
