"""What every door says of a table whose numbers are likely meant otherwise than they stand."""

import json
from collections.abc import Mapping

import pytest

from measurand.edges.report.document import Grid, Prose, Section, shortened
from tests.cli.running import Shell

MIXED = """\
| System | Accuracy | Macro F1 |
|---|---|---|
| a | 0.885 | 0.819 |
| b | 86.0 | 79.0 |
| c | 84.2 | 77.3 |
"""
SHARE = "a prints 0.885 among percent (86.0, 84.2): as a share it is 88.5%"
COMMAS = """\
| System | Accuracy | Macro F1 |
|---|---|---|
| a | 88,5 | 81,9 |
| b | 86,0 | 79,0 |
"""
UNREAD = "a comma seems to part decimals in 4 cells, as in '88,5': not read"


def test_lint_prove_and_check_call_a_share_among_percent_odd(shell: Shell) -> None:
    shell.write("t.md", MIXED)
    shell("init", "t.md", "-o", "claims.toml")

    for words in (("lint", "t.md"), ("prove", "t.md"), ("check", "claims.toml")):
        ran = shell(*words)

        assert ran.code == 3
        assert SHARE in " ".join(ran.out.split())
        assert "possible only if 0.885 is below one percent" in " ".join(ran.out.split())


def test_init_and_sniff_tell_of_a_share_among_percent_too(shell: Shell) -> None:
    shell.write("t.md", MIXED)

    written, sniffed = shell("init", "t.md"), shell("sniff", "t.md")

    assert f"# {SHARE}\n" in written.out
    assert f"note: {SHARE}\n" in written.err
    assert SHARE in sniffed.out


@pytest.mark.parametrize(
    "column",
    [
        ("0.3", "86.0", "84.2"),
        ("0.885", "3.4", "2.1"),
        ("0.88", "3.40", "24.12"),
        ("0.25", "12.5", "40"),
        ("0.885%", "0.86", "0.842"),
    ],
    ids=["digits alike", "far from its size", "two digits as all", "no digits alike", "a sign"],
)
def test_small_percent_are_not_odd(shell: Shell, column: tuple[str, ...]) -> None:
    rows = "".join(f"| {name} | {cell} |\n" for name, cell in zip("abc", column, strict=True))
    shell.write("t.md", "| System | Accuracy |\n|---|---|\n" + rows)

    assert "among percent" not in shell("lint", "t.md").out


def test_every_door_names_the_option_that_reads_decimal_commas(shell: Shell) -> None:
    shell.write("t.md", COMMAS)

    linted, sniffed, refused = shell("lint", "t.md"), shell("sniff", "t.md"), shell("init", "t.md")

    assert (linted.code, sniffed.code, refused.code) == (3, 0, 2)
    for text in (linted.out, sniffed.out, refused.err):
        assert f"{UNREAD} (--decimal-comma reads them)" in " ".join(text.split())
    assert "measurand lint t.md --decimal-comma" in sniffed.out
    assert shell("lint", "t.md", "--decimal-comma").code == 0
    assert "88.5" in shell("init", "t.md", "--decimal-comma").out


def test_sniff_knows_a_table_with_semicolons_and_decimal_commas(shell: Shell) -> None:
    shell.write("t.csv", "System;Accuracy;F1\na;88,5;81,9\nb;86,0;79,0\n")

    ran = shell("sniff", "t.csv")

    assert "A table of scores." in ran.out
    assert "measurand lint t.csv --decimal-comma" in ran.out


def test_a_table_of_which_numbers_are_not_read_does_not_pass(shell: Shell) -> None:
    shell.write("t.md", COMMAS.replace("Macro F1", "N").replace("81,9", "9").replace("79,0", "7"))

    ran = shell("lint", "t.md", "--undecided", "ok")

    assert ran.code == 3
    assert "in 2 cells, as in '88,5'" in " ".join(ran.out.split())


@pytest.mark.parametrize("text", ["1,234", "12,345.6"], ids=["thousands", "both"])
def test_thousands_are_no_decimals(shell: Shell, text: str) -> None:
    shell.write("t.md", f"| System | Words |\n|---|---|\n| a | {text} |\n")

    assert "part decimals" not in shell("lint", "t.md").out


OUTSIDE = """\
| Variable | OR (95% CI) |
|---|---|
| Age | 1.50 (1.10-2.05) |
| Sex | 9.50 (1.10-2.05) |
"""


@pytest.mark.parametrize("level", ["95% CI", "90 % CI", "99% confidence interval", "95% CrI"])
def test_an_estimate_outside_of_its_interval_of_confidence_is_odd(shell: Shell, level: str) -> None:
    shell.write("t.md", OUTSIDE.replace("95% CI", level))

    ran = shell("lint", "t.md")

    assert ran.code == 3
    assert "9.50 [1.10, 2.05]; possible only if interval=another" in " ".join(ran.out.split())
    shell("init", "t.md", "-o", "claims.toml")
    assert shell("check", "claims.toml").code == 3


@pytest.mark.parametrize("head", ["Hb (reference range)", "Hb", "Age, median (IQR)", "Score"])
def test_a_range_whose_kind_is_not_said_may_be_of_something_else(shell: Shell, head: str) -> None:
    shell.write("t.md", OUTSIDE.replace("OR (95% CI)", head))

    assert shell("lint", "t.md").code != 1
    assert "odd" not in shell("lint", "t.md").out.partition("\n\n")[0]


