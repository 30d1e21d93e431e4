"""A formula, its text, its normal form, its enclosure and its directions say one thing."""

from fractions import Fraction
from itertools import pairwise
from math import prod

import pytest
from attrs import evolve
from hypothesis import assume, event, example, given
from hypothesis import strategies as st

from measurand.algebra.enclosure import OutsideError
from measurand.algebra.formula import (
    Formula,
    Number,
    Over,
    Root,
    Stat,
    enclosed,
    formula,
    stats,
    substituted,
)
from measurand.algebra.formula_text import FormulaError, latex, read, text
from measurand.algebra.interval import Interval
from measurand.algebra.positivity import NotBelowZero, not_below_zero
from measurand.algebra.quotient import Quotient, formula_of, normal, slope
from measurand.algebra.terms import FormError, Terms, divided, number, plane, table, variable
from properties.strategies.formulas import (
    NAMES,
    counts,
    formulas,
    fractions,
    rational_formulas,
    worth,
)


@given(formulas)
def test_a_written_formula_is_read_again(formula: Formula) -> None:
    assert read(text(formula)) == formula


@given(st.text(alphabet="ab+-*/() .,0123456789if_sqrtlog", max_size=40))
def test_a_text_is_a_formula_or_a_fault_with_its_place(written: str) -> None:
    try:
        formula = read(written)
    except FormulaError as fault:
        event(str(fault).partition(":")[0])
        return
    assert read(text(formula)) == formula


@given(formulas)
def test_braces_of_latex_are_balanced(formula: Formula) -> None:
    written = latex(formula)
    depth = 0
    for mark in written:
        depth += (mark == "{") - (mark == "}")
        assert depth >= 0
    assert depth == 0
    assert written.count(r"\left") == written.count(r"\right")


def _normal(formula: Formula) -> Quotient:
    try:
        return normal(formula)
    except FormError:
        assume(False)  # noqa: FBT003
        raise


@given(rational_formulas, counts)
def test_the_normal_form_has_the_value_of_the_tree(formula: Formula, at: dict[str, int]) -> None:
    form = _normal(formula)
    top, bottom = form.ratio(at)
    expected = worth(formula, at)
    if expected is not None:
        assert bottom
        assert Fraction(top, bottom) == expected
    assert not form.rooted


@given(rational_formulas, rational_formulas, counts)
@example(1 / (Stat("b") - Stat("a")), Stat("c"), {"a": 2, "b": 1, "c": 2})
@example(Number(Fraction(1)), Stat("a") - Stat("b"), {"a": 1, "b": 2, "c": 0})
def test_a_root_keeps_its_square_and_its_sign(
    outside: Formula, inside: Formula, at: dict[str, int]
) -> None:
    form = _normal(outside * Root(inside))
    factor, square = worth(outside, at), worth(inside, at)
    if factor is None or square is None:
        return
    above, below = form.square(at)
    if square < 0:
        # Where the root is squared or cancelled, the normal form may have a value all the same.
        assert not below or not form.rooted
        return
    assert below
    assert Fraction(above, below) == factor * abs(factor) * square


@given(rational_formulas, rational_formulas)
def test_a_normal_form_is_that_of_its_formula(outside: Formula, inside: Formula) -> None:
    for one in (outside, outside * Root(inside), Over(outside, inside, Fraction(1))):
        form = _normal(one)
        assert normal(formula_of(form)) == evolve(form, domain=normal(formula_of(form)).domain)


@given(rational_formulas, rational_formulas)
def test_the_order_of_a_sum_and_a_product_plays_no_part(one: Formula, other: Formula) -> None:
    for first, second in ((one + other, other + one), (one * other, other * one)):
        left, right = _normal(first), _normal(second)
        assert left.top * right.bottom == right.top * left.bottom


