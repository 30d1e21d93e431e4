"""The metrics of counts that everybody uses, each one value."""

from collections.abc import Mapping
from fractions import Fraction

from measurand.algebra.formula import EachClass, Formula, Root, Stat
from measurand.metrics.metric import COUNTED, GOLD, HITS, ITSELF, JUDGED, PREDICTED, RIGHT, Metric

_BETA = Stat("beta")
_FP, _FN = PREDICTED - HITS, GOLD - HITS
_TN = JUDGED - PREDICTED - GOLD + HITS
_P, _R = HITS / PREDICTED, HITS / GOLD
_PRECISION, _RECALL = Stat("precision"), Stat("recall")
_SPECIFICITY, _NPV = _TN / (JUDGED - GOLD), _TN / (JUDGED - PREDICTED)
_ACCURATE = (HITS + _TN) / JUDGED
_CHANCE = (PREDICTED * GOLD + (JUDGED - PREDICTED) * (JUDGED - GOLD)) / JUDGED**2


def _f(precision: Formula, recall: Formula) -> Formula:
    return (1 + _BETA**2) * precision * recall / (_BETA**2 * precision + recall)


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
)
F = Metric(
    name="f",
    formula=_f(_P, _R),
    sides=_f(_PRECISION, _RECALL),
    says="precision and recall in one, recall weighing beta times as much",
    source="van Rijsbergen 1979",
    low=0,
    high=1,
    words=("f1", "f_beta"),
    params=(("beta", Fraction(1)),),
    mirror=ITSELF,
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
)
SPECIFICITY = Metric(
    name="specificity",
    formula=_SPECIFICITY,
    says="the share of the negatives that are called negative",
    low=0,
    high=1,
    words=("spec", "tnr", "true_negative_rate"),
    mirror="npv",
)
NPV = Metric(
    name="npv",
    formula=_NPV,
    says="the share of those called negative that are",
    low=0,
    high=1,
    words=("negative_predictive_value",),
    mirror="specificity",
)
BALANCED_ACCURACY = Metric(
    name="balanced_accuracy",
    formula=(_R + _SPECIFICITY) / 2,
    says="the mean of recall and specificity",
    low=0,
    high=1,
    words=("bacc",),
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
)
G_MEAN = Metric(
    name="g_mean",
    formula=Root(_R * _SPECIFICITY),
    says="the geometric mean of recall and specificity",
    low=0,
    high=1,
    words=("gm", "geometric_mean"),
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
)
LR_POSITIVE = Metric(
    name="lr_positive",
    formula=_R / (1 - _SPECIFICITY),
    says="how many times as often positives are called so as negatives are",
    low=0,
    words=("lrp", "positive_likelihood_ratio"),
)
LR_NEGATIVE = Metric(
    name="lr_negative",
    formula=(1 - _R) / _SPECIFICITY,
    says="how many times as often positives are called negative as negatives are",
    low=0,
    words=("lrn", "negative_likelihood_ratio"),
)
ODDS_RATIO = Metric(
    name="odds_ratio",
    formula=HITS * _TN / (_FP * _FN),
    says="the odds of being called positive, of positives over negatives",
    source="Glas et al. 2003",
    low=0,
    words=("dor", "diagnostic_odds_ratio"),
    mirror=ITSELF,
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
)
PREVALENCE = Metric(
    name="prevalence",
    formula=GOLD / JUDGED,
    says="the share of positives",
    low=0,
    high=1,
)
TP = Metric(name="tp", formula=HITS, says="right positives", low=0, mirror=ITSELF)
TN = Metric(name="tn", formula=_TN, says="right negatives", low=0, mirror=ITSELF)
FP = Metric(name="fp", formula=_FP, says="negatives called positive", low=0, mirror="fn")
FN = Metric(name="fn", formula=_FN, says="positives called negative", low=0, mirror="fp")

STANDARD: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        *(PRECISION, RECALL, F, JACCARD, ACCURACY, SPECIFICITY, NPV, BALANCED_ACCURACY),
        *(FOWLKES_MALLOWS, G_MEAN, P4, MCC, INFORMEDNESS, MARKEDNESS, LR_POSITIVE, LR_NEGATIVE),
        *(ODDS_RATIO, KAPPA, PREVALENCE, TP, TN, FP, FN),
    )
}
"""Every metric of counts by its name."""

MEASURES: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        *(SPECIFICITY, NPV, BALANCED_ACCURACY, FOWLKES_MALLOWS, G_MEAN, P4, MCC, INFORMEDNESS),
        *(MARKEDNESS, LR_POSITIVE, LR_NEGATIVE, ODDS_RATIO, KAPPA, PREVALENCE),
    )
}
"""The metrics that have no definition of their own."""
