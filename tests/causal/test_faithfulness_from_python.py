"""Six lines: a graph, a problem and a text in, a score and its report out."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand import Defined, InvalidInputError, faithfulness, faithfulness_batch
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


UNREAD = "logic_quality was not measured"


def test_a_score_that_no_text_went_into_says_so() -> None:
    cf, report = faithfulness(NEWTON, "Calculate the acceleration.", "bananas")

    said = f"{UNREAD} (nothing was decided: no judge of texts): the score says nothing of it"
    assert report["notes"] == [said]
    assert str(cf) == f"{cf}" == f"Defined(value=Fraction(1, 1)): {said}"
    assert cf == Defined(Fraction(1))
    assert {cf: "found"}[Defined(Fraction(1))] == "found"


PROFILE_NAMES: tuple[Literal["recommended", "documented", "as-run"], ...] = (
    "recommended",
    "documented",
    "as-run",
)
# A node and a known of each kind: what is decided, what is prose, what does not hang together.
RULES = ("a = F/m", "it follows", "")
GRAPHS = st.fixed_dictionaries(
    {
        "target_variable": st.just("a"),
        "knowns": st.dictionaries(st.sampled_from("Fmx"), st.integers(1, 9), max_size=2),
        "causal_graph": st.lists(
            st.fixed_dictionaries(
                {
                    "cause": st.lists(st.sampled_from("Fmz"), min_size=1, max_size=2),
                    "effect": st.sampled_from("az"),
                    "rule": st.sampled_from(RULES),
                }
            ),
            max_size=3,
        ),
    }
)


@given(
    dag=GRAPHS,
    text=st.sampled_from(("", "By a = F/m it is 5.")),
    judge=st.sampled_from(("equations", "structural", says_half)),
    profile=st.sampled_from(PROFILE_NAMES),
)
def test_whatever_a_score_does_not_rest_on_is_said(
    dag: dict[str, object],
    text: str,
    judge: Literal["equations", "structural"] | Callable[[Prompt], str],
    profile: Literal["recommended", "documented", "as-run"],
) -> None:
    cf, report = faithfulness(dag, reasoning=text, judge=judge, profile=profile)

    # As the report says it of each: null, or what stands for it with its reason.
    lacking = {
        name
        for name, part in report["components"].items()
        if part["weight"] and (part["score"] is None or "reason" in part)
    }
    told = {name for name in report["components"] if f"{name} was not measured" in str(report)}
    assert told == lacking
    if isinstance(cf, Defined):
        assert all(name in str(cf) for name in lacking)


def test_a_score_that_rests_on_everything_says_nothing_more() -> None:
    def full(prompt: Prompt) -> str:
        return says_half(prompt).replace("0.5", "1.0")

    cf, report = faithfulness(NEWTON, *TEXTS, judge=full)

    assert "notes" not in report
    assert str(cf) == str(Defined(cf.value))  # type: ignore[union-attr]  # it is defined


def test_many_problems_say_it_once() -> None:
    report = faithfulness_batch([{"dag": NEWTON}, {"dag": NEWTON, "reasoning_trajectory": "so"}])

    assert report["notes"] == [
        f"{UNREAD} ({why}): the score says nothing of it (1 of 2 problems)"
        for why in ("no reasoning text", "nothing was decided: no judge of texts")
    ]


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
