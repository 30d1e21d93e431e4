"""What a model is told, and what it is not told."""

import json
from fractions import Fraction

import pytest

from measurand.studies.causal.asking.prompts import (
    PROMPTS,
    SCHEMAS,
    SUB_SCORES,
    Limits,
    Prompt,
    prompt,
)
from measurand.studies.causal.judging import Kind, Question, Unscored
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph, Step

# The guide's example: a = F/m, F = 10 N, m = 2 kg; with numbers that are worth hiding.
GRAPH = ReasoningGraph(
    targets=("acceleration",),
    knowns=(Known(name="F", text="12.5 N"), Known(name="m", text="2 kg")),
    links=(Link(causes=("F", "m"), effects=("acceleration",), rule="a = F/m"),),
    plan=(Step(id="step1", targets=("acceleration",), description="12.5/2 = 6.25"),),
)
PROBLEM = Problem(
    id="sample-77",
    graph=GRAPH,
    text="A force of 12.5 N",
    reasoning="a = 12.5/2 = 6.25",
    answer="6.25",
    group="group-88",
)


def asked(kind: Kind, subject: str = "", problem: Problem = PROBLEM) -> Prompt:
    """Put a question."""
    found = prompt(Question(problem=problem, kind=kind, subject=subject))
    assert isinstance(found, Prompt)
    return found


def data(kind: Kind, subject: str = "", problem: Problem = PROBLEM) -> dict[str, object]:
    """Take the material out of a prompt."""
    tree = json.loads(asked(kind, subject, problem).user.splitlines()[1])
    assert isinstance(tree, dict)
    return tree


def with_rule(rule: str, value: str = "12.5 N", name: str = "F") -> Problem:
    """Write a problem whose one rule is given."""
    return Problem(
        id="1",
        graph=ReasoningGraph(
            targets=("a",),
            knowns=(Known(name=name, text=value),),
            links=(Link(causes=(name,), effects=("a",), rule=rule),),
        ),
    )


def rule_shown(rule: str, value: str) -> object:
    links = data(Kind.ABDUCTION, "F", with_rule(rule, value))["links"]
    assert isinstance(links, list)
    return links[0]["rule"]


def test_an_intervention_shows_the_graph_and_names_the_node() -> None:
    assert data(Kind.INTERVENTION, "F") == {
        "problem": "A force of 12.5 N",
        "targets": ["acceleration"],
        "knowns": {"F": "12.5 N", "m": "2 kg"},
        "links": [{"causes": ["F", "m"], "effects": ["acceleration"], "rule": "a = F/m"}],
        "node": "F",
    }


def test_an_abduction_shows_neither_the_value_nor_what_would_tell_it() -> None:
    assert data(Kind.ABDUCTION, "F") == {
        "targets": ["acceleration"],
        "values": {"m": "2 kg"},
        "links": [{"causes": ["F", "m"], "effects": ["acceleration"], "rule": "a = F/m"}],
        "missing": "F",
    }
    whole = asked(Kind.ABDUCTION, "F")
    for told in ("12.5", "6.25", "A force", "step1"):
        assert told not in whole.user + whole.system


@pytest.mark.parametrize(
    ("rule", "value", "shown"),
    [
        ("a = 12.5/m", "12.5 N", "a = [number not shown]/m"),
        ("a = 12.50/m", "12.5", "a = [number not shown]/m"),
        ("a = 0.0125 * 1000", "12.5 N", "a = [number not shown] * 1000"),
        ("a = 1.25e1/m", "12.5", "a = [number not shown]/m"),
        ("5,000 or 5000 or 500", "5,000 kg", "[number not shown] or [number not shown] or 500"),
        ("Calculate 40% of 200 GB", "40%", "Calculate [number not shown]% of 200 GB"),
        ("Calculate 40% of 200 GB", "200 GB", "Calculate 40% of [number not shown] GB"),
        (
            "drive 3 hours, then 13 hours",
            "3 hours",
            "drive [number not shown] hours, then 13 hours",
        ),
        ("E = m*v^2/2 + 22", "2", "E = m*v^2/2 + 22"),
        ("a 112.5, b 12.55", "12.5", "a 112.5, b 12.55"),
        ("v_20 and 20", "20", "v_20 and [number not shown]"),
        ("is red", "red", "is red"),
        ("x12 = 12 * F", "x12", "x12 = 12 * F"),
        ("the atom 12 and F", "of atom 12", "the atom [number not shown] and F"),
        ("a = .75", "0.75", "a = [number not shown]"),
    ],
)
def test_a_removed_value_is_hidden_in_rules_and_other_numbers_are_not(
    rule: str, value: str, shown: str
) -> None:
    assert rule_shown(rule, value) == shown


