"""Documents as LaTeX: a golden page, and data that looks like commands."""

import pytest

from measurand.edges.report.document import Grid
from measurand.edges.report.latex import escaped, latex
from tests.report.sample_document import DOCUMENT

PAGE = r"""\section{Audit of paper\_1}

\noindent Verdict: holds.

\noindent 100\% of \textless{}b\textgreater{}2\textless{}/b\textgreater{} cells

\subsection{Table 2}

\begin{table}
\centering
\caption{Cells \& ends}
\begin{tabular}{lrl}
\toprule
row & printed & signature \\
\midrule
맛\textbar{}있다 (ours) & 63.3\% & f/1(beta=1,average=macro{[}sample]) \\
分类\textbackslash{}x1b{[}31m & -7 & =1+1 \\
 &  & \textasciigrave{}x\textasciigrave{} \_y\_ \$z \\
\bottomrule
\end{tabular}
\par{\footnotesize printed: as in \#2}
\end{table}
"""


def test_a_document_as_latex() -> None:
    assert latex(DOCUMENT) == PAGE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("50% & #1_a^b~c", r"50\% \& \#1\_a\textasciicircum{}b\textasciitilde{}c"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("$x$", r"\$x\$"),
        ("--- a -b", r"-{}-{}- a -b"),
        ("[2pt]", "{[}2pt]"),
        ("*", "{*}"),
        ("a\nb", r"a\textbackslash{}nb"),
    ],
)
def test_a_text_of_data_is_no_command(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_a_bracket_after_the_end_of_a_row_is_no_argument() -> None:
    page = latex((Grid("", ("[a]",), (("[b]",), ("*",))),))

    rows = [line for line in page.splitlines() if line.endswith(r"\\")]

    assert rows == [r"{[}a] \\", r"{[}b] \\", r"{*} \\"]
