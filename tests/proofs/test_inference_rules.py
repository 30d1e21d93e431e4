"""Adjusted p-values, counts of replicates, intervals and directions of printed tables."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import pytest

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import Clash, Finding, Witness
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.auditing.proofs.significance.adjusted_p_values import Fitted, fit, holm
from measurand.auditing.proofs.significance.intervals import (
    directions,
    interval_and_p,
    intervals,
    rate_intervals,
)
from measurand.auditing.proofs.significance.p_values import (
    adjusted_order,
    probabilities,
    replicates,
)
from measurand.inference.adjustment import adjust
from measurand.inference.rates import clopper_pearson, wilson
from measurand.values.printed import Printed, Rounding
from measurand.values.verdict import TableVerdict, Verdict

NAMES = {"d": Role.MEAN, "low": Role.LOW, "high": Role.HIGH, "p": Role.P, "adj": Role.P_HOLM}


def table(
    *rows: dict[str, str],
    options: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
    role: Role = Role.MEAN,
    facts: tuple[tuple[Fact, int], ...] = (),
) -> Sheet:
    """Read rows of texts; a name may have a group before a slash."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    roles = NAMES | {"d": role}
    columns = tuple(
        Column(
            name=name,
            role=roles[name.rpartition("/")[2]],
            group=name.rpartition("/")[0],
            options=(options or {}).get(name.rpartition("/")[2], ()),
        )
        for name in names
    )
    cells = (tuple((name, Printed.parse(text)) for name, text in row.items()) for row in rows)
    labelled = tuple(Row(label=str(at), cells=found) for at, found in enumerate(cells))
    return Sheet(columns=columns, rows=labelled, facts=facts)


def family(raw: str, adjusted: str) -> Sheet:
    pairs = zip(raw.split(), adjusted.split(), strict=True)
    return table(*({"p": p, "adj": q} for p, q in pairs))


def told(found: Iterator[Finding]) -> list[tuple[str, str]]:
    return [(one.reading, one.verdict.value) for one in found]


def test_holm_of_a_column_is_found_and_its_raw_p_values_are_shown() -> None:
    (found,) = holm(family("0.01 0.04 0.03", "0.03 0.06 0.06"))

    assert (found.reading, found.verdict) == ("family=column", Verdict.HOLDS)
    (witness,) = found.grounds
    assert isinstance(witness, Witness)
    exact = adjust([value for _, value in witness.values])
    spans = [hull(Printed.parse(text)) for text in ("0.03", "0.06", "0.06")]
    assert all(span.holds(p) for span, p in zip(spans, exact, strict=True))


def test_a_family_over_the_table_or_over_rows_is_a_reading() -> None:
    # The first: .016, .03, .04, .05 of four. The second: of two and two.
    over_table = table(
        {"a/p": "0.010", "a/adj": "0.030", "b/p": "0.004", "b/adj": "0.016"},
        {"a/p": "0.020", "a/adj": "0.040", "b/p": "0.050", "b/adj": "0.050"},
    )
    over_rows = table(
        {"a/p": "0.010", "a/adj": "0.020", "b/p": "0.030", "b/adj": "0.030"},
        {"a/p": "0.020", "a/adj": "0.040", "b/p": "0.040", "b/adj": "0.040"},
    )

    assert (
        told(holm(over_table))
        == [
            ("family=column", "refuted"),
            ("family=table", "holds"),
            ("family=row", "refuted"),
        ]
        * 2
    )
    assert (
        told(holm(over_rows))
        == [
            ("family=column", "refuted"),
            ("family=table", "refuted"),
            ("family=row", "holds"),
        ]
        * 2
    )


def test_a_family_that_is_larger_than_what_is_printed_is_a_reading_too() -> None:
    # The first three of ten tests.
    found = list(holm(family("0.00100 0.00200 0.00300", "0.01000 0.01800 0.02400")))

    assert told(iter(found)) == [("family=column", "refuted"), ("family=larger", "holds")]
    assert found[1].because == "Holm gives them in a family of 10, 7 of it not printed"


