"""Whether the end of a span is inside it: what a record shows of that, where nothing was said.

A span is written by its start and its end, and many programs mean the last position by the end,
not the one behind it. A record shows which where only one of the two readings is possible: an empty
span has to have its end inside; one that is as long as its own text, or ends where the text of the
record ends, has it outside. Positions may count characters or words, so that both are tried.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Literal

from attrs import evolve

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.json.value import Json
from measurand.edges.files.samples.opening import MOST_LINES
from measurand.evidence.observe import SAY_END
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample, SpanEnds, lengthened

EXCLUSIVE, INCLUSIVE = "exclusive", "inclusive"
_TEXTS = ("text", "sentence", "context", "passage")
_TOKENS = ("tokens", "words")

_Reading = tuple[str, str]
"""What positions count, and whether the end is inside."""

_ALL = frozenset((unit, end) for unit in ("characters", "words") for end in (EXCLUSIVE, INCLUSIVE))


def shown(record: Json, spans: Iterable[Json]) -> SpanEnds:
    """Say what a record shows of the ends of its spans, as they are written.

    >>> shown({}, [{"start": 0, "end": 5, "text": "Paris"}]).value
    'exclusive'
    >>> shown({"tokens": ["in", "Oslo"]}, [{"start": 1, "end": 1}]).value
    'inclusive'
    >>> shown({"text": "in Oslo"}, [{"start": 3, "end": 6}]).value
    'open'
    """
    beside = dict(_beside(record))
    # Tokens alone are what is counted; beside a text it may be its characters.
    possible = frozenset(one for one in _ALL if beside.keys() != {"words"} or one[0] == "words")
    for span in spans:
        match span:
            case {"start": int(start), "end": int(end), **rest}:
                possible = possible & _possible(start, end, rest.get("text"), beside)
            case _:
                pass
    ends = {end for _, end in possible}
    return SpanEnds(ends.pop()) if len(ends) == 1 else SpanEnds.OPEN


def _beside(record: Json) -> Iterator[tuple[str, Sequence[str]]]:
    """Give what positions may count: the characters and the words of the text of a record."""
    held = record if isinstance(record, dict) else {}
    text = next((held[name] for name in _TEXTS if isinstance(held.get(name), str)), None)
    if isinstance(text, str):
        yield "characters", text
        yield "words", text.split()
    tokens = next((held[name] for name in _TOKENS if isinstance(held.get(name), list)), None)
    if isinstance(tokens, list):
        yield "words", [word if isinstance(word, str) else "" for word in tokens]


def _possible(
    start: int, end: int, text: object, beside: dict[str, Sequence[str]]
) -> frozenset[_Reading]:
    """List the readings under which a span can be: not empty, within its text, and as its text."""
    within = frozenset(
        (unit, said)
        for unit, said in _ALL
        if start < end + (said == INCLUSIVE)
        and (unit not in beside or end + (said == INCLUSIVE) <= len(beside[unit]))
    )
    if not isinstance(text, str) or not text.strip():
        return within or _ALL
    alike = frozenset(
        (unit, said)
        for unit, said in within
        if _reads(start, end + (said == INCLUSIVE), text, beside.get(unit), unit)
    )
    # A text that is there under no reading was changed, and shows nothing.
    return alike or within or _ALL


def _reads(start: int, end: int, text: str, beside: Sequence[str] | None, unit: str) -> bool:
    """Tell whether a span can have a text: it is the one that stands there, or as long."""
    own: Sequence[str] = text if unit == "characters" else text.split()
    if beside is None:
        return end - start == len(own)
    return "".join("".join(beside[start:end]).split()) == "".join(text.split())


def in_units_of(encoding: Literal["utf-16-le", "utf-8"], text: str) -> str:
    r"""Fill a text up with NUL, so that its characters stand where who counts such units sees them.

    >>> in_units_of("utf-16-le", "\U0001f600a"), in_units_of("utf-8", "éa")
    ('😀\x00a', 'é\x00a')
    """
    size = len("a".encode(encoding))
    return "".join(one + "\0" * (len(one.encode(encoding)) // size - 1) for one in text)


def shown_by(events: Iterable[Event]) -> tuple[SpanEnds, ...]:
    """List what samples show of their ends, each once: none, one, or both.

    >>> shown_by([Sample(id="1", ends=SpanEnds.OPEN), Sample(id="2", ends=SpanEnds.INCLUSIVE)])
    (<SpanEnds.INCLUSIVE: 'inclusive'>,)
    """
    ends = dict.fromkeys(event.ends for event in events if isinstance(event, Sample))
    return tuple(one for one in ends if one in {SpanEnds.EXCLUSIVE, SpanEnds.INCLUSIVE})


def shows_both(file: str) -> Fault:
    """Say that a file has spans whose ends are inside, and others whose ends are not.

    >>> shows_both("a.jsonl").got
    'spans that show both'
    """
    about = "to be told whether the end of a span is inside it"
    return Fault(file=file, got="spans that show both", expected=about, hint=SAY_END)


def agreed(events: Iterator[Event], source: Source) -> Iterator[Event]:
    """Read all samples of a source as the first of them show it, where nobody said it.

    What is open is kept back until one of a thousand samples shows it.

    >>> from measurand.values.items import Span
    >>> open_one = Sample(id="1", gold=(Span(0, 2),), ends=SpanEnds.OPEN)
    >>> shows = Sample(id="2", gold=(Span(3, 4),), ends=SpanEnds.INCLUSIVE)
    >>> [one.gold for one in agreed(iter([open_one, shows]), Source(path="a.jsonl"))]
    [(Span(start=0, end=3, label=''),), (Span(start=3, end=4, label=''),)]
    """
    first: list[Event] = []
    for event in events:
        if not first and not (isinstance(event, Sample) and event.ends is not SpanEnds.STATED):
            yield event
            continue
        first.append(event)
        if len(first) == MOST_LINES:
            break
    ends = shown_by(first)
    if len(ends) > 1:
        yield Bad((shows_both(source.path),))
        return
    for event in chain(first, events):
        if ends and isinstance(event, Sample) and event.ends is not SpanEnds.STATED:
            yield _as(event, ends[0], source)
        else:
            yield event


def _as(sample: Sample, ends: SpanEnds, source: Source) -> Sample | Bad:
    """Read a sample as others of its source show it."""
    if sample.ends in {SpanEnds.OPEN, ends}:
        return (
            lengthened(sample)
            if sample.ends is SpanEnds.OPEN and ends is SpanEnds.INCLUSIVE
            else evolve(sample, ends=SpanEnds.STATED)
        )
    return Bad((shows_both(source.path),))
