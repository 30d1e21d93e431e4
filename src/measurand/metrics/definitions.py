"""Definitions: frozen values that say completely what a number means.

Two definitions are equal exactly where their signatures are, and equal definitions give equal
numbers of the same samples. A definition has no default that depends on data and nothing that is
set elsewhere. A metric whose meaning changes gets a new revision (`REVISIONS`), never a new meaning
under its old name.
"""

from collections.abc import Mapping
from typing import TypeVar

from attrs import evolve, field, frozen

from measurand.evidence.observation import ColumnOf, Observation, Observing, Together, Values
from measurand.metrics.averaged import (
    Accuracy,
    Averaged,
    ExactMatch,
    F,
    Formula,
    Jaccard,
    Measure,
    Precision,
    Recall,
)
from measurand.metrics.empty_rules import Averaging, classed
from measurand.metrics.families import families, kind_of
from measurand.metrics.family import Family
from measurand.metrics.joint import Auc, Difference, Numeric, Paired, Ratio, Shift, Transition
from measurand.metrics.metric import Named, Written
from measurand.metrics.numeric import (
    AUC,
    CHANGES,
    COLUMNS,
    DIFFERENCE,
    NUMERIC,
    RATIO,
    SHIFT,
    TOTALS,
)
from measurand.metrics.options import (
    CLASS,
    SAMPLE,
    Average,
    Of,
    Only,
    Over,
    Summing,
)
from measurand.metrics.standard import MEASURES

__all__ = [
    "REVISIONS",
    "Accuracy",
    "Auc",
    "Averaged",
    "Column",
    "Definition",
    "Difference",
    "ExactMatch",
    "F",
    "Family",
    "Formula",
    "Jaccard",
    "Measure",
    "Numeric",
    "Paired",
    "Precision",
    "Ratio",
    "Recall",
    "Shift",
    "Total",
    "Transition",
    "group_keys",
    "kind_named",
    "kinds",
    "metric_of",
    "name_of",
    "observing",
    "with_average",
]


@frozen(kw_only=True, cache_hash=True)
class Total(Written):
    """A count over all samples: hits (true positives), predictions, gold items, fp, fn, tn.

    Hits may be fractions of an item. A true negative is a sample with nothing on either side, which
    is what it means for judgements with `only` set to the positive class.

    >>> Total(of=Of.GOLD).only is None
    True
    """

    of: Of = Of.HITS
    observation: Observation = field(factory=Observation)
    only: Only = field(default=None)

    @only.validator
    def _has_classes(self, _attribute: object, value: Only) -> None:
        classed(self, None, Averaging(only=value))


@frozen(kw_only=True, cache_hash=True)
class Column(Written):
    """The sum or the mean of a numeric column (a cost, a token count).

    Samples without the number are excluded and counted; undefined where none has it.

    >>> Column(name="cost").reduce.value
    'sum'

    Raises ValueError without a name.
    """

    name: str = field()
    reduce: Summing = Summing.SUM

    @name.validator
    def _named(self, _attribute: object, value: str) -> None:
        if not value:
            message = "a column has a name: got ''"
            raise ValueError(message)


Definition = (
    Precision
    | Recall
    | F
    | Jaccard
    | ExactMatch
    | Accuracy
    | Measure
    | Total
    | Column
    | Ratio
    | Transition
    | Shift
    | Difference
    | Auc
    | Numeric
    | Family
)

REVISIONS: Mapping[str, tuple[type[Definition], int]] = {
    "precision": (Precision, 1),
    "recall": (Recall, 1),
    "f": (F, 1),
    "jaccard": (Jaccard, 1),
    "exact_match": (ExactMatch, 1),
    "accuracy": (Accuracy, 1),
    "total": (Total, 1),
    "column": (Column, 1),
    "ratio": (Ratio, 1),
    "transition": (Transition, 1),
    "shift": (Shift, 1),
    "difference": (Difference, 1),
    "auc": (Auc, 1),
    **dict.fromkeys(MEASURES, (Measure, 1)),
    "formula": (Formula, 1),
    **dict.fromkeys(NUMERIC, (Numeric, 1)),
}
"""Every metric by its name in a signature, with the revision of its numbers."""


