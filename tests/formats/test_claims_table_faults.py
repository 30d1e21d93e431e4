"""Faults of the tables of a claims file: columns, rows, cells, options."""

import pytest

from tests.formats.whole_claims import changed, faults

CASES = {
    "a typo in a key of a column": (
        "rounding =",
        "roundign =",
        (
            ":26: table[0].columns.f1.roundign: expected a known key, got 'roundign': did you mean "
            "'rounding'?"
        ),
    ),
    "a key that is like no other": (
        'label = "CoT"\nwhere',
        'label = "CoT"\nq = 1\nwhere',
        (
            ":37: table[0].rows[0].q: expected a known key, got 'q': known: label, where, data, "
            "options, cells, kind, of, facts, weights, computed, tolerance, expect, at"
        ),
    ),
    "a label that is a number": (
        'label = "CoT"\nwhere',
        "label = 7\nwhere",
        ":36: table[0].rows[0].label: expected a text, got 7",
    ),
    "decimals that are a text": (
        "decimals = 2",
        'decimals = "2"',
        ":25: table[0].columns.f1.decimals: expected a whole number, got '2'",
    ),
    "decimals without bound": (
        "decimals = 2",
        "decimals = 10_000_000_000",
        ":25: table[0].columns.f1.decimals: expected from 0 to 40 decimals, got 10000000000",
    ),
    "an unknown unit": (
        'unit = "%"',
        'unit = "percents"',
        (
            ":24: table[0].columns.f1.unit: expected one of none, %, points, $, €, £, ¥, got "
            "'percents'"
        ),
    ),
    "an unknown source": (
        'data = "first"',
        'data = "frist"',
        (
            ":38: table[0].rows[0].data: expected the name of a source, got 'frist': did you mean "
            "'first'?"
        ),
    ),
    "a table without data": (
        'data = "final"\n',
        "",
        (
            ":16: table[0].data: expected the name of a source, got nothing: a table names its "
            'data, as in data = "runs", or each of its rows does'
        ),
    ),
    "an unknown metric": (
        "f(aggregate=harmonic)",
        "ff(aggregate=harmonic)",
        (
            ":23: table[0].columns.f1.definition: expected a definition, got "
            "'ff(aggregate=harmonic)': unknown metric 'ff': did you mean 'f'?"
        ),
    ),
    "an unknown option of a definition": (
        "f(aggregate=harmonic)",
        "f(agregate=harmonic)",
        (
            ":23: table[0].columns.f1.definition: expected a definition, got "
            "'f(agregate=harmonic)': unknown option 'agregate' of f: did you mean 'aggregate'?"
        ),
    ),
    "an unknown value in a definition": (
        "f(aggregate=harmonic)",
        "f(aggregate=harmonc)",
        (
            ":23: table[0].columns.f1.definition: expected a definition, got "
            "'f(aggregate=harmonc)': option 'aggregate' of f: expected mean | harmonic, got "
            "'harmonc': did you mean 'harmonic'?"
        ),
    ),
    "an unknown definition without its metric": (
        'metric = "recall(credit=binary)"\n',
        "",
        (
            ":28: table[0].columns.recall.metric: expected the name of a metric, got nothing: of "
            'an unknown definition the metric is known, as in metric = "f"'
        ),
    ),
    "a metric beside a definition": (
        'definition = "column(name=cost)"',
        'definition = "f"\nmetric = "f"',
        (
            ":34: table[0].columns.cost.metric: expected nothing, got 'f': metric stands beside "
            'definition = "unknown" only'
        ),
    ),
    "an unknown option": (
        "beta = 2",
        "bta = 2",
        (
            ":20: table[0].options.bta: expected the name of an option, got 'bta': did you mean "
            "'beta'?"
        ),
    ),
    "an option that no column has": (
        "beta = 2",
        "of = 'gold'",
        (
            ":20: table[0].options.of: expected an option of these columns, got 'of': no column "
            "has it: their metrics are f, recall, column"
        ),
    ),
    "an option of a row with an unknown value": (
        '{ average = "micro" }',
        '{ average = "mirco" }',
        (
            ":39: table[0].rows[0].options.average: expected a value of average, got 'mirco': "
            "expected micro | macro[KEY,...] | weighted[KEY,...], got 'mirco': did you mean "
            "'micro'?"
        ),
    ),
    "a value that is no value at all": (
        "greedy[threshold=0.7]",
        "greedy[threshold",
        (
            ":20: table[0].options.match: expected the value of an option, got 'greedy[threshold': "
            "',' or ']': got 'the end' at character 17 of 'greedy[threshold'"
        ),
    ),
    "options that make no definition together": (
        '{ average = "micro" }',
        '{ statistic = "sample_stdev" }',
        (
            ":39: table[0].rows[0].options: expected options that together define f1, got a clash: "
            "f: a standard deviation needs an F of each unit: got aggregate=harmonic, expected "
            "aggregate=mean"
        ),
    ),
    "a cell of an unknown column": (
        "recall = 4",
        "recal = 4",
        (
            ":40: table[0].rows[0].cells.recal: expected a column of this table, got 'recal': did "
            "you mean 'recall'?"
        ),
    ),
    "a cell that is not a number": (
        "recall = 4",
        "recall = nan",
        (
            ":40: table[0].rows[0].cells.recall: expected a printed number such as 63.3, 63.3% or "
            "$0.0123, got 'nan': leave out a cell that prints no number"
        ),
    ),
    "a cell that is infinite": (
        "recall = 4",
        "recall = -inf",
        (
            ":40: table[0].rows[0].cells.recall: expected a printed number such as 63.3, 63.3% or "
            "$0.0123, got '-inf': leave out a cell that prints no number"
        ),
    ),
    "a cell that is a list": (
        "recall = 4",
        "recall = [4]",
        (
            ":40: table[0].rows[0].cells.recall: expected a text or a number, got a list of 1: "
            "leave out a cell that prints no number"
        ),
    ),
    "a cell with more digits than its column": (
        "63.30",
        "63.301",
        (
            ":40: table[0].rows[0].cells.f1: expected at most 2 decimals, got '63.301': leave out "
            "a cell that prints no number"
        ),
    ),
    "a number of too many bits": (
        "recall = 4",
        "recall = 0x" + "f" * 5000,
        (
            ":40: table[0].rows[0].cells.recall: expected a text or a number, got a number of "
            "20000 bits: leave out a cell that prints no number"
        ),
    ),
    "control characters": (
        'data = "first"',
        'data = "\\u001b[31m"',
        (
            ":38: table[0].rows[0].data: expected the name of a source, got '\\x1b[31m': known: "
            "final, first"
        ),
    ),
}
"""What is changed, into what, and the faults that follow, behind the name of the file."""


@pytest.mark.parametrize("name", CASES)
def test_a_fault_says_place_got_expected_and_a_way_out(name: str) -> None:
    old, new, *expected = CASES[name]

    assert faults(changed(old, new)) == [f"c.toml{text}" for text in expected]
