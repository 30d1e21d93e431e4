"""Definitions: frozen values that say completely what a number means."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve, field, frozen, validators

from measurand.evidence.observation import ClassKind, ColumnOf, Observation, Observing
from measurand.metrics.options import (
    BY_SAMPLE,
    CLASS,
    ONES,
    ZEROES,
    Aggregate,
    Average,
    EmptyRule,
    Of,
    Over,
    OverKind,
    Part,
    Policy,
    Statistic,
    Summing,
)


@frozen(kw_only=True, cache_hash=True)
class Averaging:
    """How the scores of units become one score.

    `only` restricts to one class before anything else; None takes all.

    >>> Averaging().average.kind.value
    'macro'
    """

    average: Average = BY_SAMPLE
    only: str | None = None
    over: Over = field(factory=Over)
    undefined: Policy = Policy.PROPAGATE
    statistic: Statistic = Statistic.MEAN


def _classed(definition: object, _attribute: object, value: Averaging) -> None:
    """Refuse to speak of classes where items have none."""
    observation = getattr(definition, "observation", Observation())
    speaks = (
        value.only is not None
        or value.over.kind is OverKind.DECLARED
        or CLASS in value.average.keys
    )
    if speaks and observation.classes.kind is ClassKind.NONE:
        message = "only, over=declared and means over class need a class of items: got class=none"
        raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class EmptyRules:
    """Precision and recall of a unit where gold items, predictions, or both are missing.

    >>> EmptyRules().both_empty == ONES
    True
    """

    both_empty: EmptyRule = ONES
    gold_empty: EmptyRule = ZEROES
    pred_empty: EmptyRule = ZEROES


@frozen(kw_only=True, cache_hash=True)
class Precision:
    """Hits divided by predictions (van Rijsbergen 1979, Information Retrieval, chapter 7).

    Range [0, 1]. Undefined for a unit without predictions: the empty rules decide.

    >>> Precision().averaging.average.keys
    ('sample',)
    """

    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=_classed)
    empty: EmptyRules = field(factory=EmptyRules)


@frozen(kw_only=True, cache_hash=True)
class Recall:
    """Hits divided by gold items (van Rijsbergen 1979, Information Retrieval, chapter 7).

    Range [0, 1]. Undefined for a unit without gold items: the empty rules decide.

    >>> Recall().empty.gold_empty == ZEROES
    True
    """

    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=_classed)
    empty: EmptyRules = field(factory=EmptyRules)


@frozen(kw_only=True, cache_hash=True)
class F:
    """The weighted harmonic mean of precision and recall (van Rijsbergen 1979, chapter 7).

    F = (1 + beta^2) P R / (beta^2 P + R); range [0, 1]; 0 where P = R = 0. `aggregate` says whether
    the F of units is averaged, or F is taken of averaged P and R (Opitz and Burst 2019,
    arXiv:1911.03347: the second is never smaller). Undefined as P and R are.

    >>> F(beta=Fraction(2)).aggregate.value
    'mean'

    Raises ValueError unless beta > 0, and where a spread is asked of F of means, which has none.
    """

    beta: Fraction = field(default=Fraction(1), validator=validators.instance_of(Fraction))
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=_classed)
    empty: EmptyRules = field(factory=EmptyRules)
    aggregate: Aggregate = field(default=Aggregate.MEAN)

    @beta.validator
    def _positive(self, _attribute: object, value: Fraction) -> None:
        if value <= 0:
            message = f"beta is positive: got {value}"
            raise ValueError(message)

    @aggregate.validator
    def _has_spread(self, _attribute: object, value: Aggregate) -> None:
        if value is Aggregate.HARMONIC and self.averaging.statistic is not Statistic.MEAN:
            message = (
                "a standard deviation needs an F of each unit: "
                "got aggregate=harmonic, expected aggregate=mean"
            )
            raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Jaccard:
    """Hits divided by all different items (Jaccard 1912, New Phytologist 11:37).

    Range [0, 1]; 0 where one side is empty; `both_empty` decides where both are.

    >>> Jaccard().both_empty.value
    '1'
    """

    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=_classed)
    both_empty: Part = Part.ONE


@frozen(kw_only=True, cache_hash=True)
class ExactMatch:
    """The share of samples whose predictions and gold items are the same.

    A sample is right where hits = predictions = gold items; nothing against nothing is right. The
    units are always samples: micro takes them all alike, macro over a group key takes the mean of
    the shares of the groups. Undefined only without samples.

    >>> ExactMatch().averaging.average.keys
    ('sample',)
    """

    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=_classed)


@frozen(kw_only=True, cache_hash=True)
class Accuracy:
    """The share of judgements that are right; averages are those of `exact_match`.

    A judgement has at most one gold and one predicted item; undefined where a sample has more
    (that is `exact_match`).

    >>> Accuracy().averaging.only is None
    True
    """

    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=_classed)


@frozen(kw_only=True, cache_hash=True)
class Total:
    """A count over all samples: hits (true positives), predictions, gold items, fp, fn, tn.

    Hits may be fractions of an item. A true negative is a sample with nothing on either side, which
    is what it means for judgements with `only` set to the positive class.

    >>> Total(of=Of.GOLD).only is None
    True
    """

    of: Of = Of.HITS
    observation: Observation = field(factory=Observation)
    only: str | None = field(default=None)

    @only.validator
    def _has_classes(self, _attribute: object, value: str | None) -> None:
        _classed(self, None, Averaging(only=value))


@frozen(kw_only=True, cache_hash=True)
class Column:
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


Definition = Precision | Recall | F | Jaccard | ExactMatch | Accuracy | Total | Column
Averaged = Precision | Recall | F | Jaccard | ExactMatch | Accuracy

REVISIONS: Mapping[str, tuple[type[Definition], int]] = {
    "precision": (Precision, 1),
    "recall": (Recall, 1),
    "f": (F, 1),
    "jaccard": (Jaccard, 1),
    "exact_match": (ExactMatch, 1),
    "accuracy": (Accuracy, 1),
    "total": (Total, 1),
    "column": (Column, 1),
}
"""Every metric by its name in a signature, with the revision of its numbers."""

NAMES: Mapping[type, str] = {kind: name for name, (kind, _) in REVISIONS.items()}


def observing(definition: Definition) -> Observing:
    """Return the observation part of a definition: definitions that share it share the pass.

    >>> observing(Column(name="cost"))
    ColumnOf(name='cost')
    """
    return ColumnOf(definition.name) if isinstance(definition, Column) else definition.observation


def group_keys(definition: Definition) -> tuple[str, ...]:
    """Return the group keys that a definition averages over, sorted.

    >>> from measurand.metrics.options import AverageKind
    >>> group_keys(F(averaging=Averaging(average=Average(AverageKind.MACRO, ("doc", "sample")))))
    ('doc',)
    """
    if isinstance(definition, Total | Column):
        return ()
    keys = definition.averaging.average.keys
    return tuple(sorted(key for key in keys if key not in {"sample", "class"}))


def with_average(definition: Averaged, average: Average) -> Averaged:
    """Return the same definition under another average.

    >>> with_average(F(), Average()).averaging.average.kind.value
    'micro'
    """
    return evolve(definition, averaging=evolve(definition.averaging, average=average))
