"""Means with standard deviations: of whole numbers, and of zeros and ones."""

from fractions import Fraction

import pytest

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import Exhausted, Finding, Witness
from measurand.auditing.proofs.grain.grimmer import (
    BUDGET,
    Moments,
    binary_moments,
    deviations,
    least_squares,
    reachable,
    whole_moments,
)
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict


def table(
    mean: str,
    sd: str,
    *facts: tuple[Fact, int],
    role: Role = Role.MEAN,
    options: tuple[tuple[str, str], ...] = (("whole", "true"),),
    spread: tuple[tuple[str, str], ...] = (),
) -> Sheet:
    columns = (
        Column(name="M", role=role, options=options),
        Column(name="SD", role=Role.SD, options=spread),
    )
    cells = (("M", Printed.parse(mean)), ("SD", Printed.parse(sd)))
    return Sheet(columns=columns, rows=(Row(label="a", cells=cells),), facts=facts)


def verdicts(found: list[Finding]) -> list[tuple[str, Verdict]]:
    return [(one.reading, one.verdict) for one in found]


def test_a_deviation_between_two_possible_ones_is_refuted_in_both_readings() -> None:
    # 18 whole numbers of sum 62: sums of squares are even, so 2.47 falls between 2.45 and 2.50.
    found = list(deviations(table("3.44", "2.47", (Fact.SAMPLES, 18))))

    assert verdicts(found) == [
        ("sd=sample", Verdict.REFUTED),
        ("sd=population", Verdict.REFUTED),
    ]
    assert found[0].rule == "grimmer"
    assert found[0].because == (
        "not reproducible under 18 whole numbers: no sum has a sum of squares that prints as "
        "3.44 and 2.47"
    )
    assert found[0].grounds == (
        Exhausted("sums 62..62 of 18 whole numbers, each with its sums of squares", 1),
    )


def test_a_possible_deviation_has_its_sum_of_squares() -> None:
    # 1, 2, 3, 4, 5: mean 3, sample variance 2.5.
    found = list(deviations(table("3.0", "1.58", (Fact.SAMPLES, 5), spread=(("sd", "sample"),))))

    assert verdicts(found) == [("sd=sample", Verdict.HOLDS)]
    assert found[0].grounds == (Witness((("sum", Fraction(15)), ("sum of squares", Fraction(55)))),)


def test_all_sums_that_print_as_the_mean_are_tried_and_not_only_the_nearest() -> None:
    # 200 whole numbers with mean 0.0: sums -10..10. A deviation of .0706 is that of one 1.
    mean, sd = hull(Printed.parse("0.0")), hull(Printed.parse("0.0707"))
    only_zero = whole_moments(200, Interval(Fraction(0), Fraction(0)), sd, 199)

    assert only_zero.sums is None
    assert whole_moments(200, mean, sd, 199).sums == (-1, 1)


def test_a_mean_that_no_sum_gives_is_left_to_the_rule_of_counts() -> None:
    assert list(deviations(table("3.45", "2.47", (Fact.SAMPLES, 18)))) == []


def test_items_make_the_numbers_finer() -> None:
    one = deviations(table("3.44", "2.47", (Fact.SAMPLES, 18)))
    four = deviations(table("3.44", "2.47", (Fact.SAMPLES, 18), (Fact.ITEMS, 4)))

    assert {finding.verdict for finding in one} == {Verdict.REFUTED}
    assert {finding.verdict for finding in four} == {Verdict.HOLDS}


@pytest.mark.parametrize(
    "sheet",
    [
        table("3.44", "2.47", (Fact.SAMPLES, 18), options=()),
        table("3.44", "2.47", (Fact.SAMPLES, 18), (Fact.RUNS, 3)),
        table("3.44", "2.47", (Fact.SAMPLES, 18), spread=(("over", "runs"),)),
        table("3.44", "2.47", (Fact.SAMPLES, 1)),
        table("3.44", "2.47"),
        table("34.4%", "2.47%", (Fact.SAMPLES, 18), role=Role.RATE, options=()),
    ],
)
def test_what_is_no_deviation_over_whole_samples_is_not_asked(sheet: Sheet) -> None:
    assert list(deviations(sheet)) == []


