"""The grain of a mean recall: with one gold item per sample it counts the samples without any."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.finding import Exhausted, Finding, Witness
from measurand.audit.proofs.grain.cells import counted, rounding_of, times, wholes
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

MOST = 60
"""Up to how many samples are tried where their number is not known."""


@frozen
class Silent:
    """How many of so many samples, by row, may be empty in gold and prediction alike."""

    samples: int
    empty: tuple[range, ...]


def both_empty(rows: Sequence[tuple[Interval, Interval]], most: int = MOST) -> tuple[Silent, ...]:
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
    span = times(recall, number)
    found = wholes(Interval(span.low - hits.high, span.high - hits.low))
    return range(max(0, found.start), min(found.stop, number + 1))


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
    fits = both_empty(spans, MOST) if samples is None else _only(spans, samples)
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
        verdict, because = Verdict.UNDECIDED, f"no N up to {MOST} fits all rows; a larger one may"
    else:
        verdict = Verdict.REFUTED
        because = (
            f"not reproducible under a mean over {samples} samples: "
            "samples * recall - hits is no whole number of samples in some row"
        )
        grounds = (Exhausted(f"whole numbers of samples among {samples}, by row", len(rows)),)
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
