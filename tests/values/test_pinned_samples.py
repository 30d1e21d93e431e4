"""Items, samples, scores and graphs at their edges, with the exact words of what is refused."""

import re
from fractions import Fraction
from math import isqrt

import pytest

from measurand.values.digraph import Dag, Digraph, digraph
from measurand.values.items import Slots, Span, item_text
from measurand.values.reasoning import Known, ReasoningGraph
from measurand.values.sample import Sample, Similarity
from measurand.values.score import Root, Undefined, exact_root, square_root
from measurand.values.share import Share, share
from measurand.values.suggest import did_you_mean
from measurand.values.tally import Tally

HALF = Fraction(1, 2)


def refused(kind: type[Exception], message: str) -> "pytest.RaisesExc[Exception]":
    return pytest.raises(kind, match=f"^{re.escape(message)}$")


# Items and samples.


def test_slots_are_found_by_name() -> None:
    one = Slots.of({"polarity": "positive", "aspect": None})

    assert (one.get("polarity"), one.get("aspect"), one.get("target")) == ("positive", None, None)


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [((0, 3), (2, 5), 1), ((0, 3), (4, 5), 0), ((0, 9), (2, 5), 3), ((2, 5), (0, 3), 1)],
)
def test_spans_share_positions(
    first: tuple[int, int], second: tuple[int, int], shared: int
) -> None:
    assert Span(*first).overlap(Span(*second)) == shared


def test_items_are_written_for_a_person() -> None:
    assert item_text("car park") == "car park"
    assert item_text(Slots.of({"b": None, "a": "x"})) == "(x, -)"
    assert item_text(Span(2, 5)) == "[2, 5)"


@pytest.mark.parametrize("value", [Fraction(-1, 10**9), Fraction(10**9 + 1, 10**9)])
def test_a_similarity_lies_in_the_unit_interval(value: Fraction) -> None:
    assert [Similarity("a", "b", Fraction(end)).value for end in (0, 1)] == [0, 1]
    with refused(ValueError, f"a similarity lies in [0, 1]: got {value}"):
        Similarity("a", "b", value)


def test_tallies_do_not_stand_beside_items() -> None:
    counts = (("", Tally(1, 1, 1)),)
    message = "a sample has items or ready-made tallies, not both"

    with refused(ValueError, message):
        Sample(id="1", counts=counts, gold=("a",))
    with refused(ValueError, message):
        Sample(id="1", counts=counts, predicted=("a",))
    with refused(ValueError, message):
        Sample(id="1", counts=counts, similarities=(Similarity("a", "b", HALF),))
    assert Sample(id="1", counts=counts, predicted=None).counts == counts


@pytest.mark.parametrize("names", [("b", "a"), ("a", "a")])
def test_what_has_names_is_sorted_by_them(names: tuple[str, str]) -> None:
    one, other = names
    said = f"are sorted by name and differ: got {[*names]}"

    with refused(ValueError, f"groups {said}"):
        Sample(id="1", groups=((one, "x"), (other, "x")))
    with refused(ValueError, f"amounts {said}"):
        Sample(id="1", amounts=((one, HALF), (other, HALF)))
    with refused(ValueError, f"counts {said}"):
        Sample(id="1", counts=((one, Tally()), (other, Tally())))
    with refused(ValueError, f"lists {said}"):
        Sample(id="1", lists=((one, ("x",)), (other, None)))
    with refused(ValueError, f"reasons {said}"):
        Sample(id="1", reasons=((one, "x"), (other, "x")))


def test_items_are_listed_and_a_text_is_no_list() -> None:
    assert Sample(id="1", predicted=["a"]).predicted == ("a",)
    with refused(TypeError, "a tuple or a list of items: got 'a'"):
        Sample(id="1", predicted="a")


def test_what_a_sample_has_is_found_by_name() -> None:
    one = Sample(
        id="1",
        gold=("g",),
        predicted=("p",),
        groups=(("age", "old"), ("site", "A")),
        amounts=(("cost", HALF), ("time", Fraction(2))),
        lists=(("stage1", ("s",)), ("stage2", None)),
        reasons=(("stage2", "timed out"),),
    )

    assert [one.group(key) for key in ("age", "site", "x")] == ["old", "A", None]
    assert [one.amount(key) for key in ("cost", "time", "x")] == [HALF, 2, None]
    names = ("gold", "predicted", "stage1", "stage2")
    assert [one.items(key) for key in names] == [("g",), ("p",), ("s",), None]
    assert [one.reason(key) for key in ("stage2", "stage1")] == ["timed out", None]
    with pytest.raises(KeyError):
        one.items("stage3")


def test_knowns_with_one_name_are_refused_in_two_hundred_characters() -> None:
    name = "n" * 150

    with pytest.raises(ValueError, match=r"^knowns have names that differ: got ") as raised:
        ReasoningGraph(knowns=(Known(name=name), Known(name=name)))
    assert len(str(raised.value)) == 200
    with pytest.raises(KeyError):
        ReasoningGraph().known("F")


# Scores, shares, tallies.


@pytest.mark.parametrize("value", [Fraction(0), Fraction(-2), Fraction(4, 9)])
def test_a_root_is_irrational_and_of_a_positive_square(value: Fraction) -> None:
    with refused(ValueError, f"an irrational root of a positive number: got the root of {value}"):
        Root(value)


