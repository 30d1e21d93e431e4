"""Whether the end of a span is inside it: said, shown, or asked where counts depend on it."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from measurand import Definition, Sample, evaluate, parse
from measurand.edges.files import Event, settled
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.samples.span_ends import shown
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.source import Source
from measurand.frames import samples_of
from measurand.values.fault import Fault
from measurand.values.items import Span
from measurand.values.sample import SpanEnds
from tests.formats.reading import PLAIN, faults, samples
from tests.formats.reading import events as written

PARTIAL = parse("f(average=micro,match=spans[mode=partial])")
WHOLE = parse("f(average=micro)")
SAY = 'say --input end=exclusive|inclusive, or input = { end = "..." } in a claims file'

Row = Mapping[str, object]


def span(start: int, end: int, **more: object) -> dict[str, object]:
    """Write a span."""
    return {"start": start, "end": end, "label": "A", **more}


TOUCHING: Row = {"id": "1", "gold": [span(0, 1), span(4, 6)], "pred": [span(1, 2)]}
EMPTY: Row = {"id": "2", "gold": [span(3, 3)], "pred": []}
TEXT: Row = {"id": "3", "gold": [span(0, 5, text="Paris")], "pred": []}


def events(folder: Path, *rows: Row, source: Source = PLAIN) -> list[Event]:
    """Write rows as JSON Lines and read them."""
    return written(folder, "".join(json.dumps(row) + "\n" for row in rows).encode(), source)


def value(definition: Definition, found: Sequence[Sample]) -> Fraction | None:
    """Score samples, exactly."""
    score = evaluate(definition, found)
    return getattr(score, "value", None)


@pytest.mark.parametrize(
    ("record", "spans", "ends"),
    [
        ({}, [span(3, 3)], SpanEnds.INCLUSIVE),
        ({}, [span(0, 5)], SpanEnds.OPEN),
        ({}, [span(0, 5, text="Paris")], SpanEnds.EXCLUSIVE),
        ({}, [span(0, 4, text="Paris")], SpanEnds.INCLUSIVE),
        ({}, [span(2, 4, text="New York")], SpanEnds.EXCLUSIVE),
        ({}, [span(2, 3, text="New York")], SpanEnds.INCLUSIVE),
        ({}, [span(3, 4, text="UK")], SpanEnds.OPEN),
        ({}, [span(3, 4, text="UK"), span(5, 6, text="York")], SpanEnds.EXCLUSIVE),
        ({}, [span(0, 9, text="paris")], SpanEnds.OPEN),
        ({"text": "in Oslo"}, [span(3, 7)], SpanEnds.EXCLUSIVE),
        ({"text": "in Oslo"}, [span(3, 6)], SpanEnds.OPEN),
        ({"text": "in Oslo"}, [span(3, 6, text="Oslo")], SpanEnds.INCLUSIVE),
        ({"tokens": ["in", "Oslo"]}, [span(1, 2)], SpanEnds.EXCLUSIVE),
        ({"tokens": ["in", "New", "York"]}, [span(1, 2, text="New York")], SpanEnds.INCLUSIVE),
        ({"text": "in Oslo"}, [span(3, 99)], SpanEnds.OPEN),
    ],
)
def test_a_record_shows_what_one_reading_alone_allows(
    record: dict[str, object], spans: list[dict[str, object]], ends: SpanEnds
) -> None:
    # Records are JSON, whose values are of one type.
    assert shown(json.loads(json.dumps(record)), json.loads(json.dumps(spans))) is ends


def test_what_is_open_is_asked_where_counts_depend_on_it(tmp_path: Path) -> None:
    found = samples(events(tmp_path, TOUCHING))

    assert [one.ends for one in found] == [SpanEnds.OPEN]
    assert value(WHOLE, found) == 0
    with pytest.raises(UnfitSampleError, match="whether the end of a span is inside it") as told:
        evaluate(PARTIAL, found)
    assert told.value.hint == SAY


def test_what_both_readings_count_alike_is_not_asked(tmp_path: Path) -> None:
    apart: Row = {"id": "1", "gold": [span(0, 3), span(10, 20)], "pred": [span(1, 4)]}

    assert value(PARTIAL, samples(events(tmp_path, apart))) == Fraction(1, 3)


@pytest.mark.parametrize(("end", "score"), [("exclusive", 0), ("inclusive", Fraction(1, 3))])
def test_what_was_said_is_read(tmp_path: Path, end: str, score: Fraction) -> None:
    found = samples(
        events(tmp_path, TOUCHING, source=Source(path="a.jsonl", input=(("end", end),)))
    )

    assert [one.ends for one in found] == [SpanEnds.STATED]
    assert value(PARTIAL, found) == score


@pytest.mark.parametrize(
    ("other", "score"), [(EMPTY, Fraction(1, 4)), (TEXT, Fraction(0))], ids=["empty", "text"]
)
def test_one_record_shows_it_for_all(tmp_path: Path, other: Row, score: Fraction) -> None:
    found = samples(events(tmp_path, TOUCHING, other))

    assert {one.ends for one in found} == {SpanEnds.STATED}
    assert value(PARTIAL, found) == score


def test_records_that_show_both_are_refused(tmp_path: Path) -> None:
    found = events(tmp_path, EMPTY, TEXT)

    expected = "expected to be told whether the end of a span is inside it"
    assert faults(found) == [f"a.jsonl: {expected}, got spans that show both: {SAY}"]
    told = settled(Source(path="a.jsonl"), root=tmp_path, options=ReadOptions())
    assert isinstance(told, Fault)


def test_an_empty_span_is_refused_where_ends_are_outside(tmp_path: Path) -> None:
    said = Source(path="a.jsonl", input=(("end", "exclusive"),))

    assert faults(events(tmp_path, EMPTY, source=said)) == [
        (
            "a.jsonl:1: $.gold[0]: expected a span that ends after it starts, got [3, 3): "
            "say --input end=inclusive if its end is inside"
        )
    ]


def test_a_source_is_settled_by_what_its_records_show(tmp_path: Path) -> None:
    events(tmp_path, TOUCHING, EMPTY)

    found = settled(Source(path="a.jsonl"), root=tmp_path, options=ReadOptions())

    assert isinstance(found, Source)
    assert found.end == "inclusive"


@pytest.mark.parametrize("kind", ["conll", "brat", "squad", "scorecards"])
def test_other_formats_have_ends_of_their_own(kind: str) -> None:
    assert Source(path="a", format=kind).end == "exclusive"


def test_rows_in_memory_say_it_or_show_it() -> None:
    rows = [dict(TOUCHING)]

    assert [one.ends for one in samples_of(rows).unwrap()] == [SpanEnds.OPEN]
    assert samples_of(rows, end="inclusive").unwrap()[0].predicted == (Span(1, 3, "A"),)
    shows = samples_of([*rows, dict(EMPTY)]).unwrap()
    assert [one.ends for one in shows] == [SpanEnds.STATED] * 2
    assert shows[0].predicted == (Span(1, 3, "A"),)
    assert not is_successful(samples_of([dict(EMPTY), dict(TEXT)]))


def test_pairs_are_read_as_the_spans_they_are_of(tmp_path: Path) -> None:
    pair = {"pred": span(1, 2), "gold": span(0, 1), "similarity": 0.5}
    said = Source(path="a.jsonl", input=(("end", "inclusive"),))

    [found] = samples(events(tmp_path, {**TOUCHING, "pairs": [pair]}, source=said))

    [one] = found.similarities
    assert (one.predicted, one.gold) == (Span(1, 3, "A"), Span(0, 2, "A"))
