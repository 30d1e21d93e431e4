"""`measurand table`, and the pages of audit, prove and lint, on a command line."""

import json
from pathlib import Path

import pytest

from tests.cli.running import RUNS, Shell, claims, with_row
from tests.page_checks import dangling, fetched, named, printed_under_hash_seeds

OLD = [f'{{"run": "old", "id": "{n}", "gold": ["a"], "pred": ["b"], "cost": 2}}' for n in range(6)]
NEW = [f'{{"run": "new", "id": "{n}", "gold": ["a"], "pred": ["a"], "cost": 1}}' for n in range(6)]
TWO = """\
schema = 1
title = "Two <b>systems</b>"
[data.runs]
path = "runs.jsonl"
fields = { id = "run+id", groups = { run = "run" }, amounts = { cost = "cost" } }
[[table]]
name = "2"
data = "runs"
columns.F1 = { definition = "f", unit = "%" }
columns.Cost = { definition = "column(name=cost)", unit = "$" }
rows = [
  { label = "old", where = { run = "old" }, cells = { F1 = 10.0, Cost = 12.00 } },
  { label = "new", where = { run = "new" }, cells = { F1 = 20.0, Cost = 6.00 } },
]
space = { columns = ["F1"], average = ["micro", "macro[sample]"], beta = ["1", "2"] }
"""
TABLE = "| system | P | R | F1 |\n|---|---|---|---|\n| LO <b> | 80.0 | 80.0 | 29.4 |\n"


@pytest.fixture
def two(shell: Shell) -> Shell:
    shell.write("runs.jsonl", "\n".join([*OLD, *NEW]) + "\n")
    shell.write("claims.toml", TWO)
    return shell


def test_a_table_is_printed_from_its_data(two: Shell) -> None:
    ran = two("table", "claims.toml", "--lower", "Cost", "--against", "old", "--format", "csv")

    assert ran.code == 0
    # Twelve of twelve pairs differ one way: p = 2/64 for both columns, Holm over 2 tests.
    assert "old,0.0%,$12.00\nnew,*100.0%^a,*$6.00^a\n" in ran.out.replace("\r", "")


def test_the_same_table_in_latex(two: Shell) -> None:
    ran = two("table", "claims.toml", "--against", "old", "--format", "latex")

    assert (
        "new & \\textbf{100.0\\%}\\textsuperscript{a} & \\$6.00\\textsuperscript{a} \\\\" in ran.out
    )
    assert "\\toprule" in ran.out


def test_a_table_in_json_has_exact_numbers(two: Shell) -> None:
    ran = two("table", "claims.toml", "--against", "old", "--interval", "--format", "json")
    [*_, cell, _] = ran.cells()

    assert (cell["row"], cell["column"]) == ("new", "F1")
    assert isinstance(cell["printed"], dict)
    assert cell["printed"]["text"] == "100.0%"
    assert cell["claimed"] == {"text": "20.0%", "decimals": 1, "unit": "%", "rounding": "decimal"}
    assert cell["best"] is True
    test = cell["test"]
    assert isinstance(test, dict)
    assert test["adjusted"] == {"value": "1/16", "decimal": "0.0625"}
    assert ran.json["exit_code"] == 0


def test_intervals_are_those_of_score(two: Shell) -> None:
    def interval(text: str) -> object:
        tree = json.loads(text)
        return tree["tables"][0]["cells"][0] if "tables" in tree else tree["scores"][0]

    mixed = [line.replace('"b"', '"a"') if '"0"' in line else line for line in OLD]
    two.write("runs.jsonl", "\n".join([*mixed, *NEW]) + "\n")
    two.write("old.jsonl", "\n".join(mixed) + "\n")
    table = interval(two("table", "claims.toml", "--interval", "--format", "json").out)
    score = interval(two("score", "old.jsonl", "-d", "f", "--interval", "--format", "json").out)

    assert isinstance(table, dict)
    assert isinstance(score, dict)
    assert table["interval"] == score["interval"]


def test_a_page_is_whole_escaped_and_accessible(two: Shell) -> None:
    two("table", "claims.toml", "--format", "html", "--interval", "--output", "table.html")
    html = two.read("table.html").decode()

    assert "<b>systems</b>" not in html
    assert fetched(html) == []
    assert dangling(html) == set()
    assert len(named(html, "caption")) == 1
    assert {one.attributes["scope"] for one in named(html, "th")} == {"row", "col"}


