"""Ten wrong F1 as people write them: one line finds each within the default number of cases."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import fsum, sqrt

import pytest
from hypothesis import Phase, settings

from measurand.testing import LawBrokenError, check_laws

Item = tuple[str, ...]
Side = Sequence[Sequence[Item]]
Counts = tuple[int, int, int]
CLAIMS = ("f1", "macro", "symmetric", "empty=1", "multiset")
DEFAULT = settings(
    settings.get_profile("default"), database=None, derandomize=True, phases=[Phase.generate]
)
"""The default number of cases, whatever profile is loaded; the same in every run, none cut down."""


def f(hits: float, predicted: int, gold: int) -> float:
    return 2 * hits / (predicted + gold) if predicted + gold else 1.0


def counts(gold: Sequence[Item], predicted: Sequence[Item]) -> Counts:
    return (Counter(gold) & Counter(predicted)).total(), len(predicted), len(gold)


def mean(scores: Iterable[float]) -> float:
    found = list(scores)
    return fsum(found) / len(found)


def pairs(gold: Side, predicted: Side) -> list[tuple[Sequence[Item], Sequence[Item]]]:
    return list(zip(gold, predicted, strict=True))


def right(gold: Side, predicted: Side) -> float:
    return mean(f(*counts(one, other)) for one, other in pairs(gold, predicted))


def every_copy_hits(gold: Side, predicted: Side) -> float:
    rows = [(sum(x in one for x in other), one, other) for one, other in pairs(gold, predicted)]
    return mean(f(hits, len(other), len(one)) for hits, one, other in rows)


def nothing_predicted_is_right(gold: Side, predicted: Side) -> float:
    rows = [counts(one, other) for one, other in pairs(gold, predicted)]
    return mean(f(*row) if row[1] else 1.0 for row in rows)


def empty_is_0(gold: Side, predicted: Side) -> float:
    rows = [counts(one, other) for one, other in pairs(gold, predicted)]
    return mean(f(*row) if row[1] + row[2] else 0.0 for row in rows)


def greedy(gold: Side, predicted: Side) -> float:
    scores = []
    for one, other in pairs(gold, predicted):
        left, hits = list(one), 0
        for item in other:
            near = next((x for x in left if x[0] == item[0]), None)
            if near is not None:
                left.remove(near)
                hits += near == item
        scores.append(f(hits, len(other), len(one)))
    return mean(scores)


def pooled(gold: Side, predicted: Side) -> float:
    rows = [counts(one, other) for one, other in pairs(gold, predicted)]
    hits, answers, wanted = (sum(row[at] for row in rows) for at in range(3))
    return f(hits, answers, wanted)


def over_classes(gold: Side, predicted: Side) -> float:
    seen = sorted({item for side in (*gold, *predicted) for item in side})
    scores = []
    for item in seen:
        kept = [
            ([x for x in one if x == item], [x for x in other if x == item])
            for one, other in pairs(gold, predicted)
        ]
        rows = [counts(one, other) for one, other in kept]
        scores.append(f(*(sum(row[at] for row in rows) for at in range(3))))
    return mean(scores) if scores else 1.0


def f_of_means(gold: Side, predicted: Side) -> float:
    rows = [counts(one, other) for one, other in pairs(gold, predicted)]
    p = mean(hits / answers if answers else float(not wanted) for hits, answers, wanted in rows)
    r = mean(hits / wanted if wanted else float(not answers) for hits, answers, wanted in rows)
    return 2 * p * r / (p + r) if p + r else 0.0


def distinct(gold: Side, predicted: Side) -> float:
    rows = [(sorted(set(one)), sorted(set(other))) for one, other in pairs(gold, predicted)]
    return mean(f(*counts(one, other)) for one, other in rows)


def geometric(gold: Side, predicted: Side) -> float:
    rows = [counts(one, other) for one, other in pairs(gold, predicted)]
    return mean(
        sqrt(hits / answers * (hits / wanted)) if answers and wanted else float(answers == wanted)
        for hits, answers, wanted in rows
    )


def running_mean(gold: Side, predicted: Side) -> float:
    found = 0.0
    for at, (one, other) in enumerate(pairs(gold, predicted), start=1):
        found += (f(*counts(one, other)) - found) / at
    return found


WRONG = (
    every_copy_hits,
    nothing_predicted_is_right,
    empty_is_0,
    greedy,
    pooled,
    over_classes,
    f_of_means,
    distinct,
    geometric,
)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong.__name__))
def test_a_wrong_f1_is_found(wrong: Callable[[Side, Side], float]) -> None:
    with pytest.raises(LawBrokenError, match=rf"{wrong.__name__}\("):
        check_laws(wrong, kind="TUPLE_F1_2026_1", declares=CLAIMS, settings=DEFAULT)


def test_dust_of_floats_is_found_where_exact_answers_are_claimed() -> None:
    claims = ("macro", "symmetric", "exact")
    check_laws(running_mean, kind="TUPLE_F1_2026_1", declares=claims[:2], settings=DEFAULT)

    with pytest.raises(LawBrokenError, match="sample-order: The order of the samples"):
        check_laws(running_mean, kind="TUPLE_F1_2026_1", declares=claims, settings=DEFAULT)


def test_the_right_one_is_green() -> None:
    judgement = check_laws(right, kind="TUPLE_F1_2026_1", declares=CLAIMS, settings=DEFAULT)

    assert judgement.verdict.value == "holds"
