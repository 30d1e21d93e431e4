"""F from precision and recall: pooled, of means, or as a mean of the samples' F.

Three readings share the name: F of pooled counts and F of mean P and R are the harmonic mean of
what is printed, and sharp; a mean of samples' F is only bounded, by max(0, P + R - 1) below and
F(P, R) above (`mean_f_bounds` proves both ends). The bounds need all three means to be over the
same samples: a rule that skips a sample where precision is 0/0 takes it out of one mean and not of
another, and then only the lower end is left (`left_out_bounds`).
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import evolve, frozen

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Relation, Tree, claim_of, named_tree
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Ends,
    Subject,
    Values,
    members,
    missing_unit,
    named_cells,
    point_at,
    point_between,
    prints,
    rate_span,
    rising_ends,
    rows_with,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Finding, Rule
from measurand.auditing.proofs.premises import Cause
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.metrics.components import harmonic
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

_EMPTY_RULES = ("both_empty", "gold_empty", "pred_empty")
_LEAVES = "leaves a sample out of one mean and not of another"
Options = tuple[Mapping[str, str], ...]


def left_out_bounds(precision: Interval, recall: Interval) -> Interval:
    """Return what the mean of the samples' F may be where samples are left out of one of the means.

    What is left out of the mean of P counts 0 in that of R, and the other way round; both leave the
    mean of F, or count 0 there. If the means of the other samples are p, r and f, and those left
    out of R and of P are g and e times as many, then P = p / (1 + g), R = r / (1 + e), and F is at
    least f / (1 + g + e). With f >= max(0, p + r - 1), F >= P + R - 1: both sides being linear in
    p and r on each side of p + r = 1, it is enough that it holds in the corners of the square. In
    (1, 1) it says (1 - g e) / ((1 + g)(1 + e)) <= 1 / (1 + g + e); elsewhere P + R - 1 <= 0. Above
    nothing bounds F but 1, or 0 where P or R is 0.

    >>> half = Interval(Fraction(1, 2), Fraction(3, 4))
    >>> left_out_bounds(half, half).high
    Fraction(1, 1)
    """
    low = max(Fraction(0), precision.low + recall.low - 1)
    return Interval(low, Fraction(min(precision.high, recall.high) > 0))


def may_leave_out(columns: Options) -> bool:
    """Tell whether samples may be left out of one of the means: the options of F come last.

    They may not where `gold_empty` and `pred_empty` are said (see `left_out` for what they say),
    where F is pooled, and where it is made of the printed P and R.

    >>> may_leave_out(({}, {}, {})), may_leave_out(({}, {}, {"average": "micro"}))
    (True, False)
    """
    *_, of_f = columns
    said = {name for options in columns for name in options}
    made = of_f.get("average") == "micro" or of_f.get("aggregate") == "harmonic"
    return not made and not {"gold_empty", "pred_empty"} <= said


def left_out(columns: Options) -> str:
    """Say which option leaves a sample out of one mean and not of another; or nothing.

    >>> left_out(({}, {"pred_empty": "skip+0"}))
    'pred_empty=skip+0 leaves a sample out of one mean and not of another'
    """
    for options in columns:
        for name in _EMPTY_RULES:
            parts = options.get(name, "").split("+")
            if "skip" in parts and len(set(parts)) > 1:
                return f"{name}={options[name]} {_LEAVES}"
        if options.get("undefined") == "skip":
            return f"undefined=skip {_LEAVES}"
    return ""


def partly_printed_member(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> str:
    """Say which row is in one average and not in another, as it does not print all; or nothing.

    >>> partly_printed_member(Sheet(columns=(), rows=()), Row(label="a"), ())
    ''
    """
    for one in () if row.kind is Kind.BODY else members(sheet, row):
        printed = [one.cell(column.name) is not None for column in columns]
        if any(printed) and not all(printed):
            return f"{one.label} prints some of {', '.join(column.name for column in columns)}"
    return ""


MICRO = "average=micro"
OF_MEANS = "average=macro[sample],aggregate=harmonic"
MEAN_OF_F = "average=macro[sample],aggregate=mean"
LEFT_OUT = "average=macro[sample],gold_empty=0+skip,pred_empty=skip+0,aggregate=mean"
"""The readings of F, in the words of signatures; samples stand for any units of a mean.

