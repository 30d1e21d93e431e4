"""The columns and rows of a table: which hold labels, which numbers, and what they are called.

Rows say by their label alone what they are: a mean, a sum, all samples pooled, or no system at all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import count

from attrs import evolve, frozen

from measurand.auditing.proofs.sheet import COUNTS, RATES, Column, Fact, Facts, Kind, Role, Row
from measurand.edges.tables.cells import (
    Cell,
    decimal_commas,
    read_cell,
    read_ends,
    read_p_value,
)
from measurand.edges.tables.grid import Note, Overrides, RawTable, surrounding_text
from measurand.edges.tables.interval_words import interval_of, speaks_of_runs
from measurand.edges.tables.row_words import COUNT_ROWS, row_word
from measurand.edges.tables.vocabulary import OwnMetrics, averaging_word, head_of, is_p_value
from measurand.values.english import counted
from measurand.values.printed import Printed

_LABELS = frozenset(
    (
        *("id", "#", "no", "no.", "year", "fold", "epoch", "seed", "run", "rank", "k", "layer"),
        *("model", "method", "system", "class", "label", "name", "dataset", "task", "setting"),
        *("approach", "row", "split", "type", "variant", "size", "step"),
    )
)
_MARKS = re.compile(r"(?:[ ]?(?:\^\{?[*†‡§¶]{1,6}\}?|[†‡§¶])){1,6}$")
DECIMAL_COMMA = "--decimal-comma"
"""The option that reads 63,3 as a number."""

_CHANGES = frozenset("+↑↓▲▼")


@frozen(kw_only=True)
class NumberColumn:
    """A column of numbers: its place, name and head, what stands above it, its cells by row.

    `changes` counts the numbers that are printed with a plus or an arrow before them; `averaged` is
    the averaging word above the column, if it is sure that it stands there.
    """

    at: int
    name: str
    head: str
    above: str
    cells: tuple[Cell, ...]
    changes: int = 0
    averaged: str = ""

    @property
    def printed(self) -> tuple[Printed, ...]:
        """List the numbers that are there."""
        return tuple(cell.printed for cell in self.cells if cell.printed is not None)


@frozen
class LeftRow:
    """A row of numbers that is left out for what its label or its signs seem to say."""

    label: str
    cells: int


@frozen(kw_only=True)
class Columns:
    """A table with its rows told apart: labels, columns of numbers, and the rows that have any.

    `left` are rows of numbers that seem to be of no system.
    """

    labels: tuple[str, ...]
    lines: tuple[int, ...]
    numbers: tuple[NumberColumn, ...]
    notes: tuple[Note, ...]
    left: tuple[LeftRow, ...] = ()


def columns_of(table: RawTable, overrides: Overrides) -> Columns:
    """Tell labels from numbers, and leave out rows and columns without a number; all is noted.

    >>> table = RawTable(header=("system", "F1"), rows=(("ours", "63.3*"), ("zero-shot", "")))
    >>> found = columns_of(table, Overrides())
    >>> found.labels, found.numbers[0].cells[0].printed.text, [note.text for note in found.notes]
    (('ours',), '63.3', ['the row has no number: left out', 'left out of numbers: * (1 cell)'])
    """
    commas = not decimal_commas(tuple(cell for row in table.rows for cell in row))
    cells = [
        [read_cell(text, decimal_comma=overrides.decimal_comma, commas=commas) for text in row]
        for row in table.rows
    ]
    wanted = {one.name for one in overrides.columns}
    split = dict(_split(table, overrides, commas=commas))
    for at, parts in split.items():
        first, *others = parts.values()
        for row, line in enumerate(cells):
            line[at] = next((one[row] for one in others if one[row].printed), first[row])
    width = _labels(table, cells, wanted, overrides.metrics)
    notes: list[Note] = []
    kept = [at for at in range(len(cells)) if _filled(table, cells, at, width, notes)]
    filled = kept
    kept = list(_systems(table, kept, width, overrides, notes))
    labels = _unique_labels(table, kept, width, notes)
    names = _names(table, width, notes)
    numbers = tuple(
        NumberColumn(
            at=at,
            name=_part_name(names, at, part),
            head=f"{table.header[at]}{part}",
            above=table.groups[at],
            cells=tuple(texts[row] for row in kept),
            averaged="" if table.other_groups else averaging_word(table.groups[at]),
            changes=sum(_change(table.rows[row][at]) for row in kept),
        )
        for at in range(width, len(table.header))
        if _numeric(at, [cells[row][at] for row in kept], names[at], wanted, notes)
        for part, texts in split.get(at, {"": [row[at] for row in cells]}).items()
    )
    _tell_cells(table, kept, labels, numbers, notes)
    if not overrides.decimal_comma:
        _tell_thousands(table, kept, numbers, notes)
        _tell_decimals(table, width, notes)
    return Columns(
        labels=labels,
        lines=tuple(table.lines[at] for at in kept),
        numbers=numbers,
        notes=tuple(notes),
        left=tuple(
            LeftRow(
                _label(table, row, width),
                sum(cells[row][column.at].printed is not None for column in numbers),
            )
            for row in filled
            if row not in kept
        ),
    )


def _split(
    table: RawTable, overrides: Overrides, *, commas: bool
) -> Iterator[tuple[int, dict[str, list[Cell]]]]:
    """Part columns of intervals into their ends, and of p-values into equal ones and bounds.

    The parts are named by what stands after the head of the column.
    """
    said = [one.name for one in overrides.columns if not one.name.endswith((LOW, HIGH))]
    read = {"decimal_comma": overrides.decimal_comma, "commas": commas}
    for at, head in enumerate(table.header):
        texts = [row[at] for row in table.rows]
        if interval_of(head) is not None and not any(head in name for name in said):
            ends = [read_ends(text, **read) for text in texts]
            if _mostly_read([low for low, _ in ends]):
                high = [evolve(one, marks="") if one.printed else Cell() for _, one in ends]
                yield at, {LOW: [one for one, _ in ends], HIGH: high}
        if is_p_value(head):
            signed = [read_p_value(text, **read) for text in texts]
            signs = {sign for sign, cell in signed if sign and cell.printed is not None}
            if any(map(_is_level, signed)) and _mostly_read([cell for _, cell in signed]):
                yield (
                    at,
                    {
                        f" {sign}".rstrip(): [
                            cell if own == sign else Cell() for own, cell in signed
                        ]
                        for sign in ("", *sorted(signs))
                    },
                )


def _part_name(names: Mapping[int, str], at: int, part: str) -> str:
    return unused_name(f"{names[at]}{part}", set(names.values()) if part else set())


LOW, HIGH = " low", " high"
"""What is added to the head of a column of intervals for each end."""


def _mostly_read(cells: Sequence[Cell]) -> bool:
    read = sum(cell.printed is not None for cell in cells)
    return read > 0 and read >= sum(bool(cell.note) for cell in cells)


def _is_level(signed: tuple[str, Cell]) -> bool:
    """Tell a level that p is said to be below: .1, .05, .01, .001 and so on."""
    sign, cell = signed
    if sign != "<" or cell.printed is None or cell.printed.value > _HIGHEST:
        return False
    return cell.printed.text.strip("0.") in {"1", "5"}


_HIGHEST = Fraction(1, 10)


def _labels(
    table: RawTable, cells: Sequence[Sequence[Cell]], wanted: set[str], own: OwnMetrics
) -> int:
    """Count the leading columns that name rows."""
    for at, head in enumerate(table.header):
        plain = head.strip().lower()
        if head in wanted:
            return at
        column = [row[at] for row in cells if not row[at].empty]
        mostly = 2 * sum(cell.printed is not None for cell in column) > len(column)
        meant = head_of(head, own)
        named = at == 0 and (plain in _LABELS or (plain == "" and not meant.known))
        known = meant.role in COUNTS or (meant.known and at > 0)
        if (mostly and not named) or (known and not named):
            return at
    return len(table.header)


def _filled(
    table: RawTable, cells: Sequence[Sequence[Cell]], at: int, width: int, notes: list[Note]
) -> bool:
    if any(cell.printed is not None for cell in cells[at][width:]):
        return True
    texts = [text for text in table.rows[at] if text]
    unread = [cell for cell in cells[at][width:] if cell.note]
    if not unread or len(set(texts)) == 1:
        label = texts[0] if texts else ""
        notes.append(Note(text="the row has no number: left out", line=table.lines[at], row=label))
        return False
    return True


def _systems(
    table: RawTable, kept: Sequence[int], width: int, overrides: Overrides, notes: list[Note]
) -> Iterator[int]:
    """Leave out rows that hold no scores of one system: medians, deviations, changes, p-values."""
    roles = {at: head_of(head, overrides.metrics).role for at, head in enumerate(table.header)}
    rated = [at for at in range(width, len(table.header)) if roles[at] in RATES]
    chosen = {label for label, _ in overrides.rows} | overrides.systems
    mostly = {
        at for at in rated if 2 * sum(_change(table.rows[row][at]) for row in kept) >= len(kept)
    }
    for row in kept:
        parts = [_unmarked(part) for part in table.rows[row][:width]]
        label = _label(table, row, width)
        if label in chosen:
            yield row
        elif any(row_word(part) == "other" for part in parts):
            text = "its label names no system: left out (`body` takes it in)"
            notes.append(Note(text=text, line=table.lines[row], row=label))
        elif any(_change(table.rows[row][at]) for at in rated if at not in mostly):
            text = "scores with a sign before them are changes: left out (`body` takes it in)"
            notes.append(Note(text=text, line=table.lines[row], row=label))
        else:
            yield row


def _label(table: RawTable, row: int, width: int) -> str:
    return " / ".join(filter(None, map(_unmarked, table.rows[row][:width])))


def _unmarked(text: str) -> str:
    """Take marks of notes off the end of a label, unless it is nothing else."""
    return _MARKS.sub("", text).strip() or text


def _change(text: str) -> bool:
    return text.strip()[:1] in _CHANGES


def _unique_labels(
    table: RawTable, kept: Sequence[int], width: int, notes: list[Note]
) -> tuple[str, ...]:
    taken: set[str] = set()
    labels: list[str] = []
    for number, at in enumerate(kept, 1):
        text = _label(table, at, width)
        label = unused_name(text or f"row {number}", taken)
        if label != text:
            why = "the label repeats" if text else "the row has no label"
            notes.append(Note(text=f"{why}: called {label!r}", line=table.lines[at]))
        taken.add(label)
        labels.append(label)
    return tuple(labels)


def unused_name(name: str, taken: set[str]) -> str:
    """Add a number to a name that is taken.

    >>> unused_name("ours", {"ours", "ours (2)"})
    'ours (3)'
    """
    if name not in taken:
        return name
    return next(f"{name} ({n})" for n in count(2) if f"{name} ({n})" not in taken)


def _names(table: RawTable, width: int, notes: list[Note]) -> dict[int, str]:
    """Name columns: by their heads, with what stands above where that repeats."""
    later = [head for head in table.header[width:] if head]
    taken: set[str] = set()
    names: dict[int, str] = {}
    for at in range(width, len(table.header)):
        head, above = table.header[at], table.groups[at]
        wanted = head or f"column {at + 1}"
        if later.count(head) > 1 and above:
            wanted = f"{above} {wanted}"
        name = unused_name(wanted, taken)
        if name != head:
            text = "it has no head: this is its place" if not head else f"its head is only {head!r}"
            notes.append(Note(text=text, column=name))
        taken.add(name)
        names[at] = name
    return names


def _numeric(
    at: int, cells: Sequence[Cell], name: str, wanted: set[str], notes: list[Note]
) -> bool:
    printed = sum(cell.printed is not None for cell in cells)
    unread = sum(bool(cell.note) for cell in cells)
    if printed and (printed >= unread or name in wanted):
        return True
    numbers = counted(printed, "number")
    what = "is empty" if not printed + unread else f"has {numbers} and {counted(unread, 'text')}"
    notes.append(Note(text=f"it {what}: left out", column=name or f"column {at + 1}"))
    return False


def _tell_cells(
    table: RawTable,
    kept: Sequence[int],
    labels: Sequence[str],
    numbers: Sequence[NumberColumn],
    notes: list[Note],
) -> None:
    marks: dict[str, int] = {}
    missing: dict[str, int] = {}
    for column in numbers:
        for row, label, cell in zip(kept, labels, column.cells, strict=True):
            text = table.rows[row][column.at]
            if cell.note:
                line = table.lines[row]
                note = Note(text=cell.note, line=line, column=column.name, row=label)
                notes.append(evolve(note, unread=int(cell.printed is None)))
            if cell.marks:
                marks[cell.marks] = marks.get(cell.marks, 0) + 1
            if cell.empty:
                missing[text or "empty"] = missing.get(text or "empty", 0) + 1
    if marks:
        notes.append(Note(text=f"left out of numbers: {_counted(marks)}"))
    if missing:
        notes.append(Note(text=f"cells without a number: {_counted(missing)}"))


def _tell_thousands(
    table: RawTable, kept: Sequence[int], numbers: Sequence[NumberColumn], notes: list[Note]
) -> None:
    read = (
        table.rows[row][column.at]
        for column in numbers
        for row, cell in zip(kept, column.cells, strict=True)
        if cell.printed is not None
    )
    thousands = sum(_THOUSANDS.search(text) is not None for text in read)
    if thousands:
        notes.append(Note(text=f"a comma parts thousands in {counted(thousands, 'cell')}"))


_THOUSANDS = re.compile(r"[0-9],[0-9]{3}(?![0-9])")


def _decimal(text: str) -> bool:
    """Tell a number that is read only if a comma parts decimals."""
    if not decimal_commas((text,)) or read_cell(text).printed is not None:
        return False
    return read_cell(text, decimal_comma=True).printed is not None


def _tell_decimals(table: RawTable, width: int, notes: list[Note]) -> None:
    """Caution that numbers are not read whose comma parts decimals."""
    # Columns of numbers that are not read are taken for labels, all but the first.
    first = min(width, 1)
    some = [text for row in table.rows for text in row[first:] if _decimal(text)]
    if some:
        where = counted(len(some), "cell")
        text = f"a comma seems to part decimals in {where}, as in {some[0]!r}: not read"
        text = f"{text} ({DECIMAL_COMMA} reads them)"
        notes.append(Note(text=text, caution=True, unread=len(some)))


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{text} ({counted(number, 'cell')})" for text, number in counts.items())


_SAMPLES = re.compile(
    r"(?<![A-Za-z0-9_])(?:[nN][ ]?=[ ]?([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})(?![0-9.,%]*[0-9%])"
    r"|([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})[ ](?:test[ ])?"
    r"(?:samples|examples|documents|instances|questions|menus|sentences|problems|prompts|posts"
    r"|tweets|queries|topics)(?![A-Za-z]))"
)


def guess_rows(
    parts: Columns, columns: Sequence[Column], overrides: Overrides
) -> tuple[tuple[Row, ...], tuple[Note, ...]]:
    """Tell averages and totals by their labels, unless something else was said.

    What may be pooled (micro, overall, all) is a row like others, but no average counts it. The
    rows of a report by class weigh by its support. All these are doubtful.
    """
    kinds = dict(overrides.rows)
    support = _support(parts, columns)
    rows: list[Row] = []
    notes: list[Note] = []
    pooled: set[str] = set()
    for label, line in zip(parts.labels, parts.lines, strict=True):
        if label in kinds:
            kind = kinds[label]
            what = "left out, as was said" if kind is None else f"said to be {kind.value}"
            notes.append(Note(text=what, line=line, row=label))
            if kind is not None:
                body = _body(rows, pooled)
                reported = _of_report(label, body, support) if kind is Kind.AVERAGE else None
                rows.append(reported or Row(label=label, kind=kind, of=_of(kind, rows, pooled)))
            continue
        known = label in overrides.systems
        row, text = (
            (Row(label=label), "") if known else _guessed(label, rows, pooled, columns, support)
        )
        rows += [] if row is None else [row]
        if text:
            notes.append(Note(text=text, line=line, row=label))
    facts: dict[str, list[tuple[Fact, int]]] = {}
    for label, fact, number in overrides.row_facts:
        facts.setdefault(label, []).append((fact, number))
    return tuple(evolve(row, facts=tuple(facts.get(row.label, ()))) for row in rows), tuple(notes)


def _support(parts: Columns, columns: Sequence[Column]) -> Mapping[str, int]:
    """Give how many samples each class of a report has; none where it is no such report.

    It is one where `support` is printed in full, and the last rows are its averages: one by each
    class alike, and the accuracy or one by support.
    """
    names = [one.name for one in columns if one.role is Role.GOLD and _SUPPORT.match(one.name)]
    words = [row_word(label) for label in parts.labels]
    first = next((at for at, word in enumerate(words) if word), len(words))
    last = words[first:]
    if len(names) != 1 or sorted(last) not in _REPORTED or not first:
        return {}
    [cells] = [one.cells[:first] for one in parts.numbers if one.name == names[0]]
    printed = [cell.printed for cell in cells]
    if any(one is None or one.value.denominator != 1 for one in printed):
        return {}
    return {
        label: int(one.value)
        for label, one in zip(parts.labels, printed, strict=False)
        if one is not None
    }


_SUPPORT = re.compile(r"support", re.IGNORECASE)
_REPORTED = (
    ["accuracy", "average", "weighted"],
    ["average", "pooled", "weighted"],
    ["accuracy", "average"],
    ["average", "weighted"],
)
"""The last rows of reports by class, in the order of the alphabet."""


def _guessed(
    label: str,
    rows: Sequence[Row],
    pooled: set[str],
    columns: Sequence[Column],
    support: Mapping[str, int],
) -> tuple[Row | None, str]:
    reported = _of_report(label, _body(rows, pooled), support)
    if reported is not None:
        how = _REPORTS_WEIGH[row_word(label)]
        return reported, f"read as the mean of the rows above, {how} (doubtful)"
    match row_word(label):
        case "pooled":
            pooled.add(label)
            return Row(label=label), (
                "it may be pooled over the other rows: no average counts it (`average` says that "
                "it is their mean; doubtful)"
            )
        case "average" if _averaged(rows, pooled):
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
        case "total" if len(_body(rows, pooled)) > 1:
            of = _of(Kind.TOTAL, rows, pooled)
            return (
                Row(label=label, kind=Kind.TOTAL, of=of),
                f"read as the sum of {_which(rows, pooled)} (doubtful)",
            )
        case "":
            return Row(label=label), ""
        case _:
            text = (
                "its label names no system, and none that it is of stand before it: left out "
                "(`body` takes it in)"
            )
            return None, text


_REPORTS_WEIGH = {
    "average": "all weighing alike",
    "weighted": "weighing by support",
    "accuracy": "weighing by support: of one label a sample, it is the recall of all",
}


def _of_report(label: str, body: Sequence[str], support: Mapping[str, int]) -> Row | None:
    """Read one of the last rows of a report by class, where it is one."""
    word = row_word(label)
    if not support or word not in _REPORTS_WEIGH:
        return None
    weights = tuple(support.items()) if word != "average" else ()
    return Row(label=label, kind=Kind.AVERAGE, of=tuple(body), weights=weights)


def _body(rows: Sequence[Row], pooled: set[str]) -> list[str]:
    """List the rows that an average or total here is made of."""
    return [row.label for row in rows if row.kind is Kind.BODY and row.label not in pooled]


def _averaged(rows: Sequence[Row], pooled: set[str]) -> bool:
    """Tell whether a mean may be of the rows above: of one it is none, and none is of counts."""
    body = _body(rows, pooled)
    return len(body) > 1 and not all(map(COUNT_ROWS.fullmatch, body))


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
    """Take numbers of samples from the caption, if it names one of each and no column has it."""
    said = overrides.facts
    notes = [Note(text=f"said: {fact.value} = {number}") for fact, number in said]
    text = surrounding_text(table)
    roles = {column.role for column in columns}
    sizes = dict.fromkeys(_sizes(text, roles))
    known = bool({Fact.SAMPLES, *(fact for fact, _ in sizes)} & {fact for fact, _ in said})
    if not sizes or known or Role.SAMPLES in roles:
        return said, tuple(notes)
    if speaks_of_runs(text):
        why = "the caption speaks of runs, folds, shots or training: no number of samples is taken"
        return said, (*notes, Note(text=why, line=table.line))
    if len({fact for fact, _ in sizes}) < len(sizes):
        numbers = ", ".join(str(number) for _, number in sizes)
        text = f"the caption names several numbers of samples ({numbers}): none is used"
        return said, (*notes, Note(text=text, line=table.line))
    words = " and ".join(f"{fact.value} = {number}" for fact, number in sizes)
    text = f"the caption says {words}: used for every row (doubtful; --fact says it)"
    return (*said, *sizes), (*notes, Note(text=text, line=table.line))


_SIDES = re.compile(
    r"(?<![0-9.,/±-])([0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,7})[ ](?:(?:test|were)[ ])?"
    r"(?:(positives?|diseased|malignant|abnormal)|(negatives?|healthy|benign))(?![A-Za-z-])",
    re.IGNORECASE,
)


def _sizes(text: str, roles: AbstractSet[Role]) -> Iterator[tuple[Fact, int]]:
    """List how many samples a text says there are: positives and negatives, or all in one.

    Both sides are wanted, and a column that speaks of negatives: else there may be more classes.
    """
    sides = [
        (Fact.POSITIVES if match[2] else Fact.NEGATIVES, int(match[1].replace(",", "")))
        for match in _SIDES.finditer(text)
    ]
    yield from ((Fact.SAMPLES, number) for number in _numbers(text))
    if Role.SPECIFICITY in roles and len({fact for fact, _ in sides}) == _TWO:
        yield from sides
        yield Fact.SAMPLES, sum(number for _, number in dict.fromkeys(sides))


_TWO = 2


def _numbers(text: str) -> Iterator[int]:
    for match in _SAMPLES.finditer(text):
        yield int((match[1] or match[2]).replace(",", ""))
