"""Resamples whose score is by a rule of what is empty: an interval says how many they are."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.evidence.observation import Observation
from measurand.evidence.pairs import pairs
from measurand.evidence.pool import pool
from measurand.inference.comparison import compare
from measurand.inference.estimation import estimate
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Undefined

DRAWN = 400
PLAN = Plan(replicates=DRAWN, seed=1)
NAMES = ("f", "precision", "recall", "jaccard")
SIDES = st.tuples(st.sampled_from(("", "a")), st.sampled_from(("", "a")))
Sides = list[tuple[str, str]]


def _samples(sides: Sides) -> list[Sample]:
    return [
        Sample(id=str(at), gold=tuple(gold), predicted=tuple(said))
        for at, (gold, said) in enumerate(sides)
    ]


def _told(interval: Interval | Undefined) -> str:
    """Read which share both_empty has scored; empty where nothing is told."""
    ruled = (interval.ruled or "") if isinstance(interval, Interval) else ""
    found = re.search(r"about (\d+) % of resamples are scored by both_empty", ruled)
    return found[1] if found else ""


def _lost(interval: Interval | Undefined) -> int:
    """Read how many resamples have no score."""
    said = (interval.how or "") if isinstance(interval, Interval) else interval.reason
    found = re.match(r"(\d+) of 400 resamples have no (score|difference)", said)
    return int(found[1]) if found else 0


@given(st.lists(SIDES, min_size=1, max_size=3), st.integers(0, 6), st.sampled_from(NAMES))
@example([("a", "")], 19, "f")
def test_as_many_are_told_as_have_no_score_without_the_rule(
    sides: Sides, empty: int, name: str
) -> None:
    found = pool(Observation(), _samples([*sides, *[("", "")] * empty]))

    ruled = estimate(parse(f"{name}(average=micro)"), found, PLAN, key="one")
    drop = "skip" if name == "jaccard" else "drop"
    left = estimate(parse(f"{name}(average=micro,both_empty={drop})"), found, PLAN, key="one")

    lost = _lost(left.interval)
    if isinstance(ruled.interval, Interval) and not isinstance(left.score, Undefined):
        assert _told(ruled.interval) == (f"{100 * lost / DRAWN:.0f}" if lost * 100 > DRAWN else "")


@given(st.integers(1, 8))
def test_a_comparison_tells_it_too(empty: int) -> None:
    golds = [("a", "a"), *[("", "")] * empty]
    both = pairs(Observation(), _samples([("a", ""), *golds[1:]]), _samples(golds))

    found = compare(parse("f(average=micro)"), both, PLAN, key="one").interval
    left = compare(parse("f(average=micro,both_empty=drop)"), both, PLAN, key="one").interval

    assert isinstance(found, Interval)
    assert _told(found) == f"{100 * _lost(left) / DRAWN:.0f}"
