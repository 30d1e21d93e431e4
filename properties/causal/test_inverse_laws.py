"""Inverting rules: what comes back, whether it is the only one, and that nothing else is said."""

from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st

from measurand.algebra.enclosure import OutsideError
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import SpentError, Work, count_roots
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Equation,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
    folded,
    names_in,
    replaced,
)
from measurand.studies.causal.rules.value import value
from measurand.studies.causal.solving.bounds import Bounds
from measurand.studies.causal.solving.inverse import (
    Inverted,
    Open,
    Range,
    Several,
    Unique,
    invert,
    monotonicity,
)
from measurand.studies.causal.solving.quotient import differing, quotient
from properties.oracles.rule_scan import crossings
from properties.strategies.effort import third
from properties.strategies.once import (
    PLAIN,
    SHARP,
    X,
    above,
    below_or_above,
    expanded,
    multiplied,
    once,
)

Y = Name("y")
ranges = st.sampled_from(list(Range))


def inverted(tree: Tree, true: Fraction, within: Range = Range.REAL) -> Inverted:
    return invert(tree, "x", Y, {"x": true}, within)


def enclosed(tree: Tree, true: Fraction) -> Interval | None:
    try:
        return Bounds({"x": true}, Work())(tree)
    except (OutsideError, SpentError):
        return None


@third
@given(once(), below_or_above, ranges)
def test_the_answer_put_back_gives_the_known(tree: Tree, true: Fraction, within: Range) -> None:
    found = inverted(tree, true, within)

    if isinstance(found, Unique) and found.answer is not None:
        back = enclosed(replaced(found.answer, {"y": tree}), true)
        assert back is None or back.low <= true <= back.high


@third
@given(once(functions=(), powers=(-1, 3)), below_or_above)
def test_one_to_one_rules_of_rationals_come_back_exactly(tree: Tree, true: Fraction) -> None:
    found = inverted(tree, true)
    assume(enclosed(tree, true) is not None)

    assert isinstance(found, Unique)
    assert found.answer is not None
    assert enclosed(replaced(found.answer, {"y": tree}), true) == Interval(true, true)


@third
@given(once(functions=SHARP, powers=(-1, 3)), above)
def test_one_to_one_functions_leave_one_value(tree: Tree, true: Fraction) -> None:
    found = inverted(tree, true)

    assert isinstance(found, Unique) == (enclosed(tree, true) is not None)
    if isinstance(found, Unique) and found.answer is not None:
        target = replaced(tree, {"x": replaced(found.answer, {"y": tree})})
        again, first = enclosed(target, true), enclosed(tree, true)
        assert again is None or first is None or again.meets(first)


@third
@given(st.lists(below_or_above, min_size=1, max_size=4), st.integers(-9, 9), ranges, st.data())
def test_polynomials_are_told_by_their_roots(
    roots: list[Fraction], constant: int, within: Range, data: st.DataObject
) -> None:
    # p(x) = c + (x - r) (x - s) ... has the value c exactly at its roots.
    true = data.draw(st.sampled_from(roots))
    assume(within is Range.REAL or true > 0)
    coefficients = multiplied(roots)
    coefficients[0] += constant

    found = inverted(expanded(coefficients), true, within)

    fitting = {root for root in roots if within is Range.REAL or root > 0}
    assert isinstance(found, Unique if len(fitting) == 1 else Several)


@third
@given(once(functions=(), powers=(-2, -1, 2, 3), most=4), below_or_above, ranges)
@example(Binary(Operator.POWER, X, Number(Fraction(2))), Fraction(3), Range.REAL)
@example(Binary(Operator.DIVIDE, Number(Fraction(1)), X), Fraction(3), Range.REAL)
def test_undoing_steps_agrees_with_counting_roots(
    tree: Tree, true: Fraction, within: Range
) -> None:
    at = enclosed(tree, true)
    assume(at is not None and at.low == at.high and (within is Range.REAL or true > 0))
    assert at is not None

    def fixed(part: Tree) -> Interval | None:
        return None if "x" in names_in(part) else Bounds({}, Work())(part)

    read = quotient(tree, "x", fixed, Work())
    low = None if within is Range.REAL else Fraction(0)
    number = count_roots(differing(read, at.low, Work()), low, None, Work())

    found = inverted(tree, true, within)

    assert isinstance(found, Unique if number == 1 else Several)


@third
@given(once(), once(), st.sampled_from(list(Operator)), below_or_above, ranges)
def test_every_answer_is_one_of_three(
    one: Tree, other: Tree, operator: Operator, true: Fraction, within: Range
) -> None:
    found = inverted(Binary(operator, one, other), true, within)

    assert isinstance(found, Unique | Several | Open)
    assert not isinstance(found, Open) or found.reason in {
        "budget",
        "domain",
        "several occurrences",
    }


@third
@given(once(), once(), st.sampled_from(list(Operator)), above)
def test_what_is_told_on_the_line_is_told_above_zero(
    one: Tree, other: Tree, operator: Operator, true: Fraction
) -> None:
    for tree in (one, Binary(operator, one, other)):
        if isinstance(inverted(tree, true, Range.REAL), Unique):
            assert isinstance(inverted(tree, true, Range.POSITIVE), Unique)


