"""Faults of a claims file outside its tables: keys, the schema, sources."""

import pytest

from tests.formats.whole_claims import changed, faults

CASES = {
    "a typo in a key of the file": (
        "title =",
        "titel =",
        ":2: titel: expected a known key, got 'titel': did you mean 'title'?",
    ),
    "a typo in a key of a source": (
        'path = "first',
        'paht = "first',
        ":13: data.first.path: expected a value, got nothing: this key is required",
        ":14: data.first.paht: expected a known key, got 'paht': did you mean 'path'?",
    ),
    "no schema": (
        "schema = 1\n",
        "",
        ": schema: expected a value, got nothing: this key is required",
    ),
    "another schema": (
        "schema = 1\n",
        "schema = 2\n",
        (
            ":1: schema: expected 1, got 2: a file of another schema needs another release of this "
            "program"
        ),
    ),
    "a schema that is true": (
        "schema = 1\n",
        "schema = true\n",
        (
            ":1: schema: expected 1, got true: a file of another schema needs another release of "
            "this program"
        ),
    ),
    "an unknown format of a source": (
        'path = "first.jsonl"',
        'path = "first.jsonl"\nformat = "jsnol"',
        (
            ":15: data.first.format: expected one of jsonl, json, csv, parquet, arrow, dataset, "
            "conll, brat, absa-xml, quads, lm-eval, inspect, promptfoo, squad, coco, trec, "
            "trec-json, scorecards, got 'jsnol': did you mean 'jsonl'?"
        ),
    ),
    "a digest of another length": (
        "ABCDEFabcdef0123456789abcdef0123456789abcdef0123456789abcdef0123",
        "12ab",
        ":6: data.final.sha256: expected 64 hexadecimal digits, got '12ab'",
    ),
    "a path in a record that is none": (
        '"run+sample_id"',
        '"run..id"',
        (
            ":10: data.final.fields.id: expected a path such as a.b[0].c, got 'run..id', where a "
            'name is due at character 5; one key of that name is written ["run..id"]'
        ),
    ),
    "a date": (
        'title = "A paper"',
        "title = 2025-12-02",
        ":2: title: expected a text, got 2025-12-02",
    ),
}
"""What is changed, into what, and the faults that follow, behind the name of the file."""


@pytest.mark.parametrize("name", CASES)
def test_a_fault_says_place_got_expected_and_a_way_out(name: str) -> None:
    old, new, *expected = CASES[name]

    assert faults(changed(old, new)) == [f"c.toml{text}" for text in expected]
