"""Columns that are made of others, as their numbers show, and reports by class."""

import pytest

from measurand.auditing.proofs.prove import lint
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role
from measurand.edges.tables.grid import ColumnOverride, Overrides, column_override
from measurand.edges.tables.markup.reader import tables_of
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.values.verdict import TableVerdict

GAINS = "Set,Base,Ours,Gain\na,60.1,62.4,2.3\nb,55.0,58.2,3.2\nc,71.5,73.0,1.5\nd,64.2,69.9,{}\n"
SHARES = "Error,Count,Share\na,50,50.0\nb,25,25.0\nc,15,15.0\nd,10,10.0\n"
REPORT = """\
,precision,recall,f1-score,support
neg,0.80,0.90,{},40
pos,0.75,0.60,0.67,30
neu,0.92,0.88,0.90,25
macro avg,0.82,0.79,0.80,95
"""


def read(text: str, *said: str) -> ReadTable:
    """Read a table of comma-separated values, with what is said of its columns."""
    [table] = tables_of(text.encode(), "csv").unwrap()
    return sheet_of(table, Overrides(columns=tuple(map(column_override, said)))).unwrap()


def last(text: str, *said: str) -> Column:
    """Read the last column."""
    return read(text, *said).sheet.columns[-1]


def outcome(text: str, *said: str) -> TableVerdict:
    """Judge a table."""
    found = read(text, *said)
    return lint(found.sheet, found.premises).outcome


def test_a_gain_is_tied_to_the_two_columns_that_most_rows_fit() -> None:
    found = last(GAINS.format("5.7"))

    assert (found.role.value, found.of) == ("difference", ("Ours", "Base"))


@pytest.mark.parametrize(
    ("gain", "expected"), [("5.7", TableVerdict.POSSIBLE), ("15.7", TableVerdict.ODD)]
)
def test_a_gain_that_misses_what_the_others_fit_is_odd(gain: str, expected: TableVerdict) -> None:
    assert outcome(GAINS.format(gain)) is expected


def test_a_gain_that_few_rows_fit_is_only_a_value() -> None:
    assert last("Set,Base,Ours,Gain\na,1,2,9\nb,1,3,7\nc,1,4,3\n").role.value == "value"


def test_shares_are_tied_to_the_counts_beside_them() -> None:
    found = last(SHARES)

    assert (found.role.value, found.of) == ("share", ("Count",))


def test_of_what_a_share_is_stays_open_where_only_its_role_is_said() -> None:
    assert last(SHARES, "Share=share").of == ()


@pytest.mark.parametrize(
    ("f", "expected"), [("0.85", TableVerdict.POSSIBLE), ("0.75", TableVerdict.ODD)]
)
def test_f_of_one_class_in_a_report_is_that_of_its_precision_and_recall(
    f: str, expected: TableVerdict
) -> None:
    assert outcome(REPORT.format(f)) is expected


WHOLE_REPORT = """\
,precision,recall,f1-score,support
neg,0.80,0.90,0.85,40
pos,0.75,0.60,0.67,30
neu,0.92,0.88,0.90,{support}
accuracy,,,{accuracy},95
macro avg,0.82,0.79,0.80,95
weighted avg,0.82,{weighted},0.81,95
"""


# (40 * .90 + 30 * .60 + 25 * .88) / 95 = 76 / 95 = .80.
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, TableVerdict.POSSIBLE),
        ({"weighted": "0.81"}, TableVerdict.POSSIBLE),
        ({"weighted": "0.82"}, TableVerdict.ODD),
        ({"accuracy": "0.88"}, TableVerdict.ODD),
        ({"support": "35"}, TableVerdict.ODD),
    ],
)
def test_averages_of_a_report_weigh_by_its_support_and_accuracy_is_recall(
    changed: dict[str, str], expected: TableVerdict
) -> None:
    plain = {"support": "25", "accuracy": "0.80", "weighted": "0.80"}

    assert outcome(WHOLE_REPORT.format(**{**plain, **changed})) is expected


def test_a_report_whose_last_rows_are_said_is_refuted() -> None:
    text = WHOLE_REPORT.format(support="25", accuracy="0.95", weighted="0.80")
    [table] = tables_of(text.encode(), "csv").unwrap()
    facts, rows = ((Fact.RUNS, 1),), (("accuracy", Kind.AVERAGE),)
    heads = (("precision", Role.PRECISION), ("recall", Role.RECALL), ("f1-score", Role.F))
    columns = tuple(ColumnOverride(name=name, role=role) for name, role in heads)

    found = sheet_of(table, Overrides(columns=columns, rows=rows, facts=facts)).unwrap()

    assert lint(found.sheet, found.premises).outcome is TableVerdict.NOT_REPRODUCIBLE


