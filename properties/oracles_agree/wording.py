"""The aggregation part of a definition, put into the oracle's words."""

from dataclasses import replace

from measurand.metrics.definitions import (
    Accuracy,
    Averaged,
    ExactMatch,
    F,
    Jaccard,
    Precision,
    Recall,
)
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.options import Chosen, Drop, EmptyRule, EmptyValue, Parts, Statistic
from measurand.metrics.options import Only as Ours
from properties.oracles.units import DROP, Only, Options, Rule

RULE_PARTS = {EmptyValue.ZERO: 0, EmptyValue.ONE: 1, EmptyValue.SKIP: None}
STATISTICS = {
    Statistic.MEAN: "mean",
    Statistic.POPULATION: "variance_population",
    Statistic.SAMPLE: "variance_sample",
}


def rule(given: EmptyRule) -> Rule:
    """Write an empty rule."""
    match given:
        case Drop():
            return DROP
        case Parts(precision, recall):
            return RULE_PARTS[precision], RULE_PARTS[recall]


def only(given: Ours) -> Only:
    """Write which classes are looked at."""
    match given:
        case Chosen(kind, classes):
            return kind.value, classes
        case _:
            return given


def options(definition: Averaged) -> Options:
    """Write the aggregation part of a definition."""
    how = definition.averaging
    common = Options(
        average=how.average.kind.value,
        keys=how.average.keys,
        only=only(how.only),
        over=how.over.classes or how.over.kind.value,
        undefined=how.undefined.value,
        statistic=STATISTICS[how.statistic],
        missing=definition.observation.missing.value,
    )
    match definition:
        case Jaccard(both_empty=part):
            return replace(common, both_empty=(RULE_PARTS[part], RULE_PARTS[part]))
        case ExactMatch() | Accuracy():
            return common
        case F(empty=empty, beta=beta, aggregate=aggregate):
            return replace(ruled(common, empty), beta=beta, aggregate=aggregate.value)
        case Precision(empty=empty) | Recall(empty=empty):
            return ruled(common, empty)


def ruled(common: Options, empty: EmptyRules) -> Options:
    """Add the empty rules."""
    return replace(
        common,
        both_empty=rule(empty.both_empty),
        gold_empty=rule(empty.gold_empty),
        pred_empty=rule(empty.pred_empty),
    )
