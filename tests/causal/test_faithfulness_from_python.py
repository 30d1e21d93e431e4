"""Six lines: a graph, a problem and a text in, a score and its report out."""

import json

import pytest

from measurand import InvalidInputError, faithfulness, faithfulness_batch
from measurand.studies.causal.asking.prompts import Prompt

NEWTON = {
    "target_variable": "acceleration",
    "knowns": {"F": 10, "m": 2},
    "causal_graph": [{"cause": ["F", "m"], "effect": "acceleration", "rule": "a = F/m"}],
}
TEXTS = ("Calculate the acceleration of 2 kg under 10 N.", "By a = F/m it is 5.")


def says_half(prompt: Prompt) -> str:
    """Give half marks to whatever is asked, in the words of its schema."""
    asked = json.loads(prompt.schema)["properties"]
    level = asked.get("level", asked.get("impact", {})).get("enum", ["partial"])
    reply = {name: 0.5 for name, kind in asked.items() if kind.get("type") == "number"}
    reply |= {name: True for name, kind in asked.items() if kind.get("type") == "boolean"}
    reply |= {name: "so" for name, kind in asked.items() if kind.get("type") == "string"}
    reply |= {name: level[0] for name, kind in asked.items() if "enum" in kind}
    return json.dumps(reply)


def scores_of(report: object) -> dict[str, float | None]:
    """Read each component's score as the report is written."""
    components = json.loads(json.dumps(report))["components"]
    return {name: part["score"] for name, part in components.items()}


def test_equations_judge_a_graph_without_a_model() -> None:
    cf, report = faithfulness(NEWTON, *TEXTS)

    assert f"{cf:.4f}" == "1.0000"
    assert report["cf_score"] == 1.0


def test_any_function_may_judge() -> None:
    asked: list[str] = []

    def judge(prompt: Prompt) -> str:
        asked.append(prompt.user)
        return says_half(prompt)

    _, report = faithfulness(NEWTON, *TEXTS, judge=judge)

    # Two nodes, two knowns, one text.
    assert len(asked) == 5
    # The first level of the interventions disagrees with a share of one half, and is refused.
    assert scores_of(report) == {
        "causal_intervention": None,
        "abductive_reasoning": 1.0,
        "logic_quality": 0.5,
        "graph_quality": 1.0,
    }


def test_a_reply_that_cannot_be_read_is_no_verdict() -> None:
    _, report = faithfulness(NEWTON, *TEXTS, judge=lambda _prompt: "no JSON")

    # Only the graph is judged without asking.
    assert scores_of(report) == {
        "causal_intervention": None,
        "abductive_reasoning": None,
        "logic_quality": None,
        "graph_quality": 1.0,
    }


def test_what_is_odd_in_a_graph_is_noted() -> None:
    _, report = faithfulness({**NEWTON, "knowns": 5})

    assert "knowns" in str(report["notes"])


def test_many_problems_have_one_report() -> None:
    report = faithfulness_batch([{"dag": NEWTON}, {"dag": NEWTON, "problem_text": TEXTS[0]}])

    assert (report["average_cf"], report["total_problems"]) == (1.0, 2)


@pytest.mark.parametrize(
    ("dag", "words", "expected"),
    [
        ({"knowns": {"F": float("inf")}}, {}, "dag.knowns.F: expected a finite number"),
        (NEWTON, {"judge": "equation"}, "judge: expected one of structural, equations"),
        (NEWTON, {"profile": "recomended"}, "profile: .* did you mean 'recommended'"),
        (NEWTON, {"settings": {"missing": "some"}}, "settings: "),
    ],
)
def test_what_is_wrong_is_said_of_the_argument(
    dag: dict[str, object], words: dict[str, object], expected: str
) -> None:
    with pytest.raises(InvalidInputError, match=expected):
        faithfulness(dag, **words)  # type: ignore[arg-type]  # hostile


def test_faults_of_a_batch_name_the_record() -> None:
    with pytest.raises(InvalidInputError, match=r"problems\[1\]"):
        faithfulness_batch([{"dag": NEWTON}, {"id": 3}])
