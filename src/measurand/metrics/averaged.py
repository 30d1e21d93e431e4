"""Metrics that score units and average them: precision, recall, F, Jaccard, shares of samples.

Each is a frozen value with three parts: what is observed, how units are averaged, and what units
give in which something is missing. None of them is hidden in code: 0/0 has no value, so somebody
has to say what an empty unit scores, and programs say different things. The defaults are one
choice among these, and stand in every signature.
"""

from fractions import Fraction
from typing import ClassVar

from attrs import field, frozen, validators

from measurand.algebra.formula import Formula as Expressed
from measurand.evidence.observation import Observation
from measurand.metrics.computable import not_computable
from measurand.metrics.empty_rules import Averaging, EmptyRules, classed
from measurand.metrics.metric import Metric, Written
from measurand.metrics.options import Aggregate, Average, EmptyValue, Statistic
from measurand.metrics.standard import ACCURACY, EXACT_MATCH, JACCARD, MEASURES, PRECISION, RECALL
from measurand.metrics.standard import F as F_MEASURE

POOLED = Averaging(average=Average())
"""All samples as one unit."""


@frozen(kw_only=True, cache_hash=True)
class Precision(Written):
    """Hits divided by predictions (van Rijsbergen 1979, Information Retrieval, chapter 7).

    Range [0, 1]. Undefined for a unit without predictions: the empty rules decide.

    >>> Precision().averaging.average.keys
    ('sample',)
    """

    metric: ClassVar[Metric] = PRECISION
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=classed)
    empty: EmptyRules = field(factory=EmptyRules)


@frozen(kw_only=True, cache_hash=True)
class Recall(Written):
    """Hits divided by gold items (van Rijsbergen 1979, Information Retrieval, chapter 7).

    Range [0, 1]. Undefined for a unit without gold items: the empty rules decide.

    >>> Recall().empty.gold_empty.recall.value
    '0'
    """

    metric: ClassVar[Metric] = RECALL
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=classed)
    empty: EmptyRules = field(factory=EmptyRules)


@frozen(kw_only=True, cache_hash=True)
class F(Written):
    """The weighted harmonic mean of precision and recall (van Rijsbergen 1979, chapter 7).

    F = (1 + beta^2) P R / (beta^2 P + R); range [0, 1]; 0 where P = R = 0. `aggregate` says whether
    the F of units is averaged, or F is taken of averaged P and R (Opitz and Burst 2019,
    arXiv:1911.03347: the second is never smaller). Undefined as P and R are.

    >>> F(beta=Fraction(2)).aggregate.value
    'mean'

    Raises ValueError unless beta > 0, and where a spread is asked of F of means, which has none.
    """

    metric: ClassVar[Metric] = F_MEASURE
    beta: Fraction = field(default=Fraction(1), validator=validators.instance_of(Fraction))
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=classed)
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
class Jaccard(Written):
    """Hits divided by all different items (Jaccard 1912, New Phytologist 11:37).

    Range [0, 1]; 0 where one side is empty; `both_empty` decides where both are.

    >>> Jaccard().both_empty.value
    '1'
    """

    metric: ClassVar[Metric] = JACCARD
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=classed)
    both_empty: EmptyValue = EmptyValue.ONE


@frozen(kw_only=True, cache_hash=True)
class ExactMatch(Written):
    """The share of samples whose predictions and gold items are the same.

    A sample is right where hits = predictions = gold items; nothing against nothing is right. The
    units are always samples: micro takes them all alike, macro over a group key takes the mean of
    the shares of the groups. Undefined only without samples.

    >>> ExactMatch().averaging.average.keys
    ('sample',)
    """

    metric: ClassVar[Metric] = EXACT_MATCH
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=classed)


@frozen(kw_only=True, cache_hash=True)
class Accuracy(Written):
    """The share of judgements that are right; averages are those of `exact_match`.

    A judgement has at most one gold and one predicted item; undefined where a sample has more
    (that is `exact_match`).

    >>> Accuracy().averaging.only is None
    True
    """

    metric: ClassVar[Metric] = ACCURACY
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(factory=Averaging, validator=classed)


@frozen(kw_only=True, cache_hash=True)
class Measure(Written):
    """A metric of counted statistics, by its formula: of all samples, or a mean over units.

    What is judged is counted too: a sample is one judgement of each class, so it has at most one
    gold and one predicted item of a class, which match where there are both. Such a metric is of
    one class (`only`) or of each (a mean over classes); mcc, kappa and error_rate are of all
    classes at once too, over all samples, and no answer is then a label of its own.
    `zero_division` is what a unit scores whose formula divides by 0, or has a root of less; `skip`
    leaves it out. A class that nobody has is scored as any other. Range and source are those of the
    metric.

    >>> from measurand.metrics.standard import SPECIFICITY
    >>> Measure(metric=SPECIFICITY).averaging.average.kind.value
    'micro'
    """

    metric: Metric = field()
    observation: Observation = field(factory=Observation)
    averaging: Averaging = field(default=POOLED, validator=classed)
    zero_division: EmptyValue = EmptyValue.SKIP

    @metric.validator
    def _told_by_its_name(self, _attribute: object, value: Metric) -> None:
        expected = MEASURES.get(value.name)
        if isinstance(self, Formula):
            expected = own(value.formula)
        if value != expected:
            message = f"a metric that its name tells: got another {value.name!r}"
            raise ValueError(message)


@frozen(kw_only=True, cache_hash=True)
class Formula(Measure):
    """A formula of one's own, of `hits`, `predicted`, `gold` and `judged`; all else as in others.

    It is written with + - * / **, sqrt and numbers, and nothing in it is run. What is judged is
    counted too: a sample is one judgement of each class. It is undefined where the bottom of its
    normal form is 0; `zero_division` says what it is there.

    >>> from measurand.metrics.metric import GOLD, HITS
    >>> Formula(metric=own(HITS / GOLD)).metric.name
    'formula'
    """


def own(formula: Expressed) -> Metric:
    """Make a metric of a formula alone.

    >>> from measurand.metrics.metric import GOLD, HITS
    >>> own(HITS / GOLD).says
    'a formula of its own'

    Raises ValueError where it speaks of anything but counts, or is no quotient of sums and roots.
    """
    metric = Metric(name="formula", formula=formula, says="a formula of its own")
    if message := not_computable(metric):
        raise ValueError(message)
    return metric


Averaged = Precision | Recall | F | Jaccard | ExactMatch | Accuracy
