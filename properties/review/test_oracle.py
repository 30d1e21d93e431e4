"""The review metrics are those of the oracle, which was written from the specification alone."""

from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.review.choices import ChangeLabel, NoFilter, StageMissing
from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import PROFILES, Options, texts
from measurand.studies.review.scorecard import Scorecard
from measurand.values.score import Defined, Score
from properties.oracles import review as oracle
from properties.review.cards import cards, complete, options

# Where samples without a first stage are left out, the oracle subtracts means of different samples
# and divides the net gain by all gold; the library compares the samples that have both stages.
_PAIRED = {"delta_f1", "net_gain"}


def value(score: Score) -> Fraction | None:
    """Return the number; None where it is undefined."""
    match score:
        case Defined(Fraction() as number):
            return number
        case _:
            return None


def test_the_profiles_are_those_of_the_table() -> None:
    ours = {
        name: {key: text for key, text in texts(profile).items() if key in oracle.TABLE}
        for name, profile in PROFILES.items()
    }

    assert ours == oracle.PROFILES


@given(sample=st.lists(complete, min_size=1, max_size=4), chosen=options())
def test_every_metric_is_the_oracles(sample: list[Scorecard], chosen: Options) -> None:
    chosen = evolve(chosen, hallucination_missing=NoFilter.NOTHING, change_label=ChangeLabel.FINAL)
    found = evaluate(sample, chosen)
    told = oracle.expected(sample, texts(chosen))

    unpaired = chosen.stage1_missing is StageMissing.EXCLUDE
    names = [name for name in told if name in found and not (unpaired and name in _PAIRED)]
    assert {name: value(found[name]) for name in names} == {name: told[name] for name in names}


@given(sample=st.lists(cards, max_size=4), chosen=options(), data=st.data())
def test_the_order_of_rows_plays_no_part(
    sample: list[Scorecard], chosen: Options, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(sample))

    assert evaluate(shuffled, chosen) == evaluate(sample, chosen)
