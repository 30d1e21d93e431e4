"""What a law of a definition is tried on, what it may ask for, and how two scores are compared.

A case is a corpus with a place in it. A law is about definitions that have what it asks for (its
needs are among `claims`): of what is not there, no law asks. Scores are compared exactly, roots
too; what is undefined is equal to what is undefined, and orders say nothing of it.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import evolve, field, frozen, validators

from measurand.algebra.formula import substituted
from measurand.algebra.interval import compare
from measurand.algebra.law import Broken, Holds, Law, Outcome, Silent
from measurand.evidence.matching import GivenCounts
from measurand.evidence.observation import Observation, Observing
from measurand.evidence.pool import pool
from measurand.metrics.averaged import (
    Accuracy,
    Averaged,
    ExactMatch,
    F,
    Jaccard,
    Measure,
    Precision,
    Recall,
)
from measurand.metrics.definitions import (
    Auc,
    Column,
    Definition,
    Difference,
    Family,
    Numeric,
    Ratio,
    Shift,
    Total,
    Transition,
    group_keys,
    observing,
)
from measurand.metrics.finalise import Finaliser
from measurand.metrics.metric import ITSELF, Metric
from measurand.metrics.options import Statistic
from measurand.metrics.proven import has_a_value
from measurand.metrics.standard import STANDARD
from measurand.values.items import Item
from measurand.values.sample import GOLD, PREDICTED, Sample
from measurand.values.score import Defined, Quantity, Score, Undefined

Corpus = tuple[Sample, ...]
_COUNTED = validators.ge(0)


@frozen(kw_only=True)
class Case:
    """A corpus, another to pool it with, and a place: one sample of the corpus, one item of it.

    Places wrap around, so that every number means some place.

    >>> Case(corpus=(Sample(id="1"), Sample(id="2")), at=3).here
    1
    """

    corpus: Corpus
    rest: Corpus = ()
    at: int = field(default=0, validator=_COUNTED)
    item: int = field(default=0, validator=_COUNTED)

    @property
    def here(self) -> int:
        """Say which sample the place is in; 0 in an empty corpus."""
        return wrapped(self.at, self.corpus)

    def replaced(self, samples: Iterable[Sample]) -> Corpus:
        """Put samples where one stands.

        >>> case = Case(corpus=(Sample(id="1"), Sample(id="2")), at=1)
        >>> [sample.id for sample in case.replaced([])]
        ['1']
        """
        return (*self.corpus[: self.here], *samples, *self.corpus[self.here + 1 :])


def emptied(sample: Sample) -> Sample:
    """Take everything away from both sides of a sample, and from its other lists.

    >>> emptied(Sample(id="1", gold=("a",), predicted=None)).predicted
    ()
    """
    counts = None if sample.counts is None else ()
    lists = tuple((name, ()) for name, _ in sample.lists)
    return evolve(sample, gold=(), predicted=(), similarities=(), counts=counts, lists=lists)


def comparing(definition: Definition) -> Observation | None:
    """Say how gold is compared with the answers, the later ones; None where no items are.

    >>> comparing(Difference(before="first")).sides.answer
    'predicted'
    """
    match definition:
        case Column() | Ratio() | Auc() | Numeric() | Family():
            return None
        case Difference(f=f):
            return f.observation
        case _:
            return definition.observation


def with_items(sample: Sample, name: str, items: tuple[Item, ...] | None) -> Sample:
    """Put other items into a list of a sample.

    >>> with_items(Sample(id="1"), "first", ("a",)).items("first")
    ('a',)
    """
    if name == GOLD:
        return evolve(sample, gold=items or ())
    if name == PREDICTED:
        return evolve(sample, predicted=items)
    return evolve(sample, lists=tuple(sorted({**dict(sample.lists), name: items}.items())))


DefinitionLaw = Law[Definition, Case]


def evaluate(definition: Definition, corpus: Iterable[Sample]) -> Score:
    """Score samples; definitions that see them alike share one pool, and laws one score.

    >>> from measurand.metrics.signature import parse
    >>> evaluate(parse("recall"), [Sample(id="1", gold=("a", "b"), predicted=("a",))])
    Defined(value=Fraction(1, 2))
    """
    return _score(definition, tuple(corpus))


@lru_cache(maxsize=1024)
def _score(definition: Definition, corpus: Corpus) -> Score:
    return _scores(observing(definition), corpus, group_keys(definition)).score(definition).score


@lru_cache(maxsize=512)
def _scores(how: Observing, corpus: Corpus, names: tuple[str, ...]) -> Finaliser:
    return Finaliser(pool(how, corpus, names=names))


def wrapped(at: int, things: Sequence[object]) -> int:
    """Count on from the start when the end is passed.

    >>> wrapped(3, "ab"), wrapped(3, "")
    (1, 0)
    """
    return at % len(things) if things else 0


def shown(found: Score) -> str:
    """Write a score for a person.

    >>> from fractions import Fraction
    >>> shown(Defined(Fraction(1, 2))), shown(Undefined("no sample"))
    ('1/2', 'undefined')
    """
    match found:
        case Defined(value):
            return str(value)
        case Undefined():
            return "undefined"


def unchanged(before: Score, after: Score) -> Outcome:
    """Hold where the two are the same number, or both undefined.

    >>> unchanged(Undefined("a"), Undefined("b"))
    Holds()
    """
    alike = isinstance(before, Undefined) and isinstance(after, Undefined)
    return Holds() if alike or before == after else moved(before, after)


def not_lower(before: Score, after: Score) -> Outcome:
    """Hold where a score did not fall; of what is undefined nothing is said.

    >>> from fractions import Fraction
    >>> not_lower(Defined(Fraction(1, 2)), Defined(Fraction(1, 3)))
    Broken(because='1/2 became 1/3', calls=())
    """
    if isinstance(before, Undefined) or isinstance(after, Undefined):
        return Silent("a score is undefined")
    return Holds() if at_most(before.value, after.value) else moved(before, after)


def not_higher(before: Score, after: Score) -> Outcome:
    """Hold where a score did not rise; of what is undefined nothing is said.

    >>> from fractions import Fraction
    >>> not_higher(Defined(Fraction(1, 2)), Defined(Fraction(1, 3)))
    Holds()
    """
    if isinstance(before, Undefined) or isinstance(after, Undefined):
        return Silent("a score is undefined")
    return Holds() if at_most(after.value, before.value) else moved(before, after)


def moved(before: Score, after: Score) -> Broken:
    """Say how a score moved."""
    return Broken(f"{shown(before)} became {shown(after)}")


def at_most(low: Quantity, high: Quantity) -> bool:
    """Compare two quantities exactly.

    >>> from fractions import Fraction
    >>> from measurand.values.score import signed_root
    >>> at_most(signed_root(Fraction(2)), Fraction(3, 2)), at_most(Fraction(-1), Fraction(1))
    (True, True)
    """
    return compare(low, high) <= 0


ITEMS, LISTED, SIDES, BEFORE = "items", "listed", "sides", "before"
UNITS, RANGE, PERFECT, PARTS = "units", "range", "perfect", "parts"
CLAIMS = {
    ITEMS: "items are compared, or counts of them",
    LISTED: "the items are known",
    SIDES: "gold and predictions can be exchanged",
    BEFORE: "there are earlier and later answers",
    UNITS: "units are averaged",
    RANGE: "the metric says between which numbers it lies",
    PERFECT: "some perfect unit has a value",
    PARTS: "it is made of precision and recall",
}
"""What laws ask for."""


def formula_of(definition: Definition) -> Metric | None:
    """Give the metric of which a definition scores units, its parameters put in; None: none.

    >>> formula_of(F(beta=Fraction(2))).params
    ()
    """
    match definition:
        case Measure(metric=metric) | Numeric(metric=metric):
            return metric
        case Precision():
            return STANDARD["precision"]
        case Recall():
            return STANDARD["recall"]
        case Jaccard():
            return STANDARD["jaccard"]
        case F(beta=beta):
            return f_at(beta)
        case _:
            return None


def f_at(beta: Fraction) -> Metric:
    """Give F with its parameter put in.

    >>> f_at(Fraction(2)).name
    'f of beta 2'
    """
    f = STANDARD["f"]
    formula = substituted(f.formula, {"beta": beta})
    return evolve(f, name=f"f of beta {beta}", formula=formula, sides=None, params=())


def range_of(definition: Definition) -> tuple[int | None, int | None]:
    """Say between which numbers the mean of a metric lies, as the metric says it; None: anywhere.

    >>> range_of(F())
    (0, 1)
    """
    if isinstance(definition, Averaged | Measure):
        if definition.averaging.statistic is not Statistic.MEAN:
            return None, None
        if isinstance(definition, Accuracy | ExactMatch):
            return 0, 1
    metric = definition.about if isinstance(definition, Family) else formula_of(definition)
    return (None, None) if metric is None else (metric.low, metric.high)


def claims(definition: Definition) -> frozenset[str]:
    """Say what there is about a definition that laws ask for.

    >>> sorted(claims(F()))
    ['items', 'listed', 'parts', 'perfect', 'range', 'sides', 'units']
    """
    how = comparing(definition)
    averaged = definition.f if isinstance(definition, Difference) else definition
    means = isinstance(averaged, Averaged | Measure) and bool(averaged.averaging.average.keys)
    perfect = not isinstance(definition, Measure) or has_a_value(definition.metric, ("fp", "fn"))
    there = {
        ITEMS: how is not None,
        LISTED: how is not None and not isinstance(how.match, GivenCounts),
        SIDES: isinstance(definition, Averaged | Measure | Total)
        or (isinstance(definition, Numeric) and definition.metric.mirror == ITSELF),
        BEFORE: isinstance(definition, Transition | Shift | Difference),
        UNITS: means,
        RANGE: range_of(definition) != (None, None),
        PERFECT: perfect,
        PARTS: isinstance(definition, F) and definition.averaging.statistic is Statistic.MEAN,
    }
    return frozenset(name for name, has in there.items() if has)
