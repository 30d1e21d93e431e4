"""Which known the rest of a graph fixes: by random equations, and by trying every assignment.

A link is one equation over its effect and its causes, for each effect. With random coefficients a
known is fixed when, with all that is given taken out, its unit vector is a sum of equations.
"""

import random
from collections.abc import Iterable, Sequence

from properties.oracles.causal_graph import Drawn, nodes
from properties.oracles.causal_intervention import roots

PRIME = 2**61 - 1


def equations(graph: Drawn) -> list[set[str]]:
    """List the quantities of each equation; a link that is written twice says nothing more."""
    there = []
    for arrow in graph.arrows or ():
        for effect in arrow.effects:
            one = ({*arrow.causes}, effect, arrow.rule.strip())
            if one not in there:
                there.append(one)
    return [causes | {effect} for causes, effect, _ in there]


def open_quantities(graph: Drawn, known: str, *, roots_given: bool) -> set[str]:
    """List what is not given when a known is taken away."""
    given = {*graph.targets, *(name for name in graph.knowns if name != known)}
    if roots_given:
        given |= roots(graph) - {known}
    return nodes(graph) - given


def rank(rows: Iterable[Sequence[int]]) -> int:
    """Count the independent rows over the field of 2**61 - 1 numbers."""
    left = [list(row) for row in rows]
    found = 0
    while left:
        row = left.pop()
        place = next((at for at, number in enumerate(row) if number), None)
        if place is None:
            continue
        found += 1
        inverse = pow(row[place], -1, PRIME)
        for other in left:
            times = other[place] * inverse % PRIME
            for at, number in enumerate(row):
                other[at] = (other[at] - times * number) % PRIME
    return found


def fixed_by_rank(graph: Drawn, known: str, *, roots_given: bool, seed: int = 1) -> bool:
    """Say whether equations with random coefficients fix the known (spec 4.2)."""
    unknown = sorted(open_quantities(graph, known, roots_given=roots_given))
    if known not in unknown:
        return True
    draw = random.Random(seed)  # noqa: S311 - coefficients, not a secret
    rows = [
        [draw.randrange(1, PRIME) if name in equation else 0 for name in unknown]
        for equation in equations(graph)
    ]
    at = unknown.index(known)
    return rank(rows) == rank(row[:at] + row[at + 1 :] for row in rows) + 1


def most_assigned(each: Sequence[set[str]]) -> int:
    """Give as many equations as possible an unknown of their own, trying all that can be given."""
    taken: set[frozenset[str]] = {frozenset()}
    for equation in each:
        taken |= {used | {name} for used in taken for name in equation - used}
    return max(map(len, taken))


def fixed_by_trying(graph: Drawn, known: str, *, roots_given: bool) -> bool:
    """Say whether every largest assignment needs the known: the road for small graphs."""
    unknown = open_quantities(graph, known, roots_given=roots_given)
    if known not in unknown:
        return True
    each = [equation & unknown for equation in equations(graph)]
    return most_assigned(each) > most_assigned([equation - {known} for equation in each])
