"""pytrec_eval: scores of rankings, by query, and their mean over the queries that it scores."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from measurand.edges.trials.suites import RANKING
from measurand.laws.kinds.ranking import Qrels, Run
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

FOUND = frozenset({"ordinal", "settles-nan", "mean", "missing=skip", "barren=0", "tail"})
NAN_SCORE = Note(
    Tone.DEFECT,
    "NaN is compared like a score while documents are sorted, so that their order, and the score, "
    "depend on which was written first.",
    "new",
)
NAN_ORDER: Mapping[str, Note] = {"nan-order": NAN_SCORE}
NOTHING: Mapping[str, Note] = {}


def _peer(name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NAN_ORDER) -> Peer:
    def ask(qrels: Qrels, run: Run) -> object:
        from pytrec_eval import RelevanceEvaluator

        judged = {query: dict(row) for query, row in qrels.items()}
        ranked = {query: dict(row) for query, row in run.items()}
        rows = RelevanceEvaluator(judged, {name}).evaluate(ranked)
        measured = [row[name] for _, row in sorted(rows.items())]
        return sum(measured) / len(measured)

    def write(qrels: Qrels, run: Run) -> str:
        rows = f"RelevanceEvaluator({written(qrels)}, {{{name!r}}}).evaluate({written(run)})"
        return f"fmean(row[{name!r}] for row in {rows}.values())"

    imports = ("from statistics import fmean", "from pytrec_eval import RelevanceEvaluator")
    subject: Subject[...] = Subject(name, ask, frozenset(claims), None, write, imports)
    return Peer(suite=RANKING, subject=subject, notes=notes)


def _peers() -> tuple[Peer, ...]:
    binary = FOUND | {"binary", "ideal=1"}
    return (
        _peer("map", binary | {"unjudged=0"}),
        _peer("recip_rank", binary | {"unjudged=0"}),
        _peer("ndcg", FOUND | {"graded", "ideal=1", "unjudged=0"}),
        _peer("Rprec", binary - {"tail"} | {"unjudged=0"}),
        _peer("P_5", FOUND | {"binary", "unjudged=0"}, NOTHING),
        _peer("bpref", FOUND - {"tail"} | {"binary"}),
        _peer("success_1", binary | {"unjudged=0"}),
    )


LIBRARY = Library(name="pytrec_eval", package="pytrec-eval-terrier", peers=_peers)
