"""Laws of scores of rankings: what becomes of several queries, and of those that lack something."""

from fractions import Fraction

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, is_number, same, silent
from measurand.laws.kinds.ranking.cases import (
    STRANGER,
    Qrels,
    RankingCase,
    RankingScore,
    Run,
    ranking_score,
)
from measurand.laws.kinds.subject import Absent, Call, Number, Raised, asked_in_batches, number

MEAN, MERGEABLE = "mean", "mergeable"
MISSING_ZERO, MISSING_SKIP = "missing=0", "missing=skip"
BARREN_ZERO, BARREN_SKIP = "barren=0", "barren=skip"
EXTRA = "q9"
"""A query that is not in the cases."""


def _query_mean(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    whole = ranking_score(subject, case.qrels, case.run)
    singles = [
        ranking_score(subject, {query: case.qrels[query]}, {query: case.run[query]})
        for query in case.qrels
    ]
    if raised := silent(whole, *singles):
        return raised
    answers = [call.answer for call in singles]
    numbers = [Fraction(answer) for answer in answers if isinstance(answer, Fraction | float)]
    if len(numbers) < len(singles):
        return Silent("some query has no score")
    outcome = is_number(subject, whole, sum(numbers, Fraction(0)) / len(numbers))
    return broken(outcome.because, whole, *singles) if isinstance(outcome, Broken) else outcome


def _missing_zero(subject: RankingScore, case: RankingCase) -> Outcome:
    less = {query: row for query, row in case.run.items() if query != case.query}
    if not less:
        return Silent("there is no other query")
    nothing = {**case.run, case.query: {STRANGER: 1.0}}
    here = ranking_score(subject, case.qrels, less)
    return same(subject, here, ranking_score(subject, case.qrels, nothing))


def _missing_skip(subject: RankingScore, case: RankingCase) -> Outcome:
    less = {query: row for query, row in case.run.items() if query != case.query}
    fewer = {query: row for query, row in case.qrels.items() if query != case.query}
    if not less:
        return Silent("there is no other query")
    here = ranking_score(subject, case.qrels, less)
    return same(subject, here, ranking_score(subject, fewer, less))


def _extra_query(subject: RankingScore, case: RankingCase) -> Outcome:
    more = {**case.run, EXTRA: {"a": 1.0}}
    here = ranking_score(subject, case.qrels, case.run)
    return same(subject, here, ranking_score(subject, case.qrels, more))


def _barren_zero(subject: RankingScore, case: RankingCase) -> Outcome:
    judged = dict.fromkeys(case.qrels[case.query], 0)
    run = {case.query: case.run[case.query]}
    return is_number(subject, ranking_score(subject, {case.query: judged}, run), Fraction(0))


def _barren_skip(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    qrels = {**case.qrels, EXTRA: {"a": 0}}
    run = {**case.run, EXTRA: {"a": 1.0}}
    here = ranking_score(subject, case.qrels, case.run)
    return same(subject, here, ranking_score(subject, qrels, run))


def _batches(subject: RankingScore, case: RankingCase) -> Outcome:
    first, *others = case.qrels
    parts = [
        ({query: case.qrels[query] for query in part}, {query: case.run[query] for query in part})
        for part in ([first], others)
        if part
    ]
    call: Call[Number] | None = asked_in_batches(subject, number, parts)
    if call is None:
        return Silent("it does not take batches")
    return same(subject, ranking_score(subject, case.qrels, case.run), call)


def _either_order(subject: RankingScore, case: RankingCase, more: tuple[Qrels, Run]) -> Outcome:
    parts = [(case.qrels, case.run), more]
    here: Call[Number] | None = asked_in_batches(subject, number, parts)
    there: Call[Number] | None = asked_in_batches(subject, number, parts[::-1])
    if here is None or there is None:
        return Silent("it does not take batches")
    refused = [isinstance(call.answer, Raised | Absent) for call in (here, there)]
    return Holds() if all(refused) else same(subject, here, there)


def _conflict(subject: RankingScore, case: RankingCase) -> Outcome:
    judged = case.qrels[case.query]
    other = {case.query: {name: 0 if grade else 1 for name, grade in judged.items()}}
    return _either_order(subject, case, (other, {}))


def _conflict_of_scores(subject: RankingScore, case: RankingCase) -> Outcome:
    row = case.run[case.query]
    other = {case.query: {name: -1 - 2 * score for name, score in row.items()}}
    return _either_order(subject, case, ({}, other))


QUERY_LAWS: tuple[Law[RankingScore, RankingCase], ...] = (
    Law(
        "mean",
        "The score of all queries is the mean of their scores.",
        _query_mean,
        Algebra.MERGE,
        frozenset({MEAN}),
    ),
    Law(
        "missing-zero",
        "A judged query that the run lacks is as one that found nothing relevant.",
        _missing_zero,
        Algebra.EMPTY_RULES,
        frozenset({MISSING_ZERO}),
    ),
    Law(
        "missing-skip",
        "A judged query that the run lacks plays no part.",
        _missing_skip,
        Algebra.EMPTY_RULES,
        frozenset({MISSING_SKIP}),
    ),
    Law(
        "extra-query",
        "A query that nobody judged plays no part.",
        _extra_query,
        Algebra.EMPTY_RULES,
    ),
    Law(
        "barren-zero",
        "A query without relevant documents scores 0.",
        _barren_zero,
        Algebra.EMPTY_RULES,
        frozenset({BARREN_ZERO}),
    ),
    Law(
        "barren-skip",
        "A query without relevant documents plays no part.",
        _barren_skip,
        Algebra.EMPTY_RULES,
        frozenset({BARREN_SKIP}),
    ),
    Law(
        "batches",
        "Queries in batches score as all at once.",
        _batches,
        Algebra.MERGE,
        frozenset({MERGEABLE}),
    ),
    Law(
        "conflict",
        "A document with two grades is refused, or the order of the two plays no part.",
        _conflict,
        Algebra.ORDER,
        frozenset({MERGEABLE}),
    ),
    Law(
        "conflict-of-scores",
        "A document with two scores is refused, or the order of the two plays no part.",
        _conflict_of_scores,
        Algebra.ORDER,
        frozenset({MERGEABLE}),
    ),
)
