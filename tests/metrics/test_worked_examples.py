"""Numbers from the documentation of others, and from hand work, each with its source."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import pytest

from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import amend, parse
from measurand.values.items import Slots, Span
from measurand.values.sample import Sample
from measurand.values.score import Defined, Root, Score, Undefined


def judged(gold: Iterable[object], predicted: Iterable[object]) -> list[Sample]:
    """Make a sample of each pair of labels."""
    pairs = zip(map(str, gold), map(str, predicted), strict=True)
    return [Sample(id=str(at), gold=(g,), predicted=(p,)) for at, (g, p) in enumerate(pairs)]


def switched(rows: Sequence[Sequence[int]]) -> list[tuple[str, ...]]:
    """List the columns that are on in each row of a matrix."""
    return [tuple(str(at) for at, on in enumerate(row) if on) for row in rows]


def multilabel(gold: Sequence[Sequence[int]], predicted: Sequence[Sequence[int]]) -> list[Sample]:
    """Make a sample of each row of two matrices."""
    pairs = zip(switched(gold), switched(predicted), strict=True)
    return [Sample(id=str(at), gold=g, predicted=p) for at, (g, p) in enumerate(pairs)]


def exactly(top: int, bottom: int = 1) -> Score:
    """Write an expected score."""
    return Defined(Fraction(top, bottom))


# scikit-learn 1.9.1, docstrings of sklearn.metrics: three classes, class 0 twice right.
THREE = judged([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1])
ALL_ZERO = judged([0, 1, 2, 0, 1, 2], [0] * 6)
ONLY_ZERO = judged([0] * 6, [0, 2, 1, 0, 0, 1])
BY_CLASS = "class=item,average=macro[class]"
LABELLED = multilabel([[0, 0, 0], [1, 1, 1], [0, 1, 1]], [[0, 0, 0], [1, 1, 1], [1, 1, 0]])
SAME_IMAGE = multilabel([[0, 1, 1], [1, 1, 0]], [[1, 1, 1], [1, 0, 0]])


@pytest.mark.parametrize(
    ("text", "corpus", "expected"),
    [
        # precision_score: 2/3, 0, 0
        (f"precision({BY_CLASS})", THREE, exactly(2, 9)),
        ("precision(class=item,average=micro)", THREE, exactly(1, 3)),
        ("precision(class=item,average=weighted[class])", THREE, exactly(2, 9)),
        ("precision(class=item,average=micro,only=class[0])", THREE, exactly(2, 3)),
        # precision_score, zero_division=0, 1, nan: 1/3 and what has no prediction
        (f"precision({BY_CLASS})", ALL_ZERO, exactly(1, 9)),
        (f"precision({BY_CLASS},pred_empty=1+0)", ALL_ZERO, exactly(7, 9)),
        (f"precision({BY_CLASS},pred_empty=skip+0)", ALL_ZERO, exactly(1, 3)),
        # precision_score, multilabel: 1/2, 1, 1
        (f"precision({BY_CLASS})", LABELLED, exactly(5, 6)),
        # recall_score: 1, 0, 0
        (f"recall({BY_CLASS})", THREE, exactly(1, 3)),
        ("recall(class=item,average=micro)", THREE, exactly(1, 3)),
        # recall_score, zero_division=0, 1, nan: 1/2 and what has no gold item
        (f"recall({BY_CLASS})", ONLY_ZERO, exactly(1, 6)),
        (f"recall({BY_CLASS},gold_empty=0+1)", ONLY_ZERO, exactly(5, 6)),
        (f"recall({BY_CLASS},gold_empty=0+skip)", ONLY_ZERO, exactly(1, 2)),
        # f1_score: 4/5, 0, 0; 0.267, 0.33, 0.267
        (f"f({BY_CLASS})", THREE, exactly(4, 15)),
        ("f(class=item,average=micro)", THREE, exactly(1, 3)),
        ("f(class=item,average=weighted[class])", THREE, exactly(4, 15)),
        # f1_score, multilabel: 2/3, 1, 2/3
        (f"f({BY_CLASS})", LABELLED, exactly(7, 9)),
        # fbeta_score, beta=0.5: 5/7, 0, 0: 0.238; with all zero and nan: 0.128 = (5/13) / 3
        (f"f({BY_CLASS},beta=0.5)", THREE, exactly(5, 21)),
        (f"f({BY_CLASS},beta=0.5)", ALL_ZERO, exactly(5, 39)),
        # jaccard_score, 2D: micro 0.6, samples 0.5833, macro 0.6666
        ("jaccard(class=item,average=micro)", SAME_IMAGE, exactly(3, 5)),
        ("jaccard", SAME_IMAGE, exactly(7, 12)),
        (f"jaccard({BY_CLASS})", SAME_IMAGE, exactly(2, 3)),
        # jaccard_score, multiclass: 1, 0, 1/3
        (f"jaccard({BY_CLASS})", judged([0, 1, 2, 2], [0, 2, 1, 2]), exactly(4, 9)),
        # accuracy_score: 0.5, and 2 when not normalised; multilabel 0.5
        ("accuracy", judged([0, 1, 2, 3], [0, 2, 1, 3]), exactly(1, 2)),
        ("total(of=hits)", judged([0, 1, 2, 3], [0, 2, 1, 3]), exactly(2)),
        ("exact_match", multilabel([[0, 1], [1, 1]], [[1, 1], [1, 1]]), exactly(1, 2)),
    ],
)
def test_scikit_learn_documents(text: str, corpus: list[Sample], expected: Score) -> None:
    assert evaluate(parse(text), corpus) == expected


# MantisAI/nervaluate 004ba28, README.md: scenarios III, II, V, IV, I and VI of SemEval-2013 task 9;
# its summary counts one more correct entity than its rows show, so scenario I stands here twice.
SCENARIOS = [
    Sample(id="III", gold=(Span(0, 1, "BRAND"),)),
    Sample(id="II", predicted=(Span(0, 1, "BRAND"),)),
    Sample(id="V", gold=(Span(1, 2, "DRUG"),), predicted=(Span(0, 2, "DRUG"),)),
    Sample(id="IV", gold=(Span(0, 1, "DRUG"),), predicted=(Span(0, 1, "BRAND"),)),
    Sample(id="I", gold=(Span(0, 1, "DRUG"),), predicted=(Span(0, 1, "DRUG"),)),
    Sample(id="I again", gold=(Span(0, 1, "DRUG"),), predicted=(Span(0, 1, "DRUG"),)),
    Sample(id="VI", gold=(Span(1, 2, "GROUP"),), predicted=(Span(0, 2, "DRUG"),)),
]


@pytest.mark.parametrize("metric", ["precision", "recall", "f"])
@pytest.mark.parametrize(
    ("mode", "expected"),  # printed 0.33, 0.5, 0.66, 0.5
    [
        ("strict", exactly(1, 3)),
        ("exact", exactly(1, 2)),
        ("partial", exactly(2, 3)),
        ("type", exactly(1, 2)),
    ],
)
def test_nervaluate_documents(metric: str, mode: str, expected: Score) -> None:
    definition = parse(f"{metric}(match=spans[mode={mode}],average=micro)")

    assert evaluate(definition, SCENARIOS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # chakki-works/seqeval 03cd1d8, README.md: f1_score 0.50; MISC 0.00, PER 1.00
        ("f(average=micro)", exactly(1, 2)),
        ("f(class=label,average=macro[class])", exactly(1, 2)),
        ("f(class=label,average=micro,only=class[PER])", exactly(1)),
        ("f(class=label,average=micro,only=class[MISC])", exactly(0)),
        ("total(of=hits)", exactly(1)),
        ("total(of=fp)", exactly(1)),
        ("total(of=fn)", exactly(1)),
    ],
)
@pytest.mark.parametrize("match", ["set", "spans[mode=strict]"])
def test_seqeval_documents(match: str, text: str, expected: Score) -> None:
    gold = (Span(3, 6, "MISC"), Span(7, 9, "PER"))
    predicted = (Span(2, 6, "MISC"), Span(7, 9, "PER"))
    definition = amend(parse(text), {"match": match})

    assert evaluate(definition, [Sample(id="1", gold=gold, predicted=predicted)]) == expected


def opinion(aspect: str, polarity: str) -> Slots:
    """Make an opinion on an aspect."""
    return Slots.of({"aspect": aspect, "polarity": polarity})


OPINIONS = [  # by hand: the price is bad, not good; the room is right
    Sample(
        id="1",
        gold=(opinion("Price", "bad"), opinion("room", "good")),
        predicted=(opinion("price", "good"), opinion("room", "good"), opinion("room", "good")),
    ),
    Sample(id="2", gold=(opinion("staff", "good"),)),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("precision(average=micro)", exactly(1, 2)),  # 1 of {price good, room good}
        ("precision(average=micro,match=multiset)", exactly(1, 3)),  # 1 of 3
        ("precision(average=micro,unit=aspect,normalise=lower)", exactly(1)),
        ("recall(average=micro)", exactly(1, 3)),
        ("recall(average=micro,unit=aspect,normalise=lower)", exactly(2, 3)),
        ("f(average=micro)", exactly(2, 5)),  # 2 * 1 / (2 + 3)
        ("f", exactly(1, 4)),  # (1/2 + 0) / 2
        ("f(aggregate=harmonic,pred_empty=skip+0)", exactly(1, 3)),  # P 1/2, R 1/4
        ("f(class=field[polarity],average=macro[class])", exactly(1, 4)),  # good 1/2, bad 0
        ("jaccard", exactly(1, 6)),  # (1/3 + 0) / 2
        ("exact_match", exactly(0)),
        ("total(of=gold)", exactly(3)),
        ("total(of=predicted,match=multiset)", exactly(3)),
        ("total(of=fp)", exactly(1)),
        ("total(of=fn)", exactly(2)),
    ],
)
def test_opinions_by_hand(text: str, expected: Score) -> None:
    assert evaluate(parse(text), OPINIONS) == expected


WEIGHED = [
    Sample(id="1", gold=("a",), predicted=("a",), amounts=(("cost", Fraction(1, 10)),)),
    Sample(
        id="2",
        gold=("b",),
        predicted=("a",),
        amounts=(("cost", Fraction(2, 10)),),
        weight=Fraction(3),
    ),
    Sample(id="3"),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "accuracy",
            exactly(2, 5),
        ),  # (1 * 1 + 3 * 0 + 1 * 1) / 5
        ("exact_match(average=micro)", exactly(2, 5)),
        ("column(name=cost,reduce=sum)", exactly(7, 10)),  # 0.1 + 3 * 0.2
        ("column(name=cost,reduce=mean)", exactly(7, 40)),  # 0.7 / 4
        ("column(name=time,reduce=mean)", Undefined("no sample has a number 'time'")),
        ("total(of=tn)", exactly(1)),
        ("total(of=samples)", exactly(3)),
        ("f(statistic=population_stdev)", Defined(Root(Fraction(6, 25)))),  # 2/5 * 3/5
        (
            "f(statistic=sample_stdev)",
            Undefined("weighted units have no sample standard deviation"),
        ),
    ],
)
def test_weights_by_hand(text: str, expected: Score) -> None:
    assert evaluate(parse(text), WEIGHED) == expected
