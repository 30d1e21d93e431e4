"""What is written is read again as it was; and whatever the bytes are, reading gives events."""

import json
from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from pathlib import Path as File
from tempfile import TemporaryDirectory

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.files import Bad, Filtered, ReadOptions, Rest, read
from measurand.edges.files.formats.conll import conll_events
from measurand.edges.files.formats.json_document import document_events
from measurand.edges.files.formats.jsonl import LineReader
from measurand.edges.files.json.value import Json, Number, decode, depth, encode, exact
from measurand.edges.files.lines import read_lines
from measurand.edges.files.samples.ids import Ids
from measurand.edges.files.samples.items import spans_of_tags, splits
from measurand.edges.files.samples.part import Part
from measurand.edges.files.sources.sniff import sniff_bytes
from measurand.edges.trials.strategies.samples import Shape, named, samples
from measurand.evidence.paths import Index, Key, Listed, Match, Names, Path, Step, parse_joined
from measurand.evidence.pattern import PairField, Pattern
from measurand.evidence.source import Fields, Source
from measurand.values.items import Span
from measurand.values.sample import Sample
from properties.strategies.bytes import anything, near_json, trees
from tests.formats.canonical import sample_line

EVENTS = Sample | Filtered | Bad | Rest
PLAIN = Source(path="a.jsonl")
DEMANDING = Source(
    path="a.jsonl",
    pattern="{pred} <-> {gold} ({similarity})",
    where=(("a", ("1", "true", "x")),),
    fields=Fields(id="id+a", pairs="b.c", groups=(("g", "d[0]"),), amounts=(("m", "e[-1]"),)),
)
COUNTED = Source(path="a.jsonl", fields=Fields(hits="a", predicted="b", gold_count="c"))
SMALL = ReadOptions(max_line_bytes=40, max_depth=3, strict=True)

plain_words = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
steps: st.SearchStrategy[Step] = (
    plain_words.map(Key)
    | st.integers(-999, 999).map(Index)
    | st.builds(Match, plain_words, plain_words)
)
apart = st.text("ab _-é", min_size=1, max_size=3)
together = st.lists(apart, min_size=2, max_size=3, unique=True).map(tuple)
lasts: st.SearchStrategy[Step] = steps | st.builds(Names, apart, together) | together.map(Listed)
paths = st.builds(
    lambda first, last: Path((*first, *last)),
    st.lists(steps | st.sampled_from([Key("{a,b}"), Key("p_{a,b}")]), max_size=3),
    st.lists(lasts, max_size=1),
)


def _part(source: Source, options: ReadOptions | None = None) -> Part:
    return Part(
        source=source,
        root=File(),
        name=source.path,
        path=None,
        options=options or ReadOptions(),
        ids=Ids("exact"),
    )


@given(st.sampled_from([Shape.TEXTS, Shape.SLOTS, Shape.SPANS]), st.data())
def test_samples_written_as_lines_are_read_as_they_were(shape: Shape, data: st.DataObject) -> None:
    drawn = data.draw(st.lists(samples(shape), max_size=5))
    corpus = tuple(evolve(sample, amounts=()) for sample in named(drawn))

    lines = b"".join(map(sample_line, corpus))

    plain = _part(evolve(PLAIN, input=(("end", "exclusive"),)))
    assert tuple(LineReader(plain).events(BytesIO(lines))) == corpus


@given(
    anything, st.sampled_from((PLAIN, DEMANDING, COUNTED)), st.sampled_from((ReadOptions(), SMALL))
)
def test_any_lines_give_events(raw: bytes, source: Source, options: ReadOptions) -> None:
    reader = LineReader(_part(source, options))

    events = list(reader.events(BytesIO(raw)))

    assert all(isinstance(event, EVENTS) for event in events)
    assert all(event.raw in raw for event in events if isinstance(event, Bad | Rest))
    assert all(event.faults for event in events if isinstance(event, Bad))


@given(
    anything,
    st.sampled_from(
        (
            Source(path="a", format="json"),
            Source(path="a", format="json", records="a.b", items="slots"),
            Source(path="a", format="json", columns=(("gold", "gold"), ("pred", "pred"))),
        )
    ),
)
def test_any_document_gives_events(raw: bytes, source: Source) -> None:
    events = document_events(raw, _part(source))

    assert all(isinstance(event, EVENTS) for event in events)


