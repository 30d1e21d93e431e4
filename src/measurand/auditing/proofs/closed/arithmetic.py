"""Arithmetic between printed columns: differences, ratios, shares, fractions.

A difference column may be in points, in a fraction or relative to either operand, and signs are
often dropped: each is a reading. All are monotone in both operands as long as none is divided by
what may be 0; there nothing is decided.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Relation, claim_of, folded
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Ends,
    Formula,
    Subject,
    Values,
    count_span,
    named_cells,
    point_at,
    prints,
    rising_ends,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Finding, Rule, Witness
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.stated import Decision, brief
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict

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
        subject = _subject("differences", "difference", row, column)
        readings = _differences(cell, given, dict(column.options).get("scale", ""))
        yield from _settled(subject, column.name, given, readings)


def ratios(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each printed ratio whether it is that of the two columns it speaks of.

    >>> list(ratios(Sheet(columns=(), rows=())))
    []
    """
    for row, column, given, cell in _pairs(sheet, Role.RATIO):
        subject = _subject("ratios", "ratio", row, column)
        readings: list[_Reading] = [("first / second", cell, _over)]
        if cell.unit is Unit.NONE:
            readings.append(("first / second, in percent", _in(cell, Unit.PERCENT), _over))
        exact = frozenset(name for name in column.of if sheet.column(name).role is Role.DF)
        yield from _settled(subject, column.name, given, readings, exact)


def _pairs(
    sheet: Sheet, role: Role
) -> Iterator[tuple[Row, Column, tuple[tuple[str, Printed], ...], Printed]]:
    for row, column, cell in sheet.cells(role):
        given = named_cells(row, [sheet.column(name) for name in column.of])
        # Of several rows or runs it may be the mean of ratios, of sizes or of relative differences.
        averaged = row.kind is not Kind.BODY or (sheet.fact(row, Fact.RUNS) or 1) > 1
        if len(column.of) == len(given) == _TWO and not averaged:
            yield row, column, given, cell


def _subject(rule: str, what: str, row: Row, column: Column) -> Subject:
    return Subject(
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
    subject: Subject,
    name: str,
    given: tuple[tuple[str, Printed], ...],
    readings: "Iterator[_Reading] | list[_Reading]",
    exact: frozenset[str] = frozenset(),
) -> Iterator[Finding]:
    spans = [count_span(part) if one in exact else hull(part) for one, part in given]
    for reading, cell, formula in readings:
        if formula not in {_minus, _back} and any(span.low <= 0 <= span.high for span in spans):
            yield subject.undecided(
                "one of the two may be 0, and nothing is relative to 0", reading
            )
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
        yield derived.settle(subject, reading, "; second / first would print so" if swapped else "")


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


# Shares of one whole add up to 1 where some values that print so do: 1 lies in their sum.

IN_ROWS, IN_COLUMNS = "shares of each row", "shares of each column"
_WHOLE = Interval(Fraction(1), Fraction(1))
_Line = tuple[str, tuple[tuple[str, Printed | None], ...]]


