"""What a column of precision, recall or F may mean: readings, in the words of signatures."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from attrs import field, frozen

from measurand.evidence.matching import GivenCounts, Greedy, Optimal
from measurand.evidence.observation import Credit, Observation
from measurand.evidence.span_matching import Mode, SpanMatch
from measurand.metrics.codec import number_text
from measurand.metrics.definitions import F, Precision, Recall
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.options import (
    BY_SAMPLE,
    ONES,
    ZEROES,
    Aggregate,
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    EmptyValue,
    Parts,
    Policy,
    Statistic,
)

MICRO = Average(AverageKind.MICRO)


@frozen(kw_only=True, cache_hash=True)
class Reading:
    """One meaning of printed precision, recall and F: how they are averaged, and what is a hit.

    `soft` hits are worth anything from `least` to 1 (both ends, so a threshold that must be passed
    is taken as one that must be reached) and may be lost; other hits are whole. `average` pools all
    samples, or is the mean over samples.

    >>> Reading(aggregate=Aggregate.HARMONIC).text
    'average=macro[sample],both_empty=1+1,gold_empty=0+0,pred_empty=0+0,aggregate=harmonic,\
credit=binary'

    Raises ValueError for another average, a `least` outside [0, 1], or one of whole hits.
    """

    average: Average = field(default=BY_SAMPLE)
    empty: EmptyRules = field(factory=EmptyRules)
    aggregate: Aggregate = Aggregate.MEAN
    soft: bool = False
    least: Fraction = field(default=Fraction(0))

    @average.validator
    def _known(self, _attribute: object, value: Average) -> None:
        if value not in {MICRO, BY_SAMPLE}:
            message = f"average=micro or macro[sample]: got {value.kind.value}{list(value.keys)}"
            raise ValueError(message)

    @least.validator
    def _worth(self, _attribute: object, value: Fraction) -> None:
        if not 0 <= value <= 1 or (value and not self.soft):
            message = f"the least that a soft hit is worth, in [0, 1]: got {value}"
            raise ValueError(message)

    @property
    def pooled(self) -> bool:
        """Tell whether all samples are pooled."""
        return self.average == MICRO

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """List the options, in the words and the order of a signature.

        What decides only when a whole corpus is empty is left out of micro.
        """
        if self.pooled:
            rules: tuple[tuple[str, str], ...] = (("average", "micro"),)
        else:
            rules = (
                ("average", "macro[sample]"),
                ("both_empty", rule_text(self.empty.both_empty)),
                ("gold_empty", rule_text(self.empty.gold_empty)),
                ("pred_empty", rule_text(self.empty.pred_empty)),
                ("aggregate", self.aggregate.value),
            )
        credit = (("credit", "similarity" if self.soft else "binary"),)
        match = (("match", f"greedy[threshold={number_text(self.least)}]"),) if self.least else ()
        return rules + match + credit

    @property
    def text(self) -> str:
        """Write the options on one line."""
        return ",".join(f"{name}={value}" for name, value in self.options)

    @property
    def averaging(self) -> Averaging:
        """Give the averaging part of the definitions."""
        return Averaging(average=self.average)

    def precision(self) -> Precision:
        """Define precision on ready-made tallies."""
        return Precision(observation=TALLIES, averaging=self.averaging, empty=self.empty)

    def recall(self) -> Recall:
        """Define recall on ready-made tallies."""
        return Recall(observation=TALLIES, averaging=self.averaging, empty=self.empty)

    def f(self, beta: Fraction = Fraction(1)) -> F:
        """Define F on ready-made tallies."""
        return F(
            beta=beta,
            observation=TALLIES,
            averaging=self.averaging,
            empty=self.empty,
            aggregate=self.aggregate,
        )


TALLIES = Observation(match=GivenCounts())
"""How a witness is observed: its samples have ready-made tallies."""


def rule_text(rule: EmptyRule) -> str:
    """Write a rule for empty samples as a signature does.

    >>> rule_text(ONES), rule_text(Drop())
    ('1+1', 'drop')
    """
    match rule:
        case Drop():
            return "drop"
        case Parts(precision, recall):
            return f"{precision.value}+{recall.value}"


def reading_of(definition: F) -> Reading:
    """Read a definition of F as a reading: what it says of averages, empty samples and hits.

    >>> from measurand.metrics.signature import parse
    >>> found = parse("f(match=greedy[threshold=0.7],average=micro)")
    >>> reading_of(found).text if isinstance(found, F) else ""
    'average=micro,match=greedy[threshold=0.7],credit=similarity'

    Raises ValueError for what a table cannot be asked about: nested or weighted means, means over
    classes, one class alone, a standard deviation, another policy for what is undefined.
    """
    how = definition.averaging
    plain = how.only is None and how.statistic is Statistic.MEAN
    if not plain or how.undefined is Policy.ZERO:
        message = "a mean over all samples, without classes: got another definition"
        raise ValueError(message)
    soft, least = _worth(definition.observation)
    return Reading(
        average=how.average,
        empty=definition.empty,
        aggregate=definition.aggregate,
        soft=soft,
        least=least,
    )


def _worth(how: Observation) -> tuple[bool, Fraction]:
    match how.match:
        case Greedy(threshold=least) | Optimal(threshold=least):
            if how.credit in {Credit.BINARY, Credit.EXACT}:
                return False, Fraction(0)
            return True, Fraction(0) if how.credit is Credit.FUZZY else least
        case SpanMatch(mode=Mode.PARTIAL) | GivenCounts():
            return True, Fraction(0)
        case _:
            return False, Fraction(0)


BOTH_EMPTY: tuple[EmptyRule, ...] = (ONES, Drop(), ZEROES)
GOLD_EMPTY: tuple[EmptyRule, ...] = (
    ZEROES,
    Parts(EmptyValue.ZERO, EmptyValue.ONE),
    Parts(EmptyValue.ZERO, EmptyValue.SKIP),
)
PRED_EMPTY: tuple[EmptyRule, ...] = (
    ZEROES,
    Parts(EmptyValue.ONE, EmptyValue.ZERO),
    Parts(EmptyValue.SKIP, EmptyValue.ZERO),
)
"""What is often meant by the rules for empty samples (docs/which-f1.md)."""


def default_readings(*, soft: bool = True) -> tuple[Reading, ...]:
    """List the readings of a table that says nothing of its definition.

    They are micro, and the mean over samples under each pair of `aggregate`s and each of the rules
    that are often meant (27 of them), the most usual first. Whole hits are a case of soft ones:
    where both are asked, the soft reading comes right before that of whole hits.

    >>> len(default_readings()), len(default_readings(soft=False))
    (110, 55)
    """
    worths = (True, False) if soft else (False,)
    return tuple(
        Reading(average=average, empty=empty, aggregate=aggregate, soft=credit)
        for average, empty, aggregate in _definitions()
        for credit in worths
    )


def _definitions() -> Iterator[tuple[Average, EmptyRules, Aggregate]]:
    """List the most usual first: by how far the rules for one empty side are from the usual."""
    yield MICRO, EmptyRules(), Aggregate.MEAN
    one_side = product(range(len(GOLD_EMPTY)), range(len(PRED_EMPTY)))
    for gold, predicted in sorted(one_side, key=lambda pair: (sum(pair), pair)):
        for both, aggregate in product(BOTH_EMPTY, Aggregate):
            empty = EmptyRules(
                both_empty=both, gold_empty=GOLD_EMPTY[gold], pred_empty=PRED_EMPTY[predicted]
            )
            yield BY_SAMPLE, empty, aggregate


def allowed(readings: tuple[Reading, ...], known: Mapping[str, str]) -> tuple[Reading, ...]:
    """Keep the readings that agree with options that are known.

    >>> [one.text for one in allowed(default_readings(), {"average": "micro", "credit": "binary"})]
    ['average=micro,credit=binary']
    """
    return tuple(
        one
        for one in readings
        if all(dict(one.options).get(name, value) == value for name, value in known.items())
    )
