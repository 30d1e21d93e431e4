"""The page of the auditor in Chromium: what it says, and what it never does."""

import json
import os
import subprocess
import sys
from collections import Counter
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from measurand.edges.cli import main
from properties.premises.families import true_table
from tests.browser.conftest import Asked, Open, Tab

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
TABLES = sorted((ROOT / "docs" / "examples" / "tables").iterdir())


def native(command: str, path: Path) -> tuple[int, str]:
    """Run the command line where the file is, as somebody would who has it."""
    with chdir(path.parent), redirect_stdout(StringIO()) as out:
        code = main([command, path.name, "--format", "json"])
    return code, out.getvalue()


def test_no_request_leaves_the_origin_and_none_could(tab: Tab, address: str) -> None:
    tab.check("model,P,R,F1\nours,60.0,60.0,60.0\n")
    elsewhere = address.replace("127.0.0.1", "localhost")

    from_page = tab.page.evaluate(
        "url => fetch(url).then(() => 'sent', () => 'refused')", elsewhere
    )
    from_worker = tab.page.evaluate("url => measurand.call('fetch', url)", elsewhere)
    from_here = tab.page.evaluate("url => measurand.call('fetch', url)", address)

    assert (from_page, from_worker, from_here) == ("refused", "refused", "sent")
    assert [one for one in tab.requests if not one.startswith((address, f"blob:{address}"))] == []


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.name)
def test_a_table_of_the_docs_is_answered_as_on_the_command_line(ask: Asked, path: Path) -> None:
    code, printed = native("lint", path)

    answer = ask(do="lint", text=path.read_text(encoding="utf-8"), name=path.name)

    assert (answer["code"], answer["json"]) == (code, printed)


SEARCHED = [
    path for path in TABLES if path.name in {"languages.csv", "survey.tex", "two-menus.csv"}
]


@pytest.mark.parametrize("path", SEARCHED, ids=lambda path: path.name)
def test_a_search_is_answered_as_on_the_command_line_but_for_who_guessed(
    ask: Asked, path: Path
) -> None:
    code, printed = native("prove", path)

    answer = ask(do="prove", text=path.read_text(encoding="utf-8"), name=path.name)

    said = str(answer["json"])
    if '"solver": "scipy"' in printed:
        assert '"solver": "HiGHS in this tab"' in said
        said = said.replace("HiGHS in this tab", "scipy")
    assert (answer["code"], said) == (code, printed)


RANDOM = [true_table(seed) for seed in range(200)]
MARKUPS = {"markdown": ".md", "csv": ".csv", "latex": ".tex"}


def test_random_tables_are_answered_as_on_the_command_line(
    ask: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    apart = []
    for number, table in enumerate(RANDOM):
        name = f"t{number}{MARKUPS[table.markup]}"
        (tmp_path / name).write_text(table.text, encoding="utf-8")
        code = main(["lint", name, "--format", "json"])
        printed = capsys.readouterr().out
        answer = ask(do="lint", text=table.text, name=name)
        if (answer["code"], answer["json"]) != (code, printed):
            apart.append(name)

    assert apart == []


TRUE_TABLES = int(os.environ.get("MEASURAND_TRUE_TABLES", "100"))
BATCH = """
texts => Promise.all(texts.map((text) => measurand.call("answer", text))).then((answers) =>
  answers.map((answer) => JSON.parse(answer).tables.map((table) => table.verdict)))
"""


def test_no_true_table_is_refuted(shared: Tab) -> None:
    """`MEASURAND_TRUE_TABLES=3000` asks of as many as `tests/benchmarks/premises` does."""
    found: Counter[str] = Counter()
    for first in range(0, TRUE_TABLES, 100):
        tables = [true_table(seed) for seed in range(first, min(first + 100, TRUE_TABLES))]
        names = [f"table{MARKUPS[one.markup]}" for one in tables]
        texts = [
            json.dumps({"do": "lint", "text": one.text, "name": name})
            for one, name in zip(tables, names, strict=True)
        ]
        for verdicts in shared.page.evaluate(BATCH, texts):
            found.update(verdicts or ["unread"])

    print(f"{TRUE_TABLES} true tables in the tab: {dict(found)}")  # noqa: T201
    assert found["not reproducible"] == 0
    assert found["unread"] == 0


HOSTILE = (
    '"<img src=x onerror=alert(1)>","<svg onload=alert(2)>",P,R,F1\n'
    '"</textarea><script>alert(3)</script>","=cmd()|x",--help,60,60\n'
    '"\u202eevil\u0000","<style>*{display:none}</style>",50,50,90\n'
)


def test_hostile_cells_are_shown_as_text(tab: Tab) -> None:
    page = tab.page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    known = page.locator("img, svg, script, style, iframe").count()

    tab.check(HOSTILE)

    assert dialogs == []
    assert page.locator("img, svg, script, style, iframe").count() == known
    assert "</textarea><script>alert(3)</script>" in page.locator("#tables").inner_text()
    assert tab.errors == []


def test_a_label_turns_no_number_of_a_proof(tab: Tab) -> None:
    tab.check("model,P,R,F1\n\u202eours\u2069,60.0,50.0,54.5\ntheirs\u202e,40.0,30.0,54.3\n")

    shown = tab.page.locator("#result").inner_text()
    assert not {"\u202e", "\u2069"} & {*shown}
    assert "theirs\\u202e / F1: printed 54.3%" in shown


PROGRAM = """
async ([address, program]) => {
  const { loadPyodide } = await import(`${address}pyodide/pyodide.mjs`);
  const printed = [];
  const python = await loadPyodide({
    indexURL: `${address}pyodide/`,
    lockFileContents: { info: LOCK, packages: {} },
    stdout: (line) => printed.push(line),
  });
  const packages = await (await fetch(`${address}packages.zip`)).arrayBuffer();
  python.unpackArchive(packages, "zip", { extractDir: "/packages" });
  python.runPython("import sys; sys.path.insert(0, '/packages')");
  python.runPython(program);
  return printed.join("\\n") + "\\n";
}
"""
LOCK = (
    '{ abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2",'
    ' version: "314.0.7" }'
)


def test_scores_and_an_audit_are_the_same_here_and_in_a_browser(opened: Open, address: str) -> None:
    program = Path(__file__).with_name("auditor.py")
    here = subprocess.run(
        (sys.executable, "-P", str(program)), capture_output=True, text=True, check=True
    ).stdout
    page = opened(ready=False).page

    there = page.evaluate(PROGRAM.replace("LOCK", LOCK), [address, program.read_text()])

    assert there == here
