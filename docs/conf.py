"""How Sphinx builds the site of these pages: `make site`, offline, into build/site.

The pages are written for the repository: a link may go to a folder, to the README above, to a file
of examples. `_at_home` says where the site has each of them; the pages themselves stay as they are.
Signatures are shown as the source writes them: with names of types (`Column`, `Definition`), not
with the unions that these stand for.
"""

import ast
import builtins
import inspect
import os
import re
import sys
import typing
from collections.abc import Iterator, Mapping
from importlib.metadata import version as version_of
from itertools import chain
from pathlib import Path
from typing import Protocol

import attrs

import measurand
from tests.changelog import sections

DOCS = Path(__file__).parent
ROOT = DOCS.parent

project = "measurand"
author = "the authors of measurand"
project_copyright = author
version = release = version_of("measurand")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
include_patterns = ["*.md", "api/*.md", "guides/*.md", "families/*.md", "reference/*.md"]
include_patterns += ["examples/README.md"]

default_role = "code"
highlight_language = "text"
smartquotes = False
maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
# A link to the page of the auditor names a public case; the page is built beside the docs.
myst_url_schemes = {
    "http": None,
    "https": None,
    "mailto": None,
    "table": "table/index.html#{{path}}",
}

html_theme = "furo"
html_title = f"measurand {version}"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_line_continuation_character = "\\"

_LINK = re.compile(r"(?<=\]\()(?!https?:|#|path:|table:)([^)\s#]+)(#[^)\s]*)?(?=\))")
_ANCHOR = re.compile(r'<a id="([\w-]+)"></a>')
_MARKUP = re.compile(r"[*|\\]|_(?!\w)")
_RAISES = re.compile(r"(?m)^Raises (\w+Error)\b")
_LONGEST_DEFAULT = 30
_TICKED = re.compile(r"`([^`]+)`(?=(\w)?)")
_ABOVE = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md"}


def _at_home(target: str, anchor: str, written: Path, shown: Path) -> str:
    """Say where the site has what a page links to; `shown` is the folder of the page that shows it.

    >>> home = DOCS / "commands.md"
    >>> _at_home("examples/silence", "", home, DOCS), _at_home("../README.md", "", home, DOCS)
    ('examples/README.md#silence', 'index.md')
    >>> _at_home("examples/silence/claims.toml", "", home, DOCS)
    'path:examples/silence/claims.toml'
    >>> _at_home("page/index.html", "#telemanom", home, DOCS)
    'table:telemanom'
    """
    path = Path(os.path.normpath(written.parent / target))
    kind = ""
    if path == DOCS / "page" / "index.html":
        return f"table:{anchor.removeprefix('#')}"
    if path.name in _ABOVE and path.parent == ROOT:
        path = DOCS / _ABOVE[path.name]
    elif path.is_dir() and path.parent == DOCS / "examples":
        path, anchor = path.parent / "README.md", f"#{path.name}"
    elif path.is_file() and (path.suffix != ".md" or path.parent.parent == DOCS / "examples"):
        kind = "" if path.suffix == ".svg" else "path:"
    return f"{kind}{os.path.relpath(path, shown)}{anchor}"


def _moved(text: str, written: Path, shown: Path) -> str:
    """Rewrite the links of a page, and anchors that are written as HTML.

    >>> _moved("[a](docs/lock.md#x) [b](LICENSE) [c](https://x.org)", ROOT / "README.md", DOCS)
    '[a](lock.md#x) [b](path:../LICENSE) [c](https://x.org)'
    >>> _moved('<a id="finding-1"></a>', DOCS / "lock.md", DOCS)
    '[]{#finding-1}'
    """
    linked = _LINK.sub(lambda one: _at_home(one[1], one[2] or "", written, shown), text)
    return _ANCHOR.sub(r"[]{#\1}", linked)


def _examples() -> Iterator[str]:
    """List the files of every folder of examples, as links."""
    for folder in sorted(path for path in (DOCS / "examples").iterdir() if path.is_dir()):
        yield f"\n## {folder.name}\n"
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if "__pycache__" not in path.parts:
                name = path.relative_to(folder).as_posix()
                yield f"- [{name}](path:{folder.name}/{name})"


def _listing(*_of_sphinx: object) -> list[str]:
    """Name the pages that list files, which may be others than when they were read."""
    return ["changelog", "examples/README"]


class _App(Protocol):
    def connect(self, event: str, callback: object) -> int: ...


def _read(_app: object, name: str, source: list[str]) -> None:
    page = DOCS / f"{name}.md"
    source[0] = _moved(source[0], page, page.parent)
    if name == "changelog":
        source[0] += f"\n{sections()}"
    if name == "examples/README":
        source[0] += "\n".join(_examples())


def _included(_app: object, path: Path, parent: str, source: list[str]) -> None:
    source[0] = _moved(source[0], DOCS / path, (DOCS / parent).parent)


def _parsed(value: object) -> ast.AST | None:
    try:
        source = inspect.getsource(value)  # type: ignore[arg-type]
    except (OSError, TypeError):
        return None
    # A method stands indented; a docstring of several lines may hold some that are not.
    [node] = ast.parse(f"if True:\n{source}" if source[0] == " " else source).body
    return node.body[0] if isinstance(node, ast.If) else node


