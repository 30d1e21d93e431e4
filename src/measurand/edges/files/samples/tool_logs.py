"""What documents and logs of evaluation programs share: lenient JSON, checked keys, a second file.

Such programs write NaN and Infinity, which JSON does not have; they are read as null, outside of
strings.
"""

from collections.abc import Callable, Collection
from pathlib import Path

from attrs import evolve

from measurand.edges.files.events import ReadOptions, Rest
from measurand.edges.files.json.floats import AS_NULL, decode_floats, with_constants
from measurand.edges.files.json.value import (
    FaultError,
    Json,
    decode,
    expected,
    without_duplicates,
    wrong,
)
from measurand.edges.files.lines import BOM, read_lines
from measurand.edges.files.samples.joined import second_of
from measurand.edges.files.samples.opening import opened
from measurand.edges.files.samples.part import Part
from measurand.evidence.paths import Key
from measurand.values.fault import shown

_LONGEST = 120


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
        spelled = with_constants(raw, AS_NULL)
        if spelled == raw:
            raise
        value = decode(spelled, max_depth=options.max_depth)
    if options.strict:
        without_duplicates(raw)
    return value


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


def take_lines(
    path: Path,
    options: ReadOptions,
    take: Callable[[dict[str, Json], int], None],
    *,
    names: Collection[str] = (),
    what: str,
) -> None:
    r"""Hand over each line of a log that is not blank: an object that has the keys, and its number.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     log = Path(folder, "log.jsonl")
    ...     _ = log.write_text('{"a": 1}\n\n{"a": 2}\n')
    ...     take_lines(log, ReadOptions(), print, names=("a",), what="an event")
    {'a': 1} 1
    {'a': 2} 3

    Raises FaultError with the number of a line that is none or that is not taken, or a fault of the
    file without one; OSError where it cannot be read.
    """
    with opened(path, expansion=options.max_expansion) as file:
        for line in read_lines(file, max_bytes=options.max_line_bytes):
            if isinstance(line, Rest) or line.blank:
                continue
            try:
                if not line.whole:
                    raise wrong("more", f"a line of at most {options.max_line_bytes} bytes")
                value = decode_floats(line.content, max_depth=options.max_depth)
                take(holding(value, names, what), line.number)
            except FaultError as error:
                raise FaultError(error.fault.at(line=line.number)) from None


def places_of(names: tuple[tuple[str, str], ...], root: str = "$") -> tuple[tuple[str, str], ...]:
    """Say where canonical keys stand in the file, longest first, and what the root is called.

    >>> places_of((("gold", "target"),), "$[3]")
    (('$.gold', '$[3].target'), ('$', '$[3]'))
    """
    keys = tuple(("$" + Key(name).text, f"{root}.{path}") for name, path in names)
    return keys if root == "$" else (*keys, ("$", root))


def read_second(part: Part, *, once: bool = False) -> Json:
    """Read the document of predictions, which has at most as many bytes as the first may have.

    With `once` no object of it has a key twice, whether or not reading is strict.

    Raises FaultError where the source names none, where gold is in several files, or where it is no
    JSON; OSError where it cannot be read.
    """
    raw = part.whole(second_of(part))
    try:
        options = evolve(part.options, strict=once or part.options.strict)
        return decode_lenient(raw.removeprefix(BOM), options)
    except FaultError as error:
        raise FaultError(error.fault.at(file=part.source.predictions)) from None


def within_second(part: Part, error: FaultError) -> FaultError:
    """Say that what is wrong stands in the predictions."""
    return FaultError(error.fault.at(file=part.source.predictions))
