"""The value of a tree as a float, where no exact value is needed: 2 % is near enough."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from measurand.studies.causal.rules.functions import FUNCTIONS, Values
from measurand.studies.causal.rules.tree import (
    Binary,
    Call,
    Constant,
    Lack,
    Name,
    Negative,
    Number,
    Operator,
    Tree,
    Unvalued,
)
from measurand.studies.causal.rules.value import MOST_STEPS, exactly
from measurand.studies.causal.rules.walk import folded, is_larger

Nearly = float | Unvalued

_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "cbrt": math.cbrt,
    "exp": math.exp,
    "ln": math.log,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "cot": lambda angle: 1 / math.tan(angle),
    "sec": lambda angle: 1 / math.cos(angle),
    "csc": lambda angle: 1 / math.sin(angle),
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": math.atanh,
}


def near(tree: Tree, at: Mapping[str, Fraction] | Mapping[str, float]) -> Nearly:
    """Evaluate in floats; angles are in radians. What overflows or is not a number has no value.

    >>> near(Call("sqrt", (Name("x"),)), {"x": 2.0})
    1.4142135623730951
    >>> near(Call("ln", (Name("x"),)), {"x": -1.0}).reason
    <Lack.DOMAIN: 'outside of the domain of a function'>
    """
    if is_larger(tree, MOST_STEPS):
        return Unvalued(reason=Lack.BUDGET, because=f"more than {MOST_STEPS} parts")
    return folded(tree, lambda node, parts: _near(node, parts, at))


def _near(
    node: Tree, parts: tuple[Nearly, ...], at: Mapping[str, Fraction] | Mapping[str, float]
) -> Nearly:
    numbers = tuple(part for part in parts if isinstance(part, float))
    if len(numbers) < len(parts):
        return next(part for part in parts if isinstance(part, Unvalued))
    if isinstance(node, Name) and node.text not in at:
        return Unvalued(reason=Lack.MISSING, because=f"{node.text!r}"[:200])
    try:
        return _finite(_computed(node, numbers, at))
    except OverflowError:
        return Unvalued(reason=Lack.BUDGET, because="larger than a float")
    except ZeroDivisionError:
        return Unvalued(reason=Lack.ZERO)
    except ValueError:
        return Unvalued(reason=Lack.DOMAIN)


def _finite(found: Nearly) -> Nearly:
    if isinstance(found, Unvalued) or math.isfinite(found):
        return found
    reason = Lack.DOMAIN if math.isnan(found) else Lack.BUDGET
    return Unvalued(reason=reason, because="larger than a float" if reason is Lack.BUDGET else "")


def _computed(
    node: Tree,
    numbers: tuple[float, ...],
    at: Mapping[str, Fraction] | Mapping[str, float],
) -> Nearly:
    match node:
        case Number(number):
            return float(number)
        case Name(text):
            return float(at[text])
        case Constant():
            return math.pi
        case Negative():
            return -numbers[0]
        case Binary(operator):
            return _joined(operator, *numbers)
        case Call(function):
            return _called(function, numbers)


def _joined(operator: Operator, left: float, right: float) -> float:
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUBTRACT:
            return left - right
        case Operator.MULTIPLY:
            return left * right
        case Operator.DIVIDE:
            return left / right
        case Operator.MODULO:
            return left % right
        case Operator.FLOOR:
            return left // right
        case Operator.POWER:
            if not left and right < 0:
                raise ZeroDivisionError
            return math.pow(left, right)


def _called(function: str, numbers: tuple[float, ...]) -> Nearly:
    if function == "atan2":
        return math.atan2(*numbers)
    if function == "log" and len(numbers) > 1:
        return math.log(*numbers)
    if FUNCTIONS[function].values is not Values.RATIONAL:
        return _FUNCTIONS[function](numbers[0])
    found = exactly(function, *map(Fraction, numbers))
    return found if isinstance(found, Unvalued) else float(found)
