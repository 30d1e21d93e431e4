"""Hostile content of a run reaches no reader as anything but text: page, tables, terminal."""

import csv
import json
import re
from contextlib import chdir
from html.parser import HTMLParser
from pathlib import Path

import pytest

from measurand.edges.cli import main
from tests.cli.reviewing import PAGE, RESULT, RUN, Tree, card, lines, metrics_of, output, said
from tests.cli.running import Ran, Shell

FILE = f"{RUN}.jsonl"
SCRIPT = "<script>alert('mine')</script>"
TAG = "</td><img src=x onerror=alert(1)>\"'"
FORMULA = "=HYPERLINK(A1)"
TURNED = "\u202egnp.txt\u2066"
NUL = "nu\x00l"
ESCAPE = "\x1b]0;mine\x07\x1b[31m"
NEWLINE = "a\r\nb,c\n=1+1"
TEMPLATE = "{{ 7 * 7 }}{% raw %}"
TEX = r"\input{/etc/passwd}$x$%"
HOSTILE = [SCRIPT, TAG, FORMULA, "+1+1", "-1+1", "@SUM(A1)", TURNED, NUL, ESCAPE, NEWLINE]
HOSTILE += [TEMPLATE, TEX, "\uff1d1+1", "`code`", "|", "&lt;", "]]>", "--><b>", "\u200b\ufeff"]
MIXED = FORMULA + SCRIPT + TAG + TURNED + NUL + ESCAPE + NEWLINE + TEX
ANY = pytest.mark.parametrize("text", HOSTILE, ids=ascii)
FORMATS = pytest.mark.parametrize("fmt", ["text", "json", "md", "csv", "latex"])
NUMBER = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?")


