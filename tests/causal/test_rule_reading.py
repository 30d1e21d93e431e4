from fractions import Fraction

import pytest

from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Equation,
    Flag,
    Name,
    Negative,
    Number,
    Operator,
    Reason,
    Unread,
)
from tests.causal.rule_reads import flags, read, right, strictly, why


# The guide's worked example.
def test_newtons_law_is_a_quotient() -> None:
    assert read_rule("a = F/m", ("a", "F", "m")) == Equation(
        left=Name("a"), right=Binary(Operator.DIVIDE, Name("F"), Name("m"))
    )


# The guide's example of what cannot be judged.
def test_a_function_that_nobody_knows_is_opaque() -> None:
    text = "outcome = complex_nonlinear_function(A, B, C)"

    assert read_rule(text, ("A", "B", "C", "outcome")) == Unread(
        reason=Reason.OPAQUE, because="'complex_nonlinear_function'"
    )
    assert strictly(text) == "opaque function"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("y = a + b - c", "y = a + b - c"),
        ("y = a - (b - c)", "y = a - (b - c)"),
        ("y = a / b / c", "y = a / b / c"),
        ("y = a / (b * c)", "y = a / (b * c)"),
        ("y = -x**2", "y = -x ** 2"),
        ("y = (-x)**2", "y = (-x) ** 2"),
        ("y = 2**-x", "y = 2 ** -x"),
        ("y = a**b**c", "y = a ** b ** c"),
        ("y = +x", "y = x"),
        ("y = N // 1000 % 7", "y = N // 1000 % 7"),
        ("y = max(a, b, c) / min(a, b)", "y = max(a, b, c) / min(a, b)"),
        ("y = 1e-3 * .5", "y = 0.001 * 0.5"),
        ("lam = lambda * 2", "lam = lambda * 2"),
    ],
)
def test_strict_rules_read_as_in_python(text: str, plain: str) -> None:
    assert strictly(text) == plain
    assert read(text) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("E = m c^2", "E = m * c ** 2"),
        ("A = πr²", "A = pi * r ** 2"),
        ("A = 4π r^{2}", "A = 4 * pi * r ** 2"),
        ("n = x⁻¹", "n = x ** -1"),
        ("v = √(2gh)", "v = sqrt(2 * g * h)"),
        ("M = ∛500", "M = cbrt(500)"),
        ("d = |R1 - R2|", "d = abs(R1 - R2)"),
        ("f = || x | - 1/2 |", "f = abs(abs(x) - 1 / 2)"),
        ("y = 2|x|", "y = 2 * abs(x)"),
        ("y = |a (b |c|)|", "y = abs(a * (b * abs(c)))"),
        ("y = |max(a, b |c|)| |x|", "y = abs(max(a, b * abs(c))) * abs(x)"),
        ("y = |max(a, b) - c|", "y = abs(max(a, b) - c)"),
        ("y = |x||z|", "y = abs(x) * abs(z)"),
        ("y = a × b × c ÷ d − e", "y = a * b * c / d - e"),
        ("y = a · b", "y = a * b"),
        ("K = ½ m v²", "K = 1 / 2 * m * v ** 2"),
        ("N = (M + m)g", "N = (M + m) * g"),
        ("w = n! / (k! (n-k)!)", "w = factorial(n) / (factorial(k) * factorial(n - k))"),
        ("r = [a + b] c", "r = (a + b) * c"),
        ("x == y + 1", "x = y + 1"),
        ("r = a mod 7", "r = a % 7"),
        ("F = 6 x 10^3 q", "F = 6 * 10 ** 3 * q"),
        ("a = b = c / 2", "a = b = c / 2"),
        ("F = m*a.", "F = m * a"),
        ("x = 4Z - 1", "x = 4 * Z - 1"),
    ],
)
def test_lenient_rules_read_as_people_write(text: str, plain: str) -> None:
    assert read(text, *"abcdegghkmnqrvxyzEFGHKMNRZ", "R1", "R2") == plain