def shares(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether shares add up to 100%: down their column, or across the shares of a row.

    An option `overlap=true` of a column says that its shares may overlap, as where several answers
    may be given: it is not asked about.

    >>> from measurand.auditing.proofs.sheet import Column
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
            subject = Subject(
                rule="shares",
                what="shares",
                rows=labels,
                columns=names,
                assumes=("nothing counts twice, and no share is left out",),
            )
            if len(body) > 1:
                lines = [_down(one.name, body) for one in columns]
                yield _joined(subject, lines, IN_COLUMNS)
            if len(columns) > 1:
                across = [_across(row, names) for row in body]
                yield _joined(subject, across, IN_ROWS)


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
        total = sum((part.value for part in cells if part is not None), Fraction(0))
        if len(own) != 1 or row.kind is not Kind.BODY or None in cells or total <= 0:
            continue
        [(name, count)] = own
        subject = Subject(
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
            formula=_part_of(total),
            says=f"{count.text} of {brief(total)}",
        ).settle(subject)


def _part_of(total: Fraction) -> Formula:
    return lambda point: point[0] / total


def _down(name: str, rows: tuple[Row, ...]) -> _Line:
    return name, tuple((f"{row.label} / {name}", row.cell(name)) for row in rows)


def _across(row: Row, names: tuple[str, ...]) -> _Line:
    return row.label, tuple((f"{row.label} / {name}", row.cell(name)) for name in names)


def _joined(subject: Subject, lines: list[_Line], reading: str) -> Finding:
    """Join what is found line by line: one that is refuted refutes, and all must hold."""
    by_line = [_line(subject, name, cells, reading) for name, cells in lines]
    for wanted in (Verdict.REFUTED, Verdict.UNDECIDED):
        for finding in by_line:
            if finding.verdict is wanted:
                return finding
    grounds = [ground for finding in by_line for ground in finding.grounds]
    values = [one for ground in grounds if isinstance(ground, Witness) for one in ground.values]
    return subject.holds("the shares add up to 100%", tuple(values), reading)


def _line(
    subject: Subject, name: str, cells: tuple[tuple[str, Printed | None], ...], reading: str
) -> Finding:
    printed = tuple((label, cell) for label, cell in cells if cell is not None)
    if not printed:
        return subject.undecided(f"{name} prints no share", reading)
    spans = [hull(cell) for _, cell in printed]
    total = sum(spans[1:], spans[0])
    shown = f"the shares of {name} add up to {span_text(total)}"
    if total.low > 1 or (total.high < 1 and len(printed) == len(cells)):
        added = folded("+", [label for label, _ in printed])
        relation: Relation = ("==", added, _WHOLE.low)
        if total.low > 1:
            relation = ("<=", added, _WHOLE.low)
        claim = claim_of(printed, spans, relation)
        return subject.refuted(shown, (Clash(name, _WHOLE, total, claim),), reading)
    if total.high < 1:
        return subject.undecided(f"{shown}, and some are not printed", reading)
    values = _parts(printed, spans, total)
    if values is None:
        because = f"{shown}: only the ends of what may be rounded so meet 1"
        return subject.undecided(because, reading)
    return subject.holds(shown, values, reading)


def _parts(
    printed: tuple[tuple[str, Printed], ...], spans: list[Interval], total: Interval
) -> Values | None:
    """Find shares that print so and add up to 1 (with what is not printed, if anything is not)."""
    wide = total.high - total.low
    point = point_at(rising_ends(*spans), (1 - total.low) / wide if wide else Fraction(0))
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


# A mean over some samples is a total: over another number of samples it prints otherwise, so two
# printed means can be held to one total.

_FRACTION = re.compile(r"\s*(?P<top>[-\d.]{1,40})\s*/\s*(?P<bottom>[\d.]{1,40})\s*")


def rescaled(printed: Printed, over: int, instead: int) -> Interval:
    """Return what a printed mean over some samples is over another number, the total being kept.

    >>> found = rescaled(Printed.parse("55.355"), 215, 220)
    >>> round(found.low, 3), round(found.high, 3)
    (Fraction(6762, 125), Fraction(54097, 1000))

    Raises ValueError for a number of samples below 1.
    """
    if min(over, instead) < 1:
        message = f"at least 1 sample: got {over} and {instead}"
        raise ValueError(message)
    span, factor = hull(printed), Fraction(over, instead)
    return Interval(span.low * factor, span.high * factor)


def same_total(printed: Printed, over: int, other: Printed, instead: int) -> Decision:
    """Decide whether two printed means may be one total over two numbers of samples.

    >>> same_total(Printed.parse("55.355"), 215, Printed.parse("54.10"), 220).because
    '55.355 over 215 is from ~54.096443 to ~54.09742 over 220; printed 54.10'

    Raises ValueError for a number of samples below 1.
    """
    allowed = rescaled(printed, over, instead)
    because = f"{printed.text} over {over} is {span_text(allowed)} over {instead}"
    because = f"{because}; printed {other.text}"
    if allowed.meets(hull(other)):
        return Decision(Verdict.HOLDS, because)
    return Decision(Verdict.REFUTED, f"not one total: {because}")


def fraction_prints(text: str, printed: Printed) -> Decision:
    """Decide whether a fraction as written, such as 3.6/5, may print as the decimal beside it.

    Whole numbers of the fraction are exact, all others may have been rounded.

    >>> fraction_prints("3.6/5", Printed.parse("0.76")).because
    'not reproducible: 3.6/5 is from 0.71 to 0.73; printed 0.76'

    Raises ValueError where the text is no fraction of two numbers, or its denominator may be 0.
    """
    match = _FRACTION.fullmatch(text)
    if match is None:
        message = f"a fraction such as 3.6/5: got {text[:40]!r}"
        raise ValueError(message)
    top, bottom = (count_span(Printed.parse(match[part])) for part in ("top", "bottom"))
    if bottom.low <= 0:
        message = f"a denominator above 0: got {text[:40]!r}"
        raise ValueError(message)
    ends = [one / other for one in (top.low, top.high) for other in (bottom.low, bottom.high)]
    allowed = Interval(min(ends), max(ends))
    because = f"{text.strip()} is {span_text(allowed)}; printed {printed.text}"
    if allowed.meets(hull(printed)):
        return Decision(Verdict.HOLDS, because)
    return Decision(Verdict.REFUTED, f"not reproducible: {because}")
