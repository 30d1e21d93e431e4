"""What libraries and papers call our metrics: `macro-F1`, `ndcg@10`, `ROUGE-1`, `roc_auc`.

Who writes such a name is told how a signature says it; nothing is read as another name than it has.
"""

import re

from measurand.metrics.definitions import kind_named, kinds
from measurand.metrics.family import About
from measurand.metrics.grammar import write_value
from measurand.metrics.metric import Metric
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.option_terms import defaults_of, schema
from measurand.metrics.standard import STANDARD

_CALLED = {"f1": "f1", "fscore": "f1", "precision": "precision", "recall": "recall"}
_KINDS = {"macro": "macro[class]", "weighted": "weighted[class]", "micro": "micro"}
_OF_OTHERS = {
    "matthews_corrcoef": "mcc",
    "matthews": "mcc",
    "cohen_kappa": "kappa",
    "roc_auc": "auc",
    "auroc": "auc",
    "auc_roc": "auc",
    "dice": "f1",
    "iou": "jaccard",
}
"""What a library, or a field, calls a metric of ours, beside the words that the metric has."""
_FIRST = re.compile(r"(?:(.+?)(?:_at_|@)|(top|hits?)_?)(k|[1-9][0-9]{0,5})")
_RUNS = re.compile(r"([a-z]+)[_@]?([1-9])")
_BETA = re.compile(r"f_?(0?\.[0-9]+|[1-9][0-9]*\.[0-9]+)(?:_score)?")


def elsewhere(name: str) -> str:
    """Say how a score is written that others call otherwise, or by its average, as macro-F1.

    >>> elsewhere("f1_macro"), elsewhere("f1_score"), elsewhere("sensitivity")
    (': write f1(average=macro[class])', ': write f1', ': write recall')
    >>> elsewhere("MRR"), elsewhere("ndcg@10"), elsewhere("top1"), elsewhere("ROUGE-1")
    (': write reciprocal_rank', ': write ndcg(k=10)', ': write top_k_accuracy(k=1)', \
': write rouge_n(n=1)')
    >>> elsewhere("zebra")
    ''
    """
    lower = re.sub(r"[-\s]+", "_", name[:60].lower())
    bare = lower.removesuffix("_score")
    known = bare if bare != name and bare in {"f1", *kinds()} else ""
    found = (_by_number, _called_by, _of_runs)
    if other := known or next(filter(None, (one(lower) for one in found)), _called_by(bare)):
        return f": write {other}"
    words = lower.split("_")
    score = next((_CALLED[word] for word in words if word in _CALLED), "")
    kind = next((_KINDS[word] for word in words if word in _KINDS), "")
    return f": write {score}(average={kind})" if score and kind else ""


def _called_by(word: str) -> str:
    """Find the metric that has a word."""
    if word in _OF_OTHERS:
        return _OF_OTHERS[word]
    for name, (kind, _) in kinds().items():
        about = STANDARD.get(name) or NUMERIC.get(name) or getattr(kind, "about", None)
        about = about or getattr(kind, "metric", None)
        if isinstance(about, Metric | About) and word in about.words:
            return name
    return ""


def _by_number(word: str) -> str:
    """Find the metric of the first so many, of runs of so many, or of a beta."""
    if beta := _BETA.fullmatch(word):
        return f"f(beta={beta[1]})"
    if (first := _FIRST.fullmatch(word)) is None:
        return ""
    metric, k = first[1] or first[2], first[3].replace("k", "10")
    found = next(filter(None, (_called_by(f"{metric}{at}") for at in ("_at_k", "@k", "_k"))), "")
    found = found or _called_by(metric) or metric
    known = kind_named(found)
    ranked = known is not None and "order" not in schema(known[0])
    return _with(found, "k", k) if ranked else ""


def _of_runs(word: str) -> str:
    """Find the metric of runs of so many words: one that ends in _n, or has an order."""
    if (runs := _RUNS.fullmatch(word)) is None:
        return ""
    stem, number = runs[1], runs[2]
    if kind_named(f"{stem}_n") is not None:
        return _with(f"{stem}_n", "n", number)
    return _with(stem, "order", number) if kind_named(stem) is not None else ""


def _with(name: str, option: str, number: str) -> str:
    """Write a metric with a number for an option, where it has that one."""
    known = kind_named(name)
    if known is None or option not in schema(known[0]):
        return ""
    given = defaults_of(known[0])
    usual = write_value(given[option]) if option in given else ""
    return name if usual == number else f"{name}({option}={number})"
