"""Whether a rule rises or falls in one of its names, as the signs of its parts show."""

from collections.abc import Callable

from attrs import frozen

from measurand.algebra.enclosure import OutsideError, sign
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import Work
from measurand.studies.causal.rules.tree import Binary, Call, Name, Negative, Operator, Tree

_KEEPING_SIGN = frozenset({"sqrt", "cbrt", "asin", "atan", "sinh", "tanh", "asinh", "atanh"})
_RISING = _KEEPING_SIGN | {"exp", "ln", "log", "log2", "log10", "acosh"}


@frozen
class Trend:
    """How a part moves with a name: 1 strictly up, -1 strictly down, 0 not at all; and its sign.

    None is not known. The sign is 1 or -1 only where the part is never 0.
    """

    way: int | None
    sign: int | None


_UNKNOWN = Trend(None, None)


def trend(
    tree: Tree,
    sign_of_name: int | None,
    fixed: Callable[[Tree], Interval | None],
    work: Work | None = None,
) -> Trend:
    """Find how a tree moves with the name that is in it, wherever it is defined.

    `fixed` encloses a part in which the name does not occur, and gives None for any other. Raises
    SpentError where the work is spent.

    >>> tree = Binary(Operator.ADD, Name("x"), Call("sqrt", (Name("x"),)))
    >>> trend(tree, 1, lambda part: None)
    Trend(way=1, sign=1)
    """
    budget = Work() if work is None else work

    def of(part: Tree) -> Trend:
        budget.spend(8)
        try:
            bounds = fixed(part)
        except OutsideError:
            return _UNKNOWN
        if bounds is not None:
            return Trend(0, sign(bounds) or None)
        match part:
            case Name():
                return Trend(1, sign_of_name)
            case Negative(inner):
                return _turned(of(inner))
            case Binary(operator, left, right):
                return _joined(operator, of(left), of(right), right, fixed)
            case Call(function, (only,)):
                return _called(function, of(only))
            case _:
                return _UNKNOWN

    return of(tree)


def _turned(one: Trend) -> Trend:
    return Trend(None if one.way is None else -one.way, None if one.sign is None else -one.sign)


def _joined(
    operator: Operator,
    left: Trend,
    right: Trend,
    exponent: Tree,
    fixed: Callable[[Tree], Interval | None],
) -> Trend:
    match operator:
        case Operator.ADD:
            return _sum(left, right)
        case Operator.SUBTRACT:
            return _sum(left, _turned(right))
        case Operator.MULTIPLY:
            return _product(left, right)
        case Operator.DIVIDE:
            return _product(left, _inverse(right))
        case Operator.POWER:
            return _power(left, right, fixed(exponent))
        case _:
            return _UNKNOWN


def _sum(left: Trend, right: Trend) -> Trend:
    same = left.sign if left.sign == right.sign else None
    return Trend(_both(left.way, right.way), same)


def _both(left: int | None, right: int | None) -> int | None:
    """Agree on a way; what does not move agrees with all."""
    if left is None or right is None:
        return None
    return left or right if 0 in {left, right} or left == right else None


def _product(left: Trend, right: Trend) -> Trend:
    signs = None if left.sign is None or right.sign is None else left.sign * right.sign
    if left.way == 0 and left.sign and right.way is not None:
        return Trend(left.sign * right.way, signs)
    if right.way == 0 and right.sign and left.way is not None:
        return Trend(right.sign * left.way, signs)
    if left.sign is None or right.sign is None or left.way is None or right.way is None:
        return Trend(None, signs)
    # The logarithm of the size of a product is a sum.
    way = _both(left.way * left.sign, right.way * right.sign)
    return Trend(None if way is None else way * left.sign * right.sign, signs)


def _inverse(one: Trend) -> Trend:
    # On either side of 0 alone, 1/u falls where u rises.
    if one.sign is None:
        return _UNKNOWN
    return Trend(None if one.way is None else -one.way, one.sign)


def _power(base: Trend, exponent: Trend, fixed: Interval | None) -> Trend:
    if base.sign != 1:
        odd = (
            fixed is not None
            and fixed.low == fixed.high
            and fixed.low.denominator == 1
            and fixed.low > 0
            and fixed.low.numerator % 2 == 1
        )
        return base if odd else _UNKNOWN
    if exponent.way == 0 and exponent.sign and base.way is not None:
        return Trend(base.way * exponent.sign, 1)
    return Trend(None, 1)


def _called(function: str, inner: Trend) -> Trend:
    if function == "abs":
        return inner if inner.sign == 1 else _turned(inner) if inner.sign else _UNKNOWN
    kept = inner.sign if function in _KEEPING_SIGN else None
    signs = 1 if function in {"exp", "cosh"} else kept
    if function == "cosh" and inner.sign and inner.way is not None:
        return Trend(inner.way * inner.sign, 1)
    if function == "acos" and inner.way is not None:
        return Trend(-inner.way, None)
    return Trend(inner.way if function in _RISING else None, signs)
