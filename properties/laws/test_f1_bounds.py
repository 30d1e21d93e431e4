"""F1 lies in [0, 1], and between precision and recall wherever there is one unit."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.law import Broken
from measurand.edges.trials.strategies.samples import Corpus, corpora, tallies
from measurand.laws.bounds import RANGE
from measurand.laws.case import Case, at_most
from measurand.metrics.components import component, harmonic
from measurand.metrics.definitions import Averaged, F, Precision, Recall
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import Average
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.tally import Tally
from properties.strategies.definitions import averaged, betas, corpora_for, full_tables

MICRO = Averaging(average=Average())
SHARES = st.fractions(0, 1)


@given(data=st.data(), definition=averaged)
def test_a_score_and_a_spread_lie_between_0_and_1(
    data: st.DataObject, definition: Averaged
) -> None:
    case = Case(corpus=data.draw(corpora_for(definition)))

    assert not isinstance(RANGE.check(definition, case), Broken)


@given(corpus=corpora(), rules=full_tables, beta=betas)
def test_micro_f_lies_between_precision_and_recall(
    corpus: Corpus, rules: EmptyRules, beta: Fraction
) -> None:
    p, r, f = (
        evaluate(definition, corpus)
        for definition in (
            Precision(averaging=MICRO, empty=rules),
            Recall(averaging=MICRO, empty=rules),
            F(averaging=MICRO, empty=rules, beta=beta),
        )
    )

    if isinstance(p, Defined) and isinstance(r, Defined):
        assert isinstance(f, Defined)
        in_order = at_most(p.value, r.value)
        low, high = (p.value, r.value) if in_order else (r.value, p.value)
        assert at_most(low, f.value)
        assert at_most(f.value, high)


@given(p=SHARES, r=SHARES)
def test_f1_is_at_most_the_arithmetic_mean(p: Fraction, r: Fraction) -> None:
    assert harmonic(p, r) <= (p + r) / 2


@given(p=SHARES, r=SHARES)
def test_f_nears_precision_for_small_beta_and_recall_for_large(p: Fraction, r: Fraction) -> None:
    small, one, large = (harmonic(p, r, beta=Fraction(beta)) for beta in ("0.01", "1", "100"))

    assert abs(small - p) <= abs(one - p) <= abs(large - p)
    assert abs(large - r) <= abs(one - r) <= abs(small - r)


@given(tally=tallies(), beta=betas)
def test_f_is_0_just_where_nothing_is_hit(tally: Tally, beta: Fraction) -> None:
    if tally.predicted or tally.gold:
        assert (component(F(beta=beta)).ratio(tally) == 0) == (tally.hits == 0)


def test_a_mean_of_f1_may_lie_below_both_means() -> None:
    # shared/research/peers.md, 3.2: mean P = mean R = 3/4, mean F1 = 2/3, as with scikit-learn.
    corpus = (
        Sample(id="1", gold=("a", "b"), predicted=("a",)),
        Sample(id="2", gold=("a",), predicted=("a", "b")),
    )

    p, r, f = (evaluate(definition, corpus) for definition in (Precision(), Recall(), F()))

    assert p == r == Defined(Fraction(3, 4))
    assert f == Defined(Fraction(2, 3))
