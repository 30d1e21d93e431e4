"""The number of modules that each metric of a family touches, as a picture of the reference.

A metric is one class in one module. Whatever else in the package knows it by the name of its class,
or has its name as a text, would have to change with it. Modules that are about several metrics at
once are named in `ABOUT_SEVERAL`, with the reason; any other is a fault, and a test finds it. What
stands in docstrings and comments is no code, and is not counted.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from attrs import frozen

from measurand.edges.report.picture import WIDTH, Box, Picture, Shape, Words
from measurand.metrics.families import ours

PACKAGE = Path(__file__).parents[1] / "src" / "measurand"

_WORD = re.compile(r"\w+")

ABOUT_SEVERAL: Mapping[str, str] = {
    "edges/tables/vocabulary.py": "heads that mean a metric only beside certain others",
    "auditing/proofs": "rules of printed numbers: grains, and what one metric says of another",
    "metrics/compat": "functions of other programs, by their names",
    "laws/kinds": "functions of others, by what these say they compute",
    "inference/lm_eval.py": "aggregates of a harness, by its names for them",
    "auditing/runs": "numbers of harnesses, by the names that these print",
    "edges/files/runs": "keys of the logs of harnesses",
    "edges/cli/sniffed_samples.py": "commands that samples support, with a metric for instance",
    "edges/cli/sniffed_columns.py": "commands that columns support, with a metric for instance",
    "metrics/families/__init__.py": "which module of a family is loaded for a name",
    "studies": "scores of a study that are called so, and are computed there",
}
"""Modules and rooms that may name a metric of a family beside its own module."""


@frozen
class Touched:
    """A metric, the module that it is, and others that name it, relative to the package."""

    name: str
    module: str
    others: tuple[str, ...]

    @property
    def excused(self) -> tuple[str, ...]:
        """List the others that are about several metrics."""
        return tuple(one for one in self.others if one.startswith(tuple(ABOUT_SEVERAL)))

    @property
    def faults(self) -> tuple[str, ...]:
        """List the others that should not know this metric."""
        return tuple(one for one in self.others if one not in self.excused)


@cache
def touched() -> tuple[Touched, ...]:
    """List our metrics of families in their order, with the modules that know them."""
    called = {word: name for name, kind in ours().items() for word in (name, kind.__name__)}
    knowing: dict[str, set[str]] = {name: set() for name in ours()}
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not called.keys().isdisjoint(_WORD.findall(text)):
            for word in words(ast.parse(text)):
                if word in called:
                    knowing[called[word]].add(path.relative_to(PACKAGE).as_posix())
    return tuple(
        Touched(name, module, tuple(sorted(knowing[name] - {module})))
        for name, kind in ours().items()
        for module in [kind.__module__.removeprefix("measurand.").replace(".", "/") + ".py"]
    )


def words(tree: ast.AST) -> Iterator[str]:
    """Give names of what is defined, imported and used, and whole texts that are no docstrings."""
    nodes = list(ast.walk(tree))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        match node:
            case ast.Name(id=word) | ast.ClassDef(name=word) | ast.alias(name=word):
                yield word
            case ast.Constant(value=str(word)) if id(node) not in prose:
                yield word
            case _:
                pass


_LINE, _HEAD, _NAMES, _SQUARE = 14.0, 24.0, 172.0, 9.0


def picture(every: Iterable[Touched]) -> Picture:
    """Draw a row for each metric: a square for its module, and one for each other that names it."""
    shapes: list[Shape] = []
    listed = list(every)
    top = 0.0
    for module, rows in groupby(listed, lambda one: one.module):
        top += _HEAD
        shapes.append(Words(0, top - 6, Path(module).name, "family start"))
        for one in rows:
            shapes.append(Words(8, top + 10, one.name, "start"))
            for at, kind in enumerate(("own", *("other" for _ in one.others))):
                left = _NAMES + at * (_SQUARE + 3)
                shapes.append(Box(kind, left, top + 2, left + _SQUARE, top + 2 + _SQUARE))
            shapes.append(Words(WIDTH - 4, top + 10, str(1 + len(one.others)), "small end"))
            top += _LINE
    alone = sum(not one.others for one in listed)
    text = (
        f"{len(listed)} metrics, each one class in one module (green); {alone} are named nowhere "
        f"else, {len(listed) - alone} in modules that are about several metrics (orange)."
    )
    return Picture(
        shapes=tuple(shapes),
        height=top + 10,
        title="How many modules of the package know each metric of a family",
        text=text,
    )
