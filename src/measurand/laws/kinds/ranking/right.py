"""Scores of rankings that are right, in exact numbers where they are fractions."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from measurand.laws.kinds.ranking.cases import (
    BINARY,
    GRADED,
    IDEAL,
    NAMELESS,
    ORDINAL,
    REFUSES,
    SETTLES,
    TAIL,
    UNBOUNDED,
    UNDEFINED,
    UNJUDGED,
    Qrels,
    RankingScore,
    Run,
    in_order,
)
from measurand.laws.kinds.ranking.queries import (
    BARREN_SKIP,
    BARREN_ZERO,
    MEAN,
    MERGEABLE,
    MISSING_SKIP,
    MISSING_ZERO,
)
from measurand.laws.kinds.subject import EXACT, Subject

Grades = Mapping[str, int]
Batches = Sequence[tuple[Qrels, Run]]
Quality = Callable[[Grades, Sequence[str]], Fraction]
RunScore = Callable[[Qrels, Run], object]
N = TypeVar("N", int, float)
DEPTH = 2


def ordered(scores: Mapping[str, float]) -> list[str]:
    """Rank documents, ties by name.

    >>> ordered({"b": 1.0, "a": 1.0})
    ['a', 'b']

    Raises ValueError for a score that is no number.
    """
    if any(math.isnan(score) for score in scores.values()):
        raise ValueError(f"a score is a number: got NaN in {list(scores)}")
    return in_order(scores)


def relevance(grades: Grades, ranking: Sequence[str]) -> list[int]:
    """Give 1 for every relevant document of a ranking, 0 for the others.

    >>> relevance({"a": 2, "b": 0}, ["b", "a"])
    [0, 1]
    """
    return [int(grades.get(name, 0) > 0) for name in ranking]


def precision(grades: Grades, ranking: Sequence[str]) -> Fraction:
    """Give the share of relevant documents among the first two places.

    >>> precision({"a": 1}, ["a"])
    Fraction(1, 2)
    """
    return Fraction(sum(relevance(grades, ranking[:DEPTH])), DEPTH)


def reciprocal_rank(grades: Grades, ranking: Sequence[str]) -> Fraction:
    """Give 1 over the rank of the first relevant document; 0 where there is none.

    >>> reciprocal_rank({"a": 1}, ["b", "a"])
    Fraction(1, 2)
    """
    found = relevance(grades, ranking)
    return Fraction(1, found.index(1) + 1) if any(found) else Fraction(0)


def average_precision(grades: Grades, ranking: Sequence[str]) -> Fraction:
    """Give the mean precision at the ranks of all relevant documents; 0 where there is none.

    >>> average_precision({"a": 1, "b": 1}, ["a", "c", "b"])
    Fraction(5, 6)
    """
    found, total = relevance(grades, ranking), sum(relevance(grades, list(grades)))
    hits = (Fraction(sum(found[: i + 1]), i + 1) for i, hit in enumerate(found) if hit)
    return sum(hits, Fraction(0)) / total if total else Fraction(0)


def gain(grades: Sequence[int]) -> Fraction:
    """Give the discounted gain of grades: each over the logarithm of its rank.

    >>> gain([1, 0])
    Fraction(1, 1)
    """
    parts = (Fraction(max(0, grade)) / Fraction(math.log2(i + 2)) for i, grade in enumerate(grades))
    return sum(parts, Fraction(0))


def cumulated_gain(grades: Grades, ranking: Sequence[str]) -> Fraction:
    """Give the discounted gain of a ranking; it has no upper end.

    >>> cumulated_gain({"a": 3}, ["a", "b"])
    Fraction(3, 1)
    """
    return gain([grades.get(name, 0) for name in ranking])


def ndcg(grades: Grades, ranking: Sequence[str]) -> Fraction:
    """Give the discounted gain over that of the best ranking; 0 where nothing is relevant.

    >>> ndcg({"a": 3}, ["a", "b"])
    Fraction(1, 1)
    """
    best = gain(sorted(grades.values(), reverse=True))
    return cumulated_gain(grades, ranking) / best if best else Fraction(0)


def mean_over(quality: Quality, qrels: Qrels, run: Run) -> Fraction:
    """Give the mean over all judged queries; a query that the run lacks has no documents.

    >>> mean_over(precision, {"q": {"a": 1}, "p": {"a": 1}}, {"q": {"a": 1.0}})
    Fraction(1, 4)
    """
    scores = [quality(grades, ordered(run.get(query, {}))) for query, grades in qrels.items()]
    return sum(scores, Fraction(0)) / len(scores)


def mean_over_both(quality: Quality, qrels: Qrels, run: Run) -> Fraction | None:
    """Give the mean over queries that the run has and that have relevant documents, if any.

    >>> mean_over_both(precision, {"q": {"a": 0}}, {"q": {"a": 1.0}}) is None
    True
    """
    left = {q: row for q, row in qrels.items() if q in run and any(g > 0 for g in row.values())}
    return mean_over(quality, left, run) if left else None


def merged(batches: Batches) -> tuple[Qrels, Run]:
    """Put batches of queries together.

    >>> merged([({"q": {"a": 1}}, {}), ({"q": {"b": 0}}, {"q": {"a": 1.0}})])
    ({'q': {'a': 1, 'b': 0}}, {'q': {'a': 1.0}})

    Raises ValueError where a document has two grades or two scores.
    """
    return put_together([qrels for qrels, _ in batches]), put_together([run for _, run in batches])


def put_together(tables: Sequence[Mapping[str, Mapping[str, N]]]) -> dict[str, dict[str, N]]:
    """Put tables of queries together, row by row.

    >>> put_together([{"q": {"a": 1}}, {"q": {"a": 0}}])
    Traceback (most recent call last):
    ValueError: one number for each document: got two in 'q'
    """
    found: dict[str, dict[str, N]] = {}
    for table in tables:
        for query, row in table.items():
            known = found.setdefault(query, {})
            if any(known.get(name, value) != value for name, value in row.items()):
                raise ValueError(f"one number for each document: got two in {query!r}")
            known |= row
    return found


def tied_reciprocal_rank(grades: Grades, scores: Mapping[str, float]) -> Fraction:
    """Give the reciprocal rank as its mean over all orders of tied documents.

    >>> tied_reciprocal_rank({"a": 1}, {"a": 1.0, "b": 1.0})
    Fraction(3, 4)
    """
    order = ordered(scores)
    found = relevance(grades, order)
    if not any(found):
        return Fraction(0)
    level = [name for name in order if scores[name] == scores[order[found.index(1)]]]
    before = sum(scores[name] > scores[level[0]] for name in order)
    hits, size = sum(relevance(grades, level)), len(level)
    ways = math.comb(size, hits)
    firsts = (math.comb(size - 1 - i, hits - 1) for i in range(size))
    return sum(
        (Fraction(way, ways * (before + i + 1)) for i, way in enumerate(firsts)), Fraction(0)
    )


def _fair(qrels: Qrels, run: Run) -> Fraction:
    scores = [tied_reciprocal_rank(grades, run.get(query, {})) for query, grades in qrels.items()]
    return sum(scores, Fraction(0)) / len(scores)


def subject_of(
    name: str, score: RunScore, claims: frozenset[str], *, batches: bool = True
) -> RankingScore:
    """Make a subject of a score; it takes batches too, put together.

    >>> subject_of("precision", lambda qrels, run: 0, frozenset()).name
    'precision'
    """
    batched = (lambda parts: score(*merged(parts))) if batches else None
    return Subject(name, score, claims, batched=batched)


def _by_query(quality: Quality) -> RunScore:
    return lambda qrels, run: mean_over(quality, qrels, run)


SOUND = frozenset({ORDINAL, TAIL, UNJUDGED, REFUSES, SETTLES, MEAN, MERGEABLE, EXACT})
ZEROES = SOUND | {MISSING_ZERO, BARREN_ZERO}

RIGHT_RANKINGS: tuple[RankingScore, ...] = (
    subject_of("precision", _by_query(precision), ZEROES | {BINARY}),
    subject_of("average_precision", _by_query(average_precision), ZEROES | {BINARY, IDEAL}),
    subject_of("ndcg", _by_query(ndcg), ZEROES | {GRADED, IDEAL}),
    subject_of("dcg", _by_query(cumulated_gain), ZEROES | {GRADED, UNBOUNDED}),
    subject_of("tied_reciprocal_rank", _fair, ZEROES | {BINARY, IDEAL, NAMELESS}),
    subject_of(
        "reciprocal_rank_found",
        lambda qrels, run: mean_over_both(reciprocal_rank, qrels, run),
        SOUND - {REFUSES} | {UNDEFINED, MISSING_SKIP, BARREN_SKIP, BINARY, IDEAL},
    ),
)
