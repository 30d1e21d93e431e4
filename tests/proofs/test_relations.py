"""Relations of several metrics: what refutes, what is odd, and what is not asked."""

from fractions import Fraction

from attrs import evolve

from measurand.auditing.proofs.finding import Clash
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import (
    Column,
    Fact,
    Kind,
    Role,
    Row,
    Sheet,
    metric_named,
    role_of,
)
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict

BINS = {"bins": "15", "binning": "width", "closed": "upper"}


def column(name: str, **options: str) -> Column:
    roles = {role.value for role in Role}
    metric = None if name in roles else metric_named(name)
    role = Role(name) if metric is None else role_of(metric)
    label = "_".join((name, *options.values()))
    return Column(name=label, role=role, metric=metric, options=tuple(options.items()))


def sheet(*pairs: tuple[Column, str], kind: Kind = Kind.BODY) -> Sheet:
    cells = tuple((one.name, Printed.parse(text)) for one, text in pairs)
    row = Row(label="a", cells=cells, kind=kind)
    return Sheet(columns=tuple(one for one, _ in pairs), rows=(row,))


def test_a_mean_above_the_largest_is_not_reproducible_where_bins_are_said() -> None:
    said = sheet((column("ece", **BINS), "0.08"), (column("mce", **BINS), "0.05"))
    unsaid = sheet((column("ece"), "0.08"), (column("mce"), "0.05"))
    other = sheet((column("ece", bins="15"), "0.08"), (column("mce", bins="10"), "0.05"))

    outcomes = [lint(one).outcome for one in (said, unsaid, other)]

    assert outcomes == [
        TableVerdict.NOT_REPRODUCIBLE,
        TableVerdict.ODD,
        TableVerdict.POSSIBLE,
    ]


def test_parts_that_do_not_add_up_to_brier_are_odd() -> None:
    # 0.043 - 0.148 + 0.248 = 0.143
    right = sheet(
        (column("brier"), "0.143"),
        (column("brier_reliability"), "0.043"),
        (column("brier_resolution"), "0.148"),
        (column("brier_uncertainty"), "0.248"),
    )
    wrong = evolve(
        right,
        rows=(evolve(right.rows[0], cells=(("brier", Printed.parse("0.153")), *_rest(right))),),
    )

    assert lint(right).outcome is TableVerdict.POSSIBLE
    assert lint(wrong).outcome is TableVerdict.ODD


def _rest(one: Sheet) -> tuple[tuple[str, Printed], ...]:
    return one.rows[0].cells[1:]


def test_an_uncertainty_above_a_quarter_is_not_reproducible() -> None:
    assert lint(sheet((column("brier_uncertainty"), "0.26"))).outcome is (
        TableVerdict.NOT_REPRODUCIBLE
    )


def test_log_loss_is_at_least_the_brier_of_all_classes() -> None:
    low, lower = (
        sheet((column("brier"), "0.20"), (column("log_loss"), text)) for text in ("0.30", "0.15")
    )

    assert lint(low).outcome is TableVerdict.ODD
    assert lint(lower).outcome is TableVerdict.NOT_REPRODUCIBLE


def test_hits_do_not_fall_with_the_cutoff() -> None:
    ranked = {
        "ties": "average",
        "missing": "skip",
        "no_relevant": "skip",
        "level": "1",
        "unjudged": "not_relevant",
    }
    falling = sheet(
        (column("hit_rate", k="1", **ranked), "0.50"), (column("hit_rate", k="5", **ranked), "0.40")
    )

    assert lint(falling).outcome is TableVerdict.NOT_REPRODUCIBLE


def test_the_reciprocal_rank_lies_between_hits_at_one_and_what_hits_at_five_allow() -> None:
    # At most .40 + .60 / 6 = .50.
    columns = column("hit_rate", k="1"), column("hit_rate", k="5"), column("reciprocal_rank")
    texts = (("0.30", "0.40", "0.45"), ("0.30", "0.40", "0.60"), ("0.30", "0.40", "0.20"))

    outcomes = [lint(sheet(*zip(columns, row, strict=True))).outcome for row in texts]

    assert outcomes == [TableVerdict.POSSIBLE, TableVerdict.ODD, TableVerdict.ODD]


