"""Counts beside what is said of them: k of n as a share, parts of a whole, a mean of whole numbers.

Where k and n are both printed nothing is left open but rounding, and over how many it is: a share
may be of those who answered, fewer than n. A mean of n whole numbers is a whole number over n
(`grain.grim`); but few texts say that what they average is whole, and a mean of several items is
finer. So a mean that cannot be one is only worth a note, unless the words around say that it is one
of a scale of so many points (`whole=open`): then it is odd. The option `whole=true` says so.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import (
    Claim,
    Given,
    Relation,
    claim_of,
    exactly,
    folded,
    whole_claim,
)
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import (
    counted,
    printed_as,
    rounding_of,
    scaled,
    summed,
    summed_span,
    wholes,
)
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import Verdict

MOST_ITEMS = 20
"""Of how many items a mean may be where nobody says."""

_BOTH = 2
_EXCLUDE = frozenset({"apart", "all"})


def shares_of_counts(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each share that names a count and a total whether it is their quotient.

    >>> columns = (Column(name="k", role=Role.HITS), Column(name="n", role=Role.SAMPLES),
    ...            Column(name="%", role=Role.RATE, of=("k", "n")))
    >>> cells = (("k", "12"), ("n", "48"), ("%", "25.1%"))
    >>> row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    >>> found = list(shares_of_counts(Sheet(columns=columns, rows=(row,))))
    >>> found[0].because
    'not reproducible: 12 of 48 prints as 25.0%; printed 25.1%'
    """
    for row, column, printed, counts in counted_shares(sheet):
        if row.kind is Kind.BODY and dict(column.options).get("of") != "group":
            yield from _share(row, column, printed, counts)


def counted_shares(sheet: Sheet) -> Iterator[tuple[Row, Column, Printed, tuple[int, int]]]:
    """Give each share that is printed beside its count and its total, both whole numbers.

    >>> columns = (Column(name="k", role=Role.HITS), Column(name="n", role=Role.SAMPLES),
    ...            Column(name="%", role=Role.RATE, of=("k", "n")))
    >>> cells = (("k", "1"), ("n", "4"), ("%", "25%"))
    >>> row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    >>> [counts for *_, counts in counted_shares(Sheet(columns=columns, rows=(row,)))]
    [(1, 4)]
    """
    for row, column, printed in sheet.cells(Role.RATE):
        if len(column.of) != _BOTH:
            continue
        count, total = (row.cell(name) for name in column.of)
        if count is None or total is None or count.value < 0 or total.value <= 0:
            continue
        if count.value.denominator == total.value.denominator == 1:
            yield row, column, printed, (int(count.value), int(total.value))


def _share(
    row: Row, column: Column, printed: Printed, counts: tuple[int, int]
) -> Iterator[Finding]:
    k, n = counts
    made = _finding("share-of-counts", "share", row, (*column.of, column.name), printed)
    exact = Fraction(k, n)
    if k > n:
        because = f"not reproducible: {k} of {n} are more than there are"
        counts_ = Interval(Fraction(k), Fraction(k)), Interval(Fraction(0), Fraction(n))
        clash = Clash("count", *counts_, _share_claim(row, column, None))
        yield evolve(made, verdict=Verdict.REFUTED, because=because, grounds=(clash,))
        return
    if hull(printed).holds(exact):
        witness = Witness((("count", Fraction(k)), ("of", Fraction(n))))
        because = f"{k} of {n} prints as {printed.text}"
        yield evolve(made, because=because, grounds=(witness,))
        return
    shown = f"{k} of {n} prints as {printed_as(exact, printed)}; printed {printed.text}"
    clash = Clash(
        *(column.name, hull(printed), Interval(exact, exact)), _share_claim(row, column, printed)
    )
    yield evolve(
        made,
        verdict=Verdict.REFUTED,
        because=f"not reproducible: {shown}",
        reading=f"of {n}",
        grounds=(clash,),
    )
    if printed.rounding is Rounding.DECIMAL:
        less = evolve(printed, rounding=Rounding.TRUNCATE)
        cut, claim = hull(less), _share_claim(row, column, less)
        verdict = Verdict.HOLDS if cut.holds(exact) else Verdict.REFUTED
        refuted = Clash(column.name, cut, clash.allowed, claim)
        grounds = () if verdict is Verdict.HOLDS else (refuted,)
        yield evolve(
            made,
            verdict=verdict,
            because=shown,
            reading="rounding=truncate",
            unusual=True,
            grounds=grounds,
        )
    fewer = fewer_total(hull(printed), k, n)
    if fewer is not None:
        because = f"{k} of {fewer} prints as {printed.text}: others may have been left out"
        yield evolve(
            made,
            verdict=Verdict.UNDECIDED,
            because=because,
            reading=f"of {fewer}",
            unusual=True,
        )


