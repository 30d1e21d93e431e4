"""What follows, what reaches what and what can be told, slowly, from the links as written."""

import random
from collections.abc import Collection, Mapping
from fractions import Fraction

from measurand.values.reasoning import ReasoningGraph

PRIME = 2**61 - 1


def arrows(graph: ReasoningGraph) -> list[tuple[frozenset[str], str]]:
    """List causes and effect of every link that is not written twice; blank names are nothing."""
    found = []
    for link in graph.links or ():
        for effect in link.effects:
            arrow = (frozenset(c for c in link.causes if c.strip()), effect, link.rule.strip())
            if effect.strip() and arrow not in found:
                found.append(arrow)
    return [(causes, effect) for causes, effect, _ in found]


def everything(graph: ReasoningGraph) -> set[str]:
    """Collect all names that are not blank."""
    named = [*graph.targets, *(known.name for known in graph.knowns)]
    for link in graph.links or ():
        named += [*link.causes, *link.effects]
    return {name for name in named if name.strip()}


def start(graph: ReasoningGraph) -> set[str]:
    """Collect the knowns and what no link makes."""
    made = {effect for _, effect in arrows(graph)}
    return {known.name for known in graph.knowns if known.name.strip()} | (everything(graph) - made)


def derived(graph: ReasoningGraph, without: str | None = None) -> set[str]:
    """Apply all links until nothing new follows."""
    there = start(graph) - {without}
    while True:
        new = {
            effect
            for causes, effect in arrows(graph)
            if causes <= there and effect not in there and effect != without
        }
        if not new:
            return there
        there |= new


def reaches(graph: ReasoningGraph, node: str, cut: str | None = None) -> bool:
    """Say whether one link or more lead from a node to a target, none of them into `cut`."""
    there: set[str] = set()
    new = {node}
    while new:
        new = {
            effect
            for causes, effect in arrows(graph)
            if causes & (there | {node}) and effect not in there and effect != cut
        }
        there |= new
    return not there.isdisjoint(graph.targets)


def level(graph: ReasoningGraph, node: str) -> str:
    """Judge an intervention."""
    if not reaches(graph, node):
        return "peripheral"
    wanted = {target for target in graph.targets if target.strip()}
    broken = wanted <= derived(graph) and not wanted <= derived(graph, without=node)
    return "critical" if broken else "meaningful"


def told(graph: ReasoningGraph, known: str, *, roots_given: bool, seed: int) -> bool:
    """Say whether almost any numbers as coefficients tell a known: by rank over a prime field.

    A quantity is told by linear equations where its column raises the rank of those of the other
    unknowns.
    """
    given = {one.name for one in graph.knowns} | set(graph.targets)
    made = {effect for _, effect in arrows(graph)}
    if roots_given:
        given |= everything(graph) - made
    unknown = sorted(everything(graph) - given - {known})
    rng = random.Random(seed)  # noqa: S311
    rows: list[Mapping[str, int]] = [
        {name: rng.randrange(1, PRIME) for name in sorted(causes | {effect})}
        for causes, effect in arrows(graph)
    ]
    return rank(rows, [*unknown, known]) > rank(rows, unknown)


def rank(rows: Collection[Mapping[str, int]], columns: Collection[str]) -> int:
    """Count the independent rows by elimination modulo a prime."""
    left = [[row.get(column, 0) for column in columns] for row in rows]
    found = 0
    for place in range(len(columns)):
        pivot = next((row for row in left if row[place]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        found += 1
        inverse = pow(pivot[place], PRIME - 2, PRIME)
        left = [
            [
                (value - row[place] * inverse * top) % PRIME
                for value, top in zip(row, pivot, strict=True)
            ]
            for row in left
        ]
    return found


def quality(tree: Mapping[str, object]) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Measure acyclic, coverage, ruled and connected of a tree with the documented keys."""
    links = tree["causal_graph"]
    knowns = tree["knowns"]
    assert isinstance(links, list)
    assert isinstance(knowns, dict)
    after: dict[str, set[str]] = {}
    spoken: set[str] = set()
    ruled = 0
    for link in links:
        causes = link["cause"] if isinstance(link["cause"], list) else [link["cause"]]
        effects = link["effect"] if isinstance(link["effect"], list) else [link["effect"]]
        spoken.update(causes, effects)
        ruled += link["rule"].strip() != ""
        for cause in causes:
            for effect in effects:
                after.setdefault(cause, set()).add(effect)
                after.setdefault(effect, set())
    target = tree["target_variable"]
    expected = {*knowns, *(target if isinstance(target, list) else [target])}
    return (
        Fraction(not _has_cycle(after)),
        Fraction(len(expected & spoken), len(expected)),
        Fraction(ruled, len(links)) if links else Fraction(0),
        Fraction(_largest(after), len(after)) if after else Fraction(0),
    )


def _has_cycle(after: Mapping[str, set[str]]) -> bool:
    left = dict(after)
    while left:
        free = [name for name in left if not any(name in to for to in left.values())]
        if not free:
            return True
        for name in free:
            del left[name]
    return False


def _largest(after: Mapping[str, set[str]]) -> int:
    part = {name: {name} for name in after}
    for name, to in after.items():
        for other in to:
            both = part[name] | part[other]
            for one in both:
                part[one] = both
    return max(map(len, part.values()))
