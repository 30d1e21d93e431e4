"""How rates follow from counts: formulas that also take the ends of what counts may be."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from measurand.audit.proofs.closed.asked import Formula
from measurand.audit.proofs.sheet import Column, Role
from measurand.metrics.metric import CELLS, FREE, Metric
from measurand.metrics.standard import ACCURACY, NPV, PRECISION, RECALL, SPECIFICITY, F

_HITS, _PREDICTED, _GOLD = (Role.HITS, True), (Role.PREDICTED, False), (Role.GOLD, False)
_TP, _FP, _FN, _TN = (Role.TP, True), (Role.FP, False), (Role.FN, False), (Role.TN, True)


@frozen
class Way:
    """How a rate follows from counts: for each count, whether more of it makes the rate larger.

    `bottom` says from which count on they are all below the line.

    >>> Way((_TP, _FP), of_counts(PRECISION, "tp", "fp"), "TP / (TP + FP)").bottom
    0
    """

    counts: tuple[tuple[Role, bool], ...]
    formula: Formula
    says: str
    bottom: int = 0


def of_counts(metric: Metric, *names: str, beta: Fraction = Fraction(1)) -> Formula:
    """Make a metric a function of cells (tp, fp, fn, tn), or of hits and both sides; 0 of nothing.

    It takes more hits than there are, too: the ends of what rounded counts may be need not go
    together.

    >>> of_counts(F, "hits", "predicted", "gold")((Fraction(1), Fraction(2), Fraction(2)))
    Fraction(1, 2)
    """
    form = metric.at(beta=beta) if "beta" in dict(metric.params) else metric.at()
    if set(names) <= set(CELLS):
        form = form.put(FREE)

    def value(point: tuple[Fraction, ...]) -> Fraction:
        found = form.value(dict(zip(names, point, strict=True)))
        return Fraction(0) if found is None else found

    return value


def ways(column: Column) -> tuple[Way, ...]:
    """List the ways in which a rate follows from counts; the first that can be used is.

    >>> [way.says for way in ways(Column(name="acc", role=Role.ACCURACY))]
    ['(TP + TN) / all']
    """
    match column.role:
        case Role.PRECISION:
            return tuple(_shares(PRECISION, _FP, _PREDICTED))
        case Role.RECALL:
            return tuple(_shares(RECALL, _FN, _GOLD))
        case Role.F:
            return tuple(_f_ways(column.beta))
        case Role.ACCURACY:
            right = of_counts(ACCURACY, "tp", "tn", "fp", "fn")
            return (Way((_TP, _TN, _FP, _FN), right, "(TP + TN) / all"),)
        case Role.SPECIFICITY:
            return (Way((_TN, _FP), of_counts(SPECIFICITY, "tn", "fp"), "TN / (TN + FP)"),)
        case Role.NPV:
            return (Way((_TN, _FN), of_counts(NPV, "tn", "fn"), "TN / (TN + FN)"),)
        case _:
            return ()


def _shares(metric: Metric, wrong: tuple[Role, bool], all_: tuple[Role, bool]) -> Iterator[Way]:
    cell, side = wrong[0].value, all_[0].value
    of_side = of_counts(metric, "hits", side)
    yield Way((_TP, wrong), of_counts(metric, "tp", cell), f"TP / (TP + {cell.upper()})")
    yield Way((_HITS, all_), of_side, f"hits / {side}", 1)
    yield Way((_TP, all_), of_side, f"TP / {side}", 1)


def _f_ways(beta: Fraction) -> Iterator[Way]:
    of_sides = of_counts(F, "hits", "predicted", "gold", beta=beta)
    letter = "F" if beta == 1 else f"F(beta={beta})"
    of_errors = of_counts(F, "tp", "fp", "fn", beta=beta)
    yield Way((_TP, _FP, _FN), of_errors, f"{letter} of TP, FP and FN")
    yield Way((_HITS, _PREDICTED, _GOLD), of_sides, f"{letter} of hits and both sides", 1)
    yield Way((_TP, _PREDICTED, _GOLD), of_sides, f"{letter} of TP and both sides", 1)