def test_the_page_of_an_audit_shows_every_picture(two: Shell) -> None:
    ran = two("audit", "claims.toml", "--html", "audit.html")
    html = two.read("audit.html").decode()

    assert ran.code == 1
    assert len(named(html, "svg", "chart")) == 1 + 2
    assert fetched(html) == []
    assert dangling(html) == set()
    assert "<b>systems</b>" not in html


def test_the_page_of_an_audit_draws_the_cell_that_was_asked_for(two: Shell) -> None:
    two("audit", "claims.toml", "--html", "audit.html", "--curve", "new/F1")
    html = two.read("audit.html").decode()

    assert "new / F1: every admissible definition" in html
    assert "old / F1: every admissible definition" not in html


@pytest.mark.parametrize(
    ("words", "code"),
    [(("lint",), 3), (("prove", "--reading", "average=micro", "--most-samples", "1"), 1)],
)
def test_the_page_of_a_proof_draws_what_f_allows(
    shell: Shell, words: tuple[str, ...], code: int
) -> None:
    shell.write("table.md", TABLE)
    ran = shell(*words, "table.md", "--html", "page.html")
    html = shell.read("page.html").decode()

    assert ran.code == code
    assert len(named(html, "svg", "chart")) == 1
    assert fetched(html) == []
    assert dangling(html) == set()
    assert "LO <b>" not in html


def test_pages_are_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    example, page = "docs/examples/silence/claims.toml", str(tmp_path / "page.html")
    pages = printed_under_hash_seeds(
        "from pathlib import Path",
        "from measurand.edges.cli import main",
        f"main(['audit', '{example}', '--html', {page!r}])",
        f"print(Path({page!r}).read_text())",
        f"main(['table', '{example}', '--format', 'html'])",
    )

    assert len(pages) == 1
    assert "<svg" in next(iter(pages))


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ("--lower", "Csot"),
            "--lower: expected one of F1, Cost, got Csot: did you mean 'Cost'?\n",
        ),
        (("--higher", "x"), "--higher: expected one of F1, Cost, got x\n"),
        (
            ("--against", "nww"),
            "--against: expected one of old, new, got nww: did you mean 'new'?\n",
        ),
        (
            ("--lower", "F1", "--higher", "F1"),
            "--lower: expected one of the two, got F1, and --higher F1\n",
        ),
        (
            ("--seed", "3"),
            "--seed: expected an interval or a test, got neither: say --interval or --against\n",
        ),
    ],
)
def test_what_names_nothing_is_refused(two: Shell, words: tuple[str, ...], error: str) -> None:
    ran = two("table", "claims.toml", *words)

    assert (ran.code, ran.err) == (2, error)


def test_a_curve_of_no_cell_and_a_curve_without_a_page_are_refused(two: Shell) -> None:
    ran = two("audit", "claims.toml", "--curve", "new/F2", "--html", "a.html")
    assert (ran.code, ran.err) == (
        2,
        "--curve: expected a cell of a table, as ROW/COLUMN, got new/F2: did you mean 'new/F1'?\n",
    )

    ran = two("audit", "claims.toml", "--curve", "new/F1")
    assert (ran.code, ran.err) == (2, "--curve: expected a page to draw it on, got no --html\n")


def test_a_page_is_not_written_over_what_is_read(two: Shell) -> None:
    ran = two("audit", "claims.toml", "--html", "claims.toml")

    assert ran.code == 2
    assert two.read("claims.toml").decode() == TWO

    ran = two("audit", "claims.toml", "--html", "runs.jsonl")

    assert ran.code == 2
    assert two.read("runs.jsonl").startswith(b'{"run": "old"')


def test_an_undefined_number_is_a_dash_and_an_open_end(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    row = '{ label = "nobody", where = { run = "x" }, cells = { F1 = 1.0 } }'
    shell.write("claims.toml", with_row(claims(), row))
    ran = shell("table", "claims.toml", "--format", "md")

    assert ran.code == 3
    assert "| nobody | \u2014 |" in ran.out
    assert "no sample of runs has run=x (nobody / F1)" in ran.out


def test_skipped_records_are_told_and_leave_the_end_open(two: Shell) -> None:
    two.write("runs.jsonl", "\n".join([*OLD, *NEW, "{"]) + "\n")
    ran = two("table", "claims.toml", "--against", "old", "--on-error", "skip")

    assert ran.code == 3
    assert "1 faulty records of runs were skipped" in " ".join(ran.out.split())
