"""`measurand lint`: a table in, questions out; what was guessed is told, what is said wins."""

import io
import re
import sys

import pytest

from tests.cli.running import Shell

SOUND = "| system | P | R | F1 |\n|---|---|---|---|\n| ours | 39.6 | 46.7 | 42.8 |\n"
UNSOUND = SOUND.replace("42.8", "48.9")
SLIP = """\
| x | TP | FP | FN | TN | Sens. | Spec. | Acc. |
|-|-|-|-|-|-|-|-|
| a | 42 | 7 | 8 | 93 | 84.0% | 93.0% | 90.0% |
| b | 38 | 4 | 12 | 96 | 76.0% | 96.0% | 88.7% |
"""
POOLED = ("--column", "F1=f:average=micro")


def lists(tree: object, key: str) -> list[dict[str, object]]:
    assert isinstance(tree, dict)
    found = tree[key]
    assert isinstance(found, list)
    return found


def test_a_sound_table_is_possible(shell: Shell) -> None:
    shell.write("t.md", SOUND)

    ran = shell("lint", "t.md")

    assert ran.code == 0
    assert "Verdict: possible. No contradiction was found in what was checked." in ran.out
    assert "Rows that are consistent but false cannot be seen from a table." in ran.out
    assert re.search(r"column 'F1' +read as f\n", ran.out)
    assert ran.err == ""


def test_an_f_that_p_and_r_do_not_allow_is_not_reproducible_with_its_proof(shell: Shell) -> None:
    shell.write("t.md", UNSOUND)

    ran = shell("lint", "t.md", *POOLED)

    assert ran.code == 1
    assert "Verdict: not reproducible under what is assumed below." in ran.out
    assert "disjoint" in ran.out
    assert "wrong" not in ran.out


def test_json_says_the_same_with_every_finding(shell: Shell) -> None:
    shell.write("t.md", UNSOUND)

    ran = shell("lint", "t.md", *POOLED, "--format", "json")

    assert ran.code == ran.json["exit_code"] == 1
    assert ran.table["verdict"] == "not reproducible"
    bad = [one for one in lists(ran.table, "questions") if one["verdict"] == "not reproducible"]
    grounds = lists(lists(bad[0], "findings")[0], "grounds")
    assert {"clash", "printed", "allowed"} <= set(grounds[0])
    assert ran.table["notes"]


@pytest.mark.parametrize("form", ["text", "md", "csv", "latex", "json"])
def test_every_format_has_the_verdict_or_the_proof(shell: Shell, form: str) -> None:
    shell.write("t.md", UNSOUND)

    ran = shell("lint", "t.md", *POOLED, "--format", form, "--output", "out")

    assert (ran.code, ran.out) == (1, "")
    assert b"not reproducible" in shell.read("out")


def test_three_markups_of_one_table_give_one_result(shell: Shell) -> None:
    shell.write("t.md", UNSOUND)
    shell.write("t.csv", "system,P,R,F1\nours,39.6,46.7,48.9\n")
    shell.write(
        "t.tex",
        "\\begin{tabular}{lrrr}system & P & R & F$_1$ \\\\ \\midrule\n"
        "ours & 39.6 & \\textbf{46.7} & 48.9 \\\\ \\end{tabular}",
    )

    trees = [shell("lint", f"t.{end}", "--format", "json").table for end in ("md", "csv", "tex")]

    verdicts = [
        [(one["verdict"], len(lists(one, "findings"))) for one in lists(tree, "questions")]
        for tree in trees
    ]
    assert verdicts[0] == verdicts[1] == verdicts[2]


def test_a_role_that_is_said_takes_a_question_back(shell: Shell) -> None:
    shell.write("t.md", UNSOUND)

    ran = shell("lint", "t.md", "--column", "F1=value")

    assert ran.code in {0, 3}
    assert "said to be value" in ran.out


def test_a_fact_that_is_said_is_used(shell: Shell) -> None:
    shell.write("t.csv", "system,EM\nours,22.2\n")

    ran = shell("lint", "t.csv", "--fact", "samples=124", "--column", "EM=exact_match:unit=%")

    assert ran.code == 1
    assert "known of every row: samples = 124" in ran.out


