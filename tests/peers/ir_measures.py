"""ir-measures: scores of rankings by its own and other providers, and the names of measures."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from measurand.edges.trials.suites import RANKING, SIGNATURE
from measurand.laws.kinds.ranking import (
    BARREN_ZERO,
    BINARY,
    GRADED,
    IDEAL,
    MEAN,
    MERGEABLE,
    MISSING_ZERO,
    ORDINAL,
    SETTLES,
    TAIL,
    UNJUDGED,
    Qrels,
    Run,
)
from measurand.laws.kinds.signatures import DEFAULTS, PARSED, Listing, Options
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

IMPORTS = (
    "import ir_measures",
    "from ir_measures import *",
    "from ir_measures import Qrel, ScoredDoc",
)
Asked = Options | str | None

NAN_SCORE = Note(
    Tone.TRAP,
    "A score that is NaN is taken; where the document then stands depends on the order in which "
    "documents are written.",
    "D31",
)
CONFLICT = Note(
    Tone.TRAP,
    "Two judgements of one document that disagree are both taken, and the last one counts: the "
    "order of the rows decides.",
    "D31",
)
GAINS = Note(
    Tone.TRAP,
    "Pairs of a grade and the same gain are left out of the name, which then reads nDCG(gains={}) "
    "and not nDCG: one measure has two names, and the two are not equal.",
    "D31",
)

SCORES = Note(
    Tone.TRAP,
    "A document that a run lists twice is taken twice, and one of its scores counts: the order of "
    "the rows decides.",
    "D31",
)
KEYWORDS = Note(
    Tone.TRAP,
    "The name keeps the order in which the parameters were written, and measures are compared and "
    "hashed by it: one measure written in two orders is two measures.",
    "new",
)


def _measure(text: str) -> object:
    return import_module("ir_measures").parse_measure(text)


def _score(text: str) -> Callable[[Qrels, Run], object]:
    def score(qrels: Qrels, run: Run) -> object:
        ir = import_module("ir_measures")
        measure = _measure(text)
        rows = {query: dict(row) for query, row in qrels.items()}
        return float(ir.calc_aggregate([measure], rows, dict(run))[measure])

    return score


def _rows_of(
    batches: Sequence[object],
) -> tuple[list[tuple[str, str, int]], list[tuple[str, str, float]]]:
    parts = [part for part in batches if isinstance(part, tuple)]
    qrels = [(query, row) for judged, _ in parts for query, row in judged.items()]
    run = [(query, row) for _, ranked in parts for query, row in ranked.items()]
    return (
        [(query, name, grade) for query, row in qrels for name, grade in row.items()],
        [(query, name, value) for query, row in run for name, value in row.items()],
    )


def _batched(text: str) -> Callable[[Sequence[object]], object]:
    def score(batches: Sequence[object]) -> object:
        ir = import_module("ir_measures")
        measure = _measure(text)
        judged, ranked = _rows_of(batches)
        qrels, run = [ir.Qrel(*row) for row in judged], [ir.ScoredDoc(*row) for row in ranked]
        return float(ir.calc_aggregate([measure], qrels, run)[measure])

    return score


def _write(text: str) -> Callable[[Qrels, Run], str]:
    def write(qrels: Qrels, run: Run) -> str:
        return f"ir_measures.calc_aggregate([{text}], {written(qrels)}, {written(run)})[{text}]"

    return write


def _write_rows(text: str) -> Callable[[Sequence[object]], str]:
    def write(batches: Sequence[object]) -> str:
        judged, ranked = _rows_of(batches)
        qrels = ", ".join(f"ir_measures.Qrel{written(row)}" for row in judged)
        run = ", ".join(f"ir_measures.ScoredDoc{written(row)}" for row in ranked)
        return f"ir_measures.calc_aggregate([{text}], [{qrels}], [{run}])[{text}]"

    return write


def _peer(text: str, claims: frozenset[str], notes: Mapping[str, Note]) -> Peer:
    subject = Subject(
        text, _score(text), claims, _batched(text), _write(text), IMPORTS, _write_rows(text)
    )
    return Peer(suite=RANKING, subject=subject, notes=notes)


NDCG: Listing = {"gains": [{}, {1: 1, 2: 2}, {1: 1, 2: 3}], "judged_only": [False, True]}


def _rows(texts: Sequence[str]) -> dict[str, list[str]]:
    return {f"q{i}": list(dict.fromkeys(text.split())) for i, text in enumerate(texts)}


def _judged(references: Sequence[str]) -> dict[str, dict[str, int]]:
    return {
        q: {word: 1 + i % 2 for i, word in enumerate(ws)} for q, ws in _rows(references).items()
    }


def _ranked(hypotheses: Sequence[str]) -> dict[str, dict[str, float]]:
    return {
        q: {word: -float(i) for i, word in enumerate(ws)} for q, ws in _rows(hypotheses).items()
    }


def _named(options: Asked, references: Sequence[str], hypotheses: Sequence[str]) -> object:
    if options is None:
        return NDCG
    ir = import_module("ir_measures")
    measure = ir.parse_measure(options) if isinstance(options, str) else ir.nDCG(**options)
    values = ir.calc_aggregate([measure], _judged(references), _ranked(hypotheses))
    return str(measure), float(values[measure])


def _write_named(options: Asked, references: Sequence[str], hypotheses: Sequence[str]) -> str:
    made = f"ir_measures.parse_measure({options!r})"
    if isinstance(options, Mapping):
        made = f"nDCG({', '.join(f'{name}={written(v)}' for name, v in options.items())})"
    data = f"{written(_judged(references))}, {written(_ranked(hypotheses))}"
    return f"(m := {made}, str(m), ir_measures.calc_aggregate([m], {data})[m])[1:]"


def _peers() -> tuple[Peer, ...]:
    shared = frozenset({ORDINAL, SETTLES, MEAN, MERGEABLE, MISSING_ZERO, BARREN_ZERO})
    found = shared | {TAIL, UNJUDGED}
    rows = {"conflict": CONFLICT, "conflict-of-scores": SCORES}
    usual = {"nan-order": NAN_SCORE, **rows}
    names = Subject("nDCG name", _named, {DEFAULTS, PARSED}, None, _write_named, IMPORTS)
    return (
        _peer("P@2", found | {BINARY}, usual),
        _peer("RR", found | {BINARY, IDEAL}, usual),
        _peer("AP", found | {BINARY, IDEAL}, usual),
        _peer("nDCG", found | {GRADED, IDEAL}, usual),
        _peer("Rprec", shared | {BINARY, IDEAL}, usual),
        _peer("Success@2", found | {BINARY, IDEAL}, usual),
        _peer("Bpref", shared | {BINARY}, usual),
        Peer(suite=SIGNATURE, subject=names, notes={"default": GAINS, "option-order": KEYWORDS}),
    )


LIBRARY = Library(name="ir-measures", package="ir-measures", peers=_peers)
