"""The whole pipeline says of a graph what the oracle says, under every profile and near them."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.causal.evaluate import evaluate, judge_of
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import ComponentName, Kind
from measurand.studies.causal.options import Offline, Options
from measurand.studies.causal.report import batch_report, guide_report
from measurand.studies.causal.rows import row_of
from measurand.studies.causal.structural import Underivable
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from properties.causal.beside_oracle import (
    OPEN,
    SURE,
    Dice,
    check,
    dice,
    found_by_oracle,
    seen,
    structurally,
    value,
)
from properties.causal.oracle_cases import (
    Case,
    cases,
    problems,
    profiles,
    rules_of,
    some_rules,
    tangled,
)
from properties.oracles import causal_abductive, causal_graph, causal_score
from properties.strategies.effort import third

tangles = st.builds(Problem, id=st.just("1"), graph=tangled())
offline = st.builds(Offline, roots=st.sampled_from(Roots), underivable=st.sampled_from(Underivable))


@given(problem=tangles, case=profiles, how=offline)
def test_the_structural_judge_finds_what_is_critical_and_what_is_fixed(
    problem: Problem, case: Case, how: Offline
) -> None:
    options = evolve(case.options, offline=how)

    found = evaluate(problem, judge_of("structural", options), options)

    check(problem, found, structurally(problem, options), Case(options, case.rules))


@given(rules=st.tuples(some_rules, some_rules))
def test_a_link_written_twice_is_one_equation_and_two_where_the_rules_differ(
    rules: tuple[str, str],
) -> None:
    options = Options(offline=Offline(roots=Roots.FREE), parts=(ComponentName.ABDUCTION,))
    links = (
        Link(causes=("x", "y"), effects=("t",), rule=rules[0]),
        Link(causes=("y", "x"), effects=("t",), rule=rules[1]),
    )
    problem = Problem(
        id="1", graph=ReasoningGraph(targets=("t",), knowns=(Known(name="x"),), links=links)
    )

    found = evaluate(problem, judge_of("structural", options), options)

    check(problem, found, structurally(problem, options), Case(options, rules_of(options)))


@given(problem=problems, case=cases)
def test_the_structural_judge_scores_every_graph_as_the_definition_says(
    problem: Problem, case: Case
) -> None:
    found = evaluate(problem, judge_of("structural", case.options), case.options)

    check(problem, found, structurally(problem, case.options), case)


@given(problem=problems, case=cases, judge=dice)
def test_whatever_a_judge_says_is_weighed_as_the_definition_says(
    problem: Problem, case: Case, judge: Dice
) -> None:
    found = evaluate(problem, judge, case.options)

    check(problem, found, judge.all(problem, case.options), case)


@third
@given(problem=problems, case=cases, judge=dice, data=st.data())
def test_no_answer_that_is_still_to_come_leaves_the_bounds(
    problem: Problem, case: Case, judge: Dice, data: st.DataObject
) -> None:
    sure = Dice(
        {
            kind: [
                data.draw(st.sampled_from(SURE[kind])) if one in OPEN else one
                for one in judge.thrown[kind]
            ]
            for kind in Kind
        }
    )

    before = evaluate(problem, judge, case.options)
    after = evaluate(problem, sure, case.options)

    for one, same in zip(before.components, after.components, strict=True):
        if same.answers:
            score = value(same.measured)
            assert score is not None
            assert one.low <= score <= one.high
    cf = value(after.cf)
    assert cf is None or before.low <= cf <= before.high


@third
@given(graph=tangled(), roots=st.sampled_from(Roots))
def test_the_two_roads_of_the_oracle_agree(graph: ReasoningGraph, roots: Roots) -> None:
    shown = seen(graph, Options())
    roots_given = roots is Roots.GIVEN
    for known in shown.knowns:
        by_rank = causal_abductive.fixed_by_rank(shown, known, roots_given=roots_given)
        by_trying = causal_abductive.fixed_by_trying(shown, known, roots_given=roots_given)

        assert by_rank == by_trying


def inside(tree: object, *path: str) -> object:
    for key in path:
        assert isinstance(tree, dict)
        tree = tree[key]
    return tree


def as_float(score: Fraction | None) -> float | None:
    return None if score is None else float(score)


@third
@given(problem=problems, case=profiles, judge=dice)
def test_the_report_shares_out_a_pool_of_100_points(
    problem: Problem, case: Case, judge: Dice
) -> None:
    options, rules = case
    said = judge.all(problem, options)
    pool = causal_score.pool(said["intervention"], rules.nodes)

    report = guide_report(problem, evaluate(problem, judge, options), options)

    details = inside(report, "components", "causal_intervention", "details")
    assert inside(details, "total_nodes") == len(causal_graph.nodes(seen(problem.graph, options)))
    assert inside(details, "non_target_nodes") == len(said["intervention"])
    if pool is not None:
        most, points = pool
        total = sum((one for one in points if one is not None), Fraction(0))
        each = inside(details, "node_evaluations")
        assert total <= 100
        assert isinstance(each, list)
        assert [inside(one, "score") for one in each] == list(map(as_float, points))
        assert inside(details, "max_score_per_node") == float(most)
        assert inside(details, "total_score") == float(total)
        assert inside(details, "normalized_score") == float(total / 100)


@third
@given(several=st.lists(problems, max_size=4), case=profiles, judge=dice)
def test_the_numbers_of_a_batch_are_of_the_scores_that_exist(
    several: list[Problem], case: Case, judge: Dice
) -> None:
    options, rules = case
    found = [evaluate(problem, judge, options) for problem in several]
    wanted = [
        causal_score.together(found_by_oracle(problem, judge.all(problem, options), case), rules).cf
        for problem in several
    ]
    numbers = causal_score.batch(wanted)

    report = batch_report(
        [row_of(problem, one) for problem, one in zip(several, found, strict=True)], []
    )

    assert inside(report, "total_problems") == len(several)
    assert inside(report, "individual_scores") == list(map(as_float, wanted))
    assert inside(report, "average_cf") == as_float(numbers.average)
    assert inside(report, "summary") == {
        "min": as_float(numbers.least),
        "max": as_float(numbers.most),
        "avg": as_float(numbers.average),
    }
