"""A document as Markdown (CommonMark with tables); nothing from the data is markup."""

import re
from collections.abc import Iterator

from measurand.edges.report.document import Align, Block, Document, Grid, Prose, Section
from measurand.values.fault import visible

_MARKS = re.compile(r"[\\`*|#~]|(?<![^\W_])_|_(?![^\W_])|\](?=[(:\[])")
_REFERENCES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_LIST_MARK = re.compile(r"([-+=:])|(\d{1,9})([.)])")
_RULES: dict[Align, str] = {"left": "---", "right": "---:"}


def markdown(document: Document) -> str:
    r"""Write a document as Markdown.

    >>> print(markdown((Grid("Scores", ("a|b", "F1"), (("<x>", "63.3%"),)),)), end="")
    **Scores**
    <BLANKLINE>
    | a\|b | F1 |
    | --- | ---: |
    | &lt;x&gt; | 63.3% |
    """
    blocks = list(filter(None, _blocks(document, 1)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(blocks: tuple[Block, ...], level: int) -> Iterator[str]:
    for block in blocks:
        match block:
            case Section(title, inner):
                yield f"{'#' * level} {escaped(title)}".rstrip()
                yield from _blocks(inner, level + 1)
            case Grid():
                yield from _grid(block)
            case Prose(lines, code=True):
                yield _fenced(lines)
            case Prose(lines):
                yield _prose(lines)


def _grid(grid: Grid) -> Iterator[str]:
    if grid.title.strip():
        yield f"**{escaped(grid.title)}**"
    rules = tuple(_RULES[align] for align in grid.aligned)
    heads, *rows = (tuple(map(escaped, row)) for row in (grid.columns, *grid.rows))
    yield "\n".join(_row(cells) for cells in (heads, rules, *rows))
    if grid.notes:
        yield _prose(grid.notes)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _prose(lines: tuple[str, ...]) -> str:
    """Keep the lines apart: a backslash at the end breaks a line, an empty line a paragraph."""
    texts = [_unlisted(escaped(line)) for line in lines]
    parts = [
        f"{line}\\" if line and following else line
        for line, following in zip(texts, (*texts[1:], ""), strict=False)
    ]
    return "\n".join(parts)


def _fenced(lines: tuple[str, ...]) -> str:
    """Fence lines off by more backticks than stand in a row in any of them."""
    text = "\n".join(map(visible, lines))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}\n{text}\n{fence}" if lines else ""


def _unlisted(line: str) -> str:
    """Keep the start of a line from being read as a list, a rule or an underline."""
    found = _LIST_MARK.match(line)
    if found is None:
        return line
    rest = line[found.end() :]
    return f"\\{found[1]}{rest}" if found[1] else f"{found[2]}\\{found[3]}{rest}"


def escaped(text: str) -> str:
    r"""Write a text so that it shows as it is.

    >>> escaped("[a](b) <c> `d` e|f _g_ both_empty macro[sample]")
    '[a\\](b) &lt;c&gt; \\`d\\` e\\|f \\_g\\_ both_empty macro[sample]'
    """
    marked = _MARKS.sub(lambda found: f"\\{found[0]}", visible(text).strip())
    return "".join(_REFERENCES.get(char, char) for char in marked)