def test_what_would_fit_has_as_many_digits_before_the_point(shell: Shell) -> None:
    shell.write("t.md", OUTSIDE.replace("9.50 (1.10-2.05)", "79.0 (80.1-88.2)"))

    out = " ".join(shell("lint", "t.md").out.split())

    assert "70.1 in place of 80.1" in out
    assert " 8.1 in place of" not in out
    assert " 0.1 in place of" not in out


LABELLED = """\
\\begin{table}\\caption{Scores}\\label{tab:main}
\\begin{tabular}{lccc}
\\toprule
System & P & R & F1 \\\\
\\midrule
a & 50.0 & 50.0 & 60.0 \\\\
\\bottomrule
\\end{tabular}\\end{table}
"""


def test_prove_names_what_many_readings_have_in_common(shell: Shell) -> None:
    shell.write("t.tex", LABELLED)

    out = " ".join(shell("prove", "t.tex").out.split())

    assert "possible only if average=macro[sample], aggregate=mean (in each of 30 readings)" in (
        out.replace(",aggregate", ", aggregate")
    )


def test_no_file_of_certificates_is_written_where_nothing_is_refuted(shell: Shell) -> None:
    shell.write("t.tex", LABELLED)

    for command in ("lint", "prove"):
        ran = shell(command, "t.tex", "--certificates", "c.json")

        assert ran.code == 3
        assert ran.err == "nothing is refuted: c.json is not written\n"
        assert not shell.folder.joinpath("c.json").exists()


def test_a_short_answer_names_a_table_by_all_of_its_label() -> None:
    parts = (
        Section("Table tab:main", (Prose(("one",)),), aside=True),
        Grid("Readings of f: ours / P, R, F1", ("reading",), (), aside=True),
    )

    [*_, last] = shortened(parts)

    assert last == Prose(("--full shows more: table tab:main, readings of f.",))


def test_columns_that_are_taken_for_labels_count_as_unread_too(shell: Shell) -> None:
    shell.write(
        "t.md", "| M | Judge | Human | PPI |\n|---|---|---|---|\n| A | 70,3 | 63,8 | 63,3 |\n"
    )

    ran = shell("lint", "t.md")

    assert "decimals in 3 cells, as in '70,3': not read" in " ".join(ran.out.split())


def test_the_faults_of_a_file_that_looks_like_nothing_are_those_of_its_name(shell: Shell) -> None:
    rows = "id;gold;pred\na;1;0;0,0\nb;0,5;0,5\n"
    shell.write("t.csv", rows)
    shell.write("t.txt", rows)

    named, unnamed = (shell("score", file, "-d", "accuracy") for file in ("t.csv", "t.txt"))

    assert named.code == unnamed.code == 2
    assert "t.csv:2: expected 3 cells, as in the header, got 4" in named.err
    assert "t.txt:1: expected one JSON value" in unnamed.err


GOLD = {"q1": "a", "q2": "a", "q3": "b", "q4": "b", "q5": "b"}
BY_SYSTEM = """\
schema = 1
[data.runs]
path = "runs.jsonl"
fields = { id = "model+id", groups = { model = "model" } }
[[table]]
name = "1"
data = "runs"
columns.Accuracy = { definition = "accuracy", unit = "%" }
rows = [
  { label = "north", where = { model = "north" }, cells = { Accuracy = 40.0 } },
  { label = "east", where = { model = "east" }, cells = { Accuracy = 40.0 } },
  { label = "west", where = { model = "west" }, cells = { Accuracy = 40.0 } },
]
"""


def runs(shell: Shell, *, gold: Mapping[str, str], left_out: str = "") -> None:
    """Write what three systems answered; `east` has the gold that is given."""
    records = (
        {"model": model, "id": item, "gold": found, "pred": "a"}
        for model in ("north", "east", "west")
        for item, found in (gold if model == "east" else GOLD).items()
        if f"{model}/{item}" != left_out
    )
    shell.write("runs.jsonl", "".join(f"{json.dumps(one)}\n" for one in records))
    shell.write("claims.toml", BY_SYSTEM)


SCORED = ("score", "runs.jsonl", "--field", "id=model+id", "--field", "groups.model=model")


@pytest.mark.parametrize(
    "words", [("check", "claims.toml"), (*SCORED, "-d", "accuracy", "--by", "model")]
)
def test_gold_that_differs_for_one_item_is_noted(shell: Shell, words: tuple[str, ...]) -> None:
    runs(shell, gold={**GOLD, "q1": "b"})

    ran = shell(*words)

    told = "that of 'q1' is 'a' in 'north/q1' and 'b' in 'east/q1'"
    assert ran.err == f"note: runs.jsonl: 1 of 5 items has two golds: {told}\n"


@pytest.mark.parametrize("gold", [GOLD, {"q1": "b", "q2": "b", "q3": "a", "q4": "b", "q5": "b"}])
def test_one_gold_and_items_of_other_tasks_are_not_noted(
    shell: Shell, gold: Mapping[str, str]
) -> None:
    runs(shell, gold=gold)

    assert shell("check", "claims.toml").err == ""


def test_a_row_of_other_samples_says_how_many(shell: Shell) -> None:
    runs(shell, gold=GOLD, left_out="north/q1")

    ran = shell("check", "claims.toml")

    # North has 1 of 4 right, the others 2 of 5.
    assert ran.code == 1
    assert "samples: north 4; most rows 5\n" in ran.out
