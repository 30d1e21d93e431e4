"""Which known could be told from the rest: systems of links small enough to solve by hand."""

import pytest

from measurand.studies.causal.graphs.nodes import Reading
from measurand.studies.causal.identifiability import (
    Recovery,
    Roots,
    recovery,
    solution_order,
    system,
)
from measurand.values.reasoning import Known, Link, ReasoningGraph

HOW = Reading()
LENGTH = 5_000


def graph(*links: str, target: str = "t", given: str = "") -> ReasoningGraph:
    """Write links as `ab>c`: a letter is a name. Equal links have rules that differ."""
    return ReasoningGraph(
        targets=tuple(target),
        knowns=tuple(Known(name=name) for name in given),
        links=tuple(
            Link(causes=tuple(link.split(">")[0]), effects=tuple(link.split(">")[1]), rule=str(n))
            for n, link in enumerate(links)
        ),
    )


def told(there: ReasoningGraph, name: str, free: Roots = Roots.GIVEN) -> Recovery:
    return recovery(system(there, HOW, free), name)


def test_the_guide_s_example_tells_each_of_force_and_mass() -> None:
    there = graph("Fm>t", given="Fm")

    assert told(there, "F").recoverable
    assert dict(told(there, "m").told_by) == {"m": 0}


def test_one_link_cannot_tell_two_quantities() -> None:
    there = graph("ax>t", "x>x", given="a")  # x = f(x) tells x; then t tells a
    assert told(there, "a").recoverable

    open_x = told(graph("ax>t", given="a"), "a", Roots.FREE)
    assert not open_x.recoverable
    assert (open_x.block, open_x.links) == (("a", "x"), (0,))


def test_a_root_that_nobody_gave_counts_as_given_or_not() -> None:
    there = graph("ax>t", given="a")

    assert told(there, "a", Roots.GIVEN).recoverable
    assert not told(there, "a", Roots.FREE).recoverable


def test_two_links_tell_two_quantities_together() -> None:
    there = graph("ax>t", "ax>b", given="ab")
    found = told(there, "a", Roots.FREE)

    assert dict(found.told_by).keys() == {"a", "x"}
    assert solution_order(system(there, HOW, Roots.FREE), found.told_by) == (("a", "x"),)


def test_a_chain_is_told_from_its_ends_inwards() -> None:
    there = graph("ab>c", "cd>e", "ef>t", given="abdf")
    found = told(there, "a")

    assert solution_order(system(there, HOW), found.told_by) == (("e",), ("c",), ("a",))
    assert dict(found.told_by) == {"a": 0, "c": 1, "e": 2}


def test_a_known_that_a_link_makes_is_told_forwards() -> None:
    there = graph("b>a", "ac>t", given="abc")

    assert system(there, HOW).links[0] == (frozenset("b"), "a")
    assert dict(told(there, "a").told_by) == {"a": 0}


def test_a_known_that_no_link_speaks_of_is_not_told() -> None:
    found = told(graph("F>t", given="Fc"), "c")

    assert (found.recoverable, found.block, found.links) == (False, ("c",), ())


def test_a_known_off_every_way_to_the_target_may_still_be_told_by_another_known() -> None:
    there = graph("a>b", "c>t", given="abc")

    assert told(there, "a").recoverable
    assert not told(graph("a>b", "c>t", given="ac"), "a").recoverable


def test_two_links_of_a_cycle_tell_both_of_its_quantities_and_one_does_not() -> None:
    around = graph("ab>c", "cd>t", "e>d", "d>e", given="ab")
    once = graph("ab>c", "cd>t", "ed>d", "xd>e", given="ab")

    assert told(around, "a", Roots.FREE).recoverable
    assert not told(once, "a", Roots.FREE).recoverable


def test_only_what_was_given_is_asked_about() -> None:
    there = system(graph("a>b", "b>t", given="a"), HOW)

    with pytest.raises(ValueError, match="a quantity that is given otherwise: got 'b'"):
        recovery(there, "b")


def test_a_long_chain_is_no_burden() -> None:
    links = tuple(Link(causes=(f"x{i}",), effects=(f"x{i + 1}",)) for i in range(LENGTH))
    there = ReasoningGraph(targets=(f"x{LENGTH}",), knowns=(Known(name="x0"),), links=links)
    found = told(there, "x0")

    assert len(found.told_by) == LENGTH
    assert solution_order(system(there, HOW), found.told_by)[-1] == ("x0",)
