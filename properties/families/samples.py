"""Samples in which a metric of a family has something to see, by what it reads."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from attrs import evolve
from hypothesis import strategies as st

from measurand.evidence.class_scores import ClassProbabilities, ClassScores, GoldRank
from measurand.evidence.facts import Reads
from measurand.evidence.observation import (
    Between,
    ColumnOf,
    Observation,
    Observing,
    Together,
    Values,
)
from measurand.evidence.relevance import RelevanceByRank
from measurand.laws.families import example_of
from measurand.metrics.definitions import Family, observing
from measurand.metrics.families.attempts import Attempts
from measurand.metrics.families.overlap import (
    Equal,
    RunsShared,
    SubsequenceShared,
    SubsequencesOfLines,
)
from measurand.metrics.families.ratings import Ratings
from measurand.metrics.families.transcription import CountedEdits
from measurand.metrics.families.translation import RunsOfCharacters, RunsOfTokens
from measurand.metrics.families.translation_edits import ShiftedEdits
from measurand.metrics.families.weighted_kappa import TwoLabels
from measurand.metrics.grammar import read_value
from measurand.metrics.signature import define, option_values
from measurand.values.sample import Sample
from properties.families.rankings import rankings
from properties.families.samples_agreement import rated
from properties.families.samples_labels import classified, scored
from properties.families.samples_texts import attempted, transcribed, written
from properties.strategies.observations import corpora_seen

Corpus = tuple[Sample, ...]
READINGS: Mapping[type[Reads], Callable[[Reads], st.SearchStrategy[Sample]]] = {
    RelevanceByRank: lambda _: rankings(),
    Ratings: rated,
    TwoLabels: rated,
    GoldRank: classified,
    RunsOfTokens: written,
    RunsOfCharacters: written,
    RunsShared: written,
    SubsequenceShared: written,
    SubsequencesOfLines: written,
    Equal: written,
    CountedEdits: transcribed,
    ShiftedEdits: written,
    Attempts: attempted,
    ClassScores: scored,
    ClassProbabilities: scored,
}
"""How samples are drawn for what a family reads itself."""

_FEW = st.integers(-3, 6).map(Fraction) | st.sampled_from((Fraction(1, 2), Fraction(7, 10)))
_NUMBERS = {
    Values.ANY: _FEW,
    Values.BINARY: st.sampled_from((Fraction(0), Fraction(1))),
    Values.SHARE: st.sampled_from([Fraction(n, 20) for n in range(21)]),
}
_WEIGHTS = st.sampled_from([Fraction(n) for n in (1, 1, 1, 2, 0)] + [Fraction(1, 3)])
_NINE_IN_TEN = st.integers(0, 9)
_ITEMS = st.lists(st.sampled_from("abc"), max_size=2, unique=True).map(tuple)
_ITEMS_OR_NONE = st.none() | _ITEMS


@st.composite
def corpora(draw: st.DrawFn, definition: Family, *, size: int = 6) -> Corpus:
    """Draw samples with ids that differ, some without what is read."""
    drawn = draw(_some(observing(definition), size))
    return tuple(evolve(one, id=str(at), weight=draw(_WEIGHTS)) for at, one in enumerate(drawn))


# A strategy that is made anew for each example costs more than what it draws.
@cache
def _some(how: Observing, size: int) -> st.SearchStrategy[list[Sample]]:
    return st.lists(_samples(how), max_size=size)


def _samples(how: Observing) -> st.SearchStrategy[Sample]:
    parts = how.parts if isinstance(how, Together) else (how,)
    columns = [part for part in parts if isinstance(part, ColumnOf)]
    if len(columns) == len(parts):
        return _of_numbers(columns)
    golds = [part.sides.gold for part in parts if isinstance(part, Observation)]
    if len(golds) == len(parts) > 1:
        return _of_several_golds(golds)
    if isinstance(how, Observation):
        return corpora_seen(how, size=1).filter(bool).map(lambda corpus: corpus[0])
    if isinstance(how, Reads):
        return READINGS[type(how)](how)
    message = f"a reading that samples are drawn for: got {how}"
    raise TypeError(message)


@cache
def _numbers(values: Values | Between) -> st.SearchStrategy[Fraction]:
    if isinstance(values, Between):
        shares = _NUMBERS[Values.SHARE]
        low, high = values.low, values.high
        return shares.map(lambda share: low + (high - low) * share)
    return _NUMBERS[values]


@st.composite
def _of_numbers(draw: st.DrawFn, columns: list[ColumnOf]) -> Sample:
    there = {part.name: _numbers(part.values) for part in columns}
    amounts = [(name, draw(one)) for name, one in sorted(there.items()) if draw(_NINE_IN_TEN)]
    return Sample(id="", amounts=tuple(amounts))


@st.composite
def _of_several_golds(draw: st.DrawFn, golds: list[str]) -> Sample:
    lists = [(name, draw(_ITEMS_OR_NONE)) for name in sorted(golds)]
    return Sample(id="", predicted=draw(_ITEMS_OR_NONE), lists=tuple(lists))


@cache
def definitions(kind: type[Family]) -> st.SearchStrategy[Family]:
    """Draw a definition with the options of its example and any that a reader would admit."""
    about = kind.about

    def made(chosen: dict[str, str]) -> Family:
        said = {name: read_value(value) for name, value in chosen.items()}
        found = define(about.name, {**option_values(example_of(kind)), **said})
        assert isinstance(found, Family)
        return found

    options = {name: st.sampled_from(values) for name, values in about.tried}
    return st.fixed_dictionaries(options).map(made)
