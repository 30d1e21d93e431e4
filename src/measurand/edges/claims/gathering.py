"""Faults gathered while a tree is read: reading goes on, so that all of them come at once.

A reader gives None where something is wrong, and has noted why; whoever combines what was read asks
whether something was noted meanwhile. What several parts of a claims file may declare of single
numbers (expectations, facts, places in the paper, printed numbers) is read here too.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import TypeVar

from attrs import evolve
from returns.result import Result

from measurand.auditing.claims.model import Expectation
from measurand.auditing.claims.text_check import Spot
from measurand.auditing.proofs.sheet import Fact, Facts
from measurand.edges.claims.shapes import SCHEMA, ExpectShape
from measurand.edges.files.json.converter import scalar, structured
from measurand.edges.files.json.schema_error import MisfitError, Placed, message_fault, near, seen
from measurand.edges.files.toml_tree import Place, line_of, place_text
from measurand.values.fault import Fault
from measurand.values.printed import Printed, Rounding, Unit

T = TypeVar("T")


class Gathering:
    """Faults as they are found, each with its place.

    >>> faults = Gathering()
    >>> faults.take({"a": "1"}, dict[str, int], ()) is None, len(faults.found)
    (True, 1)
    """

    def __init__(self) -> None:
        self.found: list[Placed] = []

    def add(self, place: Place, *, got: str, expected: str, hint: str = "") -> None:
        """Note a fault."""
        self.found.append((place, Fault(got=got, expected=expected, hint=hint)))

    def unknown(self, place: Place, word: str, known: Mapping[str, object], what: str) -> None:
        """Note a name that nothing has, with the nearest one that something has."""
        self.add(place, got=seen(word), expected=what, hint=near(word, known))

    def take(self, tree: object, kind: type[T], place: Place) -> T | None:
        """Structure a tree; None where it does not fit, and that is noted."""
        return self.value(structured(tree, kind, place))

    def value(self, result: Result[T, tuple[Placed, ...]]) -> T | None:
        """Unpack a result; None where it failed, and that is noted."""
        result.alt(self.found.extend)
        return result.value_or(None)


def placed(faults_placed: Iterable[Placed], lines: Mapping[Place, int]) -> tuple[Fault, ...]:
    """Say the path and the line of each fault; in the order of lines.

    >>> fault = Fault(got="nothing", expected="a value")
    >>> placed([(("table", 0, "name"), fault)], {("table", 0): 3})[0].text()
    'table[0].name: expected a value, got nothing'
    """
    faults = (
        evolve(fault, path=place_text(place), line=line_of(place, lines))
        for place, fault in faults_placed
    )
    return tuple(sorted(faults, key=lambda fault: fault.line))


def right_schema(tree: Mapping[str, object], faults: Gathering) -> bool:
    """Tell whether a file is of the schema that is read here; note it where it is not.

    >>> right_schema({"schema": 2}, Gathering())
    False
    """
    schema = tree.get("schema", SCHEMA)
    if schema == SCHEMA and not isinstance(schema, bool):
        return True
    hint = "a file of another schema needs another release of this program"
    faults.add(("schema",), got=seen(schema), expected=str(SCHEMA), hint=hint)
    return False


def entries(tree: object, key: str) -> Mapping[str, object]:
    """Give a table inside a table; empty where it is none (its shape is checked elsewhere).

    >>> entries({"data": {"a": 1}}, "data"), entries(["data"], "data")
    ({'a': 1}, {})
    """
    value = tree.get(key) if isinstance(tree, dict) else None
    return value if isinstance(value, dict) else {}


def elements(tree: object, key: str) -> list[object]:
    """Give a list inside a table; empty where it is none.

    >>> elements({"rows": [1]}, "rows"), elements({"rows": 1}, "rows")
    ([1], [])
    """
    value = tree.get(key) if isinstance(tree, dict) else None
    return value if isinstance(value, list) else []


def read_expect(tree: object, place: Place, faults: Gathering) -> Expectation | None:
    """Read why a number is expected not to be reproduced, and until when.

    >>> read_expect({"mismatch": "micro in v1", "review": date(2027, 3, 1)}, (), Gathering()).review
    '2027-03-01'
    """
    shape = faults.take(tree, ExpectShape, place)
    if shape is None:
        return None
    review = shape.review
    if not isinstance(review, date) or isinstance(review, datetime):
        hint = "a date without quotes, as in review = 2027-03-01"
        faults.add((*place, "review"), got=seen(review), expected="a date", hint=hint)
        return None
    try:
        return Expectation(mismatch=shape.mismatch, review=review.isoformat())
    except ValueError:
        expected = "why it is not reproduced"
        faults.add((*place, "mismatch"), got=seen(shape.mismatch), expected=expected)
        return None


def read_facts(written: Iterable[tuple[str, int]], place: Place, faults: Gathering) -> Facts:
    """Read whole numbers that a paper states beside its table.

    >>> read_facts([("samples", 124)], (), Gathering())
    ((<Fact.SAMPLES: 'samples'>, 124),)
    """
    known = {fact.value: fact for fact in Fact}
    facts = []
    for name, number in written:
        if name not in known:
            faults.unknown((*place, name), name, known, "the name of a fact")
        elif number < 0:
            faults.add((*place, name), got=seen(number), expected="a whole number from 0")
        else:
            facts.append((known[name], number))
    return tuple(facts)


def check_at(text: str, place: Place, faults: Gathering) -> None:
    """Note a place of the paper that is none."""
    if not text:
        return
    try:
        Spot.parse(text)
    except ValueError as error:
        fault = message_fault(str(error))
        faults.add((*place, "at"), got=fault.got, expected=fault.expected)


def check_known(
    words: Iterable[str], known: Mapping[str, object], place: Place, what: str, faults: Gathering
) -> None:
    """Note every word that names nothing, where `of` or weights or declarations use it."""
    for word in words:
        if word not in known:
            faults.add(place, got=seen(word), expected=what, hint=near(word, known))


def read_printed(
    tree: object,
    how: tuple[Unit | None, int | None, Rounding | None],
    place: Place,
    faults: Gathering,
    *,
    hint: str = "",
) -> Printed | None:
    """Read a printed number in a unit, with so many decimals, rounded so.

    >>> from measurand.edges.files.toml_tree import Digits
    >>> read_printed(Digits("63.30"), (Unit.PERCENT, None, None), (), Gathering()).text
    '63.30%'
    """
    unit, decimals, rounding = how
    try:
        return Printed.parse(scalar(tree), decimals=decimals, unit=unit, rounding=rounding)
    except ValueError as error:
        fault = error.fault if isinstance(error, MisfitError) else message_fault(str(error))
        faults.found.append((place, evolve(fault, hint=fault.hint or hint)))
        return None
