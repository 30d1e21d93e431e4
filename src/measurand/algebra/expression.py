"""A score as an expression of sums, evaluated exactly; `algebra.floats` does many at once.

Every definition is compiled to one such tree (`metrics.compiler`). The tree is data, so one and the
same formula is evaluated exactly for the score, in floats for thousands of resamples, simplified
against known sums, and read for which sums it needs. The kinds of nodes are a closed union, and
whoever walks a tree matches all of them; mypy says which one was forgotten.

Undefined is a value here like any other: `Nothing` carries the reason, parts that need a number
pass it on, and `Over`, `IfZero` and `Total` say what takes its place. There is no NaN and no 0/0.
"""

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Protocol

from attrs import frozen

from measurand.algebra.concordance import Masses
from measurand.algebra.functional import Holding
from measurand.algebra.monoid import total
from measurand.algebra.quotient import Quotient
from measurand.values.quantity import Quantity, rational, square_root
from measurand.values.score import Defined, Score, Undefined


@frozen(cache_hash=True)
class At:
    """One of the sums.

    >>> exact(At(1), [Fraction(3), Fraction(4)])
    Defined(value=Fraction(4, 1))
    """

    index: int


@frozen(cache_hash=True)
class Constant:
    """A number.

    >>> exact(Constant(Fraction(1)), [])
    Defined(value=Fraction(1, 1))
    """

    value: Fraction


@frozen(cache_hash=True)
class Nothing:
    """No number, and why.

    >>> exact(Nothing("no sample"), [])
    Undefined(reason='no sample')
    """

    why: str


@frozen(cache_hash=True)
class Linear:
    """Sums, each times a number, added up, and an offset: pairs of an index and its factor, sorted.

    >>> exact(Linear(((0, Fraction(1)), (1, Fraction(-1)))), [Fraction(3), Fraction(1)])
    Defined(value=Fraction(2, 1))
    """

    terms: tuple[tuple[int, Fraction], ...]
    offset: Fraction = Fraction(0)


@frozen(cache_hash=True)
class Ranked:
    """The weight of pairs of a positive above a negative (half at a tie), among all units.

    That is no sum over units. Its column holds the place of a unit's own masses in the `book`; what
    adds units up puts the weight of pairs where the sum of that column would be.

    >>> exact(Ranked(0, ()), [Fraction(3, 2)])
    Defined(value=Fraction(3, 2))
    """

    at: int
    book: tuple[Masses, ...]


@frozen(cache_hash=True)
class Whole:
    """A number of all units, which is no sum over them.

    Its column holds the places of what units hold. What adds units up puts the number itself where
    the sum of that column would be; where it is undefined, `Sums` raise `NothingError`.
    """

    at: int
    held: Holding


@frozen(cache_hash=True)
class Minus:
    """The first less the second; undefined where one of them is.

    >>> exact(Minus(At(0), At(1)), [Fraction(3), Fraction(1)])
    Defined(value=Fraction(2, 1))
    """

    first: "Expression"
    second: "Expression"


@frozen(cache_hash=True)
class Over:
    """Top over bottom; `otherwise` where the bottom is 0.

    >>> exact(Over(At(0), At(1), Nothing("no sample")), [Fraction(3), Fraction(0)])
    Undefined(reason='no sample')
    """

    top: "Expression"
    bottom: "Expression"
    otherwise: "Expression"


@frozen(cache_hash=True)
class IfZero:
    """One expression where another is 0, and a third where it is not.

    >>> exact(IfZero(At(0), Constant(Fraction(1)), At(0)), [Fraction(0)])
    Defined(value=Fraction(1, 1))
    """

    test: "Expression"
    then: "Expression"
    otherwise: "Expression"


@frozen(cache_hash=True)
class Root:
    """The square root; undefined where its square is.

    >>> exact(Root(Constant(Fraction(1, 4))), [])
    Defined(value=Fraction(1, 2))
    """

    square: "Expression"


