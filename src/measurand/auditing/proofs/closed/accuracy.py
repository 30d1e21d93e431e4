"""Accuracy against the rates beside it: precision and recall, or sensitivity and specificity.

With prevalence v, misses are v (1 - R) of all judgements and false alarms v R (1/P - 1); accuracy
is what both leave. Along each of the three numbers it is monotone, so the corners of the box bound
it. Names are ambiguous (P and R may be averaged over both classes), and each meaning is a reading
that has to be refuted of its own.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree, claim_of, folded
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Ends,
    Subject,
    named_cells,
    rate_span,
    rate_spans,
    rows_with,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
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
    for row, columns in rows_with(sheet, Role.PRECISION, Role.RECALL, Role.ACCURACY):
        share = prevalence_of(sheet, row, columns[0].group)
        if share is not None and row.kind is Kind.BODY and (sheet.fact(row, Fact.RUNS) or 1) == 1:
            yield from _findings(row, columns, share)


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
            span = rate_span(cell)
            return None if span is None else (column.name, cell, span)
    positives, negatives, samples = (
        sheet.fact(row, fact) for fact in (Fact.POSITIVES, Fact.NEGATIVES, Fact.SAMPLES)
    )
    if positives is None:
        return None
    judged = samples if negatives is None else positives + negatives
    if not judged or positives > judged:
        return None
    exact = Fraction(positives, judged)
    return "prevalence", None, Interval(exact, exact)


def _findings(
    row: Row, columns: tuple[Column, ...], share: tuple[str, Printed | None, Interval]
) -> Iterator[Finding]:
    name, printed, prevalence = share
    averages = {dict(column.options).get("average", "") for column in columns}
    if not averages <= {"", "micro", "weighted", "weighted[class]"}:
        return
    if any(column.pools_classes for column in columns):
        return
    cells = named_cells(row, columns)
    subject = Subject(
        rule="accuracy-from-p-and-r",
        what="accuracy",
        rows=(row.label,),
        columns=(*(cell for cell, _ in cells), *((name,) if printed is not None else ())),
        assumes=(ONE_SET,),
    )
    spans, open_ones = rate_spans(subject, cells)
    if not spans:
        yield from open_ones
        return
    if spans[0].low == 0:
        yield subject.undecided(
            f"{cells[0][0]} may be 0, and says nothing of the false alarms then"
        )
        return
    yield from _pooled(subject, cells, (spans, (name, printed, prevalence)), averages)
    if averages <= {""}:
        yield _unlike(subject, cells, spans[1:], prevalence)


def _unlike(
    subject: Subject, cells: tuple[tuple[str, Printed], ...], spans: list[Interval], share: Interval
) -> Finding:
    """Bound accuracy by the recall of the positive class alone: precision may be averaged.

    The positives that are right are right, the others are wrong, and negatives may be either.
    """
    recall, printed = spans
    low, high = share.low * recall.low, 1 - share.low * (1 - recall.high)
    allowed = Interval(low, high)
    name, cell = cells[2]
    shown = f"with {cells[1][0]} {cells[1][1].text} of one class accuracy is {span_text(allowed)}"
    if allowed.meets(printed):
        return evolve(subject.undecided(f"{shown}, as printed", UNLIKE), unusual=True)
    because = f"{shown}; printed {cell.text}"
    right: Tree = ("*", _SHARE, cells[1][0])
    most: Relation = ("<=", name, ("-", _ONE, ("-", _SHARE, right)))
    claim = _of_share(cells[1:], share, ("<=", right, name), most)
    return subject.refuted(because, (Clash(name, hull(cell), allowed, claim),), UNLIKE)


_SHARE = "the share of positives"


def _of_share(
    cells: tuple[tuple[str, Printed], ...], share: Interval | None, *never: Relation, more: str = ""
) -> Claim | None:
    """Claim relations of rates, of the share of positives and of one more rate of that name."""
    known = [] if share is None else [Given(_SHARE, low=share.low, high=share.high)]
    known += [Given(more, low=_ZERO, high=_ONE)] if more else []
    rates = [Given(name, cell, low=_ZERO, high=_ONE) for name, cell in cells[:-1]]
    given = (*rates, Given(*cells[-1]), *known)
    return Claim(given, never) if len({one.name for one in given}) == len(given) else None


_ZERO, _ONE = Fraction(0), Fraction(1)
_OTHER = "recall of the other class"


def _weighed_by(first: Tree, second: Tree) -> Tree:
    return ("+", ("*", _SHARE, first), ("*", ("-", _ONE, _SHARE), second))


def _pooled(
    subject: Subject,
    cells: tuple[tuple[str, Printed], ...],
    known: tuple[list[Interval], tuple[str, Printed | None, Interval]],
    averages: set[str],
) -> Iterator[Finding]:
    """Hold the cells against one confusion matrix: P and R of one class, or of both."""
    spans, (name, printed, prevalence) = known
    weighted = any(average.startswith("weighted") for average in averages)
    ends = _ends(spans[0], spans[1], prevalence)
    given = (*cells[:2], (name, printed or printed_exactly(prevalence.low)))
    if not weighted:
        derived = Derived(
            name=cells[2][0],
            printed=cells[2][1],
            given=given,
            ends=ends,
            formula=lambda point: accuracy_of(*point),
            known=() if printed is not None else (name,),
            says=f"accuracy of {' and '.join(f'{one} {cell.text}' for one, cell in cells[:2])}",
        )
        yield _of_a_matrix(subject, derived.settle(subject, POSITIVE))
        if averages <= {""}:
            yield _means(subject, cells, spans[1:], prevalence)
    if averages <= {""} or weighted:
        yield _weighted(subject, cells)


def _means(
    subject: Subject, cells: tuple[tuple[str, Printed], ...], spans: list[Interval], share: Interval
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
    shown = (
        f"with {cells[1][0]} {cells[1][1].text} of both classes accuracy is {span_text(allowed)}"
    )
    if allowed.meets(printed):
        return subject.undecided(f"{shown}, as printed", MEANS)
    name, cell = cells[2]
    one: Tree = ("-", ("*", Fraction(2), cells[1][0]), _OTHER)
    bounds: tuple[Relation, ...] = (("<=", _ZERO, one), ("<=", one, _ONE))
    right: Relation = ("==", name, _weighed_by(one, _OTHER))
    claim = _of_share(cells[1:], share, *bounds, right, more=_OTHER)
    return subject.refuted(
        f"{shown}; printed {cell.text}", (Clash(name, hull(cell), allowed, claim),), MEANS
    )


def _of_a_matrix(subject: Subject, finding: Finding) -> Finding:
    """Take back values with more false alarms than there are negatives."""
    for ground in finding.grounds:
        if isinstance(ground, Witness):
            precision, recall, prevalence, _ = (value for _, value in ground.values)
            if _alarms(precision, recall, prevalence) > 1 - prevalence:
                because = "the values that were tried have more false alarms than negatives"
                return subject.undecided(because, POSITIVE)
    return finding


def _weighted(subject: Subject, cells: tuple[tuple[str, Printed], ...]) -> Finding:
    """Recall that is averaged by size is accuracy; what precision adds is left to the matrix."""
    _, recall, accuracy = cells
    span = rate_span(recall[1])
    derived = Derived(
        name=accuracy[0],
        printed=accuracy[1],
        given=(recall,),
        ends=() if span is None else ((span.low, span.high),),
        formula=lambda point: point[0],
        says=f"recall averaged by size is accuracy, and {recall[0]}",
    )
    finding = derived.settle(subject, WEIGHTED)
    if finding.verdict is Verdict.HOLDS:
        return subject.undecided("recall averaged by size is accuracy, as printed", WEIGHTED)
    return finding


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


def printed_exactly(share: Fraction) -> Printed:
    """Stand in for a share that is known and not printed: its digits hold it.

    >>> printed_exactly(Fraction(1, 4)).value
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


