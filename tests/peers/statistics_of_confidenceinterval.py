"""confidenceinterval: intervals of an accuracy and of macro scores.

A value of 1 is an item that is labelled right, a value of 0 one that is not; gold labels alternate
between 0 and 1.
"""

from collections.abc import Callable, Mapping

from measurand.edges.trials.suites import INTERVAL
from measurand.laws.kinds.interval import Values
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

RATE = frozenset({"proportion", "levelled", "deterministic", "in-range", "order-free", "contains"})
OUTSIDE = Note(
    Tone.DEFECT,
    "The covariance of the confusion matrix is made by an elementwise product where an outer one "
    "is needed, and the ends are not kept in [0, 1]: perfect labels get an upper end above 1.",
    known="D12",
)
NO_CLASS = Note(
    Tone.DEFECT,
    "A class that is never predicted makes the macro score and both ends NaN, without an error.",
    known="new",
)


def labels(values: Values) -> tuple[list[int], list[int]]:
    """Give gold and predicted labels of which those are right whose value is 1."""
    gold = [place % 2 for place in range(len(values))]
    return gold, [label if value else 1 - label for label, value in zip(gold, values, strict=True)]


def _peer(
    name: str,
    options: str,
    function: Callable[[list[int], list[int], float], object],
    claims: frozenset[str],
    notes: Mapping[str, Note],
) -> Peer:
    def ends(values: Values, level: float) -> object:
        return function(*labels(values), level)

    def write(values: Values, level: float) -> str:
        gold, predicted = labels(values)
        asked = f"{written(gold)}, {written(predicted)}, confidence_level={level}{options}"
        return f"{name}({asked})[1]"

    imports = (f"from confidenceinterval import {name}",)
    subject: Subject[...] = Subject(f"{name}{options}", ends, claims, None, write, imports)
    return Peer(suite=INTERVAL, subject=subject, notes=notes)


def _accuracy(gold: list[int], predicted: list[int], level: float) -> object:
    from confidenceinterval import accuracy_score

    return accuracy_score(gold, predicted, confidence_level=level)[1]


def _f1(gold: list[int], predicted: list[int], level: float) -> object:
    from confidenceinterval import f1_score

    return f1_score(gold, predicted, confidence_level=level, average="macro")[1]


def _f1_micro(gold: list[int], predicted: list[int], level: float) -> object:
    from confidenceinterval import f1_score

    return f1_score(gold, predicted, confidence_level=level, average="micro")[1]


def _precision(gold: list[int], predicted: list[int], level: float) -> object:
    from confidenceinterval import precision_score

    return precision_score(gold, predicted, confidence_level=level, average="macro")[1]


def _peers() -> tuple[Peer, ...]:
    macro = frozenset({"proportion", "levelled", "deterministic", "in-range"})
    wilson = RATE | {"wilson", "honest", "mirror", "covers"}
    return (
        _peer("accuracy_score", "", _accuracy, wilson, {}),
        _peer("f1_score", ", average='micro'", _f1_micro, RATE, {"in-range": OUTSIDE}),
        _peer("f1_score", ", average='macro'", _f1, macro, {"in-range": OUTSIDE}),
        _peer(
            "precision_score",
            ", average='macro'",
            _precision,
            macro,
            {"defined": NO_CLASS, "in-range": OUTSIDE},
        ),
    )


LIBRARY = Library(name="confidenceinterval", package="confidenceinterval", peers=_peers)
