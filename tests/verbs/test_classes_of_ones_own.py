"""A metric of a user's own, as a class that no entry point names, in every verb."""

from fractions import Fraction

import pytest
from attrs import field, frozen

from measurand import (
    Accumulator,
    Defined,
    InvalidInputError,
    Number,
    UndefinedScoreError,
    compare,
    interval,
    measure,
    score,
    score_function,
)
from measurand.algebra.functional import Rows
from measurand.algebra.number import Number as Exact
from measurand.evidence.evidence import Evidence
from measurand.evidence.observation import ColumnOf, Observing, Together
from measurand.inference.interval import Interval
from measurand.metrics.family import About, Family, numbers
from measurand.metrics.metric import GOLD, HITS, PREDICTED, Metric
from measurand.metrics.user_metric import registered


@frozen(kw_only=True, cache_hash=True)
class Overrun(Family):
    about = About(
        name="overrun",
        says="what is over a budget, as a share of the budget",
        formula="sum(max(y - x, 0)) / sum(x)",
        low=0,
        better=-1,
        example="budget=budget,cost=cost",
    )
    budget: str = field()
    cost: str = field()

    @property
    def reading(self) -> Observing:
        return Together((ColumnOf(self.budget), ColumnOf(self.cost)))

    def value(self, rows: Rows[Evidence]) -> Exact:
        over = rows.sum(lambda row: max(numbers(row)[1] - numbers(row)[0], Fraction(0)))
        return over.over(rows.sum(lambda row: numbers(row)[0]), "the budgets sum to 0")


@frozen(kw_only=True, cache_hash=True)
class Taken(Overrun):
    about = About(name="mae", says="", formula="", low=0, better=-1, example="")


OVERRUN = Overrun(budget="gold", cost="predicted")
# 0 + 2 + 0 + 5 over, of 40.
BUDGET, COST, EXPECTED = [10] * 4, [9, 12, 10, 15], Fraction(7, 40)
NAME = "overrun/1(budget=gold,cost=predicted)"


def test_its_number_shows_itself_everywhere() -> None:
    found = score(BUDGET, COST, OVERRUN)

    assert found == EXPECTED
    assert repr(found) == f"<Number 0.175: {NAME}>"
    assert found.signature == NAME
    assert str(score(BUDGET, COST, [OVERRUN, "mae"])).startswith(f"{NAME}: 0.175\n")
    assert NAME in found._repr_html_()
    assert NAME in str(found.document)
    assert NAME in str(found.to_dict())
    each = [Fraction(0), Fraction(1, 5), Fraction(0), Fraction(1, 2)]
    assert [one.score for one in found.explain()] == [Defined(one) for one in each]


def test_it_has_intervals_and_comparisons() -> None:
    found = interval(BUDGET, COST, OVERRUN, seed=1)
    [one] = compare(BUDGET * 4, {"late": COST * 4, "exact": BUDGET * 4}, OVERRUN, seed=1)

    assert found.interval == Interval(low=0.0, high=0.375, level=Fraction(19, 20))
    assert one.difference == Defined(EXPECTED)
    # 8 of 16 rows differ, all one way: 2 of the 2**8 exchanges are as far.
    assert one.p_value == Fraction(2, 2**8)
    assert one.verdict.value == "different"


def test_batches_of_it_add_up() -> None:
    running = Accumulator(OVERRUN)
    running.update(COST[:1], BUDGET[:1])
    running.update(COST[1:], BUDGET[1:])
    parts = measure(BUDGET, COST, OVERRUN) + measure(BUDGET, COST, OVERRUN)

    assert running.compute() == EXPECTED
    assert parts.score() == EXPECTED
    assert score_function(OVERRUN)(BUDGET, COST) == 0.175


def test_where_there_is_no_number_it_says_why() -> None:
    found: Number = score([0], [1], OVERRUN)

    assert "the budgets sum to 0" in repr(found)
    with pytest.raises(UndefinedScoreError, match="the budgets sum to 0"):
        float(found)


def test_a_class_under_the_name_of_another_metric_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="a class under a name of its own, got 'mae'"):
        score(BUDGET, COST, Taken(budget="gold", cost="predicted"))


def test_a_metric_of_counts_is_answered_with_the_text_that_scores_it() -> None:
    dice = registered(
        Metric(name="dice", formula=2 * HITS / (GOLD + PREDICTED), says="", low=0, high=1)
    )

    with pytest.raises(InvalidInputError) as refusal:
        score([{"a"}], [{"a", "b"}], dice)  # type: ignore[call-overload]
    _, _, by_text = str(refusal.value).partition("is scored by its text: ")

    assert score([{"a"}], [{"a", "b"}], by_text) == Fraction(2, 3)