N = "[number not shown]"


@pytest.mark.parametrize(
    ("value", "rule", "shown"),
    [
        ("3e8 m/s", "3e8*t, 3.0e8, 300000000, 3E+08, 300,000,000", f"{N}*t, {N}, {N}, {N}, {N}"),
        ("3e8 m/s", "3*10**8, 3 × 10⁸, 3 \\times 10^{8}, 3·10^(8)", f"{N}, {N}, {N}, {N}"),
        ("3 x 10^8 m/s", "3 x 10^8, 3*10**8, 3e8, 3e9, 10^8", f"{N}, {N}, {N}, 3e9, 10^8"),
        ("5e-7 m", "5e-7*2, 0.0000005, 5 x 10^-7, 5 x 10⁻⁷", f"{N}*2, {N}, {N}, {N}"),
        ("300000000", "3e8, 3e7", f"{N}, 3e7"),
        ("100", "1e2*t, 10^2, 10^3, 1.0e2", f"{N}*t, {N}, 10^3, {N}"),
        ("0.5", ".5*t, 1/2, ½, 50%, 0,5, \\frac{1}{2}, 5", f"{N}*t, {N}, {N}, {N}%, {N}, {N}, 5"),
        ("-3/2", "Substitute F = -3/2 and solve", f"Substitute F = {N} and solve"),
        ("1.5", "3/2, 1½, 1 1/2, 15e-1, 2/3, 13/2", f"{N}, {N}, {N}, {N}, 2/3, 13/2"),
        ("1/3", "t/3 + 1/3 + 2/6", f"t/3 + {N} + {N}"),
        ("1 234 N", "1234, 1,234, 1 234, 1.234e3", f"{N}, {N}, {N}, {N}"),
        ("1234.5", "1 234,5 or 1.234,5 or 1,234.5", f"{N} or {N} or {N}"),
        ("20.3 m/s", "20,3 m/s, 20·3, 203/10, ２０.３", f"{N} m/s, {N}, {N}, {N}"),
        ("1,234,567", "1.234.567", N),
        ("12", "t x 12, 2x12, 12/5, [5,12]", f"t x {N}, 2x{N}, {N}/5, [5,{N}]"),
        ("12", "12,500 or 3 x 10^12", "12,500 or 3 x 10^12"),
        ("40%", "0.4 or 40", f"{N} or {N}"),
        ("0.05", "5% of t^5", f"{N}% of t^5"),
        ("-12.5", "F = -12.5 or t-12.5", f"F = {N} or t-{N}"),
        ("[10, 20]", "10 + 20", f"{N} + {N}"),
        ("5e9999999999", "5e9999999999", "5e9999999999"),
        ("1/0", "1/0 + 1/2", "1/0 + 1/2"),
    ],
)
def test_a_removed_value_is_hidden_in_every_spelling(value: str, rule: str, shown: str) -> None:
    assert rule_shown(rule, value) == shown


