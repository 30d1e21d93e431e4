"""Whether a rule rises or falls in one of its names, as the signs of its parts show.

What strictly rises or falls takes each value once, so that one solution is the only one: a proof
that needs neither roots nor a formula. It is put together from the parts, each with its way and,
where it is never 0, its sign: sums of parts that go one way go that way; for products log|fg| =
log|f| + log|g| does, where the way of log|f| is that of f times its sign; 1/f falls on one side of
0 where f rises. What the signs do not show is not known: nothing is ever guessed.
"""

from collections.abc import Callable

from attrs import frozen

from measurand.algebra.enclosure import OutsideError, sign
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import Work
from measurand.studies.causal.rules.tree import Binary, Call, Name, Negative, Operator, Tree

_KEEPING_SIGN = frozenset({"sqrt", "cbrt", "asin", "atan", "sinh", "tanh", "asinh", "atanh"})
_RISING = _KEEPING_SIGN | {"exp", "ln", "log", "log2", "log10", "acosh"}


@frozen
class Monotonicity:
    """How a part moves with a name: 1 strictly up, -1 strictly down, 0 not at all; and its sign.

    None is not known. The sign is 1 or -1 only where the part is never 0.
    """

    way: int | None
    sign: int | None


_UNKNOWN = Monotonicity(None, None)


def monotonicity(
    tree: Tree,
    sign_of_name: int | None,
    fixed: Callable[[Tree], Interval | None],
    work: Work | None = None,
) -> Monotonicity:
    """Find how a tree moves with the name that is in it, wherever it is defined.

    `fixed` encloses a part in which the name does not occur, and gives None for any other. Raises
    SpentError where the work is spent.

    >>> tree = Binary(Operator.ADD, Name("x"), Call("sqrt", (Name("x"),)))
    >>> monotonicity(tree, 1, lambda part: None)
    Monotonicity(way=1, sign=1)
    """
    budget = Work() if work is None else work

    def of(part: Tree) -> Monotonicity:
        budget.spend(8)
        try:
            bounds = fixed(part)
        except OutsideError:
            return _UNKNOWN
        if bounds is not None:
            return Monotonicity(0, sign(bounds) or None)
        match part:
            case Name():
                return Monotonicity(1, sign_of_name)
            case Negative(inner):
                return _turned(of(inner))
            case Binary(operator, left, right):
                return _joined(operator, of(left), of(right), right, fixed)
            case Call(function, (only,)):
                return _called(function, of(only))
            case _:
                return _UNKNOWN

    return of(tree)


def _turned(one: Monotonicity) -> Monotonicity:
    return Monotonicity(
        None if one.way is None else -one.way, None if one.sign is None else -one.sign
    )


def _joined(
    operator: Operator,
    left: Monotonicity,
    right: Monotonicity,
    exponent: Tree,
    fixed: Callable[[Tree], Interval | None],
) -> Monotonicity:
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


def _sum(left: Monotonicity, right: Monotonicity) -> Monotonicity:
    same = left.sign if left.sign == right.sign else None
    return Monotonicity(_both(left.way, right.way), same)


def _both(left: int | None, right: int | None) -> int | None:
    """Agree on a way; what does not move agrees with all."""
    if left is None or right is None:
        return None
    return left or right if 0 in {left, right} or left == right else None


def _product(left: Monotonicity, right: Monotonicity) -> Monotonicity:
    signs = None if left.sign is None or right.sign is None else left.sign * right.sign
    if left.way == 0 and left.sign and right.way is not None:
        return Monotonicity(left.sign * right.way, signs)
    if right.way == 0 and right.sign and left.way is not None:
        return Monotonicity(right.sign * left.way, signs)
    if left.sign is None or right.sign is None or left.way is None or right.way is None:
        return Monotonicity(None, signs)
    # The logarithm of the size of a product is a sum.
    way = _both(left.way * left.sign, right.way * right.sign)
    return Monotonicity(None if way is None else way * left.sign * right.sign, signs)


def _inverse(one: Monotonicity) -> Monotonicity:
    # On either side of 0 alone, 1/u falls where u rises.
    if one.sign is None:
        return _UNKNOWN
    return Monotonicity(None if one.way is None else -one.way, one.sign)


def _power(base: Monotonicity, exponent: Monotonicity, fixed: Interval | None) -> Monotonicity:
    if base.sign != 1:
        odd_power = (
            fixed is not None
            and fixed.low == fixed.high
            and fixed.low.denominator == 1
            and fixed.low > 0
            and fixed.low.numerator % 2 == 1
        )
        return base if odd_power else _UNKNOWN
    if exponent.way == 0 and exponent.sign and base.way is not None:
        return Monotonicity(base.way * exponent.sign, 1)
    return Monotonicity(None, 1)


def _called(function: str, inner: Monotonicity) -> Monotonicity:
    if function == "abs":
        return inner if inner.sign == 1 else _turned(inner) if inner.sign else _UNKNOWN
    kept = inner.sign if function in _KEEPING_SIGN else None
    signs = 1 if function in {"exp", "cosh"} else kept
    if function == "cosh" and inner.sign and inner.way is not None:
        return Monotonicity(inner.way * inner.sign, 1)
    if function == "acos" and inner.way is not None:
        return Monotonicity(-inner.way, None)
    return Monotonicity(inner.way if function in _RISING else None, signs)
