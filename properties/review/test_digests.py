"""Lines of one digest are one scorecard: what is remembered of the first holds of the others."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files.json.value import Json, Number
from measurand.studies.review.edge.files import scorecards
from measurand.studies.review.edge.files.card_counts import card_digest
from measurand.studies.review.scorecard import Override, Scorecard
from properties.review.records import (
    FIELDS,
    FULL,
    Place,
    at,
    keys,
    line,
    neighbours,
    others,
    places,
    reading,
    removed,
    replaced,
)

# Strings of the readers that are values, not keys.
VALUES = {
    *("stage1", "stage2", "atsa", "atsa_parse", "json_parse", "keep", "drop", "runtime"),
    *("aspects", "traced"),
    # the names of records
    *("tuple", "action", "risk", "block", "aspect", "judgement", "override"),
}
EVERYWHERE = list(places(FULL))
# The first place that says something wins: the record without what stands before another.
FALLBACKS: dict[str, tuple[Place, ...]] = {
    "all": (),
    "no top": (
        ("run_id",),
        ("profile",),
        ("gold_tuples",),
        ("gold_triplets",),
        ("flags",),
        ("process_trace",),
        ("debate",),
    ),
    "no runtime trace": (("runtime", "process_trace"),),
    "only the trace of the output": (("runtime", "process_trace"), ("process_trace",)),
    "triplets": (("gold_tuples",), ("inputs", "gold_tuples")),
    "triplets of the inputs": (
        ("gold_tuples",),
        ("inputs", "gold_tuples"),
        ("gold_triplets",),
    ),
    "no meta of the output": (("runtime", "parsed_output", "meta"),),
    "no meta": (("meta",),),
    "no label": (("runtime", "parsed_output", "final_result", "label"),),
    "nothing failed": (
        ("flags", "generate_failed"),
        ("runtime", "error"),
        ("runtime", "process_trace"),
        ("process_trace",),
        ("runtime", "parsed_output", "process_trace"),
    ),
    "no override that counts": (("debate", "override_stats", "applied"),),
    "no polarity": (
        ("runtime", "parsed_output", "final_result", "final_tuples", 0, "polarity"),
        ("inputs", "gold_tuples", 0, "polarity"),
    ),
}


def digest(record: Json) -> bytes | None:
    """Digest a record; None where it has none and is read anew."""
    return digest_of(line(record))


def digest_of(raw: bytes) -> bytes | None:
    try:
        return card_digest(raw)
    except ValueError:
        return None


def lacking(name: str) -> Json:
    record: Json = FULL
    for place in FALLBACKS[name]:
        record = removed(record, place)
    return record


def assert_told_apart(one: Json, other: Json, why: object) -> None:
    first = digest(one)
    if first is not None and first == digest(other):
        assert reading(one) == reading(other), why


def test_the_full_record_says_something_in_every_field_of_a_scorecard() -> None:
    full, empty = reading(FULL), Scorecard(id="")
    assert isinstance(full, Scorecard)
    assert [name for name in FIELDS if getattr(full, name) == getattr(empty, name)] == [
        "id",
        "stray",
        "hollow",
    ]


def test_the_full_record_says_something_in_every_field_of_its_parts() -> None:
    full = reading(FULL)
    assert isinstance(full, Scorecard)
    assert full.final is not None
    assert full.filtered is not None
    assert full.judgements is not None
    assert full.override is not None
    plain = [*full.final, *full.filtered, *full.judgements]
    told = {
        (type(part).__name__, name)
        for part in plain
        for name in type(part).__annotations__
        if getattr(part, name) in {None, "", ()}
    }
    # Only a gold tuple tells how its term was written.
    assert told == {("Mention", "written")}
    assert full.gold is not None
    assert full.gold[0].written
    absent = Override()
    assert all(
        getattr(full.override, name) != getattr(absent, name) for name in Override.__annotations__
    )


def test_the_full_record_has_every_key_that_the_readers_name() -> None:
    named: set[str] = set()
    for module in (scorecards,):
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        documented = {
            ast.get_docstring(node, clean=False)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module)
        }
        named |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value not in documented
            and node.value.isidentifier()
        }
    assert named - VALUES - {"P", "T", "D"} - keys(FULL) == set()


@pytest.mark.parametrize("name", FALLBACKS)
def test_records_that_differ_in_one_place_do_not_share_a_digest_unless_they_say_the_same(
    name: str,
) -> None:
    record = lacking(name)
    first, said = digest(record), reading(record)
    assert first is not None
    for place in places(record):
        for other in (
            removed(record, place),
            *(replaced(record, place, value) for value in others(at(record, place))),
        ):
            if digest(other) == first:
                assert reading(other) == said, place


@pytest.mark.parametrize("name", FALLBACKS)
def test_a_change_that_a_scorecard_shows_changes_the_digest(name: str) -> None:
    record = lacking(name)
    first, said = digest(record), reading(record)
    seen = 0
    for place in places(record):
        other = removed(record, place)
        if reading(other) != said:
            seen += 1
            assert digest(other) != first, place
    assert seen > 50


@given(pair=neighbours())
def test_two_records_of_one_digest_are_one_scorecard(pair: tuple[Json, Json]) -> None:
    one, other = pair
    assert_told_apart(one, other, pair)


@pytest.mark.parametrize("value", [True, Number("1.5"), [1], {"a": 1}], ids=str)
@pytest.mark.parametrize("key", ["text_id", "case_id", "uid"])
def test_a_line_whose_id_is_none_is_read_anew(key: str, value: Json) -> None:
    """It is at fault, whatever was remembered of lines that say the same."""
    assert digest(replaced(FULL, ("meta", key), value)) is None


UNREAD: tuple[Place, ...] = (
    ("meta", "text_id"),
    ("meta", "case_id"),
    ("meta", "uid"),
    ("runtime", "uid"),
    ("meta", "latency_ms"),
    ("meta", "memory"),
    ("memory",),
    ("aux_signals",),
    ("runtime", "parsed_output", "meta", "text_id"),
)


@pytest.mark.parametrize("place", UNREAD, ids=".".join)
def test_what_is_not_read_does_not_change_the_digest(place: Place) -> None:
    """Else every line of a run would be another one, and nothing would be remembered."""
    assert digest(replaced(FULL, place, "other")) == digest(FULL)
    assert digest(replaced(FULL, place, None)) == digest(FULL)


@pytest.mark.parametrize("raw", [b'"\xff"', rb'"\ud800"', b"NaN", b"01", b'"\x00"', b"-", b"1."])
def test_a_line_that_is_no_json_where_nothing_reads_it_has_no_digest(raw: bytes) -> None:
    whole = line(replaced(FULL, ("memory",), "HERE"))

    assert digest_of(whole) is not None
    assert digest_of(whole.replace(b'"HERE"', raw)) is None


def test_a_line_of_other_bytes_between_the_parts_is_another_one() -> None:
    """Values that move from one field to the next give other digests."""
    one = line(replaced(replaced(FULL, ("run_id",), "a"), ("profile",), "b"))
    other = line(replaced(replaced(FULL, ("run_id",), "b"), ("profile",), "a"))

    assert card_digest(one) != card_digest(other)


@given(first=st.sampled_from(EVERYWHERE), second=st.sampled_from(EVERYWHERE))
def test_values_that_change_places_give_another_digest_or_the_same_scorecard(
    first: Place, second: Place
) -> None:
    if first[: len(second)] == second or second[: len(first)] == first:
        return
    swapped = replaced(FULL, first, at(FULL, second))
    assert_told_apart(FULL, replaced(swapped, second, at(FULL, first)), (first, second))
