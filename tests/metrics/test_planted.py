"""All that is derived from a formula is held to the formula, and what is planted is caught.

Each check lists where a derived form differs from the formula as it stands, read part by part. The
first test of each hands it what the library derives; the others hand it the same with a mistake.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import isclose, sqrt
from random import Random

import numpy as np
import pytest
from attrs import evolve
from numpy.typing import NDArray

from measurand.algebra import floats as float_engine
from measurand.algebra.enclosure import OutsideError
from measurand.algebra.expression import At, Formed, Nothing
from measurand.algebra.formula import Formula, Number, Over, Plus, Root, Stat, Times, enclosed
from measurand.algebra.formula_text import FormulaError, latex, read, text
from measurand.algebra.interval import Interval
from measurand.algebra.quotient import Quotient
from measurand.algebra.terms import ONE, Terms, number
from measurand.metrics.metric import Metric
from measurand.metrics.numeric import NUMERIC, pair_term
from measurand.metrics.standard import STANDARD
from measurand.metrics.user_metric import Refuted, laws_of, taken
from properties.oracles.latex import value as of_latex

Counts = Mapping[str, int]
Floats = NDArray[np.float64]
# Of beta 2, so that a lost power shows.
METRICS = {**STANDARD, "f": evolve(STANDARD["f"], params=(("beta", Fraction(2)),)), **NUMERIC}
RANDOM = Random(19)  # noqa: S311
MATRICES = [
    {"hits": tp, "predicted": tp + fp, "gold": tp + fn, "judged": tp + fp + fn + tn}
    for tp, fp, fn, tn in ([RANDOM.randint(0, 6) for _ in range(4)] for _ in range(120))
]
PAIRS = [
    [(RANDOM.randint(-5, 5), RANDOM.randint(-5, 5)) for _ in range(RANDOM.randint(1, 6))]
    for _ in range(120)
]
SUMMED = [
    {
        name: sum(int(pair_term(name, Fraction(x), Fraction(y))) for x, y in pairs)
        for name in ("n", "x", "y", "xx", "xy", "yy", "off")
    }
    for pairs in PAIRS
]
every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=lambda one: one.name)


def units(metric: Metric) -> Sequence[Counts]:
    return SUMMED if metric.name in NUMERIC else MATRICES


def usual(metric: Metric, counts: Counts) -> dict[str, Fraction]:
    return {name: Fraction(count) for name, count in counts.items()} | dict(metric.params)


def as_it_stands(formula: Formula, at: Mapping[str, Fraction]) -> Fraction | float | None:
    """Compute a formula part by part; None where a part is undefined."""
    match formula:
        case Stat(name):
            return at[name]
        case Number(value):
            return value
        case Root(inner):
            square = as_it_stands(inner, at)
            return None if square is None or square < 0 else sqrt(square)
        case Plus(first, second) | Times(first, second) | Over(first, second):
            one, other = as_it_stands(first, at), as_it_stands(second, at)
            if one is None or other is None or (isinstance(formula, Over) and not other):
                return None
            match formula:
                case Plus():
                    return one + other
                case Times():
                    return one * other
                case _:
                    return one / other
        case _:
            raise AssertionError(formula)


def squared(value: Fraction | float) -> Fraction:
    """Square, and keep the sign."""
    return Fraction(value) * abs(Fraction(value))


def near(one: Fraction | float, other: Fraction | float) -> bool:
    return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


@cache
def expected(metric: Metric) -> Sequence[tuple[Counts, Fraction | float]]:
    """List the units of which the formula has a value as it stands, and the values."""
    every = (
        (counts, as_it_stands(metric.formula, usual(metric, counts))) for counts in units(metric)
    )
    return [(counts, value) for counts, value in every if value is not None]


# The exact form.


def exact_differences(metric: Metric, form: Quotient) -> list[Counts]:
    """List units of which a normal form does not have the value of the formula."""

    def differs(counts: Counts, value: Fraction | float) -> bool:
        top, bottom = form.square(counts)
        if form.zero is None and not form.rooted:
            above, below = form.ratio(counts)
            return not below or Fraction(above, below) != value
        return not bottom or not near(Fraction(top, bottom), squared(value))

    return [counts for counts, value in expected(metric) if differs(counts, value)]


@every_metric
def test_the_exact_form_has_the_values_of_the_formula(metric: Metric) -> None:
    assert len(expected(metric)) > 30
    assert exact_differences(metric, metric.at()) == []


def mistaken(form: Quotient) -> Iterator[Quotient]:
    """Plant a mistake in each part of a normal form."""
    yield from (evolve(form, top=side) for side in (*_mistaken(form.top), -form.top))
    yield from (evolve(form, bottom=side) for side in _mistaken(form.bottom))
    if form.rooted:
        yield from (evolve(form, root_top=side) for side in _mistaken(form.root_top))
        yield from (evolve(form, root_bottom=side) for side in _mistaken(form.root_bottom))
        yield evolve(form, root_top=ONE, root_bottom=ONE)


def _mistaken(side: Terms) -> Iterator[Terms]:
    (monomial, factor), *rest = side.terms
    yield side + number(1)
    yield Terms(((monomial, factor + 1), *rest))
    if rest:
        yield Terms(tuple(rest))


@every_metric
def test_a_mistake_in_the_exact_form_is_caught(metric: Metric) -> None:
    for planted in mistaken(metric.at()):
        assert exact_differences(metric, planted), planted


# Floats.


def float_differences(metric: Metric, form: Quotient) -> list[Counts]:
    """List units of which the engine of floats does not give the value of the formula."""
    known = expected(metric)
    names = sorted(form.variables)
    sums = np.array([[float(counts[name]) for name in names] for counts, _ in known])
    formed = Formed(form, tuple((name, At(at)) for at, name in enumerate(names)), Nothing("none"))
    found: list[float] = float_engine.floats(formed, sums).tolist()
    return [
        counts
        for (counts, value), got in zip(known, found, strict=True)
        if not near(got, float(value))
    ]


@every_metric
def test_floats_have_the_values_of_the_formula(metric: Metric) -> None:
    assert float_differences(metric, metric.at()) == []


@every_metric
def test_a_mistake_in_what_floats_compute_is_caught(metric: Metric) -> None:
    for planted in mistaken(metric.at()):
        assert float_differences(metric, planted), planted


def _without_the_last_term(terms: Terms, values: Mapping[str, Floats], sums: Floats) -> Floats:
    whole = np.zeros(len(sums))
    for monomial, factor in terms.terms[:-1] or terms.terms:
        term = np.full(len(sums), float(factor))
        for name, power in monomial:
            term *= values[name] ** power
        whole += term
    return whole


def _without_powers(terms: Terms, values: Mapping[str, Floats], sums: Floats) -> Floats:
    whole = np.zeros(len(sums))
    for monomial, factor in terms.terms:
        term = np.full(len(sums), float(factor))
        for name, _ in monomial:
            term *= values[name]
        whole += term
    return whole


@pytest.mark.parametrize(
    ("name", "planted"),
    [("f", _without_the_last_term), ("mcc", _without_the_last_term), ("r2", _without_powers)],
)
def test_a_mistake_in_the_engine_of_floats_is_caught(
    name: str,
    planted: Callable[[Terms, Mapping[str, Floats], Floats], Floats],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(float_engine, "_float_terms", planted)

    assert float_differences(METRICS[name], METRICS[name].at())


# Bounds: enclosures, and the range that a metric says.

Enclosure = Callable[[Formula, Mapping[str, Interval]], Interval]


def enclosure_differences(metric: Metric, enclose: Enclosure) -> list[Counts]:
    """List units of which an enclosure of near counts does not hold the value."""
    around = Fraction(1, 10)
    lost = []
    for counts, value in expected(metric):
        box = {
            name: Interval(count - around * (name not in dict(metric.params)), count + around)
            for name, count in usual(metric, counts).items()
        }
        try:
            held = enclose(metric.formula, box)
        except OutsideError:
            continue
        if not held.low <= Fraction(value) <= held.high:
            lost.append(counts)
    return lost


def _half(formula: Formula, box: Mapping[str, Interval]) -> Interval:
    held = enclosed(formula, box)
    return Interval((held.low + held.high) / 2, held.high)


def _fixed(formula: Formula, box: Mapping[str, Interval]) -> Interval:
    """Forget that counts vary, and take one of them at its low end."""
    first = max(box)
    points = {
        name: one.low if name == first else (one.low + one.high) / 2 for name, one in box.items()
    }
    return enclosed(formula, {name: Interval(at, at) for name, at in points.items()})


def _shifted(formula: Formula, box: Mapping[str, Interval]) -> Interval:
    held = enclosed(formula, box)
    return Interval(held.high, held.high + 1)


@every_metric
def test_enclosures_hold_the_values_of_the_formula(metric: Metric) -> None:
    assert enclosure_differences(metric, enclosed) == []


@every_metric
def test_an_enclosure_that_lies_beyond_is_caught(metric: Metric) -> None:
    assert enclosure_differences(metric, _shifted)


@pytest.mark.parametrize("name", ["f", "specificity", "mcc", "kappa", "p4", "rmse"])
@pytest.mark.parametrize("planted", [_half, _fixed], ids=["half", "fixed"])
def test_an_enclosure_with_a_mistake_is_caught(name: str, planted: Enclosure) -> None:
    assert enclosure_differences(METRICS[name], planted)


def range_differences(metric: Metric) -> list[str]:
    """List why the range that a metric says of itself is none."""
    outcomes = (one.outcome for one in laws_of(metric) if one.law == "range")
    return [one.because for one in outcomes if isinstance(one, Refuted)]


@pytest.mark.parametrize("metric", STANDARD.values(), ids=lambda one: one.name)
def test_a_range_that_is_too_narrow_is_caught(metric: Metric) -> None:
    assert range_differences(metric) == []
    assert metric.low is None or range_differences(evolve(metric, low=metric.low + 1))
    high = 1 if metric.high is None else metric.high - 1
    assert range_differences(evolve(metric, high=high))


# Words: the text of a formula, and the names that a metric is found under.

Writing = Callable[[Formula], str]


def text_differences(formula: Formula, write: Writing) -> str:
    """Say what a written formula is read as, where that is another one."""
    try:
        again = read(write(formula))
    except FormulaError as fault:
        return str(fault)
    return "" if again == formula else text(again)


@every_metric
def test_a_written_formula_is_the_formula(metric: Metric) -> None:
    assert text_differences(metric.formula, text) == ""
    assert metric.together is None or text_differences(metric.together, text) == ""


PLANTED_WORDS: Mapping[str, Writing] = {
    "brackets": lambda one: text(one).replace("(", "").replace(")", ""),
    "signs": lambda one: text(one).replace(" - ", " + "),
    "sides": lambda one: text(one).replace("gold", "predicted"),
    "division": lambda one: text(one).replace(" / ", "*"),
    "powers": lambda one: text(one).replace("**2", ""),
    "a name": lambda one: text(one).replace("hits", "hit s"),
}


@pytest.mark.parametrize("planted", PLANTED_WORDS)
def test_a_mistake_in_writing_is_caught(planted: str) -> None:
    write = PLANTED_WORDS[planted]
    concerned = [one for one in STANDARD.values() if write(one.formula) != text(one.formula)]

    assert len(concerned) > 1
    assert all(text_differences(one.formula, write) for one in concerned)


def words_of_two(known: Mapping[str, Metric]) -> list[str]:
    """List the faults of a vocabulary: names and words that two metrics have."""
    return [fault for metric in known.values() if (fault := taken(metric, known))]


def test_no_word_is_of_two_metrics() -> None:
    assert words_of_two(METRICS) == []


@pytest.mark.parametrize("name", METRICS)
def test_a_word_that_another_metric_has_is_caught(name: str) -> None:
    other = "precision" if name != "precision" else "recall"
    planted = evolve(METRICS[name], words=(*METRICS[name].words, other))

    assert words_of_two({**METRICS, name: planted})


# LaTeX.


def latex_differences(metric: Metric, write: Writing) -> list[Counts]:
    """List units of which the page's formula, read by itself, does not give the value."""
    written = write(metric.formula)

    def got(counts: Counts) -> Fraction | float | None:
        try:
            return of_latex(written, usual(metric, counts))
        except (ValueError, IndexError, KeyError):
            return None

    found = [(counts, value, got(counts)) for counts, value in expected(metric)]
    return [counts for counts, value, one in found if one is None or not near(one, value)]


@every_metric
def test_latex_has_the_values_of_the_formula(metric: Metric) -> None:
    assert latex_differences(metric, latex) == []


PLANTED_LATEX: Mapping[str, Writing] = {
    "brackets": lambda one: latex(one).replace(r"\left(", "").replace(r"\right)", ""),
    "signs": lambda one: latex(one).replace(" - ", " + "),
    "sides": lambda one: latex(one).replace(r"\mathrm{gold}", r"\mathrm{predicted}"),
    "roots": lambda one: latex(one).replace(r"\sqrt", ""),
    "powers": lambda one: latex(one).replace("^{2}", ""),
    "fractions": lambda one: latex(one).replace(r"\frac", r"\,"),
    "a brace": lambda one: latex(one).replace("}{", "{"),
}


@pytest.mark.parametrize("planted", PLANTED_LATEX)
def test_a_mistake_in_latex_is_caught(planted: str) -> None:
    write = PLANTED_LATEX[planted]
    concerned = [one for one in METRICS.values() if write(one.formula) != latex(one.formula)]

    assert concerned
    missed = [one.name for one in concerned if not latex_differences(one, write)]
    # What these two add in brackets is added without them, too.
    assert missed == (["accuracy", "error_rate"] if planted == "brackets" else [])
