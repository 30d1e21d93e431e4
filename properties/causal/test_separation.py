"""d-separation: held against every path there is, and what does not change it."""

from collections.abc import Mapping

from attrs import frozen
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.digraphs import dags, renamed, renamings
from measurand.studies.causal.comparing.adjustment import d_separated
from measurand.values.digraph import Dag, digraph
from properties.oracles import digraphs as oracle
from properties.strategies.effort import third


@frozen
class Asked:
    """Which nodes are asked about, and which are given: three sets without a node in common."""

    dag: Dag
    xs: frozenset[str]
    ys: frozenset[str]
    given: frozenset[str]

    def separated(self) -> bool:
        """Ask."""
        return d_separated(self.dag, self.xs, self.ys, self.given)


@st.composite
def asked(draw: st.DrawFn) -> Asked:
    """Put every node into one of the sets, or into none."""
    dag = draw(dags)
    sets = {node: draw(st.sampled_from("xy--gg")) for node in dag.nodes}
    xs, ys, known = (frozenset(n for n in dag.nodes if sets[n] == kind) for kind in "xyg")
    return Asked(dag, xs, ys, known)


COLLIDER = Dag(digraph([("a", "c"), ("b", "c"), ("c", "d")]))


@third
@given(asked())
@example(Asked(COLLIDER, frozenset("a"), frozenset("b"), frozenset("d")))
def test_it_is_what_every_path_says(one: Asked) -> None:
    graph = one.dag.graph

    by_paths = oracle.separated(graph.nodes, graph.edges, one.xs, one.ys, one.given)

    assert one.separated() == by_paths


@given(asked())
def test_both_sides_are_alike(one: Asked) -> None:
    assert one.separated() == Asked(one.dag, one.ys, one.xs, one.given).separated()


@given(asked())
def test_sets_are_separated_where_each_of_their_nodes_is(one: Asked) -> None:
    pairs = [
        d_separated(one.dag, [x], [y], one.given) for x in sorted(one.xs) for y in sorted(one.ys)
    ]

    assert one.separated() == all(pairs)


@given(dags)
def test_a_node_is_apart_from_what_it_does_not_reach_given_its_parents(dag: Dag) -> None:
    for node in dag.nodes:
        parents = dag.graph.parents[node]
        others = set(dag.nodes) - dag.descendants(node) - parents - {node}

        assert d_separated(dag, [node], others, parents)


@given(asked(), renamings)
def test_other_names_change_nothing(one: Asked, names: Mapping[str, str]) -> None:
    xs, ys, known = (frozenset(names[n] for n in some) for some in (one.xs, one.ys, one.given))

    other = Asked(Dag(renamed(one.dag.graph, names)), xs, ys, known)

    assert other.separated() == one.separated()
