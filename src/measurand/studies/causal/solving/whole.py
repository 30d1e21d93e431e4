"""All equations of a graph, and how the work on a graph is divided among its questions.

Each share depends on the graph alone: not on names, on orders, or on which questions are asked.
"""

from collections.abc import Iterator
from functools import lru_cache

from measurand.studies.causal.graphs.nodes import KEPT_GRAPHS, Reading, knowns, roots, targets
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.solving.compose import Composed, Compositions
from measurand.studies.causal.solving.posed import Posed
from measurand.studies.causal.solving.relations import relations
from measurand.values.reasoning import ReasoningGraph

MOST_VALUES = 60_000
MOST_QUESTIONS = 120_000
_LEAST_OF_A_PART = 8
_LEAST_OF_A_QUESTION = 200


class Whole:
    """The equations of a graph, with what its questions share.

    >>> from measurand.values.reasoning import Known, Link
    >>> link = Link(causes=("F", "m"), effects=("a",), rule="a = F/m")
    >>> graph = ReasoningGraph(targets=("a",), knowns=(Known(name="F"),), links=(link,))
    >>> whole = Whole(graph, Reading(), Grammar.LENIENT, Roots.GIVEN)
    >>> whole.most, [posed.choices for posed in whole.posed("F")]
    (120000, [4])
    """

    def __init__(self, graph: ReasoningGraph, how: Reading, grammar: Grammar, free: Roots) -> None:
        rules = self.rules = relations(graph, how, grammar)
        named = {*targets(graph, how), *knowns(graph, how)}
        given = named.union(roots(graph, how)) if free is Roots.GIVEN else named
        self.there = Compositions(rules, frozenset(given))
        by_name = {known.name: known for known in graph.knowns}
        # Knowns that no rule speaks of take no share: they are not asked of the rules.
        spoken = frozenset[str]().union(*(rule.over for rule in rules))
        asked = sum(name in spoken for name in knowns(graph, how))
        self.most = max(MOST_QUESTIONS // max(1, asked), _LEAST_OF_A_QUESTION)
        equations = self.there.all()
        posed = [Posed(equation, by_name) for equation in equations]
        parts = sum(one.size * min(2, one.choices) for one in posed)
        for one in posed:
            one.most = one.size * max(MOST_VALUES // max(1, parts), _LEAST_OF_A_PART)
        self._posed = {id(one.equation): one for one in posed}

    def posed(self, name: str) -> Iterator[Posed]:
        """Give the equations that speak of a name."""
        for equation in self.there.of(name).equations:
            yield self._posed[id(equation)]

    def is_alone(self, equation: Composed) -> bool:
        """Tell whether no other rule that was read names a node of those that made an equation.

        Only then is what cancels out in it lost: else another rule may tell it, be it one that is
        not solved (`tan(theta) = v**2/(g*r)`).
        """
        nodes = frozenset[str]().union(*(rule.said for rule in equation.rules))
        return all(
            rule in equation.rules or nodes.isdisjoint(rule.said | rule.inner)
            for rule in self.rules
        )


@lru_cache(KEPT_GRAPHS)
def whole(graph: ReasoningGraph, how: Reading, grammar: Grammar, free: Roots) -> Whole:
    """Put the rules of a graph together, once for all its questions.

    >>> empty = ReasoningGraph()
    >>> whole(empty, Reading(), Grammar.STRICT, Roots.GIVEN).there.of("x").equations
    ()
    """
    return Whole(graph, how, grammar, free)
