"""Preimages of one operation: what else its argument may be, and the argument written out.

A step is a part of a tree one argument of which holds the unknown x; the rest has fixed values, so
that the step is a function f of x alone. Asked is f^-1(f(x)) without the true x: empty where f is
one to one, -x for an even power, x plus periods for sine. Three answers are kept apart: values that
fit for sure, values that may fit (`doubtful`), and whether the list is `complete`. Only a complete
list without any other value proves that x is the only one; one sure other value proves that it is
not; an incomplete list proves nothing more. What plays no part (a factor 0, a power of 1) is no
preimage but an error of its own, since then every x fits.
"""

from fractions import Fraction
from math import ceil

from attrs import field, frozen

from measurand.algebra.elementary import arcsin, pi
from measurand.algebra.enclosure import OutsideError, negative, point, product, sign, total
from measurand.algebra.interval import Interval
from measurand.studies.causal.rules.text import FUNCTIONS, INVERSES
from measurand.studies.causal.rules.tree import Binary, Call, Negative, Number, Operator, Tree
from measurand.studies.causal.solving.bounds import ONE, ZERO, called, joined, power


@frozen(kw_only=True)
class Step:
    """An operation, which argument of it is unknown, and the values of the others in their order.

    `vague` says that the others hang on names without a number: their values mean nothing, so that
    none is taken for a fraction because it happens to be one.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> Step(part=Negative(Name("x")), side=0).others
    ()
    """

    part: Tree
    side: int = field()
    others: tuple[Interval, ...] = ()
    vague: bool = False

    @property
    def other(self) -> Interval:
        """Give the value of the only other argument."""
        return self.others[0]


@frozen(kw_only=True)
class Preimages:
    """Values that an argument may have; `complete` where there are no others.

    `doubtful` ones fit or do not fit, which is not known.
    """

    some: tuple[Interval, ...] = ()
    doubtful: tuple[Interval, ...] = ()
    complete: bool = True


class NoEffectError(ArithmeticError):
    """The unknown plays no part in a step: whatever it is, the step has the same value."""


NONE = Preimages()


def single(value: Interval) -> Preimages:
    """Say that one value fits, and no other.

    >>> single(ONE).complete
    True
    """
    return Preimages(some=(value,))


def clear_sign(value: Interval) -> int:
    """Give the sign of a number.

    >>> clear_sign(negative(ONE))
    -1

    Raises OutsideError where it is not clear.
    """
    certain = sign(value)
    if certain is None:
        message = "a number the sign of which is not clear"
        raise OutsideError(message)
    return certain