def test_a_family_of_no_size_decides_nothing_unless_the_column_says_which() -> None:
    odd = family("0.01 0.04", "0.05 0.05")
    said = table(
        {"p": "0.01", "adj": "0.05"},
        {"p": "0.04", "adj": "0.05"},
        options={"adj": (("family", "column"),)},
    )

    assert told(holm(odd)) == [("family=column", "refuted"), ("family=larger", "undecided")]
    (found,) = holm(said)
    assert found.verdict is Verdict.REFUTED
    assert found.because == "not reproducible under Holm in a family of 2: the adjusted p of 0"
    (clash,) = found.grounds
    assert isinstance(clash, Clash)
    assert clash.holds


def test_printed_p_values_are_intervals_so_that_adjusted_ones_may_look_off() -> None:
    # .0133 * 3 = .0399 prints as .040, while .013 * 3 = .039.
    assert told(holm(family("0.013 0.500 0.700", "0.040 1.000 1.000")))[0][1] == "holds"
    assert told(holm(family("0.013 0.500 0.700", "0.042 1.000 1.000")))[0][1] == "refuted"


def test_raw_p_values_that_fit_one_by_one_may_not_fit_together() -> None:
    # Adjusted .029 and .030: the second is at most the first, or its own raw one, at most .0205.
    def between(low: str, high: str) -> Interval:
        return Interval(Fraction(low), Fraction(high))

    first = between(".0145", ".0155"), between(".0285", ".0295")
    second = between(".0145", ".0155"), between(".0298", ".0305")

    assert fit([first, second], 2) == Fitted(ended=True)


def test_a_raw_p_value_is_bounded_by_the_adjusted_ones_of_larger_ones_too() -> None:
    # Twice the first is at most the adjusted second, .5: so the first is at most .25, not .4.
    def tenths(low: int, high: int) -> Interval:
        return Interval(Fraction(low, 10), Fraction(high, 10))

    found = fit([(tenths(2, 4), tenths(0, 10)), (tenths(2, 5), tenths(4, 5))], 2)

    assert found.raw == (Fraction(1, 4), Fraction(1, 2))


def test_missing_p_values_leave_the_others_to_be_asked() -> None:
    sheet = table({"p": "0.01", "adj": "0.02"}, {"p": "0.04"}, {"adj": "0.50"})

    assert told(holm(sheet))[0][1] in {"holds", "undecided"}
    assert list(holm(table({"p": "0.01"}, {"adj": "0.5"}))) == []


def test_ties_in_the_order_of_raw_p_values_are_tried_both_ways() -> None:
    assert told(holm(family("0.02 0.02", "0.04 0.04")))[0][1] == "holds"


def test_a_family_of_other_size_or_range_is_refused() -> None:
    wide = Interval(Fraction(0), Fraction(2))
    with pytest.raises(ValueError, match=r"^a p-value lies in \[0, 1\]"):
        fit([(wide, wide)], 1)
    with pytest.raises(ValueError, match=r"^a family is at least as large"):
        fit([(Interval(Fraction(0), Fraction(1)), wide)] * 2, 1)


@pytest.mark.parametrize(
    ("raw", "adjusted", "because"),
    [
        ("0.040 0.010", "0.040 0.020", ""),
        ("0.040 0.010", "0.030 0.020", "of 0, 0.030 is below its raw 0.040"),
        ("0.04 0.01", "0.03 0.02", ""),  # both may be .035
        (
            "0.01 0.04",
            "0.090 0.080",
            "1 has the larger raw p-value (0.04 to 0.01), but 0.080 is below the 0.090 of 0",
        ),
        ("0.010 0.010", "0.09 0.08", ""),  # one may be larger
    ],
)
def test_adjusted_p_values_keep_the_order_and_are_no_smaller(
    raw: str, adjusted: str, because: str
) -> None:
    said = {"adj": (("family", "column"),)}
    rows = zip(raw.split(), adjusted.split(), strict=True)
    cells = [{"p": one, "adj": other} for one, other in rows]
    (found,) = adjusted_order(table(*cells, options=said))

    family_ = "one" if "larger" in because else "any"
    expected = f"not reproducible under {family_} family: {because}" if because else ""
    assert found.verdict is (Verdict.REFUTED if because else Verdict.HOLDS)
    assert found.because == expected or not because
    assert all(isinstance(one, Clash) and one.holds for one in found.grounds)


