"""Faults of the space of a table: what an audit may try."""

import pytest

from tests.formats.whole_claims import changed, faults

CASES = {
    "an unknown column in the space": (
        '["f1", "recall"]',
        '["f1", "racall"]',
        (
            ":47: table[0].space.columns[1]: expected a column of this table, got 'racall': did "
            "you mean 'recall'?"
        ),
    ),
    "a space of no column": (
        '["f1", "recall"]',
        "[]",
        ":47: table[0].space.columns: expected at least one column, got none",
    ),
    "an unknown source in the space": (
        '["final", "first"]',
        '["final", "frist"]',
        (
            ":48: table[0].space.data[1]: expected the name of a source, got 'frist': did you mean "
            "'first'?"
        ),
    ),
    "an unknown value in the space": (
        '"drop"]',
        '"dropp"]',
        (
            ":56: table[0].space.any[1].both_empty[1]: expected a value of both_empty, got "
            "'dropp': expected P+R with each of 0, 1, skip; or drop, got 'dropp': did you mean "
            "'drop'?"
        ),
    ),
    "a choice among nothing": (
        '["1+1", "drop"]',
        "[]",
        (
            ":56: table[0].space.any[1].both_empty: expected at least one value, got none: list "
            'the values to try, such as average = ["micro", "macro[sample]"]'
        ),
    ),
    "a choice that is no list": (
        'both_empty = ["1+1", "drop"]',
        'both_empty = "drop"',
        ":56: table[0].space.any[1].both_empty: expected a list, got 'drop'",
    ),
    "a choice that says a value twice": (
        '["1+1", "drop"]',
        '["drop", "drop"]',
        ":56: table[0].space.any[1].both_empty[1]: expected each once, got 'drop' again",
    ),
    "a choice both shared and in an alternative": (
        'both_empty = ["1+1", "drop"]',
        'data = ["final"]',
        (
            ":56: table[0].space.any[1].data: expected an option in one place, got two lists: it "
            "is shared by all alternatives already"
        ),
    ),
    "an argument that no cell can have": (
        '"match.threshold" = [0.5, 0.7]',
        '"match.treshold" = [0.5]',
        (
            ':52: table[0].space.any[0]."match.treshold"[0]: expected a value of match.treshold '
            "that some cell can have, got '0.5': option 'match' of f: expected set | multiset | "
            "greedy[similarity,threshold] | optimal[similarity,threshold] | "
            "spans[mode,threshold,scope,assign] | given, "
            "got greedy[treshold...]: did you mean 'threshold'?"
        ),
    ),
}
"""What is changed, into what, and the faults that follow, behind the name of the file."""


@pytest.mark.parametrize("name", CASES)
def test_a_fault_says_place_got_expected_and_a_way_out(name: str) -> None:
    old, new, *expected = CASES[name]

    assert faults(changed(old, new)) == [f"c.toml{text}" for text in expected]
