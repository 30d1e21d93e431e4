"""Settings of a run: checked at once, and named in the signature of the judge."""

from fractions import Fraction

import pytest
from attrs import evolve

from measurand.edges.judges.settings import Structured
from measurand.studies.causal.asking.prompts import Limits
from measurand.studies.causal.asking.replies import Average
from measurand.studies.causal.edge.judges.settings import ModelSettings, Prices

PLAIN = ModelSettings(model="small-1")


@pytest.mark.parametrize(
    "other",
    [
        evolve(PLAIN, model="large-1"),
        evolve(PLAIN, votes=3),
        evolve(PLAIN, average=Average.MEAN),
        evolve(PLAIN, temperature=Fraction(7, 10)),
        evolve(PLAIN, seed=8),
        evolve(PLAIN, seed=None),
        evolve(PLAIN, max_tokens=9),
        evolve(PLAIN, structured=Structured.PLAIN),
        evolve(PLAIN, limits=Limits(graph=9)),
    ],
)
def test_what_verdicts_depend_on_is_in_the_signature(other: ModelSettings) -> None:
    assert other.signature != PLAIN.signature


@pytest.mark.parametrize(
    "other",
    [
        evolve(PLAIN, base_url="http://localhost/v1"),
        evolve(PLAIN, concurrency=9),
        evolve(PLAIN, tries=2),
    ],
)
def test_what_they_do_not_depend_on_is_not(other: ModelSettings) -> None:
    assert other.signature == PLAIN.signature


def test_settings_out_of_range_are_named() -> None:
    with pytest.raises(ValueError, match="temperature: expected a decimal"):
        ModelSettings(model="m", temperature=Fraction(1, 3))
    with pytest.raises(ValueError, match="timeout: expected a positive number of seconds, got 0"):
        ModelSettings(model="m", timeout=Fraction(0))
    with pytest.raises(ValueError, match="'votes' must be >= 1"):
        ModelSettings(model="m", votes=0)
    with pytest.raises(ValueError, match="prompt: a price is not negative: got -1"):
        Prices(prompt=Fraction(-1), completion=Fraction(0))
