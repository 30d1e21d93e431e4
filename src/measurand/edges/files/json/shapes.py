"""The JSON of a frozen class as data: which of its fields stand under which keys.

A class whose JSON has the names and the order of its fields needs nothing. A shape says what
differs: a key that reaches further down (`units` for `hypothesis.found.units`), one that is made by
a function, one that is left out where it says nothing, one whose own keys stand beside. Numbers,
scores, definitions and the other nouns are not said here: they look alike in every document, as the
converter writes them. JSON Schemas are drawn from the same shapes.
"""

import operator
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cached_property, partial
from inspect import get_annotations

import attrs
from attrs import evolve, frozen
from cattrs import Converter

from measurand.edges.files.json.converter import new_converter

SCHEMA = 2
"""The version of the JSON that commands print: one way to write each noun."""

Tree = dict[str, object]
_SILENT: tuple[object, ...] = (None, "", (), [], {})


class Silence(Enum):
    """What a key is where its value is nothing: None, or an empty text, list or table."""

    KEPT = "written as it is"
    NULL = "null"
    LEFT_OUT = "no key"


@frozen
class Key:
    """A key of an object: the path of fields to its value, or the function that makes it.

    The keys of the value stand beside the others where the key has no name itself.
    """

    name: str
    of: str | Callable[..., object]
    silence: Silence = Silence.KEPT


Shape = tuple[Key, ...]
Shapes = Mapping[type, Shape | Callable[..., object]]
"""What is not written field by field: as a shape says it, or by a function."""


def keys(names: str, *, under: str = "") -> Shape:
    """Name fields that stand under their own names; `under` is the path to what holds them.

    >>> [(key.name, key.of) for key in keys("units left_out", under="found")]
    [('units', 'found.units'), ('left_out', 'found.left_out')]
    """
    lead = f"{under}." if under else ""
    return tuple(Key(name, lead + name) for name in names.split())


def made(**sources: str | Callable[..., object]) -> Shape:
    """Name keys by the paths of their fields, or by the functions that make their values.

    >>> [key.of for key in made(id="sample")]
    ['sample']
    """
    return tuple(Key(name, source) for name, source in sources.items())


def beside(source: str | Callable[..., object]) -> Shape:
    """Let the keys of a field, or of what a function makes, stand beside the others."""
    return (Key("", source),)


def rare(shape: Shape) -> Shape:
    """Leave keys out where they say nothing."""
    return tuple(evolve(key, silence=Silence.LEFT_OUT) for key in shape)


def or_null(shape: Shape) -> Shape:
    """Write null where a text is empty."""
    return tuple(evolve(key, silence=Silence.NULL) for key in shape)


class Writer:
    """What writes values as trees for JSON, some classes by their shapes.

    >>> @frozen
    ... class Person:
    ...     name: str
    ...     born: int
    ...     died: int | None = None
    >>> write = Writer({Person: (*made(called="name"), *keys("born"), *rare(keys("died")))})
    >>> write((Person("Bayes", 1701, 1761), Person("Hahn", 1990)))
    [{'called': 'Bayes', 'born': 1701, 'died': 1761}, {'called': 'Hahn', 'born': 1990}]
    """

    def __init__(self, shapes: Shapes) -> None:
        """Take shapes; classes without one are written field by field."""
        self.shapes = shapes
        self._converter = new_converter()
        for kind, shape in shapes.items():
            self._register(kind, self._hook(kind, shape))

    def _hook(self, kind: type, shape: Shape | Callable[..., object]) -> Callable[[object], object]:
        if not isinstance(shape, tuple):
            return _then(shape, self._converter)
        return partial(_shaped, [(key, _getter(kind, key, self._converter)) for key in shape])

    def _register(self, kind: type, hook: Callable[[object], object]) -> None:
        # To register a frozen class by itself resolves the hints of all its fields: a name that is
        # only imported for the type checker is not there.
        if attrs.has(kind):
            self._converter.register_unstructure_hook_func(partial(operator.is_, kind), hook)
        else:
            self._converter.register_unstructure_hook(kind, hook)

    def __call__(self, value: object) -> object:
        """Make a tree of dicts, lists, texts, numbers and truth values."""
        tree: object = self._converter.unstructure(value)
        return tree


class JsonDocument:
    """What a command prints as JSON: the types of its keys, and the class whose keys come after.

    >>> checked = JsonDocument("check", {}, exit_code=int, tables=tuple[str, ...])
    >>> checked.tree(exit_code=3, tables=())
    {'schema': 2, 'command': 'check', 'exit_code': 3, 'tables': []}
    """

    def __init__(
        self,
        command: str,
        shapes: Shapes,
        *,
        body: object = None,
        version: int = SCHEMA,
        written: str = "",
        **head: object,
    ) -> None:
        """Take the types of the keys that stand first.

        Lists of what is there, and what a dry run says, have no version: 0. `written` says what a
        file is that a command writes beside what it prints.
        """
        self.command = command
        self.shapes = shapes
        self.body = body
        self.head = head
        self.version = version
        self.written = written

    @cached_property
    def _writer(self) -> Writer:
        return Writer(self.shapes)

    def tree(self, value: object = None, **head: object) -> Tree:
        """Make the tree of what is printed."""
        write = self._writer
        lead = {"schema": self.version, "command": self.command} if self.version else {}
        tree: Tree = {**lead, **{name: write(part) for name, part in head.items()}}
        body = write(value)
        return tree | body if isinstance(body, dict) else tree


def hint_of(kind: type, path: str) -> object:
    """Give the declared type at the end of a path of fields and properties; `object` if unknown.

    >>> from measurand.values.fault import Fault
    >>> hint_of(Fault, "line")
    <class 'int'>

    Raises AttributeError where a class has no such field.
    """
    hint: object = kind
    for name in path.split("."):
        hint = _inner(hint, name)
    return hint


def _inner(kind: object, name: str) -> object:
    if not isinstance(kind, type):
        return object
    if attrs.has(kind) and name in attrs.fields_dict(kind):
        hint: object = attrs.fields_dict(kind)[name].type
        return object if isinstance(hint, str) else hint
    member = getattr(kind, name)
    if isinstance(member, property) and member.fget is not None:
        return _returned(member.fget)
    return object


def _returned(function: Callable[..., object]) -> object:
    hint = get_annotations(function).get("return", object)
    return object if isinstance(hint, str) else hint


Getter = tuple[Key, Callable[[object], object]]


def _getter(kind: type, key: Key, converter: Converter) -> Callable[[object], object]:
    get: Callable[..., object]
    if isinstance(key.of, str):
        hint, get = hint_of(kind, key.of), operator.attrgetter(key.of)
    else:
        hint, get = _returned(key.of), key.of

    # Only what is declared as pairs is an object: a value alone does not tell it from a list.
    declared = hint if getattr(hint, "__origin__", None) is tuple else None
    if declared is None:
        return lambda value: converter.unstructure(get(value))
    return lambda value: converter.unstructure(get(value), unstructure_as=declared)


def _shaped(getters: list[Getter], value: object) -> Tree:
    tree: Tree = {}
    for key, get in getters:
        part = get(value)
        if key.silence is not Silence.KEPT and part in _SILENT:
            if key.silence is Silence.NULL:
                tree[key.name] = None
        elif key.name:
            tree[key.name] = part
        elif isinstance(part, dict):
            tree.update(part)
    return tree


def _then(make: Callable[..., object], converter: Converter) -> Callable[[object], object]:
    return lambda value: converter.unstructure(make(value))
