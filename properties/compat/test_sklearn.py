"""Our definitions give the numbers of scikit-learn, to the last bit."""

import warnings
from collections.abc import Sequence
from math import isnan, nan
from struct import pack

import numpy as np
import pytest
from attrs import frozen
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.metrics.compat.count_arithmetic import Sorting
from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.sklearn_labels import samples_of_indicators, samples_of_labels
from measurand.metrics.compat.tool import Compatible
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.strategies.effort import third

metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is in the extra `dev`")

CALLS = {
    "f1": metrics.f1_score,
    "fbeta": metrics.fbeta_score,
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "jaccard": metrics.jaccard_score,
}
Labels = Sequence[str | int]


@frozen
class Judged:
    """Truths and predictions, and the labels that they are drawn from."""

    labels: tuple[str | int, ...]
    true: list[str | int]
    predicted: list[str | int]

    @property
    def samples(self) -> tuple[Sample, ...]:
        """Make our samples of it."""
        return samples_of_labels(self.true, self.predicted)

    @property
    def order(self) -> Sorting:
        """Say how the tool sorts these labels."""
        return Sorting.TEXT if isinstance(self.labels[0], str) else Sorting.NUMBER


@st.composite
def judged(draw: st.DrawFn, *, classes: int = 12) -> Judged:
    """Draw labels of a few classes, often right; whole numbers beyond 9 sort unlike their texts."""
    number = draw(st.integers(1, classes))
    labels = (
        tuple(f"c{at}" for at in range(number)) if draw(st.booleans()) else tuple(range(number))
    )
    one: st.SearchStrategy[str | int] = st.sampled_from(labels)
    pairs = draw(st.lists(st.tuples(one, one | st.none()), min_size=1, max_size=30))
    return Judged(
        labels,
        [true for true, _ in pairs],
        [true if predicted is None else predicted for true, predicted in pairs],
    )


@frozen
class Asked:
    """A score of the tool, and what a division by zero gives."""

    metric: str
    zero: float | str
    beta: float

    def ours(
        self,
        average: str | None,
        *,
        labels: Labels | None = None,
        pos_label: str | int = 1,
        order: Sorting | None = None,
    ) -> Compatible:
        """Say it as a definition of ours."""
        return as_sklearn(
            self.metric,
            average=average,
            labels=labels,
            pos_label=pos_label,
            zero_division=self.zero,
            beta=self.beta,
            order=order,
        )

    def theirs(self, true: object, predicted: object, **options: object) -> float:
        """Ask the tool."""
        beta = {"beta": self.beta} if self.metric == "fbeta" else {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = CALLS[self.metric](true, predicted, zero_division=self.zero, **beta, **options)
        return float(found[0] if options["average"] is None else found)


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """Draw a score."""
    metric = draw(st.sampled_from(sorted(CALLS)))
    zeros: list[float | str] = [0, 1, "warn"] if metric == "jaccard" else [0, 1, nan, "warn"]
    zero = draw(st.sampled_from(zeros))
    beta = draw(st.sampled_from([0.1, 0.5, 1 / 3, 2.0])) if metric == "fbeta" else 1.0
    return Asked(metric, zero, beta)


def hold(ours: Compatible, samples: Sequence[Sample], expected: float) -> None:
    """Hold our number to theirs by its bits, and our exact score to both."""
    found, score = ours.number(samples), ours.score(samples)
    if isnan(expected):
        assert isnan(found)
        return
    assert pack("<d", found) == pack("<d", expected)
    assert isinstance(score, Defined)
    assert abs(float(score.value) - expected) < 1e-12


averages = st.sampled_from(["micro", "macro"])


@third
@given(data=judged(), score=asked(), average=averages)
def test_means_over_the_labels_of_the_data(data: Judged, score: Asked, average: str) -> None:
    expected = score.theirs(data.true, data.predicted, average=average)

    hold(score.ours(average, order=data.order), data.samples, expected)


@third
@given(data=judged(), score=asked())
def test_weighted_means_where_something_weighs(data: Judged, score: Asked) -> None:
    ours = score.ours("weighted", order=data.order)
    assume(isinstance(ours.score(data.samples), Defined))

    hold(ours, data.samples, score.theirs(data.true, data.predicted, average="weighted"))


@third
@given(data=judged(), score=asked(), chosen=st.data())
def test_listed_labels_some_of_them_absent(
    data: Judged, score: Asked, chosen: st.DataObject
) -> None:
    absent = ("zz", "a") if isinstance(data.labels[0], str) else (77, 9)
    known = list(dict.fromkeys((*data.labels, *absent)))
    labels = chosen.draw(st.lists(st.sampled_from(known), min_size=1, unique=True))

    expected = score.theirs(data.true, data.predicted, average="macro", labels=labels)

    hold(score.ours("macro", labels=labels), data.samples, expected)


@third
@given(data=judged(), score=asked(), chosen=st.data())
def test_labels_that_are_left_out_of_a_micro_average(
    data: Judged, score: Asked, chosen: st.DataObject
) -> None:
    labels = chosen.draw(st.lists(st.sampled_from(data.labels), min_size=1, unique=True))
    samples = samples_of_labels(data.true, data.predicted, labels=labels)

    expected = score.theirs(data.true, data.predicted, average="micro", labels=labels)

    hold(score.ours("micro"), samples, expected)
    hold(score.ours("micro", labels=labels), data.samples, expected)


@third
@given(data=judged(), score=asked())
def test_one_label(data: Judged, score: Asked) -> None:
    labels = data.labels[:1]

    expected = score.theirs(data.true, data.predicted, average=None, labels=labels)

    hold(score.ours(None, labels=labels), data.samples, expected)


@third
@given(data=judged(classes=2), score=asked())
def test_the_positive_class(data: Judged, score: Asked) -> None:
    positive = data.labels[-1]
    assume(len({*data.true, *data.predicted}) < 2 or positive in {*data.true, *data.predicted})

    expected = score.theirs(data.true, data.predicted, average="binary", pos_label=positive)

    hold(score.ours("binary", pos_label=positive), data.samples, expected)


@third
@given(data=judged(classes=4), chosen=st.data())
def test_labels_that_are_not_binary_are_refused_where_the_tool_does(
    data: Judged, chosen: st.DataObject
) -> None:
    absent: str | int = "zz" if isinstance(data.labels[0], str) else 77
    positive = chosen.draw(st.sampled_from([*data.labels, absent]))
    score = Asked("f1", "warn", 1.0)
    ours = score.ours("binary", pos_label=positive)
    try:
        expected = score.theirs(data.true, data.predicted, average="binary", pos_label=positive)
    except ValueError:
        with pytest.raises(ValueError, match="as average='binary' asks for"):
            ours.number(data.samples)
    else:
        hold(ours, data.samples, expected)


flags = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9)


