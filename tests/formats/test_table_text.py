"""Tables in CSV, Markdown and LaTeX are read to the same texts; what cannot be read is a fault."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Failure, Success

from measurand.edges.tables.grid import RawTable
from measurand.edges.tables.markup.reader import MOST_BYTES, Markup, markup_in, markup_of, tables_of


def tables(text: str, markup: Markup) -> tuple[RawTable, ...]:
    return tables_of(text.encode(), markup).unwrap()


def table(text: str, markup: Markup) -> RawTable:
    [found] = tables(text, markup)
    return found


def fault(text: str | bytes, markup: Markup) -> str:
    raw = text if isinstance(text, bytes) else text.encode()
    match tables_of(raw, markup, file="t"):
        case Failure((one, *_)):
            return str(one.text())
        case found:
            pytest.fail(f"no fault: {found}")


def test_the_first_row_of_separated_values_has_the_names() -> None:
    found = table('system,"F1, dev"\n\nours,"63.3"\r\ntheirs,42.8\n', "csv")

    assert found.header == ("system", "F1, dev")
    assert found.rows == (("ours", "63.3"), ("theirs", "42.8"))
    assert found.lines == (3, 4)


def test_a_quoted_line_end_counts_as_a_line() -> None:
    found = table('a,b\n"x\ny",1\nz,2\n', "csv")

    assert found.rows == (("x y", "1"), ("z", "2"))
    assert found.lines == (2, 4)


def test_semicolons_are_told() -> None:
    found = table("system;F1\nours;63,3\n", "csv")

    assert found.rows == (("ours", "63,3"),)
    assert found.notes == ("cells are separated by ;",)


def test_tabs_separate_tsv() -> None:
    assert table("a\tb, c\nx\t1\n", "tsv").header == ("a", "b, c")


def test_a_first_row_with_gaps_stands_over_the_second() -> None:
    found = table(",dev,,test,\nsystem,P,R,P,R\nours,1,2,3,4\n", "csv")

    assert found.header == ("system", "P", "R", "P", "R")
    assert found.groups == ("", "dev", "dev", "test", "test")
    assert found.notes == ("the first row is read as headings over those of the second",)


def test_tables_that_empty_rows_part_are_read_each_with_its_title() -> None:
    text = "Table 2: dev,,\nsystem,P,R\na,1,2\n,,\nb,3,4\n\nTable 3: test\nsystem,F1\na,5\n"

    first, second = tables(text, "csv")

    assert (first.title, first.header) == ("2: dev", ("system", "P", "R"))
    assert first.rows == (("a", "1", "2"), ("b", "3", "4"))
    assert (second.title, second.rows, second.lines) == ("3: test", (("a", "5"),), (9,))


def test_empty_cells_after_the_last_column_are_of_the_spreadsheet() -> None:
    assert table("a\tF1\nx\t1\t\t\n", "tsv").rows == (("x", "1"),)


def test_a_quotation_mark_between_tabs_may_be_a_text() -> None:
    assert table('a\tF1\n"5" disk\t1\n', "tsv").rows == (('"5" disk', "1"),)
    assert table('a\tF1\n"x\ny"\t1\n', "tsv").rows == (("x y", "1"),)


def test_a_table_that_cannot_be_read_has_faults_and_the_others_are_read() -> None:
    first, second = tables("a,F1\nx,1,2\n\nb,F1\ny,3\n", "csv")

    assert [(fault.line, fault.got) for fault in first.faults] == [(2, "3")]
    assert (second.rows, second.faults) == ((("y", "3"),), ())


def test_markdown_shows_no_cell_after_the_last_head() -> None:
    found = table("| a | b |\n|---|---|\n| x | 1 | 2 |\n| y | 3 | |\n| z |\n", "markdown")

    assert found.rows == (("x", "1"), ("y", "3"), ("z", ""))
    assert found.notes == (
        "line 3: 3 cells below 2 heads: those after the last head do not show, and are left out",
        "line 5: 1 of 2 cells are there: the rest is taken as empty",
    )


@pytest.mark.parametrize(
    "text",
    [
        "> | a | F1 |\n> |---|---|\n> | x | 1 |\n> | y | 2 |\n",
        "+---+----+\n| a | F1 |\n+===+====+\n| x | 1  |\n+---+----+\n| y | 2  |\n+---+----+\n",
        " a | F1 \n---+----\n x | 1  \n y | 2  \n(2 rows)\n",
        "| a | F1 |\n|---+----|\n| x | 1  |\n| y | 2  |\n",
        "┏━━━┳━━━━┓\n┃ a ┃ F1 ┃\n┡━━━╇━━━━┩\n│ x │ 1  │\n├───┼────┤\n│ y │ 2  │\n└───┴────┘\n",
        "| | |\n|---|---|\n| **a** | **F1** |\n| x | 1 |\n| y | 2 |\n",
    ],
)
def test_tables_are_read_as_they_are_drawn_or_quoted(text: str) -> None:
    found = table(text, "markdown")

    assert markup_in(text.encode()) == "markdown"
    assert (found.header, found.rows) == (("a", "F1"), (("x", "1"), ("y", "2")))
    assert text.split("\n")[found.lines[1] - 1].count("y") == 1


def test_a_rule_of_other_cells_than_the_head_spoils_its_table_alone() -> None:
    first, second = tables("a | b | c\n---|---\n1 | 2 | 3\n\na | b\n---|---\nx | 1\n", "markdown")

    assert [fault.text() for fault in first.faults] == [
        "expected a rule of 3 cells, as the head, got 2"
    ]
    assert second.rows == (("x", "1"),)


def test_pipes_in_a_formula_part_no_cells_of_a_head() -> None:
    found = table(
        "| m | $|Pred|$ (预测数) | $M_{total}$ |\n|---|---|---|\n| a | 4 | $0.5 |\n", "markdown"
    )

    assert found.header == ("m", "|Pred| (预测数)", "M_{total}")
    assert found.rows == (("a", "4", "$0.5"),)


def test_a_short_row_is_filled_and_told() -> None:
    found = table("a,b,c\nx,1\n", "csv")

    assert found.rows == (("x", "1", ""),)
    assert found.notes == ("line 2: 2 of 3 cells are there: the rest is taken as empty",)


def test_markdown_tables_are_found_with_titles_captions_and_lines() -> None:
    text = """\
