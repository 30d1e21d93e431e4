"""`measurand causal explain`."""

import pytest

from tests.cli.reasoning import FILE, Tree, idle, lines, listed, newton
from tests.cli.running import Shell

JSON = ("--format", "json")


@pytest.fixture
def graphs(shell: Shell) -> Shell:
    shell.write(FILE, lines([newton("1"), idle("2")]))
    return shell


def asked(tree: Tree) -> dict[tuple[object, object], dict[str, dict[str, object]]]:
    found = {}
    for one in listed(tree, "asked"):
        assert isinstance(one["verdicts"], dict)
        found[one["kind"], one["subject"]] = one["verdicts"]
    return found


def test_a_known_is_explained_by_the_equation_that_gives_it(graphs: Shell) -> None:
    ran = graphs("causal", "explain", FILE, "1", *JSON)

    found = asked(ran.json)
    assert ran.code == 0
    assert found["intervention", "F"]["structural"]["verdict"] == "critical"
    assert found["abductive", "m"]["structural"]["verdict"] == "recoverable"
    assert found["abductive", "m"]["equations"]["because"] == "m = F / acceleration"


def test_judges_that_agree_to_the_letter_are_listed_once(graphs: Shell) -> None:
    found = asked(graphs("causal", "explain", FILE, "1", *JSON).json)

    assert list(found["intervention", "F"]) == ["structural"]
    assert list(found["abductive", "F"]) == ["structural", "equations"]


def test_one_node_is_told_with_more_of_it(graphs: Shell) -> None:
    ran = graphs("causal", "explain", FILE, "1", "--node", "F")

    assert "path" in ran.out
    assert "F -> acceleration" in ran.out
    assert "m = " not in ran.out


def test_the_first_graph_is_explained_where_none_is_named(graphs: Shell) -> None:
    assert graphs("causal", "explain", FILE, *JSON).json["id"] == "1"


def test_findings_are_told(graphs: Shell) -> None:
    ran = graphs("causal", "explain", FILE, "2", *JSON)

    assert isinstance(ran.json["findings"], dict)
    assert "target_not_linked" in ran.json["findings"]


def test_a_graph_that_is_not_there_is_a_fault(graphs: Shell) -> None:
    ran = graphs("causal", "explain", FILE, "11")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "ID: expected the id of one of 2 graphs, got '11': did you mean '1'?\n"


BAD = b'{"id": "3", "dag": 5, "is_correct": "maybe"}\n'


def test_bad_records_are_told_wherever_they_stand(graphs: Shell) -> None:
    graphs.write(FILE, lines([newton("1")]) + BAD + lines([idle("2")]))

    ran = graphs("causal", "explain", FILE, "1", *JSON)
    scored = graphs("causal", "run", FILE)
    skipped = graphs("causal", "explain", FILE, "1", "--on-error", "skip", *JSON)

    assert (ran.code, ran.json["id"], ran.json["exit_code"]) == (2, "1", 2)
    assert ran.err == scored.err
    assert f"{FILE}:2: " in ran.err
    assert (skipped.code, skipped.err) == (0, "")


def test_an_id_that_stands_in_a_bad_record_is_told_with_what_is_wrong_there(graphs: Shell) -> None:
    graphs.write(FILE, lines([newton("1")]) + BAD + lines([idle("2")]))

    ran = graphs("causal", "explain", FILE, "3")
    scored = graphs("causal", "run", FILE)

    assert (ran.code, ran.out) == (2, "")
    told = "ID: expected the id of one of 2 graphs, got '3': 1 bad record is not among them\n"
    assert ran.err == scored.err + told


@pytest.mark.parametrize("name", ["acceleration", "f"])
def test_a_node_that_is_not_asked_about_is_a_fault(graphs: Shell, name: str) -> None:
    ran = graphs("causal", "explain", FILE, "1", "--node", name)

    assert ran.code == 2
    assert ran.err.startswith(
        f"--node: expected a node of the graph that is no target, got '{name}'"
    )
