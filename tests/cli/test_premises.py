"""A verdict on a table is no stronger than its weakest premise: what true and false tables get.

Each table is a small one of its family. True tables are never called not reproducible, whatever
true fact is said beside them; what only an unusual reading allows is odd, and is repaired in words.
"""

import re

import pytest

from tests.cli.running import Shell

FOLDS = """\
Five-fold cross-validation on 244 patients (mean ± standard deviation over folds).

| Model | Accuracy | Precision | Recall | F1 |
|---|---|---|---|---|
| SVM | 82.81 ± 6.09 | 75.19 ± 7.62 | 83.12 ± 9.33 | 78.73 ± 7.19 |
| Ours | 91.00 ± 4.18 | 85.91 ± 5.05 | 93.19 ± 5.46 | 89.23 ± 3.66 |
"""
SEEDS = """\
Accuracy on the 500 test questions, mean ± standard deviation over 3 seeds.

| Model | Accuracy |
|---|---|
| BERT | 71.93 ± 0.61 |
| RoBERTa | 78.27 ± 0.42 |
"""
CENTRED = """\
| Model |           | Dataset A |        |           | Dataset B |        |
| :---- | :-------: | :-------: | :----: | :-------: | :-------: | :----: |
|       | Precision |  Recall   |   F1   | Precision |  Recall   |   F1   |
| ours  |   34.0    |   98.0    |  50.5  |   99.0    |   95.0    |  97.0  |
| base  |   30.0    |   96.0    |  45.7  |   98.0    |   94.0    |  96.0  |
"""
LEFT = CENTRED.replace("|           | Dataset A |        |", "| Dataset A |           |        |")
LEFT = LEFT.replace("|           | Dataset B |        |", "| Dataset B |           |        |")
TRUE = {
    "folds": (FOLDS, ""),
    "folds of so many samples": (FOLDS, "samples=244"),
    "folds as runs": (FOLDS, "runs=5"),
    "seeds": (SEEDS, ""),
    "seeds on so many samples": (SEEDS, "samples=500"),
    "group heads centred": (CENTRED, ""),
    "group heads at the left": (LEFT, ""),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_table_is_possible_whatever_fact_is_said(shell: Shell, name: str) -> None:
    text, fact = TRUE[name]
    shell.write("t.md", text)

    ran = shell("lint", "t.md", *(("--fact", fact) if fact else ()))

    assert ran.code == 0
    assert "Verdict: possible." in ran.out


def test_a_ragged_table_is_read_with_a_note_and_so_is_the_one_after_it(shell: Shell) -> None:
    head = "| Model | Accuracy | Precision | Recall | F1 |\n|--|--|--|--|--|\n"
    first = f"{head}| forest, 200 trees | 0.7504 | 0.7210 | 0.6901 | 0.6996 | 0.5 |\n"
    second = f"{head}| forest | 0.8750 | 0.8990 | 0.8725 | 0.8856 |\n"
    shell.write("t.md", f"{first}\n{second}")

    both = shell("lint", "t.md")
    alone = shell("lint", "t.md", "--table", "2")

    assert (both.code, alone.code) == (0, 0)
    assert both.out.count("Verdict: possible.") == 2
    assert "line 3: 6 cells below 5 heads" in both.out
    assert "cells below" not in alone.out


# Tickets by their gold class and what two systems predicted; means over the three classes by hand:
# "rules" P = R = F1 = (3/4 + 3/4 + 1/2)/3; "forest" P = (4/7 + 1 + 1)/3, R = (1 + 1/2 + 1/2)/3,
# F1 = (8/11 + 2/3 + 2/3)/3, where F of the two means would be 75.0.
GOLD = ["bug"] * 4 + ["bill"] * 4 + ["praise"] * 2
PREDICTED = {
    "rules": ["bug"] * 3 + ["bill"] * 4 + ["praise", "praise", "bug"],
    "forest": ["bug"] * 4 + ["bill"] * 2 + ["bug"] * 2 + ["praise", "bug"],
}
MACRO = """\
| System | Acc | P | R | F1 |
|---|---|---|---|---|
| rules | 70.0 | 66.7 | 66.7 | 66.7 |
| forest | 70.0 | 85.7 | 66.7 | 68.7 |
"""


def labelled(labels: list[str]) -> str:
    """Write a file of labels."""
    return "".join(
        f"{line}\n" for line in ("id,label", *(f"{i},{x}" for i, x in enumerate(labels)))
    )


@pytest.fixture
def labels(shell: Shell) -> Shell:
    """Write a table of means over classes, and what it was made of in every way that is usual."""
    shell.write("t.md", MACRO)
    shell.write("gold.csv", labelled(GOLD))
    merged = ["id,system,gold,pred"]
    for system, predicted in PREDICTED.items():
        shell.write(f"{system}.csv", labelled(predicted))
        pairs = zip(GOLD, predicted, strict=True)
        merged += [f"{system}{i},{system},{g},{p}" for i, (g, p) in enumerate(pairs)]
    shell.write("merged.csv", "\n".join(merged) + "\n")
    return shell


def test_one_file_of_all_systems_holds_and_names_the_macro_of_a_tool(labels: Shell) -> None:
    made = labels(
        "init", "t.md", "--data", "merged.csv", "--where", "system=system", "-o", "c.toml"
    )
    ran = labels("audit", "c.toml")

    assert (made.code, ran.code) == (0, 0)
    assert "Verdict: holds." in ran.out
    assert re.search(r"F1 +scikit-learn: f1_score\(y_true, y_pred, average='macro'\)", ran.out)


def test_a_file_of_gold_and_one_of_predictions_a_system_are_the_short_way(labels: Shell) -> None:
    files = [word for name in PREDICTED for word in ("--pred", f"{name}={name}.csv")]

    ran = labels("audit", "t.md", "--gold", "gold.csv", *files)

    assert ran.code == 0
    assert "Verdict: holds." in ran.out
    assert "average='macro'" in ran.out


def test_spans_of_a_conll_file_hold_and_name_their_tool(shell: Shell) -> None:
    # LOC: 1 hit, 1 predicted, 2 gold; PER: 1 hit, 3 predicted, 1 gold. Means of P 2/3, of R 3/4
    # and of F (2/3 + 1/2)/2, where F of the two means would be 70.6.
    tags = ["B-LOC B-LOC", "B-LOC O", "B-PER B-PER", "O B-PER", "O B-PER", "O O"]
    shell.write("ner.conll", "".join(f"w{i} {both}\n\n" for i, both in enumerate(tags)))
    shell.write("t.md", "| Model | P | R | F1 |\n|---|---|---|---|\n| CRF | 66.7 | 75.0 | 58.3 |\n")

    made = shell("init", "t.md", "--data", "ner.conll", "-o", "n.toml")
    ran = shell("audit", "n.toml")

    assert (made.code, ran.code) == (0, 0)
    assert "Verdict: holds." in ran.out
    assert "seqeval: precision_score(y_true, y_pred," in ran.out
    assert "average='macro'" in ran.out


SPACE = """\
schema = 1
[data.rules]
path = "gold.csv"
predictions = "rules.csv"
format = "csv"
fields = { id = "id", gold = "label", pred = "label" }
[[table]]
name = "1"
data = "rules"
columns.P = { definition = "unknown", metric = "precision", unit = "%" }
columns.R = { definition = "unknown", metric = "recall", unit = "%" }
rows = [{ label = "rules", cells = { P = 66.7, R = 66.7 } }]
[table.space]
columns = ["P", "R"]
average = ["micro", "macro[class]"]
"""


def test_a_definition_that_cannot_exist_is_a_fault_and_no_miss(labels: Shell) -> None:
    labels.write("c.toml", SPACE)
    labels.write("d.toml", f'{SPACE}class = ["item"]\n')

    without, with_class = labels("audit", "c.toml"), labels("audit", "d.toml")

    assert without.code == 2
    assert "c.toml:" in without.err
    assert "write class=item" in without.err
    assert with_class.code == 0


ABOVE = """\
| System | Acc | P | R | F1 |
|---|---|---|---|---|
| rules | 73.3 | 68.0 | 74.6 | 67.8 |
| bert | 85.8 | 80.2 | 68.2 | 82.5 |
"""


# Prove asks what lint asks, and searches besides, of which nothing is asked here.
COMMANDS = pytest.mark.parametrize(
    "command", [("lint",), ("prove", "--steps", "1")], ids=["lint", "prove"]
)


@COMMANDS
def test_an_f_above_both_is_odd_and_the_slip_is_named(
    shell: Shell, command: tuple[str, ...]
) -> None:
    shell.write("t.md", ABOVE)

    ran = shell(*command, "t.md")

    assert ran.code == 3
    assert "Verdict: odd." in ran.out
    assert "samples are left out of one of the means" in " ".join(ran.out.split())
    assert "86.2% in place of 68.2%" in " ".join(ran.out.split())


ERRORS = "task,n,score,stderr\nalgebra,307,0.856678,0.0\nnumbers,154,0.707792,0.0\n"
OF_ONE_RUN = (
    *("--column", "score=rate", "--column", "n=samples", "--fact", "runs=1"),
    *("--column", "stderr=se[score]:rounding=float64"),
)


def test_a_standard_error_of_nothing_is_odd_and_refuted_once_its_parts_are_said(
    shell: Shell,
) -> None:
    shell.write("t.csv", ERRORS)

    silent, said = shell("lint", "t.csv"), shell("lint", "t.csv", *OF_ONE_RUN)

    assert (silent.code, said.code) == (3, 1)
    assert "Verdict: odd." in silent.out
    # The root of p times 1 - p, over n: of 0.856678 and 307.
    assert "0.019998" in silent.out
    assert "Verdict: not reproducible" in said.out


def test_one_rate_under_two_names_is_odd_where_the_numbers_differ(shell: Shell) -> None:
    shell.write(
        "t.md",
        "| x | Precision | Recall | TPR | F1 |\n|-|-|-|-|-|\n| A | 86.4 | 89.1 | 12.0 | 87.7 |\n",
    )

    ran = shell("lint", "t.md")

    assert ran.code == 3
    assert "Verdict: odd." in ran.out
    assert "A / Recall, TPR" in ran.out


# Accuracy is (75 sensitivity + 304 specificity)/379, which would be .782, .601, .570 and .766.
IMAGES = "x,acc,sens,spec\na,0.80,0.71,0.80\nb,0.59,0.93,0.52\nc,0.56,0.69,0.54\nd,0.75,0.59,0.81\n"
COUNTED = (
    *("--column", "acc=accuracy", "--column", "sens=recall", "--column", "spec=specificity"),
    *("--fact", "positives=75", "--fact", "negatives=304", "--fact", "samples=379"),
)


@COMMANDS
def test_an_accuracy_that_is_not_the_weighted_mean_of_the_two_is_refuted(
    shell: Shell, command: tuple[str, ...]
) -> None:
    shell.write("t.csv", IMAGES)

    ran = shell(*command, "t.csv", *COUNTED, "--format", "json")

    questions = ran.table["questions"]
    assert isinstance(questions, list)
    bad = [str(one["question"]) for one in questions if one["verdict"] == "not reproducible"]
    assert ran.code == 1
    assert all(any(f": {row} /" in name for name in bad) for row in "abcd")


BELOW_ONE = "x,FPR,Specificity\na,0.97,99.03\nb,0.62,99.38\n"


@pytest.mark.parametrize(("unit", "code"), [("", 0), (":unit=%", 0), (":unit=none", 1)])
def test_a_rate_below_one_percent_needs_no_sign(shell: Shell, unit: str, code: int) -> None:
    shell.write("t.csv", BELOW_ONE)

    ran = shell(
        "lint", "t.csv", "--column", f"FPR=fpr{unit}", "--column", "Specificity=specificity"
    )

    assert ran.code == code


def test_an_error_may_be_of_a_rate_below_one_percent(shell: Shell) -> None:
    # 5 of 515: 0.9709 %, and its standard error in the same unit.
    shell.write("t.csv", "x,n,score,stderr\na,515,0.9708737864077669,0.4324952097790167\n")

    ran = shell("lint", "t.csv", *OF_ONE_RUN)

    assert ran.code == 3
    assert "'score' is below one percent" in " ".join(ran.out.split())


def test_per_mille_is_no_percent_whatever_role_is_said(shell: Shell) -> None:
    shell.write("t.csv", "x,FPR (‰),Specificity (%)\na,4.42,99.558\nb,6.94,99.306\n")
    said = "--column", "FPR (‰)=fpr", "--column", "Specificity (%)=specificity"

    assert shell("lint", "t.csv").code == 0
    assert shell("lint", "t.csv", *said).code == 0


def test_scores_may_be_of_what_was_answered_where_the_table_says_so(shell: Shell) -> None:
    # 75 of 89 and 28 of 73.
    shell.write("t.csv", "x,N,Coverage,Accuracy\na,100,89.0,84.3\nb,100,73.0,38.4\n")

    assert shell("lint", "t.csv").code == 0
    assert shell("lint", "t.csv", "--column", "N=samples", "--fact", "samples=100").code == 0


def test_repeats_are_runs(shell: Shell) -> None:
    shell.write("t.md", "N = 50 (repeats: 5).\n\n| M | Acc |\n|-|-|\n| a | 83.2 |\n| b | 71.2 |\n")

    assert shell("lint", "t.md").code == 0
