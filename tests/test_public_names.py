"""Every public name has a place in the API pages, and a docstring that says what callers must know.

Public are the names of `measurand` and of the modules that are made to be imported from, and what
the API pages name besides. That an example runs is seen where all examples of the package run.
"""

import ast
import inspect
import pydoc
import re
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.metadata import version
from inspect import ismodule
from pathlib import Path
from types import FunctionType

import attrs
import pytest

import measurand

SCREEN = 60
API = Path(__file__).parents[1] / "docs" / "api"
MODULES = (
    "measurand",
    *(f"measurand.{name}" for name in ("compat", "frames", "inference", "testing")),
)
DIRECTIVE = re.compile(
    r"^\.\. (?:auto(?:function|class|exception)|py:data):: ([\w.]+)$", re.MULTILINE
)
LISTED = re.compile(r"`([A-Z][A-Z0-9_]+)`")
ELSEWHERE = re.compile(r"[Aa]rguments are\s+those of `|[Oo]ptions .*are\s+those of `|see `")


@cache
def named() -> tuple[tuple[str, str], ...]:
    """Give each page of the API with each name that it describes, constants in a list too."""
    pages = [(path, path.read_text(encoding="utf-8")) for path in sorted(API.glob("*.md"))]
    described = [(path.name, name) for path, text in pages for name in DIRECTIVE.findall(text)]
    suites = [
        ("testing.md", f"measurand.testing.{name}")
        for path, text in pages
        if path.name == "testing.md"
        for name in LISTED.findall(text)
    ]
    return (*described, *suites)


def public_names(module: str) -> list[str]:
    """List what a module is made to give: what it says, or all in it that is no module."""
    there = import_module(module)
    every = [name for name in dir(there) if name[0] != "_" and not ismodule(getattr(there, name))]
    return list(getattr(there, "__all__", every))


def value_of(name: str) -> object:
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


@cache
def described() -> dict[str, FunctionType | type]:
    """Give the functions and classes of the pages by name, without what is wrapped around them."""
    values = {name: value_of(name) for _, name in named()}
    plain = {
        name: inspect.unwrap(value) if callable(value) else value for name, value in values.items()
    }
    return {name: value for name, value in plain.items() if isinstance(value, FunctionType | type)}


def functions(value: FunctionType | type) -> Iterator[FunctionType]:
    """Give a function, or the public methods and properties that a class defines."""
    if isinstance(value, FunctionType):
        yield value
        return
    for name, member in vars(value).items():
        made = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        if isinstance(made, FunctionType) and not name.startswith("_"):
            yield made


def own(value: object) -> str:
    return str(getattr(value, "__doc__", None) or "")


@cache
def tree(value: FunctionType | type) -> ast.FunctionDef | ast.ClassDef:
    source = inspect.getsource(value)
    # A method stands indented; a docstring of several lines may hold some that are not.
    [node] = ast.parse(f"if True:\n{source}" if source[0] == " " else source).body
    [node] = node.body if isinstance(node, ast.If) else [node]
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    return node


def raises(node: ast.AST) -> bool:
    """Tell whether a function raises by itself, not in a function that it makes."""
    inner = [
        one
        for one in ast.iter_child_nodes(node)
        if not isinstance(one, ast.FunctionDef | ast.Lambda)
    ]
    return isinstance(node, ast.Raise) or any(map(raises, inner))


def returned() -> set[str]:
    """Name the classes that a public function with an example gives."""
    nodes = [
        tree(one)
        for one in described().values()
        if isinstance(one, FunctionType) and ">>>" in own(one)
    ]
    given = [node.returns for node in nodes if isinstance(node, ast.FunctionDef) and node.returns]
    return {name for one in given for name in re.findall(r"\w+", ast.unparse(one))}


@pytest.mark.parametrize("module", MODULES)
def test_each_public_name_is_on_one_page(module: str) -> None:
    found = [name for _, name in named()]

    public = [f"{module}.{name}" for name in public_names(module)]

    assert public
    often = {name: found.count(name) for name in public if found.count(name) != 1}
    assert often == {}, "name each on one page of docs/api"