class Tags(HTMLParser):
    """Notes the tags of a page and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(sorted(name for name, _ in attrs))))


def said_everywhere(text: str) -> Tree:
    """Make a scorecard that says a text wherever a scorecard can say a text."""
    mention = said(text, text) | {"aspect_ref": text, "opinion_term": {"term": text}}
    reasons = {"grounding": text, "drop_reason": text, "term": text, "label": text}
    return card(
        1,
        {
            "run_id": text,
            "profile": text,
            "meta": {"text_id": text, "protocol_mode": text, "input_text": text, "run_id": text},
            "inputs.gold_tuples": [said(text, "positive"), mention],
            "inputs.aspect_sentiments": [mention],
            "inputs.ate_debug": {
                "filtered": [{"term": text, "action": "drop", "drop_reason": text}],
            },
            "stage_delta": {"changed": True, "change_type": text},
            "validator": [{"stage": "stage1", "structural_risks": [{"risk_id": text}]}],
            "atsa": {"sentiment_judgements": [{"aspect_term": text, "issues": [text]}]},
            "stage1_ate.label": text,
            "stage2_ate.label": text,
            "moderator.final_label": text,
            "runtime.error": text,
            "debate.override_stats": {"override_reason": text, "applied": 1},
            f"{RESULT}.label": text,
            f"{RESULT}.stage1_tuples": [said(text, "positive"), mention | reasons],
            f"{RESULT}.final_tuples": [said(text, "positive"), said(text, "negative"), mention],
            f"{RESULT}.final_aspects": [mention],
            "runtime.parsed_output.analysis_flags.review_actions": [{"action_type": text}],
        },
    )


def assert_plain(text: str) -> None:
    """Hold what a terminal or an editor gets to be visible text."""
    odd = {char for char in set(text) if not (char.isprintable() or char == "\n")}
    assert not odd


def assert_no_formula(text: str) -> None:
    """Hold no cell of a CSV text to be computed by a spreadsheet."""
    for row in csv.reader(text.splitlines()):
        for cell in row:
            assert not cell.lstrip().startswith(tuple("=+-@\uff1d")) or NUMBER.fullmatch(cell)


def assert_no_markup(text: str) -> None:
    """Hold a Markdown text to have no HTML."""
    assert "<" not in text


def assert_harmless(folder: Path, ran: Ran, fmt: str) -> None:
    assert "Traceback" not in ran.err
    assert_plain(ran.out)
    assert_plain(ran.err)
    if fmt == "json":
        assert isinstance(json.loads(ran.out), dict)
    if fmt == "csv":
        assert_no_formula(ran.out)
    if fmt == "md":
        assert_no_markup(ran.out)
    for path in folder.rglob("*"):
        if path.suffix in {".csv", ".md", ".json", ".html"}:
            assert_plain(path.read_text(encoding="utf-8"))
        if path.suffix == ".csv":
            assert_no_formula(path.read_text(encoding="utf-8"))
        if path.suffix == ".md":
            assert_no_markup(path.read_text(encoding="utf-8"))
        if path.suffix == ".json":
            assert json.loads(path.read_bytes())


def tags_of(path: Path) -> set[tuple[str, tuple[str, ...]]]:
    found = Tags()
    found.feed(path.read_text(encoding="utf-8"))
    return set(found.tags)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, tuple[str, ...]]]:
    """Give the tags of the page of plain words."""
    folder = tmp_path_factory.mktemp("plain")
    with chdir(folder):
        Path(FILE).write_bytes(lines([said_everywhere("plain")]))
        assert main(["review", "report", FILE]) == 0
        return tags_of(Path(PAGE))


@ANY
def test_a_page_has_the_tags_that_it_has_for_plain_words(
    shell: Shell, plain: set[tuple[str, tuple[str, ...]]], text: str
) -> None:
    shell.write(FILE, lines([said_everywhere(text)]))

    ran = shell("review", "report", FILE)

    assert_harmless(shell.folder, ran, "text")
    page = (shell.folder / PAGE).read_text(encoding="utf-8")
    assert not (tags_of(shell.folder / PAGE) - plain)
    assert SCRIPT not in page
    assert "<img" not in page


@ANY
@pytest.mark.parametrize("profile", ["documented", "as-run", "recommended"])
def test_metrics_are_computed_and_harmless(shell: Shell, text: str, profile: str) -> None:
    shell.write(FILE, lines([said_everywhere(text)]))

    ran = shell("review", "aggregate", FILE, "--profile", profile)

    assert ran.code == 0
    assert metrics_of(shell.folder)["n"] == "1"
    assert_harmless(shell.folder, ran, "text")


@pytest.mark.parametrize("text", [MIXED, SCRIPT], ids=["mixed", "script"])
@pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])
@FORMATS
def test_a_filter_with_hostile_values_is_shown_harmlessly(
    shell: Shell, text: str, stage: str, fmt: str
) -> None:
    rows = lines([output(1, {"meta.profile": text})] if stage == "score" else [card(1)])
    shell.write(
        FILE, rows.replace(b'"profile": "main"', b'"profile": ' + json.dumps(text).encode())
    )

    for value in (text, f"other {text}"):
        ran = shell("review", stage, FILE, "--where", f"meta.profile={value}", "--format", fmt)

        assert ran.code == (0 if value == text else 2)
        assert_harmless(shell.folder, ran, fmt if ran.code == 0 else "text")


# What a folder cannot be named is refused; the rest is the name of a run.
NAMES = ["<script>alert(1)<", FORMULA, "+1+1", "-1+1", "@SUM(A1)", TURNED, TEMPLATE, "a|b`c`", "&"]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize(
    ("stage", "fmt"),
    [
        ("score", "text"),
        ("aggregate", "md"),
        ("aggregate", "csv"),
        ("aggregate", "latex"),
        ("report", "json"),
        ("seeds", "csv"),
    ],
)
def test_a_run_with_a_hostile_name_is_shown_harmlessly(
    shell: Shell, name: str, stage: str, fmt: str
) -> None:
    folder = shell.folder / f"{name}__seed1_proposed"
    folder.mkdir()
    (folder / "outputs.jsonl").write_bytes(lines([output(1)]))
    (folder / "scorecards.jsonl").write_bytes(lines([card(1)]))

    ran = shell("review", stage, f"./{folder.name}", "--format", fmt, "--out", "out")

    assert ran.code == 0
    assert_harmless(shell.folder / "out", ran, fmt)
    for page in (shell.folder / "out").rglob("*.html"):
        assert "<script>alert" not in page.read_text(encoding="utf-8")


@ANY
def test_hostile_options_are_shown_harmlessly(shell: Shell, text: str) -> None:
    shell.write(FILE, lines([card(1)]))

    for option in (text, f"counting={text}", f"{text}=set"):
        ran = shell("review", "aggregate", FILE, f"--set={option}")

        assert (ran.code, ran.out) == (2, "")
        assert_harmless(shell.folder, ran, "text")
        assert ran.err.count("\n") == 1


@ANY
def test_faults_that_show_hostile_values_are_plain(shell: Shell, text: str) -> None:
    """What is wrong is shown with the value that is wrong."""
    shell.write(FILE, lines([card(1, {"stage_delta.changed": text, "meta.text_id": [text]})]))

    ran = shell("review", "aggregate", FILE)

    assert ran.code == 2
    assert len(ran.err.splitlines()) == 2
    assert_plain(ran.err)


@ANY
def test_findings_that_show_hostile_names_are_plain(shell: Shell, text: str) -> None:
    copies = {"final_result.final_tuples_pre_review": [said(text, "positive")]}
    shell.write(FILE, lines([output(1, {**copies, "meta.text_id": text})]))

    ran = shell("review", "score", FILE)

    assert ran.code == 1
    assert_harmless(shell.folder, ran, "text")


@ANY
def test_scorecards_keep_what_outputs_say(shell: Shell, text: str) -> None:
    shell.write(FILE, lines([output(1, {"meta.text_id": text, "meta.input_text": text})]))

    ran = shell("review", "score", FILE)

    [line] = shell.read(f"results/{RUN}/scorecards.jsonl").splitlines()
    meta = json.loads(line)["meta"]
    assert (meta["text_id"], meta["input_text"]) == (text, text)
    assert_harmless(shell.folder, ran, "text")


@pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])
@pytest.mark.parametrize("field", ["meta.text_id", "profile", "x", "stage_delta.change_type"])
def test_half_a_surrogate_pair_is_a_fault_wherever_it_stands(
    shell: Shell, stage: str, field: str
) -> None:
    make = output if stage == "score" else card
    shell.write(FILE, lines([make(1), make(2, {field: "a\ud800"})], ascii_only=True))

    ran = shell("review", stage, FILE)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{FILE}:2: expected whole characters, got half a surrogate pair")


@FORMATS
@pytest.mark.parametrize("stage", ["score", "aggregate", "report", "seeds"])
def test_a_name_that_is_no_text_is_shown_escaped(shell: Shell, stage: str, fmt: str) -> None:
    """A file name may have bytes that are no UTF-8; they stand in it as half surrogate pairs."""
    name = "odd\udcff__seed1_proposed.jsonl"
    row = output(1) if stage == "score" else card(1)
    try:
        shell.write(name, lines([row]))
    except (OSError, UnicodeError):
        pytest.skip("the file system takes no such name")

    ran = shell("review", stage, name, "--format", fmt, "--out", "out")

    assert ran.code == 0
    assert_harmless(shell.folder / "out", ran, fmt)


@pytest.mark.parametrize("stage", ["aggregate", "report"])
def test_a_filter_that_is_no_text_matches_nothing(shell: Shell, stage: str) -> None:
    shell.write(FILE, lines([card(1)]))

    ran = shell("review", stage, FILE, "--where", "profile=\udcff")

    assert (ran.code, ran.out) == (2, "")
    assert_plain(ran.err)


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31m", "a\x7f"])
@pytest.mark.parametrize("stage", ["aggregate", "report"])
def test_a_name_with_control_characters_names_no_run(shell: Shell, stage: str, name: str) -> None:
    shell.write(f"{name}.jsonl", lines([card(1)]))

    ran = shell("review", stage, f"{name}.jsonl", "--out", "out")

    assert (ran.code, ran.out) == (2, "")
    assert_plain(ran.err)
    assert not (shell.folder / "out").exists()
