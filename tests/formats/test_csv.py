"""CSV and TSV: cells, what a file leaves open, and rows that are none."""

import csv
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from attrs import evolve

from measurand.edges.files import Bad, ReadOptions
from measurand.edges.files.formats.csv import sniff
from measurand.edges.files.formats.csv_rows import rows_of
from measurand.edges.files.lines import read_lines
from measurand.edges.files.samples.opening import Head
from measurand.evidence.source import Fields, Source
from tests.formats.reading import events, faults, samples
from tests.formats.tables import EXAMPLES, FIELDS, ROWS, found

PLAIN = Source(path="a.csv", format="csv")
LISTS = evolve(PLAIN, input=(("lists", ";"), ("empty", "null")))


def said(**choices: str) -> Source:
    return evolve(PLAIN, input=tuple(choices.items()))


def read_text(folder: Path, text: str, source: Source = PLAIN) -> list[tuple[object, object]]:
    return [(one.gold, one.predicted) for one in samples(events(folder, text.encode(), source))]


def test_the_example_reads_as_its_rows() -> None:
    source = evolve(LISTS, path="csv/allergens.csv", fields=FIELDS)

    read = samples(found(EXAMPLES, source))

    assert [(one.id, one.gold, one.predicted) for one in read] == [
        ("d1", ("egg", "milk"), ("milk",)),
        ("d2", (), None),
        ("d3", ("nut",), ("nut", "soy")),
    ]
    assert [one.groups for one in read] == [(("kitchen", row["kitchen"]),) for row in ROWS]
    assert [one.amounts for one in read] == [
        (("grams", Fraction(17, 20)),),
        (("grams", Fraction(6, 5)),),
        (("grams", Fraction(1, 10)),),
    ]


def test_pandas_reads_the_same_cells_of_the_example() -> None:
    frame = pd.read_csv(EXAMPLES / "csv/allergens.csv", dtype=str, keep_default_na=False)
    source = evolve(LISTS, path="csv/allergens.csv")

    read = samples(found(EXAMPLES, source))

    assert [one.id for one in read] == list(frame["id"])
    assert ["; ".join(map(str, one.gold)) for one in read] == list(frame["gold"])


