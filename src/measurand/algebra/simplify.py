"""Simpler expressions of the same sums: what is constant, equal or linear is said so.

What holds: at all sums that are as `known` says, the simpler expression has the same value and is
undefined where the first one is (perhaps for another of its reasons). Each rule is local and looks
at parts that are simple already, so one walk from the leaves up is enough.

It pays where scores are resampled. Columns that are constant or copies fall out of the table, so
that rows which differed in them alone become one row; and a score that turns out linear is a sum
over rows, for which means, exact laws and the fast sign-flip test apply.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from attrs import evolve

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    Formed,
    IfZero,
    Leaf,
    Linear,
    Minus,
    Nothing,
    Over,
    Ranked,
    Root,
    Times,
    Total,
    Whole,
)

Sums = Mapping[int, Fraction | int]
"""What is known of sums: a number where it is constant, the index of an earlier equal sum."""


def simplify(expression: Expression, known: Sums) -> Expression:
    """Simplify, given sums that are constant (a Fraction) or equal to another one (its index).

    The result has the same value at all sums that are as told, undefined where the first one is;
    the reason may be another one of its reasons.

    >>> rate = Over(At(0), At(1), Nothing("no sample"))
    >>> other = Over(At(2), At(3), Nothing("no sample"))
    >>> simplify(Minus(rate, other), {1: Fraction(2), 3: 1})
    Linear(terms=((0, Fraction(1, 2)), (2, Fraction(-1, 2))), offset=Fraction(0, 1))
    """
    match expression:
        case At(index):
            return _sum(index, known)
        case Linear(terms, offset):
            parts = [_scaled(_sum(index, known), factor) for index, factor in terms]
            return _added([Constant(offset), *parts])
        case Constant() | Nothing() | Ranked() | Whole():
            return expression
        case Minus(first, second):
            return _minus(simplify(first, known), simplify(second, known))
        case Over(top, bottom, otherwise):
            return _over(*(simplify(part, known) for part in (top, bottom, otherwise)))
        case IfZero(test, then, otherwise):
            return _choice(*(simplify(part, known) for part in (test, then, otherwise)))
        case _:
            return _mapped(expression, lambda part: simplify(part, known))


def _mapped(
    expression: Times | Root | Total | Formed, change: Callable[[Expression], Expression]
) -> Expression:
    match expression:
        case Times(first, second):
            return Times(change(first), change(second))
        case Root(square):
            return Root(change(square))
        case Total(parts, power, skip):
            changed = tuple((change(weight), change(part)) for weight, part in parts)
            return Total(changed, power=power, skip=skip)
        case Formed(form, args, otherwise):
            return Formed(form, tuple((name, change(one)) for name, one in args), change(otherwise))


def _always(expression: Expression) -> bool:
    """Decide whether an expression is defined whatever the sums are."""
    match expression:
        case At() | Linear() | Constant() | Ranked():
            return True
        case Over(top, bottom, otherwise):
            return _always(top) and _always(bottom) and _always(otherwise)
        case IfZero(test, then, otherwise):
            return _always(test) and _always(then) and _always(otherwise)
        case Minus(first, second) | Times(first, second):
            return _always(first) and _always(second)
        case Total(parts, _, skip):
            return all(_always(weight) and (skip or _always(part)) for weight, part in parts)
        case Formed(_, args, otherwise):
            return _always(otherwise) and all(_always(one) for _, one in args)
        case _:
            return False


def _sum(index: int, known: Sums) -> Expression:
    match known.get(index):
        case Fraction() as value:
            return Constant(value)
        case int() as same:
            return _sum(same, known)
        case None:
            return At(index)


def linear_form(expression: Expression) -> Linear | None:
    """Read an expression as sums times numbers and an offset; None where it is not.

    >>> linear_form(At(2))
    Linear(terms=((2, Fraction(1, 1)),), offset=Fraction(0, 1))
    """
    match expression:
        case At(index):
            return Linear(((index, Fraction(1)),))
        case Constant(value):
            return Linear((), value)
        case Linear():
            return expression
        case _:
            return None


def _scaled(expression: Expression, factor: Fraction) -> Expression:
    form = linear_form(expression)
    if form is None:
        return expression
    terms = tuple((index, value * factor) for index, value in form.terms if value * factor)
    return _plain(Linear(terms, form.offset * factor))


def _plain(form: Linear) -> Expression:
    match form:
        case Linear((), offset):
            return Constant(offset)
        case Linear(((index, factor),), offset) if factor == 1 and not offset:
            return At(index)
        case _:
            return form


def _added(parts: list[Expression]) -> Expression:
    total: dict[int, Fraction] = {}
    offset = Fraction(0)
    for part in parts:
        form = linear_form(part) or Linear(())
        offset += form.offset
        for index, factor in form.terms:
            total[index] = total.get(index, Fraction(0)) + factor
    terms = tuple(sorted((index, factor) for index, factor in total.items() if factor))
    return _plain(Linear(terms, offset))


def _minus(first: Expression, second: Expression) -> Expression:
    if linear_form(first) is not None and linear_form(second) is not None:
        return _added([first, _scaled(second, Fraction(-1))])
    match first, second:
        case (Nothing(), _):
            return first
        case (_, Nothing()):
            return second
        case (Over(top, bottom, why), Over(other, same, or_why)) if bottom == same:
            return _over(_minus(top, other), bottom, _minus(why, or_why))
        case (IfZero(test, then, one), IfZero(same, or_then, other)) if test == same:
            return _choice(test, _minus(then, or_then), _minus(one, other))
        case _:
            return Minus(first, second)


def _over(top: Expression, bottom: Expression, otherwise: Expression) -> Expression:
    match top, bottom:
        case Total(((Constant(weight), part),), 1), Total(((one, other),), 0, skip):
            # The mean of one part is that part.
            alone = (one, other) == (Constant(weight), part) and weight
            if alone and (_always(part) or not skip):
                return part
        case _:
            pass
    if isinstance(bottom, Constant):
        if not bottom.value:
            return otherwise
        if linear_form(top) is not None:
            return _scaled(top, 1 / bottom.value)
    return Over(top, bottom, otherwise)


def _choice(test: Expression, then: Expression, otherwise: Expression) -> Expression:
    if isinstance(test, Constant):
        return otherwise if test.value else then
    # Both the same: only then may the test go, and only if it never is undefined itself.
    match then, otherwise:
        case (Constant() as one, Constant() as other) if one == other and _always(test):
            return one
        case _:
            pass
    return IfZero(test, then, otherwise)


def indices(expression: Expression) -> frozenset[int]:
    """List the sums that an expression reads.

    >>> sorted(indices(Over(At(3), At(1), Nothing("no sample"))))
    [1, 3]
    """
    read: set[int] = set()
    for leaf in _leaves(expression):
        match leaf:
            case At(index) | Ranked(index) | Whole(index):
                read.add(index)
            case Linear(terms):
                read.update(index for index, _ in terms)
            case Constant() | Nothing():
                pass
    return frozenset(read)


def ranked_of(expression: Expression) -> tuple[Ranked | Whole, ...]:
    """List what an expression reads that is no sum over units, each column once.

    >>> ranked_of(Over(Ranked(3, ()), At(1), Nothing("no sample")))
    (Ranked(at=3, book=()),)
    """
    columns = {leaf.at: leaf for leaf in _leaves(expression) if isinstance(leaf, Ranked | Whole)}
    return tuple(columns[at] for at in sorted(columns))


def reasons(expression: Expression) -> frozenset[str]:
    """List why an expression may be undefined.

    >>> reasons(Over(At(3), At(1), Nothing("no sample")))
    frozenset({'no sample'})
    """
    return frozenset(leaf.why for leaf in _leaves(expression) if isinstance(leaf, Nothing))


def _leaves(expression: Expression) -> Iterator[Leaf]:
    match expression:
        case At() | Linear() | Constant() | Nothing() | Ranked() | Whole():
            yield expression
        case Minus(first, second) | Times(first, second):
            yield from _leaves(first)
            yield from _leaves(second)
        case Over(first, second, third) | IfZero(first, second, third):
            for part in (first, second, third):
                yield from _leaves(part)
        case Root(square):
            yield from _leaves(square)
        case Total(parts):
            for weight, part in parts:
                yield from _leaves(weight)
                yield from _leaves(part)
        case Formed(_, args, otherwise):
            yield from _leaves(otherwise)
            for _, one in args:
                yield from _leaves(one)


def has_root(expression: Expression) -> bool:
    """Decide whether an expression is a root, or may choose one.

    >>> has_root(Root(At(0))), has_root(At(0))
    (True, False)
    """
    return any(isinstance(one, Root) for one in _chosen(expression))


def _chosen(expression: Expression) -> Iterator[Expression]:
    """List what an expression may be, where it chooses."""
    match expression:
        case IfZero(_, then, otherwise):
            yield from _chosen(then)
            yield from _chosen(otherwise)
        case _:
            yield expression


def renumbered(expression: Expression, places: Mapping[int, int]) -> Expression:
    """Give the sums other indices.

    >>> renumbered(At(3), {3: 0})
    At(index=0)
    """
    match expression:
        case At(index):
            return At(places[index])
        case Ranked(index, book):
            return Ranked(places[index], book)
        case Whole(index):
            return evolve(expression, at=places[index])
        case Linear(terms, offset):
            moved = tuple(sorted((places[index], factor) for index, factor in terms))
            return Linear(moved, offset)
        case Constant() | Nothing():
            return expression
        case Minus(first, second):
            return Minus(renumbered(first, places), renumbered(second, places))
        case Over(top, bottom, otherwise):
            return Over(*(renumbered(part, places) for part in (top, bottom, otherwise)))
        case IfZero(test, then, otherwise):
            return IfZero(*(renumbered(part, places) for part in (test, then, otherwise)))
        case _:
            return _mapped(expression, lambda part: renumbered(part, places))


def shifted(score: Expression, width: int) -> Expression:
    """Read the sums of the second of two systems, which stand after those of the first.

    >>> shifted(At(0), 2)
    At(index=2)
    """
    return renumbered(score, {at: at + width for at in range(width)})


def less_second(score: Expression, width: int) -> Expression:
    """Take the score of the first system less that of the second; of spreads there is none.

    >>> less_second(At(0), 2)
    Minus(first=At(index=0), second=At(index=2))
    """
    if has_root(score):
        return Nothing("a spread has no difference")
    return Minus(score, shifted(score, width))
