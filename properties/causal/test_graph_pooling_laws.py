"""Graphs against references, many at once: one number, by whichever road."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files.json.value import decode
from measurand.edges.trials.strategies.digraphs import digraphs
from measurand.inference.plan import Plan
from measurand.studies.causal.comparing.distances import Empties, Empty
from measurand.studies.causal.comparing.measures import (
    AGAINST,
    COUNTED,
    SCORED,
    Against,
    Compared,
    compared,
)
from measurand.studies.causal.edge.files.scores import read_row, row_text
from measurand.studies.causal.graph_scores import pooled_edges
from measurand.studies.causal.options import Join, Options, Pooling
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import batch, compare_systems
from measurand.values.score import Defined, Score, Undefined
from measurand.values.share import Share
from measurand.values.tally import Tally
from properties.strategies.effort import third

FEW = Plan(cluster="group", replicates=40)
small = digraphs(most=3)
empties = st.builds(
    Empties,
    both=st.sampled_from(Empty),
    reference=st.sampled_from(Empty),
    graph=st.sampled_from(Empty),
)
runs = empties.map(
    lambda empty: Options(tested=tuple(SCORED), plan=FEW, against=Against(empty=empty))
)
LOST = Compared(
    measures=tuple((name, Undefined("no causal graph")) for name in AGAINST),
    edges=tuple((word, Undefined("no causal graph")) for word in COUNTED),
)


@st.composite
def held(draw: st.DrawFn, options: Options, least: int = 0) -> tuple[CausalRow, ...]:
    """Hold graphs against references; some have nothing to be held."""
    how = options.against
    pair = st.tuples(small, small).map(lambda two: compared(*two, how))
    found = draw(
        st.lists(
            st.tuples(pair | st.just(LOST), st.sampled_from([None, "p", "q"])),
            min_size=least,
            max_size=5,
        )
    )
    return tuple(
        CausalRow(sample=str(at), group=group, metrics=one.measures, edges=one.edges)
        for at, (one, group) in enumerate(found)
    )


def scores(rows: Sequence[CausalRow], options: Options) -> dict[str, Score]:
    return {name: one.score for name, one in batch(rows, options).scores}


def tallies(rows: Sequence[CausalRow], word: str) -> list[Tally]:
    return [one for row in rows for name, one in row.edges if name == word and type(one) is Tally]


def by_hand(score: str, counts: tuple[Fraction, ...], empty: Empties) -> Fraction | None:
    """Score sums of tallies with nothing of the core; None where there is no score."""
    hits, predicted, gold = counts
    marks = {Empty.ZERO: Fraction(0), Empty.ONE: Fraction(1)}
    rules = {(False, False): empty.both, (True, False): empty.reference, (False, True): empty.graph}
    rule = rules.get((predicted > 0, gold > 0))
    if rule is Empty.LEFT_OUT:
        return None
    both = predicted == gold == 0
    precision = hits / predicted if predicted else marks[empty.both if both else empty.graph]
    recall = hits / gold if gold else marks[empty.both if both else empty.reference]
    if score == "f1":
        total = precision + recall
        return 2 * precision * recall / total if total else Fraction(0)
    return precision if score == "precision" else recall


@third
@given(st.data())
def test_pooled_by_sums_a_score_is_that_of_the_summed_tallies(data: st.DataObject) -> None:
    options = data.draw(runs)
    rows = data.draw(held(options))

    found = scores(rows, evolve(options, pooling=Pooling.SUMS))

    for name, (word, score) in SCORED.items():
        counted = tallies(rows, word)
        sums = [
            sum((Fraction(getattr(one, part)) for one in counted), Fraction(0))
            for part in ("hits", "predicted", "gold")
        ]
        expected = by_hand(score, tuple(sums), options.against.empty) if counted else None
        if expected is None:
            assert isinstance(found[name], Undefined)
        else:
            assert found[name] == Defined(expected)


@third
@given(st.data())
def test_the_mean_over_graphs_is_that_of_what_their_rows_say(data: st.DataObject) -> None:
    options = data.draw(runs)
    rows = data.draw(held(options))

    found = scores(rows, options)

    for name in SCORED:
        values = [one.value for row in rows if isinstance(one := row.metric(name), Share)]
        if values:
            assert found[name] == Defined(sum(values, Fraction(0)) / len(values))
        else:
            assert isinstance(found[name], Undefined)


@third
@given(st.data())
def test_the_table_of_the_command_and_the_rows_that_it_writes_say_the_same(
    data: st.DataObject,
) -> None:
    options = data.draw(runs)
    rows = data.draw(held(options))

    read = [read_row(decode(row_text(row), max_depth=9)) for row in rows]
    assert read == list(rows)
    pooled = scores([row for row in read if isinstance(row, CausalRow)], _sums(options))
    for one in pooled_edges(rows, options):
        for name, score in one.scores:
            assert type(score) is type(pooled[f"{one.word}_{name}"])
            assert isinstance(score, Undefined) or score == pooled[f"{one.word}_{name}"]


@third
@given(st.data())
def test_joined_by_problem_summed_tallies_are_summed_again(data: st.DataObject) -> None:
    options = evolve(_sums(data.draw(runs)), join=Join.GROUP, tested=("edge_recall", "ancestor_f1"))
    rows = tuple(evolve(row, group=row.group or "r") for row in data.draw(held(options, least=1)))

    tests = compare_systems(rows, rows, options).tests

    whole = scores(rows, options)
    for test in tests:
        found = test.hypothesis.found
        assert found.first == found.second
        if isinstance(whole[test.hypothesis.name], Defined):
            assert found.first == whole[test.hypothesis.name]


def _sums(options: Options) -> Options:
    return evolve(options, pooling=Pooling.SUMS)
