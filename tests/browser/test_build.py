"""What is built: nothing of it that a request imports is left out, and a machine may lack node."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import build
from tests.browser.build import left_out

SRC = Path("src")
ASKED = "measurand.edges.page.answer"
HOME = re.compile(r"(measurand(?:\.\w+)+)(?::[\w.]+)?")


def file_of(module: str) -> Path | None:
    path = SRC.joinpath(*module.split("."))
    tried = (path / "__init__.py", path.with_suffix(".py"))
    return next((one for one in tried if one.is_file()), None)


def named(node: ast.AST, module: str) -> Iterator[str]:
    """Name what a node may import: by a statement, or by a text that says where something is."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    elif isinstance(node, ast.ImportFrom):
        # Public names of the package are loaded from anywhere: our modules use none of them.
        names = [f"{node.module}.{one.name}" for one in node.names]
        assert node.module != "measurand" or all(map(file_of, names)), module
        yield from (f"{node.module}", *names)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        if module != "measurand" and HOME.fullmatch(node.value):
            yield node.value.partition(":")[0]
    elif isinstance(node, ast.JoinedStr) and re.match(r"f.\{(_HERE|__name__)\}", ast.unparse(node)):
        yield from placed(node.values[1:], module)


def placed(rest: list[ast.expr], module: str) -> Iterator[str]:
    """Name what lies in this package: one that is named, or any where a name is put in."""
    text = ast.unparse(ast.JoinedStr(rest)).strip("f'\"")
    if text.startswith(".{"):
        yield from below(module)
    elif text.startswith("."):
        yield f"{module}{text}".partition(":")[0]


def below(package: str) -> Iterator[str]:
    """Name each module that lies in a package: any of them may be meant."""
    path = file_of(package)
    assert path is not None
    yield from (f"{package}.{one.stem}" for one in path.parent.glob("*.py"))


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk a module, but for what only a type checker reads."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
            yield node
            yield from nodes(node)


def closure(start: str) -> set[str]:
    """Name all modules of ours that a module may import, whenever it does."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        parts = waiting.pop().split(".")
        for end in range(1, len(parts) + 1):
            module = ".".join(parts[:end])
            path = file_of(module)
            if path is None or module in found:
                continue
            found.add(module)
            tree = ast.parse(path.read_bytes())
            waiting += (name for node in nodes(tree) for name in named(node, module))
    return found


def test_no_module_that_a_request_may_import_is_left_out() -> None:
    needed = closure(ASKED)

    assert {"measurand.edges.cli.verify", "measurand.edges.files.runs.lm_eval"} <= needed
    assert [one for one in needed if left_out(Path.cwd() / (file_of(one) or ""))] == []


def test_where_node_is_not_there_sources_are_served_and_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build, "PARTS", tmp_path / "parts")
    site, pyodide = tmp_path / "site", tmp_path / "pyodide"
    for folder, name in ((site, "packages.zip"), (pyodide, "python_stdlib.zip")):
        folder.mkdir()
        (folder / name).write_bytes(name.encode())

    build.compiled(site, pyodide)

    assert (site / "packages.zip").read_bytes() == b"packages.zip"
    assert (site / "pyodide" / "python_stdlib.zip").read_bytes() == b"python_stdlib.zip"
    assert "sources" in capsys.readouterr().err
    assert "node" not in [path.name for path in tmp_path.rglob("*")]
