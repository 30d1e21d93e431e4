"""Where a rule has a value, by floats on a grid: crossings, and no pole counted as one."""

import math
from collections.abc import Callable, Mapping
from itertools import pairwise

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

GRID = [10 ** (step / 60) for step in range(-240, 241)]
"""Factors of a known number, from 1/10,000 to 10,000; 1 is among them."""


_OPERATIONS: Mapping[Operator, Callable[[float, float], float]] = {
    Operator.ADD: lambda one, other: one + other,
    Operator.SUBTRACT: lambda one, other: one - other,
    Operator.MULTIPLY: lambda one, other: one * other,
    Operator.DIVIDE: lambda one, other: one / other,
    Operator.MODULO: lambda one, other: one % other,
    Operator.FLOOR: lambda one, other: one // other,
    Operator.POWER: math.pow,
}
_NAMED: Mapping[str, Callable[..., float]] = {"abs": abs, "min": min, "max": max, "ln": math.log}


def evaluated(tree: Tree, at: Mapping[str, float]) -> float:
    """Evaluate by floats, as the operators of the language do.

    Raises ValueError, ZeroDivisionError or OverflowError where that fails.
    """
    match tree:
        case Number(value):
            return float(value)
        case Name(text):
            return at[text]
        case Constant():
            return math.pi
        case Negative(inner):
            return -evaluated(inner, at)
        case Binary(operator, left, right):
            one, other = evaluated(left, at), evaluated(right, at)
            return _OPERATIONS[operator](one, other)
        case Call(function, arguments):
            values = [evaluated(one, at) for one in arguments]
            return float((_NAMED.get(function) or getattr(math, function))(*values))


def crossings(tree: Tree, name: str, at: Mapping[str, float], *, below: bool) -> int:
    """Count how often a rule crosses the value that it has, at points of both signs or one."""
    wanted, size = evaluated(tree, at), abs(at[name])

    def apart(value: float) -> float | None:
        try:
            found = evaluated(tree, {**at, name: value}) - wanted
        except (ValueError, ZeroDivisionError, OverflowError):
            return None
        return found if math.isfinite(found) else None

    found = 0
    for side in (1.0, -1.0) if below else (1.0,):
        points = [side * size * factor * 1.0001 for factor in GRID]
        for low, high in pairwise(points):
            start, stop = apart(low), apart(high)
            if start is None or stop is None or start * stop >= 0:
                continue
            left, right, near = low, high, min(abs(start), abs(stop))
            for _ in range(80):
                middle = (left + right) / 2
                there = apart(middle)
                if there is None:
                    break
                left, right = (middle, right) if start * there > 0 else (left, middle)
            last = apart((left + right) / 2)
            found += last is not None and abs(last) <= near
    return found
