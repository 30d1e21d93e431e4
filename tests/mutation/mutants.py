"""What mutmut changes in the core: its operators on one function at a time, and a seeded sample."""

import ast
import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import libcst as cst
from attrs import frozen
from mutmut.mutation.file_mutation import Mutation, create_mutations

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "measurand"
FAMILIES = {
    "values": "values",
    "algebra": "algebra",
    "evidence": "evidence",
    "metrics": "metrics",
    "inference": "inference",
    "transforms": "studies/counterfactual",
    "graphs": "studies/causal/graphs",
}
"""The folder below src/measurand of every family; `graphs` has values/digraph.py as well."""

ALSO = {"graphs": ("values/digraph.py",)}
MARK = "#@ "
DECORATOR = re.compile(r"^( *)@(?!frozen\b|unique\b)", re.MULTILINE)


@frozen
class Mutant:
    """One change: where it stands, the lines that go and come, and the whole text it makes."""

    module: str
    function: str
    number: int
    line: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    text: str
    """The module with the decorators of functions commented out, as mutmut needs it."""

    @property
    def key(self) -> str:
        """Name the mutant; edits elsewhere do not change the name."""
        return f"{self.module}:{self.function}:{self.number}"

    @property
    def whole(self) -> str:
        """Write the module as it would stand in a file."""
        return shown(self.text)


@frozen
class Place:
    """One mutation of mutmut, and the function that it stands in."""

    module: str
    function: str
    number: int
    mutation: Mutation

    @property
    def rank(self) -> str:
        """Order places by chance alone; the seed comes in front."""
        return f"{self.module}:{self.function}:{self.number}"


@frozen
class Family:
    """All places of some modules."""

    name: str
    modules: tuple[tuple[str, cst.Module], ...]
    places: tuple[Place, ...]


def hidden(text: str) -> str:
    """Comment the decorators of functions out: mutmut skips a decorated function.

    The decorators of classes stay, so that a frozen class is still one.
    """
    return DECORATOR.sub(rf"\g<1>{MARK}", text)


def shown(text: str) -> str:
    """Put the decorators back."""
    return text.replace(MARK, "@")


def files(family: str) -> list[Path]:
    """List the modules of a family."""
    inside = sorted((SOURCE / FAMILIES[family]).rglob("*.py"))
    return inside + [SOURCE / name for name in ALSO.get(family, ())]


def family(name: str) -> Family:
    """Find every mutation that mutmut makes inside the functions of a family."""
    modules, places = [], []
    for path in files(name):
        module = path.relative_to(SOURCE).as_posix()
        text = hidden(path.read_text(encoding="utf-8"))
        tree, mutations, _, _ = create_mutations(str(path), text)
        modules.append((module, tree))
        names = dict(functions(tree))
        seen = Counter[str]()
        for mutation in mutations:
            inside = names.get(mutation.contained_by_top_level_function)
            if inside is not None:
                seen[inside] += 1
                places.append(Place(module, inside, seen[inside], mutation))
    return Family(name, tuple(modules), tuple(places))


def functions(tree: cst.Module) -> Iterator[tuple[cst.CSTNode | None, str]]:
    """Name the functions of a module and the methods of its classes."""
    for node in tree.body:
        if isinstance(node, cst.FunctionDef):
            yield node, node.name.value
        elif isinstance(node, cst.ClassDef):
            for inner in node.body.body:
                if isinstance(inner, cst.FunctionDef):
                    yield inner, f"{node.name.value}.{inner.name.value}"


def sample(places: Iterable[Place], seed: int, size: int | None) -> list[Place]:
    """Draw so many places, each set as likely as another; all where no size is given."""
    ranked = sorted(places, key=lambda one: sha256(f"{seed}:{one.rank}".encode()).digest())
    kept = ranked if size is None else ranked[:size]
    return sorted(kept, key=lambda one: (one.module, one.function, one.number))


def mutants(whole: Family, places: Sequence[Place]) -> Iterator[Mutant]:
    """Write the text of the mutants at some places."""
    trees = dict(whole.modules)
    texts = {module: tree.code for module, tree in whole.modules}
    for place in places:
        tree, mutation = trees[place.module], place.mutation
        made = tree.deep_replace(mutation.original_node, mutation.mutated_node)
        text = made.code if isinstance(made, cst.Module) else ""
        line, before, after = changed(texts[place.module], text)
        yield Mutant(place.module, place.function, place.number, line, before, after, text)


def changed(old: str, new: str) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Find the first line that differs, and the lines that go and come, without indentation."""
    one, other = old.splitlines(), new.splitlines()
    before, after, first = list[str](), list[str](), len(one)
    matched = difflib.SequenceMatcher(None, one, other, autojunk=False)
    for kind, start, end, start_new, end_new in matched.get_opcodes():
        if kind != "equal":
            first = min(first, start)
            before += one[start:end]
            after += other[start_new:end_new]
    return first + 1, _bare(before), _bare(after)


def _bare(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(line.strip() for line in lines if line.strip())


def lines_of(text: str, line: int, many: int) -> range:
    """Give the lines of the smallest statement around some lines; its head where they lie in it."""
    last, found = line + max(many, 1) - 1, range(line, line + max(many, 1))
    width = len(text)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.stmt) or isinstance(node, ast.ClassDef):
            continue
        end = node.end_lineno or node.lineno
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            head = max(node.lineno, body[0].lineno - 1)
            end = head if last <= head else end
        if node.lineno <= line and last <= end and end - node.lineno < width:
            found, width = range(node.lineno, end + 1), end - node.lineno
    return found
