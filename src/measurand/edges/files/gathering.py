"""Faults gathered while a tree is read: reading goes on, so that all of them come at once."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from attrs import evolve
from returns.result import Result

from measurand.edges.files.json.converter import structured
from measurand.edges.files.json.schema_error import Placed, near, seen
from measurand.edges.files.toml_tree import Place, line_of, place_text
from measurand.values.fault import Fault

T = TypeVar("T")

SCHEMA = 1
"""The schema of claims files that is read here."""


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

    def value(self, found: Result[T, tuple[Placed, ...]]) -> T | None:
        """Unpack a result; None where it failed, and that is noted."""
        found.alt(self.found.extend)
        return found.value_or(None)


def placed(found: Iterable[Placed], lines: Mapping[Place, int]) -> tuple[Fault, ...]:
    """Say the path and the line of each fault; in the order of lines.

    >>> fault = Fault(got="nothing", expected="a value")
    >>> placed([(("table", 0, "name"), fault)], {("table", 0): 3})[0].text()
    'table[0].name: expected a value, got nothing'
    """
    faults = (
        evolve(fault, path=place_text(place), line=line_of(place, lines)) for place, fault in found
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
    found = tree.get(key) if isinstance(tree, dict) else None
    return found if isinstance(found, dict) else {}


def elements(tree: object, key: str) -> list[object]:
    """Give a list inside a table; empty where it is none.

    >>> elements({"rows": [1]}, "rows"), elements({"rows": 1}, "rows")
    ([1], [])
    """
    found = tree.get(key) if isinstance(tree, dict) else None
    return found if isinstance(found, list) else []
