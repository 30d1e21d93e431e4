"""The documented JSON Schema of claims files says what the reader says."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest
from attrs import fields
from returns.pipeline import is_successful

from measurand.auditing.claims.model import Relation
from measurand.auditing.proofs.sheet import Role
from measurand.edges.claims.load import claims_of, load_claims
from measurand.edges.claims.schema import claims_schema
from measurand.evidence.source import ConllColumns, Fields, Source
from tests.formats.json_schema import Validator, items, tree
from tests.formats.whole_claims import GROWN, WHOLE

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = sorted(DOCS.glob("examples/**/*.toml"))
SCHEMA = claims_schema()
VALIDATOR = Validator(SCHEMA)


def as_json(text: str) -> object:
    return dated(tomllib.loads(text))


def dated(value: object) -> object:
    """Write dates as texts, as editors that know schemas do."""
    match value:
        case dict():
            return {key: dated(part) for key, part in value.items()}
        case list():
            return [dated(part) for part in value]
        case date():
            return value.isoformat()
        case _:
            return value


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(DOCS)))
def test_an_example_is_valid_where_it_is_read(path: Path) -> None:
    valid = VALIDATOR.errors(as_json(path.read_text(encoding="utf-8"))) == []

    assert valid == is_successful(load_claims(path))


def test_the_schema_knows_every_key() -> None:
    assert VALIDATOR.errors(as_json(WHOLE)) == []
    assert VALIDATOR.errors(as_json(GROWN)) == []


WRONG = {
    "no schema": ("schema = 1\n", "", "$: required"),
    "another schema": ("schema = 1\n", "schema = 2\n", "$.schema: const"),
    "an unknown key at the top": ("schema = 1\n", "schema = 1\ntabel = 1\n", "$.tabel: addit"),
    "an unknown word": ('unit = "%"', 'unit = "percent"', "$.table[0].columns.f1.unit: enum"),
    "an unknown role": ('role = "accuracy"', 'role = "acuracy"', "$.table[0].columns.acc.role: e"),
    "a column that says nothing": ('role = "accuracy"', "", "$.table[0].columns.acc: anyOf"),
    "an unknown fact": ("samples = 8", "sampels = 8", "$.table[0].facts.sampels: additional"),
    "a negative fact": ("samples = 8", "samples = -8", "$.table[0].facts.samples: minimum"),
    "a tolerance without a reason": (
        ', reason = "by hand" }',
        " }",
        "$.table[0].rows[0].tolerance.f1: required",
    ),
    "a review that is no date": (
        "review = 2027-03-01",
        'review = "soon"',
        "$.table[0].rows[1].expect.f1.review: pattern",
    ),
    "an unknown relation": ('is = "ratio"', 'is = "twice"', "$.claim[1]: oneOf"),
    "a claim of two kinds": ('is = "ratio"', 'is = "ratio"\nsays = "2x"', "$.claim[1]: oneOf"),
    "a claim without an id": ('id = "n"\n', "", "$.claim[0]: oneOf"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_is_not_read_is_not_valid(name: str) -> None:
    old, new, error = WRONG[name]
    assert old in GROWN
    text = GROWN.replace(old, new, 1)

    found = VALIDATOR.errors(as_json(text))

    assert [one for one in found if one.startswith(error)]
    assert not is_successful(claims_of(text.encode()))


def properties(*path: str) -> set[str]:
    found = SCHEMA
    for step in path:
        found = tree(found[step])
    return set(tree(found["properties"]))


def test_the_keys_of_sources_are_those_that_are_read() -> None:
    assert properties("$defs", "source") == {part.name for part in fields(Source)}
    assert properties("$defs", "fields") == {part.name for part in fields(Fields)}
    assert properties("$defs", "conll") == {part.name for part in fields(ConllColumns)}


def test_the_words_of_roles_and_relations_are_those_that_are_read() -> None:
    defs = tree(SCHEMA["$defs"])

    roles = tree(tree(tree(defs["column"])["properties"])["role"])["enum"]
    relations = tree(tree(tree(defs["relation"])["properties"])["is"])["enum"]

    assert set(items(roles)) == {role.value for role in Role}
    assert set(items(relations)) == {relation.value for relation in Relation}


@pytest.mark.parametrize("name", ["table", "column", "row", "claim"])
def test_the_hint_of_an_unknown_key_lists_the_keys_of_the_schema(name: str) -> None:
    headers = {
        "table": "[[table]]",
        "column": "[table.columns.f1]",
        "row": "[[table.rows]]",
        "claim": "[[claim]]",
    }
    text = GROWN.replace(headers[name], f"{headers[name]}\nqqqq = 1", 1)

    hints = [fault.hint for fault in claims_of(text.encode()).failure() if "qqqq" in fault.path]

    known = properties("$defs", "number" if name == "claim" else name)
    [listed] = [re.findall(r"\w+", hint.removeprefix("known: ")) for hint in hints]
    assert set(listed) == known
