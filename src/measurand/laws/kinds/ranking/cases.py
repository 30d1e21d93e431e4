"""Scores of rankings: graded documents of queries, and runs that give them scores."""

from collections.abc import Mapping

from attrs import frozen

from measurand.laws.kinds.subject import Call, Number, Subject, asked, number

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
