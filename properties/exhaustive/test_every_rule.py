"""Precision, recall, F and others under every empty rule, on every tally up to a stated size.

Sizes: all 1,000 triples of empty rules (10 for nothing at all, 10 for no gold, 10 for no
prediction) on the 14 tallies with counts up to 2, for four metrics: 56,000 scores; the 204 tallies
with counts up to 7 for seven metrics under the plain rules; and every corpus of two samples out of
those 14 tallies, under 10 rules, micro and macro, for three metrics: 11,760 scores.
"""

from fractions import Fraction
from itertools import product

import pytest

from measurand.evidence.observation import Observation
from measurand.evidence.pool import pool
from measurand.metrics.averaged import Averaged, ExactMatch, F, Jaccard, Precision, Recall
from measurand.metrics.components import component
from measurand.metrics.empty_rules import Averaging, EmptyRules
from measurand.metrics.finalise import Finaliser
from measurand.metrics.options import Average, AverageKind, Drop, EmptyRule, EmptyValue, Parts
from measurand.values.sample import Sample
from measurand.values.score import Defined
from measurand.values.tally import Tally
from properties.oracles import averages, units
from properties.oracles.units import Case, Options, Rule

ONE = Fraction(1)
RULES: list[EmptyRule] = [*(Parts(p, r) for p, r in product(EmptyValue, repeat=2)), Drop()]
TRIPLES = list(product(RULES, repeat=3))
TALLIES = [
    (hits, predicted, gold)
    for predicted, gold in product(range(8), repeat=2)
    for hits in range(min(predicted, gold) + 1)
]
SMALL = [counts for counts in TALLIES if max(counts) < 3]


def plain(rule: EmptyRule) -> Rule:
    if isinstance(rule, Drop):
        return units.DROP
    numbers = {EmptyValue.ZERO: 0, EmptyValue.ONE: 1, EmptyValue.SKIP: None}
    return numbers[rule.precision], numbers[rule.recall]


def options(rules: EmptyRules, beta: Fraction, average: str = "macro") -> Options:
    return Options(
        average=average,
        both_empty=plain(rules.both_empty),
        gold_empty=plain(rules.gold_empty),
        pred_empty=plain(rules.pred_empty),
        beta=beta,
    )


@pytest.mark.parametrize(
    ("metric", "beta"),
    [("precision", ONE), ("recall", ONE), ("f", ONE), ("f", Fraction(2))],
)
def test_1000_triples_of_empty_rules_score_14_tallies_by_the_sentences(
    metric: str, beta: Fraction
) -> None:
    checked = 0
    for both, no_gold, no_prediction in TRIPLES:
        rules = EmptyRules(both_empty=both, gold_empty=no_gold, pred_empty=no_prediction)
        found = component(definition(metric, rules, beta))
        for counts in SMALL:
            hits, predicted, gold = map(Fraction, counts)
            expected = units.component(metric, (hits, predicted, gold), options(rules, beta))
            assert found.value(Tally(*counts)) == expected
            checked += 1

    assert checked == 14_000


def definition(metric: str, rules: EmptyRules, beta: Fraction, *, micro: bool = False) -> Averaged:
    average = Average() if micro else Average(AverageKind.MACRO, ("sample",))
    how = Averaging(average=average)
    match metric:
        case "precision":
            return Precision(empty=rules, averaging=how)
        case "recall":
            return Recall(empty=rules, averaging=how)
        case _:
            return F(empty=rules, averaging=how, beta=beta)


@pytest.mark.parametrize(
    ("metric", "beta"),
    [("precision", ONE), ("recall", ONE), *(("f", Fraction(n, 2)) for n in (1, 2, 4))],
)
def test_204_tallies_score_by_the_sentences_under_the_plain_rules(
    metric: str, beta: Fraction
) -> None:
    rules = EmptyRules()
    found = component(definition(metric, rules, beta))
    for counts in TALLIES:
        hits, predicted, gold = map(Fraction, counts)
        expected = units.component(metric, (hits, predicted, gold), options(rules, beta))
        assert found.value(Tally(*counts)) == expected

    assert len(TALLIES) == 204


def test_jaccard_and_exact_match_score_204_tallies_under_each_rule() -> None:
    for counts, part in product(TALLIES, EmptyValue):
        hits, predicted, gold = map(Fraction, counts)
        rule = plain(Parts(part, part))
        how = Options(both_empty=rule)

        jaccard = component(Jaccard(both_empty=part)).value(Tally(*counts))
        exact = component(ExactMatch()).value(Tally(*counts))

        assert jaccard == units.component("jaccard", (hits, predicted, gold), how)
        assert exact == units.component("exact_match", (hits, predicted, gold), how)


@pytest.mark.parametrize("metric", ["precision", "recall", "f"])
def test_every_corpus_of_two_small_samples_averages_by_the_sentences(metric: str) -> None:
    corpora = list(product(SMALL, repeat=2))
    for first, second in corpora:
        found = Finaliser(pool(Observation(), [sample("1", first), sample("2", second)]))
        cases = [Case((("", *counts),)) for counts in (first, second)]
        for rule, micro in product(RULES, (True, False)):
            rules = EmptyRules(both_empty=rule)
            how = options(rules, Fraction(1), "micro" if micro else "macro")
            score = found.score(definition(metric, rules, Fraction(1), micro=micro)).score
            value = score.value if isinstance(score, Defined) else None
            assert value == averages.score(metric, cases, how)

    assert len(corpora) * len(RULES) * 2 == 3920


def sample(name: str, counts: tuple[int, int, int]) -> Sample:
    hits, predicted, gold = counts
    common = [f"both {at}" for at in range(hits)]
    return Sample(
        id=name,
        gold=(*common, *(f"gold {at}" for at in range(gold - hits))),
        predicted=(*common, *(f"predicted {at}" for at in range(predicted - hits))),
    )
