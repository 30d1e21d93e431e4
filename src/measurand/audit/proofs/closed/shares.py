"""Shares that must add up to 100%."""

from collections.abc import Iterator
from fractions import Fraction

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.closed.asked import (
    Asked,
    Derived,
    Formula,
    Values,
    at,
    prints,
    spanned,
    upwards,
)
from measurand.audit.proofs.finding import Clash, Finding, Witness
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Kind, Role, Row, Sheet
from measurand.audit.proofs.stated.relation import brief
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

IN_ROWS, IN_COLUMNS = "shares of each row", "shares of each column"
_WHOLE = Interval(Fraction(1), Fraction(1))
_Line = tuple[str, tuple[tuple[str, Printed | None], ...]]


def shares(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether shares add up to 100%: down their column, or across the shares of a row.

    An option `overlap=true` of a column says that its shares may overlap, as where several answers
    may be given: it is not asked about.

    >>> from measurand.audit.proofs.sheet import Column
    >>> rows = tuple(Row(label=name, cells=(("share", Printed.parse(text)),))
    ...              for name, text in (("a", "33.3%"), ("b", "33.3%"), ("c", "33.3%")))
    >>> [found.verdict.value for found in shares(
    ...     Sheet(columns=(Column(name="share", role=Role.SHARE),), rows=rows))]
    ['holds']
    """
    for group in sheet.groups():
        columns = tuple(
            one
            for one in sheet.having(Role.SHARE)
            if one.group == group and dict(one.options).get("overlap") != "true"
        )
        body = tuple(row for row in sheet.rows if row.kind is Kind.BODY)
        if columns and body:
            labels, names = tuple(row.label for row in body), tuple(one.name for one in columns)
            asked = Asked(
                rule="shares",
                what="shares",
                rows=labels,
                columns=names,
                assumes=("nothing counts twice, and no share is left out",),
            )
            if len(body) > 1:
                lines = [_down(one.name, body) for one in columns]
                yield _added(asked, lines, IN_COLUMNS)
            if len(columns) > 1:
                across = [_across(row, names) for row in body]
                yield _added(asked, across, IN_ROWS)


def shares_of_counts(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each share whether it is that of the count beside it, of all counts of the column.

    >>> list(shares_of_counts(Sheet(columns=(), rows=())))
    []
    """
    for row, column, cell in sheet.cells(Role.SHARE):
        cells = [
            one.cell(name) for name in column.of for one in sheet.rows if one.kind is Kind.BODY
        ]
        own = [(name, part) for name in column.of if (part := row.cell(name)) is not None]
        whole = sum((part.value for part in cells if part is not None), Fraction(0))
        if len(own) != 1 or row.kind is not Kind.BODY or None in cells or whole <= 0:
            continue
        [(name, count)] = own
        asked = Asked(
            rule="shares-of-counts",
            what="share",
            rows=(row.label,),
            columns=(name, column.name),
            assumes=(f"the whole is the sum of {name} over the rows", "counts are printed in full"),
        )
        yield Derived(
            name=column.name,
            printed=cell,
            given=((name, count),),
            ends=((count.value, count.value),),
            formula=_part_of(whole),
            says=f"{count.text} of {brief(whole)}",
        ).settle(asked)


def _part_of(whole: Fraction) -> Formula:
    return lambda point: point[0] / whole


def _down(name: str, rows: tuple[Row, ...]) -> _Line:
    return name, tuple((f"{row.label} / {name}", row.cell(name)) for row in rows)


def _across(row: Row, names: tuple[str, ...]) -> _Line:
    return row.label, tuple((f"{row.label} / {name}", row.cell(name)) for name in names)


def _added(asked: Asked, lines: list[_Line], reading: str) -> Finding:
    """Join what is found line by line: one that is refuted refutes, and all must hold."""
    found = [_line(asked, name, cells, reading) for name, cells in lines]
    for wanted in (Verdict.REFUTED, Verdict.UNDECIDED):
        for finding in found:
            if finding.verdict is wanted:
                return finding
    grounds = [ground for finding in found for ground in finding.grounds]
    values = [one for ground in grounds if isinstance(ground, Witness) for one in ground.values]
    return asked.holds("the shares add up to 100%", tuple(values), reading)


def _line(
    asked: Asked, name: str, cells: tuple[tuple[str, Printed | None], ...], reading: str
) -> Finding:
    printed = tuple((label, cell) for label, cell in cells if cell is not None)
    if not printed:
        return asked.undecided(f"{name} prints no share", reading)
    spans = [hull(cell) for _, cell in printed]
    total = sum(spans[1:], spans[0])
    shown = f"the shares of {name} add up to {spanned(total)}"
    if total.low > 1 or (total.high < 1 and len(printed) == len(cells)):
        return asked.refuted(shown, (Clash(name, _WHOLE, total),), reading)
    if total.high < 1:
        return asked.undecided(f"{shown}, and some are not printed", reading)
    values = _parts(printed, spans, total)
    if values is None:
        because = f"{shown}: only the ends of what may be rounded so meet 1"
        return asked.undecided(because, reading)
    return asked.holds(shown, values, reading)


def _parts(
    printed: tuple[tuple[str, Printed], ...], spans: list[Interval], total: Interval
) -> Values | None:
    """Find shares that print so and add up to 1 (with what is not printed, if anything is not)."""
    wide = total.high - total.low
    point = at(upwards(*spans), (1 - total.low) / wide if wide else Fraction(0))
    values = tuple((label, value) for (label, _), value in zip(printed, point, strict=True))
    same = all(prints(cell, value) for (_, cell), value in zip(printed, point, strict=True))
    return values if same else None


SHARES_RULES = (
    Rule(
        id="shares",
        says="Shares of a whole add up to 100%, as far as they are rounded.",
        assumes="Nothing counts twice (overlap=true says that it may), and no share is left out.",
        source="arithmetic",
        check=shares,
    ),
    Rule(
        id="shares-of-counts",
        says="A share of counts is the count over the sum of its column.",
        assumes="The whole is what the rows add up to: said by share[COUNT], or as most rows show.",
        source="arithmetic",
        check=shares_of_counts,
    ),
)
