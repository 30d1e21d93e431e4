"""Scores of rankings that are right, in exact numbers where they are fractions.

Scores of rankings that are wrong on purpose, each with the claims that it breaks."""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isnan
from typing import TypeVar

from measurand.laws.kinds.ranking import (
    BARREN_SKIP,
    BARREN_ZERO,
    BINARY,
    GRADED,
    IDEAL,
    MEAN,
    MERGEABLE,
    MISSING_SKIP,
    MISSING_ZERO,
    NAMELESS,
    ORDINAL,
    RANKING,
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
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

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


PLAIN = frozenset({ORDINAL, TAIL, UNJUDGED, MISSING_ZERO, BARREN_ZERO, MEAN, EXACT})
Ranker = Callable[[Mapping[str, float]], list[str]]


def _ranked_by(ranker: Ranker, quality: Quality = reciprocal_rank) -> RunScore:
    def score(qrels: Qrels, run: Run) -> Fraction:
        scores = [quality(row, ranker(run.get(query, {}))) for query, row in qrels.items()]
        return sum(scores, Fraction(0)) / len(scores)

    return score


def _mean(quality: Quality) -> RunScore:
    return lambda qrels, run: mean_over(quality, qrels, run)


def _always(_qrels: Qrels, _run: Run) -> int:
    return 1


def _nothing(_qrels: Qrels, _run: Run) -> int:
    return 0


def _divides(grades: Grades, ranking: Sequence[str]) -> Fraction:
    found = relevance(grades, ranking)
    return sum(map(Fraction, found), Fraction(0)) / sum(relevance(grades, list(grades)))


def _spends(qrels: Qrels, run: Run) -> Fraction:
    score = mean_over(reciprocal_rank, qrels, run)
    for row in run.values():
        if isinstance(row, dict) and len(row) > 1:
            row.popitem()
    return score


def _graded_persistence(grades: Grades, ranking: Sequence[str]) -> Fraction:
    parts = (Fraction(grades.get(name, 0), 2 ** (i + 1)) for i, name in enumerate(ranking))
    return sum(parts, Fraction(0))


def _as_written(scores: Mapping[str, float]) -> list[str]:
    return sorted(scores, key=lambda name: -scores[name]) if ordered(scores) else []


def _upwards(scores: Mapping[str, float]) -> list[str]:
    return in_order({name: -score for name, score in scores.items()})


def _without_a(scores: Mapping[str, float]) -> list[str]:
    return [name for name in ordered(scores) if name != "a"]


def _nan_last(scores: Mapping[str, float]) -> list[str]:
    known = {name: score for name, score in scores.items() if not isnan(score)}
    return [*in_order(known), *sorted(set(scores) - set(known))]


def _unsorted_ideal(grades: Grades, ranking: Sequence[str]) -> Fraction:
    best = gain(list(grades.values()))
    return min(Fraction(1), cumulated_gain(grades, ranking) / best) if best else Fraction(0)


def _first_query(qrels: Qrels, run: Run) -> Fraction:
    query = next(iter(qrels))
    return mean_over(reciprocal_rank, {query: qrels[query]}, run)


def _by_scores(qrels: Qrels, run: Run) -> Fraction:
    total = Fraction(0)
    for query, grades in qrels.items():
        scores = {name: Fraction(score) for name, score in run.get(query, {}).items()}
        relevant = (score for name, score in scores.items() if grades.get(name, 0) > 0)
        total += sum(relevant, Fraction(0)) / (sum(scores.values(), Fraction(0)) or 1)
    return total / len(qrels)


def _steps_left(grades: Grades, ranking: Sequence[str]) -> Fraction:
    found, size = relevance(grades, ranking), len(ranking)
    return Fraction(size - found.index(1), size) if any(found) else Fraction(0)


def _of_retrieved(grades: Grades, ranking: Sequence[str]) -> Fraction:
    found = relevance(grades, ranking)
    hits = [Fraction(sum(found[: i + 1]), i + 1) for i, hit in enumerate(found) if hit]
    return sum(hits, Fraction(0)) / len(hits) if hits else Fraction(0)


def _off_by_one(grades: Grades, ranking: Sequence[str]) -> Fraction:
    found = relevance(grades, ranking)
    return Fraction(1, found.index(1) + 2) if any(found) else Fraction(0)


def _last_first(grades: Grades, ranking: Sequence[str]) -> Fraction:
    return reciprocal_rank(grades, ranking[::-1])


def _condensed(grades: Grades, ranking: Sequence[str]) -> Fraction:
    return reciprocal_rank(grades, [name for name in ranking if name in grades])


def _barren_one(grades: Grades, ranking: Sequence[str]) -> Fraction:
    return reciprocal_rank(grades, ranking) if any(relevance(grades, list(grades))) else Fraction(1)


def _pooled(qrels: Qrels, run: Run) -> Fraction:
    hits, places = 0, 0
    for query, grades in qrels.items():
        found = relevance(grades, ordered(run.get(query, {})))
        hits, places = hits + sum(found), places + len(found)
    return Fraction(hits, places) if places else Fraction(0)


def _over_run(qrels: Qrels, run: Run) -> Fraction:
    scores = [reciprocal_rank(qrels.get(query, {}), ordered(row)) for query, row in run.items()]
    return sum(scores, Fraction(0)) / len(scores)


def _found_queries(qrels: Qrels, run: Run) -> Fraction:
    left = {query: row for query, row in qrels.items() if query in run}
    return mean_over(reciprocal_rank, left, run)


def _median_low(qrels: Qrels, run: Run) -> Fraction:
    scores = sorted(reciprocal_rank(row, ordered(run.get(q, {}))) for q, row in qrels.items())
    return scores[(len(scores) - 1) // 2]


def _last_grade(batches: Batches) -> Fraction:
    qrels: dict[str, dict[str, int]] = {}
    for judged, _ in batches:
        for query, grades in judged.items():
            qrels[query] = qrels.get(query, {}) | dict(grades)
    return mean_over(reciprocal_rank, qrels, put_together([run for _, run in batches]))


def _last_score(batches: Batches) -> Fraction:
    run: dict[str, dict[str, float]] = {}
    for _, ranked in batches:
        for query, row in ranked.items():
            run[query] = run.get(query, {}) | dict(row)
    return mean_over(reciprocal_rank, put_together([qrels for qrels, _ in batches]), run)


def _mean_of_batches(batches: Batches) -> Fraction:
    merged(batches)
    scores = [mean_over(reciprocal_rank, qrels, run) for qrels, run in batches]
    return sum(scores, Fraction(0)) / len(scores)


def _wrong(name: str, says: str, score: RunScore, *claims: str) -> Wrong[[Qrels, Run]]:
    return Wrong(name, says, Subject(name, score, frozenset(claims)))


def _batched(
    name: str, says: str, batched: Callable[[Batches], Fraction], *claims: str
) -> Wrong[[Qrels, Run]]:
    subject: RankingScore = Subject(
        name, _mean(reciprocal_rank), frozenset(claims), batched=batched
    )
    return Wrong(name, says, subject)


WRONG_RANKINGS: tuple[Wrong[[Qrels, Run]], ...] = (
    _wrong("always-1", "1 for every run", _always, IDEAL, ORDINAL, TAIL),
    _wrong("always-0", "0 for every run", _nothing, *ZEROES, IDEAL),
    _wrong("zero-division", "a query without relevant documents raises", _mean(_divides), *PLAIN),
    _wrong("spends", "it takes documents out of the run", _spends, *PLAIN, IDEAL, BINARY),
    _wrong("graded-persistence", "grades above 1 leave [0, 1]", _mean(_graded_persistence), *PLAIN),
    _wrong("raw-gain", "the gain is not divided by the best", _mean(cumulated_gain), *PLAIN, IDEAL),
    _wrong("as-written", "tied documents stay as written", _ranked_by(_as_written), ORDINAL, TAIL),
    _wrong("upwards", "the lowest score comes first", _ranked_by(_upwards), ORDINAL, MEAN),
    _wrong("last-first", "the first rank is the last", _mean(_last_first), *(PLAIN - {TAIL})),
    _wrong("off-by-one", "ranks start at 2", _mean(_off_by_one), *PLAIN, IDEAL, BINARY),
    _wrong("unsorted-ideal", "the best gain is that of the list", _mean(_unsorted_ideal), IDEAL),
    _wrong("first-query", "the first query stands for all", _first_query, ORDINAL, TAIL, IDEAL),
    _wrong("by-scores", "scores are weights", _by_scores, ORDINAL),
    _wrong("reserved-name", "document a is dropped", _ranked_by(_without_a), ORDINAL, TAIL, MEAN),
    _wrong("by-name", "ties by name, called nameless", _mean(reciprocal_rank), *PLAIN, NAMELESS),
    _wrong("steps-left", "a longer list makes a rank better", _mean(_steps_left), IDEAL, TAIL),
    _wrong("of-retrieved", "what is not found costs nothing", _mean(_of_retrieved), *PLAIN, IDEAL),
    _wrong("flat", "all grades count as 1", _mean(average_precision), *PLAIN, IDEAL, GRADED),
    _wrong("graded", "grades weigh, called alike", _mean(ndcg), *PLAIN, IDEAL, BINARY),
    _wrong("condensed", "unjudged documents are taken out", _mean(_condensed), *PLAIN, IDEAL),
    _wrong("nan-as-written", "NaN is compared", _ranked_by(in_order), *PLAIN, SETTLES),
    _wrong("nan-last", "NaN is the lowest score", _ranked_by(_nan_last), *PLAIN, REFUSES),
    _wrong("pooled", "documents are pooled over queries", _pooled, ORDINAL, UNJUDGED, MEAN),
    _wrong("middle", "the middle query stands for all", _median_low, ORDINAL, TAIL, MEAN),
    _wrong("over-found", "queries are left out that the run lacks", _found_queries, *PLAIN),
    _wrong("over-judged", "missing queries are 0", _mean(precision), MISSING_SKIP, ORDINAL, TAIL),
    _wrong("over-run", "unjudged queries are 0", _over_run, ORDINAL, TAIL, MEAN, BARREN_ZERO),
    _wrong("barren-1", "nothing to find is 1", _mean(_barren_one), *PLAIN, IDEAL),
    _wrong("barren-0", "nothing to find is 0", _mean(reciprocal_rank), ORDINAL, BARREN_SKIP),
    _batched("last-grade", "the last of two grades counts", _last_grade, *ZEROES),
    _batched("last-score", "the last of two scores counts", _last_score, *ZEROES),
    _batched("batch-means", "a batch weighs as another", _mean_of_batches, *ZEROES, MERGEABLE),
)

RANKING_MUTANTS = Mutants(kind=RANKING.name, right=RIGHT_RANKINGS, wrong=WRONG_RANKINGS)
