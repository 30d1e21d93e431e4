"""Samples of one class that is so, and of classes with numbers, some of them tied."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.evidence.facts import Reads
from measurand.metrics.families.labels import GoldRank
from measurand.values.sample import Sample


@st.composite
def classified(draw: st.DrawFn, how: Reads) -> Sample:
    assert isinstance(how, GoldRank)
    names = draw(st.sets(st.sampled_from("abcdef"), max_size=6))
    grades = tuple((name, Fraction(draw(st.integers(0, 3)), 4)) for name in sorted(names))
    there = draw(st.integers(0, 9))
    gold = draw(st.sampled_from("abcdef"))
    return Sample(id="", gold=(gold,), graded=((how.scores, grades if there else None),))
