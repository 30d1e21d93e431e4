"""The normal form of a formula: a quotient of polynomials, times a root of another such quotient.

    value = top / bottom * sqrt(root_top / root_bottom)

Polynomials have whole coefficients and no common number or common power of a statistic on top and
at the bottom. So F, written in precision P and recall R, becomes (1 + b^2) hits / (b^2 gold +
predicted) by itself. Cancelling changes where a formula is defined, on purpose, and there is one
rule for it: **a score is undefined where the bottom of its normal form is 0**, or where what stands
under its root is below 0. A quotient that declares what 0/0 is (F of two means) keeps the bottoms
of its two sides as `domain`: it is undefined where that is 0, and `zero` where only its bottom is.

Sums over classes, logarithms and absolute values stay whole: they are variables by their text.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from math import gcd

from attrs import evolve, frozen

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
from measurand.algebra.formula_text import read, text
from measurand.algebra.terms import (
    NOTHING,
    ONE,
    FormError,
    Monomial,
    Terms,
    collected,
    divided,
    number,
    variable,
    whole,
)
from measurand.values.quantity import Quantity, signed_root
from measurand.values.tally import Count


@frozen(cache_hash=True)
class Quotient:
    """The normal form of a formula; see the module for what each part means.

    >>> normal(Stat("a") / Stat("b") * Stat("b")) == Quotient(top=variable("a"))
    True
    """

    top: Terms
    bottom: Terms = ONE
    root_top: Terms = ONE
    root_bottom: Terms = ONE
    zero: Fraction | None = None
    domain: Terms = ONE

    @property
    def variables(self) -> frozenset[str]:
        """Name the variables, sums over classes among them."""
        sides = self.top, self.bottom, self.root_top, self.root_bottom, self.domain
        return frozenset[str]().union(*(side.variables for side in sides))

    @cached_property
    def rooted(self) -> bool:
        """Decide whether a root is left."""
        return self.root_top != ONE or self.root_bottom != ONE

    def put(self, values: Mapping[str, Terms]) -> "Quotient":
        """Put polynomials in the place of variables; nothing is cancelled any more.

        >>> share = normal(Stat("hits") / Stat("gold"))
        >>> share.put({"gold": variable("tp") + variable("fn")}).bottom.variables == {"tp", "fn"}
        True
        """
        return Quotient(
            self.top.put(values),
            self.bottom.put(values),
            self.root_top.put(values),
            self.root_bottom.put(values),
            self.zero,
            self.domain.put(values),
        )

    def value(self, values: Mapping[str, Count]) -> Fraction | None:
        """Compute what stands before the root; None where it is undefined.

        >>> share = normal(Over(Stat("a"), Stat("b"), Fraction(1)))
        >>> share.value({"a": Fraction(0), "b": Fraction(0)})
        Fraction(1, 1)
        """
        if (counts := whole(values)) is not None:
            above, below = self.ratio(counts)
            return Fraction(above, below) if below else None
        top, bottom = self.top.at(values), self.bottom.at(values)
        if bottom:
            return top / bottom
        return None if top or not self.domain.at(values) else self.zero

    def quantity(self, values: Mapping[str, Count]) -> Quantity | None:
        """Compute the value with its root; None where it is undefined.

        >>> normal(Root(Stat("a")) / Stat("b")).quantity({"a": Fraction(2), "b": Fraction(-2)})
        Root(square=Fraction(1, 2), negative=True)
        """
        value = self.value(values)
        if value is None or not self.rooted:
            return value
        under = self.root_bottom.at(values)
        square = self.root_top.at(values) / under if under else Fraction(-1)
        return None if square < 0 else signed_root(value * abs(value) * square)

    def square(self, values: Mapping[str, int]) -> tuple[int, int]:
        """Compute the square with the sign of the value, as a numerator and a denominator.

        A denominator of 0 means that the value is undefined.

        >>> normal(Root(Stat("a")) / (Stat("b") - Stat("a"))).square({"a": 2, "b": 1})
        (-2, 1)
        """
        top, bottom = self.top.value(values), self.bottom.value(values)
        above, below = self.root_top.value(values), self.root_bottom.value(values)
        signed = top * abs(top) if bottom > 0 else -top * abs(top)
        return signed * above, bottom * bottom * below * (above * below >= 0)

    def ratio(self, values: Mapping[str, int]) -> tuple[int, int]:
        """Compute a value without a root, as a numerator and a denominator; 0 below: undefined.

        >>> normal(Stat("a") / Stat("b")).ratio({"a": 2, "b": 4})
        (2, 4)
        """
        top, bottom = self.top.value(values), self.bottom.value(values)
        if bottom or self.zero is None or top:
            return top, bottom
        return self.zero.numerator, self.zero.denominator * bool(self.domain.value(values))


@lru_cache(maxsize=2**8)
def normal(formula: Formula) -> Quotient:
    """Bring a formula to its normal form.

    Raises FormError for a sum of different roots, a root of what has a root, a quotient with a
    declared 0/0 inside another formula, and for what grows beyond `MOST_TERMS`.
    """
    match formula:
        case Stat(name):
            return Quotient(variable(name))
        case Number(value):
            return _reduced(number(value.numerator), number(value.denominator))
        case Plus(first, second):
            return _sum(_inner(first), _inner(second))
        case Times(first, second):
            return _times(_inner(first), _inner(second))
        case Over(top, bottom, zero):
            return _over(_inner(top), _inner(bottom), zero)
        case Root(inner):
            return _root(_inner(inner))
        case EachClass(inner):
            return _each_class(formula, _inner(inner))
        case Log() | Magnitude():
            return Quotient(variable(text(formula)))


def _inner(formula: Formula) -> Quotient:
    one = normal(formula)
    if one.zero is not None:
        message = f"a declared 0/0 is the outermost part of a formula: got {text(formula)[:200]}"
        raise FormError(message)
    return one


def formula_of(one: Quotient) -> Formula:
    """Write a normal form as a formula again, of which it is the normal form.

    >>> text(formula_of(normal(1 / (Stat("b") / Stat("a") - 1))))
    'a / (b - a)'
    """
    whole = _over_terms(one.top, one.bottom, one.zero)
    if not one.rooted:
        return whole
    root = Root(_over_terms(one.root_top, one.root_bottom, None))
    return root if whole == Number(Fraction(1)) else Times(whole, root)


def _over_terms(top: Terms, bottom: Terms, zero: Fraction | None) -> Formula:
    plain = zero is None and bottom == ONE
    return _of_terms(top) if plain else Over(_of_terms(top), _of_terms(bottom), zero)


def _of_terms(terms: Terms) -> Formula:
    """Add the terms up, those with a minus last."""
    first, *rest = sorted(terms.terms, key=lambda term: term[1] < 0) or [((), 0)]
    whole = _of_term(*first)
    for monomial, factor in rest:
        term = _of_term(monomial, abs(factor))
        whole = whole + term if factor > 0 else whole - term
    return whole


def _of_term(monomial: Monomial, factor: int) -> Formula:
    powers: list[Formula] = [reduce(Times, [read(name)] * power) for name, power in monomial]
    if factor != 1 or not powers:
        powers.insert(0, Number(Fraction(factor)))
    return reduce(Times, powers)


def _sum(one: Quotient, other: Quotient) -> Quotient:
    if not one.top.terms or not other.top.terms:
        return one if one.top.terms else other
    if _roots(one) != _roots(other):
        message = "a sum of different roots has no normal form"
        raise FormError(message)
    if (more := divided(one.bottom, other.bottom)) is not None:
        return _reduced(one.top + other.top * more, one.bottom, *_roots(one))
    if (more := divided(other.bottom, one.bottom)) is not None:
        return _reduced(one.top * more + other.top, other.bottom, *_roots(one))
    top = one.top * other.bottom + other.top * one.bottom
    return _reduced(top, one.bottom * other.bottom, *_roots(one))


def _roots(one: Quotient) -> tuple[Terms, Terms]:
    return one.root_top, one.root_bottom


def _times(one: Quotient, other: Quotient) -> Quotient:
    top, bottom = one.top * other.top, one.bottom * other.bottom
    if one.rooted and _roots(one) == _roots(other):
        return _reduced(top * one.root_top, bottom * one.root_bottom)
    return _reduced(top, bottom, one.root_top * other.root_top, one.root_bottom * other.root_bottom)


def _over(top: Quotient, bottom: Quotient, zero: Fraction | None) -> Quotient:
    if zero is not None and (top.rooted or bottom.rooted):
        message = "a declared 0/0 has no root in it"
        raise FormError(message)
    if top.rooted and _roots(top) == _roots(bottom):
        whole = _reduced(top.top * bottom.bottom, top.bottom * bottom.top)
    else:
        whole = _reduced(
            top.top * bottom.bottom,
            top.bottom * bottom.top,
            top.root_top * bottom.root_bottom,
            top.root_bottom * bottom.root_top,
        )
    if zero is None:
        return whole
    return Quotient(whole.top, whole.bottom, zero=zero, domain=top.bottom * bottom.bottom)


def _root(inner: Quotient) -> Quotient:
    if inner.rooted:
        message = "a root of a root has no normal form"
        raise FormError(message)
    whole = _reduced(inner.top, inner.bottom)
    return Quotient(ONE, ONE, whole.top, whole.bottom)


def _each_class(whole: EachClass, inner: Quotient) -> Quotient:
    """Sum a polynomial term by term, so that sums over classes are few; keep all else whole."""
    if inner.rooted or inner.bottom.variables:
        return Quotient(variable(text(whole)))
    sums = NOTHING
    for monomial, factor in inner.top.terms:
        powers = (Stat(name) ** power for name, power in monomial)
        term = reduce(Times, powers) if monomial else Number(Fraction(1))
        sums += number(factor) * variable(text(EachClass(term)))
    return _reduced(sums, inner.bottom)


def upright(one: Quotient, free: Mapping[str, Terms]) -> Quotient:
    """Turn the signs of a fraction where that makes every coefficient at its bottom positive.

    They are those after `free` is put in the place of variables that are not free of each other.

    >>> upright(Quotient(variable("a"), -variable("b")), {}).bottom == variable("b")
    True
    """

    def turned(top: Terms, bottom: Terms) -> tuple[Terms, Terms]:
        return (-top, -bottom) if bottom.put(free).signs == {-1} else (top, bottom)

    top, bottom = turned(one.top, one.bottom)
    above, below = turned(one.root_top, one.root_bottom)
    return evolve(one, top=top, bottom=bottom, root_top=above, root_bottom=below)


def slope(one: Quotient, name: str) -> Terms:
    """Make a polynomial that has the sign of the derivative in a variable.

    That is so wherever the value is defined and what stands under its root is above 0.

    >>> slope(normal(Stat("tp") / (Stat("tp") + Stat("fp"))), "tp") == variable("fp")
    True
    """
    outside = one.top.derivative(name) * one.bottom - one.top * one.bottom.derivative(name)
    if not one.rooted:
        return outside
    # d(v sqrt(r)) = sqrt(r) (v' + v r' / 2r), and all that is divided by is positive.
    above, below = one.root_top, one.root_bottom
    inside = above.derivative(name) * below - above * below.derivative(name)
    return number(2) * outside * above * below + one.top * one.bottom * inside


def _reduced(top: Terms, bottom: Terms, above: Terms = ONE, below: Terms = ONE) -> Quotient:
    """Cancel common numbers and common powers, inside the root and outside; signs go up."""
    if not bottom.terms or not below.terms:
        message = "a quotient by a formula that is 0 everywhere"
        raise FormError(message)
    top, bottom = _cancelled(top, bottom)
    above, below = _cancelled(above, below)
    return Quotient(top, bottom, above, below)


def _cancelled(top: Terms, bottom: Terms) -> tuple[Terms, Terms]:
    if not top.terms:
        return top, ONE
    if (whole := divided(top, bottom)) is not None:
        return whole, ONE
    if (whole := divided(bottom, top)) is not None:
        top, bottom = ONE, whole
    every = [factor for _, factor in (*top.terms, *bottom.terms)]
    common = gcd(*every) * (-1 if bottom.terms[-1][1] < 0 else 1)
    powers = _shared([one for one, _ in (*top.terms, *bottom.terms)])
    return _without(top, common, powers), _without(bottom, common, powers)


def _shared(monomials: list[Monomial]) -> Mapping[str, int]:
    shared = dict(monomials[0])
    for one in monomials[1:]:
        powers = dict(one)
        shared = {name: min(k, powers[name]) for name, k in shared.items() if name in powers}
    return shared


def _without(terms: Terms, common: int, powers: Mapping[str, int]) -> Terms:
    return collected(
        (
            tuple((name, k - powers.get(name, 0)) for name, k in one if k > powers.get(name, 0)),
            factor // common,
        )
        for one, factor in terms.terms
    )
