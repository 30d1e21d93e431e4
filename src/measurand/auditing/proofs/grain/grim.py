"""GRIM: a share of N samples is a whole number over N, and N shows in all cells of a column.

A printed share leaves an interval of width w, and k/N falls into it only if k is one of about N w
whole numbers: below one, most made-up digits fail, and `power` is what share of them. With N w
above 1 every number fits, and the rule says nothing. The interval is closed and numbers are exact,
so the ends decide right. Source: Brown and Heathers (2017), The GRIM Test,
doi:10.1177/1948550616673876.

Means of several whole items are multiples of 1 / (N items). Carried over to a mean recall of one
gold item a sample, N recall - hits counts the samples that are empty on both sides.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, whole_claim
from measurand.auditing.proofs.finding import Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.grain.cells import (
    MEANS,
    RATES,
    UNIT,
    assumptions,
    counted,
    counts_in,
    is_whole,
    printed_as,
    repeats,
    rounding_of,
    scaled,
    summed,
    summed_span,
    wholes,
)
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, fixed
from measurand.values.verdict import Verdict

MOST_SAMPLES = 400
"""Up to how many samples are tried where their number is not known."""

_SHOWN = 12


def compatible(
    cells: Sequence[Interval], most: int = MOST_SAMPLES, *, per: int = 1
) -> tuple[int, ...]:
    """List the N up to `most` for which every cell is a whole number over N * `per`.

    No cells fit every N. Sources: Brown and Heathers (2017), The GRIM test; the six cells of
    github.com/microsoft/SkillOpt/issues/158.

    >>> table = [Printed.parse(f"{text}%") for text in "22.4 27.2 52.0 31.2 29.6 41.6".split()]
    >>> compatible([hull(cell) for cell in table])
    (125, 250, 375)

    Raises ValueError where `most` or `per` is below 1.
    """
    if min(most, per) < 1:
        message = f"at least 1 sample with at least 1 item: got {most} and {per}"
        raise ValueError(message)
    return tuple(n for n in range(1, most + 1) if all(wholes(scaled(c, n * per)) for c in cells))


def power(printed: Printed, number: int) -> Fraction:
    """Give the least share of printable numbers that are no whole number over `number`.

    >>> power(Printed.parse("22.4%"), 124), power(Printed.parse("22.4%"), 2000)
    (Fraction(219, 250), Fraction(0, 1))
    """
    span = hull(printed)
    return max(Fraction(0), 1 - number * (span.high - span.low))


def grim(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each cell whether a whole number over the known N prints so.

    >>> from measurand.auditing.proofs.sheet import Role
    >>> sheet = Sheet(columns=(Column(name="acc", role=Role.RATE),),
    ...               rows=(Row(label="a", cells=(("acc", Printed.parse("87.6%")),)),),
    ...               facts=((Fact.SAMPLES, 374),))
    >>> [found.because for found in grim(sheet)]
    ['not reproducible under a count over 374: 327/374 prints as 87.4%, 328/374 as 87.7%']
    """
    for row, column, printed in sheet.cells(*RATES, *MEANS):
        samples = counted(sheet, row, column.group, Fact.SAMPLES)
        if row.kind is Kind.BODY and samples and is_whole(column):
            number = samples * repeats(sheet, row, column.group)
            yield _grim(sheet, row, column, printed, number)


def _grim(sheet: Sheet, row: Row, column: Column, printed: Printed, number: int) -> Finding:
    cell = summed_span(printed, number)
    counts = counts_in(cell, number, column)
    verdict, grounds = Verdict.HOLDS, _witness(counts, number)
    if column.role in RATES and not cell.meets(UNIT):
        verdict, grounds = Verdict.UNDECIDED, ()
        because = f"{printed.text} is no share: is its unit known?"
    elif counts:
        chance = power(printed, number)
        because = f"{counts[0]}/{number} prints as {printed.text}; " + (
            f"of numbers made up, a share of {fixed(chance, 3)} would not be such a count"
            if chance
            else f"with {number} every number fits"
        )
    else:
        verdict = Verdict.REFUTED
        near = floor(cell.low * number)
        below, above = (printed_as(Fraction(k, number), printed) for k in (near, near + 1))
        because = (
            f"not reproducible under a count over {number}: {near}/{number} prints as {below}, "
            f"{near + 1}/{number} as {above}"
        )
        claim = whole_claim(
            *(column.name, printed, Fraction(number)),
            most=Fraction(number) if column.role in RATES else None,
            added=summed(number),
        )
        grounds = (Exhausted(f"k/{number} for k = {near}..{near + 1}, the nearest two", 2, claim),)
    return Finding(
        rule="grim",
        question=f"count: {row.label} / {column.name}",
        verdict=verdict,
        rows=(row.label,),
        columns=(column.name,),
        because=because,
        assumes=(*assumptions(sheet, row, column), rounding_of(printed)),
        grounds=grounds,
    )


