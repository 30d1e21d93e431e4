"""Reports in the guide's shape: its keys, its numbers, and null where there is no score."""

from fractions import Fraction

import pytest

from measurand.studies.causal.evaluate import evaluate, judge_of, unread
from measurand.studies.causal.judging import Kind, Undecided, Unscored
from measurand.studies.causal.options import AS_RUN, DOCUMENTED, RECOMMENDED, Counts, Open, Options
from measurand.studies.causal.report import Tree, batch_report, guide_report, record_with
from measurand.studies.causal.rows import row_of
from measurand.studies.causal.sampling import Sampling
from measurand.values.reasoning import Problem, ReasoningGraph
from tests.causal.guide_examples import PRINTED, Opinion, newton, opaque, points


def branch(tree: object, *names: str) -> Tree:
    for name in names:
        assert isinstance(tree, dict)
        tree = tree[name]
    assert isinstance(tree, dict)
    return tree


def each(tree: Tree, name: str) -> list[Tree]:
    found = tree[name]
    assert isinstance(found, list)
    return found


def reported(problem: Problem, judge: Opinion, options: Options) -> Tree:
    return {**guide_report(problem, evaluate(problem, judge, options), options)}


def test_the_report_of_the_worked_example_has_the_keys_of_the_guide() -> None:
    # seed 001, output format
    report = reported(newton(), PRINTED, DOCUMENTED)
    components = branch(report, "components")

    assert list(report) == ["cf_score", "components", "about"]
    assert list(components) == [
        "causal_intervention",
        "abductive_reasoning",
        "logic_quality",
        "graph_quality",
    ]
    assert list(branch(components, "causal_intervention")) == ["score", "weight", "details"]
    assert list(branch(components, "causal_intervention", "details")) == [
        "status",
        "total_nodes",
        "non_target_nodes",
        "max_score_per_node",
        "total_score",
        "normalized_score",
        "node_evaluations",
    ]
    [first, _] = each(branch(components, "causal_intervention", "details"), "node_evaluations")
    assert list(first) == ["node", "score", "max_score", "report"]
    assert list(branch(first, "report")) == [
        "impact_level",
        "score",
        "reasoning",
        "causal_path",
        "intervention_effect",
        "alternative_paths",
    ]
    details = branch(components, "abductive_reasoning", "details")
    assert list(details) == [
        "status",
        "total_cause_nodes",
        "passed_tests",
        "abductive_score",
        "node_tests",
    ]
    assert list(each(details, "node_tests")[0]) == ["removed_node", "holds", "score", "report"]
    assert list(branch(each(details, "node_tests")[0], "report")) == [
        "holds",
        "reasoning",
        "inference_possible",
    ]
    assert list(branch(components, "logic_quality")) == ["score", "weight"]
    assert list(branch(components, "graph_quality")) == ["score", "weight"]


def test_the_numbers_of_the_worked_example_are_those_of_the_guide() -> None:
    # seed 001, output format; cf is the mean of its formula: (0.97 + 1 + 0.85 + 1)/4
    report = reported(newton(), PRINTED, DOCUMENTED)
    intervention = branch(report, "components", "causal_intervention")
    details = branch(intervention, "details")

    assert report["cf_score"] == 0.955
    assert (intervention["score"], intervention["weight"]) == (0.97, 0.25)
    assert {name: value for name, value in details.items() if name != "node_evaluations"} == {
        "status": "success",
        "total_nodes": 3,
        "non_target_nodes": 2,
        "max_score_per_node": 50.0,
        "total_score": 97.0,
        "normalized_score": 0.97,
    }
    assert [
        (one["node"], one["score"], one["max_score"], branch(one, "report")["impact_level"])
        for one in each(details, "node_evaluations")
    ] == [("F", 48.0, 50.0, "high"), ("m", 49.0, 50.0, "high")]


def test_offline_the_worked_example_says_what_breaks() -> None:
    judge, options = judge_of("structural", RECOMMENDED), RECOMMENDED
    report = guide_report(newton(), evaluate(newton(), judge, options), options)

    details = branch(report, "components", "causal_intervention", "details")
    assert branch(each(details, "node_evaluations")[0], "report") == {
        "impact_level": "critical",
        "score": 50.0,
        "reasoning": "without F nothing gives acceleration: F, m -> acceleration breaks",
        "causal_path": "F \N{RIGHTWARDS ARROW} acceleration",
        "intervention_effect": (
            "do(F) cuts the links from nothing; cuts off 0 of 2 nodes above the target"
        ),
        "alternative_paths": "No",
    }


def test_a_component_without_a_score_is_null_with_its_reason() -> None:
    report = reported(newton(""), PRINTED, RECOMMENDED)

    assert branch(report, "components", "logic_quality") == {
        "score": None,
        "reason": "no reasoning text",
        "weight": 0.25,
    }
    assert branch(report, "about")["coverage"] == 0.75


def test_half_marks_say_why() -> None:
    report = reported(newton(""), PRINTED, DOCUMENTED)

    assert branch(report, "components", "logic_quality") == {
        "score": 0.5,
        "weight": 0.25,
        "reason": "counted as 1/2: no reasoning text",
    }


def test_what_is_left_out_has_no_part_of_the_pool() -> None:
    judge = Opinion(
        {
            (Kind.INTERVENTION, "A"): points("1/2"),
            (Kind.INTERVENTION, "B"): Unscored(reason="timeout"),
            (Kind.INTERVENTION, "C"): points("1"),
        }
    )

    details = branch(
        reported(opaque(), judge, RECOMMENDED), "components", "causal_intervention", "details"
    )

    assert (details["status"], details["max_score_per_node"]) == ("partial", 50.0)
    assert details["total_score"] == 75.0
    assert [one["score"] for one in each(details, "node_evaluations")] == [25.0, None, 50.0]
    assert branch(each(details, "node_evaluations")[1], "report") == {
        "status": "unscored",
        "reason": "timeout",
        "reasoning": "",
    }


