"""Distances of many random pairs of graphs, beside those of gadjid 0.1.0."""

from fractions import Fraction
from random import Random

import gadjid
import numpy as np
import pytest

from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.comparing.distances import Distance, aid, shd
from measurand.values.digraph import Digraph, digraph

PAIRS = 200
LETTERS = "abcdefghi"


def drawn(chance: Random, nodes: str, density: float) -> Digraph:
    """Draw a graph without cycles."""
    order = chance.sample(nodes, len(nodes))
    pairs = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    return digraph([pair for pair in pairs if chance.random() < density], nodes)


def matrix(graph: Digraph) -> np.typing.NDArray[np.int8]:
    """Write a graph from row to column."""
    found = np.zeros((len(graph.nodes), len(graph.nodes)), dtype=np.int8)
    for cause, effect in graph.edges:
        found[graph.nodes.index(cause), graph.nodes.index(effect)] = 1
    return found


@pytest.mark.parametrize("density", [0.15, 0.4, 0.8])
def test_distances_are_those_of_gadjid(density: float) -> None:
    chance = Random(7)  # noqa: S311 - data, not a secret
    theirs = {
        Adjustment.PARENT: gadjid.parent_aid,
        Adjustment.ANCESTOR: gadjid.ancestor_aid,
        Adjustment.OSET: gadjid.oset_aid,
    }
    for _ in range(PAIRS):
        nodes = LETTERS[: chance.randint(2, 9)]
        one, two = drawn(chance, nodes, density), drawn(chance, nodes, chance.choice([0.3, 0.6]))
        ordered = len(nodes) * (len(nodes) - 1)

        for how, ask in theirs.items():
            _, wrong = ask(matrix(one), matrix(two), edge_direction="from row to column")
            assert aid(one, two, how) == Distance(Fraction(wrong), ordered)
        _, edits = gadjid.shd(matrix(one), matrix(two))
        assert shd(one, two) == Distance(Fraction(edits), ordered // 2)
