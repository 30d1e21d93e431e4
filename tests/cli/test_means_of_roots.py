"""Means of correlations, from a file of labels to verdicts, locks and comparisons."""

import json
from fractions import Fraction

import pytest

from measurand.edges.files.locks import read_score
from measurand.values.quantity import Enclosed, Root
from measurand.values.score import Defined
from tests.cli.running import Shell

MCC = "mcc(class=item,average=macro[class])"
# Gold is a a a b c. The classes of the first score 2/3, sqrt(3/8) and 1: see tests/metrics.
# Of the second: a: tp 1, fp 0, fn 2, tn 2; b: tp 1, fp 2, fn 0, tn 2: 2 / sqrt(24) each; c: 1.
FIRST = Defined(Enclosed(Fraction(5, 9), (Root(Fraction(1, 24)),)))  # 0.75968
SECOND = Defined(Enclosed(Fraction(1, 3), (Root(Fraction(2, 27)),)))  # 0.60550
CLAIMS = f"""\
schema = 1
[data.first]
path = "first.jsonl"
[data.second]
path = "second.jsonl"
[[table]]
name = "1"
columns.MCC = {{ definition = "{MCC}" }}
rows = [
    {{ label = "ours", data = "first", cells = {{ MCC = "0.760" }} }},
    {{ label = "theirs", data = "second", cells = {{ MCC = "0.605" }} }},
    # It is 60.5499 %, and its decimals would do for a tie.
    {{ label = "again", data = "second", cells = {{ MCC = "60.6%" }} }},
]
"""


def labelled(said: str) -> str:
    both = zip("aaabc", said, strict=True)
    records = [{"id": str(at), "gold": [g], "pred": [p]} for at, (g, p) in enumerate(both)]
    return "".join(f"{json.dumps(one)}\n" for one in records)


@pytest.fixture
def study(shell: Shell) -> Shell:
    shell.write("claims.toml", CLAIMS)
    shell.write("first.jsonl", labelled("aabbc"))
    shell.write("second.jsonl", labelled("abbbc"))
    return shell


def test_a_mean_of_roots_is_written_exactly_and_in_digits(study: Shell) -> None:
    ran = study("score", "first.jsonl", "-d", MCC, "--format", "json")

    [found] = json.loads(ran.out)["scores"]
    assert found["score"] == {"value": "5/9 + sqrt(1/24)", "decimal": "0.759679700787487"}
    assert read_score(found["score"]["value"]) == FIRST
    assert "5/9 + sqrt(1/24)" in study("score", "first.jsonl", "-d", MCC).out


def test_printed_means_of_roots_hold_or_are_refuted(study: Shell) -> None:
    ran = study("check", "claims.toml", "--format", "json")

    cells = json.loads(ran.out)["tables"][0]["cells"]
    assert ran.code == 1
    assert [cell["verdict"] for cell in cells] == ["holds", "holds", "refuted"]
    assert "60.6% != 60.550%" in study("check", "claims.toml").out


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ('left = "1/ours/MCC"\nis = "greater"\nright = "1/theirs/MCC"', "holds"),
        ('left = "1/theirs/MCC"\nis = "greater"\nright = "1/ours/MCC"', "refuted"),
        ('left = "1/theirs/MCC"\nis = "equal"\nright = "1/again/MCC"', "holds"),
        ('left = "1/theirs/MCC"\nis = "greater"\nright = "1/again/MCC"', "refuted"),
        ('left = "1/ours/MCC"\nis = "equal"\nright = "1/theirs/MCC"', "refuted"),
        # 0.154181
        ('left = "1/ours/MCC"\nis = "difference"\nright = "1/theirs/MCC"\nvalue = 0.154', "holds"),
        ('left = "1/ours/MCC"\nis = "difference"\nright = "1/theirs/MCC"\nvalue = 0.15', "holds"),
        ('left = "1/ours/MCC"\nis = "difference"\nright = "1/theirs/MCC"\nvalue = 0.16', "refuted"),
        # 1.254634
        ('left = "1/ours/MCC"\nis = "ratio"\nright = "1/theirs/MCC"\nvalue = 1.2546', "holds"),
        ('left = "1/ours/MCC"\nis = "ratio"\nright = "1/theirs/MCC"\nvalue = 1.26', "refuted"),
        ('left = "1/theirs/MCC"\nis = "difference"\nright = "1/again/MCC"\nvalue = 0', "holds"),
    ],
)
def test_relations_of_means_of_roots_are_decided(study: Shell, claim: str, verdict: str) -> None:
    claims = CLAIMS.replace('"60.6%"', '"0.605"')
    study.write("claims.toml", f'{claims}[[claim]]\nid = "one"\n{claim}\n')

    ran = study("check", "claims.toml", "--format", "json")

    [found] = [one for one in json.loads(ran.out)["outcomes"] if one["kind"] == "relation"]
    assert found["verdict"] == verdict


def test_a_lock_holds_a_mean_of_roots_and_reads_it_again(study: Shell) -> None:
    assert study("lock", "claims.toml").code == 0

    numbers = json.loads(study.read("claims.lock.json"))["numbers"]
    assert read_score(numbers["1/ours/MCC"]["value"]) == FIRST
    assert read_score(numbers["1/theirs/MCC"]["value"]) == SECOND
    assert "3 as locked" in study("check", "claims.toml", "--locked").out
    study.write("first.jsonl", labelled("abbbc"))
    ran = study("check", "claims.toml", "--locked")
    assert "2 as locked, 1 not as locked" in ran.out
    # One sample changed: what it moves is the whole move, 0.605499 - 0.759680.
    assert "-0.154181" in ran.out
    assert "?" not in ran.out


def test_two_systems_are_compared_by_a_mean_of_roots(study: Shell) -> None:
    ran = study("compare", "first.jsonl", "second.jsonl", "-d", MCC, "--format", "json")

    [found] = json.loads(ran.out)["comparisons"]
    assert found["difference"] == {
        "value": "2/9 - sqrt(1/216)",
        "decimal": "0.154180840478245",
    }
    # One sample differs: exchanged or not, the systems are as far apart.
    assert found["p_value"]["value"] == "1"


def test_a_mean_of_roots_is_printed_in_every_form(study: Shell) -> None:
    for fmt in ("text", "md", "csv", "latex"):
        ran = study("score", "first.jsonl", "-d", MCC, "--format", fmt)
        assert (ran.code, ran.err) == (0, ""), fmt
