"""A score as an expression of sums, evaluated exactly; `algebra.floats` does many at once."""

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.concordance import Masses
from measurand.values.score import Defined, Quantity, Score, Undefined, square_root


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
class Harmonic:
    """(1 + b^2) P R / (b^2 P + R), and 0 of nothing; undefined where P or R is.

    >>> half = Constant(Fraction(1, 2))
    >>> exact(Harmonic(half, half, Fraction(1)), [])
    Defined(value=Fraction(1, 2))
    """

    precision: "Expression"
    recall: "Expression"
    beta: Fraction


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
class Mean:
    """A weighted mean of the parts whose weight is not 0.

    An undefined part is skipped, or makes all undefined; `otherwise` where nothing is left.

    >>> parts = ((Constant(Fraction(1)), At(0)), (Constant(Fraction(0)), At(1)))
    >>> exact(Mean(parts, skip=True, otherwise=Nothing("no part")), [Fraction(3), Fraction(1)])
    Defined(value=Fraction(3, 1))
    """

    parts: tuple[tuple["Expression", "Expression"], ...]
    skip: bool
    otherwise: "Expression"


Leaf = At | Constant | Nothing | Linear | Ranked
Expression = Leaf | Minus | Times | Over | IfZero | Harmonic | Root | Mean


class _NothingError(Exception):
    """A part of an expression is undefined."""


def exact(expression: Expression, sums: Sequence[Fraction]) -> Score:
    """Evaluate exactly.

    >>> exact(Over(At(0), At(1), Nothing("no sample")), [Fraction(1), Fraction(3)])
    Defined(value=Fraction(1, 3))

    Raises ValueError where a root is not the whole expression, or all of one that is chosen, or is
    of a negative number.
    """
    try:
        return Defined(_whole(expression, sums))
    except _NothingError as nothing:
        return Undefined(str(nothing))


def _whole(expression: Expression, sums: Sequence[Fraction]) -> Quantity:
    match expression:
        case Root(square):
            return square_root(_exact(square, sums))
        case IfZero(test, then, otherwise):
            return _whole(otherwise if _exact(test, sums) else then, sums)
        case _:
            return _exact(expression, sums)


def _exact_leaf(leaf: Leaf, sums: Sequence[Fraction]) -> Fraction:
    match leaf:
        case At(index) | Ranked(index):
            return sums[index]
        case Constant(value):
            return value
        case Nothing(why):
            raise _NothingError(why)
        case Linear(terms, offset):
            return sum((factor * sums[at] for at, factor in terms), offset)


def _exact(expression: Expression, sums: Sequence[Fraction]) -> Fraction:
    match expression:
        case At() | Constant() | Nothing() | Linear() | Ranked():
            return _exact_leaf(expression, sums)
        case Minus(first, second):
            return _exact(first, sums) - _exact(second, sums)
        case Times(first, second):
            return _exact(first, sums) * _exact(second, sums)
        case Over(top, bottom, otherwise):
            below = _exact(bottom, sums)
            return _exact(top, sums) / below if below else _exact(otherwise, sums)
        case IfZero(test, then, otherwise):
            return _exact(otherwise if _exact(test, sums) else then, sums)
        case Harmonic(precision, recall, beta):
            p, r = _exact(precision, sums), _exact(recall, sums)
            below = beta**2 * p + r
            return (1 + beta**2) * p * r / below if below else Fraction(0)
        case Mean():
            return _mean(expression, sums)
        case Root():
            message = "a root is the outermost part of an expression, or of what is chosen there"
            raise ValueError(message)


def _mean(mean: Mean, sums: Sequence[Fraction]) -> Fraction:
    total, weight = Fraction(0), Fraction(0)
    for weighing, part in mean.parts:
        heavy = _exact(weighing, sums)
        if not heavy:
            continue
        try:
            total += heavy * _exact(part, sums)
        except _NothingError:
            if mean.skip:
                continue
            raise
        weight += heavy
    return total / weight if weight else _exact(mean.otherwise, sums)
