"""Reports: any text whatever comes through every format, shows as it is, and does nothing else."""

import csv
import json
import re
from fractions import Fraction
from io import StringIO

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from rich.cells import cell_len

from measurand.edges.files.json.exact import decimal_text, exact_text
from measurand.edges.report import Block, Document, Grid, Prose, Section, render, to_json
from measurand.edges.report.latex import escaped as latex_escaped
from measurand.edges.report.markdown import markdown
from measurand.edges.report.render import Format, csv_text, guarded
from measurand.edges.report.text import Screen, text
from measurand.values.fault import visible

FORMATS: tuple[Format, ...] = ("text", "md", "csv", "latex")
NASTY = (
    *("|", "\\", "\\|", "`", "``", "<b>", "&amp;", "&", "*a*", "_a_", "__", "~~a~~", "#", "[a](b)"),
    *("![a](b)", "[a]: b", "<!-- a -->", "---", "===", "1. a", "- a", "    a", ":-", "$x$", "%"),
    *("=1+1", "+a", "-a", "@a", "\n", "\r\n", "\t", "\0", "\x1b[31m", "\u202e", "\ud800", "\u2028"),
    *(
        "맛있다",
        "분류",
        "ﾊﾝ",
        "🎯",
        "e\u0301",
        "\ufeff",
        " ",
        "",
        "''",
        '"',
        ",",
        ";",
        "{",
        "}",
        "^",
        "~",
    ),
)
texts = st.text(st.characters(), max_size=12) | st.lists(st.sampled_from(NASTY), max_size=4).map(
    "".join
)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Draw a grid of any texts."""
    width = draw(st.integers(1, 4))
    row = st.lists(texts, min_size=width, max_size=width).map(tuple)
    return Grid(
        draw(texts),
        draw(row),
        tuple(draw(st.lists(row, max_size=3))),
        notes=tuple(draw(st.lists(texts, max_size=2))),
    )


proses = st.lists(texts, max_size=4).map(lambda lines: Prose(tuple(lines)))
blocks: st.SearchStrategy[Block] = st.recursive(
    grids() | proses,
    lambda inner: st.builds(Section, texts, st.lists(inner, max_size=3).map(tuple)),
    max_leaves=4,
).filter(lambda block: not isinstance(block, Section) or block.depth <= 4)
documents: st.SearchStrategy[Document] = st.lists(blocks, max_size=3).map(tuple)


@given(documents, st.sampled_from(FORMATS), st.integers(20, 200))
def test_any_text_renders_in_every_format(document: Document, fmt: Format, width: int) -> None:
    written = render(document, fmt, Screen(width=width))

    assert all(line.isprintable() for line in written.split("\n"))
    assert not written or written.endswith("\n")
    written.encode()


def without_spaces(text: str) -> str:
    return visible(text).replace(" ", "")


@given(st.lists(texts, min_size=1, max_size=3), st.integers(20, 60))
def test_text_cuts_nothing_off(cells: list[str], width: int) -> None:
    grid = Grid("", ("head",), tuple((cell,) for cell in cells))

    written = text((grid,), Screen(width=width))

    _, _, *lines = written.split("\n")
    assert without_spaces("".join(lines)) == "".join(map(without_spaces, cells))
    assert all(cell_len(line) <= width for line in lines)


@given(grids(), st.integers(20, 200))
def test_lines_of_a_grid_are_not_wider_than_its_rule(grid: Grid, width: int) -> None:
    bare = Grid("", ("head", *grid.columns), tuple(("cell", *row) for row in grid.rows))

    lines = text((bare,), Screen(width=width)).split("\n")

    rule = next(line for line in lines if line.startswith("-"))
    assert all(cell_len(line) <= len(rule) for line in lines)


def parsed(page: str) -> list[Token]:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(page)


def contents(token: Token) -> list[Token]:
    return token.children or []


def plain_lines(token: Token) -> list[str]:
    """Read the text of an inline token that must have no markup but hard breaks."""
    kinds = {child.type for child in contents(token)}
    assert kinds <= {"text", "text_special", "hardbreak"}, kinds
    parts = ("\n" if child.type == "hardbreak" else child.content for child in contents(token))
    return "".join(parts).split("\n")


def shown(text: str) -> str:
    return visible(text).strip()


@given(grids())
@example(Grid("", ("a\\", "|"), (("\\|", "a|b"), ("`", "`"))))
def test_markdown_keeps_every_cell_as_it_is(grid: Grid) -> None:
    page = markdown((Grid("", grid.columns, grid.rows),))

    cells = [plain_lines(token) for token in parsed(page) if token.type == "inline"]

    expected = [shown(cell) for row in (grid.columns, *grid.rows) for cell in row]
    assert cells == [[cell] for cell in expected]


@given(grids())
def test_markdown_rows_have_as_many_cells_as_columns(grid: Grid) -> None:
    page = markdown((Grid("", grid.columns, grid.rows),))

    bars = [len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in page.splitlines()]

    assert bars == [len(grid.columns) + 1] * (len(grid.rows) + 2)


@given(st.lists(texts, min_size=1, max_size=4))
def test_markdown_keeps_prose_as_it_is(lines: list[str]) -> None:
    tokens = parsed(markdown((Prose(tuple(lines)),)))

    kinds = {token.type for token in tokens}
    found = [line for token in tokens if token.type == "inline" for line in plain_lines(token)]

    assert kinds <= {"paragraph_open", "inline", "paragraph_close"}
    assert found == [shown(line) for line in lines if shown(line)]


@given(texts)
def test_markdown_keeps_titles_as_they_are(title: str) -> None:
    tokens = parsed(markdown((Section(title, ()),)))

    found = [line for token in tokens if token.type == "inline" for line in plain_lines(token)]

    assert tokens[0].type == "heading_open"
    assert found == [shown(title)]


@given(texts.filter(str.strip))
def test_markdown_keeps_the_title_of_a_grid_as_it_is(title: str) -> None:
    tokens = parsed(markdown((Grid(title, ("a",), ()),)))

    kinds = [child.type for child in contents(tokens[1]) if child.content or child.nesting]
    found = "".join(child.content for child in contents(tokens[1]))

    assert (kinds[0], kinds[-1]) == ("strong_open", "strong_close")
    assert set(kinds[1:-1]) <= {"text", "text_special"}
    assert found == shown(title)


@given(grids())
def test_csv_is_read_back(grid: Grid) -> None:
    rows = list(csv.reader(StringIO(csv_text((grid,))), strict=True))

    assert rows == [[guarded(cell) for cell in row] for row in (grid.columns, *grid.rows)]


@given(st.lists(grids(), min_size=2, max_size=3))
def test_csv_parts_grids_by_empty_lines(several: list[Grid]) -> None:
    rows = csv.reader(StringIO(csv_text(tuple(several))), strict=True)

    lengths = [len(row) for row in rows]

    titled = [
        [1] * bool(grid.title) + [len(grid.columns)] * (len(grid.rows) + 1) for grid in several
    ]
    expected = [length for grid in titled for length in (*grid, 0)][:-1]
    assert lengths == expected


@example("-0 ")
@given(texts | st.from_regex(r"[-+=@][0-9+*/.,eE%() -]{1,9}"))
def test_no_cell_of_csv_is_a_formula(cell: str) -> None:
    start = guarded(cell).lstrip()[:1]

    assert start not in {"=", "@"}
    if start in {"+", "-"}:
        assert re.fullmatch(
            r"[-+][$€£¥]?[0-9.,]+([eE][-+]?[0-9]+| ?%|/[0-9]+)*( \[[^][]+\]†?)?(\^[a-z]+)?|-",
            guarded(cell),
        )


@given(st.fractions() | st.floats(allow_nan=False, allow_infinity=False) | st.integers())
@example(Fraction(-15, 4))
@example(-1e300)
def test_a_number_is_written_to_csv_as_it_is(value: object) -> None:
    text = str(value)

    (row,) = csv.reader(StringIO(csv_text((Grid("", (text,), ()),))))

    assert row == [text]


@given(st.fractions(), st.integers(0, 9))
def test_numbers_of_reports_are_written_to_csv_as_they_are(value: Fraction, places: int) -> None:
    texts = (exact_text(value), decimal_text(value, places), f"{decimal_text(value, places)}%")

    assert [guarded(text) for text in texts] == list(texts)


SAFE = re.compile(
    r"\\text(?:backslash|asciitilde|asciicircum|less|greater|bar|quotedbl|asciigrave|quotesingle)\{\}"
    r"|\\[{}%&#_$]|\{[\[*]\}|-\{\}(?=-)|[^\\{}%&#_$~^<>|\"`'\[*]"
)
NAMES = {
    "backslash": "\\",
    "asciitilde": "~",
    "asciicircum": "^",
    "less": "<",
    "greater": ">",
    "bar": "|",
    "quotedbl": '"',
    "asciigrave": "`",
    "quotesingle": "'",
}


def latex_shows(token: str) -> str:
    """Say what a piece of LaTeX shows."""
    if token.startswith("\\text"):
        return NAMES[token[5:-2]]
    return token.removesuffix("{}").removeprefix("\\").strip("{}") or token[-1]


@given(texts)
def test_latex_has_no_command_from_data(data: str) -> None:
    written = latex_escaped(data)

    tokens = SAFE.findall(written)

    assert "".join(tokens) == written
    assert "".join(map(latex_shows, tokens)) == visible(data)


trees = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(trees)
def test_json_is_read_back(tree: object) -> None:
    written = to_json(tree)

    assert json.loads(written) == tree
    assert all(line.isprintable() for line in written.split("\n"))
    written.encode()
