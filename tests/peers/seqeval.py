"""seqeval: scores of tags, and of the spans that tags write."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType

from measurand.edges.trials.suite import Trying
from measurand.edges.trials.suites import SPAN_F1_2026_1 as SPAN_F1
from measurand.edges.trials.suites import TAGS_F1_2026_1 as TAGS_F1
from measurand.edges.trials.suites import WEIGHTED_LABELS
from measurand.laws.kinds.span_scores import Span, Spans
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

Tags = Sequence[Sequence[str]]
Reader = Callable[..., tuple[list[list[str]], list[list[str]]]]
Options = Mapping[str, object]
STRICT = {"mode": "strict", "scheme": "IOB2"}


def iob2(spans: Sequence[Span], length: int) -> list[str]:
    """Write spans that share no token as IOB2 tags."""
    tags = ["O"] * length
    for low, high, label in spans:
        tags[low:high] = [f"B-{label}", *[f"I-{label}"] * (high - low - 1)]
    return tags


def tagged(gold: Spans, predicted: Spans) -> tuple[list[list[str]], list[list[str]]]:
    """Write both sides as tags; a side with more samples keeps them."""
    rows = max(len(gold), len(predicted))
    pairs = [
        (
            gold[at] if at < len(gold) else [],
            predicted[at] if at < len(predicted) else [],
        )
        for at in range(rows)
    ]
    ends = [max((high for _, high, _ in (*mine, *yours)), default=1) for mine, yours in pairs]
    here = [iob2(mine, end) for (mine, _), end in zip(pairs, ends, strict=True)]
    there = [iob2(yours, end) for (_, yours), end in zip(pairs, ends, strict=True)]
    return here[: len(gold)], there[: len(predicted)]


def _tags(gold: Tags, predicted: Tags) -> tuple[list[list[str]], list[list[str]]]:
    return [list(tags) for tags in gold], [list(tags) for tags in predicted]


def _items(
    gold: Sequence[str], predicted: Sequence[str], _weights: Sequence[int]
) -> tuple[list[list[str]], list[list[str]]]:
    return [[f"B-{label}"] for label in gold], [[f"B-{label}"] for label in predicted]


def _asked(reader: Reader, options: Mapping[str, object], *, report: bool) -> Callable[..., object]:
    def ask(*given: Sequence[object]) -> object:
        from seqeval.metrics import classification_report, f1_score
        from seqeval.scheme import IOB2

        gold, predicted = reader(*given)
        told: dict[str, object] = {**options, **({"scheme": IOB2} if "scheme" in options else {})}
        if report:
            lines = classification_report(gold, predicted, digits=9, **told).splitlines()
            return float(next(line for line in lines if "micro avg" in line).split()[4])
        if len(given) > 2:
            told["sample_weight"] = given[2]
        answer: object = f1_score(gold, predicted, **told)
        return answer

    return ask


def _written(reader: Reader, options: Mapping[str, object], *, report: bool) -> Callable[..., str]:
    def write(*given: Sequence[object]) -> str:
        gold, predicted = (written(side) for side in reader(*given))
        told = [
            f"{key}={value if key == 'scheme' else repr(value)}" for key, value in options.items()
        ]
        if report:
            asked = ", ".join([gold, predicted, "digits=9", *told])
            return f"print(classification_report({asked}))"
        told += [f"sample_weight={written(given[2])}"] if len(given) > 2 else []
        return f"f1_score({', '.join([gold, predicted, *told])})"

    return write


def _peer(  # noqa: PLR0913  # a row of the table of peers
    suite: Trying,
    name: str,
    reader: Reader,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] | None = None,
    *,
    report: bool = False,
    options: Options = MappingProxyType({}),
) -> Peer:
    call = "classification_report" if report else "f1_score"
    imports = [f"from seqeval.metrics import {call}"]
    imports += ["from seqeval.scheme import IOB2"] if "scheme" in options else []
    subject: Subject[...] = Subject(
        name,
        _asked(reader, options, report=report),
        frozenset(claims),
        None,
        _written(reader, options, report=report),
        tuple(imports),
    )
    return Peer(suite=suite, subject=subject, notes=notes or {})


GARBLED = Note(
    Tone.DEFECT,
    "A tag without its hyphen, such as BIRD, is read as B- with the type IRD, so a broken tag can "
    "count as a hit; a warning is all that is said.",
    known="D17",
)
NAN = Note(
    Tone.DEFECT,
    "Where no sentence has an entity the macro average is a mean of nothing, NaN, whatever "
    "zero_division says; micro and weighted averages give zero_division.",
    known="D17",
)
LENIENT_DEFAULT = Note(
    Tone.TRAP,
    "Without mode='strict' and a scheme an I- that continues nothing begins an entity, as in "
    "conlleval; this is documented and easily overlooked.",
    known="3.2",
)
NO_EFFECT = Note(
    Tone.DEFECT,
    "sample_weight is accepted and documented, and no number depends on it.",
    known="D17",
)
REPORT = Note(
    Tone.DEFECT,
    "Where no sentence has an entity the report raises instead of giving its zero_division.",
    known="D17",
)
WEIGHTS = {"weight-is-repetition": NO_EFFECT, "weight-zero": NO_EFFECT}
POOLED = frozenset({"pooled", "lengths"})
LENIENT, STRICTLY = POOLED | {"lenient"}, POOLED | {"strict"}
SPANS = frozenset({"strict", "pooled", "nominal", "lengths"})


def _tag_peers() -> tuple[Peer, ...]:
    garbled = {"unreadable-tag": GARBLED}
    return (
        _peer(TAGS_F1, "f1_score", _tags, LENIENT | {"empty=0"}, garbled),
        _peer(
            TAGS_F1,
            "f1_score, read as strict",
            _tags,
            STRICTLY,
            {**garbled, "strict": LENIENT_DEFAULT},
        ),
        _peer(TAGS_F1, "f1_score(strict)", _tags, STRICTLY | {"empty=0"}, garbled, options=STRICT),
        _peer(
            TAGS_F1,
            "f1_score(macro)",
            _tags,
            LENIENT | {"empty=0"},
            {**garbled, "defined": NAN, "empty-is-zero": NAN},
            options={"average": "macro"},
        ),
        _peer(
            TAGS_F1,
            "f1_score(macro, zero_division=1)",
            _tags,
            LENIENT | {"empty=1"},
            {**garbled, "defined": NAN, "empty-is-one": NAN},
            options={"average": "macro", "zero_division": 1},
        ),
        _peer(
            TAGS_F1,
            "f1_score(zero_division=1)",
            _tags,
            LENIENT | {"empty=1"},
            garbled,
            options={"zero_division": 1},
        ),
        _peer(
            TAGS_F1,
            "f1_score(weighted)",
            _tags,
            LENIENT | {"empty=0"},
            garbled,
            options={"average": "weighted"},
        ),
        _peer(
            TAGS_F1,
            "classification_report",
            _tags,
            LENIENT,
            {**garbled, "defined": REPORT},
            report=True,
        ),
        _peer(
            TAGS_F1,
            "classification_report(strict)",
            _tags,
            STRICTLY,
            {**garbled, "defined": REPORT},
            report=True,
            options=STRICT,
        ),
    )


def _peers() -> tuple[Peer, ...]:
    symmetric = SPANS | {"symmetric"}
    return (
        *_tag_peers(),
        _peer(SPAN_F1, "f1_score of spans", tagged, symmetric | {"micro"}),
        _peer(SPAN_F1, "f1_score(strict) of spans", tagged, symmetric | {"micro"}, options=STRICT),
        _peer(
            SPAN_F1,
            "f1_score(macro) of spans",
            tagged,
            symmetric | {"macro"},
            {"defined": NAN},
            options={"average": "macro"},
        ),
        _peer(
            SPAN_F1,
            "f1_score(weighted) of spans",
            tagged,
            SPANS | {"weighted"},
            options={"average": "weighted"},
        ),
        _peer(WEIGHTED_LABELS, "f1_score(sample_weight)", _items, frozenset(), WEIGHTS),
        _peer(
            WEIGHTED_LABELS,
            "f1_score(strict, sample_weight)",
            _items,
            frozenset(),
            WEIGHTS,
            options=STRICT,
        ),
    )


LIBRARY = Library(name="seqeval", package="seqeval", peers=_peers)