@pytest.mark.parametrize(
    ("value", "rule", "shown"),
    [
        (
            "5",
            "5*t^5, where F = 5, F=-5, F is 5, F: (5)",
            f"5*t^5, where F = {N}, F={N}, F is {N}, F: ({N})",
        ),
        ("5", "F5 = 5, aF = 5, F + G = 5.0", f"F5 = 5, aF = 5, F + G = {N}"),
        ("5 kg", "5*t, 5 kg, 5kg, 5 m, 5 kgs", f"5*t, {N} kg, {N}kg, 5 m, 5 kgs"),
        ("3.0 kg", "3, 3 kg, 3.00, 30e-1", f"3, {N} kg, {N}, {N}"),
        ("9.8 m/s^2", "2 m/s, t^2 m", "2 m/s, t^2 m"),
        ("6 g^-2 s^-1", "1 s, 2 g, 6 g, x^6 g", f"1 s, 2 g, {N} g, x^6 g"),
        ("4 π r", "4 π, 4 r", "4 π, 4 r"),
        ("n^2", "F = 2, so n^2. It is 2.", "F = 2, so n^2. It is 2."),
        ("1.5", "√3/2 + t^3/2 + x/3/2 + 3/2.", f"√3/2 + t^3/2 + x/3/2 + {N}."),
        ("0", "F = 0, 0.0, 10", f"F = {N}, {N}, 10"),
    ],
)
def test_a_single_digit_is_hidden_where_it_is_told_to_be_the_value(
    value: str, rule: str, shown: str
) -> None:
    assert rule_shown(rule, value) == shown


def test_a_single_digit_is_hidden_as_the_value_of_a_known_whose_name_holds_the_removed_one() -> (
    None
):
    names = ("F_copy", "net F", "Fs", "g")
    graph = ReasoningGraph(
        targets=("a",),
        knowns=(Known(name="F", text="5"), *(Known(name=name, text="5") for name in names)),
    )

    tree = data(Kind.ABDUCTION, "F", Problem(id="1", graph=graph))

    assert tree["values"] == {"F_copy": N, "net F": N, "Fs": "5", "g": "5"}


def test_a_removed_name_of_several_words_is_known_with_other_gaps() -> None:
    told = with_rule("side length = 5, side_length: 5", "5 m", "side_length")

    assert N in str(data(Kind.ABDUCTION, "side_length", told)["links"])
    assert "5" not in str(data(Kind.ABDUCTION, "side_length", told)["links"])


@pytest.mark.parametrize(
    "text", ["1 234 " * 10_000, "1/" + "1" * 60_000 + ".1.1", "1,234" * 12_000, "3 x 10^" * 9_000]
)
def test_hostile_texts_take_no_longer_than_others(text: str) -> None:
    # Where numbers were read in quadratic time, each would take minutes.
    assert isinstance(asked(Kind.ABDUCTION, "F", with_rule(text[:59_000], "77 N")), Prompt)


def test_a_value_that_is_only_a_number_is_hidden_too() -> None:
    graph = ReasoningGraph(
        knowns=(Known(name="F", number=Fraction(25, 2)), Known(name="m", number=Fraction(7))),
        links=(Link(causes=("F",), effects=("a",), rule="a = 12.5/m"),),
    )

    tree = data(Kind.ABDUCTION, "F", Problem(id="1", graph=graph))

    assert tree["values"] == {"m": "7"}
    assert "12.5" not in str(tree)


def test_a_number_without_an_end_is_hidden_as_a_fraction() -> None:
    graph = ReasoningGraph(
        knowns=(Known(name="F", number=Fraction(-1, 3)),),
        links=(Link(causes=("F",), effects=("a",), rule="a = 1/3*m - 2/3"),),
    )

    tree = data(Kind.ABDUCTION, "F", Problem(id="1", graph=graph))

    assert f"'a = {N}*m - 2/3'" in str(tree["links"])


def test_a_value_that_is_the_name_again_hides_nothing() -> None:
    tree = data(Kind.ABDUCTION, "speed 12", with_rule("speed 12 / 12", "speed 12", "speed 12"))

    assert tree["missing"] == "speed 12"
    assert "speed 12 / 12" in str(tree["links"])


def test_names_that_hold_the_value_are_shown_without_it_and_stay_apart() -> None:
    graph = ReasoningGraph(
        targets=("x",),
        knowns=(Known(name="v=20.3", text="20.3"), Known(name="v=2.03", text="1")),
        links=(Link(causes=("v=20.3", "v=2.03"), effects=("x",)),),
    )

    tree = data(Kind.ABDUCTION, "v=20.3", Problem(id="1", graph=graph))

    assert tree["missing"] == "v=[number not shown] (2)"
    assert tree["values"] == {"v=[number not shown]": "1"}
    assert "(2)" in str(tree["links"])


