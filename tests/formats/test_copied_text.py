"""Tables in text that was copied from a PDF, as people paste them."""

import pytest
from returns.result import Failure

from measurand.edges.tables.cells import read_cell
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.markup.reader import markup_in, tables_of

CUT = "rows are cut from the right by their numbers"
STANDS = "columns are read by where their cells stand"


def table(text: str) -> RawTable:
    [found] = tables_of(text.encode(), "text").unwrap()
    return found


def test_a_paper_is_read_with_its_caption_its_groups_and_labels_over_two_lines() -> None:
    text = (
        "In 2019 we ran 3 systems.\n\nTable 3: Results on 150\ndocuments. P is precision.\n"
        "Dev Test\nSystem P R F1 P R F1\nBERT-base 80.1 70.2 74.8 79.0 68.1 73.1\n"
        "Llama 2 81.5 ± 0.4 71.0 (0.3) 75.9 80.0 69.0 74.1\nOur model with\nre-ranking 82.0* - 76.7"
        " 81.2 70.0 75.2\n* p < 0.05 against BERT-base.\n\nAs Table 3 shows, 82.0 is best.\n"
    )

    found = table(text)

    assert markup_in(text.encode()) == "text"
    assert found.title == "3: Results on 150 documents"
    assert found.caption.endswith("P is precision. * p < 0.05 against BERT-base.")
    assert found.groups == ("", "Dev", "Dev", "Dev", "Test", "Test", "Test")
    assert found.header == ("System", "P", "R", "F1", "P", "R", "F1")
    assert found.rows == (
        ("BERT-base", "80.1", "70.2", "74.8", "79.0", "68.1", "73.1"),
        ("Llama 2", "81.5 ± 0.4", "71.0 (0.3)", "75.9", "80.0", "69.0", "74.1"),
        ("Our model with re-ranking", "82.0*", "-", "76.7", "81.2", "70.0", "75.2"),
    )
    assert found.notes == (
        CUT,
        "line 1: no row of a table: left out with 2019, 3",
        "line 13: no row of a table: left out with 3, 82.0",
    )


def test_where_columns_stand_cells_may_be_empty_and_heads_have_several_words() -> None:
    found = table(
        "                 Dev                Test\n"
        "Model         P     R     F1       P     Exact match\n"
        "BERT base    80.1  70.2  74.8     79.0      73.1\n"
        "Llama 2      81.5        75.9     80.0      74.1\n"
        "Encoders\n"
        "ours         82.0  72.1   -                 75.2\n"
    )

    assert found.notes == (STANDS,)
    assert found.header == ("Model", "P", "R", "F1", "P", "Exact match")
    assert ("", "Dev", "Dev", "Dev", "Test", "Test") in (found.groups, *found.other_groups)
    assert found.rows == (
        ("BERT base", "80.1", "70.2", "74.8", "79.0", "73.1"),
        ("Llama 2", "81.5", "", "75.9", "80.0", "74.1"),
        ("Encoders", "", "", "", "", ""),
        ("ours", "82.0", "72.1", "-", "", "75.2"),
    )


def test_numbers_at_the_end_of_labels_are_known_by_the_heads() -> None:
    found = table("System Exact match F1 BLEU\nGPT 4 80.1 (0.4) 70.2 30.1\nGPT 3.5 79 69 29")

    assert found.header == ("System", "Exact match", "F1", "BLEU")
    assert [row[0] for row in found.rows] == ["GPT 4", "GPT 3.5"]


def test_without_a_head_of_the_labels_all_words_name_columns() -> None:
    assert table("P R F1\nours 80 70 74.7\nbase 79 60 68.2").header == ("", "P", "R", "F1")
    assert table("모델 정밀도 재현율\n우리 80.0 70.0\n").header == ("모델", "정밀도", "재현율")


def test_a_row_that_lacks_a_number_is_named_and_left_out() -> None:
    found = table("Model N Acc.\na 12 80.0%\nb 10/15\nc 13 86.7 %\n")

    assert found.rows == (("a", "12", "80.0%"), ("c", "13", "86.7 %"))
    assert found.notes == (
        CUT,
        "line 3: 1 of 2 cells, and it is not known which: left out with 10, 15",
    )


