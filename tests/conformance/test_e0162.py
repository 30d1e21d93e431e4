"""The published table of experiment E0162: what holds in it and what does not, by name."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.finding import Finding, Question, questions
from measurand.auditing.proofs.grain import grim
from measurand.auditing.proofs.grain.cells import scaled, wholes
from measurand.auditing.proofs.sheet import Role, Sheet
from measurand.auditing.proofs.significance import adjusted_p_values as holm
from measurand.auditing.proofs.significance import intervals, p_values
from measurand.inference.adjustment import Correction, adjust, adjust_floats, rejected
from measurand.values.printed import Added, Printed
from measurand.values.verdict import Verdict, overall
from tests.conformance.e0162 import WHOLE, Table, published, sheet
from tests.conformance.e0162 import table as rows_of

RAW, HOLM = 3, 4
FAMILIES = (
    "grounding_iou_union_orig_minus_cf",
    "grounding_iou_max_orig_minus_cf",
    "unsupported_rate_cf_minus_orig",
    "overclaim_rate_cf_minus_orig",
    "frame_f1_orig_minus_cf",
    "bleu_orig_minus_cf",
    "rougeL_orig_minus_cf",
)
RULES = (
    *grim.GRIM_RULES,
    *holm.HOLM_RULES,
    *p_values.P_VALUE_RULES,
    *intervals.INTERVAL_RULES,
    *intervals.DIRECTION_RULES,
)
Check = Callable[[Sheet], Iterator[Finding]]


@pytest.fixture
def table(data: Path) -> Table:
    assert published(data).cols[RAW:] == ["p_value", "p_value_holm"]
    return rows_of(data)


@pytest.fixture
def e0162(data: Path) -> Sheet:
    return sheet(published(data))


def asked(check: Check, of: Sheet) -> tuple[Question, ...]:
    return questions(check(of))


def verdicts(check: Check, of: Sheet) -> Counter[Verdict]:
    return Counter(question.verdict for question in asked(check, of))


def named(check: Check, of: Sheet, verdict: Verdict) -> list[tuple[str, str]]:
    """Name the transform and the metric of findings with a verdict."""
    found = [one for one in check(of) if one.verdict is verdict]
    return [(one.rows[0], one.columns[0].partition("/")[0]) for one in found]


def column(table: Table, family: str, at: int) -> list[Fraction]:
    return [Fraction(str(row[at])) for row in table[family].values()]


def test_there_are_seven_families_of_five(table: Table) -> None:
    assert tuple(table) == FAMILIES
    assert {len(family) for family in table.values()} == {5}


@pytest.mark.parametrize("family", FAMILIES)
def test_holm_gives_the_published_p_values(table: Table, family: str) -> None:
    assert list(adjust(column(table, family, RAW))) == column(table, family, HOLM)


@pytest.mark.parametrize("family", FAMILIES)
def test_holm_of_floats_gives_the_published_floats(table: Table, family: str) -> None:
    rows = table[family].values()

    assert adjust_floats([row[RAW] for row in rows]).tolist() == [row[HOLM] for row in rows]


def test_one_family_of_all_would_have_published_otherwise(table: Table) -> None:
    # The program adjusts by metric (m = 5); all 35 at once leave one of its findings undecided.
    raw = [p for family in FAMILIES for p in column(table, family, RAW)]

    by_metric = sum(
        sum(rejected(column(table, family, RAW), alpha=Fraction("0.05"))) for family in FAMILIES
    )

    assert by_metric == 5
    assert sum(rejected(raw, alpha=Fraction("0.05"))) == 4
    assert sum(rejected(raw, Correction.BENJAMINI_HOCHBERG, alpha=Fraction("0.05"))) == 5


def test_every_rule_finds_all_possible_but_one_sign(e0162: Sheet) -> None:
    found = {rule.id: verdicts(rule.check, e0162) for rule in RULES}

    assert {rule: dict(counts) for rule, counts in found.items() if counts} == {
        "grim": {Verdict.HOLDS: 10},
        "common-size": {Verdict.HOLDS: 2},
        "holm": {Verdict.HOLDS: 7},
        "p-range": {Verdict.HOLDS: 70},
        "adjusted-order": {Verdict.HOLDS: 7},
        "replicates": {Verdict.HOLDS: 35},
        "interval": {Verdict.HOLDS: 35},
        "direction": {Verdict.HOLDS: 34, Verdict.REFUTED: 1},
    }


def test_the_adjusted_p_values_are_those_of_one_family_per_metric_and_of_no_other(
    e0162: Sheet,
) -> None:
    found = Counter((one.reading, one.verdict) for one in holm.holm(e0162))

    assert found == {
        ("family=column", Verdict.HOLDS): 7,
        ("family=table", Verdict.REFUTED): 7,
        ("family=row", Verdict.REFUTED): 7,
    }


def test_differences_of_counted_flags_are_whole_numbers_over_2310(
    e0162: Sheet, table: Table
) -> None:
    found = {
        (one.rows[0], one.columns[0].partition("/")[0]): one.because.partition(" ")[0]
        for one in grim.grim(e0162)
    }

    assert [found[name, WHOLE[0]] for name in table[WHOLE[0]]] == [
        "0/2310",
        "7/2310",
        "54/2310",
        "-13/2310",
        "68/2310",
    ]
    assert {found[name, WHOLE[1]] for name in table[WHOLE[1]]} == {"0/2310"}


def test_ends_of_the_intervals_of_counted_flags_are_whole_numbers_over_2310(e0162: Sheet) -> None:
    ends = [cell for _, column, cell in e0162.cells(Role.LOW, Role.HIGH) if column.group in WHOLE]

    assert len(ends) == 20
    assert all(wholes(scaled(hull(cell), 2310)) for cell in ends)


def test_differences_of_flags_alone_tell_that_there_were_231_samples(e0162: Sheet) -> None:
    found = [one.because for one in grim.common_size(e0162) if WHOLE[0] in one.columns[0]]

    assert found == ["the cells fit N = 231 of 1..400"]


def test_no_difference_of_overlaps_is_a_whole_number_over_2310_but_0(table: Table) -> None:
    # The grain is not of every column: a rule that took IoU for a count would accuse it.
    means = [row[0] for row in table["grounding_iou_union_orig_minus_cf"].values()]
    cells = [hull(Printed.parse(f"{mean:.17f}"), Added(number=2310)) for mean in means]

    assert [bool(wholes(scaled(cell, 2310))) for cell in cells] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_every_p_value_is_an_even_count_of_20000_replicates(e0162: Sheet) -> None:
    found = [one for one in p_values.replicates(e0162) if one.reading == "p=2r/B"]

    assert len(found) == 35
    assert overall(one.verdict for one in found) is Verdict.HOLDS


def test_no_p_value_below_1_counts_the_observed_sample_too(e0162: Sheet, table: Table) -> None:
    # Four are printed as 0, which (r+1)/(B+1) never is.
    check = (one for one in p_values.replicates(e0162) if one.reading == "p=(r+1)/(B+1)")
    refuted = [one for one in check if one.verdict is Verdict.REFUTED]
    zero = [
        one for one in refuted if one.because.endswith("B = 20000: r = 0 as 4.999750012499375e-05")
    ]

    below = sum(row[RAW] < 1 for family in table.values() for row in family.values())
    assert len(refuted) == below == 16
    assert [(one.rows[0], one.columns[0].partition("/")[0]) for one in zero] == [
        ("cite_swap", "unsupported_rate_cf_minus_orig"),
        ("no_cite", "grounding_iou_union_orig_minus_cf"),
        ("no_cite", "grounding_iou_max_orig_minus_cf"),
        ("no_cite", "unsupported_rate_cf_minus_orig"),
    ]


def test_an_interval_of_nothing_goes_with_no_difference_and_a_p_value_of_1(table: Table) -> None:
    rows = [row for family in table.values() for row in family.values()]
    still = [row for row in rows if row[1] == row[2] == 0]

    assert len(still) == 19
    assert all(row[0] == 0 and row[RAW] == row[HOLM] == 1 for row in still)


def test_one_difference_is_significant_against_the_stated_direction(e0162: Sheet) -> None:
    found = [one for one in intervals.directions(e0162) if one.verdict is Verdict.REFUTED]

    assert [(one.rows, one.columns) for one in found] == [
        (("token_perm",), ("grounding_iou_max_orig_minus_cf/mean_diff",))
    ]
    assert found[0].because == (
        "not reproducible under a positive difference: -0.003211313205705312, adjusted p 0.0148"
    )


def test_six_more_stand_against_it_without_being_significant(e0162: Sheet) -> None:
    found = [
        (one.rows[0], one.columns[0].partition("/")[0])
        for one in intervals.directions(e0162)
        if one.because.endswith("but not significant either")
    ]

    assert found == [
        ("token_perm", "grounding_iou_union_orig_minus_cf"),
        ("token_perm", "bleu_orig_minus_cf"),
        ("evidence_drop", "grounding_iou_union_orig_minus_cf"),
        ("evidence_drop", "grounding_iou_max_orig_minus_cf"),
        ("evidence_drop", "unsupported_rate_cf_minus_orig"),
        ("evidence_drop", "bleu_orig_minus_cf"),
    ]


def test_what_supports_the_stated_direction_is_nine_differences_four_of_them_significant(
    e0162: Sheet, table: Table
) -> None:
    found = named(intervals.directions, e0162, Verdict.HOLDS)
    significant = [one for one in found if table[one[1]][one[0]][HOLM] <= 0.05]

    assert len(found) == 9
    assert significant == [
        ("cite_swap", "unsupported_rate_cf_minus_orig"),
        ("no_cite", "grounding_iou_union_orig_minus_cf"),
        ("no_cite", "grounding_iou_max_orig_minus_cf"),
        ("no_cite", "unsupported_rate_cf_minus_orig"),
    ]
