from fractions import Fraction

from measurand.studies.causal.comparing.consistency import (
    Pairs,
    edge_rules,
    plan_inputs,
    plan_order,
    unused_share,
)
from measurand.studies.causal.graphs.nodes import Reading
from measurand.studies.causal.rules.tokens import Grammar
from measurand.values.reasoning import Known, Link, ReasoningGraph, Step
from measurand.values.score import Undefined
from measurand.values.share import share

READING = Reading()


def linked(*edges: str) -> tuple[Link, ...]:
    """Make links without rules: `F m > a`."""
    cut = [edge.partition(">") for edge in edges]
    return tuple(Link(causes=tuple(one.split()), effects=tuple(two.split())) for one, _, two in cut)


def steps(*targets: str) -> tuple[Step, ...]:
    """Make steps of a plan from what they make."""
    return tuple(
        Step(id=f"step{at}", targets=tuple(one.split())) for at, one in enumerate(targets, 1)
    )


# By hand: F, m -> a -> v -> s, and t -> v. The plan makes a, v and s.
SPEED = linked("F m > a", "a t > v", "v > s")


def order(plan: tuple[Step, ...], pairs: Pairs = Pairs.ANCESTORS) -> object:
    """Measure the order of a plan for the speed."""
    return plan_order(ReasoningGraph(links=SPEED, plan=plan), READING, pairs)


def test_a_plan_that_follows_the_graph_is_in_order() -> None:
    assert order(steps("a", "v", "s")) == share(3, 3)
    assert order(steps("a", "v", "s"), Pairs.EDGES) == share(2, 2)


def test_what_is_made_before_its_causes_is_out_of_order() -> None:
    # Of a < v, a < s and v < s the first two are broken; of the edges only a -> v.
    assert order(steps("v", "s", "a")) == share(1, 3)
    assert order(steps("v", "s", "a"), Pairs.EDGES) == share(1, 2)


def test_nodes_that_no_step_makes_are_looked_through() -> None:
    assert order(steps("s", "a")) == share(0, 1)
    assert order(steps("s", "a"), Pairs.EDGES) == Undefined(
        "the plan makes no cause and its effect in different steps"
    )


def test_targets_that_are_no_nodes_and_knowns_play_no_part() -> None:
    assert order(steps("ratio", "a", "denominator", "v")) == share(1, 1)


def test_what_one_step_makes_is_in_no_order() -> None:
    assert order(steps("a v", "s")) == share(2, 2)


def test_a_node_is_made_by_the_first_step_that_has_it_as_target() -> None:
    assert order(steps("a", "v", "a")) == share(1, 1)


def test_nodes_that_reach_each_other_are_in_no_order() -> None:
    graph = ReasoningGraph(links=linked("a > b", "b > a", "b > c"), plan=steps("b", "c", "a"))

    assert plan_order(graph, READING) == share(1, 2)


def test_a_plan_of_a_graph_that_is_too_large_is_not_measured() -> None:
    graph = ReasoningGraph(links=SPEED, plan=steps("a", "v", "s"))

    # 3 nodes that are made x (6 nodes + 5 edges).
    assert plan_order(graph, READING, steps=32) == Undefined("the graph is too large")
    assert plan_order(graph, READING, steps=33) == share(3, 3)


def test_inputs_of_the_plan_have_a_way_to_what_is_made_of_them() -> None:
    plan = (
        Step(id="1", targets=("a",), inputs=("F", "m")),
        Step(id="2", targets=("v",), inputs=("F", "t", "s")),
    )

    # F reaches v by way of a; s does not.
    assert plan_inputs(ReasoningGraph(links=SPEED, plan=plan), READING) == share(4, 5)


def test_an_input_that_refers_to_a_step_is_what_that_step_makes() -> None:
    plan = (
        Step(id="1", targets=("a",)),
        Step(id="2", targets=("v",), refs=("1", "7")),
        Step(id="3", targets=("a",), refs=("2",)),
    )

    # a reaches v, v does not reach a; there is no step 7.
    assert plan_inputs(ReasoningGraph(links=SPEED, plan=plan), READING) == share(1, 2)


