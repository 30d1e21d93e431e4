"""Documents as Markdown: a golden page, and data that looks like markup."""

import pytest

from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.markdown import escaped, markdown
from tests.report.sample_document import DOCUMENT

PAGE = r"""# Audit of paper_1

Verdict: holds.

100% of &lt;b&gt;2&lt;/b&gt; cells

## Table 2

**Cells &amp; ends**

| row | printed | signature |
| --- | ---: | --- |
| 맛\|있다 (ours) | 63.3% | f/1(beta=1,average=macro[sample]) |
| 分类\\x1b[31m | -7 | =1+1 |
|  |  | \`x\` \_y\_ $z |

printed: as in \#2
"""


def test_a_document_as_markdown() -> None:
    assert markdown(DOCUMENT) == PAGE


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- item", r"\- item"),
        ("+ item", r"\+ item"),
        ("12. item", r"12\. item"),
        ("3) item", r"3\) item"),
        ("===", r"\==="),
        ("    code", "code"),
        ("> quote", "&gt; quote"),
        (":--", r"\:--"),
        ("![x](http://a)", r"![x\](http://a)"),
        ("[x]: http://a", r"[x\]: http://a"),
    ],
)
def test_a_line_of_data_is_no_markup(line: str, expected: str) -> None:
    assert markdown((Prose((line,)),)) == f"{expected}\n"


def test_lines_stay_apart() -> None:
    assert markdown((Prose(("one", "two", "", "three")),)) == "one\\\ntwo\n\nthree\n"


def test_a_signature_stays_readable() -> None:
    text = "f/1(beta=1,unit=aspect+polarity,average=macro[sample],both_empty=1+1)"

    assert escaped(text) == text


def test_sections_without_blocks_have_a_title() -> None:
    assert markdown((Section("a", (Grid("", ("x",), ()),)),)) == "# a\n\n| x |\n| --- |\n"


def test_a_document_of_nothing_is_empty() -> None:
    assert not markdown(())
