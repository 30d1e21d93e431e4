from itertools import pairwise

import pytest

from measurand.studies.causal.comparing.adjustment import d_separated
from measurand.values.digraph import Dag, digraph

CHAIN = Dag(digraph([("a", "b"), ("b", "c")]))
FORK = Dag(digraph([("b", "a"), ("b", "c")]))
COLLIDER = Dag(digraph([("a", "b"), ("c", "b"), ("b", "d")]))
# Pearl 2009, Causality, figure 1.2: season -> rain, sprinkler -> wet -> slippery.
SPRINKLER = Dag(
    digraph([("x1", "x2"), ("x1", "x3"), ("x2", "x4"), ("x3", "x4"), ("x4", "x5")]),
)


def test_the_middle_of_a_chain_or_of_a_fork_blocks_it() -> None:
    for dag in (CHAIN, FORK):
        assert not d_separated(dag, ["a"], ["c"])
        assert d_separated(dag, ["a"], ["c"], ["b"])


def test_a_collider_blocks_until_it_or_what_follows_from_it_is_given() -> None:
    assert d_separated(COLLIDER, ["a"], ["c"])
    assert not d_separated(COLLIDER, ["a"], ["c"], ["b"])
    assert not d_separated(COLLIDER, ["a"], ["c"], ["d"])


def test_the_sprinkler_of_pearl() -> None:
    # Ibidem: {x2} and {x3} are d-separated by {x1}, but not by {x1, x5}.
    assert d_separated(SPRINKLER, ["x2"], ["x3"], ["x1"])
    assert not d_separated(SPRINKLER, ["x2"], ["x3"], ["x1", "x5"])


def test_of_several_nodes_one_open_path_is_enough() -> None:
    assert not d_separated(SPRINKLER, ["x1", "x2"], ["x5"])
    assert d_separated(SPRINKLER, ["x1", "x2", "x3"], ["x5"], ["x4"])
    assert not d_separated(SPRINKLER, ["x2"], ["x1", "x5"], ["x4"])


def test_nothing_is_apart_from_anything() -> None:
    assert d_separated(CHAIN, [], ["c"])
    assert d_separated(CHAIN, ["a"], [])


def test_generators_of_names_are_read_once() -> None:
    assert not d_separated(CHAIN, (name for name in "a"), (name for name in "c"))


@pytest.mark.parametrize(
    ("xs", "ys", "given", "message"),
    [
        (["a"], ["a"], [], "xs, ys and given have no node in common: got 'a' twice"),
        (["a"], ["c"], ["a"], "xs, ys and given have no node in common: got 'a' twice"),
        (["a"], ["c"], ["c"], "xs, ys and given have no node in common: got 'c' twice"),
        (["a"], ["z"], [], "names of d-separation are nodes of the graph: got 'z'"),
    ],
)
def test_sets_that_cannot_be_asked_about_are_refused(
    xs: list[str], ys: list[str], given: list[str], message: str
) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        d_separated(CHAIN, xs, ys, given)

    assert str(caught.value) == message


def test_a_text_is_no_set_of_names() -> None:
    with pytest.raises(
        TypeError, match=r"^a set of names is a list or a set of them: got the text 'ab'$"
    ):
        d_separated(CHAIN, "ab", ["c"])


def test_a_chain_of_many_nodes_takes_no_recursion() -> None:
    names = [f"n{at:05d}" for at in range(20_000)]
    dag = Dag(digraph(pairwise(names)))

    assert not d_separated(dag, names[:1], names[-1:])
    assert d_separated(dag, names[:1], names[-1:], [names[777]])
