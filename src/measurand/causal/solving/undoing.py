"""How one operation of a rule is undone, and which other values would have given the same.

A step is a part of a tree one argument of which holds the unknown; the rest has fixed values.
"""

from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.elementary import arcsin, pi
from measurand.algebra.enclosure import OutsideError, negative, point, product, root, sign, total
from measurand.algebra.interval import Interval
from measurand.causal.rules.functions import FUNCTIONS, INVERSES
from measurand.causal.rules.tree import Binary, Call, Negative, Operator, Tree
from measurand.causal.solving.bounds import ONE, ZERO, called, joined, power


@frozen(kw_only=True)
class Step:
    """An operation, which argument of it is unknown, and the values of the others in their order.

    >>> from measurand.causal.rules.tree import Name
    >>> Step(part=Negative(Name("x")), side=0).others
    ()
    """

    part: Tree
    side: int = field()
    others: tuple[Interval, ...] = ()

    @property
    def other(self) -> Interval:
        """Give the value of the only other argument."""
        return self.others[0]


@frozen(kw_only=True)
class Values:
    """Values that an argument may have; `complete` where there are no others."""

    some: tuple[Interval, ...] = ()
    complete: bool = True


class IdleError(ArithmeticError):
    """The unknown plays no part in a step: whatever it is, the step has the same value."""


NONE = Values()


def _only(value: Interval) -> Values:
    return Values(some=(value,))


def _clear(value: Interval) -> int:
    found = sign(value)
    if found is None:
        message = "a number the sign of which is not clear"
        raise OutsideError(message)
    return found


def rivals(step: Step, true: Interval) -> Values:
    """List what else the argument could be, where the step has the value that it truly has.

    >>> from measurand.causal.rules.tree import Name
    >>> step = Step(part=Call("abs", (Name("x"),)), side=0)
    >>> rivals(step, point(Fraction(3))).some[0].low
    Fraction(-3, 1)

    Raises IdleError where every argument gives this value, OutsideError where nothing is known.
    """
    match step.part, step.side:
        case Negative(), _:
            return NONE
        case Binary(Operator.MULTIPLY, _, _), _:
            return _unless_idle(step.other)
        case Binary(Operator.DIVIDE, _, _), 1:
            return _unless_idle(step.other)
        case Binary(Operator.ADD | Operator.SUBTRACT | Operator.DIVIDE, _, _), _:
            return NONE
        case Binary(Operator.POWER, _, _), 0:
            return _powers(step.other, true)
        case Binary(Operator.POWER, _, _), _:
            return _exponents(step.other)
        case Binary(Operator.MODULO, _, _), 0:
            turns = (product(point(Fraction(turn)), step.other) for turn in (1, -1, 2))
            return Values(some=tuple(total(true, one) for one in turns), complete=False)
        case Binary(Operator.FLOOR, _, _), 0:
            whole = joined(Operator.FLOOR, true, step.other)
            parts = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4))
            some = (product(total(whole, point(part)), step.other) for part in parts)
            return Values(some=tuple(some), complete=False)
        case Call(function, _), _:
            return _rivals_of_call(function, step, true)
        case _:
            message = "an operation that is not undone"
            raise OutsideError(message)


def _unless_idle(factor: Interval) -> Values:
    if not _clear(factor):
        message = "it is multiplied by 0"
        raise IdleError(message)
    return NONE


def _powers(exponent: Interval, true: Interval) -> Values:
    if not _clear(exponent):
        message = "its power is 0"
        raise IdleError(message)
    return _mirror(true) if is_even(exponent) else NONE


def is_even(exponent: Interval) -> bool:
    """Tell whether a number is whole and even, for sure.

    >>> is_even(point(Fraction(-2)))
    True
    """
    exact = exponent.low if exponent.low == exponent.high else None
    return exact is not None and exact.denominator == 1 and exact.numerator % 2 == 0


def _mirror(true: Interval) -> Values:
    return _only(negative(true)) if _clear(true) else NONE


def _exponents(base: Interval) -> Values:
    if _clear(base) < 1:
        message = "a power of a number that is not above 0"
        raise OutsideError(message)
    if not _clear(total(base, negative(ONE))):
        message = "it is a power of 1"
        raise IdleError(message)
    return NONE


def _rivals_of_call(function: str, step: Step, true: Interval) -> Values:
    known = FUNCTIONS.get(function)
    if known is not None and known.angle:
        return _waves(function, true)
    if function == "log" and step.others:
        return _exponents(step.other) if not step.side else _unless_idle_log(step.other)
    if known is not None and known.one_to_one:
        return NONE
    match function:
        case "abs" | "cosh":
            return _mirror(true)
        case "floor" | "ceil" | "round":
            return _near(function, true)
        case "sign" if _clear(true):
            some = (product(true, point(Fraction(factor))) for factor in (2, 3))
            return Values(some=tuple(some), complete=False)
        case "min" | "max" if step.others:
            return _chosen(function, step, true)
        case "atan2" if _clear(step.other):
            return NONE
    message = f"{function} is not undone"
    raise OutsideError(message)