def test_a_rule_may_be_an_expression_alone() -> None:
    assert read_rule("m + n", ("m", "n")) == Equation(
        left=None, right=Binary(Operator.ADD, Name("m"), Name("n"))
    )
    assert read("m + n") == "m + n"
    assert read("valid / total", "valid", "total") == "valid / total"
    assert why("force / area") is Reason.PROSE
    assert why("Torque") is Reason.PROSE
    assert why("x") is Reason.PROSE
    assert read("torque", "torque") == "torque"
    assert strictly("m + n") == "syntax"


def test_names_of_the_graph_are_one_word_each() -> None:
    names = ("net force", "mass of the cart", "cross-section", "T(z)", "v_rms^2", "R_⊙")

    assert (
        read("a = net force / mass of the cart", *names) == "a = `net force` / `mass of the cart`"
    )
    assert read("n = 2 * cross-section", *names) == "n = 2 * `cross-section`"
    assert read("T(z) = T(z) + 1", *names) == "`T(z)` = `T(z)` + 1"
    assert read("v = sqrt(v_rms^2)", *names) == "v = sqrt(`v_rms^2`)"
    assert read("g = G M/R_⊙^2", *names) == "g = G * M / `R_⊙` ** 2"


def test_the_longest_name_wins_and_names_end_where_words_end() -> None:
    assert read("x = v_0 + v_01 + v", "v", "v_0") == "x = v_0 + v_01 + v"
    assert read("x = f' - f", "f", "f'") == "x = `f'` - f"
    assert read("x = L' / 2", "L") == "x = `L'` / 2"


def test_a_name_that_is_a_sum_is_one_word_only_by_itself() -> None:
    assert read("y = 2 * a + b", "a", "b", "a + b") == "y = 2 * a + b"
    assert read("y = 2 * (a + b)", "a", "b", "a + b") == "y = 2 * `a + b`"
    assert why("y = v^2^2", "v", "v^2") is Reason.LIMIT


def test_a_name_with_a_sign_is_one_word_only_by_itself() -> None:
    assert read("y = a -U", "a", "-U") == "y = a - U"
    assert read("y = -U", "-U") == "y = `-U`"


def test_a_name_with_a_hyphen_is_no_difference_unless_its_parts_are_names() -> None:
    assert read("y = a-b", "a", "b", "a-b") == "y = `a-b`"
    assert read("y = 2 * a-b", "a", "b", "a-b") == "y = 2 * a - b"
    assert read("y = 2 * x-velocity", "x-velocity") == "y = 2 * `x-velocity`"


def test_names_between_back_quotes_can_be_anything() -> None:
    assert read("y = 2 * `k = 7`", "k = 7") == "y = 2 * `k = 7`"
    assert why("y = 2 * `k = 7`") is Reason.CHARACTER
    assert why("y = `k") is Reason.CHARACTER


def test_spellings_of_the_graph_are_found() -> None:
    assert read("Q = λ * L", "lambda", "L") == "Q = lambda * L"
    assert read("x = m1 + v₀", "m_1", "v_0") == "x = m_1 + v_0"
    assert read("x = epsilon_0", "ε₀") == "x = `ε₀`"
    assert flags("Q = λ * L", "lambda", "L") == (Flag.RESPELLED,)
    assert read("x = m1", "m_1", "m_{1}") == "x = m1"
    assert flags("Q = λ * L", "lambda", "λ", "L") == ()


def test_letters_are_a_product_where_the_graph_says_so() -> None:
    assert read("U = mgh", "m", "g", "h") == "U = m * g * h"
    assert read("g = GM/R²", "G", "M", "R") == "g = G * M / R ** 2"
    assert read("h = v²/2g", "v", "g") == "h = v ** 2 / (2 * g)"
    assert flags("U = mgh", "m", "g", "h") == (Flag.SPLIT,)
    assert read("U = mgh", "m", "g", "h", "mgh") == "U = mgh"
    assert read("U = mgh") == "U = mgh"
    assert flags("U = mgh") == (Flag.LETTERS,)


