"""How much of a text's words another has: sentence BLEU and ROUGE-L, in the floats of programs.

The metrics are ours (`metrics.families`); what is measured are the floats that sacrebleu and
rouge-score give, to the bit, so that rows which were written with these packages stay as they are.
"""

import re

from measurand.metrics.compat.generated import as_rouge_score, as_sacrebleu
from measurand.metrics.compat.tool import Compatible
from measurand.studies.counterfactual.options import Unread
from measurand.values.sample import Sample
from measurand.values.score import Undefined
from measurand.values.share import Measured, share

UNREAD = Undefined("rougeL reads only a-z and 0-9: a text has letters, and none of them is read")

MOST_WORDS = 5000
"""Longer texts have no ROUGE-L here."""

_READ = re.compile("[a-z0-9]")
_BLEU = as_sacrebleu("sentence_bleu")
_ROUGE_L = as_rouge_score("rougeL", stemmed=True)


def bleu(answer: str, truth: str) -> Measured:
    """Compare two texts by their runs of one to four words; in [0, 1].

    Sentence BLEU as of sacrebleu (Post, 2018, doi:10.18653/v1/W18-6319) with its tokens `13a`, its
    smoothing `exp`, and the effective order: runs longer than the answer do not count. Case counts,
    white space does not. Both texts empty: 1; one of them: 0. A score that rounding took above 1
    is 1.

    >>> bleu("No nodule.", "No  nodule.").value
    Fraction(1, 1)
    """
    answer, truth = _squeezed(answer), _squeezed(truth)
    if not answer or not truth:
        return share(answer == truth)
    return share(min(_number(_BLEU, answer, truth) / 100, 1.0))


def rouge_l(answer: str, truth: str, *, unread: Unread = Unread.ZERO) -> Measured:
    """Compare two texts by their longest common subsequence of words; in [0, 1].

    The F-measure as of rouge-score (Lin, 2004, https://aclanthology.org/W04-1013), words stemmed.
    It reads the letters a to z, in any case, and digits: with `unread` UNDEFINED, a text all of
    whose letters are others has no score, and not 0. Both texts empty: 1; one of them: 0.

    >>> rouge_l("No nodule.", "no nodules").value
    Fraction(1, 1)
    >>> rouge_l("未见结节", "未见结节").value
    Fraction(0, 1)
    >>> rouge_l("未见结节", "未见结节", unread=Unread.UNDEFINED).reason[:31]
    'rougeL reads only a-z and 0-9: '
    """
    answer, truth = _squeezed(answer), _squeezed(truth)
    if not answer or not truth:
        return share(answer == truth)
    if max(answer.count(" "), truth.count(" ")) >= MOST_WORDS:
        return Undefined(f"rougeL reads texts of at most {MOST_WORDS} words: its work is a square")
    if unread is Unread.UNDEFINED and (_is_unread(answer) or _is_unread(truth)):
        return UNREAD
    return share(_number(_ROUGE_L, answer, truth))


def _number(metric: Compatible, answer: str, truth: str) -> float:
    sample = Sample(id="", gold=(truth,), predicted=(answer,))
    return metric.arithmetic.number(metric.definition, [sample])


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _is_unread(text: str) -> bool:
    return any(c.isalnum() for c in text) and not _READ.search(text.lower())
