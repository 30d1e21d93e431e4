"""Every block of Python in the pages passes pyright and mypy in their strict modes.

A page is one module: its blocks in their order, examples without what they print. What a page shows
to be refused (a traceback) is left out, as it may be wrong on purpose.
"""

import ast
import doctest
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LEFT = ("changelog.d", "examples")
MYPY = "# mypy: allow-redefinition-new\n"
"""An option of the pages alone: in all else they are read with the cache of `make types`."""


def statements(block: str) -> Iterator[str]:
    r"""Give the statements of a block, without what they print.

    >>> list(statements(">>> one = 1\n>>> one\n1\n"))
    ['one = 1', 'repr((one))']
    >>> list(statements(">>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError"))
    []
    """
    if not block.lstrip().startswith(">>>"):
        yield block
        return
    for example in doctest.DocTestParser().get_examples(block):
        if not example.want.startswith("Traceback"):
            for node in ast.parse(example.source).body:
                # A value that is shown is no expression without a use.
                text = written(example.source, node)
                shown = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Call)
                yield f"repr(({text}))" if shown else text


def written(source: str, node: ast.stmt) -> str:
    """Give a statement as it is written, with its decorators: `unparse` writes quotes anew."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.decorator_list:
        return "\n".join(source.splitlines()[node.decorator_list[0].lineno - 1 : node.end_lineno])
    return ast.get_source_segment(source, node) or ""


def module(page: Path) -> str:
    """Give the blocks of a page as one module."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return "\n".join(line for block in blocks for line in statements(block))


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a module for each page that has blocks."""
    folder = tmp_path_factory.mktemp("pages")
    for page in PAGES:
        if not set(_LEFT) & set(page.parts) and (text := module(page)):
            name = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
            (folder / f"{name}.py").write_text(f"{MYPY}{text}\n", encoding="utf-8")
    return folder


def test_the_pages_have_blocks(modules: Path) -> None:
    assert {"README.py", "docs_python.py"} <= {path.name for path in modules.iterdir()}


def test_the_blocks_of_all_pages_pass_pyright_in_its_strict_mode(modules: Path) -> None:
    config = modules / "pyrightconfig.json"
    said = {
        "include": [str(modules)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "extraPaths": [str(ROOT / "src"), str(ROOT)],
        "stubPath": str(ROOT / "stubs"),
        # A block brings its imports along, whatever the blocks before it have.
        "reportDuplicateImport": False,
        "reportUnusedImport": False,
    }
    config.write_text(json.dumps(said), encoding="utf-8")

    run = subprocess.run(
        (sys.executable, "-m", "basedpyright", "-p", str(config), "--pythonpath", sys.executable),
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert run.returncode == 0, run.stdout


def test_the_blocks_of_all_pages_pass_mypy_in_its_strict_mode(modules: Path) -> None:
    run = subprocess.run(
        (sys.executable, "-m", "mypy", *sorted(map(str, modules.glob("*.py")))),
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert run.returncode == 0, run.stdout