def test_a_root_is_rounded_down_to_decimal_digits() -> None:
    # sqrt(2) = 1.41421356..., sqrt(1/2) = 0.70710678...
    assert Root(Fraction(2)).near(0) == 1
    assert Root(Fraction(2)).near(5) == Fraction(141421, 10**5)
    assert Root(HALF).near(4) == Fraction(7071, 10**4)
    assert float(Root(Fraction(2))) == 2**0.5


@pytest.mark.parametrize("power", [2, 40, 400, 600, -40])
@pytest.mark.parametrize("number", [2, 3])
def test_the_float_of_a_root_is_near_however_small_it_is(number: int, power: int) -> None:
    # The root of 2 / 10**(2n) is that of 2, n places further to the right.
    root = Root(Fraction(number) / Fraction(10) ** power)
    digits = isqrt(number * 10**80)

    assert float(root) == float(Fraction(digits, 10**40) / Fraction(10) ** (power // 2))


@pytest.mark.parametrize(
    ("value", "root"),
    [
        (Fraction(0), Fraction(0)),
        (Fraction(9), Fraction(3)),
        (Fraction(2, 9), None),
        (Fraction(4, 3), None),
        (Fraction(-4), None),
    ],
)
def test_a_rational_root_is_found(value: Fraction, root: Fraction | None) -> None:
    assert exact_root(value) == root


def test_the_root_of_a_negative_number_is_refused() -> None:
    assert square_root(Fraction(0)) == 0
    message = "a real square root needs a number that is not negative: got -1/4"
    with refused(ValueError, message):
        square_root(Fraction(-1, 4))


@pytest.mark.parametrize("bottom", [Fraction(0), Fraction(-1)])
def test_a_share_has_a_positive_bottom(bottom: Fraction) -> None:
    with refused(ValueError, f"a share has a positive bottom: got {bottom}"):
        Share(Fraction(1), bottom)


def test_a_share_of_floats_is_exact() -> None:
    assert share(0.5, 0.25) == Share(HALF, Fraction(1, 4))
    assert [share(3).value, share(0.5, 0.25).value] == [3, 2]


@pytest.mark.parametrize(
    ("hits", "predicted", "gold"), [(-1, 1, 1), (2, 1, 2), (2, 2, 1), (HALF, Fraction(1, 3), 1)]
)
def test_hits_lie_between_0_and_both_counts(
    hits: int | Fraction, predicted: int | Fraction, gold: int
) -> None:
    message = (
        f"hits lie between 0 and both counts: got {hits} of {predicted} predicted and {gold} gold"
    )
    with refused(ValueError, message):
        Tally(hits, predicted, gold)


def test_a_tally_is_right_where_nothing_is_missed_or_added() -> None:
    assert [Tally(*one).right for one in ((2, 2, 2), (1, 1, 2), (1, 2, 1), (0, 1, 1))] == [
        True,
        False,
        False,
        False,
    ]


def test_the_nearest_word_is_named_within_eighty_characters() -> None:
    known = "m" * 80

    assert did_you_mean("m" * 200, [known]) == f": did you mean {known!r}?"
    # 35 letters in common of 36 and 80 make a ratio of 70 / 116; of 36 and 81 it is below 0.6.
    assert did_you_mean("m" * 35 + "x" * 100, ["m" * 35 + "z"]) != ""
    assert did_you_mean("ab", ["xb"]) == ""
    assert did_you_mean("micro_", ["macro", "micro"]) == ": did you mean 'micro'?"


# Graphs.


def test_nodes_and_edges_are_sorted_and_differ() -> None:
    message = "nodes and edges are sorted, each once: make graphs with digraph()"

    for nodes, edges in (
        (("b", "a"), ()),
        (("a", "a"), ()),
        (("a", "b"), (("b", "a"), ("a", "b"))),
        (("a", "b"), (("a", "b"), ("a", "b"))),
    ):
        with refused(ValueError, message):
            Digraph(nodes, edges)


def test_an_edge_that_is_none_is_named_in_two_hundred_characters() -> None:
    with refused(ValueError, "an edge is a pair of nodes of its graph: got ('a', 'z')"):
        Digraph(("a",), (("a", "z"),))
    with pytest.raises(ValueError, match=r"^an edge is a pair of nodes") as raised:
        Digraph(("a",), (("a", "z" * 300),))
    assert len(str(raised.value)) == 200


def test_a_cycle_is_named_in_two_hundred_characters() -> None:
    one, other = "a" * 120, "b" * 120

    with pytest.raises(ValueError, match=r"^a graph without cycles: got a+ -> b+") as raised:
        Dag(digraph([(one, other), (other, one)]))
    assert len(str(raised.value)) == 200


def test_components_come_by_size_and_then_by_name() -> None:
    graph = digraph([("x", "y"), ("c", "d"), ("p", "q"), ("q", "r")], nodes=["b", "a"])

    assert graph.components == (("p", "q", "r"), ("c", "d"), ("x", "y"), ("a",), ("b",))


def test_an_undefined_score_has_a_reason() -> None:
    assert Undefined("no sample").reason == "no sample"