def test_another_order_may_be_that_of_families_in_blocks_of_rows() -> None:
    # Holm over the first three tests and over the fourth alone: .02 is above .01, and not adjusted.
    blocks = family("0.010 0.400 0.600 0.020", "0.030 0.800 0.800 0.020")
    assert [one.verdict for one in adjusted_order(blocks)] == [Verdict.UNDECIDED]
    below = family("0.010 0.400 0.600 0.020", "0.030 0.800 0.800 0.010")
    assert [one.verdict for one in adjusted_order(below)] == [Verdict.REFUTED]


def test_another_order_may_be_that_of_families_over_rows() -> None:
    # Of a: .0400 for the raw .0100 and less for the larger .0200; once below its raw one.
    rows = (
        {"a/p": "0.0100", "a/adj": "0.0400", "b/p": "0.0020", "b/adj": "0.0040"},
        {"a/p": "0.0200", "a/adj": "0.0100", "b/p": "0.5000", "b/adj": "0.5000"},
    )
    stated = {"adj": (("family", "table"),)}

    assert [one.verdict.value for one in adjusted_order(table(*rows))] == ["refuted", "holds"]
    above = (rows[0], rows[1] | {"a/adj": "0.0300"})
    assert [one.verdict.value for one in adjusted_order(table(*above))] == ["undecided", "holds"]
    pinned = table(*above, options=stated)
    assert [one.verdict.value for one in adjusted_order(pinned)] == ["refuted", "holds"]


def test_a_p_value_lies_between_0_and_1() -> None:
    found = list(probabilities(table({"p": "1.000"}, {"p": "0.0"}, {"p": "-0.2"}, {"p": "43%"})))

    assert [one.verdict.value for one in found] == ["holds", "holds", "refuted", "holds"]


RESAMPLED = {"p": (("test", "resampling"),)}


def counts(text: str, replicates_: int, *, pinned: bool = True) -> list[tuple[str, str]]:
    options = RESAMPLED if pinned else None
    return told(
        replicates(table({"p": text}, options=options, facts=((Fact.REPLICATES, replicates_),)))
    )


def test_a_p_value_counts_replicates_in_one_of_four_ways() -> None:
    assert counts("0.0150", 1000) == [
        ("p=r/B", "holds"),
        ("p=2r/B", "refuted"),
        ("p=(r+1)/(B+1)", "holds"),  # 15/1001 = .01499
        ("p=2(r+1)/(B+1)", "refuted"),
    ]
    assert counts("0.0155", 1000) == [
        ("p=r/B", "refuted"),
        ("p=2r/B", "refuted"),
        ("p=(r+1)/(B+1)", "refuted"),
        ("p=2(r+1)/(B+1)", "refuted"),
    ]


def test_a_p_value_of_0_counts_no_observed_sample() -> None:
    found = list(
        replicates(table({"p": "0.0000"}, options=RESAMPLED, facts=((Fact.REPLICATES, 1000),)))
    )

    assert told(iter(found)) == [
        ("p=r/B", "holds"),
        ("p=2r/B", "holds"),
        ("p=(r+1)/(B+1)", "refuted"),
        ("p=2(r+1)/(B+1)", "refuted"),
    ]
    assert found[2].because == (
        "not reproducible under p=(r+1)/(B+1) with B = 1000: r = 0 as 0.0010"
    )


def test_a_p_value_near_1_counts_all_replicates() -> None:
    assert {verdict for _, verdict in counts("1.0000", 999)} == {"holds"}
    assert {verdict for _, verdict in counts("0.9999", 999)} == {"refuted"}


def test_a_p_value_may_come_from_a_test_without_replicates() -> None:
    assert counts("0.0155", 1000, pinned=False)[-1] == ("another test", "undecided")
    assert len(counts("0.0150", 1000, pinned=False)) == 4


def test_a_way_to_count_may_be_stated() -> None:
    options = {"p": (("test", "resampling"), ("count", "p=2r/B"))}
    sheet = table({"p": "0.0150"}, options=options, facts=((Fact.REPLICATES, 1000),))
    (found,) = replicates(sheet)

    assert found.verdict is Verdict.REFUTED
    assert found.because == (
        "not reproducible under p=2r/B with B = 1000: r = 7 as 0.0140, r = 8 as 0.0160"
    )


def test_without_a_number_of_replicates_nothing_is_asked() -> None:
    assert list(replicates(table({"p": "0.0155"}, options=RESAMPLED))) == []


