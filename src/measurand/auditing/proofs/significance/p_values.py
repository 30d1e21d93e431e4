"""What every p-value keeps: its range, its order when adjusted, its grain when resampled.

B replicates give r/B or (r + 1)/(B + 1), once or twice: few values, none of them 0 if the observed
statistic is counted (Phipson and Smyth 2010). Adjusting only raises p-values and keeps their order
inside one family, whatever the method of step-down.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree, claim_of
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import (
    UNIT,
    counted,
    printed_as,
    rounding_of,
    scaled,
    summed,
    summed_span,
    wholes,
)
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.significance.adjusted_p_values import pairs_of, raw_of
from measurand.values.printed import Printed, Unit
from measurand.values.verdict import Verdict


def probabilities(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each p-value whether it lies in [0, 1].

    Up to 100 without a unit it may be in percent, as few are.

    >>> sheet = Sheet(columns=(Column(name="p", role=Role.P),),
    ...               rows=(Row(label="a", cells=(("p", Printed.parse("-0.7")),)),))
    >>> [finding.because for finding in probabilities(sheet)]
    ['not reproducible under a probability: -0.7']
    """
    for row, column, printed in sheet.cells(Role.P, Role.P_HOLM):
        cell = summed_span(printed)
        inside = cell.meets(UNIT)
        finding = Finding(
            rule="p-range",
            question=f"range: {row.label} / {column.name}",
            verdict=Verdict.HOLDS if inside else Verdict.REFUTED,
            rows=(row.label,),
            columns=(column.name,),
            because=f"{printed.text} is a probability"
            if inside
            else f"not reproducible under a probability: {printed.text}",
            assumes=(rounding_of(printed),),
            grounds=() if inside else (Clash(column.name, cell, UNIT, _range(column, printed)),),
        )
        yield finding
        if not inside and printed.unit is Unit.NONE and 1 < printed.value <= _PERCENT:
            because = f"{printed.text} without a unit may be in percent"
            yield evolve(
                finding,
                verdict=Verdict.UNDECIDED,
                because=because,
                reading=PERCENT,
                assumes=(),
                grounds=(),
                unusual=True,
            )


PERCENT = "p-values in percent"
_PERCENT = 100
_Both = list[tuple[str, Printed, Printed]]


