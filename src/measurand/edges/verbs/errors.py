"""What a verb raises: exceptions of ours, each also the built-in one that a caller expects."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from attrs import evolve
from returns.pipeline import is_successful
from returns.result import Result
from toolz import groupby

from measurand.edges.cli.faults import StopError, fault_lines
from measurand.edges.files.json.value import FaultError
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
    ('items = "label"', 'kind="labels"'),
)
_SAID: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(words), ours)
    for words, ours in (
        (r" \(input = \{ .*?\)", ""),
        (r",? or input = \{ .*? \} in a claims file", ""),
        (r"--input (\w+)=(\w+)\|(\w+)", r'\1="\2" or \1="\3"'),
        (r"--input (\w+)=([\w.]+)", r'\1="\2"'),
        (r"--items iob2", 'kind="tags"'),
        (r"--items text", 'kind="sets"'),
        (r"--like ([\w:]+)", r"ask for '\1'"),
        (r"say what it stands for: --word .*", "a number is no text: float(...) makes one of it"),
    )
)
"""What options of commands are called among the arguments of verbs."""
_OF_COMMANDS = re.compile(r"(?:^|; |, or |,? or )[^;]*?--[a-z][^;]*")
_FEW = 5
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
        faults = tuple(map(_in_python, faults))
        super().__init__("\n".join(_once(faults)) or "nothing that can be read")
        self.faults = faults


class UnknownArgumentError(MeasurandError, TypeError):
    """A verb was told something under a name that it does not have; the text lists those it has."""


class UndefinedScoreError(MeasurandError, ValueError):
    """A score does not exist, and a number was asked for; `reason` says why there is none."""

    def __init__(self, reason: str, way_out: str) -> None:
        super().__init__(f"there is no number: {reason}; {way_out}")
        self.reason = reason


def _in_python(fault: Fault) -> Fault:
    """Say what is an option of a command as the argument that it is here, or not at all."""
    words = fault.expected, fault.hint
    if not any("--" in text or "in a claims file" in text for text in words):
        return fault
    expected, hint = (_said(text, of_file=bool(fault.file)) for text in words)
    return evolve(fault, expected=expected, hint=_OF_COMMANDS.sub("", hint))


def _said(text: str, *, of_file: bool) -> str:
    for words, ours in _SAID if not of_file else ():
        text = words.sub(ours, text)
    return text


def _once(faults: Sequence[Fault]) -> Iterator[str]:
    """Write faults, a line each; of many that differ by the place of a cell alone, the first."""
    kinds = groupby(lambda one: evolve(one, path=_CELL.sub("[]", one.path)), faults)
    for kind, alike in kinds.items():
        some = alike if len(alike) <= _FEW or kind.file else alike[:1]
        yield from fault_lines(some)
        if len(some) < len(alike):
            yield f"{_CELL.sub('', kind.path)}: and {len(alike) - 1:,} more of the same"


_CELL = re.compile(r"\[\d*\]")


for _error in (MeasurandError, InvalidInputError, UnknownArgumentError, UndefinedScoreError):
    # A traceback names what one imports to catch it.
    _error.__module__ = "measurand.errors"


def invalid(argument: str, got: str, expected: str, hint: str = "") -> InvalidInputError:
    """Make the error of one argument.

    >>> str(invalid("kind", "'label'", "one of labels, sets"))
    "kind: expected one of labels, sets, got 'label'"
    """
    return InvalidInputError((Fault(path=argument, got=got, expected=expected, hint=hint),))


def worded(
    argument: str, error: Exception, got: str = "another", hint: str = ""
) -> InvalidInputError:
    """Make an error of ours of what another said, in its own words; one of ours stays as it is.

    >>> str(worded("k", ValueError("expected a number: got 'x'")))
    "k: expected a number, got 'x'"
    >>> str(worded("k", ValueError("a number"), "'x'", "write digits"))
    "k: expected a number, got 'x': write digits"
    """
    match error:
        case InvalidInputError():
            return error
        case FaultError(fault=fault):
            return invalid(argument, fault.got, fault.expected, fault.hint or hint)
        case _:
            expected, _, told = str(error).partition(": got ")
            return invalid(argument, told or got, expected.removeprefix("expected "), hint)


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
    if "an IOB2 tag" in fault.expected:
        fault = evolve(fault, hint="scheme='iobes', 'bilou', 'iob1' or another says how they are")
    got = "None, or NaN" if fault.got == "null" else fault.got
    fault = evolve(fault, got=got.replace("; pred with", "; predicted with"))
    match = _PLACE.fullmatch(fault.path)
    if match is None:
        return evolve(fault, file="", path=fault.path or "labels")
    row, key, rest = match.groups()
    if key == "groups":
        group = rest.removeprefix(".") or "groups"
        return evolve(fault, file="", path=f"{group}{f'[{row}]' if row else ''}")
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
        raise worded("definition", error) from error
    except UnfitSampleError as error:
        raise worded("the samples", error, "others", error.hint) from error
