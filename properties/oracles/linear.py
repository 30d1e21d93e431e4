"""Whether a small program has a point, by trying every whole one and eliminating the others."""

from fractions import Fraction
from itertools import product
from math import ceil, floor

from measurand.algebra.program import Program

Row = tuple[dict[int, Fraction], Fraction]
"""Coefficients by unknown, and what the form is at most."""


def has_point(program: Program) -> bool:
    """Try every whole value of the whole unknowns, which are bounded above."""
    ranges = [
        range(ceil(one.low), floor(one.high) + 1) if one.whole and one.high is not None else (None,)
        for one in program.unknowns
    ]
    return any(_rest_has_point(program, values) for values in product(*ranges))


def _rest_has_point(program: Program, values: tuple[int | None, ...]) -> bool:
    rows: list[Row] = []
    for bound in program.bounds:
        most, left = bound.most, dict[int, Fraction]()
        for at, factor in bound.terms:
            value = values[at]
            if value is None:
                left[at] = left.get(at, Fraction(0)) + factor
            else:
                most -= factor * value
        rows.append((left, most))
    for at, one in enumerate(program.unknowns):
        if values[at] is None:
            rows.append(({at: Fraction(-1)}, -one.low))
            if one.high is not None:
                rows.append(({at: Fraction(1)}, one.high))
    for at, value in enumerate(values):
        if value is None:
            rows = _without(rows, at)
    return all(most >= 0 for _, most in rows)


def _without(rows: list[Row], at: int) -> list[Row]:
    """Eliminate an unknown (Fourier and Motzkin): pair each lower bound of it with each upper."""
    kept = [row for row in rows if not row[0].get(at)]
    above = [row for row in rows if row[0].get(at, Fraction(0)) > 0]
    below = [row for row in rows if row[0].get(at, Fraction(0)) < 0]
    for (upper, most), (lower, other) in product(above, below):
        first, second = 1 / upper[at], -1 / lower[at]
        places = (upper.keys() | lower.keys()) - {at}
        joined = {
            place: first * upper.get(place, Fraction(0)) + second * lower.get(place, Fraction(0))
            for place in places
        }
        kept.append((joined, first * most + second * other))
    return kept