def test_zeros_and_ones_have_the_deviation_of_their_mean() -> None:
    # Ten samples, half of them 1: sqrt(10/9 * 1/4) = .527, sqrt(1/4) = .5.
    def told(sd: str) -> list[Verdict]:
        of = table("0.50", sd, (Fact.SAMPLES, 10), options=(("binary", "true"),))
        return [one.verdict for one in deviations(of)]

    assert told("0.53") == [Verdict.HOLDS, Verdict.REFUTED]
    assert told("0.50") == [Verdict.REFUTED, Verdict.HOLDS]
    assert told("0.45") == [Verdict.REFUTED, Verdict.REFUTED]


def test_a_rate_is_of_zeros_and_ones_where_its_deviation_is_over_samples() -> None:
    sheet = table(
        "50%", "45%", (Fact.SAMPLES, 10), role=Role.RATE, options=(), spread=(("over", "samples"),)
    )
    found = list(deviations(sheet))

    assert [one.rule for one in found] == ["debit", "debit"]
    assert {one.verdict for one in found} == {Verdict.REFUTED}


def test_a_rate_over_several_items_a_sample_is_not_of_zeros_and_ones() -> None:
    known = ((Fact.SAMPLES, 10), (Fact.ITEMS, 4))
    of = table("50%", "45%", *known, role=Role.RATE, options=(), spread=(("over", "samples"),))

    # In quarters: sum 20, and a sum of squares in [68.5, 69.8] or [71.7, 73.1], which is even.
    assert [(one.rule, one.verdict) for one in deviations(of)] == [
        ("grimmer", Verdict.REFUTED),
        ("grimmer", Verdict.HOLDS),
    ]


def test_ones_are_found_on_both_sides_of_a_half() -> None:
    sd = hull(Printed.parse("0.30"))
    low, high = (hull(Printed.parse(text)) for text in ("0.1", "0.9"))

    assert binary_moments(100, low, sd, 100).sums == (10, 10)
    assert binary_moments(100, high, sd, 100).sums == (90, 90)


def test_an_even_spread_has_the_least_squares() -> None:
    assert least_squares(3, 7) == 2**2 + 2**2 + 3**2
    assert least_squares(3, -7) == 17


@pytest.mark.parametrize(
    ("number", "total", "squares", "there"),
    [
        (1, 3, 9, True),
        (1, 3, 11, False),
        (2, 2, 4, True),  # 0 and 2
        (2, 0, 4, False),  # x and -x: twice a square
        (3, 0, 4, False),  # 2(x*x + x*y + y*y)
        (3, 0, 6, True),  # 1, 1 and -2
        (4, 0, 28, False),  # 28 is no sum of three squares
        (4, 0, 26, True),
        (4, 1, 29, True),
        (5, 0, 28, True),
        (5, 0, 27, False),  # another parity
        (9, 9, 7, False),  # less than an even spread
    ],
)
def test_sums_of_squares_are_those_of_integers(
    number: int, total: int, squares: int, *, there: bool
) -> None:
    assert reachable(number, total, squares) is there


def test_a_search_without_end_is_not_decided() -> None:
    assert reachable(3, 0, 10**12) is None
    # Two numbers with sum 0 and deviation near 10**9: no square in reach.
    wide = Interval(Fraction(10**9), Fraction(10**9) + Fraction(1, 10**5))
    found = whole_moments(2, Interval(Fraction(0), Fraction(0)), wide, 2)
    assert found == Moments((0, 2 * 10**18), 1)
    off = Interval(Fraction(10**9) + Fraction(1, 10**9), Fraction(10**9) + Fraction(1, 3))
    assert whole_moments(2, Interval(Fraction(0), Fraction(0)), off, 2) == Moments(
        None, 1, ended=False
    )


def test_what_was_not_decided_is_said() -> None:
    sheet = table("0.0", "1000000000.3", (Fact.SAMPLES, 2), spread=(("sd", "population"),))
    (found,) = deviations(sheet)

    assert found.verdict is Verdict.UNDECIDED
    assert found.because == f"not decided within {BUDGET} cases"


def test_huge_numbers_are_counted_and_not_walked() -> None:
    wide = Interval(Fraction(0), Fraction(10**40))
    none = Interval(Fraction(10**40), Fraction(10**40) + Fraction(1, 10**60))

    assert whole_moments(10**12, wide, wide, 10**12).sums is not None
    assert whole_moments(3, wide, none, 2).ended is False
    assert binary_moments(10**12, wide, wide, 10**12).sums is not None
    assert reachable(3, 0, 10**80) is None
