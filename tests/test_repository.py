"""The shape of the repository itself."""

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests.contracts_page import contracts, texts

ROOT = Path(__file__).parents[1]


def tracked() -> list[str]:
    """List the files of the repository, or of an unpacked archive of it, relative to the root."""
    if not (ROOT / ".git").exists():
        return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return listed.stdout.rstrip("\0").split("\0")


def test_the_top_has_five_folders_and_hidden_ones() -> None:
    folders = {Path(name).parts[0] for name in tracked() if len(Path(name).parts) > 1}

    visible = {name for name in folders if not name.startswith((".", "__pycache__"))}

    assert visible == {"src", "tests", "properties", "stubs", "docs"}


def test_constraints_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()

    pins = [line for line in lines if not line.startswith("#")]

    assert pins
    assert all(name and version for name, _, version in (pin.partition("==") for pin in pins))
    assert not [line for line in lines if "/" in line or "@" in line]


def test_there_is_a_changelog_fragment() -> None:
    fragments = list((ROOT / "docs" / "changelog.d").glob("[0-9]*.md"))

    assert fragments
    assert all(fragment.read_text(encoding="utf-8").strip() for fragment in fragments)


def test_the_citation_is_of_this_version_and_has_what_its_format_asks() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    said = dict(line.split(": ", 1) for line in lines if re.match(r"[a-z-]+: ", line))

    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert said["cff-version"] == "1.2.0"
    assert {"message", "title"} <= said.keys()
    assert "authors:" in lines
    assert (said["version"], said["license"]) == (version["version"], version["license"])


EXTRAS = re.compile(r"""(?:measurand|'\.)\[([a-z,]+)\]""")
PACKAGES = re.compile(r"pip install (?:'?(?:measurand|\.)\[[a-z{},.]+\]'?|([a-z][\w.-]*\w))")
OF_PAGES = ("README.md", "action.yml", "CONTRIBUTING.md")


def project() -> dict[str, dict[str, list[str]]]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, list[str]]] = tomllib.loads(text)["project"]
    return found


@cache
def nodes() -> tuple[ast.AST, ...]:
    """Give the texts and the calls of the package, as they are parsed."""
    parsed = (
        ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "src").rglob("*.py"))
    )
    every = chain.from_iterable(map(ast.walk, parsed))
    return tuple(node for node in every if isinstance(node, ast.Constant | ast.Call))


def hints() -> Iterator[str]:
    """Give every text of the package, and every page."""
    yield from (
        node.value
        for node in nodes()
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    pages = [ROOT / name for name in OF_PAGES]
    for path in (*pages, *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.j2")):
        if "changelog.d" not in path.parts:
            yield path.read_text(encoding="utf-8")


def test_hints_name_extras_that_exist() -> None:
    named = {
        name for text in hints() for match in EXTRAS.findall(text) for name in match.split(",")
    }

    assert {"arrow", "duckdb", "model"} <= named
    assert named <= project()["optional-dependencies"].keys()


def test_extras_that_formats_and_engines_name_exist() -> None:
    calls = {"SampleFormat", "needs_extra"}
    named = {
        where.value
        for node in nodes()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls
        for where in (*node.args[1:], *(one.value for one in node.keywords if one.arg == "extra"))
        if isinstance(where, ast.Constant)
    }

    assert {"arrow", "dask", "spark"} <= named
    assert named <= project()["optional-dependencies"].keys()


def test_hints_name_packages_that_we_depend_on() -> None:
    wanted = [*project()["dependencies"], *chain(*project()["optional-dependencies"].values())]
    known = {re.split(r"[^\w.-]", one)[0].lower() for one in wanted}
    named = {name for text in hints() for name in PACKAGES.findall(text) if name}

    assert "backports.zstd" in named
    assert named <= known


def install(extras: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the step of the action that installs, with a Python that says how it is called."""
    stub = folder / "python"
    stub.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    stub.chmod(0o755)
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    script = text.partition("EXTRAS: ${{ inputs.extras }}\n      run: |\n")[2]
    lines = script.partition("    # Inputs")[0]
    assert "pip install" in lines
    return subprocess.run(
        ("bash", "-c", lines),
        env=os.environ
        | {"PATH": f"{folder}:{os.environ['PATH']}", "EXTRAS": extras, "GITHUB_ACTION_PATH": "/a"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("extras", "target"),
    [("", "/a"), ("arrow", "/a[arrow]"), (" arrow,\n nifti ", "/a[arrow,nifti]")],
)
def test_the_action_installs_extras(extras: str, target: str, tmp_path: Path) -> None:
    assert install(extras, tmp_path).stdout.split()[-1] == target


@pytest.mark.parametrize("extras", ["a;b", "a]", "$(a)", ",", "a,,b", "../a"])
def test_the_action_refuses_what_is_no_extra(extras: str, tmp_path: Path) -> None:
    ran = install(extras, tmp_path)

    assert (ran.returncode, ran.stdout) == (2, "")


def test_the_page_of_rooms_is_the_list_of_the_linter() -> None:
    layers = {str(one["id"]): texts(one.get("layers")) for one in contracts()}
    rooms = [
        f"edges/{inner}" if room == "edges" else f"{room}/"
        for room in layers["rooms"]
        for layer in (layers["edges"] if room == "edges" else [""])
        for inner in layer.split(" | ")
    ]

    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `([a-z/]+)` \|", page, re.MULTILINE)

    assert told == rooms


def test_what_the_page_of_rooms_names_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(
        r"`((?:studies|edges|auditing|laws|inference|metrics|evidence|algebra|values)/[\w/.]*)`",
        page,
    )

    source = ROOT / "src" / "measurand"
    assert named
    assert [name for name in named if not list(source.glob(f"{name.rstrip('/')}*"))] == []
