"""Cells of odd types: each verb gives a number, or an error of ours that names the argument."""

import datetime as dt
from collections.abc import Callable, Iterable
from decimal import Decimal
from enum import Enum, StrEnum
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from measurand import (
    InvalidInputError,
    Span,
    accuracy,
    by_class,
    compare,
    f1,
    interval,
    measure,
    score,
)
from measurand.errors import MeasurandError


class Text(str, Enum):  # noqa: UP042  # what is tested: the older way to write it
    """An Enum of texts as it was written before StrEnum."""

    A = "a"
    B = "b"


class Plain(Enum):
    """An Enum of numbers."""

    A = 1
    B = 2


class Word(StrEnum):
    """An Enum of texts."""

    A = "a"
    B = "b"


class Unhashable:
    """A value that no dictionary takes."""

    __hash__ = None  # type: ignore[assignment]  # as lists have it


SPARSE = (sparse.csr_matrix, sparse.csr_array, sparse.coo_matrix, sparse.csc_array)
ODD: dict[str, Iterable[object]] = {
    "text": [Text.A, Text.B],
    "plain": [Plain.A, Plain.B],
    "word": [Word.A, Word.B],
    "unhashable": [Unhashable(), Unhashable()],
    "bytes": [b"a", b"b"],
    "decimals": [Decimal("0.5"), Decimal(1)],
    "ratios": [Fraction(1, 2), Fraction(1)],
    "dates": [dt.date(2020, 1, 1)] * 2,
    "complex": [1j, 2],
    "missing": [pd.NA, pd.NA],
    "times": [pd.NaT, 1],
    "types": [int, str],
    "scalars": [np.array(1), np.array(2)],
    "matrices": [np.zeros((2, 2))] * 2,
    "levels": pd.MultiIndex.from_tuples([(1, 2), (3, 4)]),
    "huge": [10**400, 1],
    "nested": [[[["a"]]], [1]],
    **{one.__name__: one([[1, 0], [0, 1]]) for one in SPARSE},
}
DEFINITIONS = ("accuracy", "f1(average=micro)", "brier", "bleu", "ndcg", "multiclass_log_loss")
Verb = Callable[[Iterable[object], Iterable[object]], object]


def _scored_by(definition: str) -> Verb:
    return lambda gold, predicted: score(gold, predicted, definition)


VERBS: dict[str, Verb] = {
    **{name: _scored_by(name) for name in DEFINITIONS},
    "by_class": by_class,
    "measure": lambda g, p: measure(g, p, "accuracy"),
    "interval": lambda g, p: interval(g, p, "accuracy", replicates=50),
    "compare": lambda g, p: compare(g, {"a": p, "b": p}, "accuracy", replicates=50),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("cells", ODD)
def test_odd_cells_give_a_number_or_an_error_of_ours(cells: str, verb: str) -> None:
    odd = ODD[cells]
    for gold, predicted in ((odd, odd), (["a", "b"], odd), (odd, [0, 1])):
        try:
            found = VERBS[verb](gold, predicted)
        except MeasurandError:
            continue
        assert str(found)


def test_a_member_of_an_enum_of_texts_is_its_text() -> None:
    gold, said = [Text.A, Text.B, Text.A], ["a", "b", "b"]

    assert accuracy(gold, said) == accuracy(said, gold) == Fraction(2, 3)
    assert accuracy(np.array(gold, dtype=object), said) == Fraction(2, 3)
    assert f1(gold, said, positive=Text.A) == f1(gold, said, positive="a") == Fraction(2, 3)
    assert score([{Text.A}], [["a"]], "f1(average=micro)") == 1
    assert score(gold, [0.9, 0.2, 0.4], "auc", positive=Text.A) == 1


@pytest.mark.parametrize("make", SPARSE, ids=lambda one: one.__name__)
def test_sparse_indicators_are_as_dense_ones(make: Callable[[object], Iterable[object]]) -> None:
    gold, said = [[1, 0, 1], [0, 1, 0]], [[1, 1, 0], [0, 1, 0]]

    found = score(make(gold), make(said), "f1(average=micro)")

    assert found == score(np.array(gold), np.array(said), "f1(average=micro)") == Fraction(2, 3)


def test_a_span_may_have_ends_of_numpy() -> None:
    span = Span(np.int64(0), np.int64(3), "PER")

    assert span == Span(0, 3, "PER")
    assert type(span.start) is int
    with pytest.raises(TypeError, match="integer"):
        Span("0", 3)  # type: ignore[arg-type]  # what is tested


def test_groups_are_columns_by_name() -> None:
    with pytest.raises(InvalidInputError, match="groups: expected columns by name, got the type l"):
        score(["a"], ["a"], "accuracy", groups=["x"])  # type: ignore[call-overload]  # tested


def test_a_name_of_a_tool_with_one_part_too_many_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="definition"):
        score([["Paris"]], ["Paris"], "squad:exact_match::bad")
