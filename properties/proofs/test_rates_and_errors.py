"""Rates of two classes and standard errors: true ones stand, and what is refuted no case prints."""

from fractions import Fraction
from itertools import product

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.preimage import preimage
from measurand.algebra.rounding import rounded
from measurand.auditing.proofs.closed.accuracy import ONE_CLASS, accuracy_between
from measurand.auditing.proofs.closed.errors import CORRELATION, r2_from_mse
from measurand.auditing.proofs.closed.ranges import SAME, complements
from measurand.auditing.proofs.grain.standard_errors import (
    BY_ONE_LESS,
    BY_SAMPLES,
    OF_DEVIATION,
    OF_SCORES,
    errors_of_deviations,
    standard_errors,
)
from measurand.auditing.proofs.sheet import Fact, Role
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import square_root
from measurand.values.verdict import Verdict
from properties.proofs.printing_cells import HOW, How, sheet_of, shown
from properties.strategies.effort import third

SIZE = st.integers(1, 12)
ROLES = (Role.RECALL, Role.SPECIFICITY, Role.ACCURACY)
Matrix = tuple[int, int, int, int]


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """Draw right answers of both classes, and how many of each there are."""
    positives, negatives = draw(SIZE), draw(SIZE)
    right = draw(st.integers(0, positives)), draw(st.integers(0, negatives))
    return *right, positives, negatives


def rates(matrix: Matrix) -> tuple[Fraction, Fraction, Fraction]:
    """Score a matrix: sensitivity, specificity, accuracy."""
    tp, tn, positives, negatives = matrix
    both = positives + negatives
    return Fraction(tp, positives), Fraction(tn, negatives), Fraction(tp + tn, both)


@third
@given(matrices(), HOW, st.sets(st.sampled_from(("sizes", "prevalence"))))
def test_accuracy_of_a_matrix_is_possible(matrix: Matrix, how: How, known: set[str]) -> None:
    cells = {
        role.value: (role, shown(value, how))
        for role, value in zip(ROLES, rates(matrix), strict=True)
    }
    *_, positives, negatives = matrix
    if "prevalence" in known:
        share = Fraction(positives, positives + negatives)
        cells["prevalence"] = (Role.PREVALENCE, shown(share, how))
    facts = ((Fact.POSITIVES, positives), (Fact.NEGATIVES, negatives))
    sheet = evolve(sheet_of(cells), facts=facts if "sizes" in known else ())
    found = {one.reading: one.verdict for one in accuracy_between(sheet)}
    assert found[ONE_CLASS] is not Verdict.REFUTED


@third
@given(matrices(), st.integers(0, 2), st.integers(-30, 30))
def test_whole_numbers_are_refuted_exactly_where_no_matrix_prints_so(
    matrix: Matrix, places: int, off: int
) -> None:
    how = (places, Rounding.HALF_EVEN, False)
    first, second, third_one = rates(matrix)
    moved = min(max(third_one + Fraction(off, 100), Fraction(0)), Fraction(1))
    printed = [shown(value, how) for value in (first, second, moved)]
    named = {role.value: (role, cell) for role, cell in zip(ROLES, printed, strict=True)}
    *_, positives, negatives = matrix
    facts = ((Fact.POSITIVES, positives), (Fact.NEGATIVES, negatives))
    [found] = [
        one
        for one in accuracy_between(evolve(sheet_of(named), facts=facts))
        if one.reading == ONE_CLASS
    ]
    # The oracle tries every matrix of these sizes.
    spans = [preimage(cell) for cell in printed]
    possible = any(
        all(
            span.holds(value)
            for span, value in zip(spans, rates((tp, tn, positives, negatives)), strict=True)
        )
        for tp, tn in product(range(positives + 1), range(negatives + 1))
    )
    assert (found.verdict is Verdict.HOLDS) is possible
    assert (found.verdict is Verdict.REFUTED) is not possible


