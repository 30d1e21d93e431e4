"""Trees as models write them: every tolerated shape, and a note for what has no place."""

from fractions import Fraction

import pytest

from measurand.studies.causal.graphs.reading import Note, graph_tree, read_graph, tree_text
from measurand.values.reasoning import Known, Link, ReasoningGraph, Step

# The worked example of the guide, with its plan.
LINK = {"cause": ["F", "m"], "effect": "acceleration", "rule": "a = F/m"}
GUIDE = {
    "target_variable": "acceleration",
    "knowns": {"F": 10, "m": 2},
    "causal_graph": [LINK],
    "computation_plan": [
        {
            "id": "step1",
            "target": "acceleration",
            "inputs": ["F", "m"],
            "description": "Calculate a = F/m = 10/2 = 5 m/s²",
        }
    ],
}
DEPTH = 20_000


def known(value: object) -> Known:
    [found] = read_graph({**GUIDE, "knowns": {"x": value}}).graph.knowns
    return found


def link(value: object) -> Link:
    found = read_graph({**GUIDE, "causal_graph": [value]}).graph.links
    assert found is not None
    return found[0]


def notes(**parts: object) -> tuple[Note, ...]:
    return read_graph({**GUIDE, **parts}).notes


def test_the_example_of_the_guide_is_read_without_a_note() -> None:
    read = read_graph(GUIDE)

    assert read.notes == ()
    assert read.graph == ReasoningGraph(
        targets=("acceleration",),
        knowns=(
            Known(name="F", text="10", number=Fraction(10)),
            Known(name="m", text="2", number=Fraction(2)),
        ),
        links=(Link(causes=("F", "m"), effects=("acceleration",), rule="a = F/m"),),
        plan=(
            Step(
                id="step1",
                targets=("acceleration",),
                inputs=("F", "m"),
                description="Calculate a = F/m = 10/2 = 5 m/s²",
            ),
        ),
    )


@pytest.mark.parametrize(
    ("value", "text", "number", "unit"),
    [
        (0.1, "0.1", Fraction(1, 10), ""),
        (1e22, "1e+22", Fraction(10**22), ""),
        ("1/3", "1/3", Fraction(1, 3), ""),
        ("20.3 m/s", "20.3 m/s", Fraction(203, 10), "m/s"),
        ("mass of the atom", "mass of the atom", None, ""),
        (True, "true", None, ""),
        (None, "", None, ""),
        ([1, 4], "[1, 4]", None, ""),
        ({"a": None}, '{"a": null}', None, ""),
        ({"value": 5, "unit": "kg"}, "5 kg", Fraction(5), "kg"),
        ({"value": "5 kg"}, "5 kg", Fraction(5), "kg"),
        ({"value": 5, "error": 1}, '{"value": 5, "error": 1}', None, ""),
    ],
)
def test_values_of_any_kind_are_read(
    value: object, text: str, number: Fraction | None, unit: str
) -> None:
    assert known(value) == Known(name="x", text=text, number=number, unit=unit)
    assert notes(knowns={"x": value}) == ()


def test_a_number_too_large_for_exact_work_has_a_note() -> None:
    assert known(10**40).number is None
    assert notes(knowns={"v 0": 10**5000, "w": "1e999", "x": float("inf")}) == (
        Note('$.knowns["v 0"]', "a number of 16610 bits", "a number of at most 40 digits"),
        Note("$.knowns.w", "'1e999'", "a number of at most 40 digits"),
        Note("$.knowns.x", "inf", "a number of at most 40 digits"),
    )


def test_knowns_may_be_a_list_of_names_or_of_names_with_values() -> None:
    read = read_graph(
        {**GUIDE, "knowns": ["F", {"name": "m", "value": 2, "unit": "kg"}, {"name": "t"}, "F"]}
    )

    assert [(one.name, one.text) for one in read.graph.knowns] == [
        ("F", ""),
        ("m", "2 kg"),
        ("t", ""),
    ]
    assert read.notes == (Note("$.knowns[3]", "'F'", "a name that no known above it has"),)


