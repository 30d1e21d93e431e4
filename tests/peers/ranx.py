"""ranx: scores of rankings."""

from collections.abc import Callable, Mapping
from importlib import import_module

from measurand.edges.trials.suites import RANKING
from measurand.laws.kinds.ranking import (
    BARREN_ZERO,
    BINARY,
    GRADED,
    IDEAL,
    MEAN,
    MISSING_ZERO,
    ORDINAL,
    TAIL,
    UNBOUNDED,
    UNJUDGED,
    Qrels,
    Run,
)
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

IMPORTS = ("from ranx import Qrels, Run, evaluate",)

WRITTEN_ORDER = Note(
    Tone.DEFECT,
    "Documents with the same score keep the order in which they were put into the dict, so two "
    "files with the same scores can differ in every metric. Sorting by a second key would mend it.",
    "D16",
)
ABOVE_ONE = Note(
    Tone.DEFECT,
    "Grades are gains here, undivided: a grade of 2 or more takes the score above 1.",
    "D15",
)
NO_NUMBER = Note(
    Tone.DEFECT,
    "Where no document is judged not relevant the score is divided by 0, and one such query makes "
    "the mean of all queries NaN.",
    "D15",
)


def _score(metric: str) -> Callable[[Qrels, Run], object]:
    def score(qrels: Qrels, run: Run) -> object:
        ranx = import_module("ranx")
        judged = ranx.Qrels({query: dict(row) for query, row in qrels.items()})
        ranked = ranx.Run({query: dict(row) for query, row in run.items()})
        return float(ranx.evaluate(judged, ranked, metric, make_comparable=True))

    return score


def _write(metric: str) -> Callable[[Qrels, Run], str]:
    def write(qrels: Qrels, run: Run) -> str:
        both = f"Qrels({written(qrels)}), Run({written(run)})"
        return f"evaluate({both}, '{metric}', make_comparable=True)"

    return write


def _peer(metric: str, claims: frozenset[str], notes: Mapping[str, Note]) -> Peer:
    subject = Subject(metric, _score(metric), claims, None, _write(metric), IMPORTS)
    return Peer(suite=RANKING, subject=subject, notes={"run-order": WRITTEN_ORDER, **notes})


def _peers() -> tuple[Peer, ...]:
    shared = frozenset({ORDINAL, MEAN, MISSING_ZERO, BARREN_ZERO})
    found = shared | {TAIL, UNJUDGED}
    return (
        _peer("precision@2", found | {BINARY}, {}),
        _peer("mrr", found | {BINARY, IDEAL}, {}),
        _peer("map", found | {BINARY, IDEAL}, {}),
        _peer("ndcg", found | {GRADED, IDEAL}, {}),
        _peer("dcg", found | {GRADED, UNBOUNDED}, {}),
        _peer("rbp.50", found | {GRADED}, {"range": ABOVE_ONE}),
        _peer("bpref", shared | {BINARY}, {"defined": NO_NUMBER}),
    )


LIBRARY = Library(name="ranx", package="ranx", peers=_peers)
