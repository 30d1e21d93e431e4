"""Rules as trees: with symbols, with names as people give them, and texts that look like rules."""

from fractions import Fraction

from hypothesis import strategies as st

from measurand.studies.causal.rules.text import FUNCTIONS
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Equation,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
)

SYMBOLS = ("a", "b", "x", "v_0", "m1", "lambda", "rho", "F_net", "e", "C", "_private", "mass")
"""Names that strict rules can hold."""
NAMES = (
    *SYMBOLS,
    "net force",
    "μ",
    "v₀",
    "R_⊙",
    "f'",
    "cross-section",
    "T(z)",
    "a + b",
    "-a",
    "sqrt(a)",
    "v^2",
    "k = 7",
    "x, y",
    "Δm",
    "|Z|",
    "dL/dt",
    "the",
    "sin",
    "2θ",
    "v_{\\text{max}}",
    "质量",
)
"""Names that lenient rules can hold, where the graph has them."""

numbers = st.one_of(
    st.integers(min_value=0, max_value=10**12).map(Fraction),
    st.builds(
        lambda digits, tens: Fraction(digits) * Fraction(10) ** tens,
        st.integers(min_value=0, max_value=10**9),
        st.integers(min_value=-60, max_value=60),
    ),
).map(Number)
"""Numbers that can be written: not negative, with finitely many digits."""

_JOINS = tuple(one for one in Operator if one is not Operator.POWER)


def trees(names: tuple[str, ...]) -> st.SearchStrategy[Tree]:
    """Draw trees as a reader makes them: exponents vary, or are small."""
    leaves = st.one_of(numbers, st.sampled_from(names).map(Name), st.just(Constant("pi")))
    return st.recursive(leaves, lambda inner: _larger(inner, names), max_leaves=12)


def _larger(inner: st.SearchStrategy[Tree], names: tuple[str, ...]) -> st.SearchStrategy[Tree]:
    small = st.integers(min_value=0, max_value=64).map(Fraction).map(Number)
    exponents = st.one_of(
        small,
        small.map(Negative),
        st.sampled_from(names).map(Name),
        st.builds(Binary, st.just(Operator.MULTIPLY), st.sampled_from(names).map(Name), inner),
    )
    return st.one_of(
        st.builds(Binary, st.sampled_from(_JOINS), inner, inner),
        st.builds(Binary, st.just(Operator.POWER), inner, exponents),
        inner.map(Negative),
        st.sampled_from(sorted(FUNCTIONS)).flatmap(
            lambda name: st.builds(
                Call,
                st.just(name),
                st.lists(
                    inner,
                    min_size=FUNCTIONS[name].least,
                    max_size=min(3, FUNCTIONS[name].most),
                ).map(tuple),
            )
        ),
    )


strict_equations = st.builds(
    Equation, left=st.sampled_from(SYMBOLS).map(Name), right=trees(SYMBOLS)
)
"""Equations that strict rules can say."""

equations = st.builds(
    Equation,
    left=trees(NAMES),
    right=trees(NAMES),
    more=st.lists(trees(NAMES), max_size=2).map(tuple),
)
"""Equations and chains of lenient rules."""

_WORDS = (
    *NAMES,
    *"+-*/%^()[]{}|,=≈<≤×·√∛²½!π∑∫\\`:;.'#@",
    *("**", "//", "==", "⁻¹", "pi", "2", "0.5", "1e9", "9**9**9", "007", "1_000", "0xff"),
    *("sin", "cos", "sqrt(", "log(", "C(", "f(", "exp", "max(", "where", "if", "the", "of"),
    "__import__('os')",
    "\n",
    "\u202e",
    "\u0301",
    "\x00",
    "ａ",
    "а",
    "９",
)
soup = st.lists(st.sampled_from(_WORDS), max_size=40).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda space: space.join(words))
)
"""Texts of pieces of rules in any order."""

_plain = st.one_of(
    st.sampled_from(("a", "b", "x", "v_0", "lambda_", "pi", "0", "1", "12", "0.5", "2.25", "1e3")),
)


def _python(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    spaces = st.sampled_from(("", " "))
    return st.one_of(
        st.builds(
            "{}{}{}{}{}".format,
            inner,
            spaces,
            st.sampled_from(("+", "-", "*", "/", "//", "%")),
            spaces,
            inner,
        ),
        st.builds("({})**{}".format, inner, st.sampled_from(("2", "-3", "x", "-x", "+b", "0.5"))),
        st.builds("{}{}".format, st.sampled_from("+-"), inner),
        inner.map("({})".format),
        st.builds("{}({})".format, st.sampled_from(("sqrt", "sin", "abs")), inner),
        st.builds("max({}, {})".format, inner, inner),
    )


python_expressions = st.recursive(_plain, _python, max_leaves=14)
"""Expressions that Python reads as well."""
