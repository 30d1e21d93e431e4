"""A convention that is open changes no number silently: of spans, of tags and of boxes.

Two sentences about each. Where nothing was said, a reader asks, or the number is that of every
reading that the data allows. Where it was said, the number is that of the data converted by hand.
"""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pyarrow as pa
from attrs import evolve
from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand import Observation, Sample, Span, observing, parse, pool
from measurand.edges.files import Bad, Event, read
from measurand.edges.files.formats.conll import sniff
from measurand.edges.files.samples.opening import head_of_bytes
from measurand.edges.files.sources.frames import End, events_of
from measurand.edges.files.sources.recognition import recognised
from measurand.edges.files.sources.sniff import sniff_bytes
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observe import by_place
from measurand.evidence.source import Source
from measurand.metrics.finalise import score
from measurand.values.score import Score
from measurand.values.tagging import Odd, Scheme, read_tags, tags_of
from properties.strategies.effort import third
from properties.strategies.tags import LABELS, spans_apart, tags

Rows = Sequence[Mapping[str, object]]
Written = tuple[int, int, str]
"""A span as a program wrote it: its start, its end whatever that means, its label."""

# --- spans ---------------------------------------------------------------------------------------

lengths = st.integers(0, 3)
written = st.builds(
    lambda at, size, label: (at, at + size, label), lengths, lengths, st.sampled_from("AB")
)
sides = st.lists(written, max_size=4)
definitions = st.sampled_from(
    [
        "f(average=micro)",
        "f(average=micro,match=multiset)",
        "f(average=macro[class],class=label)",
        "f(average=macro[class],class=item)",
        *(
            f"f(average={average},match=spans[mode={mode},scope={scope},assign={assign}],charge={charge})"
            for mode in ("strict", "exact", "partial", "type", "iou")
            for scope in ("joint", "by_type")
            for assign in ("greedy", "nearest", "optimal")
            for average, charge in (("micro", "gold"), ("macro[class],class=label", "predicted"))
        ),
    ]
)


def span(one: Written) -> dict[str, object]:
    start, end, label = one
    return {"start": start, "end": end, "label": label}


def rows_of(drawn: Iterable[tuple[list[Written], list[Written]]]) -> Rows:
    return [
        {"id": str(at), "gold": list(map(span, gold)), "pred": list(map(span, pred))}
        for at, (gold, pred) in enumerate(drawn)
    ]


def in_file(raw: str, kind: str, said: Mapping[str, str]) -> list[Event]:
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_text(raw, encoding="utf-8")
        source = Source(path="a", format=kind, items="spans", input=tuple(said.items()))
        return list(read(source, root=Path(folder)))


def as_lines(rows: Rows, said: Mapping[str, str]) -> list[Event]:
    return in_file("".join(json.dumps(row) + "\n" for row in rows), "jsonl", said)


def as_document(rows: Rows, said: Mapping[str, str]) -> list[Event]:
    return in_file(json.dumps(rows), "json", said)


def as_csv(rows: Rows, said: Mapping[str, str]) -> list[Event]:
    held = StringIO()
    writer = csv.writer(held)
    writer.writerow(["id", "gold", "pred"])
    writer.writerows(
        [row["id"], *(json.dumps(row[side]) for side in ("gold", "pred"))] for row in rows
    )
    return in_file(held.getvalue(), "csv", said)


def end_of(said: Mapping[str, str]) -> End:
    return "inclusive" if said.get("end") == "inclusive" else "exclusive" if said else ""


def as_rows(rows: Rows, said: Mapping[str, str]) -> list[Event]:
    return list(events_of(rows, items="spans", end=end_of(said)))


def as_frame(rows: Rows, said: Mapping[str, str]) -> list[Event]:
    return list(events_of(pd.DataFrame(list(rows)), items="spans", end=end_of(said)))


def as_arrow(rows: Rows, said: Mapping[str, str]) -> list[Event]:
    kind = pa.list_(pa.struct({"start": pa.int64(), "end": pa.int64(), "label": pa.string()}))
    schema = pa.schema({"id": pa.string(), "gold": kind, "pred": kind})
    table = pa.Table.from_pylist([dict(row) for row in rows], schema=schema)
    return list(events_of(table, items="spans", end=end_of(said)))


Door = Callable[[Rows, Mapping[str, str]], list[Event]]
doors = st.sampled_from([as_lines, as_document, as_csv, as_rows, as_frame, as_arrow])


def samples_in(events: Iterable[Event]) -> list[Sample] | None:
    """Give the samples; None where something was refused."""
    found = list(events)
    kept = [event for event in found if isinstance(event, Sample)]
    return kept if len(kept) == len(found) else None


def number(text: str, samples: Iterable[Sample]) -> Score | None:
    """Score samples; None where they are asked about."""
    definition = parse(text)
    how = observing(definition)
    try:
        return score(definition, pool(how, samples))
    except UnfitSampleError:
        return None


