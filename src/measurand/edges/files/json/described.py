"""Fields of a record as data: how each is read, and what a JSON Schema says of it.

A field is its key, the function that reads it from an opened object, noting what is wrong with its
place, and its schema. Readers take fields (`GROUP.of(at)`, typed), schemas list them: what a reader
takes and what the documents say is one description. Readers are functions and not structured by the
converter, since a record has to name all its faults, in the words of its field, and stop none.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Generic, TypeVar

import msgspec
from attrs import frozen

from measurand.edges.files.json.fields import Opened, as_float, as_name, as_text, as_truth
from measurand.edges.files.json.fields import whole as as_whole
from measurand.edges.files.json.value import Json, expected
from measurand.edges.files.json.walk import near_key

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
D = TypeVar("D")
Tree = Mapping[str, object]
DRAFT = "https://json-schema.org/draft/2020-12/schema"


@frozen
class Kind(Generic[T]):
    """What values are: how one is read, with FaultError for anything else, and their schema."""

    read: Callable[[Json], T]
    schema: Tree


TEXTUAL = Kind(as_text, {"type": "string"})
NAME = Kind(as_name, {"type": ["string", "integer"]})
NUMBER = Kind(as_float, {"type": "number"})
TRUTH = Kind(as_truth, {"type": "boolean"})


def whole(low: int, high: int) -> Kind[int]:
    """Describe whole numbers from `low` to `high`.

    >>> whole(1, 3).schema
    {'type': 'integer', 'minimum': 1, 'maximum': 3}
    """
    return Kind(as_whole(low, high), {"type": "integer", "minimum": low, "maximum": high})


def word(words: Collection[str], *, near: bool = False) -> Kind[str]:
    """Describe one of some words; a fault asks for the nearest one where `near` says so.

    >>> word(("ok", "lost")).read("ok")
    'ok'
    """

    def read(value: Json) -> str:
        if isinstance(value, str) and value in words:
            return value
        hint = near_key(value, words) if near and isinstance(value, str) else ""
        raise expected(f"one of {', '.join(words)}", value, hint=hint)

    return Kind(read, {"enum": list(words)})


def filled(what: str) -> Kind[str]:
    """Describe texts that are not empty.

    >>> filled("the id of a rule").schema
    {'type': 'string', 'minLength': 1}
    """

    def read(value: Json) -> str:
        if isinstance(value, str) and value:
            return value
        raise expected(what, value)

    return Kind(read, {"type": "string", "minLength": 1})


@frozen
class Field(Generic[T_co]):
    """A key of an object: what reads it, noting what is wrong, and its schema.

    >>> at = Opened({"note": 3}, "$", [])
    >>> optional("note", TEXTUAL, "").of(at), [fault.text() for fault in at.faults]
    ('', ['$.note: expected a string, got 3'])
    """

    key: str
    of: Callable[[Opened], T_co]
    schema: Tree
    required: bool = False


def required(key: str, kind: Kind[T], otherwise: T, says: str = "") -> Field[T]:
    """Describe a key that has to be there; `otherwise` stands for it where it is at fault."""
    return Field(
        key, lambda at: at.need(key, kind.read, otherwise), said(says, kind.schema), required=True
    )


def optional(key: str, kind: Kind[T], otherwise: D, says: str = "") -> Field[T | D]:
    """Describe a key that may be absent, or null: it is `otherwise` there."""

    def read(at: Opened) -> T | D:
        value = at.maybe(key, kind.read)
        return otherwise if value is None else value

    return Field(key, read, said(says, or_null(kind.schema)))


def objects(key: str, name: str, read: Callable[[Opened], T]) -> Field[tuple[T, ...]]:
    """Describe a list of objects that may be absent; `name` is that of their schema."""
    return Field(
        key,
        lambda at: tuple(read(one) for one in at.each(key) or ()),
        or_null({"type": "array", "items": ref(name)}),
    )


def constant(key: str, value: str) -> Field[None]:
    """Describe a key whose value is always the same, and which is read by itself."""
    return Field(key, lambda _: None, {"const": value}, required=True)


def said(what: str, schema: Tree) -> Tree:
    """Say what a value is about; nothing where nothing is said."""
    return {"description": what, **schema} if what else schema


def ref(name: str) -> Tree:
    """Point to a schema by its name."""
    return {"$ref": f"#/$defs/{name}"}


def or_null(schema: Tree) -> Tree:
    """Let null be valid too.

    >>> or_null({"type": "string"}), or_null({"enum": ["a"]})
    ({'type': ['string', 'null']}, {'enum': ['a', None]})
    """
    match schema:
        case {"type": str() as kind, **rest} if not rest:
            return {"type": [kind, "null"]}
        case {"type": list() as kinds, **rest} if not rest:
            return {"type": [*kinds, "null"]}
        case {"enum": list() as words, **rest} if not rest:
            return {"enum": [*words, None]}
        case _:
            return {"anyOf": [schema, {"type": "null"}]}


def object_schema(fields: Iterable[Field[object]]) -> Tree:
    """Draw the schema of an object from its fields.

    >>> object_schema([required("n", whole(0, 9), 0)])["required"]
    ['n']
    """
    fields = tuple(fields)
    return {
        "type": "object",
        "required": [field.key for field in fields if field.required],
        "properties": {field.key: field.schema for field in fields},
    }


def schema_text(schema: Tree) -> str:
    """Write a schema as the files in docs/reference hold it."""
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


def document_schema(title: str, body: Tree, defs: Tree) -> Tree:
    """Draw the schema of a record, with the schemas that it points to."""
    about = "null is what is absent. Other keys are allowed and not read."
    return {"$schema": DRAFT, "title": title, "description": about, **body, "$defs": defs}
