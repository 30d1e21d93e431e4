"""Rates of two classes: accuracy from sensitivity and specificity, and rates of two names."""

import pytest
from attrs import evolve

from measurand.auditing.proofs.closed.accuracy import (
    BOTH_MEANS,
    MEAN_RECALL,
    MORE_CLASSES,
    ONE_CLASS,
    WEIGHTED_RECALL,
    accuracy_between,
)
from measurand.auditing.proofs.closed.ranges import OTHERWISE, SAME, UNDEFINED, complements
from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.values.printed import Printed
from measurand.values.verdict import TableVerdict, Verdict

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
ROLES = (Role.RECALL, Role.SPECIFICITY, Role.ACCURACY)
SIZES = ((Fact.POSITIVES, 75), (Fact.NEGATIVES, 304))


def row_of(texts: str, roles: tuple[Role, ...] = ROLES, *facts: tuple[Fact, int]) -> Sheet:
    """Make a table of one row, whose columns are named by their roles."""
    cells = zip((role.value for role in roles), map(Printed.parse, texts.split()), strict=True)
    columns = tuple(Column(name=role.value, role=role) for role in roles)
    return Sheet(columns=columns, rows=(Row(label="a", cells=tuple(cells)),), facts=facts)


def read(header: str, *lines: str) -> ReadTable:
    rows = tuple(tuple(line.split()) for line in lines)
    return sheet_of(RawTable(header=tuple(header.split()), rows=rows)).unwrap()


def outcome(table: ReadTable) -> TableVerdict:
    return lint(table.sheet, table.premises).outcome


@pytest.mark.parametrize(
    ("texts", "verdict"),
    [
        # 56/75 prints as .75, 300..302/304 as .99: 356..358/379 print as .94, never as .95.
        ("0.75 0.99 0.95", REFUTED),
        ("0.75 0.99 0.94", HOLDS),
        # No k/75 prints as .505.
        ("0.505 0.9 0.8", REFUTED),
    ],
)
def test_whole_numbers_of_both_classes_add_up_to_accuracy(texts: str, verdict: Verdict) -> None:
    found = {one.reading: one for one in accuracy_between(row_of(texts, ROLES, *SIZES))}

    assert found[ONE_CLASS].verdict is verdict


def test_runs_of_one_test_set_make_the_numbers_finer() -> None:
    sheet = row_of("0.505 0.9 0.8", ROLES, *SIZES, (Fact.RUNS, 5))

    found = {one.reading: one.verdict for one in accuracy_between(sheet)}

    # 189/375 is .504 and 190/375 is .507; ten runs have 379/750.
    assert found[ONE_CLASS] is REFUTED
    ten = row_of("0.505 0.9 0.822", ROLES, *SIZES, (Fact.RUNS, 10))
    assert {one.reading: one.verdict for one in accuracy_between(ten)}[ONE_CLASS] is HOLDS


def test_without_sizes_accuracy_lies_between_both() -> None:
    inside, outside = (
        {one.reading: one for one in accuracy_between(row_of(texts))}
        for texts in ("0.70 0.90 0.85", "0.70 0.90 0.95")
    )

    assert inside[ONE_CLASS].verdict is UNDECIDED
    assert outside[ONE_CLASS].verdict is REFUTED
    # A recall of .70 may be averaged over both classes, with .50 of the other: still below .90.
    assert outside[MEAN_RECALL].verdict is REFUTED
    assert outside[WEIGHTED_RECALL].verdict is REFUTED
    assert outside[MORE_CLASSES].unusual


def test_two_classes_said_leave_no_average_over_more() -> None:
    sheet = row_of("0.70 0.90 0.95", ROLES, (Fact.CLASSES, 2))

    assert MORE_CLASSES not in {one.reading for one in accuracy_between(sheet)}


def test_a_printed_prevalence_weighs_the_two() -> None:
    roles = (*ROLES, Role.PREVALENCE)
    verdicts = [
        {one.reading: one.verdict for one in accuracy_between(row_of(texts, roles))}[ONE_CLASS]
        for texts in ("0.70 0.90 0.85 0.25", "0.70 0.90 0.80 0.25")
    ]

    assert verdicts == [UNDECIDED, REFUTED]


def test_averages_of_both_are_one_number_in_every_row() -> None:
    sheet = row_of("0.76 0.76 0.79", ROLES, *SIZES)
    other = Row(label="b", cells=row_of("0.70 0.80 0.78").rows[0].cells)

    alone = {one.reading for one in accuracy_between(sheet)}
    beside = {one.reading for one in accuracy_between(evolve(sheet, rows=(*sheet.rows, other)))}

    assert BOTH_MEANS in alone
    assert BOTH_MEANS not in beside


def test_a_mean_over_runs_has_no_whole_numbers() -> None:
    sheet = row_of("0.75 0.99 0.95", ROLES, *SIZES)
    means = evolve(sheet, rows=(evolve(sheet.rows[0], kind=Kind.RUNS),))

    assert list(accuracy_between(means)) == []


def test_sensitivity_beside_specificity_is_that_of_one_class() -> None:
    table = read("Model Acc Sens Spec", "a 0.68 0.63 0.70")

    [sens] = [one for one in table.sheet.columns if one.name == "Sens"]
    found = {one.reading for one in accuracy_between(table.sheet)}

    assert dict(sens.options) == {"class": "positive"}
    assert found == {ONE_CLASS, MORE_CLASSES}


