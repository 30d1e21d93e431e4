"""Formulas of a few statistics, values for them, and what they are worth, written anew."""

from collections.abc import Mapping
from fractions import Fraction

from hypothesis import strategies as st

from measurand.algebra.formula import (
    EachClass,
    Formula,
    Log,
    Magnitude,
    Number,
    Over,
    Plus,
    Root,
    Stat,
    Times,
)

NAMES = ("a", "b", "c")

fractions = st.fractions(min_value=-5, max_value=5, max_denominator=7)
leaves: st.SearchStrategy[Formula] = st.one_of(
    st.sampled_from(NAMES).map(Stat), fractions.map(Number), st.just(Number(Fraction(-1)))
)


def _rational(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        st.builds(Plus, inner, inner),
        st.builds(lambda one, other: one - other, inner, inner),
        st.builds(Times, inner, inner),
        st.builds(Over, inner, inner),
        inner.map(lambda one: one**2),
    )


def _any(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        _rational(inner),
        st.builds(Over, inner, inner, fractions),
        *(inner.map(kind) for kind in (Root, Log, Magnitude, EachClass)),
        inner.map(lambda one: one**3),
    )


rational_formulas = st.recursive(leaves, _rational, max_leaves=8)
formulas = st.recursive(leaves, _any, max_leaves=12)
counts = st.fixed_dictionaries({name: st.integers(0, 12) for name in NAMES})


def worth(formula: Formula, values: Mapping[str, Fraction | int]) -> Fraction | None:
    """Compute a formula without roots as it stands, part by part; None where it is undefined."""
    match formula:
        case Stat(name):
            return Fraction(values[name])
        case Number(value):
            return value
        case Plus(first, second) | Times(first, second) | Over(first, second):
            one, other = worth(first, values), worth(second, values)
            if one is None or other is None:
                return None
            if isinstance(formula, Over):
                return one / other if other else None
            return one + other if isinstance(formula, Plus) else one * other
        case _:
            raise AssertionError(formula)
