"""Codes of scorecards stand for what the core observes, whatever an observation compares."""

from hypothesis import given
from hypothesis import strategies as st

from measurand.evidence.matching import MultisetMatch, SetMatch
from measurand.evidence.normalise import Passes, Step
from measurand.evidence.observation import Missing, Observation
from measurand.evidence.observe import observe
from measurand.evidence.sides import (
    Condition,
    DroppedHits,
    Filling,
    First,
    Holds,
    Keep,
    Other,
    Sides,
    Wildcard,
    WildKind,
)
from measurand.studies.review.evidence_codes import Coder, has_codes
from measurand.studies.review.quantities import Quantities
from measurand.studies.review.scorecard import Scorecard
from properties.review.cards import cards

MATCHERS: tuple[SetMatch | MultisetMatch, ...] = (SetMatch(), MultisetMatch())
UNITS = [("term", "polarity"), ("term",), ("polarity",), ("ref", "term", "polarity")]
LISTS = ["final_tuples", "stage1_tuples[stage1_missing=exclude]", "representatives"]
conditions: st.SearchStrategy[Condition] = st.sampled_from(
    [
        Holds(Filling.FILLED, "term"),
        Holds(Filling.EMPTY, "term"),
        Holds(Filling.FILLED, "ref"),
        Other("polarity", ("mixed",)),
    ]
)
keeps: st.SearchStrategy[Keep] = st.lists(conditions, max_size=2, unique=True).map(tuple)


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    """Draw an observation of tuples by their equal keys."""
    unit = draw(st.sampled_from(UNITS))
    kind = draw(st.sampled_from(WildKind)) if "term" in unit else WildKind.OFF
    other = tuple(First(("ref", "term")) if slot == "term" else slot for slot in unit)
    return Observation(
        unit=unit,
        normalise=draw(st.sampled_from([(), (Step.TRIM, Step.LOWER, Step.EDGES)])),
        passes=draw(st.sampled_from(Passes)),
        match=draw(st.sampled_from(MATCHERS)),
        wildcard=Wildcard(kind, "" if kind is WildKind.OFF else "term"),
        missing=draw(st.sampled_from(Missing)),
        sides=Sides(
            gold=draw(st.sampled_from(["gold_tuples", "gold_tuples[empty_list=missing]"])),
            answer=draw(st.sampled_from(LISTS)),
            answer_unit=draw(st.sampled_from([None, other])),
            gold_keep=draw(keeps),
            answer_keep=draw(keeps),
            dropped_hits=draw(st.sampled_from(DroppedHits)),
        ),
    )


@given(asked=st.lists(observations(), min_size=1, max_size=3), card=cards)
def test_codes_stand_for_what_is_observed(asked: list[Observation], card: Scorecard) -> None:
    coded = [how for how in asked if has_codes(how)]
    coder, sample = Coder.of(coded), Quantities.of(asked).sample(card)

    code = coder.code(card)

    for how in coded:
        assert coder.evidence(how, code) == observe(how, sample)
