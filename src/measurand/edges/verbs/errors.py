"""What a verb raises: exceptions of ours, each also the built-in one that a caller expects."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from attrs import evolve
from returns.pipeline import is_successful
from returns.result import Result

from measurand.edges.cli.faults import StopError, fault_lines
from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.grammar import SignatureError
from measurand.values.fault import Fault

T = TypeVar("T")
_PLACE = re.compile(r"\$(?:\[(\d+)\])?\.?([A-Za-z_]*)(.*)", re.DOTALL)
_ARGUMENTS = {"gold": "gold", "pred": "predicted", "sample_weight": "weights"}
_WORDS = (
    ("$.gold", "gold"),
    ("$.pred", "predicted"),
    ('items="iob2"', 'kind="tags"'),
    ('items="text"', 'kind="sets"'),
    ("--input labels=value", 'labels="value"'),
    ("--input labels=text", 'labels="text"'),
    (' (input = { labels = "..." } in a claims file, labels="..." in Python)', ""),
)
_MADE = frozenset({"the frame", "the columns"})


class MeasurandError(Exception):
    """Anything that a verb of this package raises for what it was handed."""


class InvalidInputError(MeasurandError, ValueError):
    """What was handed to a verb cannot be read; `faults` has all that is wrong with it.

    >>> from measurand.values.fault import Fault
    >>> fault = Fault(path="gold", got="3 cells", expected="2, as in predicted")
    >>> str(InvalidInputError((fault,)))
    'gold: expected 2, as in predicted, got 3 cells'
    """

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(fault_lines(faults)) or "nothing that can be read")
        self.faults = faults


class UndefinedScoreError(MeasurandError, ValueError):
    """A score does not exist, and a number was asked for; `reason` says why there is none."""

    def __init__(self, reason: str, way_out: str) -> None:
        super().__init__(f"there is no number: {reason}; {way_out}")
        self.reason = reason


for _error in (MeasurandError, InvalidInputError, UndefinedScoreError):
    # A traceback names what one imports to catch it.
    _error.__module__ = "measurand.errors"


def invalid(argument: str, got: str, expected: str, hint: str = "") -> InvalidInputError:
    """Make the error of one argument.

    >>> str(invalid("kind", "'label'", "one of labels, sets"))
    "kind: expected one of labels, sets, got 'label'"
    """
    return InvalidInputError((Fault(path=argument, got=got, expected=expected, hint=hint),))


def unwrapped(result: Result[T, tuple[Fault, ...]], names: Mapping[str, str] = _ARGUMENTS) -> T:
    """Give what a result holds.

    >>> from returns.result import Success
    >>> unwrapped(Success(3))
    3

    Raises InvalidInputError with its faults, in the words of the arguments.
    """
    if not is_successful(result):
        faults = tuple(in_words_of(fault, names) for fault in result.failure())
        raise InvalidInputError(faults)
    return result.unwrap()


def in_words_of(fault: Fault, names: Mapping[str, str] = _ARGUMENTS) -> Fault:
    """Name the argument, and the place in it, that a fault of a made record is about.

    >>> in_words_of(Fault(file="the frame", path="$[3].pred", got="x", expected="y")).path
    'predicted[3]'
    """
    if fault.file not in _MADE:
        return fault
    for said, ours in _WORDS:
        fault = evolve(
            fault, expected=fault.expected.replace(said, ours), hint=fault.hint.replace(said, ours)
        )
    got = "None, or NaN" if fault.got == "null" else fault.got
    fault = evolve(fault, got=got.replace("; pred with", "; predicted with"))
    match = _PLACE.fullmatch(fault.path)
    if match is None:
        return evolve(fault, file="", path=fault.path or "labels")
    row, key, rest = match.groups()
    if key == "groups":
        return evolve(fault, file="", path=f"{rest.removeprefix('.')}{f'[{row}]' if row else ''}")
    place = "" if row is None else f"[{row}]"
    name = names.get(key, key)
    return evolve(fault, file="", path=f"{name}{place}{rest}" if name else f"row{place}{rest}")


@contextmanager
def speaking_of_arguments(names: Mapping[str, str] = _ARGUMENTS) -> Iterator[None]:
    """Raise what goes wrong inside as an error of ours."""
    try:
        yield
    except StopError as error:
        raise InvalidInputError(tuple(in_words_of(one, names) for one in error.faults)) from error
    except SignatureError as error:
        raise invalid("definition", "another", str(error)) from error
    except UnfitSampleError as error:
        expected, _, got = str(error).partition(": got ")
        raise invalid("the samples", got or "others", expected) from error
