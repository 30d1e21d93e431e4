"""The heads of a table: which rows they are, what they call columns, and over which they stand.

Plain text has no spans: a head stands in one cell, and the cells beside it are empty. It may stand
at the left of its columns, in their middle or at their right. What tells these apart is where the
outermost heads stand, and what is below: two scores of one kind, as two precisions, have each their
own head. Readings that leave a column without a head, or put a kind twice below one head, give way
to those that do not; if several are left, they are all kept, for none of them is sure.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen
from returns.result import Failure, Result, Success

from measurand.auditing.proofs.sheet import Role
from measurand.edges.tables.grid import (
    MOST_CELLS,
    MOST_CHARACTERS,
    MOST_COLUMNS,
    Faults,
    RawTable,
    TextRow,
)
from measurand.edges.tables.interval_words import interval_of
from measurand.edges.tables.plain_text import western
from measurand.edges.tables.vocabulary import head_of
from measurand.values.english import counted
from measurand.values.fault import Fault, shown

FIRST_ROW = "the first row is read as headings over those of the second"
_NUMBER = re.compile(r"[-+\u2212(~<>\u2264\u2265\u2248]{0,3}[$€£¥]?\.?[0-9]")
_UNIT_ALONE = re.compile(r"[(\[][^()\[\]]{1,20}[)\]]")
_MOST_WAYS = 6
_MOST_MIDDLES = 6

Key = tuple[str, ...]
Spread = tuple[str, ...]


def numeric(text: str) -> bool:
    """Tell whether a text starts as a number does, and is no head of intervals.

    >>> numeric("63.3*"), numeric("F1"), numeric("-"), numeric("< 0.001"), numeric("95% CI")
    (True, False, False, True, False)
    """
    if _NUMBER.match(western(text).strip().replace(" ", "", 2)) is None:
        return False
    return not any(map(str.isalpha, text)) or interval_of(text) is None


def split_heads(rows: Sequence[TextRow]) -> tuple[list[TextRow], list[TextRow], bool]:
    """Part rows into heads and body: a first row with gaps or repeats may stand over a second head.

    The third value tells whether a second head was taken, which is a guess. Where the first row is
    empty, as Markdown wants one, the names below it are the head.

    >>> rows = [TextRow(("", "dev", ""), 1), TextRow(("system", "P", "R"), 2),
    ...         TextRow(("ours", "1", "2"), 3)]
    >>> heads, body, guessed = split_heads(rows)
    >>> [head.cells for head in heads], len(body), guessed
    ([('', 'dev', ''), ('system', 'P', 'R')], 1, True)
    """
    first, rest = rows[0], list(rows[1:])
    if not any(first.cells) and len(rest) > 1 and has_worded_names(rest[0].cells):
        return split_heads(rest)
    if (
        len(rest) > 1
        and spans_columns(first.cells)
        and has_names(rest[0].cells)
        and not has_names(rest[1].cells)
    ):
        return [first, rest[0]], rest[1:], True
    return [first], rest, False


def spans_columns(cells: Sequence[str]) -> bool:
    """Tell whether a row looks like headings over several columns: gaps after, or repeats."""
    later = cells[1:]
    filled = [cell for cell in later if cell]
    return bool(filled) and (len(filled) < len(later) or len(set(filled)) < len(filled))


def has_names(cells: Sequence[str]) -> bool:
    """Tell whether a row has names of columns: several, and no numbers."""
    later = [cell for cell in cells[1:] if cell]
    return bool(later) and not any(map(numeric, later))


def has_worded_names(cells: Sequence[str]) -> bool:
    """Tell whether a row has names of columns, each of them with a letter.

    >>> has_worded_names(("", "P", "F1")), has_worded_names(("ours", "-", "-"))
    (True, False)
    """
    later = [cell for cell in cells[1:] if cell]
    return has_names(cells) and all(any(map(str.isalpha, cell)) for cell in later)


def table_of(
    heads: Sequence[TextRow],
    rows: Iterable[TextRow],
    *,
    title: str = "",
    caption: str = "",
    notes: Sequence[str] = (),
) -> Result[RawTable, Faults]:
    """Make a table of rows as they were read: the last head has the names, those above the groups.

    A short row is filled up, and that is noted; a long one is a fault.

    >>> rows = [TextRow(("ours", "63.3"), 3), TextRow(("theirs",), 4)]
    >>> table = table_of([TextRow(("", "dev"), 1), TextRow(("system", "F1"), 2)], rows).unwrap()
    >>> table.groups, table.rows[1], table.notes
    (('', 'dev'), ('theirs', ''), ('line 4: 1 of 2 cells are there: the rest is taken as empty',))
    """
    rows = list(rows)
    width = max((len(head.cells) for head in heads), default=0)
    faults = [fault for row in (*heads, *rows) for fault in _row_faults(row, width)]
    if width * (len(rows) + len(heads)) > MOST_CELLS:
        expected = f"a table of at most {MOST_CELLS} cells"
        got = f"{width * (len(rows) + len(heads))}"
        faults.append(Fault(line=heads[0].line, got=got, expected=expected))
    if faults:
        return Failure(tuple(faults[:100]))
    short = [row for row in rows if len(row.cells) < width]
    filled = [TextRow(_filled(head.cells, width), head.line, head.spanned) for head in heads]
    body = [_filled(row.cells, width) for row in rows]
    groups = _groups(filled, first_number(body, width))
    return Success(
        RawTable(
            header=tuple(map(_name, zip(*(head.cells for head in filled), strict=True))),
            rows=tuple(body),
            title=title,
            caption=caption,
            line=heads[0].line,
            groups=groups[0],
            other_groups=groups[1:],
            lines=tuple(row.line for row in rows),
            notes=(*notes, *(_short(row, width) for row in short)),
        )
    )


def unreadable_table(
    faults: Faults, *, title: str = "", caption: str = "", line: int = 0
) -> RawTable:
    """Make a table of what cannot be read: it has faults, and no cells.

    >>> unreadable_table((Fault(got="none", expected="a row"),)).faults[0].got
    'none'
    """
    return RawTable(header=(), rows=(), title=title, caption=caption, line=line, faults=faults)


def table_or_unreadable(
    read: Result[RawTable, Faults], *, title: str = "", caption: str = "", line: int = 0
) -> RawTable:
    """Keep a table that cannot be read in its place among the others, with its faults.

    >>> faults = (Fault(got="none", expected="a row"),)
    >>> table_or_unreadable(Failure(faults), line=3) == unreadable_table(faults, line=3)
    True
    """
    return read.lash(
        lambda faults: Success(unreadable_table(faults, title=title, caption=caption, line=line))
    ).unwrap()


def _short(row: TextRow, width: int) -> str:
    there = f"line {row.line}: {len(row.cells)} of {width} cells are there"
    return f"{there}: the rest is taken as empty"


def _row_faults(row: TextRow, width: int) -> Iterable[Fault]:
    if width > MOST_COLUMNS:
        expected = f"at most {MOST_COLUMNS} columns"
        yield Fault(line=row.line, got=str(width), expected=expected)
    elif len(row.cells) > width:
        yield Fault(
            line=row.line, got=str(len(row.cells)), expected=f"a row of {counted(width, 'cell')}"
        )
    for cell in row.cells:
        if len(cell) > MOST_CHARACTERS:
            expected = f"a cell of at most {MOST_CHARACTERS} characters"
            yield Fault(line=row.line, got=shown(cell, most=20), expected=expected)


def _filled(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return cells + ("",) * (width - len(cells))


def _said(column: Sequence[str]) -> list[str]:
    """List what heads say of a column, from above; a unit alone belongs to what is above it."""
    words = list(dict.fromkeys(text for text in column if text))
    if len(words) > 1 and _UNIT_ALONE.fullmatch(words[-1]):
        words[-2:] = [f"{words[-2]} {words[-1]}"]
    return words


def _name(column: Sequence[str]) -> str:
    """Name a column: by the lowest head that says something."""
    return next(reversed(_said(column)), "")


def _above(column: Sequence[str]) -> str:
    """Name the group of a column: what stands above its name."""
    return " / ".join(_said(column)[:-1])


def first_number(body: Sequence[tuple[str, ...]], width: int) -> int:
    """Find the first column that has numbers; those before it, and always the first, name rows.

    >>> first_number([("a", "b", "1", "x")], 4)
    2
    """
    for at in range(1, width):
        cells = [row[at] for row in body if row[at]]
        if 2 * sum(map(numeric, cells)) > len(cells):
            return at
    return 1


def _groups(heads: Sequence[TextRow], first: int) -> tuple[Spread, ...]:
    """List what may stand above each column: the best reading first.

    Heads over heads are read from the lowest up: where one of them is open, the rest stay. Where
    there are too many readings, the last one says that every column may stand for itself.
    """
    names = heads[-1].cells
    chosen: list[Spread] = [names]
    others: list[tuple[int, Spread]] = []
    keys = tuple(map(_key, names))
    for level, head in enumerate(reversed(heads[:-1]), 1):
        ways = _ways(head, names, keys, first)
        chosen.append(ways[0])
        others += [(level, way) for way in ways[1:]]
        keys = tuple((way, *key) for way, key in zip(ways[0], keys, strict=True))
    read = [chosen, *([*chosen[:at], way, *chosen[at + 1 :]] for at, way in others)]
    readings = (tuple(map(_above, zip(*reversed(rows), strict=True))) for rows in read)
    different = tuple(dict.fromkeys(readings))
    if len(different) <= _MOST_WAYS:
        return different
    apart = tuple(f"column {at}" if name else "" for at, name in enumerate(names, 1))
    return (*different[: _MOST_WAYS - 1], apart)


def _key(name: str) -> Key:
    """Tell scores of one kind, however they are spelled."""
    head = head_of(name)
    known = head.role is not Role.VALUE
    return (head.role.value, str(head.beta), head.averaged) if known else (name.casefold(),)


def _ways(head: TextRow, names: Spread, keys: tuple[Key, ...], first: int) -> list[Spread]:
    """List over which columns the heads of one row may stand.

    A column without a name of its own below has its head for a name: no other goes over it.
    """
    places = [at for at in range(first, len(names)) if names[at]]
    runs: list[list[int]] = []
    for at in places:
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    open_runs = [
        run for run in runs if not head.spanned and 0 < sum(map(bool, _in(head, run))) < len(run)
    ]
    ways = [head.cells]
    for run in open_runs:
        best = _kept([_Way(keys, tuple(run), marks) for marks in _marked(head.cells, run, keys)])
        ways = [_with(one, way, head.cells) for one in ways for way in best][: _MOST_WAYS + 1]
    return ways


def _in(head: TextRow, run: Sequence[int]) -> tuple[str, ...]:
    return tuple(head.cells[at] for at in run)


@frozen
class _Way:
    """Over which of a run of columns heads stand: for each column the place of its head, or -1."""

    keys: tuple[Key, ...]
    run: tuple[int, ...]
    marks: tuple[int, ...]

    @property
    def kinds(self) -> list[list[Key]]:
        """List the kinds of scores below each head."""
        return [
            sorted(
                self.keys[at] for at, mark in zip(self.run, self.marks, strict=True) if mark == m
            )
            for m in dict.fromkeys(self.marks)
            if m >= 0
        ]

    @property
    def repeats(self) -> int:
        """Count the scores whose kind another one below the same head has."""
        return sum(len(kinds) - len(set(kinds)) for kinds in self.kinds)

    @property
    def bare(self) -> int:
        """Count the columns without a head."""
        return sum(mark < 0 for mark in self.marks)

    @property
    def alike(self) -> bool:
        """Tell whether the same several kinds, each once, stand below every head, and no other."""
        first, *rest = self.kinds
        bare = [self.keys[at] for at, mark in zip(self.run, self.marks, strict=True) if mark < 0]
        several = len(first) > 1 and bool(rest) and all(kinds == first for kinds in rest)
        return several and not self.repeats and not set(bare) & set(first)


def _kept(ways: Sequence[_Way]) -> list[_Way]:
    """Keep the readings that have most for them, the one that leaves least bare first."""
    least = min(way.repeats for way in ways)
    ways = [way for way in dict.fromkeys(ways) if way.repeats == least]
    alike = [way for way in ways if way.alike]
    full = [way for way in ways if not way.bare]
    return sorted(alike or full or ways, key=lambda way: way.bare)


def _with(cells: Spread, way: _Way, heads: Spread) -> Spread:
    over = {
        at: heads[mark] if mark >= 0 else "" for at, mark in zip(way.run, way.marks, strict=True)
    }
    return tuple(over.get(at, cell) for at, cell in enumerate(cells))


def _marked(cells: Spread, run: Sequence[int], keys: tuple[Key, ...]) -> Iterator[tuple[int, ...]]:
    """Give the readings of a run: heads at the left, the middle or the right of their columns."""
    stand = [at for at in run if cells[at]]
    yield tuple(max((one for one in stand if one <= at), default=-1) for at in run)
    yield from _by_middle(stand, run)
    yield from _by_kind(stand, run, keys)
    yield tuple(min((one for one in stand if one >= at), default=-1) for at in run)


def _by_middle(stand: Sequence[int], run: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Part a run into blocks with their heads in the middle, or into blocks of one size.

    In an even block all heads stand left of the middle, or all right of it. A head over the first
    column speaks for heads at the left, as merged cells have them, against unequal blocks.
    """
    width = len(run) // len(stand)
    if width * len(stand) == len(run):
        blocks = tuple(stand[place // width] for place in range(len(run)))
        if all(mark == at for at, mark in zip(run, blocks, strict=True) if at in stand):
            yield blocks
    if stand[0] > run[0] and len(stand) <= _MOST_MIDDLES:
        for evens in (0, 2):
            yield from _middles(stand, run[0], run[-1], evens)


def _middles(stand: Sequence[int], start: int, last: int, evens: int) -> Iterator[tuple[int, ...]]:
    """Give the ways to go on from a column: an odd block, or an even one, around the next head."""
    if not stand:
        yield from [()] if start == last + 1 else []
        return
    reach = 2 * (stand[0] - start)
    for size in (reach + 1, reach + evens):
        if size > 0 and stand[0] < start + size <= last + 1:
            for rest in _middles(stand[1:], start + size, last, evens):
                yield (*(stand[0],) * size, *rest)


def _by_kind(
    stand: Sequence[int], run: Sequence[int], keys: tuple[Key, ...]
) -> Iterator[tuple[int, ...]]:
    """Begin a group where a kind of score comes again; what comes only once at the ends is bare."""
    kinds = [keys[at] for at in run]
    again = [at for at, key in zip(run, kinds, strict=True) if kinds.count(key) > 1]
    if not again:
        return
    starts: list[int] = []
    seen: set[Key] = set()
    for at in range(again[0], again[-1] + 1):
        if not starts or keys[at] in seen:
            starts.append(at)
            seen = set()
        seen.add(keys[at])
    ends = [*starts, again[-1] + 1]
    if len(starts) == len(stand) and all(
        a <= one < b for one, (a, b) in zip(stand, pairwise(ends), strict=True)
    ):
        groups = list(zip(stand, pairwise(ends), strict=True))
        yield tuple(next((one for one, (a, b) in groups if a <= at < b), -1) for at in run)