def _witness(counts: range, number: int) -> tuple[Witness | Exhausted, ...]:
    if not counts:
        return ()
    return (Witness((("count", Fraction(counts[0])), ("of", Fraction(number)))),)


def common_size(sheet: Sheet, most: int = MOST_SAMPLES) -> Iterator[Finding]:
    """Name, for each column of counts, the N up to `most` that fit all its cells.

    Rows with a number of samples of their own are left out. A larger N may fit too, so that no N
    at all decides nothing.

    >>> from measurand.auditing.proofs.sheet import Role
    >>> sheet = Sheet(columns=(Column(name="acc", role=Role.RATE),),
    ...               rows=(Row(label="a", cells=(("acc", Printed.parse("22.4%")),)),))
    >>> [found.because for found in common_size(sheet, 70)]
    ['the cells fit N = 49, 58, 67 of 1..70']
    """
    for column in sheet.having(*RATES, *MEANS):
        rows = [row for row in sheet.rows if _shares(sheet, row, column)]
        cells = [(row, cell) for row in rows if (cell := row.cell(column.name)) is not None]
        each = {repeats(sheet, row, column.group) for row, _ in cells}
        if len(each) == 1 and is_whole(column):
            yield _common(sheet, column, cells, most, each.pop())


def _shares(sheet: Sheet, row: Row, column: Column) -> bool:
    if row.kind is not Kind.BODY:
        return False
    alone = Sheet(columns=sheet.columns, rows=(evolve(row, of=(), weights=()),))
    return counted(alone, alone.rows[0], column.group, Fact.SAMPLES) is None


def _common(
    sheet: Sheet, column: Column, cells: list[tuple[Row, Printed]], most: int, per: int
) -> Finding:
    spans = [summed_span(cell, most * per) for _, cell in cells]
    fits = compatible(spans, most, per=per)
    grounds: tuple[Witness, ...] = ()
    if column.role in RATES and not all(span.meets(UNIT) for span in spans):
        verdict, because = Verdict.UNDECIDED, "no shares: is their unit known?"
    elif not fits:
        verdict, because = Verdict.UNDECIDED, f"no N up to {most} fits all cells; a larger one may"
    else:
        verdict, because = Verdict.HOLDS, f"the cells fit {_listed(fits)} of 1..{most}"
        hits = (
            (f"count of {row.label}", Fraction(counts_in(span, fits[0] * per, column)[0]))
            for (row, _), span in zip(cells, spans, strict=True)
        )
        grounds = (Witness((("samples", Fraction(fits[0])), *hits)),)
    return Finding(
        rule="common-size",
        question=f"samples: {column.name}",
        verdict=verdict,
        rows=tuple(row.label for row, _ in cells),
        columns=(column.name,),
        because=because,
        assumes=(
            "one N for the column",
            *assumptions(sheet, cells[0][0], column),
            *dict.fromkeys(rounding_of(cell) for _, cell in cells),
        ),
        grounds=grounds,
    )


def _listed(fits: tuple[int, ...]) -> str:
    more = f" and {len(fits) - _SHOWN} more" if len(fits) > _SHOWN else ""
    return f"N = {', '.join(map(str, fits[:_SHOWN]))}{more}"


GRIM_RULES = (
    Rule(
        id="grim",
        says="A rate over N samples is a whole number over N.",
        assumes="All samples count alike, each 0 or 1 (of means with whole=true: a whole number).",
        source="Brown and Heathers 2017, The GRIM test",
        check=grim,
    ),
    Rule(
        id="common-size",
        says="The rates of a column are whole numbers over one N, and few N fit them all.",
        assumes="All rows have the same samples, and all samples count alike.",
        source="Brown and Heathers 2017, The GRIM test",
        check=common_size,
    ),
)


MOST_SILENT = 60
"""Up to how many samples are tried where their number is not known."""


@frozen
class Silent:
    """How many of so many samples, by row, may be empty in gold and prediction alike."""

    samples: int
    empty: tuple[range, ...]


def both_empty(
    rows: Sequence[tuple[Interval, Interval]], most: int = MOST_SILENT
) -> tuple[Silent, ...]:
    """List the numbers of samples that fit printed hits and mean recalls of one test set.

    Where a sample has one gold item or none, its recall is its hits, or 1 where both sides are
    empty, or 0 where only gold is. So samples * recall - hits is the number of samples with both
    sides empty: a whole number in [0, samples].

    >>> texts = (("1.80", "63.3%"), ("1.80", "46.7%"))
    >>> rows = [(hull(Printed.parse(m)), hull(Printed.parse(r))) for m, r in texts]
    >>> [(one.samples, [list(k) for k in one.empty]) for one in both_empty(rows, 30)]
    [(6, [[2], [1]])]
    """
    fits = (Silent(n, tuple(_empty(n, hits, recall) for hits, recall in rows)) for n in _to(most))
    return tuple(one for one in fits if all(one.empty))


def _to(most: int) -> range:
    return range(1, most + 1)


