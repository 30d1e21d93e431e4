"""What strict, boundary, partial and type F1 of spans are, to the number.

Three kinds: `span-f1`; `span-counts`, which counts correct, predicted and gold spans by label;
and `span-modes`, scores with a mode of matching: no mode is stricter than a looser one.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent, law
from measurand.laws.kinds.checks import (
    Ask,
    Check,
    answered_unless,
    between,
    never_above,
)
from measurand.laws.kinds.compare import broken, defined, is_number, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.span_scores import (
    ADDED_LAWS,
    EMPTY_APART,
    EMPTY_CLAIMS,
    F1,
    SET,
    SPAN_LAWS,
    STRICT,
    UNDEFINED,
    Span,
    SpanLaw,
    Spans,
    SpansCase,
    SpanScore,
    admitted,
    admitted_case,
    meet,
    reordered,
    span_law,
    span_score,
)
from measurand.laws.kinds.subject import (
    IS_OTHER,
    OTHER,
    Call,
    Number,
    Subject,
    asked,
    number,
    written,
)

MICRO, MACRO, WEIGHTED = "micro", "macro", "weighted"
BOUNDARY, PARTIAL, TYPE, OPTIMAL = "boundary", "partial", "type", "optimal"


def strict_hits(gold: Spans, predicted: Spans) -> int:
    """Count the spans that both sides have, as often as both have them.

    >>> strict_hits([[(0, 1, "A")]], [[(0, 1, "A"), (0, 1, "A")]])
    1
    """
    pairs = zip(gold, predicted, strict=True)
    return sum((Counter(mine) & Counter(yours)).total() for mine, yours in pairs)


def of_label(side: Spans, label: str) -> list[list[Span]]:
    """Keep the spans of one label.

    >>> of_label([[(0, 1, "A"), (1, 2, "B")]], "B")
    [[(1, 2, 'B')]]
    """
    return [[span for span in spans if span[2] == label] for spans in side]


def span_labels(*sides: Spans) -> list[str]:
    """Name the labels that occur, sorted.

    >>> span_labels([[(0, 1, "B")]], [[(0, 1, "A")], []])
    ['A', 'B']
    """
    return sorted({label for side in sides for spans in side for *_, label in spans})


def count(side: Spans) -> int:
    """Count the spans of all samples.

    >>> count([[(0, 1, "B")], []])
    1
    """
    return sum(len(spans) for spans in side)


def strict_f1(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of identical spans, pooled; there is a span.

    >>> strict_f1([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "A")]])
    Fraction(2, 3)
    """
    return Fraction(2 * strict_hits(gold, predicted), count(gold) + count(predicted))


def strict_of(label: str, gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of identical spans of one label that occurs.

    >>> strict_of("A", [[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "B")]])
    Fraction(1, 1)
    """
    return strict_f1(of_label(gold, label), of_label(predicted, label))


def macro_strict(gold: Spans, predicted: Spans) -> Fraction:
    """Average F1 over the labels in gold or predictions.

    >>> macro_strict([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "B")]])
    Fraction(1, 2)
    """
    labels = span_labels(gold, predicted)
    return sum((strict_of(x, gold, predicted) for x in labels), Fraction(0)) / len(labels)


def weighted_strict(gold: Spans, predicted: Spans) -> Fraction:
    """Average F1 over gold spans, each with the F1 of its label; 0 without any.

    >>> weighted_strict([[(0, 1, "A")]], [[(0, 1, "A"), (1, 2, "B")]])
    Fraction(1, 1)
    """
    scores = [strict_of(label, gold, predicted) for spans in gold for *_, label in spans]
    return sum(scores, Fraction(0)) / max(1, len(scores))


def boundary_f1(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of the places of spans, whatever their labels.

    >>> boundary_f1([[(0, 1, "A")]], [[(0, 1, "B")]])
    Fraction(1, 1)
    """
    return strict_f1(_unlabelled(gold), _unlabelled(predicted))


def _unlabelled(side: Spans) -> list[list[Span]]:
    return [[(low, high, "") for low, high, _ in spans] for spans in side]


def type_credit(one: Span, other: Span) -> Fraction:
    """Give 1 for spans that share a token and their label.

    >>> type_credit((0, 2, "A"), (1, 3, "A"))
    Fraction(1, 1)
    """
    return Fraction(meet(one, other) and one[2] == other[2])


def partial_credit(one: Span, other: Span) -> Fraction:
    """Give 1 for the same place, 1/2 for places that share a token.

    >>> partial_credit((0, 2, "A"), (1, 3, "B"))
    Fraction(1, 2)
    """
    return Fraction(1) if one[:2] == other[:2] else Fraction(meet(one, other), 2)


Credit = Callable[[Span, Span], Fraction]