@given(matrices(), HOW)
def test_rates_of_two_names_agree(matrix: Matrix, how: How) -> None:
    sensitivity, specificity, _ = rates(matrix)
    cells = {
        Role.RECALL: sensitivity,
        Role.TPR: sensitivity,
        Role.FNR: 1 - sensitivity,
        Role.SPECIFICITY: specificity,
        Role.FPR: 1 - specificity,
    }
    sheet = sheet_of({role.value: (role, shown(value, how)) for role, value in cells.items()})
    found = [one for one in complements(sheet) if one.reading == SAME]
    assert len(found) == len(cells) - 1
    assert {one.verdict for one in found} <= {Verdict.HOLDS, Verdict.UNDECIDED}


SCORES = st.lists(st.fractions(0, 1, max_denominator=5), min_size=2, max_size=12)


def _root(square: Fraction, how: How) -> Printed:
    places, mode, untold = how
    told = Rounding.ANY if untold else mode
    digits = rounded(square_root(square), places, mode)
    return Printed(digits, places, Unit.NONE, told)


@third
@given(SCORES, HOW, st.sampled_from(("scores", "zeros and ones")), st.integers(0, 1))
def test_errors_of_real_scores_are_possible(
    scores: list[Fraction], how: How, kind: str, less: int
) -> None:
    binary = kind == "zeros and ones"
    scores = [Fraction(round(one)) for one in scores] if binary else scores
    number = len(scores)
    mean = sum(scores, Fraction(0)) / number
    squares = sum((one - mean) ** 2 for one in scores)
    below = number - less
    variance = Fraction(squares) / below
    cells = {
        "score": (Role.RATE, shown(mean, how, Unit.NONE)),
        "sd": (Role.SD, _root(variance, how)),
        "se": (Role.SE, _root(variance / number, how)),
    }
    sheet = evolve(sheet_of(cells, se=("score",)), facts=((Fact.SAMPLES, number),))
    found = {one.reading: one.verdict for one in standard_errors(sheet)}
    if binary:
        assert found[BY_ONE_LESS if less else BY_SAMPLES] is not Verdict.REFUTED
    elif OF_SCORES in found:
        assert found[OF_SCORES] is not Verdict.REFUTED
    deviations = {one.reading: one.verdict for one in errors_of_deviations(sheet)}
    assert deviations[OF_DEVIATION] is not Verdict.REFUTED


PAIRS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=8)


@third
@given(PAIRS, HOW, st.integers(0, 1), st.sampled_from((Role.VARIANCE, Role.SD)))
def test_the_square_of_a_real_correlation_is_possible(
    pairs: list[tuple[int, int]], how: How, less: int, role: Role
) -> None:
    number = len(pairs)
    truth, told = (Fraction(sum(side), number) for side in zip(*pairs, strict=True))
    spread = sum((y - truth) ** 2 for y, _ in pairs)
    other = sum((x - told) ** 2 for _, x in pairs)
    if not spread or not other:
        return
    joint = sum((y - truth) * (x - told) for y, x in pairs)
    variance = spread / (number - less)
    printed = shown(variance, how, Unit.NONE) if role is Role.VARIANCE else _root(variance, how)
    error = Fraction(sum((y - x) ** 2 for y, x in pairs), number)
    cells = {
        "mse": (Role.MSE, shown(error, how, Unit.NONE)),
        "spread": (role, printed),
        "r2": (Role.R2, shown(joint**2 / (spread * other), how, Unit.NONE)),
    }
    sheet = evolve(sheet_of(cells), facts=((Fact.SAMPLES, number),))
    columns = (sheet.columns[0], evolve(sheet.columns[1], options=(("over", "targets"),)))
    sheet = evolve(sheet, columns=(*columns, sheet.columns[2]))
    found = {one.reading: one.verdict for one in r2_from_mse(sheet)}
    assert found.get(CORRELATION) is not Verdict.REFUTED
