"""Outcomes in the formats of other programs: whatever texts they hold, the form stands."""

import json
from xml.etree.ElementTree import fromstring

from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.claims.outcomes import Outcome
from measurand.edges.report.ci import annotations, junit, sarif, step_summary
from measurand.edges.report.render import to_json
from measurand.values.verdict import Verdict

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
hostile = st.sampled_from(["::error::", "\r\n::warning::x", "]]>", "<b>", "a,b:c%0A", "\x00", "|"])
outcomes = st.lists(
    st.builds(
        Outcome,
        id=texts | hostile,
        kind=st.sampled_from(["cell", "relation", "made up"]),
        verdict=st.sampled_from(Verdict),
        printed=texts,
        computed=texts | hostile,
        because=texts | hostile,
        file=texts | hostile,
        line=st.integers(0, 3),
        where=texts | st.just("paper.tex:3"),
        samples=st.lists(texts | hostile, max_size=3).map(tuple),
    ),
    max_size=12,
)


@given(outcomes)
def test_junit_parses_and_counts_every_claim(found: list[Outcome]) -> None:
    top = fromstring(junit(found))
    cases = list(top.iter("testcase"))

    assert len(cases) == len(found) == int(top.get("tests") or 0)
    failed = sum(case.find("failure") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    assert failed == sum(one.verdict is Verdict.REFUTED for one in found)
    assert skipped == sum(one.verdict is Verdict.UNDECIDED for one in found)


@given(outcomes)
def test_every_line_for_github_is_one_command_of_ours(found: list[Outcome]) -> None:
    text = annotations(found)

    for line in text.splitlines():
        assert line.startswith(("::error ", "::warning "))
    assert text.count("\n") == len(text.split("\n")) - 1 == len(text.splitlines())
    assert bool(text) == any(one.verdict is not Verdict.HOLDS for one in found)


@given(outcomes)
def test_sarif_is_json_with_a_result_for_each_claim_that_does_not_hold(
    found: list[Outcome],
) -> None:
    (run,) = json.loads(to_json(sarif(found, version="1")))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]

    assert [(one["partialFingerprints"]["claim/v1"], one["ruleId"]) for one in run["results"]] == [
        (one.id, one.kind) for one in found if one.verdict is not Verdict.HOLDS
    ]
    assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in run["results"])


@given(outcomes)
def test_the_summary_has_a_row_for_each_claim_that_does_not_hold(found: list[Outcome]) -> None:
    lines = step_summary(found, title="T").splitlines()

    rows = [line for line in lines if line.startswith("| ")]
    open_ones = [one for one in found if one.verdict is not Verdict.HOLDS]
    assert len(rows) == (2 + len(open_ones) if open_ones else 0)
    assert not any(line.startswith("::") for line in lines)
