"""A document as LaTeX; tables need the package booktabs."""

import re
from collections.abc import Iterator

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.values.fault import visible

_LEVELS = ("section", "subsection", "subsubsection", "paragraph", "subparagraph", "subparagraph")
_MARKS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    # After the end of a row these would be read as its arguments.
    "[": "{[}",
    "*": "{*}",
}
_DASHES = re.compile(r"-(?=-)")


def latex(document: Document) -> str:
    r"""Write a document as LaTeX, to be included in another.

    >>> print(latex((Grid("F_1", ("system", "F1"), (("a&b", "63.3%"),)),)), end="")
    \begin{table}
    \centering
    \caption{F\_1}
    \begin{tabular}{lr}
    \toprule
    system & F1 \\
    \midrule
    a\&b & 63.3\% \\
    \bottomrule
    \end{tabular}
    \end{table}
    """
    blocks = list(filter(None, _blocks(document, 0)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _blocks(blocks: tuple[Block, ...], level: int) -> Iterator[str]:
    for block in blocks:
        match block:
            case Section(title, inner):
                yield f"\\{_LEVELS[level]}{{{escaped(title)}}}"
                yield from _blocks(inner, level + 1)
            case Grid():
                yield "\n".join(_grid(block))
            case Prose(lines, code=True):
                yield "\n\n".join(f"\\noindent\\texttt{{{escaped(line)}}}" for line in lines)
            case Prose(lines):
                yield "\n\n".join(f"\\noindent {escaped(line)}" for line in lines if line.strip())


def _grid(grid: Grid) -> Iterator[str]:
    yield "\\begin{table}"
    yield "\\centering"
    if grid.title:
        yield f"\\caption{{{escaped(grid.title)}}}"
    yield f"\\begin{{tabular}}{{{''.join(align[0] for align in grid.aligned)}}}"
    yield "\\toprule"
    yield _row(grid.columns)
    yield "\\midrule"
    yield from map(_row, grid.rows)
    yield "\\bottomrule"
    yield "\\end{tabular}"
    for note in grid.notes:
        yield f"\\par{{\\footnotesize {escaped(note)}}}"
    yield "\\end{table}"


def _row(cells: tuple[str, ...]) -> str:
    return f"{' & '.join(map(escaped, cells))} \\\\"


def escaped(text: str) -> str:
    r"""Write a text so that it shows as it is.

    >>> escaped(r"50% of f_1 -- \n")
    '50\\% of f\\_1 -{}- \\textbackslash{}n'
    """
    marked = "".join(_MARKS.get(char, char) for char in visible(text))
    return _DASHES.sub("-{}", marked)
