"""An estimate against the direction that was claimed of it, and its interval against its p."""

from collections.abc import Iterator
from fractions import Fraction

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.finding import Clash, Finding
from measurand.audit.proofs.grain.cells import MEANS, around, counted, repeats, rounding_of
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.audit.proofs.significance.interval import ESTIMATES, bounded
from measurand.values.verdict import Verdict

ALPHA = Fraction(1, 20)
"""Up to which p-value an estimate counts as significant."""


def notes(sheet: Sheet) -> Iterator[Finding]:
    """Note each interval that leaves out 0 where p is above 0.05, or holds 0 where it is not.

    That is possible: an interval and a p-value may come from different tests. Never a refutation.

    >>> list(notes(Sheet(columns=(), rows=())))
    []
    """
    for one in bounded(sheet):
        p = sheet.within(one.columns[1].group, Role.P)
        cell = one.row.cell(p.name) if p else None
        if p is None or cell is None or one.columns[1].role not in MEANS:
            continue
        low, _, high = one.spans
        inside, outside = low.high < 0 < high.low, low.low > 0 or high.high < 0
        if (outside and hull(cell).low > ALPHA) or (inside and hull(cell).high <= ALPHA):
            yield Finding(
                rule="interval-and-p",
                question=f"interval and p: {one.row.label} / {', '.join((*one.names, p.name))}",
                verdict=Verdict.HOLDS,
                rows=(one.row.label,),
                columns=(*one.names, p.name),
                because=f"{one.printed} {'holds' if inside else 'leaves out'} 0 with p = "
                f"{cell.text}: possible, since the two may come from different tests",
            )


def directions(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each estimate whether its sign is that of the option `direction` of its column.

    Refuted is an estimate of the other sign that is significant: adjusted p (else p) at most 0.05,
    or without one an interval that leaves out 0. Of the rest nothing is decided.

    >>> from measurand.values.printed import Printed
    >>> columns = (Column(name="d", role=Role.MEAN, options=(("direction", "positive"),)),
    ...            Column(name="p", role=Role.P))
    >>> cells = (("d", Printed.parse("-0.32")), ("p", Printed.parse("0.015")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),))
    >>> [found.because for found in directions(sheet)]
    ['not reproducible under a positive difference: -0.32, p 0.015']
    """
    for row, column, printed in sheet.cells(*ESTIMATES):
        claimed = dict(column.options).get("direction")
        if claimed not in {"positive", "negative"} or row.kind is not Kind.BODY:
            continue
        samples = counted(sheet, row, column.group, Fact.SAMPLES) or 1
        cell = around(printed, samples * repeats(sheet, row, column.group))
        verdict, because = _sign(sheet, row, column, cell, claimed)
        zero = Fraction(0)
        up, down = Interval(zero, max(cell.high, zero)), Interval(min(cell.low, zero), zero)
        clash = Clash(column.name, cell, up if claimed == "positive" else down)
        yield Finding(
            rule="direction",
            question=f"direction: {row.label} / {column.name}",
            verdict=verdict,
            rows=(row.label,),
            columns=(column.name,),
            because=because,
            assumes=(f"direction={claimed}", rounding_of(printed)),
            grounds=(clash,) if verdict is Verdict.REFUTED else (),
        )


def _sign(
    sheet: Sheet, row: Row, column: Column, cell: Interval, claimed: str
) -> tuple[Verdict, str]:
    text = dict(row.cells)[column.name].text
    up, down = cell.low > 0, cell.high < 0
    if claimed == "negative":
        up, down = down, up
    if up:
        return Verdict.HOLDS, f"{text} is {claimed}"
    if not down:
        return Verdict.UNDECIDED, f"{text} may be no difference at all"
    shown = _significance(sheet, row, column)
    if shown:
        because = f"not reproducible under a {claimed} difference: {text}, {shown}"
        return Verdict.REFUTED, because
    return Verdict.UNDECIDED, f"{text} is not {claimed}, but not significant either"


def _significance(sheet: Sheet, row: Row, column: Column) -> str:
    """Say what makes an estimate significant; nothing where nothing printed does."""
    for role, name in ((Role.P_HOLM, "adjusted p"), (Role.P, "p")):
        beside = sheet.within(column.group, role)
        cell = row.cell(beside.name) if beside else None
        if cell is not None:
            return f"{name} {cell.text}" if hull(cell).high <= ALPHA else ""
    own = (one for one in bounded(sheet) if one.row == row and one.columns[1] == column)
    shown = next(own, None)
    if shown is None or shown.spans[0].low <= 0 <= shown.spans[2].high:
        return ""
    return f"interval around {shown.printed}"


DIRECTION_RULES = (
    Rule(
        id="interval-and-p",
        says="Notes where an interval and a p-value do not speak of the same significance.",
        assumes="Nothing: it refutes nothing.",
        source="the duality of tests and intervals",
        check=notes,
    ),
    Rule(
        id="direction",
        says="A significant estimate has the sign that its column states.",
        assumes="The direction is one that was claimed (option direction).",
        source="the claim itself",
        check=directions,
    ),
)
