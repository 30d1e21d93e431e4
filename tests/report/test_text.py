"""Documents as text: golden pages, widths, and what a terminal must not see."""

from unicodedata import east_asian_width

from measurand.edges.report.document import Grid, Prose
from measurand.edges.report.text import Rule, Screen, text
from tests.report.sample_document import DOCUMENT

PAGE = """\
Audit of paper_1
================

Verdict: holds.

100% of <b>2</b> cells

Table 2
-------

Cells & ends
row             printed  signature
--------------- -------- ---------------------------------
맛|있다 (ours)    63.3%  f/1(beta=1,average=macro[sample])
分类\\x1b[31m         -7  =1+1
                         `x` _y_ $z
printed: as in #2
"""


def columns_of(line: str, mark: str) -> int:
    """Count the terminal columns before a mark."""
    return sum(1 + (east_asian_width(char) in "WF") for char in line[: line.index(mark)])


def test_a_document_as_text() -> None:
    assert text(DOCUMENT) == PAGE


def test_on_a_terminal_rules_are_drawn() -> None:
    rule = f"{'-' * 15} {'-' * 8} {'-' * 33}"
    assert text(DOCUMENT, Screen(rule=Rule.BOX)) == PAGE.replace(rule, rule.replace("-", "─"))


def test_wide_characters_stay_aligned() -> None:
    grid = Grid("", ("name", "x"), (("분류 체계", "|"), ("ab", "|"), ("ﾊﾝｶｸ한", "|"), ("🎯", "|")))

    lines = text((grid,)).splitlines()[2:]

    assert {columns_of(line, "|") for line in lines} == {11}


def test_a_long_signature_is_folded_and_not_cut() -> None:
    signature = "f/1(" + ",".join(f"option{number}=value" for number in range(20)) + ")"
    grid = Grid("", ("row", "signature"), (("ours", signature),))

    written = text((grid,), Screen(width=40))

    assert max(map(len, written.splitlines())) <= 40
    assert signature in written.replace("ours", "").replace(" ", "").replace("\n", "")


def test_many_columns_take_the_room_that_they_need() -> None:
    heads = tuple(f"column{number:02}" for number in range(20))
    grid = Grid("", heads, (tuple(f"{number:08}" for number in range(20)),))

    lines = text((grid,), Screen(width=40)).splitlines()

    assert lines[0].split() == list(heads)
    assert len(lines) == 3


def test_columns_of_numbers_stand_right_unless_told() -> None:
    rows = (("1", "1"), ("22", "22"))

    told = text((Grid("", ("a", "b"), rows, align=("left", "right")),))

    assert told == "a    b\n-- ---\n1    1\n22  22\n".replace("-- ---", "--- --")


def test_a_grid_without_rows_shows_its_heads() -> None:
    assert text((Grid("None", ("a", "b"), ()),)) == "None\na  b\n-- -\n"


def test_a_signature_is_broken_after_commas() -> None:
    grid = Grid("", ("signature",), (("f/1(beta=1,unit=whole,match=set)",),))

    assert text((grid,), Screen(width=24)).splitlines()[2:] == [
        "f/1(beta=1,unit=whole,",
        "match=set)",
    ]


def test_lines_of_prose_are_wrapped() -> None:
    assert text((Prose(("one two three four five six",)),), Screen(width=20)) == (
        "one two three four\nfive six\n"
    )


def test_a_document_of_nothing_is_empty() -> None:
    assert not text(())
