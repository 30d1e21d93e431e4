"""`measurand causal explain` and `causal graph`."""

import pytest

from tests.cli.reasoning import FILE, Tree, idle, lines, link, listed, newton
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


@pytest.mark.parametrize("name", ["acceleration", "f"])
def test_a_node_that_is_not_asked_about_is_a_fault(graphs: Shell, name: str) -> None:
    ran = graphs("causal", "explain", FILE, "1", "--node", name)

    assert ran.code == 2
    assert ran.err.startswith(
        f"--node: expected a node of the graph that is no target, got '{name}'"
    )


# --- graphs against references


CHAIN = {"causal_graph": [link("a", "b", "b = a"), link("b", "c", "c = 2*b")], "knowns": {"a": 3}}


def chain(name: str, target: str = "c", **changes: object) -> Tree:
    return {"id": name, "dag": {"target_variable": target, **CHAIN}, **changes}


def measures(shell: Shell, *words: str) -> list[dict[str, object]]:
    ran = shell("causal", "graph", FILE, *words, *JSON)
    assert ran.code == 0
    return listed(ran.json, "graphs")


def test_a_graph_is_held_against_the_reference_of_its_id(shell: Shell) -> None:
    turned = {"target_variable": "c", "causal_graph": [link("b", "a", ""), link("b", "c", "")]}
    shell.write(FILE, lines([{"id": "1", "dag": turned}]))
    shell.write("gold.jsonl", lines([chain("1"), chain("9")]))

    [found] = measures(shell, "--reference", "gold.jsonl")
    [half] = measures(shell, "--reference", "gold.jsonl", "--set", "reversal=1/2")

    assert (found["edge_f1"], found["skeleton_f1"], found["shd"]) == (0.5, 1.0, 1.0)
    assert half["shd"] == 0.5


def test_a_reference_may_be_of_the_problem(shell: Shell) -> None:
    shell.write(FILE, lines([chain("try-1", group="p"), chain("try-2", group="p"), chain("x")]))
    shell.write("gold.jsonl", lines([chain("p")]))

    found = measures(shell, "--reference", "gold.jsonl")

    assert [one["reference"] for one in found] == [True, True, False]
    assert found[0]["shd"] == 0.0


def test_a_reference_may_stand_in_the_record(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1", reference=chain("")["dag"])]))

    [found] = measures(shell)

    assert (found["reference"], found["edge_f1"]) == (True, 1.0)


def test_a_reference_file_goes_before_the_record(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1", reference={"causal_graph": []})]))
    shell.write("gold.jsonl", lines([chain("1")]))

    [found] = measures(shell, "--reference", "gold.jsonl")

    assert found["edge_f1"] == 1.0


def test_the_answer_that_is_stated_is_computed_again(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1", answer="6"), chain("2", answer="7")]))

    assert [one["answer_reproduced"] for one in measures(shell)] == [1.0, 0.0]


def test_a_cycle_leaves_distances_undefined_with_the_reason(shell: Shell) -> None:
    turning = {"target_variable": "b", "causal_graph": [link("a", "b", ""), link("b", "a", "")]}
    shell.write(FILE, lines([{"id": "1", "dag": turning, "reference": chain("")["dag"]}]))

    ran = shell("causal", "graph", FILE)

    row = next(line for line in ran.out.splitlines() if line.startswith("parent_aid "))
    assert row.split() == ["parent_aid", "n/a", "0", "1", "the", "graph", "has", "a", "cycle"]


def test_references_of_no_graph_are_counted(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1")]))
    shell.write("gold.jsonl", lines([chain("1"), chain("2")]))

    ran = shell("causal", "graph", FILE, "--reference", "gold.jsonl")

    assert "1 reference stands for no graph." in ran.out


def test_all_measures_of_all_graphs_are_one_table(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1"), chain("2")]))

    head, first, _ = shell("causal", "graph", FILE, "--format", "csv").out.splitlines()

    assert head.startswith("id,plan_order,")
    assert head.count(",") == first.count(",")


def test_an_option_that_is_none_is_refused(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1")]))

    ran = shell("causal", "graph", FILE, "--set", "reversal=3")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("--set: expected options and their values, got reversal=3: ")