def test_a_caption_may_stand_below_and_tables_follow_one_another() -> None:
    text = "S P R\na 1 2\nb 3 4\nTable 1: First.\n\nTable 2: Second.\n\nS P F1\nc 5 6\nd 7 8\n"

    first, second = tables_of(text.encode(), "text").unwrap()

    assert (first.title, second.title) == ("1: First", "2: Second")
    assert second.rows == (("c", "5", "6"), ("d", "7", "8"))


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("System P R F1\nours 80 70 74.7\n", "text"),
        ("Table 3: of 2, 3\nours 80 70\nbase 79 60\n", "text"),
        ("a,F1 2\nb,3 4\nc,5 6\n", "csv"),
        ("a\tF1\nb 1 2\t3\nc 1 2\t4\n", "tsv"),
        ("| a | b |\n|---|---|\n| 1 2 | 3 4 |\n", "markdown"),
        ("hello world\nof 12 words\n", None),
    ],
)
def test_copied_text_is_recognised_where_it_is_certain(text: str, markup: str | None) -> None:
    assert markup_in(text.encode()) == markup


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "t: expected a table, got none in text"),
        ("we saw 12 words and\nof them 3 again", "t: expected a table, got none in text"),
        ("P R\n" + "a 1 2\n" * 40_000, "t:1: expected a table of at most 100000 cells, got more"),
        ("P R\na 1 2\n" + "x" * 10_001 + "\nb 1 2", "t:4: expected a cell of at most 10000 "),
        ("P R\na 1 2\nb 1 2\n\n" * 201, "t: expected at most 200 tables, got 201"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, told: str) -> None:
    found = tables_of(text.encode(), "text", file="t")

    assert isinstance(found, Failure)
    assert found.failure()[0].text().startswith(told)


@pytest.mark.parametrize(
    ("heads", "names"),
    [
        ("Estimate Std. Error t value p", ("", "Estimate", "Std. Error", "t value", "p")),
        ("Variable B SE Beta P value", ("Variable", "B", "SE", "Beta", "P value")),
        (
            "Sign Placebo (n = 258) New drug (n = 345) All n = 603 P value",
            ("Sign", "Placebo (n = 258)", "New drug (n = 345)", "All n = 603", "P value"),
        ),
    ],
)
def test_heads_of_several_words_are_one_name(heads: str, names: tuple[str, ...]) -> None:
    rows = "Age 1.20 0.40 3.00 .004\nBMI 0.20 0.10 2.00 .050\n"
    assert table(f"{heads}\n{rows}").header == names


@pytest.mark.parametrize(
    ("heads", "names"),
    [
        ("A, % (95% CI) B, % (95% CI)", ("", "A, % (95% CI)", "B, % (95% CI)")),
        ("Reader A (95 % CI) B [95% CI]", ("Reader", "A (95 % CI)", "B [95% CI]")),
        ("System Recall F1 (%)", ("System", "Recall", "F1 (%)")),
    ],
)
def test_brackets_belong_to_the_name_before_them(heads: str, names: tuple[str, ...]) -> None:
    rows = "One 80.1 (75.0-84.2) 70.2 (66.1-74.0)\nTwo 81.1 (76.0-85.2) 71.2 (67.1-75.0)\n"
    assert table(f"{heads}\n{rows}").header == names


def test_brackets_are_columns_of_their_own_where_cells_would_lack_a_name() -> None:
    rows = "One 80.1 75.0-84.2 70.2 66.1-74.0\nTwo 81.1 76.0-85.2 71.2 67.1-75.0\n"
    assert table(f"A (CI) B (CI)\n{rows}").header == ("", "A", "(CI)", "B", "(CI)")


def test_one_group_alone_is_a_table() -> None:
    found = table("Sign   Patients n = 60\nFemale, n (%)   30 (50.0)\nOld   20 (33.3)")

    assert found.header == ("Sign", "Patients n = 60")


@pytest.mark.parametrize("broken", ["0. 788", "0, 788", "0. 788*", "80.1 ± 0. 788"])
@pytest.mark.parametrize("rest", ["0.7 {} 0.5", "0.7 0.5 {}", "{} 0.7 0.5"])
def test_a_number_with_a_blank_after_its_point_is_one_cell_that_is_not_read(
    broken: str, rest: str
) -> None:
    found = table(f"m P R F1\na 0.1 0.2 0.3\nb {rest.format(broken)}\n")

    assert set(found.rows[1]) == {"b", "0.7", "0.5", broken}
    assert read_cell(broken).printed is None
    assert read_cell(broken).note


def test_digits_of_other_scripts_are_read() -> None:
    found = table(
        "m P R F1\na\u0661 \u0660\u066b\u0666 \uff10\uff0e\uff15 0.545\nb 0.4 0.3 0.343\n"
    )

    assert found.rows[0] == ("a\u0661", "0.6", "0.5", "0.545")
