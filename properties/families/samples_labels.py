"""Samples of one class that is so, and of classes with numbers, some of them tied."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.evidence.class_scores import Absent, ClassProbabilities, ClassScores, GoldRank
from measurand.evidence.facts import Reads
from measurand.values.sample import Sample


@st.composite
def classified(draw: st.DrawFn, how: Reads) -> Sample:
    assert isinstance(how, GoldRank)
    names = draw(st.sets(st.sampled_from("abcdef"), max_size=6))
    grades = tuple((name, Fraction(draw(st.integers(0, 3)), 4)) for name in sorted(names))
    there = draw(st.integers(0, 9))
    gold = draw(st.sampled_from("abcdef"))
    return Sample(id="", gold=(gold,), graded=((how.scores, grades if there else None),))


@st.composite
def scored(draw: st.DrawFn, how: Reads) -> Sample:
    """Draw numbers of few classes, mostly of all; probabilities add up to 1, or to nearly 1."""
    assert isinstance(how, ClassScores)
    known = how.classes or ("a", "b", "c")
    gold = draw(st.sampled_from(known))
    names = {gold, *draw(st.just(known) | st.sets(st.sampled_from(known)))}
    names = {*known} if how.classes else names
    if how.absent is Absent.ZERO and draw(st.booleans()) and len(names) > 1:
        names -= {gold}
    numbers = [Fraction(draw(st.integers(0, 4))) for _ in names]
    if isinstance(how, ClassProbabilities):
        numbers[0] += not any(numbers)
        off = draw(st.sampled_from([Fraction(1), 1 - how.tolerance / 2]))
        numbers = [number / sum(numbers) * off for number in numbers]
    grades = tuple(zip(sorted(names), numbers, strict=True))
    return Sample(id="", gold=(gold,), graded=((how.scores, grades if names else None),))
