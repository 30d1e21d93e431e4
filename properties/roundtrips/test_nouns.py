"""Nouns of JSON: what a document writes of a value says the value, and says it alike everywhere."""

import json
from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.files.json.converter import plain
from measurand.edges.files.json.fields import JsonObject, Opened
from measurand.edges.files.json.metrics_json import metrics_json, read_metrics
from measurand.edges.files.json.shapes import Writer
from measurand.edges.files.json.value import decode, encode
from measurand.edges.files.locks import read_score
from measurand.edges.report.inference_json import INTERVALS
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.metrics.definitions import Definition
from measurand.metrics.signature import parse
from measurand.values.fault import Fault
from measurand.values.printed import Printed, rounding_of, unit_of
from measurand.values.quantity import Quantity, bounds
from measurand.values.score import Defined, Undefined
from measurand.values.share import Measured, Share
from measurand.values.verdict import Verdict
from properties.strategies.definitions import definitions
from properties.strategies.numbers import printed, quantities

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=9)
wide = st.builds(
    lambda above, below, power: Fraction(above, below) * Fraction(10) ** power,
    st.integers(-(10**40), 10**40),
    st.integers(1, 10**40),
    st.integers(-90, 90),
)
shares = st.builds(Share, wide, wide.map(abs).filter(bool))
measured: st.SearchStrategy[Measured] = shares | words.map(Undefined)
NEAR = Fraction(1, 10**14)


def written(value: object) -> dict[str, object]:
    """Write a value as a program beside ours reads it: through bytes, by a plain JSON parser."""
    tree = json.loads(json.dumps(plain(value), allow_nan=False))
    assert isinstance(tree, dict)
    return tree


def texts(tree: dict[str, object], *names: str) -> list[str]:
    assert tuple(tree) == names
    assert all(isinstance(text, str) for text in tree.values())
    return [str(text) for text in tree.values()]


@given(quantities | wide)
@example(Fraction(0))
@example(Fraction(1, 10**7))
@example(-(Fraction(10) ** 320))
def test_a_number_says_itself_exactly_and_to_fifteen_digits(value: Quantity) -> None:
    exact, decimal = texts(written(Defined(value)), "value", "decimal")

    assert read_score(exact) == Defined(value)
    low, high = bounds(value, 40)
    size = max(abs(low), abs(high))
    small = isinstance(value, Fraction) and size < Fraction(1, 10**6)
    near = NEAR * (size if small else max(Fraction(1), size))
    assert low - near <= Fraction(decimal) <= high + near
    assert plain(value) == plain(Defined(value))


@given(words)
def test_a_number_that_is_none_says_why(reason: str) -> None:
    assert written(Undefined(reason)) == {"undefined": reason}


@given(st.dictionaries(words.filter(bool), measured, max_size=4).map(lambda d: tuple(d.items())))
@example((("m", Share(Fraction(0), Fraction(1, 10**300))),))
@example((("m", Share(Fraction(-7, 3), Fraction(21, 9))),))
def test_metrics_of_a_row_are_read_as_they_were(metrics: tuple[tuple[str, Measured], ...]) -> None:
    raw = encode(metrics_json(metrics))
    tree = decode(raw, max_depth=9)
    assert isinstance(tree, dict)
    faults: list[Fault] = []

    assert read_metrics(Opened(tree, "$", faults)) == metrics
    assert not faults


@given(shares, st.sampled_from(("value", "decimal", "top", "bottom")), words)
def test_what_is_changed_in_a_written_number_is_seen_or_says_the_same(
    one: Share, key: str, text: str
) -> None:
    tree = {**written(one), key: text}
    number: JsonObject = {name: str(part) for name, part in tree.items()}
    faults: list[Fault] = []

    again = read_metrics(Opened({"metrics": {"m": number}}, "$", faults))

    assert faults or again == (("m", one),)


@given(printed)
def test_a_printed_number_is_made_again_of_its_keys(number: Printed) -> None:
    tree = written(number)
    decimals = tree["decimals"]
    assert isinstance(decimals, int)

    again = Printed.parse(
        str(tree["text"]),
        decimals=decimals,
        unit=unit_of(str(tree["unit"])),
        rounding=rounding_of(str(tree["rounding"])),
    )

    assert again == number


@given(definitions)
def test_a_definition_is_its_signature(definition: Definition) -> None:
    text = plain(definition)

    assert isinstance(text, str)
    assert parse(text) == definition


@given(st.fractions(0, 1), st.sampled_from(("exact", "drawn")), st.fractions(0, 1))
def test_a_p_value_is_a_number_with_how_and_the_least(
    value: Fraction, how: str, least: Fraction
) -> None:
    tree = Writer(INTERVALS)(PValue(value=value, how=how, least=least))

    assert tree == {**written(value), "how": how, "least": written(least)}


@given(st.floats(-9, 9), st.floats(0, 9), st.fractions(0, 1).filter(lambda one: 0 < one < 1), words)
def test_an_interval_is_made_again_of_its_keys(
    low: float, width: float, level: Fraction, how: str
) -> None:
    interval = Interval(low, low + width, level, how=how)
    tree = written(interval)

    assert tree.pop("level") == written(level)
    ends = {"low": low, "high": low + width}
    assert tree == {**ends, "degenerate": None, "how": how, "ruled": None}


@given(words, words, st.integers(0, 99), words)
def test_a_fault_is_made_again_of_its_keys(got: str, wanted: str, line: int, path: str) -> None:
    fault = Fault(got=got, expected=wanted, line=line, path=path)
    tree = written(fault)

    assert tree.pop("line") == line
    assert Fault(line=line, **{key: str(text) for key, text in tree.items()}) == fault


@pytest.mark.parametrize("word", [*Verdict])
def test_a_verdict_is_its_word(word: Enum) -> None:
    assert plain(word) == word.value
