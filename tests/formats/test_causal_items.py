"""Records with a reasoning graph: what is read, what is noted, what is refused."""

import pytest

from measurand.edges.files.json.value import Json, Number
from measurand.studies.causal.edge.files.items import Item, read_item
from measurand.studies.causal.graphs.reading import Note

GRAPH: dict[str, Json] = {
    "target_variable": "a",
    "knowns": {"F": "10 N", "m": 2},
    "causal_graph": [{"cause": ["F", "m"], "effect": "a", "rule": "a = F/m"}],
}


def item(record: dict[str, Json], number: int = 1) -> Item:
    found = read_item(record, number=number)
    assert isinstance(found, Item)
    return found


def faults(record: Json) -> list[str]:
    found = read_item(record, number=1)
    assert isinstance(found, tuple)
    return [fault.text() for fault in found]


def test_a_whole_record_is_read() -> None:
    found = item(
        {
            "id": 7,
            "run": "r1",
            "method": "careful",
            "group": "g",
            "problem_text": "How fast?",
            "reasoning_trajectory": "By a = F/m.",
            "dag": GRAPH,
            "answer": "5",
            "is_correct": True,
            "reference": GRAPH,
            "has_reasoning": True,
        }
    )

    problem = found.problem
    assert (problem.id, problem.group, problem.text) == ("7", "g", "How fast?")
    assert (problem.reasoning, problem.answer, problem.correct) == ("By a = F/m.", "5", True)
    assert problem.graph.targets == ("a",)
    assert problem.reference == problem.graph
    assert (found.named, found.run, found.method, found.notes) == (True, "r1", "careful", ())


def test_a_record_without_an_id_is_called_by_its_number() -> None:
    found = item({"dag": GRAPH}, number=12)

    assert (found.problem.id, found.named) == ("12", False)


def test_the_enhanced_graph_is_taken_before_the_other_and_that_is_noted() -> None:
    other: dict[str, Json] = {**GRAPH, "target_variable": "b"}

    found = item({"enhanced_dag": GRAPH, "dag": other})

    assert found.problem.graph.targets == ("a",)
    assert found.notes == (Note("$.dag", "it beside enhanced_dag", "one graph"),)


def test_a_record_that_is_a_graph_is_read_with_what_stands_beside() -> None:
    found = item({**GRAPH, "problem_text": "How fast?", "is_correct": False})

    assert found.problem.graph.targets == ("a",)
    assert (found.problem.text, found.problem.correct, found.notes) == ("How fast?", False, ())


def test_the_problem_is_the_group_where_there_is_none() -> None:
    assert item({"dag": GRAPH, "problem_id": 3}).problem.group == "3"
    assert item({"dag": GRAPH, "problem_id": 3, "group": "g"}).problem.group == "g"


def test_numbers_of_knowns_keep_their_digits() -> None:
    found = item({"dag": {"target_variable": "v", "knowns": {"v": Number("20.30")}}})

    assert found.problem.graph.known("v").text == "20.30"


# A list as trajectory aborts the program of the guide's time (spec, E2).
def test_the_parts_of_a_trajectory_are_joined_and_that_is_noted() -> None:
    found = item({"dag": GRAPH, "reasoning_trajectory": ["First.", 2, {"then": "third"}]})

    assert found.problem.reasoning == 'First.\n2\n{"then":"third"}'
    assert found.notes == (
        Note("$.reasoning_trajectory", "a list of 3", "one text: it was joined"),
    )


@pytest.mark.parametrize(
    ("value", "read"), [("4 m", "4 m"), (4, "4"), (Number("4.0"), "4.0"), (True, "true")]
)
def test_an_answer_is_a_text(value: Json, read: str) -> None:
    assert item({"dag": GRAPH, "prediction": value}).problem.answer == read


def test_an_answer_is_taken_before_a_prediction() -> None:
    assert item({"dag": GRAPH, "answer": "1", "prediction": "2"}).problem.answer == "1"


def test_an_answer_of_parts_is_noted() -> None:
    found = item({"dag": GRAPH, "answer": [1, 2]})

    assert found.problem.answer == "[1,2]"
    assert [note.path for note in found.notes] == ["$.answer"]


def test_what_is_odd_in_a_graph_is_noted_at_its_place() -> None:
    found = item({"dag": {**GRAPH, "causal_graph": [3]}, "reference": {"knowns": 1}})

    places = [note.path for note in found.notes]
    assert "$.dag.causal_graph[0]" in places
    assert "$.reference.knowns" in places


@pytest.mark.parametrize("value", [None, "a graph", 3, []])
def test_what_is_no_graph_is_noted_and_empty(value: Json) -> None:
    found = item({"dag": value})

    assert found.problem.graph.links is None
    assert [note.path for note in found.notes] == ["$.dag"]


def test_null_says_nothing() -> None:
    names = ("id", "group", "run", "problem_text", "answer", "is_correct", "reference")

    found = item({"dag": GRAPH, **dict.fromkeys(names)})

    assert found == item({"dag": GRAPH})


def test_a_record_without_a_graph_is_a_fault() -> None:
    assert faults({"id": "1", "problem_text": "How fast?"}) == [
        "$: expected the key 'dag' or 'enhanced_dag', got an object with 2 keys"
    ]


def test_a_row_of_scores_is_no_record() -> None:
    [fault] = faults({"schema": "causal-score/1", "id": "1"})

    assert fault.endswith(": rows of causal-score/1 are scores: no graphs")


def test_all_faults_of_a_record_are_told() -> None:
    assert faults(
        {
            "id": "",
            "dag": GRAPH,
            "is_correct": "true",
            "problem_text": ["a"],
            "reference": "a",
            "group": Number("0.5"),
            "reasoning_trajectory": {},
        }
    ) == [
        "$.id: expected an id: a string or an integer, got ''",
        "$.group: expected an id: a string or an integer, got 0.5",
        "$.reference: expected an object, got 'a'",
        "$.problem_text: expected a string, got a list of 1",
        "$.reasoning_trajectory: expected a string, got an object with 0 keys",
        "$.is_correct: expected true or false, got 'true'",
    ]


@pytest.mark.parametrize("value", [None, 3, "a", [GRAPH]])
def test_a_record_is_an_object(value: Json) -> None:
    [fault] = faults(value)

    assert fault.startswith("$: expected an object, got ")
