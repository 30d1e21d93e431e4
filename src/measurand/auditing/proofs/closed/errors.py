"""Error measures of the same predictions: MAE, MSE, RMSE, R2.

MAE <= RMSE is Jensen's inequality for the square; MSE <= n MAE^2, for a sum of squares of numbers
that are not negative is at most the square of their sum. Both survive averaging over sets, while
RMSE^2 = MSE does not: of means it is an inequality too (the root is concave).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from attrs import evolve

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.claim import Claim, Given, Relation, Tree, claim_of, named_tree
from measurand.auditing.proofs.closed.derivation import (
    Derived,
    Ends,
    Formula,
    Subject,
    Values,
    named_cells,
    point_at,
    prints,
    rows_with,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Finding, Rule
from measurand.auditing.proofs.sheet import Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.stated import brief
from measurand.values.printed import Printed, Unit

ONE_SET, MEANS = "errors of one set", "means over several sets"
POPULATION, SAMPLE = "variance over n", "variance over n - 1"
CORRELATION = "the square of a correlation"
_ZERO, _HALF = Fraction(0), Fraction(1, 2)
_STEPS = 64
_SAME = "all are of the same predictions and on one scale"
_OF_TARGETS = "the variance is that of the targets, the same in every run"
_SWAPPED = "; it would be possible if the two columns were swapped"
Cells = tuple[tuple[str, Printed], ...]


def mae_against_mse(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether MAE^2 <= MSE, and MSE <= n MAE^2 where n is known.

    >>> cells = (("MAE", Printed.parse("0.50")), ("MSE", Printed.parse("0.20")))
    >>> from measurand.auditing.proofs.sheet import Column
    >>> columns = Column(name="MAE", role=Role.MAE), Column(name="MSE", role=Role.MSE)
    >>> sheet = Sheet(columns=columns, rows=(Row(label="a", cells=cells),))
    >>> [found.because for found in mae_against_mse(sheet)]
    ['not reproducible: MSE is at least 0.245025; printed 0.20; \
it would be possible if the two columns were swapped']
    """
    for row, cells in _plain(sheet, Role.MAE, Role.MSE):
        yield _at_least(_subject("mae-against-mse", "MAE^2 <= MSE", row, cells), cells, power=2)
        samples = sheet.fact(row, Fact.SAMPLES)
        if samples and row.kind is Kind.BODY:
            number = samples * (sheet.fact(row, Fact.RUNS) or 1)
            subject = _subject("mae-against-mse", "MSE <= n MAE^2", row, cells)
            yield _at_most(subject, cells, number)


