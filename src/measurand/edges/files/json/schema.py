"""JSON Schemas (draft 2020-12) of what commands print, drawn from the shapes that write it.

A schema says what is there under one version: keys with their types, and which are always there.
Other keys are allowed, since some may be added. What a class is stands once, by its name, with the
first line of its docstring; numbers, scores and the other nouns are those of the converter. A type
that no rule knows is refused, so nothing is drawn as "anything" by accident: only what is declared
as `object` is.

A key that stands beside the others brings the keys of its own value along (`allOf`), whatever type
that has. So a schema needs no second walk through the shapes, and unions stay unions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from inspect import getdoc
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Literal, NewType, Union, get_args, get_origin, get_type_hints

import attrs

from measurand.edges.files.json.converter import is_pairs
from measurand.edges.files.json.described import (
    DRAFT,
    Tree,
    list_of,
    map_of,
    or_null,
    ref,
    words_of,
)
from measurand.edges.files.json.shapes import JsonDocument, Key, Shape, Shapes, Silence
from measurand.metrics.definitions import REVISIONS, Family
from measurand.metrics.finalise import Denominators
from measurand.metrics.grammar import Term, Value
from measurand.metrics.needs import Reading
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.quantity import Enclosed, Root
from measurand.values.score import Defined, Undefined
from measurand.values.share import Share

_TEXT: Tree = {"type": "string"}
_ANY: Tree = {}


def _object(**properties: Tree) -> Tree:
    return {"type": "object", "required": list(properties), "properties": properties}


_NOUNS: Mapping[str, Tree] = {
    "number": {
        "description": "An exact number: as a ratio or with roots, and as a decimal to read.",
        **_object(value=_TEXT, decimal=_TEXT),
    },
    "undefined": {"description": "Why there is no number.", **_object(undefined=_TEXT)},
    "share": {
        "description": "A number with the top and the bottom by which it is pooled.",
        **_object(value=_TEXT, decimal=_TEXT, top=_TEXT, bottom=_TEXT),
    },
    "printed": {
        "description": "A number as it is printed.",
        **_object(
            text=_TEXT,
            decimals={"type": "integer"},
            unit=words_of(Unit),
            rounding=words_of(Rounding),
        ),
    },
    "definition": {"description": "A definition, as its signature.", **_TEXT},
}
"""The nouns that the converter writes by functions of its own, by their names in schemas."""

_NAMED: Mapping[object, str] = {
    Fraction: "number",
    Root: "number",
    Enclosed: "number",
    Defined: "number",
    Undefined: "undefined",
    Share: "share",
    Printed: "printed",
    **{kind: "definition" for kind, _ in REVISIONS.values()},
    Family: "definition",
}
_RARE: Mapping[type, tuple[str, ...]] = {
    Reading: ("lost", "unmatched", "labels_tied"),
    Denominators: ("lost", "absent"),
}
"""What the converter leaves out where it says nothing."""
_LEAVES: Mapping[object, Tree] = {
    object: _ANY,
    NoneType: {"type": "null"},
    str: _TEXT,
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    Term: _TEXT,
    Value: _TEXT,
    Path: _TEXT,
}


def schema_of(documents: Sequence[JsonDocument], title: str) -> Tree:
    """Draw the schema of what a command prints: one of some documents.

    >>> from measurand.values.fault import Fault
    >>> tree = schema_of([JsonDocument("toy", {}, body=Fault, exit_code=int)], "toy")
    >>> tree["required"][:3], tree["properties"]["command"], tree["properties"]["line"]
    (['schema', 'command', 'exit_code'], {'const': 'toy'}, {'type': 'integer'})

    Raises TypeError for a type that no rule knows.
    """
    drawing = _Drawing(documents[0].shapes)
    trees = [drawing.document(one) for one in documents]
    body: Tree = trees[0] if len(trees) == 1 else {"anyOf": trees}
    return {"$schema": DRAFT, "title": title, **body, "$defs": drawing.defs}


class _Drawing:
    """Draws types under some shapes; what has a name is kept in `defs`.

    Documents of one command may write a class by different shapes: it then has several names.
    """

    def __init__(self, shapes: Shapes, others: "Sequence[_Drawing]" = ()) -> None:
        self.shapes = shapes
        self.defs: dict[str, Tree] = others[0].defs if others else {}
        self._names: dict[object, str] = {}
        self._drawings = [*others, self]

    def _under(self, shapes: Shapes) -> "_Drawing":
        known = next((one for one in self._drawings if one.shapes is shapes), None)
        if known is None:
            known = _Drawing(shapes, self._drawings)
            self._drawings.append(known)
        return known

    def document(self, document: JsonDocument) -> Tree:
        """Draw a document: its head, and beside it the keys of its body."""
        inner = self._under(document.shapes)
        head = {name: inner.of(hint) for name, hint in document.head.items()}
        if document.version:
            lead: dict[str, Tree] = {
                "schema": {"const": document.version},
                "command": {"const": document.command},
            }
            head = {**lead, **head}
        return _joined(
            _object(**head), [] if document.body is None else [inner.body(document.body)]
        )

    def of(self, hint: object) -> Tree:
        """Draw what the converter writes of a type."""
        if isinstance(hint, JsonDocument):
            return self.document(hint)
        if isinstance(hint, NewType):
            return self.of(hint.__supertype__)
        if hint in self.shapes or (hint not in _NAMED and _is_class(hint)):
            return ref(self._name(hint))
        if hint in _NAMED:
            self.defs.setdefault(_NAMED[hint], _NOUNS[_NAMED[hint]])
            return ref(_NAMED[hint])
        if hint in _LEAVES:
            return _LEAVES[hint]
        if isinstance(hint, type) and issubclass(hint, Enum):
            return words_of(hint)
        return self._made_of(hint, get_origin(hint), get_args(hint))

    def _made_of(self, hint: object, origin: object, inner: tuple[object, ...]) -> Tree:
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in {Union, UnionType}:
            return _either([self.of(one) for one in inner])
        if is_pairs(hint):
            value = get_args(inner[0])[1]
            pairs = list_of(self.of(GenericAlias(tuple, (str, value))))
            return _either([map_of(self.of(value)), pairs])
        if origin is tuple and inner[1:] != (...,):
            items = [self.of(one) for one in inner]
            return {"type": "array", "prefixItems": items, **_length(len(items))}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return map_of(self.of(inner[1]))
        if isinstance(origin, type) and issubclass(origin, Iterable):
            return list_of(self.of(inner[0]))
        message = f"a type that is written as JSON: got {hint!r}"
        raise TypeError(message)

    def _name(self, kind: object) -> str:
        """Name the schema of a class; it is drawn once, also where it is inside itself."""
        if kind not in self._names:
            plain = getattr(kind, "__name__", "").strip("_")
            same = sum(name.rstrip("0123456789") == plain for name in self.defs)
            name = self._names[kind] = f"{plain}{same + 1}" if same else plain
            self.defs[name] = _ANY
            self.defs[name] = self.body(kind)
        return self._names[kind]

    def body(self, kind: object) -> Tree:
        """Draw a class itself, not the name of its schema."""
        shape = self.shapes.get(kind) if isinstance(kind, type) else None
        match kind, shape:
            case type(), tuple():
                return _about(kind, self._shaped(kind, shape))
            case type(), None if attrs.has(kind):
                return _about(kind, self._fields(kind))
            case _, None | tuple():
                return self.of(kind)
            case _:
                return self.of(self._returned(shape))

    def _fields(self, kind: type) -> Tree:
        names = [one.name for one in attrs.fields(kind) if one.init]
        drawn = {name: self.of(self._hint(kind, name)) for name in names}
        rare = _RARE.get(kind, ())
        return {**_object(**drawn), "required": [name for name in names if name not in rare]}

    def _shaped(self, kind: type, shape: Shape) -> Tree:
        named = [key for key in shape if key.name]
        drawn = {key.name: self._key(kind, key) for key in named}
        body: Tree = {
            **_object(**drawn),
            "required": [key.name for key in named if key.silence is not Silence.LEFT_OUT],
        }
        others = [self._key(kind, key) for key in shape if not key.name]
        if any("additionalProperties" in other for other in others):
            # It would speak of the keys that stand before it, too.
            message = f"classes beside the keys of {kind.__name__}: got a table of any keys"
            raise TypeError(message)
        return _joined(body, others)

    def _key(self, kind: type, key: Key) -> Tree:
        hint = self._hint(kind, key.of) if isinstance(key.of, str) else self._returned(key.of)
        drawn = self.of(hint)
        return or_null(drawn) if key.silence is Silence.NULL else drawn

    def _hint(self, kind: type, path: str) -> object:
        """Resolve the type at the end of a path of fields and properties."""
        hint: object = kind
        for name in path.split("."):
            if not isinstance(hint, type):
                message = f"a class that has {name!r}: got {hint!r} on the path {path}"
                raise TypeError(message)
            hint = self._inner(hint, name)
        return hint

    def _inner(self, kind: type, name: str) -> object:
        if not attrs.has(kind) or name not in attrs.fields_dict(kind):
            return self._returned(_getter(kind, name))
        hint: object = attrs.fields_dict(kind)[name].type
        return self._resolved(kind)[name] if isinstance(hint, str) else hint

    def _returned(self, function: Callable[..., object]) -> object:
        return self._resolved(function)["return"]

    def _resolved(self, holder: Callable[..., object]) -> Mapping[str, object]:
        """Resolve annotations; what a module loads for the type checker only has a shape here."""
        return get_type_hints(holder, localns={kind.__name__: kind for kind in self.shapes})


def _getter(kind: type, name: str) -> Callable[..., object]:
    match getattr(kind, name):
        case property(fget=get) if get is not None:
            return get
        case cached_property(func=get):
            return get
        case other:
            message = f"a field or a property {name!r} of {kind.__name__}: got {other!r}"
            raise TypeError(message)


def _is_class(hint: object) -> bool:
    return isinstance(hint, type) and attrs.has(hint)


def _about(kind: type, drawn: Tree) -> Tree:
    """Say what a class is, in the first line of its docstring."""
    says = (getdoc(kind) or "").partition("\n")[0]
    return {"description": says, **drawn} if says else drawn


def _joined(head: Tree, others: Sequence[Tree]) -> Tree:
    """Let the keys of other values stand beside those of an object."""
    match head, others:
        case _, []:
            return head
        case (
            {"required": list(first), "properties": dict(known)},
            [{"required": list(then), "properties": dict(more), **rest}],
        ):
            joined = {"required": [*first, *then], "properties": {**known, **more}}
            return {**head, **rest, **joined}
        case _:
            return {**head, "allOf": list(others)}


def _either(trees: Sequence[Tree]) -> Tree:
    """Draw a union: of a type and null as both, else as any of its parts, each once."""
    different = [tree for at, tree in enumerate(trees) if tree not in trees[:at]]
    some = [tree for tree in different if tree != _LEAVES[NoneType]]
    if len(different) == 1:
        return different[0]
    return or_null(some[0]) if len(some) == 1 else {"anyOf": different}


def _length(count: int) -> Tree:
    return {"minItems": count, "maxItems": count}
