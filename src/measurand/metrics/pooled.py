"""Units that are pooled each, as expressions of the counts of classes.

Where the units of a mean are classes, or all samples as one, a resample changes what each unit
counts but not which units there are. So such a mean is written out: one part for every class, of
the sums of its hits, predictions and gold items. Whether a class is there at all may change with a
resample; so its presence is an expression too (0 or 1), and an absent class has weight 0.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from measurand.algebra.expression import (
    At,
    Constant,
    Expression,
    Formed,
    IfZero,
    Linear,
    Minus,
    Nothing,
    Over,
    Times,
    Total,
)
from measurand.algebra.formula import EachClass, Formula
from measurand.algebra.formula_text import read
from measurand.algebra.quotient import Quotient, normal
from measurand.algebra.terms import ONE as UNIT
from measurand.algebra.terms import Terms, collected
from measurand.metrics.columns import (
    Book,
    Count,
    Counted,
    NamedColumn,
    UnitKind,
    Units,
    UnitSum,
    weight_of,
)
from measurand.metrics.components import COUNTS, Component
from measurand.metrics.metric import FREE, JUDGED
from measurand.metrics.options import Only, OverKind, within
from measurand.metrics.options import Over as Classes
from measurand.metrics.units import Case
from measurand.values.english import with_article

ONE, ZERO = Constant(Fraction(1)), Constant(Fraction(0))

Part = tuple[Expression, Expression, Expression]
"""One of a few units: 1 where it is there, else 0; its weight; its score."""


def lowered(of: Component, units: Units, what: UnitSum, book: Book) -> Expression:
    """Sum over all samples as one unit, or over classes, by the counts of a book."""
    if units.kind is UnitKind.ALL:
        there = IfZero(book.at(THERE), ZERO, ONE)
        return summed(what, [(there, there, unit(of, book, units.only))])
    weighted = units.weighted
    parts = [
        (*weighing(units.over, book, one, weighted=weighted), unit(of, book, one))
        for one in labels(units.over, book, units.only)
    ]
    return summed(what, parts)


THERE = NamedColumn("weighed", lambda row: Fraction(weight_of(row) != 0), Fraction(1))


def summed(what: UnitSum, parts: Sequence[Part], *, inner: bool = False) -> Expression:
    """Sum over a few units; `inner` ones are means, of which none is where nothing weighs.

    >>> summed(UnitSum.TOTAL, [(ONE, ONE, At(0))])
    Total(parts=((Constant(value=Fraction(1, 1)), At(index=0)),), power=1, skip=True)
    """
    match what:
        case UnitSum.EVERY:
            return Total(tuple((there, ONE) for there, _, _ in parts), 0, skip=True)
        case UnitSum.SCORED:
            counted = (
                (IfZero(weight, ZERO, ONE) if inner else there, value)
                for there, weight, value in parts
            )
            return Total(tuple(counted), 0, skip=True)
        case UnitSum.UNEVEN:
            return Total(tuple(_uneven(part, inner=inner) for part in parts), 1, skip=True)
        case UnitSum.LOST:
            every = tuple((IfZero(weight, ZERO, ONE), ONE) for _, weight, _ in parts)
            scored = summed(UnitSum.SCORED, parts, inner=True)
            return Minus(Total(every, 0, skip=True), scored)
        case UnitSum.WEIGHT | UnitSum.TOTAL | UnitSum.SQUARES:
            both = ((weight, value) for _, weight, value in parts)
            return Total(tuple(both), what.value, skip=True)


def _uneven(part: Part, *, inner: bool) -> tuple[Expression, Expression]:
    """Say how far a weight is off 1; of means inside, only where they are defined."""
    there, weight, value = part
    off = Minus(weight, ONE)
    if not inner:
        return there, Times(off, off)
    return weight, Minus(Times(off, off), Times(value, ZERO))


def labels(over: Classes, book: Book, only: Only) -> tuple[str, ...]:
    """List the classes that a mean over classes may run over, sorted; at most those of `only`."""
    every = over.classes if over.kind is OverKind.DECLARED else book.labels
    return tuple(one for one in every if within(only, one))


def weighing(
    over: Classes, book: Book, label: str, *, weighted: bool
) -> tuple[Expression, Expression]:
    """Say whether a class takes part in a mean over classes, 1 or 0, and what it weighs there."""
    gold, predicted = (book.at(Count(one, label)) for one in (Counted.GOLD, Counted.PREDICTED))
    match over.kind:
        case OverKind.DECLARED:
            there: Expression = ONE
        case OverKind.GOLD:
            there = IfZero(gold, ZERO, ONE)
        case OverKind.PREDICTED:
            there = IfZero(predicted, ZERO, ONE)
        case OverKind.UNION:
            both = Linear(((gold.index, Fraction(1)), (predicted.index, Fraction(1))))
            there = IfZero(both, ZERO, ONE)
    if not weighted:
        return there, there
    return there, IfZero(there, ZERO, gold) if over.kind is OverKind.PREDICTED else gold


def unit(of: Component, book: Book, label: Only) -> Expression:
    """Score all samples as one unit, of one class or of all."""
    if not of.cases:
        return formed(of, of.form, book, label, {})
    hits, predicted, gold = (
        book.at(Count(one, label)) for one in (Counted.HITS, Counted.PREDICTED, Counted.GOLD)
    )
    if of.factors is None:
        return Nothing(f"{of.name} is a score of samples")
    top, bottom = (_linear((hits, predicted, gold), factors) for factors in of.factors)
    regular = Over(top, bottom, ZERO)

    def case(which: Case) -> Expression:
        if which not in of.constants:
            return regular
        value = of.constants[which]
        return Nothing(f"no unit has {with_article(of.name)}") if value is None else Constant(value)

    return IfZero(
        gold,
        IfZero(predicted, case(Case.BOTH_EMPTY), case(Case.GOLD_EMPTY)),
        IfZero(predicted, case(Case.PRED_EMPTY), regular),
    )


def formed(
    of: Component, form: Quotient, book: Book, label: Only, known: Mapping[str, Expression]
) -> Expression:
    """Write a formula of counts; `known` are what other names stand for."""
    otherwise: Expression = Nothing(f"no unit has {with_article(of.name)}")
    if of.zero is not None:
        otherwise = Constant(of.zero)
    counts = {one.value: Count(one, None if one is Counted.JUDGED else label) for one in Counted}
    args = {name: known.get(name) or book.at(counts[name]) for name in sorted(form.variables)}
    if known or JUDGED.name not in args or _plain(form, args) is not None:
        return of_sums(form, args, otherwise)
    return _in_cells(form, {name: book.at(counts[name]) for name in COUNTS}, otherwise)


def of_sums(form: Quotient, args: Mapping[str, Expression], otherwise: Expression) -> Expression:
    """Write a formula of named sums: as sums, or a quotient of sums, where that is what it is.

    >>> from measurand.algebra.terms import variable
    >>> hits = Quotient(variable("hits"))
    >>> of_sums(hits, {"hits": At(0)}, ZERO)
    At(index=0)
    """
    plain = _plain(form, args)
    if plain is None:
        return Formed(form, tuple(args.items()), otherwise)
    top, bottom = plain
    return top if form.bottom == UNIT else Over(top, bottom, otherwise)


def _plain(form: Quotient, args: Mapping[str, Expression]) -> tuple[Expression, Expression] | None:
    """Give top and bottom of a formula where both are sums."""
    if form.rooted or form.zero is not None:
        return None
    top, bottom = (_sum(side, args) for side in (form.top, form.bottom))
    return None if top is None or bottom is None else (top, bottom)


def _in_cells(form: Quotient, args: Mapping[str, Expression], otherwise: Expression) -> Expression:
    """Write a formula in tp, fp, fn and tn, of which there are no differences to be rounded."""
    # Counts nearly cancel in floats (hits * judged - predicted * gold); cells, each of them a sum
    # of whole columns, do so less.
    cells = form.put(FREE)
    sums = {
        cell: _sum(collected((((name, 1),), factor) for name, factor in terms), args)
        for cell, terms in _CELLS.items()
    }
    used = tuple((cell, one) for cell, one in sums.items() if one and cell in cells.variables)
    return Formed(cells, used, otherwise)


_CELLS: Mapping[str, tuple[tuple[str, int], ...]] = {
    "tp": (("hits", 1),),
    "fp": (("predicted", 1), ("hits", -1)),
    "fn": (("gold", 1), ("hits", -1)),
    "tn": (("judged", 1), ("predicted", -1), ("gold", -1), ("hits", 1)),
}
"""The cells of a matrix as sums of counts."""


def _sum(side: Terms, args: Mapping[str, Expression]) -> Expression | None:
    """Write a polynomial as a sum of sums; None where it is none."""
    match side.terms:
        case (((((name, 1),)), 1),):
            return args[name]
        case _:
            return _linear_sum(side, args)


def _linear_sum(side: Terms, args: Mapping[str, Expression]) -> Linear | None:
    factors: dict[int, Fraction] = {}
    offset = Fraction(0)
    for monomial, factor in side.terms:
        match monomial:
            case ():
                offset += factor
            case ((name, 1),):
                at = args[name]
                if not isinstance(at, At):
                    return None
                factors[at.index] = factors.get(at.index, Fraction(0)) + factor
            case _:
                return None
    return Linear(tuple(sorted(factors.items())), offset)


def together(of: Component, formula: Formula, book: Book) -> Expression:
    """Write a formula of all classes at once: what is summed over them has a sum for each."""
    form = normal(formula)
    known: dict[str, Expression] = {}
    for name in sorted(form.variables):
        match read(name):
            case EachClass(inner):
                known[name] = book.each_class(normal(inner))
            case _:
                pass
    return formed(of, form, book, None, known)


def over_classes(form: Quotient, book: Book) -> Expression:
    """Sum a formula of counts over all classes; it is 0 of one where it divides by 0."""
    of = Component("sum over classes", form, zero=Fraction(0))
    parts = tuple((ONE, formed(of, form, book, label, {})) for label in book.labels)
    return Total(parts, 1, skip=True)


def _linear(sums: tuple[At, ...], factors: tuple[int, ...]) -> Linear:
    both = zip(sums, factors, strict=True)
    return Linear(tuple(sorted((at.index, Fraction(factor)) for at, factor in both if factor)))
