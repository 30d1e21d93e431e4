"""Fields of a record, read one by one: what is wrong with each is noted, and reading goes on.

Values are taken by functions that raise a FaultError for what is of another type; an opened object
notes it with its place. null says nothing: it is what is absent. Keys that nobody asks for are
passed over.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from math import isfinite
from typing import ParamSpec, TypeVar

from attrs import evolve

from measurand.edges.files.json.value import FaultError, Json, Number, expected
from measurand.edges.files.json.walk import near_key
from measurand.values.fault import Fault, shown

P = ParamSpec("P")
T = TypeVar("T")
JsonObject = dict[str, Json]


def as_object(value: Json) -> JsonObject:
    """Take an object.

    >>> as_object({"stage": "stage1"})
    {'stage': 'stage1'}

    Raises FaultError for anything else, null among it.
    """
    if isinstance(value, dict):
        return value
    raise expected("an object", value)


def as_text(value: Json) -> str:
    """Take a string.

    >>> as_text("mismatch")
    'mismatch'

    Raises FaultError for anything else, null among it.
    """
    if isinstance(value, str):
        return value
    raise expected("a string", value)


MOST_FAULTS = 100
"""More are not listed for one record."""

_LONGEST, _WIDEST, _LONGEST_KEY = 400, 1000, 80
TEXT = as_text


class EnoughError(Exception):
    """So many faults were noted that reading on says nothing new."""


class Opened:
    """An object of a record, where it stands, and the faults of the record met so far.

    >>> at = Opened({"finding": 3, "text": None}, "$", [])
    >>> at.need("finding", TEXT, ""), at.maybe("text", TEXT), [f.text() for f in at.faults]
    ('', None, ['$.finding: expected a string, got 3'])
    """

    __slots__ = ("_inside", "faults", "place", "value")

    def __init__(self, value: JsonObject, place: str, faults: list[Fault]) -> None:
        """Open an object."""
        self.value = value
        self.place = place
        self.faults = faults
        self._inside: dict[str, Opened] | None = None

    def inside(self, key: str) -> "Opened":
        """Open an object inside, an empty one where it is absent or at fault; that is noted once.

        >>> at = Opened({"meta": 3}, "$", [])
        >>> at.inside("meta").value, at.inside("meta").place, len(at.faults)
        ({}, '$.meta', 1)
        """
        if self._inside is None:
            self._inside = {}
        if key not in self._inside:
            value = self.value.get(key)
            found = value if isinstance(value, dict) else self.maybe(key, as_object) or {}
            self._inside[key] = Opened(found, self.at(key), self.faults)
        return self._inside[key]

    def first_fault(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read a part of which the first fault says enough: those that follow it are dropped."""
        before = len(self.faults)
        found = read(*args, **kwargs)
        del self.faults[before + 1 :]
        return found

    def note(self, fault: Fault, place: str = "") -> None:
        """Note a fault; `place` stands before its path.

        Raises EnoughError where that many were noted already.
        """
        if len(self.faults) >= MOST_FAULTS:
            raise EnoughError
        self.faults.append(evolve(fault, path=place + fault.path.removeprefix("$")))

    def wrong(self, key: str, got: str, wanted: str, hint: str = "") -> None:
        """Note what is wrong with the value of a key."""
        self.note(Fault(got=got, expected=wanted, hint=hint), self.at(key))

    def at(self, key: str) -> str:
        """Name the place of a key."""
        return f"{self.place}.{key[:_LONGEST_KEY]}"

    def maybe(self, key: str, read: Callable[[Json], T]) -> T | None:
        """Read the value of a key; None where it is absent or at fault."""
        value = self.value.get(key)
        if value is None:
            return None
        try:
            return read(value)
        except FaultError as error:
            self.note(error.fault, self.at(key))
            return None

    def need(self, key: str, read: Callable[[Json], T], otherwise: T) -> T:
        """Read a value that has to be there; where it is at fault that is noted."""
        if key not in self.value:
            hint = near_key(key, self.value)
            self.note(expected(f"the key {shown(key)}", self.value, hint=hint).fault, self.place)
            return otherwise
        found = self._read(self.value[key], read, self.at(key))
        return otherwise if found is None else found

    def under(self, key: str) -> "Opened | None":
        """Open an object inside; None where it is absent or at fault."""
        found = self.maybe(key, as_object)
        return None if found is None else Opened(found, self.at(key), self.faults)

    def required(self, key: str) -> "Opened | None":
        """Open an object that has to be there; None where it is at fault."""
        nothing: JsonObject = {}
        found = self.need(key, as_object, nothing)
        inside = found is self.value.get(key)
        return Opened(found, self.at(key), self.faults) if inside else None

    def each(self, key: str) -> "Iterator[Opened] | None":
        """Open the objects of a list; those at fault are left out. None where it is absent."""
        values = self.maybe(key, as_list)
        return None if values is None else self._objects(values, self.at(key))

    def needed_each(self, key: str) -> "Iterator[Opened]":
        """Open the objects of a list that has to be there."""
        return self._objects(self.values(key), self.at(key))

    def values(self, key: str) -> list[Json]:
        """Take the elements of a list that has to be there; none where it is at fault."""
        nothing: list[Json] = []
        return self.need(key, as_list, nothing)

    def _objects(self, values: list[Json], place: str) -> "Iterator[Opened]":
        for index, value in enumerate(values):
            at = f"{place}[{index}]"
            found = self._read(value, as_object, at)
            if found is not None:
                yield Opened(found, at, self.faults)

    def _read(self, value: Json, read: Callable[[Json], T], place: str) -> T | None:
        try:
            return read(value)
        except FaultError as error:
            self.note(error.fault, place)
            return None


