"""`measurand lint` and `prove` on texts: sentences with statistics, alone and beside tables."""

import io
import json
import sys

import pytest

from tests.cli.running import Shell

SENTENCE = "The groups differed, *t*(46) = 2.41, *p* = .046.\n"
TRUE = "The groups differed, *t*(46) = 2.41, *p* = .020.\n"
TABLE = "\n| system | P | R | F1 |\n|---|---|---|---|\n| ours | 39.6 | 46.7 | 42.8 |\n"
TEX = (
    r"""\begin{tabular}{lrrr} x & P & R & F1 \\ \hline ours & 39.6 & 46.7 & 42.8 \\ \end{tabular}"""
)


@pytest.mark.parametrize(
    ("text", "code"), [(TRUE, 0), (SENTENCE, 1), ("t(28) = 1.72, p = .048", 3)]
)
def test_a_text_exits_as_a_table_does(shell: Shell, text: str, code: int) -> None:
    shell.write("results.txt", text)

    assert shell("lint", "results.txt").code == code
    assert shell("prove", "results.txt").code == code


def test_what_is_said_of_a_number_closes_its_readings(shell: Shell) -> None:
    shell.write("results.txt", "t(28) = 1.72, p = .048")

    assert shell("lint", "results.txt", "--column", "t=t:tails=one").code == 0
    assert shell("lint", "results.txt", "--column", "t=t:tails=two").code == 1


def test_a_text_that_is_pasted_is_looked_through(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Piped:
        buffer = io.BytesIO(SENTENCE.encode())

    monkeypatch.setattr(sys, "stdin", Piped)

    ran = shell("lint", "-")

    assert ran.code == 1
    assert "t = 2.41 on 46 gives p from 0.01977 to 0.02025" in ran.out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("paper.md", SENTENCE + TABLE),
        ("paper.tex", SENTENCE + TEX),
        ("paper.txt", SENTENCE + TABLE),
    ],
)
def test_a_text_that_has_both_is_held_to_both(shell: Shell, name: str, text: str) -> None:
    shell.write(name, text)

    ran = shell("lint", name)

    assert ran.code == 1
    assert f"Statements ({name})" in ran.out
    assert len(json.loads(shell("lint", name, "--format", "json").out)["tables"]) == 2
    assert shell("lint", name, "--table", "1").code == 0


def test_a_page_without_a_table_has_sentences(shell: Shell) -> None:
    shell.write("page.html", "<p>The groups differed, <i>t</i>(46) = 2.41, <i>p</i> &lt; .001.</p>")

    assert shell("lint", "page.html").code == 1


def test_a_text_with_nothing_says_so(shell: Shell) -> None:
    shell.write("page.txt", "There was no difference.")

    assert "nothing found here to check" in shell("lint", "page.txt").err
    ran = shell("lint", "page.txt", "--markup", "prose")
    assert (ran.code, "nothing was found here to check" in ran.out) == (3, True)


def test_a_number_that_no_sentence_has_is_named(shell: Shell) -> None:
    shell.write("results.txt", SENTENCE)

    ran = shell("lint", "results.txt", "--column", "q=t")

    assert (ran.code, ran.err) == (
        2,
        "expected a number of the text, got 'q': known: t, df, p\n",
    )


def test_a_table_of_separated_values_may_hold_sentences(shell: Shell) -> None:
    shell.write("table.csv", 'model,test,N\na,"t(46) = 2.41, p = .046",48\nb,"-",48\n')

    ran = shell("lint", "table.csv")

    assert ran.code == 1
    assert "Statements (table.csv)" in ran.out


def test_a_page_of_a_text_escapes_it(shell: Shell) -> None:
    shell.write("results.txt", "t(46) = 2.41 <script>x</script>, p = .046")

    shell("lint", "results.txt", "--html", "page.html")

    page = shell.read("page.html")
    assert b"&lt;script&gt;x" in page
    assert b"<script>x" not in page


@pytest.mark.parametrize(
    ("head", "row", "code"),
    [
        ("t,df,p", "2.41,46,.020", 0),
        ("t,df,p", "1.72,46,.030", 3),
        ("t,df,p-value", "1.72,46,.030", 1),
        ("F,df1,df2,p-value", "4.03,1,36,0.052", 0),
        ("F,df1,df2,p-value", "4.03,1,36,0.152", 1),
        ("χ²,df,p-value", "4.10,3,0.251", 0),
        ("χ²,df,p-value", "4.10,3,0.151", 1),
        # Without its degrees of freedom t may be anything, and so may z.
        ("t,p-value", "1.72,.830", 0),
        ("z,p-value", "1.72,.830", 3),
    ],
)
def test_statistics_in_columns_are_held_to_the_p_values_beside_them(
    shell: Shell, head: str, row: str, code: int
) -> None:
    shell.write("t.csv", f"effect,{head}\na,{row}\n")

    assert shell("lint", "t.csv").code == code


def test_a_log_with_commas_is_refused_in_one_sentence(shell: Shell) -> None:
    lines = (f"12:00:0{at},{at}23 INFO {'a, ' * at}loss=0.{at}2, step={at}" for at in range(9))
    (shell.folder / "run.txt").write_text("\n".join(lines), encoding="utf-8")

    ran = shell("lint", "run.txt")

    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "nothing found here to check" in ran.err


def test_cells_that_statements_hold_are_not_said_to_be_held_to_nothing(shell: Shell) -> None:
    rows = ("| Female, n (%) | 34 (45.3) | 36 (48.6) |", "| Ill, n (%) | 9 (12.0) | 9 (12.2) |")
    head = "| | A (n = 75) | B (n = 74) |\n|---|---|---|\n"
    shell.write("held.md", head + "\n".join(rows))
    shell.write("beside.md", head + "\n".join((*rows, "| Age | 54 | 55 |")))

    held, beside = shell("lint", "held.md").out, shell("lint", "beside.md").out

    assert "Held under Statements: 8 cells" in held
    assert "Held to no other number" not in held
    assert "Held to no other number: 2 cells in A (n = 75), B (n = 74)." in beside


def test_a_claims_file_of_a_table_keeps_what_its_words_open(shell: Shell) -> None:
    words = "Tests are one-tailed.\n\n"
    # 2.20 on 28 is .018 of one tail.
    table = "| Contrast | t | df | p |\n|---|---|---|---|\n| a | 2.20 | 28 | .018 |\n"
    shell.write("told.md", words + table)
    shell.write("silent.md", table)

    for name, code in (("told", 0), ("silent", 3)):
        shell("init", f"{name}.md", "-o", f"{name}.toml")

        assert shell("lint", f"{name}.md").code == code
        assert shell("lint", f"{name}.toml").code == code


def test_a_rate_that_its_counts_deny_is_said_to_hang_on_a_macro_average(shell: Shell) -> None:
    head = "| model | precision | TP | FP |\n|---|---|---|---|\n"
    shell.write("denied.md", f"{head}| a | 90.0 | 50 | 50 |\n")
    shell.write("given.md", f"{head}| a | 50.0 | 50 | 50 |\n")
    said = "the counts beside precision deny it: possible only if it is a macro average"

    denied = shell("lint", "denied.md", "--column", "precision=precision")
    given = shell("lint", "given.md", "--column", "precision=precision")

    assert denied.code == 0
    assert said in " ".join(denied.out.split())
    assert "macro average" not in given.out
