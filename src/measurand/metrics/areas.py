"""The area under the ROC curve: from rows to weights at scores, and to an expression of sums."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from measurand.algebra.concordance import Masses, masses
from measurand.algebra.expression import Expression, Nothing, Over, Ranked
from measurand.evidence.evidence import Amount, Evidence
from measurand.evidence.observe import whole
from measurand.metrics.columns import Reading, Unit, parts_of
from measurand.metrics.paired import Auc
from measurand.values.tally import Count

R = TypeVar("R")
LABELS = (0, 1)
"""What a label may be, in the order in which a want of samples is told."""


def masses_of(rows: Iterable[tuple[Evidence, int]]) -> Masses:
    """Weigh the samples of either label at each score; a sample that weighs nothing is not there.

    >>> from measurand.evidence.evidence import Joint
    >>> masses_of([(Joint((Amount(Fraction(1, 2)), Amount(Fraction(1)))), 3)])
    ((Fraction(1, 2), 3, 0),)
    """
    return masses(
        (score, weight if positive else 0, 0 if positive else weight)
        for score, positive, weight in _labelled(rows)
    )


def _labelled(rows: Iterable[tuple[Evidence, int]]) -> Iterable[tuple[Fraction, bool, Count]]:
    for row, count in rows:
        match parts_of(row):
            case (Amount(score, weight), Amount(label, _)) if weight:
                yield score, label == 1, whole(weight) * count
            case _:
                pass


def lacking(definition: Auc, label: int) -> str:
    """Say that no sample has a label.

    >>> lacking(Auc(score="cf", label="right"), 0)
    'no sample with right=0'
    """
    return f"no sample with {definition.label.partition('[')[0]}={label}"


def area(definition: Auc, reading: Reading[R]) -> Expression:
    """Write an area as the weight of pairs in order, over the weights of either label.

    Pairs are not a sum over units: so every unit has a column with the place of its own samples in
    a book of what all units hold, whichever system they are of; there a score is its rank.
    """
    held = {
        _held(pick, unit) for unit in reading.units for pick in reading.picks or (reading.pick,)
    }
    scores = sorted({score for unit in held for score, _, _ in unit})
    ranks = {score: rank for rank, score in enumerate(scores)}
    ranked = {unit: tuple((ranks[mass[0]], *mass[1:]) for mass in unit) for unit in held}
    book = tuple(sorted(ranked.values()))
    places = {unit: Fraction(place) for place, unit in enumerate(book)}
    mine = reading.pick
    at = reading.columns.of_unit(
        (reading.tag, "ranked"), lambda unit: places[ranked[_held(mine, unit)]]
    )
    weights = [reading.at(("label", label), _weighing(label)) for label in LABELS]
    no_negative, no_positive = (Nothing(lacking(definition, label)) for label in LABELS)
    return Over(Over(Ranked(at.index, book), weights[1], no_positive), weights[0], no_negative)


def _held(pick: Callable[[R], Evidence], unit: Unit[R]) -> Masses:
    return masses_of((pick(row), count) for row, count in unit)


def _weighing(label: int) -> Callable[[Evidence], Fraction]:
    def value(row: Evidence) -> Fraction:
        return sum(
            (
                Fraction(weight)
                for _, positive, weight in _labelled([(row, 1)])
                if positive == bool(label)
            ),
            Fraction(0),
        )

    return value
