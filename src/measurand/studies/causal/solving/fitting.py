"""The arguments for which an operation of a rule has a wanted value."""

from fractions import Fraction

from measurand.algebra.elementary import arcsin, pi
from measurand.algebra.enclosure import OutsideError, negative, point, product, total
from measurand.algebra.interval import Interval
from measurand.studies.causal.rules.functions import FUNCTIONS, INVERSES
from measurand.studies.causal.rules.tree import Binary, Call, Negative, Operator
from measurand.studies.causal.solving.bounds import ONE, ZERO, called, joined, power
from measurand.studies.causal.solving.undoing import NONE, Step, Values, clear, even, is_whole, only


def solutions(step: Step, wanted: Interval) -> Values:
    """List the arguments for which the step has a wanted value.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> step = Step(part=Call("sqrt", (Name("x"),)), side=0)
    >>> solutions(step, point(Fraction(-1))).some, solutions(step, point(Fraction(3))).some[0].low
    ((), Fraction(9, 1))

    Raises OutsideError where they are not known.
    """
    match step.part, step.side:
        case Negative(), _:
            return only(negative(wanted))
        case Binary(Operator.ADD, _, _), _:
            return only(total(wanted, negative(step.other)))
        case Binary(Operator.SUBTRACT, _, _), side:
            back = total(wanted, step.other) if not side else total(step.other, negative(wanted))
            return only(back)
        case Binary(Operator.MULTIPLY, _, _), _:
            return only(joined(Operator.DIVIDE, wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), 0:
            return only(product(wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), _:
            # No divisor makes 0 of what is not 0.
            return only(joined(Operator.DIVIDE, step.other, wanted)) if clear(wanted) else NONE
        case Binary(Operator.POWER, _, _), side:
            return _logs(step.other, wanted) if side else _roots(step, wanted)
        case Call(function, (_,)), _:
            return _solutions_of_call(function, wanted)
        case _:
            message = "an operation that is not undone"
            raise OutsideError(message)


def _logs(base: Interval, wanted: Interval) -> Values:
    if clear(wanted) < 1:
        return NONE
    return only(joined(Operator.DIVIDE, called("ln", wanted), called("ln", base)))


def _roots(step: Step, wanted: Interval) -> Values:
    exponent, way = step.other, clear(wanted)
    if way == 0:
        return only(ZERO) if clear(exponent) > 0 else NONE
    size = wanted if way > 0 else negative(wanted)
    found = power(size, joined(Operator.DIVIDE, ONE, exponent))
    below = negative(found)
    if way > 0:
        return _sided((found,), below, fits=even(step))
    return _sided((), below, fits=None if step.vague else is_whole(exponent, 1))


def _sided(some: tuple[Interval, ...], below: Interval, *, fits: bool | None) -> Values:
    if fits is None:
        return Values(some=some, doubtful=(below,))
    return Values(some=(*some, below) if fits else some)


def _solutions_of_call(function: str, wanted: Interval) -> Values:
    if not _reached(function, wanted):
        return NONE
    match function:
        case "abs" | "cosh":
            found = wanted if function == "abs" else called("acosh", wanted)
            return Values(some=(found, negative(found))) if clear(found) else only(found)
        case "sqrt" | "cbrt":
            return only(power(wanted, point(Fraction(2 if function == "sqrt" else 3))))
        case "log":
            return only(called("exp", wanted))
        case "log2" | "log10":
            return only(power(point(Fraction(int(function[3:]))), wanted))
        case _ if function in INVERSES and FUNCTIONS[function].one_to_one:
            return only(called(INVERSES[function], wanted))
    message = f"{function} is not undone"
    raise OutsideError(message)


def _reached(function: str, wanted: Interval) -> bool:
    """Tell whether a function has a value somewhere."""
    low, high = _ranges().get(function, (None, None))
    if low is not None and clear(total(wanted, negative(low))) < (function in _OPEN):
        return False
    return high is None or clear(total(high, negative(wanted))) >= (function in _OPEN)


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
