"""Rules as trees in which a name occurs once, and polynomials with roots that are known."""

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from measurand.studies.causal.rules.tree import Binary, Call, Name, Negative, Number, Operator, Tree

X = Name("x")
SHARP = ("sqrt", "cbrt", "exp", "ln", "log2", "log10", "atan", "sinh", "tanh", "asinh")
BLUNT = ("abs", "sin", "cos", "tan", "cosh", "floor", "round", "sign")
PLAIN = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE)

small = st.builds(Fraction, st.integers(-6, 6), st.integers(1, 4))
above = st.builds(Fraction, st.integers(1, 9), st.integers(1, 4))
below_or_above = st.one_of(above, above.map(lambda one: -one))


def number(value: Fraction) -> Tree:
    """Write a number as rules do: never below 0."""
    return Number(value) if value >= 0 else Negative(Number(-value))


@st.composite
def once(
    draw: st.DrawFn,
    *,
    powers: Sequence[int] = (-2, -1, 2, 3),
    functions: Sequence[str] = SHARP + BLUNT,
    most: int = 5,
) -> Tree:
    """Draw a tree in which x occurs once, below at most so many operations."""
    tree: Tree = X
    for _ in range(draw(st.integers(0, most))):
        kind = draw(st.sampled_from(["operator", "operator", "power", "function", "minus"]))
        if kind == "operator":
            parts = [tree, number(draw(below_or_above))]
            left, right = parts if draw(st.booleans()) else reversed(parts)
            tree = Binary(draw(st.sampled_from(PLAIN)), left, right)
        elif kind == "power" and powers:
            tree = Binary(Operator.POWER, tree, number(Fraction(draw(st.sampled_from(powers)))))
        elif kind == "function" and functions:
            tree = Call(draw(st.sampled_from(functions)), (tree,))
        else:
            tree = Negative(tree)
    return tree


def expanded(coefficients: Sequence[Fraction]) -> Tree:
    """Write a polynomial as a sum of its powers of x, the lowest first."""
    tree: Tree = number(Fraction(0))
    for power, value in enumerate(coefficients):
        term = Binary(Operator.POWER, X, Number(Fraction(power)))
        tree = Binary(Operator.ADD, tree, Binary(Operator.MULTIPLY, number(value), term))
    return tree


def multiplied(found: Sequence[Fraction]) -> list[Fraction]:
    """Multiply (x - root) over roots: coefficients, the lowest power first."""
    product = [Fraction(1)]
    for one in found:
        higher, lower = [Fraction(0), *product], [-one * value for value in product]
        product = [a + b for a, b in zip(higher, [*lower, Fraction(0)], strict=True)]
    return product
