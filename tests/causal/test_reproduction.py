from fractions import Fraction

import pytest

from measurand.studies.causal.comparing.consistency import answer_reproduced, target_value
from measurand.studies.causal.graphs.nodes import Reading
from measurand.values.reasoning import Known, Link, ReasoningGraph
from measurand.values.score import Undefined
from measurand.values.share import share

READING = Reading()


def rule(causes: str, effect: str, text: str) -> Link:
    """Make a link."""
    return Link(causes=tuple(causes.split()), effects=(effect,), rule=text)


def given(**numbers: float | str | None) -> tuple[Known, ...]:
    """Make knowns: a number, a number with its unit after a space, or none."""
    found = []
    for name, value in numbers.items():
        text, _, unit = str(value).partition(" ")
        number = None if value is None else Fraction(text)
        found.append(Known(name=name, text=str(value), number=number, unit=unit))
    return tuple(found)


def graph(*links: Link, target: str = "v", **numbers: float | str | None) -> ReasoningGraph:
    """Make a graph with knowns and a target."""
    return ReasoningGraph(targets=(target,), knowns=given(**numbers), links=links)


PUSHED = (rule("F m", "a", "a = F/m"), rule("a t", "v", "v = a*t"))
SPEED = graph(*PUSHED, F=10, m=4, t=3)


def test_rules_are_worked_out_forward() -> None:
    assert target_value(SPEED, READING) == Fraction(15, 2)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("7.5", 1),
        ("7.5 m/s", 1),
        ("15/2", 1),
        # Two percent of the larger number: 7.65 less 0.153 is below 7.5, 7.66 less 0.1532 is not.
        ("7.65", 1),
        ("7.66", 0),
        ("7.35", 1),
        ("7.34", 0),
        ("-7.5", 0),
        ("0", 0),
    ],
)
def test_an_answer_within_two_percent_is_reproduced(answer: str, expected: int) -> None:
    assert answer_reproduced(SPEED, answer, READING) == share(expected)


def test_how_far_an_answer_may_be_off_is_an_option() -> None:
    assert answer_reproduced(SPEED, "8", READING, tolerance=Fraction(1, 16)) == share(1)
    assert answer_reproduced(SPEED, "7.6", READING, tolerance=Fraction(0)) == share(0)
    assert answer_reproduced(SPEED, "7.5", READING, tolerance=Fraction(0)) == share(1)


def test_a_tolerance_is_not_negative() -> None:
    with pytest.raises(ValueError, match=r"^a tolerance is 0 or more: got -1$"):
        answer_reproduced(SPEED, "7.5", READING, tolerance=Fraction(-1))


def test_nothing_is_reproduced_by_nothing_but_zero() -> None:
    nothing = graph(rule("x", "v", "v = x - 2"), x=2)

    assert answer_reproduced(nothing, "0", READING) == share(1)
    assert answer_reproduced(nothing, "0.001", READING) == share(0)


@pytest.mark.parametrize("answer", [None, "", "  "])
def test_without_an_answer_nothing_is_said(answer: str | None) -> None:
    assert answer_reproduced(SPEED, answer, READING) == Undefined("no answer is stated")


@pytest.mark.parametrize("answer", ["v = sqrt(2)", "faster", "between 7 and 8", "2 * pi"])
def test_an_answer_that_is_no_number_is_not_compared(answer: str) -> None:
    assert answer_reproduced(SPEED, answer, READING) == Undefined("the stated answer is no number")


def test_what_cannot_be_worked_out_is_undecided() -> None:
    assert answer_reproduced(graph(*PUSHED, F=10, m=4), "7", READING) == Undefined(
        "a node that nothing gives"
    )


def test_a_known_keeps_its_number_whatever_a_rule_says() -> None:
    assert target_value(graph(*PUSHED, F=10, m=4, t=3, a=2), READING) == 6


def test_a_number_of_the_target_itself_is_not_taken_for_its_value() -> None:
    assert target_value(graph(*PUSHED, F=10, m=4, t=3, v=99), READING) == Fraction(15, 2)
    assert target_value(graph(v=99), READING) == Undefined("a node that nothing gives")


def test_a_target_that_is_listed_as_a_symbol_is_worked_out() -> None:
    assert target_value(graph(*PUSHED, F=10, m=4, t=3, v=None), READING) == Fraction(15, 2)


def test_a_rule_may_call_its_effect_by_another_name() -> None:
    # Specification, D9: the rule says `a`, the effect is called acceleration.
    links = (rule("F m", "acceleration", "a = F/m"), rule("acceleration t", "v", "v = a*t"))

    assert target_value(graph(*links, F=10, m=4, t=3), READING) == Fraction(15, 2)


