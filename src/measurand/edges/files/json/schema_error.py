"""What does not fit a type: errors of structuring, turned into faults with their places."""

import re
from collections.abc import Iterable, Iterator

import attrs
from cattrs import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError

from measurand.edges.files.toml_tree import Place
from measurand.values.fault import Fault, shown
from measurand.values.suggest import did_you_mean

Placed = tuple[Place, Fault]
"""A fault and the place of the tree that it speaks of."""

WIDEST = 64
"""Bits of the widest integer that TOML promises."""

_MOST_KNOWN = 100
_PREFIX = re.compile(r"([a-z_0-9]+(?:\.[a-z_0-9]+)*): ")


class MisfitError(ValueError):
    """A value that does not fit its type: what was got, what was expected, a way out."""

    def __init__(self, got: str, expected: str, hint: str = "") -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.fault = Fault(got=got, expected=expected, hint=hint)


def seen(value: object) -> str:
    """Show a value of a tree in a fault.

    >>> seen({"a": 1}), seen([]), seen("a"), seen(16**4000)
    ('a table of 1', 'a list of 0', "'a'", 'a number of 16001 bits')
    """
    if isinstance(value, dict):
        return f"a table of {len(value)}"
    if isinstance(value, int) and value.bit_length() > WIDEST:
        return f"a number of {value.bit_length()} bits"
    return shown(value)


def near(word: str, known: Iterable[str]) -> str:
    """Give a hint: the nearest known word, or all of them.

    >>> near("unti", ["unit", "name"]), near("x", ["unit", "name"]), near("x", [])
    ("did you mean 'unit'?", 'known: unit, name', '')
    """
    words = list(known)
    if not words or len(words) > _MOST_KNOWN:
        return ""
    return did_you_mean(word, words).removeprefix(": ") or f"known: {', '.join(words)}"


def message_fault(message: str) -> Fault:
    """Make a fault of the message of a value that could not be constructed.

    >>> message_fault("a threshold lies in [0, 1]: got 2").text()
    'expected a threshold lies in [0, 1], got 2'
    >>> message_fault("Length of 'path' must be >= 1: 0").text()
    "expected a valid value, got another: Length of 'path' must be >= 1: 0"
    """
    expected, mark, got = message.partition(": got ")
    if mark:
        return Fault(got=got, expected=expected)
    return Fault(got="another", expected="a valid value", hint=message)


def placed_faults(error: BaseException, place: Place) -> Iterator[Placed]:
    """Walk the tree of errors that cattrs raises; it is as deep as the types are.

    >>> [(at, fault.text()) for at, fault in placed_faults(KeyError("name"), ("table", 0, "name"))]
    [(('table', 0, 'name'), 'expected a value, got nothing: this key is required')]
    """
    match error:
        case ClassValidationError():
            placed, others = error.group_exceptions()
            for inner, note in placed:
                yield from placed_faults(inner, (*place, note.name))
            for other in others:
                yield from _whole(other, error.cl, place)
        case IterableValidationError():
            for inner, element in error.group_exceptions()[0]:
                yield from placed_faults(inner, (*place, element.index))
        case KeyError():
            yield place, Fault(got="nothing", expected="a value", hint="this key is required")
        case MisfitError():
            yield place, error.fault
        case _:
            yield place, message_fault(_message(error))


def _whole(error: BaseException, kind: type, place: Place) -> Iterator[Placed]:
    """Say what is wrong with an object as a whole; a message may start with the key it means."""
    known = [part.name for part in attrs.fields(kind)]
    if isinstance(error, ForbiddenExtraKeysError):
        for key in sorted(error.extra_fields):
            fault = Fault(got=seen(key), expected="a known key", hint=near(key, known))
            yield (*place, key), fault
        return
    message = _message(error)
    found = _PREFIX.match(message)
    keys = found[1].split(".") if found else []
    if keys[:1] == list(place[-1:]):
        keys = keys[1:]
    if found and keys and keys[0] in known:
        yield (*place, *keys), message_fault(message[found.end() :])
    else:
        yield place, message_fault(message)


def _message(error: BaseException) -> str:
    """Take the first argument: validators of attrs pass more."""
    return str(error.args[0] if error.args else error)
