"""The scores of classes of scikit-learn: precision, recall, F, Jaccard, accuracy, agreement."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isnan

from attrs import field, frozen

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.averaged import Averaged
from measurand.metrics.compat.canonical import reduced
from measurand.metrics.compat.count_arithmetic import Sorting, Tallied, rate
from measurand.metrics.compat.sklearn_classes import OfLabels
from measurand.metrics.compat.sklearn_labels import (
    Label,
    label_text,
    no_label_pair,
    no_labels,
    of_one_type,
)
from measurand.metrics.compat.sklearn_matrices import CALLS, as_matrix_score
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Accuracy, Definition, ExactMatch, Jaccard
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import (
    BY_SAMPLE,
    CLASS,
    Average,
    AverageKind,
    EmptyValue,
    Over,
    OverKind,
    Policy,
    chosen,
)
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean

TOOL, VERSIONS = "scikit-learn", ("1.7.2", "1.9.1")

_BINARY, _MICRO, _MACRO, _WEIGHTED, _SAMPLES = "binary", "micro", "macro", "weighted", "samples"
_AVERAGES = (_BINARY, _MICRO, _MACRO, _WEIGHTED, _SAMPLES, None)
_PLAIN = (_BINARY, None, 1, "warn", None)
"""What `as_sklearn` has for options where none are asked for."""
_SETS = (_BINARY, _MACRO, _WEIGHTED, None)
_CALLS = {
    "f1": "f1_score",
    "fbeta": "fbeta_score",
    "precision": "precision_score",
    "recall": "recall_score",
    "jaccard": "jaccard_score",
}
_SHARES: Mapping[str, tuple[str, Averaged]] = {
    "accuracy": ("accuracy_score(y_true, y_pred)", Accuracy()),
    "subset_accuracy": ("accuracy_score(Y_true, Y_pred) of label sets", ExactMatch()),
}


KNOWN = (*_CALLS, *_SHARES, *CALLS)
"""The scores that `as_sklearn` says."""
_KNOWN = ("matthews_corrcoef", "cohen_kappa_score")
"""The scores of a matrix that the auditor knows; its balanced accuracy is a mean of recalls."""


@frozen(kw_only=True)
class SklearnCall:
    """What is asked of the tool: one of its scores, and the options that are not its defaults.

    >>> SklearnCall(metric="f1", average="macro").call
    "f1_score(y_true, y_pred, average='macro')"

    Raises ValueError for what the tool does not have or our definitions cannot say.
    """

    metric: str = field()
    average: str | None = field(default=_BINARY)
    labels: tuple[Label, ...] | None = field(default=None)
    pos_label: Label = 1
    zero_division: float | str = field(default="warn")
    beta: float | None = field(default=None)

    @metric.validator
    def _known(self, _attribute: object, value: str) -> None:
        if value not in _CALLS:
            plain = value.removesuffix("_score")
            near = f": did you mean {plain!r}?" if plain in KNOWN else did_you_mean(value, KNOWN)
            message = f"a score among {', '.join(KNOWN)}: got {value!r}{near}"
            raise ValueError(message)

    @average.validator
    def _average_known(self, _attribute: object, value: str | None) -> None:
        if value not in _AVERAGES:
            message = f"average is binary, micro, macro, weighted, samples or None: got {value!r}"
            raise ValueError(message)

    @labels.validator
    def _fit(self, _attribute: object, value: tuple[Label, ...] | None) -> None:
        of_one_type(value or ())
        texts = [label_text(label) for label in value or ()]
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            message = f"every label once, as the tool counts each time: got {twice!r} twice"
        elif value is not None and not value:
            message = "at least one label, or labels=None for all of them: got none"
        elif self.average is None and len(texts) != 1:
            message = f"under average=None the one label that is meant: got {len(texts)} labels"
        else:
            return
        raise ValueError(message)

    @zero_division.validator
    def _zero_known(self, _attribute: object, value: float | str) -> None:
        known = (0, 1) if self.metric == "jaccard" else (0, 1, "nan")
        if _spelled(value) not in {"warn", *known}:
            message = f"zero_division is 'warn', {', '.join(map(repr, known))}: got {value!r}"
            raise ValueError(message)

    @beta.validator
    def _goes_with_f(self, _attribute: object, value: float | None) -> None:
        if self.metric == "fbeta" and value is None:
            message = (
                "a beta with fbeta, which has no default: ask for f1, "
                "or say beta= to measurand.compat.as_sklearn"
            )
            raise ValueError(message)
        if self.metric != "fbeta" and value not in {None, 1}:
            message = f"beta goes with fbeta: got {value} with {self.metric}"
            raise ValueError(message)

    @property
    def zero(self) -> EmptyValue:
        """Say what a division by zero gives, in our words."""
        spelled = _spelled(self.zero_division)
        return (
            EmptyValue.SKIP
            if spelled == "nan"
            else EmptyValue.ONE
            if spelled == 1
            else EmptyValue.ZERO
        )

    @property
    def listed(self) -> tuple[str, ...]:
        """List the classes that are asked for, in their order; none of them stands for all."""
        labels = (self.pos_label,) if self.average == _BINARY else self.labels or ()
        return tuple(label_text(label) for label in labels)

    @property
    def call(self) -> str:
        """Write the call of the tool."""
        keywords = {
            "beta": repr(self.beta) if self.metric == "fbeta" else "",
            "labels": repr(list(self.labels)) if self.labels else "",
            "pos_label": repr(self.pos_label) if self.pos_label != 1 else "",
            "average": repr(self.average) if self.average != _BINARY else "",
            "zero_division": _zero_text(self.zero_division),
        }
        options = "".join(f", {name}={text}" for name, text in keywords.items() if text)
        first = "[0]" if self.average is None else ""
        return f"{_CALLS[self.metric]}(y_true, y_pred{options}){first}"

    @property
    def definition(self) -> Averaged:
        """Say the same as a definition."""
        by_class = self.average in _SETS
        observation = Observation(
            classes=ClassOf(ClassKind.ITEM if by_class or self.listed else ClassKind.NONE)
        )
        how = self._mean if by_class else self._of_listed
        if self.metric == "jaccard":
            return Jaccard(observation=observation, averaging=how, both_empty=self.zero)
        beta = Fraction(repr(1.0 if self.beta is None else self.beta))
        return rate(self.metric, observation, how, self.zero, beta=beta)

    @property
    def _mean(self) -> Averaging:
        return Averaging(average=_average(self.average), over=_over(self.listed))

    @property
    def _of_listed(self) -> Averaging:
        """Count the labels that are listed alone; where none of them occurs, 0 by 0 is 0."""
        zeroed = bool(self.listed) and self.zero is EmptyValue.ZERO
        return Averaging(
            average=_average(self.average),
            only=chosen(self.listed) if self.listed else None,
            undefined=Policy.ZERO if zeroed else Policy.PROPAGATE,
        )


def _spelled(value: float | str) -> float | str:
    return "nan" if isinstance(value, float) and isnan(value) else value


def _zero_text(value: float | str) -> str:
    spelled = _spelled(value)
    return {"warn": "", "nan": "np.nan"}.get(str(spelled), str(value))


def _average(average: str | None) -> Average:
    match average:
        case "micro":
            return Average()
        case "samples":
            return BY_SAMPLE
        case "weighted":
            return Average(AverageKind.WEIGHTED, (CLASS,))
        case _:
            return Average(AverageKind.MACRO, (CLASS,))


def _over(listed: tuple[str, ...]) -> Over:
    return Over(OverKind.DECLARED, tuple(sorted(listed))) if listed else Over()


def as_sklearn(  # noqa: PLR0913  # the options of the tool, by their names
    metric: str,
    *,
    average: str | None = _BINARY,
    labels: Sequence[Label] | None = None,
    pos_label: Label = 1,
    zero_division: float | str = "warn",
    beta: float | None = None,
    order: Sorting | None = None,
) -> Compatible:
    """Say a score of scikit-learn as a definition of ours.

    `metric` is f1, fbeta, precision, recall, jaccard, accuracy, subset_accuracy, or one of `CALLS`,
    of which the likelihood ratios have `labels`, the positive one last. The options (`average`,
    `beta`, `zero_division` and so on) are the tool's.
    `order` says how it sorts labels that are not listed: as texts, or as whole numbers; only the
    last bit depends on it, and samples of `samples_of_labels` say it themselves. With average=None,
    `labels` has the one class whose score is meant. Labels that the tool refuses are refused, such
    as more than two with average="binary". Weights of samples are taken as `sample_weight`; a label
    counts also at weight 0.

    >>> as_sklearn("recall", pos_label="yes").call
    "recall_score(y_true, y_pred, pos_label='yes')"
    >>> as_sklearn("f1", average="macro", labels=["a", "a"])
    Traceback (most recent call last):
    ValueError: every label once, as the tool counts each time: got 'a' twice

    Raises ValueError for what the tool does not have, and for what our definitions cannot say.
    """
    if metric in CALLS:
        if (average, pos_label, zero_division, beta) != (_BINARY, 1, "warn", None):
            message = f"{metric} with labels and order at most: leave out the other options"
            raise ValueError(message)
        return _of_matrix(metric, labels, order)
    if metric in _SHARES:
        if (average, labels, pos_label, zero_division, beta) != _PLAIN:
            message = f"{metric} without options, as the tool has it: leave them out"
            raise ValueError(message)
        return _share(metric)
    asked = SklearnCall(
        metric=metric,
        average=average,
        labels=None if labels is None else tuple(labels),
        pos_label=pos_label,
        zero_division=zero_division,
        beta=beta,
    )
    named = (pos_label,) if average == _BINARY else asked.labels or ()
    return Compatible(
        tool=TOOL,
        call=asked.call,
        versions=VERSIONS,
        definition=asked.definition,
        arithmetic=OfLabels(
            tallied=Tallied(classes=asked.listed or order or Sorting.TEXT),
            average=average,
            listed=asked.listed,
            numbers=of_one_type(named),
            order=order,
        ),
        default=metric != "fbeta" and asked == SklearnCall(metric=metric, beta=beta),
        refuses=no_labels,
        weighs=True,
    )


def _of_matrix(metric: str, labels: Sequence[Label] | None, order: Sorting | None) -> Compatible:
    one, definition, matrix = as_matrix_score(metric, labels, order)
    return Compatible(
        tool=TOOL,
        call=one.call,
        versions=VERSIONS,
        definition=definition,
        arithmetic=matrix,
        default=labels is None and "adjusted" not in one.call,
        refuses=_no_label_of_loss if metric == "hamming_loss" else no_label_pair,
        weighs=True,
    )


def _no_label_of_loss(sample: Sample) -> str:
    """Say what the loss of several labels a sample is called, of which the tool has the same name.

    >>> _no_label_of_loss(Sample(id="1", gold=("a", "b"), predicted=("a",))).partition("; ")[2]
    'of several it is hamming_loss, with over=declared[...] for the columns of the matrix'
    """
    refusal = no_label_pair(sample)
    several = max(len(sample.gold), len(sample.predicted or ())) > 1
    way = "; of several it is hamming_loss, with over=declared[...] for the columns of the matrix"
    return f"{refusal}{way}" if refusal and several and not no_labels(sample) else refusal


def _share(metric: str) -> Compatible:
    call, share = _SHARES[metric]
    return Compatible(
        tool=TOOL,
        call=call,
        versions=VERSIONS,
        definition=share,
        arithmetic=Tallied(),
        default=True,
        refuses=no_label_pair if metric == "accuracy" else no_labels,
        weighs=True,
    )


def known_of_sklearn() -> tuple[Compatible, ...]:
    """List the calls that the auditor knows: each score, average and whole zero_division.

    Where zero_division does not move the number, it is listed once.

    >>> [one.call for one in known_of_sklearn() if "f1_score" in one.call][:3]
    ['f1_score(y_true, y_pred)', 'f1_score(y_true, y_pred, zero_division=1)', \
"f1_score(y_true, y_pred, average='micro')"]
    """
    calls = [
        as_sklearn(score, average=average, zero_division=zero)
        for score in ("f1", "precision", "recall", "jaccard")
        for average in _AVERAGES
        if average is not None
        for zero in ("warn", 1)
    ]
    found: dict[Definition, Compatible] = {}
    for call in (*calls, *map(as_sklearn, (*_SHARES, *_KNOWN))):
        found.setdefault(reduced(call.definition), call)
    return tuple(found.values())