@pytest.mark.parametrize("mark", [",", "\t", ";", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_header_tells_the_delimiter_and_the_first_bytes_may_be_a_mark(
    tmp_path: Path, mark: str, end: str
) -> None:
    text = "\ufeff" + end.join(mark.join(row) for row in (("id", "gold", "pred"), ("1", "a", "b")))

    assert read_text(tmp_path, text) == [(("a",), ("b",))]


def test_a_delimiter_inside_quotes_decides_nothing(tmp_path: Path) -> None:
    assert read_text(tmp_path, 'id,"note; odd",gold,pred\n1,x,a,b\n') == [(("a",), ("b",))]


@pytest.mark.parametrize(
    ("header", "got"),
    [
        ("id,gold,pred;prob", "2: 'comma', 'semicolon'"),
        ("id gold pred", "the header 'id gold pred'"),
    ],
)
def test_a_header_with_another_number_of_delimiters_is_refused(
    tmp_path: Path, header: str, got: str
) -> None:
    assert faults(events(tmp_path, f"{header}\n1\n".encode(), PLAIN)) == [
        (
            f"a.csv: expected to be told what stands between cells, got {got}: say --input "
            'delimiter=comma|tab|semicolon|pipe, or input = { delimiter = "..." } in a claims file'
        )
    ]


def test_a_delimiter_that_was_said_is_taken(tmp_path: Path) -> None:
    text = "id\tgold\tpred, raw\tpred\n1\ta, b\tc\td\n"

    assert read_text(tmp_path, text, said(delimiter="tab")) == [(("a, b",), ("d",))]


def test_quoted_cells_hold_delimiters_quotes_and_line_breaks(tmp_path: Path) -> None:
    text = 'id,gold,pred\n1,"a, ""b""\r\nc",""""\n2,5" wide,"x"\n'

    assert read_text(tmp_path, text) == [(('a, "b"\r\nc',), ('"',)), (('5" wide',), ("x",))]


@pytest.mark.parametrize(
    "text",
    [
        'a,b\n"x,y",z\n',
        '"a""b",c\n\n"d\ne\n",f\n',
        'a"b"c,d\n,\n',
        '"","\n"\n1,2',
        'a,b\r\n"c\r\nd",e\r\n',
    ],
)
def test_rows_are_cut_as_the_csv_module_cuts_them(text: str) -> None:
    class File:
        def __init__(self) -> None:
            self.lines = iter(text.encode().splitlines(keepends=True))

        def readline(self, _size: int = -1, /) -> bytes:
            return next(self.lines, b"")

    rows = rows_of(read_lines(File(), max_bytes=99), ",", max_bytes=99)

    expected = [row for row in csv.reader(StringIO(text, newline=""), strict=True) if row]
    assert [list(row.cells) for row in rows] == expected


@pytest.mark.parametrize("cell", ["a;b", "a|b", '"[""a""]"', '"{""a"": 1}"'])
def test_a_cell_that_may_be_a_list_is_refused(tmp_path: Path, cell: str) -> None:
    raw = f"id,gold,pred\n0,x,x\n1,a,{cell}\n2,x,x\n".encode()

    read = events(tmp_path, raw, PLAIN)

    [fault] = faults(read)
    assert len(samples(read)) == 1, "reading stops where something has to be said"
    assert fault.startswith(
        "a.csv:3: $.pred: expected to be told how a cell of gold or pred is written: "
        "json, one (the cell is one item), or the text between items, got "
    )
    assert fault.endswith('say --input lists=..., or input = { lists = "..." } in a claims file')


def test_lists_are_read_as_was_said(tmp_path: Path) -> None:
    text = 'id,gold,pred\n1,a;b |c,"[""d""]"\n'
    bar = "id,gold,pred\n1,a | b,d e\n"

    assert read_text(tmp_path, text, said(lists="one")) == [(("a;b |c",), ('["d"]',))]
    assert read_text(tmp_path, bar, said(lists="|")) == [(("a", "b"), ("d e",))]
    assert read_text(tmp_path, bar, said(lists=" ")) == [(("a", "|", "b"), ("d", "e"))]


def test_a_text_between_items_that_is_nearly_a_word_is_refused() -> None:
    with pytest.raises(ValueError, match="got 'jsn': did you mean 'json'"):
        Source(path="a.csv", format="csv", input=(("lists", "jsn"),))


def test_json_cells_hold_any_value(tmp_path: Path) -> None:
    text = 'id,gold,pred\n1,"[{""a"": 0.50}]",null\n2,"[""x""]","[]"\n'

    first, second = samples(events(tmp_path, text.encode(), said(lists="json")))

    assert str(first.gold) == "(Slots(entries=(('a', '0.5'),)),)"
    assert (first.predicted, second.gold, second.predicted) == (None, ("x",), ())


def test_slots_are_json_without_being_told_and_labels_are_never_lists(tmp_path: Path) -> None:
    slots = 'id,gold,pred\n1,"[{""a"": ""b""}]","[]"\n'

    assert len(read_text(tmp_path, slots, evolve(PLAIN, items="slots"))) == 1
    assert read_text(tmp_path, "id,gold,pred\n1,a;b,[c]\n", evolve(PLAIN, items="label")) == [
        (("a;b",), ("[c]",))
    ]


def test_tags_have_to_be_told_how_they_stand(tmp_path: Path) -> None:
    raw = b"id,gold,pred\n1,B-A O,O O\n"
    tags = evolve(PLAIN, items="iob2")

    assert "lists=..." in faults(events(tmp_path, raw, tags))[0]
    assert len(samples(events(tmp_path, raw, evolve(tags, input=(("lists", " "),))))) == 1


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (
            '"a;;b"',
            "expected an item on both sides of every ';', got 'a;;b'",
        ),
        ("a;", "expected an item on both sides of every ';', got 'a;'"),
    ],
)
def test_an_empty_item_of_a_list_is_a_fault(tmp_path: Path, cell: str, text: str) -> None:
    raw = f"id,gold,pred\n1,x,{cell}\n".encode()

    assert faults(events(tmp_path, raw, LISTS)) == [f"a.csv:2: $.pred: {text}"]


def test_a_list_written_by_python_is_no_json(tmp_path: Path) -> None:
    raw = b"id,gold,pred\n1,\"['a']\",[]\n"

    assert faults(events(tmp_path, raw, said(lists="json"))) == [
        (
            "a.csv:2: $.gold: expected one JSON value, got invalid character at byte 2: "
            "\"'a']\": this is how Python writes a list, not JSON: write it with json.dumps"
        )
    ]


def test_empty_cells_have_to_be_explained(tmp_path: Path) -> None:
    text = "id,gold,pred\n1,,\n"

    assert faults(events(tmp_path, text.encode(), PLAIN)) == [
        (
            "a.csv:2: $.gold: expected to be told what an empty cell is: none (no items), or null "
            "(in pred no answer given), got an empty cell: say --input empty=none|null, "
            'or input = { empty = "..." } in a claims file'
        )
    ]
    assert read_text(tmp_path, text, said(empty="none")) == [((), ())]
    assert read_text(tmp_path, text, said(empty="null")) == [((), None)]


