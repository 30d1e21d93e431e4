"""What a refutation refutes, as data: numbers with their ends, and formulas that they never meet.

A rule decides in its own way; beside its proof it may leave a `Claim`, which `verify` decides again
from the printed text, knowing no rule. A claim is a promise, held by tests: where a rule refutes,
its claim is refuted too. A formula that is a function here is read by calling it with names in the
place of numbers; one that distinguishes cases has no claim.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.formula import (
    Formula,
    Magnitude,
    Number,
    Over,
    Plus,
    Root,
    Stat,
    Times,
    formula,
)
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.values.printed import Added, Printed, Rounding

Tree = Fraction | str | tuple["str | Tree", ...]
"""A number, a name, or an operator with its parts: ("/", "hits", Fraction(3))."""

Relation = tuple[str, Tree, Tree]
"""`==` or `<=` of two trees."""


class Reads(Enum):
    """What a cell is taken for, other than rounded as it says: cut off as well, or the number."""

    AS_SAID = ""
    OR_CUT = "decimal or truncate"
    EXACTLY = "exact"


@frozen
class Given:
    """A number of a claim: the cell that prints it, and what a premise says of it.

    `added` says what was added as floats to come to it.

    >>> Given("P", Printed.parse("80%")).whole
    False
    """

    name: str
    printed: Printed | None = None
    low: Fraction | None = None
    high: Fraction | None = None
    whole: bool = False
    reads: Reads = Reads.AS_SAID
    added: Added = field(factory=Added)


def exactly(name: str, printed: Printed) -> Given:
    """Take a cell for the number that it prints, and no other.

    >>> exactly("n", Printed.parse("48")).reads.value
    'exact'
    """
    return Given(name, printed, reads=Reads.EXACTLY)


def either_way(name: str, printed: Printed, *, cut: bool) -> Given:
    """Take a cell for what is rounded to it, or where it may be `cut` for what is cut off as well.

    >>> either_way("t", Printed.parse("2.20"), cut=True).reads.value
    'decimal or truncate'
    """
    plain = not cut or printed.rounding is not Rounding.DECIMAL
    return Given(name, printed, reads=Reads.AS_SAID if plain else Reads.OR_CUT)


def square(tree: Tree) -> Tree:
    """Multiply a tree by itself.

    >>> square("t")
    ('*', 't', 't')
    """
    return ("*", tree, tree)


@frozen
class Claim:
    """No numbers within their ends meet all of `never`.

    >>> Claim((Given("p", Printed.parse("1.2")),), (("<=", "p", Fraction(1)),)).never[0][0]
    '<='
    """

    unknowns: tuple[Given, ...]
    never: tuple[Relation, ...]


Cells = Sequence[tuple[str, Printed]]
Spans = Sequence[Interval]
_ALONE: Mapping[str, Added] = {}


def claim_of(
    cells: Cells, spans: Spans, *never: Relation | None, added: Mapping[str, Added] = _ALONE
) -> Claim | None:
    """Make a claim about cells that were taken for some intervals: what prints so, or less.

    None where a relation is none, or the interval is less for another reason than that the number
    is a rate, is at least 0, or is whole. `added` says by name what was added for it as floats.

    >>> cells = [("P", Printed.parse("100%"))]
    >>> claim = claim_of(cells, [Interval(Fraction(199, 200), Fraction(1))], ("<=", "P", "P"))
    >>> claim.unknowns[0].low, claim.unknowns[0].high
    (Fraction(0, 1), Fraction(1, 1))
    """
    given = [
        _given(name, cell, span, added.get(name, Added()))
        for (name, cell), span in zip(cells, spans, strict=False)
    ]
    relations = tuple(one for one in never if one is not None)
    known = tuple(one for one in given if one is not None)
    names = {one.name for one in known}
    complete = len(known) == len(cells) == len(names) and len(relations) == len(never)
    return Claim(known, relations) if complete else None


def whole_claim(
    name: str, cell: Printed, number: Fraction, *, most: Fraction | None, added: Added
) -> Claim:
    """Claim that a cell times a number is no whole number, from 0 to the most where that is said.

    >>> whole_claim("acc", Printed.parse("87.6%"), Fraction(374), most=Fraction(374),
    ...             added=Added()).unknowns[1].high
    Fraction(374, 1)
    """
    count = f"count of {name}"
    low = None if most is None else Fraction(0)
    whole = Given(count, low=low, high=most, whole=True)
    times: Relation = ("==", count, ("*", name, number))
    return Claim((Given(name, cell, added=added), whole), (times,))


def _given(name: str, cell: Printed, span: Interval, added: Added) -> Given | None:
    printed, zero, one = hull(cell, added), Fraction(0), Fraction(1)
    above = max(printed.low, zero)
    match (span.low, span.high):
        case (printed.low, printed.high):
            return Given(name, cell, added=added)
        case (low, high) if low == above and high == max(printed.high, zero):
            return Given(name, cell, low=zero, added=added)
        case (low, high) if low == above and high == min(printed.high, one):
            return Given(name, cell, low=zero, high=one, added=added)
        case (low, high) if low == high == cell.value * cell.unit.scale:
            counted = not cell.decimals and low.denominator == 1
            return Given(name, cell, whole=True) if counted else None
        case _:
            return None


def named_tree(made: Callable[[tuple[Fraction, ...]], object], names: Sequence[str]) -> Tree | None:
    """Read a function of numbers as a tree over names; None where it distinguishes cases.

    >>> named_tree(lambda point: 2 * point[0] / (1 + point[1]), ("P", "R"))
    ('/', ('*', Fraction(2, 1), 'P'), ('+', Fraction(1, 1), 'R'))
    >>> named_tree(lambda point: max(point), ("P", "R")) is None
    True
    """
    stats = [Stat(f"x{at}") for at in range(len(names))]
    try:
        whole = formula(made(stats))  # type: ignore[arg-type]  # names in the place of numbers
    except (ArithmeticError, AttributeError, TypeError, ValueError):
        return None
    return tree_of(whole, {one.name: name for one, name in zip(stats, names, strict=True)})


def tree_of(whole: Formula, names: dict[str, str | Fraction]) -> Tree | None:
    """Write a formula as a tree, each statistic by its name here; None for logarithms and classes.

    >>> tree_of(Stat("hits") / 3, {"hits": "TP"})
    ('/', 'TP', Fraction(3, 1))
    """
    match whole:
        case Stat(name):
            return names.get(name)
        case Number(value):
            return value
        case Plus(first, second):
            return _joined("+", first, second, names)
        case Times(first, second):
            return _joined("*", first, second, names)
        case Over(top, bottom):
            return _joined("/", top, bottom, names)
        case Root(inner) | Magnitude(inner):
            part = tree_of(inner, names)
            return None if part is None else ("sqrt" if isinstance(whole, Root) else "abs", part)
        case _:
            return None


def _joined(
    operator: str, first: Formula, second: Formula, names: dict[str, str | Fraction]
) -> Tree | None:
    left, right = tree_of(first, names), tree_of(second, names)
    if left is None or right is None:
        return None
    neutral = {"+": 0, "*": 1}.get(operator)
    if neutral is not None and left == neutral:
        return right
    return left if neutral is not None and right == neutral else (operator, left, right)


def folded(operator: str, parts: Sequence[Tree]) -> Tree:
    """Join parts by an operator, from the left.

    >>> folded("+", ("a", "b", "c"))
    ('+', ('+', 'a', 'b'), 'c')
    """
    whole, *rest = parts
    for one in rest:
        whole = (operator, whole, one)
    return whole
