"""Rates under `documented`, and what becomes of metrics when the two stages change places."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import DOCUMENTED, PROFILES, with_values
from measurand.studies.review.page import Kind, kind
from measurand.studies.review.scorecard import Scorecard
from measurand.values.score import Defined, Score, Undefined
from properties.review.cards import cards, mentions

OPTIONS = PROFILES[DOCUMENTED]
SIGNED = {"net_gain", "delta_f1"}
stages = st.lists(mentions, min_size=1, max_size=3).map(tuple)
two_staged = st.builds(
    lambda card, before, after: evolve(card, stage1=before, traced=None, final=after),
    cards,
    stages,
    stages,
)


def swapped(card: Scorecard) -> Scorecard:
    """Exchange the stages."""
    return evolve(card, stage1=card.final, final=card.stage1)


def number(score: Score) -> Fraction | None:
    """Return the number; None where it is undefined."""
    match score:
        case Defined(Fraction() as value):
            return value
        case _:
            return None


@given(sample=st.lists(cards, max_size=4))
def test_rates_and_scores_lie_between_0_and_1_under_documented(sample: list[Scorecard]) -> None:
    for name, score in evaluate(sample, OPTIONS).items():
        value = number(score)
        if value is None:
            assert isinstance(score, Undefined)
        elif name in SIGNED:
            assert -1 <= value <= 1, name
        elif kind(name) is not Kind.COUNT:
            assert 0 <= value <= 1, name
        else:
            assert value >= 0, name


@given(sample=st.lists(two_staged, min_size=1, max_size=4))
def test_fix_and_break_swap_when_the_stages_swap(sample: list[Scorecard]) -> None:
    here = evaluate(sample, OPTIONS)
    there = evaluate(list(map(swapped, sample)), OPTIONS)

    assert (here["n_fix"], here["n_break"]) == (there["n_break"], there["n_fix"])
    assert (here["n_still"], here["n_keep"]) == (there["n_still"], there["n_keep"])
    assert (here["tuple_f1_s1"], here["tuple_f1_s2"]) == (
        there["tuple_f1_s2"],
        there["tuple_f1_s1"],
    )


@given(
    sample=st.lists(two_staged, min_size=1, max_size=4),
    over=st.sampled_from(["all", "gold"]),
    counting=st.sampled_from(["set", "multiset"]),
)
def test_net_gain_and_delta_f1_change_sign_when_the_stages_swap(
    sample: list[Scorecard], over: str, counting: str
) -> None:
    options = with_values(OPTIONS, {"net_gain_over": over, "counting": counting})

    here = evaluate(sample, options)
    there = evaluate(list(map(swapped, sample)), options)

    for name in SIGNED:
        before, after = number(here[name]), number(there[name])
        assert after == (None if before is None else -before), name


@given(sample=st.lists(two_staged, min_size=1, max_size=3))
def test_a_computed_change_is_one_in_either_direction(sample: list[Scorecard]) -> None:
    options = with_values(OPTIONS, {"change": "computed"})
    plain = [evolve(card, stage1_label=None, final_label=None) for card in sample]

    here = evaluate(plain, options)["pre_to_post_change_rate"]

    assert here == evaluate(list(map(swapped, plain)), options)["pre_to_post_change_rate"]
