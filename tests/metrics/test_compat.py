"""Worked by hand: definitions that are numbers of other tools, and what they refuse."""

import re
from collections.abc import Callable
from fractions import Fraction
from math import isnan, nan

import pytest
from attrs import evolve

from measurand.compat import (
    Compatible,
    Sorting,
    as_coco_iou,
    as_seqeval,
    as_sklearn,
    as_sklearn_numbers,
    as_squad,
    known_as,
    known_tools,
    sample_of_boxes,
    samples_of_indicators,
    samples_of_label_sets,
    samples_of_labels,
)
from measurand.metrics.compat.canonical import reduced
from measurand.metrics.compat.equivalents import nearly_known_as
from measurand.metrics.compat.sklearn_labels import label_text
from measurand.metrics.signature import parse, signature
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined

# Of class a: 1 hit, 2 predicted, 1 gold: F 2/3. Of b: 1 hit, 1 predicted, 2 gold: F 2/3.
TRUE, PREDICTED = ["a", "b", "b"], ["a", "a", "b"]


def calls(definition: str) -> list[str]:
    return [one.says for one in known_as(parse(definition))]


@pytest.mark.parametrize(
    ("metric", "average", "expected"),
    [
        ("f1", "macro", Fraction(2, 3)),
        ("f1", "weighted", Fraction(2, 3)),
        ("f1", "micro", Fraction(2, 3)),
        ("precision", "macro", Fraction(3, 4)),
        ("recall", "weighted", Fraction(2, 3)),
        ("jaccard", "macro", Fraction(1, 2)),
    ],
)
def test_scores_of_two_classes(metric: str, average: str, expected: Fraction) -> None:
    tool, samples = as_sklearn(metric, average=average), samples_of_labels(TRUE, PREDICTED)

    assert tool.score(samples) == Defined(expected)
    assert tool.number(samples) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("metric", "true", "predicted", "expected"),
    [
        # One of three right, and 4 of 9 pairs alike by chance.
        ("cohen_kappa_score", ["a", "b", "b"], ["a", "a", "a"], Fraction(0)),
        ("matthews_corrcoef", [0, 1, 2, 2], [0, 2, 2, 1], Fraction(1, 5)),
        ("matthews_corrcoef", [1, 1], [1, 1], Fraction(0)),
        ("matthews_corrcoef", [0, 1], [1, 1], Fraction(0)),
        # The class 2 is never gold: the mean is of 1/1 and 1/2.
        ("balanced_accuracy_score", [0, 1, 1], [0, 1, 2], Fraction(3, 4)),
        ("adjusted_balanced_accuracy", [0, 1, 1], [0, 1, 0], Fraction(1, 2)),
        ("positive_likelihood_ratio", [0, 0, 1, 1], [0, 1, 1, 1], Fraction(2)),
        ("negative_likelihood_ratio", [0, 0, 1, 1], [0, 1, 1, 0], Fraction(1)),
        ("zero_one_loss", ["a", "b"], ["a", "a"], Fraction(1, 2)),
        ("hamming_loss", ["a", "b", "a"], ["a", "a", "a"], Fraction(1, 3)),
    ],
)
def test_scores_of_a_matrix(
    metric: str, true: list[str | int], predicted: list[str | int], expected: Fraction
) -> None:
    tool, samples = as_sklearn(metric), samples_of_labels(true, predicted)

    assert tool.score(samples) == Defined(expected)
    assert tool.number(samples) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("metric", "true", "predicted"),
    [
        ("cohen_kappa_score", [1, 1], [1, 1]),
        ("positive_likelihood_ratio", [0, 1], [0, 1]),
        ("negative_likelihood_ratio", [0, 1], [1, 1]),
        ("negative_likelihood_ratio", [0, 0], [0, 1]),
    ],
)
def test_scores_of_a_matrix_that_do_not_exist(
    metric: str, true: list[str | int], predicted: list[str | int]
) -> None:
    found = as_sklearn(metric).given(samples_of_labels(true, predicted))

    assert isnan(found.number)
    assert isinstance(found.score, Undefined)


@pytest.mark.parametrize(
    ("metric", "true", "predicted", "message"),
    [
        ("positive_likelihood_ratio", [0, 1, 2], [0, 1, 1], "two labels: got '0', '1', '2'"),
        ("positive_likelihood_ratio", [1], [1], "two labels: got '1'"),
        ("positive_likelihood_ratio", ["no", "yes"], ["no", "no"], "say labels="),
        ("adjusted_balanced_accuracy", [1, 1], [1, 0], "two labels on the gold side: got one"),
        ("hamming_loss", [], [], "at least one sample: got none"),
    ],
)
def test_matrices_that_are_refused(
    metric: str, true: list[str | int], predicted: list[str | int], message: str
) -> None:
    tool, samples = as_sklearn(metric), samples_of_labels(true, predicted)

    with pytest.raises(ValueError, match=re.escape(message)):
        tool.number(samples)


