"""Texts that are no TOML, or more than is read."""

import pytest

from measurand.edges.files.toml_tree import key_lines
from tests.formats.whole_claims import faults

CASES = {
    "a key written twice": (
        "schema = 1\nschema = 1\n",
        (
            ":2: expected valid TOML, got an error in column 11: "
            "Cannot overwrite a value: this key is written twice"
        ),
    ),
    "a table written twice": (
        "[data]\n[data]\n",
        ":2: expected valid TOML, got an error in column 6: Cannot declare ('data',) twice",
    ),
    "a text that does not end": (
        'schema = 1\ntitle = "a\n',
        ":2: expected valid TOML, got an error in column 11: Illegal character '\\n'",
    ),
    "a list that does not end": (
        "schema = 1\ntable = [\n\n",
        ":2: expected valid TOML, got an error at the end: Invalid value",
    ),
    "a NUL": (
        "schema = 1\n\0",
        ":2: expected valid TOML, got an error in column 1: Invalid statement",
    ),
    "brackets without end": (
        "schema = " + "[" * 10_000,
        (
            ": expected valid TOML, got brackets nested too deep: "
            "a claims file is at most six levels deep"
        ),
    ),
    "a key without end": (
        "schema = 1\n" + "a." * 10_000 + "b = 1",
        ":2: expected keys of at most 32 parts, got a longer one",
    ),
    "a number without end": (
        "schema = " + "9" * 5000,
        ": expected integers of at most 4300 digits, got a longer one",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_no_toml_is_a_fault(name: str) -> None:
    text, expected = CASES[name]

    assert faults(text) == [f"c.toml{expected}"]


def test_what_looks_like_a_key_inside_a_text_has_no_line() -> None:
    text = 'a = """\n[[b]]\nc = 1\n"""\nd = [\n  "e = 1", # f = 2\n]\ng.h = 3\n'

    lines = key_lines(text)

    assert lines == {("a",): 1, ("d",): 5, ("g",): 8, ("g", "h"): 8}


def test_elements_of_tables_are_counted_in_their_own_table() -> None:
    text = "[[t]]\n[[t.r]]\n[[t.r]]\nk = 1\n[[t]]\n[[t.r]]\nk = 1\n[t.r.s]\nv = 2\n"

    lines = key_lines(text)

    assert {place: line for place, line in lines.items() if place[-1] in {"k", "v"}} == {
        ("t", 0, "r", 1, "k"): 4,
        ("t", 1, "r", 0, "k"): 7,
        ("t", 1, "r", 0, "s", "v"): 9,
    }


def test_no_line_is_sure_where_a_statement_is_too_long() -> None:
    text = "a = 1\nb = [\n" + "  1,\n" * 200 + "]\n"

    assert key_lines(text) == {}
