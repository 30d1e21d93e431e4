"""What the scores of a confusion matrix are called, and which columns of a table name them."""

from collections.abc import Mapping

from measurand.audit.proofs.confusion.scores import SCORES, MatrixScore
from measurand.audit.proofs.sheet import Role
from measurand.metrics.standard import STANDARD

_SHORT = {score.metric: score.name for score in SCORES.values() if score.metric}

COMPLEMENTS: Mapping[str, str] = {
    metric.name: _SHORT[metric.complement] for metric in STANDARD.values() if metric.complement
}
"""Names of what a score lacks to 1."""

_TWICE = frozenset({"f", "tp", "tn", "fp", "fn"})
"""Metrics that go by names of their own here: F of either class, and the counts."""

SYNONYMS: Mapping[str, str] = {
    **{
        name: score.name
        for score in SCORES.values()
        if score.metric and score.metric not in _TWICE
        for name in (score.metric, *STANDARD[score.metric].words)
        if name != score.name
    },
    "f1": "f1p",
    "f1_positive": "f1p",
    "f1_negative": "f1n",
    "f_beta_positive": "fbp",
    "f_beta_negative": "fbn",
    "prevalence_threshold": "pt",
    **{word: name for name in COMPLEMENTS for word in STANDARD[name].words},
}
"""Other names of the same scores."""

NAMES = (*SCORES, *COMPLEMENTS, *SYNONYMS)
"""Every name that a score goes by."""

ROLES: Mapping[Role, str] = {
    **{Role(score.metric): score.name for score in SCORES.values() if score.metric},
    Role.TPR: "sens",
    Role.F: "fbp",
    Role.F_NEGATIVE: "fbn",
    Role.PREVALENCE_THRESHOLD: "pt",
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
