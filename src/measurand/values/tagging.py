"""Tag sequences (a tag for each token) to spans over tokens and back, in the usual schemes.

The same tags are other spans under another scheme, and tools differ in what they do with tags that
a scheme does not allow: conlleval reads something into every one, strict readers drop what is not
well formed. So a scheme is always named, and what is odd about a tag that was read is kept beside
it. A scheme is a rule of which prefix may open a span and which may close one; IOE is read as the
mirror image of IOB, from the last token to the first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from attrs import frozen

from measurand.values.items import Span
from measurand.values.sample import Sample

UNNAMED = "_"
"""The label of a tag that has none, unless another is asked for: `B` is read as `B-_`."""

SCHEME = "scheme"
"""The group under which a sample of tags says how they were read."""


class Scheme(Enum):
    """How the prefixes of tags make spans.

    `lenient` reads the prefixes B, I, E and S as the scorer conlleval of CoNLL-2000 does: nothing
    is lost, and a tag that continues no span opens one. The rest are strict: what the scheme does
    not allow is in no span. In `iob2` every span starts with B, in `ioe2` every span ends with E;
    `iob1` and `ioe1` write B and E only between two spans of one label that touch; `iobes` and
    `bilou` write both ends, and S or U for a span of one token.
    """

    LENIENT = "lenient"
    IOB1 = "iob1"
    IOB2 = "iob2"
    IOE1 = "ioe1"
    IOE2 = "ioe2"
    IOBES = "iobes"
    BILOU = "bilou"


class Odd(Enum):
    """What is odd about a tag that could be read."""

    NO_HYPHEN = "no hyphen after the prefix"
    NO_LABEL = "no label"
    HYPHENS = "lenient and strict schemes differ in its label"
    NOT_PLAIN = "starts with O: read as O"
    OPENS = "continues no span: opens one"
    LOST = "is in no span"


@frozen
class Oddity:
    """A tag that was read, and what is odd about it; `at` counts tokens from 0.

    >>> Oddity(0, "BIRD", Odd.NO_HYPHEN).why.value
    'no hyphen after the prefix'
    """

    at: int
    tag: str
    why: Odd


@frozen
class Tagged:
    """The spans of a tag sequence, half-open over tokens in the order of the text, and what is odd.

    No two spans share a token. Oddities are in the order of the tags.

    >>> Tagged((Span(0, 1, "PER"),)).odd
    ()
    """

    spans: tuple[Span, ...]
    odd: tuple[Oddity, ...] = ()


_Mark = tuple[str, str]
"""A prefix and a label."""

_OUTSIDE: _Mark = ("O", "")
PREFIXES: Mapping[Scheme, str] = {
    Scheme.LENIENT: "BEIOS",
    Scheme.IOB1: "BIO",
    Scheme.IOB2: "BIO",
    Scheme.IOE1: "EIO",
    Scheme.IOE2: "EIO",
    Scheme.IOBES: "BEIOS",
    Scheme.BILOU: "BILOU",
}


def read_tags(
    tags: Sequence[str], scheme: Scheme = Scheme.LENIENT, *, unnamed: str = UNNAMED
) -> Tagged:
    """Read a tag sequence as spans over tokens.

    `scheme` says what prefixes mean. A tag is a prefix, a hyphen and a label (`B-PER`); `O` is
    outside. `lenient` takes for the label
    what follows the first hyphen (all that follows the prefix, where there is none); strict schemes
    take what follows the prefix, without the hyphens around it. So `BIRD` is the start of an `IRD`:
    that is read, and noted. A tag without a label has the label `unnamed`.

    >>> read_tags(["B-PER", "I-PER", "I-LOC", "O"])
    Tagged(spans=(Span(start=0, end=2, label='PER'), Span(start=2, end=3, label='LOC')), \
odd=(Oddity(at=2, tag='I-LOC', why=<Odd.OPENS: 'continues no span: opens one'>),))
    >>> read_tags(["B-PER", "I-LOC"], Scheme.IOB2).odd
    (Oddity(at=1, tag='I-LOC', why=<Odd.LOST: 'is in no span'>),)

    Raises ValueError for a tag without a prefix of the scheme.
    """
    marks: list[_Mark] = []
    odd: list[Oddity] = []
    for at, tag in enumerate(tags):
        mark, notes = _mark(tag, scheme, unnamed)
        if mark is None:
            message = f"a tag of {scheme.value} starts with {_listed(scheme)}: got {tag!r} at {at}"
            raise ValueError(message)
        marks.append(mark)
        if notes:
            odd += [Oddity(at, tag, why) for why in notes]
    spans = _READERS[scheme](marks)
    strict = scheme is not Scheme.LENIENT
    odd += [Oddity(at, tags[at], why) for at, why in _misplaced(marks, spans, strict=strict)]
    return Tagged(spans, tuple(sorted(odd, key=lambda one: one.at)))


def _listed(scheme: Scheme) -> str:
    known = PREFIXES[scheme]
    return f"{', '.join(known[:-1])} or {known[-1]}"


@lru_cache(maxsize=2**12)
def _mark(tag: str, scheme: Scheme, unnamed: str) -> tuple[_Mark | None, tuple[Odd, ...]]:
    prefix, rest, strict = tag[:1], tag[1:], scheme is not Scheme.LENIENT
    if not prefix or prefix not in PREFIXES[scheme]:
        return None, ()
    if prefix == "O":
        return _OUTSIDE, (Odd.NOT_PLAIN,) if rest else ()
    stripped, behind = rest.strip("-"), rest.partition("-")[2] if "-" in rest else rest
    label = stripped if strict else behind
    noted = {
        Odd.NO_HYPHEN: bool(rest) and not rest.startswith("-"),
        Odd.NO_LABEL: not label,
        Odd.HYPHENS: stripped != behind,
    }
    return (prefix, label or unnamed), tuple(why for why, holds in noted.items() if holds)


def _misplaced(
    marks: Sequence[_Mark], spans: Sequence[Span], *, strict: bool
) -> Iterator[tuple[int, Odd]]:
    if not strict:
        yield from ((span.start, Odd.OPENS) for span in spans if marks[span.start][0] in "IE")
        return
    inside = {at for span in spans for at in range(span.start, span.end)}
    yield from (
        (at, Odd.LOST) for at, mark in enumerate(marks) if mark != _OUTSIDE and at not in inside
    )


@frozen
class _Rule:
    """Which mark of a label opens a span after another, and which may be the last before another.

    I and E continue a span of their label after B and I.
    """

    opens: Callable[[_Mark, _Mark], bool]
    closes: Callable[[_Mark, _Mark], bool]


def _continues(before: _Mark, mark: _Mark) -> bool:
    return mark[0] in "IE" and before[0] in "BI" and mark[1] == before[1]


def _any(_one: _Mark, _other: _Mark) -> bool:
    return True


_LENIENT = _Rule(_any, _any)
_IOB2 = _Rule(lambda _, mark: mark[0] == "B", _any)
_IOB1 = _Rule(
    lambda before, mark: mark[0] == "I" or (before[0] in "BI" and before[1] == mark[1]),
    lambda last, after: not last[0] == after[0] == "B" or last[1] == after[1],
)
_IOBES = _Rule(lambda _, mark: mark[0] in "BS", lambda last, _: last[0] in "ES")


def _scan(marks: Sequence[_Mark], rule: _Rule) -> tuple[Span, ...]:
    bounded = [_OUTSIDE, *marks, _OUTSIDE]
    spans = []
    at = 1
    opens, closes = rule.opens, rule.closes
    while at <= len(marks):
        start, at = at, at + 1
        mark = bounded[start]
        if mark is _OUTSIDE or mark == _OUTSIDE or not opens(bounded[start - 1], mark):
            continue
        while _continues(bounded[at - 1], bounded[at]):
            at += 1
        if closes(bounded[at - 1], bounded[at]):
            spans.append(Span(start - 1, at - 1, mark[1]))
    return tuple(spans)


def _mirrored(marks: Sequence[_Mark], rule: _Rule) -> tuple[Span, ...]:
    """Read from the right, where E stands for B."""
    turned = [("B" if prefix == "E" else prefix, label) for prefix, label in reversed(marks)]
    size = len(marks)
    spans = _scan(turned, rule)
    return tuple(Span(size - span.end, size - span.start, span.label) for span in reversed(spans))


_AS_IOBES = {"L": "E", "U": "S"}

_READERS: Mapping[Scheme, Callable[[Sequence[_Mark]], tuple[Span, ...]]] = {
    Scheme.LENIENT: lambda marks: _scan(marks, _LENIENT),
    Scheme.IOB1: lambda marks: _scan(marks, _IOB1),
    Scheme.IOB2: lambda marks: _scan(marks, _IOB2),
    Scheme.IOE1: lambda marks: _mirrored(marks, _IOB1),
    Scheme.IOE2: lambda marks: _mirrored(marks, _IOB2),
    Scheme.IOBES: lambda marks: _scan(marks, _IOBES),
    Scheme.BILOU: lambda marks: _scan([(_AS_IOBES.get(p, p), label) for p, label in marks], _IOBES),
}


def tags_of(spans: Sequence[Span], length: int, scheme: Scheme = Scheme.LENIENT) -> tuple[str, ...]:
    """Write spans as `length` tags; `lenient` is written as `iob2`.

    Reading the tags in the same scheme gives the spans back, in the order of the text.

    >>> tags_of([Span(0, 2, "PER"), Span(2, 3, "PER")], 4, Scheme.IOB1)
    ('I-PER', 'I-PER', 'B-PER', 'O')

    Raises ValueError where spans share a token or end behind the last one, and for a label that is
    empty, or starts or ends with a hyphen.
    """
    placed = sorted(spans)
    for before, span in pairwise(placed):
        if span.start < before.end:
            message = f"spans that share no token: got {before} and {span}"
            raise ValueError(message)
    tags = ["O"] * length
    for at, span in enumerate(placed):
        if span.end > length:
            message = f"spans of at most {length} tokens: got one that ends at {span.end}"
            raise ValueError(message)
        if not span.label or span.label.strip("-") != span.label:
            message = f"a label without hyphens around it: got {span.label!r}"
            raise ValueError(message)
        prefixes = _prefixes(
            scheme,
            span.end - span.start,
            after=_touches(placed, at - 1, at),
            before=_touches(placed, at, at + 1),
        )
        tags[span.start : span.end] = [f"{prefix}-{span.label}" for prefix in prefixes]
    return tuple(tags)


def _touches(placed: Sequence[Span], left: int, right: int) -> bool:
    """Tell whether two neighbours of one label meet."""
    if left < 0 or right == len(placed):
        return False
    one, other = placed[left], placed[right]
    return one.end == other.start and one.label == other.label


def _prefixes(scheme: Scheme, size: int, *, after: bool, before: bool) -> str:
    inner = "I" * (size - 2)
    match scheme:
        case Scheme.IOB2 | Scheme.LENIENT:
            return "B" + "I" * (size - 1)
        case Scheme.IOE2:
            return "I" * (size - 1) + "E"
        case Scheme.IOB1:
            return ("B" if after else "I") + "I" * (size - 1)
        case Scheme.IOE1:
            return "I" * (size - 1) + ("E" if before else "I")
        case Scheme.IOBES:
            return "S" if size == 1 else f"B{inner}E"
        case Scheme.BILOU:
            return "U" if size == 1 else f"B{inner}L"


def beyond_iob(tags: Iterable[str]) -> str:
    """Give the first tag that is neither O nor B- or I- before a label; empty where all are.

    >>> beyond_iob(["O", "B-PER", "I-PER"]), beyond_iob(["B-PER", "E-PER", "S-LOC"])
    ('', 'E-PER')
    """
    return next((tag for tag in tags if tag != "O" and tag[:2] not in _IOB), "")


_IOB = frozenset({"B-", "I-"})


def tagged_sample(
    name: str, gold: Sequence[str], predicted: Sequence[str], scheme: Scheme = Scheme.LENIENT
) -> Sample:
    """Make a sample of two tag sequences over the same tokens, with its scheme as a group.

    >>> tagged_sample("1", ["B-PER", "O"], ["B-PER", "B-PER"]).predicted
    (Span(start=0, end=1, label='PER'), Span(start=1, end=2, label='PER'))

    Raises ValueError where the lengths differ, and as `read_tags` does.
    """
    if len(gold) != len(predicted):
        message = f"a predicted tag for each gold tag: got {len(predicted)} for {len(gold)}"
        raise ValueError(message)
    spans = read_tags(gold, scheme).spans
    answer = read_tags(predicted, scheme).spans
    return Sample(
        id=name,
        gold=spans,
        predicted=answer,
        groups=((SCHEME, scheme.value),),
        beyond_iob=beyond_iob((*gold, *predicted)),
    )
