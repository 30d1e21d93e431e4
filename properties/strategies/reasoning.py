"""Reasoning graphs as somebody may write them, and trees of JSON of any shape."""

from collections.abc import Mapping, Sequence
from functools import cache

from attrs import evolve
from hypothesis import strategies as st

from measurand.studies.causal.graphs.quantity import amount
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph, Step

NAMES = ("a", "b", "c", "d", "F", "m", "v 0", "λ")
BLANKS = ("", " ", "\t")
TEXTS = (
    "",
    "10 N",
    "1/3",
    "-2",
    "5,000 kg",
    "3 x 10^8 m/s",
    "35 deg",
    "mass of it",
    "true",
    "[1, 2]",
)
RULES = ("", " ", "a = F / m", "sum of both", "v = 2 * a")

names = st.sampled_from(NAMES)


def known(name: str, text: str) -> Known:
    """Read a value as the reading of trees does."""
    read = amount(text)
    return Known(name=name, text=text, number=read.number, unit=read.unit)


@cache
def listed(
    some: tuple[str, ...], most: int, *, least: int = 0, unique: bool = False
) -> st.SearchStrategy[list[str]]:
    """Draw some of these names."""
    return st.lists(st.sampled_from(some), min_size=least, max_size=most, unique=unique)


rules, texts = st.sampled_from(RULES), st.sampled_from(TEXTS)
ids, refs = st.sampled_from(("", "step1", "step2")), listed(("", "step1", "step9"), 2)


@cache
def links(some: tuple[str, ...] = NAMES, *, acyclic: bool = False) -> st.SearchStrategy[Link]:
    """Draw a link of 0 to 3 causes and mostly one effect; acyclic ones follow the order given."""
    return _links(some, acyclic=acyclic)


@st.composite
def _links(draw: st.DrawFn, some: tuple[str, ...], *, acyclic: bool) -> Link:
    if acyclic:
        place = draw(st.integers(1, len(some) - 1))
        causes = draw(listed(some[:place], 3))
        effects = [some[place]]
    else:
        causes = draw(listed(some, 3))
        effects = draw(listed(some, 2, least=1)) if draw(st.integers(0, 5)) else []
    return Link(causes=tuple(causes), effects=tuple(effects), rule=draw(rules))


@st.composite
def graphs(
    draw: st.DrawFn,
    *,
    some: tuple[str, ...] = NAMES,
    acyclic: bool = False,
    most_links: int = 8,
    most_targets: int = 2,
) -> ReasoningGraph:
    """Draw a graph over these names, with a target or two, some knowns, links, and no plan."""
    targets = draw(listed(some, most_targets, least=1, unique=True))
    given = draw(listed(some, 5, unique=True))
    return ReasoningGraph(
        targets=tuple(targets),
        knowns=tuple(known(name, draw(texts)) for name in given),
        links=tuple(draw(st.lists(links(some, acyclic=acyclic), max_size=most_links))),
    )


@st.composite
def steps(draw: st.DrawFn, some: tuple[str, ...] = NAMES) -> Step:
    """Draw a step of a plan, whose references may dangle."""
    return Step(
        id=draw(ids),
        targets=tuple(draw(listed(some, 2))),
        inputs=tuple(draw(listed(some, 2))),
        refs=tuple(draw(refs)),
        description=draw(rules),
    )


@st.composite
def written_graphs(draw: st.DrawFn) -> ReasoningGraph:
    """Draw a graph as careless as they come: blank names, no target, no links at all, a plan."""
    some = (*NAMES, *BLANKS)
    graph = draw(graphs(some=some))
    return evolve(
        graph,
        targets=draw(st.sampled_from(((), graph.targets))),
        links=draw(st.sampled_from((None, graph.links))),
        plan=tuple(draw(st.lists(steps(some), max_size=3))),
        answer_type=draw(st.sampled_from(("", "Numerical"))),
    )


def problems(*, acyclic: bool = False) -> st.SearchStrategy[Problem]:
    """Draw a graph with the least around it."""
    return graphs(acyclic=acyclic).map(lambda graph: Problem(id="1", graph=graph))


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(10**4000)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from((*NAMES, *BLANKS, *TEXTS))
)
keys = st.text(max_size=6) | st.sampled_from(
    (
        "target_variable",
        "knowns",
        "causal_graph",
        "causal_links",
        "computation_plan",
        "expected_answer_type",
        "cause",
        "effect",
        "rule",
        "description",
        "from",
        "target",
        "id",
        "inputs",
        "ref",
        "name",
        "value",
        "unit",
    )
)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)
"""Any tree of JSON, often with the keys of a reasoning graph, not often where they belong."""

graph_trees = st.fixed_dictionaries(
    {},
    optional={
        "target_variable": trees,
        "knowns": trees | st.dictionaries(st.text(max_size=3), trees, max_size=3),
        "causal_graph": trees | st.lists(st.dictionaries(keys, trees, max_size=4), max_size=3),
        "computation_plan": trees | st.lists(st.dictionaries(keys, trees, max_size=4), max_size=3),
        "expected_answer_type": trees,
        "other": leaves,
    },
)
"""A tree with the keys of a reasoning graph, and anything under them."""


def renamed(graph: ReasoningGraph, to: Mapping[str, str]) -> ReasoningGraph:
    """Give every name another one, wherever it stands but in rules."""

    def new(some: Sequence[str]) -> tuple[str, ...]:
        return tuple(to[name] for name in some)

    there = graph.links
    return evolve(
        graph,
        targets=new(graph.targets),
        knowns=tuple(evolve(one, name=to[one.name]) for one in graph.knowns),
        links=there
        and tuple(evolve(one, causes=new(one.causes), effects=new(one.effects)) for one in there),
    )


@st.composite
def shuffled(draw: st.DrawFn, graph: ReasoningGraph) -> ReasoningGraph:
    """Draw the same graph with targets, knowns, links and causes in another order."""
    mixed = [
        evolve(link, causes=tuple(draw(st.permutations(link.causes)))) for link in graph.links or ()
    ]
    return evolve(
        graph,
        targets=tuple(draw(st.permutations(graph.targets))),
        knowns=tuple(draw(st.permutations(graph.knowns))),
        links=graph.links and tuple(draw(st.permutations(mixed))),
    )
