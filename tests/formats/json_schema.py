"""As much of JSON Schema as our schemas use: what a value breaks, by place."""

import re
from collections.abc import Callable, Iterator, Mapping

from attrs import frozen

Tree = Mapping[str, object]
_TYPES: Mapping[str, Callable[[object], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}
_IGNORED = {"$schema", "$defs", "title", "description"}


def tree(value: object) -> Tree:
    assert isinstance(value, Mapping)
    return value


def items(value: object) -> list[object]:
    assert isinstance(value, list | tuple)
    return list(value)


@frozen
class Validator:
    """Holds values to a schema; raises AssertionError for a word of a schema that it lacks."""

    schema: Tree

    def errors(self, value: object) -> list[str]:
        """List the places and words that a value breaks."""
        return list(self._broken(value, self.schema, "$"))

    def unnamed(self, value: object) -> list[str]:
        """List the places of keys that the schema does not name, where it names any."""
        return list(self._unnamed(value, [self.schema], "$"))

    def _unnamed(self, value: object, schemas: list[Tree], at: str) -> Iterator[str]:
        fitting = [one for schema in schemas for one in self._fitting(value, schema)]
        if not all(fitting):
            return  # One of them says nothing: anything may stand here.
        places = [*enumerate(value)] if isinstance(value, list) else []
        keys = [*value.items()] if isinstance(value, dict) else []
        for place, one in (*places, *keys):
            where = f"{at}[{place}]" if isinstance(place, int) else f"{at}.{place}"
            inner = [tree(found) for schema in fitting for found in below(schema, place)]
            if not inner:
                yield where
            yield from self._unnamed(one, inner, where)

    def _fitting(self, value: object, schema: Tree) -> Iterator[Tree]:
        """Give a schema, and all that it points to and that a value fits."""
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix("#/$defs/")
            yield from self._fitting(value, tree(tree(self.schema["$defs"])[name]))
            return
        rest = {word: said for word, said in schema.items() if word not in {"allOf", "anyOf"}}
        if rest or not schema:
            yield rest
        for one in items(schema.get("allOf", [])):
            yield from self._fitting(value, tree(one))
        for one in items(schema.get("anyOf", [])):
            if not list(self._broken(value, tree(one), "$")):
                yield from self._fitting(value, tree(one))

    def _broken(self, value: object, schema: Tree, at: str) -> Iterator[str]:
        for word, said in schema.items():
            if word not in _IGNORED:
                yield from self._word(value, word, said, schema, at)

    def _word(self, value: object, word: str, said: object, schema: Tree, at: str) -> Iterator[str]:
        match word:
            case "$ref":
                name = str(said).removeprefix("#/$defs/")
                yield from self._broken(value, tree(tree(self.schema["$defs"])[name]), at)
            case "allOf":
                for one in items(said):
                    yield from self._broken(value, tree(one), at)
            case "prefixItems":
                elements = value if isinstance(value, list) else []
                for index, (one, inner) in enumerate(zip(elements, items(said), strict=False)):
                    yield from self._broken(one, tree(inner), f"{at}[{index}]")
            case "anyOf" | "oneOf":
                fits = sum(not list(self._broken(value, tree(one), at)) for one in items(said))
                if fits == 0 or (word == "oneOf" and fits != 1):
                    yield f"{at}: {word}"
            case "properties" | "items" | "additionalProperties":
                yield from self._inside(value, word, said, schema, at)
            case _:
                if not _holds(value, word, said):
                    yield f"{at}: {word}"

    def _inside(
        self, value: object, word: str, said: object, schema: Tree, at: str
    ) -> Iterator[str]:
        if word == "items" and isinstance(value, list):
            for index, one in enumerate(value):
                yield from self._broken(one, tree(said), f"{at}[{index}]")
        elif word == "properties" and isinstance(value, dict):
            for key, inner in tree(said).items():
                if key in value:
                    yield from self._broken(value[key], tree(inner), f"{at}.{key}")
        elif word == "additionalProperties" and isinstance(value, dict):
            known = tree(schema.get("properties", {}))
            for key in value.keys() - known.keys():
                if said is False:
                    yield f"{at}.{key}: {word}"
                else:
                    yield from self._broken(value[key], tree(said), f"{at}.{key}")


def below(schema: Tree, place: int | str) -> list[object]:
    """Give what a schema says of the element at an index, or of the value of a key."""
    if isinstance(place, int):
        first = items(schema.get("prefixItems", []))[place : place + 1]
        return first or [schema[word] for word in ("items",) if word in schema]
    named = tree(schema.get("properties", {}))
    others = [schema[word] for word in ("additionalProperties",) if word in schema]
    return [named[place]] if place in named else others


def _holds(value: object, word: str, said: object) -> bool:
    match word:
        case "type":
            kinds = [said] if isinstance(said, str) else items(said)
            return any(_TYPES[str(kind)](value) for kind in kinds)
        case "const":
            return value == said
        case "enum":
            return value in items(said)
        case "required":
            return not isinstance(value, dict) or all(key in value for key in items(said))
        case "pattern":
            return not isinstance(value, str) or re.search(str(said), value) is not None
        case "minItems" | "maxItems" | "minLength" | "minimum" | "maximum":
            assert isinstance(said, int)
            return _bounded(value, word, said)
        case _:
            raise AssertionError(word)


def _bounded(value: object, word: str, bound: int) -> bool:
    if word in {"minItems", "maxItems"}:
        if not isinstance(value, list):
            return True
        return len(value) >= bound if word == "minItems" else len(value) <= bound
    if word == "minLength":
        return not isinstance(value, str) or len(value) >= bound
    if not isinstance(value, int | float) or isinstance(value, bool):
        return True
    return value >= bound if word == "minimum" else value <= bound
