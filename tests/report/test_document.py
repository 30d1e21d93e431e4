"""Documents that cannot be, and how one is rendered."""

from io import StringIO

import pytest

from measurand.edges.report import render, screen_of
from measurand.edges.report.document import Block, Grid, Prose, Section
from measurand.edges.report.render import Format
from measurand.edges.report.text import Screen
from tests.report.sample_document import DOCUMENT

FORMATS: tuple[Format, ...] = ("text", "md", "csv", "latex")


class Terminal(StringIO):
    """A stream that a person looks at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_row_of_another_length_cannot_be() -> None:
    with pytest.raises(ValueError, match="a row of 2 cells: got 1 in row 1"):
        Grid("", ("a", "b"), (("1", "2"), ("3",)))


def test_an_alignment_of_another_length_cannot_be() -> None:
    with pytest.raises(ValueError, match="an alignment of 1 columns: got 2"):
        Grid("", ("a",), (), align=("left", "left"))


def test_a_grid_without_columns_cannot_be() -> None:
    with pytest.raises(ValueError, match="columns"):
        Grid("", (), ())


def test_sections_nest_six_deep() -> None:
    block: Block = Prose(())
    for _ in range(6):
        block = Section("", (block,))

    with pytest.raises(ValueError, match="sections nest at most 6 deep: got 7"):
        Section("", (block,))


@pytest.mark.parametrize("fmt", FORMATS)
def test_no_format_lets_an_escape_sequence_through(fmt: Format) -> None:
    assert "\x1b" not in render(DOCUMENT, fmt)


def test_text_takes_its_width_from_the_screen() -> None:
    prose = (Prose(("one two three four five six",)),)

    assert render(prose, "text", Screen(width=20)).count("\n") == 2
    assert render(prose, "text", Screen(width=80)).count("\n") == 1


@pytest.mark.parametrize(
    ("columns", "width"),
    [("80", 80), ("", 100), ("x", 100), ("-5", 100), ("0", 20), ("²", 100), ("9" * 99, 100)],
)
def test_the_width_is_that_of_columns_or_100(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    assert screen_of(StringIO()).width == width


def test_only_a_terminal_gets_box_drawing() -> None:
    assert (screen_of(StringIO()).rule.value, screen_of(Terminal()).rule.value) == ("-", "─")
