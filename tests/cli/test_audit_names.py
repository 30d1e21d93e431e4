"""An audit names a tool only where what the tool presupposes was looked at, and nothing refused."""

import pytest

from tests.cli.running import Shell

CLAIMS = """\
schema = 1
[data.d]
path = "d.jsonl"
{said}
[[table]]
name = "1"
data = "d"
[table.columns.F1]
definition = "{definition}"
[table.space]
columns = ["F1"]
both_empty = ["1+1", "0+0"]
[[table.rows]]
label = "r"
cells = {{ F1 = "{printed}" }}
"""
TOKENS, ITEMS = "f(average=macro[sample],match=multiset)", "f(average=macro[class],class=item)"
SPANS = "f(average=micro,match=spans)"
TEXTS = (
    '{"id": "q1", "gold": "the cat", "pred": "Cat."}\n'
    '{"id": "q2", "gold": "Oslo", "pred": "in Oslo"}\n'
)
WORDS = '{"id": "q1", "gold": ["cat"], "pred": ["cat"]}\n'
TAGS = (
    '{"id": "0", "gold": ["B-PER", "O"], "pred": ["B-PER", "O"], "sample_weight": 3}\n'
    '{"id": "1", "gold": ["B-PER", "O"], "pred": ["O", "O"], "sample_weight": 1}\n'
)


@pytest.mark.parametrize(
    ("definition", "lines", "said", "printed", "tools"),
    [
        (TOKENS, TEXTS, "", "0.0", []),
        (TOKENS, WORDS, "", "1.0", ["SQuAD's default"]),
        (TOKENS, WORDS.replace("}", ', "sample_weight": 2}'), "", "1.0", []),
        (SPANS, TAGS, 'items = "iob2"', "0.857", []),
        (SPANS, TAGS.replace(": 3}", ": 1}"), 'items = "iob2"', "0.667", ["seqeval's default"]),
        (ITEMS, WORDS.replace("}", ', "sample_weight": 2}'), "", "1.0", ["scikit-learn"]),
    ],
)
def test_a_tool_is_named_where_it_takes_the_samples(  # noqa: PLR0913, PLR0917  # a row of a table
    shell: Shell, definition: str, lines: str, said: str, printed: str, tools: list[str]
) -> None:
    shell.write("d.jsonl", lines)
    claims = CLAIMS.format(definition=definition, said=said, printed=printed)
    shell.write("c.toml", claims)

    out = shell("audit", "c.toml").out

    found = [
        tool for tool in ("SQuAD's default", "seqeval's default", "scikit-learn") if tool in out
    ]
    assert found == tools


def test_a_column_of_which_a_tool_refuses_a_row_is_not_under_its_name(shell: Shell) -> None:
    lines = WORDS.replace("}", ', "groups": {"system": "a"}}') + (
        '{"id": "q2", "gold": ["The cat"], "pred": ["The cat"], "groups": {"system": "b"}}\n'
    )
    rows = "".join(
        f'[[table.rows]]\nlabel = "{name}"\nwhere = {{ system = "{name}" }}\n'
        'cells = { F1 = "1.0" }\n'
        for name in "ab"
    )
    claims = CLAIMS.format(definition=TOKENS, said="", printed="1.0").partition("[[table.rows]]")
    shell.write("d.jsonl", lines)
    shell.write("c.toml", claims[0] + rows)

    assert "SQuAD" not in shell("audit", "c.toml").out


def test_the_call_that_is_named_has_the_weights(shell: Shell) -> None:
    heavy = '{"id": "q1", "gold": ["cat"], "pred": ["cat"], "sample_weight": 2}\n'
    shell.write("d.jsonl", heavy)
    shell.write("c.toml", CLAIMS.format(definition=ITEMS, said="", printed="1.0"))

    out = shell("audit", "c.toml").out

    assert "sample_weight=...)" in out
    assert "scikit-learn's default" not in out