def test_logic_shows_the_reasoning() -> None:
    assert data(Kind.LOGIC) == {
        "problem": "A force of 12.5 N",
        "targets": ["acceleration"],
        "reasoning": "a = 12.5/2 = 6.25",
    }


@pytest.mark.parametrize("kind", Kind)
def test_what_is_of_the_batch_is_no_part_of_a_prompt(kind: Kind) -> None:
    whole = asked(kind, "F").user

    assert "sample-77" not in whole
    assert "group-88" not in whole


@pytest.mark.parametrize("kind", Kind)
def test_the_schema_asks_for_what_the_prompt_names(kind: Kind) -> None:
    schema = json.loads(SCHEMAS[kind])

    assert schema["required"] == list(schema["properties"])
    assert schema["additionalProperties"] is False
    for key in schema["required"]:
        assert f'"{key}"' in asked(kind, "F").system


def test_the_five_scores_of_a_text_are_asked_for_one_by_one_and_no_mean() -> None:
    assert list(json.loads(SCHEMAS[Kind.LOGIC])["properties"]) == ["because", *SUB_SCORES]


def test_the_scale_does_not_depend_on_how_many_nodes_there_are() -> None:
    links = tuple(Link(causes=(f"x{i}",), effects=("a",)) for i in range(50))
    big = Problem(id="2", graph=ReasoningGraph(targets=("a",), links=links))

    system = asked(Kind.INTERVENTION, "x1", big).system

    assert system == asked(Kind.INTERVENTION, "F").system
    assert "100" not in system


def test_long_texts_are_cut_with_a_mark_and_a_note() -> None:
    long = Problem(id="1", graph=GRAPH, text="x" * 30, reasoning="y" * 50)

    found = prompt(Question(problem=long, kind=Kind.LOGIC), Limits(text=10, reasoning=20))

    assert isinstance(found, Prompt)
    assert '"xxxxxxxxxx [cut here: 20 more characters]"' in found.user
    assert found.cut == (
        "20 of 30 characters of the problem",
        "30 of 50 characters of the reasoning",
    )


def test_texts_as_long_as_they_may_be_are_whole() -> None:
    whole = Problem(id="1", graph=GRAPH, text="x" * 10, reasoning="y" * 20)

    found = prompt(Question(problem=whole, kind=Kind.LOGIC), Limits(text=10, reasoning=20))

    assert isinstance(found, Prompt)
    assert found.cut == ()


@pytest.mark.parametrize("kind", [Kind.INTERVENTION, Kind.ABDUCTION])
def test_a_graph_that_is_too_long_is_not_cut_but_not_asked(kind: Kind) -> None:
    # targets 12, knowns 1 + 6 + 1 + 4, link 1 + 1 + 12, rule 7: 45 characters
    one = Question(problem=PROBLEM, kind=kind, subject="F")

    assert isinstance(prompt(one, Limits(graph=45)), Prompt)
    assert prompt(one, Limits(graph=44)) == Unscored(
        reason="too long to ask", because="the graph has more characters than a prompt may show"
    )


def test_a_text_is_judged_however_long_its_graph() -> None:
    one = Question(problem=PROBLEM, kind=Kind.LOGIC)

    assert isinstance(prompt(one, Limits(graph=1)), Prompt)


@pytest.mark.parametrize("value", [0, -1, 1.5])
def test_a_limit_is_a_positive_whole_number(value: int) -> None:
    with pytest.raises((ValueError, TypeError)):
        Limits(text=value)


def test_the_texts_have_not_changed_without_a_new_version() -> None:
    # A change of any of our texts makes old records answer other prompts: raise PROMPTS with it.
    digests = [asked(kind, "F").digest[:12] for kind in Kind]

    assert (PROMPTS, digests) == ("1", ["12fb531ddbb0", "9f30e6c9dbf7", "8862fcc7c60b"])
