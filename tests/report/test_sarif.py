"""SARIF: levels, places, and texts that are not ASCII."""

import json

from attrs import evolve

from measurand.edges.report.ci import sarif
from measurand.edges.report.render import to_json
from tests.report.sample_outcomes import HOLDS, OUTCOMES


def test_refuted_is_an_error_and_undecided_a_warning() -> None:
    run = json.loads(to_json(sarif(OUTCOMES, version="0.1")))["runs"][0]

    assert [(one["level"], one["ruleId"]) for one in run["results"]] == [
        ("error", "cell"),
        ("warning", "claim"),
    ]
    assert run["tool"]["driver"]["version"] == "0.1"


def test_a_result_points_to_its_rule_its_file_and_its_line() -> None:
    run = json.loads(to_json(sarif(OUTCOMES, version="0.1")))["runs"][0]
    rules = run["tool"]["driver"]["rules"]

    for one in run["results"]:
        assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
    assert [one["locations"][0]["physicalLocation"] for one in run["results"]] == [
        {"artifactLocation": {"uri": "paper%2C%20v2/c.toml"}, "region": {"startLine": 14}},
        {"artifactLocation": {"uri": "c%20d.toml"}, "region": {"startLine": 3}},
    ]


def test_brackets_of_a_message_are_no_links() -> None:
    linked = evolve(OUTCOMES[1], id="![t](https://evil.example/t.png)")

    (run,) = json.loads(to_json(sarif([linked], version="1")))["runs"]

    assert run["results"][0]["message"]["text"].startswith(
        "!\\[t\\](https://evil.example/t.png): not reproduced"
    )


def test_what_holds_is_no_result() -> None:
    (run,) = json.loads(to_json(sarif([HOLDS], version="1")))["runs"]

    assert run["results"] == []