@pytest.mark.parametrize(
    ("written", "causes", "effects"),
    [
        ({"cause": "F", "effect": "a"}, ("F",), ("a",)),
        ({"cause": ["F", "m"], "effect": ["a", "b"]}, ("F", "m"), ("a", "b")),
        ({"cause": [], "effect": []}, (), ()),
        ({"from": "F", "to": "a"}, ("F",), ("a",)),
        ({"source": ["F"], "target": "a"}, ("F",), ("a",)),
        ({"cause": ["F", ""], "effect": " a "}, ("F", ""), (" a ",)),
    ],
)
def test_links_name_causes_and_effects_in_several_ways(
    written: object, causes: tuple[str, ...], effects: tuple[str, ...]
) -> None:
    assert link(written) == Link(causes=causes, effects=effects)
    assert notes(causal_graph=[written]) == ()


@pytest.mark.parametrize("key", ["rule", "reasoning", "relation", "description"])
def test_a_rule_has_several_names(key: str) -> None:
    assert link({"cause": "F", "effect": "a", key: "a = F/m"}).rule == "a = F/m"


def test_the_first_rule_that_is_not_blank_is_read_and_another_one_noted() -> None:
    written = {"cause": "F", "effect": "a", "rule": " ", "relation": "a = F", "description": "why"}

    assert link(written).rule == "a = F"
    assert notes(causal_graph=[written]) == (
        Note("$.causal_graph[0].description", "'why'", "one rule: relation is read"),
    )


def test_links_may_stand_under_causal_links_or_alone() -> None:
    for graph in ({"causal_links": [LINK]}, LINK):
        assert read_graph({**GUIDE, "causal_graph": graph}) == read_graph(GUIDE)


def test_no_causal_graph_is_not_a_graph_of_no_links() -> None:
    without = {key: value for key, value in GUIDE.items() if key != "causal_graph"}

    assert read_graph(without).graph.links is None
    assert read_graph(without).notes == (Note("$.causal_graph", "nothing", "a list of links"),)
    assert read_graph({**GUIDE, "causal_graph": []}).graph.links == ()


def test_references_to_steps_are_kept_and_dangling_ones_noted() -> None:
    plan = [
        {"id": "step1", "target": ["x", "y"], "inputs": "F", "description": ""},
        {"id": "step2", "target": "a", "inputs": [{"ref": "step1"}, "m", {"ref": "step9"}]},
    ]
    read = read_graph({**GUIDE, "computation_plan": plan})

    assert read.graph.plan == (
        Step(id="step1", targets=("x", "y"), inputs=("F",)),
        Step(id="step2", targets=("a",), inputs=("m",), refs=("step1", "step9")),
    )
    assert read.notes == (
        Note("$.computation_plan[1].inputs", "'step9'", "a ref to the id of a step"),
    )