@given(st.binary(max_size=200) | st.text("aBIO-X\t \n\r", max_size=99).map(str.encode))
def test_any_columns_give_events(raw: bytes) -> None:
    source = Source(path="a", format="conll")

    events = list(conll_events(BytesIO(raw), _part(source, ReadOptions(max_line_bytes=30))))

    assert all(isinstance(event, EVENTS) for event in events)


@given(anything | st.text("aBIO-X\t \n", max_size=99).map(str.encode), st.booleans())
def test_a_first_look_at_any_bytes_says_something(raw: bytes, more: bool) -> None:  # noqa: FBT001
    found = sniff_bytes(raw, "a", more=more)

    assert found.assumptions or found.faults


@given(near_json, near_json)
def test_any_two_files_give_events(gold: bytes, predictions: bytes) -> None:
    source = Source(path="gold", predictions="pred")

    with TemporaryDirectory() as folder:
        File(folder, "gold").write_bytes(gold)
        File(folder, "pred").write_bytes(predictions)
        events = list(read(source, root=File(folder)))

    assert all(isinstance(event, EVENTS) for event in events)


@given(st.binary(max_size=60), st.integers(1, 12))
@example(b"\xef\xbb\xbfabc\r\n", 3)
def test_lines_and_their_pieces_are_the_whole_file(raw: bytes, most: int) -> None:
    lines = list(read_lines(BytesIO(raw), max_bytes=most))

    assert b"".join(line.raw for line in lines) == raw
    assert all(len(line.raw) <= most + 5 for line in lines)


@given(paths)
def test_a_path_is_parsed_as_it_was_written(path: Path) -> None:
    assert Path.parse(path.text) == path


@given(st.text(st.sampled_from('ab.[]"+=-0 {},\\'), max_size=12) | st.text(max_size=9))
def test_a_text_is_a_path_or_a_value_error(text: str) -> None:
    try:
        path = Path.parse(text)
    except ValueError:
        return

    assert Path.parse(path.text) == path


@given(st.lists(paths.filter(lambda path: bool(path.steps)), min_size=1, max_size=3))
def test_joined_paths_come_apart_again(several: list[Path]) -> None:
    assert list(parse_joined("+".join(path.text for path in several))) == several


@given(
    st.permutations(("pred", "gold", "similarity")),
    st.lists(st.text("<->( {}", min_size=1, max_size=4), min_size=2, max_size=2),
    st.text("[( {", max_size=3),
    st.text(")] }", max_size=3),
    st.text("ab<->( ", max_size=9),
    st.text("ab<->( ", max_size=9),
    st.integers(0, 100).map(lambda n: str(n / 100)),
)
def test_a_pattern_reads_what_it_wrote(  # noqa: PLR0913, PLR0917
    fields: Sequence[PairField],
    inner: Sequence[str],
    first: str,
    last: str,
    pred: str,
    gold: str,
    similarity: str,
) -> None:
    pattern = Pattern((first, *inner, last), tuple(fields))
    parts: dict[PairField, str] = {"pred": pred, "gold": gold, "similarity": similarity}

    found = list(splits(pattern.shaped(parts), pattern))

    assert parts in found
    assert all(pattern.shaped(dict(part)) == pattern.shaped(parts) for part in found)


@given(trees)
def test_depth_counts_the_levels(tree: object) -> None:
    assert depth(json.dumps(tree).encode()) == levels(tree)


def levels(tree: object) -> int:
    """Count levels by descending."""
    if not isinstance(tree, dict | list):
        return 0
    inner = tree.values() if isinstance(tree, dict) else tree
    return 1 + max((levels(below) for below in inner), default=0)


@given(trees)
def test_json_is_written_as_it_was_read(tree: object) -> None:
    text = json.dumps(tree).encode()
    value = decode(text, max_depth=200)

    assert decode(encode(value), max_depth=200) == value
    assert json.loads(encode(value)) == tree


@given(st.decimals(-10, 10, places=9) | st.floats(1e-300, 1e300).map(repr))
def test_a_number_is_exact(number: object) -> None:
    value: Json = decode(str(number).encode(), max_depth=1)

    assert exact(value) == Fraction(str(number))
    assert isinstance(value, Number | int)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.sampled_from("XY"))))
def test_tags_give_the_spans_that_they_were_made_of(parts: list[tuple[int, int, str]]) -> None:
    tags: list[str] = []
    spans: list[Span] = []
    for gap, size, label in parts:
        start = len(tags) + gap
        tags += ["O"] * gap + [f"B-{label}"] + [f"I-{label}"] * (size - 1)
        spans.append(Span(start, start + size, label))

    assert list(spans_of_tags(tags)) == spans
