"""Columns and rows that are made of others: gains and shares of columns, averages and sums of rows.

A gain is the difference of two columns before it, a share that of the counts before it. Which ones
is read off the numbers: most rows must fit. So this is a guess, which makes nothing impossible, but
a row that does not fit where most do stands out. Rows say by their label alone what they are.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve

from measurand.audit.proofs.sheet import COUNTS, Column, Fact, Facts, Kind, Role, Row
from measurand.edges.tables.columns import Columns
from measurand.edges.tables.grid import Note, RawTable, surrounding_text
from measurand.edges.tables.overrides import Overrides
from measurand.edges.tables.roles import GuessedColumn
from measurand.edges.tables.vocabulary import CHANGE, row_word, speaks_of_runs
from measurand.values.printed import Printed, Unit

_SHARES = re.compile(
    r"%|(?:share|percent(?:age)?|proportion|fraction)s?\.?(?: ?\(?(?:in )?%\)?)?|占比|比例",
    re.IGNORECASE,
)
_FEWEST = 2
_HUNDRED = 100
Parts = Sequence[Fraction]


def composed_columns(guesses: Sequence[GuessedColumn]) -> tuple[GuessedColumn, ...]:
    """Tie gains to two columns before them, and shares to their counts, where most rows fit.

    >>> composed_columns(())
    ()
    """
    return tuple(_made(one, guesses[:at]) for at, one in enumerate(guesses))


def _made(one: GuessedColumn, before: Sequence[GuessedColumn]) -> GuessedColumn:
    if one.role is not Role.VALUE or one.metric is not None:
        return one
    beside = [other for other in before if other.group == one.group]
    if one.head.hint == CHANGE:
        scored = [other for other in beside if other.head.hint != CHANGE]
        made, role = _difference(one, scored), Role.DIFFERENCE
    elif _SHARES.fullmatch(one.column.head.strip()):
        made, role = _share(one, beside), Role.SHARE
    else:
        return one
    if not made:
        return one
    names = " and ".join(map(repr, made))
    text = f"read as the {role.value} of {names}, as most rows fit"
    percent = role is Role.SHARE and one.unit is Unit.NONE and any(v > 1 for v in one.values)
    unit = Unit.PERCENT if percent else one.unit
    return evolve(one, role=role, of=made, unit=unit, notes=(text,))


def _difference(one: GuessedColumn, beside: Sequence[GuessedColumn]) -> tuple[str, ...]:
    if len(beside) < _FEWEST:
        return ()
    last = beside[-1]
    for other in dict.fromkeys((beside[-2].name, beside[0].name)):
        base = next(some for some in beside if some.name == other)
        for pair in ((last, base), (base, last)):
            if _most_fit(one, pair, _changes):
                return pair[0].name, pair[1].name
    return ()


def _changes(point: Parts) -> Iterator[Fraction]:
    """List what is printed as a change: in units, in hundredths, or relative to either in %."""
    first, second = point
    change = first - second
    yield from (change, change * _HUNDRED)
    yield from (change / one * _HUNDRED for one in point if one)


def _share(one: GuessedColumn, beside: Sequence[GuessedColumn]) -> tuple[str, ...]:
    """Find the counts whose shares they are: the nearest column of whole numbers."""
    uncut = [other for other in beside if all(value.denominator == 1 for value in other.values)]
    counts = [other for other in uncut if other.role in {*COUNTS, Role.VALUE}]
    if not counts:
        return ()
    total = sum(counts[-1].values, Fraction(0))
    # A last row may be the sum of the others.
    for sum_of in (total, total / 2):
        if sum_of and _most_fit(one, counts[-1:], _part_of(sum_of)):
            return (counts[-1].name,)
    return ()


def _part_of(total: Fraction) -> Callable[[Parts], Iterator[Fraction]]:
    return lambda point: iter((point[0] / total, point[0] / total * _HUNDRED))


def _most_fit(
    one: GuessedColumn,
    parts: Sequence[GuessedColumn],
    formulas: Callable[[Parts], Iterator[Fraction]],
) -> bool:
    """Tell whether one formula gives two of three printed numbers, as far as they are rounded."""
    rows = 0
    fits: dict[int, int] = {}
    for at, cell in enumerate(one.column.cells):
        cells = (part.column.cells[at].printed for part in parts)
        operands = [printed for printed in cells if printed is not None]
        if cell.printed is None or len(operands) < len(parts):
            continue
        rows += 1
        ends = zip(*(formulas(corner) for corner in _corners(operands)), strict=False)
        middles = formulas([part.value for part in operands])
        for way, (value, corners) in enumerate(zip(middles, ends, strict=False)):
            reach = max(abs(end - value) for end in corners) + _unit(cell.printed)
            fits[way] = fits.get(way, 0) + (abs(cell.printed.value - value) <= reach)
    most = max(fits.values(), default=0)
    return most >= _FEWEST and most * 3 >= rows * 2


def _corners(operands: Sequence[Printed]) -> Iterator[Parts]:
    """List what the numbers may be where a difference or a share is largest, and least."""
    for signs in ((-1, 1), (1, -1)):
        yield [
            part.value + sign * _unit(part) * bool(part.decimals)
            for part, sign in zip(operands, signs, strict=False)
        ]


def _unit(printed: Printed) -> Fraction:
    """Give a unit of the last digit: twice what rounding to the nearest loses."""
    return Fraction(1, 10**printed.decimals)


_SAMPLES = re.compile(
    r"(?<![A-Za-z0-9_])(?:[nN][ ]?=[ ]?([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})(?![0-9.,%]*[0-9%])"
    r"|([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})[ ](?:test[ ])?"
    r"(?:samples|examples|documents|instances|questions|menus|sentences)(?![A-Za-z]))"
)


def guess_rows(
    parts: Columns, columns: Sequence[Column], overrides: Overrides
) -> tuple[tuple[Row, ...], tuple[Note, ...]]:
    """Tell averages and totals by their labels, unless something else was said.

    What may be pooled (micro, overall, all) is a row like others, but no average counts it. All
    these are doubtful.
    """
    kinds = dict(overrides.rows)
    rows: list[Row] = []
    notes: list[Note] = []
    pooled: set[str] = set()
    for label, line in zip(parts.labels, parts.lines, strict=True):
        if label in kinds:
            kind = kinds[label]
            what = "left out, as was said" if kind is None else f"said to be {kind.value}"
            notes.append(Note(text=what, line=line, row=label))
            if kind is not None:
                rows.append(Row(label=label, kind=kind, of=_of(kind, rows, pooled)))
            continue
        row, text = _guessed(label, rows, pooled, columns)
        rows += [] if row is None else [row]
        if text:
            notes.append(Note(text=text, line=line, row=label))
    facts: dict[str, list[tuple[Fact, int]]] = {}
    for label, fact, number in overrides.row_facts:
        facts.setdefault(label, []).append((fact, number))
    return tuple(evolve(row, facts=tuple(facts.get(row.label, ()))) for row in rows), tuple(notes)


def _guessed(
    label: str, rows: Sequence[Row], pooled: set[str], columns: Sequence[Column]
) -> tuple[Row | None, str]:
    match row_word(label):
        case "pooled":
            pooled.add(label)
            return Row(label=label), (
                "it may be pooled over the other rows: no average counts it (`average` says that "
                "it is their mean; doubtful)"
            )
        case "average" if _body(rows, pooled):
            of = _of(Kind.AVERAGE, rows, pooled)
            return (
                Row(label=label, kind=Kind.AVERAGE, of=of),
                f"read as the mean of {_which(rows, pooled)}, all weighing alike (doubtful)",
            )
        case "weighted" if _body(rows, pooled):
            gold = [column.name for column in columns if column.role is Role.GOLD]
            over = f"perhaps by {gold[0]!r}" if gold else "it is not said by what"
            return None, f"a weighted mean, {over}: left out (`body` takes it in)"
        case "accuracy" if _body(rows, pooled):
            return None, "an accuracy in the columns of other scores: left out (`body` takes it in)"
        case "total" if _body(rows, pooled):
            of = _of(Kind.TOTAL, rows, pooled)
            return (
                Row(label=label, kind=Kind.TOTAL, of=of),
                f"read as the sum of {_which(rows, pooled)} (doubtful)",
            )
        case "":
            return Row(label=label), ""
        case _:
            text = (
                "its label names no system, and none stand before it: left out (`body` takes it in)"
            )
            return None, text


def _body(rows: Sequence[Row], pooled: set[str]) -> list[str]:
    """List the rows that an average or total here is made of."""
    return [row.label for row in rows if row.kind is Kind.BODY and row.label not in pooled]


def _of(kind: Kind, rows: Sequence[Row], pooled: set[str]) -> tuple[str, ...]:
    """Name them only where some row above does not count."""
    if kind is Kind.BODY or not pooled & {row.label for row in rows}:
        return ()
    last = max((at for at, row in enumerate(rows) if row.kind is kind), default=-1)
    return tuple(_body(rows[last + 1 :], pooled))


def _which(rows: Sequence[Row], pooled: set[str]) -> str:
    some = bool(pooled & {row.label for row in rows})
    return "the rows above but pooled ones" if some else "the rows above"


def caption_facts(
    table: RawTable, columns: Sequence[Column], overrides: Overrides
) -> tuple[Facts, tuple[Note, ...]]:
    """Take a number of samples from the caption, if it names just one and no column has it."""
    facts = overrides.facts
    notes = [Note(text=f"said: {fact.value} = {number}") for fact, number in facts]
    text = surrounding_text(table)
    samples = dict.fromkeys(_numbers(text))
    known = any(fact is Fact.SAMPLES for fact, _ in facts)
    if not samples or known or any(column.role is Role.SAMPLES for column in columns):
        return facts, tuple(notes)
    if speaks_of_runs(text):
        why = "the caption speaks of runs, folds, shots or training: no number of samples is taken"
        return facts, (*notes, Note(text=why, line=table.line))
    if len(samples) > 1:
        numbers = ", ".join(map(str, samples))
        text = f"the caption names several numbers of samples ({numbers}): none is used"
        return facts, (*notes, Note(text=text, line=table.line))
    [number] = samples
    text = f"the caption says samples = {number}: used for every row (doubtful; --fact says it)"
    return (*facts, (Fact.SAMPLES, number)), (*notes, Note(text=text, line=table.line))


def _numbers(text: str) -> Iterator[int]:
    for match in _SAMPLES.finditer(text):
        yield int((match[1] or match[2]).replace(",", ""))