@pytest.mark.parametrize(
    ("parts", "note"),
    [
        ({"target_variable": None}, Note("$.target_variable", "null", "a name")),
        ({"target_variable": ["a", 5]}, Note("$.target_variable[1]", "5", "a name")),
        ({"knowns": 3}, Note("$.knowns", "3", "an object of names and values")),
        (
            {"causal_graph": [["F", "a"]]},
            Note("$.causal_graph[0]", "a list of 2", "a link: an object with cause and effect"),
        ),
        (
            {"causal_graph": [{"cause": [["F"]], "effect": "a"}]},
            Note("$.causal_graph[0].cause[0]", "a list of 1", "a name"),
        ),
        (
            {"causal_graph": [{"cause": "F"}]},
            Note("$.causal_graph[0].effect", "nothing", "a name, or a list of names"),
        ),
        (
            {"causal_graph": [{"cause": "F", "effect": "a", "from": "m"}]},
            Note("$.causal_graph[0].from", "'m'", "one key: cause is read"),
        ),
        (
            {"causal_graph": [{"cause": "F", "effect": "a", "rule": 5}]},
            Note("$.causal_graph[0].rule", "5", "a text"),
        ),
        (
            {"computation_plan": {}},
            Note("$.computation_plan", "an object with 0 keys", "a list of steps"),
        ),
        (
            {"computation_plan": ["x"]},
            Note("$.computation_plan[0]", "'x'", "a step: an object with target and inputs"),
        ),
        (
            {"computation_plan": [{"target": "a", "formula": "F/m"}]},
            Note("$.computation_plan[0].formula", "'formula'", "a key that is read"),
        ),
        (
            {"causal_graph": [{"cause": "F", "effect": "a", "weight": 2}]},
            Note("$.causal_graph[0].weight", "'weight'", "a key that is read"),
        ),
        (
            {"known": {}},
            Note("$.known", "'known': did you mean 'knowns'?", "a key that is read"),
        ),
        (
            {"k" * 50: 1},
            Note(f'$["{"k" * 40}"…]', f"'{'k' * 50}'", "a key that is read"),
        ),
    ],
)
def test_what_has_no_place_is_noted_with_its_path(parts: dict[str, object], note: Note) -> None:
    assert notes(**parts) == (note,)


def test_a_key_like_one_that_is_read_is_told_with_it_a_hundred_times_at_most() -> None:
    found = notes(causal_graph=[{"cause": "F", "effect": "a", "rul": ""}] * 101)

    assert [note.got for note in found] == ["'rul': did you mean 'rule'?"] * 100 + ["'rul'"]


def test_a_number_as_a_name_is_read_as_its_text() -> None:
    assert read_graph({**GUIDE, "target_variable": 5}).graph.targets == ("5",)


def test_what_real_graphs_have_beside_gives_no_note() -> None:
    beside = {"problem_model": "x", "chosen_strategy": "y", "constraints_and_premises": []}

    assert notes(**beside, critic_analysis="z", expected_answer_type="Numerical") == ()


@pytest.mark.parametrize("tree", [None, [], "x", 3, True])
def test_a_tree_that_is_no_object_is_an_empty_graph(tree: object) -> None:
    read = read_graph(tree)

    assert read.graph == ReasoningGraph()
    assert [note.path for note in read.notes] == ["$"]


def test_a_tree_as_deep_as_it_likes_is_read() -> None:
    deep: object = "x"
    for _ in range(DEPTH):
        deep = [{"a": deep}]
    for place in (*GUIDE, "other"):
        read = read_graph({**GUIDE, place: deep})
        assert read.notes

    text = read_graph({**GUIDE, "knowns": {"x": deep}}).graph.known("x").text
    assert len(text) == len('[{"a": }]') * DEPTH + len('"x"')


def test_text_of_a_tree_is_json() -> None:
    tree = {"a": [1, -0.5, None, True, '"\\\n'], "": {}}

    assert tree_text(tree) == '{"a": [1, -0.5, null, true, "\\"\\\\\\u000a"], "": {}}'


def test_a_graph_is_written_with_one_name_or_a_list() -> None:
    graph = ReasoningGraph(
        targets=("a", "b"),
        knowns=(Known(name="F"),),
        links=(Link(causes=("F",), effects=("a",), rule="r"),),
        plan=(Step(id="s", targets=("a",), inputs=("F",), refs=("s",)),),
        answer_type="Tuple",
    )

    assert graph_tree(graph) == {
        "target_variable": ["a", "b"],
        "knowns": {"F": None},
        "causal_graph": [{"cause": ["F"], "effect": "a", "rule": "r"}],
        "computation_plan": [
            {"id": "s", "target": "a", "inputs": ["F", {"ref": "s"}], "description": ""}
        ],
        "expected_answer_type": "Tuple",
    }
