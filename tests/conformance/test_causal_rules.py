"""Rules of real reasoning graphs: how many are read, and why the others are not."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from measurand.studies.causal.graphs.nodes import Reading, nodes
from measurand.studies.causal.graphs.reading import read_graph
from measurand.studies.causal.rules.printing import print_rule
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import Equation, Reason, Unread, names_in, sides
from measurand.studies.causal.rules.value import approximate, value

pytestmark = pytest.mark.conformance

Written = tuple[str, tuple[str, ...], str]


@pytest.fixture
def rules(data: Path) -> list[Written]:
    return list(_rules(data / "dags" / "dags.jsonl"))


def _rules(path: Path) -> Iterator[Written]:
    """List data set, names and rule, one for each effect."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        graph = read_graph(row["dag"]).graph
        names = nodes(graph, Reading())
        for link in graph.links or ():
            for _ in link.effects:
                yield row["dataset"], names, link.rule


def test_as_many_are_read_as_were_measured_before(rules: list[Written]) -> None:
    read = [data for data, names, rule in rules if isinstance(read_rule(rule, names), Equation)]

    # 764 graphs of 1,661; measured on all: 41.1 % of 6,530, 913 of 1,521, 1,759 of 4,543,
    # 10 of 415 and 0 of 34.
    assert len(rules) == 3_062
    assert Counter(data for data, _, _ in rules) == {
        "olympiad_physics": 2_324,
        "aime2024": 518,
        "olympiad_math": 200,
        "gsm8k": 17,
        "math": 3,
    }
    assert 0.39 < len(read) / len(rules) < 0.43
    assert 0.60 < read.count("aime2024") / 518 < 0.72
    assert 0.36 < read.count("olympiad_physics") / 2_324 < 0.41
    assert 0.02 < read.count("olympiad_math") / 200 < 0.06
    assert read.count("gsm8k") == 0


def test_strict_rules_are_a_sixth(rules: list[Written]) -> None:
    read = [read_rule(rule, names, Grammar.STRICT) for _, names, rule in rules]

    # Measured on all: 16.9 %.
    assert 0.16 < sum(isinstance(rule, Equation) for rule in read) / len(rules) < 0.19


def test_a_strict_rule_says_the_same_in_both_grammars(rules: list[Written]) -> None:
    for _, names, text in rules:
        strict = read_rule(text, names, Grammar.STRICT)
        lenient = read_rule(text, names)
        if isinstance(strict, Equation):
            assert isinstance(lenient, Equation)
            assert lenient == strict or set(names_in(lenient)) != set(names_in(strict))


def test_most_of_the_others_are_prose(rules: list[Written]) -> None:
    read = [read_rule(rule, names) for _, names, rule in rules]
    why = Counter(rule.reason for rule in read if isinstance(rule, Unread))

    assert why[Reason.PROSE] > 0.9 * why.total()
    assert why[Reason.SYNTAX] < 0.005 * len(rules)
    assert why[Reason.LIMIT] == 0
    assert {Reason.OPAQUE, Reason.CALCULUS, Reason.LATEX, Reason.RELATION} <= set(why)


def test_what_is_read_reads_back_and_can_be_evaluated(rules: list[Written]) -> None:
    for _, names, text in rules:
        rule = read_rule(text, names)
        if isinstance(rule, Equation):
            assert read_rule(print_rule(rule, names), {*names, *names_in(rule)}) == rule
            at = {name: Fraction(place, 7) for place, name in enumerate(names_in(rule), start=5)}
            for side in sides(rule):
                exact, close = value(side, at), approximate(side, at)
                if isinstance(exact, Fraction) and isinstance(close, float):
                    assert close == pytest.approx(float(exact), rel=1e-9, abs=1e-9)