def kinds() -> Mapping[str, tuple[type[Definition], int]]:
    """List every metric by its name in a signature, those of families and of packages too.

    >>> kinds()["f"] == REVISIONS["f"]
    True
    """
    every = {name: (kind, kind.about.revision) for name, kind in families().items()}
    return {**REVISIONS, **every}


def kind_named(name: str) -> tuple[type[Definition], int] | None:
    """Find a metric by its name; None where nobody has it.

    >>> kind_named("fly") is None
    True
    """
    if name in REVISIONS:
        return REVISIONS[name]
    kind = kind_of(name)
    return None if kind is None else (kind, kind.about.revision)


def metric_of(definition: Definition) -> Named:
    """Give the metric that is scored: its range, who it is from, and its formula if it has one.

    >>> metric_of(Column(name="cost")).formula, metric_of(F()).high
    (Stat(name='x'), 1)
    """
    match definition:
        case Family(about=about):
            return about
        case Total(of=of):
            return TOTALS[of]
        case Column(reduce=reduce):
            return COLUMNS[reduce]
        case Ratio():
            return RATIO
        case Transition(of=change):
            return CHANGES[change]
        case Shift():
            return SHIFT
        case Difference():
            return DIFFERENCE
        case Auc():
            return AUC
        case _:
            return definition.metric


def name_of(definition: Definition) -> str:
    """Name a metric as signatures do.

    >>> name_of(F()), name_of(Measure(metric=MEASURES["npv"]))
    ('f', 'npv')
    """
    return metric_of(definition).name


A = TypeVar("A", bound=Averaged | Measure)


def observing(definition: Definition) -> Observing:
    """Return the observation part of a definition: definitions that share it share the pass.

    >>> observing(Column(name="cost"))
    ColumnOf(name='cost', values=<Values.ANY: 'any'>)

    Raises TypeError for what is no definition.
    """
    match definition:
        case Column(name=name):
            return ColumnOf(name)
        case Ratio(top=top, bottom=bottom):
            return Together((ColumnOf(top), ColumnOf(bottom)))
        case Numeric(gold=gold, predicted=predicted):
            return Together((ColumnOf(gold), ColumnOf(predicted)))
        case Auc(score=score, label=label):
            return Together((ColumnOf(score), ColumnOf(label, Values.BINARY)))
        case Transition(observation=how, before=before):
            return Together((_earlier(how, before), how))
        case Shift(observation=how, before=before, where=where):
            return Together((ColumnOf(where), _earlier(how, before), how))
        case Difference(f=F(observation=how), before=before):
            return Together((_earlier(how, before), how))
        case Family():
            return definition.reading
        case (
            Precision()
            | Recall()
            | F()
            | Jaccard()
            | ExactMatch()
            | Accuracy()
            | Measure()
            | Total()
        ):
            return definition.observation
        case _:
            raise TypeError(f"a definition (parse reads one from text): got {definition!r:.80}")


def _earlier(how: Observation, before: str) -> Observation:
    return evolve(how, sides=evolve(how.sides, answer=before))


def group_keys(definition: Definition) -> tuple[str, ...]:
    """Return the group keys that a definition averages over, sorted.

    >>> from measurand.metrics.options import AverageKind
    >>> group_keys(F(averaging=Averaging(average=Average(AverageKind.MACRO, ("doc", "sample")))))
    ('doc',)
    """
    match definition:
        case Difference(f=f):
            return group_keys(f)
        case Total() | Column() | Ratio() | Transition() | Shift() | Auc() | Numeric() | Family():
            return ()
        case _:
            keys = definition.averaging.average.keys
            return tuple(sorted(key for key in keys if key not in {SAMPLE, CLASS}))


def with_average(definition: A, average: Average) -> A:
    """Return the same definition under another average.

    Which classes a mean over classes runs over is said of such a mean alone.

    >>> with_average(F(), Average()).averaging.average.kind.value
    'micro'
    """
    how = definition.averaging
    over = how.over if CLASS in average.keys else Over()
    return evolve(definition, averaging=evolve(how, average=average, over=over))