class _Exact(ast.NodeTransformer):
    """Write the classes of the package that an annotation names so that the one is meant.

    `~` shows the last part alone. A name of ours that is no class gets a place too: else it would
    be taken for a class of the same name that has a page.
    """

    def __init__(self, module: str) -> None:
        self.module, self.names = module, vars(sys.modules[module])

    def visit_Name(self, node: ast.Name) -> ast.AST:  # ast calls it so
        """Give a name with its place: the public one of a union that has a page (`Score`)."""
        known = self.names.get(node.id)
        public = any(known is getattr(one, node.id, node) for one in (builtins, typing))
        if node.id not in self.names or public or inspect.ismodule(known):
            return node
        home = known.__module__ if isinstance(known, type) else self.module
        name = known.__qualname__ if isinstance(known, type) else node.id
        if known is getattr(measurand, node.id, node):
            home, name = "measurand", node.id
        if not home.startswith("measurand"):
            return node
        return ast.UnaryOp(ast.Invert(), ast.parse(f"{home}.{name}", mode="eval").body)

    def visit_List(self, node: ast.List) -> ast.AST:
        """Leave what a function takes as it is: Sphinx knows no `~` there."""
        return node

    def text(self, annotation: ast.expr | None) -> str:
        """Write an annotation; one in quotes as if it had none."""
        if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
            annotation = ast.parse(annotation.value, mode="eval").body
        return ast.unparse(self.visit(annotation)) if annotation else ""


def _fields(kind: type) -> str:
    """Write the fields of an attrs class as its signature, each with its type as it is written."""
    said: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        node = _parsed(one) if attrs.has(one) else None
        for part in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                said[part.target.id] = _Exact(one.__module__).text(part.annotation)
    parts: list[str] = []
    for field in (one for one in attrs.fields(kind) if one.init):
        if field.kw_only and "*" not in parts:
            parts.append("*")
        name = field.alias or field.name
        given = "" if field.default is attrs.NOTHING else f" = {_shown(field.default)}"
        parts.append(f"{name}: {said.get(field.name, 'object')}{given}")
    return f"({', '.join(parts)})"


def _shown(value: object) -> str:
    """Write a default, if it says something in a few letters."""
    plain = value is None or isinstance(value, str | int | bool | tuple | dict)
    return repr(value) if plain and len(repr(value)) < _LONGEST_DEFAULT else "..."


def _signed(
    _app: object, what: str, _name: str, value: object, _opts: object, _args: str, gives: str
) -> tuple[str, str] | None:
    """Give a signature as the source writes it, and what is returned."""
    if isinstance(value, type) and attrs.has(value):
        return _fields(value), ""
    made = what in {"class", "exception"}
    function = vars(value).get("__init__") if made else value
    if not callable(function):
        return None
    from sphinx.pycode import ModuleAnalyzer  # not there where the tests read these settings

    # Overloads say the same once more; Sphinx would show them instead.
    analyzer = ModuleAnalyzer.for_module(function.__module__)
    analyzer.analyze()
    analyzer.overloads.clear()
    node = _parsed(inspect.unwrap(function))
    if not isinstance(node, ast.FunctionDef):
        return None
    if made or what == "method":
        (node.args.posonlyargs or node.args.args).pop(0)
    exact = _Exact(function.__module__)
    _spell(node.args, exact, inspect.signature(function).parameters)
    return f"({ast.unparse(node.args)})", exact.text(node.returns) or gives


def _spell(args: ast.arguments, exact: _Exact, known: Mapping[str, inspect.Parameter]) -> None:
    """Write types with their places, and what a default is where a private name stands for it."""
    first = [*args.posonlyargs, *args.args]
    late = first[len(first) - len(args.defaults) :]
    for one in ast.walk(args):
        if isinstance(one, ast.arg) and one.annotation:
            one.annotation = ast.parse(exact.text(one.annotation), mode="eval").body
    for named, default in zip(
        [*late, *args.kwonlyargs], [*args.defaults, *args.kw_defaults], strict=True
    ):
        if isinstance(default, ast.Name):
            default.id = _shown(known[named.arg].default)


def _plain(_app: object, _what: str, _n: str, _v: object, _opts: object, lines: list[str]) -> None:
    r"""Read docstrings as they are meant: plain sentences with code in backticks, and examples.

    >>> lines = ["`x`s of |U| and **said, `a_`.", "", ">>> f(**said)", "", "Raises ValueError."]
    >>> _plain(None, "", "", None, None, lines)
    >>> lines[0]
    '``x``\\ s of \\|U\\| and \\*\\*said, ``a_``.'
    >>> lines[2:]
    ['>>> f(**said)', '', 'Raises :py:exc:`.ValueError`.']
    """
    blocks: list[list[str]] = [[]]
    for line in lines:
        if not line.strip():
            blocks.append([])
        blocks[-1].append(line)
    lines[:] = chain.from_iterable(map(_marked, blocks))


def _marked(block: list[str]) -> list[str]:
    """Mark up a paragraph, whose code may go on in the next line; leave an example as it is."""
    if any(line.lstrip().startswith(">>>") for line in block[:2]):
        return block
    words = "\n".join(block).split("`")
    words[::2] = [_MARKUP.sub(r"\\\g<0>", one) for one in words[::2]]
    said = _TICKED.sub(_ticked, "`".join(words))
    return _RAISES.sub(r"Raises :py:exc:`.\1`", said).split("\n")


def _ticked(code: re.Match[str]) -> str:
    return f"``{code[1]}``" + ("\\ " if code[2] else "")


def setup(app: _App) -> None:
    """Connect what is said above with what Sphinx reads."""
    app.connect("env-get-outdated", _listing)
    app.connect("source-read", _read)
    app.connect("include-read", _included)
    app.connect("autodoc-process-signature", _signed)
    app.connect("autodoc-process-docstring", _plain)
