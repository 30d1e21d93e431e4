"""Estimates from labels have intervals of the jackknife where nothing else is said."""

from fractions import Fraction

import pytest

from measurand.evidence.pool import pool
from measurand.inference.estimation import estimates
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Plan
from measurand.metrics.definitions import observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample

PPI = parse("ppi(judge=judge,human=human)")
CORPUS = [
    Sample(
        id=str(at),
        amounts=(
            *((("human", Fraction(at % 3 == 0)),) if at < 12 else ()),
            ("judge", Fraction(at % 2)),
        ),
    )
    for at in range(40)
]


def interval(plan: Plan) -> Interval:
    [found] = estimates([PPI], pool(observing(PPI), CORPUS), plan)
    assert isinstance(found.interval, Interval)
    return found.interval


def ends(plan: Plan) -> tuple[float, float]:
    found = interval(plan)
    return found.low, found.high


def test_percentiles_that_nobody_asked_for_are_not_those_of_labels() -> None:
    assert ends(Plan()) == ends(Plan(ends=Ends.JACKKNIFE))
    assert interval(Plan()).how == "of ppi, t errors of the jackknife"
    assert interval(Plan(ends=Ends.JACKKNIFE)).how is None


@pytest.mark.parametrize("how", [Ends.BASIC, Ends.BCA, Ends.JACKKNIFE])
def test_any_other_choice_holds_for_labels_too(how: Ends) -> None:
    assert Plan(ends=how).labelled_ends is how


def test_percentiles_may_be_asked_for() -> None:
    said = Plan(labelled_ends=Ends.PERCENTILE, replicates=200)

    assert ends(said) != ends(Plan())
    assert interval(said).how is None