@third
@given(pairs=flags, average=st.sampled_from(["macro", "micro"]))
def test_true_and_false_are_labels(pairs: list[tuple[bool, bool]], average: str) -> None:
    true, predicted = [int(one) for one, _ in pairs], [other for _, other in pairs]

    expected = Asked("f1", "warn", 1.0).theirs(true, predicted, average=average)

    hold(as_sklearn("f1", average=average), samples_of_labels(true, predicted), expected)


@third
@given(data=judged())
def test_accuracy(data: Judged) -> None:
    expected = metrics.accuracy_score(data.true, data.predicted)

    hold(as_sklearn("accuracy"), data.samples, expected)
    hold(as_sklearn("subset_accuracy"), data.samples, expected)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[int]], list[list[int]]]:
    """Draw two tables of 0 and 1 of one shape, with at least two columns."""
    columns, rows = draw(st.integers(2, 5)), draw(st.integers(1, 20))
    row = st.lists(st.integers(0, 1), min_size=columns, max_size=columns)
    table = st.lists(row, min_size=rows, max_size=rows)
    return draw(table), draw(table)


@third
@given(pair=tables(), score=asked(), average=st.sampled_from(["micro", "macro", "samples"]))
def test_sets_of_labels(
    pair: tuple[list[list[int]], list[list[int]]], score: Asked, average: str
) -> None:
    true, predicted = pair
    every = list(range(len(true[0]))) if average == "macro" else None

    expected = score.theirs(np.array(true), np.array(predicted), average=average)

    hold(score.ours(average, labels=every), samples_of_indicators(true, predicted), expected)


@third
@given(pair=tables(), score=asked(), average=st.sampled_from(["micro", "samples"]))
def test_columns_that_are_left_out(
    pair: tuple[list[list[int]], list[list[int]]], score: Asked, average: str
) -> None:
    true, predicted = pair

    expected = score.theirs(np.array(true), np.array(predicted), average=average, labels=[0])

    hold(score.ours(average), samples_of_indicators(true, predicted, labels=[0]), expected)
    ours = score.ours(average, labels=[0])
    samples = samples_of_indicators(true, predicted)
    assume(isinstance(ours.score(samples), Defined))
    hold(ours, samples, expected)


@third
@given(pair=tables())
def test_accuracy_of_sets_of_labels(pair: tuple[list[list[int]], list[list[int]]]) -> None:
    expected = metrics.accuracy_score(*map(np.array, pair))

    hold(as_sklearn("subset_accuracy"), samples_of_indicators(*pair), expected)


@pytest.mark.parametrize("metric", sorted(CALLS))
@pytest.mark.parametrize("zero", [0, 1])
def test_all_wrong_with_a_division_by_zero(metric: str, zero: int) -> None:
    score = Asked(metric, zero, 1.0)
    true, predicted = ["a", "b", "c"], ["d", "d", "d"]

    expected = score.theirs(true, predicted, average="macro")

    hold(score.ours("macro"), samples_of_labels(true, predicted), expected)


@pytest.mark.parametrize("labels", [[1, 1, 2, 3], [2, 2]])
def test_labels_that_the_tool_counts_twice_are_refused(labels: list[int]) -> None:
    # D18 of the survey of peers: the tool's value moves from 2/3 to 1/2, and from 1/4 to 2/5.
    once, twice = (
        Asked("f1", 0, 1.0).theirs([0, 2], [1, 2], average="micro", labels=some)
        for some in ([1, 2, 3], [1, 1, 2, 3])
    )
    assert (once, twice) == (2 / 3, 1 / 2)

    with pytest.raises(ValueError, match="every label once, as the tool counts each time"):
        as_sklearn("f1", average="macro", labels=labels)


def test_no_samples_are_refused() -> None:
    # 1.9.1 refuses them too; 1.7.2 gives NaN, and 0 for micro.
    with pytest.raises(ValueError, match="at least one sample: got none"):
        as_sklearn("f1", average="macro").number([])


def test_a_weighted_mean_of_classes_that_weigh_nothing_is_refused() -> None:
    # The tool takes the plain mean instead: 0 here.
    score, samples = Asked("precision", nan, 1.0), samples_of_labels(["a"], ["b"])

    assert score.theirs(["a"], ["b"], average="weighted") == 0.0
    with pytest.raises(ValueError, match=r"got 0\.0, where ours is undefined \(no unit has a prec"):
        score.ours("weighted").number(samples)