def mae_against_rmse(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether MAE <= RMSE.

    >>> list(mae_against_rmse(Sheet(columns=(), rows=())))
    []
    """
    for row, cells in _plain(sheet, Role.MAE, Role.RMSE):
        yield _at_least(_subject("mae-against-rmse", "MAE <= RMSE", row, cells), cells, power=1)


def rmse_against_mse(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether RMSE is the root of MSE; where both are means over sets, it is at most that.

    >>> list(rmse_against_mse(Sheet(columns=(), rows=())))
    []
    """
    for row, cells in _plain(sheet, Role.RMSE, Role.MSE):
        subject = _subject("rmse-against-mse", "RMSE", row, cells)
        (_, rmse), (name, mse) = cells
        derived = Derived(
            name=name,
            printed=mse,
            given=cells[:1],
            ends=((max(hull(rmse).low, _ZERO), max(hull(rmse).high, _ZERO)),),
            formula=lambda point: point[0] ** 2,
            says=f"the square of {rmse.text}",
        )
        yield derived.settle(subject, ONE_SET)
        yield _at_least(subject, cells, power=2, reading=MEANS)


def r2_from_mse(sheet: Sheet) -> Iterator[Finding]:
    """Ask whether R2 = 1 - MSE / variance, the variance over n or over n - 1.

    RMSE stands for MSE, and the deviation of the targets (an `sd` with the option `over=targets`)
    for their variance. Where n is not known, n - 1 over n is taken to be anything from 1/2 to 1.
    The square of a correlation goes by the same name, and is at least that: it is unusual.

    >>> list(r2_from_mse(Sheet(columns=(), rows=())))
    []
    """
    for (error, first), (spread, second) in product(_ERRORS, _SPREADS):
        for row, columns in rows_with(sheet, error, spread, Role.R2):
            cells = named_cells(row, columns)
            of_targets = (
                spread is Role.VARIANCE or dict(columns[1].options).get("over") == "targets"
            )
            if of_targets and row.kind is Kind.BODY and _one_scale(cells[:2]):
                yield from _r2(sheet, row, cells, (first, second))


_ERRORS = ((Role.MSE, 1), (Role.RMSE, 2))
_SPREADS = ((Role.VARIANCE, 1), (Role.SD, 2))
"""What stands for a mean square and for a variance, and the power that makes it one."""


def _r2(sheet: Sheet, row: Row, cells: Cells, powers: tuple[int, int]) -> Iterator[Finding]:
    error, spread, r2 = cells
    subject = _subject("r2-from-mse", "R2", row, cells)
    subject = evolve(subject, assumes=(*subject.assumes, _OF_TARGETS))
    below = hull(spread[1])
    if below.low <= 0:
        yield subject.undecided(f"{spread[0]} may be 0")
        return
    above = Interval(max(hull(error[1]).low, _ZERO), max(hull(error[1]).high, _ZERO))
    samples = sheet.fact(row, Fact.SAMPLES)
    least = Fraction(1)
    for reading, factor in ((POPULATION, Fraction(1)), (SAMPLE, _corrected(samples))):
        if factor is None and samples == 1:
            yield subject.undecided("one sample has no variance over n - 1", reading)
            continue
        least = min(least, factor or _HALF)
        if factor is None:
            yield _any_number(subject, cells, (above, below), powers)
            continue
        derived = Derived(
            name=r2[0],
            printed=r2[1],
            given=(error, spread),
            ends=((above.high, above.low), (below.low, below.high)),
            formula=_explained(factor, powers),
            says=f"1 - {_squared(error[0], powers[0])} / {_squared(spread[0], powers[1])}",
        )
        yield derived.settle(subject, reading)
    if samples != 1:
        claim = _claim((error, spread, r2), _explained(least, powers))
        low = _explained(least, powers)((above.high, below.low))
        yield _correlation(subject, r2, low, claim)


def _squared(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def _claim(cells: Cells, least: Formula, most: Formula | None = None) -> Claim | None:
    """Claim that R2 is at least what errors explain, and at most what they do otherwise, or 1."""
    error, spread, r2 = cells
    names = (error[0], spread[0])
    low = named_tree(least, names)
    high = named_tree(most, names) if most is not None else Fraction(1)
    if low is None or high is None or len({*names, r2[0]}) < len(cells):
        return None
    bounds: tuple[Relation, ...] = (("<=", low, r2[0]), ("<=", r2[0], high))
    above: tuple[Relation, ...] = () if most else (("<=", _ZERO, r2[0]),)
    zero = Given(error[0], error[1], low=_ZERO)
    return Claim((zero, Given(*spread), Given(*r2)), (*above, *bounds))


def _correlation(
    subject: Subject, r2: tuple[str, Printed], least: Fraction, claim: Claim | None
) -> Finding:
    """Take R2 for the square of a correlation: that of the best line through the predictions."""
    name, printed = r2
    allowed = Interval(max(least, _ZERO), Fraction(1))
    shown = f"the square of a correlation is {span_text(allowed)}; printed {printed.text}"
    if allowed.meets(hull(printed)):
        return evolve(subject.undecided(shown, CORRELATION), unusual=True)
    return subject.refuted(shown, (Clash(name, hull(printed), allowed, claim),), CORRELATION)


def _any_number(
    subject: Subject,
    cells: Cells,
    given: tuple[Interval, Interval],
    powers: tuple[int, int],
) -> Finding:
    """Bound R2 by a variance over n - 1 whose n is not known: it is at least 2."""
    above, below = given
    name, printed = cells[2]
    least = _explained(_HALF, powers)((above.high, below.low))
    allowed = Interval(least, _explained(Fraction(1), powers)((above.low, below.high)))
    shown = f"with any number of samples {name} is {span_text(allowed)}; printed {printed.text}"
    if allowed.meets(hull(printed)):
        return subject.undecided(f"the number of samples is not known: {shown}", SAMPLE)
    claim = _claim(cells, _explained(_HALF, powers), _explained(Fraction(1), powers))
    return subject.refuted(shown, (Clash(name, hull(printed), allowed, claim),), SAMPLE)


def _explained(factor: Fraction, powers: tuple[int, int]) -> Formula:
    first, second = powers
    return lambda point: 1 - point[0] ** first / (point[1] ** second * factor)


def _corrected(samples: int | None) -> Fraction | None:
    return Fraction(samples - 1, samples) if samples and samples > 1 else None


def _plain(sheet: Sheet, *roles: Role) -> Iterator[tuple[Row, Cells]]:
    for row, columns in rows_with(sheet, *roles):
        cells = named_cells(row, columns)
        if _one_scale(cells) and row.kind is not Kind.TOTAL:
            yield row, cells


def _one_scale(cells: Cells) -> bool:
    """Tell whether squares can be compared: percent of what, and squared, is not known."""
    return all(cell.unit is Unit.NONE for _, cell in cells)


def _subject(rule: str, what: str, row: Row, cells: Cells) -> Subject:
    names = tuple(name for name, _ in cells)
    return Subject(rule=rule, what=what, rows=(row.label,), columns=names, assumes=(_SAME,))


def _at_least(subject: Subject, cells: Cells, *, power: int, reading: str = "") -> Finding:
    """Decide whether the second number is at least a power of the first."""
    (_, first), (name, second) = cells
    small, large = hull(first), hull(second)
    bound = max(small.low, _ZERO) ** power
    shown = f"{name} is at least {brief(bound)}; printed {second.text}"
    if large.high < bound:
        swapped = max(large.low, _ZERO) ** power <= small.high
        allowed = Interval(bound, max(bound, small.high**power))
        because = shown + (_SWAPPED if swapped and power > 1 else "")
        least: Tree = cells[0][0] if power == 1 else ("*", cells[0][0], cells[0][0])
        claim = claim_of(cells, [small, large], ("<=", least, name))
        return subject.refuted(because, (Clash(name, large, allowed, claim),), reading)
    ends = ((small.low, small.high), (large.high, large.low))
    values = _pair(cells, ends, lambda one, other: other >= max(one, _ZERO) ** power)
    return _possible(subject, shown, values, reading)


def _at_most(subject: Subject, cells: Cells, number: int) -> Finding:
    """Decide whether the second number is at most so many squares of the first."""
    (_, first), (name, second) = cells
    small, large = hull(first), hull(second)
    bound = number * max(small.high, _ZERO) ** 2
    shown = f"{name} is at most {brief(bound)} of {number} errors; printed {second.text}"
    if large.low > bound:
        square: Tree = ("*", Fraction(number), ("*", cells[0][0], cells[0][0]))
        claim = claim_of(cells, [small, large], ("<=", name, square))
        return subject.refuted(shown, (Clash(name, large, Interval(_ZERO, bound), claim),))
    ends = ((small.high, small.low), (large.low, large.high))
    values = _pair(cells, ends, lambda one, other: other <= number * one**2)
    return _possible(subject, shown, values)


def _possible(subject: Subject, shown: str, values: Values | None, reading: str = "") -> Finding:
    if values is None:
        because = f"{shown}: only the ends of what may be rounded so meet"
        return subject.undecided(because, reading)
    return subject.holds(shown, values, reading)


def _pair(cells: Cells, ends: Ends, allowed: Callable[[Fraction, Fraction], bool]) -> Values | None:
    """Find two numbers that print so, ever nearer to the ends where they are allowed first."""
    names, printed = zip(*cells, strict=True)
    for step in range(1, _STEPS):
        pair = point_at(ends, Fraction(1, 2**step) if step < _STEPS - 1 else _ZERO)
        same = all(prints(cell, value) for cell, value in zip(printed, pair, strict=True))
        if same and min(pair) >= 0 and allowed(pair[0], pair[1]):
            return tuple(zip(names, pair, strict=True))
    return None


ERRORS_RULES = (
    Rule(
        id="mae-against-mse",
        says="MAE^2 <= MSE <= n MAE^2.",
        assumes="Both are of the same predictions and on one scale; also of means over sets.",
        source="Jensen's inequality; the sum of squares is at most the square of the sum",
        check=mae_against_mse,
    ),
    Rule(
        id="mae-against-rmse",
        says="MAE <= RMSE.",
        assumes="Both are of the same predictions and on one scale; also of means over sets.",
        source="Jensen's inequality",
        check=mae_against_rmse,
    ),
    Rule(
        id="rmse-against-mse",
        says="RMSE is the root of MSE; of means over several sets RMSE^2 <= MSE.",
        assumes="Both are of the same predictions and on one scale.",
        source="the definition; Jensen's inequality",
        check=rmse_against_mse,
    ),
    Rule(
        id="r2-from-mse",
        says="R2 = 1 - MSE / variance, and the square of a correlation is at least that.",
        assumes="The variance is that of the same targets in every run, over n or over n - 1.",
        source="the definition; least squares",
        check=r2_from_mse,
    ),
)
