"""Scores printed from real counts are never refuted, and what is refuted nobody can count out."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from measurand.algebra.preimage import Preimage, preimage
from measurand.algebra.rounding import rounded
from measurand.auditing.proofs.confusion.folds import (
    Filling,
    mean_of_scores,
    prints,
    score_of_means,
)
from measurand.auditing.proofs.confusion.matrices import possible_matrices
from measurand.auditing.proofs.confusion.multiclass import macro, micro
from measurand.auditing.proofs.confusion.scores import SCORES, Matrix, Scale, enclosed
from measurand.auditing.proofs.confusion.search import PrintedScore, SearchOptions, Void, search
from measurand.values.printed import Printed, Rounding
from measurand.values.score import square_root
from measurand.values.verdict import Verdict
from properties.strategies.effort import third

WHOLE = sorted(name for name, one in SCORES.items() if not one.parts)
MEANT = ["acc", "bacc", "bm", "sens", "spec"]
MODES = [mode for mode in Rounding if mode not in {Rounding.FLOAT64, Rounding.PRINTF}]
BETAS = [Fraction(1), Fraction(2), Fraction(1, 3)]


@st.composite
def matrices(draw: DrawFn, most: int = 60) -> Matrix:
    p, n = draw(st.integers(0, most)), draw(st.integers(0, most))
    return Matrix(tp=draw(st.integers(0, p)), tn=draw(st.integers(0, n)), p=p, n=n)


def names(known: Sequence[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(known), min_size=1, max_size=4, unique=True)


@st.composite
def spans(draw: DrawFn, value: Fraction) -> Preimage:
    """Draw what a value prints as; now and then it is another number."""
    decimals, mode = draw(st.integers(0, 4)), draw(st.sampled_from(MODES))
    moved = value + draw(st.sampled_from([0, 0, 0, 1, -2])) * Fraction(1, 10**decimals)
    return preimage(Printed(rounded(moved, decimals, mode), decimals, rounding=mode))


@given(st.data(), matrices(), st.sampled_from(BETAS), st.sampled_from(MODES), st.integers(0, 5))
def test_a_matrix_is_among_those_that_print_its_scores(
    data: st.DataObject, matrix: Matrix, beta: Fraction, mode: Rounding, decimals: int
) -> None:
    printed = {}
    for name in data.draw(names(WHOLE)):
        value = enclosed(SCORES[name], matrix, beta)
        if value is None or SCORES[name].scale is Scale.THRESHOLD:
            continue
        low, sign = value.low, -1 if value.low < 0 else 1
        if SCORES[name].scale is Scale.PLAIN:
            shown = rounded(low, decimals, mode)
        elif mode in {Rounding.FLOOR, Rounding.CEILING} and sign < 0:
            continue
        else:
            ratio = SCORES[name].ratio(matrix, beta)
            shown = sign * rounded(square_root(abs(Fraction(*ratio))), decimals, mode)
        printed[name] = Printed(shown, decimals, rounding=mode)
    found = possible_matrices(printed, matrix.p, matrix.n, SearchOptions(void=Void.NONE), beta)
    assert found.complete
    assert any(a <= matrix.tp <= b and c <= matrix.tn <= d for a, b, c, d in found.boxes), printed


@st.composite
def askings(draw: DrawFn, matrix: Matrix, known: Sequence[str] = WHOLE) -> list[PrintedScore]:
    asked = []
    for name in draw(names(known)):
        beta = draw(st.sampled_from(BETAS))
        value = enclosed(SCORES[name], matrix, beta)
        span = draw(spans(Fraction(0) if value is None else value.low))
        asked.append(PrintedScore(SCORES[name], span, beta))
    return asked


@given(st.data(), matrices(most=6), st.sampled_from(Void))
def test_the_boxes_hold_what_trying_every_matrix_finds(
    data: st.DataObject, matrix: Matrix, void: Void
) -> None:
    asked = data.draw(askings(matrix, sorted(SCORES)))
    found = search(asked, matrix.p, matrix.n, SearchOptions(void=void))
    listed = [
        (tp, tn) for a, b, c, d in found.boxes for tp in range(a, b + 1) for tn in range(c, d + 1)
    ]
    tried = [
        (tp, tn)
        for tp in range(matrix.p + 1)
        for tn in range(matrix.n + 1)
        if all(_allowed(one, Matrix(tp=tp, tn=tn, p=matrix.p, n=matrix.n), void) for one in asked)
    ]
    assert sorted(listed) == tried


def _allowed(one: PrintedScore, matrix: Matrix, void: Void) -> bool:
    within = one.score.within(matrix, one.span, one.beta)
    if within is None:
        return void.prints_in(one.span) or (one.score.parts and void is not Void.NONE)
    return within


@given(matrices())
def test_scores_are_what_their_usual_formulas_say(matrix: Matrix) -> None:
    tp, tn, p, n = (Fraction(count) for count in (matrix.tp, matrix.tn, matrix.p, matrix.n))
    called, total = tp + n - tn, p + n
    if 0 in {p, n, called, total - called}:
        return
    sens, spec, ppv, npv = tp / p, tn / n, tp / called, tn / (total - called)
    expected: dict[str, Fraction] = {
        "f1p": 2 * ppv * sens / (ppv + sens) if tp else Fraction(0),
        "f1n": 2 * npv * spec / (npv + spec) if tn else Fraction(0),
        "bacc": (sens + spec) / 2,
        "bm": sens + spec - 1,
        "mk": ppv + npv - 1,
        "ji": tp / (p + n - tn),
        "acc": (tp + tn) / total,
    }
    chance = (called * p + (total - called) * n) / total**2
    if chance != 1:
        expected["kappa"] = (expected["acc"] - chance) / (1 - chance)
    if tp and tn:
        expected["upm"] = 4 / (1 / sens + 1 / ppv + 1 / spec + 1 / npv)
    for name, value in expected.items():
        found = enclosed(SCORES[name], matrix)
        assert found is not None
        assert found.low == value == found.high
    mcc = enclosed(SCORES["mcc"], matrix)
    assert mcc is not None
    assert (
        mcc.low * abs(mcc.low) <= expected["bm"] * abs(expected["mk"]) <= mcc.high * abs(mcc.high)
    )


FOLDS = st.lists(matrices(most=3), min_size=1, max_size=3)


def _meant(
    draw: DrawFn, folds: Sequence[Matrix], known: Sequence[str], fill: Filling
) -> list[PrintedScore]:
    asked = []
    for name in draw(names(known)):
        found = [enclosed(SCORES[name], one) for one in folds]
        values = [fill.number if value is None else value.low for value in found]
        left = [value for value in values if value is not None] or [Fraction(0)]
        asked.append(PrintedScore(SCORES[name], draw(spans(sum(left, Fraction(0)) / len(left)))))
    return asked


@st.composite
def meant(draw: DrawFn) -> tuple[list[Matrix], list[PrintedScore], Filling]:
    folds, fill = draw(FOLDS), draw(st.sampled_from(Filling))
    known = [name for name in WHOLE if SCORES[name].scale is Scale.PLAIN]
    return folds, _meant(draw, folds, draw(st.sampled_from([MEANT, known])), fill), fill


@third
@given(meant())
def test_means_over_folds_are_decided_as_by_trying_all_matrices(
    drawn: tuple[list[Matrix], list[PrintedScore], Filling],
) -> None:
    folds, asked, fill = drawn
    sizes = [(one.p, one.n) for one in folds]
    found = mean_of_scores(asked, sizes, (fill,), nodes=20)
    if found.verdict is Verdict.HOLDS:
        assert prints(asked, found.witness, fill)
        assert [(one.p, one.n) for one in found.witness] == sizes
    elif prints(asked, folds, fill):
        assert found.verdict is Verdict.UNDECIDED
    elif found.verdict is Verdict.REFUTED:
        assert not any(prints(asked, tried, fill) for tried in _all(sizes))


def _all(sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[Matrix, ...]]:
    each = [
        [Matrix(tp=tp, tn=tn, p=p, n=n) for tp in range(p + 1) for tn in range(n + 1)]
        for p, n in sizes
    ]
    yield from product(*each)


@third
@given(st.data(), st.lists(matrices(most=30), min_size=2, max_size=4))
def test_large_folds_that_print_their_means_are_not_refuted(
    data: st.DataObject, folds: list[Matrix]
) -> None:
    fill = data.draw(st.sampled_from(Filling))
    asked = []
    for name in data.draw(names(MEANT)):
        values = [enclosed(SCORES[name], one) for one in folds]
        known = [fill.number if value is None else value.low for value in values]
        left = [value for value in known if value is not None]
        if left:
            mean = rounded(sum(left, Fraction(0)) / len(left), 3, Rounding.HALF_UP)
            asked.append(PrintedScore(SCORES[name], preimage(Printed(mean, 3))))
    sizes = [(one.p, one.n) for one in folds]
    assert mean_of_scores(asked, sizes, (fill,), nodes=20).verdict is not Verdict.REFUTED
    pooled = Matrix(
        tp=sum(one.tp for one in folds),
        tn=sum(one.tn for one in folds),
        p=sum(one.p for one in folds),
        n=sum(one.n for one in folds),
    )
    whole = [
        one for one in data.draw(askings(pooled)) if one.score.within(pooled, one.span, one.beta)
    ]
    assert score_of_means(whole, sizes).verdict is Verdict.HOLDS


@st.composite
def tables(draw: DrawFn, most: int) -> list[list[int]]:
    classes = draw(st.integers(2, 3))
    rows = st.lists(st.integers(0, most), min_size=classes, max_size=classes)
    return [*draw(st.lists(rows, min_size=classes - 1, max_size=classes - 1)), [1] * classes]


def _classes(table: Sequence[Sequence[int]]) -> list[Matrix]:
    total = sum(map(sum, table))
    found = []
    for at, row in enumerate(table):
        wrong = sum(other[at] for other in table) - row[at]
        p = sum(row)
        found.append(Matrix(tp=row[at], tn=total - p - wrong, p=p, n=total - p))
    return found


@third
@given(st.data(), tables(most=20))
def test_tables_of_classes_that_print_their_scores_are_not_refuted(
    data: st.DataObject, table: list[list[int]]
) -> None:
    classes, sizes = _classes(table), [sum(row) for row in table]
    asked = []
    for name in data.draw(names(MEANT)):
        values = [enclosed(SCORES[name], one) for one in classes]
        mean = sum((value.low for value in values if value), Fraction(0)) / len(values)
        asked.append(
            PrintedScore(SCORES[name], preimage(Printed(rounded(mean, 3, Rounding.FLOOR), 3)))
        )
    wide = [PrintedScore(one.score, Preimage(one.span.low, one.span.high + 1)) for one in asked]
    assert macro(wide, sizes, nodes=20).verdict is not Verdict.REFUTED
    total = sum(sizes)
    pooled = Matrix(
        tp=sum(one.tp for one in classes),
        tn=sum(one.tn for one in classes),
        p=total,
        n=total * (len(sizes) - 1),
    )
    whole = [
        one for one in data.draw(askings(pooled)) if one.score.within(pooled, one.span, one.beta)
    ]
    assert micro(whole, sizes).verdict is Verdict.HOLDS


@third
@given(st.data(), tables(most=1))
def test_classes_are_decided_as_by_trying_all_tables(
    data: st.DataObject, table: list[list[int]]
) -> None:
    sizes = [sum(row) for row in table]
    fill = data.draw(st.sampled_from(Filling))
    asked = []
    for name in data.draw(names([*MEANT, "ppv", "f1p"])):
        values = [enclosed(SCORES[name], one) for one in _classes(table)]
        mean = sum((value.low for value in values if value), Fraction(0)) / len(values)
        asked.append(PrintedScore(SCORES[name], data.draw(spans(mean))))
    found = macro(asked, sizes, filling=fill, nodes=8)
    possible = any(prints(asked, _classes(tried), fill) for tried in _tables(sizes))
    assert found.verdict is not (Verdict.REFUTED if possible else Verdict.HOLDS)
    if found.verdict is Verdict.HOLDS:
        assert [sum(row) for row in found.witness] == sizes
        assert prints(asked, _classes(found.witness), fill)


def _tables(sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    many = len(sizes)
    rows = [
        [row for row in product(range(size + 1), repeat=many) if sum(row) == size] for size in sizes
    ]
    yield from product(*rows)
