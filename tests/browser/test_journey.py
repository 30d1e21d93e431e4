"""What a referee does with the page, in Chromium: paste, choose, stop, keep, and by keyboard."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from zipfile import ZipFile

import pytest

from tests.browser.build import FILES, MOST_BYTES, PARTS, SITE, cases_of_logs, cases_of_tables
from tests.browser.conftest import READY, Open, Tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
SLIP = "model,P,R,F1\nours,60.0,50.0,54.5\ntheirs,40.0,30.0,54.3\n"
LONG = (ROOT / "docs" / "examples" / "tables" / "menus.md").read_text(encoding="utf-8")
PASTE = """
([kind, content, plain]) => {
  const data = new DataTransfer();
  data.setData(kind, content);
  data.setData("text/plain", plain);
  const field = document.querySelector("#text");
  field.value = "";
  field.focus();
  const how = { clipboardData: data, bubbles: true, cancelable: true };
  const event = new ClipboardEvent("paste", how);
  if (field.dispatchEvent(event)) {
    field.value = plain;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
"""


def command(folder: Path, *words: str) -> tuple[int, str]:
    """Run the command line in a folder, as somebody would who saved a file there."""
    ran = subprocess.run(
        (sys.executable, "-m", "measurand", *words),
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout


def heads(page: "Page") -> list[str]:
    return [text.strip() for text in page.locator("#tables thead th bdi").all_inner_texts()]


def cells(page: "Page") -> list[str]:
    return [text.strip() for text in page.locator("#tables tbody td bdi").all_inner_texts()]


HTML = """<meta charset=utf-8><table><caption>Menus</caption><tr><th rowspan=2>System</th>
<th colspan=2>Web</th></tr><tr><th>P</th><th>R</th></tr><tr><td>ours<img src="{}pixel.png"></td>
<td>60.0</td><td>50.0</td></tr></table>"""
PASTED = {
    "cells": ("text/x", "", "system\tP\tR\tF1\nours\t60.0\t50.0\t54.5\n"),
    "markdown": (
        "text/x",
        "",
        "| s | P | R | F1 |\n|--|--|--|--|\n| ours | 60.0 | 50.0 | 54.5 |\n",
    ),
    "latex": (
        "text/x",
        "",
        "\\begin{tabular}{lccc}\ns & P & R & F1 \\\\\nours & 60 & 50 & 54.5 \\\\\n\\end{tabular}\n",
    ),
    "pdf": ("text/x", "", "Table 1: Results\nSystem P R F1\nours 60.0 50.0 54.5\n"),
}


@pytest.mark.parametrize("name", PASTED)
def test_what_is_pasted_is_read_and_shown(tab: Tab, name: str) -> None:

    tab.page.evaluate(PASTE, list(PASTED[name]))
    tab.page.get_by_role("button", name="Check", exact=True).click()
    tab.answered()

    assert heads(tab.page) == ["P", "R", "F1"]
    assert [one.rstrip("%").removesuffix(".0") for one in cells(tab.page)] == ["60", "50", "54.5"]


def test_html_of_a_spreadsheet_becomes_cells_and_loads_nothing(tab: Tab, address: str) -> None:

    tab.page.evaluate(PASTE, ["text/html", HTML.format(address), "System Web P R ours 60.0 50.0"])
    text = tab.page.locator("#text").input_value()

    assert text == "System\tWeb\tWeb\nSystem\tP\tR\nours\t60.0\t50.0"
    assert not [one for one in tab.requests if "pixel" in one]


def test_rows_that_are_left_out_of_a_paste_are_told(tab: Tab) -> None:
    row = "<tr><td>a</td><td>1</td></tr>"

    tab.page.evaluate(PASTE, ["text/html", f"<table>{1001 * row}</table>", "a 1"])

    assert tab.page.locator("#status").inner_text() == "Only the first 1000 rows were taken."
    assert tab.page.locator("#text").input_value().count("\n") == 999


def test_a_search_is_stopped_and_the_verdict_before_it_is_saved(tab: Tab) -> None:
    page = tab.page
    tab.check(SLIP)
    page.locator("#text").fill(LONG)
    page.get_by_role("button", name="Search deeper").click()
    page.wait_for_selector("#progress:not([hidden])", timeout=READY)

    page.get_by_role("button", name="Stop").click()
    said = page.locator("#status").inner_text()
    with page.expect_download(timeout=READY) as download:
        page.get_by_role("button", name="Claims file").click()
    checked = tab.check(SLIP)

    assert said.startswith("Stopped")
    assert download.value.suggested_filename == "claims.toml"
    claims = Path(download.value.path()).read_text(encoding="utf-8")
    assert 'label = "theirs"' in claims
    assert "Done in" in checked


def test_without_a_net_all_goes_on(tab: Tab) -> None:
    tab.page.evaluate("() => measurand.call('guesser')")
    tab.page.context.set_offline(True)

    checked = tab.check(SLIP)
    tab.page.get_by_role("button", name="Search deeper").click()
    searched = tab.answered()
    tab.page.context.set_offline(False)

    assert all("Done in" in said for said in (checked, searched))
    assert tab.errors == []


def test_words_are_copied_and_files_saved(tab: Tab, browser: "Browser", tmp_path: Path) -> None:
    tab.check(SLIP)
    page = tab.page

    page.locator("#copy-issue").click()
    page.locator("#status", has_text="Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    saved = {}
    for name in ("Report (HTML)", "Verdict (JSON)", "Claims file", "Certificates"):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        saved[name] = path

    assert copied.replace("\r", "").rstrip().endswith("?")
    assert "theirs / " in copied
    assert json.loads(saved["Verdict (JSON)"].read_text())["command"] == "lint"
    assert "[[table]]" in saved["Claims file"].read_text()
    assert "certificates" in json.loads(saved["Certificates"].read_text())
    (tmp_path / "table.txt").write_text(SLIP)
    for form, text in (("issue", copied), ("methods", page.locator("#methods").input_value())):
        _, told = command(tmp_path, "lint", "table.txt", "--format", form)
        assert text.split() == told.split()
    _, verdict = command(tmp_path, "lint", "table.txt", "--format", "json", "--html", "its.html")
    assert saved["Verdict (JSON)"].read_text() == verdict
    assert saved["Report (HTML)"].read_bytes() == (tmp_path / "its.html").read_bytes()
    errors: list[str] = []
    report = browser.new_page()
    report.on("console", lambda message: errors.append(message.text))
    report.on("pageerror", lambda error: errors.append(str(error)))
    report.goto(saved["Report (HTML)"].as_uri())
    assert "theirs" in report.inner_text("body")
    assert errors == []
    report.close()


def test_the_steps_for_ci_check_the_claims_file_that_is_saved(tab: Tab, tmp_path: Path) -> None:
    tab.check(SLIP)
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Claims file").click()
    download.value.save_as(tmp_path / download.value.suggested_filename)

    snippet = tab.page.locator("#snippet").text_content() or ""
    runs = re.findall(r"^- run: (.+)$", snippet, re.MULTILINE)
    [check] = [one.split() for one in runs if one.startswith("measurand ")]
    # Without samples nothing recomputes a number, so the build says that it is undecided.
    code, told = command(tmp_path, *check[1:])

    assert runs[0] == "pip install measurand"
    assert code == 3
    assert "theirs / P, R, F1: F1 54.3% is above P 40.0% and R 30.0%" in " ".join(told.split())


def test_the_keyboard_alone_is_enough(tab: Tab) -> None:
    page = tab.page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.locator("#text").focus()
    page.keyboard.type("model,P,R,F1\nours,60.0,50.0,99.0\n")

    page.keyboard.press("Control+Enter")
    tab.answered()

    assert page.evaluate("document.activeElement.id") == "result-head"
    assert page.locator("#status").get_attribute("role") == "status"
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
    assert {"SELECT", "SUMMARY", "issue", "copy-issue"} <= reached


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(tab: Tab, scheme: Literal["light", "dark"]) -> None:
    tab.page.emulate_media(color_scheme=scheme)
    axe = (PARTS / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    tab.page.evaluate(axe)
    run = "async () => (await axe.run()).violations.map((one) => [one.id, one.nodes[0].html])"

    before = tab.page.evaluate(run)
    tab.check(SLIP)
    tab.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    after = tab.page.evaluate(run)

    assert (before, after) == ([], [])


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_nothing_is_wider_than_the_window(tab: Tab, width: int, language: str) -> None:
    tab.page.set_viewport_size({"width": width, "height": 800})
    tab.page.locator("#language").select_option(language)
    tab.page.locator("#text").fill(SLIP)
    tab.page.locator("#check").click()
    tab.answered()
    tab.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")

    assert tab.page.evaluate("document.documentElement.scrollWidth") == width


def test_another_role_asks_again(tab: Tab) -> None:
    tab.check(SLIP)
    before = tab.page.locator("#tables .verdict").inner_text()

    tab.page.get_by_label("What column F1 is").select_option("value")
    tab.answered()

    assert before == "Odd"
    assert tab.page.locator("#tables .verdict").inner_text().startswith("Possible")
    assert "F1 = value" in tab.page.locator("#said").inner_text()
    tab.page.get_by_role("button", name="take back F1 = value").click()
    tab.answered()
    assert tab.page.locator("#tables .verdict").inner_text() == before


def test_the_focus_stays_on_a_control_that_asks_again(tab: Tab) -> None:
    page = tab.page
    tab.check(SLIP)
    page.locator("summary", has_text="Say what rows are").click()
    menu = page.get_by_label("What row theirs is")
    menu.focus()

    menu.select_option("runs")
    tab.answered()

    assert (
        page.evaluate("document.activeElement.getAttribute('aria-label')") == "What row theirs is"
    )
    assert page.get_by_label("What row theirs is").is_visible()
    assert "Done in" in page.locator("#status").inner_text()


@pytest.mark.parametrize(("language", "word"), [("ko", "인쇄된 값"), ("zh", "印为")])
def test_sentences_of_rules_are_in_the_language_of_the_page(
    tab: Tab, language: str, word: str
) -> None:
    tab.check(SLIP)

    tab.page.locator("#language").select_option(language)
    tab.page.locator("#tables", has_text=word).wait_for(timeout=READY)

    assert tab.page.locator("#tables [lang=en]").all_inner_texts() == []
    assert "Odd" not in tab.page.locator("#status").inner_text()
    assert "printed" not in tab.page.locator("#issue").input_value()


def test_another_text_is_no_longer_that_of_the_example(tab: Tab) -> None:
    page = tab.page
    page.get_by_role("button", name="a slip").click()
    tab.answered()
    page.locator("#text").fill(page.locator("#text").input_value() + "| third | 1 |\n")
    assert page.locator("#looks").inner_text().startswith("readers.md")

    tab.check(SLIP)

    assert page.locator("#looks").inner_text().startswith("Looks like CSV, 3 lines.")
    assert heads(page) == ["P", "R", "F1"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "m    P     R     F1\na   O.600   0.500   0.545\nb   0.400   0.3OO   0. 343\n",
            "O.600, 0.3OO, 0. 343",
        ),
        ("model\tP\tR\tF1\nours\t60,5\t50.0\t54.5\n", "60,5"),
        ("model P R F1\nours .9O7 .910 .905\ntheirs .90 .91 .92\n", ".9O7"),
        ("model,P,R,F1\nours,60,50,54.5\n", ""),
    ],
)
def test_numbers_that_were_typed_wrong_are_named(tab: Tab, text: str, told: str) -> None:
    tab.check(text)

    _, _, named = tab.page.locator("#tables").inner_text().partition("correct them above: ")
    assert named.partition("\n")[0] == told


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            "team,EM,ar,de,sw,All\na,78.2,71.4,80.2,66.1,72.6\nb,76.9,70.0,79.5,64.8,71.4\n",
            "All = average[ar,de,sw]",
        ),
        # Leaderboards have their average first.
        (
            "team,All,ar,de,sw\na,72.6,71.4,80.2,66.1\nb,71.4,70.0,79.5,64.8\n",
            "All = average[ar,de,sw]",
        ),
    ],
)
def test_an_average_is_of_the_columns_beside_it(tab: Tab, table: str, said: str) -> None:
    page = tab.page
    tab.check(table)

    page.get_by_role("combobox", name="What column All is").select_option("average")
    tab.answered()

    assert said in page.locator("#said").inner_text()
    page.emulate_media(media="print")
    on_paper = page.locator("#said").inner_text()
    page.emulate_media(media="screen")
    assert on_paper.replace("\n", " ").split() == ["You", "said:", *said.split()]


def test_a_verdict_of_another_text_says_so_and_goes_when_it_is_cleared(tab: Tab) -> None:
    page = tab.page
    tab.check(SLIP)
    assert page.locator("#stale").is_hidden()

    page.locator("#text").fill(SLIP.replace("54.3", "34.3"))
    assert page.locator("#stale").is_visible()

    page.get_by_role("button", name="Clear").click()
    assert page.locator("#result, #words").filter(visible=True).count() == 0
    assert page.locator("#status").inner_text() == "Ready."


def test_a_verdict_is_of_the_text_that_was_asked_not_of_what_is_typed_meanwhile(tab: Tab) -> None:
    page = tab.page
    page.locator("#text").fill(SLIP)
    page.evaluate(
        """other => {
      const text = document.querySelector("#text");
      document.querySelector("#check").click();
      text.value = other;
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }""",
        SLIP.replace("54.3", "34.3"),
    )

    assert tab.answered().startswith("Odd")
    assert page.locator("#stale").is_visible()


def test_columns_with_decimal_commas_are_named_and_read_again(tab: Tab) -> None:
    page = tab.page
    tab.check("model;P;R;F1\nours;60,0;50.0;54,5\ntheirs;40,0;30,0;54,3\n")
    assert "Not read: 'P'" in page.locator("#tables .card").inner_text()

    page.get_by_role("button", name="read it again").click()

    assert tab.answered().startswith("Odd")
    assert "printed 54.3%" in page.locator("#tables .card .clash").inner_text()
    assert heads(page) == ["P", "R", "F1"]


def test_a_premise_is_said_by_its_control(tab: Tab) -> None:
    tab.check("**Means over 5 folds, 50 samples**\n\n| s | Acc. |\n|--|--|\n| ours | 61.3 |\n")
    tab.page.locator("summary", has_text="What the table leaves open").click()
    control = tab.page.locator("li", has=tab.page.locator("label", has_text="Numbers are of"))

    control.locator("select").select_option(label="means over folds")
    control.locator("input").fill("5")
    control.locator("input").press("Enter")
    tab.answered()

    assert "folds = 5" in tab.page.locator("#said").inner_text()


CASES = {name: files for name, _, files in (*cases_of_tables(), *cases_of_logs())}


@pytest.mark.parametrize("case", CASES)
def test_a_public_case_opens_and_has_an_outcome(tab: Tab, case: str) -> None:
    tab.page.locator("#gallery summary").click()
    tab.page.get_by_role("button", name=case, exact=True).click()
    tab.answered()

    assert tab.page.evaluate("location.hash") == f"#{case}"
    assert tab.page.locator("#tables .verdict").count() > 0
    assert tab.page.locator("#faults").inner_text() == ""
    assert tab.errors == []


def test_an_address_opens_a_case_once_python_is_there(opened: Open) -> None:
    tab = opened(ready=False, at="#gerbil-kore50")

    said = tab.answered()

    assert said.startswith("Not reproducible")
    assert "F1 of means" in tab.page.locator("#tables").inner_text()


def test_gold_and_predictions_are_scored_and_audited_in_the_tab(tab: Tab) -> None:
    folder = ROOT / "docs" / "examples" / "short"
    table = (folder / "table.md").read_text(encoding="utf-8")
    tab.check(table)
    page = tab.page
    page.locator("#data summary").click()
    files = [folder / name for name in ("gold.csv", "rules.csv", "bert.csv")]
    page.locator("#samples-files").set_input_files(files)
    page.locator("[data-part=gold]").select_option("gold.csv")
    for row, name in (("rules", "rules.csv"), ("BERT (ours)", "bert.csv")):
        page.locator(f'[data-row="{row}"]').select_option(name)

    page.locator("#audit").click()
    page.wait_for_selector("#data-report table", timeout=READY)

    assert page.locator("#data-report .verdict").inner_text()
    assert "average=" in page.locator("#data-report").inner_text()


WRONG = {
    "a.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.png is no text"),
    "none.csv": (b"", "none.csv is empty"),
    "large.csv": (50_000_001 * b"a", "large.csv is too large: at most 50 MB"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_holds_no_samples_is_refused_in_words(
    tab: Tab, tmp_path: Path, name: str
) -> None:
    content, words = WRONG[name]
    (tmp_path / name).write_bytes(content)

    tab.page.locator("#samples-files").set_input_files(tmp_path / name)
    tab.page.locator("#status", has_text=words).wait_for(timeout=READY)

    assert tab.page.locator("#dropped", has_text=name).count() == 0
    assert tab.errors == []


def test_what_an_audit_lacks_is_asked_for_in_words(tab: Tab, tmp_path: Path) -> None:
    folder = ROOT / "docs" / "examples" / "short"
    tab.check((folder / "table.md").read_text(encoding="utf-8"))
    words, page = tmp_path / "words.csv", tab.page
    words.write_text("just words\nand more\n")
    page.locator("#data").evaluate("one => { one.open = true; }")
    page.locator("#samples-files").set_input_files([folder / "gold.csv", words])
    kept = page.locator("#dropped li", has_text="words.csv")
    kept.wait_for(timeout=READY)
    status = page.locator("#status")

    page.locator("#audit").click()
    status.filter(has_text="Choose the file of samples").wait_for(timeout=READY)
    page.locator("[data-part=gold]").select_option("gold.csv")
    page.locator("#audit").click()
    status.filter(has_text="needs both").wait_for(timeout=READY)
    page.locator("[data-part=gold]").select_option("")
    page.locator("[data-part=file]").select_option("words.csv")
    page.locator("#score").click()
    status.filter(has_text="It could not be read.").wait_for(timeout=READY)

    asked = "words.csv: expected to be told what stands between cells"
    assert asked in page.locator("#data-report").inner_text()
    assert tab.errors == []
    for name in ("gold.csv", "words.csv"):
        page.get_by_role("button", name=f"remove {name}").click()
    kept.wait_for(state="detached")


def test_a_certificate_that_was_saved_is_checked_again(tab: Tab, tmp_path: Path) -> None:
    tab.check(CASES["gerbil-kore50"]["claims.toml"])
    page = tab.page
    path = tmp_path / "proof.json"
    with page.expect_download() as download:
        page.get_by_role("button", name="Certificates").click()
    download.value.save_as(path)
    page.locator("#verify summary").click()

    page.locator("#certificate").set_input_files(path)
    page.locator("#verify-report table").wait_for(timeout=READY)
    holds = page.locator("#verify-report .verdict").inner_text()
    held = command(tmp_path, "verify", path.name)
    path.write_text(path.read_text().replace("0.2095", "0.2569"))
    forged = command(tmp_path, "verify", path.name)
    page.locator("#certificate").set_input_files(path)
    page.locator("#verify-report .verdict", has_not_text=holds).wait_for(timeout=READY)

    assert holds == "The proof holds."
    assert (held[0], forged[0]) == (0, 1)


def test_the_site_has_the_files_that_are_listed_and_is_small(site: Path) -> None:
    there = {path.relative_to(site).as_posix(): path.stat().st_size for path in SITE.rglob("*.*")}

    assert there.keys() == FILES
    assert sum(there.values()) <= MOST_BYTES


def test_what_a_first_verdict_imports_is_compiled(site: Path) -> None:
    with ZipFile(site / "packages.zip") as packages:
        names = set(packages.namelist())
    with ZipFile(site / "pyodide" / "python_stdlib.zip") as stdlib:
        names |= set(stdlib.namelist())

    for module in ("measurand/edges/page/answer", "measurand/auditing/proofs/prove", "typing"):
        assert f"{module}.pyc" in names
        assert f"{module}.py" not in names


def test_every_word_of_the_page_is_there(tab: Tab) -> None:
    keys = tab.page.locator("[data-word]").evaluate_all("all => all.map(one => one.dataset.word)")
    words = (ROOT / "docs" / "page" / "words.js").read_text(encoding="utf-8")

    assert set(keys) - set(re.findall(r'^  "([^"]+)":', words, re.MULTILINE)) == set()


def test_on_paper_the_head_of_a_table_stands_over_all_of_its_rows(tab: Tab) -> None:
    tab.check("model,TP,FP,P\n" + "".join(f"s{at},{at},{at},50.0\n" for at in range(1, 40)))

    tab.page.emulate_media(media="print")
    tab.page.locator("#tables .scroll tr").last.evaluate(
        "row => row.scrollIntoView({ block: 'start' })"
    )
    tops = tab.page.locator("#tables .scroll tr").evaluate_all(
        "all => all.map(one => one.firstElementChild.getBoundingClientRect().top)"
    )
    tab.page.emulate_media(media="screen")

    assert len(tops) == 40
    assert tops == sorted(tops)


def test_one_number_that_is_left_is_said_as_one(tab: Tab) -> None:
    tab.check("model,TP,FP,FN,P,R\nours,60,20,40,75.0,60.0\nbase,50,50,50,55.0,50.0\n")

    said = tab.page.locator("#tables").inner_text()
    assert "allow 50\u00a0%" in said
    assert " to 50" not in said
    assert "allows 50 %." in tab.page.locator("#issue").input_value()
