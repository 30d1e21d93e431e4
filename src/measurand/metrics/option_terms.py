"""The options of a frozen class as terms of a signature, and a value of such terms.

Options are found by walking the fields of the class and of its parts, so a new field is in the
signature without anybody's doing, or fails for want of a codec.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

import attrs
from attrs import frozen

from measurand.metrics.codec import Codec
from measurand.metrics.codecs import codec_of
from measurand.metrics.definitions import Formula
from measurand.metrics.grammar import SignatureError, Value
from measurand.metrics.metric import Metric
from measurand.values.suggest import did_you_mean

T = TypeVar("T")
_RENAMED = {"classes": "class", "metric": "of", "lambda_": "lambda"}
_NONE: Mapping[str, object] = MappingProxyType({})
_SCHEMAS: dict[type, Mapping[str, "Option"]] = {}


@frozen
class Option:
    """One option of a metric: its name, the way to it, its codec and its default as text."""

    name: str
    path: tuple[str, ...]
    codec: Codec[Any]


def schema(kind: type) -> Mapping[str, Option]:
    """List the options of a frozen class: its typed fields, and those of its parts.

    >>> from measurand.metrics.definitions import Column
    >>> list(schema(Column))
    ['name', 'reduce']
    """
    if kind not in _SCHEMAS:
        _SCHEMAS[kind] = {option.name: option for option in _walk(kind, ())}
    return _SCHEMAS[kind]


def _walk(kind: type[Any], path: tuple[str, ...]) -> Iterator[Option]:
    for part in attrs.fields(kind):
        if part.type is Metric and kind is not Formula:
            continue
        here = (*path, part.name)
        codec = codec_of(part.type)
        if codec is not None:
            yield Option(_RENAMED.get(part.name, part.name), here, codec)
        elif part.type is not None:
            yield from _walk(part.type, here)


def values_of(thing: object) -> dict[str, Value]:
    """Return the options of a frozen value as terms, by the schema of its class.

    >>> from measurand.metrics.definitions import Column
    >>> values_of(Column(name="cost"))["name"][0].atom
    'cost'
    """
    values = {}
    for option in schema(type(thing)).values():
        value: object = thing
        for step in option.path:
            value = getattr(value, step)
        values[option.name] = option.codec.write(value)
    return values


def defaults_of(kind: type) -> Mapping[str, Value]:
    """List what the options of a class are where they are not said; its own, not their parts.

    >>> from measurand.metrics.definitions import Column
    >>> list(defaults_of(Column))
    ['reduce']
    """
    plain = _plain(kind)
    return {
        option.name: option.codec.write(plain[option.path[0]])
        for option in schema(kind).values()
        if option.path[0] in plain and len(option.path) == 1
    }


def needed_of(kind: type[Any]) -> tuple[str, ...]:
    """Name the options of a class that have no default.

    >>> from measurand.metrics.definitions import Column
    >>> needed_of(Column)
    ('name',)
    """
    bare = {part.name for part in attrs.fields(kind) if part.default is attrs.NOTHING}
    return tuple(one.name for one in schema(kind).values() if one.path[0] in bare)


def _plain(kind: type[Any]) -> Mapping[str, object]:
    """List the defaults of fields that are values, and are not made."""
    return {
        part.name: part.default
        for part in attrs.fields(kind)
        if part.default is not attrs.NOTHING and not hasattr(part.default, "factory")
    }


def built_of(
    kind: type[T], name: str, values: Mapping[str, Value], fixed: Mapping[str, object] = _NONE
) -> T:
    """Build a frozen value from terms, by the schema of its class; `name` is for messages.

    What is `fixed` is no option.

    >>> from measurand.metrics.definitions import Column
    >>> from measurand.metrics.grammar import read_value
    >>> built_of(Column, "column", {"name": read_value("cost")}).name
    'cost'

    Raises SignatureError where an option or value is unknown, or the options do not fit together.
    """
    known = schema(kind)
    tree: dict[str, Any] = dict(fixed)
    for key, value in values.items():
        if key not in known:
            message = f"unknown option {key!r} of {name}{did_you_mean(key, known)}"
            raise SignatureError(message)
        option = known[key]
        try:
            _plant(tree, option.path, option.codec.read(value))
        except ValueError as error:
            message = f"option {key!r} of {name}: {error}"
            raise SignatureError(message) from error
    built: T = _build(kind, name, tree)
    return built


def _plant(tree: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    for step in path[:-1]:
        tree = tree.setdefault(step, {})
    tree[path[-1]] = value


def _build(kind: type[Any], name: str, tree: Mapping[str, Any], default: Any = None) -> Any:
    """Build a value; what is not said is that of the default, if it is one of the kind."""
    base = default if isinstance(default, kind) else None
    parts = {part.name: part for part in attrs.fields(kind)}
    values = {
        key: _build(parts[key].type, name, value, parts[key].default)
        if isinstance(value, dict)
        else value
        for key, value in tree.items()
    }
    try:
        return kind(**values) if base is None else attrs.evolve(base, **values)
    except TypeError as error:
        missing = [
            _RENAMED.get(p.name, p.name) for p in attrs.fields(kind) if p.default is attrs.NOTHING
        ]
        message = f"{name} needs the option {' and '.join(missing)}"
        raise SignatureError(message) from error
    except SignatureError:
        raise
    except ValueError as error:
        message = f"{name}: {error}"
        raise SignatureError(message) from error


_same = lru_cache(maxsize=2**12)(lambda thing: thing)


def interned(thing: Any) -> Any:
    """Give the one value that stands for all its equals, part by part.

    >>> from measurand.metrics.definitions import Column
    >>> interned(Column(name="cost")) is interned(Column(name="cost"))
    True
    """
    if not attrs.has(type(thing)):
        return thing
    parts = {part.name: getattr(thing, part.name) for part in attrs.fields(type(thing))}
    return _same(attrs.evolve(thing, **{name: interned(part) for name, part in parts.items()}))
