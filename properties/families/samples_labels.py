"""Samples of one class that is so, and of classes with numbers, some of them tied."""

from collections.abc import Collection
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from measurand.evidence.class_scores import Absent, ClassProbabilities, ClassScores, GoldRank
from measurand.evidence.facts import Reads
from measurand.values.sample import Sample

_NAMED = st.sampled_from("abcdef")
_SOME_NAMED = st.sets(_NAMED, max_size=6)
_QUARTERS, _NINE_IN_TEN, _NUMBERS = st.integers(0, 3), st.integers(0, 9), st.integers(0, 4)
_WHETHER = st.booleans()


@cache
def _among(known: tuple[str, ...]) -> st.SearchStrategy[str]:
    return st.sampled_from(known)


@cache
def _some_of(known: tuple[str, ...]) -> st.SearchStrategy[Collection[str]]:
    return st.just(known) | st.sets(_among(known))


@st.composite
def classified(draw: st.DrawFn, how: Reads) -> Sample:
    assert isinstance(how, GoldRank)
    names = draw(_SOME_NAMED)
    grades = tuple((name, Fraction(draw(_QUARTERS), 4)) for name in sorted(names))
    there = draw(_NINE_IN_TEN)
    gold = draw(_NAMED)
    return Sample(id="", gold=(gold,), graded=((how.scores, grades if there else None),))


@st.composite
def scored(draw: st.DrawFn, how: Reads) -> Sample:
    """Draw numbers of few classes, mostly of all; probabilities add up to 1, or to nearly 1."""
    assert isinstance(how, ClassScores)
    known = how.classes or ("a", "b", "c")
    gold = draw(_among(known))
    names = {gold, *draw(_some_of(known))}
    names = {*known} if how.classes else names
    if how.absent is Absent.ZERO and draw(_WHETHER) and len(names) > 1:
        names -= {gold}
    numbers = [Fraction(draw(_NUMBERS)) for _ in names]
    if isinstance(how, ClassProbabilities):
        numbers[0] += not any(numbers)
        off = draw(st.sampled_from([Fraction(1), 1 - how.tolerance / 2]))
        numbers = [number / sum(numbers) * off for number in numbers]
    grades = tuple(zip(sorted(names), numbers, strict=True))
    return Sample(id="", gold=(gold,), graded=((how.scores, grades if names else None),))
