"""Which rows of a table are its heads, where the markup does not say."""

import re
from collections.abc import Sequence

from measurand.edges.formats.table_text import TextRow

MOST_HEADS = 4
_NUMBER = re.compile(r"[-+\u2212(~<>\u2264\u2265\u2248]{0,3}[$€£¥]?\.?[0-9]")


def numeric(text: str) -> bool:
    """Tell whether a text starts as a number does.

    >>> numeric("63.3*"), numeric("F1"), numeric("-"), numeric("< 0.001")
    (True, False, False, True)
    """
    return _NUMBER.match(text.strip().replace(" ", "", 2)) is not None


def split_heads(rows: Sequence[TextRow]) -> tuple[list[TextRow], list[TextRow], bool]:
    """Part rows into heads and body: a first row with gaps or repeats may stand over a second head.

    The third value tells whether a second head was taken, which is a guess.

    >>> rows = [TextRow(("", "dev", ""), 1), TextRow(("system", "P", "R"), 2),
    ...         TextRow(("ours", "1", "2"), 3)]
    >>> heads, body, guessed = split_heads(rows)
    >>> [head.cells for head in heads], len(body), guessed
    ([('', 'dev', 'dev'), ('system', 'P', 'R')], 1, True)
    """
    first, rest = rows[0], list(rows[1:])
    if len(rest) > 1 and spans(first.cells) and named(rest[0].cells) and not named(rest[1].cells):
        return [TextRow(rightwards(first.cells), first.line), rest[0]], rest[1:], True
    return [first], rest, False


def spans(cells: Sequence[str]) -> bool:
    """Tell whether a row looks like headings over several columns: gaps after, or repeats."""
    later = cells[1:]
    filled = [cell for cell in later if cell]
    return bool(filled) and (len(filled) < len(later) or len(set(filled)) < len(filled))


def named(cells: Sequence[str]) -> bool:
    """Tell whether a row has names of columns: several, and no numbers."""
    later = [cell for cell in cells[1:] if cell]
    return bool(later) and not any(map(numeric, later))


def rightwards(cells: Sequence[str]) -> tuple[str, ...]:
    """Carry each heading on over the gaps to its right; the first column has none.

    >>> rightwards(("", "dev", "", "test", ""))
    ('', 'dev', 'dev', 'test', 'test')
    """
    found: list[str] = []
    for at, cell in enumerate(cells):
        found.append(cell or (found[-1] if at > 1 else ""))
    return tuple(found)
