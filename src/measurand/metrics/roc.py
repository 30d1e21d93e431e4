"""The area under the ROC curve: from rows to weights at scores."""

from collections.abc import Iterable
from fractions import Fraction

from measurand.algebra.concordance import Masses, masses
from measurand.evidence.evidence import Amount, Evidence
from measurand.evidence.number_rows import NumberRows
from measurand.evidence.observe import plain_count
from measurand.metrics.columns import parts_of
from measurand.values.tally import Count


def masses_of(rows: Iterable[tuple[Evidence, int]]) -> Masses:
    """Weigh the samples of either label at each score; a sample that weighs nothing is not there.

    >>> from measurand.evidence.evidence import Joint
    >>> masses_of([(Joint((Amount(Fraction(1, 2)), Amount(Fraction(1)))), 3)])
    ((Fraction(1, 2), 3, 0),)
    """
    return masses(
        (score, weight if positive else 0, 0 if positive else weight)
        for score, positive, weight in labelled(rows)
    )


def masses_of_numbers(rows: NumberRows) -> Masses:
    """Weigh the samples of either label at each score; places are the tops of scores.

    >>> from measurand.evidence.number_rows import Multiples
    >>> masses_of_numbers(NumberRows((Multiples((1,), 2), Multiples((1,), 1)), (3,)))
    ((1, 3, 0),)
    """
    scores, labels = rows.columns
    both = zip(scores.tops, labels.tops, rows.counts, strict=True)
    return masses(
        (top, count if label == labels.bottom else 0, 0 if label == labels.bottom else count)
        for top, label, count in both
    )


def labelled(rows: Iterable[tuple[Evidence, int]]) -> Iterable[tuple[Fraction, bool, Count]]:
    """List scores with their labels and weights; rows that weigh nothing are left out.

    >>> from measurand.evidence.evidence import Joint
    >>> list(labelled([(Joint((Amount(Fraction(1, 2)), Amount(Fraction(0)))), 3)]))
    [(Fraction(1, 2), False, 3)]
    """
    for row, count in rows:
        match parts_of(row):
            case (Amount(score, weight), Amount(label, _)) if weight:
                yield score, label == 1, plain_count(weight) * count
            case _:
                pass
