"""Modules as source: what they define at the top, with what it uses, and what they import."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from attrs import frozen

_OURS = "measurand."
_MARK = re.compile(r"  # (?:noqa|type: ignore)\b.*$")


@frozen
class Imported:
    """A name of another module; `name` is empty where the module itself is meant.

    >>> Imported("math", "").line("math"), Imported("numpy", "").line("np")
    ('import math', 'import numpy as np')
    """

    module: str
    name: str

    @property
    def ours(self) -> bool:
        """Say whether it is of this package."""
        return self.module.startswith(_OURS)

    def line(self, local: str) -> str:
        """Write the import of a module."""
        return f"import {self.module}" + ("" if local == self.module else f" as {local}")


@frozen
class Top:
    """A statement at the top of a module: where it stands, its source, and the names it uses."""

    line: int
    text: str
    uses: frozenset[str]


@frozen
class Source:
    """A module: what it says of itself, what it defines and what it imports, by name."""

    module: str
    says: str
    tops: Mapping[str, Top]
    imports: Mapping[str, Imported]

    def ours(self) -> Iterator[str]:
        """Name the modules of this package that it imports."""
        yield from dict.fromkeys(one.module for one in self.imports.values() if one.ours)


@cache
def source(module: str) -> Source:
    """Read a module that is installed.

    >>> found = source("measurand.laws.kinds.compare")
    >>> found.imports["Raised"].module, "NEAR" in found.tops["close"].uses
    ('measurand.laws.kinds.subject', True)
    """
    text = inspect.getsource(import_module(module))
    tree, lines = ast.parse(text), text.splitlines()
    tops: dict[str, Top] = {}
    for at, node in enumerate(tree.body):
        after = tree.body[at + 1] if at + 1 < len(tree.body) else None
        for name in _defined(node):
            tops[name] = Top(node.lineno, _segment(node, after, lines), frozenset(_used(node)))
    says = (ast.get_docstring(tree) or "").partition("\n")[0]
    return Source(module, says, tops, dict(_imported(tree)))


def _imported(tree: ast.Module) -> Iterator[tuple[str, Imported]]:
    for node in tree.body:
        match node:
            case ast.Import(names):
                for name in names:
                    yield name.asname or name.name, Imported(name.name, "")
            case ast.ImportFrom(module, names):
                for name in names:
                    yield name.asname or name.name, Imported(module or "", name.name)
            case _:
                pass


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            yield name
        case ast.AnnAssign(ast.Name(name)):
            yield name
        case ast.Assign(targets):
            for target in targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
        case _:
            pass


def _used(node: ast.AST) -> Iterator[str]:
    """Give all names, those in quoted annotations too."""
    for one in ast.walk(node):
        match one:
            case ast.Name(name):
                yield name
            case ast.arg(annotation=ast.AST() as note) | ast.AnnAssign(annotation=note):
                yield from _quoted(note)
            case ast.FunctionDef(returns=ast.AST() as note):
                yield from _quoted(note)
            case _:
                pass


def _quoted(note: ast.AST) -> Iterator[str]:
    for one in ast.walk(note):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield from re.findall(r"[^\W\d]\w*", one.value)


def _segment(node: ast.stmt, after: ast.stmt | None, lines: list[str]) -> str:
    """Cut out a statement, with the text that describes a constant; examples are left out."""
    decorated = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    first = min([node.lineno, *(one.lineno for one in decorated)])
    last, kept = node.end_lineno or node.lineno, list(lines)
    if not isinstance(node, ast.FunctionDef | ast.ClassDef) and _text(after):
        last = (after and after.end_lineno) or last
    for one in [*ast.walk(node)][::-1]:
        text = one.body[0] if isinstance(one, ast.FunctionDef | ast.ClassDef) else None
        if text is not None and _text(text) and one is not None:
            _shorten(text, kept)
    return "\n".join(_MARK.sub("", line) for line in kept[first - 1 : last] if line != _GONE)


_GONE = "\0"


def _text(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _shorten(text: ast.stmt, lines: list[str]) -> None:
    """Leave out the examples of a docstring, in place; lines stay where they are."""
    start, end = text.lineno - 1, text.end_lineno or text.lineno
    shown = next((at for at in range(start, end) if ">>>" in lines[at]), None)
    if shown is None:
        return
    while not lines[shown - 1].strip():
        shown -= 1
    lines[shown - 1] += '"""' if shown - 1 == start else f'\n{" " * text.col_offset}"""'
    lines[shown:end] = [_GONE] * (end - shown)