def test_the_positive_class_of_a_ratio_is_the_last_that_is_named() -> None:
    samples = samples_of_labels(["no", "no", "yes", "yes"], ["no", "yes", "yes", "yes"])

    assert as_sklearn("positive_likelihood_ratio", labels=["no", "yes"]).number(samples) == 2
    assert as_sklearn("negative_likelihood_ratio", labels=["yes", "no"]).number(samples) == 0.5


def test_weights_of_a_matrix_are_whole_numbers() -> None:
    one, other = samples_of_labels([0, 1], [0, 0])
    tool = as_sklearn("hamming_loss")

    assert tool.number([evolve(one, weight=Fraction(3)), other]) == 0.25
    with pytest.raises(ValueError, match="weights that are whole numbers"):
        tool.number([evolve(one, weight=Fraction(1, 2)), other])


def of_numbers(*rows: tuple[int, int]) -> list[Sample]:
    return [
        Sample(id=str(at), amounts=(("is", Fraction(x)), ("said", Fraction(y))))
        for at, (x, y) in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("mean_absolute_error", Fraction(1)),
        ("mean_squared_error", Fraction(5, 3)),
        ("r2_score", Fraction(3, 8)),
    ],
)
def test_errors_of_numbers(metric: str, expected: Fraction) -> None:
    tool, samples = as_sklearn_numbers(metric, "is", "said"), of_numbers((0, 0), (2, 1), (4, 2))

    assert tool.score(samples) == Defined(expected)
    assert tool.number(samples) == pytest.approx(float(expected))


def test_errors_of_numbers_that_are_refused() -> None:
    explained = as_sklearn_numbers("r2_score", "is", "said")

    with pytest.raises(ValueError, match="not all the same"):
        explained.number(of_numbers((1, 0), (1, 1)))
    with pytest.raises(ValueError, match="a number 'said' in every sample: got none in '2'"):
        explained.number([*of_numbers((1, 0)), Sample(id="2", amounts=(("is", Fraction(1)),))])


def test_the_last_bit_of_a_mean_depends_on_the_order_of_labels() -> None:
    # The recall of the classes 2, 9 and 10 is 2/3, 1/2 and 1/3.
    true = [2, 2, 2, 9, 9, 10, 10, 10]
    predicted = [2, 2, 9, 9, 2, 10, 9, 9]
    samples = samples_of_labels(true, predicted)
    texts = samples_of_labels(list(map(str, true)), list(map(str, predicted)))
    unsaid = [evolve(one, groups=()) for one in texts]
    macro = as_sklearn("recall", average="macro")

    as_numbers, as_texts = ((2 / 3 + 1 / 2) + 1 / 3) / 3, ((1 / 3 + 2 / 3) + 1 / 2) / 3
    assert as_numbers != as_texts
    assert (macro.number(samples), macro.number(texts)) == (as_numbers, as_texts)
    with pytest.raises(ValueError, match=r"labels that are known to be texts or numbers, as the"):
        macro.number(unsaid)
    for order, expected in zip(Sorting, (as_texts, as_numbers), strict=True):
        assert as_sklearn("recall", average="macro", order=order).number(unsaid) == expected


def test_labels_are_not_sorted_as_what_they_are_not() -> None:
    texts = as_sklearn("f1", average="macro", order=Sorting.TEXT)

    with pytest.raises(ValueError, match=r"^Sorting.NUMBER, as the labels are numbers: got Sorti"):
        texts.number(samples_of_labels([1], [0]))


def test_listed_labels_are_added_as_listed() -> None:
    samples = samples_of_labels(TRUE, PREDICTED)

    assert as_sklearn("f1", average="macro", labels=["z", "b"]).arithmetic.says.endswith(
        "classes in the order z, b"
    )
    assert as_sklearn("f1", average="macro", labels=["z", "b"]).score(samples) == Defined(
        Fraction(1, 3)
    )


