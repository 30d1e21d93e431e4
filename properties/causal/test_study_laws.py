"""Batches and comparisons: what any rows give, by other roads."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.studies.causal.evaluate import evaluate
from measurand.studies.causal.options import Common, Join, Options, Pooling
from measurand.studies.causal.rows import CausalRow, VerdictCount, row_of, tallied
from measurand.studies.causal.study import batch, compare_systems, layers, validity
from measurand.values.reasoning import Problem
from measurand.values.score import Defined, Score, Undefined
from measurand.values.share import Measured, Share, share
from properties.causal.opinions import Opinion, opinions, problems
from properties.strategies.effort import third

FEW = Options(tested=("cf", "intervention"), plan=Plan(cluster="group", replicates=60))
measured: st.SearchStrategy[Measured] = st.one_of(
    st.tuples(st.integers(0, 4), st.integers(4, 6)).map(lambda pair: share(*pair)),
    st.just(Undefined("no node")),
)


@st.composite
def row_lists(draw: st.DrawFn, least: int = 0) -> tuple[CausalRow, ...]:
    contents = draw(
        st.lists(
            st.tuples(
                measured,
                measured,
                st.sampled_from([None, "p", "q", "r"]),
                st.sampled_from([None, True, False]),
            ),
            min_size=least,
            max_size=8,
        )
    )
    return tuple(
        CausalRow(
            sample=str(number),
            group=group,
            metrics=(("cf", cf), ("intervention", intervention)),
            correct=correct,
        )
        for number, (cf, intervention, group, correct) in enumerate(contents)
    )


def turned(score: Score) -> Score:
    match score:
        case Defined(Fraction() as value):
            return Defined(-value)
        case _:
            return score


def values(rows: Sequence[CausalRow], metric: str) -> list[Fraction]:
    found = [row.metric(metric) for row in rows]
    return [one.value for one in found if isinstance(one, Share)]


@third
@given(row_lists(), st.data())
def test_the_order_of_rows_moves_nothing(rows: tuple[CausalRow, ...], data: st.DataObject) -> None:
    mixed = data.draw(st.permutations(rows))

    assert batch(mixed, FEW) == batch(rows, FEW)
    assert validity(mixed, FEW) == validity(rows, FEW)


@third
@given(row_lists(), st.sampled_from(Pooling))
def test_the_scores_of_a_batch_are_means_or_ratios(
    rows: tuple[CausalRow, ...], pooling: Pooling
) -> None:
    found = dict(batch(rows, evolve(FEW, pooling=pooling)).scores)

    for metric in FEW.tested:
        shares = [one for row in rows if isinstance(one := row.metric(metric), Share)]
        if not shares:
            assert isinstance(found[metric].score, Undefined)
            continue
        expected = sum((one.value for one in shares), Fraction(0)) / len(shares)
        if pooling is Pooling.SUMS:
            expected = sum((one.top for one in shares), Fraction(0)) / sum(
                (one.bottom for one in shares), Fraction(0)
            )
        assert found[metric].score == Defined(expected)
        interval = found[metric].interval
        if isinstance(interval, Interval):
            low, high = min(values(rows, metric)), max(values(rows, metric))
            assert float(low) - 1e-9 <= interval.low <= interval.high <= float(high) + 1e-9


@third
@given(row_lists(least=1), st.data(), st.sampled_from(Join), st.sampled_from(Pooling))
def test_exchanging_the_systems_turns_the_difference_round(
    rows: tuple[CausalRow, ...], data: st.DataObject, join: Join, pooling: Pooling
) -> None:
    others = data.draw(st.lists(measured, min_size=len(rows), max_size=len(rows)))
    second = [
        evolve(row, metrics=(("cf", other), ("intervention", other)))
        for row, other in zip(rows, others, strict=True)
    ]
    how = evolve(FEW, join=join, pooling=pooling)

    here, there = compare_systems(rows, second, how), compare_systems(second, rows, how)

    for one, other in zip(here.tests, there.tests, strict=True):
        forwards, back = one.hypothesis.found, other.hypothesis.found
        assert (forwards.first, forwards.second) == (back.second, back.first)
        assert turned(forwards.difference) == back.difference
        assert (forwards.p_value, one.adjusted) == (back.p_value, other.adjusted)


@third
@given(row_lists(least=1), st.data(), st.sampled_from(Pooling))
def test_where_every_problem_has_one_graph_both_joins_agree(
    rows: tuple[CausalRow, ...], data: st.DataObject, pooling: Pooling
) -> None:
    others = data.draw(st.lists(measured, min_size=len(rows), max_size=len(rows)))
    first = [evolve(row, group=row.sample) for row in rows]
    second = [
        evolve(row, metrics=(("cf", other), ("intervention", other)))
        for row, other in zip(first, others, strict=True)
    ]
    how = evolve(FEW, pooling=pooling)

    by_id = compare_systems(first, second, how)
    by_problem = compare_systems(first, second, evolve(how, join=Join.GROUP))

    assert by_id.tests == by_problem.tests


@third
@given(row_lists(least=1))
def test_by_problem_the_difference_is_that_of_the_means_of_problems(
    rows: tuple[CausalRow, ...],
) -> None:
    second = [
        evolve(row, metrics=(("cf", share(1, 3)), ("intervention", share(1)))) for row in rows
    ]
    how = evolve(FEW, join=Join.GROUP, common=Common.EACH)

    found = compare_systems(rows, second, how).tests[0].hypothesis.found

    of: dict[str, list[Fraction]] = {}
    for row in rows:
        of.setdefault(row.group or f"alone {row.sample}", []).extend(values([row], "cf"))
    means = [sum(some, Fraction(0)) / len(some) for some in of.values() if some]
    if means:
        mean = sum(means, Fraction(0)) / len(means)
        assert found.difference == Defined(mean - Fraction(1, 3))


@third
@given(row_lists())
def test_the_area_counts_pairs(rows: tuple[CausalRow, ...]) -> None:
    found = dict(validity(rows, FEW).scores)["cf"].score

    right = values([row for row in rows if row.correct is True], "cf")
    wrong = values([row for row in rows if row.correct is False], "cf")
    pairs = [(one > other) + Fraction(one == other, 2) for one in right for other in wrong]
    if pairs:
        assert found == Defined(sum(pairs, Fraction(0)) / len(pairs))
    else:
        assert isinstance(found, Undefined)


@third
@given(st.lists(problems, max_size=3), opinions())
def test_layers_of_parts_add_up(some: list[Problem], judge: Opinion) -> None:
    found = [row_of(one, evaluate(one, judge, Options())) for one in some]

    def total(counts: Sequence[VerdictCount]) -> int:
        return sum(one.count for one in counts)

    whole = layers(found)
    assert tallied([*layers(found[:1]), *layers(found[1:])]) == whole
    assert total(whole) == sum(total(row.verdicts) for row in found)
