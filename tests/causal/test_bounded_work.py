"""Work on a whole graph: shared by its questions, and bounded for all of them together."""

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from types import FrameType

import pytest
from attrs import evolve

from measurand.studies.causal.equations import Equations
from measurand.studies.causal.graphs.nodes import Reading
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Verdict
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.solving.solve import (
    MOST_QUESTIONS,
    EquationSystem,
    equation_system,
)
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph

MOST_CALLS = 1_200_000
"""How many function calls a graph costs: about 0.2 s on a slow machine."""

Rules = Sequence[tuple[Sequence[str], str, str]]


def graph(rules: Rules, knowns: Sequence[str], *, named: bool = True) -> ReasoningGraph:
    return ReasoningGraph(
        targets=("y",),
        knowns=tuple(
            Known(name=name, number=Fraction(place) if named else None)
            for place, name in enumerate(knowns, start=2)
        ),
        links=tuple(
            Link(causes=tuple(causes), effects=(effect,), rule=rule)
            for causes, effect, rule in rules
        ),
    )


def tens(number: int, ways: int, shape: str, *, named: bool = True) -> ReasoningGraph:
    """Add up knowns by tens, the sums by tens, and multiply; the first sums in two ways."""
    names = [f"k{place}" for place in range(number)]
    rules: list[tuple[Sequence[str], str, str]] = []
    for place in range(0, number, 10):
        group, effect = names[place : place + 10], f"m{place // 10}"
        for way in range(2 if place // 10 < ways else 1):
            parts = " + ".join(shape.format(name, way + 2) for name in group)
            rules.append((group, effect, f"{effect} = {parts}"))
    sums = list(dict.fromkeys(effect for _, effect, _ in rules))
    tops = [f"t{place // 10}" for place in range(0, len(sums), 10)]
    for place, effect in enumerate(tops):
        group = sums[place * 10 : place * 10 + 10]
        rules.append((group, effect, f"{effect} = {' + '.join(group)}"))
    return graph([*rules, (tops, "y", f"y = {' * '.join(tops)}")], names, named=named)


def asked(there: ReasoningGraph, names: Sequence[str] | None = None) -> dict[str, Verdict]:
    """Ask all knowns of a graph, or some, as if nothing had been asked of it before."""
    equation_system.cache_clear()
    problem, judge = Problem(id="1", graph=there), Equations()
    chosen = [known.name for known in there.knowns] if names is None else names
    return {
        name: judge(Question(problem=problem, kind=Kind.ABDUCTION, subject=name)) for name in chosen
    }


def calls_of(run: Callable[[], object]) -> int:
    """Count the function calls of a run."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


LARGE = {
    "20 knowns": tens(20, 0, "exp(sin({}/{}))", named=False),
    "30 knowns, 4 ways": tens(30, 2, "exp(sin({}/{}))", named=False),
    "50 knowns, 8 ways": tens(50, 3, "exp(sin({}/{}))", named=False),
    "300 knowns": tens(300, 0, "exp(atan({}))**0.37"),
    "one rule": graph(
        [([f"k{i}" for i in range(30)], "y", "y = " + " + ".join(f"sin(k{i})" for i in range(30)))],
        [f"k{i}" for i in range(30)],
    ),
}


@pytest.mark.parametrize("there", LARGE.values(), ids=list(LARGE))
def test_all_questions_on_a_graph_together_are_little_work(there: ReasoningGraph) -> None:
    assert calls_of(lambda: asked(there)) < MOST_CALLS


def test_work_does_not_grow_with_the_square_of_the_knowns() -> None:
    few, many = (tens(number, 0, "{}**3 / {}") for number in (50, 200))

    assert calls_of(lambda: asked(many)) < 8 * calls_of(lambda: asked(few))


def test_twenty_knowns_in_four_links_are_decided() -> None:
    found = asked(LARGE["20 knowns"])

    assert [isinstance(one, Decided) and int(one.share) for one in found.values()] == [0] * 20


def test_beyond_the_budget_nothing_is_decided() -> None:
    for found in asked(LARGE["300 knowns"]).values():
        assert isinstance(found, Undecided)
        assert found.reason == "budget"


@pytest.mark.parametrize("there", LARGE.values(), ids=list(LARGE))
def test_what_was_asked_before_plays_no_part(there: ReasoningGraph) -> None:
    names = [known.name for known in there.knowns]
    found = asked(there)

    assert asked(there, names[::-1]) == found
    for name in (names[0], names[-1]):
        assert asked(there, [name]) == {name: found[name]}


def test_a_budget_is_divided_by_the_knowns_that_rules_speak_of() -> None:
    there = graph([(("a", "b"), "y", "y = a * b")], ["a", "b"])
    more = evolve(there, knowns=(*there.knowns, Known(name="c")))

    for one in (there, more):
        found = EquationSystem(one, Reading(), Grammar.LENIENT, Roots.GIVEN)
        assert found.most == MOST_QUESTIONS // 2
