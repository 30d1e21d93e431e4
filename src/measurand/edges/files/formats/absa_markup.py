"""Sentences and reviews of the SemEval files on aspects: what is marked in each, and where.

XML from outside is an attack surface: entities grow exponentially, external ones read files. So
entities and document types are refused before anything is expanded, and tags, texts, attributes and
levels are bounded: a file needs the memory of its longest sentence.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, Protocol
from xml.parsers import expat

from attrs import frozen

from measurand.edges.files.json.value import FaultError, wrong
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
    reader = _Parser(most)
    while chunk := file.read(_CHUNK):
        yield from reader.take(chunk, last=False)
    yield from reader.take(b"", last=True)


class _Parser:
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
    return wrong(got, expected, hint)


Kind = Literal["terms", "categories", "opinions", "reviews"]
LISTS: Mapping[str, Kind] = {
    "aspectTerms": "terms",
    "aspectCategories": "categories",
    "Opinions": "opinions",
}
ELEMENTS: Mapping[str, Kind] = {
    "aspectTerm": "terms",
    "aspectCategory": "categories",
    "Opinion": "opinions",
}
_MOST_OPINIONS = 2**16


@frozen
class Opinion:
    """One element of what is marked, by its attributes."""

    kind: Kind
    attributes: Mapping[str, str]
    line: int


@frozen(kw_only=True)
class Marked:
    """A sentence, or a review as a whole, and what is marked in it.

    `kinds` are those that are there, if only as an empty list. `id` is None where it has none.
    """

    review: str | None
    line: int
    id: str | None
    whole_review: bool = False
    text: str = ""
    kinds: frozenset[Kind] = frozenset()
    opinions: tuple[Opinion, ...] = ()
    out_of_scope: bool = False


def read_marked(found: Iterable[Markup], *, most: int) -> Iterator[Marked]:
    """Give every sentence when it ends, and every review; texts have at most so many characters.

    >>> from io import BytesIO
    >>> from measurand.edges.files.formats.absa_markup import read_markup
    >>> xml = BytesIO(b'<sentences><sentence id="7"><text>ok</text></sentence></sentences>')
    >>> [one.id for one in read_marked(read_markup(xml, most=99), most=99)]
    ['7']

    Raises FaultError as the markup does, and for what exceeds its bounds.
    """
    reader = _Reader(most)
    for one in found:
        match one:
            case Begun():
                reader.begin(one)
            case Words(text):
                reader.words(text)
            case Ended(name):
                yield from reader.end(name)


class _Open:
    """A sentence or a review that has not ended."""

    def __init__(self, begun: Begun, name: str | None) -> None:
        self.line = begun.line
        self.id = name
        self.out_of_scope = begun.attributes.get("OutOfScope", "").upper() == "TRUE"
        self.text: list[str] = []
        self.size = 0
        self.kinds: set[Kind] = set()
        self.opinions: list[Opinion] = []


class _Reader:
    def __init__(self, most: int) -> None:
        self.most = most
        self.review: _Open | None = None
        self.sentence: _Open | None = None
        self.in_text = False

    def begin(self, begun: Begun) -> None:
        """Take the tag that begins an element."""
        name, attributes = begun.name, begun.attributes
        if name == "Review":
            if self.review or self.sentence:
                raise _inside(begun, "a review")
            self.review = _Open(begun, attributes.get("rid"))
        elif name == "sentence":
            if self.sentence:
                raise _inside(begun, "a sentence")
            self.sentence = _Open(begun, attributes.get("id"))
        elif name == "text":
            self.in_text = self.sentence is not None
        elif name in LISTS:
            self._note(LISTS[name])
        elif name in ELEMENTS:
            self._mark(begun, ELEMENTS[name])

    def _note(self, kind: Kind) -> None:
        if self.sentence:
            self.sentence.kinds.add(kind)
        elif self.review and kind == "opinions":
            self.review.kinds.add("reviews")

    def _mark(self, begun: Begun, kind: Kind) -> None:
        self._note(kind)
        place = self.sentence or self.review
        if place is None or (kind != "opinions" and not self.sentence):
            return
        kind = kind if self.sentence else "reviews"
        place.opinions.append(Opinion(kind, begun.attributes, begun.line))
        if len(place.opinions) > _MOST_OPINIONS:
            raise wrong("more", f"at most {_MOST_OPINIONS} opinions in one place", line=begun.line)

    def words(self, text: str) -> None:
        """Take text."""
        if self.in_text and self.sentence:
            self.sentence.text.append(text)
            self.sentence.size += len(text)
            if self.sentence.size > self.most:
                expected = f"a text of at most {self.most} characters"
                raise wrong("more", expected, line=self.sentence.line)

    def end(self, name: str) -> Iterator[Marked]:
        """Take the tag that ends an element; give what it completes."""
        if name == "text":
            self.in_text = False
        elif name == "sentence" and self.sentence:
            yield self._marked(self.sentence, whole=False)
            self.sentence = None
        elif name == "Review" and self.review:
            yield self._marked(self.review, whole=True)
            self.review = None

    def _marked(self, one: _Open, *, whole: bool) -> Marked:
        return Marked(
            review=self.review.id if self.review else None,
            line=one.line,
            id=one.id,
            whole_review=whole,
            text="".join(one.text),
            kinds=frozenset(one.kinds),
            opinions=tuple(one.opinions),
            out_of_scope=one.out_of_scope,
        )


def _inside(begun: Begun, what: str) -> FaultError:
    return wrong(f"{what} in {what}", f"{what} that ends before the next begins", line=begun.line)
