import pytest

from measurand.studies.causal.rules.tree import Reason
from tests.causal.rule_reads import read, strictly, why


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.BLANK),
        (" \t\n", Reason.BLANK),
        ("Subtract eggs used for breakfast and muffins from total eggs laid", Reason.PROSE),
        ("Sum of masses of reactants", Reason.PROSE),
        ("ideal gas law", Reason.PROSE),
        ("range equation", Reason.PROSE),
        ("mass-energy equivalence", Reason.PROSE),
        ("p = numerator of r_squared in simplest form", Reason.PROSE),
        ("P V = constant", Reason.PROSE),
        ("F = ma must hold for rolling", Reason.PROSE),
        ("W is given by W = m g", Reason.PROSE),
        ("y = kinetic energy / mass", Reason.PROSE),
        ("a = dv/dt", Reason.CALCULUS),
        ("W = F * dx", Reason.CALCULUS),
        ("W = ∫ F(x)", Reason.CALCULUS),
        ("a = d^2x/dt^2", Reason.CALCULUS),
        ("F = -∂U/∂x", Reason.CALCULUS),
        ("s = 1 + 2 + ... + n", Reason.CALCULUS),
        ("s = sum(A)", Reason.CALCULUS),
        ("s = sum_i x", Reason.CALCULUS),
        ("y = f'(x)", Reason.CALCULUS),
        ("m = x''", Reason.CALCULUS),
        ("v = \\frac{a}{b}", Reason.LATEX),
        ("v = \\sqrt{2 g h}", Reason.LATEX),
        ("v ≤ c / R", Reason.RELATION),
        ("x < y", Reason.RELATION),
        ("U ~ E_0", Reason.RELATION),
        ("F ∝ m", Reason.RELATION),
        ("n ≡ 3 mod 7", Reason.RELATION),
        ("2E = F ⇒ E = F/2", Reason.RELATION),
        ("x = ±2", Reason.RELATION),
        ("x := 2", Reason.RELATION),
        ("a = 2; b = 3", Reason.RELATION),
        ("x = 2 y, z = 3", Reason.SEVERAL),
        ("p = 1,000", Reason.SEVERAL),
        ("V = |(AB · (AC × AD))|", Reason.OPAQUE),
        ("y = 4 * g(f(x))", Reason.OPAQUE),
        ("m = 5 kg", Reason.UNIT),
        ("g = 9.8 m/s^2", Reason.UNIT),
        ("g = 9.8m", Reason.UNIT),
        ("t = 3 s", Reason.UNIT),
        ("y = cos(30 degrees)", Reason.UNIT),
        ("d = 5cm + x", Reason.UNIT),
        ("y = 2½", Reason.SYNTAX),
        ("y = a + 50%", Reason.UNIT),
        ("y = 20 % n", Reason.UNIT),
        ("y =", Reason.SYNTAX),
        ("= y", Reason.SYNTAX),
        ("y = a +", Reason.SYNTAX),
        ("y = (a + b", Reason.SYNTAX),
        ("y = (a + b]", Reason.SYNTAX),
        ("y = a 2", Reason.SYNTAX),
        ("y = x!!", Reason.SYNTAX),
        ("y = {a}", Reason.SYNTAX),
        ("y = 90°", Reason.CHARACTER),
        ("y = 2 # twice", Reason.CHARACTER),
        ("y = 0xff", Reason.CHARACTER),
        ("y = 1_000", Reason.CHARACTER),
        ("y = 007", Reason.CHARACTER),
        ("y = p = 'a'", Reason.CHARACTER),
    ],
)
def test_what_is_no_equation_has_its_reason(text: str, reason: Reason) -> None:
    assert why(text) is reason


def test_units_are_names_where_the_graph_has_them() -> None:
    assert read("U = 5 m g", "m", "g") == "U = 5 * m * g"
    assert why("h = v^2/(2 g)", "v") is Reason.UNIT
    assert read("h = v^2/(2g)", "v") == "h = v ** 2 / (2 * g)"
    assert read("K = 1/2 m v^2", "v") == "K = 1 / 2 * m * v ** 2"


def test_words_side_by_side_are_prose_even_where_they_are_names() -> None:
    assert why("velocity time graph", "velocity", "time") is Reason.PROSE
    assert why("y = velocity time", "velocity", "time") is Reason.PROSE
    assert read("y = velocity * time", "velocity", "time") == "y = velocity * time"


def test_hidden_characters_are_refused_even_where_names_have_them() -> None:
    assert why("y = a\u200b", "a\u200b") is Reason.CHARACTER
    assert why("y = a\x00b", "a\x00b") is Reason.CHARACTER


def test_at_is_a_product_only_where_an_operand_must_stand() -> None:
    assert read("v = v_0 - at", "v_0", "a", "t") == "v = v_0 - a * t"
    assert why("f = f_max at phi", "f_max", "a", "t", "phi") is Reason.PROSE


def test_derivatives_are_names_where_the_graph_has_them() -> None:
    assert read("dR/dt = tau / m", "dR/dt") == "`dR/dt` = tau / m"


def test_latex_may_stand_in_names() -> None:
    assert read("v_{\\text{max}} = 2 x", "v_{\\text{max}}") == "`v_{\\text{max}}` = 2 * x"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x + 1 = y", "syntax"),
        ("x = y = z", "syntax"),
        ("x = y^2", "characters that are no part of rules"),
        ("x = 2 y", "syntax"),
        ("x = 2y", "characters that are no part of rules"),
        ("x = |y|", "characters that are no part of rules"),
        ("x = π", "characters that are no part of rules"),
        ("x == y", "characters that are no part of rules"),
        ("x = y if z else w", "characters that are no part of rules"),
        ("x = f(y)", "opaque function"),
        ("x = y # no", "characters that are no part of rules"),
        ("x = y \\", "characters that are no part of rules"),
        ("x = 1_000", "characters that are no part of rules"),
        ("x = 0xff", "characters that are no part of rules"),
        ("x = dy/dz", "calculus or series"),
        ("x = a.b", "characters that are no part of rules"),
        ("x =", "syntax"),
    ],
)
def test_strict_rules_leave_nothing_to_choose(text: str, reason: str) -> None:
    assert strictly(text) == reason


@pytest.mark.parametrize(
    ("text", "read_at"),
    [
        ("x = " + "1" * 40, True),
        ("x = " + "1" * 41, False),
        ("x = 1e400", True),
        ("x = 1e401", False),
        ("x = y**64", True),
        ("x = y**65", False),
        ("x = y**-64", True),
        ("x = y**(8*8)", True),
        ("x = y**(8*9)", False),
        ("x = y**(2**2)", False),
        ("x = y**(1/0)", False),
        ("x = y**factorial(3)", False),
        ("x = y**(2*z)", True),
        ("x = y**pi", True),
        ("x = " + "(" * 39 + "y" + ")" * 39, True),
        ("x = " + "(" * 40 + "y" + ")" * 40, True),
        ("x = " + "(" * 41 + "y" + ")" * 41, False),
        ("x = " + "+".join(["(y)"] * 45), True),
        ("x = " + "-" * 40 + "y", True),
        ("x = " + "-" * 41 + "y", False),
        ("x = " + "+".join("y" * 99), True),
        ("x = " + "+".join("y" * 100), False),
        ("x = " + "y" * 396, True),
        ("x = " + "y" * 397, False),
    ],
)
def test_limits_stand_where_they_are_said_to(text: str, *, read_at: bool) -> None:
    expected = "larger than the limits"

    assert (strictly(text) != expected) is read_at
    assert (read(text) != expected) is read_at
