"""Laws of scores of rankings: their ends, and what makes a ranking better."""

from fractions import Fraction
from itertools import pairwise

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import at_most, broken, defined, inside, is_number, same
from measurand.laws.kinds.ranking.cases import (
    BINARY,
    GRADED,
    IDEAL,
    STRANGER,
    TAIL,
    UNBOUNDED,
    UNDEFINED,
    UNJUDGED,
    RankingCase,
    RankingScore,
    Run,
    in_order,
    ranking_of,
    ranking_score,
    spread,
    untied,
)


def _ranking_defined(subject: RankingScore, case: RankingCase) -> Outcome:
    return defined(ranking_of(subject, case), absent=UNDEFINED in subject.claims)


def _ranking_range(subject: RankingScore, case: RankingCase) -> Outcome:
    high = float("inf") if UNBOUNDED in subject.claims else 1
    return inside(ranking_of(subject, case), 0, high)


def _ideal(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    best = {
        query: spread([name for name in in_order(judged) if judged[name] > 0])
        for query, judged in case.qrels.items()
    }
    return is_number(subject, ranking_score(subject, case.qrels, best), Fraction(1))


def _nothing_found(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    nothing: Run = {query: {STRANGER: 1.0} for query in case.qrels}
    return is_number(subject, ranking_score(subject, case.qrels, nothing), Fraction(0))


def _promoted(subject: RankingScore, case: RankingCase) -> Outcome:
    run, judged = untied(case.run), case.qrels[case.query]
    order = in_order(run.get(case.query, {}))
    better = [
        i
        for i, (above, below) in enumerate(pairwise(order))
        if max(0, judged.get(above, 0)) < judged.get(below, 0)
    ]
    if not better:
        return Silent("no document stands below one that is less relevant")
    i = better[case.place % len(better)]
    order[i], order[i + 1] = order[i + 1], order[i]
    higher = {**run, case.query: spread(order)}
    return at_most(
        subject,
        ranking_score(subject, case.qrels, run),
        ranking_score(subject, case.qrels, higher),
    )


def _lower(case: RankingCase, name: str) -> Run:
    row = case.run[case.query]
    return {**case.run, case.query: {**row, name: min(row.values(), default=1.0) - 1}}


def _tail_unjudged(subject: RankingScore, case: RankingCase) -> Outcome:
    longer = ranking_score(subject, case.qrels, _lower(case, STRANGER))
    return at_most(subject, longer, ranking_of(subject, case))


def _tail_relevant(subject: RankingScore, case: RankingCase) -> Outcome:
    judged, found = case.qrels[case.query], case.run[case.query]
    left = sorted(name for name, grade in judged.items() if grade > 0 and name not in found)
    if not left:
        return Silent("no relevant document is left")
    longer = ranking_score(subject, case.qrels, _lower(case, left[0]))
    return at_most(subject, ranking_of(subject, case), longer)


def _grades(subject: RankingScore, case: RankingCase) -> Outcome:
    judged = {case.query: {"a": 3, "b": 1}}
    right = ranking_score(subject, judged, {case.query: {"a": 2.0, "b": 1.0}})
    wrong = ranking_score(subject, judged, {case.query: {"a": 1.0, "b": 2.0}})
    outcome = at_most(subject, wrong, right)
    if isinstance(outcome, Holds) and isinstance(same(subject, wrong, right), Holds):
        return broken("the order of two grades makes no difference", right, wrong)
    return outcome


def _two_grades(subject: RankingScore, case: RankingCase) -> Outcome:
    flat = {
        query: {name: min(1, grade) for name, grade in row.items()}
        for query, row in case.qrels.items()
    }
    return same(subject, ranking_of(subject, case), ranking_score(subject, flat, case.run))


def _unjudged(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    fewer = {
        query: {name: grade for name, grade in row.items() if grade > 0}
        for query, row in case.qrels.items()
    }
    return same(subject, ranking_of(subject, case), ranking_score(subject, fewer, case.run))


QUALITY_LAWS: tuple[Law[RankingScore, RankingCase], ...] = (
    Law("defined", "Every run over the judged queries gets a number.", _ranking_defined),
    Law("range", "A score lies between 0 and 1, of graded documents too.", _ranking_range),
    Law(
        "ideal",
        "All relevant documents first, the best graded on top, score 1.",
        _ideal,
        Algebra.IDENTITY,
        frozenset({IDEAL}),
    ),
    Law("nothing-found", "A run without any relevant document scores 0.", _nothing_found),
    Law(
        "promotion",
        "A document that changes places with a less relevant one above it never lowers the score.",
        _promoted,
        Algebra.MONOTONE,
    ),
    Law(
        "tail-unjudged",
        "An unjudged document after all others never raises the score.",
        _tail_unjudged,
        Algebra.MONOTONE,
        frozenset({TAIL}),
    ),
    Law(
        "tail-relevant",
        "A relevant document after all others never lowers the score.",
        _tail_relevant,
        Algebra.MONOTONE,
        frozenset({TAIL}),
    ),
    Law(
        "grades",
        "Of two relevant documents the better graded one scores more on top.",
        _grades,
        Algebra.MONOTONE,
        frozenset({GRADED}),
    ),
    Law(
        "two-grades",
        "All grades above 0 are alike.",
        _two_grades,
        Algebra.IDENTITY,
        frozenset({BINARY}),
    ),
    Law(
        "unjudged",
        "A document with grade 0 is as one that nobody judged.",
        _unjudged,
        Algebra.EMPTY_RULES,
        frozenset({UNJUDGED}),
    ),
)
