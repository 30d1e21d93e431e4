"""The claims file: what it means, and files that cannot be read."""

from fractions import Fraction
from pathlib import Path

from measurand.auditing.claims.model import Claims
from measurand.edges.claims.load import MOST_BYTES, claims_of, load_claims
from measurand.metrics.grammar import read_value
from measurand.values.printed import Rounding, Unit
from tests.formats.whole_claims import WHOLE, changed, faults, loaded


def test_the_zeros_of_a_printed_number_are_kept() -> None:
    table = loaded(WHOLE).tables[0]

    texts = [[cell.text for _, cell in row.cells] for row in table.rows]

    assert texts == [["63.30%", "4", "$0.0120"], ["-1.50%", "0.00150", "1000.0"]]


def test_a_column_says_how_its_numbers_are_printed() -> None:
    [row, _] = loaded(WHOLE).tables[0].rows

    printed = dict(row.cells)["f1"]

    assert printed.value == Fraction(633, 10)
    assert (printed.decimals, printed.unit, printed.rounding) == (
        2,
        Unit.PERCENT,
        Rounding.HALF_UP,
    )


def test_only_the_options_that_are_written_are_known() -> None:
    table = loaded(WHOLE).tables[0]

    known = {column.name: (column.metric, column.options, column.known) for column in table.columns}

    assert known == {
        "f1": ("f", (("aggregate", read_value("harmonic")),), True),
        "recall": ("recall", (("credit", read_value("binary")),), False),
        "cost": ("column", (("name", read_value("cost")),), True),
    }
    assert table.options == (
        ("match", read_value("greedy[threshold=0.7]")),
        ("beta", read_value("2")),
    )


def test_groups_and_filters_may_be_numbers() -> None:
    claims = loaded(WHOLE)

    source, row = claims.source("final"), claims.tables[0].rows[0]

    assert source.where == (("task", ("selection",)), ("step", ("1", "2.50", "true")))
    assert row.where == (("run", "a"), ("seed", "3"))


def test_shared_choices_stand_in_every_alternative() -> None:
    space = loaded(WHOLE).tables[0].space

    assert space is not None
    products = [{choice.option: choice.values for choice in product} for product in space.products]
    assert products == [
        {"data": ("final", "first"), "average": ("micro",), "match.threshold": ("0.5", "0.7")},
        {"data": ("final", "first"), "average": ("macro[sample]",), "both_empty": ("1+1", "drop")},
    ]
    assert space.size == 8


def test_a_space_without_alternatives_is_one_product() -> None:
    text = WHOLE[: WHOLE.index("[[table.space.any]]")] + 'average = ["micro", "macro[run]"]\n'

    space = loaded(text).tables[0].space

    assert space is not None
    assert [len(product) for product in space.products] == [2]
    assert space.size == 4


def test_rows_may_share_a_label() -> None:
    assert [row.label for row in loaded(WHOLE).tables[0].rows] == ["CoT", "CoT"]


def test_a_table_without_rows_is_no_fault() -> None:
    text = """\
schema = 1
data.a.path = "a.jsonl"
table = [{ name = "1", data = "a", columns = { f1 = { definition = "f" } } }]
"""

    assert loaded(text).tables[0].rows == ()


def test_a_file_without_tables_is_no_fault() -> None:
    assert loaded("schema = 1") == Claims(sources=(), tables=())


def test_rows_may_name_the_data_each() -> None:
    text = """\
schema = 1
[data.a]
path = "a.jsonl"
[[table]]
name = "1"
columns.n.definition = "total"
rows = [{ label = "x", data = "a", cells.n = 3 }]
"""

    [table] = loaded(text).tables

    assert (table.data, table.rows[0].data) == ("", "a")


