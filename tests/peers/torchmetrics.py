"""torchmetrics: scores of labels, as functions and as metrics that take batches.

The answers are floats of 32 bits. They are read as the nearest fraction of a small denominator,
which they stand for with so few items, so that no law speaks of the dust of 32 bits.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import isfinite
from typing import SupportsFloat

from measurand.edges.trials.suites import LABEL_SCORE
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

NUMBERS = {"a": 0, "b": 1, "A": 2, "c": 3}
ANY = frozenset({"nominal", "lengths", "mergeable"})
BOTH = ANY | {"symmetric"}
Labels = Sequence[str]


def numbered(labels: Labels) -> list[int]:
    """Number the labels of the cases."""
    return [NUMBERS[label] for label in labels]


def nearest_fraction(found: SupportsFloat) -> object:
    """Read a float of 32 bits as the nearest fraction of a small denominator."""
    value = float(found)
    return Fraction(value).limit_denominator(1000) if isfinite(value) else value


def in_doubles(ask: Callable[[], object]) -> object:
    """Ask for an answer in floats of 64 bits, where the library takes those of torch's default."""
    from torch import float64, get_default_dtype, set_default_dtype

    usual = get_default_dtype()
    set_default_dtype(float64)
    try:
        return ask()
    finally:
        set_default_dtype(usual)


def _function(name: str, options: Mapping[str, object]) -> Callable[[Labels, Labels], object]:
    def ask(gold: Labels, predicted: Labels) -> object:
        import torchmetrics.functional.classification
        from torch import tensor

        function = getattr(torchmetrics.functional.classification, name)
        answer = function(
            tensor(numbered(predicted)), tensor(numbered(gold)), num_classes=4, **options
        )
        return nearest_fraction(answer)

    return ask


def _batched(
    name: str, options: Mapping[str, object]
) -> Callable[[Sequence[tuple[Labels, Labels]]], object]:
    def ask(batches: Sequence[tuple[Labels, Labels]]) -> object:
        import torchmetrics.classification
        from torch import tensor

        metric = getattr(torchmetrics.classification, name)(num_classes=4, **options)
        for gold, predicted in batches:
            metric.update(tensor(numbered(predicted)), tensor(numbered(gold)))
        return nearest_fraction(metric.compute())

    return ask


def _written(name: str, options: Mapping[str, object]) -> Callable[[Labels, Labels], str]:
    told = "".join(f", {key}={value!r}" for key, value in options.items())

    def write(gold: Labels, predicted: Labels) -> str:
        sides = f"tensor({written(numbered(predicted))}), tensor({written(numbered(gold))})"
        return f"{name}({sides}, num_classes=4{told})"

    return write


def _peer(
    name: str,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] | None = None,
    read_as: str = "",
    **options: object,
) -> Peer:
    told = ", ".join(f"{key}={value!r}" for key, value in options.items())
    label = f"{name}({told})" if told else name
    metric = "".join(part.title() for part in name.split("_"))
    subject: Subject[...] = Subject(
        f"{label}, read as {read_as}" if read_as else label,
        _function(name, options),
        frozenset(claims),
        _batched(metric, options),
        _written(name, options),
        (
            "from torch import tensor",
            f"from torchmetrics.functional.classification import {name}",
        ),
    )
    return Peer(suite=LABEL_SCORE, subject=subject, notes=notes or {})


MACRO = Note(
    Tone.TRAP,
    "The default average is macro, as documented, so a function of this name gives the mean of "
    "recall over labels and not the share of right items.",
    known="3.2",
)
BALANCED = Note(
    Tone.TRAP,
    "The macro average counts labels that occur in predictions alone, with a recall of 0; balanced "
    "accuracy averages over the labels in gold.",
    known="new",
)
F1, ACCURACY = "multiclass_f1_score", "multiclass_accuracy"


def _peers() -> tuple[Peer, ...]:
    return (
        _peer(ACCURACY, BOTH | {"micro"}, average="micro"),
        _peer(ACCURACY, ANY),
        _peer(ACCURACY, ANY | {"micro"}, {"micro": MACRO}, "accuracy"),
        _peer(ACCURACY, ANY | {"balanced"}, {"balanced": BALANCED}, "balanced accuracy"),
        _peer(F1, BOTH | {"micro"}, average="micro"),
        _peer(F1, BOTH | {"macro-f1"}, average="macro"),
        _peer(F1, ANY | {"weighted-f1"}, average="weighted"),
        _peer("multiclass_precision", ANY, average="macro"),
        _peer("multiclass_recall", ANY, average="macro"),
        _peer("multiclass_jaccard_index", BOTH, average="macro"),
        _peer("multiclass_cohen_kappa", BOTH | {"signed", "undefined"}),
    )


LIBRARY = Library(name="torchmetrics", package="torchmetrics", peers=_peers)
