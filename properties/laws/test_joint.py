"""Several observations in one pass give what each of them gives alone."""

from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.bag import Bag
from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.evidence import Evidence, Excluded, Joint
from measurand.evidence.observation import Together
from measurand.evidence.observe import observe
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import Paired, observing
from properties.strategies.definitions import corpora_for, paired

NAMES = ("document",)


@st.composite
def studies(draw: st.DrawFn) -> tuple[Together, Corpus]:
    """Draw observations side by side, and a corpus for them."""
    definition: Paired = draw(paired)
    how = observing(definition)
    assert isinstance(how, Together)
    return how, draw(corpora_for(definition, size=5))


def present(found: Pool) -> Bag[Evidence]:
    """List what is there, without what is left out."""
    rows = found.keyed.flat().counts.items()
    return Bag({row: count for row, count in rows if not isinstance(row, Excluded)})


@given(study=studies())
def test_evidence_side_by_side_is_what_each_observation_gives(
    study: tuple[Together, Corpus],
) -> None:
    how, corpus = study

    for sample in corpus:
        found = observe(how, sample)
        assert isinstance(found, Joint)
        assert found.rows == tuple(observe(part, sample) for part in how.parts)


@given(study=studies())
def test_a_part_of_a_joint_pool_is_the_pool_of_the_samples_that_have_all(
    study: tuple[Together, Corpus],
) -> None:
    how, corpus = study
    whole = pool(how, corpus, names=NAMES)
    complete = [sample for sample in corpus if pool(how, [sample]).scored()]

    for index, part in enumerate(how.parts):
        found, alone = whole.project(index), pool(part, complete, names=NAMES)
        assert found.observing == part
        assert present(found) == present(alone)
        assert found.scored() == alone.scored() == len(complete)


@given(study=studies())
def test_what_is_left_out_is_counted_once_however_many_parts_are_not_there(
    study: tuple[Together, Corpus],
) -> None:
    how, corpus = study
    whole = pool(how, corpus, names=NAMES)

    assert whole.scored() + sum(whole.excluded().values()) == len(corpus)
    for index in range(len(how.parts)):
        assert whole.project(index).excluded() == whole.excluded()


@given(data=st.data(), study=studies())
def test_projecting_shards_and_adding_them_is_adding_and_projecting(
    data: st.DataObject, study: tuple[Together, Corpus]
) -> None:
    how, corpus = study
    at = data.draw(st.integers(0, len(corpus)))
    first, second = (pool(how, part, names=NAMES) for part in (corpus[:at], corpus[at:]))

    for index in range(len(how.parts)):
        apart = first.project(index) + second.project(index)
        together = (first + second).project(index)
        assert apart == together
        assert repr(apart.keyed.flat()) == repr(together.keyed.flat())
