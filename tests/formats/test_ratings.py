"""Rows of one rating each: units are put together, whatever file the rows stand in."""

import json
import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.edges.cli.main import main
from measurand.edges.files import Event, read
from measurand.evidence.source import Fields, Source
from measurand.frames import samples_of
from measurand.values.sample import Sample
from tests.formats.reading import events, faults, samples

EXAMPLES = Path(__file__).parents[2] / "docs/examples/agreement"
FIELDS = Fields(id="unit", gold="rating", rater="who")
ROWS = Source(path="a.jsonl", fields=FIELDS, items="ratings")
Row = Mapping[str, str | int | None]
THREE: Sequence[Row] = (
    {"unit": "t1", "who": "ann", "rating": "bug"},
    {"unit": "t2", "who": "ann", "rating": "wish"},
    {"unit": "t1", "who": "bob", "rating": "wish"},
    {"unit": "t2", "who": "bob", "rating": None},
)


def lines(rows: Sequence[Row]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def found(folder: Path, rows: Sequence[Row], source: Source = ROWS) -> list[Event]:
    return events(folder, lines(rows), source)


def test_rows_of_a_unit_are_one_sample(tmp_path: Path) -> None:
    assert found(tmp_path, THREE) == [
        Sample(id="t1", gold=("bug", "wish"), predicted=None),
        Sample(id="t2", gold=("wish",), predicted=None),
    ]


def test_raters_that_are_named_are_lists_too(tmp_path: Path) -> None:
    named = evolve(ROWS, fields=evolve(FIELDS, lists=(("first", "ann"), ("second", "bob"))))

    [one, two] = samples(found(tmp_path, THREE, named))

    assert one.lists == (("first", ("bug",)), ("second", ("wish",)))
    assert two.lists == (("first", ("wish",)), ("second", None))


@pytest.mark.parametrize("format_", ["jsonl", "json", "csv", "parquet"])
def test_rows_are_the_same_samples_in_every_format(tmp_path: Path, format_: str) -> None:
    path = tmp_path / "rows"
    match format_:
        case "jsonl":
            path.write_bytes(lines(THREE))
        case "json":
            path.write_text(json.dumps(THREE))
        case "csv":
            cells = [",".join(str(value or "") for value in row.values()) for row in THREE]
            path.write_text("\n".join(["unit,who,rating", *cells]))
        case _:
            pa = pytest.importorskip("pyarrow")
            parquet = pytest.importorskip("pyarrow.parquet")
            parquet.write_table(pa.Table.from_pylist(list(THREE)), path)
    source = Source(path="rows", format=format_, fields=FIELDS, items="ratings")

    assert list(read(source, root=tmp_path)) == found(tmp_path, THREE)


def test_rows_of_a_frame_are_the_same_samples(tmp_path: Path) -> None:
    expected = tuple(samples(found(tmp_path, THREE)))

    assert samples_of(THREE, fields=FIELDS, items="ratings").unwrap() == expected


def test_the_order_of_rows_changes_no_sample(tmp_path: Path) -> None:
    rows = [
        {"unit": f"t{unit}", "who": f"r{who}", "rating": f"{unit * who % 3}"}
        for unit in range(5)
        for who in range(4)
    ]
    turned = random.Random(3).sample(rows, len(rows))  # noqa: S311 # a fixed order

    one, other = (
        {sample.id: sample for sample in samples(found(tmp_path, some))} for some in (rows, turned)
    )

    assert one == other


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (
            {"unit": "t1", "who": "ann", "rating": "bug"},
            (
                "expected one rating of each rater for a unit, got 't1' by 'ann' again, first in "
                "line 1"
            ),
        ),
        (
            {"unit": "t1", "who": "cem", "rating": "bug", "sample_weight": 2},
            (
                "expected the same groups and weight in all rows of a unit, got others than in the "
                "first row of 't1'"
            ),
        ),
        ({"unit": "t1", "who": "cem"}, "$: expected the key 'rating', got "),
        ({"unit": "t1", "rating": "bug"}, "$: expected the key 'who', got "),
        (
            {"unit": "t1", "who": None, "rating": "bug"},
            "$.who: expected an id: a string or an integer, got null",
        ),
    ],
)
def test_a_bad_row_is_told_and_its_unit_is_no_sample(tmp_path: Path, row: Row, told: str) -> None:
    rows = found(tmp_path, (*THREE, row))

    [fault] = faults(rows)
    assert told.removeprefix("$: ") in fault
    assert fault.startswith("a.jsonl:5: ")
    assert [sample.id for sample in samples(rows)] == ["t2"]


def test_a_row_has_one_rating(tmp_path: Path) -> None:
    raw = b'{"unit": 1, "who": "ann", "rating": ["a", "b"]}\n'

    assert faults(events(tmp_path, raw, ROWS)) == [
        "a.jsonl:1: $.rating: expected one rating in a row, got a list of 2"
    ]


def test_a_rater_that_nobody_is_is_refused(tmp_path: Path) -> None:
    named = evolve(ROWS, fields=evolve(FIELDS, lists=(("ann", "ann"), ("bop", "bop"))))

    assert faults(found(tmp_path, THREE, named)) == [
        "a.jsonl: expected raters among 'ann', 'bob', got no row of 'bop': did you mean 'bob'?"
    ]


def test_a_unit_in_two_files_is_refused(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(lines(THREE[:1]))

    [fault] = faults(read(evolve(ROWS, path="*.jsonl"), root=tmp_path))

    assert fault.startswith("b.jsonl: $.unit: expected ids that differ, got the id 't1' again")


def test_rows_that_are_dropped_are_no_ratings(tmp_path: Path) -> None:
    kept = evolve(ROWS, where=(("who", ("ann",)),))

    assert [sample.gold for sample in samples(found(tmp_path, THREE, kept))] == [
        ("bug",),
        ("wish",),
    ]


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"items": "label"}, "fields.rater with items ratings: got items label"),
        ({"predictions": "b.jsonl"}, "rows of one rating each come from one file: got two"),
    ],
)
def test_what_does_not_go_with_rows_of_ratings_is_refused(
    other: Mapping[str, str], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        evolve(ROWS, **other)  # type: ignore[arg-type] # texts by name


# The tickets of the page on agreement, as its JSON Lines have them: alpha is 70/127.
def test_the_example_in_rows_has_the_alpha_of_its_units(capsys: pytest.CaptureFixture[str]) -> None:
    fields = ["id=ticket", "rater=who", "gold=label", "groups.queue=queue"]
    said = [word for one in fields for word in ("--field", one)]
    words = ["score", str(EXAMPLES / "rows.csv"), "--items", "ratings", *said]

    code = main([*words, "-d", "krippendorff_alpha", "--format", "csv"])

    assert code == 0
    assert "d1,0.551181,70/127,8,0,0,8,0,8,0" in capsys.readouterr().out


def test_the_example_in_rows_has_the_units_of_the_one_by_rater() -> None:
    by_rater = Source(path="tickets.jsonl", items="ratings")
    rows = Source(
        path="rows.csv",
        format="csv",
        items="ratings",
        fields=Fields(id="ticket", gold="label", rater="who", groups=(("queue", "queue"),)),
    )

    one, other = (
        {sample.id: (sample.gold, sample.groups) for sample in samples(read(some, root=EXAMPLES))}
        for some in (by_rater, rows)
    )

    assert one == other
    assert Fraction(len(other)) == 8
