"""Gates: what a look may spend, what decides an outcome, what is missing, and the power."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import pytest
from scipy.stats import poisson

from measurand.inference.gates import Gate, Look, Outcome, Terms, Tolerance, gate
from measurand.inference.interval import Interval
from measurand.inference.leaderboards import Better
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.values.score import Defined, Undefined

FIRST = Look()
REASON = "reruns differ by as much"


def runs(right: int, of: int = 100, first: int = 0) -> dict[str, Fraction]:
    """Be right on so many items, from one on."""
    return {f"i{at}": Fraction(first <= at < first + right) for at in range(of)}


def look(
    run: dict[str, Fraction],
    base: dict[str, Fraction],
    *,
    look: Look = FIRST,
    tolerance: Tolerance | None = None,
    better: Better = Better.HIGH,
) -> Gate:
    terms = Terms(look=look, tolerance=tolerance, better=better, drops=(Fraction(1, 10),))
    return gate(run, base, Plan(), terms, measure="match")


def p_of(found: Gate) -> Fraction:
    assert isinstance(found.p_value, PValue)
    return found.p_value.value


def tolerated(amount: str) -> Tolerance:
    return Tolerance(Fraction(amount), REASON)


# Exchanging k items that differ all one way gives 2/2^k: of the first look, 1/80 is the test's.
@pytest.mark.parametrize(("lost", "outcome"), [(7, Outcome.TOO_FEW), (8, Outcome.WORSE)])
def test_the_test_has_half_of_what_the_look_may_spend(lost: int, outcome: Outcome) -> None:
    found = look(runs(100 - lost), runs(100))

    assert found.outcome is outcome
    assert p_of(found) == Fraction(2, 2**lost)


def test_a_later_look_may_spend_less() -> None:
    # 1/40, 1/120 and so on: 1/20 over t (t + 1), a half for the test. 2/2^8 is 1/128.
    run, base = runs(92), runs(100)

    found = [look(run, base, look=Look(number=number)).outcome for number in (1, 2)]

    assert found == [Outcome.WORSE, Outcome.TOO_FEW]
    assert [Look(number=number).fewest for number in (1, 2, 20)] == [8, 9, 16]


def test_it_is_said_where_no_p_could_be_small_enough() -> None:
    # Seven items that differ give 2/2^7 at least, which is above 1/80.
    found = look(runs(93), runs(100))

    assert found.outcome is Outcome.TOO_FEW
    assert found.because.startswith("no p that may come out of these is as small")


def test_measures_share_what_a_look_may_spend() -> None:
    assert Look(number=2, measures=3).share == Fraction(1, 20) / 6 / 3


def test_no_item_that_differs_is_equal_and_no_item_at_all_tells_nothing() -> None:
    assert look(runs(50), runs(50)).outcome is Outcome.EQUAL
    assert look(runs(3, 7), runs(3, 7)).outcome is Outcome.TOO_FEW
    assert look({}, runs(3)).outcome is Outcome.TOO_FEW


def test_what_is_tolerated_is_decided_by_the_bounds() -> None:
    run, base = runs(1900, 2000, first=10), runs(1900, 2000)

    assert look(run, base).outcome is Outcome.TOO_FEW
    assert look(run, base, tolerance=tolerated(".02")).outcome is Outcome.EQUAL
    assert look(base, runs(1400, 2000), tolerance=tolerated(".2")).outcome is Outcome.BETTER
    assert look(runs(1400, 2000), base, tolerance=tolerated(".2")).outcome is Outcome.WORSE
    assert look(base, runs(1560, 2000), tolerance=tolerated(".17")).outcome is Outcome.NOT_WORSE


def test_a_drop_within_what_is_tolerated_is_not_worse_though_the_test_sees_it() -> None:
    found = look(runs(1960, 2000), runs(2000, 2000), tolerance=tolerated(".05"))

    assert p_of(found) < Fraction(1, 10**6)
    assert found.outcome is Outcome.EQUAL


def test_lower_may_be_better() -> None:
    found = look(runs(60), runs(90), better=Better.LOW)

    assert found.outcome is Outcome.BETTER
    assert found.difference == Defined(Fraction(-3, 10))


def test_clusters_are_exchanged_whole() -> None:
    run, base = runs(90), runs(100)
    ten = {item: f"c{int(item[1:]) // 10}" for item in base}

    found = gate(run, base, Plan(), Terms(), clusters=ten)

    # Ten items of one cluster are one cluster that differs.
    assert found.units == 10
    assert p_of(found) == 1
    assert found.outcome is Outcome.TOO_FEW


def test_a_run_cannot_pass_by_lacking_hard_items() -> None:
    base = runs(100)
    run = {item: score for item, score in base.items() if int(item[1:]) < 70}

    found = look(run, base, tolerance=tolerated(".2"))

    assert (found.missing, found.items) == (30, 70)
    assert found.outcome is Outcome.TOO_FEW


def test_what_holds_whatever_the_missing_are_is_said() -> None:
    base = runs(1000, 1000)
    run = {item: Fraction(0) for item in list(base)[:400]} | dict(list(base.items())[400:997])

    assert look(run, base).outcome is Outcome.WORSE
    assert look(dict(list(base.items())[3:]), base, tolerance=tolerated(".1")).outcome in {
        Outcome.EQUAL,
        Outcome.NOT_WORSE,
    }


def test_scores_beyond_1_have_no_bounds() -> None:
    found = look({"a": Fraction(3)}, {"a": Fraction(0)})

    assert isinstance(found.bounds, Undefined)


def test_the_power_is_that_of_the_normal_law() -> None:
    # 12 items lost and 8 found of 100: the error is sqrt((.2 - .04^2) / 99).
    base = runs(50)
    run = {item: Fraction(int(item[1:]) in {*range(12, 50), *range(60, 68)}) for item in base}
    error, normal = sqrt((0.2 - 0.04**2) / 99), NormalDist()
    reach = normal.inv_cdf(1 - 1 / 160) * error

    found = look(run, base)

    assert found.error == pytest.approx(error)
    assert found.visible == pytest.approx(reach + normal.inv_cdf(0.8) * error)
    assert isinstance(found.visible, float)
    [power] = found.powers
    assert power.power == pytest.approx(normal.cdf((0.1 - reach) / error))
    assert power.needed == pytest.approx(100 * ((found.visible) / 0.1) ** 2, abs=1)


def test_no_drop_is_visible_that_too_few_items_can_show() -> None:
    # One item of 300 differs, so the error is tiny; but eight have to differ before a p is small.
    found = look(runs(299, 300), runs(300, 300))

    # The Poisson law says how probable 8 losses are, of so many expected.
    assert isinstance(found.visible, float)
    assert poisson.sf(7, 300 * found.visible) == pytest.approx(0.8, abs=1e-4)
    [power] = found.powers
    assert power.power == pytest.approx(poisson.sf(7, 30))
    assert power.needed == pytest.approx(10 * 300 * found.visible, abs=1)


def test_items_that_lose_a_half_show_half_a_drop() -> None:
    base = runs(300, 300)
    whole, half = look(base | {"i0": Fraction(0)}, base), look(base | {"i0": Fraction(1, 2)}, base)

    assert isinstance(whole.visible, float)
    assert half.visible == pytest.approx(whole.visible / 2)


def test_no_power_is_known_where_nothing_could_be_told() -> None:
    few = look(runs(2, 5), runs(4, 5))

    assert isinstance(few.visible, Undefined)
    assert all(isinstance(one.power, Undefined) for one in few.powers)


def test_the_bounds_are_those_of_the_look() -> None:
    found = look(runs(90), runs(95), look=Look(number=3))

    assert isinstance(found.bounds, Interval)
    assert found.bounds.level == 1 - Fraction(1, 20) / 12 / 2


@pytest.mark.parametrize(("amount", "because"), [("0", REASON), ("1", REASON), ("1/100", " ")])
def test_a_tolerance_has_a_size_and_a_reason(amount: str, because: str) -> None:
    with pytest.raises(ValueError, match="toleran"):
        Tolerance(Fraction(amount), because)


def test_a_look_is_one_of_looks() -> None:
    with pytest.raises(ValueError, match="from 1 on"):
        Look(number=0)
