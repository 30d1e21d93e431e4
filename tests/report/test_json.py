"""Values as JSON: exact numbers, signatures, reasons, and texts that could do harm."""

import json
from fractions import Fraction

import pytest
from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.edges.report import to_json
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import Value, read_value
from measurand.metrics.signature import parse, signature
from measurand.values.fault import Fault
from measurand.values.printed import Printed
from measurand.values.score import Defined, Root, Score, Undefined
from measurand.values.verdict import Verdict


@frozen
class Line:
    """A line of a report, with everything that reports hold."""

    definition: Definition | None
    score: Score
    printed: Printed
    verdict: Verdict
    off: Fraction | None
    spread: Interval
    where: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, Value], ...]
    rows: tuple[int, ...] = ()


LINE = Line(
    definition=parse("column(name=cost)"),
    score=Defined(Fraction(19, 30)),
    printed=Printed.parse("63.30%"),
    verdict=Verdict.HOLDS,
    off=Fraction(1, 3),
    spread=Interval(Fraction(0), Fraction(1, 2)),
    where=(("run", "a"),),
    options=(("match", read_value("greedy[threshold=0.7]")),),
)


def test_a_report_as_json() -> None:
    assert json.loads(to_json(LINE)) == {
        "definition": signature(parse("column(name=cost)")),
        "score": {"value": "19/30", "decimal": "0.633333333333333"},
        "printed": {"text": "63.30%", "unit": "%", "decimals": 2, "rounding": "decimal"},
        "verdict": "holds",
        "off": {"value": "1/3", "decimal": "0.333333333333333"},
        "spread": {
            "low": {"value": "0", "decimal": "0"},
            "high": {"value": "1/2", "decimal": "0.5"},
        },
        "where": {"run": "a"},
        "options": {"match": "greedy[threshold=0.7]"},
        "rows": [],
    }


def test_keys_keep_their_order_and_texts_their_script() -> None:
    assert to_json({"b": "맛", "a": []}) == '{\n  "b": "맛",\n  "a": []\n}\n'


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (Undefined("no sample"), {"undefined": "no sample"}),
        (Defined(Fraction(2)), {"value": "2", "decimal": "2"}),
        (Defined(Root(Fraction(2))), {"value": "sqrt(2)", "decimal": "1.414213562373095"}),
        (Defined(Fraction(-1, 3)), {"value": "-1/3", "decimal": "-0.333333333333333"}),
    ],
)
def test_a_score_is_exact_and_readable(score: Score, expected: dict[str, str]) -> None:
    assert json.loads(to_json(score)) == expected


def test_a_fraction_of_any_length_is_written() -> None:
    long = Fraction(10**6000 + 1, 3)

    above, _, below = json.loads(to_json(long))["value"].partition("/")

    assert (len(above), above[0], above[-1], below) == (6001, "1", "1", "3")


def test_a_definition_is_its_signature() -> None:
    definition = parse("f(beta=2)")

    assert json.loads(to_json([definition, None])) == [signature(definition), None]


def test_names_that_repeat_are_kept() -> None:
    twice = evolve(LINE, where=(("a", "1"), ("a", "2")))

    assert json.loads(to_json(twice))["where"] == [["a", "1"], ["a", "2"]]


def test_a_fault_is_plain() -> None:
    fault = Fault(got="null", expected="a list", file="a.jsonl", line=3)

    assert json.loads(to_json((fault,)))[0]["line"] == 3


def test_what_is_not_printable_is_escaped() -> None:
    assert to_json("\x7f\x85\u202e\ud800\U000e0001맛") == (
        '"\\u007f\\u0085\\u202e\\ud800\\udb40\\udc01맛"\n'
    )


def test_a_float_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        to_json(float("nan"))
