"""Explicit and implicit gold share out a sample: what answers the one, the other does not count."""

from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.metrics.definitions import observing
from measurand.studies.review.evidence_codes import Coder, Counts
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import Options, with_values
from measurand.studies.review.scorecard import Scorecard
from properties.review.cards import cards, options

MIRRORED = {
    "explicit_only_pred": "drop_matched",
    "explicit_only_rows": "any",
    "implicit_only_pred": "drop_matched",
    "implicit_only_mixed": "keep",
}


def counted(card: Scorecard, metric: str, chosen: Options) -> Counts:
    """Count hits, predictions and gold of one sample under a metric."""
    [found] = Coder.of([observing(definitions(chosen)[metric])]).code(card)
    assume(isinstance(found, tuple))
    assert isinstance(found, tuple)
    return found


@given(card=cards, chosen=options(), wildcard=st.sampled_from(["off", "gold", "both"]))
def test_the_two_sides_add_up_to_the_whole(card: Scorecard, chosen: Options, wildcard: str) -> None:
    chosen = with_values(chosen, {**MIRRORED, "wildcard": wildcard})

    hits, predicted, gold = counted(card, "tuple_f1_s2", chosen)
    explicit = counted(card, "tuple_f1_s2_explicit_only", chosen)
    implicit = counted(card, "tuple_f1_s2_implicit_only", chosen)

    assert explicit[0] + implicit[0] == hits
    assert explicit[2] + implicit[2] == gold
    assert explicit[1] + implicit[0] == predicted == implicit[1] + explicit[0]