def by_hand(rows: Sequence[tuple[list[Written], list[Written]]], more: int) -> list[Sample]:
    """Convert what was written to half-open spans, `more` positions longer."""
    return [
        Sample(
            id=str(at),
            gold=tuple(Span(start, end + more, label) for start, end, label in gold),
            predicted=tuple(Span(start, end + more, label) for start, end, label in pred),
        )
        for at, (gold, pred) in enumerate(rows)
    ]


TOUCHING = [([(0, 1, "A")], [(1, 2, "A")])]
EMPTY_TOO = [*TOUCHING, ([(3, 3, "B")], [])]


@given(st.lists(st.tuples(sides, sides), min_size=1, max_size=3), definitions, doors)
@example(TOUCHING, "f(average=micro,match=spans[mode=partial])", as_lines)
@example(EMPTY_TOO, "f(average=micro,match=spans[mode=partial])", as_arrow)
def test_open_ends_are_asked_about_or_change_nothing(
    drawn: list[tuple[list[Written], list[Written]]], text: str, door: Door
) -> None:
    found = samples_in(door(rows_of(drawn), {}))
    empty = any(start == end for pair in drawn for side in pair for start, end, _ in side)
    readings = [number(text, by_hand(drawn, more)) for more in ((1,) if empty else (0, 1))]

    told = None if found is None else number(text, found)

    assert told is None or [told] * len(readings) == readings
    assert told is not None or by_place(observing(parse(text)))


@given(
    st.lists(st.tuples(sides, sides), min_size=1, max_size=3),
    definitions,
    doors,
    st.sampled_from(["exclusive", "inclusive"]),
)
@example(TOUCHING, "f(average=micro,match=spans[mode=partial])", as_csv, "inclusive")
def test_ends_that_were_said_count_as_data_converted_by_hand(
    drawn: list[tuple[list[Written], list[Written]]], text: str, door: Door, end: str
) -> None:
    inside = end == "inclusive"
    assume(inside or all(start < end for pair in drawn for side in pair for start, end, _ in side))

    found = samples_in(door(rows_of(drawn), {"end": end}))

    assert found == by_hand(drawn, int(inside))
    assert number(text, found) == number(text, by_hand(drawn, int(inside)))


WORDS = ("in", "New", "York", "I", "UK", "보통")


@given(st.data(), st.sampled_from(["exclusive", "inclusive"]), st.sampled_from(["text", "tokens"]))
def test_texts_beside_spans_never_show_the_other_reading(
    data: st.DataObject, end: str, what: str
) -> None:
    inside, tokens = end == "inclusive", what == "tokens"
    words = data.draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
    counted: Sequence[str] = words if tokens else " ".join(words)
    places = st.integers(0, len(counted) - 1)
    ends = st.lists(st.tuples(places, places).map(sorted), min_size=1, max_size=3)
    joined = " " if tokens else ""
    bounds = [(start, last + 1) for start, last in data.draw(ends)]
    texts = [joined.join(counted[start:end]) for start, end in bounds]
    gold = [
        {"start": start, "end": end - inside, "label": "A", "text": text}
        for (start, end), text in zip(bounds, texts, strict=True)
    ]
    beside: dict[str, object] = {"tokens": words} if tokens else {"text": counted}
    row = {"id": "1", "gold": gold, "pred": [], **beside}

    told = samples_in(as_lines([row], {}))

    assert told is not None
    spans = tuple(Span(start, end, "A") for start, end in bounds)
    for one in told:
        assert one.gold == spans or one.ends.value == "open"


@given(definitions)
def test_what_is_asked_about_looks_at_places(text: str) -> None:
    how = observing(parse(text))

    assert isinstance(how, Observation)
    assert by_place(how) is ("spans" in text or "class=item" in text)


# --- tags ----------------------------------------------------------------------------------------

told_apart = st.sampled_from([Scheme.IOB2, Scheme.IOBES, Scheme.BILOU])


def columns(gold: Sequence[str], pred: Sequence[str]) -> bytes:
    return "".join(f"w\t{one}\t{other}\n" for one, other in zip(gold, pred, strict=True)).encode()


def of_columns(raw: bytes, source: Source) -> list[Event]:
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_bytes(raw)
        return list(read(evolve(source, path="a"), root=Path(folder)))


@given(spans_apart(), spans_apart(), st.sampled_from(Scheme), st.sampled_from(Scheme))
def test_columns_are_read_by_the_schemes_that_were_said(
    gold: tuple[Span, ...], pred: tuple[Span, ...], one: Scheme, other: Scheme
) -> None:
    length = max(1, *(span.end for span in (*gold, *pred)), 1)
    said = (("gold_scheme", one.value), ("pred_scheme", other.value))
    raw = columns(tags_of(gold, length, one), tags_of(pred, length, other))

    [found] = samples_in(of_columns(raw, Source(path="a", format="conll", input=said))) or []

    assert (found.gold, found.predicted) == (gold, pred)


