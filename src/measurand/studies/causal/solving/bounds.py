"""Enclosures of the value of a rule: exact where it is rational and short, surely right always.

Interval arithmetic (R. E. Moore, Interval Analysis, 1966): every operation gives an interval that
holds all values it may have for arguments of the given intervals, ends rounded outwards. So what an
enclosure excludes is excluded by proof, and a sign that it does not show is not known. A step of a
function (floor) is taken only where both ends agree on it.

Values are kept by the identity of parts, and every part is kept with its value: while it lives no
other part can have its identity. Work is counted, so that a value that is too costly is too costly
on every machine.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, factorial, floor, gcd, lcm
from types import MappingProxyType

from measurand.algebra import elementary as el
from measurand.algebra.enclosure import (
    OutsideError,
    inverse,
    limit,
    negative,
    point,
    product,
    root,
    sign,
    total,
    whole_power,
)
from measurand.algebra.interval import Interval
from measurand.algebra.polynomial import Work
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
)

ZERO, ONE, TWO = (point(Fraction(number)) for number in range(3))
_ROOTS_UP_TO = 12


class Bounds:
    """The values of the parts of trees, with a value for every name; each part is worked out once.

    >>> from measurand.studies.causal.rules.tree import Binary, Name, Number, Operator
    >>> half = Binary(Operator.DIVIDE, Name("a"), Number(Fraction(2)))
    >>> Bounds({"a": Fraction(3)}, Work())(half).low
    Fraction(3, 2)

    A call raises OutsideError where a part has no value, or may have none; SpentError where the
    work is spent.
    """

    def __init__(self, at: Mapping[str, Fraction], work: Work) -> None:
        self.at = at
        self.work = work
        self._found: dict[int, tuple[Tree, Interval]] = {}

    def __call__(self, tree: Tree) -> Interval:
        """Enclose the value of a tree."""
        kept = self._found.get(id(tree))
        if kept is None:
            kept = self._found[id(tree)] = tree, self._enclosed(tree)
        return kept[1]

    def _enclosed(self, tree: Tree) -> Interval:
        self.work.spend(_COSTS.get(type(tree), 1))
        match tree:
            case Number(value):
                return point(value)
            case Name(text) if text in self.at:
                return point(self.at[text])
            case Name(text):
                message = f"{text} has no value"
                raise OutsideError(message)
            case Constant():
                return el.pi()
            case Negative(inner):
                return negative(self(inner))
            case Binary(operator, left, right):
                one, other = self(left), self(right)
                if operator is Operator.POWER:
                    self.work.spend(power_cost(one, other))
                return joined(operator, one, other)
            case Call(function, arguments):
                self.work.spend(_MORE.get(function, 0))
                return called(function, *map(self, arguments))


_COSTS: Mapping[type[Tree], int] = MappingProxyType({Binary: 8, Call: 100})
_MORE: Mapping[str, int] = MappingProxyType(
    dict.fromkeys(("sinh", "cosh", "tanh", "asin", "acos", "atanh"), 200)
)
"""Work as in products of numbers of 64 bits, about a microsecond each."""


def power_cost(base: Interval, exponent: Interval) -> int:
    """Say what work a power is: little for a small whole one.

    >>> power_cost(ONE, point(Fraction(3))), power_cost(ONE, point(Fraction(1, 3)))
    (8, 150)
    """
    if exponent.low != exponent.high or exponent.low.denominator > 1:
        return 150
    bits = max(one.numerator.bit_length() + one.denominator.bit_length() for one in _ends(base))
    return 8 + min(1000, bits * abs(exponent.low.numerator) // 100)


def _ends(one: Interval) -> tuple[Fraction, Fraction]:
    return one.low, one.high


def joined(operator: Operator, left: Interval, right: Interval) -> Interval:
    """Apply an operation; a power that is not whole needs a base above 0.

    >>> joined(Operator.POWER, point(Fraction(4)), point(Fraction(1, 2))).low
    Fraction(2, 1)

    Raises OutsideError where there is, or may be, no value.
    """
    match operator:
        case Operator.ADD:
            return total(left, right)
        case Operator.SUBTRACT:
            return total(left, negative(right))
        case Operator.MULTIPLY:
            return product(left, right)
        case Operator.DIVIDE:
            return product(left, inverse(right))
        case Operator.POWER:
            return power(left, right)
        case Operator.MODULO:
            whole = _whole(joined(Operator.DIVIDE, left, right), floor)
            return total(left, negative(product(whole, right)))
        case Operator.FLOOR:
            return _whole(joined(Operator.DIVIDE, left, right), floor)


def power(base: Interval, exponent: Interval) -> Interval:
    """Raise to a power.

    >>> power(point(Fraction(8)), point(Fraction(-2, 3))).low
    Fraction(1, 4)

    Raises OutsideError for a base below 0, unless the exponent is whole, and for 0 below 0.
    """
    exact = exponent.low if exponent.low == exponent.high else None
    if exact is not None and exact.denominator == 1:
        limit(exact, 10_000)
        return whole_power(base, exact.numerator)
    if exact is not None and exact.denominator <= _ROOTS_UP_TO and base.low >= 0:
        limit(exact, 10_000)
        return whole_power(root(base, exact.denominator), exact.numerator)
    return el.exp(product(exponent, el.log(base)))


def called(function: str, *arguments: Interval) -> Interval:
    """Apply a function of the table.

    >>> called("max", point(Fraction(1)), point(Fraction(2))).low
    Fraction(2, 1)

    Raises OutsideError where there is, or may be, no value, or the function is not of the table.
    """
    if function in _ONE and len(arguments) == 1:
        return _ONE[function](*arguments)
    match function, arguments:
        case "log", (value, base):
            return joined(Operator.DIVIDE, el.log(value), el.log(base))
        case "atan2", (up, along):
            return _angle(up, along)
        case "min", _:
            return Interval(min(one.low for one in arguments), min(one.high for one in arguments))
        case "max", _:
            return Interval(max(one.low for one in arguments), max(one.high for one in arguments))
        case "binomial", (top, bottom):
            chosen, of = _count(bottom), _count(top)
            limit(of, 1000)
            return point(Fraction(comb(of, chosen)))
        case (("gcd" | "lcm"), _):
            whole = map(_count, arguments)
            return point(Fraction(gcd(*whole) if function == "gcd" else lcm(*whole)))
        case _:
            message = f"{function} has no value that is known"
            raise OutsideError(message)


def _whole(value: Interval, function: Callable[[Fraction], int]) -> Interval:
    low, high = function(value.low), function(value.high)
    if low != high:
        message = "a step of a function lies too near"
        raise OutsideError(message)
    return point(Fraction(low))


def _count(value: Interval) -> int:
    if value.low != value.high or value.low.denominator > 1 or value.low < 0:
        message = "a function of whole numbers, of a number that is not"
        raise OutsideError(message)
    return value.low.numerator


def _factorial(value: Interval) -> Interval:
    number = _count(value)
    limit(number, 170)
    return point(Fraction(factorial(number)))


def _absolute(value: Interval) -> Interval:
    if value.low >= 0:
        return value
    if value.high <= 0:
        return negative(value)
    return Interval(Fraction(0), max(-value.low, value.high))


def _sign(value: Interval) -> Interval:
    certain = sign(value)
    if certain is None:
        message = "a number the sign of which is not clear"
        raise OutsideError(message)
    return point(Fraction(certain))


def _angle(up: Interval, along: Interval) -> Interval:
    side = sign(along)
    if not side:
        message = "an angle between axes that is not clear"
        raise OutsideError(message)
    angle = el.arctan(product(up, inverse(along)))
    if side > 0:
        return angle
    return total(angle, product(el.pi(), point(Fraction(1 if up.low >= 0 else -1))))


def _half(value: Interval) -> Interval:
    return product(value, point(Fraction(1, 2)))


def _hyperbolic(value: Interval, turn: int) -> Interval:
    # Of one end at a time: both powers of e rise or fall, but not together.
    low, high = (
        _half(total(el.exp(end), product(point(Fraction(turn)), el.exp(negative(end)))))
        for end in (point(value.low), point(value.high))
    )
    if turn < 0 or value.low >= 0:
        return Interval(low.low, high.high)
    if value.high <= 0:
        return Interval(high.low, low.high)
    return Interval(Fraction(1), max(low.high, high.high))


def _area_tangent(value: Interval) -> Interval:
    ratio = joined(Operator.DIVIDE, total(ONE, value), total(ONE, negative(value)))
    return _half(el.log(ratio))


def _over(of: Callable[[Interval], Interval], base: int) -> Callable[[Interval], Interval]:
    return lambda value: joined(Operator.DIVIDE, of(value), el.log(point(Fraction(base))))


def _tangent(value: Interval) -> Interval:
    return joined(Operator.DIVIDE, el.sine(value), el.cosine(value))


_ONE: Mapping[str, Callable[[Interval], Interval]] = MappingProxyType(
    {
        "sqrt": lambda value: root(value, 2),
        "cbrt": lambda value: root(value, 3),
        "exp": el.exp,
        "ln": el.log,
        "log": el.log,
        "log2": _over(el.log, 2),
        "log10": _over(el.log, 10),
        "sin": el.sine,
        "cos": el.cosine,
        "tan": _tangent,
        "cot": lambda value: joined(Operator.DIVIDE, el.cosine(value), el.sine(value)),
        "sec": lambda value: inverse(el.cosine(value)),
        "csc": lambda value: inverse(el.sine(value)),
        "asin": el.arcsin,
        "acos": lambda value: total(_half(el.pi()), negative(el.arcsin(value))),
        "atan": el.arctan,
        "sinh": lambda value: _hyperbolic(value, -1),
        "cosh": lambda value: _hyperbolic(value, 1),
        "tanh": lambda value: joined(
            Operator.DIVIDE, _hyperbolic(value, -1), _hyperbolic(value, 1)
        ),
        "asinh": lambda value: el.log(total(value, root(total(whole_power(value, 2), ONE), 2))),
        "acosh": lambda value: el.log(
            total(value, root(total(whole_power(value, 2), negative(ONE)), 2))
        ),
        "atanh": _area_tangent,
        "abs": _absolute,
        "sign": _sign,
        "floor": lambda value: _whole(value, floor),
        "ceil": lambda value: negative(_whole(negative(value), floor)),
        "round": lambda value: _whole(value, round),
        "factorial": _factorial,
    }
)
