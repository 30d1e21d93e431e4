"""The aggregates of lm-evaluation-harness against an oracle that draws with Python's generator."""

import random
from collections.abc import Callable, Sequence
from math import isclose, sqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.algebra.draws import python_choices
from measurand.inference.lm_eval import (
    Aggregation,
    Choosing,
    Grouping,
    Value,
    aggregate,
    chosen,
    error,
    group,
    group_error,
    softmax,
)
from measurand.values.score import Undefined
from properties.oracles import lm_eval as oracle
from properties.strategies.effort import half

numbers = st.lists(
    st.sampled_from((0.0, 1.0, 0.1, 1 / 3)) | st.floats(-5, 5), min_size=2, max_size=9
)
binary = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=12)
labels = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=12)
lengths = st.lists(st.tuples(st.floats(-90, 0), st.integers(1, 50)), min_size=1, max_size=9)
iters = st.integers(2, 40) | st.sampled_from((1000, 1500))
tasks = st.lists(
    st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(2, 500)), min_size=1, max_size=6
)


@given(st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 5))
@example(seed=0, size=1, count=2)
def test_places_are_those_that_python_chooses(seed: int, size: int, count: int) -> None:
    source = random.Random(seed)  # noqa: S311  the generator that the tool draws with

    found = [row for part in python_choices(seed, size, count) for row in part.tolist()]

    assert found == [source.choices(range(size), k=size) for _ in range(count)]


OF_NUMBERS: Sequence[tuple[Aggregation, Callable[[Sequence[float]], float]]] = (
    (Aggregation.MEDIAN, oracle.median),
    (Aggregation.PERPLEXITY, oracle.perplexity),
)


@half
@given(numbers, iters)
@pytest.mark.parametrize(("how", "of"), OF_NUMBERS)
def test_every_bit_of_numbers_and_their_bootstrap(
    how: Aggregation, of: Callable[[Sequence[float]], float], drawn: list[float], times: int
) -> None:
    assert aggregate(how, drawn) == of(drawn)
    assert error(how, drawn, times) == oracle.bootstrap(of, drawn, times)


@half
@given(binary, iters)
def test_every_bit_of_f_and_its_bootstrap(drawn: list[tuple[int, int]], times: int) -> None:
    assert aggregate(Aggregation.F1, drawn) == oracle.f1(drawn)
    assert error(Aggregation.F1, drawn, times) == oracle.bootstrap(oracle.f1, drawn, times)


@half
@given(labels, iters)
def test_every_bit_of_a_correlation_and_its_bootstrap(
    drawn: list[tuple[int, int]], times: int
) -> None:
    assert aggregate(Aggregation.MCC, drawn) == oracle.mcc(drawn)
    assert error(Aggregation.MCC, drawn, times) == oracle.bootstrap(oracle.mcc, drawn, times)


@given(numbers)
def test_the_error_of_a_mean_is_the_deviation_over_the_root(drawn: list[float]) -> None:
    assert aggregate(Aggregation.MEAN, drawn) == oracle.mean(drawn)
    assert error(Aggregation.MEAN, drawn, 1) == oracle.deviation(drawn) / sqrt(len(drawn))


@given(lengths)
def test_perplexities_of_words_and_bytes(drawn: list[tuple[float, int]]) -> None:
    for how, of in (
        (Aggregation.WEIGHTED_PERPLEXITY, oracle.weighted_perplexity),
        (Aggregation.BITS_PER_BYTE, oracle.bits_per_byte),
    ):
        found = aggregate(how, drawn)

        assert isinstance(found, float)
        assert isclose(found, of(drawn), rel_tol=1e-12)
        assert isinstance(error(how, drawn, 1000), Undefined)


@given(st.lists(st.tuples(st.integers(0, 2), st.tuples(*[st.floats(-9, 9)] * 3)), min_size=1))
def test_brier_lies_between_0_and_2(drawn: list[tuple[int, tuple[float, float, float]]]) -> None:
    rows: list[tuple[int, tuple[float, ...]]] = [(gold, softmax(logs)) for gold, logs in drawn]
    found = aggregate(Aggregation.BRIER, rows)

    assert isinstance(found, float)
    assert -1e-12 <= found <= 2 + 1e-12
    assert isclose(found, oracle.brier(rows), rel_tol=1e-12)


@given(tasks)
def test_groups_and_their_errors(drawn: list[tuple[float, float, int]]) -> None:
    values, errors, sizes = (list(column) for column in zip(*drawn, strict=True))

    weighted, plain = (group(how, values, sizes) for how in (Grouping.WEIGHTED, Grouping.PLAIN))
    pooled = group_error(Grouping.WEIGHTED, errors, sizes)

    assert isclose(weighted, oracle.group_weighted(values, sizes), rel_tol=1e-12)
    assert isclose(plain, oracle.mean(values), rel_tol=1e-12)
    assert isinstance(pooled, float)
    assert isclose(pooled, oracle.pooled(errors, sizes), rel_tol=1e-12, abs_tol=1e-300)
    assert group_error(Grouping.PLAIN_POOLED, errors, sizes) == pooled
    assert min(values) - 1e-12 <= weighted <= max(values) + 1e-12


@given(st.lists(st.integers(0, 1), min_size=2, max_size=30), st.integers(2, 5))
def test_a_group_of_equal_tasks_pools_to_that_of_all_rows_but_for_what_parts_them(
    rows: list[int], times: int
) -> None:
    # Tasks that are alike vary inside only: the pooled variance is that of one task.
    one = error(Aggregation.MEAN, [float(row) for row in rows], 1)
    assert isinstance(one, float)

    found = group_error(Grouping.WEIGHTED, [one] * times, [len(rows)] * times)

    assert isinstance(found, float)
    assert isclose(found, one / sqrt(times), rel_tol=1e-12)


@given(st.lists(st.tuples(st.floats(-90, 0), st.text(min_size=1, max_size=5)), min_size=1))
def test_no_other_choice_is_better_and_the_first_of_equals_is_taken(
    drawn: list[tuple[float, str]],
) -> None:
    logs, choices = [log for log, _ in drawn], [text for _, text in drawn]
    for how, weighed in (
        (Choosing.ACC, logs),
        (Choosing.ACC_NORM, [log / len(text) for log, text in drawn]),
        (Choosing.ACC_BYTES, [log / len(text.encode()) for log, text in drawn]),
        (Choosing.ACC_MUTUAL_INFO, [0.0 for _ in drawn]),
    ):
        at = chosen(how, logs, choices, logs)

        assert isinstance(at, int)
        assert weighed[at] == max(weighed)
        assert all(one < weighed[at] for one in weighed[:at])


@given(
    st.lists(
        st.tuples(
            st.sampled_from(("a b c d", "a b", "e")),
            st.sampled_from(("a b c d e", "a b", "")),
        ),
        min_size=2,
        max_size=5,
    ),
    st.integers(2, 300),
    st.sampled_from((Aggregation.CHRF, Aggregation.TER)),
)
def test_a_bootstrap_of_texts_is_of_at_most_a_hundred_draws(
    drawn: list[tuple[str, str]], times: int, how: Aggregation
) -> None:
    def of(rows: Sequence[Value]) -> float:
        found = aggregate(how, rows)
        assert isinstance(found, float)
        return found

    found = error(how, drawn, times)

    assert found == oracle.bootstrap(of, drawn, min(times, 100))
