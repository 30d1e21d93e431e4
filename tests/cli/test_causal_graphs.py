"""`measurand causal graph`: graphs held against references, and rows of their measures."""

import pytest

from tests.cli.reasoning import FILE, Tree, lines, link, listed, metrics, named, number, scores
from tests.cli.running import Shell

JSON = ("--format", "json")
EXACT = ("--set", "plan.stream=exact")
"""No draw: nothing of the output depends on numpy."""

ODD = "oddities"
CHAIN = {"causal_graph": [link("a", "b", "b = a"), link("b", "c", "c = 2*b")], "knowns": {"a": 3}}


def chain(name: str, target: str = "c", **changes: object) -> Tree:
    return {"id": name, "dag": {"target_variable": target, **CHAIN}, **changes}


def measures(shell: Shell, *words: str) -> list[dict[str, object]]:
    ran = shell("causal", "graph", FILE, *words, *JSON)
    assert ran.code == 0
    return [{**one, **metrics(one)} for one in listed(ran.json, "graphs")]


def test_a_graph_is_held_against_the_reference_of_its_id(shell: Shell) -> None:
    turned = {"target_variable": "c", "causal_graph": [link("b", "a", ""), link("b", "c", "")]}
    shell.write(FILE, lines([{"id": "1", "dag": turned}]))
    shell.write("gold.jsonl", lines([chain("1"), chain("9")]))

    [found] = measures(shell, "--reference", "gold.jsonl")
    [half] = measures(shell, "--reference", "gold.jsonl", "--set", "against.reversal=1/2")

    assert (found["edge_f1"], found["skeleton_f1"], found["shd"]) == (0.5, 1.0, 1.0)
    assert half["shd"] == 0.5


def test_a_reference_may_be_of_the_problem(shell: Shell) -> None:
    shell.write(FILE, lines([chain("try-1", group="p"), chain("try-2", group="p"), chain("x")]))
    shell.write("gold.jsonl", lines([chain("p")]))

    found = measures(shell, "--reference", "gold.jsonl")

    assert [one["reference"] for one in found] == [True, True, False]
    assert found[0]["shd"] == 0.0


def test_a_reference_of_the_graph_goes_before_one_of_the_problem(shell: Shell) -> None:
    shell.write(FILE, lines([chain("try-1", group="p")]))
    shell.write("gold.jsonl", lines([{"id": "p", "dag": {"causal_graph": []}}, chain("try-1")]))

    [found] = measures(shell, "--reference", "gold.jsonl")

    assert found["shd"] == 0.0


FLAT = {"target_variable": "c", "causal_graph": []}


@pytest.mark.parametrize("key", ["group", "problem_id"])
def test_a_reference_may_be_of_the_same_problem_under_another_id(shell: Shell, key: str) -> None:
    shell.write(FILE, lines([chain("try-1", **{key: "p"}), chain("try-2", group="q")]))
    shell.write("gold.jsonl", lines([chain("gold-1", problem_id="p"), chain("gold-2", group="r")]))

    ran = shell("causal", "graph", FILE, "--reference", "gold.jsonl", *JSON)

    assert [one["reference"] for one in listed(ran.json, "graphs")] == [True, False]
    assert "1 reference stands for no graph." in str(ran.json["notes"])


def test_the_number_of_a_reference_is_no_id_where_it_names_a_problem(shell: Shell) -> None:
    first, second = chain("", problem_id="p"), chain("", problem_id="q", dag=FLAT)
    for record in (first, second):
        del record["id"]
    shell.write(FILE, lines([first, second]))
    shell.write("gold.jsonl", lines([second, first]))

    assert [one["shd"] for one in measures(shell, "--reference", "gold.jsonl")] == [0.0, 0.0]


def test_references_of_one_problem_are_equal_or_a_fault(shell: Shell) -> None:
    shell.write(FILE, lines([chain("try-1", group="p")]))
    shell.write("gold.jsonl", lines([chain("g1", group="p"), chain("g2", group="p")]))
    two = [chain("g1", group="p"), chain("g2", group="p", dag=FLAT)]
    shell.write("two.jsonl", lines(two))
    shell.write("own.jsonl", lines([*two, chain("try-1")]))

    assert [one["shd"] for one in measures(shell, "--reference", "gold.jsonl")] == [0.0]
    assert [one["shd"] for one in measures(shell, "--reference", "own.jsonl")] == [0.0]
    ran = shell("causal", "graph", FILE, "--reference", "two.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "two.jsonl: the problem 'p': expected one reference, got 'g1' and 'g2', which differ: a "
        "reference with the id of a graph is taken for that graph alone\n"
    )


