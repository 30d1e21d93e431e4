"""Rules as quotients of two polynomials in one of their names, the others at fixed numbers."""

from collections.abc import Callable
from fractions import Fraction

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import (
    ONE,
    VARIABLE,
    Polynomial,
    SpentError,
    Work,
    plus,
    polynomial,
    scaled,
    times,
    without,
)
from measurand.studies.causal.rules.tree import Binary, Call, Name, Negative, Operator, Tree

MOST_DEGREE = 40


class NoQuotientError(ArithmeticError):
    """A rule that is no quotient of polynomials with rational coefficients."""


@frozen(kw_only=True)
class Quotient:
    """One polynomial over another; where some of `poles` is 0, the rule has no value.

    >>> Quotient(top=ONE, bottom=VARIABLE, poles=(VARIABLE,)).top.degree
    0
    """

    top: Polynomial
    bottom: Polynomial = ONE
    poles: tuple[Polynomial, ...] = ()


def quotient(
    tree: Tree, name: str, fixed: Callable[[Tree], Interval | None], work: Work
) -> Quotient:
    """Read a tree as a quotient in a name.

    `fixed` encloses a part in which the name does not occur, and gives None for any other.

    >>> tree = Binary(Operator.MULTIPLY, Name("x"), Name("x"))
    >>> quotient(tree, "x", lambda part: None, Work()).top
    Polynomial(coefficients=(0, 0, 1))

    Raises NoQuotientError where it is none, or a coefficient is not rational; OutsideError where
    a part has no value; SpentError where the work is spent.
    """

    def of(part: Tree) -> Quotient:
        work.spend(4)
        bounds = fixed(part)
        if bounds is not None:
            return _constant(bounds)
        match part:
            case Name(text) if text == name:
                return Quotient(top=VARIABLE)
            case Negative(inner):
                return _turned(of(inner), work)
            case Binary(Operator.POWER, base, exponent):
                return _power(of(base), _whole(fixed(exponent)), work)
            case Binary(operator, left, right) if operator in _JOINED:
                return _JOINED[operator](of(left), of(right), work)
            case Call(function, _):
                message = f"{function} is no polynomial"
                raise NoQuotientError(message)
            case _:
                message = "not made of + - * / and whole powers"
                raise NoQuotientError(message)

    return of(tree)


def differing(one: Quotient, value: Fraction, work: Work) -> Polynomial:
    """Find the polynomial the roots of which are where the quotient has a value.

    >>> half = Quotient(top=VARIABLE, bottom=polynomial([2]))
    >>> differing(half, Fraction(3), Work())
    Polynomial(coefficients=(-6, 1))
    """
    fixed = Quotient(top=polynomial([value.numerator]), bottom=polynomial([value.denominator]))
    found = _sum(one, _turned(fixed, work), work).top
    for pole in one.poles:
        found = without(found, pole, work)
    return found


def _constant(bounds: Interval) -> Quotient:
    if bounds.low != bounds.high:
        message = "a coefficient that is not rational"
        raise NoQuotientError(message)
    value = bounds.low
    return Quotient(top=polynomial([value.numerator]), bottom=polynomial([value.denominator]))


def _whole(bounds: Interval | None) -> int:
    if bounds is None or bounds.low != bounds.high or bounds.low.denominator > 1:
        message = "a power that is not whole"
        raise NoQuotientError(message)
    return bounds.low.numerator


def _checked(one: Quotient) -> Quotient:
    if max(one.top.degree, one.bottom.degree) > MOST_DEGREE:
        message = f"a degree above {MOST_DEGREE}"
        raise SpentError(message)
    return one


def _turned(one: Quotient, work: Work) -> Quotient:
    return Quotient(top=scaled(one.top, -1, work), bottom=one.bottom, poles=one.poles)


def _sum(left: Quotient, right: Quotient, work: Work) -> Quotient:
    poles = tuple(dict.fromkeys(left.poles + right.poles))
    if left.bottom == right.bottom:
        return Quotient(top=plus(left.top, right.top, work), bottom=left.bottom, poles=poles)
    top = plus(times(left.top, right.bottom, work), times(right.top, left.bottom, work), work)
    return _checked(Quotient(top=top, bottom=times(left.bottom, right.bottom, work), poles=poles))


def _difference(left: Quotient, right: Quotient, work: Work) -> Quotient:
    return _sum(left, _turned(right, work), work)


def _product(left: Quotient, right: Quotient, work: Work) -> Quotient:
    return _checked(
        Quotient(
            top=times(left.top, right.top, work),
            bottom=times(left.bottom, right.bottom, work),
            poles=tuple(dict.fromkeys(left.poles + right.poles)),
        )
    )


def _ratio(left: Quotient, right: Quotient, work: Work) -> Quotient:
    if right.top.is_zero:
        message = "division by 0"
        raise NoQuotientError(message)
    poles = (*right.poles, right.top) if right.top.degree else right.poles
    flipped = Quotient(top=right.bottom, bottom=right.top, poles=poles)
    return _product(left, flipped, work)


def _power(base: Quotient, exponent: int, work: Work) -> Quotient:
    if abs(exponent) > MOST_DEGREE:
        message = f"a power above {MOST_DEGREE}"
        raise SpentError(message)
    found = Quotient(top=ONE, poles=base.poles)
    for _ in range(abs(exponent)):
        found = _product(found, base, work)
    return found if exponent >= 0 else _ratio(Quotient(top=ONE), found, work)


_JOINED: dict[Operator, Callable[[Quotient, Quotient, Work], Quotient]] = {
    Operator.ADD: _sum,
    Operator.SUBTRACT: _difference,
    Operator.MULTIPLY: _product,
    Operator.DIVIDE: _ratio,
}
