"""Annotated text: what is written is read again as it was, and any bytes give events."""

import ast
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import quoteattr

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.files import Bad, Event, Filtered, ReadOptions, Rest, read
from measurand.edges.files.formats import absa_xml, brat, conll, quads, rankings
from measurand.edges.files.formats.brat_standoff import read_standoff
from measurand.edges.files.formats.conll import paired_events
from measurand.edges.files.formats.quads import quad_events
from measurand.edges.files.json.value import FaultError, Number
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.edges.files.samples.python_literals import read_literal
from measurand.evidence.source import Source
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample
from measurand.values.tagging import Scheme, tags_of
from properties.strategies.effort import third
from properties.strategies.tags import spans_apart

EVENTS = Sample | Filtered | Bad | Rest
BOUNDS = ReadOptions(max_line_bytes=300, max_document_bytes=2000)
XML = "\t\n" + "".join(map(chr, (*range(0x20, 0x7F), 0xE9, 0x65E5, 0x1F642)))

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
words = st.text(st.characters(categories=["L", "N", "S"]), min_size=1, max_size=4)
sentences = st.lists(words, min_size=1, max_size=6)
literals: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 10**20) | texts,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(texts, inner, max_size=3)
    ),
    max_leaves=8,
)
tagged = st.sampled_from(Scheme).flatmap(
    lambda scheme: st.tuples(st.just(scheme), spans_apart(), spans_apart())
)


def _part(kind: str, said: Mapping[str, str]) -> Part:
    source = Source(path="a", predictions="b", format=kind, input=tuple(said.items()))
    return Part(source=source, root=Path(), name="a", path=None, options=BOUNDS)


def _listed(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_listed(one) for one in value]
    if isinstance(value, Number):
        return float(value.text)
    return {k: _listed(v) for k, v in value.items()} if isinstance(value, dict) else value


@given(value=literals)
def test_what_python_writes_is_read_as_python_reads_it(value: object) -> None:
    assert read_literal(repr(value)) == _listed(value)


@given(
    text=st.text("[](){},:'\"\\0123456789.eE-+xuUNabTrueFalsNon \t\n#_j", max_size=12)
    | literals.map(repr).flatmap(
        lambda whole: st.integers(0, len(whole)).map(lambda at: whole[:at] + whole[at + 1 :])
    )
)
@example(text="('a')")
@example(text="'a' 'b'")
@example(text="01")
def test_what_is_read_is_what_python_reads_or_a_fault(text: str) -> None:
    try:
        found = read_literal(text)
    except FaultError:
        return

    assert _listed(found) == _listed(ast.literal_eval(text.strip(" \t")))


@third
@given(rows=tagged, tokens=st.lists(words, min_size=30, max_size=30))
def test_spans_written_into_two_files_of_tags_are_read_back(
    rows: tuple[Scheme, tuple[Span, ...], tuple[Span, ...]], tokens: Sequence[str]
) -> None:
    scheme, gold, predicted = rows
    files = [
        "".join(
            f"{token}\t{tag}\n"
            for token, tag in zip(tokens, tags_of(spans, len(tokens), scheme), strict=True)
        ).encode()
        for spans in (gold, predicted)
    ]

    part = _part("conll", {"scheme": scheme.value})
    [found] = paired_events(
        BytesIO(files[0]), BytesIO(files[1]), evolve(part, options=ReadOptions())
    )

    assert isinstance(found, Sample)
    assert (found.gold, found.predicted) == (gold, predicted)


@third
@given(data=st.data(), sentence=sentences)
def test_tuples_that_are_written_are_read_back(data: st.DataObject, sentence: list[str]) -> None:
    places = st.lists(st.integers(0, len(sentence) - 1), max_size=3)
    row = st.tuples(places, texts, texts | st.none(), places)
    gold, predicted = data.draw(st.lists(row, max_size=3)), data.draw(st.lists(row, max_size=3))
    order = {"order": "aspect,category,polarity,opinion"}
    files = [f"{' '.join(sentence)}####{rows!r}\n".encode() for rows in (gold, predicted)]

    part = evolve(_part("quads", order), options=ReadOptions())
    [found] = quad_events(BytesIO(files[0]), BytesIO(files[1]), part)

    assert isinstance(found, Sample)
    for items, rows in ((found.gold, gold), (found.predicted or (), predicted)):
        for item, (aspect, category, polarity, opinion) in zip(items, rows, strict=True):
            assert isinstance(item, Slots)
            told = [item.get(name) for name in ("aspect_at", "category", "polarity", "opinion_at")]
            at = [",".join(map(str, places)) or None for places in (aspect, opinion)]
            assert told == [at[0], category, polarity, at[1]]
            assert item.get("aspect") == (" ".join(sentence[one] for one in aspect) or None)


@given(text=st.text(max_size=12), data=st.data())
def test_annotations_that_are_written_are_read_back(text: str, data: st.DataObject) -> None:
    text = text.encode(errors="ignore").decode()
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    pieces = list(pairwise(cuts))[::2]
    lines = [
        f"T{at}\tLabel {start} {end}\t{' '.join(text[start:end].splitlines())}\n"
        for at, (start, end) in enumerate(pieces)
        if text[start:end].isprintable()
    ]

    found = read_standoff("".join(lines).encode(), text)

    kept = [(start, end) for start, end in pieces if text[start:end].isprintable()]
    assert [one.pieces for one in found.annotations.values()] == [(piece,) for piece in kept]