def interval(estimate: str, low: str, high: str, role: Role = Role.MEAN) -> Finding:
    (found,) = intervals(table({"d": estimate, "low": low, "high": high}, role=role))
    return found


def test_an_interval_holds_its_estimate_or_may_by_rounding() -> None:
    assert interval("0.25", "0.10", "0.40").verdict is Verdict.HOLDS
    assert interval("0.41", "0.10", "0.40").verdict is Verdict.HOLDS
    assert interval("0.42", "0.10", "0.40").verdict is Verdict.REFUTED
    assert interval("0.08", "0.10", "0.40").verdict is Verdict.REFUTED


def test_an_interval_that_runs_down_is_refuted() -> None:
    found = interval("0.25", "0.40", "0.10", Role.F)

    assert found.because == (
        "not reproducible under an interval that runs upwards: 0.25 [0.40, 0.10]"
    )
    assert all(isinstance(one, Clash) and one.holds for one in found.grounds)


def test_a_resampled_interval_of_f_may_miss_its_estimate() -> None:
    found = interval("0.50", "0.10", "0.40", Role.F)

    assert found.verdict is Verdict.UNDECIDED
    assert found.because.startswith("a resampled interval of what is no mean may miss")


def test_a_miss_is_unusual_where_most_rows_hold_theirs() -> None:
    inside, missed = ({"d": one, "low": "0.10", "high": "0.40"} for one in ("0.25", "0.50"))

    *_, refuted, open_ = intervals(table(inside, inside, missed, role=Role.F))
    assert (refuted.verdict, open_.verdict) == (Verdict.REFUTED, Verdict.UNDECIDED)
    assert open_.unusual
    *_, other = intervals(table(inside, missed, role=Role.F))
    assert other.verdict is Verdict.UNDECIDED
    assert not other.unusual


def test_ends_name_their_estimate_or_belong_to_that_of_their_group() -> None:
    columns = (
        Column(name="x", role=Role.MEAN),
        Column(name="y", role=Role.MEAN),
        Column(name="low", role=Role.LOW, of=("y",)),
        Column(name="high", role=Role.HIGH, of=("y",)),
    )
    cells = (("x", "0.9"), ("y", "0.2"), ("low", "0.1"), ("high", "0.3"))
    row = Row(label="a", cells=tuple((name, Printed.parse(text)) for name, text in cells))
    found = [one.columns for one in intervals(Sheet(columns=columns, rows=(row,)))]

    assert found == [("low", "y", "high")]


def test_full_floats_of_one_point_may_differ_by_what_summing_costs() -> None:
    # All differences .1: their mean over 231 samples and its resampled ends, as floats give them.
    cells = {
        "d": Printed.parse("0.10000000000000014"),
        "low": Printed.parse("0.1", rounding=Rounding.FLOAT64),
        "high": Printed.parse("0.1", rounding=Rounding.FLOAT64),
    }
    columns = tuple(Column(name=name, role=NAMES[name]) for name in cells)
    row = Row(label="a", cells=tuple(cells.items()))

    (found,) = intervals(Sheet(columns=columns, rows=(row,), facts=((Fact.SAMPLES, 231),)))

    assert found.verdict is Verdict.HOLDS


