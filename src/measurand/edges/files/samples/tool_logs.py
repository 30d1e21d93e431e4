"""What logs of evaluation programs share: what a record lacks has a reason, and is never 0.

Such programs write NaN and Infinity, which JSON does not have; they are read as null, outside of
strings. An answer, a score or an amount that is not there is excluded with its reason, and counted.
"""

import re
from collections.abc import Collection

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, ReadOptions
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    decode,
    encode,
    expected,
    without_duplicates,
)
from measurand.edges.files.json.walk import find
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.joined import without_predictions
from measurand.edges.files.samples.opening import opened
from measurand.edges.files.samples.part import DocumentTooLongError, Part
from measurand.edges.files.samples.sample_of_record import Mapped, Record
from measurand.evidence.paths import Key, Path
from measurand.values.fault import Fault, shown
from measurand.values.sample import PREDICTED, Sample

# A string without its end runs to the end, so that no byte is looked at twice.
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)'
_LONGEST = 120
_CONSTANT = re.compile(_STRING + rb"|-?Infinity|NaN", re.DOTALL)


class RefusedError(FaultError):
    """Carries what is wrong with a file as a whole: nothing of it is read."""


def refused(error: FaultError) -> RefusedError:
    """Take a fault as one of the whole file.

    >>> refused(expected("one filter", [])).fault.got
    'a list of 0'
    """
    return RefusedError(error.fault)


def decode_lenient(raw: bytes, options: ReadOptions) -> Json:
    r"""Read JSON as Python programs write it: NaN is null, infinities are texts that are no number.

    >>> decode_lenient(b'{"a": NaN, "b": "NaN", "c": -Infinity}', ReadOptions())
    {'a': None, 'b': 'NaN', 'c': '-Infinity'}

    Raises FaultError where it is no JSON either way.
    """
    try:
        value = decode(raw, max_depth=options.max_depth)
    except FaultError:
        if b"NaN" not in raw and b"Infinity" not in raw:
            raise
        value = decode(_CONSTANT.sub(_finite, raw), max_depth=options.max_depth)
    if options.strict:
        without_duplicates(raw)
    return value


def _finite(found: re.Match[bytes]) -> bytes:
    text = found.group()
    if text[:1] == b'"':
        return text
    return b"null" if text == b"NaN" else b'"%s"' % text


def wants(part: Part, name: str) -> bool:
    """Tell whether the canonical key of gold or pred is read: no path of the user's replaces it.

    >>> from pathlib import Path as At
    >>> from measurand.evidence.source import Source
    >>> source = Source(path="a.jsonl", format="lm-eval", items="none")
    >>> wants(Part(source=source, root=At(), name="a.jsonl", path=None), "gold")
    False
    """
    source = part.source
    read = source.items != "none" and not source.fields.tallied
    return read and source.fields.is_default(name)


@frozen(kw_only=True)
class Logged:
    """One record of a log, its number, the bytes it stood in, and why it lacks what it lacks.

    `lacks` is the reason for a missing answer and for missing numbers; `nothing` that for an answer
    alone. Without a reason what is missing is a fault.
    """

    record: Record
    number: int
    what: str = "element"
    lacks: str = ""
    nothing: str = ""


class LogReader:
    """Reads records by the mapping of the source, and keeps the reasons for what they lack."""

    def __init__(self, part: Part) -> None:
        """Begin a file."""
        self.mapped = Mapped.of(part.source, part.labels)
        self.where = part.where
        self.ids = part.ids

    def event(self, logged: Logged) -> Event:
        """Give the event of a record."""
        record = logged.record
        try:
            dropped = self.where.drops(record)
            if dropped:
                return dropped
            mapped = self._without(record.value, logged.lacks)
            sample = mapped.sample(record, record)
            if not isinstance(sample, Sample):
                return Bad(sample, raw_of(record))
        except FaultError as error:
            return Bad((record.placed(error.fault),), raw_of(record))
        before = self.ids.earlier(sample.id, logged.number, logged.what)
        if before is not None:
            fault = repeated(sample.id, before, self.mapped.ids)
            return Bad((record.placed(fault),), raw_of(record))
        return self._reasoned(sample, logged)

    def _without(self, record: Json, lacks: str) -> Mapped:
        """Leave out the numbers that a record lacks for a reason."""
        if not lacks:
            return self.mapped
        kept = tuple(one for one in self.mapped.amounts if _there(record, one[1]))
        return evolve(self.mapped, amounts=kept)

    def _reasoned(self, sample: Sample, logged: Logged) -> Sample:
        why = logged.lacks or logged.nothing
        if not why:
            return sample
        named = {name for name, _ in sample.amounts}
        missing = [name for name, _ in self.mapped.amounts if name not in named]
        reasons = {name: logged.lacks for name in missing if logged.lacks}
        if sample.predicted is None:
            reasons[PREDICTED] = why
        return evolve(sample, reasons=tuple(sorted(reasons.items())))