@pytest.mark.parametrize("word", ["gamma", "beta", "alpha", "eta", "rho"])
def test_greek_words_are_never_split(word: str) -> None:
    assert read(f"y = 2 * {word}", *"abeghmlprtoq") == f"y = 2 * {word}"


def test_a_product_of_one_letter_twice_is_not_read_into_a_word() -> None:
    assert read("y = 2 * mass", *"mas") == "y = 2 * mass"


def test_a_power_of_letters_that_may_be_a_product_is_not_read() -> None:
    assert why("E = mc^2", "E") is Reason.SYNTAX
    assert read("x = AB^2 + BC²") == "x = AB ** 2 + BC ** 2"
    assert read("E = mc^2", "mc") == "E = mc ** 2"


def test_e_is_a_base_only_under_exponents_that_vary() -> None:
    assert read("y = e^(-k t)") == "y = exp(-k * t)"
    assert flags("y = e^(-k t)") == (Flag.EXPONENTIAL,)
    assert read("V = k e^2 / r") == "V = k * e ** 2 / r"
    assert read("y = e^x", "e") == "y = e ** x"


def test_pi_is_a_constant_unless_the_graph_has_it() -> None:
    assert read_rule("x = pi") == Equation(left=Name("x"), right=Constant("pi"))
    assert read_rule("x = pi", ("pi",)) == Equation(left=Name("x"), right=Name("pi"))
    assert read_rule("x = π", ("pi",)) == Equation(left=Name("x"), right=Name("pi"))
    assert right("x = pi", "pi", grammar=Grammar.STRICT) == Name("pi")


def test_functions_may_go_without_brackets() -> None:
    assert read("x = L sin θ") == "x = L * sin(`θ`)"
    assert read("x = 2 sinθ cosθ") == "x = 2 * sin(`θ`) * cos(`θ`)"
    assert read("y = sin 2θ") == "y = sin(2 * `θ`)"
    assert read("y = sin^2(x) + cos² x") == "y = sin(x) ** 2 + cos(x) ** 2"
    assert read("y = sin⁻¹(x) + tan^-1(z)") == "y = asin(x) + atan(z)"
    assert read("y = cos^(-1)(x)") == "y = acos(x)"
    assert flags("x = L sin θ") == ()
    assert flags("y = sin 2θ") == flags("y = sin θ / 2") == (Flag.BARE_ARGUMENT,)
    assert flags("y = √x²") == (Flag.BARE_ARGUMENT,)
    assert flags("y = √(x²)") == ()
    assert why("y = sin") is Reason.SYNTAX


def test_functions_have_one_name_each() -> None:
    assert read("y = arcsin(x) + nCr(n, k) + lg(z)") == "y = asin(x) + binomial(n, k) + log10(z)"
    assert read("y = C(n, 2)") == "y = binomial(n, 2)"
    assert flags("y = C(n, 2)") == (Flag.BINOMIAL,)
    assert why("y = C(n, 2)", "C") is Reason.OPAQUE
    assert read("y = log_3(x) + log_x(z)") == "y = log(x, 3) + log(z, x)"
    assert flags("y = log(x)") == (Flag.LOGARITHM,)


def test_arguments_are_counted() -> None:
    for text in ("y = sqrt(a, b)", "y = sqrt()", "y = log(a, b, c)", "y = atan2(x)"):
        assert why(text) is Reason.ARITY
        assert strictly(text) == "wrong number of arguments"


def test_a_name_before_brackets_is_a_product_only_with_a_sum_in_them() -> None:
    assert read("F = m(g + a)", "m", "g", "a") == "F = m * (g + a)"
    assert flags("F = m(g + a)", "m", "g", "a") == (Flag.PRODUCT_OR_CALL,)
    assert why("y = f(x + 1)") is Reason.OPAQUE
    assert why("y = R(T)", "R", "T") is Reason.OPAQUE
    assert why("y = m(a + b, c)", "m") is Reason.OPAQUE
    assert why("y = values[0]", "values") is Reason.OPAQUE
    assert strictly("y = m (g + a)", "m") == "opaque function"