In the last one samples without gold items leave the mean recall and the mean F, and samples without
predictions the mean precision and the mean F: the three are means of different samples.
"""
_OF_THESE = "F is made of this P and R"
_SAME = "P, R and F are of the same samples"
_NONE_SKIPPED = "no sample is left out of one of the means"
_ZERO_ELSEWHERE = "a sample that is left out of one mean counts 0 in the others, or leaves them"
_ZERO, _ONE = Fraction(0), Fraction(1)
_HALF = Fraction(1, 2)


def f_of(precision: Fraction, recall: Fraction, beta: Fraction = Fraction(1)) -> Fraction:
    """Take the weighted harmonic mean of precision and recall; 0 where both are 0.

    >>> f_of(Fraction(1), Fraction(1, 2))
    Fraction(2, 3)
    """
    return harmonic(precision, recall, beta=beta)


def mean_f_bounds(precision: Interval, recall: Interval, beta: Fraction = Fraction(1)) -> Interval:
    """Return what the mean of the samples' F may be, given the means of their P and R.

    It is from max(0, P + R - 1) to F(P, R), whatever beta is. F is concave on the unit square and F
    of a multiple is that multiple of F, so its mean is at most F of the means (Jensen). F is 0 in
    three corners of the square and 1 in the fourth; being concave it lies above max(0, P + R - 1),
    which joins the corners by two triangles and is convex, so the mean does too. Mixtures of those
    corners and of samples that are all alike reach both ends and all between.

    >>> found = mean_f_bounds(Interval(Fraction(3, 4), Fraction(3, 4)),
    ...                       Interval(Fraction(1, 2), Fraction(1, 2)))
    >>> found.low, found.high
    (Fraction(1, 4), Fraction(3, 5))
    """
    low = max(Fraction(0), precision.low + recall.low - 1)
    return Interval(low, f_of(precision.high, recall.high, beta))


@frozen(kw_only=True)
class _Cells:
    """The cells of one row, as the readings see them."""

    subject: Subject
    given: tuple[tuple[str, Printed], ...]
    f: tuple[str, Printed]
    ends: Ends
    beta: Fraction
    skipped: str

    def formula(self, point: tuple[Fraction, ...]) -> Fraction:
        precision, recall = point
        return f_of(precision, recall, self.beta)

    @property
    def tree(self) -> Tree | None:
        return named_tree(self.formula, [name for name, _ in self.given])

    @property
    def least(self) -> Tree:
        """Write P + R - 1, and not less than 0."""
        (precision, _), (recall, _) = self.given
        return ("max", _ZERO, ("+", ("+", precision, recall), -_ONE))

    def claim(self, *never: Relation | None) -> Claim | None:
        spans = [Interval(*ends) for ends in self.ends]
        return claim_of((*self.given, self.f), [*spans, hull(self.f[1])], *never)


def _readings(options: Mapping[str, str], kind: Kind, runs: int) -> Iterator[str]:
    """List what F may be, as far as its options leave it open.

    They speak of one system in one run. What is printed of several is a mean of their F, whatever
    that is: its bounds hold F of pooled and of averaged P and R too. Of a total, which may be a
    sum, nothing is asked.
    """
    average, aggregate = options.get("average", ""), options.get("aggregate", "")
    if kind is not Kind.BODY or runs > 1:
        if kind is Kind.RUNS or (kind is Kind.BODY and aggregate != "mean"):
            yield OF_MEANS
        if kind is not Kind.TOTAL:
            yield MEAN_OF_F
        return
    if average in {"", "micro"}:
        yield MICRO
    if average != "micro" and aggregate in {"", "harmonic"}:
        yield OF_MEANS
    if average != "micro" and aggregate in {"", "mean"}:
        yield MEAN_OF_F


def f_from_p_and_r(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each printed F whether it can be made of the P and R beside it.

    >>> cells = (("P", "34.0%"), ("R", "12.5%"), ("F1", "29.4%"))
    >>> roles = (Role.PRECISION, Role.RECALL, Role.F)
    >>> sheet = Sheet(columns=tuple(Column(name=name, role=role)
    ...                             for (name, _), role in zip(cells, roles)),
    ...               rows=(Row(label="a", cells=tuple((name, Printed.parse(text))
    ...                                                for name, text in cells)),))
    >>> [(found.reading, found.verdict.value) for found in f_from_p_and_r(sheet)]
    [('average=micro', 'refuted'), ('average=macro[sample],aggregate=harmonic', 'refuted'), \
('average=macro[sample],aggregate=mean', 'refuted'), \
('average=macro[sample],gold_empty=0+skip,pred_empty=skip+0,aggregate=mean', 'undecided')]
    """
    for row, (precision, recall) in rows_with(sheet, Role.PRECISION, Role.RECALL):
        for column in sheet.having(Role.F):
            cell = row.cell(column.name)
            if column.group == precision.group and cell is not None:
                yield from _findings(sheet, row, (precision, recall, column), cell)


