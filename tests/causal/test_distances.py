from fractions import Fraction

import pytest

from measurand.studies.causal.comparing.adjustment import Adjustment
from measurand.studies.causal.comparing.distances import Alignment, Distance, aid, shd
from measurand.values.digraph import Digraph, digraph
from measurand.values.score import Undefined
from measurand.values.share import Share

ONE, TWO, HALF = Fraction(1), Fraction(2), Fraction(1, 2)
LETTERS = "abcdefghi"


def read(edges: str) -> Digraph:
    """Read a graph of nine letters."""
    return digraph([(edge[0], edge[1]) for edge in edges.split()], LETTERS)


# Drawn at random, distances by causal-learn 0.1.4.8 (causallearn.graph.SHD).
CAUSAL_LEARN = [
    ("ca da ea eb ec ed", "ab ad bc dc ea", 8),
    ("ac ba cd", "", 3),
    ("ab bc bd ca ce eb ed", "", 7),
    ("ad cd ec", "ac af be bf dc de ea ec ef", 9),
    ("ad bd ca cb ec fc", "ad ae bc be ca cf db df ed fa fe", 10),
    ("af fg gb", "ad db ec ed fa fc fg ga", 8),
    ("ca cb fd", "ba bc bd be ca", 5),
    ("ac bd ed fa", "ba da ea ec ed fb", 8),
    ("af cb cf ed ef eg gb", "bf dg eg gc", 9),
    ("ac bc dg fa hd", "ag ba bc bd bg cg ea ec fc fe ia ib", 15),
    ("ba", "ca ea ed", 4),
    ("ab cd", "ba bd cb cd da de ea", 6),
    ("ba bc bd da dc", "ab ca cb da db", 5),
    ("ab ae bc cd db eb ec", "ba dc", 7),
    ("ad ca cb cd db", "ba ca cb cd da", 3),
    ("ac be dc", "cb da dc de eb ec ef fc", 8),
    ("ab ad ae cb cd ce db eb", "ba bc bd be ca da dc ea ec", 9),
    ("bd ca cd", "ae be cd ed", 5),
    ("ab ad bc bd ca", "ad ba ca cb db dc", 4),
    ("ba cb ce db dc de ea", "ab ad ae de", 7),
    ("ab ac ad cb dc ea ec ed", "ac ad ea", 5),
    ("ab ad db dc", "db", 3),
]


@pytest.mark.parametrize(("reference", "other", "expected"), CAUSAL_LEARN)
def test_shd_is_that_of_causal_learn(reference: str, other: str, expected: int) -> None:
    assert shd(read(reference), read(other)) == Distance(Fraction(expected), 36)


@pytest.mark.parametrize(
    ("reference", "other", "costs"),
    [
        # One pair of nodes in every two of its states, for a turn at 1, 2 and 1/2.
        ("", "ab", (1, 1, 1)),
        ("ab", "ba", (1, 2, HALF)),
        ("ab", "ab ba", (1, 1, 1)),
        ("", "ab ba", (2, 2, 2)),
        ("ab ba", "ab ba", (0, 0, 0)),
        # Loops are edges of no pair.
        ("aa", "", (1, 1, 1)),
        ("aa ab", "bb ba", (3, 4, Fraction(5, 2))),
    ],
)
def test_what_each_change_costs(
    reference: str, other: str, costs: tuple[Fraction, Fraction, Fraction]
) -> None:
    for reversal, cost in zip((ONE, TWO, HALF), costs, strict=True):
        assert shd(read(reference), read(other), reversal) == Distance(Fraction(cost), 36)
        assert shd(read(other), read(reference), reversal) == Distance(Fraction(cost), 36)


@pytest.mark.parametrize("reversal", [Fraction(0), Fraction(-1), Fraction(5, 2)])
def test_turning_an_edge_costs_no_more_than_making_two(reversal: Fraction) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        shd(digraph([]), digraph([]), reversal)

    assert str(caught.value) == f"turning an edge costs more than 0 and at most 2: got {reversal}"


def test_a_distance_is_normalised_by_its_pairs() -> None:
    distance = Distance(Fraction(3), 6)

    assert distance.plain == Share(Fraction(3))
    assert distance.normalised == Share(Fraction(3), Fraction(6))


def test_with_one_node_there_is_a_distance_but_no_normalised_one() -> None:
    distance = shd(digraph([("a", "a")]), digraph([], ["a"]))

    assert distance == Distance(ONE, 0)
    assert isinstance(distance, Distance)
    assert distance.normalised == Undefined("fewer than two nodes")


def test_a_distance_is_not_negative() -> None:
    with pytest.raises(ValueError, match="'cost' must be >= 0: -1"):
        Distance(Fraction(-1), 1)


