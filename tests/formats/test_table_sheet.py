"""What columns and rows of a table seem to be; what is said wins; every guess is told."""

import pytest

from measurand.auditing.proofs.sheet import Fact, Kind, Role
from measurand.edges.tables.grid import (
    Overrides,
    RawTable,
    column_override,
    fact_override,
    row_override,
)
from measurand.edges.tables.markup.reader import tables_of
from measurand.edges.tables.sheet import ReadTable, sheet_of
from measurand.edges.tables.vocabulary import head_of
from measurand.values.printed import Rounding, Unit


def read(head: str, *rows: str, said: Overrides | None = None, **more: str) -> ReadTable:
    """Read a table written with bars: the first row is the head."""
    table = RawTable(
        header=tuple(part.strip() for part in head.split("|")),
        rows=tuple(tuple(part.strip() for part in row.split("|")) for row in rows),
        caption=more.get("caption", ""),
    )
    return sheet_of(table, said or Overrides()).unwrap()


def roles(found: ReadTable) -> list[str]:
    return [column.role.value for column in found.sheet.columns]


def units(found: ReadTable) -> list[str]:
    return [cell.unit.value for _, cell in found.sheet.rows[0].cells]


def notes(found: ReadTable) -> list[str]:
    return [f"{note.where}: {note.text}".removeprefix(": ") for note in found.notes]


@pytest.mark.parametrize(
    ("head", "rows", "wanted"),
    [
        ("|P|R|F1", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|Prec.|Recall|F_1-score", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|M_total|#Pred||Truth", "a|1.80|7||3", ["hits", "predicted", "gold"]),
        ("|N|EM|AUC", "a|124|63.3|0.91", ["samples", "exact_match", "auc"]),
        ("|Pre|Re.|F", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|Pr.|Rec.|F₁", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|Précision|Rappel|F-mesure", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|精确率 (Precision)|召回率|F1值", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|P (macro)|R (macro)|F1 (macro)", "a|39.6|46.7|42.8", ["precision", "recall", "f"]),
        ("|Pre|Post", "a|39.6|46.7", ["value", "value"]),
        ("|P|R|F1 (dev)", "a|39.6|46.7|42.8", ["precision", "recall", "value"]),
        ("|TP|FP|FN|TN|Acc", "a|1|2|3|4|0.5", ["tp", "fp", "fn", "tn", "accuracy"]),
        ("|Sens.|Spec.|Acc.", "a|84%|93%|90%", ["recall", "specificity", "accuracy"]),
        ("|P|R|Acc", "a|0.4|0.5|0.6", ["precision", "recall", "rate"]),
        ("|MCC|κ|RMSE|R²", "a|0.5|0.4|3.2|0.9", ["mcc", "kappa", "rmse", "r2"]),
        ("|Mean|SD", "a|3.48|1.12", ["mean", "sd"]),
        ("|F1|std", "a|63.3|1.12", ["f", "value"]),
        ("|ko|ja|Avg.", "a|81.5|79.0|80.2", ["value", "value", "average"]),
        ("|x|Avg.", "a|81.5|79.0", ["value", "value"]),
        ("|a|b|Total", "x|1|2|3", ["value", "value", "total"]),
        ("|a|b|Total", "x|0.1|0.2|0.3", ["value", "value", "value"]),
        ("|F1|p", "a|63.3|0.03", ["f", "p"]),
        ("|F1|CI low|CI high", "a|63.3|62|64", ["f", "low", "high"]),
        ("|p|p_holm|p_adj", "a|0.01|0.02|0.02", ["p", "p_holm", "value"]),
        ("|p|p (Holm)|p_adj (BH)", "a|0.01|0.02|0.02", ["p", "p_holm", "value"]),
        ("|p|Holm-adjusted p", "a|0.01|0.02", ["p", "p_holm"]),
        ("|F1|Low|Upper", "a|63.3|62|64", ["f", "value", "value"]),
        ("|x|y|Avg|z", "a|1.5|2.5|2.0|3.5", ["value"] * 4),
        ("|Sentences|Words|Avg", "a|100|200|2.5", ["value"] * 3),
        ("|Layers|x|Avg", "a|1.5|2.5|2.0", ["value"] * 3),
        ("|Acc", "a|+1.0", ["value"]),
        ("|R", "a|0.5", ["value"]),
        ("|P", "a|7", ["value"]),
        ("|Precision", "a|163.3", ["value"]),
        ("|Truth", "a|1.5", ["value"]),
        ("|Δ|cost", "a|1.5|0.1", ["value", "value"]),
        ("|Weighted P|Weighted R|Weighted F1", "a|0.1|0.2|0.3", ["value", "value", "value"]),
    ],
)
def test_heads_say_roles_where_they_can_mean_nothing_else(
    head: str, rows: str, wanted: list[str]
) -> None:
    found = read(head.replace("||", "|"), rows.replace("||", "|"))

    assert roles(found) == wanted
    assert {column.name for column in found.sheet.columns} <= {n.column for n in found.notes}