@pytest.mark.parametrize(
    "pasted",
    [
        SOUND,
        "system\tP\tR\tF1\nours\t34.0\t12.5\t18.3\n",
        "<table><tr><th>system<th>P<th>R<th>F1<tr><td>ours<td>34.0<td>12.5<td>18.3</table>",
    ],
)
def test_what_is_pasted_into_standard_input_tells_its_markup(
    pasted: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Piped:
        buffer = io.BytesIO(pasted.encode())

    monkeypatch.setattr(sys, "stdin", Piped)

    ran = shell("lint", "-")

    assert (ran.code, ran.err) == (0, "")
    assert "f-from-p-and-r" in ran.out


def test_standard_input_that_holds_no_table_is_told(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Piped:
        buffer = io.BytesIO(b"nothing here")

    monkeypatch.setattr(sys, "stdin", Piped)

    assert shell("lint", "-").err == (
        "standard input: expected a table in Markdown, LaTeX, HTML, CSV, TSV or text, got none of"
        " these: nothing found here to check\n"
    )


def test_a_table_that_cannot_be_read_loses_no_other(shell: Shell) -> None:
    tabular = r"\begin{tabular}{lr} a & F1 \\ \hline x & .5%s \end{tabular}"
    shell.write("t.tex", (tabular % " & 2") + "\n" + (tabular % ""))

    both, second = shell("lint", "t.tex"), shell("lint", "t.tex", "--table", "2")

    assert (both.code, both.err) == (2, "t.tex:1: expected a row of 2 cells, got 3\n")
    assert "(t.tex:2)" in both.out
    assert (second.code, second.err) == (0, "")


def test_the_markup_of_standard_input_can_be_said(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Piped:
        buffer = io.BytesIO(SOUND.encode())

    monkeypatch.setattr(sys, "stdin", Piped)
    ran = shell("lint", "-", "--markup", "markdown")
    assert ran.code == 0
    assert "(standard input:1)" in ran.out


def test_one_of_several_tables_is_chosen_and_those_without_numbers_are_left_out(
    shell: Shell,
) -> None:
    shell.write("t.md", f"# One\n\n{SOUND}\n# Two\n\n{SLIP}\n# Words\n\n|a|b|\n|-|-|\n|c|d|\n")

    both = shell("lint", "t.md")
    assert both.code == 3
    assert both.out.endswith("Left out, as they have no number: Words.\n")
    assert shell("lint", "t.md", "--table", "One").code == 0
    assert shell("lint", "t.md", "--table", "2").code == 3
    pooled = ("--column", "Acc.=accuracy:average=micro")
    assert shell("lint", "t.md", "--table", "2", *pooled).code == 1
    assert shell("lint", "t.md", "--table", "Tow").err == (
        "t.md: expected one of One, Two, Words, got --table Tow: did you mean 'Two'?\n"
    )


def test_a_file_with_a_fault_does_not_lose_what_the_others_say(shell: Shell) -> None:
    shell.write("t.md", SOUND)
    shell.write("bad.csv", "")

    ran = shell("lint", "bad.csv", "t.md", "no.csv")

    assert ran.code == 2
    assert "Verdict: possible." in ran.out
    assert ran.err == (
        "bad.csv: expected a table, got none in csv\n"
        "no.csv: expected a file, got nothing of that name\n"
    )
    assert shell("lint", "bad.csv", "no.csv").out == ""


def test_what_no_rule_speaks_of_is_told_beside_the_verdict(shell: Shell) -> None:
    shell.write("t.csv", "x,P,R,F1,zeal\na,50.0,50.0,50.0,3\nb,50.0,50.0,50.0,4\n")

    assert (
        "Held to no other number: 2 cells in zeal. What a column is can be said, as in --column"
        " NAME=accuracy." in shell("lint", "t.csv").out
    )
    assert "Held to no other" not in shell("lint", "t.csv", "--column", "zeal=skip").out


@pytest.mark.parametrize(("name", "text"), [("t.txt", "hello world\n"), ("t.csv", "a,b\nc,d\n")])
def test_prose_and_files_without_a_number_are_no_table(shell: Shell, name: str, text: str) -> None:
    shell.write(name, text)

    ran = shell("lint", name)

    assert ran.code == 2
    assert "nothing found here to check" in ran.err


def test_a_text_that_was_copied_is_a_table_without_a_name(shell: Shell) -> None:
    shell.write("t.txt", "System P R F1\nours 80.0 60.0 68.6\nbase 79.0 60.0 68.2\n")

    ran = shell("lint", "t.txt")

    assert ran.code == 0
    assert "The table (t.txt:1)" in ran.out


def test_nothing_to_ask_is_undecided(shell: Shell) -> None:
    shell.write("t.csv", "system,speed\nours,3.5\n")

    ran = shell("lint", "t.csv")

    assert ran.code == 3
    assert "Verdict: undecided, as nothing could be asked of it." in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no.csv",), "no.csv: expected a file, got nothing of that name\n"),
        (
            ("t.pdf",),
            (
                "t.pdf: expected a file that ends with .csv, .tsv, .md, .tex, .html, .txt or"
                " .toml, got another end: or say what it is: --markup\n"
            ),
        ),
        (
            ("t.md", "--column", "F2=f"),
            "t.md: expected a column of the table, got 'F2': known: P, R, F1\n",
        ),
        (
            ("t.md", "--output", "t.md"),
            "--output: expected another file, got t.md, the file of TABLE\n",
        ),
        (
            ("c.toml", "--unit", "%"),
            (
                "c.toml: expected a claims file alone: it says itself what its"
                " columns are, got options that read a table in markup\n"
            ),
        ),
    ],
)
def test_bad_input_is_told_and_exits_with_2(
    shell: Shell, words: tuple[str, ...], said: str
) -> None:
    shell.write("t.md", SOUND)
    shell.write("t.pdf", "%PDF")
    shell.write("c.toml", "schema = 1\n")

    ran = shell("lint", *words)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(said)


def test_a_word_that_is_no_role_is_refused_with_the_nearest(shell: Shell) -> None:
    ran = shell("lint", "t.md", "--column", "F1=recal")

    assert ran.code == 2
    assert "did you mean 'recall'?" in ran.err


def test_a_claims_file_without_data_is_held_to_the_rules(shell: Shell) -> None:
    shell.write(
        "c.toml",
        """\
schema = 1
[[table]]
name = "2"
computed = false
columns.P = { role = "precision", unit = "%" }
columns.R = { role = "recall", unit = "%" }
columns.F1 = { definition = "unknown", metric = "f(average=micro)", unit = "%" }
rows = [{ label = "ours", cells = { P = 39.6, R = 46.7, F1 = 48.9 } }]
""",
    )

    ran = shell("lint", "c.toml", "--table", "2")

    assert ran.code == 1
    assert "ours / P, R, F1" in ran.out


def test_hostile_texts_are_shown_escaped(shell: Shell) -> None:
    shell.write("t.csv", 'system,"F1\x1b[31m"\n"a\x07b",63.3\n')

    ran = shell("lint", "t.csv")

    assert "\x1b" not in ran.out
    assert "\\x1b[31m" in ran.out


ENDS = "| system | accuracy | low | high |\n|---|---|---|---|\n| west | %s | %s | %s |\n"


@pytest.mark.parametrize(
    ("cells", "said", "code"),
    [
        (("46.0", "44.0", "49.0"), ("low", "high"), 0),
        (("46.0", "44.0", "49.0"), ("low[accuracy]", "high[accuracy]"), 0),
        (("46.0", "0.44", "0.49"), ("low", "high"), 0),
        (("0.46", "0.44", "0.49"), ("low", "high"), 0),
        (("46.0%", "44.0", "49.0"), ("low", "high"), 0),
        (("43.0", "44.0", "49.0"), ("low", "high"), 3),
        (("0.40", "0.44", "0.49"), ("low", "high"), 3),
        (("46.0", "44.0", "49.0"), ("low:unit=none", "high:unit=none"), 3),
    ],
)
def test_ends_have_the_unit_of_their_estimate_unless_another_is_said(
    shell: Shell, cells: tuple[str, str, str], said: tuple[str, str], code: int
) -> None:
    shell.write("table.md", ENDS % cells)

    ran = shell("lint", "table.md", "--column", f"low={said[0]}", "--column", f"high={said[1]}")

    assert ran.code == code, ran.out
