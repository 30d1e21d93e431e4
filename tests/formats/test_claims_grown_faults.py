"""Faults of the grown claims file: each with its line, its place, and a way out."""

import pytest

from tests.formats.whole_claims import GROWN, faults

CASES = {
    "a name that no definition has": (
        'definition = "@f"',
        'definition = "@g"',
        ":19: table[0].columns.f1.definition: expected a name of [definitions], got '@g': known: f",
    ),
    "a definition that is another name": (
        'f = "f(average=micro)"',
        'f = "f(average=micro)"\ng = "@f"',
        ":7: definitions.g: expected a definition that is written out, got '@f'",
    ),
    "an unknown role": (
        'role = "accuracy"',
        'role = "acuracy"',
        ":25: table[0].columns.acc.role: expected a role, got 'acuracy': did you mean 'accuracy'?",
    ),
    "a column without definition or role": (
        'role = "accuracy"\n',
        "",
        (
            ":24: table[0].columns.acc.definition: expected a definition, got nothing: or a "
            'role, such as role = "accuracy", of a column that is not computed'
        ),
    ),
    "a beta beside a definition": (
        'group = "test"',
        "beta = 2",
        ":21: table[0].columns.f1.beta: expected nothing, got '2': a definition says its own beta",
    ),
    "a beta of nothing": (
        "beta = 2",
        "beta = 0",
        ":34: table[0].columns.f2.beta: expected a number above 0, got '0'",
    ),
    "an average of no column": (
        'of = ["f1", "acc"]',
        'of = ["f1", "ac"]',
        (
            ":30: table[0].columns.mean.of: expected a column of this table, got 'ac': did "
            "you mean 'acc'?"
        ),
    ),
    "an unknown kind of row": (
        'kind = "average"',
        'kind = "mean"',
        ":49: table[0].rows[2].kind: expected one of body, runs, average, total, got 'mean'",
    ),
    "an average of no row": (
        'of = ["a", "b"]',
        'of = ["a", "c"]',
        ":50: table[0].rows[2].of: expected the label of a row, got 'c': known: a, b, mean, copied",
    ),
    "a weight below nothing": (
        "a = 3, b = 5",
        "a = -3, b = 5",
        ":51: table[0].rows[2].weights.a: expected a whole number from 0, got -3",
    ),
    "an unknown fact": (
        "samples = 8",
        "sampels = 8",
        (
            ":15: table[0].facts.sampels: expected the name of a fact, got 'sampels': did you mean "
            "'samples'?"
        ),
    ),
    "a fact below nothing": (
        "samples = 8",
        "samples = -8",
        ":15: table[0].facts.samples: expected a whole number from 0, got -8",
    ),
    "a tolerance without a reason": (
        'reason = "by hand"',
        'reason = " "',
        ":39: table[0].rows[0].tolerance.f1.reason: expected a reason, got an empty text",
    ),
    "a tolerance of nothing": (
        "value = 0.05",
        "value = 0",
        ":22: table[0].columns.f1.tolerance.value: expected a tolerance above 0, got 0",
    ),
    "a tolerance of a cell that is not there": (
        "tolerance = { f1 = { value = 0.1",
        "tolerance = { f2 = { value = 0.1",
        ":39: table[0].rows[0].tolerance: expected a cell of this row, got 'f2': known: f1, acc",
    ),
    "an expectation without a reason": (
        'mismatch = "micro in v1"',
        'mismatch = ""',
        ":44: table[0].rows[1].expect.f1.mismatch: expected why it is not reproduced, got ''",
    ),
    "a review on no day": (
        'micro in v1", review = 2027-03-01',
        "micro in v1\", review = '2027-03-01'",
        (
            ":44: table[0].rows[1].expect.f1.review: expected a date, got '2027-03-01': a "
            "date without quotes, as in review = 2027-03-01"
        ),
    ),
    "a review at an hour": (
        'micro in v1", review = 2027-03-01',
        'micro in v1", review = 2027-03-01T10:00:00',
        (
            ":44: table[0].rows[1].expect.f1.review: expected a date, got 2027-03-01 10:00:00: "
            "a date without quotes, as in review = 2027-03-01"
        ),
    ),
    "lines that run backwards": (
        "main.tex:10-20",
        "main.tex:20-10",
        ":14: table[0].at: expected lines from 1 to 1000000, got 20-10",
    ),
    "a space about a role": (
        '[[table.rows]]\nlabel = "a"',
        '[table.space]\ncolumns = ["acc"]\n\n[[table.rows]]\nlabel = "a"',
        (
            ":37: table[0].space.columns[0]: expected a column with a definition, got 'acc': it "
            "has a role alone"
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_names_its_place_and_a_way_out(name: str) -> None:
    old, new, expected = CASES[name]
    assert GROWN.count(old) >= 1

    found = faults(GROWN.replace(old, new, 1))

    assert f"c.toml{expected}" in found


CLAIMS = {
    "an operand that is nothing": (
        'left = "1/a/f1"\nright = 50',
        'left = "1/c/f1"\nright = 50',
        (
            "claim[2].left: expected a cell (table/row/column), or a claim of one number, got "
            "'1/c/f1': did you mean '1/b/f1'?"
        ),
    ),
    "an id twice": (
        'id = "more"',
        'id = "twice"',
        (
            "claim[2].id: expected another id, got 'twice' again: reports tell claims, tables and "
            "cells by it"
        ),
    ),
    "the id of a cell": (
        'id = "more"',
        'id = "1/a/f1"',
        (
            "claim[2].id: expected another id, got '1/a/f1' again: reports tell claims, tables and "
            "cells by it"
        ),
    ),
    "the name of a table": (
        'id = "more"',
        'id = "2"',
        (
            "claim[2].id: expected another id, got '2' again: reports tell claims, tables "
            "and cells by it"
        ),
    ),
    "no id": (
        'id = "more"',
        'id = ""',
        "claim[2].id: expected a name that tells it from others, got an empty text",
    ),
    "a ratio without a number": (
        "value = 1.5\n",
        "",
        'claim[1].value: expected a number, got nothing: is = "ratio"',
    ),
    "an order with a number": (
        'is = "greater"',
        'is = "greater"\nvalue = 3',
        'claim[2].value: expected nothing, got a number: is = "greater"',
    ),
    "an unknown relation": (
        'is = "greater"',
        'is = "grater"',
        (
            "claim[2].is: expected one of greater, less, equal, difference, ratio, relative, got "
            "'grater': did you mean 'greater'?"
        ),
    ),
    "data without a definition": (
        'definition = "total(of=gold)"\n',
        "",
        (
            "claim[0].definition: expected a definition, got nothing: a number is computed by a "
            "definition from data; without both it is only compared"
        ),
    ),
    "a source that is not there": (
        '[[claim]]\nid = "n"\ndata = "runs"',
        '[[claim]]\nid = "n"\ndata = "run"',
        "claim[0].data: expected the name of a source, got 'run': did you mean 'runs'?",
    ),
    "words that say nothing": (
        'says = "about 1.5x"',
        'says = "a clear gain"',
        (
            "claim[3].says: expected words about two numbers, got 'a clear gain': such as "
            "about 11x, doubled, by 12%, 3 points higher"
        ),
    ),
    "too many words": (
        'says = "about 1.5x"',
        f'says = "{"about " * 60}1.5x"',
        "claim[3].says: expected words about two numbers, got 'about about about",
    ),
    "a key of another kind": (
        'says = "about 1.5x"',
        'says = "about 1.5x"\nvalue = 3',
        (
            "claim[3].value: expected a known key, got 'value': known: id, expect, at, says, left, "
            "right"
        ),
    ),
    "a number of two units": (
        "value = 13",
        'value = "13%"\nunit = "$"',
        "claim[0].value: expected one unit, got '%' in the text and",
    ),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_fault_of_a_claim_names_its_place_and_a_way_out(name: str) -> None:
    old, new, expected = CLAIMS[name]
    assert old in GROWN

    found = faults(GROWN.replace(old, new, 1))

    assert [one for one in found if expected in one], found


def test_who_uses_a_broken_definition_adds_no_fault_of_its_own() -> None:
    found = faults(GROWN.replace('f = "f(average=micro)"', 'f = "f(average=mirco)"'))

    assert len(found) == 1
    assert "definitions.f: expected a definition" in found[0]


def test_a_faulty_field_of_a_table_brings_no_fault_of_a_space_that_is_not_there() -> None:
    found = faults(
        GROWN.replace('name = "2"', 'name = "2"\nfacts = { samples = ' + "9" * 26 + " }")
    )

    assert found
    assert not [one for one in found if "space" in one]
