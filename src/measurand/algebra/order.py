"""One total order over everything that a bag may hold, the same on every machine."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import TypeVar

import attrs

T = TypeVar("T")


def order_key(value: object) -> tuple[object, ...]:
    """Return a key by which any two values of the core compare.

    Numbers come before texts, texts before compound values; compound values compare part by part.

    >>> sorted(["b", Fraction(1, 2), ("a", 1), "a", None, 1], key=order_key)
    [None, Fraction(1, 2), 1, 'a', 'b', ('a', 1)]

    Raises TypeError for a value without an order, such as a function.
    """
    match value:
        case None:
            return (0,)
        case int() | Fraction():
            return (1, value)
        case str():
            return (2, value)
        case tuple():
            return (3, tuple(order_key(part) for part in value))
        case frozenset():
            return (4, tuple(sorted(order_key(part) for part in value)))
        case _ if hasattr(value, "ordered_parts"):
            return (5, type(value).__name__, order_key(value.ordered_parts()))
        case _ if attrs.has(kind := type(value)):
            parts = tuple(getattr(value, part.name) for part in attrs.fields(kind))
            return (5, kind.__name__, order_key(parts))
        case _:
            message = f"a value with an order: got {type(value).__name__}"
            raise TypeError(message)


def canonical(values: Iterable[T]) -> tuple[T, ...]:
    """Sort by the one order.

    >>> canonical({"b", "a"})
    ('a', 'b')
    """
    return tuple(sorted(values, key=order_key))


def places(numbers: Sequence[Fraction]) -> tuple[list[int], int]:
    """Say of each number how many different ones are below it; and how many different ones are.

    Floats keep the order of the numbers that they round, and are compared far sooner: only numbers
    whose floats are equal are compared themselves.

    >>> places([Fraction(1, 2), Fraction(1, 3), Fraction(1, 2), Fraction(10**30 + 1, 2 * 10**30)])
    ([1, 0, 1, 2], 3)
    """
    try:
        near: Sequence[float | Fraction] = list(map(float, numbers))
    except OverflowError:
        near = numbers
    found, place = [0] * len(numbers), -1
    order = sorted(range(len(numbers)), key=near.__getitem__)
    for _, alike in groupby(order, key=near.__getitem__):
        last = None
        for at in sorted(alike, key=numbers.__getitem__):
            number = numbers[at]
            if last is None or (number is not last and number != last):
                place, last = place + 1, number
            found[at] = place
    return found, place + 1


def by_size(ratios: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort ratios of integers, whose bottoms are above 0, from the least to the largest.

    Over one bottom they are as the integers above it, which are compared sooner than fractions,
    unless that bottom is too long to be worth it.

    >>> by_size([(1, 2), (1, 3), (-1, 1)])
    [(-1, 1), (1, 3), (1, 2)]
    """
    every, common = list(ratios), 1
    for bottom in {bottom for _, bottom in every}:
        common = lcm(common, bottom)
        if common.bit_length() > _LONG:
            return sorted(every, key=lambda one: Fraction(*one))
    return sorted(every, key=lambda one: one[0] * (common // one[1]))


_LONG = 2**11
