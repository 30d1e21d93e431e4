"""The values that the page is made of."""

import pytest

from measurand.studies.review.page import (
    AspectConflicts,
    Flow,
    Kind,
    Outcome,
    ReviewPage,
    SampleLine,
    kind,
)

SAMPLE = SampleLine("1", None, None, None, Outcome.UNGRADED, changed=None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("n", Kind.COUNT),
        ("N_pred_used", Kind.COUNT),
        ("implicit_gold_sample_n", Kind.COUNT),
        ("override_applied", Kind.COUNT),
        ("override_success_rate", Kind.RATE),
        ("polarity_conflict_rate_after_rep", Kind.RATE),
        ("net_gain", Kind.RATE),
        ("tuple_f1_s2", Kind.SCORE),
        ("negation", Kind.SCORE),
    ],
)
def test_the_kind_of_a_metric_is_read_off_its_name(name: str, expected: Kind) -> None:
    assert kind(name) is expected


def test_no_more_samples_conflict_than_there_are() -> None:
    with pytest.raises(ValueError, match="got 3 of 2"):
        AspectConflicts("a", conflicting=3, samples=2)


def test_counts_are_not_negative() -> None:
    with pytest.raises(ValueError, match=">= 0"):
        Flow(fixed=-1, broken=0, kept=0, still=0)


def test_no_more_samples_are_listed_than_there_are() -> None:
    with pytest.raises(ValueError, match="got 1 of 0"):
        ReviewPage(run="", profile="", n=1, digest="", samples=(SAMPLE,))