def test_a_class_that_nobody_has_is_what_a_division_by_zero_gives() -> None:
    samples = samples_of_labels(["a"], ["a"])

    numbers = [
        as_sklearn("f1", labels=["z"], average="macro", zero_division=zero).number(samples)
        for zero in ("warn", 0, 1, "nan", nan)
    ]

    assert numbers[:3] == [0.0, 0.0, 1.0]
    assert all(map(isnan, numbers[3:]))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: as_sklearn("f11"), r"a score among f1, .*: got 'f11': did you mean 'f1'\?"),
        (lambda: as_sklearn("f1", average="marco"), "average is binary, micro, macro, weighted"),
        (lambda: as_sklearn("f1", average="macro", labels=["a", "b", "a"]), "got 'a' twice"),
        (lambda: as_sklearn("f1", average="macro", labels=[]), "at least one label"),
        (lambda: as_sklearn("f1", average=None), "the one label that is meant: got 0 labels"),
        (lambda: as_sklearn("f1", average=None, labels=["a", "b"]), "got 2 labels"),
        (lambda: as_sklearn("f1", zero_division=2), "zero_division is 'warn', 0, 1, 'nan': got 2"),
        (
            lambda: as_sklearn("jaccard", zero_division=nan),
            "zero_division is 'warn', 0, 1: got nan",
        ),
        (lambda: as_sklearn("f1", beta=2.0), "beta goes with fbeta: got 2.0 with f1"),
        (lambda: as_sklearn("fbeta"), "a beta with fbeta, which has no default: ask for f1"),
        (lambda: as_sklearn("accuracy", average="macro"), "^accuracy without options, as the tool"),
        (lambda: as_sklearn("accuracy", labels=["a"]), "^accuracy without options"),
        (lambda: as_sklearn("accuracy", pos_label="a"), "^accuracy without options"),
        (
            lambda: as_sklearn("subset_accuracy", zero_division=1),
            "^subset_accuracy without options",
        ),
        (lambda: as_squad("f2"), "f1 or exact_match: got 'f2'"),
        (lambda: as_squad("f1", "3"), "a version among 1.1, 2.0, torchmetrics: got '3'"),
        (lambda: as_coco_iou("lines"), "boxes or masks: got 'lines'"),
    ],
)
def test_what_a_tool_does_not_have_or_we_cannot_say(
    ask: Callable[[], Compatible], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: samples_of_labels(["a"], []), "as many predictions as truths: got 0 and 1"),
        (lambda: samples_of_indicators([[0, 1]], [[1]]), r"rows of one length: got \[1, 2\]"),
        (lambda: samples_of_indicators([[0, 2]], [[1, 1]]), "0 or 1 in each column: got 2"),
    ],
)
def test_inputs_that_do_not_fit(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_labels_of_another_type_are_refused() -> None:
    with pytest.raises(TypeError, match=r"a label is a text or a whole number: got 0\.5"):
        label_text(0.5)  # type: ignore[arg-type]  # what a caller without types may do


def test_true_and_false_are_1_and_0_as_to_the_tool() -> None:
    # scikit-learn 1.9.1 gives 2/3 and 1.
    samples = samples_of_labels([True, False], [True, True])

    assert as_sklearn("f1").number(samples) == 2 / 3
    assert as_sklearn("f1", pos_label=True).number(samples) == 2 / 3
    assert as_sklearn("f1", average="macro").number(samples_of_labels([True, False], [1, 0])) == 1


@pytest.mark.parametrize(
    ("true", "predicted", "message"),
    [
        (
            [1, 2, 3],
            [1, 2, 1],
            "two labels at most, as average='binary' asks for: got 3 ('1', '2', '3'); ",
        ),
        (
            ["no", "yes"],
            ["no", "no"],
            (
                "a pos_label that occurs, as average='binary' asks for: got '1' where "
                "'no', 'yes' occur; say pos_label=..., or "
            ),
        ),
        (
            list(range(7)),
            list(range(7)),
            (
                "two labels at most, as average='binary' asks for: got 7 "
                "('0', '1', '2', '3', '4', ...); "
            ),
        ),
    ],
)
def test_the_score_of_the_positive_class_is_of_two(
    true: list[str | int], predicted: list[str | int], message: str
) -> None:
    # The tool raises too: "Target is multiclass but average='binary'", "pos_label=1 is not valid".
    with pytest.raises(ValueError, match="binary") as caught:
        as_sklearn("f1").number(samples_of_labels(true, predicted))

    assert str(caught.value) == f"{message}ask for average='macro', 'weighted' or 'micro'"


def test_one_label_alone_is_binary() -> None:
    assert as_sklearn("f1").number(samples_of_labels(["no"], ["no"])) == 0


def test_sets_of_labels_are_not_binary() -> None:
    with pytest.raises(ValueError, match=r"^one label on each side, as average='binary'"):
        as_sklearn("f1").number(samples_of_label_sets([["0", "1"]], [["1"]]))


def test_labels_that_are_left_out_are_on_neither_side() -> None:
    samples = samples_of_label_sets([["a", "b"], ["b"]], [["b"], ["c"]], labels=["a", "c"])

    assert [(one.gold, one.predicted) for one in samples] == [(("a",), ()), ((), ("c",))]


@pytest.mark.parametrize("road", ["score", "number"])
def test_weights_are_refused_where_a_tool_has_none(road: str) -> None:
    heavy = Sample(id="7", gold=(Span(0, 1, "A"),), weight=Fraction(2))

    with pytest.raises(ValueError, match="samples without weights, as seqeval has none: got 2 in"):
        getattr(as_seqeval("f1"), road)([heavy])


def test_a_label_counts_at_weight_0_where_the_tool_has_weights() -> None:
    # The tool says 2/3 of these labels: the F of y is 0, though no sample of y weighs anything.
    weighed = [
        evolve(one, weight=Fraction(weight))
        for one, weight in zip(
            samples_of_labels(["x", "y", "z"], ["x", "x", "z"]), (1, 0, 2), strict=True
        )
    ]
    macro = as_sklearn("f1", average="macro")

    assert (macro.score(weighed), macro.number(weighed)) == (Defined(Fraction(2, 3)), 2 / 3)
    assert "over=declared[x,y,z]" in signature(macro.given(weighed).definition)


def test_weights_that_are_all_0_are_refused() -> None:
    [one] = samples_of_labels(["x"], ["x"])

    with pytest.raises(ValueError, match="a sample of weight above 0: got none"):
        as_sklearn("accuracy").score([evolve(one, weight=Fraction(0))])


def test_classes_that_are_no_numbers_are_not_sorted_as_such() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        as_sklearn("f1", average="macro", order=Sorting.NUMBER).number(
            [Sample(id="1", gold=("a",), predicted=("a",))]
        )


@pytest.mark.parametrize(
    ("true", "predicted"), [([1], ["1"]), (["1", 1], ["1", "1"]), (["a"], [True])]
)
def test_labels_are_of_one_type(true: list[str | int], predicted: list[str | int]) -> None:
    with pytest.raises(ValueError, match="labels of one type, texts or whole numbers: got "):
        samples_of_labels(true, predicted)


def test_a_number_is_not_its_text_to_the_tool() -> None:
    # The tool says that pos_label=1 is not a valid label, among '0' and '1'.
    with pytest.raises(ValueError, match="pos_label of the type of the labels, since to the tool"):
        as_sklearn("f1").number(samples_of_labels(["0", "1"], ["1", "1"]))


def test_a_number_is_named_by_its_call() -> None:
    assert as_sklearn("f1").says == "scikit-learn's default: f1_score(y_true, y_pred)"
    assert as_sklearn("f1", average="macro", zero_division=nan).says == (
        "scikit-learn: f1_score(y_true, y_pred, average='macro', zero_division=np.nan)"
    )
    assert as_sklearn("fbeta", beta=0.5, pos_label="x").call == (
        "fbeta_score(y_true, y_pred, beta=0.5, pos_label='x')"
    )
    assert as_sklearn("recall", average=None, labels=["x"]).call == (
        "recall_score(y_true, y_pred, labels=['x'], average=None)[0]"
    )


def test_no_beta_is_a_default() -> None:
    assert [as_sklearn("fbeta", beta=beta).default for beta in (1.0, 0.5)] == [False, False]
    assert as_sklearn("f1", beta=1.0) == as_sklearn("f1")


def test_a_beta_in_decimals_is_the_decimal_number() -> None:
    assert as_sklearn("fbeta", beta=0.1).signature.startswith("f/1(beta=0.1,")


def test_a_crowd_is_judged_by_the_predicted_area() -> None:
    # 1 by 2 of the 2 by 2 that were predicted lie in the crowd, which is 1 by 4.
    pair = sample_of_boxes((0, 0, 2, 2), (0, 0, 1, 4))

    assert as_coco_iou().score([pair]) == Defined(Fraction(1, 3))
    assert as_coco_iou(crowd=True).score([pair]) == Defined(Fraction(1, 2))


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("accuracy", "scikit-learn's default: accuracy_score(y_true, y_pred)"),
        (
            "f(class=item,average=macro[class],credit=exact,charge=both)",
            "scikit-learn: f1_score(y_true, y_pred, average='macro')",
        ),
        (
            "precision(class=item,average=macro[class],pred_empty=1+0)",
            "scikit-learn: precision_score(y_true, y_pred, average='macro', zero_division=1)",
        ),
        (
            "recall(class=item,average=macro[class],gold_empty=skip+1)",
            "scikit-learn: recall_score(y_true, y_pred, average='macro', zero_division=1)",
        ),
        (
            "f(average=micro,aggregate=harmonic)",
            "scikit-learn: f1_score(y_true, y_pred, average='micro', zero_division=1)",
        ),
        ("f(match=multiset)", "SQuAD's default: evaluate-v2.0.py, f1 of normalised tokens"),
        (
            "jaccard(match=given,both_empty=0)",
            "pycocotools's default: mask.iou(dt, gt, [0]) of masks",
        ),
    ],
)
def test_a_definition_is_known_by_its_meaning(definition: str, expected: str) -> None:
    assert expected in calls(definition)