def adjusted_order(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether adjusted p-values are not below the raw ones, and in their order.

    The first holds in every family, whatever else belongs to it. The second is of the tests of one
    family: unless the option `family` of the adjusted column is `column` or `table`, a family may
    be a row or a block of rows, and another order decides nothing.

    >>> columns = (Column(name="p", role=Role.P), Column(name="adj", role=Role.P_HOLM))
    >>> cells = (("p", Printed.parse("0.04")), ("adj", Printed.parse("0.02")))
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),))
    >>> [pairs.because for pairs in adjusted_order(sheet)]
    ['not reproducible under any family: of a, 0.02 is below its raw 0.04']
    """
    for column in sheet.having(Role.P_HOLM):
        raw = raw_of(sheet, column)
        pairs = pairs_of(sheet, raw, column) if raw else {}
        both = [(p.name, p.raw, p.adjusted) for p in pairs.values() if p.raw and p.adjusted]
        if raw is not None and both:
            one = dict(column.options).get("family") in {"column", "table"}
            yield _ordered(both, (raw.name, column.name), one=one)


def _ordered(both: _Both, columns: tuple[str, str], *, one: bool) -> Finding:
    below, crossed = _below(both), _crossed(both)
    verdict, because = Verdict.HOLDS, "none is below its raw one, and they keep their order"
    assumes: tuple[str, ...] = ("each adjusted p-value is that of the raw one beside it",)
    if below:
        verdict, because = Verdict.REFUTED, f"not reproducible under any family: {below[0]}"
    elif crossed and not one:
        because = f"{crossed[0]}: not in one family, and none is said"
        verdict = Verdict.UNDECIDED
    elif crossed:
        verdict, because = Verdict.REFUTED, f"not reproducible under one family: {crossed[0]}"
        assumes += ("the tests of the column are of one family, as is said",)
    clash = below or crossed
    return Finding(
        rule="adjusted-order",
        question=f"order: {columns[1]}",
        verdict=verdict,
        rows=tuple(name for name, _, _ in both),
        columns=columns,
        because=because,
        assumes=(*assumes, *dict.fromkeys(rounding_of(cell) for _, *two in both for cell in two)),
        grounds=(clash[1],) if clash and verdict is Verdict.REFUTED else (),
    )


_RAW, _ADJUSTED = "raw", "adjusted"


def _range(column: Column, printed: Printed) -> Claim | None:
    ends = ("<=", UNIT.low, column.name), ("<=", column.name, UNIT.high)
    added = {column.name: summed(1)}
    return claim_of([(column.name, printed)], [summed_span(printed)], *ends, added=added)


def _below(both: _Both) -> tuple[str, Clash] | None:
    for name, raw, adjusted in both:
        least, cell = hull(raw), hull(adjusted)
        if cell.high < least.low:
            allowed = Interval(least.low, max(least.low, Fraction(1)))
            cells = [(_RAW, raw), (_ADJUSTED, adjusted)]
            claim = claim_of(cells, [least, cell], ("<=", _RAW, _ADJUSTED))
            clash = Clash(name, cell, allowed, claim)
            return f"of {name}, {adjusted.text} is below its raw {raw.text}", clash
    return None


def _crossed(both: _Both) -> tuple[str, Clash] | None:
    """Find a test whose raw p-value is larger than another's, but whose adjusted one is smaller."""
    rising = sorted(both, key=lambda one: hull(one[1]).high)
    largest, at = rising[0], 0
    # One sweep: all tests that surely have a smaller raw p-value are passed before this one, and
    # the largest adjusted value among them is all that has to be compared.
    for name, raw, adjusted in sorted(both, key=lambda one: hull(one[1]).low):
        while at < len(rising) and hull(rising[at][1]).high < hull(raw).low:
            largest = max(largest, rising[at], key=lambda one: hull(one[2]).low)
            at += 1
        least, cell = hull(largest[2]).low, hull(adjusted)
        if at and cell.high < least:
            allowed = Interval(least, max(least, Fraction(1)))
            cells = [(_ADJUSTED, adjusted), (f"of {largest[0]}", largest[2])]
            larger_than: Relation = ("<=", cells[1][0], _ADJUSTED)
            claim = claim_of(cells, [cell, hull(largest[2])], larger_than)
            clash = Clash(name, cell, allowed, claim)
            larger = f"{name} has the larger raw p-value ({raw.text} to {largest[1].text}), but "
            return f"{larger}{adjusted.text} is below the {largest[2].text} of {largest[0]}", clash
    return None


class _Count(NamedTuple):
    """A p-value is sides * (r + more) / (B + more)."""

    text: str
    sides: int
    more: int


_COUNTS = (
    _Count("p=r/B", 1, 0),
    _Count("p=2r/B", 2, 0),
    _Count("p=(r+1)/(B+1)", 1, 1),
    _Count("p=2(r+1)/(B+1)", 2, 1),
)


