"""Which rows are averages or sums of others, and what a caption says of all of them."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from measurand.audit.proofs.sheet import Column, Fact, Facts, Kind, Role, Row
from measurand.edges.tables.cols import Columns, Note
from measurand.edges.tables.doubts import about, joined
from measurand.edges.tables.said import Said
from measurand.edges.tables.text import RawTable
from measurand.edges.tables.words import row_word

_SAMPLES = re.compile(
    r"(?<![A-Za-z0-9_])(?:[nN][ ]?=[ ]?([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})(?![0-9.,%]*[0-9%])"
    r"|([0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,9})[ ](?:test[ ])?"
    r"(?:samples|examples|documents|instances|questions|menus|sentences)(?![A-Za-z]))"
)


def guess_rows(
    parts: Columns, columns: Sequence[Column], said: Said
) -> tuple[tuple[Row, ...], tuple[Note, ...]]:
    """Tell averages and totals by their labels, unless something else was said.

    What may be pooled (micro, overall, all) is a row like others, but no average counts it. All
    these are doubtful.
    """
    kinds = dict(said.rows)
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
    found: dict[str, list[tuple[Fact, int]]] = {}
    for label, fact, number in said.row_facts:
        found.setdefault(label, []).append((fact, number))
    return tuple(evolve(row, facts=tuple(found.get(row.label, ()))) for row in rows), tuple(notes)


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
    table: RawTable, columns: Sequence[Column], said: Said
) -> tuple[Facts, tuple[Note, ...]]:
    """Take a number of samples from the caption, if it names just one and no column has it."""
    facts = said.facts
    notes = [Note(text=f"said: {fact.value} = {number}") for fact, number in facts]
    text = about(table)
    found = dict.fromkeys(_numbers(text))
    known = any(fact is Fact.SAMPLES for fact, _ in facts)
    if not found or known or any(column.role is Role.SAMPLES for column in columns):
        return facts, tuple(notes)
    if joined(text):
        why = "the caption speaks of runs, folds, shots or training: no number of samples is taken"
        return facts, (*notes, Note(text=why, line=table.line))
    if len(found) > 1:
        numbers = ", ".join(map(str, found))
        text = f"the caption names several numbers of samples ({numbers}): none is used"
        return facts, (*notes, Note(text=text, line=table.line))
    [number] = found
    text = f"the caption says samples = {number}: used for every row (doubtful; --fact says it)"
    return (*facts, (Fact.SAMPLES, number)), (*notes, Note(text=text, line=table.line))


def _numbers(text: str) -> Iterator[int]:
    for match in _SAMPLES.finditer(text):
        yield int((match[1] or match[2]).replace(",", ""))