def _unless_idle_log(value: Interval) -> Values:
    if not _clear(total(value, negative(ONE))):
        message = "the logarithm of 1 is taken"
        raise IdleError(message)
    return NONE


def _waves(function: str, true: Interval) -> Values:
    turn = pi() if function in {"tan", "cot"} else product(point(Fraction(2)), pi())
    some = [total(true, turn), total(true, negative(turn))]
    if function in {"sin", "csc"}:
        some += [total(pi(), negative(true)), total(total(pi(), turn), negative(true))]
    elif function in {"cos", "sec"}:
        some += [negative(true), total(turn, negative(true))]
    return Values(some=tuple(some), complete=False)


def _near(function: str, true: Interval) -> Values:
    whole = called(function, true)
    way = {"floor": 1, "ceil": -1, "round": 1}[function]
    parts = (Fraction(way, 8), Fraction(way, 4), Fraction(0))
    return Values(some=tuple(total(whole, point(part)) for part in parts), complete=False)


def _chosen(function: str, step: Step, true: Interval) -> Values:
    bound = called(function, *step.others)
    way = 1 if function == "min" else -1
    side = _clear(total(true, negative(bound))) * way
    if side < 0:
        return NONE
    beyond = (total(true, point(Fraction(way * far))) for far in (1, 2))
    return Values(some=tuple(beyond), complete=False)


def solutions(step: Step, wanted: Interval) -> Values:
    """List the arguments for which the step has a wanted value.

    >>> from measurand.causal.rules.tree import Name
    >>> step = Step(part=Call("sqrt", (Name("x"),)), side=0)
    >>> solutions(step, point(Fraction(-1))).some, solutions(step, point(Fraction(3))).some[0].low
    ((), Fraction(9, 1))

    Raises OutsideError where they are not known.
    """
    match step.part, step.side:
        case Negative(), _:
            return _only(negative(wanted))
        case Binary(Operator.ADD, _, _), _:
            return _only(total(wanted, negative(step.other)))
        case Binary(Operator.SUBTRACT, _, _), side:
            back = total(wanted, step.other) if not side else total(step.other, negative(wanted))
            return _only(back)
        case Binary(Operator.MULTIPLY, _, _), _:
            return _only(joined(Operator.DIVIDE, wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), 0:
            return _only(product(wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), _:
            # No divisor makes 0 of what is not 0.
            return _only(joined(Operator.DIVIDE, step.other, wanted)) if _clear(wanted) else NONE
        case Binary(Operator.POWER, _, _), side:
            return _logs(step.other, wanted) if side else _roots(step.other, wanted)
        case Call(function, (_,)), _:
            return _solutions_of_call(function, wanted)
        case _:
            message = "an operation that is not undone"
            raise OutsideError(message)


def _logs(base: Interval, wanted: Interval) -> Values:
    if _clear(wanted) < 1:
        return NONE
    return _only(joined(Operator.DIVIDE, called("ln", wanted), called("ln", base)))


def _roots(exponent: Interval, wanted: Interval) -> Values:
    way = _clear(wanted)
    upside = joined(Operator.DIVIDE, ONE, exponent)
    if way > 0:
        found = power(wanted, upside)
        return Values(some=(found, negative(found)) if is_even(exponent) else (found,))
    if way == 0:
        return _only(ZERO) if _clear(exponent) > 0 else NONE
    exact = exponent.low if exponent.low == exponent.high else None
    if exact is not None and exact.denominator == 1 and exact.numerator % 2:
        return _only(power(root(wanted, abs(exact.numerator)), point(Fraction(_clear(exponent)))))
    return NONE


def _solutions_of_call(function: str, wanted: Interval) -> Values:
    if not _reached(function, wanted):
        return NONE
    match function:
        case "abs" | "cosh":
            found = wanted if function == "abs" else called("acosh", wanted)
            return Values(some=(found, negative(found))) if _clear(found) else _only(found)
        case "sqrt" | "cbrt":
            return _only(power(wanted, point(Fraction(2 if function == "sqrt" else 3))))
        case "log":
            return _only(called("exp", wanted))
        case "log2" | "log10":
            return _only(power(point(Fraction(int(function[3:]))), wanted))
        case _ if function in INVERSES and FUNCTIONS[function].one_to_one:
            return _only(called(INVERSES[function], wanted))
    message = f"{function} is not undone"
    raise OutsideError(message)


def _reached(function: str, wanted: Interval) -> bool:
    """Tell whether a function has a value somewhere."""
    low, high = _ranges().get(function, (None, None))
    if low is not None and _clear(total(wanted, negative(low))) < (function in _OPEN):
        return False
    return high is None or _clear(total(high, negative(wanted))) >= (function in _OPEN)


_OPEN = frozenset({"exp", "tanh", "atan"})


def _ranges() -> dict[str, tuple[Interval, Interval | None]]:
    right = arcsin(ONE)
    return {
        "sqrt": (ZERO, None),
        "abs": (ZERO, None),
        "exp": (ZERO, None),
        "acosh": (ZERO, None),
        "cosh": (ONE, None),
        "tanh": (negative(ONE), ONE),
        "atan": (negative(right), right),
        "asin": (negative(right), right),
        "acos": (ZERO, pi()),
    }
