"""Pooled precision, recall and F over whole sizes; mean recall over samples of one gold item."""

from fractions import Fraction

from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import Finding, Witness, questions
from measurand.auditing.proofs.grain.grim import MOST_SILENT, both_empty, silent
from measurand.auditing.proofs.grain.pooled_sizes import (
    BUDGET,
    Pooled,
    fitting,
    gold_sizes,
    hits_of,
    pooled,
    sizes,
)
from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed
from measurand.values.verdict import Verdict

ROLES = {
    "M": Role.HITS,
    "pred": Role.PREDICTED,
    "gold": Role.GOLD,
    "P": Role.PRECISION,
    "R": Role.RECALL,
    "F1": Role.F,
}
MICRO = (("average", "micro"), ("credit", "binary"))


def span(text: str) -> Interval:
    return hull(Printed.parse(text))


def table(
    *rows: dict[str, str], options: tuple[tuple[str, str], ...] = (), beta: Fraction = Fraction(1)
) -> Sheet:
    names = [name for name in ROLES if any(name in row for row in rows)]
    return Sheet(
        columns=tuple(
            Column(name=name, role=ROLES[name], options=options, beta=beta) for name in names
        ),
        rows=tuple(
            Row(label=str(at), cells=tuple((n, Printed.parse(text)) for n, text in row.items()))
            for at, row in enumerate(rows)
        ),
    )


def readings(found: list[Finding]) -> list[tuple[str, Verdict]]:
    return [(one.reading, one.verdict) for one in found]


# The two printed rows of the seed document (spec 4.2): neither is pooled.
COT = {"M": "1.80", "pred": "4", "gold": "3", "P": "63.3%", "R": "63.3%", "F1": "63.3%"}
IO = {"M": "1.80", "pred": "7", "gold": "3", "P": "39.6%", "R": "46.7%", "F1": "42.8%"}


def test_rows_of_a_mean_are_not_pooled_under_either_kind_of_hit() -> None:
    found = questions(pooled(table(COT, IO)))

    assert [one.name for one in found] == ["pooled: 0 / P, R, F1", "pooled: 1 / P, R, F1"]
    assert [readings(list(one.findings)) for one in found] == [
        [
            ("average=micro,credit=binary", Verdict.REFUTED),
            ("average=micro,credit=similarity", Verdict.REFUTED),
            ("average=macro", Verdict.UNDECIDED),
        ]
    ] * 2


def test_where_the_columns_say_micro_the_row_is_refuted() -> None:
    (found,) = pooled(table(IO, options=MICRO))

    assert found.verdict is Verdict.REFUTED
    assert found.because == (
        "not reproducible under one pool of all samples: no whole sizes with 3..3 gold items "
        "print so"
    )


def test_where_they_say_a_mean_nothing_is_asked() -> None:
    assert list(pooled(table(COT, IO, options=(("average", "macro[sample]"),)))) == []


def test_f_of_known_sizes_is_twice_a_count_over_their_sum() -> None:
    # 2k/7: 28.6, 57.1, 85.7.
    printed = {"pred": "4", "gold": "3", "F1": "57.1%"}
    (possible,) = pooled(table(printed, options=MICRO))
    (refuted,) = pooled(table({**printed, "F1": "57.4%"}, options=MICRO))

    assert possible.because == "2 hits of 4 predicted and 3 gold items print so"
    assert refuted.verdict is Verdict.REFUTED


def test_f_with_another_beta_weighs_gold_by_its_square() -> None:
    # F2 = 5k / (4 * 3 + 4) = 5/8 for k = 2.
    cells = {"pred": "4", "gold": "3", "F1": "62.5%"}

    (found,) = pooled(table(cells, options=MICRO, beta=Fraction(2)))
    (plain,) = pooled(table(cells, options=MICRO))

    assert (found.verdict, plain.verdict) == (Verdict.HOLDS, Verdict.REFUTED)


def test_predictions_are_searched_where_they_are_not_known() -> None:
    # F1 = 2k / (3 + s).
    (found,) = pooled(table({"gold": "3", "F1": "66.7%"}, options=MICRO))
    (refuted,) = pooled(table({"gold": "3", "F1": "99.0%"}, options=MICRO))

    assert found.verdict is Verdict.HOLDS
    assert refuted.verdict is Verdict.REFUTED


def test_precision_and_recall_share_their_hits() -> None:
    # 1/3 of 3 gold items is one hit; 2/3 of the predictions is not, of a whole number of them.
    (found,) = pooled(table({"gold": "3", "P": "66.7%", "R": "33.3%"}, options=MICRO))

    assert found.verdict is Verdict.REFUTED


def test_partial_hits_may_give_what_whole_ones_do_not() -> None:
    cells = {"gold": "3", "pred": "3", "P": "60.0%", "R": "60.0%"}
    found = list(pooled(table(cells, options=(("average", "micro"),))))

    assert readings(found) == [
        ("average=micro,credit=binary", Verdict.REFUTED),
        ("average=micro,credit=similarity", Verdict.HOLDS),
    ]
    (soft,) = (one for one in found if one.verdict is Verdict.HOLDS)
    assert isinstance(soft.grounds[0], Witness)