# Peters and Buehlmann 2015, figure 2: the effects of X1 and X2 on Y1, Y2, Y3, with X1 -> X2.
_COMMON = [(x, y) for x in ("X1", "X2") for y in ("Y1", "Y2", "Y3")]
TRUTH = digraph([*_COMMON, ("X1", "X2")])
MORE = digraph([*_COMMON, ("X1", "X2"), ("Y1", "Y2")])
TURNED = digraph([*_COMMON, ("X2", "X1")])


def test_one_edit_may_cost_no_effect_or_eight_of_them() -> None:
    # Ibidem: SHD is 1 for both, SID is 0 and 8.
    assert shd(TRUTH, MORE) == shd(TRUTH, TURNED) == Distance(ONE, 10)
    assert aid(TRUTH, MORE) == Distance(Fraction(0), 20)
    assert aid(TRUTH, TURNED) == Distance(Fraction(8), 20)


CHAIN = digraph([("a", "b"), ("b", "c")])


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        # By hand. Without edges nothing is adjusted for: right for a on b, a on c, b on c, and
        # wrong the other way round; or no effect is claimed at all, of the three that there are.
        (digraph([], "abc"), (3, 3, 3)),
        # All turned: three effects are missed, or a on c is adjusted for b, which is on the way;
        # and three are claimed against the arrows, where the way back is open.
        (digraph([("b", "a"), ("c", "b")]), (6, 6, 6)),
        # With a -> c more, b on c adjusts for a, and all is right.
        (digraph([("a", "b"), ("b", "c"), ("a", "c")]), (0, 0, 0)),
    ],
)
def test_wrong_effects_of_a_chain(other: Digraph, expected: tuple[int, int, int]) -> None:
    found = [aid(CHAIN, other, how) for how in Adjustment]

    assert found == [Distance(Fraction(number), 6) for number in expected]


@pytest.mark.parametrize(
    ("how", "expected"),
    [(Adjustment.PARENT, 1), (Adjustment.ANCESTOR, 0), (Adjustment.OSET, 1)],
)
def test_the_three_sets_differ(how: Adjustment, expected: int) -> None:
    # By hand: the truth has a -> c more than the guess a -> b -> c. Parents: c on a adjusts for b,
    # and c <- a is open. Ancestors: no effect of c on a, which is true. Optimal: b on c adjusts for
    # nothing, and b <- a -> c is open.
    truth = digraph([("a", "b"), ("a", "c"), ("b", "c")])

    assert aid(truth, CHAIN, how) == Distance(Fraction(expected), 6)


def test_effects_are_wrong_in_the_other_graph_not_in_the_reference() -> None:
    alone = digraph([], "ab")
    edge = digraph([("a", "b")])

    assert aid(edge, alone, Adjustment.OSET) == Distance(ONE, 2)
    assert aid(alone, edge, Adjustment.OSET) == Distance(Fraction(0), 2)


@pytest.mark.parametrize("how", Adjustment)
def test_a_cycle_on_either_side_is_a_typed_failure_that_names_it(how: Adjustment) -> None:
    ring = digraph([("b", "c"), ("c", "b"), ("a", "b")])

    assert aid(ring, CHAIN, how) == Undefined("the reference has a cycle: b -> c -> b")
    assert aid(CHAIN, ring, how) == Undefined("the graph has a cycle: b -> c -> b")
    assert shd(CHAIN, ring) == Distance(ONE, 3)


def test_nodes_that_differ_stand_alone_or_are_a_typed_failure() -> None:
    more = digraph([("a", "b"), ("b", "c"), ("c", "d")])

    why = Undefined("the graphs have different nodes: the reference lacks 'd'")
    assert aid(CHAIN, more, alignment=Alignment.SAME) == why
    assert shd(CHAIN, more, alignment=Alignment.SAME) == why
    assert shd(CHAIN, more) == Distance(ONE, 6)
    assert aid(more, CHAIN, Adjustment.OSET) == Distance(Fraction(3), 12)


def test_with_fewer_than_two_nodes_no_share_of_effects_is_wrong() -> None:
    nothing = aid(digraph([]), digraph([]))

    assert nothing == Distance(Fraction(0), 0)
    assert isinstance(nothing, Distance)
    assert nothing.normalised == Undefined("fewer than two nodes")


def test_work_is_bounded_by_steps() -> None:
    # 3 nodes x (3 nodes + 2 edges), and under oset a sweep more for each of the 3 effects.
    assert aid(CHAIN, CHAIN, steps=14) == Undefined("more than 14 steps: 15 would be needed")
    assert aid(CHAIN, CHAIN, steps=15) == Distance(Fraction(0), 6)
    assert aid(CHAIN, CHAIN, Adjustment.OSET, steps=29) == Undefined(
        "more than 29 steps: 30 would be needed"
    )
    assert aid(CHAIN, CHAIN, Adjustment.OSET, steps=30) == Distance(Fraction(0), 6)