@pytest.mark.parametrize(
    ("head", "averaged"),
    [
        *(("mF1", "macro"), ("Macro-averaged F1", "macro"), ("F1-score (macro avg)", "macro")),
        *(("P_macro", "macro"), ("宏平均F1", "macro"), ("μF1", "micro"), ("mi-F1", "micro")),
        *(("F1 (微平均)", "micro"), ("wF1", "weighted"), ("W-F", "weighted")),
        *(("weighted F1", "weighted"), ("f1_weighted", "weighted"), ("mAP", ""), ("Macro", "")),
    ],
)
def test_heads_say_how_scores_are_averaged(head: str, averaged: str) -> None:
    assert head_of(head).averaged == averaged


@pytest.mark.parametrize("head", ["F1 (%)", "F1 [%]", "F1, %", "% F1", "F1 (×100)", "F1 (in %)"])
def test_a_unit_in_the_head_is_that_of_its_numbers(head: str) -> None:
    assert units(read(f"|P (%)|R (%)|{head}", "a|0.5|0.5|0.5")) == ["%"] * 3


def test_the_table_of_a_report_in_chinese_is_read() -> None:
    text = """\
**建议表格结构 (Proposed Table Structure):**

| 模型 (Model) | $M_{total}$ | $|Pred|$ (预测数) | $|Truth|$ (真值数) | P | R | F1 | $ |
| :--- | :---: | :---: | :---: | :---: | :---: | :---: | :---: |
| DeepSeek CoT | 1.80 | 4 | 3 | 63.3% | 63.3% | 63.3% | $0.0123 |
| DeepSeek IO | 1.80 | 7 | 3 | 39.6% | 46.7% | 42.8% | $0.0065 |
"""
    [table] = tables_of(text.encode(), "markdown").unwrap()

    found = sheet_of(table).unwrap()

    assert roles(found)[:6] == ["hits", "predicted", "gold", "precision", "recall", "f"]
    assert [cell.text for _, cell in found.sheet.rows[1].cells][-1] == "$0.0065"


def test_beta_comes_from_the_head() -> None:
    found = read("|P|R|F0.5", "a|1|2|3")

    assert str(found.sheet.columns[2].beta) == "1/2"


def test_numbers_above_1_are_percent_and_a_small_column_beside_them_is_in_doubt() -> None:
    assert units(read("|P|R|F1", "a|39.6|46.7|42.8")) == ["%", "%", "%"]
    assert units(read("|P|R|F1", "a|0.396|0.467|0.428")) == ["none"] * 3

    found = read("|P|R|F1", "a|39.6|46.7|0.8")
    assert roles(found) == ["precision", "recall", "value"]
    assert found.about("F1")[-1].text == (
        "numbers up to 1 beside percent: the unit is in doubt (:unit=% or :unit=none)"
    )


def test_groups_come_from_repeats_and_from_words() -> None:
    again = read("|P|R|F1|P|R|F1", "a|1|2|3|4|5|6")
    mixed = read("|P|R|F1|Macro-F1", "a|1|2|3|4")
    alike = read("|Macro P|Macro R|Macro F1|N", "a|1|2|3|4")

    assert [column.group for column in again.sheet.columns] == ["", "", "", "(2)", "(2)", "(2)"]
    assert [column.name for column in again.sheet.columns][3:] == ["P (2)", "R (2)", "F1 (2)"]
    assert [column.group for column in mixed.sheet.columns] == ["", "", "", "macro"]
    assert [column.group for column in alike.sheet.columns] == [""] * 4


def test_micro_in_a_head_is_an_option_that_is_known() -> None:
    found = read("|micro-P|micro-R", "a|10|20")

    assert found.sheet.columns[0].options == (("average", "micro"),)