def best_credit(credit: Credit, gold: Sequence[Span], predicted: Sequence[Span]) -> Fraction:
    """Give the largest total credit of a pairing, by trying all.

    >>> best_credit(partial_credit, [(0, 2, "A")], [(0, 1, "A"), (0, 2, "A")])
    Fraction(1, 1)
    """
    if not predicted:
        return Fraction(0)
    first, rest = predicted[0], predicted[1:]
    best = best_credit(credit, gold, rest)
    for place, span in enumerate(gold):
        if value := credit(first, span):
            others = [*gold[:place], *gold[place + 1 :]]
            best = max(best, value + best_credit(credit, others, rest))
    return best


def best_f1(credit: Credit, gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of the pairing of largest credit.

    >>> best_f1(partial_credit, [[(0, 2, "A")]], [[(0, 1, "A")]])
    Fraction(1, 2)
    """
    total = sum(
        (best_credit(credit, a, b) for a, b in zip(gold, predicted, strict=True)), Fraction(0)
    )
    return 2 * total / (count(gold) + count(predicted))


def best_type(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 of labels of spans that share a token, best paired.

    >>> best_type([[(0, 2, "A")]], [[(0, 1, "A")]])
    Fraction(1, 1)
    """
    return best_f1(type_credit, gold, predicted)


def best_partial(gold: Spans, predicted: Spans) -> Fraction:
    """Give F1 with half a hit for places that share a token, best paired.

    >>> best_partial([[(0, 2, "A")]], [[(0, 1, "A")]])
    Fraction(1, 2)
    """
    return best_f1(partial_credit, gold, predicted)


def _once(side: Spans) -> list[list[Span]]:
    return [list(dict.fromkeys(spans)) for spans in side]


@law(
    "counts of f1",
    "Spans of one label in one sample score 2 hits / (gold + predicted).",
    Algebra.IDENTITY,
    F1,
)
def _counts_of_f1(subject: SpanScore, case: SpansCase) -> Outcome:
    """Ask for spans of one label in one sample, equal or apart: a hit is one in any mode."""
    sides = (admitted(frozenset(), side) for side in (case.gold, case.predicted))
    samples = [
        (mine, [span for span in yours if span in mine or not any(meet(span, x) for x in mine)])
        for gold, predicted in zip(*sides, strict=True)
        for label in span_labels([gold])
        for [mine], [yours] in [(of_label([gold], label), of_label([predicted], label))]
    ]
    pairs = [(mine, yours) for mine, yours in samples if yours]
    if not pairs:
        return Silent("no sample has spans of one label on both sides")
    # Some hits, and some that are none, tell F1 from what looks like it.
    mine, yours = max(
        pairs, key=lambda pair: 0 < len({*pair[0]} & {*pair[1]}) < len({*pair[0], *pair[1]})
    )
    return is_number(subject, span_score(subject, [mine], [yours]), strict_f1([mine], [yours]))


def _law(name: str, says: str, value: Callable[[Spans, Spans], Fraction], *needs: str) -> SpanLaw:
    @span_law(name, says, Algebra.MERGE, *needs)
    def pinned(subject: SpanScore, case: SpansCase) -> Outcome:
        gold, predicted = case.gold, case.predicted
        if not any((*gold, *predicted)):
            return Silent("there is no span")
        call = span_score(subject, gold, predicted)
        if SET in subject.claims:
            gold, predicted = _once(gold), _once(predicted)
        return is_number(subject, call, value(gold, predicted))

    return pinned


AVERAGED_LAWS: tuple[SpanLaw, ...] = (
    _counts_of_f1,
    _law("micro", "Strict micro F1 counts identical spans.", strict_f1, STRICT, MICRO),
    _law("macro", "Strict macro F1 averages over labels.", macro_strict, STRICT, MACRO),
    _law("weighted", "Weighted F1 weighs by gold spans.", weighted_strict, STRICT, WEIGHTED),
    _law("boundary", "Boundary F1 counts identical places.", boundary_f1, BOUNDARY, MICRO),
    _law("type", "Type F1 pairs as well as can be.", best_type, TYPE, MICRO, OPTIMAL),
    _law("partial", "Partial F1 pairs as well as can be.", best_partial, PARTIAL, MICRO, OPTIMAL),
)


CountRow = tuple[int, int, int]
Table = Mapping[str, CountRow]
SpanCounts = Subject[[Spans, Spans]]
CountLaw = Law[SpanCounts, SpansCase]
OVERALL = ""
"""The name of the row over all labels."""


def table(found: object) -> Table:
    """Read a table of counts; rows of zeros are left out.

    >>> table({"A": (1, 1, 2), "B": [0, 0, 0]})
    {'A': (1, 1, 2)}
    >>> table(1)
    Traceback (most recent call last):
    TypeError: expected a table of (correct, predicted, gold) by label, got 1
    """
    if isinstance(found, Mapping):
        rows: dict[str, CountRow] = {}
        for label, (correct, predicted, gold) in sorted(found.items()):
            rows[str(label)] = (int(correct), int(predicted), int(gold))
        return {label: row for label, row in rows.items() if any(row)}
    message = f"expected a table of (correct, predicted, gold) by label, got {written(found)[:80]}"
    raise TypeError(message)


def span_counts(subject: SpanCounts, gold: Spans, predicted: Spans) -> Call[Table]:
    """Ask for the counts of spans.

    >>> none = Subject("none", lambda gold, predicted: {})
    >>> span_counts(none, [[]], [[]]).answer
    {}
    """
    return asked(subject, table, gold, predicted)


def _row(call: Call[Table], label: str) -> CountRow:
    return call.answer.get(label, (0, 0, 0)) if isinstance(call.answer, Mapping) else (0, 0, 0)


def _counts(subject: SpanCounts, case: SpansCase) -> Call[Table]:
    return span_counts(subject, case.gold, case.predicted)


def _count_law(
    name: str, says: str, algebra: Algebra = Algebra.BOUNDS, *needs: str
) -> Callable[[Callable[[SpansCase, Call[Table]], Outcome]], CountLaw]:
    """Make a law of what is to be said of the counts of the spans that the subject has to take."""

    def of(judge: Callable[[SpansCase, Call[Table]], Outcome]) -> CountLaw:
        @law(name, says, algebra, *needs)
        def check(subject: SpanCounts, case: SpansCase) -> Outcome:
            taken = admitted_case(subject, case)
            call = _counts(subject, taken)
            return silent(call) or judge(taken, call)

        return check

    return of


@law("defined", "Samples have counts.")
def _counts_defined(subject: SpanCounts, case: SpansCase) -> Outcome:
    if not case.gold:
        return Silent("there is no sample")
    return defined(_counts(subject, admitted_case(subject, case)), absent=False)


def _counts_expected(call: Call[Table], label: str, expected: CountRow) -> Outcome:
    row = _row(call, label)
    if row == expected:
        return Holds()
    name = written(label) if label else "all labels"
    return broken(f"{row} for {name}, expected {expected}", call)


@_count_law("sides", "The counts of predicted and gold spans of a label are theirs.")
def _counts_sides(case: SpansCase, call: Call[Table]) -> Outcome:
    for label in span_labels(case.gold, case.predicted):
        sides = (count(of_label(case.predicted, label)), count(of_label(case.gold, label)))
        if _row(call, label)[1:] != sides:
            return _counts_expected(call, label, (_row(call, label)[0], *sides))
    return Holds()


@_count_law(
    "intersection",
    "Correct are the spans that both sides have, as often as both have them.",
    Algebra.MULTISET,
    STRICT,
)
def _counts_correct(case: SpansCase, call: Call[Table]) -> Outcome:
    for label in span_labels(case.gold, case.predicted):
        hits = strict_hits(of_label(case.gold, label), of_label(case.predicted, label))
        if _row(call, label)[0] != hits:
            return _counts_expected(call, label, (hits, *_row(call, label)[1:]))
    return Holds()


@_count_law("sums", "The counts of labels add up to those of all.", Algebra.MERGE)
def _counts_sum(_case: SpansCase, call: Call[Table]) -> Outcome:
    table = call.answer if isinstance(call.answer, Mapping) else {}
    rows = [row for label, row in table.items() if label != OVERALL]
    total = (sum(r[0] for r in rows), sum(r[1] for r in rows), sum(r[2] for r in rows))
    return _counts_expected(call, OVERALL, total)


@law("order", "The order of spans and samples changes nothing.", Algebra.ORDER)
def _counts_order(subject: SpanCounts, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    gold = [reordered(spans, taken.one, taken.other) for spans in taken.gold[::-1]]
    predicted = [reordered(spans, taken.other, taken.one) for spans in taken.predicted[::-1]]
    here, there = _counts(subject, taken), span_counts(subject, gold, predicted)
    if (raised := silent(here, there)) or here.answer == there.answer:
        return raised or Holds()
    return broken("the order of spans or samples changes counts", here, there)


@law("other labels", "Spans of other labels change no count of a label.", Algebra.MERGE)
def _counts_others(subject: SpanCounts, case: SpansCase) -> Outcome:
    taken = admitted_case(subject, case)
    label = taken.label
    if label not in span_labels(taken.gold, taken.predicted):
        return Silent("the label does not occur")
    here = _counts(subject, taken)
    alone = span_counts(subject, of_label(taken.gold, label), of_label(taken.predicted, label))
    if (raised := silent(here, alone)) or _row(here, label) == _row(alone, label):
        return raised or Holds()
    because = f"{_row(here, label)} for {label!r}, {_row(alone, label)} without other labels"
    return broken(because, here, alone)


COUNT_LAWS: tuple[CountLaw, ...] = (
    _counts_defined,
    _counts_sides,
    _counts_correct,
    _counts_sum,
    _counts_order,
    _counts_others,
)


ModeScore = Subject[[Spans, Spans, str]]
ModeLaw = Law[ModeScore, SpansCase]
ModeCheck = Check[[Spans, Spans, str], SpansCase]
MODES = ("strict", "exact", "partial", "type")


def _mode(mode: str) -> Ask[[Spans, Spans, str], SpansCase]:
    def ask(subject: ModeScore, case: SpansCase) -> Call[Number]:
        taken = admitted_case(subject, case)
        return asked(subject, number, taken.gold, taken.predicted, mode)

    return ask


def _in_every_mode(
    check_of: Callable[[Ask[[Spans, Spans, str], SpansCase]], ModeCheck],
) -> ModeCheck:
    """Check every mode, and give the first outcome that is not that the law holds."""

    def check(subject: ModeScore, case: SpansCase) -> Outcome:
        if not case.gold:
            return Silent("there is no sample")
        outcomes = [check_of(_mode(mode))(subject, case) for mode in MODES]
        return next((outcome for outcome in outcomes if not isinstance(outcome, Holds)), Holds())

    return check


def _not_above(low: str, high: str) -> ModeLaw:
    says = f"{low.capitalize()} is not above {high}."
    return law(f"{low} {high}", says, Algebra.MONOTONE)(never_above(_mode(low), _mode(high)))


MODE_LAWS: tuple[ModeLaw, ...] = (
    law("defined", "Samples have a number in every mode.")(
        _in_every_mode(lambda ask: answered_unless(UNDEFINED, ask))
    ),
    law("range", "A score lies between 0 and 1 in every mode.")(
        _in_every_mode(lambda ask: between(ask, 0, 1))
    ),
    _not_above("strict", "exact"),
    _not_above("exact", "partial"),
    _not_above("strict", "type"),
)


_INPUTS = {
    "overlapping": "spans of one side may share tokens; without it they are kept apart",
    "multiset": "a span may be listed twice, and then counts twice",
    "set": "a span may be listed twice, and then counts once",
}


SPAN_F1_LAWS = (*SPAN_LAWS, *ADDED_LAWS, *AVERAGED_LAWS)
SPAN_F1: Kind[[Spans, Spans], SpansCase] = Kind(
    name="span-f1",
    takes="gold and predicted spans: for every sample a list of (start, end, label), end not "
    "inside, and gives a number",
    claims={
        F1: "spans of one label in one sample score 2 hits / (gold + predicted)",
        OTHER: IS_OTHER,
        "strict": "a hit has the place and the label of a gold span",
        "boundary": "a hit has the place of a gold span, whatever its label",
        "partial": "sharing a token is half a hit, whatever the label",
        "type": "sharing a token with a gold span of the label is a hit",
        "optimal": "spans are paired so that the total credit is largest",
        "micro": "hits are counted over all samples and labels",
        "macro": "F1 is averaged over the labels in gold or predictions",
        "weighted": "F1 is averaged over labels, weighted by their gold spans",
        "pooled": "samples are pooled: one without spans changes nothing",
        "symmetric": "exchanging gold and predictions changes nothing",
        "nominal": "labels are only names: exchanging two of them on both sides changes nothing",
        "mergeable": "`batched` gives for batches what the function gives for all samples",
        "lengths": "different numbers of gold and predicted samples are refused",
        "checked": "a span that ends before it starts is refused",
        **_INPUTS,
        **EMPTY_CLAIMS,
    },
    laws=SPAN_F1_LAWS,
    apart=(
        frozenset({"multiset", "set"}),
        EMPTY_APART,
        frozenset({"strict", "boundary", "partial", "type"}),
        frozenset({"micro", "macro", "weighted"}),
        frozenset({F1, OTHER}),
    ),
    names=F1,
)


SPAN_MODES: Kind[[Spans, Spans, str], SpansCase] = Kind(
    name="span-modes",
    takes="gold spans, predicted spans and a mode (strict, exact, partial or type), and gives a "
    "number",
    claims=_INPUTS,
    laws=MODE_LAWS,
    apart=(frozenset({"multiset", "set"}),),
)


SPAN_COUNTS: Kind[[Spans, Spans], SpansCase] = Kind(
    name="span-counts",
    takes="gold and predicted spans, and gives for every label (correct, predicted, gold), and "
    "for '' those of all labels",
    claims={
        "strict": "correct are identical spans, as often as both sides have them",
        **{name: _INPUTS[name] for name in ("overlapping", "multiset")},
    },
    laws=COUNT_LAWS,
)
