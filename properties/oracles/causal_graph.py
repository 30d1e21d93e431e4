"""A reasoning graph as plain lists of names, its nodes, and its quality counted by hand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple


class Arrow(NamedTuple):
    """A link as written: several causes, mostly one effect."""

    causes: tuple[str, ...]
    effects: tuple[str, ...]
    rule: str


class Drawn(NamedTuple):
    """A graph; `arrows` are None where no causal graph was given, `targets` empty where none is."""

    targets: tuple[str, ...]
    knowns: tuple[str, ...]
    arrows: tuple[Arrow, ...] | None


class Quality(NamedTuple):
    """The four parts of graph quality."""

    acyclic: Fraction
    coverage: Fraction
    ruled: Fraction
    connected: Fraction


QUALITY_WEIGHTS = (Fraction(3, 10), Fraction(2, 10), Fraction(4, 10), Fraction(1, 10))


def listed(one: object) -> tuple[str, ...]:
    """Read a name or a list of names."""
    if isinstance(one, str):
        return (one,)
    assert isinstance(one, list)
    assert all(isinstance(name, str) for name in one)
    return tuple(one)


def drawn(tree: Mapping[str, object]) -> Drawn:
    """Read the JSON of a graph by the schema of the prompt, with lists where names are wanted."""
    knowns = tree["knowns"]
    assert isinstance(knowns, dict)
    graph = tree.get("causal_graph")
    arrows = None
    if graph is not None:
        assert isinstance(graph, list)
        arrows = tuple(
            Arrow(listed(link["cause"]), listed(link["effect"]), link["rule"]) for link in graph
        )
    named = listed(tree["target_variable"]) if "target_variable" in tree else ()
    return Drawn(named, tuple(knowns), arrows)


def without_blanks(graph: Drawn) -> Drawn:
    """Take all names away that show nothing."""

    def shown(some: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in some if name.strip())

    arrows = graph.arrows
    if arrows is not None:
        arrows = tuple(Arrow(shown(a.causes), shown(a.effects), a.rule) for a in arrows)
    return Drawn(shown(graph.targets), shown(graph.knowns), arrows)


def without_empty_effects(graph: Drawn) -> Drawn:
    """Take away what the program of the guide did not see: an effect that is no text at all."""
    if graph.arrows is None:
        return graph
    return graph._replace(
        arrows=tuple(a._replace(effects=tuple(e for e in a.effects if e)) for a in graph.arrows)
    )


def names_in_arrows(graph: Drawn) -> set[str]:
    """Collect causes and effects."""
    found = set()
    for arrow in graph.arrows or ():
        found |= {*arrow.causes, *arrow.effects}
    return found


def nodes(graph: Drawn) -> set[str]:
    """Collect the target, the knowns, the causes and the effects."""
    return {*graph.targets, *graph.knowns} | names_in_arrows(graph)


def edges(graph: Drawn) -> set[tuple[str, str]]:
    """Pair every cause of a link with every effect of it."""
    return {
        (cause, effect)
        for arrow in graph.arrows or ()
        for cause in arrow.causes
        for effect in arrow.effects
    }


def closure(pairs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Add every step over two pairs until there is none."""
    found = set(pairs)
    while True:
        more = {(a, d) for a, b in found for c, d in pairs if b == c} - found
        if not more:
            return found
        found |= more


@lru_cache(maxsize=2)
def paths(graph: Drawn) -> set[tuple[str, str]]:
    """Pair every node with all that it leads to."""
    return closure(edges(graph))


def ancestors(graph: Drawn, of: str) -> set[str]:
    """List what leads to a node."""
    return {start for start, end in paths(graph) if end == of}


def quality(graph: Drawn) -> Quality | None:
    """Count graph quality (spec 1.6); None where there is no causal graph."""
    if graph.arrows is None:
        return None
    pairs = edges(graph)
    expected = {*graph.knowns, *graph.targets}
    found = expected & names_in_arrows(graph)
    ruled = sum(1 for arrow in graph.arrows if arrow.rule.strip())
    both_ways = closure(pairs | {(end, start) for start, end in pairs})
    touched = {node for pair in pairs for node in pair}
    sizes = [sum(1 for start, _ in both_ways if start == node) for node in touched]
    return Quality(
        acyclic=Fraction(not any(start == end for start, end in paths(graph))),
        coverage=Fraction(len(found), len(expected)) if expected else Fraction(1),
        ruled=Fraction(ruled, len(graph.arrows)) if graph.arrows else Fraction(0),
        connected=Fraction(max(sizes), len(touched)) if touched else Fraction(0),
    )


def weighed(parts: Quality, weights: Sequence[Fraction] = QUALITY_WEIGHTS) -> Fraction:
    """Add the four parts up, by weights that need not sum to 1."""
    added = sum((w * part for w, part in zip(weights, parts, strict=True)), Fraction(0))
    return added / sum(weights)
