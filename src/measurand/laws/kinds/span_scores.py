"""Scores of spans: for every sample a list of gold and a list of predicted (start, end, label).

The laws here need no definition: bounds, order, names and swaps, and what may and may not change a
score when spans or samples are added. A function need not take spans that overlap or repeat unless
it claims to, so a law is about the spans of a case that it has to take (`span_law`).
"""

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from measurand.algebra.law import Algebra, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    between,
    claiming,
    equal_to,
    in_batches,
    needing,
    never_above,
    prepared,
    refused,
    repeated,
    stated,
    unchanged,
)
from measurand.laws.kinds.compare import at_most
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
    return evolve(case, gold=gold, predicted=predicted)


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


UNDEFINED, NOMINAL, SYMMETRIC = "undefined", "nominal", "symmetric"
STRICT, POOLED, F1 = "strict", "pooled", "f1"
SpanLaw = Law[SpanScore, SpansCase]
SpanAsk = Ask[[Spans, Spans], SpansCase]
SpanCheck = Check[[Spans, Spans], SpansCase]


def span_law(
    name: str, says: str, algebra: Algebra = Algebra.BOUNDS, *needs: str
) -> Callable[[SpanCheck], SpanLaw]:
    """Make a check a law about the spans that the subject has to take, whatever spans are drawn.

    >>> span_law("quiet", "", Algebra.ORDER, SET)(lambda f, case: Silent("")).id
    'quiet'
    """
    return lambda check: law(name, says, algebra, *needs)(prepared(admitted_case, check))


def _of(pick: Callable[[SpansCase], tuple[Spans, Spans]]) -> SpanAsk:
    return lambda subject, case: span_score(subject, *pick(case))


def _both(change: Callable[[SpansCase, Spans], Spans]) -> SpanAsk:
    """Ask about both sides, each changed in the same way."""
    return _of(lambda case: (change(case, case.gold), change(case, case.predicted)))


def _predicting(change: Callable[[SpansCase], Spans]) -> SpanAsk:
    return _of(lambda case: (case.gold, change(case)))


def _in_order(case: SpansCase, side: Spans) -> Spans:
    return [reordered(spans, case.one, case.other) for spans in side]


def _with_samples(check: SpanCheck) -> SpanCheck:
    return needing(lambda case: case.gold, "there is no sample", check)


_HERE = _of(lambda case: (case.gold, case.predicted))
_ITSELF = _predicting(lambda case: case.gold)
_NOTHING = _both(lambda _, side: [[] for _ in side])

SPAN_LAWS: tuple[SpanLaw, ...] = (
    span_law("defined", "Samples have a number.")(_with_samples(answered_unless(UNDEFINED, _HERE))),
    span_law(
        "repeatable",
        "Asked again, it answers the same, and leaves the lists alone.",
        Algebra.IDENTITY,
    )(repeated(_HERE)),
    span_law("range", "A score lies between 0 and 1.")(between(_HERE, 0, 1)),
    span_law("identity", "Gold against itself scores 1.", Algebra.IDENTITY)(
        claiming(
            {POOLED},
            needing(lambda case: any(case.gold), "there is nothing to find", equal_to(_ITSELF, 1)),
            needing(
                lambda case: case.gold and all(case.gold),
                "there is nothing to find",
                equal_to(_ITSELF, 1),
            ),
        )
    ),
    span_law("far", "Predictions that touch no gold span score 0.", Algebra.IDENTITY)(
        needing(
            lambda case: case.gold and all(case.gold),
            "some sample has nothing to find",
            equal_to(_predicting(lambda case: shifted(case.gold, FAR)), 0),
        )
    ),
    span_law("gold order", "The order of gold spans changes nothing.", Algebra.ORDER)(
        unchanged(_HERE, _of(lambda case: (_in_order(case, case.gold), case.predicted)))
    ),
    span_law("predicted order", "The order of predicted spans changes nothing.", Algebra.ORDER)(
        unchanged(_HERE, _predicting(lambda case: _in_order(case, case.predicted)))
    ),
    span_law("sample order", "The order of samples changes nothing.", Algebra.ORDER)(
        unchanged(_HERE, _both(lambda _, side: side[::-1]))
    ),
    span_law(
        "renaming",
        "Exchanging two labels on both sides changes nothing.",
        Algebra.SYMMETRY,
        NOMINAL,
    )(unchanged(_HERE, _both(lambda case, side: named(side, case.names)))),
    span_law("shift", "Moving all spans one token on changes nothing.", Algebra.SYMMETRY)(
        unchanged(_HERE, _both(lambda _, side: shifted(side, 1)))
    ),
    span_law(
        "swap", "Exchanging gold and predictions changes nothing.", Algebra.SYMMETRY, SYMMETRIC
    )(unchanged(_HERE, _of(lambda case: (case.predicted, case.gold)))),
)


