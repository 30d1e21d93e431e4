"""What a verb is told and does not know is refused in its own words; dead ends name a way out."""

import sys
from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

import measurand
from measurand import (
    Accumulator,
    InvalidInputError,
    MeasurandError,
    Number,
    accuracy,
    by_class,
    f1,
    interval,
    lint,
    score,
    score_function,
)
from measurand.edges.verbs.errors import in_words_of
from measurand.errors import UnknownArgumentError
from measurand.values.fault import Fault

AB = ["a", "b"]
VERBS: dict[str, Callable[..., object]] = {
    **{
        name: lambda name=name, **said: getattr(measurand, name)(AB, AB, **said)
        for name in ("f1", "precision", "recall", "jaccard", "accuracy", "mcc", "kappa", "by_class")
    },
    **{
        name: lambda name=name, **said: getattr(measurand, name)(AB, AB, "accuracy", **said)
        for name in ("score", "interval", "measure")
    },
    "compare": lambda **said: measurand.compare(AB, {"x": AB, "y": AB}, "accuracy", **said),
    "score_function": lambda **said: score_function("accuracy", **said),
    "Accumulator": lambda **said: Accumulator("accuracy", **said),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "name", ["numbers", "kinds", "weight", "sample_weight", "missing", "x_1", "zero"]
)
def test_an_argument_that_a_verb_does_not_have_is_named_with_those_it_has(
    verb: str, name: str
) -> None:
    with pytest.raises(UnknownArgumentError) as caught:
        VERBS[verb](**{name: 1})

    said = str(caught.value)
    assert said.startswith(f"{verb}() has no argument {name!r}")
    assert (
        "it has " in said or "did you mean" in said or ": here it is " in said or "says it" in said
    )
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, MeasurandError)


