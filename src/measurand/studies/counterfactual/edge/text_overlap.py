"""How much of a text's words another has: BLEU and ROUGE-L, by the packages that define them."""

import re

from measurand.studies.counterfactual.options import Unread
from measurand.values.score import Undefined
from measurand.values.share import Measured, share

NOT_AVAILABLE = Undefined("not available: pip install 'measurand[text]'")
"""What a metric of text is where its package is not installed."""

UNREAD = Undefined("rougeL reads only a-z and 0-9: a text has letters, and none of them is read")

MOST_WORDS = 5000
"""Longer texts would take minutes, and all memory."""

_READ = re.compile("[a-z0-9]")


def bleu(answer: str, truth: str) -> Measured:
    """Compare two texts by their runs of one to four words; in [0, 1].

    Sentence BLEU of sacrebleu (Post, 2018, doi:10.18653/v1/W18-6319) with its tokens `13a`, its
    smoothing `exp`, and the effective order: runs longer than the answer do not count. Case counts,
    white space does not. Both texts empty: 1; one of them: 0. A score that rounding took above 1
    is 1. Undefined without sacrebleu.

    >>> bleu("No nodule.", "No  nodule.").value
    Fraction(1, 1)
    """
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ModuleNotFoundError:
        return NOT_AVAILABLE
    answer, truth = _squeezed(answer), _squeezed(truth)
    if not answer or not truth:
        return share(answer == truth)
    metric = BLEU(tokenize="13a", smooth_method="exp", effective_order=True)
    return share(min(float(metric.sentence_score(answer, [truth]).score) / 100, 1.0))


def rouge_l(answer: str, truth: str, *, unread: Unread = Unread.ZERO) -> Measured:
    """Compare two texts by their longest common subsequence of words; in [0, 1].

    The F-measure of rouge-score (Lin, 2004, https://aclanthology.org/W04-1013), words stemmed. It
    reads the letters a to z, in any case, and digits: with `unread` UNDEFINED, a text all of whose
    letters are others has no score, and not 0. Both texts empty: 1; one of them: 0. Undefined
    without rouge-score.

    >>> rouge_l("No nodule.", "no nodules").value
    Fraction(1, 1)
    >>> rouge_l("未见结节", "未见结节").value
    Fraction(0, 1)
    >>> rouge_l("未见结节", "未见结节", unread=Unread.UNDEFINED).reason[:31]
    'rougeL reads only a-z and 0-9: '
    """
    try:
        from rouge_score.rouge_scorer import RougeScorer
    except ModuleNotFoundError:
        return NOT_AVAILABLE
    answer, truth = _squeezed(answer), _squeezed(truth)
    if not answer or not truth:
        return share(answer == truth)
    if max(answer.count(" "), truth.count(" ")) >= MOST_WORDS:
        return Undefined(f"rougeL reads texts of at most {MOST_WORDS} words: its work is a square")
    if unread is Unread.UNDEFINED and (_is_unread(answer) or _is_unread(truth)):
        return UNREAD
    scorer = RougeScorer(["rougeL"], use_stemmer=True)
    return share(float(scorer.score(truth, answer)["rougeL"].fmeasure))


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _is_unread(text: str) -> bool:
    return any(c.isalnum() for c in text) and not _READ.search(text.lower())