def test_numbers_are_exact_and_ids_are_text(tmp_path: Path) -> None:
    source = evolve(PLAIN, fields=Fields(amounts=(("cost", "cost"),)))
    text = "id,gold,pred,cost,sample_weight\n007,a,a,.10,1\n7,a,a,+1e-3,2.5\n1.0,a,a,,0\n"

    read = samples(events(tmp_path, text.encode(), source))

    assert [one.id for one in read] == ["007", "7", "1.0"]
    assert [dict(one.amounts) for one in read] == [
        {"cost": Fraction(1, 10)},
        {"cost": Fraction(1, 1000)},
        {},
    ]
    assert [one.weight for one in read] == [1, Fraction(5, 2), 0]


@pytest.mark.parametrize("cell", ["", " "])
def test_a_weight_that_is_empty_is_a_fault_as_null_is_in_json_lines(
    tmp_path: Path, cell: str
) -> None:
    raw = f"id,gold,pred,sample_weight\n1,a,a,{cell}\n2,a,b,3\n".encode()

    read = events(tmp_path, raw, PLAIN)

    assert faults(read) == ["a.csv:2: $.sample_weight: expected a number, got null"]
    assert [one.weight for one in samples(read)] == [3]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (
            '"1,5"',
            "'1,5': write a point before the decimals, nothing between thousands",
        ),
        (
            "nan",
            (
                "'nan': say what it stands for: --word nan=NUMBER (or none), or words in the "
                "fields of a claims file"
            ),
        ),
        ("1_000", "'1_000'"),
        (".", "'.'"),
        ("\u0661", "'\u0661'"),
    ],
)
def test_what_is_no_number_is_a_fault(tmp_path: Path, cell: str, text: str) -> None:
    source = evolve(PLAIN, fields=Fields(amounts=(("cost", "cost"),)))
    raw = f"id,gold,pred,cost\n1,a,a,{cell}\n".encode()

    assert faults(events(tmp_path, raw, source)) == [
        f"a.csv:2: $.cost: expected a decimal number, got {text}"
    ]


def test_pairs_and_paths_into_a_cell_are_json(tmp_path: Path) -> None:
    source = evolve(PLAIN, fields=Fields(groups=(("site", "meta.site"),)))
    text = 'id,gold,pred,pairs,meta\n1,a,b,"[[""b"",""a"",0.5]]","{""site"": ""x""}"\n2,a,b,,{}\n'

    read = events(tmp_path, text.encode(), source)

    assert samples(read)[0].similarities[0].value == Fraction(1, 2)
    assert samples(read)[0].groups == (("site", "x"),)
    assert faults(read) == ["a.csv:3: $.meta: expected the key 'site', got an object with 0 keys"]


def test_rows_that_are_none_are_faults_with_their_bytes(tmp_path: Path) -> None:
    raw = b'id,gold,pred\n1,a\n2,a,b,c\n3,"a"b,c\n4,\xff,c\n5,a\0,c\n6,a\rb,c\n,a,c\n7,a,c\n7,a,c\n'

    read = events(tmp_path, raw, PLAIN)

    assert faults(read) == [
        "a.csv:2: expected 3 cells, as in the header, got 2",
        (
            "a.csv:3: expected 3 cells, as in the header, got 4: "
            "a cell that holds the delimiter stands in quotes"
        ),
        (
            "a.csv:4: expected a delimiter or the end of the row, got text behind a closing "
            'quote: a quote inside a quoted cell is written twice: ""'
        ),
        "a.csv:5: expected UTF-8, got the byte 0xff at byte 3: save the file as UTF-8",
        "a.csv:6: expected text, got a NUL byte: save the file as UTF-8",
        (
            "a.csv:7: expected lines that end with LF or CR LF, got a carriage return inside a "
            "row: put the cell in quotes"
        ),
        "a.csv:8: $.id: expected an id: a string or an integer, got null",
        (
            "a.csv:10: $.id: expected ids that differ, got the id '7' again, first in line 9: "
            "if an id may repeat, join it with what tells the records apart: "
            '--field id=run+id ("run+id" in a claims file)'
        ),
    ]
    assert b"".join(event.raw for event in read if isinstance(event, Bad)) == raw.replace(
        b"id,gold,pred\n", b""
    ).replace(b"7,a,c\n", b"", 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            ",id,gold,pred\n0,1,a,b\n",
            (
                "a.csv:1: expected a header of names that differ, got an empty one: the first is "
                "empty: did pandas write its index? to_csv(index=False) leaves it out"
            ),
        ),
        ("id,gold,gold\n", "a.csv:1: expected a header of names that differ, got twice 'gold'"),
        (
            "id,gold,preds\n1,a,b\n",
            (
                "a.csv:1: expected the column 'pred', got the columns 'id', 'gold', 'preds': "
                "did you mean 'preds'?"
            ),
        ),
        (
            'id,gold,pred\n1,a,b\n2,"a,b\n3,c,d\n',
            (
                "a.csv:3: expected a quote that closes the one in this row, got none before the "
                'end of the file: a cell that begins with a quote stands in quotes: """so"" it is"'
            ),
        ),
        ("", "a.csv: expected samples, got a file without records"),
        ("id,gold,pred\n", "a.csv: expected samples, got a file without records"),
    ],
)
def test_a_file_says_what_is_wrong_with_it(tmp_path: Path, text: str, fault: str) -> None:
    assert faults(events(tmp_path, text.encode(), PLAIN)) == [fault]