def test_a_function_on_the_left_is_a_name() -> None:
    assert read("v(t) = g t") == "`v(t)` = g * t"
    assert flags("v(t) = g t") == (Flag.APPLIED,)
    assert why("v(t + 1) = g t") is Reason.OPAQUE
    assert why("v(t) + v(u) = g t") is Reason.OPAQUE
    assert read("log_x(y) = 2") == "log(y, x) = 2"
    assert read("C(n, 2) = 6") == "binomial(n, 2) = 6"


# Six readings of one line, told by its spaces: see `parse`.
@pytest.mark.parametrize(
    ("text", "plain", "flagged"),
    [
        ("y = a / b c", "y = a / (b * c)", True),
        ("y = a/b c", "y = a / b * c", True),
        ("y = a /b c", "y = a / (b * c)", True),
        ("y = a/bc", "y = a / (b * c)", True),
        ("y = 1/2 a b", "y = 1 / 2 * a * b", False),
        ("y = 1 / 2a", "y = 1 / (2 * a)", True),
        ("y = 3a / 5b", "y = 3 * a / (5 * b)", True),
        ("y = a / b * c", "y = a / b * c", False),
        ("y = a / (b c)", "y = a / (b * c)", False),
    ],
)
def test_a_quotient_before_a_silent_product_is_flagged(
    text: str, plain: str, *, flagged: bool
) -> None:
    assert read(text, "a", "b", "c") == plain
    assert (Flag.DIVISION in flags(text, "a", "b", "c")) is flagged


def test_nearly_equal_is_read_as_equal_and_flagged() -> None:
    assert read("x = L sin θ ≈ L θ") == "x = L * sin(`θ`) = L * `θ`"
    assert flags("x = L sin θ ≈ L θ") == (Flag.APPROXIMATE,)


def test_a_cross_between_quantities_is_flagged() -> None:
    assert read("F = q v × B") == "F = q * v * B"
    assert flags("F = q v × B") == flags("v × B") == (Flag.CROSS,)
    assert flags("x = 3 × 10^8 c") == ()


def test_words_before_a_colon_are_a_label() -> None:
    assert read("Ohm's Law: I = ε / R", "R", "I") == "I = `ε` / R"
    assert flags("Ohm's Law: I = ε / R", "R", "I") == (Flag.LABEL,)
    assert why("If a > b: x = y") is Reason.PROSE
    assert why("For small angles: x = y") is Reason.PROSE
    assert why("Ohm's Law: proportional") is Reason.PROSE
    assert why("k = 2: x = y") is Reason.CHARACTER


def test_words_in_brackets_after_an_equation_are_a_remark() -> None:
    assert read("a = F/m (Newton's second law)") == "a = F / m"
    assert why("a = F/m (if m > 0)") is Reason.PROSE


def test_what_follows_where_is_put_in_or_left_out() -> None:
    assert read("m = N I A, where A = πr²", "N", "I") == "m = N * I * (pi * r ** 2)"
    assert read("m = N I A where A = πr²", "N", "I", "A") == "m = N * I * A"
    assert read("x = p / q, where p and q are whole") == "x = p / q"
    assert read("x = y - ε, where ε > 0") == "x = y - `ε`"
    assert read("x = a b, where a = b + 1 and b = a - 1") == "x = a * b"
    assert flags("x = y - ε, where ε > 0") == (Flag.WHERE,)


def test_signs_stand_in_brackets_after_operators() -> None:
    assert read("y = a + -b * -c") == "y = a + -b * (-c)"
    assert read("y = a - -b") == "y = a - (-b)"


def test_flags_play_no_part_in_what_is_said() -> None:
    assert read_rule("Ohm: I = U/R") == read_rule("I = U/R")


def test_numbers_are_exact() -> None:
    assert right("x = 0.1") == Number(Fraction(1, 10))
    assert right("x = -6.02e23") == Negative(Number(Fraction(602 * 10**21)))
    assert right("x = |3|") == Call("abs", (Number(Fraction(3)),))
