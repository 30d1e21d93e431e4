"""How many labels give which width: by the formula, backwards, and beside what intervals do."""

from fractions import Fraction

import pytest
from scipy import stats

from measurand.inference.labels import LabelPlan, alone, plan_by_rates

LEVEL = Fraction(19, 20)


# Without a judge, p (1 - p) (1.96 / h)^2: 384.1 for a half and five points. A perfect judge of a
# half: se and sp are 1, so it tells all. One of .9 and .9: covariance .2, variances .25, r^2 = .64.
@pytest.mark.parametrize(
    ("rates", "share"), [((1, 1), 1.0), ((Fraction(9, 10), Fraction(9, 10)), 0.64)]
)
def test_what_a_judge_tells_by_hand(rates: tuple[Fraction, Fraction], share: float) -> None:
    found = plan_by_rates(
        Fraction(1, 2), sensitivity=Fraction(rates[0]), specificity=Fraction(rates[1])
    )

    assert (found.variance, found.share) == pytest.approx((0.25, share))


def test_without_a_judge_it_is_the_usual_number() -> None:
    assert alone(0.25, 0.05, LEVEL) == 385


# (0.05 / z)^2 - 0.64 / 4 / 2000 = 5.708e-4, and 0.36 / 4 over it is 157.7.
def test_a_judge_saves_labels_by_hand() -> None:
    assert LabelPlan(variance=0.25, share=0.64).labels_for(0.05, 2000, LEVEL) == 158


@pytest.mark.parametrize("half", [0.02, 0.05, 0.1])
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_so_many_labels_give_the_width_and_one_less_does_not(half: float, share: float) -> None:
    told = LabelPlan(variance=0.2, share=share)

    labels = told.labels_for(half, 5000, LEVEL)

    assert labels is not None
    assert told.half_width(labels, 5000, LEVEL) <= half
    assert labels == 1 or told.half_width(labels - 1, 5000, LEVEL) > half


def test_all_labelled_leaves_the_human_mean() -> None:
    z = float(stats.norm.ppf(0.975))

    found = LabelPlan(variance=0.25, share=0.7).half_width(400, 400, LEVEL)

    assert found == pytest.approx(z * 0.5 / 20)


def test_a_width_that_the_samples_do_not_have_needs_more_than_there_are() -> None:
    assert LabelPlan(variance=0.25, share=0.9).labels_for(0.01, 1000, LEVEL) is None
    assert LabelPlan(variance=0.25, share=0.0).labels_for(0.01, 1000, LEVEL) is None


def test_clusters_ask_for_more() -> None:
    assert alone(0.25, 0.05, LEVEL, 2.0) == 769


def test_widths_and_labels_that_mean_nothing_are_refused() -> None:
    told = LabelPlan(variance=0.25, share=0.5)

    with pytest.raises(ValueError, match="above 0"):
        told.labels_for(0, 10, LEVEL)
    with pytest.raises(ValueError, match="at least one label"):
        told.half_width(11, 10, LEVEL)
    with pytest.raises(ValueError, match="rates in"):
        plan_by_rates(Fraction(2), sensitivity=Fraction(1), specificity=Fraction(1))
