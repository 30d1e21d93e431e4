"""Graphs the slow way: every path there is, every state of every pair, every step of a closure."""

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations

Edge = tuple[str, str]
Edges = Collection[Edge]
Nodes = Collection[str]


def closure(nodes: Nodes, edges: Edges) -> set[Edge]:
    """List who reaches whom by one edge or more (Warshall)."""
    found = set(edges)
    for middle in nodes:
        for one in nodes:
            for other in nodes:
                if (one, middle) in found and (middle, other) in found:
                    found.add((one, other))
    return found


def cyclic(nodes: Nodes, edges: Edges) -> bool:
    """Try every order of the nodes: without cycles one of them has causes first."""
    for order in permutations(nodes):
        if all(order.index(cause) < order.index(effect) for cause, effect in edges):
            return False
    return True


def paths(edges: Edges, start: str, end: str) -> Iterator[list[str]]:
    """List all paths without repetition, whatever the directions of their edges."""
    nodes = sorted({node for edge in edges for node in edge} - {start, end})
    for length in range(len(nodes) + 1):
        for middle in permutations(nodes, length):
            path = [start, *middle, end]
            if all((one, other) in edges or (other, one) in edges for one, other in pairwise(path)):
                yield path


def is_open(path: list[str], edges: Edges, given: Nodes, reached: set[Edge]) -> bool:
    """Say whether a path is open: its colliders are given or reach what is, its others are not."""
    for before, node, after in zip(path, path[1:], path[2:], strict=False):
        if (before, node) in edges and (after, node) in edges:
            if node not in given and all((node, one) not in reached for one in given):
                return False
        elif node in given:
            return False
    return True


def separated(nodes: Nodes, edges: Edges, xs: Nodes, ys: Nodes, given: Nodes) -> bool:
    """Look at every path between x and y."""
    reached = closure(nodes, edges)
    return not any(
        is_open(path, edges, given, reached) for x in xs for y in ys for path in paths(edges, x, y)
    )


def valid(nodes: Nodes, edges: Edges, x: str, y: str, given: Nodes) -> bool:
    """Apply the adjustment criterion (Shpitser, VanderWeele and Robins 2010) path by path."""
    reached = closure(nodes, edges)
    between = {n for n in nodes if (x, n) in reached and (n == y or (n, y) in reached)}
    forbidden = between | {n for n in nodes for one in between if (one, n) in reached}
    if forbidden & set(given):
        return False
    for path in paths(edges, x, y):
        causal = all(step in edges for step in pairwise(path))
        if not causal and is_open(path, edges, given, reached):
            return False
    return True


def wrong_effects(nodes: Nodes, truth: Edges, guess: Edges, adjustment: str) -> int:
    """Count pairs whose effect is wrong: as a guess says it, held against the truth."""
    true, guessed = closure(nodes, truth), closure(nodes, guess)
    count = 0
    for x, y in permutations(nodes, 2):
        parents = {one for one, other in guess if other == x}
        ancestors = {one for one, other in guessed if other == x}
        between = {n for n in nodes if (x, n) in guessed and (n == y or (n, y) in guessed)}
        forbidden = between | {n for n in nodes for one in between if (one, n) in guessed} | {x}
        optimal = {one for one, other in guess if other in between} - forbidden
        none = y in parents if adjustment == "parent" else (x, y) not in guessed
        given = {"parent": parents, "ancestor": ancestors, "oset": optimal}[adjustment]
        wrong = (x, y) in true if none else not valid(nodes, truth, x, y, given)
        count += wrong
    return count


def edits(nodes: Nodes, first: Edges, second: Edges, reversal: Fraction) -> Fraction:
    """Find the cheapest edits pair by pair, over every road between the four states of a pair."""
    total = Fraction(sum(((one, one) in first) != ((one, one) in second) for one in nodes))
    for one, other in combinations(nodes, 2):
        pair = ((one, other), (other, one))
        start, end = ((pair[0] in some, pair[1] in some) for some in (first, second))
        states = [(left, right) for left in (False, True) for right in (False, True)]
        cost = {state: Fraction(0 if state == start else 100) for state in states}
        for _ in states:
            for left, right in states:
                moves = [((not left, right), Fraction(1)), ((left, not right), Fraction(1))]
                if left != right:
                    moves.append(((right, left), reversal))
                for state, price in moves:
                    cost[state] = min(cost[state], cost[left, right] + price)
        total += cost[end]
    return total