# Results

Text | with a pipe.

Table 1: on n = 12 menus

| system | P |
|:-------|--:|
| ours | **63.3** |

## Others
system | R
--- | ---
a\\|b | `46.7`*
"""
    first, second = tables(text, "markdown")

    assert (first.title, first.caption, first.line) == (
        "1: on n = 12 menus",
        "Table 1: on n = 12 menus",
        7,
    )
    assert first.rows == (("ours", "63.3"),)
    assert (second.title, second.header) == ("Others", ("system", "R"))
    assert second.rows == (("a|b", "46.7*"),)
    assert second.lines == (14,)


def test_what_stands_in_fenced_code_is_no_table() -> None:
    assert fault("```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n", "markdown") == (
        "t: expected a table, got none in markdown"
    )


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("**63.3**", "63.3"),
        ("*63.3*", "63.3"),
        ("***63.3***", "63.3"),
        ("__63.3__ `±` 0.4", "63.3 ± 0.4"),
        ("63.3*", "63.3*"),
        ("both_empty", "both_empty"),
        ("[63.3](x.md)", "63.3"),
        ("63.3<sup>a</sup>", "63.3^{a}"),
        ("63.3<br>0.4", "63.3 0.4"),
        ("63.3 &plusmn; 0.4", "63.3 ± 0.4"),
        (r"\*63.3\*", "*63.3*"),
        (r"`a\|b`", "a|b"),
        (r"$63.3 \pm 0.4$", "63.3 ±0.4"),
        ("$5 and $6", "$5 and $6"),
        ("~~1~~", "1"),
    ],
)
def test_markdown_cells_lose_their_markup_alone(cell: str, text: str) -> None:
    assert table(f"| a | b |\n|---|---|\n| x | {cell} |\n", "markdown").rows == (("x", text),)


BOOKTABS = r"""
\begin{table}[t]
\caption[short]{Results on 124 menus: \textbf{best} in bold.} \label{tab:main}
\resizebox{\linewidth}{!}{%
\begin{tabular*}{\linewidth}{@{}l*{4}{c}@{}}
\toprule[1pt]
\multirow{2}{*}{Model} & \multicolumn{2}{c}{Dev} & \multicolumn{2}{c}{Test} \\ % & not \\
\cmidrule(lr){2-3} \cmidrule(lr){4-5}
 & P & F$_1$ & P & F$_1$ \\
\midrule
\multicolumn{5}{@{}l}{\emph{Zero-shot}} \\ \addlinespace[2pt]
A \& B~\cite{x} & \textbf{63.3} & 63.3{\scriptsize$\pm$0.4} & \underline{1,234} & 63.3\,\% \\[2pt]
\rowcolor{gray!10} \multirow{2}{*}{Ours} & 1 & \makecell{2\\3} & 3 & $-4$ \\
 & $1.2 \times 10^{-3}$ & 2 & \textcolor{red}{5}$^{\dagger}$ & -- \\
\bottomrule
\end{tabular*}}
\end{table}
"""


def test_booktabs_are_read_with_two_levels_of_heads_spans_and_macros() -> None:
    found = table(BOOKTABS, "latex")

    assert found.title == "tab:main"
    assert found.caption == "Results on 124 menus: best in bold."
    assert found.header == ("Model", "P", "F_1", "P", "F_1")
    assert found.groups == ("", "Dev", "Dev", "Test", "Test")
    assert found.rows == (
        ("Zero-shot",) * 5,
        ("A & B", "63.3", "63.3±0.4", "1,234", "63.3\u2009%"),
        ("Ours", "1", "2 3", "3", "-4"),
        ("Ours", "1.2 ×10^{-3}", "2", "5^†", "–"),
    )
    assert found.lines == (11, 12, 13, 14)
    assert found.notes == ()


def test_rules_between_all_rows_make_the_first_one_the_head() -> None:
    found = table(
        r"\begin{tabular}{lr}\hline a & b \\ \hline x & 1 \\ \hline y & 2 \\ \hline\end{tabular}",
        "latex",
    )

    assert found.header == ("a", "b")
    assert found.rows == (("x", "1"), ("y", "2"))


def test_what_spans_rows_goes_on_for_so_many() -> None:
    found = table(
        r"\begin{tabular}{lr} a & b \\ \hline \multirow{3}{*}{x} & 1 \\ & 2 \\"
        r"& 3 \\ & 4 \end{tabular}",
        "latex",
    )

    assert found.rows == (("x", "1"), ("x", "2"), ("x", "3"), ("", "4"))


def test_a_head_that_a_long_table_repeats_is_no_row() -> None:
    found = table(
        r"\begin{longtable}{lr} a & b \\ \endfirsthead a & b \\ \endhead x & 1 \\"
        r"\end{longtable}",
        "latex",
    )

    assert found.rows == (("x", "1"),)


def test_a_table_inside_a_cell_belongs_to_the_cell() -> None:
    found = table(
        r"\begin{tabular}{lr} a & \begin{tabular}[c]{@{}c@{}}F1\\dev\end{tabular} \\ \hline"
        r" x & 1 \end{tabular}",
        "latex",
    )

    assert found.header == ("a", "F1 dev")


def test_commands_that_are_not_known_are_told() -> None:
    found = table(
        r"\begin{tabular}{lr} a & b \\ \hline \our{} & \best{63.3} \end{tabular}", "latex"
    )

    assert found.rows == (("", "63.3"),)
    assert found.notes == (r"\our is not known: left out", r"\best is not known: left out")


@pytest.mark.parametrize(
    ("text", "markup", "said"),
    [
        ("", "csv", "t: expected a table, got none in csv"),
        ("a,b\n1,2,3\n", "csv", "t:2: expected a row of 2 cells, got 3"),
        (
            'a,b\n"1,2\n',
            "csv",
            "t: expected separated values, got an error: unexpected end of data",
        ),
        (
            b"a,b\n\xff,1\n",
            "csv",
            "t:2: expected UTF-8, got the byte 0xff at byte 5: save the file as UTF-8",
        ),
        (
            "\n\n\\begin{tabular}{l} a \\\\",
            "latex",
            "t:3: expected the end of \\begin{tabular}, got no \\end{tabular}",
        ),
        ("x" * (MOST_BYTES + 1), "csv", "t: expected a table of at most 16 MiB, got a longer text"),
        (
            "a,b\n" + "1,2\n" * 60_000,
            "csv",
            "t:50001: expected a table of at most 100000 cells, got more",
        ),
        (
            "a," + "b" * 10_001 + "\n",
            "csv",
            (
                "t:1: expected a cell of at most 10000 characters, got"
                " 'bbbbbbbbbbbbbbbbbbb… (10001 characters)"
            ),
        ),
        (",".join("a" * 501) + "\n1\n", "csv", "t:1: expected at most 500 columns, got 501"),
    ],
)
def test_what_cannot_be_read_is_a_fault(text: str | bytes, markup: Markup, said: str) -> None:
    assert fault(text, markup) == said


@pytest.mark.parametrize(
    "cell",
    [
        "{" * 9000,
        "}" * 9000,
        "$" * 9000,
        r"\textbf{" * 1200,
        r"\multirow{2}{*}{" * 600,
        r"\begin{tabular}{l}" * 500 + r"\end{tabular}" * 500,
        "^{" * 4500,
        r"\footnote{" * 900,
    ],
)
def test_deep_latex_takes_no_more_than_its_length(cell: str) -> None:
    assert isinstance(
        tables_of(
            rf"\begin{{tabular}}{{lr}} a & b \\ \hline x & {cell} \end{{tabular}}".encode(), "latex"
        ),
        Success | Failure,
    )


@pytest.mark.parametrize("cell", ["*" * 9000, "*a " * 3000, "[" * 9000, "`" * 9000, "<a" * 4000])
def test_deep_markdown_takes_no_more_than_its_length(cell: str) -> None:
    [found] = tables(f"| a | b |\n|---|---|\n| x | {cell} |\n", "markdown")

    assert len(found.rows) == 1


def test_the_end_of_a_name_says_the_markup() -> None:
    names = ("a.csv", "a.TSV", "a.md", "a.tex", "a.pdf", "-")

    assert [markup_of(Path(name)) for name in names] == [
        "csv",
        "tsv",
        "markdown",
        "latex",
        None,
        None,
    ]


CELLS = st.sampled_from(["F1", r"\textbf{6.3}", r"R\&D", "9.1", "", r"\% right", "{a & b}"])


@given(
    st.integers(2, 4).flatmap(
        lambda width: st.lists(
            st.lists(CELLS, min_size=width, max_size=width), min_size=2, max_size=5
        )
    ),
    st.sampled_from([r"\\", r"\\ \hline", r"\\[2pt]"]),
    st.sampled_from(["", r" \\"]),
)
def test_rows_alone_are_read_as_in_their_environment(
    rows: list[list[str]], end: str, last: str
) -> None:
    ends = (*(f" {end}" for _ in rows[1:]), last)
    lines = [" & ".join(("x", *row)) + end for row, end in zip(rows, ends, strict=True)]
    body = "\n".join(lines)

    alone = tables_of(f"F1 of 3 runs\n{body}\n".encode(), "latex")
    inside = tables_of(f"\\begin{{tabular}}{{l}}\n{body}\n\\end{{tabular}}".encode(), "latex")

    match alone, inside:
        case Success((one,)), Success((other,)):
            assert (one.header, one.rows, one.notes) == (other.header, other.rows, other.notes)
            assert (one.caption, markup_in(body.encode())) == ("F1 of 3 runs", "latex")
        case _:
            assert type(alone) is type(inside)


@pytest.mark.parametrize(
    "text",
    [
        "a & b\nc & d\n",
        r"AT\&T 6.3 \\" + "\n" + r"R\&D 7.1 \\",
        "\\begin{align}\na & 1 \\\\\nb & 2 \\\\\n\\end{align}",
        r"x & 1 \\",
    ],
)
def test_lines_that_are_no_rows_are_no_table_of_latex(text: str) -> None:
    assert markup_in(text.encode()) != "latex"
    assert fault(text, "latex").startswith("t: expected a table")
