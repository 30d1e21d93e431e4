"""The part of our modules that some names need, as one flat piece of source."""

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from attrs import field, frozen

from measurand.edges.trials.source import Imported, Source, source

_FROZEN = '''\
def frozen(cls):
    """Make a class of values that do not change."""
    for name in getattr(cls, "__annotations__", {}):
        value = vars(cls).get(name)
        if type(value).__hash__ is None:
            setattr(cls, name, dataclasses.field(default_factory=lambda value=value: value))
    return dataclasses.dataclass(cls, frozen=True)'''

_ATTRS: Mapping[Imported, Imported] = {
    Imported("attrs", "frozen"): Imported("dataclasses", ""),
    Imported("attrs", "evolve"): Imported("dataclasses", "replace"),
}
"""What stands in for names of attrs."""


class ShakeError(Exception):
    """Two modules use one name for two things, or something has no source that can be given."""


Name = tuple[str, str]
"""A name of a module: the module, and the name in it."""


@frozen
class Shaken:
    """Imports, then what stands in for attrs, then source by module, in order.

    `names` says what names are called where two modules had one name for two things.
    """

    imports: tuple[str, ...]
    stand_ins: tuple[str, ...]
    parts: Mapping[str, tuple[str, ...]]
    names: Mapping[Name, str]


@frozen
class _Kept:
    """What is kept so far: names by module, imports by local name."""

    tops: dict[str, dict[str, None]] = field(factory=dict)
    imports: dict[str, Imported] = field(factory=dict)


def shake(roots: Iterable[Name]) -> Shaken:
    """Keep what names of modules need, however far down.

    >>> found = shake([("measurand.laws.kinds.compare", "close")])
    >>> [len(parts) for parts in found.parts.values()], found.imports[-1]
    ([1, 2], 'from fractions import Fraction')

    Raises ShakeError.
    """
    kept, todo = _Kept(), [*dict.fromkeys(roots)]
    for module, name in todo:
        if name not in source(module).tops:
            raise ShakeError(f"{module} does not define {name}")
    while todo:
        module, name = todo.pop()
        todo.extend(_keep(kept, source(module), name))
    names, parts = _parts(kept)
    return Shaken(
        tuple(_import_lines(kept.imports)),
        (_FROZEN,) if "frozen" in kept.imports else (),
        parts,
        names,
    )


def _keep(kept: _Kept, here: Source, name: str) -> Iterator[Name]:
    """Keep a name of a module, and give what it needs."""
    if name in kept.tops.get(here.module, {}):
        return
    if name in here.tops:
        kept.tops.setdefault(here.module, {})[name] = None
        yield from ((here.module, used) for used in sorted(here.tops[name].uses))
        return
    found = here.imports.get(name)
    if found is not None and found.ours:
        yield found.module, found.name
    elif found is not None and kept.imports.setdefault(name, found) != found:
        raise ShakeError(f"{name} is imported from {found.module} and from elsewhere")


def _parts(kept: _Kept) -> tuple[dict[Name, str], dict[str, tuple[str, ...]]]:
    """Give names and source by module; what two modules say alike is said once."""
    said: dict[str, str] = dict.fromkeys((*kept.imports, "frozen"), "")
    names: dict[Name, str] = {}
    parts: dict[str, tuple[str, ...]] = {}
    for module in _ordered(kept.tops):
        here, own = source(module), kept.tops.get(module, {})
        far = {
            name: names[one.module, one.name]
            for name, one in here.imports.items()
            if (one.module, one.name) in names
        }
        texts = {name: renamed(here.tops[name].text, far) for name in own}
        new = _new_names(here, texts, said)
        names |= {(module, name): new.get(name, name) for name in own}
        found: dict[int, str] = {}
        for name, text in texts.items():
            called, final = new.get(name, name), renamed(text, new)
            if said.setdefault(called, final) != final:
                raise ShakeError(f"{name} is one thing in {module} and another elsewhere")
            found[here.tops[name].line] = final
        seen = {text for some in parts.values() for text in some}
        fresh = tuple(found[line] for line in sorted(found) if found[line] not in seen)
        if fresh:
            parts[module] = fresh
    return names, parts


def _new_names(here: Source, texts: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """Name anew what is called as something else was, and what uses that."""
    new: dict[str, str] = {}
    before = -1
    while before != len(new):
        before = len(new)
        for name, text in texts.items():
            other = said.get(name, text) != text
            moved = name in said and bool(here.tops[name].uses & new.keys())
            if name not in new and (other or moved):
                new[name] = _free(name, {*said, *texts, *new.values()}, here.module)
    return new


def _free(name: str, taken: AbstractSet[str], module: str) -> str:
    """Find a name; one that may be that of an attribute too is not changed."""
    if not (name.startswith("_") or name.isupper()):
        raise ShakeError(f"{name} is one thing in {module} and another elsewhere")
    at = 2
    while f"{name}_{at}" in taken:
        at += 1
    return f"{name}_{at}"


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Put other names for names in source; attributes and keywords stay.

    >>> renamed("A = f(A=1, b=x.A) + A", {"A": "A_2"})
    'A_2 = f(A=1, b=x.A) + A_2'
    """
    changed = {name: other for name, other in names.items() if name != other}
    if not changed:
        return text
    words = "|".join(sorted(changed))
    pattern = rf"(?<![\w.])({words})(?!\w)(?!=[^=])"
    return re.sub(pattern, lambda found: changed[found[1]], text)


def _import_lines(imports: Mapping[str, Imported]) -> Iterator[str]:
    """Write imports, one line for a module."""
    found = {
        ("dataclasses" if name == "frozen" else name): _ATTRS.get(one, one)
        for name, one in imports.items()
    }
    yield from sorted(one.line(name) for name, one in found.items() if not one.name)
    lines: dict[str, list[str]] = {}
    for name, one in sorted(found.items(), key=lambda pair: (pair[1].name, pair[0])):
        if one.name:
            alias = "" if name == one.name else f" as {name}"
            lines.setdefault(one.module, []).append(f"{one.name}{alias}")
    yield from (f"from {module} import {', '.join(lines[module])}" for module in sorted(lines))


def _ordered(modules: Iterable[str]) -> Iterator[str]:
    """Give modules so that what is imported stands before what imports it."""
    seen: set[str] = set()

    def visit(module: str) -> Iterator[str]:
        if module in seen:
            return
        seen.add(module)
        for other in source(module).ours():
            yield from visit(other)
        yield module

    for module in sorted(modules):
        yield from visit(module)
