"""The metrics of counts: against their textbooks, and what is proved of them."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import isclose, sqrt

import pytest

from measurand.algebra.formula import Over, Stat
from measurand.algebra.formula_text import read, text
from measurand.algebra.positivity import Square
from measurand.algebra.quotient import normal, slope, upright
from measurand.algebra.terms import FormError, number, variable
from measurand.metrics.metric import FREE, GOLD, HITS, ITSELF, JUDGED, PREDICTED, Metric
from measurand.metrics.proven import (
    AtLeast,
    AtMost,
    Between,
    Claim,
    Mirrors,
    Moves,
    Proof,
    Scaleless,
    checks,
    free_form,
    obligations,
    proved,
)
from measurand.metrics.standard import STANDARD

MATRICES = list(product(range(4), range(4), range(4), range(4)))


def _mean(*values: Fraction) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _harmonic(*values: Fraction) -> Fraction:
    return len(values) / sum((1 / value for value in values), Fraction(0))


def _kappa(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    total = tp + fp + fn + tn
    seen = Fraction(tp + tn, total)
    expected = Fraction((tp + fp) * (tp + fn) + (tn + fn) * (tn + fp), total * total)
    return (seen - expected) / (1 - expected)


def _p4(tp: int, fp: int, fn: int, tn: int) -> Fraction:
    rates = (tp, tp + fp), (tp, tp + fn), (tn, tn + fp), (tn, tn + fn)
    return _harmonic(*(Fraction(*rate) for rate in rates))


# Each as its textbook writes it, of tp, fp, fn and tn; a division by 0 is undefined.
TEXTBOOK: dict[str, Callable[[int, int, int, int], Fraction]] = {
    "precision": lambda tp, fp, _fn, _tn: Fraction(tp, tp + fp),
    "recall": lambda tp, _fp, fn, _tn: Fraction(tp, tp + fn),
    "f": lambda tp, fp, fn, _tn: Fraction(2 * tp, 2 * tp + fp + fn),
    "jaccard": lambda tp, fp, fn, _tn: Fraction(tp, tp + fp + fn),
    "accuracy": lambda tp, fp, fn, tn: Fraction(tp + tn, tp + fp + fn + tn),
    "specificity": lambda _tp, fp, _fn, tn: Fraction(tn, tn + fp),
    "npv": lambda _tp, _fp, fn, tn: Fraction(tn, tn + fn),
    "balanced_accuracy": lambda tp, fp, fn, tn: _mean(Fraction(tp, tp + fn), Fraction(tn, tn + fp)),
    "informedness": lambda tp, fp, fn, tn: Fraction(tp, tp + fn) + Fraction(tn, tn + fp) - 1,
    "markedness": lambda tp, fp, fn, tn: Fraction(tp, tp + fp) + Fraction(tn, tn + fn) - 1,
    "lr_positive": lambda tp, fp, fn, tn: Fraction(tp, tp + fn) / Fraction(fp, fp + tn),
    "lr_negative": lambda tp, fp, fn, tn: Fraction(fn, tp + fn) / Fraction(tn, fp + tn),
    "odds_ratio": lambda tp, fp, fn, tn: Fraction(tp * tn, fp * fn),
    "kappa": _kappa,
    "prevalence": lambda tp, fp, fn, tn: Fraction(tp + fn, tp + fp + fn + tn),
    "fnr": lambda tp, _fp, fn, _tn: Fraction(fn, tp + fn),
    "fpr": lambda _tp, fp, _fn, tn: Fraction(fp, fp + tn),
    "fdr": lambda tp, fp, _fn, _tn: Fraction(fp, tp + fp),
    "for": lambda _tp, _fp, fn, tn: Fraction(fn, fn + tn),
    "error_rate": lambda tp, fp, fn, tn: Fraction(fp + fn, tp + fp + fn + tn),
    "p4": _p4,
    "tp": lambda tp, _fp, _fn, _tn: Fraction(tp),
    "fp": lambda _tp, fp, _fn, _tn: Fraction(fp),
    "fn": lambda _tp, _fp, fn, _tn: Fraction(fn),
    "tn": lambda _tp, _fp, _fn, tn: Fraction(tn),
}
ROOTED: dict[str, Callable[[int, int, int, int], float]] = {
    "mcc": lambda tp, fp, fn, tn: (
        (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    ),
    "fowlkes_mallows": lambda tp, fp, fn, _tn: tp / sqrt((tp + fp) * (tp + fn)),
    "g_mean": lambda tp, fp, fn, tn: sqrt(tp / (tp + fn) * tn / (tn + fp)),
}


def _ratio(metric: Metric, counts: tuple[int, int, int, int]) -> Fraction | None:
    tp, fp, fn, tn = counts
    at = {"hits": tp, "predicted": tp + fp, "gold": tp + fn, "judged": tp + fp + fn + tn}
    top, bottom = metric.at().square(at) if metric.at().rooted else metric.at().ratio(at)
    return Fraction(top, bottom) if bottom else None


def test_every_metric_has_its_textbook() -> None:
    assert {*TEXTBOOK, *ROOTED} == set(STANDARD)


@pytest.mark.parametrize("name", TEXTBOOK)
def test_a_metric_is_what_its_textbook_says_of_every_small_matrix(name: str) -> None:
    for counts in MATRICES:
        try:
            expected = TEXTBOOK[name](*counts)
        except ZeroDivisionError:
            # What cancels may be defined where the textbook divides by 0, and nowhere else.
            continue
        assert _ratio(STANDARD[name], counts) == expected, counts


@pytest.mark.parametrize("name", ["precision", "recall", "f", "specificity", "npv", "jaccard"])
def test_a_rate_is_undefined_where_its_textbook_divides_by_zero(name: str) -> None:
    for counts in MATRICES:
        try:
            TEXTBOOK[name](*counts)
        except ZeroDivisionError:
            assert _ratio(STANDARD[name], counts) is None, counts


@pytest.mark.parametrize("name", ROOTED)
def test_a_metric_with_a_root_is_what_its_textbook_says(name: str) -> None:
    for counts in MATRICES:
        found = _ratio(STANDARD[name], counts)
        try:
            expected = ROOTED[name](*counts)
        except ZeroDivisionError:
            continue
        assert found is not None
        value = float(abs(found)) ** 0.5 * (1 if found >= 0 else -1)
        assert isclose(value, expected, abs_tol=1e-12), counts


@pytest.mark.parametrize("metric", STANDARD.values(), ids=lambda one: one.name)
def test_a_formula_is_written_and_read_again(metric: Metric) -> None:
    assert read(text(metric.formula)) == metric.formula


PROVED: list[tuple[str, Claim]] = [
    ("mcc", AtMost(1)),
    ("mcc", AtLeast(-1)),
    ("mcc", Mirrors("mcc")),
    ("mcc", Scaleless()),
    ("kappa", AtMost(1)),
    ("kappa", AtLeast(-1)),
    ("f", Between("precision", "recall")),
    ("f", Moves("tp", up=True)),
    ("f", Moves("fp", up=False)),
    ("f", Mirrors("f")),
    ("precision", Mirrors("recall")),
    ("specificity", Mirrors("npv")),
    ("informedness", Mirrors("markedness")),
    ("p4", AtMost(1)),
    ("balanced_accuracy", Between("recall", "specificity")),
    ("jaccard", Scaleless()),
]
FALSE: list[tuple[str, Claim]] = [
    ("mcc", AtMost(0)),
    ("mcc", AtLeast(0)),
    ("lr_positive", AtMost(1)),
    ("f", Moves("tp", up=False)),
    ("kappa", Moves("fp", up=False)),  # at tp = 0 it rises: kappa of (0, 1, 2, 0) and (0, 2, 2, 0)
    ("precision", Mirrors("precision")),
    ("f", Between("precision", "specificity")),
    ("tp", Scaleless()),
    ("accuracy", Between("precision", "recall")),
]


@pytest.mark.parametrize(("name", "claim"), PROVED, ids=str)
def test_a_law_is_proved_and_its_proof_checks(name: str, claim: Claim) -> None:
    proof = proved(STANDARD[name], claim)
    assert proof is not None
    assert checks(STANDARD[name], proof)


@pytest.mark.parametrize(("name", "claim"), FALSE, ids=str)
def test_a_false_law_has_no_proof(name: str, claim: Claim) -> None:
    assert proved(STANDARD[name], claim) is None


def test_every_range_is_proved() -> None:
    for metric in STANDARD.values():
        if metric.low is not None:
            assert proved(metric, AtLeast(metric.low)), metric.name
        if metric.high is not None:
            assert proved(metric, AtMost(metric.high)), metric.name


def test_the_mirrors_are_those_that_normal_forms_prove_and_no_more() -> None:
    for name, metric in STANDARD.items():
        found = [other for other in STANDARD if proved(metric, Mirrors(other))]
        said = name if metric.mirror == ITSELF else metric.mirror
        assert found == [said] * bool(said), name


def test_what_is_declared_of_nothing_over_nothing_is_no_part_of_other_proofs() -> None:
    declared = Metric(name="x", formula=Over(HITS, GOLD, Fraction(1)), says="")
    with pytest.raises(ValueError, match="do not declare"):
        obligations(declared, Moves("tp", up=True))
    with pytest.raises(ValueError, match="do not declare"):
        obligations(STANDARD["precision"], Mirrors("x"), {"x": declared})


def test_directions_and_parameters_have_names_that_fit() -> None:
    with pytest.raises(ValueError, match="rising or falling: got 'hits'"):
        Metric(name="x", formula=HITS, says="", rises=("hits",))
    with pytest.raises(ValueError, match="rising or falling: got 'tp'"):
        Metric(name="x", formula=HITS, says="", rises=("tp",), falls=("tp",))
    with pytest.raises(ValueError, match="names of their own"):
        Metric(name="x", formula=HITS, says="", params=(("tp", Fraction(1)),))


def test_a_proof_of_something_else_is_refused() -> None:
    mcc, kappa = STANDARD["mcc"], STANDARD["kappa"]
    proof = proved(mcc, AtMost(1))
    assert proof is not None
    assert not checks(kappa, proof)
    assert not checks(mcc, Proof("mcc", AtMost(0), proof.parts))
    assert not checks(mcc, Proof("mcc", AtMost(1), proof.parts[1:]))
    assert not checks(kappa, Proof("kappa", AtMost(1), proof.parts))


@pytest.mark.parametrize("factor", [-1, 0, 1])
def test_a_proof_with_a_planted_mistake_is_refused(factor: int) -> None:
    f = STANDARD["f"]
    proof = proved(f, Between("precision", "recall"))
    assert proof is not None
    gap = proof.parts[0]
    assert gap.squares
    one = gap.squares[0]
    planted = Square(factor, one.shared, one.one, one.other)
    wrong = type(gap)(gap.polynomial, gap.rest, (planted, *gap.squares[1:]))
    assert wrong.holds == (planted == one)
    assert not type(gap)(gap.polynomial, gap.rest + number(1), gap.squares).holds


@pytest.mark.parametrize(
    ("wrong", "claim"),
    [
        (Metric(name="f", formula=2 * HITS / GOLD, says="", high=1), AtMost(1)),
        (Metric(name="f", formula=(GOLD - HITS) / GOLD, says=""), Moves("tp", up=True)),
        (Metric(name="f", formula=HITS / (GOLD + 2 * PREDICTED), says=""), Mirrors("f")),
        (Metric(name="f", formula=(HITS + 1) / (GOLD + PREDICTED), says=""), Scaleless()),
    ],
    ids=["bound", "direction", "symmetry", "scale"],
)
def test_a_formula_with_a_planted_mistake_loses_its_law(wrong: Metric, claim: Claim) -> None:
    assert proved(wrong, claim) is None


def test_bounds_and_roots_that_cannot_be_said_are_refused() -> None:
    with pytest.raises(ValueError, match="side of 0"):
        obligations(STANDARD["mcc"], AtMost(-1))
    with pytest.raises(ValueError, match="without a root"):
        obligations(STANDARD["mcc"], Between("precision", "recall"))


def test_a_formula_speaks_of_counts_alone() -> None:
    with pytest.raises(ValueError, match="cost"):
        Metric(name="x", formula=HITS / Stat("cost"), says="")


def test_a_declared_quotient_stays_outermost() -> None:
    inner = Over(HITS, JUDGED, Fraction(0))
    assert normal(inner).ratio({"hits": 0, "judged": 0}) == (0, 1)
    with pytest.raises(FormError, match="outermost"):
        normal(1 + inner)


def test_the_cells_of_a_matrix_are_free_of_each_other() -> None:
    assert free_form(STANDARD["prevalence"]).bottom == FREE["judged"]
    assert variable("tn") == free_form(STANDARD["tn"]).top


@pytest.mark.parametrize("name", [name for name, one in STANDARD.items() if one.complement])
def test_a_complement_is_what_a_metric_lacks_to_1(name: str) -> None:
    metric = STANDARD[name]
    assert normal(1 - STANDARD[metric.complement].formula) == metric.at()


@pytest.mark.parametrize("metric", STANDARD.values(), ids=list(STANDARD))
def test_more_is_better_where_right_answers_make_it_more(metric: Metric) -> None:
    tp, tn, p, n = map(variable, ("tp", "tn", "p", "n"))
    row = {"hits": tp, "predicted": tp + n - tn, "gold": p, "judged": p + n}
    free = {"p": tp + variable("fn"), "n": tn + variable("fp")}
    form = upright(metric.at().put(row), free)
    signs = set().union(*(slope(form, cell).put(free).signs for cell in ("tp", "tn")))

    assert signs == ({metric.better} if metric.better else set())
