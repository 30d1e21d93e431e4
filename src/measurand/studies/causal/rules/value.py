"""The value of a tree for given numbers: exact where it is a fraction, or in floats.

Exactly, every operation on fractions is a fraction or has none (an irrational root, pi, sin 1); the
size of numbers is bounded before a power is taken and after every operation, so that no rule can
make a number that does not fit. In floats nothing is bounded but by their range: where 2 % is near
enough, as for a stated answer, the nearest double is.
"""

import math
from collections.abc import Mapping
from fractions import Fraction

from measurand.studies.causal.rules.text import FUNCTIONS, Values
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
    folded,
    is_larger,
)

MOST_BITS = 4096
"""How many bits a numerator or a denominator has at most, on the way too."""
MOST_STEPS = 10_000
"""How many parts a tree has that is evaluated."""
_MOST_FACTORIAL = 170
_MOST_CHOICE = 1000
_MOST_ROOT = 64

Valued = Fraction | Unvalued


def value(tree: Tree, at: Mapping[str, Fraction]) -> Valued:
    """Evaluate exactly; roots of perfect powers are exact, other roots and pi have no value.

    >>> area = Binary(Operator.POWER, Name("r"), Number(Fraction(1, 2)))
    >>> value(area, {"r": Fraction(9, 4)})
    Fraction(3, 2)
    >>> value(area, {"r": Fraction(2)}).reason
    <Lack.IRRATIONAL: 'no exact value'>
    """
    if is_larger(tree, MOST_STEPS):
        return Unvalued(reason=Lack.BUDGET, because=f"more than {MOST_STEPS} parts")
    return folded(tree, lambda node, parts: _value(node, parts, at))


def _value(node: Tree, parts: tuple[Valued, ...], at: Mapping[str, Fraction]) -> Valued:
    numbers = tuple(part for part in parts if isinstance(part, Fraction))
    if len(numbers) < len(parts):
        return next(part for part in parts if isinstance(part, Unvalued))
    match node:
        case Number(number):
            return _bounded(number)
        case Name(text):
            known = at.get(text)
            missing = Unvalued(reason=Lack.MISSING, because=f"{text!r}"[:200])
            return missing if known is None else _bounded(Fraction(known))
        case Constant(text):
            return Unvalued(reason=Lack.IRRATIONAL, because=text)
        case Negative():
            return -numbers[0]
        case Binary(operator):
            return _joined(operator, *numbers)
        case Call(function):
            return exactly(function, *numbers)


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _bounded(number: Fraction) -> Valued:
    return number if _bits(number) <= MOST_BITS else _too_large()


def _too_large() -> Unvalued:
    return Unvalued(reason=Lack.BUDGET, because=f"more than {MOST_BITS} bits")