def test_many_relevant_documents_leave_no_low_reciprocal_rank() -> None:
    # Of 5 in the first 10 one is in the first 6, so of .5 MRR is at least 20 / 121 = .165; and of
    # .04, or 4 in 10 queries, at most .4.
    precision, uncut = column("precision_at", k="10"), column("reciprocal_rank")
    cut, lower = column("reciprocal_rank", k="10"), column("reciprocal_rank", k="5")
    possible, odd = TableVerdict.POSSIBLE, TableVerdict.ODD

    for one in (uncut, cut):
        assert lint(sheet((precision, "0.500"), (one, "0.167"))).outcome is possible
        assert lint(sheet((precision, "0.500"), (one, "0.150"))).outcome is odd
    assert lint(sheet((precision, "0.500"), (lower, "0.150"))).outcome is possible
    assert lint(sheet((precision, "0.040"), (lower, "0.400"))).outcome is possible
    assert lint(sheet((precision, "0.040"), (cut, "0.500"))).outcome is odd


def test_kappa_above_the_agreement_is_not_reproducible() -> None:
    pairs = (column("kappa"), "0.81"), (column("percent_agreement"), "0.78")

    assert lint(sheet(*pairs)).outcome is TableVerdict.NOT_REPRODUCIBLE


def test_the_square_of_mcc_is_asked_of_one_matrix_alone() -> None:
    # .5 * .32 = .16, and .6 * .6 = .36.
    pairs = (
        (column("mcc"), "0.60"),
        (column("informedness"), "0.50"),
        (column("markedness"), "0.32"),
    )
    two = ((Fact.CLASSES, 2),)

    one, means = sheet(*pairs), sheet(*pairs, kind=Kind.RUNS)

    assert lint(one).outcome is TableVerdict.ODD
    assert lint(evolve(one, facts=two)).outcome is TableVerdict.NOT_REPRODUCIBLE
    assert "mcc-square" not in {finding.rule for finding in lint(means).findings}


# (80 * 90 - 10 * 20) / sqrt(90 * 100 * 100 * 110) = 7000 / 9949.87 = .7035; kappa is
# 2 * 7000 / (90 * 100 + 100 * 110) = .7.
MATRIX = (("tp", "80"), ("fp", "10"), ("fn", "20"), ("tn", "90"))


def beside_counts(name: str, text: str, *facts: tuple[Fact, int]) -> TableVerdict:
    counts = ((column(one), cell) for one, cell in MATRIX)
    return lint(evolve(sheet(*counts, (column(name), text)), facts=facts)).outcome


def test_a_score_of_two_classes_is_that_of_the_counts_beside_it() -> None:
    right = {
        "mcc": "0.704",
        "kappa": "0.700",
        "balanced_accuracy": "0.850",
        "fpr": "0.10",
        "informedness": "0.700",
        "markedness": "0.707",
        "odds_ratio": "36.0",
        "fnr": "0.20",
        "jaccard": "0.727",
        "lr_positive": "8.00",
        "lr_negative": "0.222",
        "fdr": "0.111",
        "error_rate": "0.150",
        "prevalence": "0.500",
        "for": "0.182",
        "g_mean": "0.849",
    }
    two = (Fact.CLASSES, 2)

    for name, text in right.items():
        other = f"{float(text) * 0.9:.3f}"
        assert beside_counts(name, text, two) is TableVerdict.POSSIBLE, name
        assert beside_counts(name, other, two) is TableVerdict.NOT_REPRODUCIBLE, name
        assert beside_counts(name, other) is TableVerdict.POSSIBLE, name


def test_one_score_that_is_not_of_its_counts_is_odd_among_rows_that_are() -> None:
    names = [name for name, _ in MATRIX]
    rows = (
        ("80", "10", "20", "90", "0.704"),
        ("70", "10", "30", "90", "0.612"),
        ("90", "15", "10", "85", "0.851"),
    )
    columns = [column(name) for name in (*names, "mcc")]
    printed = tuple(
        Row(
            label=str(at),
            cells=tuple(
                (one.name, Printed.parse(text)) for one, text in zip(columns, row, strict=True)
            ),
        )
        for at, row in enumerate(rows)
    )

    found = lint(Sheet(columns=tuple(columns), rows=printed))

    assert found.outcome is TableVerdict.ODD
    assert {one.findings[0].rows for one in found.questions if one.coincidence} == {("2",)}