READERS = """\
Table 2: The test set ({sizes}).

| Reader | Sensitivity (%) | Specificity (%) | Accuracy (%) |
|---|---|---|---|
| A | {first} | 88.7 | 87.7 |
| B | 86.2 | 88.7 | 88.0 |
| C | {third} | 89.7 | {last} |
"""


# Of 87: 74 are 85.1 %, 75 are 86.2 %, 72 are 82.8 %; 189 and 191 of 213 are 88.7 % and 89.7 %.
# 74 + 189 = 263, 75 + 189 = 264 and 72 + 191 = 263 of 300: 87.7 %, 88.0 % and 87.7 %.
@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, TableVerdict.POSSIBLE),
        ({"first": "85.6"}, TableVerdict.ODD),
        ({"last": "89.0"}, TableVerdict.ODD),
        ({"first": "85.6", "third": "83.3"}, TableVerdict.POSSIBLE),
        ({"first": "85.6", "sizes": "300 cases"}, TableVerdict.POSSIBLE),
        (
            {"first": "85.6", "sizes": "87 positive, 213 negative; 9 positive"},
            TableVerdict.POSSIBLE,
        ),
    ],
)
def test_positives_and_negatives_of_a_caption_are_those_of_most_rows_or_of_none(
    changed: dict[str, str], expected: TableVerdict
) -> None:
    plain = {"first": "85.1", "third": "82.8", "last": "87.7"}
    sizes = {"sizes": "87 positive and 213 negative cases"}
    [table] = tables_of(
        READERS.format(**{**plain, **sizes, **changed}).encode(), "markdown"
    ).unwrap()

    found = sheet_of(table).unwrap()

    assert lint(found.sheet, found.premises).outcome is expected


# 12.00 / 2 = 6.00, 72.00 / 72 = 1.00 and 6.00 / 1.00 = 6.00.
VARIANCES = """\
Source,SS,df,MS,F,p
Between,12.00,2,{squares},{f},.004
Within,72.00,72,1.00,,
Total,84.00,{total},,,
"""


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, TableVerdict.POSSIBLE),
        ({"squares": "6.50", "f": "6.50"}, TableVerdict.ODD),
        ({"f": "7.00"}, TableVerdict.ODD),
        ({"total": "76"}, TableVerdict.ODD),
    ],
)
def test_an_analysis_of_variance_is_held_to_its_sums_of_squares(
    changed: dict[str, str], expected: TableVerdict
) -> None:
    plain = {"squares": "6.00", "f": "6.00", "total": "74"}

    assert outcome(VARIANCES.format(**{**plain, **changed})) is expected


def test_an_f_over_another_row_than_the_last_is_possible() -> None:
    # In a nested design 8.00 / 2.00 = 4.00, and 2.00 / 0.50 = 4.00.
    rows = "A,16.00,2,8.00,4.00\nB in A,12.00,6,2.00,4.00\nError,18.00,36,0.50,\n"

    assert outcome(f"Source,SS,df,MS,F\n{rows}") is TableVerdict.POSSIBLE
    assert outcome(f"Source,SS,df,MS,F\n{rows}".replace("8.00,4.00", "8.00,9.00")) is (
        TableVerdict.ODD
    )


def test_the_model_of_an_analysis_is_no_part_of_its_total() -> None:
    rows = (
        "Corrected Model,30.0,3,10.0,10.0\nIntercept,500.0,1,500.0,500.0\nA,20.0,1,20.0,20.0\n"
        "B,8.0,1,8.0,8.0\nA * B,2.0,1,2.0,2.0\nError,36.0,36,1.0,\nTotal,566.0,40,,\n"
    )

    assert outcome(f"Source,Sum of Squares,df,Mean Square,F\n{rows}") is TableVerdict.POSSIBLE


def test_no_degrees_of_freedom_are_nought() -> None:
    found = read("Source,SS,df,MS,F\nA,3.766,2,1.8332,4.846\nError,10.492,27,0.3886,\n")

    repairs = [one for q in lint(found.sheet, found.premises).questions for one in q.repairs]

    assert "1.8832 in place of 1.8332 (A / MS)" in repairs
    assert not [one for one in repairs if one.endswith("(A / df)")]
