"""Metrics of samples that are observed in several ways at once: ratios, changes, areas.

Such a metric needs two or three facts of one sample side by side (two columns, an earlier and a
later answer, a score and a label), so its evidence is a `Joint`, and a sample that lacks one of
them is excluded with the reason. To pool each alone and combine then would compare other samples.
"""

from fractions import Fraction

from attrs import field, frozen, validators

from measurand.evidence.observation import Observation
from measurand.metrics.averaged import F
from measurand.metrics.empty_rules import EmptyRules, named
from measurand.metrics.family import Family
from measurand.metrics.metric import Metric, Written
from measurand.metrics.numeric import NUMERIC
from measurand.metrics.options import Among, Base, Change, Direction, Zero


@frozen(kw_only=True, cache_hash=True)
class Ratio(Written):
    """One numeric column's sum divided by another's.

    Samples without one of the two are excluded and counted. `zero` says what it is where the
    bottom sums to 0.

    >>> Ratio(top="hits", bottom="tries").zero.value
    'undefined'

    Raises ValueError without names.
    """

    top: str = field(validator=named)
    bottom: str = field(validator=named)
    zero: Zero = Zero.UNDEFINED


@frozen(kw_only=True, cache_hash=True)
class Transition(Written):
    """Samples by whether they are right before and after: fixed, broken, still wrong, kept right.

    `before` names the list of the earlier answers; `answer` is the later one. A sample is right as
    in `exact_match`. Rates lie in [0, 1], net_gain in [-1, 1]; they are undefined where nothing can
    be fixed (broken), or no sample is there: a count then is 0. `over` is the bottom of net_gain
    alone; there a sample that was read but not scored weighs one.

    >>> Transition(of=Change.FIX_RATE, before="stage1").over.value
    'scored'
    """

    of: Change = field()
    before: str = field(validator=named)
    over: Base = Base.SCORED
    observation: Observation = field(factory=Observation)


@frozen(kw_only=True, cache_hash=True)
class Shift(Written):
    """The share of samples whose F rises (or falls) from the earlier answers to the later ones.

    Only samples for which the column `where` is not 0 can count; `over` says whether they are the
    bottom too, or all samples that have the column. A sample without gold or answers never counts
    on top. `zero` says what it is where the bottom is 0.

    >>> Shift(of=Direction.IMPROVED, before="stage1", where="changed").over.value
    'all'
    """

    of: Direction = field()
    before: str = field(validator=named)
    where: str = field(validator=named)
    over: Among = Among.ALL
    zero: Zero = Zero.UNDEFINED
    beta: Fraction = field(
        default=Fraction(1),
        validator=[validators.instance_of(Fraction), validators.gt(Fraction(0))],
    )
    observation: Observation = field(factory=Observation)
    empty: EmptyRules = field(factory=EmptyRules)


@frozen(kw_only=True, cache_hash=True)
class Difference(Written):
    """F of the later answers minus F of the earlier ones, over the samples that have both.

    `before` names the list of the earlier answers; the rest are the options of `f`. Range [-1, 1].
    Undefined where one of the two is, or where a spread is asked for.

    >>> Difference(before="stage1").f.beta
    Fraction(1, 1)
    """

    before: str = field(validator=named)
    f: F = field(factory=F)


@frozen(kw_only=True, cache_hash=True)
class Auc(Written):
    """The area under the ROC curve of a numeric column against one that is 1 or 0.

    How likely a random sample of label 1 has a higher score than one of label 0, a tie counting
    half (Hanley and McNeil 1982, doi 10.1148/radiology.143.1.7063747). Samples are drawn by their
    weights. Range [0, 1]. Samples without one of the two numbers are excluded and counted; a label
    that is neither 0 nor 1 is refused. Undefined where no sample that weighs something has label 1,
    or none has label 0.

    >>> Auc(score="cf", label="correct").label
    'correct'

    Raises ValueError without names.
    """

    score: str = field(validator=named)
    label: str = field(validator=named)


@frozen(kw_only=True, cache_hash=True)
class Numeric(Written):
    """A metric of pairs of numbers, by its formula: of a column and of another that predicts it.

    Samples without one of the two are excluded and counted; all sums are weighted. Undefined where
    the formula divides by 0. Exact: roots stay symbolic. Range and source are those of the metric.

    >>> from measurand.metrics.numeric import NUMERIC
    >>> Numeric(metric=NUMERIC["bias"], gold="price", predicted="guess").gold
    'price'

    Raises ValueError without names.
    """

    metric: Metric = field()
    gold: str = field(validator=named)
    predicted: str = field(validator=named)

    @metric.validator
    def _told_by_its_name(self, _attribute: object, value: Metric) -> None:
        if NUMERIC.get(value.name) != value:
            message = f"a metric of numbers that its name tells: got {value.name!r}"
            raise ValueError(message)


Paired = Ratio | Transition | Shift | Difference | Auc | Numeric | Family
"""The definitions that have no average of units among their options."""