def test_mcc_follows_from_precision_sensitivity_and_specificity() -> None:
    # Of MATRIX above: 80 / 90, 80 / 100 and 90 / 100 give .7035.
    unsaid = [column("precision"), column("recall"), column("specificity"), column("mcc")]
    said = [*(column(name, average="micro") for name in ("precision", "recall")), *unsaid[2:]]
    rates = ("0.889", "0.800", "0.900")

    outcomes = [
        lint(sheet(*zip(columns, (*rates, text), strict=True))).outcome
        for text in ("0.703", "0.780", "-0.703")
        for columns in (unsaid, said)
    ]

    assert outcomes == [
        *(TableVerdict.POSSIBLE, TableVerdict.POSSIBLE),
        *(TableVerdict.POSSIBLE, TableVerdict.NOT_REPRODUCIBLE),
        *(TableVerdict.ODD, TableVerdict.NOT_REPRODUCIBLE),
    ]


def test_a_bias_above_the_mean_error_is_not_reproducible_in_means_too() -> None:
    pairs = (column("mae"), "0.30"), (column("bias"), "-0.41")

    outcomes = {lint(sheet(*pairs, kind=kind)).outcome for kind in (Kind.BODY, Kind.RUNS)}

    assert outcomes == {TableVerdict.NOT_REPRODUCIBLE}


def test_correlations_that_no_order_has_are_odd_as_ties_may_be_there() -> None:
    # n = 10: 3 * 10 * .9 - 2 * 11 * .5 = 16, above n - 2.
    pairs = (column("kendall"), "0.90"), (column("spearman"), "0.50")
    known = evolve(sheet(*pairs), facts=((Fact.SAMPLES, 10),))

    assert lint(known).outcome is TableVerdict.ODD
    assert lint(sheet(*pairs)).outcome is TableVerdict.POSSIBLE


# (.781 + .567 - 1) / (.956 + .567 - 1) = .348 / .523 = .6654; of south .138 / .217 = .636.
JUDGED = (
    column("corrected_score", correction="none"),
    column("recall"),
    column("specificity"),
)


def undone(corrected: Column, *texts: str) -> TableVerdict:
    return lint(sheet(*zip((*JUDGED, corrected), texts, strict=True))).outcome


def test_a_corrected_rate_that_cannot_come_from_its_error_rates_is_not_reproducible() -> None:
    rates = column("rogan_gladen")
    said = column("corrected_score", correction="error_rates")

    assert undone(rates, "0.781", "0.956", "0.567", "0.665") is TableVerdict.POSSIBLE
    for one in (rates, said):
        assert undone(one, "0.781", "0.956", "0.567", "0.685") is TableVerdict.NOT_REPRODUCIBLE
        assert undone(one, "0.863", "0.942", "0.275", "0.735") is TableVerdict.NOT_REPRODUCIBLE


def test_a_corrected_rate_may_be_put_to_the_end_or_not() -> None:
    # (.95 + .7 - 1) / (.8 + .7 - 1) = 1.3.
    outcomes = [undone(column("rogan_gladen"), "0.95", "0.80", "0.70", x) for x in ("1.0", "1.3")]

    assert outcomes == [TableVerdict.POSSIBLE] * 2
    low = undone(column("rogan_gladen"), "0.95", "0.80", "0.70", "0.90")
    assert low is TableVerdict.NOT_REPRODUCIBLE


def test_a_score_that_is_corrected_in_some_way_is_odd_at_most() -> None:
    corrected = column("corrected_score")

    assert undone(corrected, "0.781", "0.956", "0.567", "0.665") is TableVerdict.POSSIBLE
    assert undone(corrected, "0.781", "0.956", "0.567", "0.648") is TableVerdict.ODD


def test_a_powered_score_lies_between_humans_and_the_judge_less_its_bias() -> None:
    columns = (
        column("corrected_score", correction="none"),
        column("corrected_score", correction="humans"),
        column("judge_bias"),
        column("ppi"),
    )
    rows = [("0.781", "0.638", "0.128", one) for one in ("0.648", "0.638", "0.653", "0.63", "0.70")]

    outcomes = [lint(sheet(*zip(columns, row, strict=True))).outcome for row in rows]

    assert outcomes == [*[TableVerdict.POSSIBLE] * 3, *[TableVerdict.ODD] * 2]
    others = (*columns[:3], column("ppi", drawn="within[topic]"))
    assert lint(sheet(*zip(others, rows[-1], strict=True))).outcome is TableVerdict.UNDECIDED


