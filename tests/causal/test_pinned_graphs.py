"""Edges of reading graphs that mutation testing found untold."""

from fractions import Fraction

import pytest

from measurand.studies.causal.graphs.nodes import listed
from measurand.studies.causal.graphs.quantity import Amount, amount
from measurand.studies.causal.graphs.reading import Note, read_graph
from measurand.values.digraph import Digraph

REFUSED = "a number of more than 40 digits or too large a power"
LONG = "9" * 41


def test_a_power_of_ten_alone_may_stand_in_braces() -> None:
    assert amount("10^{-6} C") == Amount(number=Fraction(1, 10**6), unit="C")


@pytest.mark.parametrize("text", ["5(x)", "5 [N]", "5[N]"])
def test_parentheses_are_a_unit_only_after_a_space_and_brackets_never(text: str) -> None:
    assert amount(text) == Amount()


@pytest.mark.parametrize("text", [f"1e-300 x 10^{LONG}", f"1e-1 x 10^{LONG}", f"2 x 10^{LONG}"])
def test_no_small_power_makes_up_for_one_of_too_many_digits(text: str) -> None:
    assert amount(text) == Amount(refused=REFUSED)


def test_a_key_of_forty_characters_is_shown_whole() -> None:
    whole, longer = "a b" + "c" * 37, "a b" + "c" * 38

    [first, second] = read_graph(
        {"target_variable": "a", "knowns": {}, "causal_graph": [], whole: 1, longer: 2}
    ).notes

    assert first.path == f'$["{whole}"]'
    assert second.path == f'$["{whole}…]'.replace("…", '"…')


def test_the_name_of_a_listed_known_that_is_a_number_is_read_as_its_text() -> None:
    read = read_graph(
        {"target_variable": "a", "knowns": [{"name": 5, "value": "3 m"}], "causal_graph": []}
    )

    assert read.notes == (Note("$.knowns[0]", "5", "a name"),)
    assert [known.text for known in read.graph.knowns] == ["3 m"]


def test_a_type_of_answer_that_is_no_text_is_noted_under_its_own_key() -> None:
    read = read_graph(
        {"target_variable": "a", "knowns": {}, "causal_graph": [], "expected_answer_type": 5}
    )

    assert read.notes == (Note("$.expected_answer_type", "5", "a text"),)


def test_as_many_parts_as_are_shown_leave_none_to_count() -> None:
    assert listed(["a", "b"], most=2) == "a, b"


def test_a_node_that_is_no_text_is_named_in_two_hundred_characters() -> None:
    node: object = (1,) * 200

    with pytest.raises(TypeError, match=r"^a node is a text: got \(1, 1, ") as raised:
        Digraph((node,), ())  # type: ignore[arg-type]  # what hostile callers pass

    assert len(str(raised.value)) == 200


def test_knowns_that_are_not_there_are_not_null() -> None:
    without: dict[str, object] = {"target_variable": "a", "causal_graph": []}

    assert read_graph(without).notes == (
        Note("$.knowns", "nothing", "an object of names and values"),
    )
    assert read_graph({**without, "knowns": None}).notes == (
        Note("$.knowns", "null", "an object of names and values"),
    )