def test_the_share_in_a_crowd_is_nobodys_default() -> None:
    assert calls("precision(match=given,both_empty=0+0)") == [
        "pycocotools: mask.iou(dt, gt, [1]) of masks"
    ]


@pytest.mark.parametrize(
    "definition",
    [
        "f(class=item,average=macro[class],over=gold)",
        "f(class=item,average=macro[class],normalise=lower)",
        "f(class=item,average=macro[class],credit=fuzzy)",
        "f(class=item,average=macro[class],statistic=population_stdev)",
        "f(class=item,average=macro[class],missing=empty)",
        "f(class=item,average=macro[class],aggregate=harmonic)",
        "f(average=macro[document])",
        "total(of=hits)",
    ],
)
def test_a_definition_with_another_say_is_not_known(definition: str) -> None:
    assert calls(definition) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(normalise=trim+brackets)", "f(normalise=trim+brackets,passes=once)"),
        ("f(average=macro[document],undefined=skip)", "f(average=macro[document,sample])"),
        ("f(match=spans[mode=exact])", "f(match=spans[mode=exact,assign=optimal])"),
        ("f(match=spans[mode=iou])", "f(match=spans[mode=iou,threshold=0.7])"),
        ("f(class=item,only=class[a],average=micro)", "f(average=micro)"),
    ],
)
def test_an_option_with_a_say_is_not_reduced(one: str, other: str) -> None:
    assert reduced(parse(one)) != reduced(parse(other))


