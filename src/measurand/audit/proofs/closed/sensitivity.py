"""Accuracy from sensitivity, specificity and how many positives and negatives there are.

Accuracy is the mean of sensitivity and specificity, weighted by the positives and the negatives. So
it lies between the two, whatever the weights; and where both sizes are known, it is the sum of two
whole numbers, of which each rate leaves a few.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import hull
from measurand.audit.proofs.closed.accuracy import ONE_SET, exactly, prevalence_of
from measurand.audit.proofs.closed.asked import (
    Asked,
    Derived,
    grouped,
    named,
    rate,
    spanned,
    unitless,
)
from measurand.audit.proofs.finding import Clash, Exhausted, Finding
from measurand.audit.proofs.rule import Rule
from measurand.audit.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

ONE_CLASS = "sensitivity and specificity of one class"
MEAN_RECALL = "recall averaged over the two classes"
WEIGHTED_RECALL = "recall averaged over the two classes, weighted by their sizes"
BOTH_MEANS = "sensitivity and specificity averaged over the two classes"
MORE_CLASSES = "averages over more than two classes"
_TWO = 2
_Cells = tuple[tuple[str, Printed], ...]


def accuracy_between(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each accuracy whether it is the weighted mean of sensitivity and specificity.

    The weights are the positives and the negatives; where they are not known, accuracy lies between
    the two. Of more than two classes it need not: then all three may be averages, which is unusual
    only where specificity is not the largest in every row.

    >>> from measurand.audit.proofs.sheet import Column
    >>> columns = tuple(Column(name=role.value, role=role)
    ...                 for role in (Role.RECALL, Role.SPECIFICITY, Role.ACCURACY))
    >>> texts = zip(columns, ("0.63", "0.64", "0.65"), strict=True)
    >>> row = Row(label="a", cells=tuple((one.name, Printed.parse(text)) for one, text in texts))
    >>> facts = ((Fact.POSITIVES, 75), (Fact.NEGATIVES, 304))
    >>> next(accuracy_between(Sheet(columns=columns, rows=(row,), facts=facts))).because
    'not reproducible under sensitivity and specificity of one class: 47/75 and 194..196/304 \
make 241..243/379; accuracy prints 0.65'
    """
    for role in (Role.RECALL, Role.TPR):
        for row, columns in grouped(sheet, role, Role.SPECIFICITY, Role.ACCURACY):
            averages = {dict(column.options).get("average", "micro") for column in columns}
            if row.kind is Kind.BODY and averages <= {"micro"}:
                yield from _between(sheet, row, columns)