def as_list(value: Json) -> list[Json]:
    """Take a list.

    >>> as_list([1])
    [1]

    Raises FaultError for anything else.
    """
    if isinstance(value, list):
        return value
    raise expected("a list", value)


def as_truth(value: Json) -> bool:
    """Take a truth value.

    >>> as_truth(True)
    True

    Raises FaultError for anything else.
    """
    if isinstance(value, bool):
        return value
    raise expected("true or false", value)


def as_name(value: Json) -> str:
    """Take a name: a string or an integer, whose digits it then is.

    >>> as_name("scan-1"), as_name(17)
    ('scan-1', '17')

    Raises FaultError for anything else.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() < _WIDEST:
        return str(value)
    raise expected("an id: a string or an integer", value)


def as_float(value: Json) -> float:
    """Take the nearest float of a number.

    >>> as_float(Number("0.85")), as_float(3)
    (0.85, 3.0)

    Raises FaultError for anything else, and for a number beyond all floats.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() < _WIDEST:
        return float(value)
    if isinstance(value, Number) and len(value.text) <= _LONGEST:
        found = float(value.text)
        if isfinite(found):
            return found
    number = isinstance(value, int | Number) and not isinstance(value, bool)
    hint = "a number stands without quotes" if isinstance(value, str) else ""
    raise expected("a number that a float can hold" if number else "a number", value, hint=hint)


def whole(low: int, high: int) -> Callable[[Json], int]:
    """Make a reader of whole numbers from `low` to `high`.

    >>> whole(0, 9)(3)
    3

    The reader raises FaultError for anything else.
    """

    def read(value: Json) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise expected(f"a whole number from {low} to {high}", value)

    return read


def listed(read: Callable[[Json], T], most: int = 0) -> Callable[[Json], tuple[T, ...]]:
    """Make a reader of lists, of just so many elements where `most` says it.

    >>> listed(as_float)([1, Number("2.5")])
    (1.0, 2.5)

    The reader raises FaultError for what is no list, and for the first element at fault.
    """

    def read_all(value: Json) -> tuple[T, ...]:
        values = as_list(value)
        if most and len(values) != most:
            raise expected(f"a list of {most}", value)
        found = []
        for index, element in enumerate(values):
            try:
                found.append(read(element))
            except FaultError as error:
                path = f"$[{index}]{error.fault.path.removeprefix('$')}"
                raise FaultError(evolve(error.fault, path=path)) from None
        return tuple(found)

    return read_all


def of_schema(
    at: Opened, schema: str, older: Mapping[str, str] = {}, *, readable: Collection[str] = ()
) -> bool:
    """Tell whether a record says that it follows a schema, or one that is still `readable`.

    If not, that is noted; `older` says of schemas that were before what to do.

    >>> of_schema(Opened({"schema": "cf-sample/1"}, "$", []), "cf-sample/1")
    True
    """
    found = at.need("schema", TEXT, "")
    known = found == schema or found in readable
    if not known and not at.faults:
        at.wrong("schema", shown(found), shown(schema), older.get(found, ""))
    return known
