"""Rules read for their effects, and put into one another."""

from collections.abc import Sequence

import pytest

from measurand.studies.causal.graphs.nodes import Reading
from measurand.studies.causal.rules.printing import print_tree
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import Equation, Tree
from measurand.studies.causal.solving.compose import (
    MOST_DEPTH,
    MOST_NODES,
    Composition,
    compose,
    inner_names,
)
from measurand.studies.causal.solving.relations import Relation, relations
from measurand.values.reasoning import Link, ReasoningGraph

Rules = Sequence[tuple[str, str, str]]
"""Causes (one string, with spaces between), effect, rule."""


def read(rules: Rules, grammar: Grammar = Grammar.LENIENT) -> tuple[Relation, ...]:
    links = [
        Link(causes=tuple(causes.split()), effects=(effect,), rule=rule)
        for causes, effect, rule in rules
    ]
    return relations(ReasoningGraph(links=tuple(links)), Reading(), grammar)


def told(rules: Rules, given: str, missing: str) -> Composition:
    return compose(read(rules), frozenset(given.split()), missing)


def equations(found: Composition) -> list[str]:
    return [f"{one.effect} = {print_tree(one.made)}" for one in found.equations]


def tree(text: str) -> Tree:
    rule = read_rule(f"y = {text}")
    assert isinstance(rule, Equation)
    return rule.right


def made(rules: Rules) -> list[str]:
    return [print_tree(one.made) if one.made else one.reason for one in read(rules)]


def test_a_rule_may_be_a_bare_expression() -> None:
    assert made([("F m", "a", "F / m")]) == ["F / m"]


def test_a_rule_may_have_its_effect_on_either_side() -> None:
    assert made([("F m", "a", "F / m = a")]) == ["F / m"]


def test_a_rule_for_another_node_is_solved_for_its_effect() -> None:
    # F = m a, stated as the rule of a.
    assert made([("F m", "a", "F = m * a")]) == ["F / m"]
    assert made([("x k", "t", "x = exp(k * t)")]) == ["ln(x) / k"]


def test_a_rule_that_needs_a_choice_of_roots_stays_implicit() -> None:
    assert made([("u a s", "v", "v**2 = u**2 + 2*a*s")]) == ["implicit equation"]
    assert made([("x y", "t", "x = t * y + t")]) == ["implicit equation"]


def test_a_rule_that_does_not_speak_of_its_effect_is_implicit() -> None:
    assert made([("F m", "a", "F = m * 3")]) == ["implicit equation"]


def test_a_rule_for_itself_is_cyclic() -> None:
    assert made([("x", "x", "x = x + 1")]) == ["cyclic"]


def test_another_name_on_the_left_stands_for_the_effect_everywhere() -> None:
    # The rule `a = F/m` of `acceleration`, and a rule that calls it a.
    rules = [("F m", "acceleration", "a = F / m"), ("acceleration t", "v", "v = a * t")]

    assert equations(told(rules, "v m t", "F")) == ["v = F / m * t"]


def test_another_name_for_two_effects_is_no_name_elsewhere() -> None:
    rules = [
        ("F m", "first", "a = F / m"),
        ("G m", "second", "a = G / m"),
        ("first t", "v", "v = a * t"),
    ]

    assert sorted(made(rules)) == ["F / m", "G / m", "undeclared symbol"]


def test_a_symbol_that_is_no_node_is_not_given() -> None:
    assert made([("m", "W", "W = m * g")]) == ["undeclared symbol"]


def test_what_cannot_be_read_keeps_its_reason() -> None:
    assert made([("A B C", "outcome", "outcome = complex_nonlinear_function(A, B, C)")]) == [
        "opaque function"
    ]
    assert made([("mass", "weight", "the weight follows from the mass")]) == ["prose"]


def test_strict_rules_are_fewer() -> None:
    assert read([("F m", "a", "a = F ÷ m")], Grammar.STRICT)[0].made is None
    assert read([("F m", "a", "a = F / m")], Grammar.STRICT)[0].made is not None


def test_rules_are_put_into_one_another_down_to_what_is_given() -> None:
    rules = [("F m", "a", "a = F / m"), ("a t", "v", "v = a * t"), ("v", "p", "p = 2 * v")]

    assert equations(told(rules, "p m t", "F")) == ["p = 2 * (F / m * t)"]


def test_a_given_effect_is_not_replaced_and_is_an_equation_of_its_own() -> None:
    rules = [("F m", "a", "a = F / m"), ("a t", "v", "v = a * t")]

    assert equations(told(rules, "v a m t", "F")) == ["a = F / m"]
    assert equations(told(rules, "v a m F", "t")) == ["v = a * t"]


def test_the_rule_of_the_missing_node_itself_is_an_equation() -> None:
    rules = [("F m", "a", "a = F / m"), ("a t", "v", "v = a * t")]

    assert equations(told(rules, "v F m t", "a")) == ["a = F / m", "v = a * t"]


def test_rules_that_speak_of_given_nodes_alone_are_left_out() -> None:
    rules = [("F m", "a", "a = F / m"), ("b", "c", "prose that nobody reads")]

    assert told(rules, "a m b c", "F").reasons == ()


def test_a_rule_for_what_nobody_asks_restricts_nothing() -> None:
    rules = [("F m", "a", "a = F / m"), ("F", "color", "the color of the arrow")]

    assert told(rules, "a m", "F").reasons == ()
    assert told(rules, "a m color", "F").reasons == ("prose",)


def test_a_cycle_is_a_reason() -> None:
    rules = [("x b", "a", "a = b + x"), ("a", "b", "b = 2 * a"), ("a", "c", "c = 3 * a")]

    assert told(rules, "c", "x").reasons == ("cyclic",)


def test_a_node_that_nothing_gives_is_a_reason() -> None:
    assert told([("x free", "y", "y = x + free")], "y", "x").reasons == (
        "a node that nothing gives",
    )


def test_several_rules_for_one_effect_are_tried_in_turn() -> None:
    rules = [("x", "a", "a = x**2"), ("x b", "a", "a = x + b"), ("a", "y", "y = 2 * a")]

    found = told(rules, "y b", "x")

    assert sorted(equations(found)) == ["y = 2 * (x + b)", "y = 2 * x ** 2"]
    assert found.reasons == ("several rules for one effect",)


def test_too_many_ways_are_not_tried() -> None:
    rules = [("x", f"a{i}", f"a{i} = x + {j}") for i in range(4) for j in (1, 2)]
    rules.append(("a0 a1 a2 a3", "y", "y = a0 + a1 + a2 + a3"))

    assert told(rules, "y", "x") == Composition(reasons=("several rules for one effect",))


def test_rules_that_double_again_and_again_are_over_budget() -> None:
    # 2**k parts after k rules: 4,000 are the most.
    assert MOST_NODES == 4_000
    rules = [(f"a{i}", f"a{i + 1}", f"a{i + 1} = a{i} * a{i}") for i in range(60)]

    assert told(rules, "a60", "a0").reasons == ("budget",)
    assert told(rules[:8], "a8", "a0").reasons == ()


@pytest.mark.parametrize(("links", "reasons"), [(60, ()), (MOST_DEPTH * 4, ("budget",))])
def test_long_chains_are_over_budget(links: int, reasons: tuple[str, ...]) -> None:
    rules = [(f"a{i}", f"a{i + 1}", f"a{i + 1} = -a{i}") for i in range(links)]

    assert told(rules, f"a{links}", "a0").reasons == reasons


def test_names_inside_of_functions_are_found() -> None:
    assert inner_names(tree("b * sin(2*a) + cos(c)"), frozenset({"sin"})) == {"a"}