@third
@given(once(functions=(), powers=(-1, 2, 3)), once(functions=()), above, above)
def test_a_unique_value_is_met_at_no_other_number(
    one: Tree, other: Tree, true: Fraction, second: Fraction
) -> None:
    tree = Binary(Operator.ADD, one, other)
    assume(second != true)

    if isinstance(inverted(tree, true, Range.POSITIVE), Unique):
        assert value(tree, {"x": second}) != value(tree, {"x": true})


@third
@given(
    once(functions=SHARP, powers=(-1, 2, 3)),
    once(functions=SHARP),
    st.sampled_from(PLAIN),
    above,
    above,
)
def test_rising_rules_rise_and_falling_rules_fall(
    one: Tree, other: Tree, operator: Operator, first: Fraction, second: Fraction
) -> None:
    tree = Binary(operator, one, other)
    low, high = (enclosed(tree, number) for number in sorted([first, second]))
    way = monotonicity(
        tree, 1, lambda part: None if "x" in names_in(part) else enclosed(part, first)
    ).way

    if first != second and way and low is not None and high is not None:
        assert low.low < high.high if way > 0 else high.low < low.high


@third
@given(once(), below_or_above)
def test_exact_values_lie_inside_of_enclosures(tree: Tree, true: Fraction) -> None:
    exact, bounds = value(tree, {"x": true}), enclosed(tree, true)

    if isinstance(exact, Fraction) and bounds is not None:
        assert bounds.low <= exact <= bounds.high


@third
@given(once(functions=SHARP), above)
def test_turning_a_rule_over_tells_as_much(tree: Tree, true: Fraction) -> None:
    plain = inverted(tree, true)

    assert type(inverted(Negative(tree), true)) is type(plain)
    assert type(inverted(Call("atan", (tree,)), true)) is type(plain)


def fuzzy(number: Fraction) -> Tree:
    """Write a number so that its value is enclosed only: as it, and what sqrt(2)**2 is beyond 2."""
    root = Call("sqrt", (Number(Fraction(2)),))
    over = Binary(Operator.SUBTRACT, Binary(Operator.MULTIPLY, root, root), Number(Fraction(2)))
    return Binary(Operator.ADD, Number(number), over)


def blurred(tree: Tree) -> Tree:
    """Write all numbers of a tree so that they are enclosed only."""

    def turned(node: Tree, parts: tuple[Tree, ...]) -> Tree:
        match node:
            case Number(number):
                return fuzzy(number)
            case Negative():
                return Negative(*parts)
            case Binary(operator):
                return Binary(operator, *parts)
            case Call(function):
                return Call(function, parts)
            case _:
                return node

    return folded(tree, turned)


@third
@given(once(), once(most=2), st.sampled_from(list(Operator)), below_or_above, ranges)
@example(Binary(Operator.POWER, X, Number(Fraction(2))), X, Operator.ADD, Fraction(3), Range.REAL)
@example(
    Call("abs", (Binary(Operator.POWER, X, Number(Fraction(2))),)),
    X,
    Operator.ADD,
    Fraction(3),
    Range.REAL,
)
def test_an_enclosed_number_claims_nothing_that_the_exact_one_denies(
    one: Tree, other: Tree, operator: Operator, true: Fraction, within: Range
) -> None:
    for tree in (one, Binary(operator, one, other)):
        exact, found = inverted(tree, true, within), inverted(blurred(tree), true, within)
        assert {type(exact), type(found)} != {Unique, Several}


SPELLED = ("log2({0})", "log10(100)", "2*sin(pi/2)", "exp(ln({1}))", "sqrt({1})*sqrt({1})", "{1}")


@st.composite
def powers(draw: st.DrawFn) -> tuple[str, Fraction]:
    """Spell a power from 1 to 6, or one and a half of it."""
    text = draw(st.sampled_from(SPELLED))
    number = 2 if "{" not in text else draw(st.integers(1, 6))
    spelled = text.format(2**number, number)
    if draw(st.booleans()):
        return f"(3/2*({spelled}))", Fraction(3 * number, 2)
    return f"({spelled})", Fraction(number)


@third
@given(powers(), once(functions=("abs", "exp"), powers=(2, 3), most=2), below_or_above, ranges)
@example(("log10(100)", Fraction(2)), X, Fraction(3), Range.REAL)
@example(("exp(ln(2))", Fraction(2)), X, Fraction(-3), Range.REAL)
def test_a_scan_finds_no_second_value_below_a_power_that_is_enclosed(
    spelled: tuple[str, Fraction], base: Tree, true: Fraction, within: Range
) -> None:
    text, number = spelled
    read = read_rule(f"y = b**{text}", ("y", "b"))
    assert isinstance(read, Equation)
    tree = replaced(read.right, {"b": base})

    if isinstance(inverted(tree, true, within), Unique):
        # By floats, with the power as it truly is.
        exact = Binary(Operator.POWER, base, Number(number))
        below = within is Range.REAL
        assert crossings(exact, "x", {"x": float(true)}, below=below) <= 1