def _findings(
    sheet: Sheet, row: Row, columns: tuple[Column, Column, Column], cell: Printed
) -> Iterator[Finding]:
    *first, column = columns
    options = tuple(dict(one.options) for one in columns)
    averages = {one["average"] for one in options if "average" in one}
    if any(one.get("statistic", "mean") != "mean" for one in options) or len(averages) > 1:
        return
    subject = Subject(
        rule="f-from-p-and-r",
        what="f",
        rows=(row.label,),
        columns=tuple(one.name for one in columns),
        assumes=(_SAME, _OF_THESE),
    )
    given = named_cells(row, first)
    spans = [span for _, one in given if (span := rate_span(one)) is not None]
    if len(spans) < len(given) or rate_span(cell) is None:
        because = missing_unit((*given, (column.name, cell)))
        if because:
            yield subject.undecided(because, cause=Cause.DEFINITION)
        return
    cells = _Cells(
        subject=subject,
        given=given,
        f=(column.name, cell),
        ends=rising_ends(*spans),
        beta=column.beta,
        skipped=left_out(options) or partly_printed_member(sheet, row, columns),
    )
    readings = tuple(_readings(options[-1], row.kind, sheet.fact(row, Fact.RUNS) or 1))
    findings = [_under_reading(cells, reading) for reading in readings]
    refuted = all(finding.verdict is Verdict.REFUTED for finding in findings)
    yield from (_hinted(cells, finding) if refuted else finding for finding in findings)
    possible = any(finding.verdict is Verdict.HOLDS for finding in findings)
    if MEAN_OF_F in readings and not cells.skipped and not possible and may_leave_out(options):
        yield _left_out(cells)


def _hinted(cells: _Cells, finding: Finding) -> Finding:
    """Say that F is above both, or that the arithmetic mean prints so, where nothing else can."""
    (low_p, high_p), (low_r, high_r) = cells.ends
    if hull(cells.f[1]).low > max(high_p, high_r):
        under, _, shown = finding.because.partition(": ")
        return evolve(finding, because=f"{under}: {_beside(cells, 'above')}; {shown}")
    mean = Interval((low_p + low_r) / 2, (high_p + high_r) / 2)
    if not mean.meets(hull(cells.f[1])):
        return finding
    return evolve(finding, because=f"{finding.because}; (P + R)/2 would print so")


def _beside(cells: _Cells, where: str) -> str:
    name, cell = cells.f
    both = " and ".join(f"{one} {printed.text}" for one, printed in cells.given)
    return f"{name} {cell.text} is {where} {both}"


def _under_reading(cells: _Cells, reading: str) -> Finding:
    if reading == MEAN_OF_F:
        return _mean_of_f(cells)
    name, cell = cells.f
    letter = "F" if cells.beta == 1 else f"F(beta={cells.beta})"
    says = f"{letter} of {' and '.join(f'{one} {printed.text}' for one, printed in cells.given)}"
    derived = Derived(
        name=name,
        printed=cell,
        given=cells.given,
        ends=cells.ends,
        formula=cells.formula,
        says=says,
    )
    finding = derived.settle(cells.subject, reading)
    # Where P and R are near 1, or one of them near 0, a mean of F prints so too; where they are
    # one number, so does any mean of the two. Neither shows how F was made.
    middle = point_at(cells.ends, _HALF)
    most = cells.formula(middle) - _least(middle) if len({*middle}) > 1 else Fraction(0)
    return evolve(finding, sharp=evolve(derived.sharp, most=most))


