"""Every metric of a family has its evidence: an oracle, three worked examples, laws, peers.

What a test is about is read off its source: the texts and classes that it names, by itself, in what
it is parametrised with, or in what it refers to in its module. That cannot tell a good example from
a bad one; it fails where a metric came in without any.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from measurand.laws.families import FAMILY_LAWS, family_table
from measurand.metrics.families import ours

HERE = Path(__file__).parents[2]
EXAMPLES, PROPERTIES = HERE / "tests", HERE / "properties" / "families"
NO_PEER: Mapping[str, str] = {
    "limit_of_agreement": "a mean and a multiple of a deviation, which people add up by hand",
    "classwise_ece": "packages differ in what they call so; none has its options",
    "top_label_ece": "packages have it in floats, of bins with other edges",
    "top_label_mce": "the same",
    "brier_reliability": "no package that we know has the parts for the bins of a definition",
    "brier_resolution": "the same",
    "brier_within": "the same",
    "brier_uncertainty": "the same",
    "brier_skill": "1 less a quotient of two scores that packages have",
    "judge_bias": "a mean of differences of two verdicts",
    "expected_cost": "a weighted mean that people write by hand",
    "win_rate": "a mean that people write by hand",
    "rectified": "packages correct means and coefficients by a labelled part, no formula of counts",
}
"""Metrics that no package computes that we could hold ours against, and why."""
LEAST = 3


@frozen
class Source:
    """A module of tests: its definitions by their names, and the names that it has of oracles."""

    functions: Mapping[str, ast.AST]
    oracles: frozenset[str]

    def reached(self, name: str) -> tuple[ast.AST, ...]:
        """List a definition and all in its module that it refers to."""
        seen: dict[str, ast.AST] = {}
        ahead = [name]
        while ahead:
            at = ahead.pop()
            if at in self.functions and at not in seen:
                seen[at] = self.functions[at]
                ahead += [n.id for n in ast.walk(seen[at]) if isinstance(n, ast.Name)]
        return tuple(seen.values())


def source(path: Path) -> Source:
    """Read a module of tests."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named: dict[str, ast.AST] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                named[name] = node
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                named[name] = node
            case _:
                pass
    oracles = [
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        if "oracle" in f"{node.module}.{alias.name}"
    ]
    return Source(named, frozenset(oracles))


def named_in(nodes: tuple[ast.AST, ...]) -> frozenset[str]:
    """Say which metrics are named: by the text of a definition, or by their class."""
    by_class = {kind.__name__: name for name, kind in ours().items()}
    found = set()
    for node in (inner for one in nodes for inner in ast.walk(one)):
        match node:
            case ast.Constant(value=str(text)):
                found |= {name for name in ours() if name in _words(text)}
            case ast.Name(id=name) if name in by_class:
                found.add(by_class[name])
    return frozenset(found)


@cache
def _words(text: str) -> frozenset[str]:
    plain = "".join(char if char.isalnum() or char == "_" else " " for char in text)
    return frozenset(plain.split())


def examples(test: ast.FunctionDef) -> int:
    """Count the numbers that a test expects: its comparisons, for each row that it is given."""
    rows = [
        len(call.args[1].elts)
        for call in test.decorator_list
        if isinstance(call, ast.Call)
        and len(call.args) > 1
        and isinstance(call.args[1], ast.List | ast.Tuple)
    ]
    several = [True for call in test.decorator_list if isinstance(call, ast.Call)]
    asserts = sum(isinstance(node, ast.Assert) for node in ast.walk(test))
    return max([*rows, LEAST if several and not rows else 1]) * asserts


def cases_of(folder: Path) -> Iterator[tuple[Source, ast.FunctionDef]]:
    """List the tests of the modules of a folder."""
    for path in sorted(folder.rglob("test_*.py")):
        module = source(path)
        for name, node in module.functions.items():
            if isinstance(node, ast.FunctionDef) and name.startswith("test_"):
                yield module, node


@cache
def worked() -> Mapping[str, int]:
    """Count worked examples by metric."""
    found = dict.fromkeys(ours(), 0)
    for folder in ("families", "metrics"):
        for module, test in cases_of(EXAMPLES / folder):
            for name in named_in(module.reached(test.name)):
                found[name] += examples(test)
    return found


@cache
def compared() -> frozenset[str]:
    """Say which metrics some property compares with an oracle."""
    return frozenset(
        name
        for module, test in cases_of(PROPERTIES)
        if module.oracles & {n.id for one in module.reached(test.name) for n in _names(one)}
        for name in named_in(module.reached(test.name))
    )


def _names(node: ast.AST) -> Iterator[ast.Name]:
    return (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))


@pytest.mark.parametrize("name", ours())
def test_a_metric_is_compared_with_an_oracle(name: str) -> None:
    assert name in compared()


@pytest.mark.parametrize("name", ours())
def test_a_metric_has_three_worked_examples(name: str) -> None:
    assert worked()[name] >= LEAST


@pytest.mark.parametrize("name", ours())
def test_a_metric_has_a_row_of_laws_and_a_formula(name: str) -> None:
    assert set(family_table()[name]) == {law.name for law in FAMILY_LAWS}
    assert ours()[name].about.formula


@pytest.mark.parametrize("name", ours())
def test_a_metric_says_who_else_computes_it_or_why_nobody_is_named(name: str) -> None:
    assert bool(ours()[name].about.peers) != (name in NO_PEER)


def test_a_test_that_names_no_metric_is_no_evidence() -> None:
    tree = ast.parse("def test_it():\n    assert evaluate(parse(text)) == 1\n")

    assert named_in((tree,)) == frozenset()
    assert named_in((ast.parse("parse('ndcg(k=3)')"),)) == {"ndcg"}