def raw_of(record: Record) -> bytes:
    """Give the bytes of a record for the quarantine, as one line."""
    return record.raw or encode(record.value) + b"\n"


def _there(record: Json, path: Path) -> bool:
    try:
        find(record, path)
    except FaultError:
        return False
    return True


def reason(value: Json, otherwise: str) -> str:
    """Take a text from outside as a reason, shortly.

    >>> reason("timeout", "an error"), reason({}, "an error")
    ('timeout', 'an error')
    """
    if not isinstance(value, str) or not value.strip():
        return otherwise
    first = value.strip().splitlines()[0]
    return first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"


def scalar_id(value: Json, path: str) -> str:
    """Take an id that is a string or an integer.

    >>> scalar_id(3, "$.doc_id")
    '3'

    Raises FaultError for another value.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise expected("an id: a string or an integer", value, path=path)
    return str(value)


def joined(*parts: str) -> str:
    """Join parts of an id as paths with a plus sign do.

    >>> joined("gsm8k", "1"), joined("a/b", "2")
    ('gsm8k/1', 'a~1b/2')
    """
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)


def holding(value: Json, names: Collection[str], what: str) -> dict[str, Json]:
    """Take a value that is an object with some keys.

    >>> holding({"a": 1}, ["a"], "a row")
    {'a': 1}

    Raises FaultError naming the first key that is not there.
    """
    if not isinstance(value, dict):
        raise expected(what, value, path="$")
    for name in names:
        if name not in value:
            keys = ", ".join(shown(key) for key in list(value)[:8])
            hint = f"its keys are {keys}" if keys else ""
            raise expected(f"{what}, with the key {shown(name)}", value, path="$", hint=hint)
    return value


def places_of(names: tuple[tuple[str, str], ...], root: str = "$") -> tuple[tuple[str, str], ...]:
    """Say where canonical keys stand in the file, longest first, and what the root is called.

    >>> places_of((("gold", "target"),), "$[3]")
    (('$.gold', '$[3].target'), ('$', '$[3]'))
    """
    keys = tuple(("$" + Key(name).text, f"{root}.{path}") for name, path in names)
    return keys if root == "$" else (*keys, ("$", root))


# The document of predictions that stands beside a document of gold.

_CHUNK = 2**20


def read_second(part: Part, *, once: bool = False) -> Json:
    """Read the document of predictions, which has at most as many bytes as the first may have.

    With `once` no object of it has a key twice, whether or not reading is strict.

    Raises FaultError where the source names none, where gold is in several files, or where it is no
    JSON; OSError where it cannot be read.
    """
    second, most = part.beside, part.options.max_document_bytes
    fault = without_predictions(part)
    if fault or second is None:
        raise FaultError(fault or Fault(got="one file", expected="two"))
    raw = bytearray()
    with opened(second, expansion=part.options.max_expansion) as file:
        while chunk := file.read(_CHUNK):
            raw += chunk
            if len(raw) > most:
                raise DocumentTooLongError(most)
    try:
        options = evolve(part.options, strict=once or part.options.strict)
        return decode_lenient(bytes(raw).removeprefix(BOM), options)
    except FaultError as error:
        raise FaultError(error.fault.at(file=part.source.predictions)) from None


def within_second(part: Part, error: FaultError) -> FaultError:
    """Say that what is wrong stands in the predictions."""
    return FaultError(error.fault.at(file=part.source.predictions))
