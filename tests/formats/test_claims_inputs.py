"""What a file of a format leaves open is said in the claims file, by name, or refused."""

import tomllib

import pytest

from measurand.edges.claims.schema import claims_schema
from tests.formats.json_schema import Validator
from tests.formats.whole_claims import faults, loaded

SOURCE = """\
schema = 1

[data.runs]
path = "logs/*.jsonl.gz"
format = "lm-eval"
input = { filter = "strict-match", target = "list" }

[data.runs.fields]
lists = { second = "other.pred" }

[data.marks]
path = "gold"
format = "brat"
predictions = "pred"
input = { pieces = "hull" }
"""


def test_choices_and_lists_are_read_by_name() -> None:
    [(_, runs), (_, marks)] = loaded(SOURCE).sources

    assert runs.input == (("filter", "strict-match"), ("target", "list"))
    assert (runs.said("filter"), runs.said("response")) == ("strict-match", "")
    assert runs.fields.lists == (("second", "other.pred"),)
    assert (marks.format, marks.predictions) == ("brat", "pred")
    assert (marks.said("pieces"), marks.said("of")) == ("hull", "entities")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            'filter = "strict-match"',
            'filtre = "strict-match"',
            ":6: data.runs.input: expected one of filter, target, response, end, for lm-eval, got",
        ),
        (
            'target = "list"',
            'target = "lists"',
            "data.runs.input: expected target: text or list, got 'lists': did you mean 'list'?",
        ),
        ('filter = "strict-match"', 'filter = ""', "expected filter: a text, got ''"),
        ('format = "brat"', 'format = "squad"', "expected one of version, for squad, got"),
        (
            'format = "brat"',
            'format = "json"',
            "expected one of labels, end, for json, got 'pieces': pieces is a choice of brat",
        ),
        ('second = "other.pred"', 'predicted = "a"', "fields.lists: expected names of other lists"),
    ],
)  # fmt: skip
def test_what_a_format_does_not_leave_open_is_refused(before: str, after: str, told: str) -> None:
    [first, *_] = faults(SOURCE.replace(before, after))

    assert told in first


def test_the_schema_holds_what_is_read() -> None:
    validator = Validator(claims_schema())

    assert validator.errors(tomllib.loads(SOURCE)) == []
    assert validator.errors(tomllib.loads(SOURCE.replace("filter =", "filtre ="))) != []