def test_what_the_pages_name_is_there() -> None:
    assert [name for _, name in named() if value_of(name) is None] == []


def test_each_name_and_member_says_what_it_is() -> None:
    dumb = [
        f"{name}: {one.__qualname__}"
        for name, value in described().items()
        for one in (value, *functions(value))
        if not re.search(r"[.?:]$", own(one).strip().partition("\n\n")[0])
    ]

    assert dumb == []


def test_what_is_called_or_built_has_an_example() -> None:
    given = returned()
    bare = [
        name
        for name, value in described().items()
        if isinstance(value, FunctionType) or attrs.has(value)
        if not inspect.isabstract(value) and not issubclass_of_enum(value)
        if not any(">>>" in own(one) for one in (value, *functions(value)))
        if value.__name__ not in given
    ]

    assert bare == []


def issubclass_of_enum(value: FunctionType | type) -> bool:
    return isinstance(value, type) and issubclass(value, Enum)


def options(value: FunctionType | type) -> Iterator[str]:
    """Name what has a default or is a number: what it means is not seen from its type."""
    if isinstance(value, FunctionType):
        for one in inspect.signature(value).parameters.values():
            optional = one.kind is one.KEYWORD_ONLY or one.default is not one.empty
            if one.kind is not one.VAR_KEYWORD and (
                optional or one.annotation in {int, float, Fraction}
            ):
                yield one.name
    elif attrs.has(value):
        for field in attrs.fields(value):
            if field.init and (
                field.default is not attrs.NOTHING or field.type in {int, float, Fraction}
            ):
                yield field.alias or field.name


def told(value: FunctionType | type) -> str:
    """Give what is said of a name: its docstring, those of its bases, and of its fields."""
    if isinstance(value, FunctionType):
        return own(value)
    bases = [one for one in value.__mro__ if attrs.has(one)]
    fields = [text for one in bases for text in explained(one)]
    return "\n".join((*map(own, bases), *fields))


def explained(kind: type) -> Iterator[str]:
    """Give the names of fields that have a text of their own below them."""
    node = tree(kind)
    for before, after in zip(node.body, node.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(after, ast.Expr):
            yield ast.unparse(before.target)


def test_options_and_numbers_are_spoken_of() -> None:
    silent = [
        f"{name}: {option}"
        for name, value in described().items()
        if not ELSEWHERE.search(own(value))
        for option in options(value)
        if not re.search(rf"\b{option}\b", told(value))
    ]

    assert silent == []


def test_what_raises_says_so() -> None:
    silent = [
        f"{name}: {one.__qualname__}"
        for name, value in described().items()
        for one in functions(value)
        if raises(tree(one)) and "aises" not in own(one)
    ]

    assert silent == []


def test_code_in_docstrings_is_closed() -> None:
    """An odd number of backticks in a paragraph is code that never ends."""
    odd = [
        f"{name}: {part.strip()[:60]}"
        for name, value in described().items()
        for one in (value, *functions(value))
        for part in own(one).split("\n\n")
        if not part.lstrip().startswith(">>>") and part.partition(">>>")[0].count("`") % 2
    ]

    assert odd == []


def test_help_of_the_package_fits_a_screen_and_leads_on() -> None:
    shown = pydoc.plain(pydoc.render_doc(measurand))

    assert len(shown.splitlines()) <= SCREEN
    assert "help(measurand.score)" in shown


def test_all_names_can_be_taken_at_once() -> None:
    taken: dict[str, object] = {}

    exec("from measurand import *", taken)  # noqa: S102  # what is tried

    public = public_names("measurand")
    assert {"score", "Number", "InvalidInputError"} <= {*public}
    assert [name for name in public if taken.get(name) is not getattr(measurand, name)] == []


def test_the_package_says_its_version() -> None:
    assert measurand.__version__ == version("measurand")