def _between(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> Iterator[Finding]:
    cells = named(row, columns)
    names = tuple(name for name, _ in cells)
    what = "accuracy of both classes"
    asked = Asked(rule="accuracy-between", what=what, rows=(row.label,), columns=names)
    spans = [span for _, cell in cells if (span := rate(cell)) is not None]
    if len(spans) < len(cells):
        because = unitless(cells)
        if because:
            yield asked.undecided(because)
        return
    asked = evolve(asked, assumes=(ONE_SET,))
    sizes = _sizes(sheet, row)
    share = prevalence_of(sheet, row, columns[0].group)
    if sizes is not None:
        yield _whole_matrix(asked, cells, sizes)
    else:
        yield _joined(asked, cells, spans, None if share is None else share[2], ONE_CLASS)
    if columns[0].role is Role.RECALL and not _of_one_class(columns[0]):
        for found in _averaged(asked, cells, spans, None if share is None else share[2]):
            yield evolve(found, unusual=True)
    if _alike(sheet, columns):
        because = "averaged over two classes, both are one number, and say little of accuracy"
        yield evolve(asked.undecided(because, BOTH_MEANS), unusual=True)
    if share is None and sheet.fact(row, Fact.CLASSES) != _TWO:
        because = "how many classes there are is not said"
        yield evolve(asked.undecided(because, MORE_CLASSES), unusual=not _of_many(sheet, columns))


def _of_one_class(column: Column) -> bool:
    return bool({"average", "class"} & {*dict(column.options)})


def _of_many(sheet: Sheet, columns: tuple[Column, ...]) -> bool:
    """Tell whether the rates of all rows may well be means over many classes.

    Each class has few positives and many negatives then. So the mean specificity is the largest of
    the three, and accuracy, in which large classes weigh more, may lie below the mean recall.
    """
    rows = [named(row, columns) for row in sheet.rows if row.kind is Kind.BODY]
    cells = [[hull(cell) for _, cell in row] for row in rows if len(row) == len(columns)]
    return all(
        recall.low <= specificity.high and accuracy.low <= specificity.high
        for recall, specificity, accuracy in cells
    )


def _sizes(sheet: Sheet, row: Row) -> tuple[int, int] | None:
    """Count positives and negatives, each as often as there are runs."""
    samples, positives, negatives = (
        sheet.fact(row, fact) for fact in (Fact.SAMPLES, Fact.POSITIVES, Fact.NEGATIVES)
    )
    if negatives is None and samples is not None and positives is not None:
        negatives = samples - positives
    if positives is None and samples is not None and negatives is not None:
        positives = samples - negatives
    runs = sheet.fact(row, Fact.RUNS) or 1
    if not positives or not negatives or min(positives, negatives) < 1:
        return None
    return positives * runs, negatives * runs


def _whole_matrix(asked: Asked, cells: _Cells, sizes: tuple[int, int]) -> Finding:
    """Ask whether whole numbers that print as the two rates add up to one that prints as the third.

    Each rate leaves neighbouring whole numbers, and so do the sums of two of them.
    """
    overall = sum(sizes)
    (_, first), (_, second), (name, third) = cells
    left = [
        range(max(some.start, 0), min(some.stop, size + 1))
        for some, size in (
            (preimage(cell).wholes(size), size)
            for cell, size in zip((first, second), sizes, strict=True)
        )
    ]
    for (one, cell), some, size in zip(cells, left, sizes, strict=False):
        if not some:
            cases = f"k/{size} for k = 0..{size}"
            because = f"{one} prints {cell.text}, and no whole number over {size} does"
            return asked.refuted(because, (Exhausted(cases, size + 1),), ONE_CLASS)
    sums = range(left[0].start + left[1].start, left[0].stop + left[1].stop - 1)
    wanted = preimage(third).wholes(overall)
    both = range(max(sums.start, wanted.start), min(sums.stop, wanted.stop))
    parts = f"{_shown(left[0])}/{sizes[0]} and {_shown(left[1])}/{sizes[1]}"
    shown = f"{parts} make {_shown(sums)}/{overall}; {name} prints {third.text}"
    if not both:
        tried = len(left[0]) * len(left[1])
        return asked.refuted(shown, (Exhausted(f"sums of {parts}", tried),), ONE_CLASS)
    right = max(left[0].start, both.start - left[1].stop + 1)
    counts = (("TP", Fraction(right)), ("TN", Fraction(both.start - right)))
    return asked.holds(f"TP {right}, TN {both.start - right} print all of them", counts, ONE_CLASS)


def _shown(some: range) -> str:
    return f"{some.start}" if len(some) == 1 else f"{some.start}..{some.stop - 1}"


def _joined(
    asked: Asked,
    cells: _Cells,
    spans: list[Interval],
    share: Interval | None,
    reading: str,
) -> Finding:
    """Hold accuracy to the mean of both rates, by the share of positives or by any weights."""
    first, second, third = spans
    (one, _), (other, _), (name, cell) = cells
    one = one if reading == ONE_CLASS else f"the recall of one class in {one}"
    if share is None:
        allowed = first.hull(second)
        shown = f"{name} lies between {one} and {other}, {spanned(allowed)}; printed {cell.text}"
        if allowed.meets(third):
            return asked.undecided(shown, reading)
        return asked.refuted(shown, (Clash(name, hull(cell), allowed),), reading)
    corners = [
        (a, b, w)
        for a in (first.low, first.high)
        for b in (second.low, second.high)
        for w in (share.low, share.high)
    ]
    least, most = min(corners, key=_weighed), max(corners, key=_weighed)
    derived = Derived(
        name=name,
        printed=cell,
        given=(*cells[:2], ("prevalence", exactly(share.low))),
        ends=tuple(zip(least, most, strict=True)),
        formula=_weighed,
        says=f"the mean of {one} and {other}, weighted by positives and negatives,",
    )
    found = derived.settle(asked, reading)
    # The share of positives is not printed as such: only what the two rates leave is shown.
    return asked.undecided(found.because, reading) if found.verdict is Verdict.HOLDS else found


def _weighed(point: tuple[Fraction, ...]) -> Fraction:
    first, second, share = point
    return share * first + (1 - share) * second


def _averaged(
    asked: Asked,
    cells: _Cells,
    spans: list[Interval],
    share: Interval | None,
) -> Iterator[Finding]:
    """Take recall for that of both classes: plainly, or by size, and then it is accuracy."""
    recall, other, accuracy = spans
    low, high = 2 * recall.low - other.high, 2 * recall.high - other.low
    if high < 0 or low > 1:
        allowed = Interval(other.low / 2, (1 + other.high) / 2)
        because = f"{cells[0][0]} is {spanned(allowed)} with {cells[1][0]} {cells[1][1].text}"
        yield asked.refuted(because, (Clash(cells[0][0], recall, allowed),), MEAN_RECALL)
    else:
        own = Interval(max(low, Fraction(0)), min(high, Fraction(1)))
        yield _joined(asked, cells, [own, other, accuracy], share, MEAN_RECALL)
    name, cell = cells[2]
    shown = f"recall averaged by size is accuracy, and {spanned(recall)}; printed {cell.text}"
    if recall.meets(accuracy):
        yield asked.undecided(shown, WEIGHTED_RECALL)
    else:
        yield asked.refuted(shown, (Clash(name, hull(cell), recall),), WEIGHTED_RECALL)


def _alike(sheet: Sheet, columns: tuple[Column, ...]) -> bool:
    """Tell whether sensitivity and specificity may be one number in every row."""
    cells = [named(row, columns[:2]) for row in sheet.rows if row.kind is Kind.BODY]
    both = [tuple(hull(cell) for _, cell in pair) for pair in cells if len(pair) == _TWO]
    return all(one.meets(other) for one, other in both)


SENSITIVITY_RULES = (
    Rule(
        id="accuracy-between",
        says="Accuracy is the mean of sensitivity and specificity, weighted by the positives and "
        "the negatives; it lies between the two where those are not known.",
        assumes="One test set of two classes, and recall that of the positive one; averages over "
        "classes are unusual, and have to be said.",
        source="the definitions of the rates",
        check=accuracy_between,
    ),
)
