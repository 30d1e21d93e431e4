"""A program laid out for the solver: each form once, in whole coefficients, with two limits.

Bounds on multiples of one form are limits of one variable: divided by their greatest common factor
and given one sign, such forms are the same tuple, and only the tightest limit to each side is kept.
So an equation costs one row and not two, and the tableau has a row for every different form. A
limit remembers its bound and by how much it was scaled: a clash of limits is turned back into
weights of the bounds as they were written, which is what the checker knows.

Forms whose coefficients and unknowns are whole take whole numbers only. They are branched on like
unknowns, which is what makes proofs about rounded rates short (see `frame`).
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

from attrs import frozen

from measurand.algebra.program import Bound, Leaf, Program, Terms

Form = tuple[tuple[int, int], ...]
"""A linear form in whole coefficients with no common factor, the first of them positive."""

FIRST, MIDDLE, LAST = 0, 1, 2
"""Ranks to branch on: unknowns that scale a bound, then forms, then the other unknowns."""

# Ratios up to 64 over 64 are steps that somebody counted in; larger ones come from printed digits.
_SIMPLE = 64


@frozen
class Limit:
    """An end of what a variable may be, and the bound it comes from.

    `bound` is the index of that bound, or None where it is the unknown's own limit; that bound's
    form is the variable's `scale` times, or turned around where the limit is the lower one.
    """

    value: Fraction
    bound: int | None = None
    scale: Fraction = Fraction(1)


Limits = Sequence[Limit | None]
"""The same end of every variable: None where there is none."""


@frozen
class Frame:
    """Variables: the unknowns first, then the forms; and the least and most of each.

    `whole` says which variables take whole numbers; `order` is the rank of each to branch on.
    """

    unknowns: int
    forms: tuple[Form, ...]
    lows: tuple[Limit | None, ...]
    highs: tuple[Limit | None, ...]
    whole: tuple[bool, ...]
    order: tuple[int, ...]

    def form(self, variable: int) -> Form:
        """Give a variable as a form of the unknowns."""
        if variable < self.unknowns:
            return ((variable, 1),)
        return self.forms[variable - self.unknowns]


def primitive(terms: Iterable[tuple[int, Fraction]]) -> tuple[Form, Fraction]:
    """Write a form as a multiple of one in whole coefficients with no common factor.

    >>> primitive([(1, Fraction(-2, 3)), (0, Fraction(0)), (4, Fraction(4))])
    (((1, 1), (4, -6)), Fraction(-2, 3))
    >>> primitive([])
    ((), Fraction(1, 1))
    """
    summed: dict[int, Fraction] = {}
    for at, factor in terms:
        summed[at] = summed.get(at, Fraction(0)) + factor
    kept = [(at, summed[at]) for at in sorted(summed) if summed[at]]
    if not kept:
        return (), Fraction(1)
    below = lcm(*(factor.denominator for _, factor in kept))
    above = gcd(*(factor.numerator * (below // factor.denominator) for _, factor in kept))
    scale = Fraction(above if kept[0][1] > 0 else -above, below)
    return tuple((at, int(factor / scale)) for at, factor in kept), scale


def frame(program: Program) -> Frame:
    """Lay a program out.

    Besides the forms of its bounds there are the parts of them that take whole numbers in simple
    steps: of m1 + m2 / 2 - 0.63335 N the part 2 m1 + m2. To branch on these proves in a few steps
    that no whole numbers meet two bounds that are close to each other.
    """
    count = len(program.unknowns)
    table = _Table(program)
    for at, bound in enumerate(program.bounds):
        table.bounded(at, bound)
    scales: set[int] = set()
    for bound in program.bounds:
        terms, _ = primitive(bound.terms)
        part = _simple_part(terms)
        if all(program.unknowns[place].whole for place, _ in part):
            rest = {place for place, _ in terms} - {place for place, _ in part}
            scales |= {place for place in rest if program.unknowns[place].whole}
            table.variable(primitive((place, Fraction(factor)) for place, factor in part)[0])
    forms = tuple(form for form in table.index if form not in table.single)
    whole = [one.whole for one in program.unknowns]
    whole += [all(whole[place] for place, _ in form) for form in forms]
    order = [FIRST if place in scales else LAST for place in range(count)] + [MIDDLE] * len(forms)
    return Frame(count, forms, tuple(table.lows), tuple(table.highs), tuple(whole), tuple(order))


class _Table:
    """The variables of a frame while it is laid out."""

    def __init__(self, program: Program) -> None:
        self.single: set[Form] = {((place, 1),) for place in range(len(program.unknowns))}
        self.index: dict[Form, int] = {
            ((place, 1),): place for place in range(len(program.unknowns))
        }
        self.lows: list[Limit | None] = [Limit(one.low) for one in program.unknowns]
        self.highs: list[Limit | None] = [
            None if one.high is None else Limit(one.high) for one in program.unknowns
        ]

    def variable(self, form: Form) -> int:
        if form not in self.index:
            self.index[form] = len(self.index)
            self.lows.append(None)
            self.highs.append(None)
        return self.index[form]

    def bounded(self, at: int, bound: Bound) -> None:
        form, scale = primitive(bound.terms)
        place, limit = self.variable(form), Limit(bound.most / scale, at, abs(scale))
        if scale > 0:
            self.highs[place] = least(self.highs[place], limit)
        else:
            self.lows[place] = greatest(self.lows[place], limit)


def least(old: Limit | None, new: Limit) -> Limit:
    """Give the tighter of two upper limits; the old one where they are the same.

    >>> least(None, Limit(Fraction(2))).value
    Fraction(2, 1)
    """
    return new if old is None or new.value < old.value else old


def greatest(old: Limit | None, new: Limit) -> Limit:
    """Give the tighter of two lower limits; the old one where they are the same.

    >>> greatest(Limit(Fraction(3)), Limit(Fraction(2))).value
    Fraction(3, 1)
    """
    return new if old is None or new.value > old.value else old


def _simple_part(terms: Form) -> Form:
    """Give the largest group of terms whose coefficients are simple multiples of one another."""
    best: Form = ()
    for base in dict.fromkeys(abs(factor) for _, factor in terms):
        group = tuple((at, factor) for at, factor in terms if _simple(factor, base))
        if len(group) > len(best):
            best = group
    return best


def _simple(factor: int, base: int) -> bool:
    ratio = Fraction(factor, base)
    return abs(ratio.numerator) <= _SIMPLE and ratio.denominator <= _SIMPLE


def leaf(clash: Iterable[tuple[Limit, Fraction]]) -> Leaf:
    """Weigh the bounds behind limits that clash; an unknown's own limits need no weight.

    >>> leaf([(Limit(Fraction(1), 5, Fraction(2)), Fraction(-3))])
    Leaf(weights=((5, Fraction(3, 2)),))
    """
    behind = [(one.bound, abs(times) / one.scale) for one, times in clash if one.bound is not None]
    return Leaf(tuple(sorted(behind)))


def terms(form: Form) -> Terms:
    """Give a form with fractions for coefficients.

    >>> terms(((0, 2),))
    ((0, Fraction(2, 1)),)
    """
    return tuple((at, Fraction(factor)) for at, factor in form)