def _share_claim(row: Row, column: Column, printed: Printed | None) -> Claim | None:
    """Claim that a share is the quotient of two counts, or that the first is within the second."""
    count, total = column.of
    cells = [(name, row.cell(name)) for name in column.of]
    given = [exactly(name, cell) for name, cell in cells if cell is not None]
    if len(given) < len(cells) or len({column.name, count, total}) < len("knp"):
        return None
    if printed is None:
        return Claim(tuple(given), (("<=", count, total),))
    share: Relation = ("==", column.name, ("/", count, total))
    return Claim((*given, Given(column.name, printed)), (share,))


def fewer_total(span: Interval, k: int, n: int) -> int | None:
    """Find a total below n of which k is such a share, the largest there is.

    >>> fewer_total(hull(Printed.parse("26.1%")), 12, 48)
    46
    """
    if not k or span.high <= 0:
        return None
    most = min(n - 1, floor(k / span.low) if span.low > 0 else n - 1)
    least = max(k, ceil(k / span.high))
    return most if least <= most else None


def parts_of_wholes(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether parts that exclude each other are no more than their whole.

    A total names its parts (`of`). Fewer leave some of them out, and decide nothing, unless they
    are said to be all (`parts=all`).

    >>> list(parts_of_wholes(Sheet(columns=(), rows=())))
    []
    """
    for column in sheet.having(Role.TOTAL):
        if len(column.of) < _BOTH or dict(column.options).get("parts") not in _EXCLUDE:
            continue
        for row in sheet.rows:
            cells = [row.cell(name) for name in (column.name, *column.of)]
            known = [one for one in cells if one is not None]
            if len(known) == len(cells):
                yield _parts(row, column, known)


def _parts(row: Row, column: Column, cells: list[Printed]) -> Finding:
    whole, *parts = map(hull, cells)
    if all(not one.decimals and one.unit.scale == 1 for one in cells):
        whole, *parts = (Interval(one.value, one.value) for one in cells)
    low = sum((one.low for one in parts), Fraction(0))
    high = sum((one.high for one in parts), Fraction(0))
    made = _finding("parts-of-whole", "parts", row, (*column.of, column.name), cells[0])
    shown = f"{' + '.join(one.text for one in cells[1:])} against {cells[0].text}"
    every = dict(column.options).get("parts") == "all"
    if low > whole.high or (every and high < whole.low):
        least = whole.low if every else Fraction(0)
        names, added = (column.name, *column.of), folded("+", column.of)
        relation = "==" if every else "<="
        claim = claim_of(
            *(list(zip(names, cells, strict=True)), [whole, *parts]),
            (relation, added, column.name),
        )
        clash = Clash("the parts", Interval(low, high), Interval(least, whole.high), claim)
        what = "more" if low > whole.high else "less"
        because = f"not reproducible: the parts are {what} than the whole, {shown}"
        return evolve(made, verdict=Verdict.REFUTED, because=because, grounds=(clash,))
    note = f"{row.label}: the parts are less than the whole, {shown}" if high < whole.low else ""
    return evolve(made, because=f"no more than the whole: {shown}", note=note)


def means_of_wholes(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each mean over known n whether whole numbers have it, as one of several readings.

    Asked where the option `whole` of the mean is `open` (words say a scale) or `unsaid`.

    >>> columns = (Column(name="M", role=Role.MEAN, options=(("whole", "open"),)),)
    >>> row = Row(label="a", cells=(("M", Printed.parse("3.47")),))
    >>> sheet = Sheet(columns=columns, rows=(row,), facts=((Fact.SAMPLES, 18),))
    >>> [(one.reading, one.verdict.value) for one in means_of_wholes(sheet)]
    [('items=1', 'refuted'), ('items=2', 'holds')]
    """
    for row, column, printed in sheet.cells(Role.MEAN):
        said = dict(column.options).get("whole", "")
        number = counted(sheet, row, column.group, Fact.SAMPLES)
        if said in {"open", "unsaid"} and number and row.kind is Kind.BODY:
            yield from _mean(row, column, printed, number)


def _mean(row: Row, column: Column, printed: Printed, number: int) -> Iterator[Finding]:
    span = summed_span(printed, number)
    made = _finding("mean-of-wholes", "count", row, (column.name,), printed)
    sums = wholes(scaled(span, number))
    if sums:
        because = f"{sums[0]}/{number} prints as {printed.text}"
        yield evolve(made, because=because, reading="items=1")
        return
    near = floor(span.low * number)
    below, above = (printed_as(Fraction(k, number), printed) for k in (near, near + 1))
    shown = f"{near}/{number} prints as {below}, {near + 1}/{number} as {above}"
    if dict(column.options).get("whole") == "unsaid":
        note = f"{row.label}: no mean of {number} whole numbers ({shown})"
        because = f"whether whole numbers are averaged is not said; if so, {shown}"
        yield evolve(made, verdict=Verdict.UNDECIDED, because=because, note=note)
        return
    claim = whole_claim(*(column.name, printed, Fraction(number)), most=None, added=summed(number))
    cases = Exhausted(f"k/{number} for k = {near}..{near + 1}, the nearest two", 2, claim)
    yield evolve(
        made,
        verdict=Verdict.REFUTED,
        because=f"not reproducible under items=1: {shown}",
        reading="items=1",
        grounds=(cases,),
    )
    cut = evolve(printed, rounding=Rounding.TRUNCATE)
    if printed.rounding is Rounding.DECIMAL and wholes(scaled(hull(cut), number)):
        because = f"a whole number over {number} is cut off to {printed.text}"
        yield evolve(made, because=because, reading="rounding=truncate", unusual=True)
    several = range(2, MOST_ITEMS + 1)
    items = next((one for one in several if wholes(scaled(span, number * one))), None)
    if items is not None:
        because = f"the mean of {items} items may be {printed.text}"
        yield evolve(made, because=because, reading=f"items={items}", unusual=True)


def _finding(rule: str, what: str, row: Row, names: tuple[str, ...], printed: Printed) -> Finding:
    return Finding(
        rule=rule,
        question=f"{what}: {row.label} / {', '.join(names)}",
        verdict=Verdict.HOLDS,
        rows=(row.label,),
        columns=names,
        because="",
        assumes=(rounding_of(printed),),
    )


SHARES_OF_COUNTS_RULES = (
    Rule(
        id="share-of-counts",
        says="A share that is printed beside k of n is k/n.",
        assumes="It is of all n; of fewer, who answered, it is odd.",
        source="the definition of a share",
        check=shares_of_counts,
        local=True,
    ),
    Rule(
        id="parts-of-whole",
        says="Parts that exclude each other are no more than the whole.",
        assumes="They do exclude each other; fewer leave some out.",
        source="addition",
        check=parts_of_wholes,
        local=True,
    ),
    Rule(
        id="mean-of-wholes",
        says="A mean of n whole numbers is a whole number over n.",
        assumes="A text that speaks of a scale may mean one of several items.",
        source="Brown and Heathers 2017, The GRIM test",
        check=means_of_wholes,
        local=True,
    ),
)
