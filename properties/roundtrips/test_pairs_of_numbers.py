"""Two numbers in one cell are the same two numbers, however and wherever they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.claims.load import claims_of
from measurand.edges.tables.cells import Companion, paired, read_cell
from measurand.edges.tables.plain_text import latex_plain, markdown_plain
from measurand.values.printed import Printed

ANYWHERE = (
    "{} ± {}",
    "{}±{}",
    "{} +- {}",
    "{} +/- {}",
    "{}+/-{}",
    "{} \\pm {}",
    "{} (±{})",
    "{} (± {})",
    "{} [±{}]",
    "({} ± {})",
    "{} (SD {})",
    "{} (sd = {})",
    "{}\u2009±\u2009{}",
    "${} \\pm {}$",
    "${}_{{\\pm {}}}$",
    "${}^{{\\pm {}}}$",
    "${}_{{\\pm{}}}$",
)
OF_MARKUP = ("**{}** ± {}", "{}<sub>±{}</sub>", "{} &plusmn; {}", "{} &#177; `{}`")
OF_LATEX = (
    "\\textbf{{{}}} $\\pm$ {}",
    "{}{{\\scriptsize$\\pm${}}}",
    "$\\mathbf{{{}}}_{{\\pm {}}}$",
    "{}$_{{\\pm {}}}$",
)

decimals = st.decimals(0, 999, places=2).map(str)
floats = st.floats(1e-5, 999).map(repr)
numbers = st.one_of(decimals, floats, st.integers(0, 999).map(str))


def assert_pair(text: str, first: str, second: str) -> None:
    found = read_cell(text)

    assert found.printed == Printed.parse(first), text
    assert found.companions == ((Companion.SPREAD, Printed.parse(second)),), text
    assert paired(text) == (Printed.parse(first), Printed.parse(second))


@pytest.mark.parametrize("form", ANYWHERE)
@given(first=numbers, second=numbers)
def test_in_plain_cells_in_markdown_and_in_latex(form: str, first: str, second: str) -> None:
    text = form.format(first, second)

    for plain in (text, markdown_plain(text), latex_plain(text)[0]):
        assert_pair(plain, first, second)


@pytest.mark.parametrize("form", OF_MARKUP)
@given(first=numbers, second=numbers)
def test_in_markup(form: str, first: str, second: str) -> None:
    assert_pair(markdown_plain(form.format(first, second)), first, second)


@pytest.mark.parametrize("form", OF_LATEX)
@given(first=numbers, second=numbers)
def test_in_commands(form: str, first: str, second: str) -> None:
    assert_pair(latex_plain(form.format(first, second))[0], first, second)


@given(first=decimals, second=decimals)
def test_a_percent_sign_after_the_brackets_is_of_both(first: str, second: str) -> None:
    assert_pair(f"({first} ± {second})%", f"{first}%", f"{second}%")
    assert_pair(f"{first} ± {second}%", f"{first}%", f"{second}%")


@pytest.mark.parametrize("form", ANYWHERE)
@given(first=decimals, second=decimals)
def test_in_a_claims_file(form: str, first: str, second: str) -> None:
    text = form.format(first, second).replace("\\", "\\\\")
    lines = (
        'schema = 1\n[[table]]\nname = "1"\ncomputed = false\n[table.columns.F1]\nrole = "f"\n'
        f'[[table.rows]]\nlabel = "a"\ncells = {{ F1 = "{text}" }}\n'
    )

    [table] = claims_of(lines.encode()).unwrap().tables

    assert [column.name for column in table.columns] == ["F1", "F1 ±"]
    assert dict(table.rows[0].cells) == {
        "F1": Printed.parse(first),
        "F1 ±": Printed.parse(second),
    }