def test_inputs_that_are_no_nodes_or_the_target_itself_play_no_part() -> None:
    plan = (Step(id="1", targets=("a",), inputs=("a", "gravity"), refs=("1",)),)

    assert plan_inputs(ReasoningGraph(links=SPEED, plan=plan), READING) == Undefined(
        "no step of the plan makes a node of another"
    )


def test_inputs_of_a_graph_that_is_too_large_are_not_measured() -> None:
    plan = (Step(targets=("a",), inputs=("F",)),)
    graph = ReasoningGraph(links=SPEED, plan=plan)

    assert plan_inputs(graph, READING, steps=10) == Undefined("the graph is too large")
    assert plan_inputs(graph, READING, steps=11) == share(1, 1)


def test_causes_occur_in_their_rule_on_either_side() -> None:
    links = (
        Link(causes=("F", "m"), effects=("a",), rule="F = m*a"),
        Link(causes=("a", "t", "x"), effects=("v",), rule="v = a*t"),
    )

    found = edge_rules(ReasoningGraph(links=links), READING)

    assert found.occurring == share(4, 5)
    assert (found.undeclared, found.unread) == (share(0), share(0, 2))


def test_nodes_in_a_rule_that_its_link_does_not_name_are_counted() -> None:
    links = (
        Link(causes=("F",), effects=("a",), rule="a = F/m + q"),
        Link(causes=("m",), effects=("p",), rule="p = m"),
    )

    # m is a node, and no cause of the first link; q is no node.
    assert edge_rules(ReasoningGraph(links=links), READING).undeclared == share(1)


def test_rules_in_words_are_left_out_and_counted() -> None:
    links = (
        Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),
        Link(causes=("a", "t"), effects=("v",), rule="the longer it is pushed the faster it is"),
        Link(causes=("v",), effects=("s",)),
    )

    found = edge_rules(ReasoningGraph(links=links), READING)

    assert (found.occurring, found.unread) == (share(2, 2), share(2, 3))


def test_how_rules_are_read_is_an_option() -> None:
    graph = ReasoningGraph(links=(Link(causes=("F", "m"), effects=("a",), rule="a = F m"),))

    assert edge_rules(graph, READING, Grammar.STRICT).unread == share(1, 1)
    assert edge_rules(graph, READING, Grammar.LENIENT).unread == share(0, 1)


def test_a_link_of_two_effects_is_two_edges_from_each_cause() -> None:
    links = (Link(causes=("x", "z"), effects=("y", "w"), rule="y = x + w"),)

    assert edge_rules(ReasoningGraph(links=links), READING).occurring == share(2, 4)


def test_a_link_that_is_written_twice_counts_once() -> None:
    link = Link(causes=("F", "m"), effects=("a",), rule="a = F")

    assert edge_rules(ReasoningGraph(links=(link, link)), READING).occurring == share(1, 2)


def test_without_a_rule_that_can_be_read_nothing_is_said_of_edges() -> None:
    found = edge_rules(ReasoningGraph(links=(Link(causes=("F",), effects=("a",)),)), READING)

    assert found.occurring == Undefined("no rule of an edge could be read")
    assert found.undeclared == Undefined("no rule could be read")
    assert edge_rules(ReasoningGraph(), READING).unread == Undefined("no link")


def test_unused_knowns_are_a_share_of_the_knowns() -> None:
    given = tuple(Known(name=name) for name in ("F", "t", "colour", "s"))
    graph = ReasoningGraph(targets=("v",), knowns=given, links=SPEED)

    # F and t lead to v; s follows from it, the colour has nothing to do with it.
    assert unused_share(graph, READING) == share(Fraction(2), 4)


def test_without_a_target_or_a_known_nothing_is_unused() -> None:
    assert unused_share(ReasoningGraph(knowns=(Known(name="F"),)), READING) == Undefined(
        "no target"
    )
    assert unused_share(ReasoningGraph(targets=("v",)), READING) == Undefined("no known")