def test_a_rule_that_gives_its_cause_is_solved_for_its_effect() -> None:
    assert target_value(graph(rule("F m", "v", "F = m*v"), F=10, m=4), READING) == Fraction(5, 2)


def test_roots_and_functions_are_near_enough() -> None:
    swing = graph(rule("L g", "v", "v = 2*pi*sqrt(L/g)"), L=1, g="9.81 m/s^2")

    # 2.006 s is the textbook's period of a pendulum of one metre.
    assert answer_reproduced(swing, "2.006 s", READING) == share(1)
    assert answer_reproduced(swing, "2.1 s", READING) == share(0)


def test_a_root_that_is_a_fraction_is_exact() -> None:
    assert target_value(graph(rule("x", "v", "v = sqrt(x)"), x="2.25"), READING) == Fraction(3, 2)


def test_an_angle_in_degrees_is_not_taken_for_radians() -> None:
    height = rule("x", "h", "h = sin(x)")

    assert target_value(graph(height, target="h", x="30 deg"), READING) == Undefined(
        "degrees in an angle"
    )
    radians = target_value(graph(height, target="h", x="0.5 rad"), READING)
    assert isinstance(radians, Fraction)
    assert round(float(radians), 6) == 0.479426


def test_degrees_are_followed_into_what_is_made_of_them() -> None:
    links = (rule("x", "half", "half = x/2"), rule("half", "h", "h = tan(half)"))

    assert target_value(graph(*links, target="h", x="60 degrees"), READING) == Undefined(
        "degrees in an angle"
    )


def test_degrees_that_a_rule_converts_are_radians() -> None:
    links = (rule("x", "r", "r = x*pi/180"), rule("r", "h", "h = sin(r)"))

    found = target_value(graph(*links, target="h", x="30 deg"), READING)

    assert isinstance(found, Fraction)
    assert round(float(found), 9) == 0.5


def test_degrees_that_a_rule_converts_on_the_way_are_radians() -> None:
    found = target_value(
        graph(rule("x", "h", "h = cos(x*pi/180)"), target="h", x="60 deg"), READING
    )

    assert isinstance(found, Fraction)
    assert round(float(found), 9) == 0.5


def test_degrees_that_are_no_angle_do_no_harm() -> None:
    assert target_value(graph(rule("x", "v", "v = x/2"), x="30 deg"), READING) == 15


@pytest.mark.parametrize(
    ("built", "reason"),
    [
        (ReasoningGraph(links=PUSHED, knowns=given(F=1)), "no target"),
        (ReasoningGraph(targets=("a", "v"), links=PUSHED), "several targets"),
        (graph(*PUSHED, F=10, m=None, t=3), "a known without a number"),
        (graph(rule("v", "x", "x = v"), rule("x", "v", "v = x")), "cyclic"),
        (graph(rule("v x", "v", "v = v + x"), x=1), "cyclic"),
        (graph(rule("x", "v", "v = 1/(x - 2)"), x=2), "division by zero"),
        (graph(rule("x", "v", "v = sqrt(x)"), x=-2), "outside of the domain of a function"),
        (graph(rule("x", "v", "v = x**64"), x="1e300"), "larger than the budget"),
        (graph(rule("x", "v", "twice as much as before"), x=1), "prose"),
        (graph(rule("x", "v", "v = f(x)"), x=1), "opaque function"),
        (graph(rule("x", "v", "v = x + q"), x=1), "undeclared symbol"),
        (
            graph(rule("x", "v", "v = x"), rule("y", "v", "v = y"), x=1, y=2),
            "rules for one effect that differ",
        ),
    ],
)
def test_what_stands_in_the_way_is_said(built: ReasoningGraph, reason: str) -> None:
    assert target_value(built, READING) == Undefined(reason)


def test_rules_for_one_effect_that_agree_are_one() -> None:
    links = (rule("x", "v", "v = x + 1"), rule("y", "v", "v = y/2"))

    assert target_value(graph(*links, x=2, y=6), READING) == 3


def test_what_the_target_does_not_need_stands_in_nobodys_way() -> None:
    aside = (rule("v", "w", "w = something about v"), rule("w", "u", "u = w"))

    assert target_value(graph(*PUSHED, *aside, F=10, m=4, t=3), READING) == Fraction(15, 2)


def test_a_long_chain_takes_no_recursion() -> None:
    links = [rule(f"x{at}", f"x{at + 1}", f"x{at + 1} = x{at} + 1") for at in range(1_000)]
    chain = ReasoningGraph(targets=("x1000",), knowns=given(x0=0), links=tuple(links))

    assert target_value(chain, READING) == 1_000
