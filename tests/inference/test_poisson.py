"""Rows that memory does not hold, resampled by Poisson numbers that each row draws for itself."""

from collections.abc import Callable
from fractions import Fraction
from math import factorial, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.floats import floats
from measurand.algebra.lazy_counts import Again
from measurand.evidence.evidence import Amount, Evidence, Excluded, Joint, Observed
from measurand.evidence.pool import Pool, pool
from measurand.inference.comparison import Estimate, estimate
from measurand.inference.interval import Ends, Interval
from measurand.inference.plan import Overflow, Plan, Stream
from measurand.inference.poisson import names, poisson, summed, thresholds
from measurand.inference.resample import resampled
from measurand.inference.resampling_units import passes_of, rows_of
from measurand.inference.table import table
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined
from measurand.values.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

POISSON = Plan(overflow=Overflow.POISSON, replicates=2000)
COSTS = [Fraction(n * n % 97, 10) for n in range(200)]
MEAN = Defined(sum(COSTS, Fraction(0)) / len(COSTS))
SAMPLES = [
    Sample(
        id=str(n),
        gold=("a", "b")[: n % 3],
        predicted=("b", "c")[: (n // 2) % 3],
        amounts=(("cost", cost), ("right", Fraction(n % 2)), ("tries", Fraction(n % 7 + 1))),
    )
    for n, cost in enumerate(COSTS)
]


def outside(inside: Pool, turned: Callable[[list[tuple[Evidence, int]]], object] = list) -> Pool:
    """Keep the rows of a pool where they are read in passes, perhaps in another order."""

    def again(bag: Bag[Evidence]) -> Again[Evidence]:
        rows = list(bag.counts.items())
        turned(rows)
        return Again(lambda: iter(rows), once=True)

    bags = {place: Bag(again(bag)) for place, bag in inside.keyed.bags.items()}
    return Pool(inside.names, Keyed(bags), inside.observing)


def estimated(definition: str, plan: Plan = POISSON) -> Estimate:
    how = parse(definition)
    return estimate(how, outside(pool(observing(how), SAMPLES)), plan, key=definition)


# e**-1 = 0.36787944117144232..., e**-5 = 0.00673794699908546...: any table of constants.
def test_the_first_threshold_is_the_chance_of_none() -> None:
    assert thresholds(1)[0] == round(Fraction("0.36787944117144232") * 2**32)
    assert thresholds(5)[0] == round(Fraction("0.00673794699908546") * 2**32)


@pytest.mark.parametrize("mean", [1, 2, 9, 60])
def test_every_threshold_is_the_nearest_to_the_law(mean: int) -> None:
    power = sum(Fraction(mean**k, factorial(k)) for k in range(8 * mean + 60))
    found = thresholds(mean)

    shares = [Fraction(mean**k, factorial(k)) / power for k in range(len(found) + 1)]

    law = [sum(shares[: k + 1]) for k in range(len(shares))]
    assert found == tuple(round(share * 2**32) for share in law[:-1])
    assert round(law[-1] * 2**32) == 2**32


@pytest.mark.parametrize("mean", [1, 3, 1024, 1025, 5000])
def test_numbers_have_the_mean_and_the_variance_of_the_law(mean: int) -> None:
    drawn = poisson((0, "a row"), mean, 100_000)

    assert abs(drawn.mean() - mean) < 4 * sqrt(mean / 100_000)
    assert abs(drawn.var() / mean - 1) < 4 * sqrt((2 + 1 / mean) / 100_000)


def test_numbers_have_the_law_and_not_only_its_moments() -> None:
    drawn = poisson((0, "a row"), 1, 100_000)

    seen = np.bincount(drawn.astype(int), minlength=8)[:8]
    expected = np.array([100_000 * np.exp(-1) / factorial(k) for k in range(8)])
    # 99.9 % of a chi-squared variable of 7 degrees of freedom lies below 24.3.
    assert ((seen - expected) ** 2 / expected).sum() < 24.3


def test_other_rows_draw_other_numbers() -> None:
    one, other = (poisson((0, name), 1, 10_000) for name in "ab")

    assert abs(np.corrcoef(one, other)[0, 1]) < 0.04


@pytest.mark.parametrize(
    "definition",
    [
        "column(name=cost,reduce=mean)",
        "column(name=cost)",
        "ratio(top=cost,bottom=tries)",
        "f",
        "f(average=micro)",
        "f(average=macro[class],class=item)",
        "exact_match",
        "total(of=gold)",
    ],
)
def test_scores_spread_as_under_a_multinomial_bootstrap(definition: str) -> None:
    how = parse(definition)
    inside = pool(observing(how), SAMPLES)
    rows = rows_of([how], inside)

    known = resampled(table(rows.vectors, rows.finish), Plan(replicates=4000))[:, 0]
    assert known.std() > 0.001
    found = scores(how, outside(inside), 4000)

    assert abs(found.std() / known.std() - 1) < 0.06
    assert abs(found.mean() - known.mean()) < 0.1 * known.std()
    ends = [0.025, 0.975]
    assert np.allclose(
        np.quantile(found, ends), np.quantile(known, ends), rtol=0, atol=0.2 * known.std()
    )


def scores(how: Definition, rows: Pool, replicates: int) -> "Floats":
    passes = passes_of([how], rows)
    return floats(passes.finish[0], summed(passes, Plan(replicates=replicates)).drawn)


@pytest.mark.parametrize(
    "definition", ["column(name=cost,reduce=mean)", "f", "ratio(top=cost,bottom=tries)"]
)
def test_the_order_of_the_rows_moves_no_bit(definition: str) -> None:
    how = parse(definition)
    inside = pool(observing(how), SAMPLES)

    straight = scores(how, outside(inside), 300)
    turned = scores(how, outside(inside, list.reverse), 300)

    assert straight.tobytes() == turned.tobytes()


def test_how_many_rows_are_held_at_once_moves_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    how = parse("column(name=cost,reduce=mean)")
    rows = outside(pool(observing(how), SAMPLES))
    many = scores(how, rows, 300)

    monkeypatch.setattr("measurand.inference.poisson._CELLS", 1)

    assert scores(how, rows, 300).tobytes() == many.tobytes()


def test_numbers_of_many_digits_are_rounded_once_each_and_then_summed_exactly() -> None:
    how = parse("column(name=cost,reduce=mean)")
    costs = [cost + Fraction(n, 10**17) for n, cost in enumerate(COSTS)]
    samples = [Sample(id=str(n), amounts=(("cost", one),)) for n, one in enumerate(costs)]
    inside = pool(observing(how), samples)

    straight, turned = (outside(inside, one) for one in (list, list.reverse))

    assert scores(how, straight, 50).tobytes() == scores(how, turned, 50).tobytes()
    [found] = summed(passes_of([how], straight), Plan(replicates=1)).sums[:1]
    assert found == sum(costs)


def test_one_row_in_several_groups_draws_in_each_for_itself() -> None:
    how = parse("column(name=cost,reduce=mean)")
    samples = [
        Sample(id=f"{n}", amounts=(("cost", Fraction(n % 2)),), groups=(("run", str(n // 2)),))
        for n in range(200)
    ]
    rows = outside(pool(observing(how), samples, names=("run",)))

    # A share of 1/2 among 200 samples has a standard error of 0.035; of two rows alone, of 0.3.
    assert 0.03 < scores(how, rows, 1000).std() < 0.04


def test_an_interval_says_that_it_was_made_so() -> None:
    found = estimated("column(name=cost,reduce=mean)")

    assert found.score == MEAN
    assert (found.units, found.left_out) == (200, 0)
    assert isinstance(found.interval, Interval)
    assert found.interval.how == (
        "Poisson bootstrap, keyed by row, as there are 49 distinct rows: a resample "
        "has a random number of samples, and its sums are scaled to the true number"
    )
    assert found.interval.signed(-1).how == found.interval.how


def test_without_a_word_there_is_no_interval() -> None:
    found = estimated("column(name=cost,reduce=mean)", Plan())

    assert found.score == MEAN
    assert found.interval == Undefined(
        "49 distinct rows are too many to resample in memory: "
        "--overflow poisson draws them row by row"
    )


def test_pairs_of_samples_are_not_weighed_row_by_row() -> None:
    found = estimated("auc(score=cost,label=right)")

    assert (
        found.score
        == estimate(
            parse("auc(score=cost,label=right)"),
            pool(observing(parse("auc(score=cost,label=right)")), SAMPLES),
            Plan(replicates=2),
        ).score
    )
    assert isinstance(found.interval, Undefined)
    assert found.interval.reason.endswith(
        "distinct rows are too many to resample in memory, and an area is no sum over them"
    )


@pytest.mark.parametrize("stream", [Stream.EXACT, Stream.LEGACY])
def test_other_streams_do_not_draw_row_by_row(stream: Stream) -> None:
    found = estimated(
        "column(name=cost,reduce=mean)", Plan(overflow=Overflow.POISSON, stream=stream)
    )

    assert found.interval == Undefined(
        "49 distinct rows are too many to resample in memory: "
        f"got the stream {stream.value}, not numpy or raw"
    )


def test_rows_that_may_come_twice_would_draw_the_same_numbers_twice() -> None:
    how = parse("column(name=cost,reduce=mean)")
    rows = outside(pool(observing(how), SAMPLES))

    found = estimate(how, rows.map(lambda row: row), POISSON)

    assert found.score == MEAN
    assert found.interval == Undefined(
        "49 distinct rows are too many to resample in memory, "
        "and some that were changed since may be equal"
    )


def test_scores_without_each_unit_are_not_kept() -> None:
    plan = Plan(overflow=Overflow.POISSON, ends=Ends.BCA, replicates=10)

    found = estimated("column(name=cost,reduce=mean)", plan)

    assert found.interval == Undefined("BCa needs the scores without each unit")


def test_nobody_has_no_interval() -> None:
    how = parse("column(name=cost,reduce=mean)")
    rows = outside(pool(observing(how), [Sample(id="1")]))

    found = estimate(how, rows, POISSON)

    assert found.score == Undefined("no sample has a number 'cost'")
    assert found.interval == Undefined("no sample was scored")
    assert (found.units, found.left_out) == (0, 1)


def test_where_memory_holds_the_rows_nothing_is_drawn_otherwise() -> None:
    how = parse("column(name=cost,reduce=mean)")
    inside = pool(observing(how), SAMPLES)

    found = estimate(how, inside, POISSON)

    assert found.interval == estimate(how, inside, Plan(replicates=2000)).interval


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Amount(Fraction(1, 12)), Amount(Fraction(11, 2))),
        (Amount(Fraction(1), Fraction(2)), Amount(Fraction(2), Fraction(1))),
        (Observed((("a", Tally(1, 1, 1)),)), Observed((("a1", Tally(1, 1, 1)),))),
        (Excluded("a"), Joint((Excluded("a"),))),
        (Joint((Excluded("a"), Excluded("b"))), Joint((Excluded("b"), Excluded("a")))),
    ],
)
def test_other_rows_have_other_names(one: Evidence, other: Evidence) -> None:
    assert tuple(names(one)) != tuple(names(other))


def test_equal_rows_have_one_name() -> None:
    one = Observed((("a", Tally(Fraction(1), Fraction(2), 2)),))

    assert tuple(names(one)) == tuple(names(Observed((("a", Tally(1, 2, 2)),))))


def test_a_stored_pool_of_which_a_rule_drops_every_sample_has_no_interval() -> None:
    definition = parse("f(both_empty=drop)")
    bag = Bag[Evidence](Again(lambda: iter([(Observed(()), 3)])))
    evidence = Pool((), Keyed({(): bag}), observing(definition))

    found = estimate(definition, evidence, Plan(overflow=Overflow.POISSON))

    assert found.score == Undefined("no unit has a f")
    assert found.interval == Undefined("no sample was scored")
    assert (found.units, found.left_out) == (0, 3)


def test_a_mean_of_roots_of_stored_samples_has_a_score_and_no_interval() -> None:
    definition = "fowlkes_mallows(average=macro[sample],zero_division=0)"
    found, inside = estimated(definition), pool(observing(parse(definition)), SAMPLES)

    assert found.score == estimate(parse(definition), inside, POISSON).score
    assert isinstance(found.score, Defined)
    assert found.interval == Undefined(
        "6 distinct rows are too many to resample in memory: "
        "a mean of roots over units is resampled where memory holds them"
    )