def test_numbers_beside_others_are_columns_of_their_own() -> None:
    found = read("|F1", "a|63.3 ± 0.4", "b|60.1 [59.0, 61.2]")

    assert [(c.name, c.role, c.of) for c in found.sheet.columns] == [
        ("F1", Role.F, ()),
        ("F1 ±", Role.VALUE, ()),
        ("F1 low", Role.LOW, ("F1",)),
        ("F1 high", Role.HIGH, ("F1",)),
    ]
    assert [[name for name, _ in row.cells] for row in found.sheet.rows] == [
        ["F1", "F1 ±"],
        ["F1", "F1 low", "F1 high"],
    ]


@pytest.mark.parametrize(
    ("head", "label", "caption", "role"),
    [
        ("Accuracy (%)", "a", "", "low"),
        ("Accuracy (%)", "a", "95% CI in brackets", "low"),
        ("Accuracy (%) [95% CI]", "a", "Age is a median with its IQR.", "low"),
        ("Accuracy (%)", "a", "Mean accuracy [IQR over folds]", ""),
        ("Accuracy (%)", "Stay, median [q1-q3]", "", ""),
        ("Accuracy (%) [range]", "a", "95% CI elsewhere", ""),
    ],
)
def test_quartiles_and_extremes_are_no_ends_of_an_interval(
    head: str, label: str, caption: str, role: str
) -> None:
    # A mean may lie outside of its quartiles: it is held to no rule of intervals.
    table = RawTable(header=("", head), rows=((label, "62.0 [70.0-93.3]"),), caption=caption)

    columns = sheet_of(table).unwrap().sheet.columns

    assert [column.role.value for column in columns[1:]] == (
        [role, "high"] if role else ["value", "value"]
    )


def test_rows_of_means_and_sums_are_told_and_pooled_rows_are_counted_by_none() -> None:
    found = read("|F1|N", "a|50.0|3", "b|60.0|4", "micro avg|57.0|7", "Average|55.0|7", "Total|1|9")

    assert [(row.label, row.kind, row.of) for row in found.sheet.rows[2:]] == [
        ("micro avg", Kind.BODY, ()),
        ("Average", Kind.AVERAGE, ("a", "b")),
        ("Total", Kind.TOTAL, ("a", "b")),
    ]
    assert [name for name, _ in found.sheet.rows[3].cells] == ["F1"]
    assert "row 'Average': counts in a row of means may be sums: left out of N" in notes(found)


def test_rows_that_hold_no_score_of_their_column_are_left_out() -> None:
    found = read("|F1", "a|0.5", "b|0.6", "accuracy|0.7", "weighted avg|0.55")

    assert [row.label for row in found.sheet.rows] == ["a", "b"]


def test_everything_that_is_left_out_is_told() -> None:
    found = read(
        "system|notes|F1|",
        "a|new|63.3*|x",
        "b||1,234|",
        "zero-shot|zero-shot|zero-shot|zero-shot",
        "a|old|< 5|",
        "|z|-|",
        "c||4|",
    )

    assert [row.label for row in found.sheet.rows] == ["a / new", "b", "a / old", "c"]
    assert notes(found) == [
        "column 'F1': some numbers are outside 0 to 100: no f",
        "row 'zero-shot': the row has no number: left out",
        "row 'z': the row has no number: left out",
        "column 'column 4': it has no head: this is its place",
        "column 'column 4': it has 0 numbers and 1 text: left out",
        "row 'a / old', column 'F1': '< 5' is not read: a bound is no number",
        "left out of numbers: * (1 cell)",
        "a comma parts thousands in 1 cell",
    ]


def test_one_decimal_comma_puts_every_comma_in_doubt() -> None:
    found = read("|x|y", "a|63,3|1,234", "b|1|2", "c|3|4")

    assert found.sheet.rows[0].cells == ()
    assert [note.text for note in found.notes if note.row == "a"] == [
        "'63,3' is not read: a comma may part decimals (--decimal-comma)",
        "'1,234' is not read: its comma may part thousands or decimals, as others here do",
    ]
    said = Overrides(decimal_comma=True)
    assert read("|x", "a|63,3", said=said).sheet.rows[0].cells[0][1].text == "63.3"


def test_labels_that_repeat_are_counted() -> None:
    found = read("|F1", "a|1", "a|2", "|3")

    assert [row.label for row in found.sheet.rows] == ["a", "a (2)", "row 3"]


