"""What is printed of real samples is refuted by no rule, and what a rule refutes has no samples."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.interval import Interval
from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import rounded
from measurand.auditing.proofs.closed.accuracy import POSITIVE, accuracy_from_p_and_r
from measurand.auditing.proofs.closed.arithmetic import differences, ratios, shares
from measurand.auditing.proofs.closed.averages import EQUAL, SOME, STATED, SUM, averages, totals
from measurand.auditing.proofs.closed.counts import POOLED, rates_of_counts, sums_of_counts
from measurand.auditing.proofs.closed.errors import (
    ONE_SET,
    POPULATION,
    mae_against_mse,
    mae_against_rmse,
    r2_from_mse,
    rmse_against_mse,
)
from measurand.auditing.proofs.closed.f import (
    LEFT_OUT,
    MEAN_OF_F,
    MICRO,
    OF_MEANS,
    f_from_p_and_r,
    f_of,
    mean_f_bounds,
)
from measurand.auditing.proofs.closed.ranges import ranges, within_range
from measurand.auditing.proofs.finding import Finding, Witness
from measurand.auditing.proofs.repairs import slips
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import square_root
from measurand.values.verdict import Verdict
from properties.proofs.printing_cells import HOW, How, column_of, sheet_of, shown
from properties.strategies.effort import third

Tally = tuple[int, int, int]
Rules = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
BITS = st.tuples(st.integers(0, 1), st.integers(0, 1))
RULES = st.tuples(BITS, BITS, BITS)
BETAS = st.sampled_from((Fraction(1), Fraction(1, 2), Fraction(2)))
TALLY = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)).map(
    lambda drawn: (min(drawn), *drawn[1:])
)
SAMPLES = st.lists(TALLY, min_size=1, max_size=6)
RATES = st.fractions(0, 1, max_denominator=60)


def rates(tally: Tally, rules: Rules) -> tuple[Fraction, Fraction]:
    """Score one sample of hits, predictions and gold items."""
    hits, predicted, gold = tally
    both, no_gold, no_prediction = rules
    if predicted and gold:
        return Fraction(hits, predicted), Fraction(hits, gold)
    p, r = no_gold if predicted else no_prediction if gold else both
    return Fraction(p), Fraction(r)


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def scored(
    samples: list[Tally], rules: Rules, beta: Fraction, reading: str
) -> tuple[Fraction, Fraction, Fraction]:
    """Score samples under a reading, from the definitions."""
    if reading == LEFT_OUT:
        return left_out(samples, rules, beta)
    pooled = tuple(map(sum, zip(*samples, strict=True)))
    of = [(pooled[0], pooled[1], pooled[2])] if reading == MICRO else samples
    pairs = [rates(tally, rules) for tally in of]
    p, r = mean([p for p, _ in pairs]), mean([r for _, r in pairs])
    if reading == MEAN_OF_F:
        return p, r, mean([f_of(p, r, beta) for p, r in pairs])
    return p, r, f_of(p, r, beta)


def left_out(
    samples: list[Tally], rules: Rules, beta: Fraction
) -> tuple[Fraction, Fraction, Fraction]:
    """Leave samples without predictions out of P and F, and those without gold items out of R."""
    p = [rates(one, rules)[0] for one in samples if one[1] or not one[2]]
    r = [rates(one, rules)[1] for one in samples if one[2] or not one[1]]
    f = [f_of(*rates(one, rules), beta) for one in samples if bool(one[1]) == bool(one[2])]
    # A mean of nothing is not printed: 0 of all three is a true row, too.
    return (mean(p), mean(r), mean(f)) if p and r and f else (Fraction(0),) * 3


def of_reading(findings: Iterator[Finding], reading: str = "") -> Finding:
    [found] = [finding for finding in findings if finding.reading == reading]
    return found


def stands(found: Finding, sheet: Sheet, how: How) -> None:
    """Hold: no refutation, and values that print so; only ends that are open leave it undecided."""
    assert found.verdict is not Verdict.REFUTED, found.because
    if how[1] is Rounding.DECIMAL and not how[2]:
        assert found.verdict is Verdict.HOLDS, found.because
    for ground in found.grounds:
        assert isinstance(ground, Witness)
        cells = dict(sheet.rows[-1].cells)
        for name, value in ground.values:
            assert name not in cells or preimage(cells[name]).holds(value)


@given(SAMPLES, RULES, BETAS, st.sampled_from((MICRO, OF_MEANS, MEAN_OF_F)), HOW)
def test_f_of_real_samples_is_possible(
    samples: list[Tally], rules: Rules, beta: Fraction, reading: str, how: How
) -> None:
    p, r, f = scored(samples, rules, beta, reading)
    cells = {"P": (Role.PRECISION, shown(p, how)), "R": (Role.RECALL, shown(r, how))}
    sheet = sheet_of({**cells, "F": (Role.F, shown(f, how))})
    columns = (*sheet.columns[:2], evolve(sheet.columns[2], beta=beta))
    sheet = evolve(sheet, columns=columns)
    stands(of_reading(f_from_p_and_r(sheet), reading), sheet, how)
    assert [finding.verdict for finding in ranges(sheet)].count(Verdict.REFUTED) == 0


@given(RATES, RATES, BETAS)
def test_the_bounds_of_a_mean_f_are_reached(p: Fraction, r: Fraction, beta: Fraction) -> None:
    bounds = mean_f_bounds(Interval(p, p), Interval(r, r), beta)
    both = max(Fraction(0), p + r - 1)
    # Shares of samples that are (1, 1), (1, 0), (0, 1), (0, 0): their mean F is the lower bound.
    corners = ((both, 1, 1), (p - both, 1, 0), (r - both, 0, 1), (1 - p - r + both, 0, 0))
    assert sum(share for share, *_ in corners) == 1
    assert all(share >= 0 for share, *_ in corners)
    assert sum(share * one for share, one, _ in corners) == p
    assert sum(share * one for share, _, one in corners) == r
    low = sum(share * f_of(Fraction(a), Fraction(b), beta) for share, a, b in corners)
    assert (bounds.low, bounds.high) == (low, f_of(p, r, beta))


@given(RATES, RATES, BETAS)
def test_f_lies_above_what_joins_the_corners(p: Fraction, r: Fraction, beta: Fraction) -> None:
    assert max(Fraction(0), p + r - 1) <= f_of(p, r, beta) <= max(p, r)


@cache
def small_tables() -> dict[str, frozenset[tuple[Fraction, Fraction, Fraction]]]:
    """Score all samples of up to two items a side, up to three of them."""
    kinds = [(h, p, g) for p, g in product(range(3), repeat=2) for h in range(min(p, g) + 1)]
    rules: list[Rules] = [((1, 1), (0, 0), (0, 0)), ((0, 0), (0, 1), (1, 0))]
    found: dict[str, set[tuple[Fraction, Fraction, Fraction]]] = {}
    for size in (1, 2, 3):
        for samples in combinations_with_replacement(kinds, size):
            for one, reading in product(rules, (MICRO, OF_MEANS, MEAN_OF_F, LEFT_OUT)):
                values = scored(list(samples), one, Fraction(1), reading)
                found.setdefault(reading, set()).add(values)
    return {reading: frozenset(values) for reading, values in found.items()}


@third
@given(st.data(), st.integers(0, 1), st.sampled_from((MICRO, OF_MEANS, MEAN_OF_F, LEFT_OUT)))
def test_what_is_refuted_no_small_table_prints(data: st.DataObject, places: int, like: str) -> None:
    tables = small_tables()
    p, r, f = data.draw(st.sampled_from(sorted(tables[like])))
    off = data.draw(st.integers(-40, 40))
    how = (places, Rounding.DECIMAL, False)
    moved = min(max(f + Fraction(off, 100), Fraction(0)), Fraction(1))
    printed = [shown(value, how) for value in (p, r, moved)]
    roles = (Role.PRECISION, Role.RECALL, Role.F)
    named = {role.value: (role, cell) for role, cell in zip(roles, printed, strict=True)}
    for finding in f_from_p_and_r(sheet_of(named)):
        if finding.verdict is Verdict.REFUTED:
            spans = [preimage(cell) for cell in printed]
            assert not any(
                all(span.holds(value) for span, value in zip(spans, values, strict=True))
                for values in tables[finding.reading]
            )


COUNTS = st.tuples(*(st.integers(0, 30) for _ in range(4)))


@third
@given(COUNTS, BETAS, HOW)
def test_rates_of_a_confusion_matrix_are_possible(
    counts: tuple[int, int, int, int], beta: Fraction, how: How
) -> None:
    tp, fp, fn, tn = counts
    tp += 1
    total = tp + fp + fn + tn
    p, r = Fraction(tp, tp + fp), Fraction(tp, tp + fn)
    exact = (0, Rounding.DECIMAL, False)
    numbers = {"tp": tp, "fp": fp, "fn": fn, "tn": tn, "predicted": tp + fp, "gold": tp + fn}
    cells = {
        name: (Role(name), shown(Fraction(number), exact, Unit.NONE))
        for name, number in numbers.items()
    }
    measured = {
        "precision": p,
        "recall": r,
        "f": f_of(p, r, beta),
        "accuracy": Fraction(tp + tn, total),
    }
    cells |= {name: (Role(name), shown(value, how)) for name, value in measured.items()}
    sheet = sheet_of(cells)
    facts = ((Fact.POSITIVES, tp + fn), (Fact.NEGATIVES, fp + tn), (Fact.SAMPLES, total))
    columns = tuple(evolve(column, beta=beta) for column in sheet.columns)
    sheet = evolve(sheet, facts=facts, columns=columns)
    found = [one for one in rates_of_counts(sheet) if one.reading == POOLED]
    assert len(found) == len(measured)
    for finding in found:
        stands(finding, sheet, how)
    assert {one.verdict for one in sums_of_counts(sheet)} == {Verdict.HOLDS}
    for finding in accuracy_from_p_and_r(sheet):
        assert finding.reading != POSITIVE or finding.verdict is not Verdict.REFUTED


DIGITS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 10**4)).map(
        lambda drawn: (min(drawn[1], 10 ** drawn[0]), drawn[0])
    ),
    min_size=1,
    max_size=4,
)


@given(DIGITS, st.sampled_from((Role.SHARE, Role.F, Role.RATE, Role.ACCURACY)))
def test_a_slip_that_leaves_the_range_of_a_rate_fits_nowhere(
    drawn: list[tuple[int, int]], role: Role
) -> None:
    cells = [Printed(Fraction(digits, 10**places), places) for digits, places in drawn]
    column = Column(name="x", role=role)
    rows = tuple(Row(label=str(at), cells=(("x", cell),)) for at, cell in enumerate(cells))
    fits = within_range(Sheet(columns=(column,), rows=rows), column)
    assert all(map(fits, cells))
    for cell in cells:
        for one in slips(cell):
            half = Fraction(1, 2 * 10**one.decimals)
            assert fits(one) == (one.value - half <= 1)


NUMBERS = st.lists(st.fractions(-3, 3, max_denominator=50), min_size=1, max_size=5)


@third
@given(NUMBERS, HOW, HOW, st.lists(st.integers(0, 9), min_size=5, max_size=5))
def test_averages_and_totals_of_real_numbers_are_possible(
    numbers: list[Fraction], how: How, last: How, drawn: list[int]
) -> None:
    weights = tuple(weight + 1 for weight in drawn[: len(numbers)])
    weighted = sum(w * x for w, x in zip(weights, numbers, strict=True)) / Fraction(sum(weights))
    printed = [shown(number, how) for number in numbers]
    plain = column_of(printed, shown(mean(numbers), last), Kind.AVERAGE)
    stated = column_of(printed, shown(weighted, last), Kind.AVERAGE, weights)
    some = column_of(printed, shown(weighted, last), Kind.AVERAGE)
    total = column_of(printed, shown(sum(numbers, Fraction(0)), last), Kind.TOTAL)
    found = (
        of_reading(averages(plain), EQUAL),
        of_reading(averages(stated), STATED),
        of_reading(averages(plain), SOME),
        of_reading(averages(some), SOME),
        of_reading(totals(total), SUM),
    )
    closed = all(one[1] is Rounding.DECIMAL and not one[2] for one in (how, last))
    allowed = {Verdict.HOLDS} if closed else {Verdict.HOLDS, Verdict.UNDECIDED}
    assert {finding.verdict for finding in found} <= allowed


@third
@given(
    st.fractions(-3, 3, max_denominator=50),
    st.fractions(-3, 3, max_denominator=50),
    HOW,
    st.sampled_from(("first - second", "relative to the second", "relative to the first")),
)
def test_differences_and_ratios_of_real_numbers_are_possible(
    first: Fraction, second: Fraction, how: How, reading: str
) -> None:
    bottom = {"relative to the second": second, "relative to the first": first}.get(reading)
    if bottom == 0:
        return
    value = first - second if bottom is None else _change(first, second, reading)
    parts = {"x": (Role.VALUE, shown(first, how)), "y": (Role.VALUE, shown(second, how))}
    sheet = sheet_of({**parts, "d": (Role.DIFFERENCE, shown(value, how))}, d=("x", "y"))
    assert of_reading(differences(sheet), reading).verdict is not Verdict.REFUTED
    if second:
        ratio = shown(first / second, how, Unit.NONE)
        sheet = sheet_of({**parts, "d": (Role.RATIO, ratio)}, d=("x", "y"))
        assert of_reading(ratios(sheet), "first / second").verdict is not Verdict.REFUTED


def _change(first: Fraction, second: Fraction, reading: str) -> Fraction:
    return first / second - 1 if reading.endswith("second") else 1 - second / first


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=6), st.integers(1, 99), HOW)
def test_errors_of_real_predictions_are_possible(drawn: list[int], variance: int, how: How) -> None:
    errors = [Fraction(number, 10) for number in drawn]
    mae, mse = mean([abs(one) for one in errors]), mean([one**2 for one in errors])
    places, mode, untold = how
    told = Rounding.ANY if untold else mode
    rmse = Printed(rounded(square_root(mse), places, mode), places, Unit.NONE, told)
    values = {"mae": mae, "mse": mse, "variance": Fraction(variance), "r2": 1 - mse / variance}
    cells = {name: (Role(name), shown(x, how, Unit.NONE)) for name, x in values.items()}
    sheet = sheet_of({**cells, "rmse": (Role.RMSE, rmse)})
    sheet = evolve(sheet, facts=((Fact.SAMPLES, len(errors)),))
    for check in (mae_against_mse, mae_against_rmse):
        assert all(found.verdict is not Verdict.REFUTED for found in check(sheet))
    assert of_reading(rmse_against_mse(sheet), ONE_SET).verdict is not Verdict.REFUTED
    r2 = [one for one in r2_from_mse(sheet) if one.reading in {"", POPULATION}]
    assert [one.verdict for one in r2 if one.verdict is Verdict.REFUTED] == []
    assert [one.verdict for one in ranges(sheet) if one.verdict is Verdict.REFUTED] == []


@given(st.lists(st.integers(0, 40), min_size=2, max_size=7), HOW)
def test_shares_of_a_real_whole_add_up(numbers: list[int], how: How) -> None:
    total = sum(numbers)
    if not total:
        return
    printed = [shown(Fraction(number, total), how) for number in numbers]
    cells = {f"c{at}": (Role.SHARE, cell) for at, cell in enumerate(printed)}
    across = sheet_of(cells)
    assert all(one.verdict is not Verdict.REFUTED for one in shares(across))
    rows = tuple(Row(label=f"r{at}", cells=(("c0", cell),)) for at, cell in enumerate(printed))
    down = Sheet(columns=across.columns[:1], rows=rows)
    assert [one.verdict is Verdict.REFUTED for one in shares(down)] == [False]
