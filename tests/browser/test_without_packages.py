"""What commands say where numpy, scipy, jinja2 and rich are not there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.without import Without

HERE = Path(__file__).parent
DOCS = Path("docs/examples")
ABSENT = ("numpy", "scipy", "jinja2", "markupsafe", "pandas")
LINES = (
    ("lint", f"{DOCS}/tables/screening.md", "--full"),
    ("lint", f"{DOCS}/tables/tickets.tex", "--format", "json"),
    ("prove", f"{DOCS}/tables/screening.md", "--format", "md"),
    ("prove", f"{DOCS}/tables/two-menus.csv", "--steps", "1000000", "--full"),
    ("sniff", f"{DOCS}/silence/claims.toml"),
    ("init", f"{DOCS}/tables/screening.md"),
    ("table", f"{DOCS}/silence/claims.toml"),
    ("check", f"{DOCS}/silence/claims.toml"),
    ("audit", f"{DOCS}/silence/claims.toml"),
    ("score", f"{DOCS}/tickets/a.jsonl", "-d", "exact_match"),
)


def ran(packages: tuple[str, ...], *lines: tuple[str, ...]) -> list[tuple[str, str]]:
    program = (sys.executable, "-P", str(HERE / "without.py"))
    words = (*program, json.dumps(packages), json.dumps(lines))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    parts = done.stdout.split("\0")[:-1]
    return list(zip(parts[::2], parts[1::2], strict=True))


def before_guesses(text: str) -> str:
    return text.partition("Guesses:")[0]


def test_commands_say_the_same_without_numpy_and_scipy_but_for_who_guessed() -> None:
    free = ran((), *LINES)
    limited = ran(ABSENT, *LINES)

    assert len(free) == len(limited) == len(LINES)
    for (out, code), (said, left), line in zip(free, limited, LINES, strict=True):
        assert left == code, line
        assert before_guesses(said) == before_guesses(out), line
    assert "Guesses: none, as neither scipy nor another solver is there." in limited[3][0]
    assert "Guesses: scipy." in free[3][0]


LIGHT = {"attr", "attrs", "cattr", "cattrs", "msgspec", "returns", "toolz", "typing_extensions"}
"""All that a page has to have for `lint`, beside the standard library; rich only for text."""


def test_lint_loads_light_packages_alone() -> None:
    words = ["lint", f"{DOCS}/tables/tickets.tex", "--format", "json"]
    program = (
        "import sys\nfrom importlib.metadata import packages_distributions\n"
        f"from measurand.edges.cli import main\nmain({words})\n"
        "tops = {one.partition('.')[0] for one in sys.modules} & {*packages_distributions()}\n"
        "sys.stderr.write(' '.join(tops - {'measurand'}))"
    )

    done = subprocess.run(
        (sys.executable, "-P", "-c", program), capture_output=True, text=True, check=True
    )

    assert {one for one in done.stderr.split() if not one.startswith("_")} <= LIGHT


def test_without_rich_there_is_json() -> None:
    lines = [(*line, "--format", "json") for line in (LINES[0], LINES[2][:2])]

    found = ran((*ABSENT, "rich"), *lines)

    assert [json.loads(out)["exit_code"] for out, _ in found] == [int(code) for _, code in found]
    assert json.loads(found[1][0])["solver"] == "none"


def test_where_nobody_has_to_guess_the_json_of_a_search_is_the_same_without_scipy() -> None:
    line = ("prove", f"{DOCS}/tables/languages.csv", "--format", "json")

    [free], [limited] = ran((), line), ran(ABSENT, line)

    assert limited == free
    assert json.loads(free[0])["solver"] == ""


def test_packages_are_really_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [Without(["numbers_of_nobody"]), *sys.meta_path])

    with pytest.raises(ModuleNotFoundError, match="numbers_of_nobody"):
        __import__("numbers_of_nobody.core")