def _mean_of_f(cells: _Cells) -> Finding:
    subject = evolve(cells.subject, assumes=(*cells.subject.assumes, _NONE_SKIPPED))
    if cells.skipped:
        because = f"not applicable: {cells.skipped}"
        return subject.undecided(because, MEAN_OF_F)
    (low_p, high_p), (low_r, high_r) = cells.ends
    allowed = mean_f_bounds(Interval(low_p, high_p), Interval(low_r, high_r), cells.beta)
    name, cell = cells.f
    shown = (
        f"the mean of F is {span_text(allowed)} (P + R - 1 to F of P and R); printed {cell.text}"
    )
    if not hull(cell).meets(allowed):
        above = None if cells.tree is None else ("<=", name, cells.tree)
        claim = cells.claim(("<=", cells.least, name), above)
        return subject.refuted(shown, (Clash(name, hull(cell), allowed, claim),), MEAN_OF_F)
    values = _mixture(cells)
    if values is None:
        because = f"{shown}: only the ends of what may be rounded so meet"
        return subject.undecided(because, MEAN_OF_F)
    finding = subject.holds(shown, values, MEAN_OF_F)
    if hull(cell).high < min(low_p, low_r):
        note = f"{_beside(cells, 'below')}: so a mean of F may be, but no F of means or of a pool"
        return evolve(finding, note=note)
    return finding


def _left_out(cells: _Cells) -> Finding:
    subject = evolve(cells.subject, assumes=(_OF_THESE, _ZERO_ELSEWHERE))
    (low_p, high_p), (low_r, high_r) = cells.ends
    allowed = left_out_bounds(Interval(low_p, high_p), Interval(low_r, high_r))
    name, cell = cells.f
    if not hull(cell).meets(allowed):
        shown = f"the mean of F is {span_text(allowed)} even so; printed {cell.text}"
        claim = cells.claim(("<=", cells.least, name))
        finding = subject.refuted(shown, (Clash(name, hull(cell), allowed, claim),), LEFT_OUT)
    else:
        because = (
            "if samples are left out of one of the means, the means are of different samples, and "
            f"F is {span_text(allowed)}: say gold_empty and pred_empty"
        )
        finding = subject.undecided(because, LEFT_OUT)
    return evolve(finding, unusual=True)


def _mixture(cells: _Cells) -> Values | None:
    """Find P, R and a mean of F between its bounds that print as the cells do."""
    span = hull(cells.f[1])
    middle = point_at(cells.ends, _HALF)
    low, high = _least(middle), cells.formula(middle)
    if span.high < low:
        point = point_between(_least, cells.ends, span)
        value = None if point is None else _least(point)
    elif span.low > high:
        point = point_between(cells.formula, cells.ends, span)
        value = None if point is None else cells.formula(point)
    else:
        point = middle
        value = (max(low, span.low) + min(high, span.high)) / 2
    if point is None or value is None:
        return None
    names = (*(name for name, _ in cells.given), cells.f[0])
    printed = (*(one for _, one in cells.given), cells.f[1])
    values = tuple(zip(names, (*point, value), strict=True))
    same = all(prints(one, number) for one, (_, number) in zip(printed, values, strict=True))
    return values if same else None


def _least(point: tuple[Fraction, ...]) -> Fraction:
    return max(Fraction(0), sum(point, Fraction(-1)))


F_RULES = (
    Rule(
        id="f-from-p-and-r",
        says="F is that of P and R (pooled, or of means), or the mean of F lies between "
        "max(0, P + R - 1) and F of P and R.",
        assumes="P, R and F are of the same samples; if gold_empty and pred_empty are not said, "
        "samples may be left out of one of the means, and then F is at least P + R - 1.",
        source="van Rijsbergen 1979; Opitz and Burst 2019 for the upper bound, this library for "
        "the lower",
        check=f_from_p_and_r,
    ),
)
