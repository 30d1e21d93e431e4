"""Whatever is written, no line is a command to the runner of GitHub, and no value is another."""

import csv
import json
import tomllib
import unicodedata
from html import escape, unescape
from io import StringIO

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.claims.toml_lines import quoted
from measurand.edges.cli.workflow_commands import ESCAPES, Door, harmless
from measurand.edges.report import Block, Grid, Prose, Screen, Section, render, to_json
from measurand.edges.report.render import Format, csv_text

PIECES: tuple[str, ...] = (
    "::",
    ":",
    "##[",
    "#",
    "[",
    "]",
    "error",
    " ",
    "\n",
    "\r",
    "\t",
    "\xa0",
    "\u3000",
    ",",
    '"',
    "\\",
    "\u200b",
    "\ufeff",
    "\ufe0f",
    "\u115f",
    "\u2028",
    "a",
    "맛",
    "=",
    "-1",
)
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=12)
grids = st.tuples(texts, st.lists(st.tuples(texts, texts), min_size=1, max_size=3)).map(
    lambda made: Grid(made[0], ("system", "F1"), tuple(made[1]), notes=(made[0],))
)
blocks: st.SearchStrategy[Block] = grids | st.lists(texts, max_size=3).map(
    lambda lines: Prose(tuple(lines))
)
documents = st.lists(blocks, max_size=3).map(tuple) | st.builds(
    lambda title, inner: (Section(title, tuple(inner)),), texts, st.lists(blocks, max_size=2)
)
FORMATS: tuple[Format, ...] = ("text", "md", "csv", "latex")


def bare(text: str) -> str:
    """Leave out what a comparison by the rules of a language does not see."""
    return "".join(
        char
        for char in text
        if unicodedata.category(char) not in {"Cc", "Cf"} and char not in "\ufe0f\u115f\u034f\u3164"
    )


def commands(text: str) -> list[str]:
    """List the lines that are commands to the runner."""
    lines = [bare(line).strip() for line in text.splitlines()]
    return [line for line in lines if line.startswith("::") or "##[" in line]


@given(texts, st.sampled_from(sorted(ESCAPES)))
@example("\u200b :\u200b:stop-commands::x", "text")
@example("::a", "csv")
def test_no_line_is_a_command(text: str, style: str) -> None:
    assert not commands(harmless(text, style))


@given(st.lists(texts, max_size=6), st.sampled_from(sorted(ESCAPES)))
@example([" ", ":", ":x"], "csv")
@example(["a\n", "", ":", "", ":"], "text")
@example(["#", "#", "[error]"], "json")
def test_no_line_is_a_command_however_it_is_parted(parts: list[str], style: str) -> None:
    out = StringIO(newline="")
    door = Door(out)
    door.style = style

    for part in parts:
        door.write(part)

    assert not commands(out.getvalue())


@given(st.lists(texts, max_size=6))
def test_parting_a_text_changes_nothing(parts: list[str]) -> None:
    out = StringIO(newline="")
    door = Door(out)

    door.writelines(parts)

    assert out.getvalue() == harmless("".join(parts))


@given(texts)
def test_what_is_no_command_stays_as_it_is(text: str) -> None:
    lines = text.replace(":", ".").replace("[", "(")

    assert harmless(lines) == lines


@given(documents, st.sampled_from(FORMATS), st.integers(20, 60))
def test_no_line_of_a_report_is_a_command(
    document: tuple[Block, ...], fmt: Format, width: int
) -> None:
    assert not commands(harmless(render(document, fmt, Screen(width=width)), fmt))


@given(st.recursive(texts, lambda inner: st.lists(inner) | st.dictionaries(texts, inner)))
@example({"##[error]": ["::", "##[", "\\##["]})
def test_json_means_what_it_meant(value: object) -> None:
    assert json.loads(harmless(to_json(value), "json")) == value


@given(texts.filter(lambda text: "\r" not in text))
def test_toml_means_what_it_meant(text: str) -> None:
    written = f"a = {quoted(text)}\n"

    assert tomllib.loads(harmless(written, "toml")) == {"a": text}


@given(grids)
@example(Grid("", ("::error::x", "F1"), (("::stop-commands::x", "1"), (" ::", '"'))))
def test_csv_means_what_it_meant_but_for_brackets(grid: Grid) -> None:
    plain = csv_text((grid,))

    rows = list(csv.reader(StringIO(harmless(plain, "csv"), newline="")))

    expected = list(csv.reader(StringIO(plain, newline="")))
    assert [[cell.replace(r"\x5b", "[") for cell in row] for row in rows] == [
        [cell.replace(r"\x5b", "[") for cell in row] for row in expected
    ]


@given(texts)
def test_html_means_what_it_meant(text: str) -> None:
    assert unescape(harmless(escape(text), "html")) == unescape(escape(text))