def test_a_first_column_of_numbers_is_no_label_but_a_year_is() -> None:
    assert [row.label for row in read("TP|FP", "1|2").sheet.rows] == ["row 1"]
    assert [row.label for row in read("Year|FP", "2021|2").sheet.rows] == ["2021"]


def test_a_caption_says_a_number_of_samples_once() -> None:
    one = read("|F1", "a|63.3", caption="On N = 1,240 menus")
    two = read("|F1", "a|63.3", caption="n=12 and 13 samples")
    column = read("|N|F1", "a|7|63.3", caption="N = 12")

    assert one.sheet.facts == ((Fact.SAMPLES, 1240),)
    assert notes(one)[-1].startswith("the caption says samples = 1240: used for every row")
    assert two.sheet.facts == ()
    assert notes(two)[-1] == "the caption names several numbers of samples (12, 13): none is used"
    assert column.sheet.facts == ()


def test_doubtful_guesses_are_told_and_the_sure_sheet_does_without_them() -> None:
    found = read(
        "|x|y|Avg.",
        "a|1.5|2.5|2.0",
        "b|2.5|3.5|3.0",
        "Overall|2.0|3.0|2.5",
        "Mean|2.0|3.0|2.5",
        caption="N = 9",
        said=Overrides(facts=((Fact.GOLD, 3),)),
    )

    assert roles(found) == ["value", "value", "average"]
    assert [column.role for column in found.sure.columns] == [Role.VALUE] * 3
    assert [row.label for row in found.sheet.rows] == ["a", "b", "Overall", "Mean"]
    assert [row.label for row in found.sure.rows] == ["a", "b"]
    assert found.sheet.facts == ((Fact.GOLD, 3), (Fact.SAMPLES, 9))
    assert found.sure.facts == ((Fact.GOLD, 3),)
    doubtful = [text for text in notes(found) if "doubtful" in text]
    assert len(doubtful) == 4
    assert doubtful[0] == (
        "column 'Avg.': read as average (doubtful: of which columns, and how they weigh, is not "
        "said)"
    )
    assert roles(read("|N|MSE|RMSE", "a|9|2|1")) == ["samples", "mse", "rmse"]
    plain = read("|N|MSE|RMSE", "a|9|2|1").sure.columns
    assert [column.role for column in plain] == [Role.VALUE, Role.MSE, Role.RMSE]


def test_what_is_said_is_not_doubtful_and_a_plain_head_is_not() -> None:
    said = Overrides(columns=(column_override("N=samples"),), rows=(row_override("Mean=average"),))
    found = read("|N|P|R|F1", "a|9|50|50|50", "Mean||50|50|50", said=said)

    assert found.sure == found.sheet


def test_the_unit_of_a_column_whose_role_is_said_is_guessed_with_those_beside_it() -> None:
    said = Overrides(columns=(column_override("x=accuracy"),))
    exact = Overrides(columns=(column_override("x=accuracy:unit=none"),))

    assert units(read("|x|y|Avg", "a|61.5|63.5|62.5", said=said)) == ["%", "%", "%"]
    assert units(read("|x|y", "a|61.5|63.5", said=said)) == ["%", "none"]
    assert units(read("|x|y|Avg", "a|61.5|63.5|62.5", said=exact)) == ["none"] * 3


def test_spreads_are_neither_averaged_nor_summed() -> None:
    found = read("|x", "a|5.0 ± 1.0", "b|6.0 ± 2.0", "Mean|5.5 ± 0.1", "Total|11.0 (3)")

    assert [row.cells[0][0] for row in found.sheet.rows] == ["x"] * 4
    assert [len(row.cells) for row in found.sheet.rows] == [2, 2, 1, 1]


def test_rows_of_changes_and_marks_after_labels_are_left_out() -> None:
    found = read("|F1|MCC", "a†|50.0|+0.5", "b^{‡}|51.0|+0.6", "ours|+1.0|0.1", "†|49.0|0.2")

    assert [row.label for row in found.sheet.rows] == ["a", "b", "†"]
    assert (
        "row 'ours': scores with a sign before them are changes: left out (`body` takes it in)"
    ) in notes(found)
    words = ("Median", "SD", "Δ to a", "Best", "p-value", "Rel. improvement", "Mean ± SD", "Min.")
    assert [row.label for row in read("|F1", "a|1", *(f"{one}|2" for one in words)).sheet.rows] == [
        "a"
    ]
    kept = read("|F1", "a|1", "Median|2", said=Overrides(rows=(row_override("Median=body"),)))
    assert [row.label for row in kept.sheet.rows] == ["a", "Median"]


