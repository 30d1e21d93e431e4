"""Metrics of probabilities and of thresholds are what slow and obvious functions of lists say."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.functional_floats import Floats
from measurand.algebra.number import Exact
from measurand.metrics.definitions import Family
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.quantity import Quantity, square_root
from measurand.values.sample import Sample
from measurand.values.score import Defined
from properties.families import oracle_probabilities as oracle
from properties.families.samples import corpora

Corpus = tuple[Sample, ...]


def of(name: str, options: str = "") -> Family:
    found = parse(f"{name}(score=p,label=rain{options})")
    assert isinstance(found, Family)
    return found


def found(name: str, corpus: Corpus, options: str = "") -> Quantity | None:
    score = evaluate(of(name, options), corpus)
    return score.value if isinstance(score, Defined) else None


CORPORA = corpora(of("brier"), size=9)
BINS = st.tuples(
    st.sampled_from([1, 2, 3, 5, 10, 20]),
    st.sampled_from(["width", "mass", "distinct"]),
    st.sampled_from(["upper", "lower", "each_lower"]),
)
Oracle = Callable[[oracle.Rows, oracle.How], Fraction | None]
BINNED: list[tuple[str, Oracle]] = [
    ("ece", oracle.ece),
    ("mce", oracle.mce),
    ("brier_reliability", oracle.reliability),
    ("brier_resolution", oracle.resolution),
]


@given(CORPORA)
def test_errors_of_probabilities(corpus: Corpus) -> None:
    assert found("brier", corpus) == oracle.brier(oracle.listed(corpus))


@given(CORPORA, st.sampled_from(["0", "0.001", "0.2"]))
def test_surprise(corpus: Corpus, clip: str) -> None:
    expected = oracle.log_loss(oracle.listed(corpus), Fraction(clip))

    value = found("log_loss", corpus, f",clip={clip}")

    if expected is None:
        assert value is None
    else:
        assert value is not None
        assert float(value) == pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(CORPORA, st.integers(0, 20), st.integers(0, 9))
def test_costs(corpus: Corpus, twentieths: int, miss: int) -> None:
    options = f",threshold={twentieths}/20,false_negative={miss}"
    expected = oracle.cost(oracle.listed(corpus), Fraction(twentieths, 20), Fraction(miss))

    assert found("expected_cost", corpus, options) == expected


@pytest.mark.parametrize(("name", "expected"), BINNED)
@given(corpus=CORPORA, how=BINS)
def test_bins(name: str, expected: Oracle, corpus: Corpus, how: oracle.How) -> None:
    bins, binning, closed = how

    value = found(name, corpus, f",bins={bins},binning={binning},closed={closed}")

    assert value == expected(oracle.listed(corpus), how)


@given(CORPORA, st.sampled_from(["width", "mass"]))
def test_the_root_mean_square_of_bins_is_that_of_reliability(corpus: Corpus, binning: str) -> None:
    square = found("brier_reliability", corpus, f",bins=4,binning={binning}")

    root = found("ece", corpus, f",bins=4,binning={binning},norm=l2")

    assert root == (square_root(square) if isinstance(square, Fraction) else None)


@given(CORPORA, st.sampled_from([1, 2, 5]))
def test_parts_of_the_brier_score_are_those_of_their_definitions(corpus: Corpus, bins: int) -> None:
    rows, how = oracle.listed(corpus), (bins, "width", "upper")

    within = found("brier_within", corpus, f",bins={bins},binning=width")

    assert found("brier_uncertainty", corpus) == oracle.uncertainty(rows)
    assert found("brier_skill", corpus) == oracle.skill(rows)
    assert within == oracle.within(rows, how)


@given(CORPORA)
def test_parts_add_up_to_the_brier_score(corpus: Corpus) -> None:
    parts = [
        found(f"brier_{part}", corpus) for part in ("reliability", "resolution", "uncertainty")
    ]

    whole = found("brier", corpus)

    match parts:
        case [Fraction() as reliability, Fraction() as resolution, Fraction() as uncertainty]:
            assert whole == reliability - resolution + uncertainty
            skill = found("brier_skill", corpus)
            assert skill == ((resolution - reliability) / uncertainty if uncertainty else None)
        case _:
            assert whole is None


@given(CORPORA, st.sampled_from(["step", "trapezoid", "envelope"]))
def test_areas_under_the_curve(corpus: Corpus, area: str) -> None:
    expected = oracle.average_precision(oracle.listed(corpus), area)

    assert found("average_precision", corpus, f",area={area}") == expected


@given(CORPORA, st.integers(1, 12))
def test_points_of_the_curve(corpus: Corpus, twelfths: int) -> None:
    rows, least = oracle.listed(corpus), Fraction(twelfths, 12)

    precision = found("precision_at_recall", corpus, f",recall={least}")
    recall = found("recall_at_precision", corpus, f",precision={least}")

    assert precision == oracle.precision_at(rows, least)
    assert recall == oracle.recall_at(rows, least)


@given(CORPORA)
def test_a_precision_that_is_nowhere_reached_may_be_a_recall_of_0(corpus: Corpus) -> None:
    rows = oracle.listed(corpus)
    some = any(label == 1 for _, label, _ in rows)

    value = found("recall_at_precision", corpus, ",precision=1,unreached=zero")

    assert value == ((oracle.recall_at(rows, Fraction(1)) or 0) if some else None)


@given(st.integers(-50, 50), st.integers(1, 60))
def test_both_engines_round_quotients_down_alike(top: int, bottom: int) -> None:
    exact = (Exact(Fraction(top)).over(bottom, "")).floor()

    floats = Floats(np.array([float(top)])).over(bottom, "").floor()
    thirds = (Floats(np.array([top / 3])).over(bottom, "") * 3).floor()

    assert exact.value == floats.values[0] == thirds.values[0] == top // bottom
