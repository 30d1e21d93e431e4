"""A table to be printed before it has a format: texts of cells, marks, a caption and notes."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from string import ascii_lowercase

from attrs import frozen
from toolz import groupby, unique

from measurand.auditing.claims.paper import PaperCell, PaperTable, Wanted, Way
from measurand.edges.report.inferred import level_text, p_text, plan_text, points_note
from measurand.edges.report.paper_words import caption
from measurand.inference.interval import Interval
from measurand.inference.pvalue import PValue
from measurand.metrics.needs import Reading
from measurand.values.printed import Printed, Unit
from measurand.values.score import Undefined

DASH = "\u2014"
POINT = "\u2020"
"""Marks an interval that the data make a point."""


@frozen(kw_only=True)
class Laid:
    """A cell as texts: a number, the ends of its interval, marks of tests; `best` stands out.

    >>> Laid(number="63.3%", interval="[60.0, 66.0]").text
    '63.3% [60.0, 66.0]'
    """

    number: str = ""
    interval: str = ""
    point: bool = False
    mark: str = ""
    best: bool = False

    @property
    def text(self) -> str:
        """Write it on one line: a star before the best, letters of tests after a caret."""
        interval = f" {self.interval}{POINT if self.point else ''}" if self.interval else ""
        return f"{'*' if self.best else ''}{self.number}{interval}" + (
            f"^{self.mark}" if self.mark else ""
        )


@frozen(kw_only=True)
class Layout:
    """A table as texts: its title, caption, heads, rows of cells, and notes."""

    title: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Laid, ...]], ...]
    notes: tuple[str, ...]


def layout(
    table: PaperTable, wanted: Wanted, readings: Mapping[str, Reading] | None = None
) -> Layout:
    """Lay out a table.

    >>> layout(PaperTable(name="1", source="ours", columns=(), rows=()), Wanted()).title
    'Table 1 (ours)'
    """
    letters = marks(table)
    source = f" ({table.source})" if table.source else ""
    return Layout(
        title=f"Table {table.name}{source}",
        caption=caption(table),
        heads=("", *(name for name, _ in table.columns)),
        rows=tuple(
            (label, tuple(_laid(cell, letters) for cell in cells)) for label, cells in table.rows
        ),
        notes=tuple(_notes(table, wanted, letters, readings or {})),
    )


def marks(table: PaperTable) -> dict[Fraction, str]:
    """Give each adjusted p-value its letter, the smallest first: equal ones share it.

    >>> marks(PaperTable(name="1", source="", columns=(), rows=()))
    {}
    """
    found = {test.adjusted for test in table.tests if isinstance(test.adjusted, Fraction)}
    return dict(zip(sorted(found), _letters(), strict=False))


def _letters() -> Iterator[str]:
    for width in range(1, 7):
        yield from map("".join, product(ascii_lowercase, repeat=width))


def _laid(cell: PaperCell | None, letters: Mapping[Fraction, str]) -> Laid:
    if cell is None:
        return Laid()
    if cell.printed is None:
        return Laid(number=DASH)
    adjusted = cell.test.adjusted if cell.test is not None else None
    interval = cell.interval if isinstance(cell.interval, Interval) else None
    return Laid(
        number=cell.printed.text,
        interval="" if cell.ends is None else f"[{', '.join(map(_end, cell.ends))}]",
        point=interval is not None and interval.degenerate is not None,
        mark=letters[adjusted] if isinstance(adjusted, Fraction) else "",
        best=cell.best,
    )


def _end(printed: Printed) -> str:
    """Write an end of an interval in the unit of its number, without the sign of it."""
    text = printed.text
    if printed.unit in {Unit.NONE, Unit.POINTS}:
        return text
    return text.replace(printed.unit.value, "", 1)


def _notes(
    table: PaperTable,
    wanted: Wanted,
    letters: Mapping[Fraction, str],
    readings: Mapping[str, Reading],
) -> Iterator[str]:
    yield from _best(table)
    if wanted.intervals:
        yield f"In brackets: {level_text(wanted.plan)}. {plan_text(wanted.plan)}"
        intervals = [cell.interval for cell in table.cells if cell.interval is not None]
        yield from (note.replace("*", POINT, 1) for note in points_note(intervals))
    yield from _tests(table, wanted, letters)
    yield from _undefined(table)
    if table.left:
        yield f"Not computed, and left out: {', '.join(table.left)}."
    skipped = [(name, one.skipped) for name, one in readings.items() if one.skipped]
    for name, number in skipped:
        yield f"{number} faulty records of {name} were skipped: these are numbers of the rest."
    for name, one in readings.items():
        if one.lost:
            shards = ", ".join(one.lost)
            yield f"Shards of {name} were lost: {shards}: these are numbers of the rest."


def _best(table: PaperTable) -> Iterator[str]:
    ways = groupby(lambda column: column[1], table.columns)
    told = [
        f"{word} in {', '.join(name for name, _ in ways[way])}"
        for way, word in ((Way.HIGHER, "the highest"), (Way.LOWER, "the lowest"))
        if way in ways
    ]
    if told and any(cell.best for cell in table.cells):
        rest = [name for name, _ in ways.get(Way.NONE, [])]
        open_ones = f"; in {', '.join(rest)} nothing says which way is better" if rest else ""
        yield f"Marked as best: what prints as {', '.join(told)}{open_ones}."


def _tests(table: PaperTable, wanted: Wanted, letters: Mapping[Fraction, str]) -> Iterator[str]:
    if not wanted.against:
        return
    labels = [label for label, _ in table.rows]
    if labels.count(wanted.against) != 1:
        yield f"Nothing is tested: no single row of this table is {wanted.against}."
        return
    tests = table.tests
    if not tests:
        yield f"Nothing is tested: no cell has one of {wanted.against} beside it."
        return
    ways = unique(
        one.how for test in tests if isinstance(one := test.hypothesis.found.p_value, PValue)
    )
    how = "".join(f"; {way}" for way in ways)
    units = "samples" if wanted.plan.cluster is None else f"groups ({wanted.plan.cluster})"
    yield (
        f"Letters: two-sided tests against {wanted.against} on the same {units}{how}; p-values "
        f"adjusted by {wanted.plan.correction.value} over {tests[0].tests} "
        f"test{'' if tests[0].tests == 1 else 's'}; equal ones share a letter."
    )
    for value, letter in letters.items():
        verdicts = unique(test.verdict.value for test in tests if test.adjusted == value)
        yield f"{letter}: p = {p_text(value)}, {' or '.join(verdicts)}."
    why: dict[str, list[str]] = {}
    for test in tests:
        if isinstance(test.adjusted, Undefined):
            why.setdefault(test.adjusted.reason, []).append(test.hypothesis.name)
    for reason, names in why.items():
        yield f"Not tested: {', '.join(names)}: {reason}."
    alone = sum(sum(test.hypothesis.found.alone) for test in tests)
    if alone:
        yield "Samples that one row alone has are left out of its tests."


def _undefined(table: PaperTable) -> Iterator[str]:
    why: dict[str, list[str]] = {}
    for cell in table.cells:
        name = f"{cell.row} / {cell.column}"
        if isinstance(cell.score, Undefined):
            why.setdefault(f"{DASH}: undefined, {cell.score.reason}", []).append(name)
        elif isinstance(cell.interval, Undefined):
            why.setdefault(f"No interval: {cell.interval.reason}", []).append(name)
    for reason, names in why.items():
        yield f"{reason} ({', '.join(names)})."