def test_a_judge_no_better_than_chance_says_nothing_of_a_corrected_rate() -> None:
    found = undone(column("rogan_gladen"), "0.50", "0.50", "0.50", "0.9")

    assert found is TableVerdict.POSSIBLE


def test_more_that_is_right_than_f1_is_odd_unless_f1_is_said_to_be_a_mean_over_samples() -> None:
    em = (column("exact_match"), "81.3%")
    mean = column("f", average="macro[sample]", both_empty="1+1")
    squad = {"normalise": "squad", "missing": "skip"}
    texts = (column("text_match", **squad), "81.3%")
    tokens = column("token_f1", **squad, references="best", both_empty="1")

    assert lint(sheet(em, (mean, "80.2%"))).outcome is TableVerdict.NOT_REPRODUCIBLE
    assert lint(sheet(em, (mean, "81.3%"))).outcome is TableVerdict.POSSIBLE
    assert lint(sheet(em, (column("f"), "80.2%"))).outcome is TableVerdict.ODD
    assert lint(sheet(em, (column("f", average="micro"), "80.2%"))).outcome is (
        TableVerdict.POSSIBLE
    )
    assert lint(sheet(texts, (tokens, "80.2%"))).outcome is TableVerdict.NOT_REPRODUCIBLE
    assert lint(sheet(texts, (column("token_f1"), "80.2%"))).outcome is TableVerdict.ODD


def test_a_score_that_is_at_most_another_may_be_anything_from_its_least_on() -> None:
    table = sheet((column("exact_match"), "0.812"), (column("f"), "0.545"))
    [clash] = [
        ground
        for question in lint(table).questions
        for finding in question.findings
        for ground in finding.grounds
        if isinstance(ground, Clash)
    ]

    assert (clash.allowed.low, clash.allowed.high) == (Fraction(0), Fraction("0.5455"))


DRAWN = {"generations": "predicted", "right": "true", "few": "refused", "drawing": "unbiased"}


def attempts(name: str, **printed: str) -> TableVerdict:
    said = {**DRAWN, "total": "n", "correct": "c"}
    pairs = ((column(name, k=k.removeprefix("k"), **said), text) for k, text in printed.items())
    return lint(sheet(*pairs)).outcome


def test_five_tries_pass_at_most_five_times_as_often_as_one() -> None:
    # 5 * .10 = .50.
    assert attempts("pass_at_k", k1="0.10", k5="0.50") is TableVerdict.POSSIBLE
    assert attempts("pass_at_k", k1="0.10", k5="0.80") is TableVerdict.NOT_REPRODUCIBLE
    assert attempts("pass_at_k", k2="0.10", k5="0.25") is TableVerdict.POSSIBLE
    assert attempts("pass_at_k", k2="0.10", k5="0.28") is TableVerdict.NOT_REPRODUCIBLE


def test_each_further_try_gains_less() -> None:
    # Between .30 at 1 and .60 at 10, pass@5 is at least .30 + 4 / 9 * .30 = .433.
    assert attempts("pass_at_k", k1="0.30", k5="0.44", k10="0.60") is TableVerdict.POSSIBLE
    assert attempts("pass_at_k", k1="0.30", k5="0.31", k10="0.60") is TableVerdict.NOT_REPRODUCIBLE


def test_of_two_tries_that_seldom_fail_both_seldom_fail() -> None:
    # 1 - 2 * .10 = .80; and pass^2 is at most halfway from .90 to .30.
    assert attempts("pass_all_k", k1="0.90", k2="0.80") is TableVerdict.POSSIBLE
    assert attempts("pass_all_k", k1="0.90", k2="0.70") is TableVerdict.NOT_REPRODUCIBLE
    assert attempts("pass_all_k", k1="0.50", k2="0.30", k3="0.20") is TableVerdict.POSSIBLE
    assert attempts("pass_all_k", k1="0.50", k2="0.45", k3="0.20") is TableVerdict.NOT_REPRODUCIBLE
