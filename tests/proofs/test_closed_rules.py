"""Worked examples of the closed-form rules, with where their numbers come from."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from attrs import evolve

from measurand.algebra.formula import Formula
from measurand.algebra.interval import Interval
from measurand.auditing.proofs.closed.accuracy import POSITIVE, accuracy_from_p_and_r
from measurand.auditing.proofs.closed.arithmetic import (
    differences,
    fraction_prints,
    ratios,
    same_total,
    shares,
)
from measurand.auditing.proofs.closed.averages import EQUAL, SOME, STATED, averages, totals
from measurand.auditing.proofs.closed.counts import (
    AVERAGED,
    POOLED,
    rates_of_counts,
    sums_of_counts,
)
from measurand.auditing.proofs.closed.errors import (
    CORRELATION,
    POPULATION,
    SAMPLE,
    mae_against_mse,
    r2_from_mse,
    rmse_against_mse,
)
from measurand.auditing.proofs.closed.f import (
    LEFT_OUT,
    MEAN_OF_F,
    MICRO,
    OF_MEANS,
    f_from_p_and_r,
    mean_f_bounds,
)
from measurand.auditing.proofs.closed.ranges import ranges, whole_counts
from measurand.auditing.proofs.feasible.reading import reading_of
from measurand.auditing.proofs.finding import Clash, Finding, questions
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.metrics.averaged import F
from measurand.metrics.metric import GOLD, HITS, PREDICTED, Metric
from measurand.metrics.signature import parse
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict, Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
PRF = (("P", Role.PRECISION), ("R", Role.RECALL), ("F", Role.F))
Named = tuple[tuple[str, Role], ...]


def cells(names: Named, texts: str) -> tuple[tuple[str, Printed], ...]:
    """Print a row: as many texts as columns; a dash is nothing."""
    found = zip(names, texts.split(), strict=True)
    return tuple((name, Printed.parse(text)) for (name, _), text in found if text != "-")


def one_row(names: Named, texts: str, *facts: tuple[Fact, int]) -> Sheet:
    row = Row(label="a", cells=cells(names, texts), facts=facts)
    return Sheet(columns=tuple(Column(name=name, role=role) for name, role in names), rows=(row,))


def by_reading(findings: Iterator[Finding]) -> dict[str, Verdict]:
    return {finding.reading: finding.verdict for finding in findings}


def f_sheet(texts: str, beta: str = "1", *options: tuple[str, str]) -> Sheet:
    sheet = one_row(PRF, texts)
    columns = (
        *sheet.columns[:2],
        Column(name="F", role=Role.F, beta=Fraction(beta), options=options),
    )
    return Sheet(columns=columns, rows=sheet.rows)


# luka-group/VideoRLVR issue 3; dice-group/gerbil issue 87; the two rows of the seed's table
@pytest.mark.parametrize(
    ("texts", "micro", "mean"),
    [
        ("34.0% 12.5% 29.4%", REFUTED, REFUTED),
        ("0.2937 0.2283 0.2095", REFUTED, HOLDS),
        ("63.3% 63.3% 63.3%", HOLDS, HOLDS),
        ("39.6% 46.7% 42.8%", HOLDS, HOLDS),
    ],
)
def test_what_f_may_be_of_the_p_and_r_beside_it(texts: str, micro: Verdict, mean: Verdict) -> None:
    found = by_reading(f_from_p_and_r(f_sheet(texts)))
    # Where samples may be left out of one of the means, F above its P and R is not decided.
    more = {LEFT_OUT: UNDECIDED} if mean is REFUTED else {}
    assert found == {MICRO: micro, OF_MEANS: micro, MEAN_OF_F: mean, **more}


# khundman/telemanom issues 36 and 54: F0.5 of P and R would be 0.868 in the first row.
@pytest.mark.parametrize(
    "texts",
    [
        "92.6% 69.4% 0.69",
        "85.5% 85.5% 0.71",
        "87.5% 80.0% 0.71",
        "75.8% 69.4% 0.61",
        "43.0% 92.8% 0.44",
        "48.9% 84.8% 0.47",
        "84.2% 44.4% 0.54",
        "88.5% 78.3% 0.71",
    ],
)
def test_telemanom_is_possible_as_a_mean_over_channels_and_not_as_f_of_p_and_r(texts: str) -> None:
    found = by_reading(f_from_p_and_r(f_sheet(texts, "1/2")))
    assert found == {MICRO: REFUTED, OF_MEANS: REFUTED, MEAN_OF_F: HOLDS}


@pytest.mark.parametrize(("texts", "verdict"), [("80% 80% 59%", HOLDS), ("80% 80% 58%", REFUTED)])
def test_the_lower_bound_of_a_mean_f_reaches_as_far_as_the_rounding(
    texts: str, verdict: Verdict
) -> None:
    assert by_reading(f_from_p_and_r(f_sheet(texts)))[MEAN_OF_F] is verdict


def test_a_refuted_f_names_the_bound_and_carries_a_proof() -> None:
    *_, mean, _ = f_from_p_and_r(f_sheet("34.0% 12.5% 29.4%"))
    assert mean.question == "f: a / P, R, F"
    assert mean.because == (
        "not reproducible under average=macro[sample],aggregate=mean: the mean of F is from 0 to "
        "~0.183402 (P + R - 1 to F of P and R); printed 29.4%"
    )
    assert "no sample is left out of one of the means" in mean.assumes
    [proof] = mean.grounds
    assert isinstance(proof, Clash)
    assert proof.holds


# CogStack/MedCAT issue 24 is of this kind; the numbers here are invented.
def test_an_arithmetic_mean_is_no_reading_and_is_named() -> None:
    found = [one for one in f_from_p_and_r(f_sheet("90.0% 10.0% 50.0%")) if one.grounds]
    assert len(found) == len((MICRO, OF_MEANS, MEAN_OF_F))
    assert {finding.verdict for finding in found} == {REFUTED}
    assert all(finding.because.endswith("; (P + R)/2 would print so") for finding in found)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((("average", "micro"),), {MICRO: REFUTED}),
        ((("average", "macro[sample]"), ("aggregate", "harmonic")), {OF_MEANS: REFUTED}),
        ((("average", "macro[sample]"), ("aggregate", "mean")), {MEAN_OF_F: HOLDS}),
        ((("aggregate", "mean"), ("pred_empty", "skip+0")), {MICRO: REFUTED, MEAN_OF_F: UNDECIDED}),
        ((("aggregate", "mean"), ("both_empty", "drop")), {MICRO: REFUTED, MEAN_OF_F: HOLDS}),
        ((("aggregate", "mean"), ("both_empty", "skip+skip")), {MICRO: REFUTED, MEAN_OF_F: HOLDS}),
        ((("statistic", "sample_stdev"),), {}),
    ],
)
def test_options_say_which_readings_of_f_are_asked(
    options: tuple[tuple[str, str], ...], expected: dict[str, Verdict]
) -> None:
    found = by_reading(f_from_p_and_r(f_sheet("0.2937 0.2283 0.2095", "1", *options)))
    assert found == expected


# Two samples (1 of 1 predicted, 1 gold), one without gold, one without predictions: P = R = 1/2,
# F = 1 over the first; and so P + R - 1 remains below F, and nothing above.
SAID = (("gold_empty", "0+0"), ("pred_empty", "0+0"))


@pytest.mark.parametrize(
    ("texts", "options", "expected"),
    [
        ("50.0% 50.0% 100.0%", (), UNDECIDED),
        ("50.0% 50.0% 100.0%", SAID[:1], UNDECIDED),
        ("50.0% 50.0% 100.0%", SAID, None),
        ("50.0% 50.0% 100.0%", (("average", "micro"),), None),
        ("50.0% 50.0% 100.0%", (("aggregate", "harmonic"),), None),
        ("50.0% 50.0% 50.0%", (), None),
        ("80.0% 80.0% 58.0%", (), REFUTED),
    ],
)
def test_samples_may_be_left_out_of_one_mean_unless_the_options_say_not(
    texts: str, options: tuple[tuple[str, str], ...], expected: Verdict | None
) -> None:
    found = by_reading(f_from_p_and_r(f_sheet(texts, "1", *options)))
    assert found.get(LEFT_OUT) is expected


@pytest.mark.parametrize(
    ("kind", "options", "readings"),
    [
        (Kind.AVERAGE, (), [MEAN_OF_F, LEFT_OUT]),
        (Kind.AVERAGE, (("average", "micro"),), [MEAN_OF_F]),
        (Kind.TOTAL, (), []),
        (Kind.TOTAL, (("average", "micro"),), []),
    ],
)
def test_of_averages_only_the_bounds_of_a_mean_are_asked_and_of_totals_nothing(
    kind: Kind, options: tuple[tuple[str, str], ...], readings: list[str]
) -> None:
    plain = f_sheet("50.0% 50.0% 100.0%", "1", *options)
    rows = (Row(label="all", kind=kind, cells=plain.rows[0].cells),)
    found = f_from_p_and_r(Sheet(columns=plain.columns, rows=rows))
    assert [finding.reading for finding in found] == readings


def test_the_readings_of_f_are_words_of_signatures() -> None:
    for reading in (MICRO, OF_MEANS, MEAN_OF_F, LEFT_OUT):
        found = parse(f"f({reading})")
        assert isinstance(found, F)
        options = dict(reading_of(found).options)
        assert {*reading.split(",")} <= {f"{name}={value}" for name, value in options.items()}


def test_rates_above_one_without_a_unit_are_not_judged() -> None:
    [finding] = f_from_p_and_r(f_sheet("34.0 12.5 29.4"))
    assert finding.verdict is UNDECIDED
    assert finding.because == "P is 34.0 without a unit: say whether it is in percent"


def test_the_bounds_of_a_mean_f_are_those_of_the_corners() -> None:
    half, whole = Interval(Fraction(1, 2), Fraction(1, 2)), Interval(Fraction(1), Fraction(1))
    assert mean_f_bounds(half, half) == Interval(Fraction(0), Fraction(1, 2))
    assert mean_f_bounds(half, whole) == Interval(Fraction(1, 2), Fraction(2, 3))


COUNTED = (
    ("M", Role.HITS),
    ("Pred", Role.PREDICTED),
    ("Truth", Role.GOLD),
    ("P", Role.PRECISION),
    ("R", Role.RECALL),
)


# The seed's table: four pairs of intervals that share no point (spec publication.md, 4.2).
@pytest.mark.parametrize("texts", ["1.80 4 3 63.3% 63.3%", "1.80 7 3 39.6% 46.7%"])
def test_the_seed_is_not_micro_and_may_be_a_mean(texts: str) -> None:
    found = list(rates_of_counts(one_row(COUNTED, texts)))
    pooled = [finding for finding in found if finding.reading == POOLED]
    assert [finding.verdict for finding in pooled] == [REFUTED, REFUTED]
    assert all(proof.holds for one in pooled for proof in one.grounds if isinstance(proof, Clash))
    assert [question.verdict for question in questions(found)] == [HOLDS, HOLDS]


def test_a_confusion_matrix_gives_its_accuracy_and_nothing_else() -> None:
    counts = (("TP", Role.TP), ("TN", Role.TN), ("FP", Role.FP), ("FN", Role.FN))
    names = (*counts, ("acc", Role.ACCURACY))
    assert by_reading(rates_of_counts(one_row(names, "5 3 1 1 80.0%"))) == {POOLED: HOLDS}
    slip = one_row(names, "5 3 1 1 70.0%")
    assert by_reading(rates_of_counts(slip)) == {POOLED: REFUTED, AVERAGED: UNDECIDED}
    said = tuple(evolve(column, options=(("average", "micro"),)) for column in slip.columns)
    assert by_reading(rates_of_counts(evolve(slip, columns=said))) == {POOLED: REFUTED}


SCREENED: Named = (
    ("TP", Role.TP),
    ("FP", Role.FP),
    ("FN", Role.FN),
    ("TN", Role.TN),
    ("Sens.", Role.RECALL),
    ("Spec.", Role.SPECIFICITY),
    ("Acc.", Role.ACCURACY),
)
FIRST, SECOND = "42 7 8 93 84.0% 93.0% 90.0%", "38 4 12 96 76.0% 96.0% 88.7%"


@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        ((FIRST, SECOND), TableVerdict.ODD),
        # No other rate shows that those of this table are pooled.
        (("- - - - - - -", "38 4 12 96 - - 88.7%"), TableVerdict.POSSIBLE),
        # One rate beside it is too little.
        (("- - - - - - -", "38 4 12 96 76.0% - 88.7%"), TableVerdict.POSSIBLE),
    ],
)
def test_an_accuracy_that_its_counts_do_not_print_is_odd_beside_rates_that_they_print(
    rows: tuple[str, ...], outcome: TableVerdict
) -> None:
    columns = tuple(Column(name=name, role=role) for name, role in SCREENED)
    made = tuple(Row(label=f"r{at}", cells=cells(SCREENED, row)) for at, row in enumerate(rows))
    found = lint(Sheet(columns=columns, rows=made)).questions
    last = next(one for one in found if one.name.startswith(f"counts: r{len(rows) - 1} / TP, TN"))
    assert last.outcome is outcome


def test_a_rate_of_nothing_is_not_judged() -> None:
    found = by_reading(rates_of_counts(one_row(COUNTED, "0.00 0 3 100.0% 0.0%")))
    assert found[POOLED] is HOLDS  # the recall, which comes last
    first = next(iter(rates_of_counts(one_row(COUNTED, "0.00 0 3 100.0% 0.0%"))))
    assert first.verdict is UNDECIDED


def test_counts_that_do_not_add_up_are_refuted() -> None:
    names = (("TP", Role.TP), ("FP", Role.FP), ("FN", Role.FN), ("Pred", Role.PREDICTED))
    assert [f.verdict for f in sums_of_counts(one_row(names, "5 1 1 6"))] == [HOLDS]
    [finding] = sums_of_counts(one_row(names, "5 1 1 7"))
    assert finding.because == "not reproducible: TP + FP is 6; Pred is 7"
    found = sums_of_counts(one_row(names, "5 1 1 6", (Fact.POSITIVES, 7)))
    assert [f.verdict for f in found] == [HOLDS, REFUTED]


ACCURACY = (("P", Role.PRECISION), ("R", Role.RECALL), ("acc", Role.ACCURACY))


@pytest.mark.parametrize(
    ("texts", "verdict"), [("80.0% 66.7% 83.3%", HOLDS), ("80.0% 66.7% 90.0%", REFUTED)]
)
def test_accuracy_goes_with_p_r_and_the_share_of_positives(texts: str, verdict: Verdict) -> None:
    # 4 hits, 1 false alarm, 2 misses, 11 of 18: accuracy 15/18 with a third of positives.
    sheet = one_row(ACCURACY, texts, (Fact.POSITIVES, 6), (Fact.SAMPLES, 18))
    assert by_reading(accuracy_from_p_and_r(sheet))[POSITIVE] is verdict


def table(column: Column, texts: str, last: str, kind: Kind, *weights: tuple[str, int]) -> Sheet:
    rows = [
        Row(label=f"r{at}", cells=((column.name, Printed.parse(text)),))
        for at, text in enumerate(texts.split())
    ]
    end = Row(label="all", cells=((column.name, Printed.parse(last)),), kind=kind, weights=weights)
    return Sheet(columns=(column,), rows=(*rows, end))


# wei-mao-2019/SDFFlow issue 5: cells whose rounded values average to 15.26 and 21.08.
@pytest.mark.parametrize(
    ("texts", "printed"),
    [("15.3 15.2 15.3 15.3 15.2", "15.2"), ("21.1 21.1 21.0 21.1 21.1", "21.10")],
)
def test_the_average_of_unrounded_values_is_not_accused(texts: str, printed: str) -> None:
    found = by_reading(averages(table(Column(name="x"), texts, printed, Kind.AVERAGE)))
    assert found[EQUAL] is HOLDS


def test_an_average_that_is_not_plain_may_be_weighted_and_says_so() -> None:
    # Solacex/DCC issue 16 is of this kind: a plain mean of 63.01 printed as 64.2 (cells invented)
    sheet = table(Column(name="x"), "60.00 66.02", "64.2", Kind.AVERAGE)
    assert by_reading(averages(sheet)) == {EQUAL: REFUTED, SOME: HOLDS}
    plain = Column(name="x", options=(("weights", "equal"),))
    assert by_reading(averages(table(plain, "60.00 66.02", "64.2", Kind.AVERAGE))) == {
        EQUAL: REFUTED
    }
    beyond = table(Column(name="x"), "60.00 66.02", "66.1", Kind.AVERAGE)
    assert by_reading(averages(beyond)) == {EQUAL: REFUTED, SOME: REFUTED}


@pytest.mark.parametrize(("printed", "verdict"), [("64.01", HOLDS), ("63.01", REFUTED)])
def test_stated_weights_are_the_only_reading(printed: str, verdict: Verdict) -> None:
    weights = ("r0", 1), ("r1", 2)
    sheet = table(Column(name="x"), "60.00 66.02", printed, Kind.AVERAGE, *weights)
    assert by_reading(averages(sheet)) == {STATED: verdict}


def test_f_of_averaged_p_and_r_may_leave_the_rows_behind() -> None:
    rows = [
        Row(label=str(at), cells=cells(PRF, text))
        for at, text in enumerate(("1.00 0.00 0.00", "0.00 1.00 0.00"))
    ]
    mean = Row(label="mean", cells=cells(PRF, "0.50 0.50 0.50"), kind=Kind.AVERAGE)
    columns = tuple(Column(name=name, role=role) for name, role in PRF)
    found = questions(averages(Sheet(columns=columns, rows=(*rows, mean))))
    assert [question.verdict for question in found] == [HOLDS, HOLDS, HOLDS]


def test_whole_counts_add_up_exactly_and_rounded_numbers_about() -> None:
    gold = Column(name="n", role=Role.GOLD)
    assert [f.verdict for f in totals(table(gold, "3 4 5", "13", Kind.TOTAL))] == [REFUTED]
    cost = Column(name="cost")
    assert by_reading(totals(table(cost, "3 4 5", "13", Kind.TOTAL))) == {"sum": HOLDS}
    found = by_reading(totals(table(cost, "3 4 5", "15", Kind.TOTAL)))
    assert found == {"sum": REFUTED, SOME: REFUTED}


def pair(role: Role, texts: str) -> Sheet:
    names = (("x", Role.VALUE), ("y", Role.VALUE), ("d", role))
    columns = (
        *(Column(name=name) for name, _ in names[:2]),
        Column(name="d", role=role, of=("x", "y")),
    )
    return Sheet(columns=columns, rows=(Row(label="a", cells=cells(names, texts)),))


@pytest.mark.parametrize(
    ("texts", "holding"),
    [
        ("63.3% 42.8% 20.5", {"first - second"}),
        ("42.8% 63.3% 20.5", {"the size of first - second"}),
        ("63.3% 42.8% 47.9%", {"relative to the second"}),
        ("63.3% 42.8% 32.4%", {"relative to the first"}),
        ("63.3% 42.8% 27.0%", set()),
        ("63.3% 42.8% -20.5", set()),
    ],
)
def test_a_difference_is_in_points_a_size_or_relative(texts: str, holding: set[str]) -> None:
    found = by_reading(differences(pair(Role.DIFFERENCE, texts)))
    assert {reading for reading, verdict in found.items() if verdict is HOLDS} == holding
    assert UNDECIDED not in found.values()


def test_a_ratio_is_the_first_over_the_second() -> None:
    assert by_reading(ratios(pair(Role.RATIO, "11.0 2.0 5.5")))["first / second"] is HOLDS
    finding, in_percent = ratios(pair(Role.RATIO, "2.0 11.0 5.5"))
    assert (finding.verdict, in_percent.verdict) == (REFUTED, REFUTED)
    assert finding.because.endswith("; second / first would print so")
    # 18.2 without a unit is that ratio in percent.
    assert HOLDS in by_reading(ratios(pair(Role.RATIO, "2.0 11.0 18.2"))).values()


# wwy155/NsDiff issue 18 is of this kind; the numbers here are invented.
def test_swapped_error_columns_are_named() -> None:
    names = (("MAE", Role.MAE), ("MSE", Role.MSE))
    [finding] = mae_against_mse(one_row(names, "0.512 0.201"))
    assert finding.verdict is REFUTED
    assert finding.because.endswith("; it would be possible if the two columns were swapped")
    assert by_reading(mae_against_mse(one_row(names, "0.201 0.512"))) == {"": HOLDS}


def test_a_mean_square_is_at_most_n_squares_of_the_mean() -> None:
    names = (("MAE", Role.MAE), ("MSE", Role.MSE))
    for texts, verdict in (("0.10 0.50", REFUTED), ("0.10 0.05", HOLDS)):
        found = list(mae_against_mse(one_row(names, texts, (Fact.SAMPLES, 10))))
        assert [finding.verdict for finding in found] == [HOLDS, verdict]


def test_rmse_is_the_root_of_mse_or_less_as_a_mean_over_sets() -> None:
    names = (("RMSE", Role.RMSE), ("MSE", Role.MSE))
    found = [
        by_reading(rmse_against_mse(one_row(names, text)))
        for text in ("0.50 0.25", "0.40 0.25", "0.60 0.25")
    ]
    assert [list(one.values()) for one in found] == [
        [HOLDS, HOLDS],
        [REFUTED, HOLDS],
        [REFUTED, REFUTED],
    ]


def test_r2_follows_from_the_error_and_the_variance() -> None:
    names = (("MSE", Role.MSE), ("var", Role.VARIANCE), ("R2", Role.R2))
    found = by_reading(r2_from_mse(one_row(names, "1.00 4.00 0.75", (Fact.SAMPLES, 10))))
    assert found == {POPULATION: HOLDS, SAMPLE: REFUTED, CORRELATION: UNDECIDED}
    low = by_reading(r2_from_mse(one_row(names, "1.00 4.00 0.60")))
    assert low == {POPULATION: REFUTED, SAMPLE: UNDECIDED, CORRELATION: UNDECIDED}


def test_the_square_of_a_correlation_is_at_least_r2_and_unusual() -> None:
    names = (("MSE", Role.MSE), ("var", Role.VARIANCE), ("R2", Role.R2))
    facts = (Fact.SAMPLES, 10)
    high, low = (
        list(r2_from_mse(one_row(names, f"1.00 4.00 {r2}", facts))) for r2 in ("0.9", "0.6")
    )
    assert [one.verdict for one in high] == [REFUTED, REFUTED, UNDECIDED]
    assert high[-1].unusual
    assert [one.verdict for one in low] == [REFUTED, REFUTED, REFUTED]


# The root of 1.00 over a deviation of 2: 1 - 1/4.
@pytest.mark.parametrize(
    ("error", "spread", "options"),
    [
        (Role.RMSE, Role.VARIANCE, ()),
        (Role.MSE, Role.SD, (("over", "targets"),)),
        (Role.RMSE, Role.SD, (("over", "targets"),)),
        (Role.MSE, Role.SD, ()),
    ],
)
def test_roots_stand_for_squares_and_a_deviation_only_where_it_is_of_the_targets(
    error: Role, spread: Role, options: tuple[tuple[str, str], ...]
) -> None:
    names = (("error", error), ("spread", spread), ("R2", Role.R2))
    spreads = "2.00" if spread is Role.SD else "4.00"
    sheet = one_row(names, f"1.00 {spreads} 0.75", (Fact.SAMPLES, 10))
    columns = (sheet.columns[0], evolve(sheet.columns[1], options=options), sheet.columns[2])
    found = by_reading(r2_from_mse(evolve(sheet, columns=columns)))
    asked = spread is Role.VARIANCE or bool(options)
    assert found == ({POPULATION: HOLDS, SAMPLE: REFUTED, CORRELATION: UNDECIDED} if asked else {})


@pytest.mark.parametrize(
    ("role", "text", "verdict"),
    [
        (Role.RECALL, "111.0%", REFUTED),
        (Role.RECALL, "1.11", UNDECIDED),
        (Role.RECALL, "100.0%", HOLDS),
        (Role.SD, "-1.0", REFUTED),
        (Role.MCC, "-0.5", HOLDS),
        (Role.R2, "-3.0", HOLDS),
        (Role.R2, "1.20", UNDECIDED),
        (Role.R2, "120.0%", REFUTED),
        (Role.RATE, "0.0%", HOLDS),
    ],
)
def test_numbers_lie_where_their_kind_does(role: Role, text: str, verdict: Verdict) -> None:
    [finding] = ranges(one_row((("x", role),), text))
    assert finding.verdict is verdict
    assert all(proof.holds for proof in finding.grounds if isinstance(proof, Clash))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("-2.5", HOLDS), ("0.0", HOLDS), ("1.0", HOLDS), ("130.0%", REFUTED), ("-30%", HOLDS)],
)
def test_numbers_of_an_own_metric_lie_in_its_range_or_are_what_0_by_0_is(
    text: str, verdict: Verdict
) -> None:
    metric = Metric(name="loss", formula=(HITS - PREDICTED) / GOLD, says="", high=0)
    sheet = one_row((("x", Role.VALUE),), text)
    own = evolve(sheet, columns=(evolve(sheet.columns[0], metric=metric),))

    [finding] = ranges(own)

    assert finding.verdict is verdict
    assert finding.verdict is not REFUTED or "loss is at most 1" in finding.because
    assert list(ranges(sheet)) == []


@pytest.mark.parametrize(
    "formula",
    [
        # Below 0 from 7 samples on, and where a hit is a part of one.
        (HITS - 6) * (HITS - 8) / GOLD,
        HITS * (HITS - 1),
    ],
)
def test_a_range_that_is_tested_alone_refutes_nothing(formula: Formula) -> None:
    metric = Metric(name="loss", formula=formula, says="", low=0)
    sheet = one_row((("x", Role.VALUE),), "-0.24")

    assert list(ranges(evolve(sheet, columns=(evolve(sheet.columns[0], metric=metric),)))) == []


def test_a_count_with_a_part_is_a_mean_over_runs_or_not() -> None:
    sheet = one_row((("n", Role.TP),), "4.5")
    assert [f.verdict for f in whole_counts(sheet)] == [UNDECIDED]
    for runs, verdict in ((2, HOLDS), (3, REFUTED)):
        found = whole_counts(one_row((("n", Role.TP),), "4.50", (Fact.RUNS, runs)))
        assert [finding.verdict for finding in found] == [verdict]


@pytest.mark.parametrize(
    ("texts", "verdict"),
    [("33.3% 33.3% 33.3%", HOLDS), ("33.3% 33.3% 33.0%", REFUTED), ("60.0% 41.0% 0.0%", REFUTED)],
)
def test_shares_add_up_as_far_as_they_are_rounded(texts: str, verdict: Verdict) -> None:
    names = (("a", Role.SHARE), ("b", Role.SHARE), ("c", Role.SHARE))
    assert list(by_reading(shares(one_row(names, texts))).values()) == [verdict]


def test_shares_that_are_not_all_printed_may_add_up() -> None:
    names = (("a", Role.SHARE), ("b", Role.SHARE), ("c", Role.SHARE))
    assert list(by_reading(shares(one_row(names, "33.3% 33.3% -"))).values()) == [UNDECIDED]


# conll/reference-coreference-scorers, test/TestCases.README
@pytest.mark.parametrize(
    ("text", "printed", "verdict"),
    [("3.6/5", "0.76", REFUTED), ("4.14/7", "0.63", REFUTED), ("3.6/5", "0.72", HOLDS)],
)
def test_a_fraction_prints_as_its_decimal_or_not(text: str, printed: str, verdict: Verdict) -> None:
    assert fraction_prints(text, Printed.parse(printed)).verdict is verdict


def test_what_is_no_fraction_is_refused() -> None:
    for text in ("3.6", "1/0", "a/b", "--1/2", "1" * 99 + "/2"):
        with pytest.raises(ValueError, match="got"):
            fraction_prints(text, Printed.parse("0.5"))


# gdpval-realworks pull request 363
def test_one_total_over_two_numbers_of_samples() -> None:
    first, other = Printed.parse("55.355"), Printed.parse("54.10")
    assert same_total(first, 215, other, 220).verdict is HOLDS
    assert same_total(first, 215, Printed.parse("54.20"), 220).verdict is REFUTED


def averaged(*rows: tuple[str, str, str]) -> Sheet:
    names = ("A", "B", "Avg")
    return Sheet(
        columns=(
            Column(name="A"),
            Column(name="B"),
            Column(name="Avg", role=Role.AVERAGE, of=("A", "B")),
        ),
        rows=tuple(
            Row(
                label=str(at),
                cells=tuple(zip(names, map(Printed.parse, row), strict=True)),
                kind=Kind.RUNS,
            )
            for at, row in enumerate(rows)
        ),
    )


def test_an_average_of_runs_outside_of_its_parts_is_unusual_where_most_are_inside() -> None:
    inside, outside = ("10.0", "20.0", "17.0"), ("10.0", "20.0", "20.4")

    *_, last = averages(averaged(inside, inside, outside))
    assert (last.verdict, last.unusual) == (Verdict.UNDECIDED, True)
    *_, last = averages(averaged(inside, outside))
    assert (last.verdict, last.unusual) == (Verdict.UNDECIDED, False)
    *_, last = averages(averaged(outside, inside, inside))
    assert last.verdict is Verdict.HOLDS


def test_an_average_that_is_outside_throughout_is_of_other_numbers_whatever_stands_beside_it() -> (
    None
):
    names = ("A", "B", "Avg", "Weighted", "Mean")
    rows = (("10.0", "20.0", "17.0", "16.0", "40.0"), ("11.0", "21.0", "18.0", "19.0", "41.0"))
    sheet = Sheet(
        columns=(
            Column(name="A"),
            Column(name="B"),
            *(Column(name=name, role=Role.AVERAGE, of=("A", "B")) for name in names[2:]),
        ),
        rows=tuple(
            Row(
                label=str(at),
                cells=tuple(zip(names, map(Printed.parse, row), strict=True)),
                kind=Kind.RUNS,
            )
            for at, row in enumerate((*rows, rows[0]))
        ),
    )

    missed = [one for one in averages(sheet) if one.columns[-1] == "Mean" and one.reading == SOME]
    assert [(one.verdict, one.unusual) for one in missed] == [(Verdict.UNDECIDED, False)] * 3