@third
@given(
    rows=st.lists(
        st.tuples(st.text(XML, max_size=8), st.integers(0, 8), st.integers(0, 8)), max_size=4
    )
)
def test_opinions_that_are_written_are_read_back(rows: list[tuple[str, int, int]]) -> None:
    body = "".join(
        f'<sentence id="{at}"><text/><Opinions><Opinion target={quoteattr(target)} '
        f'category="A#B" from="{start}" to="{end}"/></Opinions></sentence>'
        for at, (target, start, end) in enumerate(rows)
    )

    found = _read("absa-xml", {}, f"<sentences>{body}</sentences>".encode())

    given_back = [item for event in found if isinstance(event, Sample) for item in event.gold]
    slots = [dict(item.entries) for item in given_back if isinstance(item, Slots)]
    told = [(one["target"], one["from"], one["to"]) for one in slots]
    assert told == [(target, str(start), str(end)) for target, start, end in rows]


def _read(
    kind: str, said: Mapping[str, str], raw: bytes, other: bytes | None = None
) -> list[Event]:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        name = "a.ann" if kind == "brat" else "a"
        (root / name).write_bytes(raw)
        (root / ("b.ann" if kind == "brat" else "b")).write_bytes(raw if other is None else other)
        (root / "a.txt").write_bytes(other or b"")
        source = Source(
            path=name,
            predictions="b.ann" if kind == "brat" else "b",
            format=kind,
            input=tuple(said.items()),
        )
        return list(read(source, root=root, options=BOUNDS))


PIECES = {
    "conll": [b"a", b"\t", b" ", b"B-X", b"I-X", b"O", b"\n", b"\n\n", b"-DOCSTART-", b"\xff"],
    "quads": [b"a b", b"####", b"[", b"]", b"(", b"'x'", b",", b"0", b"\n", b"\t", b"0,1", b"\xff"],
    "brat": [
        b"T1\t",
        b"R1\t",
        b"E1\t",
        b"A ",
        b"0 1",
        b";2 3",
        b"X:T1",
        b" ",
        b"\n",
        b"#",
        b"\xff",
    ],
    "absa-xml": [
        b"<sentences>",
        b"<sentence id='1'>",
        b"<sentence id='2' OutOfScope='TRUE'>",
        b"</sentence>",
        b"<text>ab",
        b"</text>",
        b"<Opinions>",
        b"<Opinion target='ab' from='0' to='2' polarity='conflict'/>",
        b"<Review rid='1'>",
        b"</sentences>",
        b"<!DOCTYPE a>",
        b"&lt;",
        b"\xff",
    ],
    "trec": [b"q1 ", b"0 ", b"Q0 ", b"d1 ", b"d2 ", b"1 ", b"2.5 ", b"a", b"\n", b"\r\n", b"\xff"],
    "trec-json": [b"{", b"}", b'"q"', b'"d"', b":", b",", b"1", b"-2", b"0.5", b"null", b"\xff"],
}
KINDS: tuple[str, ...] = ("conll", "quads", "brat", "absa-xml", "trec", "trec-json")


@third
@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_whatever_the_bytes_are_reading_gives_events(data: st.DataObject, kind: str) -> None:
    pieces = st.lists(st.sampled_from(PIECES[kind]) | st.binary(max_size=4), max_size=20)
    raw, other = (b"".join(data.draw(pieces)) for _ in range(2))

    found = _read(kind, {}, raw, data.draw(st.sampled_from((raw, other))))

    assert found
    assert all(isinstance(event, EVENTS) for event in found)
    assert all(fault.text() for event in found if isinstance(event, Bad) for fault in event.faults)


@third
@given(data=st.data(), kind=st.sampled_from(KINDS))
def test_whatever_the_bytes_are_a_format_is_recognised_or_not(
    data: st.DataObject, kind: str
) -> None:
    pieces = st.lists(st.sampled_from(PIECES[kind]) | st.binary(max_size=4), max_size=12)
    raw = b"".join(data.draw(pieces))
    head = Head(name="a", raw=raw, lines=raw.split(b"\n"), entries=("a", "b.ann"))

    for sniff in (conll.sniff, quads.sniff, brat.sniff, absa_xml.sniff):
        guess = sniff(head)
        assert guess is None or (guess.source is not None and all(guess.assumptions))
    for sniff in (rankings.sniff, rankings.sniff_json):
        guess = sniff(head)
        assert guess is None or all(guess.assumptions)


TAGS = [*PIECES["conll"], b"-", b"X", b"B", b"I"]


@third
@given(raw=st.lists(st.sampled_from(TAGS), max_size=30).map(b"".join))
@example(raw=b"B-X-DOCSTART-")
@example(raw=b"BX-Y")
@example(raw=b"B--")
def test_tags_are_counted_as_odd_where_strict_and_lenient_spans_differ(raw: bytes) -> None:
    said = {"gold": "-1", "aligned": "counts"}
    strict, lenient = (_part("conll", {**said, "scheme": one}) for one in ("iob2", "lenient"))

    def spans(part: Part) -> list[tuple[object, ...]]:
        found = paired_events(BytesIO(raw), BytesIO(raw), part)
        return [event.gold for event in found if isinstance(event, Sample)]

    if spans(strict) != spans(lenient):
        assert conll.oddities(BytesIO(raw), strict)
        assert conll.oddities(BytesIO(raw), lenient)