@given(rational_formulas, st.data())
def test_an_enclosure_holds_every_value_in_its_box(formula: Formula, data: st.DataObject) -> None:
    box, at = {}, {}
    for name in NAMES:
        low, high = sorted((data.draw(fractions), data.draw(fractions)))
        box[name] = Interval(low, high)
        at[name] = low + (high - low) * data.draw(st.fractions(0, 1, max_denominator=5))
    try:
        held = enclosed(formula, box)
    except OutsideError:
        return
    value = worth(formula, at)
    assert value is not None
    assert held.holds(value)


@given(rational_formulas, counts, st.sampled_from(NAMES), st.integers(1, 5))
def test_a_proved_direction_is_never_left(
    formula: Formula, at: dict[str, int], name: str, step: int
) -> None:
    signs = slope(_normal(formula), name).signs
    way = sum(signs) if len(signs) <= 1 else None
    values = [worth(formula, {**at, name: at[name] + more}) for more in range(step + 1)]
    # Between two whole numbers there may be a pole; then no direction is proved of both sides.
    if way is None or None in values or _pole(_normal(formula), name):
        return
    for one, other in pairwise(values):
        assert one is not None
        assert other is not None
        assert (other > one) - (other < one) in {0, way}


def _pole(form: Quotient, name: str) -> bool:
    return form.bottom.degree([name]) > 0 and len(form.bottom.signs) > 1


polynomials = st.lists(
    st.tuples(
        st.fixed_dictionaries({name: st.integers(0, 2) for name in NAMES}), st.integers(-4, 4)
    ),
    max_size=4,
).map(
    lambda terms: sum(
        (
            number(factor)
            * Terms(((tuple((name, k) for name, k in sorted(powers.items()) if k), 1),))
            for powers, factor in terms
        ),
        number(0),
    )
)


@given(polynomials, polynomials)
def test_a_product_is_divided_again_and_a_quotient_multiplied(one: Terms, other: Terms) -> None:
    assume(other.terms)
    assert divided(one * other, other) == one
    found = divided(one, other)
    assert found is None or found * other == one


@given(polynomials, counts)
def test_a_plane_is_the_polynomial(one: Terms, at: dict[str, int]) -> None:
    function = plane(table(one, "a", "b", {"c": at["c"]}))
    assert function(at["a"], at["b"]) == one.value(at)


@given(polynomials, st.fixed_dictionaries(dict.fromkeys(NAMES, st.fractions())))
def test_the_value_at_fractions_is_that_of_its_products(
    one: Terms, at: dict[str, Fraction]
) -> None:
    products = (prod((at[name] ** k for name, k in powers), start=c) for powers, c in one.terms)

    assert one.at(at) == sum(products)


@given(polynomials)
def test_the_value_at_formulas_is_a_formula(one: Terms) -> None:
    names = {name: Stat(name) for name in NAMES}

    written = one.at(names)  # type: ignore[arg-type]  # as certificates read formulas

    assert normal(formula(written)).top == one


@given(polynomials, counts)
def test_putting_polynomials_in_is_putting_their_values_in(one: Terms, at: dict[str, int]) -> None:
    put = one.put({"a": variable("b") + variable("c")})
    assert put.value(at) == one.value({**at, "a": at["b"] + at["c"]})


@given(polynomials, st.lists(polynomials, max_size=2), counts)
def test_what_is_proved_not_below_zero_is_not(
    one: Terms, more: list[Terms], at: dict[str, int]
) -> None:
    whole = one
    for other in more:
        whole += other * other
    proof = not_below_zero(whole)
    if proof is None:
        return
    assert proof.holds
    assert whole.value(at) >= 0
    assert not NotBelowZero(whole + number(-1), proof.rest, proof.squares).holds


@given(rational_formulas, fractions)
def test_a_parameter_put_in_is_its_number(formula: Formula, value: Fraction) -> None:
    put = substituted(formula, {"a": value})
    assert "a" not in stats(put)
    at = {"b": Fraction(2), "c": Fraction(3)}
    assert worth(put, at) == worth(formula, {**at, "a": value})


@pytest.mark.parametrize("name", ["", "a b", "sqrt", "1a", "β"])
def test_a_name_that_could_not_be_read_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        Stat(name)
