"""Two systems on the same samples, for definitions of every kind that resampling can score."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve, frozen
from hypothesis import reject
from hypothesis import strategies as st

from measurand.algebra.expression import Expression, Ranked
from measurand.algebra.simplify import ranked_of
from measurand.edges.trials.strategies.samples import Corpus
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observation
from measurand.evidence.pairs import Pairs, pairs
from measurand.evidence.pool import Pool, pool
from measurand.metrics.definitions import (
    Averaged,
    Definition,
    Difference,
    F,
    Jaccard,
    Precision,
    Recall,
    group_keys,
    observing,
)
from measurand.metrics.empty_rules import Averaging
from measurand.metrics.options import Aggregate, Average, by_sample
from measurand.metrics.row_sums import Vector
from measurand.values.sample import Sample
from properties.strategies.definitions import averaged, columns, corpora_for, paired, scorable
from properties.strategies.observations import parts_of

DOCUMENT = "document"


def _groups(definition: Definition) -> tuple[str, ...]:
    """List the levels of a mean, from outside in, as they are averaged over."""
    how = definition.f if isinstance(definition, Difference) else definition
    return by_sample(how.averaging.average).keys if isinstance(how, Averaged) else ()


def cluster_of(definition: Definition) -> str | None:
    """Name the groups that a mean runs over: they are what is resampled."""
    outer = _groups(definition)[:1]
    return next((key for key in outer if key not in {"sample", "class"}), None)


def _resampled(definition: Definition) -> bool:
    """Decide whether there is a resample: groups must stand outermost, and in no stage."""
    groups = [key for key in _groups(definition) if key not in {"sample", "class"}]
    if isinstance(definition, Difference):
        return not groups
    return not groups or cluster_of(definition) is not None


resamplable = scorable.filter(_resampled)


@frozen
class Case:
    """A definition, what is resampled for it, and two systems on the same samples."""

    definition: Definition
    cluster: str | None
    first: Corpus
    second: Corpus

    @property
    def names(self) -> tuple[str, ...]:
        more = () if self.cluster is None else (self.cluster,)
        return tuple(dict.fromkeys((*group_keys(self.definition), *more)))

    def pool(self) -> Pool:
        return pool(observing(self.definition), self.first, names=self.names)

    def pairs(self) -> Pairs:
        try:
            return pairs(observing(self.definition), self.first, self.second, names=self.names)
        except UnfitSampleError:
            reject()


def asked(definition: Definition) -> frozenset[str]:
    """Name the lists that answers are held to: they are the same for all systems."""
    parts = parts_of(observing(definition))
    return frozenset(part.sides.gold for part in parts if isinstance(part, Observation))


def rival(mine: Sample, other: Sample, gold: frozenset[str]) -> Sample:
    """Give a sample what another has answered; what is asked stays."""
    asked_for = dict(mine.lists)
    lists = [(name, asked_for[name] if name in gold else items) for name, items in other.lists]
    return evolve(
        other,
        id=mine.id,
        gold=mine.gold,
        groups=mine.groups,
        weight=mine.weight,
        lists=tuple(lists),
    )


@st.composite
def rivals(draw: st.DrawFn, definition: Definition, size: int) -> tuple[Corpus, Corpus]:
    """Draw what two systems answered."""
    corpora = corpora_for(definition, size=size)
    mine, other = draw(corpora), draw(corpora)
    gold = asked(definition)
    theirs = (rival(a, b, gold) for a, b in zip(mine, other, strict=False))
    return mine, (*theirs, *mine[len(other) :])


clusters = st.sampled_from((None, DOCUMENT))


def micro(definition: Definition) -> Definition:
    """Pool all samples, where a definition averages over units of them."""
    if not isinstance(definition, Precision | Recall | F | Jaccard):
        return definition
    how = Averaging(average=Average(), only=definition.averaging.only)
    if isinstance(definition, F):
        return evolve(definition, averaging=how, aggregate=Aggregate.MEAN)
    return evolve(definition, averaging=how)


some_pooled = st.one_of(averaged, averaged, columns, paired)


@st.composite
def any_pooled(draw: st.DrawFn) -> Definition:
    """Draw a definition that pools all samples."""
    return micro(draw(some_pooled))


pooled = any_pooled().filter(_resampled)


@st.composite
def cases(
    draw: st.DrawFn,
    definitions: st.SearchStrategy[Definition] = resamplable,
    *,
    size: int = 4,
) -> Case:
    """Draw a case of any definition, or of some.

    What is resampled are the groups that a mean runs over, else samples or documents.
    """
    definition = draw(definitions)
    return Case(
        definition,
        cluster_of(definition) or draw(clusters),
        *draw(rivals(definition, size)),
    )


def sums(rows: Mapping[Vector, int], scores: Sequence[Expression] = ()) -> list[Fraction]:
    """Add up rows, each as often as it is there; for pairs of rows, pair by pair."""
    width = len(next(iter(rows)))
    found = [Fraction(sum(row[at] * count for row, count in rows.items())) for at in range(width)]
    for one in (one for score in scores for one in ranked_of(score) if isinstance(one, Ranked)):
        masses = [
            (place, positive * count, negative * count)
            for row, count in rows.items()
            for place, positive, negative in one.book[int(row[one.at])]
        ]
        found[one.at] = sum(
            (
                Fraction(above[1] * below[2]) / (2 if above[0] == below[0] else 1)
                for above in masses
                for below in masses
                if above[0] >= below[0]
            ),
            Fraction(0),
        )
    return found


def answered(values: Sequence[Fraction | None], *, name: str = "cost") -> Corpus:
    """Make samples with one number each, in a document of their own."""
    return tuple(
        Sample(
            id=str(at),
            groups=((DOCUMENT, str(at)),),
            amounts=() if value is None else ((name, value),),
        )
        for at, value in enumerate(values)
    )