def test_references_of_which_none_is_for_a_graph_are_a_fault(shell: Shell) -> None:
    shell.write(FILE, lines([chain("a", group="p"), chain("b")]))
    shell.write("gold.jsonl", lines([chain("c", group="q")]))

    ran = shell("causal", "graph", FILE, "--reference", "gold.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "gold.jsonl: --reference: expected a reference whose id or group is the id or the group of "
        "a graph, got 1 reference of 'c', 'q': the graphs are called 'a', 'p', 'b'\n"
    )


def test_a_fault_of_the_references_is_told_where_no_graph_has_one(shell: Shell) -> None:
    shell.write(FILE, lines([chain("a")]))
    shell.write("gold.jsonl", lines([{"id": "a", "dag": 5, "is_correct": "maybe"}]))

    ran = shell("causal", "graph", FILE, "--reference", "gold.jsonl")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("gold.jsonl:1: $.")
    assert "got 0 references of no name" in ran.err.splitlines()[-1]


def test_all_that_is_odd_in_graphs_is_listed_in_json(shell: Shell) -> None:
    odd = {"causalgraph": [], "causal_graph": [{"cause": "a", "effect": "c", "rul": ""}]}
    shell.write(FILE, lines([chain("1", dag={**odd, "target_variable": "c", "knowns": {}})]))

    ran = shell("causal", "graph", FILE, *JSON)
    run = shell("causal", "run", FILE, *JSON)

    told = [(one["file"], one["id"], one["path"], one["got"]) for one in listed(ran.json, ODD)]
    assert told == [
        (FILE, "1", "$.dag.causal_graph[0].rul", "'rul': did you mean 'rule'?"),
        (FILE, "1", "$.dag.causalgraph", "'causalgraph': did you mean 'causal_graph'?"),
    ]
    assert run.json[ODD] == ran.json[ODD]
    assert {one["expected"] for one in listed(ran.json, ODD)} == {"a key that is read"}