@pytest.mark.parametrize(
    ("name", "near"), [("weigths", "weights"), ("label", "labels"), ("schema", "scheme")]
)
def test_the_nearest_argument_is_asked_for(name: str, near: str) -> None:
    with pytest.raises(UnknownArgumentError, match=f"did you mean '{near}'"):
        score(AB, AB, "accuracy", **{name: 1})  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"end": "bogus"}, "end: expected one of exclusive, inclusive, got 'bogus'"),
        ({"scheme": "IOBES"}, "scheme: expected one of iob1, .*, got 'IOBES'"),
        ({"labels": "texts"}, "labels: expected one of ask, value, text"),
    ],
)
def test_a_value_that_an_argument_cannot_have_is_refused(
    said: dict[str, object], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        score(AB, AB, "accuracy", **said)  # type: ignore[call-overload]


@pytest.mark.parametrize("size", [3, 4, 60])
def test_one_cause_in_many_cells_is_said_once_with_a_count(size: int) -> None:
    nothing = [None] * (2 * size)
    runs: list[Callable[[], object]] = [
        lambda: interval(AB * size, AB * size, "accuracy", weights=nothing),
        lambda: interval(AB * size, AB * size, "accuracy", cluster=nothing),
    ]
    for run in runs:
        with pytest.raises(InvalidInputError) as caught:
            run()

        first, rest = str(caught.value).splitlines()
        assert "[0]: expected " in first
        assert f": and {2 * size - 1} more of the same" in rest
        assert len(caught.value.faults) == 2 * size


OPTIONS = st.sampled_from(
    (
        "say --input labels=value to compare them",
        "say --items iob2 (spans) or --items text (a set)",
        'say --input end=exclusive|inclusive, or input = { end = "..." } in a claims file',
        "say what it stands for: --word yes=NUMBER (or none), or words in the fields",
        "say --like squad:f1, or write records",
        "say which one: --field pred=PATH[0], for example",
        "write them alike; --on-error skip leaves them out",
    )
)


@given(OPTIONS)
def test_no_error_of_python_speaks_of_options_of_commands(hint: str) -> None:
    fault = Fault(file="the frame", path="$[0].gold", got="1", expected="a label", hint=hint)

    said = str(InvalidInputError((in_words_of(fault),)))

    assert "--" not in said
    assert "claims file" not in said


def test_hints_of_a_table_reach_python() -> None:
    with pytest.raises(InvalidInputError, match=r"did you mean 'f'\?"):
        lint("a,F1\nx,50\n", columns={"F1": "ff"})


@pytest.mark.parametrize(
    ("scheme", "tags"),
    [
        ("iobes", ["S-PER", "B-LOC", "E-LOC", "O"]),
        ("bilou", ["U-PER", "B-LOC", "L-LOC", "O"]),
        ("iob2", ["B-PER", "B-LOC", "I-LOC", "O"]),
        ("ioe2", ["E-PER", "I-LOC", "E-LOC", "O"]),
    ],
)
def test_tags_of_every_scheme_write_the_same_spans(scheme: str, tags: list[str]) -> None:
    spans = [[(0, 1, "PER"), (1, 3, "LOC")]]
    found = score([tags], [tags[:1] + ["O"] * 3], "f1(average=micro)", kind="tags", scheme=scheme)  # type: ignore[call-overload]

    # One of two spans is found, and nothing else: 2 * 1 / (1 + 2).
    assert found == score(spans, [spans[0][:1]], "f1(average=micro)", kind="spans", end="exclusive")
    assert float(found) == pytest.approx(2 / 3)


def test_tags_of_another_scheme_name_the_way_out() -> None:
    with pytest.raises(InvalidInputError, match="got 'S-PER': scheme='iobes'"):
        score([["S-PER", "O"]], [["S-PER", "O"]], "f1(average=micro)", kind="tags")


def test_an_accuracy_of_tags_names_what_there_is() -> None:
    tags = [["B-PER", "O", "B-LOC"]]
    found = accuracy(tags, tags, kind="tags")

    assert "of tags, put all of them into one column for accuracy" in repr(found)
    with pytest.raises(ValueError, match="exact_match is of whole samples"):
        float(found)
    assert float(accuracy(*[[one for row in tags for one in row]] * 2, kind="labels")) == 1.0


def test_one_text_against_several_names_metrics_of_texts() -> None:
    gold, said = [["Paris", "paris, France"], ["42"]], ["Paris", "41"]

    with pytest.raises(InvalidInputError, match="text_match"):
        score(gold, said, "exact_match")
    assert float(score(gold, said, "text_match")) == 0.5


def test_numbers_that_are_texts_say_so() -> None:
    with pytest.raises(InvalidInputError, match="a number that is written as a text is none"):
        score(["1.5", "2"], [1.5, 2.0], "mae")


def test_a_frame_of_other_classes_than_labels_names_them() -> None:
    frame = pd.DataFrame([[0.5, 0.5], [0.1, 0.9]], columns=["a", "b"])

    with pytest.raises(InvalidInputError, match="'a', 'b', got labels such as 0: classes="):
        score([0, 1], frame, "multiclass_log_loss")
    assert score([0, 1], frame, "multiclass_log_loss", classes=[0, 1]).defined


def test_no_weight_at_all_is_said_in_words() -> None:
    assert accuracy(AB, AB, weights=[0, 0]).reason == "no unit has a weight"


def test_an_item_that_stands_twice_in_a_list_is_told() -> None:
    gold = [["a", "a", "b"], ["c"]]
    note = "1 cell with an item more than once, which counts once: match=multiset counts each"

    found = f1(gold, [["a"], ["c"]], average="micro")

    # As a set {a, b}: 2 * 2 / (2 + 3); of a list 2 * 2 / (2 + 4).
    assert float(found) == pytest.approx(4 / 5)
    assert note in repr(found)
    assert note in found._repr_html_()
    each = score(gold, [["a"], ["c"]], "f1(average=micro,match=multiset)")
    assert float(each) == pytest.approx(4 / 6)
    assert "match=multiset counts" not in repr(each)
    assert note not in repr(f1([["a"]], [["a"]], average="micro"))


def test_a_function_of_scikit_learn_takes_weights() -> None:
    gold, said, weights = [0, 1, 1], [0, 1, 0], [1, 2, 1]
    found = score_function("f1(average=macro[class])")(gold, said, sample_weight=weights)

    assert found == pytest.approx(f1_score(gold, said, average="macro", sample_weight=weights))


@pytest.mark.parametrize("make", [score_function, Accumulator])
def test_what_no_column_can_be_scored_by_is_refused_at_once(make: Callable[..., object]) -> None:
    with pytest.raises(InvalidInputError, match="expected an average, or a positive label"):
        make("f1", kind="labels")
    with pytest.raises(InvalidInputError, match="definition: expected a definition"):
        make("f_one")
    with pytest.raises(InvalidInputError, match="kind: expected one of"):
        make("accuracy", kind="label")


def test_batches_of_a_number_of_a_tool_are_refused_at_once() -> None:
    with pytest.raises(InvalidInputError, match="a definition, whose parts add"):
        Accumulator("sklearn:f1:macro")


SERIES: dict[str, tuple[list[object], type[pl.DataType]]] = {
    "texts": (["a", "b", None], pl.String),
    "integers": ([1, 2, None], pl.Int64),
    "truth": ([True, False, None], pl.Boolean),
    "categories": (["a", "b", None], pl.Categorical),
}


@pytest.mark.parametrize("name", SERIES)
def test_columns_of_polars_are_read_without_pyarrow(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells, kind = SERIES[name]
    gold = pl.Series(cells[:2] + cells[:1], dtype=kind)
    said = pl.Series(cells, dtype=kind)

    def found() -> Number:
        return f1(gold, said, average="macro")

    with_arrow = found()
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    assert found() == with_arrow
    assert found().denominators == with_arrow.denominators


def test_a_column_whose_cells_would_be_others_still_asks_for_pyarrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    single = pl.Series([0.1], dtype=pl.Float32)

    with pytest.raises(InvalidInputError, match="pyarrow"):
        score(single, single, "mae")


@pytest.mark.parametrize("cells", [[b"ab", b"c"], [bytearray(b"ab")], np.array([b"ab", b"c"])])
def test_bytes_are_no_sets_of_their_numbers(cells: Iterable[object]) -> None:
    # As sets of numbers b"ab" and b"ba" would be equal.
    with pytest.raises(InvalidInputError, match=r"got bytes: \.decode\(\) makes texts"):
        score(cells, cells, "exact_match")


def test_one_iterator_is_not_two_columns() -> None:
    both = iter(["a", "b", "a", "b"])

    with pytest.raises(InvalidInputError, match="predicted: expected a column of its own"):
        accuracy(both, both)


INDEXES = st.permutations(range(3))


@given(INDEXES, INDEXES, st.sampled_from(("gold", "predicted", "none")))
def test_columns_of_pandas_agree_in_their_indexes_whatever_stands_beside(
    one: list[int], other: list[int], listed: str
) -> None:
    labels = list("aba")
    weights = pd.Series([1.0, 2.0, 3.0], index=other)
    gold = labels if listed == "gold" else pd.Series(labels, index=one)
    said = labels if listed == "predicted" else pd.Series(labels, index=one)

    if one == other:
        assert accuracy(gold, said, weights=weights) == 1
        return
    with pytest.raises(InvalidInputError, match="an index of other names, or in another order"):
        accuracy(gold, said, weights=weights)


def test_sets_in_arrays_are_sets() -> None:
    gold, said = [np.array(["a", "b"])], [np.array(["a"])]

    assert float(f1(gold, said, average="micro")) == pytest.approx(2 / 3)
    assert f1([np.array([1, 2])], [[1, 2]], average="micro") == 1


def test_numbers_and_their_digits_in_sets_are_two_types() -> None:
    with pytest.raises(InvalidInputError, match="labels: expected items of one type"):
        f1([[1, 2]], [["1", "2"]], average="micro")
    assert f1([[1, 2]], [["1", "2"]], average="micro", labels="text") == 1
    assert f1([["1", "a"]], [["1", "a"]], average="micro") == 1


def test_a_positive_label_is_of_the_type_of_labels() -> None:
    with pytest.raises(InvalidInputError, match="positive: expected a label of gold, such as 1"):
        score([1, 0], [0.9, 0.1], "auc", positive="1")
    # Nobody is positive here, which may be so.
    assert float(score(["n", "n"], [0.5, 0.5], "brier", positive="y")) == 0.25


def test_classes_of_tuples_are_those_of_a_slot() -> None:
    pairs = [[("battery", "bad")], [("price", "good")]]
    slots = ("aspect", "polarity")

    with pytest.raises(InvalidInputError, match=r"class=field\[SLOT\] for tuples"):
        by_class(pairs, pairs, slots=slots)
    found = by_class(pairs, pairs, "f1(class=field[polarity],average=macro[class])", slots=slots)
    assert {*found} == {"bad", "good"}
