"""The files of the page, without a browser: its policy, its words, and what it never calls."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.build import FILES, OURS, PURE, cases_of_logs, cases_of_tables

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "page"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'"
)
BANNED = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write|\beval\b|new Function|\.style\b"
    r"|localStorage|sessionStorage|indexedDB|document\.cookie|sendBeacon|XMLHttpRequest|WebSocket"
    r"|https?:|(?<!node:)//[a-z]"
)
LANGUAGES = ["en", "ko", "zh"]


def words() -> dict[str, dict[str, str]]:
    text = (PAGE / "words.js").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = json.loads(
        text.partition("export default ")[2].rstrip().removesuffix(";")
    )
    return found


def sources() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.*")}


def test_the_page_is_the_files_that_are_built_into_it() -> None:
    there = {path.name for path in PAGE.iterdir()}

    assert there == {*OURS, "package.json", "package-lock.json", "wheels.txt"}
    assert set(OURS) < FILES


def test_the_policy_is_in_the_page() -> None:
    index = (PAGE / "index.html").read_text(encoding="utf-8")

    assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in index
    assert "style=" not in index
    assert re.findall(r"(?:src|href)=\"([^\"]*)\"", index) == [
        "data:,",
        "page.css",
        "page.js",
        "#text",
    ]


@pytest.mark.parametrize("name", [name for name in OURS if name.endswith(".js")])
def test_no_text_becomes_markup_and_nothing_is_stored(name: str) -> None:
    text = re.sub(r"^\s*//.*$", "", sources()[name], flags=re.MULTILINE)
    text = re.sub(r'"(?:[^"\\]|\\.)*"', lambda one: one[0].replace("://", ""), text)

    assert BANNED.findall(text) == []


def test_every_word_is_there_in_every_language_with_the_same_gaps() -> None:
    for key, phrases in words().items():
        gaps = {frozenset(re.findall(r"\{(\w+)\}", text)) for text in phrases.values()}
        assert list(phrases) == LANGUAGES, key
        assert all(phrases.values()), key
        assert len(gaps) == 1, key


def test_every_word_that_is_asked_for_is_there_and_no_other() -> None:
    known = words()
    text = "\n".join(source for name, source in sources().items() if name != "words.js")
    asked = set(re.findall(r'data-word="([^"]+)"', text))
    asked |= set(re.findall(r'\b(?:t|status)\(\s*"([^"]+)"', text))
    quoted = set(re.findall(r'"([a-z][a-z-]+)"', text))
    made = re.compile(
        r"^(?:stage|verdict|says|count|kind|mark|premise|choice|outcome|markup|verified)-"
    )

    assert asked - known.keys() == set()
    assert {key for key in known if key not in asked | quoted and not made.match(key)} == set()


def test_versions_are_pinned_once_and_no_registry_is_named() -> None:
    package = json.loads(sources()["package.json"])
    lock = json.loads(sources()["package-lock.json"])
    pins = {**package["dependencies"], **package["devDependencies"]}
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    [wheel] = re.findall(r"^(msgspec==\S+) --hash=sha256:", sources()["wheels.txt"], re.MULTILINE)

    assert all(re.fullmatch(r"[0-9.]+", version) for version in pins.values())
    for name, version in pins.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert all("integrity" in one for name, one in lock["packages"].items() if name)
    assert "resolved" not in sources()["package-lock.json"]
    assert f"\n{wheel}\n" in constraints
    assert f'version: "{pins["pyodide"]}"' in sources()["worker.js"]


def test_cases_are_those_of_the_pages() -> None:
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[?([a-z0-9-]+)\]?[( ]", page, re.MULTILINE)

    assert [name for name, _, _ in cases_of_tables()] == [one for one in listed if one != "case"]
    assert [name for name, _, _ in cases_of_logs()] == ["groups", "parts"]


PROGRAM = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        top = name.partition('.')[0]
        if top not in {allowed} and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
import json
from pathlib import Path
from measurand.edges.page.answer import Auditor
asked = Auditor(Path('docs/examples/short'))
table = 's,P,R,F1\\na,50,50,50\\n'
for do in ('lint', 'prove'):
    print(json.loads(asked.answer(json.dumps({{'do': do, 'text': table}})))['code'])
for kind in ('json', 'report', 'claims', 'certificates'):
    print(bool(json.loads(asked.save(kind))['text']))
menus = Auditor(Path('docs/examples/silence'))
print(json.loads(menus.answer(json.dumps({{'do': 'sniff', 'file': 'menus.jsonl'}})))['code'])
for more in ({{'do': 'audit', 'text': Path(
    'docs/examples/short/table.md').read_text(), 'name': 'table.md', 'gold': 'gold.csv',
    'predicted': {{'rules': 'rules.csv', 'bert': 'bert.csv'}}}},):
    found = json.loads(asked.answer(json.dumps(more)))
    print(found['code'], found['faults'])
"""


def test_the_page_needs_no_package_that_is_not_packed() -> None:
    """No numpy, no scipy, no rich: what is imported besides is of Python or in the zip."""
    allowed = {*PURE, "msgspec", "_distutils_hack", "_virtualenv"}
    ran = subprocess.run(
        (sys.executable, "-c", PROGRAM.format(allowed=allowed)),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )

    assert ran.stderr == ""
    assert ran.stdout.splitlines() == ["0", "0", *["True"] * 4, "0", "3 []"]


def test_programs_of_the_page_are_python() -> None:
    ast.parse(PROGRAM.format(allowed=set()))
