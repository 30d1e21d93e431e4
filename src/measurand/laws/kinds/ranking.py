"""Scores of rankings: graded documents of queries, and runs that give them scores.

Laws of scores of rankings: their ends, and what makes a ranking better.

Laws of scores of rankings: in what order things are written, how they are named and scored.

Laws of scores of rankings: what becomes of several queries, and of those that lack something.

The kind `ranking`: nDCG, average precision, reciprocal rank, precision at a depth and others.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import law
from measurand.laws.kinds.compare import (
    at_most,
    broken,
    defined,
    inside,
    is_number,
    repeatable,
    same,
    silent,
)
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    asked,
    asked_in_batches,
    number,
)

Qrels = Mapping[str, Mapping[str, int]]
Run = Mapping[str, Mapping[str, float]]
RankingScore = Subject[[Qrels, Run]]
UNBOUNDED, UNDEFINED, IDEAL, ORDINAL = "unbounded", "undefined", "ideal=1", "ordinal"
NAMELESS, TAIL, GRADED, BINARY = "nameless", "tail", "graded", "binary"
UNJUDGED, REFUSES, SETTLES = "unjudged=0", "refuses-nan", "settles-nan"
STRANGER = "z"
"""A document that nobody judged and no run has."""


@frozen
class RankingCase:
    """Judged queries and a run with all of them; what is done to them.

    `place` picks a query, a document or a pair of neighbours; `names` exchanges documents.

    >>> RankingCase({"q": {"a": 1}}, {"q": {"b": 1.0}}).query
    'q'
    """

    qrels: Qrels
    run: Run
    place: int = 0
    names: Mapping[str, str] = {}

    @property
    def query(self) -> str:
        """Name the query that something is done to."""
        return list(self.qrels)[self.place % len(self.qrels)]

    def fruitful(self) -> bool:
        """Say whether every query has a relevant document."""
        return all(any(grade > 0 for grade in judged.values()) for judged in self.qrels.values())


def ranking_score(subject: RankingScore, qrels: Qrels, run: Run) -> Call[Number]:
    """Ask for the score of a run.

    >>> ranking_score(Subject("always", lambda qrels, run: 1), {}, {}).answer
    Fraction(1, 1)
    """
    return asked(subject, number, qrels, run)


def in_order(scores: Mapping[str, float]) -> list[str]:
    """List documents from the highest score to the lowest, ties by name.

    >>> in_order({"b": 1.0, "a": 1.0, "c": 2.0})
    ['c', 'a', 'b']
    """
    return sorted(scores, key=lambda name: (-scores[name], name))


def spread(documents: list[str]) -> dict[str, float]:
    """Give documents scores without ties, from the first to the last.

    >>> spread(["c", "a"])
    {'c': 2.0, 'a': 1.0}
    """
    return {name: float(len(documents) - i) for i, name in enumerate(documents)}


def untied(run: Run) -> Run:
    """Give every document of a query another score, in the order that they have.

    >>> untied({"q": {"b": 1.0, "a": 1.0}})
    {'q': {'a': 2.0, 'b': 1.0}}
    """
    return {query: spread(in_order(scores)) for query, scores in run.items()}


def ranking_of(subject: RankingScore, case: RankingCase) -> Call[Number]:
    """Ask for the score of a case.

    >>> case = RankingCase({"q": {"a": 1}}, {"q": {"b": 1.0}})
    >>> ranking_of(Subject("queries", lambda qrels, run: len(qrels)), case).answer
    Fraction(1, 1)
    """
    return ranking_score(subject, case.qrels, case.run)


@law("defined", "Every run over the judged queries gets a number.")
def _ranking_defined(subject: RankingScore, case: RankingCase) -> Outcome:
    return defined(ranking_of(subject, case), absent=UNDEFINED in subject.claims)


@law("range", "A score lies between 0 and 1, of graded documents too.")
def _ranking_range(subject: RankingScore, case: RankingCase) -> Outcome:
    high = float("inf") if UNBOUNDED in subject.claims else 1
    return inside(ranking_of(subject, case), 0, high)


@law(
    "ideal",
    "All relevant documents first, the best graded on top, score 1.",
    Algebra.IDENTITY,
    IDEAL,
)
def _ideal(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    best = {
        query: spread([name for name in in_order(judged) if judged[name] > 0])
        for query, judged in case.qrels.items()
    }
    return is_number(subject, ranking_score(subject, case.qrels, best), Fraction(1))


@law("nothing-found", "A run without any relevant document scores 0.")
def _nothing_found(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    nothing: Run = {query: {STRANGER: 1.0} for query in case.qrels}
    return is_number(subject, ranking_score(subject, case.qrels, nothing), Fraction(0))


@law(
    "promotion",
    "A document that changes places with a less relevant one above it never lowers the score.",
    Algebra.MONOTONE,
)
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
        subject, ranking_score(subject, case.qrels, run), ranking_score(subject, case.qrels, higher)
    )


def _lower(case: RankingCase, name: str) -> Run:
    row = case.run[case.query]
    return {**case.run, case.query: {**row, name: min(row.values(), default=1.0) - 1}}


@law(
    "tail-unjudged",
    "An unjudged document after all others never raises the score.",
    Algebra.MONOTONE,
    TAIL,
)
def _tail_unjudged(subject: RankingScore, case: RankingCase) -> Outcome:
    longer = ranking_score(subject, case.qrels, _lower(case, STRANGER))
    return at_most(subject, longer, ranking_of(subject, case))


@law(
    "tail-relevant",
    "A relevant document after all others never lowers the score.",
    Algebra.MONOTONE,
    TAIL,
)
def _tail_relevant(subject: RankingScore, case: RankingCase) -> Outcome:
    judged, found = case.qrels[case.query], case.run[case.query]
    left = sorted(name for name, grade in judged.items() if grade > 0 and name not in found)
    if not left:
        return Silent("no relevant document is left")
    longer = ranking_score(subject, case.qrels, _lower(case, left[0]))
    return at_most(subject, ranking_of(subject, case), longer)


@law(
    "grades",
    "Of two relevant documents the better graded one scores more on top.",
    Algebra.MONOTONE,
    GRADED,
)
def _grades(subject: RankingScore, case: RankingCase) -> Outcome:
    judged = {case.query: {"a": 3, "b": 1}}
    right = ranking_score(subject, judged, {case.query: {"a": 2.0, "b": 1.0}})
    wrong = ranking_score(subject, judged, {case.query: {"a": 1.0, "b": 2.0}})
    outcome = at_most(subject, wrong, right)
    if isinstance(outcome, Holds) and isinstance(same(subject, wrong, right), Holds):
        return broken("the order of two grades makes no difference", right, wrong)
    return outcome


@law("two-grades", "All grades above 0 are alike.", Algebra.IDENTITY, BINARY)
def _two_grades(subject: RankingScore, case: RankingCase) -> Outcome:
    flat = {
        query: {name: min(1, grade) for name, grade in row.items()}
        for query, row in case.qrels.items()
    }
    return same(subject, ranking_of(subject, case), ranking_score(subject, flat, case.run))


@law(
    "unjudged",
    "A document with grade 0 is as one that nobody judged.",
    Algebra.EMPTY_RULES,
    UNJUDGED,
)
def _unjudged(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    fewer = {
        query: {name: grade for name, grade in row.items() if grade > 0}
        for query, row in case.qrels.items()
    }
    return same(subject, ranking_of(subject, case), ranking_score(subject, fewer, case.run))


QUALITY_LAWS: tuple[Law[RankingScore, RankingCase], ...] = (
    _ranking_defined,
    _ranking_range,
    _ideal,
    _nothing_found,
    _promoted,
    _tail_unjudged,
    _tail_relevant,
    _grades,
    _two_grades,
    _unjudged,
)


V = TypeVar("V")


def _turned(row: Mapping[str, V]) -> dict[str, V]:
    return dict(list(row.items())[::-1])


@law("repeatable", "The same ranking gets the same score.", Algebra.STATISTICS)
def _ranking_repeatable(subject: RankingScore, case: RankingCase) -> Outcome:
    return repeatable(subject, ranking_of(subject, case), ranking_of(subject, case))


@law(
    "run-order",
    "The order in which a run's documents are written plays no part, tied ones too.",
    Algebra.ORDER,
)
def _run_order(subject: RankingScore, case: RankingCase) -> Outcome:
    turned = ranking_score(
        subject, case.qrels, {query: _turned(row) for query, row in case.run.items()}
    )
    return same(subject, ranking_of(subject, case), turned)


@law(
    "judgement-order",
    "The order in which judged documents are written plays no part.",
    Algebra.ORDER,
)
def _judgement_order(subject: RankingScore, case: RankingCase) -> Outcome:
    turned = {query: _turned(row) for query, row in case.qrels.items()}
    return same(subject, ranking_of(subject, case), ranking_score(subject, turned, case.run))


@law("query-order", "The order in which queries are written plays no part.", Algebra.ORDER)
def _query_order(subject: RankingScore, case: RankingCase) -> Outcome:
    qrels, run = _turned(case.qrels), _turned(case.run)
    return same(subject, ranking_of(subject, case), ranking_score(subject, qrels, run))


@law(
    "rescaled",
    "Scores twice as large and one more change nothing: only their order counts.",
    Algebra.TRANSFORMS,
    ORDINAL,
)
def _rescaled(subject: RankingScore, case: RankingCase) -> Outcome:
    run = {
        query: {name: 2 * score + 1 for name, score in row.items()}
        for query, row in case.run.items()
    }
    return same(subject, ranking_of(subject, case), ranking_score(subject, case.qrels, run))


def _renamed(subject: RankingScore, case: RankingCase, run: Run) -> Outcome:
    here = ranking_score(subject, case.qrels, run)
    qrels = {query: _with_names(row, case) for query, row in case.qrels.items()}
    other = {query: _with_names(row, case) for query, row in run.items()}
    return same(subject, here, ranking_score(subject, qrels, other))


def _with_names(row: Mapping[str, V], case: RankingCase) -> dict[str, V]:
    return {case.names.get(name, name): value for name, value in row.items()}


@law("renaming", "The names of documents play no part where none are tied.", Algebra.TRANSFORMS)
def _rename(subject: RankingScore, case: RankingCase) -> Outcome:
    return _renamed(subject, case, untied(case.run))


@law(
    "rename-tied",
    "The names of documents play no part, tied ones too.",
    Algebra.TRANSFORMS,
    NAMELESS,
)
def _rename_tied(subject: RankingScore, case: RankingCase) -> Outcome:
    return _renamed(subject, case, case.run)


def _with_nan(case: RankingCase, run: Run) -> Run:
    row = dict(run[case.query])
    if row:
        row[list(row)[case.place % len(row)]] = float("nan")
    return {**run, case.query: row}


@law(
    "nan-order",
    "A score that is NaN is refused, or the order of documents plays no part still.",
    Algebra.ORDER,
    SETTLES,
)
def _nan_order(subject: RankingScore, case: RankingCase) -> Outcome:
    row = in_order(case.run[case.query])
    row = [*row, *sorted(set(case.qrels[case.query]) - set(row))]
    run = _with_nan(case, {**untied(case.run), case.query: spread(row)})
    here = ranking_score(subject, case.qrels, run)
    outcome: Outcome = Silent("one document has one order")
    for first in range(1, len(run[case.query])):
        rows = list(run[case.query].items())
        other = {**run, case.query: dict([*rows[first:], *rows[:first][::-1]])}
        outcome = same(subject, here, ranking_score(subject, case.qrels, other))
        if isinstance(outcome, Broken):
            return outcome
    return outcome


@law("nan-refused", "A score that is NaN is refused.", Algebra.EMPTY_RULES, REFUSES)
def _nan_refused(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.run[case.query]:
        return Silent("no document has a score")
    call = ranking_score(subject, case.qrels, _with_nan(case, case.run))
    return Holds() if isinstance(call.answer, Raised) else broken("NaN is read as a score", call)


ORDER_LAWS: tuple[Law[RankingScore, RankingCase], ...] = (
    _ranking_repeatable,
    _run_order,
    _judgement_order,
    _query_order,
    _rescaled,
    _rename,
    _rename_tied,
    _nan_order,
    _nan_refused,
)


MEAN, MERGEABLE = "mean", "mergeable"
MISSING_ZERO, MISSING_SKIP = "missing=0", "missing=skip"
BARREN_ZERO, BARREN_SKIP = "barren=0", "barren=skip"
EXTRA = "q9"
"""A query that is not in the cases."""


@law("mean", "The score of all queries is the mean of their scores.", Algebra.MERGE, MEAN)
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


@law(
    "missing-zero",
    "A judged query that the run lacks is as one that found nothing relevant.",
    Algebra.EMPTY_RULES,
    MISSING_ZERO,
)
def _missing_zero(subject: RankingScore, case: RankingCase) -> Outcome:
    less = {query: row for query, row in case.run.items() if query != case.query}
    if not less:
        return Silent("there is no other query")
    nothing = {**case.run, case.query: {STRANGER: 1.0}}
    here = ranking_score(subject, case.qrels, less)
    return same(subject, here, ranking_score(subject, case.qrels, nothing))


@law(
    "missing-skip",
    "A judged query that the run lacks plays no part.",
    Algebra.EMPTY_RULES,
    MISSING_SKIP,
)
def _missing_skip(subject: RankingScore, case: RankingCase) -> Outcome:
    less = {query: row for query, row in case.run.items() if query != case.query}
    fewer = {query: row for query, row in case.qrels.items() if query != case.query}
    if not less:
        return Silent("there is no other query")
    here = ranking_score(subject, case.qrels, less)
    return same(subject, here, ranking_score(subject, fewer, less))


@law("extra-query", "A query that nobody judged plays no part.", Algebra.EMPTY_RULES)
def _extra_query(subject: RankingScore, case: RankingCase) -> Outcome:
    more = {**case.run, EXTRA: {"a": 1.0}}
    here = ranking_score(subject, case.qrels, case.run)
    return same(subject, here, ranking_score(subject, case.qrels, more))


@law(
    "barren-zero", "A query without relevant documents scores 0.", Algebra.EMPTY_RULES, BARREN_ZERO
)
def _barren_zero(subject: RankingScore, case: RankingCase) -> Outcome:
    judged = dict.fromkeys(case.qrels[case.query], 0)
    run = {case.query: case.run[case.query]}
    return is_number(subject, ranking_score(subject, {case.query: judged}, run), Fraction(0))


@law(
    "barren-skip",
    "A query without relevant documents plays no part.",
    Algebra.EMPTY_RULES,
    BARREN_SKIP,
)
def _barren_skip(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.fruitful():
        return Silent("some query has no relevant document")
    qrels = {**case.qrels, EXTRA: {"a": 0}}
    run = {**case.run, EXTRA: {"a": 1.0}}
    here = ranking_score(subject, case.qrels, case.run)
    return same(subject, here, ranking_score(subject, qrels, run))


@law("batches", "Queries in batches score as all at once.", Algebra.MERGE, MERGEABLE)
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


@law(
    "conflict",
    "A document with two grades is refused, or the order of the two plays no part.",
    Algebra.ORDER,
    MERGEABLE,
)
def _conflict(subject: RankingScore, case: RankingCase) -> Outcome:
    judged = case.qrels[case.query]
    other = {case.query: {name: 0 if grade else 1 for name, grade in judged.items()}}
    return _either_order(subject, case, (other, {}))


@law(
    "conflict-of-scores",
    "A document with two scores is refused, or the order of the two plays no part.",
    Algebra.ORDER,
    MERGEABLE,
)
def _conflict_of_scores(subject: RankingScore, case: RankingCase) -> Outcome:
    row = case.run[case.query]
    other = {case.query: {name: -1 - 2 * score for name, score in row.items()}}
    return _either_order(subject, case, ({}, other))


QUERY_LAWS: tuple[Law[RankingScore, RankingCase], ...] = (
    _query_mean,
    _missing_zero,
    _missing_skip,
    _extra_query,
    _barren_zero,
    _barren_skip,
    _batches,
    _conflict,
    _conflict_of_scores,
)


RANKING_LAWS = (*QUALITY_LAWS, *ORDER_LAWS, *QUERY_LAWS)
RANKING: Kind[[Qrels, Run], RankingCase] = Kind(
    name="ranking",
    takes=(
        "judgements (query to document to grade) and a run (query to document to score), and gives "
        "a number, which is 0 where nothing relevant is found"
    ),
    claims={
        UNBOUNDED: "a score has no upper end",
        UNDEFINED: "some runs may have no number: None or NaN",
        IDEAL: "the best ranking of all relevant documents scores 1",
        ORDINAL: "only the order of scores counts",
        NAMELESS: "the names of documents play no part, not for tied ones either",
        TAIL: "after all others, an unjudged document never helps and a relevant one never harms",
        GRADED: "a higher grade counts more",
        BINARY: "all grades above 0 are alike",
        UNJUDGED: "a document with grade 0 is as one that nobody judged",
        REFUSES: "a score that is NaN is refused",
        SETTLES: "a score that is NaN is refused, or stands where no order of writing moves it",
        MEAN: "the score of all queries is the mean of their scores",
        MERGEABLE: "queries in batches score as all at once",
        MISSING_ZERO: "a judged query that the run lacks scores 0",
        MISSING_SKIP: "a judged query that the run lacks is left out",
        BARREN_ZERO: "a query without relevant documents scores 0",
        BARREN_SKIP: "a query without relevant documents is left out",
    },
    laws=RANKING_LAWS,
    apart=(
        frozenset({GRADED, BINARY}),
        frozenset({MISSING_ZERO, MISSING_SKIP}),
        frozenset({BARREN_ZERO, BARREN_SKIP}),
        frozenset({UNBOUNDED, IDEAL}),
    ),
)
