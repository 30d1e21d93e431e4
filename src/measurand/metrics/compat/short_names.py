"""A number of another tool by a short name, as one types it on the command line.

Only numbers of what a file of samples holds: not SQuAD's exact match (whole texts), nor COCO's IoU
(areas of one pair of regions).
"""

from collections.abc import Callable, Mapping

from measurand.metrics.compat.count_arithmetic import Sorting
from measurand.metrics.compat.generated import as_jiwer, as_rouge_score, as_sacrebleu
from measurand.metrics.compat.nervaluate import as_nervaluate
from measurand.metrics.compat.seqeval import as_seqeval
from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.sklearn_errors import ERRORS, as_sklearn_numbers
from measurand.metrics.compat.squad import as_squad
from measurand.metrics.compat.tool import Compatible
from measurand.values.suggest import did_you_mean

_Words = tuple[str, ...]
_SIDES = 2


def _sklearn(words: _Words) -> Compatible:
    match words:
        case (metric, *columns) if metric in ERRORS:
            if len(columns) != _SIDES:
                raise _unfit(f"sklearn:{metric}:GOLD:PREDICTED, two columns of --number")
            return as_sklearn_numbers(metric, *columns)
        case (metric,):
            return as_sklearn(metric)
        case (metric, average):
            return as_sklearn(metric, average=average)
        case (metric, average, ("text" | "number") as order):
            return as_sklearn(metric, average=average, order=Sorting(order))
        case _:
            raise _unfit(
                "sklearn:SCORE, sklearn:SCORE:AVERAGE or sklearn:SCORE:AVERAGE:text|number"
            )


def _seqeval(words: _Words) -> Compatible:
    match words:
        case (metric,):
            return as_seqeval(metric)
        case (metric, average):
            return as_seqeval(metric, average=average)
        case (metric, average, scheme):
            return as_seqeval(metric, average=average, mode="strict", scheme=scheme)
        case _:
            raise _unfit("seqeval:SCORE, seqeval:SCORE:AVERAGE or seqeval:SCORE:AVERAGE:SCHEME")


def _nervaluate(words: _Words) -> Compatible:
    match words:
        case (mode, metric):
            return as_nervaluate(mode, metric)
        case _:
            raise _unfit("nervaluate:MODE:SCORE")


def _squad(words: _Words) -> Compatible:
    match words:
        case ("exact_match", *_):
            message = "expected squad:f1; whole texts are made by measurand.compat.samples_of_squad"
            raise ValueError(message)
        case (metric,):
            return as_squad(metric)
        case (metric, version):
            return as_squad(metric, version)
        case _:
            raise _unfit("squad:f1 or squad:f1:VERSION")


def _sacrebleu(words: _Words) -> Compatible:
    match words:
        case (metric,):
            return as_sacrebleu(metric)
        case _:
            raise _unfit("sacrebleu:bleu, sacrebleu:chrf or sacrebleu:chrf++")


def _rouge_score(words: _Words) -> Compatible:
    match words:
        case (metric,):
            return as_rouge_score(metric)
        case (metric, "stemmed"):
            return as_rouge_score(metric, stemmed=True)
        case _:
            raise _unfit("rouge_score:rougeL or rouge_score:rougeL:stemmed")


def _jiwer(words: _Words) -> Compatible:
    match words:
        case (metric,):
            return as_jiwer(metric)
        case _:
            raise _unfit("jiwer:wer, jiwer:cer, jiwer:mer or jiwer:wil")


_TOOLS: Mapping[str, Callable[[_Words], Compatible]] = {
    "sklearn": _sklearn,
    "seqeval": _seqeval,
    "nervaluate": _nervaluate,
    "squad": _squad,
    "sacrebleu": _sacrebleu,
    "rouge_score": _rouge_score,
    "jiwer": _jiwer,
}


def _unfit(form: str) -> ValueError:
    return ValueError(f"expected {form}")


def named(text: str) -> Compatible:
    """Read the name of a tool's number; what it leaves out is the tool's default.

    >>> named("sklearn:f1:macro").call
    "f1_score(y_true, y_pred, average='macro')"
    >>> named("seqeval:f1").says
    "seqeval's default: f1_score(y_true, y_pred)"

    Raises ValueError for a tool that is not known, and for what the tool does not have.
    """
    tool, *words = text.split(":")
    if tool not in _TOOLS:
        known = ", ".join(_TOOLS)
        message = f"expected one of {known} and what it computes{did_you_mean(tool, _TOOLS)}"
        raise ValueError(message)
    return _TOOLS[tool](tuple(words))