# From sensitivity and specificity: accuracy is their mean, weighted by the positives and the
# negatives. So it lies between the two, whatever the weights; and where both sizes are known, it is
# the sum of two whole numbers, of which each rate leaves a few.

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

    >>> from measurand.auditing.proofs.sheet import Column
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
        for row, columns in rows_with(sheet, role, Role.SPECIFICITY, Role.ACCURACY):
            averages = {dict(column.options).get("average", "micro") for column in columns}
            pooled = averages <= {"micro"} and not any(one.pools_classes for one in columns)
            if row.kind is Kind.BODY and pooled:
                yield from _between(sheet, row, columns)


def _between(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> Iterator[Finding]:
    cells = named_cells(row, columns)
    names = tuple(name for name, _ in cells)
    what = "accuracy of both classes"
    subject = Subject(rule="accuracy-between", what=what, rows=(row.label,), columns=names)
    spans, open_ones = rate_spans(subject, cells)
    if not spans:
        yield from open_ones
        return
    subject = evolve(subject, assumes=(ONE_SET,))
    sizes = _sizes(sheet, row)
    share = prevalence_of(sheet, row, columns[0].group)
    if sizes is not None:
        yield _whole_matrix(subject, cells, sizes)
    else:
        yield _joined(subject, cells, spans, None if share is None else share[2], ONE_CLASS)
    if columns[0].role is Role.RECALL and not _of_one_class(columns[0]):
        for finding in _averaged(subject, cells, spans, None if share is None else share[2]):
            yield evolve(finding, unusual=True)
    if _alike(sheet, columns):
        because = "averaged over two classes, both are one number, and say little of accuracy"
        yield evolve(subject.undecided(because, BOTH_MEANS), unusual=True)
    if share is None and sheet.fact(row, Fact.CLASSES) != _TWO:
        because = "how many classes there are is not said"
        yield evolve(subject.undecided(because, MORE_CLASSES), unusual=not _of_many(sheet, columns))


def _of_one_class(column: Column) -> bool:
    return bool({"average", "class"} & {*dict(column.options)})


def _of_many(sheet: Sheet, columns: tuple[Column, ...]) -> bool:
    """Tell whether the rates of all rows may well be means over many classes.

    Each class has few positives and many negatives then. So the mean specificity is the largest of
    the three, and accuracy, in which large classes weigh more, may lie below the mean recall.
    """
    rows = [named_cells(row, columns) for row in sheet.rows if row.kind is Kind.BODY]
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


def _whole_matrix(subject: Subject, cells: _Cells, sizes: tuple[int, int]) -> Finding:
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
            claim = _matrix_claim(cells, sizes)
            return subject.refuted(because, (Exhausted(cases, size + 1, claim),), ONE_CLASS)
    sums = range(left[0].start + left[1].start, left[0].stop + left[1].stop - 1)
    wanted = preimage(third).wholes(overall)
    both = range(max(sums.start, wanted.start), min(sums.stop, wanted.stop))
    parts = f"{_shown(left[0])}/{sizes[0]} and {_shown(left[1])}/{sizes[1]}"
    shown = f"{parts} make {_shown(sums)}/{overall}; {name} prints {third.text}"
    if not both:
        tried = len(left[0]) * len(left[1])
        proof = Exhausted(f"sums of {parts}", tried, _matrix_claim(cells, sizes))
        return subject.refuted(shown, (proof,), ONE_CLASS)
    right = max(left[0].start, both.start - left[1].stop + 1)
    counts = (("TP", Fraction(right)), ("TN", Fraction(both.start - right)))
    return subject.holds(
        f"TP {right}, TN {both.start - right} print all of them", counts, ONE_CLASS
    )


def _matrix_claim(cells: _Cells, sizes: tuple[int, int]) -> Claim | None:
    """Claim that whole numbers of right answers print as the two rates and as accuracy."""
    names = [name for name, _ in cells]
    right = [f"right in {name}" for name in names[:2]]
    shares: list[Relation] = [
        ("==", name, ("/", one, Fraction(size)))
        for name, one, size in zip(names, right, sizes, strict=False)
    ]
    both: Relation = ("==", names[2], ("/", ("+", right[0], right[1]), Fraction(sum(sizes))))
    claim = claim_of(cells, [hull(cell) for _, cell in cells], *shares, both)
    if claim is None:
        return None
    whole = tuple(
        Given(one, low=Fraction(0), high=Fraction(size), whole=True)
        for one, size in zip(right, sizes, strict=True)
    )
    return Claim((*claim.unknowns, *whole), claim.never)


def _shown(some: range) -> str:
    return f"{some.start}" if len(some) == 1 else f"{some.start}..{some.stop - 1}"


def _joined(
    subject: Subject,
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
        shown = f"{name} lies between {one} and {other}, {span_text(allowed)}; printed {cell.text}"
        if allowed.meets(third):
            return subject.undecided(shown, reading)
        names = cells[0][0], cells[1][0]
        below: Relation = ("<=", folded("min", names), name)
        above: Relation = ("<=", name, folded("max", names))
        claim = claim_of(cells, [first, second, hull(cell)], below, above)
        return subject.refuted(shown, (Clash(name, hull(cell), allowed, claim),), reading)
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
        given=(*cells[:2], ("prevalence", printed_exactly(share.low))),
        ends=tuple(zip(least, most, strict=True)),
        formula=_weighed,
        known=("prevalence",),
        says=f"the mean of {one} and {other}, weighted by positives and negatives,",
    )
    finding = derived.settle(subject, reading)
    # The share of positives is not printed as such: only what the two rates leave is shown.
    return (
        subject.undecided(finding.because, reading) if finding.verdict is Verdict.HOLDS else finding
    )


def _weighed(point: tuple[Fraction, ...]) -> Fraction:
    first, second, share = point
    return share * first + (1 - share) * second


def _averaged(
    subject: Subject,
    cells: _Cells,
    spans: list[Interval],
    share: Interval | None,
) -> Iterator[Finding]:
    """Take recall for that of both classes: plainly, or by size, and then it is accuracy."""
    recall, other, accuracy = spans
    low, high = 2 * recall.low - other.high, 2 * recall.high - other.low
    if high < 0 or low > 1:
        allowed = Interval(other.low / 2, (1 + other.high) / 2)
        because = f"{cells[0][0]} is {span_text(allowed)} with {cells[1][0]} {cells[1][1].text}"
        claim = _of_share(cells, None, _mean_of_two(cells), more=_OTHER)
        yield subject.refuted(because, (Clash(cells[0][0], recall, allowed, claim),), MEAN_RECALL)
    else:
        own = Interval(max(low, Fraction(0)), min(high, Fraction(1)))
        found = _joined(subject, cells, [own, other, accuracy], share, MEAN_RECALL)
        claim = _of_share(cells, share, *_between_means(cells, share), more=_OTHER)
        clashes = (one for one in found.grounds if isinstance(one, Clash))
        grounds = tuple(evolve(one, claim=claim) for one in clashes)
        yield evolve(found, grounds=grounds) if grounds else found
    name, cell = cells[2]
    shown = f"recall averaged by size is accuracy, and {span_text(recall)}; printed {cell.text}"
    if recall.meets(accuracy):
        yield subject.undecided(shown, WEIGHTED_RECALL)
    else:
        same = [cells[0], cells[2]]
        claim = claim_of(same, [recall, hull(cell)], ("==", name, cells[0][0]))
        yield subject.refuted(shown, (Clash(name, hull(cell), recall, claim),), WEIGHTED_RECALL)


def _mean_of_two(cells: _Cells) -> Relation:
    """Say that a recall is the mean of the specificity and of that of the other class."""
    return ("==", _OTHER, ("-", ("*", Fraction(2), cells[0][0]), cells[1][0]))


def _between_means(cells: _Cells, share: Interval | None) -> tuple[Relation, ...]:
    """Say that accuracy is made of both recalls, by the share of positives or by any."""
    (_, _), (other, _), (name, _) = cells
    if share is not None:
        return _mean_of_two(cells), ("==", name, _weighed_by(_OTHER, other))
    ends: tuple[Relation, ...] = (
        ("<=", ("min", _OTHER, other), name),
        ("<=", name, ("max", _OTHER, other)),
    )
    return _mean_of_two(cells), *ends


def _alike(sheet: Sheet, columns: tuple[Column, ...]) -> bool:
    """Tell whether sensitivity and specificity may be one number in every row."""
    cells = [named_cells(row, columns[:2]) for row in sheet.rows if row.kind is Kind.BODY]
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