def other_preimages(step: Step, true: Interval) -> Preimages:
    """List what else the argument could be, where the step has the value that it truly has.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> step = Step(part=Call("abs", (Name("x"),)), side=0)
    >>> other_preimages(step, point(Fraction(3))).some[0].low
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
            return _powers(step, true)
        case Binary(Operator.POWER, _, _), _:
            return _exponents(step.other)
        case Binary(Operator.MODULO, _, _), 0:
            turns = (product(point(Fraction(turn)), step.other) for turn in (1, -1, 2))
            return Preimages(some=tuple(total(true, one) for one in turns), complete=False)
        case Binary(Operator.FLOOR, _, _), 0:
            whole = joined(Operator.FLOOR, true, step.other)
            parts = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4))
            some = (product(total(whole, point(part)), step.other) for part in parts)
            return Preimages(some=tuple(some), complete=False)
        case Call(function, _), _:
            return _rivals_of_call(function, step, true)
        case _:
            message = "an operation that is not undone"
            raise OutsideError(message)


def _unless_idle(factor: Interval) -> Preimages:
    if not clear_sign(factor):
        message = "it is multiplied by 0"
        raise NoEffectError(message)
    return NONE


def _powers(step: Step, true: Interval) -> Preimages:
    if not clear_sign(step.other):
        message = "its power is 0"
        raise NoEffectError(message)
    match has_even_power(step):
        case True:
            return _mirror(true)
        case False:
            return NONE
        case None:
            return Preimages(doubtful=_mirror(true).some)


def is_even(exponent: Interval) -> bool | None:
    """Tell whether a number is whole and even; None where it is not known exactly and may be.

    A number that is not whole has no power of a number below 0, so that it counts as not even.

    >>> is_even(point(Fraction(-2))), is_even(Interval(Fraction(1), Fraction(3)))
    (True, None)
    """
    return is_whole(exponent, 0)


def is_whole(value: Interval, rest: int) -> bool | None:
    """Tell whether a number is whole and leaves such a rest by 2; None where it may be.

    >>> is_whole(ONE, 1), is_whole(Interval(Fraction(0), Fraction(1, 2)), 1)
    (True, False)
    """
    least = ceil((value.low - rest) / 2) * 2 + rest
    if value.low == value.high:
        return least == value.low
    return None if least <= value.high else False


def has_even_power(step: Step) -> bool | None:
    """Tell whether the power that a step takes is even; None where it may be.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> has_even_power(Step(part=Name("x"), side=0, others=(ONE,), vague=True)) is None
    True
    """
    return None if step.vague else is_even(step.other)


def _mirror(true: Interval) -> Preimages:
    return single(negative(true)) if clear_sign(true) else NONE


def _exponents(base: Interval) -> Preimages:
    if clear_sign(base) < 1:
        message = "a power of a number that is not above 0"
        raise OutsideError(message)
    if not clear_sign(total(base, negative(ONE))):
        message = "it is a power of 1"
        raise NoEffectError(message)
    return NONE


def _rivals_of_call(function: str, step: Step, true: Interval) -> Preimages:
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
        case "sign" if clear_sign(true):
            some = (product(true, point(Fraction(factor))) for factor in (2, 3))
            return Preimages(some=tuple(some), complete=False)
        case "min" | "max" if step.others:
            return _chosen(function, step, true)
        case "atan2" if clear_sign(step.other):
            return NONE
    message = f"{function} is not undone"
    raise OutsideError(message)


def _unless_idle_log(value: Interval) -> Preimages:
    if not clear_sign(total(value, negative(ONE))):
        message = "the logarithm of 1 is taken"
        raise NoEffectError(message)
    return NONE


def _waves(function: str, true: Interval) -> Preimages:
    # Infinitely many fit: one sure other value is enough, and the list stays incomplete.
    turn = pi() if function in {"tan", "cot"} else product(point(Fraction(2)), pi())
    some = [total(true, turn), total(true, negative(turn))]
    if function in {"sin", "csc"}:
        some += [total(pi(), negative(true)), total(total(pi(), turn), negative(true))]
    elif function in {"cos", "sec"}:
        some += [negative(true), total(turn, negative(true))]
    return Preimages(some=tuple(some), complete=False)


def _near(function: str, true: Interval) -> Preimages:
    # A whole step of arguments has one value: some of them are named, by 1/8 and 1/4 off its end.
    whole = called(function, true)
    way = {"floor": 1, "ceil": -1, "round": 1}[function]
    parts = (Fraction(way, 8), Fraction(way, 4), Fraction(0))
    return Preimages(some=tuple(total(whole, point(part)) for part in parts), complete=False)


def _chosen(function: str, step: Step, true: Interval) -> Preimages:
    # Where another argument decides, the unknown may lie anywhere beyond it.
    bound = called(function, *step.others)
    way = 1 if function == "min" else -1
    side = clear_sign(total(true, negative(bound))) * way
    if side < 0:
        return NONE
    beyond = (total(true, point(Fraction(way * far))) for far in (1, 2))
    return Preimages(some=tuple(beyond), complete=False)


def preimages(step: Step, wanted: Interval) -> Preimages:
    """List the arguments for which the step has a wanted value.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> step = Step(part=Call("sqrt", (Name("x"),)), side=0)
    >>> preimages(step, point(Fraction(-1))).some, preimages(step, point(Fraction(3))).some[0].low
    ((), Fraction(9, 1))

    Raises OutsideError where they are not known.
    """
    match step.part, step.side:
        case Negative(), _:
            return single(negative(wanted))
        case Binary(Operator.ADD, _, _), _:
            return single(total(wanted, negative(step.other)))
        case Binary(Operator.SUBTRACT, _, _), side:
            back = total(wanted, step.other) if not side else total(step.other, negative(wanted))
            return single(back)
        case Binary(Operator.MULTIPLY, _, _), _:
            return single(joined(Operator.DIVIDE, wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), 0:
            return single(product(wanted, step.other))
        case Binary(Operator.DIVIDE, _, _), _:
            # No divisor makes 0 of what is not 0.
            return (
                single(joined(Operator.DIVIDE, step.other, wanted)) if clear_sign(wanted) else NONE
            )
        case Binary(Operator.POWER, _, _), side:
            return _logs(step.other, wanted) if side else _roots(step, wanted)
        case Call(function, (_,)), _:
            return _solutions_of_call(function, wanted)
        case _:
            message = "an operation that is not undone"
            raise OutsideError(message)


def _logs(base: Interval, wanted: Interval) -> Preimages:
    if clear_sign(wanted) < 1:
        return NONE
    return single(joined(Operator.DIVIDE, called("ln", wanted), called("ln", base)))


def _roots(step: Step, wanted: Interval) -> Preimages:
    exponent, way = step.other, clear_sign(wanted)
    if way == 0:
        return single(ZERO) if clear_sign(exponent) > 0 else NONE
    size = wanted if way > 0 else negative(wanted)
    root = power(size, joined(Operator.DIVIDE, ONE, exponent))
    below = negative(root)
    if way > 0:
        return _sided((root,), below, fits=has_even_power(step))
    return _sided((), below, fits=None if step.vague else is_whole(exponent, 1))


def _sided(some: tuple[Interval, ...], below: Interval, *, fits: bool | None) -> Preimages:
    if fits is None:
        return Preimages(some=some, doubtful=(below,))
    return Preimages(some=(*some, below) if fits else some)


def _solutions_of_call(function: str, wanted: Interval) -> Preimages:
    if not _reached(function, wanted):
        return NONE
    match function:
        case "abs" | "cosh":
            argument = wanted if function == "abs" else called("acosh", wanted)
            return (
                Preimages(some=(argument, negative(argument)))
                if clear_sign(argument)
                else single(argument)
            )
        case "sqrt" | "cbrt":
            return single(power(wanted, point(Fraction(2 if function == "sqrt" else 3))))
        case "log":
            return single(called("exp", wanted))
        case "log2" | "log10":
            return single(power(point(Fraction(int(function[3:]))), wanted))
        case _ if function in INVERSES and FUNCTIONS[function].one_to_one:
            return single(called(INVERSES[function], wanted))
    message = f"{function} is not undone"
    raise OutsideError(message)


def _reached(function: str, wanted: Interval) -> bool:
    """Tell whether a function has a value somewhere."""
    low, high = _ranges().get(function, (None, None))
    if low is not None and clear_sign(total(wanted, negative(low))) < (function in _OPEN):
        return False
    return high is None or clear_sign(total(high, negative(wanted))) >= (function in _OPEN)


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


def inverse_tree(step: Step, wanted: Tree, sign: int | None = 1) -> Tree | None:
    """Write the argument of a step with the value of the step; None where no way is known.

    `sign` is that of the argument, for steps that forget it.

    >>> from measurand.studies.causal.rules.tree import Name
    >>> step = Step(part=Negative(Name("x")), side=0)
    >>> inverse_tree(step, Name("y"))
    Negative(inner=Name(text='y'))
    """
    match step.part:
        case Negative():
            return Negative(wanted)
        case Binary(Operator.POWER, base, exponent):
            if step.side:
                return Binary(Operator.DIVIDE, Call("ln", (wanted,)), Call("ln", (base,)))
            return _root_tree(exponent, wanted, sign, even=is_even(step.other) is True)
        case Binary(operator, left, right) if operator in _BACK:
            if not step.side:
                return Binary(_BACK[operator], wanted, right)
            if operator in {Operator.ADD, Operator.MULTIPLY}:
                return Binary(_BACK[operator], wanted, left)
            return Binary(operator, left, wanted)
        case Call(function, (_,)):
            return _undone_call(function, wanted, sign)
        case _:
            return None


_BACK = {
    Operator.ADD: Operator.SUBTRACT,
    Operator.SUBTRACT: Operator.ADD,
    Operator.MULTIPLY: Operator.DIVIDE,
    Operator.DIVIDE: Operator.MULTIPLY,
}


def _root_tree(exponent: Tree, wanted: Tree, sign: int | None, *, even: bool) -> Tree:
    below = sign == -1
    two = Number(Fraction(2))
    if exponent == two:
        root: Tree = Call("sqrt", (wanted,))
        return Negative(root) if below else root
    inner = Negative(wanted) if below and not even else wanted
    upside = Binary(Operator.DIVIDE, Number(Fraction(1)), exponent)
    root = Binary(Operator.POWER, inner, upside)
    return Negative(root) if below else root


def _undone_call(function: str, wanted: Tree, sign: int | None) -> Tree | None:
    match function:
        case "abs":
            return Negative(wanted) if sign == -1 else wanted
        case "sqrt" | "cbrt":
            degree = Number(Fraction(2 if function == "sqrt" else 3))
            return Binary(Operator.POWER, wanted, degree)
        case "log":
            return Call("exp", (wanted,))
        case "log2" | "log10":
            return Binary(Operator.POWER, Number(Fraction(int(function[3:]))), wanted)
        case "cosh" if sign == -1:
            return Negative(Call("acosh", (wanted,)))
        case "min" | "max":
            return wanted
        case _ if function in INVERSES and not FUNCTIONS[function].angle:
            return Call(INVERSES[function], (wanted,))
        case _:
            return None