def _joined(operator: Operator, left: Fraction, right: Fraction) -> Valued:
    if operator in (Operator.DIVIDE, Operator.MODULO, Operator.FLOOR) and not right:
        return Unvalued(reason=Lack.ZERO)
    match operator:
        case Operator.ADD:
            return _bounded(left + right)
        case Operator.SUBTRACT:
            return _bounded(left - right)
        case Operator.MULTIPLY:
            return _bounded(left * right)
        case Operator.DIVIDE:
            return _bounded(left / right)
        case Operator.MODULO:
            return _bounded(left % right)
        case Operator.FLOOR:
            return _bounded(Fraction(left // right))
        case Operator.POWER:
            return _power(left, right)


def _power(base: Fraction, exponent: Fraction) -> Valued:
    """Raise to a power; anything to the power of 0 is 1, as polynomials need it."""
    if not exponent or base == 1:
        return Fraction(1)
    if not base:
        return Fraction(0) if exponent > 0 else Unvalued(reason=Lack.ZERO)
    if exponent.denominator > 1:
        return _root_power(base, exponent)
    if base == -1:
        return Fraction(-1 if exponent.numerator % 2 else 1)
    # A power has at least so many bits: it is refused before it is worked out.
    if (_bits(base) - 1) * abs(exponent) > MOST_BITS:
        return _too_large()
    return _bounded(base**exponent.numerator)


def _root_power(base: Fraction, exponent: Fraction) -> Valued:
    if base < 0:
        return Unvalued(reason=Lack.DOMAIN, because="a root of a negative number")
    root = exact_root(base, exponent.denominator)
    if root is None:
        return Unvalued(reason=Lack.IRRATIONAL, because="a root")
    return _power(root, Fraction(exponent.numerator))


def exact_root(number: Fraction, degree: int) -> Fraction | None:
    """Find the root of a number >= 0 where it is a fraction; None elsewhere.

    >>> exact_root(Fraction(8, 27), 3), exact_root(Fraction(2), 2)
    (Fraction(2, 3), None)
    """
    if degree > _MOST_ROOT:
        return None
    top, bottom = _whole_root(number.numerator, degree), _whole_root(number.denominator, degree)
    root = Fraction(top, bottom)
    return root if root**degree == number else None


def _whole_root(number: int, degree: int) -> int:
    """Find the largest whole number whose power is at most this one."""
    # Newton's steps in whole numbers: from a power of two above the root they fall until they are
    # at its floor, and the first that does not fall ends them.
    root, better = 0, 1 << -(-number.bit_length() // degree)
    while number and (not root or better < root):
        root = better
        better = ((degree - 1) * root + number // root ** (degree - 1)) // degree
    return root


def exactly(function: str, *numbers: Fraction) -> Valued:
    """Call a function of the table exactly.

    >>> exactly("binomial", Fraction(5), Fraction(2)), exactly("ln", Fraction(1))
    (Fraction(10, 1), Fraction(0, 1))

    Raises KeyError for a function that is not in the table.
    """
    first = numbers[0]
    if function in ("sqrt", "cbrt"):
        return _root(function, first)
    if FUNCTIONS[function].values is Values.TRANSCENDENT:
        return _transcendent(function, *numbers)
    match function:
        case "abs":
            return abs(first)
        case "sign":
            return Fraction((first > 0) - (first < 0))
        case "floor":
            return Fraction(math.floor(first))
        case "ceil":
            return Fraction(math.ceil(first))
        case "round":
            return Fraction(round(first))
        case "min":
            return min(numbers)
        case "max":
            return max(numbers)
        case _:
            return _of_whole(function, *numbers)


def _root(function: str, number: Fraction) -> Valued:
    if function == "sqrt":
        return _root_power(number, Fraction(1, 2))
    root = exact_root(abs(number), 3)
    if root is None:
        return Unvalued(reason=Lack.IRRATIONAL, because="a root")
    return root if number >= 0 else -root


def _of_whole(function: str, *numbers: Fraction) -> Valued:
    """Count: factorial, binomial, gcd, lcm, of whole numbers only."""
    whole = [number.numerator for number in numbers if number.denominator == 1]
    counts = function in ("factorial", "binomial")
    if len(whole) < len(numbers) or (counts and min(whole) < 0):
        return Unvalued(reason=Lack.DOMAIN, because=f"{function} of what is no whole number")
    most = {"factorial": _MOST_FACTORIAL, "binomial": _MOST_CHOICE}.get(function)
    if most is not None and max(whole) > most:
        return Unvalued(reason=Lack.BUDGET, because=f"{function} of more than {most}")
    match function:
        case "factorial":
            return Fraction(math.factorial(whole[0]))
        case "binomial":
            return Fraction(math.comb(*whole))
        case "gcd":
            return Fraction(math.gcd(*whole))
        case _:
            return _least_multiple(whole)


def _least_multiple(whole: list[int]) -> Valued:
    least = 1
    for number in whole:
        least = math.lcm(least, number)
        if least.bit_length() > MOST_BITS:
            return _too_large()
    return Fraction(least)


def _transcendent(function: str, *numbers: Fraction) -> Valued:
    first = numbers[0]
    if not _in_domain(function, numbers):
        return Unvalued(reason=Lack.DOMAIN, because=function)
    known = FUNCTIONS[function].rational
    if known is not None and first == known[0]:
        return Fraction(known[1])
    base = {"log2": Fraction(2), "log10": Fraction(10), "log": numbers[-1]}.get(function)
    if base is not None and (function != "log" or len(numbers) > 1):
        exponent = _whole_log(first, base)
        if exponent is not None:
            return Fraction(exponent)
    return Unvalued(reason=Lack.IRRATIONAL, because=function)


def _in_domain(function: str, numbers: tuple[Fraction, ...]) -> bool:
    first = numbers[0]
    match function:
        case "ln" | "log2" | "log10":
            return first > 0
        case "log":
            return first > 0 and (len(numbers) == 1 or (numbers[1] > 0 and numbers[1] != 1))
        case "asin" | "acos":
            return abs(first) <= 1
        case "acosh":
            return first >= 1
        case "atanh":
            return abs(first) < 1
        case "cot" | "csc":
            return first != 0
        case _:
            return True


def _whole_log(number: Fraction, base: Fraction) -> int | None:
    """Find the whole power of a base > 0 other than 1 that a number > 0 is; None elsewhere."""
    if base < 1:
        exponent = _whole_log(number, 1 / base)
        return None if exponent is None else -exponent
    if number < 1:
        exponent = _whole_log(1 / number, base)
        return None if exponent is None else -exponent
    # Powers of a reduced fraction are reduced: one of more bits than the number is past it.
    power, count = Fraction(1), 0
    while power < number and _bits(power) <= _bits(number):
        power, count = power * base, count + 1
    return count if power == number else None


Approximate = float | Unvalued


def approximate(tree: Tree, at: Mapping[str, Fraction] | Mapping[str, float]) -> Approximate:
    """Evaluate in floats; angles are in radians. What overflows or is not a number has no value.

    >>> approximate(Call("sqrt", (Name("x"),)), {"x": 2.0})
    1.4142135623730951
    >>> approximate(Call("ln", (Name("x"),)), {"x": -1.0}).reason
    <Lack.DOMAIN: 'outside of the domain of a function'>
    """
    if is_larger(tree, MOST_STEPS):
        return Unvalued(reason=Lack.BUDGET, because=f"more than {MOST_STEPS} parts")
    return folded(tree, lambda node, parts: _near(node, parts, at))


def _near(
    node: Tree, parts: tuple[Approximate, ...], at: Mapping[str, Fraction] | Mapping[str, float]
) -> Approximate:
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


def _finite(found: Approximate) -> Approximate:
    if isinstance(found, Unvalued) or math.isfinite(found):
        return found
    reason = Lack.DOMAIN if math.isnan(found) else Lack.BUDGET
    return Unvalued(reason=reason, because="larger than a float" if reason is Lack.BUDGET else "")


def _computed(
    node: Tree,
    numbers: tuple[float, ...],
    at: Mapping[str, Fraction] | Mapping[str, float],
) -> Approximate:
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
            return _near_joined(operator, *numbers)
        case Call(function):
            return _called(function, numbers)


def _near_joined(operator: Operator, left: float, right: float) -> float:
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


def _called(function: str, numbers: tuple[float, ...]) -> Approximate:
    if function == "atan2":
        return math.atan2(*numbers)
    if function == "log" and len(numbers) > 1:
        return math.log(*numbers)
    if FUNCTIONS[function].values is not Values.RATIONAL:
        return FUNCTIONS[function].near(numbers[0])
    exact = exactly(function, *map(Fraction, numbers))
    return exact if isinstance(exact, Unvalued) else float(exact)