def test_all_faults_come_at_once_in_the_order_of_their_lines() -> None:
    text = changed("title", "titel").replace("greedy", "greddy").replace("f1 = 63.30", "g1 = x")
    text = text.replace("x,", "'x',").replace('"final", "first"', '"fnal"')

    found = [line.split(":")[1] for line in faults(text)]

    assert found == ["2", "20", "40", "48"]


def test_an_empty_space_is_a_fault() -> None:
    text = WHOLE[: WHOLE.index('data = ["final", "first"]')]

    assert faults(text) == [
        (
            "c.toml:46: table[0].space: expected options, got an empty space: "
            'list the values to try, such as average = ["micro", "macro[sample]"]'
        )
    ]


def test_a_space_that_is_too_large_is_a_fault() -> None:
    thresholds = ", ".join(f"0.{number:03}" for number in range(400))
    betas = list(range(1, 201))
    text = changed("[0.5, 0.7]", f"[{thresholds}]\nbeta = {betas}")

    [fault] = faults(text)
    assert fault == (
        "c.toml:46: table[0].space: expected a space of at most 100000 definitions, got 160004: "
        "narrow it"
    )


def test_a_table_in_single_brackets_is_a_fault() -> None:
    assert faults('schema = 1\n[table]\nname = "1"') == [
        (
            "c.toml:2: table: expected a list, got a table of 1: "
            "tables of a list have double brackets, as in [[table]]"
        )
    ]


def test_two_tables_of_one_name_are_a_fault() -> None:
    table = WHOLE[WHOLE.index("[[table]]") :]

    assert faults(WHOLE + table) == [
        (
            "c.toml:58: table[1].name: expected another name, got '2' again: "
            "table[0] has it: reports and --table tell tables by name"
        )
    ]


def test_a_byte_order_mark_is_a_fault_beside_the_others() -> None:
    found = claims_of(b"\xef\xbb\xbfschema = 1\ntabel = 1", file="c.toml").failure()

    assert [fault.text() for fault in found] == [
        (
            "c.toml:1: expected TOML from the start, got a byte order mark: "
            "save the file as UTF-8 without BOM"
        ),
        "c.toml:2: tabel: expected a known key, got 'tabel': did you mean 'table'?",
    ]


def test_bytes_that_are_not_utf_8_are_a_fault() -> None:
    found = claims_of(b'schema = 1\ntitle = "caf\xe9"', file="c.toml").failure()

    assert [fault.text() for fault in found] == [
        "c.toml:2: expected UTF-8, got the byte 0xe9 at byte 24: save the file as UTF-8"
    ]


def test_utf_16_is_named() -> None:
    found = claims_of("schema = 1".encode("utf-16"), file="c.toml").failure()

    assert found[0].hint == "this looks like UTF-16: save the file as UTF-8"


def test_windows_line_ends_are_no_fault() -> None:
    assert loaded(WHOLE.replace("\n", "\r\n")) == loaded(WHOLE)


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    [fault] = load_claims(tmp_path / "no.toml").failure()

    assert fault.text() == f"{tmp_path}/no.toml: expected a file, got nothing of that name"


def test_a_directory_is_a_fault(tmp_path: Path) -> None:
    [fault] = load_claims(tmp_path).failure()

    assert fault.text() == f"{tmp_path}: expected a file, got a directory"


def test_a_name_that_no_file_can_have_is_a_fault() -> None:
    [fault] = load_claims(Path("a\0b")).failure()

    assert fault.expected.startswith("a file")


def test_a_file_that_is_too_long_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_bytes(b"#" * (MOST_BYTES + 1))

    [fault] = load_claims(path).failure()

    assert fault.text() == (
        f"{path}: expected a claims file of at most 16 MiB, got a longer one: "
        "samples stand in files of their own, which the claims file names"
    )


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(WHOLE, encoding="utf-8")

    assert load_claims(path).unwrap() == loaded(WHOLE)


def test_an_empty_file_lacks_its_schema() -> None:
    assert faults("") == ["c.toml: schema: expected a value, got nothing: this key is required"]