def test_a_class_that_nobody_has_tells_divisions_by_zero_apart() -> None:
    # Of all classes seen none is empty on both sides; of declared ones some may be.
    seen, declared = "average=macro[class]", "average=macro[class],over=declared[1]"

    assert calls(f"f(class=item,{seen})") == calls(f"f(class=item,{seen},both_empty=0+0)")
    assert calls(f"f(class=item,{declared},both_empty=0+0)") == [
        "scikit-learn's default: f1_score(y_true, y_pred)"
    ]
    assert calls(f"f(class=item,{declared})") == [
        "scikit-learn: f1_score(y_true, y_pred, zero_division=1)"
    ]


def test_every_number_of_a_tool_is_known_as_itself() -> None:
    for one in known_tools():
        assert one in known_as(one.definition)
        assert parse(one.signature) == one.definition


@pytest.mark.parametrize(
    ("rows", "labels", "told"),
    [
        # To the tool a table of one column is a list of labels, and one of none is refused.
        ([[1], [0]], None, "at least two columns, .*: got 1"),
        ([[], []], None, "at least two columns, .*: got 0"),
        ([[1, 0]], [2], "labels that are columns, 0 to 1: got 2"),
        ([[1, 0]], [-1], "labels that are columns, 0 to 1: got -1"),
    ],
)
def test_tables_that_the_tool_does_not_read_as_tables_are_refused(
    rows: list[list[int]], labels: list[int] | None, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        samples_of_indicators(rows, rows, labels=labels)


def test_a_column_that_is_never_1_is_listed_or_refused() -> None:
    # f1_score([[1, 0]], [[1, 0]], average='macro') is 1/2: the second column counts as 0.
    samples = samples_of_indicators([[1, 0]], [[1, 0]])

    with pytest.raises(ValueError, match=r"got none for column 1; say labels=range\(2\)"):
        as_sklearn("f1", average="macro").number(samples)
    assert as_sklearn("f1", average="macro", labels=[0, 1]).number(samples) == 0.5


def test_a_matrix_score_is_named_where_its_rule_for_0_by_0_makes_no_difference() -> None:
    near = [one.call for one, _ in nearly_known_as(parse("mcc(class=item)"))]
    assert near == ["matthews_corrcoef(y_true, y_pred)"]