def test_gold_items_follow_from_hits_and_recall() -> None:
    assert list(gold_sizes(Pooled(hits=span("1.80"), recall=span("0.60"))) or ()) == [3]
    assert list(gold_sizes(Pooled(hits=span("1.80"), recall=span("0.80"))) or ()) == []
    assert gold_sizes(Pooled(recall=span("0.60"))) is None
    assert gold_sizes(Pooled(hits=span("1.80"), recall=span("0.0"))) is None


def test_rows_that_each_fit_may_share_no_number_of_gold_items() -> None:
    # 2 of 4 and 2 of 5: each possible, but of one test set only one of them.
    rows = ({"M": "2", "P": "50.0%", "R": "50.0%"}, {"M": "2", "P": "50.0%", "R": "40.0%"})
    found = questions(pooled(table(*rows, options=MICRO)))

    assert [one.verdict for one in found] == [
        Verdict.HOLDS,
        Verdict.HOLDS,
        Verdict.REFUTED,
    ]
    assert found[2].name == "pooled, one gold size: P, R"
    assert found[2].findings[0].because == (
        "not reproducible under one number of gold items (0: 4; 1: 5)"
    )


def test_rows_may_share_their_gold_items() -> None:
    rows = ({"M": "2", "P": "50.0%", "R": "50.0%"}, {"M": "3", "P": "60.0%", "R": "75.0%"})
    found = questions(pooled(table(*rows, options=MICRO)))

    assert found[-1].findings[0].because == "gold items that fit all rows: 4"


def test_a_row_without_predictions_is_possible() -> None:
    # Nothing predicted: P is printed as 0 or 1 by whatever rule.
    for shown in ("0.0%", "100.0%"):
        cells = {"gold": "3", "pred": "0", "P": shown, "R": "0.0%"}
        (found,) = pooled(table(cells, options=MICRO))
        assert found.verdict is Verdict.HOLDS
    free = sizes(Pooled(precision=span("1.000"), recall=span("0.0")), 3)
    assert free.sizes is not None
    assert free.sizes.predicted == 0


def test_scores_above_1_without_a_unit_are_not_asked() -> None:
    assert list(pooled(table({"gold": "3", "pred": "4", "F1": "57.1"}))) == []


def test_the_search_ends_at_its_budget_and_says_so() -> None:
    # A precision of 0.0 bounds no number of predictions: two hits of more than forty.
    row = Pooled(precision=Interval(Fraction(0), Fraction(1, 10**9)), recall=span("1.0"))
    search = sizes(row, 2)

    assert (search.sizes, search.ended) == (None, False)
    assert fitting(row, range(2, 4)) == ((), search.tried, False)
    assert search.tried >= BUDGET


def test_hits_are_within_both_sizes() -> None:
    assert hits_of(Pooled(f=span("1.0")), 3, 3) == 3
    assert hits_of(Pooled(hits=span("4")), 3, 5) is None


def test_two_rows_of_mean_recall_fit_six_samples_only() -> None:
    # Spec 4.4: N = 6 of 1..30, two and one samples with both sides empty.
    rows = [(span("1.80"), span("63.3%")), (span("1.80"), span("46.7%"))]
    found = both_empty(rows, 30)

    assert [(one.samples, [list(k) for k in one.empty]) for one in found] == [(6, [[2], [1]])]


def test_mean_recall_is_asked_only_where_its_column_says_how_samples_are() -> None:
    rows = ({"M": "1.80", "R": "63.3%"}, {"M": "1.80", "R": "46.7%"})
    options = (("average", "macro[sample]"), ("gold_items", "one"))
    (found,) = silent(table(*rows, options=options))

    assert found.verdict is Verdict.HOLDS
    assert found.because == (
        "fit: N = 6, 36; with the first, samples with both sides empty: 0: 2, 1: 1"
    )
    assert list(silent(table(*rows, options=options[:1]))) == []
    assert list(silent(table(*rows, options=(*options, ("both_empty", "0+0"))))) == []


def test_mean_recall_is_refuted_for_a_number_of_samples_that_does_not_fit() -> None:
    options = (("average", "macro[sample]"), ("gold_items", "one"))
    sheet = table({"M": "1.80", "R": "63.3%"}, options=options)
    (found,) = silent(Sheet(columns=sheet.columns, rows=sheet.rows, facts=((Fact.SAMPLES, 7),)))

    assert found.verdict is Verdict.REFUTED
    assert found.because.startswith("not reproducible under a mean over 7 samples")


def test_mean_recall_that_fits_no_small_number_of_samples_decides_nothing() -> None:
    options = (("average", "macro[sample]"), ("gold_items", "one"))
    (found,) = silent(table({"M": "1.80", "R": "0.123456%"}, options=options))

    assert found.verdict is Verdict.UNDECIDED
    assert found.because == f"no N up to {MOST_SILENT} fits all rows; a larger one may"


def test_gold_items_that_a_tiny_recall_leaves_open_are_not_walked() -> None:
    tiny = Interval(Fraction(1, 10**60), Fraction(1, 10**59))

    assert gold_sizes(Pooled(hits=span("1.80"), recall=tiny)) is None
