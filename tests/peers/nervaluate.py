"""nervaluate: spans in four modes, as one score, as a chain of modes and as counts."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from measurand.edges.trials.suite import Trying
from measurand.edges.trials.suites import SPAN_COUNTS, SPAN_MODES
from measurand.edges.trials.suites import SPAN_F1_2026_1 as SPAN_F1
from measurand.laws.kinds.span_scores import Spans
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

Entities = list[list[dict[str, object]]]
IMPORTS = ("from nervaluate import Evaluator",)
TAGS = ("A", "B")
STRICT = frozenset({"strict", "micro"})
MODES = {"strict": "strict", "exact": "exact", "partial": "partial", "type": "ent_type"}


def entities(side: Spans) -> Entities:
    """Write spans as the tool takes them: their last token is inside."""
    return [
        [{"label": label, "start": low, "end": high - 1} for low, high, label in spans]
        for spans in side
    ]


def _evaluator(gold: Spans, predicted: Spans) -> str:
    sides = f"{written(entities(gold))}, {written(entities(predicted))}"
    return f"Evaluator({sides}, tags=['A', 'B'], loader='dict')"


def _evaluated(gold: Spans, predicted: Spans) -> Mapping[str, object]:
    from nervaluate import Evaluator

    evaluator = Evaluator(entities(gold), entities(predicted), tags=list(TAGS), loader="dict")
    answer: Mapping[str, object] = evaluator.evaluate()
    return answer


def _f1(gold: Spans, predicted: Spans, mode: str) -> object:
    overall = _evaluated(gold, predicted)["overall"]
    return overall[MODES[mode]].f1 if isinstance(overall, Mapping) else None


def _written_f1(gold: Spans, predicted: Spans, mode: str) -> str:
    return f"{_evaluator(gold, predicted)}.evaluate()['overall']['{MODES[mode]}'].f1"


def _of_mode(function: Callable[..., object], mode: str) -> Callable[[Spans, Spans], object]:
    return lambda gold, predicted: function(gold, predicted, mode)


def _row(found: object) -> tuple[int, int, int]:
    result = found["strict"] if isinstance(found, Mapping) else found
    correct, actual, possible = (
        int(getattr(result, name)) for name in ("correct", "actual", "possible")
    )
    return correct, actual, possible


def _counts(gold: Spans, predicted: Spans) -> object:
    found = _evaluated(gold, predicted)
    labels = found["entities"]
    if not isinstance(labels, Mapping):
        return None
    return {
        **{label: _row(row) for label, row in labels.items()},
        "": _row(found["overall"]),
    }


def _written_counts(gold: Spans, predicted: Spans) -> str:
    return f"{_evaluator(gold, predicted)}.evaluate()"


def _report(gold: Spans, predicted: Spans) -> object:
    from nervaluate import Evaluator

    evaluator = Evaluator(entities(gold), entities(predicted), tags=list(TAGS), loader="dict")
    evaluator.summary_report_indices()
    return _f1(gold, predicted, "strict")


def _written_report(gold: Spans, predicted: Spans) -> str:
    return f"{_evaluator(gold, predicted)}.summary_report_indices()"


def _default(gold: Spans, predicted: Spans) -> object:
    from nervaluate import Evaluator

    found = Evaluator(entities(gold), entities(predicted), tags=list(TAGS)).evaluate()
    return found["overall"]["strict"].f1


def _written_default(gold: Spans, predicted: Spans) -> str:
    sides = f"{written(entities(gold))}, {written(entities(predicted))}"
    return f"Evaluator({sides}, tags=['A', 'B']).evaluate()['overall']['strict'].f1"


def _peer(  # noqa: PLR0913, PLR0917  # a row of the table of peers
    suite: Trying,
    name: str,
    function: Callable[..., object],
    write: Callable[..., str],
    claims: AbstractSet[str],
    notes: Mapping[str, Note] | None = None,
) -> Peer:
    subject: Subject[...] = Subject(name, function, frozenset(claims), None, write, IMPORTS)
    return Peer(suite=suite, subject=subject, notes=notes or {}, cases=400)


def _mode_peer(
    mode: str, name: str, claims: Sequence[str], notes: Mapping[str, Note] | None = None
) -> Peer:
    return _peer(
        SPAN_F1,
        f"{MODES[mode]}{name}",
        _of_mode(_f1, mode),
        lambda gold, predicted: _written_f1(gold, predicted, mode),
        {"pooled", "nominal", "symmetric", "lengths", "empty=0", "micro", *claims},
        notes,
    )


ORDER = Note(
    Tone.DEFECT,
    "Predictions take the first gold span that they overlap, in the order listed, so the same "
    "spans in another order score otherwise, also where no two spans of a side overlap.",
    known="D4",
)
ONE_WAY = Note(
    Tone.DEFECT,
    "A prediction that overlaps a gold span of another label consumes it, which no gold span does "
    "to a prediction: F1 changes when the sides are exchanged, though precision and recall should "
    "only change places.",
    known="new",
)
CROWDED = Note(
    Tone.TRAP,
    "Overlapping spans of one side are accepted, though issue 84 says that they are not meant to "
    "be supported: spans are paired in the order listed.",
    known="D4",
)
CROWDED_SWAP = Note(
    Tone.TRAP,
    "Where spans of one side overlap, a mispair consumes a gold span, and never a prediction.",
    known="D5",
)
CONSUMED = Note(
    Tone.TRAP,
    "A gold span that an earlier prediction overlaps is consumed, and the identical prediction "
    "after it finds nothing.",
    known="D6",
)
LOWERED = Note(
    Tone.TRAP,
    "The exact missing prediction lowers the score where another one overlaps its place and has "
    "consumed the gold span.",
    known="D7",
)
BACKWARDS = Note(
    Tone.TRAP,
    "The ends of a span are not checked; one that ends before it starts is a strict hit, and "
    "overlaps nothing in the other modes.",
    known="D7",
)
NO_SPAN = Note(
    Tone.DEFECT,
    "The kind of input is told by the first item of the first document, which may have none; with "
    "loader='dict' the same input has a number.",
    known="D7",
)
MISSED = Note(
    Tone.DEFECT,
    "Missed gold spans are looked up by their place among the predictions, so the report raises "
    "where there are more gold spans than predictions.",
    known="D7",
)
IN_ORDER = {"gold-order": CROWDED, "predicted-order": CROWDED, "swap": CROWDED_SWAP}


def _peers() -> tuple[Peer, ...]:
    return (
        _mode_peer("strict", "", ["strict"]),
        _mode_peer("exact", "", ["boundary"]),
        _mode_peer("partial", "", ["partial"], {"gold-order": ORDER, "predicted-order": ORDER}),
        _mode_peer(
            "type",
            "",
            ["type"],
            {"gold-order": ORDER, "predicted-order": ORDER, "swap": ONE_WAY},
        ),
        _mode_peer(
            "strict",
            ", overlapping",
            ["strict", "overlapping"],
            {**IN_ORDER, "missing-prediction": LOWERED, "micro": CONSUMED},
        ),
        _mode_peer(
            "exact",
            ", overlapping",
            ["boundary", "overlapping"],
            {**IN_ORDER, "boundary": CONSUMED},
        ),
        _mode_peer("partial", ", overlapping", ["partial", "overlapping"], IN_ORDER),
        _mode_peer("type", ", overlapping", ["type", "overlapping"], IN_ORDER),
        _mode_peer(
            "strict", ", read as checking its input", ["strict", "checked"], {"checked": BACKWARDS}
        ),
        _peer(SPAN_F1, "default loader", _default, _written_default, STRICT, {"defined": NO_SPAN}),
        _peer(
            SPAN_F1,
            "summary_report_indices",
            _report,
            _written_report,
            STRICT,
            {"defined": MISSED},
        ),
        _peer(SPAN_MODES, "four modes", _f1, _written_f1, frozenset()),
        _peer(SPAN_MODES, "four modes, overlapping", _f1, _written_f1, {"overlapping"}),
        _peer(SPAN_COUNTS, "counts", _counts, _written_counts, {"strict"}),
        _peer(
            SPAN_COUNTS,
            "counts, overlapping",
            _counts,
            _written_counts,
            {"strict", "overlapping"},
            {"intersection": CONSUMED, "sums": CONSUMED, "order": CROWDED},
        ),
    )


LIBRARY = Library(name="nervaluate", package="nervaluate", peers=_peers)
