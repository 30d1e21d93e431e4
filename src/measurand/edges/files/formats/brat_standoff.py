"""The lines of a brat file (`T1<tab>Symptom 14 18<tab>pain`): annotations of a text, checked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import field, frozen

from measurand.edges.files.json.value import FaultError, not_utf8, wrong
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.span_ends import in_units_of
from measurand.values.fault import shown

_PIECES = re.compile(r"(\S+) (\d{1,15} \d{1,15}(?:;\d{1,15} \d{1,15})*)", re.ASCII)
_RELATION = re.compile(r"(\S+) ([^\s:]+):(\S+) ([^\s:]+):(\S+)")
_EVENT = re.compile(r"[^\s:]+:(T\S+)(?: .*)?")
_OTHERS = {"A": "attributes", "M": "attributes", "N": "references", "#": "notes", "*": "sets"}


@frozen
class Annotation:
    """A label over pieces of a text: half-open, over its code points, in order."""

    name: str
    label: str
    pieces: tuple[tuple[int, int], ...]
    line: int

    @property
    def text(self) -> str:
        """Write it as brat does, so that it can be found in another file, whatever its name.

        >>> Annotation("T1", "Symptom", ((14, 18), (23, 27)), 1).text
        'Symptom 14 18;23 27'
        """
        return f"{self.label} {';'.join(f'{start} {end}' for start, end in self.pieces)}"


@frozen
class Relation:
    """A named relation of two annotations, by their roles."""

    label: str
    roles: tuple[tuple[str, str], ...]
    line: int


@frozen
class Standoff:
    """What a file annotates; `events` map to their triggers, `others` count what is not read.

    >>> Standoff().others
    {}
    """

    annotations: Mapping[str, Annotation] = field(factory=dict)
    relations: tuple[Relation, ...] = ()
    events: Mapping[str, str] = field(factory=dict)
    others: Mapping[str, int] = field(factory=dict)

    def annotation(self, name: str) -> Annotation | None:
        """Find an annotation by its name, or by that of the event that it triggers."""
        return self.annotations.get(self.events.get(name, name))


def read_standoff(raw: bytes, text: str | None) -> Standoff:
    r"""Read the lines of a file about a text (None: it is not there, and nothing is checked).

    >>> found = read_standoff(b"T1\tSymptom 0 4\tpain\n#1\tAnnotatorNotes T1\tsure?\n", "pain .")
    >>> found.annotations["T1"].text, found.others
    ('Symptom 0 4', {'notes': 1})

    Raises FaultError, with its line, for a line that is none, a name that is there twice, or
    annotated words that the text does not have there.
    """
    annotations: dict[str, Annotation] = {}
    relations: list[Relation] = []
    events: dict[str, str] = {}
    others: dict[str, int] = {}
    for number, line in _lines(raw):
        try:
            name, _, rest = line.partition("\t")
            match name[:1]:
                case "T":
                    _new(name, annotations)
                    annotations[name] = _annotation(name, rest, number, text)
                case "R":
                    relations.append(_relation(rest, number))
                case "E":
                    _new(name, events)
                    events[name] = _trigger(rest)
                case kind if kind in _OTHERS:
                    others[_OTHERS[kind]] = others.get(_OTHERS[kind], 0) + 1
                case _:
                    raise _wrong(line, "a line of brat: T, R, E, A, M, N, # or * before a tab")
        except FaultError as error:
            raise FaultError(error.fault.at(line=number)) from None
    return Standoff(annotations, tuple(relations), events, others)


def _lines(raw: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(raw.removeprefix(BOM).split(b"\n"), 1):
        content = line.removesuffix(b"\r")
        if content.strip():
            try:
                yield number, content.decode()
            except UnicodeDecodeError:
                raise FaultError(not_utf8(content).at(line=number)) from None


def _wrong(got: str, expected: str, hint: str = "") -> FaultError:
    return wrong(shown(got), expected, hint)


def _new(name: str, among: Mapping[str, object]) -> None:
    if name in among:
        raise _wrong(name, "every name once")


def _annotation(name: str, rest: str, number: int, text: str | None) -> Annotation:
    head, _, words = rest.partition("\t")
    match = _PIECES.fullmatch(head.strip())
    if not match:
        raise _wrong(head, "a label, a start and an end: Symptom 14 18, or Symptom 14 18;23 27")
    places = [tuple(map(int, piece.split(" "))) for piece in match[2].split(";")]
    pieces = tuple(sorted((start, end) for start, end in places))
    if wrong := next(((start, end) for start, end in pieces if start >= end), None):
        raise _wrong(f"{wrong[0]} {wrong[1]}", "a piece that ends after it starts")
    if any(one[1] > other[0] for one, other in pairwise(pieces)):
        raise _wrong(match[2], "pieces that share nothing")
    if text is not None:
        _check(words, tuple((start, end) for start, end in places), text)
    return Annotation(name, match[1], pieces, number)


def _relation(rest: str, number: int) -> Relation:
    match = _RELATION.fullmatch(rest.strip())
    if not match:
        raise _wrong(rest, "a relation of two: Treats Arg1:T1 Arg2:T2")
    label, one, first, other, second = match.groups()
    one, other = one.lower(), other.lower()
    if one == other or "type" in {one, other}:
        raise _wrong(rest, "two roles that differ, none of them type")
    return Relation(label, ((one, first), (other, second)), number)


def _trigger(rest: str) -> str:
    match = _EVENT.fullmatch(rest.strip())
    if not match:
        raise _wrong(rest, "an event and its trigger: Treatment:T1 Drug:T2")
    return match[1]


def _check(words: str, pieces: Sequence[tuple[int, int]], text: str) -> None:
    """Refuse offsets at which the text is another, and guess how they were counted."""
    if max(end for _, end in pieces) <= len(text) and (not words or _cut(text, pieces) == words):
        return
    guess = next(
        (why for why, other in _recounted(text) if _cut(other, pieces).replace("\0", "") == words),
        "",
    )
    inside = max(end for _, end in pieces) <= len(text)
    listed = ";".join(f"{start} {end}" for start, end in pieces)
    raise wrong(
        shown(_cut(text, pieces)) if inside else f"a text of {len(text)} characters",
        f"{shown(words)} at {listed}" if words else f"offsets up to {len(text)}",
        guess or "is this the text that was annotated?",
    )


def _cut(text: str, pieces: Sequence[tuple[int, int]]) -> str:
    """Give the words of an annotation as brat writes them: line breaks are blanks."""
    pieces_text = " ".join(text[start:end] for start, end in pieces)
    return pieces_text.replace("\n", " ").replace("\r", " ")


def _recounted(text: str) -> Iterator[tuple[str, str]]:
    """Give the text as others count it, and what they do."""
    bare = text.removeprefix("\ufeff")
    yield "the offsets do not count the byte order mark: save the text without it", bare
    short = text.replace("\r\n", "\n")
    said = "the offsets count CR LF as one character: save the text with LF alone"
    yield said, short
    yield f"{said}, and without its byte order mark", short.removeprefix("\ufeff")
    said = "the offsets count UTF-16 units, as JavaScript does: count characters"
    yield said, in_units_of("utf-16-le", text)
    yield "the offsets count bytes of UTF-8: count characters", in_units_of("utf-8", text)
    said = "the offsets count CR LF at the end of a line, where the text has LF alone"
    yield said, text.replace("\r\n", "\n").replace("\n", "\r\n")
    yield "the offsets count a byte order mark that the text does not have", "\ufeff" + text