def test_a_thousand_odd_things_are_listed_at_most(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1", dag={"knowns": {}, "causal_graph": [3] * 1001})]))

    ran = shell("causal", "run", FILE, *JSON)

    assert len(listed(ran.json, ODD)) == 1000
    assert [one["count"] for one in listed(ran.json, "odd")] == ["1001", "1"]


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
    assert " ".join(row.split()) == "parent_aid n/a n/a n/a 0 1 the graph has a cycle"


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


def test_measures_have_intervals_over_problems(shell: Shell) -> None:
    flat = {"target_variable": "c", "causal_graph": [link("a", "c", "")]}
    graphs = [chain(str(n), group=f"p{n // 2}") for n in range(6)]
    shell.write(FILE, lines([*graphs[:4], *({**one, "dag": flat} for one in graphs[4:])]))
    shell.write("gold.jsonl", lines([chain(f"p{n}") for n in range(3)]))

    ran = shell("causal", "graph", FILE, "--reference", "gold.jsonl", *EXACT, *JSON)

    found = named(ran.json, "measures")
    # Of six graphs four are at no distance; the two of the last problem lack both edges.
    assert number(found["shd"]["score"]) == 1.0
    assert (number(found["edge_f1"]["score"]), found["edge_f1"]["units"]) == (2 / 3, 3)
    assert isinstance(found["shd"]["interval"], dict)
    # Tallies: 2/2/2 four times, 0/1/2 twice.
    [edge, *_] = listed(ran.json, "pooled")
    assert (edge["hits"], edge["graph"], edge["reference"]) == (8, 10, 12)
    assert number(named(edge, "scores")["recall"]) == 2 / 3


def test_the_rows_of_graphs_can_be_compared(shell: Shell) -> None:
    flat = {"target_variable": "c", "causal_graph": []}
    shell.write(FILE, lines([chain(str(n)) for n in range(6)]))
    shell.write("bare.jsonl", lines([{**chain(str(n)), "dag": flat} for n in range(6)]))
    for file in (FILE, "bare.jsonl"):
        rows = ("--reference", FILE, "--rows", f"rows_{file}")
        assert shell("causal", "graph", file, *rows).code == 0

    words = ("--set", "tested=edge_recall, edge_f1, shd", *EXACT, *JSON)
    ran = shell("causal", "compare", f"rows_{FILE}", "rows_bare.jsonl", *words)

    improvements = [number(one["difference"]) for one in listed(ran.json, "tests")]
    assert improvements == [1.0, 1.0, -2.0]


def test_measures_that_are_tested_alone_are_shown_alone(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1")]))

    ran = shell("causal", "graph", FILE, "--set", "tested=plan_order, unused_knowns", *JSON)

    assert list(named(ran.json, "measures")) == [
        "plan_order",
        "unused_knowns",
    ]


def test_scores_of_judges_are_no_measures_of_graphs(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1")]))

    ran = shell("causal", "graph", FILE, "--set", "tested=shd")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"{FILE}: expected a number 'shd' in some row, got none: graphs have it that are held "
        "against a reference\n"
    )


def test_an_option_that_is_none_is_refused(shell: Shell) -> None:
    shell.write(FILE, lines([chain("1")]))

    ran = shell("causal", "graph", FILE, "--set", "against.reversal=3")

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("--set: expected options and their values, got against.reversal=3: ")


# --- two methods against references


@pytest.fixture
def methods(shell: Shell) -> Shell:
    """Write six problems, which the second method answers with the last edge turned."""
    turned = {"target_variable": "c", "causal_graph": [link("a", "b", ""), link("c", "b", "")]}
    shell.write(FILE, lines(chain(str(n), group=f"p{n}") for n in range(6)))
    shell.write("turned.jsonl", lines({**chain(str(n)), "dag": turned} for n in range(6)))
    shell.write("gold.jsonl", lines(chain(str(n)) for n in range(6)))
    return shell


TWO = ("causal", "compare", FILE, "turned.jsonl", "--set", "plan.cluster=none")


def test_two_methods_are_compared_against_references(methods: Shell) -> None:
    words = ("--reference", "gold.jsonl", "--set", "tested=cf, edge_f1, skeleton_f1, shd")

    ran = methods(*TWO, *words, *EXACT, *JSON)

    found = {one["score"]: one for one in listed(ran.json, "tests")}
    assert list(found) == ["cf", "edge_f1", "skeleton_f1", "shd"]
    assert "References: gold.jsonl." in str(ran.json["notes"])
    assert number(found["edge_f1"]["difference"]) == 0.5
    assert number(found["shd"]["difference"]) == -1.0
    assert number(found["skeleton_f1"]["difference"]) == 0.0


def test_what_no_graph_was_measured_by_is_not_tested(methods: Shell) -> None:
    compared = methods(*TWO, "--set", "tested=edge_f1")
    ran = methods("causal", "run", FILE, "--set", "tested=cf,edge_f1")

    told = (
        "expected a number 'edge_f1' in some row, got none: graphs have it that are held against a "
        "reference\n"
    )
    assert (compared.code, compared.out) == (2, "")
    assert compared.err == f"{FILE}, turned.jsonl: {told}"
    assert (ran.code, ran.out, ran.err) == (2, "", f"{FILE}: {told}")


def test_a_run_measures_graphs_too_where_that_is_tested(methods: Shell) -> None:
    methods.write(FILE, lines([chain("1", reference=chain("")["dag"])]))

    ran = methods("causal", "run", FILE, "--set", "tested=cf, edge_f1", "--rows", "a.jsonl", *JSON)

    assert scores(ran.json)["edge_f1"] == 1.0
    assert b'"edges":{"edge":[2,2,2]' in methods.read("a.jsonl")


@pytest.mark.parametrize("join", ["id", "group"])
def test_methods_that_are_compared_find_the_references_of_their_problems(
    methods: Shell, join: str
) -> None:
    for file, dag in ((FILE, chain("")["dag"]), ("turned.jsonl", FLAT)):
        names = (f"{file}-{n}" if join == "group" else f"try-{n}" for n in range(6))
        found = (chain(name, group=f"p{n}", dag=dag) for n, name in enumerate(names))
        methods.write(file, lines(found))
    methods.write("gold.jsonl", lines(chain(f"gold-{n}", problem_id=f"p{n}") for n in range(6)))
    gold, words = ("--reference", "gold.jsonl"), ("--set", "tested=shd", "--set", f"join={join}")

    ran = methods("causal", "compare", FILE, "turned.jsonl", *gold, *words, *EXACT, *JSON)

    assert [number(one["difference"]) for one in listed(ran.json, "tests")] == [-2.0]


def test_methods_without_any_reference_are_not_compared_against_them(methods: Shell) -> None:
    methods.write("other.jsonl", lines([chain("x")]))

    ran = methods(*TWO, "--reference", "other.jsonl", "--set", "tested=shd", *EXACT)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("other.jsonl: --reference: expected a reference whose id or group ")


def test_references_that_nothing_is_held_against_are_refused(methods: Shell) -> None:
    methods("causal", "run", FILE, "--rows", "a.jsonl")
    gold = ("--reference", "gold.jsonl")

    idle = methods(*TWO, *gold)
    rows = methods("causal", "compare", "a.jsonl", "turned.jsonl", *gold)

    assert (idle.code, rows.code) == (2, 2)
    assert idle.err == (
        "--reference: expected a metric to test that needs references, got gold.jsonl: such as "
        "--set tested=edge_f1,shd\n"
    )
    assert rows.err == (
        "--reference: expected no such argument for rows, got gold.jsonl: a.jsonl holds rows: hold "
        "its graphs against references with causal graph --rows\n"
    )
