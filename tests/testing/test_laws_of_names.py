"""A kind that is named after a metric is a claim to be it."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import Phase, settings

from measurand.edges.report.laws_words import brief
from measurand.laws.kinds.registry import KINDS
from measurand.testing import LawBrokenError, check_laws

FEW = settings(
    max_examples=100, database=None, deadline=None, derandomize=True, phases=[Phase.generate]
)
"""The default number of cases; what breaks need not be cut down."""
Sides = Sequence[Sequence[object]]
Box = tuple[float, float, float, float]
Tags = Sequence[Sequence[str]]


def _counts(gold: Sides, predicted: Sides) -> tuple[int, int, int]:
    pairs = [(set(mine), set(yours)) for mine, yours in zip(gold, predicted, strict=True)]
    return (
        sum(len(mine & yours) for mine, yours in pairs),
        sum(len(mine) for mine, _ in pairs),
        sum(len(yours) for _, yours in pairs),
    )


def jaccard(gold: Sides, predicted: Sides) -> float:
    hits, right, answers = _counts(gold, predicted)
    return hits / (right + answers - hits) if right + answers else 1.0


def any_overlap(gold: Sides, predicted: Sides) -> float:
    hits, right, answers = _counts(gold, predicted)
    return 1.0 if hits or not right + answers else 0.0


def _spans(tags: Sequence[str]) -> list[tuple[int, int, str]]:
    starts = [at for at, tag in enumerate(tags) if tag.startswith("B-")]
    ends = [
        next((at for at in range(one + 1, len(tags)) if tags[at][:2] != "I-"), len(tags))
        for one in starts
    ]
    return [(one, end, tags[one][2:]) for one, end in zip(starts, ends, strict=True)]


def tags_jaccard(gold: Tags, predicted: Tags) -> float:
    return jaccard([_spans(tags) for tags in gold], [_spans(tags) for tags in predicted])


def tags_overlap(gold: Tags, predicted: Tags) -> float:
    return any_overlap([_spans(tags) for tags in gold], [_spans(tags) for tags in predicted])


def _area(box: Box) -> float:
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def dice(one: Box, other: Box) -> float:
    left, top, right, bottom = zip(one, other, strict=True)
    common = _area((max(left), max(top), min(right), min(bottom)))
    return 2 * common / (_area(one) + _area(other))


IMPOSTORS: list[tuple[str, Callable[..., float]]] = [
    ("set-f1", jaccard),
    ("set-f1", any_overlap),
    ("tuple-f1", jaccard),
    ("tuple-f1", any_overlap),
    ("span-f1", jaccard),
    ("span-f1", any_overlap),
    ("tags-f1", tags_jaccard),
    ("tags-f1", tags_overlap),
    ("box-iou", dice),
]


@pytest.mark.parametrize(("kind", "impostor"), IMPOSTORS)
def test_another_metric_breaks_the_laws_of_the_name(
    kind: str, impostor: Callable[..., float]
) -> None:
    with pytest.raises(LawBrokenError, match=r"counts of|counts-of-f1|shared-by-covered") as caught:
        check_laws(impostor, kind=kind, settings=FEW)

    assert f"{impostor.__name__}(" in str(caught.value)


@pytest.mark.parametrize(("kind", "impostor"), IMPOSTORS)
def test_what_says_that_it_is_another_score_is_not_held_to_the_name(
    kind: str, impostor: Callable[..., float]
) -> None:
    judgement = check_laws(impostor, kind=kind, declares={"other"}, settings=FEW)

    assert f"{judgement.suite} without {kind.rpartition('-')[2]}: " in brief(judgement, {})


def test_a_jaccard_that_says_so_is_one() -> None:
    judgement = check_laws(jaccard, kind="set-f1", declares={"jaccard"}, settings=FEW)

    assert "SET_F1_2026_2 without f1: " in brief(judgement, {})


def test_every_kind_with_the_name_of_a_metric_claims_it() -> None:
    metrics = ("f1", "iou", "precision", "recall", "jaccard", "accuracy")

    named = {kind.name: kind.names for kind in KINDS if kind.name.endswith(metrics)}

    assert named == {kind.name: kind.names for kind in KINDS if kind.names}
    assert set(named.values()) == {"f1", "iou"}
