"""A number that went wrong (NaN, an infinity) is refused, or its sample is left out and counted."""

from collections.abc import Callable, Iterable
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand import InvalidInputError, Number, score

RANKINGS = ("ndcg", "reciprocal_rank", "mean_average_precision", "precision_at(k=1)")
CLASSES = ("multiclass_log_loss", "multiclass_brier", "multiclass_auc", "top_k_accuracy(k=1)")
NUMBERS = ("brier", "log_loss", "ece", "mae", "mse", "average_precision")

Rows = list[list[float]]


def _as_lists(rows: Rows) -> Iterable[object]:
    return rows


def _as_array(rows: Rows) -> Iterable[object]:
    return np.array(rows)


def _as_single(rows: Rows) -> Iterable[object]:
    return np.array(rows, dtype="float32")


def _as_records(rows: Rows) -> Iterable[object]:
    return [{str(at): one for at, one in enumerate(row)} for row in rows]


shapes = st.sampled_from((_as_lists, _as_array, _as_single, _as_records))
wrong = st.sampled_from((nan, inf, -inf))
widths = st.integers(2, 4)


@st.composite
def _rows(draw: st.DrawFn) -> tuple[Rows, int, int]:
    """Draw rows of probabilities, and a place among them."""
    width = draw(widths)
    plain = [1.0, *[0.0] * (width - 1)]
    rows = [draw(st.permutations(plain)) for _ in range(draw(st.integers(1, 4)))]
    return rows, draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, width - 1))


def _spoilt(rows: Rows, row: int, column: int, bad: float) -> Rows:
    return [
        [bad if (at, place) == (row, column) else one for place, one in enumerate(cells)]
        for at, cells in enumerate(rows)
    ]


@given(_rows(), wrong, shapes, st.sampled_from(RANKINGS), st.booleans())
def test_a_ranking_with_what_is_no_number_is_refused(
    drawn: tuple[Rows, int, int],
    bad: float,
    shape: Callable[[Rows], Iterable[object]],
    definition: str,
    spoil_gold: bool,  # noqa: FBT001
) -> None:
    rows, row, column = drawn
    sides = (_spoilt(rows, row, column, bad), rows)
    gold, predicted = (shape(one) for one in (sides if spoil_gold else sides[::-1]))

    with pytest.raises(InvalidInputError, match=r"^(gold|predicted)\[\d+\]"):
        score(gold, predicted, definition)


@given(_rows(), wrong, shapes, st.sampled_from(CLASSES))
def test_classes_with_what_is_no_number_are_refused(
    drawn: tuple[Rows, int, int],
    bad: float,
    shape: Callable[[Rows], Iterable[object]],
    definition: str,
) -> None:
    rows, row, column = drawn
    gold = ["0"] * len(rows) if shape is _as_records else [0] * len(rows)

    with pytest.raises(InvalidInputError, match=r"^predicted\[\d+\].*number"):
        score(gold, shape(_spoilt(rows, row, column, bad)), definition)


@given(
    st.lists(st.tuples(st.sampled_from((0, 1)), st.sampled_from((0.25, 0.5))), min_size=2),
    st.data(),
    st.sampled_from(NUMBERS),
)
def test_a_number_that_is_none_leaves_its_sample_out(
    pairs: list[tuple[int, float]], data: st.DataObject, definition: str
) -> None:
    at = data.draw(st.integers(0, len(pairs) - 1))
    side = data.draw(st.sampled_from((0, 1)))
    bad = data.draw(wrong)
    array = data.draw(st.booleans())
    positive = data.draw(st.sampled_from((None, 1)))
    columns = [[float(pair[place]) for pair in pairs] for place in (0, 1)]
    columns[side][at] = bad
    gold, predicted = (np.array(one) if array else one for one in columns)

    def found() -> Number:
        return score(gold, predicted, definition, positive=positive)

    if bad == bad:  # noqa: PLR0124  # NaN differs from itself
        with pytest.raises(InvalidInputError, match="a finite number"):
            found()
    else:
        assert sum(found().denominators.excluded.values()) == 1
