import math
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.studies.causal.rules.printing import print_rule, print_tree
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Equation,
    Lack,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
    Unread,
    Unvalued,
    names_in,
    renamed,
    sides,
)
from measurand.studies.causal.rules.value import MOST_BITS, approximate, value
from properties.oracles.rules import as_python, evaluated, is_steady
from properties.strategies.rules import (
    NAMES,
    SYMBOLS,
    equations,
    python_expressions,
    soup,
    strict_equations,
    trees,
)

TINY = Fraction(1, 10**300)
AT = {name: Fraction(place, 4) for place, name in enumerate(NAMES, start=-3)}


def _bits(number: Fraction) -> int:
    return max(map(int.bit_length, number.as_integer_ratio()))


@given(strict_equations)
def test_a_strict_rule_reads_back_as_itself(equation: Equation) -> None:
    text = print_rule(equation)

    assert read_rule(text, (), Grammar.STRICT) == equation
    assert read_rule(text, SYMBOLS, Grammar.STRICT) == equation


@given(strict_equations)
def test_a_strict_rule_says_the_same_in_the_lenient_grammar(equation: Equation) -> None:
    assert read_rule(print_rule(equation), SYMBOLS) == equation


@given(equations)
@example(Equation(left=Name("a + b"), right=Binary(Operator.ADD, Name("a"), Name("b"))))
@example(Equation(left=Name("-U"), right=Negative(Name("U"))))
@example(Equation(left=Name("sqrt(x)"), right=Call("sqrt", (Name("x"),))))
def test_a_lenient_rule_reads_back_as_itself(equation: Equation) -> None:
    names = {*NAMES, *names_in(equation)}

    assert read_rule(print_rule(equation), names_in(equation)) == equation
    assert read_rule(print_rule(equation, names), names) == equation


@given(trees(NAMES))
def test_an_expression_alone_reads_back_as_itself(tree: Tree) -> None:
    assert read_rule(print_tree(tree, NAMES), NAMES) == Equation(left=None, right=tree)


@given(st.one_of(st.text(max_size=420), soup), st.sampled_from(list(Grammar)))
@example("9**9**9**9", Grammar.LENIENT)
@example(".", Grammar.LENIENT)
@example("`", Grammar.LENIENT)
@example("a = π" + "²" * 300, Grammar.LENIENT)
@example("a_{", Grammar.LENIENT)
def test_any_text_is_read_or_not_and_what_is_read_can_be_asked(text: str, grammar: Grammar) -> None:
    rule = read_rule(text, NAMES, grammar)

    if isinstance(rule, Unread):
        assert len(rule.because) < 300
    else:
        for side in sides(rule):
            found, close = value(side, AT), approximate(side, AT)
            assert isinstance(found, Unvalued) or _bits(found) <= MOST_BITS
            assert isinstance(close, Unvalued) or math.isfinite(close)
        plain = Equation(left=rule.left, right=rule.right, more=rule.more)
        assert read_rule(print_rule(rule, NAMES), {*NAMES, *names_in(rule)}) == plain


@given(soup, st.permutations(NAMES))
def test_the_order_of_names_changes_nothing(text: str, names: list[str]) -> None:
    assert read_rule(text, names) == read_rule(text, NAMES)


@given(trees(SYMBOLS))
def test_exact_values_agree_with_plain_arithmetic(tree: Tree) -> None:
    found, expected = value(tree, AT), evaluated(tree, AT)

    if expected is not None and (isinstance(found, Fraction) or found.reason is not Lack.BUDGET):
        assert found == expected


@given(trees(SYMBOLS))
def test_floats_are_near_plain_arithmetic(tree: Tree) -> None:
    found, expected = approximate(tree, AT), evaluated(tree, AT)

    if isinstance(found, float) and expected is not None and is_steady(tree):
        assert abs(Fraction(found) - expected) <= abs(expected) / 10**9 + TINY


@given(python_expressions)
def test_strict_rules_are_read_as_python_reads_them(text: str) -> None:
    rule = read_rule(f"y = {text}", (), Grammar.STRICT)

    assert isinstance(rule, Equation)
    assert rule.right == as_python(text)


@given(trees(SYMBOLS))
def test_exact_values_stay_within_their_budget(tree: Tree) -> None:
    found = value(tree, AT)

    if isinstance(found, Fraction):
        assert _bits(found) <= MOST_BITS


@given(trees(SYMBOLS))
def test_two_changes_of_sign_change_no_value(tree: Tree) -> None:
    assert value(Negative(Negative(tree)), AT) == value(tree, AT)


@given(trees(SYMBOLS))
def test_other_names_go_there_and_back(tree: Tree) -> None:
    there = {name: f"{name} of it" for name in SYMBOLS}
    back = {new: old for old, new in there.items()}

    other = renamed(tree, there)

    assert names_in(other) == tuple(there[name] for name in names_in(tree))
    assert renamed(other, back) == tree
    assert value(other, {there[name]: AT[name] for name in SYMBOLS}) == value(tree, AT)


@given(st.integers(min_value=0, max_value=10**39), st.integers(min_value=-300, max_value=300))
def test_numbers_are_written_as_they_are(digits: int, tens: int) -> None:
    number = Number(Fraction(digits) * Fraction(10) ** tens)

    assert read_rule(f"x = {print_tree(number)}", (), Grammar.STRICT) == read_rule(
        f"x = {digits}e{tens}", (), Grammar.STRICT
    )
