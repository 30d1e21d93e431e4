"""The one converter: strict leaves, faults with places, and trees for JSON."""

from fractions import Fraction
from typing import Literal

import pytest
from attrs import field, frozen
from returns.result import Failure, Success

from measurand.edges.files.json.converter import Scalar, plain, structured
from measurand.edges.files.toml_tree import Digits, place_text
from measurand.metrics.definitions import Definition
from measurand.metrics.signature import parse, signature
from measurand.values.printed import Printed, Unit


@frozen(kw_only=True)
class Inner:
    """A shape with a rule of its own."""

    size: int = field(default=1)

    @size.validator
    def _even(self, _attribute: object, value: int) -> None:
        if value % 2 == 0:
            message = f"size: an odd number: got {value}"
            raise ValueError(message)


@frozen(kw_only=True)
class Outer:
    """A shape with parts of every kind."""

    name: str
    kind: Literal["a", "b"] = "a"
    flag: bool = False
    inner: Inner = field(factory=Inner)
    many: tuple[Inner, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    unit: Unit | None = None


@frozen(kw_only=True)
class Defined:
    """A shape with a definition."""

    of: Definition


def wrong(tree: object, kind: type[object]) -> list[str]:
    found = structured(tree, kind)
    assert isinstance(found, Failure)
    return [f"{place_text(place)}: {fault.text()}" for place, fault in found.failure()]


def test_a_tree_becomes_a_value() -> None:
    tree = {"name": "x", "many": [{"size": 3}], "pairs": {"b": "1", "a": "2"}, "unit": "%"}

    found = structured(tree, Outer)

    assert found == Success(
        Outer(name="x", many=(Inner(size=3),), pairs=(("b", "1"), ("a", "2")), unit=Unit.PERCENT)
    )


def test_every_fault_has_its_place() -> None:
    tree = {
        "kind": "c",
        "flag": 1,
        "inner": {"size": 2},
        "many": [{}, {"size": True}, 3],
        "pairs": {"a": 1},
        "unit": [],
        "nmae": "x",
    }

    assert wrong(tree, Outer) == [
        "name: expected a value, got nothing: this key is required",
        "kind: expected one of a, b, got 'c'",
        "flag: expected true or false, got 1",
        "inner.size: expected an odd number, got 2",
        "many[1].size: expected a whole number, got true",
        "many[2]: expected a table, got 3",
        "pairs.a: expected a text, got 1",
        "unit: expected one of none, %, points, $, €, £, ¥, got a list of 0",
        "nmae: expected a known key, got 'nmae': did you mean 'name'?",
    ]


@pytest.mark.parametrize("tree", [None, 3, "x", [], True, Digits("1.5")])
def test_what_is_no_table_is_said_to_be_none(tree: object) -> None:
    [text] = wrong(tree, Outer)

    assert text.startswith(": expected a table, got ")


@pytest.mark.parametrize(
    ("tree", "expected"),
    [(1, "1"), (Digits("1.50"), "1.50"), ("a", "a"), (False, "false")],
)
def test_scalars_keep_their_text(tree: object, expected: str) -> None:
    assert structured(tree, Scalar) == Success(expected)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [(1, Fraction(1)), (Digits("0.10"), Fraction(1, 10)), ("1/3", Fraction(1, 3))],
)
def test_fractions_are_exact(tree: object, expected: Fraction) -> None:
    assert structured(tree, Fraction) == Success(expected)


@pytest.mark.parametrize("tree", ["1/0", "nan", "inf", "1e5", "1_0", " 1", True, None])
def test_what_is_no_fraction_is_refused(tree: object) -> None:
    [text] = wrong(tree, Fraction)

    assert "expected a" in text


def test_a_printed_number_is_read() -> None:
    assert structured("63.30%", Printed) == Success(Printed.parse("63.30%"))
    assert wrong("x", Printed) == [
        ": expected a printed number such as 63.3, 63.3% or $0.0123, got 'x'"
    ]


def test_a_definition_is_read_from_its_signature_and_written_as_it() -> None:
    definition = parse("f(beta=2)")
    text = plain(definition)

    assert text == signature(definition)
    assert structured({"of": text}, Defined) == Success(Defined(of=definition))
