"""Structural Hamming distances of large graphs, beside those of causal-learn."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from statistics import median

from attrs import frozen

from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.comparing.distances import aid, shd
from measurand.values.digraph import Digraph, Edge, digraph
from measurand.values.score import Undefined
from tests.benchmarks.measure import ratios

NODES = 500
DENSITIES = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2))
WANTED = 5
REPEATED = 3
"""Each round takes the least of so many runs: ours last milliseconds, and other programs run."""

NAMES = [f"n{at}" for at in range(NODES)]


@frozen
class Timed:
    """A thing to time, and what it is called."""

    name: str
    run: Callable[[], object]


def drawn(density: Fraction, seed: int) -> list[Edge]:
    """Draw the edges of a graph without cycles."""
    chance = random.Random(seed)  # noqa: S311  # data that anybody can draw again
    order = chance.sample(NAMES, NODES)
    return [
        (cause, effect)
        for at, cause in enumerate(order)
        for effect in order[at + 1 :]
        if chance.random() < density
    ]


def seconds(run: Callable[[], object]) -> float:
    """Take CPU seconds."""
    start = time.process_time()
    run()
    return time.process_time() - start


def in_turn(things: list[Timed], rounds: int) -> dict[str, list[float]]:
    """Time all things, one after another, several times."""
    found: dict[str, list[float]] = {thing.name: [] for thing in things}
    for _ in range(rounds):
        for thing in things:
            found[thing.name].append(min(seconds(thing.run) for _ in range(REPEATED)))
    return found


def peer_table(edges: list[Edge]) -> object:
    """Make a graph of causal-learn by writing the ends of edges into its table.

    Its `add_directed_edge` does so too, and keeps a closure of paths up to date, which no distance
    needs and which takes minutes where there are many edges.
    """
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    place = {name: at for at, name in enumerate(NAMES)}
    graph = GeneralGraph([GraphNode(name) for name in NAMES])
    for cause, effect in edges:
        graph.graph[place[effect], place[cause]] = 1
        graph.graph[place[cause], place[effect]] = -1
    return graph


def peer_graph(edges: list[Edge]) -> object:
    """Make a graph of causal-learn as its users do."""
    from causallearn.graph.GeneralGraph import GeneralGraph
    from causallearn.graph.GraphNode import GraphNode

    nodes = {name: GraphNode(name) for name in NAMES}
    graph = GeneralGraph(list(nodes.values()))
    for cause, effect in edges:
        graph.add_directed_edge(nodes[cause], nodes[effect])
    return graph


def peer_distance(one: object, other: object) -> int:
    """Ask causal-learn."""
    from causallearn.graph.SHD import SHD

    return int(SHD(one, other).get_shd())


def our_distance(one: Digraph, other: Digraph) -> int:
    """Compute ours."""
    found = shd(one, other)
    if isinstance(found, Undefined):
        raise TypeError(found.reason)
    return int(found.cost)


def graph_ratio(rounds: int) -> Iterator[str]:
    """Compare distances of two graphs of 500 nodes, sparse and dense."""
    yield f"SHD of two graphs of {NODES} nodes; times as fast as causal-learn"
    for density in DENSITIES:
        one, other = drawn(density, 1), drawn(density, 2)
        yield from _between(one, other, rounds)
    one, other = drawn(DENSITIES[0], 1), drawn(DENSITIES[0], 2)
    things = [
        Timed("ours", lambda: our_distance(digraph(one, NAMES), digraph(other, NAMES))),
        Timed("causal-learn", lambda: peer_distance(peer_graph(one), peer_graph(other))),
    ]
    yield f"  from lists of {len(one):,} and {len(other):,} edges, graphs made and all"
    yield _compared(in_turn(things, rounds))
    sparse = digraph(one, NAMES), digraph(other, NAMES)
    for how in Adjustment:
        took = seconds(partial(aid, *sparse, how))
        yield f"  {how.value} distance of the same, which causal-learn lacks: {took:.2f} CPU s"


def _between(one: list[Edge], other: list[Edge], rounds: int) -> Iterator[str]:
    ours = digraph(one, NAMES), digraph(other, NAMES)
    theirs = peer_table(one), peer_table(other)
    same = our_distance(*ours) == peer_distance(*theirs)
    said = "the same distance" if same else "ANOTHER DISTANCE"
    yield f"  {len(one):,} and {len(other):,} edges, graphs are there; {said}"
    things = [
        Timed("ours", partial(our_distance, *ours)),
        Timed("causal-learn", partial(peer_distance, *theirs)),
    ]
    yield _compared(in_turn(things, rounds))


def _compared(found: dict[str, list[float]]) -> str:
    ours, theirs = found["ours"], found["causal-learn"]
    return (
        f"    {1000 * median(ours):8.2f} CPU ms, causal-learn {1000 * median(theirs):8.2f}: "
        f"{ratios(theirs, ours)}  wanted {WANTED}"
    )


if __name__ == "__main__":
    for line in graph_ratio(3):
        sys.stdout.write(f"{line}\n")
