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

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
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
from measurand.algebra.written import text

Monomial = tuple[tuple[str, int], ...]
"""Powers of statistics, sorted by name; the empty one is 1."""


class FormError(ValueError):
    """A formula without a normal form: a sum of different roots, or more terms than allowed."""


MOST_TERMS = 5_000
"""How many terms a polynomial may have, and a product of two may make."""


@frozen(cache_hash=True)
class Terms:
    """A polynomial in many variables with whole coefficients, sorted; none of them is 0.

    >>> (variable("a") + number(2)) * variable("a")
    Terms(terms=(((('a', 1),), 2), ((('a', 2),), 1)))
    """

    terms: tuple[tuple[Monomial, int], ...]

    def __add__(self, other: "Terms") -> "Terms":
        """Add."""
        return _collected([*self.terms, *other.terms])

    def __neg__(self) -> "Terms":
        """Change all signs."""
        return Terms(tuple((monomial, -factor) for monomial, factor in self.terms))

    def __sub__(self, other: "Terms") -> "Terms":
        """Subtract."""
        return self + -other

    def __mul__(self, other: "Terms") -> "Terms":
        """Multiply.

        Raises FormError for a product of more than `MOST_TERMS` pairs.
        """
        if len(self.terms) * len(other.terms) > MOST_TERMS:
            message = f"a product of at most {MOST_TERMS} pairs of terms"
            raise FormError(message)
        return _collected(
            (_product(one, two), a * b) for one, a in self.terms for two, b in other.terms
        )

    @property
    def signs(self) -> frozenset[int]:
        """List the signs of the coefficients: one alone is the sign of the polynomial.

        That holds wherever no statistic is below 0: the polynomial is then not of the other sign.
        """
        return frozenset(1 if factor > 0 else -1 for _, factor in self.terms)

    @property
    def variables(self) -> frozenset[str]:
        """Name the variables."""
        return frozenset(name for monomial, _ in self.terms for name, _ in monomial)

    def degree(self, names: Iterable[str]) -> int:
        """Give the highest power in some variables together; 0 for a number."""
        kept = frozenset(names)
        sums = (sum(power for name, power in one if name in kept) for one, _ in self.terms)
        return max(sums, default=0)

    def derivative(self, name: str) -> "Terms":
        """Differentiate in one variable."""
        return _collected(
            (tuple((n, k - (n == name)) for n, k in one if k > (n == name)), factor * power)
            for one, factor in self.terms
            for n_, power in one
            if n_ == name
        )

    def value(self, values: Mapping[str, int]) -> int:
        """Compute the value at whole numbers; KeyError without one of the variables."""
        total = 0
        for monomial, factor in self.terms:
            term = factor
            for name, power in monomial:
                term *= values[name] ** power
            total += term
        return total

    def put(self, values: Mapping[str, "Terms"]) -> "Terms":
        """Put polynomials in the place of variables."""
        whole = NOTHING
        for monomial, factor in self.terms:
            powers = (values.get(name, variable(name)) for name, k in monomial for _ in range(k))
            whole += reduce(Terms.__mul__, powers, number(factor))
        return whole


def _product(one: Monomial, other: Monomial) -> Monomial:
    powers = dict(one)
    for name, power in other:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def _collected(terms: Iterable[tuple[Monomial, int]]) -> Terms:
    sums: dict[Monomial, int] = {}
    for monomial, factor in terms:
        sums[monomial] = sums.get(monomial, 0) + factor
    return Terms(tuple(sorted((one, factor) for one, factor in sums.items() if factor)))


NOTHING = Terms(())
ONE = Terms((((), 1),))


def number(value: int) -> Terms:
    """Make a polynomial of a whole number.

    >>> number(0) == NOTHING
    True
    """
    return Terms((((), value),)) if value else NOTHING


def variable(name: str) -> Terms:
    """Make a polynomial of one variable.

    >>> variable("hits").degree(["hits"])
    1
    """
    return Terms(((((name, 1),), 1),))


