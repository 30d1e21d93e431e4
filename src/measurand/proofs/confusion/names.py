"""What the scores of a confusion matrix are called, and which columns of a table name them."""

from collections.abc import Mapping

from measurand.proofs.confusion.scores import SCORES, MatrixScore
from measurand.proofs.sheet import Role

COMPLEMENTS: Mapping[str, str] = {
    "err": "acc",
    "fnr": "sens",
    "fpr": "spec",
    "fdr": "ppv",
    "for": "npv",
}
"""Names of what a score lacks to 1."""

SYNONYMS: Mapping[str, str] = {
    "accuracy": "acc",
    "recall": "sens",
    "rec": "sens",
    "sensitivity": "sens",
    "tpr": "sens",
    "true_positive_rate": "sens",
    "specificity": "spec",
    "tnr": "spec",
    "true_negative_rate": "spec",
    "precision": "ppv",
    "prec": "ppv",
    "positive_predictive_value": "ppv",
    "negative_predictive_value": "npv",
    "balanced_accuracy": "bacc",
    "f1": "f1p",
    "f1_positive": "f1p",
    "f1_negative": "f1n",
    "f_beta_positive": "fbp",
    "f_beta_negative": "fbn",
    "fowlkes_mallows_index": "fm",
    "geometric_mean": "gm",
    "p4": "upm",
    "unified_performance_measure": "upm",
    "matthews_correlation_coefficient": "mcc",
    "bookmaker_informedness": "bm",
    "informedness": "bm",
    "markedness": "mk",
    "positive_likelihood_ratio": "lrp",
    "negative_likelihood_ratio": "lrn",
    "diagnostic_odds_ratio": "dor",
    "prevalence_threshold": "pt",
    "jaccard_index": "ji",
    "cohens_kappa": "kappa",
    "error_rate": "err",
    "false_negative_rate": "fnr",
    "false_positive_rate": "fpr",
    "false_discovery_rate": "fdr",
    "false_omission_rate": "for",
    "for_": "for",
}
"""Other names of the same scores."""

NAMES = (*SCORES, *COMPLEMENTS, *SYNONYMS)
"""Every name that a score goes by."""

ROLES: Mapping[Role, str] = {
    Role.ACCURACY: "acc",
    Role.RECALL: "sens",
    Role.TPR: "sens",
    Role.SPECIFICITY: "spec",
    Role.PRECISION: "ppv",
    Role.NPV: "npv",
    Role.BALANCED_ACCURACY: "bacc",
    Role.F: "fbp",
    Role.F_NEGATIVE: "fbn",
    Role.JACCARD: "ji",
    Role.FOWLKES_MALLOWS: "fm",
    Role.G_MEAN: "gm",
    Role.P4: "upm",
    Role.MCC: "mcc",
    Role.INFORMEDNESS: "bm",
    Role.MARKEDNESS: "mk",
    Role.LR_POSITIVE: "lrp",
    Role.LR_NEGATIVE: "lrn",
    Role.ODDS_RATIO: "dor",
    Role.PREVALENCE_THRESHOLD: "pt",
    Role.KAPPA: "kappa",
    Role.PREVALENCE: "prevalence",
    Role.TP: "tp",
    Role.TN: "tn",
    Role.FP: "fp",
    Role.FN: "fn",
}
"""The scores that columns of a table name."""


def score_named(name: str) -> tuple[MatrixScore, bool]:
    """Find a score by any of its names, and whether the name means what it lacks to 1.

    >>> score_named("fpr")[0].name, score_named("fpr")[1], score_named("recall")[0].name
    ('spec', True, 'sens')

    Raises KeyError for an unknown name.
    """
    short = SYNONYMS.get(name, name)
    return SCORES[COMPLEMENTS.get(short, short)], short in COMPLEMENTS
