"""Which names of a reasoning graph are nodes, and what makes what."""

from measurand.studies.causal.graphs.nodes import (
    Blank,
    NoTarget,
    Reading,
    effects,
    hyperedges,
    knowns,
    linked,
    nodes,
    others,
    roots,
    targets,
    unused_knowns,
    upstream,
    wiring,
)
from measurand.values.reasoning import Known, Link, ReasoningGraph, Step

HOW = Reading()
KEPT = Reading(blank=Blank.KEPT)
RESULT = Reading(no_target=NoTarget.RESULT)


def graph(*links: Link, target: str = "a", given: tuple[str, ...] = ()) -> ReasoningGraph:
    return ReasoningGraph(
        targets=(target,), knowns=tuple(Known(name=name) for name in given), links=links
    )


def test_nodes_are_targets_knowns_and_all_that_links_speak_of() -> None:
    there = graph(Link(causes=("F",), effects=("v",)), Link(causes=("only",)), given=("k",))

    assert nodes(there, HOW) == ("F", "a", "k", "only", "v")
    assert others(there, HOW) == ("F", "k", "only", "v")
    assert linked(there, HOW) == {"F", "v", "only"}


def test_steps_of_a_plan_make_no_nodes() -> None:
    there = ReasoningGraph(targets=("a",), plan=(Step(targets=("b",), inputs=("c",)),))

    assert nodes(there, HOW) == ("a",)


def test_blank_names_are_dropped_or_kept_but_an_empty_effect_never_is_one() -> None:
    there = graph(Link(causes=("", "F"), effects=("", " ")), target=" ", given=("\t",))

    assert nodes(there, HOW) == ("F",)
    assert targets(there, HOW) == knowns(there, HOW) == ()
    assert hyperedges(there, HOW) == ()
    assert nodes(there, KEPT) == ("", "\t", " ", "F")
    assert effects(Link(effects=("", " ")), KEPT) == (" ",)
    assert hyperedges(there, KEPT) == ((frozenset({"", "F"}), " "),)


def test_names_count_exactly_as_written() -> None:
    assert nodes(graph(Link(causes=("F", "F "), effects=("a",))), HOW) == ("F", "F ", "a")


def test_without_a_target_there_is_none_or_it_is_called_result() -> None:
    there = ReasoningGraph(links=(Link(causes=("F",), effects=("result",)),))

    assert targets(there, HOW) == ()
    assert others(there, HOW) == ("F", "result")
    assert targets(there, RESULT) == ("result",)
    assert others(there, RESULT) == ("F",)
    assert nodes(ReasoningGraph(), RESULT) == ()
    assert targets(graph(target="b"), RESULT) == ("b",)


def test_a_link_with_two_effects_makes_each_from_all_its_causes() -> None:
    there = graph(Link(causes=("F", "m"), effects=("b", "a")))

    assert hyperedges(there, HOW) == ((frozenset("Fm"), "a"), (frozenset("Fm"), "b"))
    assert wiring(there, HOW).edges == (("F", "a"), ("F", "b"), ("m", "a"), ("m", "b"))


def test_the_same_link_twice_is_one_but_two_rules_are_two() -> None:
    one, again, other = (
        Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),
        Link(causes=("m", "F", "F"), effects=("a",), rule=" a = F/m "),
        Link(causes=("F", "m"), effects=("a",), rule="a = F - m"),
    )

    assert len(hyperedges(graph(one, again), HOW)) == 1
    assert len(hyperedges(graph(one, other), HOW)) == 2


def test_links_without_causes_make_their_effect_so_it_is_no_root() -> None:
    there = graph(Link(effects=("g",)), Link(causes=("g", "m"), effects=("a",)))

    assert hyperedges(there, HOW)[1] == (frozenset(), "g")
    assert roots(there, HOW) == ("m",)


def test_upstream_is_what_any_target_follows_from_a_target_only_on_a_cycle() -> None:
    chain = (Link(causes=("F",), effects=("a",)), Link(causes=("a",), effects=("v",)))

    assert upstream(graph(*chain), HOW) == {"F"}
    assert upstream(graph(*chain, Link(causes=("v",), effects=("a",))), HOW) == {"F", "a", "v"}
    assert upstream(ReasoningGraph(targets=("a", "v"), links=chain), HOW) == {"F", "a"}


def test_a_known_is_unused_where_no_links_lead_on_to_a_target() -> None:
    there = graph(
        Link(causes=("F",), effects=("a",)),
        Link(causes=("a", "t"), effects=("v",)),
        given=("t", "F", "color", "a"),
    )

    assert unused_knowns(there, HOW) == ("t", "color")
    assert unused_knowns(ReasoningGraph(knowns=there.knowns), HOW) == ()
