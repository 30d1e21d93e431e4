"""Scores of spans: for every sample a list of gold and a list of predicted (start, end, label)."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

Span = tuple[int, int, str]
Spans = Sequence[Sequence[Span]]
SpanScore = Subject[[Spans, Spans]]

OVERLAPPING, MULTISET, SET = "overlapping", "multiset", "set"
FAR = 40
"""Farther than any span of a case ends."""


@frozen
class SpansCase:
    """Samples with spans of tokens, [start, end), and what is done to them.

    `one` and `other` say how a list is reordered, and `one` which of its spans is taken, counted
    round; `sample` is where something is added; `names` exchanges labels; `cut` is where a second
    batch begins; `label` is one to add or to look at.

    >>> SpansCase([[(0, 1, "A")]], [[]]).gold
    [[(0, 1, 'A')]]
    """

    gold: Spans
    predicted: Spans
    sample: int = 0
    one: int = 0
    other: int = 0
    names: Mapping[str, str] = {}
    cut: int = 0
    label: str = "A"


def span_score(subject: SpanScore, gold: Spans, predicted: Spans) -> Call[Number]:
    """Ask for the score of spans.

    >>> span_score(Subject("always", lambda gold, predicted: 1), [[]], [[]]).answer
    Fraction(1, 1)
    """
    return asked(subject, number, gold, predicted)


def meet(one: Span, other: Span) -> bool:
    """Say whether two spans share a token.

    >>> meet((0, 2, "A"), (1, 3, "B")), meet((0, 1, "A"), (1, 2, "A"))
    (True, False)
    """
    return one[0] < other[1] and other[0] < one[1]


def admitted(claims: frozenset[str], side: Spans) -> list[list[Span]]:
    """Leave out the spans that a score with these claims need not take, keeping the order.

    Without the claim `overlapping` these are spans that share a token with an earlier one of their
    list; with it, repetitions alone, unless `multiset` or `set` says what they count.

    >>> admitted(frozenset(), [[(1, 2, "A"), (0, 2, "B"), (0, 1, "B")]])
    [[(1, 2, 'A'), (0, 1, 'B')]]
    """
    if OVERLAPPING not in claims:
        return [_apart(spans) for spans in side]
    if claims & {MULTISET, SET}:
        return [list(spans) for spans in side]
    return [list(dict.fromkeys(spans)) for spans in side]


def _apart(spans: Sequence[Span]) -> list[Span]:
    kept: list[Span] = []
    for span in spans:
        if not any(meet(span, other) for other in kept):
            kept.append(span)
    return kept


def admitted_case(subject: Subject[...], case: SpansCase) -> SpansCase:
    """Give the case with the spans that the subject has to take.

    >>> always = Subject("always", lambda gold, predicted: 1)
    >>> admitted_case(always, SpansCase([[(0, 1, "A"), (0, 1, "A")]], [[]])).gold
    [[(0, 1, 'A')]]
    """
    claims = frozenset(subject.claims)
    gold, predicted = admitted(claims, case.gold), admitted(claims, case.predicted)
    return with_sides(case, gold, predicted)


def with_sides(case: SpansCase, gold: Spans, predicted: Spans) -> SpansCase:
    """Give the case with other spans.

    >>> with_sides(SpansCase([[]], [[]], one=2), [], []).one
    2
    """
    return SpansCase(
        gold,
        predicted,
        sample=case.sample,
        one=case.one,
        other=case.other,
        names=case.names,
        cut=case.cut,
        label=case.label,
    )


def reordered(spans: Sequence[Span], one: int, other: int) -> list[Span]:
    """Turn a list round, or move its beginning to its end; the same only where it is too short.

    >>> reordered([(0, 1, "A"), (1, 2, "B"), (2, 3, "C")], 0, 0)
    [(1, 2, 'B'), (2, 3, 'C'), (0, 1, 'A')]
    """
    if len(spans) < 2 or other % 2:  # noqa: PLR2004  # one span has one order
        return list(reversed(spans))
    first = 1 + one % (len(spans) - 1)
    return [*spans[first:], *spans[:first]]


def named(side: Spans, names: Mapping[str, str]) -> list[list[Span]]:
    """Exchange labels.

    >>> named([[(0, 1, "A")]], {"A": "B"})
    [[(0, 1, 'B')]]
    """
    return [[(low, high, names.get(label, label)) for low, high, label in spans] for spans in side]


def shifted(side: Spans, by: int) -> list[list[Span]]:
    """Move all spans to the right.

    >>> shifted([[(0, 1, "A")]], 2)
    [[(2, 3, 'A')]]
    """
    return [[(low + by, high + by, label) for low, high, label in spans] for spans in side]


def added(side: Spans, sample: int, *spans: Span) -> list[list[Span]]:
    """Add spans to the end of a sample's list.

    >>> added([[], [(0, 1, "A")]], 0, (2, 3, "B"))
    [[(2, 3, 'B')], [(0, 1, 'A')]]
    """
    return [[*row, *spans] if place == sample else list(row) for place, row in enumerate(side)]
