"""Accuracy from precision, recall and the share of positives."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.audit.proofs.closed.asked import (
    Asked,
    Derived,
    Ends,
    grouped,
    named,
    rate,
    spanned,
    unitless,
)
from measurand.audit.proofs.finding import Clash, Finding, Witness
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

POSITIVE = "precision and recall of the positive class"
MEANS = "precision and recall averaged over the two classes"
WEIGHTED = "precision and recall averaged over the two classes, weighted by their sizes"
UNLIKE = "precision is averaged over classes, and recall is not"
_PLACES = 12
ONE_SET = "one test set of two classes, whose judgements are pooled"


def accuracy_of(precision: Fraction, recall: Fraction, prevalence: Fraction) -> Fraction:
    """Return the share of right judgements: all but the misses and the false alarms.

    Misses are prevalence (1 - recall), false alarms recall prevalence (1/precision - 1).

    >>> accuracy_of(Fraction(1, 2), Fraction(1), Fraction(1, 4))
    Fraction(3, 4)

    Raises ZeroDivisionError for a precision of 0, which says nothing of the false alarms.
    """
    return 1 - prevalence * (1 - recall) - _alarms(precision, recall, prevalence)


def _alarms(precision: Fraction, recall: Fraction, prevalence: Fraction) -> Fraction:
    return recall * prevalence * (1 / precision - 1)


def accuracy_from_p_and_r(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each accuracy whether it goes with the P and R beside it and the share of positives.

    The share comes from a column of prevalence, or from what is known of the test set.

    >>> list(accuracy_from_p_and_r(Sheet(columns=(), rows=())))
    []
    """
    for row, columns in grouped(sheet, Role.PRECISION, Role.RECALL, Role.ACCURACY):
        share = prevalence_of(sheet, row, columns[0].group)
        if share is not None and row.kind is Kind.BODY and (sheet.fact(row, Fact.RUNS) or 1) == 1:
            yield from _asked(row, columns, share)


def prevalence_of(
    sheet: Sheet, row: Row, group: str
) -> tuple[str, Printed | None, Interval] | None:
    """Find the share of positives: its name, what prints it, and what it may be.

    >>> sheet = Sheet(columns=(), rows=(), facts=((Fact.POSITIVES, 1), (Fact.SAMPLES, 4)))
    >>> prevalence_of(sheet, Row(label="a"), "")[2].low
    Fraction(1, 4)
    """
    for column in (sheet.within(group, Role.PREVALENCE), sheet.within("", Role.PREVALENCE)):
        cell = None if column is None else row.cell(column.name)
        if column is not None and cell is not None:
            span = rate(cell)
            return None if span is None else (column.name, cell, span)
    positives, negatives, samples = (
        sheet.fact(row, fact) for fact in (Fact.POSITIVES, Fact.NEGATIVES, Fact.SAMPLES)
    )
    if positives is None:
        return None
    whole = samples if negatives is None else positives + negatives
    if not whole or positives > whole:
        return None
    exact = Fraction(positives, whole)
    return "prevalence", None, Interval(exact, exact)


def _asked(
    row: Row, columns: tuple[Column, ...], share: tuple[str, Printed | None, Interval]
) -> Iterator[Finding]:
    name, printed, prevalence = share
    averages = {dict(column.options).get("average", "") for column in columns}
    if not averages <= {"", "micro", "weighted", "weighted[class]"}:
        return
    cells = named(row, columns)
    asked = Asked(
        rule="accuracy-from-p-and-r",
        what="accuracy",
        rows=(row.label,),
        columns=(*(cell for cell, _ in cells), *((name,) if printed is not None else ())),
        assumes=(ONE_SET,),
    )
    spans = [span for _, cell in cells if (span := rate(cell)) is not None]
    if len(spans) < len(cells):
        because = unitless(cells)
        if because:
            yield asked.undecided(because)
        return
    if spans[0].low == 0:
        yield asked.undecided(f"{cells[0][0]} may be 0, and says nothing of the false alarms then")
        return
    yield from _pooled(asked, cells, (spans, (name, printed, prevalence)), averages)
    if averages <= {""}:
        yield _unlike(asked, cells, spans[1:], prevalence)


def _unlike(
    asked: Asked, cells: tuple[tuple[str, Printed], ...], spans: list[Interval], share: Interval
) -> Finding:
    """Bound accuracy by the recall of the positive class alone: precision may be averaged.

    The positives that are right are right, the others are wrong, and negatives may be either.
    """
    recall, printed = spans
    low, high = share.low * recall.low, 1 - share.low * (1 - recall.high)
    allowed = Interval(low, high)
    name, cell = cells[2]
    shown = f"with {cells[1][0]} {cells[1][1].text} of one class accuracy is {spanned(allowed)}"
    if allowed.meets(printed):
        return evolve(asked.undecided(f"{shown}, as printed", UNLIKE), unusual=True)
    because = f"{shown}; printed {cell.text}"
    return asked.refuted(because, (Clash(name, hull(cell), allowed),), UNLIKE)


