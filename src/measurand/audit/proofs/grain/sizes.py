"""Whole numbers of hits, predictions and gold items that print as pooled scores do."""

from fractions import Fraction
from itertools import chain
from math import ceil, floor

from attrs import frozen

from measurand.algebra.interval import Interval
from measurand.audit.proofs.grain.cells import times, wholes

BUDGET = 20_000
"""How many pairs of sizes are tried for a row."""


@frozen(kw_only=True)
class Pooled:
    """What is printed of one row, as intervals; None for what is not. `soft` hits may be parts.

    >>> Pooled(recall=Interval(Fraction(1, 2), Fraction(1, 2)), gold=4).hits is None
    True
    """

    precision: Interval | None = None
    recall: Interval | None = None
    f: Interval | None = None
    beta: Fraction = Fraction(1)
    hits: Interval | None = None
    gold: int | None = None
    predicted: int | None = None
    soft: bool = False


@frozen
class Sizes:
    """Hits, predicted and gold items that print as a row does."""

    hits: Fraction
    predicted: int
    gold: int


def hits_of(row: Pooled, predicted: int, gold: int) -> Fraction | None:
    """Find hits that print as the row does, given both sizes; None where there are none.

    A score over no items (a precision without predictions) says nothing.

    >>> half = Interval(Fraction(1, 2), Fraction(1, 2))
    >>> hits_of(Pooled(precision=half, recall=half), 4, 4), hits_of(Pooled(precision=half), 3, 3)
    (Fraction(2, 1), None)
    """
    spans = [Interval(Fraction(0), Fraction(min(predicted, gold)))]
    pool = (row.beta**2 * gold + predicted) / (1 + row.beta**2)
    sizes = ((row.precision, predicted), (row.recall, gold), (row.f, pool))
    spans += [times(score, size) for score, size in sizes if score is not None and size]
    spans += [row.hits] if row.hits is not None else []
    low, high = max(span.low for span in spans), min(span.high for span in spans)
    if low > high:
        return None
    whole = wholes(Interval(low, high))
    if whole:
        return Fraction(whole[0])
    return low if row.soft else None


@frozen
class Search:
    """What a search over sizes found: one that fits, or after how many none.

    `ended` is false where more remained, so that finding none means nothing.
    """

    found: Sizes | None
    tried: int
    ended: bool


def sizes(row: Pooled, gold: int, budget: int = BUDGET) -> Search:
    """Search a number of predictions that fits a number of gold items.

    >>> third = Interval(Fraction(33, 100), Fraction(34, 100))
    >>> sizes(Pooled(precision=third, recall=third), 6).found
    Sizes(hits=Fraction(2, 1), predicted=6, gold=6)
    """
    if row.predicted is not None:
        candidates, ended = range(row.predicted, row.predicted + 1), True
    else:
        candidates, ended = _predicted(row, gold, budget)
    # A score of no prediction may have been printed as anything: none is always tried.
    none = range(0 if row.predicted is not None or 0 in candidates else 1)
    tried = 0
    for predicted in chain(none, candidates):
        tried += 1
        hits = hits_of(row, predicted, gold)
        if hits is not None:
            return Search(Sizes(hits, predicted, gold), tried, ended=True)
    return Search(None, tried, ended)


def _predicted(row: Pooled, gold: int, budget: int) -> tuple[range, bool]:
    """Bound the predictions by what hits there may be: hits / precision, and so for F."""
    spans = [Interval(Fraction(0), Fraction(gold))]
    spans += [times(row.recall, gold)] if row.recall is not None else []
    spans += [row.hits] if row.hits is not None else []
    low, high = max(span.low for span in spans), min(span.high for span in spans)
    if low > high:
        return range(0), True
    least, most = [low], []
    beta = row.beta**2
    if row.precision is not None:
        least += [low / row.precision.high] if row.precision.high > 0 else []
        most += [high / row.precision.low] if row.precision.low > 0 else []
    if row.f is not None:
        least += [(1 + beta) * low / row.f.high - beta * gold] if row.f.high > 0 else []
        most += [(1 + beta) * high / row.f.low - beta * gold] if row.f.low > 0 else []
    first = ceil(max(least))
    if not most:
        return range(first, first + budget), False
    last = floor(min(most))
    return range(first, min(last + 1, first + budget)), last < first + budget


def gold_sizes(row: Pooled) -> range | None:
    """List the gold sizes that hits and recall leave open; None where they bound nothing.

    >>> from measurand.algebra.rounding import hull
    >>> from measurand.values.printed import Printed
    >>> recall, hits = (hull(Printed.parse(text)) for text in ("0.60", "1.80"))
    >>> list(gold_sizes(Pooled(recall=recall, hits=hits)) or ())
    [3]
    """
    if row.gold is not None:
        return range(row.gold, row.gold + 1)
    if row.hits is None or row.recall is None or min(row.recall.low, row.hits.high) <= 0:
        return None
    least = max(Fraction(0), row.hits.low) / row.recall.high
    found = wholes(Interval(least, row.hits.high / row.recall.low))
    return found if found.stop - found.start <= BUDGET else None


def fitting(row: Pooled, golds: range) -> tuple[tuple[Sizes, ...], int, bool]:
    """List, for each gold size that fits, the first sizes that do; say how many were tried.

    >>> from measurand.algebra.rounding import hull
    >>> from measurand.values.printed import Printed
    >>> recall, hits = (hull(Printed.parse(text)) for text in ("0.60", "1.80"))
    >>> row = Pooled(precision=recall, recall=recall, hits=hits, soft=True)
    >>> [(found.predicted, found.gold) for found in fitting(row, range(4))[0]]
    [(3, 3)]
    """
    found: list[Sizes] = []
    tried = 0
    for gold in golds:
        search = sizes(row, gold, BUDGET - tried)
        tried += search.tried
        if not search.ended or tried >= BUDGET:
            return tuple(found), tried, False
        found += [search.found] if search.found is not None else []
    return tuple(found), tried, True
