"""Modules as source, to be copied whole into a file that stands alone.

A kind of functions, the cases that are drawn for it and what both stand on (`algebra.law`,
`laws.kinds.subject` and the like) are written so that they need the standard library and Hypothesis
alone, and attrs for `frozen` and `evolve`, for which dataclasses stand in. So a file of tests is
made by copying them one after another, in the order in which they import each other: what they
import of each other is then there, and only what is imported from elsewhere stands at the top.

Three things are left out: imports, examples in docstrings (they import measurand), and statements
that use a module which is not copied: the value of a kind is for our commands, and cases of other
kinds are of no use here. Nothing is renamed: a name means one thing in all that is copied together.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from attrs import frozen

OURS = "measurand."
NOT_SHIPPED = frozenset({"measurand.laws.kinds.kind"})

_STAND_INS = {
    ("attrs", "frozen"): ("dataclasses", ""),
    ("attrs", "evolve"): ("dataclasses", "replace"),
}
FROZEN = '''\
def frozen(cls):
    """Make a class of values that do not change."""
    for name in getattr(cls, "__annotations__", {}):
        value = vars(cls).get(name)
        if type(value).__hash__ is None:
            setattr(cls, name, dataclasses.field(default_factory=lambda value=value: value))
    return dataclasses.dataclass(cls, frozen=True)'''
"""Stands in for `attrs.frozen`, which takes a default that can change; dataclasses do not."""


class NotShippedError(Exception):
    """Something has no source that can be given, or two modules use one name for two things."""


@frozen
class Imported:
    """A name of another module, as it is called here; `name` is empty for the module itself.

    >>> Imported("numpy", "", "np").line()
    'import numpy as np'
    """

    module: str
    name: str
    local: str

    @property
    def shipped(self) -> bool:
        """Say whether its source can be copied, so that no import is needed."""
        return self.module.startswith(OURS) and self.module not in NOT_SHIPPED

    def line(self) -> str:
        """Write the import; what stands in for attrs in its place."""
        module, name = _STAND_INS.get((self.module, self.name), (self.module, self.name))
        if not name:
            alias = "" if self.local in {module, "frozen"} else f" as {self.local}"
            return f"import {module}{alias}"
        return f"from {module} import {name}" + ("" if self.local == name else f" as {self.local}")


@frozen
class Source:
    """A module: what it says of itself, its statements with the names they define, its imports."""

    module: str
    says: str
    parts: tuple[tuple[str, frozenset[str]], ...]
    imports: tuple[Imported, ...]

    @property
    def names(self) -> frozenset[str]:
        """Give the names that its statements define."""
        return frozenset[str]().union(*(names for _, names in self.parts))


@cache
def source(module: str, copied: frozenset[str] | None = None) -> Source:
    """Read a module that is installed; of ours it may use what is copied, if that is said.

    >>> compare = source("measurand.laws.kinds.compare")
    >>> "close" in compare.names, any(">>>" in text for text, _ in compare.parts)
    (True, False)
    """
    written = inspect.getsource(import_module(module))
    tree, lines = ast.parse(written), written.splitlines()
    imports = tuple(_imported(tree))
    away = {
        one.local
        for one in imports
        if one.module.startswith(OURS)
        if not one.shipped or (copied is not None and one.module not in copied)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and _is_text(node.body[0]):
            _cut_examples(node.body[0], lines)
    parts: list[tuple[str, frozenset[str]]] = []
    start = 0
    for node in tree.body:
        end = node.end_lineno or node.lineno
        text, start = _segment(lines[start:end]), end
        if isinstance(node, ast.Import | ast.ImportFrom) or node is tree.body[0]:
            dropped = False
        elif _is_text(node):  # it describes the constant before it, and goes with that
            if not dropped:
                before, names = parts.pop()
                parts.append((f"{before}\n{text}", names))
        elif dropped := not away.isdisjoint(_used(node)):
            away |= {*_defined(node)}
        else:
            parts.append((text, frozenset(_defined(node))))
    says = (ast.get_docstring(tree) or "").partition("\n")[0]
    return Source(module, says, tuple(parts), imports)


def _used(node: ast.stmt) -> set[str]:
    """Give the names that a statement reads and does not itself bind."""
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
    bound = {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
    bound |= {one.id for one in names if isinstance(one.ctx, ast.Store)}
    return {one.id for one in names} - bound


def shipped(kind: str, cases: str) -> tuple[Source, ...]:
    """Give the module of a kind after all that it imports of ours, then that of its cases.

    >>> home, cases = "measurand.laws.kinds.boxes", "measurand.edges.trials.cases.shapes"
    >>> [one.module.rpartition(".")[2] for one in shipped(home, cases)]
    ['law', 'subject', 'compare', 'checks', 'boxes', 'shapes']

    Raises NotShippedError where two of them use one name for two things.
    """
    seen: dict[str, Source] = {}

    def visit(module: str) -> None:
        if module not in seen:
            here = source(module)
            for one in here.imports:
                if one.shipped:
                    visit(one.module)
            seen.setdefault(module, here)

    visit(kind)
    sources = (*seen.values(), source(cases, frozenset(seen)))
    _checked(sources)
    return sources


def _checked(sources: Iterable[Source]) -> None:
    """Refuse a name that means two things: in one file the later would replace the earlier."""
    said: dict[str, tuple[str, str]] = {}
    for one in sources:
        for text, names in one.parts:
            for name in names:
                where, other = said.setdefault(name, (one.module, text))
                if other != text:
                    because = f"{name} is one thing in {where}, another in {one.module}"
                    raise NotShippedError(because)


def import_lines(sources: Iterable[Source]) -> tuple[str, ...]:
    """Write what modules import from elsewhere, each import once."""
    apart = {one for here in sources for one in here.imports if not one.module.startswith(OURS)}
    lines = {one.line() for one in apart}
    return tuple(sorted(lines, key=lambda line: (line.startswith("from"), line)))


def _imported(tree: ast.Module) -> Iterator[Imported]:
    for node in tree.body:
        match node:
            case ast.Import(names):
                yield from (Imported(one.name, "", one.asname or one.name) for one in names)
            case ast.ImportFrom(module, names):
                for one in names:
                    yield Imported(module or "", one.name, one.asname or one.name)
            case _:
                pass


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name) | ast.ClassDef(name) | ast.AnnAssign(ast.Name(name)):
            yield name
        case ast.Assign(targets):
            for target in targets:
                yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
        case _:
            pass


def _segment(lines: list[str]) -> str:
    """Cut out a statement, with the comments above it."""
    return "\n".join(line for line in lines if line != _GONE).strip("\n")


_GONE = "\0"
"""Stands in a line that is left out, so that the lines after it keep their numbers."""


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _cut_examples(text: ast.stmt, lines: list[str]) -> None:
    """End a docstring before its examples, in place."""
    start, end = text.lineno - 1, text.end_lineno or text.lineno
    shown = next((at for at in range(start, end) if ">>>" in lines[at]), None)
    if shown is None:
        return
    while not lines[shown - 1].strip():
        shown -= 1
    lines[shown - 1] += '"""' if shown - 1 == start else f'\n{" " * text.col_offset}"""'
    lines[shown:end] = [_GONE] * (end - shown)
