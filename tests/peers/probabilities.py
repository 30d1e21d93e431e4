"""Scores of probabilities: scikit-learn, torchmetrics and netcal."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from importlib import import_module

from measurand.edges.trials.suites import PROBABILITY_SCORE
from measurand.laws.kinds.probabilities import Labels, Probabilities
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone
from tests.peers.torchmetrics import in_doubles

SQUARES = frozenset({"loss", "complement", "mean", "monotone", "proper", "checked"})
AREA = frozenset({"both-classes", "ranks", "complement", "monotone", "auroc"})
PRECISION = frozenset({"both-classes", "ranks", "average-precision"})
ECE = frozenset({"loss", "calibration", "checked"})
NOTHING: Mapping[str, Note] = {}
ONE_LABEL = Note(
    Tone.DESIGN,
    "Where one label occurs it raises, and says that all labels have to be named: the loss itself "
    "would be defined.",
    "new",
)
NO_POSITIVE = Note(
    Tone.TRAP,
    "Without a positive there is nothing to find, and the number is 0 (with a warning, as "
    "documented): the mean over labels or queries then counts it as a failure.",
    "new",
)
NO_PAIR = Note(
    Tone.TRAP,
    "Of one class there is no pair to order, and the area is 0 (with a warning): as bad as one "
    "that has every pair the wrong way round.",
    "new",
)
NAN = Note(
    Tone.TRAP,
    "NaN is not refused, though arguments are validated: it is sorted like a number, and the score "
    "may be 1.",
    "new",
)
NAN_IN_BINS = Note(
    Tone.TRAP,
    "NaN falls into no bin, or into the first; it is neither refused nor named, and there is an "
    "error.",
    "new",
)
CLIPPED = Note(
    Tone.TRAP,
    "A probability above 1 is cut down to 1 without a word: scores that are none are calibrated.",
    "new",
)
LOGITS = Note(
    Tone.TRAP,
    "One value outside [0, 1], and all values are taken for logits and go through a sigmoid, as "
    "documented: a single slip moves every other sample's probability.",
    "new",
)
FLOAT_EDGES = Note(
    Tone.DEFECT,
    "Edges are made by steps of a float: 0.3 lies below an edge of 0.30000000000000004, and falls "
    "into the bin below, while 0.1, 0.2 and 0.4 fall into the bin above theirs. So do 0.6 and 0.7.",
    "new",
)


def _sklearn(
    name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING, **options: object
) -> Peer:
    def ask(labels: Labels, said: Probabilities) -> object:
        import sklearn.metrics

        answer: object = getattr(sklearn.metrics, name)(labels, said, **options)
        return answer

    more = "".join(f", {key}={value!r}" for key, value in options.items())

    def write(labels: Labels, said: Probabilities) -> str:
        return f"{name}({written(labels)}, {written(said)}{more})"

    subject: Subject[...] = Subject(
        f"{name}({more.removeprefix(', ')})" if more else name,
        ask,
        frozenset(claims),
        None,
        write,
        (f"from sklearn.metrics import {name}",),
    )
    return Peer(suite=PROBABILITY_SCORE, subject=subject, notes=notes)


def _netcal(name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(labels: Labels, said: Probabilities) -> object:
        from numpy import array

        metric = getattr(import_module("netcal.metrics"), name)(bins=10)
        answer: object = metric.measure(array(said), array(labels))
        return answer

    def write(labels: Labels, said: Probabilities) -> str:
        return f"{name}(bins=10).measure(np.array({written(said)}), np.array({written(labels)}))"

    imports = ("import numpy as np", f"from netcal.metrics import {name}")
    subject: Subject[...] = Subject(
        f"{name}(bins=10)", ask, frozenset(claims), None, write, imports
    )
    return Peer(suite=PROBABILITY_SCORE, subject=subject, notes=notes)


def _torch(
    name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING, **options: object
) -> Peer:
    def tensors(labels: Labels, said: Probabilities) -> tuple[object, object]:
        from torch import float64, tensor

        return tensor(said, dtype=float64), tensor(labels)

    def ask(labels: Labels, said: Probabilities) -> object:
        import torchmetrics.functional.classification as functions

        return in_doubles(lambda: getattr(functions, name)(*tensors(labels, said), **options))

    def batched(batches: Sequence[tuple[Labels, Probabilities]]) -> object:
        import torchmetrics.classification as metrics

        metric = getattr(metrics, _CLASSES[name])(**options)
        for labels, said in batches:
            metric.update(*tensors(labels, said))
        return in_doubles(metric.compute)

    more = "".join(f", {key}={value!r}" for key, value in options.items())

    def write(labels: Labels, said: Probabilities) -> str:
        return f"{name}(tensor({written(said)}, dtype=float64), tensor({written(labels)}){more})"

    subject: Subject[...] = Subject(
        f"{name}({more.removeprefix(', ')})" if more else name,
        ask,
        frozenset({*claims, "mergeable"}),
        batched,
        write,
        (
            "from torch import float64, tensor",
            f"from torchmetrics.functional.classification import {name}",
        ),
    )
    return Peer(suite=PROBABILITY_SCORE, subject=subject, notes=notes)


_CLASSES = {
    "binary_auroc": "BinaryAUROC",
    "binary_average_precision": "BinaryAveragePrecision",
    "binary_calibration_error": "BinaryCalibrationError",
}


def _sklearn_peers() -> tuple[Peer, ...]:
    return (
        _sklearn("brier_score_loss", SQUARES | {"brier"}),
        _sklearn("log_loss", SQUARES | {"unbounded", "log-loss"}, labels=[0, 1]),
        _sklearn(
            "log_loss", SQUARES - {"mean"} | {"unbounded", "log-loss"}, {"defined": ONE_LABEL}
        ),
        _sklearn("roc_auc_score", AREA),
        _sklearn("average_precision_score", PRECISION, {"one-class": NO_POSITIVE}),
    )


def _netcal_peers() -> tuple[Peer, ...]:
    notes = {"nan": NAN_IN_BINS, "outside": CLIPPED}
    edges = notes | {"edge-above": FLOAT_EDGES}
    return (_netcal("ECE", ECE | {"edge-above"}, edges), _netcal("MCE", ECE, notes))


def _torch_peers() -> tuple[Peer, ...]:
    notes = {"nan": NAN_IN_BINS, "outside": LOGITS}
    edges = notes | {"edge-above": FLOAT_EDGES}
    return (
        _torch("binary_auroc", AREA, {"one-class": NO_PAIR, "nan": NAN}),
        _torch("binary_average_precision", PRECISION, {"one-class": NO_POSITIVE, "nan": NAN}),
        _torch("binary_calibration_error", ECE | {"edge-above"}, edges, n_bins=10),
        _torch("binary_calibration_error", ECE, notes, n_bins=10, norm="max"),
        _torch("binary_calibration_error", ECE, notes, n_bins=10, norm="l2"),
    )


LIBRARIES = (
    Library(name="scikit-learn", package="scikit-learn", peers=_sklearn_peers),
    Library(name="netcal", package="netcal", peers=_netcal_peers),
    Library(name="torchmetrics", package="torchmetrics", peers=_torch_peers),
)
