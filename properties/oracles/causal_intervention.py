"""What removing a node does to the target: applied link by link, until nothing new follows."""

from fractions import Fraction

from properties.oracles.causal_graph import Drawn, ancestors, edges, nodes

CRITICAL, MEANINGFUL, PERIPHERAL = "critical", "meaningful", "peripheral"
SHARES = {CRITICAL: Fraction(1), MEANINGFUL: Fraction(1, 2), PERIPHERAL: Fraction(0)}


def roots(graph: Drawn) -> set[str]:
    """List the nodes that no node leads to."""
    return nodes(graph) - {effect for _, effect in edges(graph)}


def derivable(graph: Drawn, without: str | None) -> set[str]:
    """Find what follows from knowns and roots when one node gives nothing and is not made."""
    there = ({*graph.knowns} | roots(graph)) - {without}
    while True:
        more = set()
        for arrow in graph.arrows or ():
            if there.issuperset(arrow.causes):
                more |= {*arrow.effects} - {without}
        if more <= there:
            return there
        there |= more


def level(graph: Drawn, node: str) -> str:
    """Say what removing the node does (spec 4.1); a graph without a target is not asked."""
    if not any(node in ancestors(graph, target) for target in graph.targets):
        return PERIPHERAL
    return MEANINGFUL if derivable(graph, node).issuperset(graph.targets) else CRITICAL


def never_derivable(graph: Drawn) -> bool:
    """Say whether the targets do not follow even with every node there."""
    return not derivable(graph, None).issuperset(graph.targets)
