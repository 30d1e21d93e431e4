"""The plain fields of a scorecard record: what is of the right type, or where the fault is.

Each reader takes the object that holds a field, its key, and where the object stands. The place is
only written out where something is wrong. null is what is absent: None.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from attrs import evolve

from measurand.edges.files.json.value import FaultError, Json, expected, measured
from measurand.values.fault import Fault

T = TypeVar("T")
JsonObject = dict[str, Json]

OUTPUT_GIVEN = Fault(
    path="$",
    got="an output, with its final_result at the top",
    expected="a scorecard",
    hint="make scorecards of outputs first: measurand review score",
)
SCORECARD_GIVEN = Fault(
    path="$",
    got="a scorecard, with its output below runtime",
    expected="an output",
    hint="it is scored already: measurand review aggregate",
)
"""What the record of another stage is."""


def text_at(holder: JsonObject, key: str, place: str = "$") -> str | None:
    """Read a string.

    >>> text_at({"label": "mixed"}, "label"), text_at({"label": None}, "label")
    ('mixed', None)

    Raises FaultError for anything else.
    """
    value = holder.get(key)
    if value is None or isinstance(value, str):
        return value
    raise expected("a string", value, path=f"{place}.{key}")


def truth_at(holder: JsonObject, key: str, place: str = "$") -> bool | None:
    """Read a truth value.

    >>> truth_at({"changed": False}, "changed")
    False

    Raises FaultError for anything else, the text 'false' among it.
    """
    value = holder.get(key)
    if value is None or isinstance(value, bool):
        return value
    hint = "true and false stand without quotes" if isinstance(value, str) else ""
    raise expected("true or false", value, path=f"{place}.{key}", hint=hint)


def number_at(holder: JsonObject, key: str, place: str = "$") -> Fraction | None:
    """Read a number exactly.

    >>> number_at({"confidence": 1}, "confidence")
    Fraction(1, 1)

    Raises FaultError for anything else.
    """
    value = holder.get(key)
    if value is None:
        return None
    try:
        return measured(value)
    except FaultError as error:
        raise below(error, f"{place}.{key}") from None


def whole_at(holder: JsonObject, key: str, place: str = "$") -> int | None:
    """Read a whole number.

    >>> whole_at({"start": 3}, "start")
    3

    Raises FaultError for anything else.
    """
    value = holder.get(key)
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise expected("a whole number", value, path=f"{place}.{key}")


def object_at(holder: JsonObject, key: str, place: str = "$") -> JsonObject:
    """Read an object; an empty one where it is absent.

    >>> object_at({"ate": None}, "ate"), object_at({}, "ate")
    ({}, {})

    Raises FaultError for anything else.
    """
    value = holder.get(key)
    if value is None:
        return {}
    if isinstance(value, dict):
        return value
    raise expected("an object", value, path=f"{place}.{key}")


def list_at(holder: JsonObject, key: str, place: str = "$") -> list[Json] | None:
    """Read a list.

    >>> list_at({"validator": []}, "validator")
    []

    Raises FaultError for anything else.
    """
    value = holder.get(key)
    if value is None or isinstance(value, list):
        return value
    raise expected("a list", value, path=f"{place}.{key}")


def each_at(
    holder: JsonObject, key: str, read: Callable[[Json], T], place: str = "$"
) -> tuple[T, ...] | None:
    """Read a list, each element by itself.

    >>> each_at({"issues": ["mismatch"]}, "issues", as_text)
    ('mismatch',)

    Raises FaultError for what is no list, and for the first element that cannot be read.
    """
    values = list_at(holder, key, place)
    if values is None:
        return None
    try:
        return tuple([read(value) for value in values])
    except FaultError:
        raise first_fault(values, read, f"{place}.{key}") from None


def first_fault(values: list[Json], read: Callable[[Json], object], place: str) -> FaultError:
    """Read again what holds a fault, to say which element it is in.

    >>> first_fault([{}, None], as_object, "$.validator").fault.path
    '$.validator[1]'
    """
    for index, value in enumerate(values):
        try:
            read(value)
        except FaultError as error:
            return below(error, f"{place}[{index}]")
    raise AssertionError


def below(error: FaultError, place: str) -> FaultError:
    """Say where the value stands inside which a fault was found.

    >>> below(expected("a string", 3, path="$.label"), "$.gold[0]").fault.path
    '$.gold[0].label'
    """
    return FaultError(evolve(error.fault, path=place + error.fault.path.removeprefix("$")))


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