def replicates(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each p-value whether a count r of B replicates gives it, in four readings.

    A doubled share is cut at 1. Without the option `test=resampling` the p-value may be that of
    another test, of which nothing is decided; the option `count` picks one reading by its text.

    >>> sheet = Sheet(columns=(Column(name="p", role=Role.P, options=(("test", "resampling"),)),),
    ...               rows=(Row(label="a", cells=(("p", Printed.parse("0.0000")),)),),
    ...               facts=((Fact.REPLICATES, 1000),))
    >>> [(of_counts.reading, of_counts.verdict.value) for of_counts in replicates(sheet)][1:3]
    [('p=2r/B', 'holds'), ('p=(r+1)/(B+1)', 'refuted')]
    """
    for row, column, printed in sheet.cells(Role.P):
        number = counted(sheet, row, column.group, Fact.REPLICATES)
        if not number or row.kind is not Kind.BODY or not hull(printed).meets(UNIT):
            continue
        known = dict(column.options)
        chosen = [one for one in _COUNTS if known.get("count", one.text) == one.text]
        of_counts = [_counts(row, column, number, one) for one in chosen]
        yield from of_counts
        if known.get("test") != "resampling" and all(map(_refuted, of_counts)):
            yield Finding(
                rule="replicates",
                question=_question(row, column),
                verdict=Verdict.UNDECIDED,
                rows=(row.label,),
                columns=(column.name,),
                because="the p-value may come from a test without replicates",
                reading="another test",
                assumes=(rounding_of(printed),),
            )


def _refuted(finding: Finding) -> bool:
    return finding.verdict is Verdict.REFUTED


def _question(row: Row, column: Column) -> str:
    return f"replicates: {row.label} / {column.name}"


def _counts(row: Row, column: Column, number: int, how: _Count) -> Finding:
    printed = dict(row.cells)[column.name]
    verdict, because, grounds = _count(column.name, printed, number, how)
    return Finding(
        rule="replicates",
        question=_question(row, column),
        verdict=verdict,
        rows=(row.label,),
        columns=(column.name,),
        because=because,
        reading=how.text,
        assumes=(f"B = {number} replicates, all used", rounding_of(printed)),
        grounds=grounds,
    )


def _count(
    name: str, printed: Printed, number: int, how: _Count
) -> tuple[Verdict, str, tuple[Witness | Exhausted, ...]]:
    cell = summed_span(printed, number)
    steps = wholes(scaled(cell, Fraction(number + how.more, how.sides)))
    counts = range(max(steps.start - how.more, 0), min(steps.stop - how.more, number + 1))
    if counts or (how.sides > 1 and cell.holds(Fraction(1))):
        r = counts[0] if counts else number
        values = (("r", Fraction(r)), ("B", Fraction(number)))
        return (
            Verdict.HOLDS,
            f"r = {r} of B = {number} prints as {printed.text}",
            (Witness(values),),
        )
    # No step lies inside, so that the first one above and the one below it are the nearest.
    above = steps.start - how.more
    near = tuple(dict.fromkeys(min(max(r, 0), number) for r in (above - 1, above)))
    shown = ", ".join(
        f"r = {r} as {printed_as(Fraction(how.sides * (r + how.more), number + how.more), printed)}"
        for r in near
    )
    because = f"not reproducible under {how.text} with B = {number}: {shown}"
    cases = f"{how.text} with B = {number} for r = {', '.join(map(str, near))}, the nearest"
    return (
        Verdict.REFUTED,
        because,
        (Exhausted(cases, len(near), _count_claim(name, printed, number, how)),),
    )


def _count_claim(name: str, printed: Printed, number: int, how: _Count) -> Claim:
    """Claim that some number of replicates gives a p-value."""
    whole = Given("r", low=Fraction(0), high=Fraction(number), whole=True)
    above: Tree = ("*", Fraction(how.sides), ("+", "r", Fraction(how.more)))
    share: Tree = ("min", Fraction(1), ("/", above, Fraction(number + how.more)))
    return Claim((Given(name, printed, added=summed(number)), whole), (("==", name, share),))


P_VALUE_RULES = (
    Rule(
        id="p-range",
        says="A p-value lies in [0, 1].",
        assumes="Nothing but its rounding.",
        source="the definition of a probability",
        check=probabilities,
    ),
    Rule(
        id="adjusted-order",
        says="An adjusted p-value is not below its raw one, and adjusting keeps their order.",
        assumes="Both columns are of the same tests; their order is kept in one family, if one is "
        "said.",
        source="Holm 1979, A simple sequentially rejective multiple test procedure",
        check=adjusted_order,
    ),
    Rule(
        id="replicates",
        says="A p-value from B replicates is r/B, 2r/B or (r+1)/(B+1), doubled or not.",
        assumes="The p-value was counted over the stated replicates, none of them dropped.",
        source="Phipson and Smyth 2010, Permutation p-values should never be zero",
        check=replicates,
    ),
)
