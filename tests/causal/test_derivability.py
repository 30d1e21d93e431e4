"""What follows, what breaks and what is cut off, on graphs small enough to follow by hand."""

import pytest

from measurand.studies.causal.derivability import (
    GIVEN,
    broken_link,
    derive,
    remaining_links,
    remove_node,
)
from measurand.studies.causal.graphs.nodes import Reading, cut_off, next_hops, path
from measurand.values.reasoning import Known, Link, ReasoningGraph

HOW = Reading()
LENGTH = 10_000


def graph(*links: str, target: str = "t", given: str = "") -> ReasoningGraph:
    """Write links as `ab>c`: a letter is a name."""
    return ReasoningGraph(
        targets=tuple(target),
        knowns=tuple(Known(name=name) for name in given),
        links=tuple(
            Link(causes=tuple(link.split(">")[0]), effects=tuple(link.split(">")[1]))
            for link in links
        ),
    )


def lost(there: ReasoningGraph, node: str) -> str:
    return "".join(sorted(remove_node(derive(there, HOW), node).lost))


def test_a_link_needs_all_its_causes() -> None:
    assert dict(derive(graph("ab>t"), HOW).by) == {"a": GIVEN, "b": GIVEN, "t": 0}
    assert "t" not in derive(graph("ab>t", "a>b", "b>a"), HOW).by


def test_a_cycle_gives_nothing_without_an_entry_and_all_with_one() -> None:
    assert not derive(graph("a>b", "b>a", "b>t"), HOW).by
    assert set(derive(graph("a>b", "b>a", "b>t", given="a"), HOW).by) == set("abt")


def test_a_link_that_needs_its_own_effect_gives_nothing() -> None:
    assert set(derive(graph("at>t"), HOW).by) == {"a"}


def test_a_link_without_causes_gives_its_effect() -> None:
    assert derive(graph(">t"), HOW).by == {"t": 0}


def test_without_a_cause_of_the_only_link_all_behind_is_lost() -> None:
    assert lost(graph("ab>c", "c>t"), "a") == "act"
    assert lost(graph("ab>c", "c>t"), "c") == "ct"


def test_another_link_makes_it_again_and_what_follows_from_it() -> None:
    there = derive(graph("a>c", "b>c", "c>t"), HOW)
    removal = remove_node(there, "a")

    assert removal.lost == {"a"}
    assert dict(removal.again) == {"c": 1, "t": 2}


def test_a_link_from_a_cycle_without_an_entry_is_no_other_road() -> None:
    assert lost(graph("a>t", "x>t", "x>x"), "a") == "at"


def test_what_was_given_stays_whatever_made_it() -> None:
    assert lost(graph("a>b", "b>t", given="b"), "a") == "a"


def test_a_cycle_does_not_hold_itself_up_once_its_entry_is_gone() -> None:
    assert lost(graph("a>b", "b>c", "c>b", "c>t"), "a") == "abct"


def test_taking_out_what_never_followed_loses_nothing() -> None:
    assert lost(graph("x>x", "x>t", "a>t"), "x") == ""


def test_the_link_that_breaks_is_the_first_one_on_the_way() -> None:
    there = derive(graph("am>b", "bn>c", "c>t"), HOW)

    assert broken_link(there, remove_node(there, "a"), "t") == (frozenset("am"), "b")
    assert broken_link(there, remove_node(there, "n"), "t") == (frozenset("bn"), "c")


def test_of_two_links_that_lose_a_node_the_one_on_the_way_to_the_target_is_named() -> None:
    there = derive(graph("n>b", "n>c", "ac>t", "n>z"), HOW)

    assert broken_link(there, remove_node(there, "n"), "t") == (frozenset("n"), "c")


def test_only_a_target_lost_with_another_node_breaks() -> None:
    there = derive(graph("a>t", "b>t"), HOW)

    with pytest.raises(ValueError, match="a target that is lost without another node: got 't'"):
        broken_link(there, remove_node(there, "a"), "t")


def test_the_other_road_lists_causes_before_what_they_make() -> None:
    there = derive(graph("a>c", "b>d", "d>c", "cd>t"), HOW)
    other = remaining_links(there, remove_node(there, "a"), ["t"], most=9)

    assert [effect for _, effect in other] == ["d", "c", "t"]


def test_of_a_long_road_the_links_nearest_to_the_end_are_listed() -> None:
    there = derive(graph("a>b", "b>c", "c>d", "d>t", "x>y", "y>t"), HOW)
    other = remaining_links(there, remove_node(there, "x"), ["t"], most=2)

    assert [effect for _, effect in other] == ["d", "t"]


def test_do_cuts_off_what_has_no_way_around_the_node() -> None:
    there = graph("ab>c", "c>t", "b>t", "x>a")

    assert cut_off(there, HOW, "c") == {"a", "x"}
    assert cut_off(there, HOW, "a") == {"x"}
    assert cut_off(there, HOW, "b") == frozenset()
    assert cut_off(graph("a>b", "t>c"), HOW, "c") == frozenset()


def test_a_way_to_the_target_is_a_shortest_one() -> None:
    hops = next_hops(graph("a>b", "b>c", "c>t", "a>c"), HOW)

    assert path(hops, "a", most=9) == ("a", "c", "t")
    assert path(hops, "a", most=2) == ("a", "c")
    assert path(hops, "z", most=2) == ("z",)


def test_a_chain_of_many_links_is_no_burden() -> None:
    links = tuple(Link(causes=(f"x{i}",), effects=(f"x{i + 1}",)) for i in range(LENGTH))
    there = ReasoningGraph(targets=(f"x{LENGTH}",), links=links)

    assert len(remove_node(derive(there, HOW), "x0").lost) == LENGTH + 1
    assert len(cut_off(there, HOW, f"x{LENGTH - 1}")) == LENGTH - 1
