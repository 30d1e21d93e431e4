"""Pairing of labelled spans, jointly over labels or label by label, and how a pair is judged.

Two questions are kept apart that tools answer together and differently: which predicted span is set
against which gold span, and whether such a pair is a hit. Pairing is one to one, so a gold span is
found once. Identical spans are paired before anything that merely overlaps, since no other partner
could be better for either; the rest is paired greedily in text order, by nearness, or optimally,
whichever a tool does. How a pair is judged is the mode (the four of SemEval-2013 task 9, and IoU).
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from fractions import Fraction

from attrs import field, frozen

from measurand.algebra.assignment import assign
from measurand.evidence.matching import Link, multiset_links
from measurand.values.items import Span


class Mode(Enum):
    """What makes a pair of spans a hit (the names of SemEval-2013 task 9)."""

    STRICT = "strict"
    EXACT = "exact"
    PARTIAL = "partial"
    TYPE = "type"
    IOU = "iou"


class Scope(Enum):
    """Whether spans of different labels may be paired (and then confuse) or not."""

    JOINT = "joint"
    BY_TYPE = "by_type"


class Assign(Enum):
    """How overlapping spans are paired after the identical ones."""

    GREEDY = "greedy"
    NEAREST = "nearest"
    OPTIMAL = "optimal"


@frozen(kw_only=True)
class SpanMatch:
    """Identical spans are paired first, then overlapping ones; a mispair consumes its gold span.

    `greedy` walks the predictions in text order and takes the first free gold span that overlaps;
    `nearest` walks them too, and takes of those that have its label the one whose two ends are
    nearest in sum (the first of equals), and the first that overlaps where none has its label;
    `optimal` takes the pairing of largest total credit, and among those of largest total
    intersection over union. With `joint` scope a pair
    may cross labels: that is a type confusion, charged as the definition says. In mode `iou` only
    pairs that reach the threshold are candidates.

    >>> SpanMatch(mode=Mode.TYPE).scope.value
    'joint'

    Raises ValueError unless 0 < threshold <= 1.
    """

    mode: Mode = Mode.STRICT
    threshold: Fraction = field(default=Fraction(1, 2))
    scope: Scope = Scope.JOINT
    assign: Assign = Assign.GREEDY

    @threshold.validator
    def _in_range(self, _attribute: object, value: Fraction) -> None:
        if not 0 < value <= 1:
            message = f"an IoU threshold lies in (0, 1]: got {value}"
            raise ValueError(message)


def iou(a: Span, b: Span) -> Fraction:
    """Divide the shared positions by the covered ones.

    >>> iou(Span(0, 4), Span(2, 6))
    Fraction(1, 3)
    """
    shared = a.overlap(b)
    return Fraction(shared, (a.end - a.start) + (b.end - b.start) - shared)


def distance(a: Span, b: Span) -> int:
    """Add how far the starts and the ends of two spans lie apart.

    >>> distance(Span(0, 4), Span(2, 6))
    4
    """
    return abs(a.start - b.start) + abs(a.end - b.end)


def span_credit(match: SpanMatch, predicted: Span, gold: Span) -> Fraction:
    """Judge one pair: 1, 0, or one half for a partial overlap in mode `partial`.

    >>> span_credit(SpanMatch(mode=Mode.PARTIAL), Span(0, 2, "A"), Span(0, 3, "B"))
    Fraction(1, 2)
    """
    same_place = (predicted.start, predicted.end) == (gold.start, gold.end)
    same_label = predicted.label == gold.label
    match match.mode:
        case Mode.STRICT:
            return Fraction(same_place and same_label)
        case Mode.EXACT:
            return Fraction(same_place)
        case Mode.PARTIAL:
            return Fraction(1) if same_place else Fraction(1, 2)
        case Mode.TYPE:
            return Fraction(same_label)
        case Mode.IOU:
            return Fraction(same_label and iou(predicted, gold) >= match.threshold)


def span_links(
    match: SpanMatch, predicted: Sequence[Span], gold: Sequence[Span]
) -> tuple[Link, ...]:
    """Pair spans; the similarity of a link is its credit.

    >>> [link.similarity for link in span_links(
    ...     SpanMatch(mode=Mode.TYPE), [Span(0, 2, "A"), Span(5, 6, "B")], [Span(1, 3, "A")])]
    [Fraction(1, 1)]
    """
    pairs = [(link.predicted, link.gold) for link in multiset_links(predicted, gold)]
    taken, used = {p for p, _ in pairs}, {g for _, g in pairs}
    left = sorted((i for i in range(len(predicted)) if i not in taken), key=predicted.__getitem__)
    free = sorted((i for i in range(len(gold)) if i not in used), key=gold.__getitem__)
    pairs += [
        pair
        for mine, right in _scopes(match.scope, left, free, predicted, gold)
        for pair in _overlaps(match, mine, right, predicted, gold)
    ]
    return tuple(
        Link(p, g, span_credit(match, predicted[p], gold[g]), exact=predicted[p] == gold[g])
        for p, g in sorted(pairs)
    )


def _scopes(
    scope: Scope,
    left: Sequence[int],
    free: Sequence[int],
    predicted: Sequence[Span],
    gold: Sequence[Span],
) -> Iterable[tuple[list[int], list[int]]]:
    if scope is Scope.JOINT:
        return [(list(left), list(free))]
    labels = sorted({predicted[p].label for p in left})
    return [
        (
            [p for p in left if predicted[p].label == label],
            [g for g in free if gold[g].label == label],
        )
        for label in labels
    ]


def _candidate(match: SpanMatch, predicted: Span, gold: Span) -> bool:
    if match.mode is Mode.IOU:
        return iou(predicted, gold) >= match.threshold
    return predicted.overlap(gold) > 0


def _overlaps(
    match: SpanMatch,
    left: list[int],
    free: list[int],
    predicted: Sequence[Span],
    gold: Sequence[Span],
) -> list[tuple[int, int]]:
    if match.assign is Assign.OPTIMAL:
        # Credit comes first: totals of it differ by 1/2 at least, which then weighs more than the
        # overlaps of all pairs together, each at most 1. Exact, as weights are rationals.
        much = 2 * min(len(left), len(free)) + 1
        table = [
            [
                much * span_credit(match, predicted[p], gold[g]) + iou(predicted[p], gold[g])
                if _candidate(match, predicted[p], gold[g])
                else Fraction(0)
                for g in free
            ]
            for p in left
        ]
        return [(left[row], free[column]) for row, column in assign(table)]
    pairs = []
    for p in left:
        partner = _partner(match, predicted[p], free, gold)
        if partner is not None:
            pairs.append((p, partner))
            free.remove(partner)
    return pairs


def _partner(match: SpanMatch, mine: Span, free: Sequence[int], gold: Sequence[Span]) -> int | None:
    near = (g for g in free if _candidate(match, mine, gold[g]))
    if match.assign is not Assign.NEAREST:
        return next(near, None)
    partners = list(near)
    alike = [g for g in partners if gold[g].label == mine.label]
    first = next(iter(partners), None)
    return min(alike, key=lambda g: distance(mine, gold[g]), default=first)