def divided(top: Terms, bottom: Terms) -> Terms | None:
    """Divide without a rest; None where a rest or a fraction would be left.

    >>> divided(variable("a") * variable("a") - ONE, variable("a") + ONE) == variable("a") - ONE
    True

    Raises ZeroDivisionError for a bottom of 0.
    """
    if not bottom.terms:
        message = "a polynomial divided by 0"
        raise ZeroDivisionError(message)
    names = sorted(top.variables | bottom.variables)
    lead, factor = _lead(bottom, names)
    whole, rest = NOTHING, top
    # The leading monomial of the rest falls at each step, so this ends.
    while rest.terms:
        above, high = _lead(rest, names)
        powers = [a - b for a, b in zip(above, lead, strict=True)]
        if min(powers, default=0) < 0 or high % factor:
            return None
        monomial = tuple((name, k) for name, k in zip(names, powers, strict=True) if k)
        step = Terms(((monomial, high // factor),))
        whole, rest = whole + step, rest - step * bottom
    return whole


def _lead(terms: Terms, names: Sequence[str]) -> tuple[tuple[int, ...], int]:
    """Find the first monomial in the order of powers, name by name, and its coefficient."""
    vectors = ((tuple(dict(one).get(name, 0) for name in names), k) for one, k in terms.terms)
    return max(vectors)


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

    def square(self, values: Mapping[str, int]) -> tuple[int, int]:
        """Compute the square with the sign of the value, as a numerator and a denominator.

        A denominator of 0 means that the value is undefined.
        """
        top, bottom = self.top.value(values), self.bottom.value(values)
        above, below = self.root_top.value(values), self.root_bottom.value(values)
        return top * abs(top) * above, bottom * bottom * below

    def ratio(self, values: Mapping[str, int]) -> tuple[int, int]:
        """Compute a value without a root, as a numerator and a denominator; 0 below: undefined.

        >>> normal(Stat("a") / Stat("b")).ratio({"a": 2, "b": 4})
        (2, 4)
        """
        top, bottom = self.top.value(values), self.bottom.value(values)
        if bottom or self.zero is None or top:
            return top, bottom
        return self.zero.numerator, self.zero.denominator * bool(self.domain.value(values))


def same(one: Quotient, other: Quotient) -> bool:
    """Decide whether two normal forms have the same value wherever both are defined.

    >>> same(normal(Stat("a") / Stat("b")), normal(2 * Stat("a") / (Stat("b") + Stat("b"))))
    True
    """
    plain = one.top * other.bottom == other.top * one.bottom
    return plain and one.root_top * other.root_bottom == other.root_top * one.root_bottom


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


def _sum(one: Quotient, other: Quotient) -> Quotient:
    if not one.top.terms or not other.top.terms:
        rest = other if not one.top.terms else one
        lost = one if rest is other else other
        return rest if lost.bottom == ONE else _reduced(rest.top, rest.bottom, *_roots(rest))
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


def direction(one: Quotient, name: str) -> int | None:
    """Say how a value moves with a variable while the others stay: 1 up, -1 down, 0 not at all.

    It is proved by the signs of the coefficients of `slope`, so no variable may be below 0, and all
    must be free of each other (tp, fp, fn, tn). None: not proved.

    >>> share = normal(Stat("tp") / (Stat("tp") + Stat("fp")))
    >>> direction(share, "tp"), direction(share, "fp"), direction(share, "tn")
    (1, -1, 0)
    """
    signs = slope(one, name).signs
    return sum(signs) if len(signs) <= 1 else None


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
    return _collected(
        (
            tuple((name, k - powers.get(name, 0)) for name, k in one if k > powers.get(name, 0)),
            factor // common,
        )
        for one, factor in terms.terms
    )


Table = tuple[tuple[int, ...], ...]
"""Coefficients of a polynomial in two variables: by the power of the first, then of the second."""

Plane = Callable[[int, int], int]


def table(terms: Terms, first: str, second: str, known: Mapping[str, int]) -> Table:
    """Sort a polynomial by two variables, the others known.

    >>> table(variable("a") * variable("b") + variable("c"), "a", "b", {"c": 5})
    ((5, 0), (0, 1))

    Raises KeyError where another variable is not known.
    """
    cells: dict[tuple[int, int], int] = {}
    for monomial, factor in terms.terms:
        term, x, y = factor, 0, 0
        for name, power in monomial:
            if name == first:
                x = power
            elif name == second:
                y = power
            else:
                term *= known[name] ** power
        cells[x, y] = cells.get((x, y), 0) + term
    height, width = (max((cell[i] for cell in cells), default=0) + 1 for i in range(2))
    return tuple(tuple(cells.get((x, y), 0) for y in range(width)) for x in range(height))


def padded(coefficients: Table, size: int) -> Table:
    """Make a table a square of at least its size, by zeros.

    >>> padded(((1,),), 2)
    ((1, 0), (0, 0))
    """
    rows = tuple(row + (0,) * (size - len(row)) for row in coefficients)
    return rows + ((0,) * size,) * (size - len(rows))


def combined(one: Table, weight: int, other: Table, factor: int, offset: int) -> Table:
    """Make the table of `weight * one + factor * other + offset`, of two tables of one size.

    >>> combined(((1, 2), (0, 0)), 2, ((0, 0), (1, 0)), -1, 3)
    ((5, 4), (-1, 0))
    """
    (start, *row), *rest = (
        [weight * a + factor * b for a, b in zip(*pair, strict=True)]
        for pair in zip(one, other, strict=True)
    )
    return ((start + offset, *row), *map(tuple, rest))


def plane(coefficients: Table) -> Plane:
    """Make a fast function of two variables; no text is compiled for it.

    >>> plane(((1, 0), (0, 1)))(2, 3)
    7
    """
    size = max(len(coefficients), len(coefficients[0]))
    if size <= _PAIR:
        (none, one), (other, both) = padded(coefficients, _PAIR)
        return lambda x, y: none + one * y + (other + both * y) * x
    if size <= _TRIPLE:
        (a, b, c), (d, e, f), (g, h, i) = padded(coefficients, _TRIPLE)
        return lambda x, y: (
            a + (b + c * y) * y + (d + (e + f * y) * y + (g + (h + i * y) * y) * x) * x
        )
    rows = tuple(tuple(reversed(row)) for row in reversed(coefficients))

    def whole(x: int, y: int) -> int:
        total = 0
        for row in rows:
            inner = 0
            for factor in row:
                inner = inner * y + factor
            total = total * x + inner
        return total

    return whole


_PAIR, _TRIPLE = 2, 3