def _pooled(
    asked: Asked,
    cells: tuple[tuple[str, Printed], ...],
    known: tuple[list[Interval], tuple[str, Printed | None, Interval]],
    averages: set[str],
) -> Iterator[Finding]:
    """Hold the cells against one confusion matrix: P and R of one class, or of both."""
    spans, (name, printed, prevalence) = known
    weighted = any(average.startswith("weighted") for average in averages)
    ends = _ends(spans[0], spans[1], prevalence)
    given = (*cells[:2], (name, printed or exactly(prevalence.low)))
    if not weighted:
        derived = Derived(
            name=cells[2][0],
            printed=cells[2][1],
            given=given,
            ends=ends,
            formula=lambda point: accuracy_of(*point),
            says=f"accuracy of {' and '.join(f'{one} {cell.text}' for one, cell in cells[:2])}",
        )
        yield _of_a_matrix(asked, derived.settle(asked, POSITIVE))
        if averages <= {""}:
            yield _means(asked, cells, spans[1:], prevalence)
    if averages <= {""} or weighted:
        yield _weighted(asked, cells)


def _means(
    asked: Asked, cells: tuple[tuple[str, Printed], ...], spans: list[Interval], share: Interval
) -> Finding:
    """Bound accuracy by the mean recall of both classes; what precision adds is left out.

    With r of the smaller class, of share m, and the other recall 2R - r, both in [0, 1], accuracy
    m r + (1 - m)(2R - r) is least for the largest r and most for the smallest.
    """
    least = min(share.low, 1 - share.high)
    recall, printed = spans
    low = 2 * recall.low * least if 2 * recall.low <= 1 else 1 - 2 * (1 - least) * (1 - recall.low)
    top = recall.high
    high = 2 * top * (1 - least) if 2 * top <= 1 else 1 - 2 * least * (1 - top)
    allowed = Interval(low, high)
    shown = f"with {cells[1][0]} {cells[1][1].text} of both classes accuracy is {spanned(allowed)}"
    if allowed.meets(printed):
        return asked.undecided(f"{shown}, as printed", MEANS)
    name, cell = cells[2]
    return asked.refuted(
        f"{shown}; printed {cell.text}", (Clash(name, hull(cell), allowed),), MEANS
    )


def _of_a_matrix(asked: Asked, found: Finding) -> Finding:
    """Take back values with more false alarms than there are negatives."""
    for ground in found.grounds:
        if isinstance(ground, Witness):
            precision, recall, prevalence, _ = (value for _, value in ground.values)
            if _alarms(precision, recall, prevalence) > 1 - prevalence:
                because = "the values that were tried have more false alarms than negatives"
                return asked.undecided(because, POSITIVE)
    return found


def _weighted(asked: Asked, cells: tuple[tuple[str, Printed], ...]) -> Finding:
    """Recall that is averaged by size is accuracy; what precision adds is left to the matrix."""
    _, recall, accuracy = cells
    span = rate(recall[1])
    derived = Derived(
        name=accuracy[0],
        printed=accuracy[1],
        given=(recall,),
        ends=() if span is None else ((span.low, span.high),),
        formula=lambda point: point[0],
        says=f"recall averaged by size is accuracy, and {recall[0]}",
    )
    found = derived.settle(asked, WEIGHTED)
    if found.verdict is Verdict.HOLDS:
        return asked.undecided("recall averaged by size is accuracy, as printed", WEIGHTED)
    return found


def _ends(precision: Interval, recall: Interval, prevalence: Interval) -> Ends:
    """Find the corners of least and most accuracy: it has no turning point along any one number."""
    corners = [
        (p, r, share)
        for p in (precision.low, precision.high)
        for r in (recall.low, recall.high)
        for share in (prevalence.low, prevalence.high)
    ]
    least = min(corners, key=lambda corner: accuracy_of(*corner))
    most = max(corners, key=lambda corner: accuracy_of(*corner))
    return tuple(zip(least, most, strict=True))


def exactly(share: Fraction) -> Printed:
    """Stand in for a share that is known and not printed: its digits hold it.

    >>> exactly(Fraction(1, 4)).value
    Fraction(1, 4)
    """
    digits = Fraction(round(share * 10**_PLACES), 10**_PLACES)
    return Printed(digits, _PLACES)


ACCURACY_RULES = (
    Rule(
        id="accuracy-from-p-and-r",
        says="Accuracy is 1 - prevalence (1 - R) - R prevalence (1/P - 1).",
        assumes="One test set of two classes; P and R are of the positive class, or averaged over "
        "both classes, plainly or by size.",
        source="the definitions of the rates",
        check=accuracy_from_p_and_r,
    ),
)