def test_as_run_a_failed_node_has_half_of_its_maximum() -> None:
    judge = Opinion(kinds={Kind.INTERVENTION: Unscored(reason="timeout")})

    details = branch(
        reported(newton(), judge, AS_RUN), "components", "causal_intervention", "details"
    )

    assert [one["score"] for one in each(details, "node_evaluations")] == [25.0, 25.0]
    assert details["status"] == "undecided"


def test_an_undecided_known_does_not_hold_as_documented() -> None:
    # seed 001, "when is 0 returned"
    judge = Opinion(kinds={Kind.ABDUCTION: Undecided(reason="opaque function", layer="equations")})

    for options, holds, score in ((DOCUMENTED, False, 0.0), (RECOMMENDED, None, None)):
        component = branch(reported(opaque(), judge, options), "components", "abductive_reasoning")
        details = branch(component, "details")

        assert component["score"] == score
        assert (details["status"], details["passed_tests"]) == ("undecided", 0)
        assert [(one["holds"], one["score"]) for one in each(details, "node_tests")] == [
            (holds, score)
        ] * 3


def test_passed_tests_are_counted() -> None:
    judge = Opinion({(Kind.ABDUCTION, "m"): points("0")})

    details = branch(
        reported(newton(), judge, RECOMMENDED), "components", "abductive_reasoning", "details"
    )

    assert (details["total_cause_nodes"], details["passed_tests"]) == (2, 1)
    assert details["abductive_score"] == 0.5


def test_nodes_that_were_not_drawn_are_said_to_be_unasked() -> None:
    # seed 001, FAQ Q3
    options = Options(sampling=Sampling(size=1))
    report = reported(opaque(), Opinion(), options)

    details = branch(report, "components", "causal_intervention", "details")
    told = [branch(one, "report").get("status") for one in each(details, "node_evaluations")]
    assert sorted(told, key=str) == [None, "unasked", "unasked"]
    assert details["max_score_per_node"] == 100.0
    sampled = branch(report, "about", "sampled", "causal_intervention")
    assert sampled == {"sampled_low": pytest.approx(1 / 3), "sampled_high": 1.0}


def test_a_graph_of_nothing() -> None:
    empty = Problem(id="1", graph=ReasoningGraph())
    components = branch(reported(empty, PRINTED, RECOMMENDED), "components")

    assert branch(components, "causal_intervention", "details") == {
        "status": "no_nodes",
        "total_nodes": 0,
        "non_target_nodes": 0,
        "max_score_per_node": None,
        "total_score": None,
        "normalized_score": None,
        "node_evaluations": [],
    }
    assert branch(components, "abductive_reasoning", "details")["status"] == "no_cause_nodes"


def test_a_batch_has_the_keys_of_the_guide() -> None:
    # seed 001, batch report; one bad item is null and spoils nothing
    problems = [newton(), newton(""), Problem(id="bad", graph=ReasoningGraph())]
    found = [evaluate(one, PRINTED, DOCUMENTED) for one in problems[:2]]
    found.append(unread("no object", DOCUMENTED))
    reports = [
        guide_report(one, score, DOCUMENTED) for one, score in zip(problems, found, strict=True)
    ]

    rows = [row_of(one, score) for one, score in zip(problems, found, strict=True)]
    report = batch_report(rows, reports)

    assert report == {
        "average_cf": (0.955 + 0.8675) / 2,
        "individual_scores": [0.955, 0.8675, None],
        "total_problems": 3,
        "summary": {"min": 0.8675, "max": 0.955, "avg": (0.955 + 0.8675) / 2},
        "detailed_reports": reports,
    }


def test_a_batch_of_nothing_has_no_average() -> None:
    # spec F2: the program raises here
    assert batch_report([], []) == {
        "average_cf": None,
        "individual_scores": [],
        "total_problems": 0,
        "summary": {"min": None, "max": None, "avg": None},
        "detailed_reports": [],
    }


def test_a_record_gets_its_score_and_report_and_keeps_the_rest() -> None:
    # seed 001, integration with the pipeline
    record = {"id": 1, "enhanced_dag": {"knowns": {}}, "cf_score": 0.1, "note": [1, {"a": None}]}
    report = reported(newton(), PRINTED, DOCUMENTED)

    found = record_with(record, report)

    assert found == {**record, "cf_score": 0.955, "cf_report": report}
    assert record["cf_score"] == 0.1


def test_a_record_without_a_score_gets_null_and_the_reason() -> None:
    report = guide_report(
        Problem(id="1", graph=ReasoningGraph()), unread("no object", RECOMMENDED), RECOMMENDED
    )

    found = record_with({"enhanced_dag": 3}, report)

    assert found["cf_score"] is None
    assert branch(found, "cf_report")["reason"] == "no component with a weight has a score"
    assert branch(found, "cf_report", "components", "graph_quality") == {
        "score": None,
        "reason": "no object",
        "weight": 0.25,
    }


def test_options_of_open_subjects_reach_the_report() -> None:
    judge = Opinion(kinds={Kind.INTERVENTION: Undecided(reason="no target", layer="structural")})
    options = Options(nodes=Open(undecided=Counts.HALF))

    details = branch(
        reported(newton(), judge, options), "components", "causal_intervention", "details"
    )

    assert details["total_score"] == 50.0
    assert Fraction(50, 100) == details["normalized_score"]
