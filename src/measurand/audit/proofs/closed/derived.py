"""Columns that are the difference or the ratio of two others."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.closed.asked import Asked, Derived, Ends, Formula, named
from measurand.audit.proofs.finding import Finding
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, Unit

_TWO = 2
_HUNDREDTHS = frozenset({Unit.PERCENT, Unit.POINTS})
_Reading = tuple[str, Printed, Formula]


def differences(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each printed difference whether it is that of the two columns it speaks of.

    It is first - second in their unit, its size, or relative to one of the two, in percent. An
    option `scale=absolute` or `scale=relative` of the column leaves one of these alone.

    >>> roles = {"a": Role.RATE, "b": Role.RATE, "diff": Role.DIFFERENCE}
    >>> texts = {"a": "63.3%", "b": "42.8%", "diff": "20.5"}
    >>> of = {"diff": ("a", "b")}
    >>> sheet = Sheet(columns=tuple(Column(name=name, role=role, of=of.get(name, ()))
    ...                             for name, role in roles.items()),
    ...               rows=(Row(label="x", cells=tuple((name, Printed.parse(text))
    ...                                                for name, text in texts.items())),))
    >>> [(found.reading, found.verdict.value) for found in differences(sheet)][0]
    ('first - second', 'holds')
    """
    for row, column, given, cell in _pairs(sheet, Role.DIFFERENCE):
        asked = _asked("differences", "difference", row, column)
        readings = _differences(cell, given, dict(column.options).get("scale", ""))
        yield from _settled(asked, column.name, given, readings)


def ratios(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each printed ratio whether it is that of the two columns it speaks of.

    >>> list(ratios(Sheet(columns=(), rows=())))
    []
    """
    for row, column, given, cell in _pairs(sheet, Role.RATIO):
        asked = _asked("ratios", "ratio", row, column)
        readings: list[_Reading] = [("first / second", cell, _over)]
        if cell.unit is Unit.NONE:
            readings.append(("first / second, in percent", _in(cell, Unit.PERCENT), _over))
        yield from _settled(asked, column.name, given, readings)


def _pairs(
    sheet: Sheet, role: Role
) -> Iterator[tuple[Row, Column, tuple[tuple[str, Printed], ...], Printed]]:
    for row, column, cell in sheet.cells(role):
        given = named(row, [sheet.column(name) for name in column.of])
        # Of several rows or runs it may be the mean of ratios, of sizes or of relative differences.
        averaged = row.kind is not Kind.BODY or (sheet.fact(row, Fact.RUNS) or 1) > 1
        if len(column.of) == len(given) == _TWO and not averaged:
            yield row, column, given, cell


def _asked(rule: str, what: str, row: Row, column: Column) -> Asked:
    return Asked(
        rule=rule,
        what=what,
        rows=(row.label,),
        columns=(*column.of, column.name),
        assumes=(f"it is made of {' and '.join(column.of)}, in this order",),
    )


def _differences(
    cell: Printed, given: tuple[tuple[str, Printed], ...], scale: str
) -> Iterator[_Reading]:
    """List what a difference may be; without a unit it is in that of the two, or in another."""
    units = {part.unit for _, part in given}
    bare = cell.unit is Unit.NONE
    hundredths = bare and units <= _HUNDREDTHS
    if scale != "relative":
        absolute = _in(cell, Unit.POINTS) if hundredths else cell
        yield "first - second", absolute, _minus
        if cell.value > 0:
            yield "the size of first - second", absolute, _back
        if hundredths or (bare and units == {Unit.NONE}):
            other = cell if hundredths else _in(cell, Unit.POINTS)
            words = "as a fraction" if hundredths else "in points"
            yield f"first - second, {words}", other, _minus
            if cell.value > 0:
                yield f"the size of first - second, {words}", other, _back
    if scale != "absolute" and cell.unit is not Unit.POINTS:
        relative = _in(cell, Unit.PERCENT) if bare else cell
        yield "relative to the second", relative, _to_second
        yield "relative to the first", relative, _to_first
        if bare:
            yield "relative to the second, as a fraction", cell, _to_second
            yield "relative to the first, as a fraction", cell, _to_first


def _in(cell: Printed, unit: Unit) -> Printed:
    return Printed(cell.value, cell.decimals, unit, cell.rounding)


def _minus(point: tuple[Fraction, ...]) -> Fraction:
    return point[0] - point[1]


def _back(point: tuple[Fraction, ...]) -> Fraction:
    return point[1] - point[0]


def _to_second(point: tuple[Fraction, ...]) -> Fraction:
    return point[0] / point[1] - 1


def _to_first(point: tuple[Fraction, ...]) -> Fraction:
    return 1 - point[1] / point[0]


def _over(point: tuple[Fraction, ...]) -> Fraction:
    return point[0] / point[1]


def _settled(
    asked: Asked,
    name: str,
    given: tuple[tuple[str, Printed], ...],
    readings: "Iterator[_Reading] | list[_Reading]",
) -> Iterator[Finding]:
    spans = [hull(part) for _, part in given]
    for reading, cell, formula in readings:
        if formula not in {_minus, _back} and any(span.low <= 0 <= span.high for span in spans):
            yield asked.undecided("one of the two may be 0, and nothing is relative to 0", reading)
            continue
        derived = Derived(
            name=name,
            printed=cell,
            given=given,
            ends=_ends(spans, formula),
            formula=formula,
            says=reading,
        )
        swapped = formula is _over and hull(cell).meets(_swapped(spans))
        yield derived.settle(asked, reading, "; second / first would print so" if swapped else "")


def _ends(spans: list[Interval], formula: Formula) -> Ends:
    """Find the corners of the least and the most; along one number there is no turning point."""
    sides = [(span.low, span.high) for span in spans]
    corners = sorted(product(*sides), key=formula)
    return tuple(zip(corners[0], corners[-1], strict=True))


def _swapped(spans: list[Interval]) -> Interval:
    ends = [b / a for a in (spans[0].low, spans[0].high) for b in (spans[1].low, spans[1].high)]
    return Interval(min(ends), max(ends))


DERIVED_RULES = (
    Rule(
        id="differences",
        says="A difference is first - second: in points, as a size, or relative to one of them.",
        assumes="It was made of these two numbers before they were rounded, or after.",
        source="arithmetic",
        check=differences,
    ),
    Rule(
        id="ratios",
        says="A ratio is first / second.",
        assumes="It was made of these two numbers before they were rounded, or after.",
        source="arithmetic",
        check=ratios,
    ),
)