@frozen(cache_hash=True)
class Times:
    """The product; undefined where one of the two is.

    >>> exact(Times(At(0), At(0)), [Fraction(3)])
    Defined(value=Fraction(9, 1))
    """

    first: "Expression"
    second: "Expression"


@frozen(cache_hash=True)
class Total:
    """The sum of weight times value to the power 0, 1 or 2, over parts whose weight is not 0.

    A part that is undefined is skipped, or makes all undefined.

    >>> parts = ((Constant(Fraction(1)), At(0)), (Constant(Fraction(2)), Nothing("no unit")))
    >>> exact(Total(parts, power=1, skip=True), [Fraction(3)])
    Defined(value=Fraction(3, 1))
    """

    parts: tuple[tuple["Expression", "Expression"], ...]
    power: int
    skip: bool


@frozen(cache_hash=True)
class Formed:
    """The normal form of a formula, given what stands for each of its names.

    `otherwise` is its value where its bottom is 0, or what is under its root is below 0.

    >>> from measurand.algebra.formula import Stat
    >>> from measurand.algebra.quotient import normal
    >>> square = Formed(normal(Stat("a") * Stat("a")), (("a", At(0)),), Nothing("no value"))
    >>> exact(square, [Fraction(3)])
    Defined(value=Fraction(9, 1))
    """

    form: Quotient
    args: tuple[tuple[str, "Expression"], ...]
    otherwise: "Expression"


Leaf = At | Constant | Nothing | Linear | Ranked | Whole
Expression = Leaf | Minus | Times | Over | IfZero | Root | Total | Formed


class Sums(Protocol):
    """Sums by their index."""

    def __getitem__(self, index: int, /) -> Quantity:
        """Give a sum; raises NothingError where there is none."""
        ...


class NothingError(Exception):
    """A part of an expression is undefined, for the reason that it says."""


def exact(expression: Expression, sums: Sums) -> Score:
    """Evaluate exactly.

    >>> exact(Over(At(0), At(1), Nothing("no sample")), [Fraction(1), Fraction(3)])
    Defined(value=Fraction(1, 3))

    Raises ValueError where a root is of a negative number, and where a bottom, or what a root or a
    formula is of, is irrational.
    """
    try:
        return Defined(_exact(expression, sums))
    except NothingError as nothing:
        return Undefined(str(nothing))


def _exact_leaf(leaf: Leaf, sums: Sums) -> Quantity:
    match leaf:
        case At(index) | Ranked(index) | Whole(index):
            return sums[index]
        case Constant(value):
            return value
        case Nothing(why):
            raise NothingError(why)
        case Linear(terms, offset):
            return sum((factor * sums[at] for at, factor in terms), offset)


def _exact(expression: Expression, sums: Sums) -> Quantity:
    match expression:
        case At() | Constant() | Nothing() | Linear() | Ranked() | Whole():
            return _exact_leaf(expression, sums)
        case Minus(first, second):
            return _exact(first, sums) - _exact(second, sums)
        case Times(first, second):
            return _exact(first, sums) * _exact(second, sums)
        case Over(top, bottom, otherwise):
            below = rational(_exact(bottom, sums))
            return _exact(top, sums) / below if below else _exact(otherwise, sums)
        case IfZero(test, then, otherwise):
            return _exact(otherwise if _exact(test, sums) else then, sums)
        case Total():
            return _total(expression, sums)
        case Formed(form, args, otherwise):
            value = form.quantity({name: rational(_exact(one, sums)) for name, one in args})
            return _exact(otherwise, sums) if value is None else value
        case Root(square):
            return square_root(rational(_exact(square, sums)))


def _total(weighted: Total, sums: Sums) -> Quantity:
    terms: list[Quantity] = []
    for weighing, part in weighted.parts:
        heavy = _exact(weighing, sums)
        if not heavy:
            continue
        try:
            value = _exact(part, sums)
        except NothingError:
            if weighted.skip:
                continue
            raise
        terms.append(reduce(mul, [value] * weighted.power, heavy))
    return total(terms)
