"""A second look at scorecards says of each what the metrics say of all."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import Options
from measurand.studies.review.page import Outcome
from measurand.studies.review.scorecard import Scorecard
from measurand.studies.review.shapley import Parts
from measurand.studies.review.study import CardSummarizer, summarize
from measurand.values.score import Defined
from properties.review.cards import cards, options

FATES = {
    "n_fix": Outcome.FIXED,
    "n_break": Outcome.BROKEN,
    "n_keep": Outcome.KEPT,
    "n_still": Outcome.STILL,
}


@given(sample=st.lists(cards, max_size=4), chosen=options())
def test_outcomes_and_shares_are_those_of_the_metrics(
    sample: list[Scorecard], chosen: Options
) -> None:
    scores = evaluate(sample, chosen)

    looked = summarize(map(CardSummarizer.of(chosen).summarize, sample))

    met = Counter(line.outcome for line in looked.lines)
    if sample:
        assert {name: Defined(Fraction(met[fate])) for name, fate in FATES.items()} == {
            name: scores[name] for name in FATES
        }
    assert (looked.edits is None) == (not met.total() - met[Outcome.UNGRADED])
    if isinstance(looked.edits, Parts):
        assert Defined(looked.edits.total) == scores["delta_f1"]
