"""Stages of a review over few pairs, so that they meet, differ and repeat often."""

from attrs import frozen
from hypothesis import strategies as st

from measurand.algebra.bag import Bag
from measurand.studies.review.shapley import Edits
from measurand.studies.review.stage_transitions import StageDelta, StageTransition
from measurand.values.tally import Tally

Pair = tuple[str, str]
Stage = Bag[Pair]
TERMS = ("", "food", "맛")
POLARITIES = ("positive", "negative", "neutral")

pairs: st.SearchStrategy[Pair] = st.tuples(st.sampled_from(TERMS), st.sampled_from(POLARITIES))
sets: st.SearchStrategy[Stage] = st.frozensets(pairs, max_size=5).map(Bag.of)
stages: st.SearchStrategy[Stage] = sets | st.lists(pairs, max_size=5).map(Bag.of)
deltas: st.SearchStrategy[StageDelta[Pair]] = st.builds(StageDelta, stages, stages)
fates = st.sampled_from(StageTransition)
numbers = st.integers(0, 3)


@frozen
class Game:
    """A stage, by its counts, and edits that can follow it."""

    before: Tally
    edits: Edits

    def inverse(self) -> "Game":
        """Play it from the other end."""
        return Game(self.edits.applied(self.before), self.edits.inverse())


@st.composite
def games(draw: st.DrawFn, *, most: int = 12) -> Game:
    """Draw edits, then a stage that they fit, missed gold included; full gold is not rare."""
    edits = draw(
        st.builds(
            Edits, remove_hit=numbers, remove_miss=numbers, add_hit=numbers, add_miss=numbers
        ).filter(lambda edits: edits.size <= most)
    )
    hits = edits.remove_hit + draw(numbers)
    misses = edits.remove_miss + draw(numbers)
    gold = max(hits, hits - edits.remove_hit + edits.add_hit) + draw(numbers)
    return Game(Tally(hits, hits + misses, gold), edits)
