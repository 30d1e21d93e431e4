"""Two streams of samples joined by id."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from measurand.edges.files import Bad, Event, Filtered, Rest
from measurand.edges.files.samples.joined import joined
from measurand.edges.files.samples.part import Part
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from measurand.values.sample import Sample
from tests.formats.reading import faults, samples

SOURCE = Source(path="gold.xml", predictions="pred.xml", format="absa-xml")
PART = Part(source=SOURCE, root=Path(), name="gold.xml", path=None)
UNREAD = Bad((Fault(got="x", expected="y"),), b"x\n")
WHOLE = Bad((Fault(got="a bomb", expected="a file"),))


def stream(*names: str | Event) -> Iterator[Event]:
    """Give a sample for every name, whose one item is its name; events stay as they are."""
    for name in names:
        yield Sample(id=name, gold=(f"{name}!",), predicted=None) if isinstance(name, str) else name


def test_gold_of_the_second_is_predicted_in_the_first() -> None:
    first = [Sample(id="a", gold=("1",), groups=(("g", "x"),)), Sample(id="b")]
    second = [Sample(id="b", gold=("2",), groups=(("g", "y"),)), Sample(id="a", gold=())]

    assert list(joined(first, second, PART)) == [
        Sample(id="a", gold=("1",), predicted=(), groups=(("g", "x"),)),
        Sample(id="b", gold=(), predicted=("2",)),
    ]


@pytest.mark.parametrize(
    ("first", "second", "texts"),
    [
        (
            "ab",
            "b",
            ["gold.xml: id 'a': expected predictions for every id, got not in pred.xml"],
        ),
        ("a", "ba", ["pred.xml: id 'b': expected only ids of the gold file, got not in gold.xml"]),
        ("aa", "a", ["gold.xml: id 'a': expected every id once, got there twice"]),
        ("a", "aa", ["pred.xml: id 'a': expected every id once, got there twice"]),
    ],
)
def test_ids_stand_once_in_both(first: str, second: str, texts: Sequence[str]) -> None:
    found = list(joined(stream(*first), stream(*second), PART))

    assert faults(found) == texts
    assert all(event.raw.startswith(b'{"id":') for event in found if isinstance(event, Bad))


def test_of_two_answers_with_one_id_the_first_is_kept() -> None:
    second = [Sample(id="a", gold=("1",)), Sample(id="a", gold=("2",))]

    [_, found] = joined(stream("a"), second, PART)

    assert isinstance(found, Sample)
    assert found.predicted == ("1",)


def test_what_cannot_be_read_explains_what_is_missing() -> None:
    found = list(joined(stream("a", "b", UNREAD), stream(UNREAD, "b", "c"), PART))

    assert faults(found)[1:3:2] == [
        (
            "gold.xml: id 'a': expected predictions for every id, got not in pred.xml: "
            "1 of the records of pred.xml could not be read"
        )
    ]
    assert faults(found)[-1].endswith(": 1 of the records of gold.xml could not be read")
    assert [one.id for one in samples(found)] == ["b"]


def test_other_events_pass_as_they_are() -> None:
    others: list[Event] = [Filtered(line=1), Rest(b"x")]

    assert list(joined(stream(*others), stream(*others), PART)) == [*others, *others]


def test_a_fault_of_a_whole_file_ends_both() -> None:
    assert list(joined(stream("a"), stream("b", WHOLE), PART)) == [WHOLE]
    assert list(joined(stream(WHOLE), stream("b"), PART)) == [WHOLE]
