"""Sentences and reviews of the SemEval files on aspects: what is marked in each, and where."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from attrs import frozen

from measurand.edges.files.json.value import FaultError
from measurand.edges.files.samples.markup import Begun, Ended, Markup, Words
from measurand.values.fault import Fault

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
    >>> from measurand.edges.files.samples.markup import read_markup
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
            expected = f"at most {_MOST_OPINIONS} opinions in one place"
            raise FaultError(Fault(got="more", expected=expected, line=begun.line))

    def words(self, text: str) -> None:
        """Take text."""
        if self.in_text and self.sentence:
            self.sentence.text.append(text)
            self.sentence.size += len(text)
            if self.sentence.size > self.most:
                expected = f"a text of at most {self.most} characters"
                raise FaultError(Fault(got="more", expected=expected, line=self.sentence.line))

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
    expected = f"{what} that ends before the next begins"
    return FaultError(Fault(got=f"{what} in {what}", expected=expected, line=begun.line))
