"""The whole table of empty cases: each case, each rule, each average, each of P, R and F."""

from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve

from measurand.evidence.observation import ClassKind, ClassOf, Observation
from measurand.metrics.definitions import F, Precision, Recall
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import evaluate
from measurand.metrics.options import (
    Aggregate,
    Average,
    AverageKind,
    Drop,
    EmptyRule,
    EmptyValue,
    Over,
    OverKind,
    Parts,
)
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score, Undefined

RULES: list[EmptyRule] = [Drop(), *(Parts(p, r) for p, r in product(EmptyValue, EmptyValue))]
EMPTY = {
    "both_empty": Sample(id="empty", groups=(("document", "2"),)),
    "gold_empty": Sample(id="empty", predicted=("b",), groups=(("document", "2"),)),
    "pred_empty": Sample(id="empty", gold=("b",), groups=(("document", "2"),)),
}
PERFECT = Sample(id="perfect", gold=("a",), predicted=("a",), groups=(("document", "1"),))

# The units of each of these averages are, for the two samples above: one perfect, one empty.
BY_CLASS = Averaging(
    average=Average(AverageKind.MACRO, ("class",)), over=Over(OverKind.DECLARED, ("a", "b"))
)
MEANS = {
    "sample": Averaging(average=Average(AverageKind.MACRO, ("sample",))),
    "document": Averaging(average=Average(AverageKind.MACRO, ("document",))),
    "document, sample": Averaging(average=Average(AverageKind.MACRO, ("document", "sample"))),
    "class": BY_CLASS,
}
Metric = type[Precision] | type[Recall] | type[F]
METRICS: tuple[Metric, ...] = (Precision, Recall, F)


def rules(case: str, rule: EmptyRule) -> EmptyRules:
    """Set the rule of one case."""
    return evolve(EmptyRules(), **{case: rule})


def number(rule: EmptyRule, metric: Metric) -> int | None:
    """Read what a rule says of P, R or F by hand; None is skip."""
    if isinstance(rule, Drop):
        return None
    p, r = ({"0": 0, "1": 1, "skip": None}[part.value] for part in (rule.precision, rule.recall))
    if metric is Precision:
        return p
    if metric is Recall:
        return r
    if p is None or r is None:
        return None
    return 1 if p == r == 1 else 0


def make(metric: Metric, how: Averaging, empty: EmptyRules) -> Precision | Recall | F:
    """Make P, R or F under an average and rules."""
    kind = ClassKind.ITEM if how == BY_CLASS else ClassKind.NONE
    return metric(observation=Observation(classes=ClassOf(kind)), averaging=how, empty=empty)


def undefined(found: Score) -> bool:
    """Say whether there is no score."""
    return isinstance(found, Undefined)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("case", EMPTY)
def test_an_empty_corpus_of_one_unit_scores_what_the_rule_says(
    case: str, rule: EmptyRule, metric: Metric
) -> None:
    value = number(rule, metric)
    alone = {name: how for name, how in MEANS.items() if name != "class"}

    for how in (*alone.values(), Averaging(average=Average())):
        found = evaluate(make(metric, how, rules(case, rule)), (EMPTY[case],))

        assert undefined(found) if value is None else found == Defined(Fraction(value))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("case", EMPTY)
@pytest.mark.parametrize("average", MEANS)
def test_an_empty_unit_beside_a_perfect_one_counts_by_its_rule_or_not_at_all(
    average: str, case: str, rule: EmptyRule, metric: Metric
) -> None:
    definition = make(metric, MEANS[average], rules(case, rule))
    value = number(rule, metric)

    found = evaluate(definition, (PERFECT, EMPTY[case]))

    if value is None and average == "document, sample":  # the inner mean has nothing left
        assert undefined(found)
    else:
        mean = Fraction(1) if value is None else Fraction(1 + value, 2)
        assert found == Defined(mean)


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("case", EMPTY)
@pytest.mark.parametrize("average", ["sample", "document", "class"])
def test_f_of_means_takes_each_mean_by_itself(average: str, case: str, rule: EmptyRule) -> None:
    parts = [number(rule, metric) for metric in (Precision, Recall)]
    p, r = (Fraction(1) if part is None else Fraction(1 + part, 2) for part in parts)
    mean = make(F, MEANS[average], rules(case, rule))
    assert isinstance(mean, F)
    definition = evolve(mean, aggregate=Aggregate.HARMONIC)

    found = evaluate(definition, (PERFECT, EMPTY[case]))

    assert found == Defined(2 * p * r / (p + r))


@pytest.mark.parametrize("case", ["gold_empty", "pred_empty"])
def test_under_micro_and_weights_an_empty_sample_beside_others_has_no_rule(case: str) -> None:
    corpus = (PERFECT, EMPTY[case])
    how = Averaging(average=Average())

    found = {evaluate(make(F, how, rules(case, rule)), corpus) for rule in RULES}

    assert found == {Defined(Fraction(2, 3))}  # 2 * 1 / (1 + 2)


def test_no_sample_has_no_score_whatever_the_rules_say() -> None:
    ones = Parts(EmptyValue.ONE, EmptyValue.ONE)
    generous = EmptyRules(both_empty=ones, gold_empty=ones, pred_empty=ones)

    found = [evaluate(make(F, how, generous), ()) for how in MEANS.values()]

    assert set(found) == {Undefined("no sample was scored")}
