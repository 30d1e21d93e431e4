"""Scores of rankings: graded documents of queries, and runs that give them scores.

The kind `ranking` is nDCG, average precision, reciprocal rank, precision at a depth and others. Its
laws say where scores end and what makes a ranking better; in what order things may be written, how
named and scored; and what becomes of several queries, and of those that lack something.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TypeVar

from attrs import frozen

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent, law
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
    refused,
    repeated,
    unchanged,
)
from measurand.laws.kinds.compare import at_most, broken, is_mean, same
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import (
    Absent,
    Call,
    Number,
    Raised,
    Subject,
    asked,
    call_in_batches,
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


RankingAsk = Ask[[Qrels, Run], RankingCase]
RankingCheck = Check[[Qrels, Run], RankingCase]
RankingLaw = Law[RankingScore, RankingCase]


def _of(pick: Callable[[RankingCase], tuple[Qrels, Run]]) -> RankingAsk:
    return lambda subject, case: ranking_score(subject, *pick(case))


def _with_run(change: Callable[[RankingCase], Run]) -> RankingAsk:
    return _of(lambda case: (case.qrels, change(case)))


def _with_qrels(change: Callable[[RankingCase], Qrels]) -> RankingAsk:
    return _of(lambda case: (change(case), case.run))


_HERE = _of(lambda case: (case.qrels, case.run))


def _fruitful(check: RankingCheck) -> RankingCheck:
    return needing(RankingCase.fruitful, "some query has no relevant document", check)


def _best(case: RankingCase) -> Run:
    return {
        query: spread([name for name in in_order(judged) if judged[name] > 0])
        for query, judged in case.qrels.items()
    }


def _better(case: RankingCase) -> list[int]:
    """List the places of documents that stand above a more relevant neighbour."""
    judged, order = case.qrels[case.query], in_order(case.run.get(case.query, {}))
    grades = [judged.get(name, 0) for name in order]
    return [i for i, (above, below) in enumerate(pairwise(grades)) if max(0, above) < below]


def _promoted(case: RankingCase) -> Run:
    order, better = in_order(case.run[case.query]), _better(case)
    i = better[case.place % len(better)]
    order[i], order[i + 1] = order[i + 1], order[i]
    return {**untied(case.run), case.query: spread(order)}


def _longer(case: RankingCase, name: str) -> Run:
    row = case.run[case.query]
    return {**case.run, case.query: {**row, name: min(row.values(), default=1.0) - 1}}


def _unranked(case: RankingCase) -> list[str]:
    """List the relevant documents of the query that the run does not have."""
    judged, ranked = case.qrels[case.query], case.run[case.query]
    return sorted(name for name, grade in judged.items() if grade > 0 and name not in ranked)


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


def _graded(change: Callable[[Mapping[str, int]], Mapping[str, int]]) -> RankingAsk:
    return _with_qrels(lambda case: {query: change(row) for query, row in case.qrels.items()})


QUALITY_LAWS: tuple[RankingLaw, ...] = (
    law("defined", "Every run over the judged queries gets a number.")(
        answered_unless(UNDEFINED, _HERE)
    ),
    law("range", "A score lies between 0 and 1, of graded documents too.")(
        claiming({UNBOUNDED}, between(_HERE, 0, float("inf")), between(_HERE, 0, 1))
    ),
    law(
        "ideal",
        "All relevant documents first, the best graded on top, score 1.",
        Algebra.IDENTITY,
        IDEAL,
    )(_fruitful(equal_to(_with_run(_best), 1))),
    law("nothing-found", "A run without any relevant document scores 0.")(
        _fruitful(
            equal_to(_with_run(lambda case: {query: {STRANGER: 1.0} for query in case.qrels}), 0)
        )
    ),
    law(
        "promotion",
        "A document that changes places with a less relevant one above it never lowers the score.",
        Algebra.MONOTONE,
    )(
        needing(
            _better,
            "no document stands below one that is less relevant",
            never_above(_with_run(lambda case: untied(case.run)), _with_run(_promoted)),
        )
    ),
    law(
        "tail-unjudged",
        "An unjudged document after all others never raises the score.",
        Algebra.MONOTONE,
        TAIL,
    )(never_above(_with_run(lambda case: _longer(case, STRANGER)), _HERE)),
    law(
        "tail-relevant",
        "A relevant document after all others never lowers the score.",
        Algebra.MONOTONE,
        TAIL,
    )(
        needing(
            _unranked,
            "no relevant document is left",
            never_above(_HERE, _with_run(lambda case: _longer(case, _unranked(case)[0]))),
        )
    ),
    _grades,
    law("two-grades", "All grades above 0 are alike.", Algebra.IDENTITY, BINARY)(
        unchanged(_HERE, _graded(lambda row: {name: min(1, row[name]) for name in row}))
    ),
    law(
        "unjudged",
        "A document with grade 0 is as one that nobody judged.",
        Algebra.EMPTY_RULES,
        UNJUDGED,
    )(
        _fruitful(
            unchanged(
                _HERE, _graded(lambda row: {name: row[name] for name in row if row[name] > 0})
            )
        )
    ),
)


V = TypeVar("V")


def _turned(row: Mapping[str, V]) -> dict[str, V]:
    return dict(list(row.items())[::-1])


def _rows_turned(rows: Mapping[str, Mapping[str, V]]) -> dict[str, dict[str, V]]:
    return {query: _turned(row) for query, row in rows.items()}


def _with_names(
    rows: Mapping[str, Mapping[str, V]], names: Mapping[str, str]
) -> dict[str, dict[str, V]]:
    return {
        query: {names.get(name, name): value for name, value in row.items()}
        for query, row in rows.items()
    }


def _rescaled(case: RankingCase) -> Run:
    return {
        query: {name: 2 * score + 1 for name, score in row.items()}
        for query, row in case.run.items()
    }


def _renaming(run: Callable[[RankingCase], Run]) -> RankingCheck:
    return unchanged(
        _with_run(run),
        _of(lambda case: (_with_names(case.qrels, case.names), _with_names(run(case), case.names))),
    )


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


ORDER_LAWS: tuple[RankingLaw, ...] = (
    law("repeatable", "The same ranking gets the same score.", Algebra.STATISTICS)(repeated(_HERE)),
    law(
        "run-order",
        "The order in which a run's documents are written plays no part, tied ones too.",
        Algebra.ORDER,
    )(unchanged(_HERE, _with_run(lambda case: _rows_turned(case.run)))),
    law(
        "judgement-order",
        "The order in which judged documents are written plays no part.",
        Algebra.ORDER,
    )(unchanged(_HERE, _with_qrels(lambda case: _rows_turned(case.qrels)))),
    law("query-order", "The order in which queries are written plays no part.", Algebra.ORDER)(
        unchanged(_HERE, _of(lambda case: (_turned(case.qrels), _turned(case.run))))
    ),
    law(
        "rescaled",
        "Scores twice as large and one more change nothing: only their order counts.",
        Algebra.TRANSFORMS,
        ORDINAL,
    )(unchanged(_HERE, _with_run(_rescaled))),
    law("renaming", "The names of documents play no part where none are tied.", Algebra.TRANSFORMS)(
        _renaming(lambda case: untied(case.run))
    ),
    law(
        "rename-tied",
        "The names of documents play no part, tied ones too.",
        Algebra.TRANSFORMS,
        NAMELESS,
    )(_renaming(lambda case: case.run)),
    _nan_order,
    law("nan-refused", "A score that is NaN is refused.", Algebra.EMPTY_RULES, REFUSES)(
        needing(
            lambda case: case.run[case.query],
            "no document has a score",
            refused(_with_run(lambda case: _with_nan(case, case.run)), "NaN is read as a score"),
        )
    ),
)


MEAN, MERGEABLE = "mean", "mergeable"
MISSING_ZERO, MISSING_SKIP = "missing=0", "missing=skip"
BARREN_ZERO, BARREN_SKIP = "barren=0", "barren=skip"
EXTRA = "q9"
"""A query that is not in the cases."""


def _query_mean(subject: RankingScore, case: RankingCase) -> Outcome:
    whole = _HERE(subject, case)
    singles = [
        ranking_score(subject, {query: case.qrels[query]}, {query: case.run[query]})
        for query in case.qrels
    ]
    return is_mean(subject, whole, singles, "some query has no score")


def _less(case: RankingCase, rows: Mapping[str, Mapping[str, V]]) -> dict[str, Mapping[str, V]]:
    """Leave out the query that something is done to."""
    return {query: row for query, row in rows.items() if query != case.query}


def _other_queries(check: RankingCheck) -> RankingCheck:
    return needing(lambda case: _less(case, case.run), "there is no other query", check)


_MISSING = _with_run(lambda case: _less(case, case.run))


def _barren(case: RankingCase) -> tuple[Qrels, Run]:
    judged = dict.fromkeys(case.qrels[case.query], 0)
    return {case.query: judged}, {case.query: case.run[case.query]}


def _first_and_others(case: RankingCase) -> list[tuple[Qrels, Run]]:
    first, *others = case.qrels
    return [
        ({query: case.qrels[query] for query in part}, {query: case.run[query] for query in part})
        for part in ([first], others)
        if part
    ]


def _either_order(more: Callable[[RankingCase], tuple[Qrels, Run]]) -> RankingCheck:
    """Hold where a batch that says otherwise is refused, or may come first or last."""

    def check(subject: RankingScore, case: RankingCase) -> Outcome:
        parts = [(case.qrels, case.run), more(case)]
        here: Call[Number] | None = call_in_batches(subject, number, parts)
        there: Call[Number] | None = call_in_batches(subject, number, parts[::-1])
        if here is None or there is None:
            return Silent("it does not take batches")
        refused = [isinstance(call.answer, Raised | Absent) for call in (here, there)]
        return Holds() if all(refused) else same(subject, here, there)

    return check


def _other_grades(case: RankingCase) -> tuple[Qrels, Run]:
    judged = case.qrels[case.query]
    return {case.query: {name: 0 if grade else 1 for name, grade in judged.items()}}, {}


def _other_scores(case: RankingCase) -> tuple[Qrels, Run]:
    row = case.run[case.query]
    return {}, {case.query: {name: -1 - 2 * score for name, score in row.items()}}


QUERY_LAWS: tuple[RankingLaw, ...] = (
    law("mean", "The score of all queries is the mean of their scores.", Algebra.MERGE, MEAN)(
        _fruitful(_query_mean)
    ),
    law(
        "missing-zero",
        "A judged query that the run lacks is as one that found nothing relevant.",
        Algebra.EMPTY_RULES,
        MISSING_ZERO,
    )(
        _other_queries(
            unchanged(_MISSING, _with_run(lambda case: {**case.run, case.query: {STRANGER: 1.0}}))
        )
    ),
    law(
        "missing-skip",
        "A judged query that the run lacks plays no part.",
        Algebra.EMPTY_RULES,
        MISSING_SKIP,
    )(
        _other_queries(
            unchanged(_MISSING, _of(lambda case: (_less(case, case.qrels), _less(case, case.run))))
        )
    ),
    law("extra-query", "A query that nobody judged plays no part.", Algebra.EMPTY_RULES)(
        unchanged(_HERE, _with_run(lambda case: {**case.run, EXTRA: {"a": 1.0}}))
    ),
    law(
        "barren-zero",
        "A query without relevant documents scores 0.",
        Algebra.EMPTY_RULES,
        BARREN_ZERO,
    )(equal_to(_of(_barren), 0)),
    law(
        "barren-skip",
        "A query without relevant documents plays no part.",
        Algebra.EMPTY_RULES,
        BARREN_SKIP,
    )(
        _fruitful(
            unchanged(
                _HERE,
                _of(
                    lambda case: ({**case.qrels, EXTRA: {"a": 0}}, {**case.run, EXTRA: {"a": 1.0}})
                ),
            )
        )
    ),
    law("batches", "Queries in batches score as all at once.", Algebra.MERGE, MERGEABLE)(
        in_batches(_HERE, _first_and_others, "it does not take batches")
    ),
    law(
        "conflict",
        "A document with two grades is refused, or the order of the two plays no part.",
        Algebra.ORDER,
        MERGEABLE,
    )(_either_order(_other_grades)),
    law(
        "conflict-of-scores",
        "A document with two scores is refused, or the order of the two plays no part.",
        Algebra.ORDER,
        MERGEABLE,
    )(_either_order(_other_scores)),
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
