"""One record of a file, decoded, and where it stands in it."""

from collections.abc import Callable
from typing import TypeVar

from attrs import evolve, frozen

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import (
    CUT_SHORT,
    FaultError,
    Json,
    decode,
    expected,
    without_duplicates,
    wrong,
)
from measurand.edges.files.lines import Line
from measurand.values.fault import Fault

T = TypeVar("T")
D = TypeVar("D")
_CUT = "the last line has no end of line: was the file cut off?"


@frozen(kw_only=True)
class Record:
    """One record and where it stands.

    `bases` says what the beginning of a path is called in the file, where that differs: the root
    of a record in a list, a column.
    """

    value: Json
    file: str
    line: int = 0
    raw: bytes = b""
    bases: tuple[tuple[str, str], ...] = ()

    def placed(self, fault: Fault) -> Fault:
        """Say where in the file a fault of the record is.

        >>> record = Record(value={}, file="a.json", bases=(("$", "$.rows[3]"),))
        >>> record.placed(Fault(got="null", expected="a list", path="$.gold")).path
        '$.rows[3].gold'
        """
        known = (pair for pair in self.bases if _leads(pair[0], fault.path))
        inside, outside = next(known, ("", ""))
        path = outside + fault.path.removeprefix(inside)
        return evolve(fault, path=path).at(file=self.file, line=self.line)


def _leads(inside: str, path: str) -> bool:
    return path.startswith(inside) and path[len(inside) : len(inside) + 1] in {"", ".", "["}


class Faults:
    """The faults of one record, collected part by part."""

    def __init__(self) -> None:
        """Start with none."""
        self.found: list[Fault] = []

    def part(self, record: Record, read: Callable[[Json], T], otherwise: D) -> T | D:
        """Read a part of a record; note what is wrong with it, each thing once, and go on."""
        try:
            return read(record.value)
        except FaultError as error:
            fault = record.placed(error.fault)
            if fault not in self.found:
                self.found.append(fault)
            return otherwise


def record_of(line: Line, file: str, options: ReadOptions) -> Record:
    """Decode a line to a record.

    Raises FaultError where it is too long, no JSON, or no object.
    """
    if not line.whole:
        raise wrong(
            "more",
            f"a line of at most {options.max_line_bytes} bytes",
            "is this JSON Lines, one record a line?",
        )
    value = _decoded(line, options)
    if not isinstance(value, dict):
        raise expected("an object", value)
    return Record(value=value, file=file, line=line.number, raw=line.raw)


def _decoded(line: Line, options: ReadOptions) -> Json:
    try:
        value = decode(line.content, max_depth=options.max_depth)
    except FaultError as error:
        cut = not line.ended and error.fault.expected == CUT_SHORT
        hint = _CUT if cut else error.fault.hint
        raise FaultError(evolve(error.fault, hint=hint)) from None
    if options.strict:
        without_duplicates(line.content)
    return value
