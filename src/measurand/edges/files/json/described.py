"""Records as data: which field of a class stands under which key, and what it has to be.

A field is its key, the function that reads it from an opened object, noting what is wrong with its
place, the one that writes it, and its schema. A record is a class with a field for each of its
attributes: it is read, written and described by them, so that what a reader takes, what a writer
gives and what the documents say is one description. Records are not structured by the converter,
since a record has to name all its faults, in the words of its field, and stop at none.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from typing import Generic, TypeVar

import msgspec
from attrs import NOTHING, AttrsInstance, evolve, fields_dict, frozen
from attrs import field as attrs_field

from measurand.edges.files.json.fields import (
    EnoughError,
    JsonObject,
    Opened,
    as_float,
    as_name,
    as_object,
    as_text,
    as_truth,
)
from measurand.edges.files.json.fields import listed as as_listed
from measurand.edges.files.json.fields import whole as as_whole
from measurand.edges.files.json.value import FaultError, Json, expected, float_number
from measurand.edges.files.json.walk import near_key
from measurand.values.fault import Fault

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
D = TypeVar("D")
E = TypeVar("E", bound=Enum)
Tree = Mapping[str, object]
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def as_it_is(value: Json) -> Json:
    """Write what is JSON already."""
    return value


@frozen
class Kind(Generic[T_co]):
    """What values are: how one is read, with FaultError for anything else, their schema, and JSON.

    >>> NUMBER.write(NUMBER.read(3))
    Number('3.0')
    """

    read: Callable[[Json], T_co]
    schema: Tree
    write: Callable[..., Json] = as_it_is


ANYTHING = Kind(as_it_is, {})
TEXTUAL = Kind(as_text, {"type": "string"})
NAME = Kind(as_name, {"type": ["string", "integer"]})
NUMBER = Kind(as_float, {"type": "number"}, float_number)
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


def member(words: type[E], *, near: bool = False) -> Kind[E]:
    """Describe the members of an enum by their values, as `word` does.

    >>> from measurand.values.regions import Order
    >>> member(Order).read("C"), member(Order).schema
    (<Order.C: 'C'>, {'enum': ['C', 'F']})
    """
    values = word([one.value for one in words], near=near)
    return Kind(lambda value: words(values.read(value)), values.schema, lambda one: one.value)


def array(kind: Kind[T], length: int = 0) -> Kind[tuple[T, ...]]:
    """Describe lists, of just so many elements where `length` says it.

    >>> array(TEXTUAL, 2).schema
    {'type': 'array', 'items': {'type': 'string'}, 'minItems': 2, 'maxItems': 2}
    """
    bounds = {"minItems": length, "maxItems": length} if length else {}
    return Kind(
        as_listed(kind.read, length),
        list_of(kind.schema, **bounds),
        lambda values: [kind.write(value) for value in values],
    )


def _silent(_value: object) -> JsonObject:
    return {}


@frozen
class Field(Generic[T_co]):
    """A key of an object: what reads it, noting what is wrong, its schema, and what writes it.

    What is written is an object, which has nothing where the key is left out. `parts` are the
    schemas that its own one points to, by their names.

    >>> at = Opened({"note": 3}, "$", [])
    >>> optional("note", TEXTUAL, "").of(at), [fault.text() for fault in at.faults]
    ('', ['$.note: expected a string, got 3'])
    """

    key: str
    of: Callable[[Opened], T_co]
    schema: Tree
    required: bool = False
    written: Callable[..., JsonObject] = _silent
    parts: Tree = attrs_field(factory=dict)


def required(key: str, kind: Kind[T], otherwise: T, says: str = "") -> Field[T]:
    """Describe a key that has to be there; `otherwise` stands for it where it is at fault."""
    return Field(
        key,
        lambda at: at.need(key, kind.read, otherwise),
        said(says, kind.schema),
        required=True,
        written=lambda value: {key: kind.write(value)},
    )


def optional(key: str, kind: Kind[T], otherwise: D, says: str = "") -> Field[T | D]:
    """Describe a key that may be absent, or null: it is `otherwise` there."""

    def read(at: Opened) -> T | D:
        if at.value.get(key) is None:
            return otherwise
        value = at.maybe(key, kind.read)
        return otherwise if value is None else value

    return Field(
        key,
        read,
        said(says, or_null(kind.schema)),
        written=lambda value: {key: kind.write(value)},
    )


def rare(key: str, kind: Kind[T], otherwise: D, says: str = "") -> Field[T | D]:
    """Describe a key that may be absent, and is not written where its value is `otherwise`.

    >>> rare("note", TEXTUAL, "").written(""), rare("note", TEXTUAL, "").written("torn")
    ({}, {'note': 'torn'})
    """
    field = optional(key, kind, otherwise, says)
    return evolve(
        field, written=lambda value: {} if value == otherwise else {key: kind.write(value)}
    )


def first_of(otherwise: D, *fields: Field[T]) -> Field[T | D]:
    """Describe a value that has several keys: the first that says something counts.

    >>> said = first_of(None, optional("polarity", TEXTUAL, ""), optional("label", TEXTUAL, ""))
    >>> said.of(Opened({"polarity": "", "label": "mixed"}, "$", []))
    'mixed'
    """

    def read(at: Opened) -> T | D:
        for field in fields:
            if found := field.of(at):
                return found
        return otherwise

    return Field(fields[0].key, read, {})


def within(key: str, field: Field[T]) -> Field[T]:
    """Describe a field of an object inside, which may be absent.

    >>> within("span", optional("start", whole(0, 9), None)).of(Opened({"span": {}}, "$", []))
    """
    return evolve(field, key=f"{key}.{field.key}", of=lambda at: field.of(at.inside(key)))


def plain(kind: type[AttrsInstance], names: str) -> dict[str, "Field[object]"]:
    """Describe attributes that stand under their own names, by their types and defaults.

    >>> from measurand.values.frames import Frame
    >>> [(one.key, one.required) for one in plain(Frame, "finding uncertain").values()]
    [('finding', True), ('uncertain', False)]
    """
    attributes = fields_dict(kind)
    return {
        name: _plain(name, attributes[name].type, attributes[name].default)
        for name in names.split()
    }


_PLAIN: Mapping[object, Kind[object]] = {str: TEXTUAL, bool: TRUTH, float: NUMBER}


def _plain(name: str, hint: object, default: object) -> "Field[object]":
    kind = _PLAIN[hint]
    return required(name, kind, None) if default is NOTHING else optional(name, kind, default)


def constant(key: str, value: str) -> Field[None]:
    """Describe a key whose value is always the same, and which is read by itself."""
    return Field(
        key, lambda _: None, {"const": value}, required=True, written=lambda _: {key: value}
    )


class Record(Generic[T_co]):
    """The objects that are one class: a field for each attribute, in the order of their keys.

    `beside` are fields that are no attributes: they are written first and not read. `name` is that
    of the schema, where another one points to it.

    >>> from measurand.values.share import Share
    >>> from measurand.values.frames import Frame
    >>> frames = Record(Frame, "frame", **plain(Frame, "finding polarity"))
    >>> frames.write(Frame(finding="mass", polarity="absent"))
    {'finding': 'mass', 'polarity': 'absent'}
    >>> at = Opened({"finding": 3}, "$", [])
    >>> frames.read(at), [fault.text() for fault in at.faults][:1]
    (None, ['$.finding: expected a string, got 3'])
    """

    def __init__(
        self,
        make: Callable[..., T_co],
        name: str,
        *beside: Field[object],
        **fields: Field[object],
    ) -> None:
        """Describe the objects of a class."""
        self.name = name
        self._make = make
        self._beside = beside
        self._fields = fields
        self._readers = {name: one.of for name, one in fields.items()}

    def read(self, at: Opened, **readers: Callable[[Opened], object]) -> T_co | None:
        """Read an object; None where something in it was at fault, which is noted.

        `readers` read what the record alone does not tell.
        """
        before = len(at.faults)
        found = {name: read(at) for name, read in (self._readers | readers).items()}
        return self._make(**found) if len(at.faults) == before else None

    def take(self, value: Json) -> T_co:
        """Take a value as an object of the class; raises FaultError with its first fault."""
        at = Opened(as_object(value), "$", [])
        found = {name: read(at) for name, read in self._readers.items()}
        if at.faults:
            raise FaultError(at.faults[0])
        return self._make(**found)

    def write(self, value: object) -> JsonObject:
        """Write a value of the class; reading it gives the same one."""
        written: JsonObject = {}
        for field in self._beside:
            written |= field.written(None)
        for name, field in self._fields.items():
            written |= field.written(getattr(value, name))
        return written

    @property
    def schema(self) -> Tree:
        """Draw the schema of the objects."""
        return object_schema((*self._beside, *self._fields.values()))

    @property
    def parts(self) -> Tree:
        """Give the schemas that the one of the objects points to, by name."""
        return parts_of((*self._beside, *self._fields.values()))

    def document(self, title: str) -> Tree:
        """Draw the schema of a document that is one such object."""
        return document_schema(title, self.schema, self.parts)


def read_record(
    value: Json, read: Callable[[Opened], T | None], place: str = "$"
) -> T | tuple[Fault, ...]:
    """Read an object, or say all that is wrong with it (the first hundred things).

    >>> read_record([], lambda at: at.need("name", as_text, ""))[0].text()
    '$: expected an object, got a list of 0'
    """
    if not isinstance(value, dict):
        return (expected("an object", value, path=place).fault,)
    at = Opened(value, place, [])
    try:
        found = read(at)
    except EnoughError:
        found = None
    return tuple(at.faults) if found is None or at.faults else found


def one(record: Record[T]) -> Kind[T]:
    """Describe an object as a value: it is read up to its first fault.

    >>> from measurand.values.frames import Frame
    >>> frames = array(one(Record(Frame, "frame", **plain(Frame, "finding polarity"))))
    >>> optional("frames", frames, ()).of(at := Opened({"frames": [{}, {}]}, "$", []))
    ()
    >>> [fault.text() for fault in at.faults]
    ["$.frames[0]: expected the key 'finding', got an object with 0 keys"]
    """
    return Kind(record.take, ref(record.name), record.write)


def objects(key: str, record: Record[T], says: str = "") -> Field[tuple[T, ...]]:
    """Describe a list of objects that may be absent: it is empty there."""
    return Field(
        key,
        lambda at: _each(at.each(key) or (), record),
        said(says, or_null(_listed(record))),
        written=lambda values: {key: [record.write(value) for value in values]},
        parts=_parts(record),
    )


def needed_objects(key: str, record: Record[T], says: str = "") -> Field[tuple[T, ...]]:
    """Describe a list of objects that has to be there."""
    return evolve(
        objects(key, record),
        of=lambda at: _each(at.needed_each(key), record),
        schema=said(says, _listed(record)),
        required=True,
    )


def needed_object(key: str, record: Record[T], says: str = "") -> "Field[T | None]":
    """Describe an object that has to be there; None where it is at fault."""

    def read(at: Opened) -> T | None:
        inner = at.required(key)
        return None if inner is None else record.read(inner)

    return Field(
        key,
        read,
        said(says, ref(record.name)),
        required=True,
        written=lambda value: {key: record.write(value)},
        parts=_parts(record),
    )


def parts_of(fields: Iterable[Field[object]]) -> Tree:
    """Gather the schemas that those of some fields point to, by name."""
    return {name: schema for field in fields for name, schema in field.parts.items()}


def _each(found: Iterable[Opened], record: Record[T]) -> tuple[T, ...]:
    values = (record.read(one) for one in found)
    return tuple(value for value in values if value is not None)


def _listed(record: Record[object]) -> Tree:
    return list_of(ref(record.name))


def _parts(record: Record[object]) -> Tree:
    return {record.name: record.schema, **record.parts}


def said(what: str, schema: Tree) -> Tree:
    """Say what a value is about; nothing where nothing is said."""
    return {"description": what, **schema} if what else schema


def ref(name: str) -> Tree:
    """Point to a definition of the schema.

    >>> ref("at")
    {'$ref': '#/$defs/at'}
    """
    return {"$ref": f"#/$defs/{name}"}


def list_of(items: Tree, **bounds: int) -> Tree:
    """Describe a list.

    >>> list_of({"type": "string"}, minItems=1)
    {'type': 'array', 'items': {'type': 'string'}, 'minItems': 1}
    """
    return {"type": "array", "items": items, **bounds}


def map_of(values: Tree) -> Tree:
    """Describe a table of any keys.

    >>> map_of({"type": "string"})
    {'type': 'object', 'additionalProperties': {'type': 'string'}}
    """
    return {"type": "object", "additionalProperties": values}


def words_of(kind: type[Enum]) -> Tree:
    """Describe the words of an enumeration.

    >>> words_of(Enum("Side", {"LEFT": "left", "RIGHT": "right"}))
    {'enum': ['left', 'right']}
    """
    return {"enum": [member.value for member in kind]}


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