@pytest.mark.parametrize(
    "caption",
    [
        "over 5 seeds (N = 124)",
        "mean ± sd, N = 12",
        "with 8 examples, few-shot",
        "trained on n = 5",
    ],
)
def test_a_caption_that_speaks_of_runs_shots_or_training_says_no_number(caption: str) -> None:
    found = read("|F1", "a|63.3", caption=caption)

    assert found.sheet.facts == ()
    assert notes(found)[-1] == (
        "the caption speaks of runs, folds, shots or training: no number of samples is taken"
    )


@pytest.mark.parametrize("caption", ["N = 12.5", "N = 12%", "version 12", "run n=1e5 of"])
def test_other_numbers_of_a_caption_are_not_taken(caption: str) -> None:
    found = read("|F1", "a|63.3", caption=caption)

    assert found.sheet.facts in {(), ((Fact.SAMPLES, 1),)}
    assert found.sheet.facts == () or "1e5" in caption


def test_what_is_said_wins_over_every_guess() -> None:
    said = Overrides(
        columns=(
            column_override("Dice=f:beta=2,unit=%,group=g,average=micro,rounding=truncate"),
            column_override("Year=skip"),
            column_override('M=average["Dice",x]'),
        ),
        rows=(row_override("all=average"), row_override("b=skip")),
        facts=((Fact.SAMPLES, 12),),
        row_facts=(fact_override("a:gold=3"),),
        rounding=Rounding.HALF_UP,
    )
    found = read(
        "|Dice|Year|x|M", "a|0.6|2020|1|2", "b|1|1|1|1", "all|1|1|1|1", said=said, caption="N = 5"
    )

    dice, _, mean = found.sheet.columns
    assert (dice.role, str(dice.beta), dice.group) == (Role.F, "2", "g")
    assert dice.options == (("average", "micro"),)
    assert (mean.role, mean.of) == (Role.AVERAGE, ("Dice", "x"))
    assert [row.label for row in found.sheet.rows] == ["a", "all"]
    assert found.sheet.rows[1].kind is Kind.AVERAGE
    assert found.sheet.rows[0].facts == ((Fact.GOLD, 3),)
    assert found.sheet.facts == ((Fact.SAMPLES, 12),)
    cells = dict(found.sheet.rows[0].cells)
    assert (cells["Dice"].unit, cells["Dice"].rounding) == (Unit.PERCENT, Rounding.TRUNCATE)
    assert cells["x"].rounding is Rounding.HALF_UP


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (
            Overrides(columns=(column_override("Precison=f"),)),
            "expected a column of the table, got 'Precison': did you mean 'Precision'?",
        ),
        (
            Overrides(columns=(column_override("Precision=average[x]"),)),
            "expected a column of the table, got 'x': known: Precision",
        ),
        (
            Overrides(rows=(row_override("ous=average"),)),
            "expected the label of a row, got 'ous': did you mean 'ours'?",
        ),
    ],
)
def test_what_is_said_of_nothing_is_a_fault(said: Overrides, fault: str) -> None:
    table = RawTable(header=("", "Precision"), rows=(("ours", "1"),))

    assert [one.text() for one in sheet_of(table, said).failure()] == [fault]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("F1", "NAME=ROLE, as in F1=f: got 'F1'; roles: "),
        ("F1=recal", "NAME=ROLE, as in F1=f: got 'F1=recal': did you mean 'recall'?; roles: "),
        ("F1=f:beta=0", "a number above 0: got '0'"),
        ("F1=f:beta=1/0", "a number above 0: got '1/0'"),
        ("F1=f:beta", "option=value: got 'beta'"),
        ("F1=f:unit=%%", "unknown unit '%%'"),
    ],
)
def test_a_column_that_is_said_wrongly_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        column_override(text)

    assert str(error.value).startswith(why)


@pytest.mark.parametrize("text", ["samples", "samples=-1", "sample=3", "samples=" + "9" * 13])
def test_a_fact_that_is_said_wrongly_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="FACT=NUMBER, as in samples=124"):
        fact_override(text)


@pytest.mark.parametrize("text", ["a", "=average", "a=mean"])
def test_a_row_that_is_said_wrongly_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="LABEL=KIND: got"):
        row_override(text)
