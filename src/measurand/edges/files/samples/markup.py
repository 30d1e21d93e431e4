"""XML as a stream of tags and text, from a parser that knows no entities and no document types."""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol
from xml.parsers import expat

from attrs import frozen

from measurand.edges.files.json.value import FaultError
from measurand.values.fault import Fault, shown

_CHUNK = 2**16
_MOST_DEEP = 64
_MOST_ATTRIBUTES = 64
_ENCODINGS = frozenset(("utf-8", "utf-16", "iso-8859-1", "us-ascii"))


@frozen
class Begun:
    """The tag that begins an element, and its line."""

    name: str
    attributes: Mapping[str, str]
    line: int


@frozen
class Ended:
    """The tag that ends an element."""

    name: str


@frozen
class Words:
    """Text between tags, or a part of it."""

    text: str


Markup = Begun | Ended | Words


class Bytes(Protocol):
    """What XML is read from: an open binary file."""

    def read(self, size: int = -1, /) -> bytes:
        """Give at most so many bytes."""
        ...


def read_markup(file: Bytes, *, most: int) -> Iterator[Markup]:
    r"""Give tags and text in order; no tag, comment or instruction has more than `most` bytes.

    Refused are a document type, whatever it declares (entities of the file's own, files to be
    loaded), more than 64 levels, more than 64 attributes of an element, and encodings but UTF-8,
    UTF-16, ISO-8859-1 and US-ASCII. Nothing is loaded from anywhere.

    >>> from io import BytesIO
    >>> list(read_markup(BytesIO(b"<a>&lt;</a>"), most=99))
    [Begun(name='a', attributes={}, line=1), Words(text='<'), Ended(name='a')]

    Raises FaultError, with its line, where the bytes are no XML or are refused.
    """
    reader = _Reader(most)
    while chunk := file.read(_CHUNK):
        yield from reader.take(chunk, last=False)
    yield from reader.take(b"", last=True)


class _Reader:
    """A parser, and what it found in the bytes it was given last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.given = 0
        self.depth = 0
        self.found: list[Markup] = []
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._words
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._refuse("a document type (DOCTYPE)")
        parser.EntityDeclHandler = self._refuse("an entity")
        parser.UnparsedEntityDeclHandler = self._refuse("an entity")
        parser.NotationDeclHandler = self._refuse("a notation")
        parser.ExternalEntityRefHandler = self._refuse("an entity")
        parser.SkippedEntityHandler = self._refuse("an entity")
        self.parser = parser

    def take(self, chunk: bytes, *, last: bool) -> Iterator[Markup]:
        """Give what more bytes complete."""
        self.given += len(chunk)
        fault: Fault | None = None
        try:
            self.parser.Parse(chunk, last)
            if self.given - max(self.parser.CurrentByteIndex, 0) > self.most + len(chunk):
                fault = Fault(got="more", expected=f"a tag of at most {self.most} bytes")
        except FaultError as error:
            fault = error.fault
        except expat.ExpatError as error:
            got = expat.errors.messages.get(error.code, str(error))
            fault = Fault(got=got, expected="well-formed XML")
        except (ValueError, LookupError) as error:
            fault = Fault(got=shown(str(error)), expected="well-formed XML")
        found, self.found = self.found, []
        yield from found
        if fault:
            line = max(self.parser.CurrentLineNumber, 0)
            raise FaultError(fault.at(line=line))

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > _MOST_DEEP:
            raise _refused("more", f"elements in at most {_MOST_DEEP} levels")
        if len(attributes) > _MOST_ATTRIBUTES:
            expected = f"an element with at most {_MOST_ATTRIBUTES} attributes"
            raise _refused(str(len(attributes)), expected)
        self.found.append(Begun(name, attributes, self.parser.CurrentLineNumber))

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.found.append(Ended(name))

    def _words(self, text: str) -> None:
        self.found.append(Words(text))

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.lower() not in _ENCODINGS:
            expected = "the encoding UTF-8, UTF-16, ISO-8859-1 or US-ASCII"
            raise _refused(shown(encoding), expected, "save the file as UTF-8")

    def _refuse(self, what: str) -> Callable[..., int]:
        def refuse(*_: object) -> int:
            hint = "files of annotations need none: take it out, if you trust the file"
            raise _refused(what, "XML without declarations of its own", hint)

        return refuse


def _refused(got: str, expected: str, hint: str = "") -> FaultError:
    return FaultError(Fault(got=got, expected=expected, hint=hint))