def test_means_over_folds_or_many_classes_free_an_accuracy_outside_of_both() -> None:
    one_run = read("Model Acc Sens Spec", "a 0.95 0.70 0.90")
    crossed = read("Model Acc Sens Spec", "a 0.70 0.73 0.90", "b 0.85 0.90 0.80")
    many = read("Model Acc Recall Spec", "a 0.70 0.73 0.90")
    macro = read("Model Acc Macro-Sens Macro-Spec", "a 0.70 0.73 0.90")
    folds = read("Model Acc Sens Spec", "5-folds 0.95 0.70 0.90")

    assert outcome(one_run) is TableVerdict.ODD
    assert outcome(crossed) is TableVerdict.ODD
    assert outcome(folds) is TableVerdict.POSSIBLE
    # Of many classes specificity is the largest, and accuracy may be the least.
    assert outcome(many) is outcome(macro) is TableVerdict.POSSIBLE


# Two decimals of what 75 positives and 304 negatives cannot print, and one row that they can.
def test_impossible_rows_of_known_sizes_are_refuted_by_lint() -> None:
    lines = ("s1 0.59 0.93 0.52", "s13 0.64 0.67 0.65", "s34 0.77 0.76 0.76", "s0 0.78 0.71 0.80")
    table = read("system acc sens spec", *lines)
    sheet = evolve(table.sheet, facts=SIZES)

    found = {
        one.findings[0].rows[0]: one.outcome
        for one in lint(sheet).questions
        if one.name.startswith("accuracy of both classes")
    }

    assert found == {
        "s1": TableVerdict.NOT_REPRODUCIBLE,
        "s13": TableVerdict.NOT_REPRODUCIBLE,
        "s34": TableVerdict.NOT_REPRODUCIBLE,
        "s0": TableVerdict.POSSIBLE,
    }


PAIRS = [
    ((Role.RECALL, Role.TPR), "89.1% 89.1%", "89.1% 12.0%"),
    ((Role.RECALL, Role.FNR), "89.1% 10.9%", "89.1% 12.0%"),
    ((Role.TPR, Role.FNR), "89.1% 10.9%", "89.1% 12.0%"),
    ((Role.SPECIFICITY, Role.FPR), "89.1% 10.9%", "89.1% 12.0%"),
    ((Role.NPV, Role.FOR), "89.1% 10.9%", "89.1% 12.0%"),
    ((Role.ACCURACY, Role.ERROR_RATE), "89.1% 10.9%", "89.1% 12.0%"),
    ((Role.PRECISION, Role.FDR), "89.1% 10.9%", "89.1% 12.0%"),
]


@pytest.mark.parametrize(("roles", "right", "wrong"), PAIRS)
def test_two_names_of_one_rate_agree(roles: tuple[Role, ...], right: str, wrong: str) -> None:
    fits, misses = ({f.reading: f for f in complements(row_of(t, roles))} for t in (right, wrong))

    assert fits[SAME].verdict is HOLDS
    assert misses[SAME].verdict is REFUTED
    averaged = roles[0] in {Role.RECALL, Role.PRECISION}
    assert (OTHERWISE in misses) is averaged
    assert not averaged or misses[OTHERWISE].unusual


def test_rates_of_no_samples_are_printed_as_0_or_1() -> None:
    found = {one.reading: one for one in complements(row_of("0.0% 0.0%", (Role.TPR, Role.FNR)))}

    assert found[SAME].verdict is REFUTED
    assert found[UNDEFINED].unusual


def test_what_is_averaged_otherwise_is_not_compared() -> None:
    sheet = row_of("89.1% 12.0%", (Role.RECALL, Role.TPR))
    recall = evolve(sheet.columns[0], options=(("average", "macro[class]"),))

    assert list(complements(evolve(sheet, columns=(recall, sheet.columns[1])))) == []


def test_tpr_beside_recall_is_odd_and_alone_it_is_recall() -> None:
    beside = read("Model Precision Recall TPR F1", "A 86.36 89.06 12.00 87.69")
    alone = read("Model Precision TPR F1", "A 86.36 89.06 87.69")

    assert [one.role for one in beside.sheet.columns][1:3] == [Role.RECALL, Role.TPR]
    assert outcome(beside) is TableVerdict.ODD
    assert [one.role for one in alone.sheet.columns][1] is Role.RECALL
    assert outcome(alone) is TableVerdict.POSSIBLE


def test_fdr_beside_p_values_is_not_a_rate_of_predictions() -> None:
    table = read("Test p-value FDR", "A 0.01 0.03")

    assert table.sheet.columns[-1].role is Role.VALUE


@pytest.mark.parametrize(
    ("line", "outcome_of_line"),
    [
        # .275 * .818 / (.275 * .818 + .725 * .034) is .9013.
        ("27.5 81.8 96.6 90.1", TableVerdict.POSSIBLE),
        ("27.5 81.8 96.6 92.0", TableVerdict.ODD),
        # A prevalence that may be 0 says nothing of predictions.
        ("0.0 81.8 96.6 92.0", TableVerdict.POSSIBLE),
    ],
)
def test_a_ppv_is_what_the_rates_make_of_the_prevalence(
    line: str, outcome_of_line: TableVerdict
) -> None:
    table = read("Reader Prevalence Sensitivity Specificity PPV", f"a {line}")

    assert outcome(table) is outcome_of_line


def test_an_npv_is_what_the_rates_make_of_the_prevalence() -> None:
    # .725 * .966 / (.725 * .966 + .275 * .182) is .9333.
    heads = "Reader Prevalence Sensitivity Specificity NPV"

    assert outcome(read(heads, "a 27.5 81.8 96.6 93.3")) is TableVerdict.POSSIBLE
    assert outcome(read(heads, "a 27.5 81.8 96.6 91.0")) is TableVerdict.ODD
