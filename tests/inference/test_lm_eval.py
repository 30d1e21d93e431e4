"""Aggregates of lm-evaluation-harness by hand, and from a public thread."""

from math import exp, isclose, log, sqrt

import pytest

from measurand.inference.lm_eval import (
    Aggregation,
    Choosing,
    Grouping,
    UnfitRowsError,
    Value,
    aggregate,
    chosen,
    error,
    group,
    group_error,
    signature,
    softmax,
)
from measurand.values.score import Undefined


@pytest.mark.parametrize(
    ("how", "values", "expected"),
    [
        (Aggregation.MEAN, [1.0, 0.0, 0.0, 1.0], 0.5),
        (Aggregation.NANMEAN, [1.0, float("nan"), 0.0], 0.5),
        (Aggregation.MEDIAN, [3.0, 1.0, 2.0, 4.0], 3.0),
        (Aggregation.PERPLEXITY, [-1.0, -3.0], exp(2)),
        (Aggregation.WEIGHTED_PERPLEXITY, [(-6.0, 1), (-2.0, 3)], exp(2)),
        (Aggregation.BITS_PER_BYTE, [(-6.0, 1), (-2.0, 3)], 2 / log(2)),
        (Aggregation.F1, [(1, 1), (1, 1), (1, 0), (0, 1), (0, 0)], 4 / 6),
        (Aggregation.F1, [(0, 0), (0, 0)], 0.0),
        (Aggregation.MCC, [(1, 1), (1, 0), (0, 0), (0, 0)], 2 / sqrt(12)),
        (Aggregation.MCC, [(0, 0), (0, 0)], 0.0),
        (Aggregation.BRIER, [(0, (1.0, 0.0)), (0, (0.0, 1.0))], 1.0),
        (Aggregation.BLEU, [("a b c d", "a b c d")], 100.0),
        (Aggregation.CHRF, [("abcdef", "abcdef")], 100.0),
    ],
)
def test_aggregates_by_hand(how: Aggregation, values: list[Value], expected: float) -> None:
    found = aggregate(how, values)

    assert isinstance(found, float)
    assert isclose(found, expected, rel_tol=1e-12)


@pytest.mark.parametrize(
    ("how", "values"),
    [
        (Aggregation.MEAN, [(1, 1)]),
        (Aggregation.F1, [1.0]),
        (Aggregation.F1, [(2, 1)]),
        (Aggregation.BITS_PER_BYTE, [("a", 1)]),
        (Aggregation.BLEU, [(1, "a")]),
        (Aggregation.BRIER, [("a", 1)]),
    ],
)
def test_rows_of_another_shape_are_refused(how: Aggregation, values: list[Value]) -> None:
    with pytest.raises(UnfitRowsError, match="got"):
        aggregate(how, values)


def test_nothing_has_no_number() -> None:
    assert aggregate(Aggregation.MEAN, []) == Undefined("no value")


# One move of four words, and one word of two; the third has a reference of 3/2 words on average.
def test_edits_are_added_up_before_they_are_divided() -> None:
    rows: list[Value] = [("a b c d", "d a b c"), ("a b", "a c"), (("a b", "a"), "a")]

    assert aggregate(Aggregation.TER, rows) == 100 * (2 / 7.5)


def test_moves_are_not_looked_for_without_end() -> None:
    words = "a " * 70_000

    found = aggregate(Aggregation.TER, [(words, words)])

    assert isinstance(found, Undefined)
    assert "more than is done here" in found.reason


def test_what_would_be_drawn_without_end_is_left_open() -> None:
    found = error(Aggregation.MEDIAN, [0.0, 1.0], 10**12)

    assert isinstance(found, Undefined)
    assert "at most" in found.reason


def test_1500_draws_are_asked_for_and_1000_are_made() -> None:
    rows: list[Value] = [(1, 1), (1, 0), (0, 0)]

    assert error(Aggregation.F1, rows, 1500) == error(Aggregation.F1, rows, 1000)
    assert signature(Aggregation.F1, 1500).endswith("draws=1000)")


# lm-evaluation-harness, issue 2091: three tasks of 198, 546 and 448 questions, and their group.
def test_the_group_of_a_public_thread() -> None:
    right, sizes = (66, 173, 154), (198, 546, 448)
    shares = [hits / size for hits, size in zip(right, sizes, strict=True)]
    errors = [sqrt(p * (1 - p) / (n - 1)) for p, n in zip(shares, sizes, strict=True)]

    found = group_error(Grouping.WEIGHTED, errors, sizes)

    assert isclose(group(Grouping.WEIGHTED, shares, sizes), 393 / 1192, rel_tol=1e-12)
    assert isinstance(found, float)
    assert round(found, 6) == 0.013629
    assert [round(one, 4) for one in errors] == [0.0336, 0.0199, 0.0225]


# By hand: -4 / 4 is better than -3 / 2; the second has twice as many bytes as characters.
def test_lengths_move_the_choice() -> None:
    logs, choices = [-3.0, -4.0], ["ab", "äöüß"]

    assert chosen(Choosing.ACC, logs, choices) == 0
    assert chosen(Choosing.ACC_NORM, logs, choices) == 1
    assert chosen(Choosing.ACC_BYTES, logs, choices) == 1
    assert chosen(Choosing.ACC_MUTUAL_INFO, logs, choices, [-1.0, -5.0]) == 1
    assert isinstance(chosen(Choosing.ACC_MUTUAL_INFO, logs, choices), Undefined)
    assert isinstance(chosen(Choosing.ACC_NORM, logs, ["", "a"]), Undefined)


def test_probabilities_add_up_to_1() -> None:
    assert softmax([-1000.0, -1000.0]) == (0.5, 0.5)
