"""A source that was guessed, as lines of a claims file."""

from pathlib import Path

import pytest

from measurand.edges.claims.toml_lines import source_lines
from measurand.edges.files.sources.sniff import sniff
from measurand.evidence.source import ConllColumns, Source

EXAMPLES = Path(__file__).parents[2] / "docs/examples/formats"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("conll/gold.conll", ['format = "conll"', 'input = { separator = "space" }']),
        (
            "quads/gold.txt",
            ['format = "quads"', 'input = { order = "aspect,opinion,polarity" }'],
        ),
        ("trec/qrels.txt", ['format = "trec"']),
    ],
)
def test_what_was_guessed_of_a_file_is_written(name: str, lines: list[str]) -> None:
    source = sniff(EXAMPLES / name).source

    assert source is not None
    assert list(source_lines("a", source))[2:] == lines


def test_columns_of_a_claims_file_are_written_where_they_are_not_the_usual_ones() -> None:
    usual = Source(path="a", format="conll")
    blanks = Source(path="a", format="conll", conll=ConllColumns(separator="space"))

    assert list(source_lines("a", usual))[2:] == ['format = "conll"']
    assert list(source_lines("a", blanks))[2:] == [
        'format = "conll"',
        'conll = { separator = "space" }',
    ]
