"""The first line of a file of score rows: under which options they were measured."""

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import FaultError, Json, encode
from measurand.edges.files.lines import BUFFER, Line, read_lines
from measurand.edges.files.samples.sample_of_record import record_of
from measurand.studies.counterfactual.edge.files.reader import HEADER
from measurand.studies.counterfactual.options import DOCUMENTED, Options
from measurand.values.fault import Fault, shown
from measurand.values.option_paths import listed, with_values


@frozen
class Header:
    """What a file of score rows says of itself: how its reading is called, and all options."""

    profile: str
    options: Options


def header_line(header: Header) -> bytes:
    """Write a header as the first line of a file, with its end.

    >>> header_line(Header("documented", Options()))[:50]
    b'{"schema":"cf-dataset/1","profile":"documented","o'
    """
    options: Mapping[str, Json] = dict(listed(header.options))
    record: dict[str, Json] = {
        "schema": HEADER,
        "profile": header.profile,
        "options": {**options},
    }
    return encode(record) + b"\n"


def read_header(path: Path, options: ReadOptions) -> Header | Fault | None:
    """Read the header of a file; None where it has none, or cannot be read at all.

    >>> read_header(Path("no/such.jsonl"), ReadOptions()) is None
    True
    """
    try:
        with path.open("rb", buffering=BUFFER) as file:
            lines = read_lines(file, max_bytes=options.max_line_bytes)
            line = next((one for one in lines if isinstance(one, Line) and not one.blank), None)
        record = None if line is None else record_of(line, str(path), options).value
    except (OSError, ValueError, FaultError):
        return None
    if not isinstance(record, dict) or record.get("schema") != HEADER:
        return None
    return _header(record, str(path), 0 if line is None else line.number)


def _header(record: Mapping[str, Json], file: str, line: int) -> Header | Fault | None:
    values, profile = record.get("options"), record.get("profile")
    if values is None:
        return None
    place = Fault(file=file, line=line, path="$.options", got="", expected="")
    if not isinstance(values, dict):
        return _fault(place, shown(values), "an object of texts")
    texts = {name: text for name, text in values.items() if isinstance(text, str)}
    lost = next((name for name in values if name not in texts), None)
    if lost is not None:
        return _fault(place, f"{shown(values[lost])} for {shown(lost)}", "texts")
    try:
        return Header(profile if isinstance(profile, str) else "", with_values(DOCUMENTED, texts))
    except ValueError as error:
        return _fault(place, f"{len(texts)} of them", "options of a study", str(error))


def _fault(place: Fault, got: str, wanted: str, hint: str = "") -> Fault:
    found = Fault(path=place.path, got=got, expected=wanted, hint=hint)
    return found.at(file=place.file, line=place.line)