@given(spans_apart(), spans_apart(), told_apart, told_apart)
def test_columns_of_two_schemes_are_recognised(
    gold: tuple[Span, ...], pred: tuple[Span, ...], one: Scheme, other: Scheme
) -> None:
    length = max(1, *(span.end for span in (*gold, *pred)), 1)
    raw = columns(tags_of(gold, length, one), tags_of(pred, length, other))
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_bytes(raw)
        source = recognised(Path("a"), Path(folder))

    assert source is not None
    [found] = samples_in(of_columns(raw, source)) or []
    assert (found.gold, found.predicted) == (gold, pred)


@given(st.data(), st.sampled_from(Scheme), st.sampled_from(Scheme))
def test_no_scheme_is_advised_that_keeps_no_tag(
    data: st.DataObject, one: Scheme, other: Scheme
) -> None:
    size = data.draw(st.integers(1, 8))
    drawn = [
        data.draw(st.lists(tags(scheme, LABELS[:1]), min_size=size, max_size=size))
        for scheme in (one, other)
    ]

    guess = sniff(head_of_bytes(columns(*drawn), "a", more=False))

    assert guess is not None
    assert guess.source is not None
    said = dict(guess.source.input)
    advised = " ".join(guess.assumptions)
    for side, column in zip(("gold", "pred"), drawn, strict=True):
        names = [said[name] for name in (f"{side}_scheme", "scheme") if name in said]
        names += [
            scheme.value
            for scheme in Scheme
            if f"{side}_scheme={scheme.value} " in advised
            or f"input scheme={scheme.value} " in advised
        ]
        for name in names:
            lost = [odd.why for odd in read_tags(column, Scheme(name)).odd].count(Odd.LOST)
            there = sum(tag != "O" for tag in column)
            assert not there or lost < there


# --- boxes ---------------------------------------------------------------------------------------

SIDE = 12
Box = tuple[int, int, int, int]
"""Left, top, width and height of a box in an image of 12 by 12."""


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top = draw(st.integers(0, SIDE - 1)), draw(st.integers(0, SIDE - 1))
    return left, top, draw(st.integers(1, SIDE - left)), draw(st.integers(1, SIDE - top))


def numbers(box: Box, how: str) -> list[int]:
    left, top, wide, high = box
    return [left, top, wide, high] if how == "xywh" else [left, top, left + wide, top + high]


def coco(
    gold: Sequence[Box],
    pred: Sequence[Box],
    ways: tuple[str, str],
    said: Mapping[str, str],
    *,
    area: bool,
) -> list[Event]:
    first = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": SIDE, "height": SIDE}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": at, "image_id": 1, "category_id": 1, "bbox": numbers(box, ways[0])}
            | ({"area": box[2] * box[3]} if area else {})
            for at, box in enumerate(gold)
        ],
    }
    second = [
        {"image_id": 1, "category_id": 1, "bbox": numbers(box, ways[1]), "score": 0.5}
        for box in pred
    ]
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_text(json.dumps(first))
        (Path(folder) / "b").write_text(json.dumps(second))
        source = Source(path="a", predictions="b", format="coco", input=tuple(said.items()))
        return list(read(source, root=Path(folder)))


@third
@given(
    st.lists(boxes(), max_size=3),
    st.lists(boxes(), max_size=3),
    st.sampled_from(list(product(("xywh", "xyxy"), repeat=2))),
    st.sampled_from(["with areas", "without"]),
)
@example([(1, 1, 2, 2)], [(1, 1, 2, 2)], ("xywh", "xyxy"), "without")
def test_boxes_are_asked_about_or_alike_under_every_reading(
    gold: list[Box], pred: list[Box], ways: tuple[str, str], areas: str
) -> None:
    area = areas == "with areas"
    said = dict(zip(("box", "results_box"), ways, strict=True))
    [right] = coco(gold, pred, ways, said, area=area)
    [plain] = coco(gold, pred, ("xywh", "xywh"), {"box": "xywh", "results_box": "xywh"}, area=area)

    [found] = coco(gold, pred, ways, {}, area=area)

    assert right == plain
    assert isinstance(found, Bad) or found == right


ragged = st.lists(
    st.lists(
        st.sampled_from(("O", "B-A", "I-A", "L-A", "U-B", "S-B", "E-A", "x", "-DOCSTART-")),
        max_size=4,
    ),
    max_size=8,
)


@example([["x", "O", "B-A"], [], ["x", "B-A", "L-A"]], "\t")
@given(ragged, st.sampled_from(("\t", " ")))
def test_columns_of_any_tags_are_looked_at_without_a_defect(
    rows: list[list[str]], separator: str
) -> None:
    head = "\n".join(separator.join(row) for row in rows).encode()

    found = sniff_bytes(head, "a.conll", more=False)

    assert found.faults or found.format