def test_a_header_among_the_rows_is_a_fault(tmp_path: Path) -> None:
    text = b"id,gold,pred\n1,a,b\nid,gold,pred\n2,a,b\n"

    read = events(tmp_path, text, PLAIN)

    assert len(samples(read)) == 2
    assert faults(read) == [
        (
            "a.csv:3: expected a record, got the header again: were several files put together? "
            "each can be read by itself"
        )
    ]


def test_a_row_is_bounded_however_many_lines_its_quotes_take(tmp_path: Path) -> None:
    options = ReadOptions(max_line_bytes=1000)
    many = 'id,gold,pred\n1,"' + "x\n" * 5000
    wide = "id,gold,pred\n1,a," + "x" * 5000 + "\n"

    assert [faults(events(tmp_path, text.encode(), PLAIN, options)) for text in (many, wide)] == [
        [
            (
                "a.csv:2: expected a quote that closes the one in this row, got none before 1000 "
                'bytes: a cell that begins with a quote stands in quotes: """so"" it is"'
            )
        ],
        [
            (
                "a.csv:2: expected a row of at most 1000 bytes, got more: "
                "is this a table, one record a row?"
            )
        ],
    ]


def test_a_cell_may_be_longer_than_the_csv_module_reads(tmp_path: Path) -> None:
    cell = "x" * (csv.field_size_limit() + 1)

    assert read_text(tmp_path, f"id,gold,pred\n1,a,{cell}\n") == [(("a",), (cell,))]


def test_two_files_are_joined_by_id_whatever_their_order_and_delimiter(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("pred;id;cost\nx;2;1\ny;3;2\nz;1;3\nz;1\n")
    fields = Fields(amounts=(("cost", "cost"),))
    source = evolve(PLAIN, predictions="b.csv", fields=fields)

    read = events(tmp_path, b"id,gold\n1,a\n2,b\n4,c\n", source)

    assert [(one.id, one.gold, one.predicted, one.amounts) for one in samples(read)] == [
        ("1", ("a",), ("z",), (("cost", Fraction(3)),)),
        ("2", ("b",), ("x",), (("cost", Fraction(1)),)),
    ]
    assert faults(read) == [
        "b.csv:5: expected 3 cells, as in the header, got 2",
        (
            "a.csv:4: $.id: expected one for every id, got no answer to '4' in b.csv: "
            "1 of the lines of b.csv could not be read"
        ),
        "b.csv:3: $.id: expected only ids of a.csv, got an answer to '3', which is not there",
    ]


def test_records_are_kept_by_the_text_of_a_cell(tmp_path: Path) -> None:
    source = evolve(PLAIN, where=(("split", ("test",)),))
    text = "id,gold,pred,split\n1,a,a,train\n2,b,b,test\n"

    assert read_text(tmp_path, text, source) == [(("b",), ("b",))]


def test_a_table_is_told_by_its_header_and_its_first_rows() -> None:
    lines = (b"uid;target;pred", b"2E+05;a;b", b"3;c;d")

    guess = sniff(Head(name="a.txt", lines=lines))

    assert guess is not None
    assert guess.source == Source(
        path="a.txt", format="csv", fields=Fields(id="uid", gold="target")
    )
    assert guess.assumptions == (
        "cells are separated by one semicolon, as in the header",
        "gold is the key 'target', predictions are the key 'pred'",
        "the id is the key 'uid': it differs in all 2 records looked at",
        "ids such as '2E+05' may be what a spreadsheet made of others: compare them",
    )


def test_lists_of_json_are_told_by_the_cells() -> None:
    guess = sniff(Head(name="a.csv", lines=(b"id,gold,pred", b'1,"[""a""]",[]')))

    assert guess is not None
    assert guess.source is not None
    assert guess.source.input == (("lists", "json"),)


@pytest.mark.parametrize(
    "lines",
    [
        (b'{"id": 1, "gold": []}',),
        (b"one, two", b"three"),
        (b"EU\tB-ORG\tO", b"", b"a\tO\tO"),
        (b"id,gold,pred;x", b"1,a,b"),
        (),
        (b"\xff\xfei\0d\0,\0",),
        (b'id,"gold', b"x"),
    ],
)
def test_what_is_no_table_is_not_taken_for_one(lines: tuple[bytes, ...]) -> None:
    assert sniff(Head(name="a", lines=lines)) is None