def test_an_interval_and_a_p_value_that_disagree_are_noted_and_never_refuted() -> None:
    apart = table({"d": "0.25", "low": "0.10", "high": "0.40", "p": "0.20"})
    around = table({"d": "0.25", "low": "-0.10", "high": "0.40", "p": "0.01"})
    agreed = table({"d": "0.25", "low": "0.10", "high": "0.40", "p": "0.01"})
    point = table({"d": "0.00", "low": "0.00", "high": "0.00", "p": "1.00"})

    (leaves,), (holds,) = interval_and_p(apart), interval_and_p(around)
    assert leaves.verdict is holds.verdict is Verdict.HOLDS
    assert leaves.because.startswith("0.25 [0.10, 0.40] leaves out 0 with p = 0.20")
    assert holds.because.startswith("0.25 [-0.10, 0.40] holds 0 with p = 0.01")
    assert list(interval_and_p(agreed)) == list(interval_and_p(point)) == []


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ({"d": "0.32"}, Verdict.HOLDS),
        ({"d": "0.00"}, Verdict.UNDECIDED),
        ({"d": "-0.32"}, Verdict.UNDECIDED),
        ({"d": "-0.32", "p": "0.04"}, Verdict.REFUTED),
        ({"d": "-0.32", "p": "0.20"}, Verdict.UNDECIDED),
        ({"d": "-0.32", "p": "0.04", "adj": "0.20"}, Verdict.UNDECIDED),
        ({"d": "-0.32", "low": "-0.50", "high": "-0.10"}, Verdict.REFUTED),
        ({"d": "-0.32", "low": "-0.50", "high": "0.10"}, Verdict.UNDECIDED),
    ],
)
@pytest.mark.parametrize("flip", [False, True])
def test_only_a_significant_estimate_of_the_other_sign_is_refuted(
    row: dict[str, str], verdict: Verdict, *, flip: bool
) -> None:
    def turned(name: str, text: str) -> tuple[str, str]:
        if not flip or name in {"p", "adj"}:
            return name, text
        other = {"low": "high", "high": "low"}.get(name, name)
        return other, text.removeprefix("-") if text.startswith("-") else f"-{text}"

    cells = dict(turned(name, text) for name, text in row.items())
    claimed = {"d": (("direction", "negative" if flip else "positive"),)}
    (found,) = directions(table(cells, options=claimed))

    assert found.verdict is verdict
    assert all(isinstance(one, Clash) and one.holds for one in found.grounds)


def test_without_a_claimed_direction_no_sign_is_asked() -> None:
    assert list(directions(table({"d": "-0.32", "p": "0.01"}))) == []


@pytest.mark.parametrize(("compute", "name"), [(wilson, "wilson"), (clopper_pearson, "")])
def test_the_interval_of_a_rate_is_recognised(
    compute: Callable[[int, int], object], name: str
) -> None:
    known = compute(37, 50)
    low, high = getattr(known, "low", 0.0), getattr(known, "high", 0.0)
    row = {"d": "74.0%", "low": f"{100 * low:.1f}%", "high": f"{100 * high:.1f}%"}
    found = list(rate_intervals(table(row, role=Role.RATE, facts=((Fact.SAMPLES, 50),))))

    expected = f"interval={name or 'clopper_pearson'}"
    assert [one.reading for one in found if one.verdict is Verdict.HOLDS] == [expected]
    assert [one.verdict for one in found if one.reading != expected] == [Verdict.UNDECIDED]


def test_another_interval_of_a_rate_is_not_decided() -> None:
    row = {"d": "74.0%", "low": "10.0%", "high": "99.0%"}
    found = list(rate_intervals(table(row, role=Role.RATE, facts=((Fact.SAMPLES, 50),))))

    assert {one.verdict for one in found} == {Verdict.UNDECIDED}
    assert list(rate_intervals(table(row, role=Role.RATE))) == []


def test_rows_of_averages_have_no_p_values_of_their_own() -> None:
    sheet = family("0.01 0.04", "0.02 0.04")
    mean = Row(label="mean", cells=(("p", Printed.parse("0.0251")),), kind=Kind.AVERAGE)
    of = Sheet(columns=sheet.columns, rows=(*sheet.rows, mean), facts=((Fact.REPLICATES, 100),))

    assert [one.rows for one in holm(of)] == [("0", "1")]
    assert {one.rows for one in replicates(of)} == {("0",), ("1",)}


# Of |t| = 3.10 p is .0019 by the normal law, and 2/pi atan(1/3.10) = .1987 on one degree.
@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ("0.198", TableVerdict.POSSIBLE),
        ("0.002", TableVerdict.POSSIBLE),
        ("0.001", TableVerdict.POSSIBLE),
        ("0.21", TableVerdict.ODD),
        ("0.0004", TableVerdict.ODD),
    ],
)
def test_a_t_without_degrees_of_freedom_gives_p_between_two_laws(
    p: str, expected: TableVerdict
) -> None:
    columns = (Column(name="t", role=Role.T), Column(name="p", role=Role.P))
    cells = (("t", Printed.parse("-3.10")), ("p", Printed.parse(p)))

    found = lint(Sheet(columns=columns, rows=(Row(label="a", cells=cells),)))

    assert found.outcome is expected