def _empty(number: int, hits: Interval, recall: Interval) -> range:
    span = scaled(recall, number)
    empty = wholes(Interval(span.low - hits.high, span.high - hits.low))
    return range(max(0, empty.start), min(empty.stop, number + 1))


def silent(sheet: Sheet) -> Iterator[Finding]:
    """Ask for the number of samples that fits hits and mean recall, and how many of them are empty.

    Asked only where the options of the recall say `average=macro[sample]` and `gold_items=one`, and
    do not name other rules for empty samples than both_empty=1+1 and gold_empty=0+0.

    >>> list(silent(Sheet(columns=(), rows=())))
    []
    """
    for group in sheet.groups():
        recall = sheet.within(group, Role.RECALL)
        hits = sheet.within(group, Role.HITS) or sheet.within("", Role.HITS)
        known = dict(recall.options) if recall else {}
        rules = known.get("both_empty", "1+1"), known.get("gold_empty", "0+0")
        means = known.get("average") == "macro[sample]" and known.get("gold_items") == "one"
        if recall is None or hits is None or not means or rules != ("1+1", "0+0"):
            continue
        rows = [
            (row, matched, cell)
            for row in sheet.rows
            if row.kind is Kind.BODY
            and (matched := row.cell(hits.name)) is not None
            and (cell := row.cell(recall.name)) is not None
        ]
        numbers = {counted(sheet, row, group, Fact.SAMPLES) for row, _, _ in rows}
        if len(numbers) == 1:
            yield _finding(rows, (hits.name, recall.name), numbers.pop())


def _finding(
    rows: list[tuple[Row, Printed, Printed]], names: tuple[str, str], samples: int | None
) -> Finding:
    spans = [(hull(matched), hull(cell)) for _, matched, cell in rows]
    fits = both_empty(spans, MOST_SILENT) if samples is None else _only(spans, samples)
    grounds: tuple[Witness | Exhausted, ...] = ()
    if fits:
        verdict = Verdict.HOLDS
        counts = ", ".join(f"{row.label}: {k[0]}" for (row, _, _), k in _paired(rows, fits[0]))
        because = f"fit: N = {', '.join(str(one.samples) for one in fits)}; with the first, "
        because += f"samples with both sides empty: {counts}"
        values = tuple(
            (f"both empty: {row.label}", Fraction(k[0]))
            for (row, _, _), k in _paired(rows, fits[0])
        )
        grounds = (Witness((("samples", Fraction(fits[0].samples)), *values)),)
    elif samples is None:
        verdict, because = (
            Verdict.UNDECIDED,
            f"no N up to {MOST_SILENT} fits all rows; a larger one may",
        )
    else:
        verdict = Verdict.REFUTED
        because = (
            f"not reproducible under a mean over {samples} samples: "
            "samples * recall - hits is no whole number of samples in some row"
        )
        cases = f"whole numbers of samples among {samples}, by row"
        grounds = (Exhausted(cases, len(rows), _silent_claim(rows, names, samples)),)
    return Finding(
        rule="both-empty",
        question=f"both empty: {', '.join(names)}",
        verdict=verdict,
        rows=tuple(row.label for row, _, _ in rows),
        columns=names,
        because=because,
        assumes=(
            "a sample has one gold item or none, and all rows have the same samples",
            "both_empty=1+1, gold_empty=0+0",
            *dict.fromkeys(rounding_of(cell) for _, _, cell in rows),
        ),
        grounds=grounds,
    )


def _silent_claim(
    rows: list[tuple[Row, Printed, Printed]], names: tuple[str, str], samples: int
) -> Claim | None:
    """Claim of the first row that fits no number of empty samples that it fits one."""
    for row, matched, cell in rows:
        if not _empty(samples, hull(matched), hull(cell)):
            hits, recall = (f"{row.label} / {name}" for name in names)
            empty, most = "both sides empty", Fraction(samples)
            counted_ = Given(empty, low=Fraction(0), high=most, whole=True)
            given = (Given(hits, matched), Given(recall, cell), counted_)
            return Claim(given, (("==", empty, ("-", ("*", recall, most), hits)),))
    return None


def _only(spans: Sequence[tuple[Interval, Interval]], samples: int) -> tuple[Silent, ...]:
    one = Silent(samples, tuple(_empty(samples, hits, recall) for hits, recall in spans))
    return (one,) if all(one.empty) else ()


def _paired(
    rows: list[tuple[Row, Printed, Printed]], fit: Silent
) -> list[tuple[tuple[Row, Printed, Printed], range]]:
    return list(zip(rows, fit.empty, strict=True))


BOTH_EMPTY_RULES = (
    Rule(
        id="both-empty",
        says="With one gold item or none per sample, N * recall - hits is a whole number.",
        assumes="A mean over samples; samples empty on both sides count 1, hallucinations 0.",
        source="Brown and Heathers 2017 (GRIM), carried over to mean recall",
        check=silent,
    ),
)
