"""Laws of scores of rankings: in what order things are written, how they are named and scored."""

from collections.abc import Mapping
from typing import TypeVar

from measurand.algebra.law import Algebra, Broken, Holds, Law, Outcome, Silent
from measurand.laws.kinds.compare import broken, repeatable, same
from measurand.laws.kinds.ranking.cases import (
    NAMELESS,
    ORDINAL,
    REFUSES,
    SETTLES,
    RankingCase,
    RankingScore,
    Run,
    in_order,
    ranking_of,
    ranking_score,
    spread,
    untied,
)
from measurand.laws.kinds.subject import Raised

V = TypeVar("V")


def _turned(row: Mapping[str, V]) -> dict[str, V]:
    return dict(list(row.items())[::-1])


def _ranking_repeatable(subject: RankingScore, case: RankingCase) -> Outcome:
    return repeatable(subject, ranking_of(subject, case), ranking_of(subject, case))


def _run_order(subject: RankingScore, case: RankingCase) -> Outcome:
    turned = ranking_score(
        subject, case.qrels, {query: _turned(row) for query, row in case.run.items()}
    )
    return same(subject, ranking_of(subject, case), turned)


def _judgement_order(subject: RankingScore, case: RankingCase) -> Outcome:
    turned = {query: _turned(row) for query, row in case.qrels.items()}
    return same(subject, ranking_of(subject, case), ranking_score(subject, turned, case.run))


def _query_order(subject: RankingScore, case: RankingCase) -> Outcome:
    qrels, run = _turned(case.qrels), _turned(case.run)
    return same(subject, ranking_of(subject, case), ranking_score(subject, qrels, run))


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


def _rename(subject: RankingScore, case: RankingCase) -> Outcome:
    return _renamed(subject, case, untied(case.run))


def _rename_tied(subject: RankingScore, case: RankingCase) -> Outcome:
    return _renamed(subject, case, case.run)


def _with_nan(case: RankingCase, run: Run) -> Run:
    row = dict(run[case.query])
    if row:
        row[list(row)[case.place % len(row)]] = float("nan")
    return {**run, case.query: row}


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


def _nan_refused(subject: RankingScore, case: RankingCase) -> Outcome:
    if not case.run[case.query]:
        return Silent("no document has a score")
    call = ranking_score(subject, case.qrels, _with_nan(case, case.run))
    return Holds() if isinstance(call.answer, Raised) else broken("NaN is read as a score", call)


ORDER_LAWS: tuple[Law[RankingScore, RankingCase], ...] = (
    Law(
        "repeatable",
        "The same ranking gets the same score.",
        _ranking_repeatable,
        Algebra.STATISTICS,
    ),
    Law(
        "run-order",
        "The order in which a run's documents are written plays no part, tied ones too.",
        _run_order,
        Algebra.ORDER,
    ),
    Law(
        "judgement-order",
        "The order in which judged documents are written plays no part.",
        _judgement_order,
        Algebra.ORDER,
    ),
    Law(
        "query-order",
        "The order in which queries are written plays no part.",
        _query_order,
        Algebra.ORDER,
    ),
    Law(
        "rescaled",
        "Scores twice as large and one more change nothing: only their order counts.",
        _rescaled,
        Algebra.TRANSFORMS,
        frozenset({ORDINAL}),
    ),
    Law(
        "renaming",
        "The names of documents play no part where none are tied.",
        _rename,
        Algebra.TRANSFORMS,
    ),
    Law(
        "rename-tied",
        "The names of documents play no part, tied ones too.",
        _rename_tied,
        Algebra.TRANSFORMS,
        frozenset({NAMELESS}),
    ),
    Law(
        "nan-order",
        "A score that is NaN is refused, or the order of documents plays no part still.",
        _nan_order,
        Algebra.ORDER,
        frozenset({SETTLES}),
    ),
    Law(
        "nan-refused",
        "A score that is NaN is refused.",
        _nan_refused,
        Algebra.EMPTY_RULES,
        frozenset({REFUSES}),
    ),
)
