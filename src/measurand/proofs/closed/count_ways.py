"""How rates follow from counts: formulas that also take the ends of what counts may be."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from measurand.proofs.closed.asked import Formula
from measurand.proofs.sheet import Column, Role

_ZERO = Fraction(0)
_TP, _FP, _FN, _TN = (Role.TP, True), (Role.FP, False), (Role.FN, False), (Role.TN, True)


@frozen
class Way:
    """How a rate follows from counts: for each count, whether more of it makes the rate larger.

    `bottom` says from which count on they are all below the line.

    >>> Way(((Role.TP, True), (Role.FP, False)), share, "TP / (TP + FP)").bottom
    0
    """

    counts: tuple[tuple[Role, bool], ...]
    formula: Formula
    says: str
    bottom: int = 0


def share(point: tuple[Fraction, ...]) -> Fraction:
    """Divide the first number by all of them; 0 of nothing.

    >>> share((Fraction(1), Fraction(3)))
    Fraction(1, 4)
    """
    total = sum(point, _ZERO)
    return point[0] / total if total else _ZERO


def part(point: tuple[Fraction, ...]) -> Fraction:
    """Divide the first number by the second; 0 of nothing.

    >>> part((Fraction(1), Fraction(4)))
    Fraction(1, 4)
    """
    return point[0] / point[1] if point[1] else _ZERO


def f_of_counts(point: tuple[Fraction, ...], beta: Fraction = Fraction(1)) -> Fraction:
    """Compute F of hits, predictions and gold items; 0 of nothing.

    It is the metric `f`, also where more are hit than there are: the ends of what
    rounded counts may be need not go together.

    >>> f_of_counts((Fraction(1), Fraction(2), Fraction(2)))
    Fraction(1, 2)
    """
    hits, predicted, gold = point
    bottom = predicted + beta**2 * gold
    return (1 + beta**2) * hits / bottom if bottom else _ZERO


def ways(column: Column) -> tuple[Way, ...]:
    """List the ways in which a rate follows from counts; the first that can be used is.

    >>> [way.says for way in ways(Column(name="acc", role=Role.ACCURACY))]
    ['(TP + TN) / all']
    """
    match column.role:
        case Role.PRECISION:
            return tuple(_precision_ways())
        case Role.RECALL:
            hits = (Role.HITS, True), (Role.GOLD, False)
            return (
                Way((_TP, _FN), share, "TP / (TP + FN)"),
                Way(hits, part, "hits / gold", 1),
                Way((_TP, hits[1]), part, "TP / gold", 1),
            )
        case Role.F:
            return tuple(_f_ways(column.beta))
        case Role.ACCURACY:
            return (Way((_TP, _TN, _FP, _FN), _accuracy, "(TP + TN) / all"),)
        case Role.SPECIFICITY:
            return (Way((_TN, _FP), share, "TN / (TN + FP)"),)
        case Role.NPV:
            return (Way((_TN, _FN), share, "TN / (TN + FN)"),)
        case _:
            return ()


def _accuracy(point: tuple[Fraction, ...]) -> Fraction:
    total = sum(point, _ZERO)
    return (point[0] + point[1]) / total if total else _ZERO


def _precision_ways() -> Iterator[Way]:
    predicted = (Role.PREDICTED, False)
    yield Way((_TP, _FP), share, "TP / (TP + FP)")
    yield Way(((Role.HITS, True), predicted), part, "hits / predicted", 1)
    yield Way((_TP, predicted), part, "TP / predicted", 1)


def _f_ways(beta: Fraction) -> Iterator[Way]:
    def of_sides(point: tuple[Fraction, ...]) -> Fraction:
        return f_of_counts(point, beta)

    def of_errors(point: tuple[Fraction, ...]) -> Fraction:
        tp, fp, fn = point
        return f_of_counts((tp, tp + fp, tp + fn), beta)

    sides = (Role.PREDICTED, False), (Role.GOLD, False)
    letter = "F" if beta == 1 else f"F(beta={beta})"
    yield Way((_TP, _FP, _FN), of_errors, f"{letter} of TP, FP and FN")
    yield Way(((Role.HITS, True), *sides), of_sides, f"{letter} of hits and both sides", 1)
    yield Way((_TP, *sides), of_sides, f"{letter} of TP and both sides", 1)
