"""However samples are parted into files, in whatever order, they give the same pool to the bit."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import add

from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.matching import GivenCounts
from measurand.evidence.observation import Observation, Together
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Column, Definition, Paired, Total, observing, with_average
from measurand.metrics.finalise import Finaliser, Scored
from measurand.metrics.options import CLASS, Average
from measurand.values.sample import Sample
from properties.engines.files import line, needs_of, pools
from properties.strategies.definitions import AVERAGES, columns, corpora_for, scorable
from properties.strategies.effort import half
from properties.strategies.observations import lists_of


def observed(definition: Definition) -> bool:
    """Tell whether a definition observes what lines hold: gold, predictions and a cost."""
    how = observing(definition)
    match how:
        case Observation(match=match):
            return not isinstance(match, GivenCounts) and not lists_of(how)
        case Together():
            return all(isinstance(part, Observation) for part in how.parts) and not lists_of(how)
        case _:
            return True


@st.composite
def studies(draw: st.DrawFn) -> tuple[Corpus, list[Definition]]:
    """Draw a definition, samples that it can observe, and sometimes other definitions of them."""
    first = draw(scorable.filter(observed))
    corpus = draw(corpora_for(first, size=6).filter(bool))
    means = st.sampled_from(AVERAGES).map(lambda average: averaged_so(first, average))
    more: st.SearchStrategy[Definition] = columns | means
    return corpus, [first, *draw(st.lists(more, max_size=2))]


def averaged_so(definition: Definition, average: Average) -> Definition:
    """Change the average of a definition that has one and can have the other."""
    if isinstance(definition, Total | Column | Paired) or CLASS in average.keys:
        return definition
    return with_average(definition, average)


@st.composite
def partitions(draw: st.DrawFn, corpus: Corpus) -> list[list[Sample]]:
    """Part samples into files, none of them empty, in any order."""
    shuffled = draw(st.permutations(corpus))
    homes = [draw(st.integers(0, 3)) for _ in shuffled]
    parts = [
        [sample for sample, home in zip(shuffled, homes, strict=True) if home == number]
        for number in range(4)
    ]
    return [part for part in parts if part]


def file(part: Sequence[Sample]) -> bytes:
    return b"".join(map(line, part))


def costed(corpus: Corpus) -> Corpus:
    """Give every sample the number that its line has."""
    free = (("cost", Fraction(0)),)
    return tuple(evolve(sample, amounts=sample.amounts or free) for sample in corpus)


@half
@given(st.data(), studies())
def test_any_partition_into_files_gives_the_same_pools_and_scores(
    data: st.DataObject, study: tuple[Corpus, list[Definition]]
) -> None:
    corpus, definitions = study
    parts = data.draw(partitions(corpus))

    whole = pools(definitions, file(corpus))
    apart = [pools(definitions, file(part)) for part in parts]
    added = [reduce(add, shards) for shards in zip(*apart, strict=True)]

    event(f"{len(parts)} files")
    assert added == whole
    for one, other in zip(whole, added, strict=True):
        assert one.keyed.flat().ordered == other.keyed.flat().ordered
        assert scores(one, definitions) == scores(other, definitions)


def scores(found: Pool, definitions: Sequence[Definition]) -> list[Scored]:
    finaliser = Finaliser(found)
    return [
        finaliser.score(definition)
        for definition in definitions
        if observing(definition) == found.observing
    ]


@half
@given(studies())
def test_a_file_gives_the_pool_of_its_samples(study: tuple[Corpus, list[Definition]]) -> None:
    corpus, definitions = study

    found = pools(definitions, file(corpus))

    for need, one in zip(needs_of(definitions, "0"), found, strict=True):
        assert one == pool(need.slice.observing, costed(corpus), names=need.names)