EMPTY_ONE, EMPTY_ZERO, MERGEABLE = "empty=1", "empty=0", "mergeable"
LENGTHS, CHECKED = "lengths", "checked"


@span_law(
    "missing prediction", "Predicting a missed gold span never lowers a score.", Algebra.MONOTONE
)
def _spans_missing(subject: SpanScore, case: SpansCase) -> Outcome:
    # Only where identical spans count and may overlap is a prediction next to it no match already.
    crowded = {STRICT, OVERLAPPING} <= subject.claims
    missed = [
        (place, span)
        for place, (mine, yours) in enumerate(zip(case.gold, case.predicted, strict=True))
        for span in mine
        if span not in yours and (crowded or not any(meet(span, other) for other in yours))
    ]
    if not missed:
        return Silent("nothing is missed, or something else is predicted in its place")
    more = added(case.predicted, *missed[case.one % len(missed)])
    return at_most(subject, _HERE(subject, case), span_score(subject, case.gold, more))


def _with_needless(case: SpansCase) -> Spans:
    return added(case.predicted, case.sample % len(case.gold), (FAR, FAR + 1, case.label))


def _repeatable_span(case: SpansCase) -> Span | None:
    """Pick a prediction that gold does not have more often."""
    if case.sample >= len(case.predicted) or not (spans := list(case.predicted[case.sample])):
        return None
    span = spans[case.one % len(spans)]
    return None if list(case.gold[case.sample]).count(span) > spans.count(span) else span


def _with_repeated(case: SpansCase) -> Spans:
    span = _repeatable_span(case)
    return case.predicted if span is None else added(case.predicted, case.sample, span)


def _batches(case: SpansCase) -> list[tuple[Spans, Spans]]:
    return [
        (case.gold[: case.cut], case.predicted[: case.cut]),
        (case.gold[case.cut :], case.predicted[case.cut :]),
    ]


ADDED_LAWS: tuple[SpanLaw, ...] = (
    _spans_missing,
    span_law(
        "needless prediction",
        "A prediction that touches nothing never raises a score.",
        Algebra.MONOTONE,
    )(_with_samples(never_above(_predicting(_with_needless), _HERE))),
    span_law(
        "repeated prediction",
        "Predicting a span more often than gold has it never raises a score.",
        Algebra.MULTISET,
        STRICT,
        MULTISET,
    )(
        needing(
            _repeatable_span,
            "there is no prediction, or it is to be found once more",
            never_above(_predicting(_with_repeated), _HERE),
        )
    ),
    span_law("spans once", "Repeating predictions changes nothing.", Algebra.MULTISET, SET)(
        needing(
            lambda case: any(case.predicted),
            "there is no prediction",
            unchanged(_HERE, _predicting(lambda case: [[*x, *x] for x in case.predicted])),
        )
    ),
    span_law("silent sample", "A sample without any span changes nothing.", Algebra.MERGE, POOLED)(
        needing(
            lambda case: any((*case.gold, *case.predicted)),
            "there is no span at all",
            unchanged(_HERE, _both(lambda _, side: [*side, []])),
        )
    ),
    span_law(
        "merge", "Batches, however cut, give the score of the whole.", Algebra.MERGE, MERGEABLE
    )(
        needing(
            lambda case: 0 < case.cut < len(case.gold),
            "there is one batch",
            in_batches(_HERE, _batches, "it takes no batches"),
        )
    ),
    span_law(
        "lengths",
        "As many gold samples as predicted ones, or they are refused.",
        Algebra.BOUNDS,
        LENGTHS,
    )(
        refused(
            _of(lambda case: ([*case.gold, [(0, 1, case.label)]], case.predicted)),
            "a gold sample without a predicted one is accepted",
        )
    ),
    span_law("checked", "A span that ends before it starts is refused.", Algebra.BOUNDS, CHECKED)(
        refused(
            _of(lambda case: ([[(2, 0, case.label)]],) * 2),
            "a span that ends before it starts is accepted",
        )
    ),
    span_law("empty is one", "Samples without any span score 1.", Algebra.EMPTY_RULES, EMPTY_ONE)(
        _with_samples(stated(_NOTHING, 1))
    ),
    span_law("empty is zero", "Samples without any span score 0.", Algebra.EMPTY_RULES, EMPTY_ZERO)(
        _with_samples(stated(_NOTHING, 0))
    ),
)

EMPTY_CLAIMS = {
    "undefined": "some samples may have no number: None or NaN",
    "empty=1": "samples without any span score 1",
    "empty=0": "samples without any span score 0",
}
EMPTY_APART = frozenset({"empty=1", "empty=0"})
