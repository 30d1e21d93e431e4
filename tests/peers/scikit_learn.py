"""scikit-learn: scores of labels, of declared labels and of weighted items."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from measurand.edges.trials.suite import Trying
from measurand.edges.trials.suites import DECLARED_LABELS, LABEL_SCORE, WEIGHTED_LABELS
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

Options = Mapping[str, object]
ANY = frozenset({"nominal", "lengths"})
BOTH = ANY | {"symmetric"}


def _asked(name: str, options: Options, third: str = "") -> Callable[..., object]:
    def ask(gold: Sequence[str], predicted: Sequence[str], *more: object) -> object:
        import sklearn.metrics

        given = {third: more[0]} if third else {}
        answer: object = getattr(sklearn.metrics, name)(gold, predicted, **options, **given)
        return answer

    return ask


def _written(name: str, options: Options, third: str = "") -> Callable[..., str]:
    def write(gold: Sequence[str], predicted: Sequence[str], *more: object) -> str:
        given = {third: more[0]} if third else {}
        pairs = [f"{key}={written(value)}" for key, value in {**options, **given}.items()]
        return f"{name}({', '.join([written(gold), written(predicted), *pairs])})"

    return write


def _peer(  # noqa: PLR0913  # a row of the table of peers
    suite: Trying,
    name: str,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] | None = None,
    *,
    third: str = "",
    read_as: str = "",
    **options: object,
) -> Peer:
    told = ", ".join(f"{key}={value!r}" for key, value in options.items())
    label = f"{name}({told})" if told else name
    subject: Subject[...] = Subject(
        f"{label}, read as {read_as}" if read_as else label,
        _asked(name, options, third),
        frozenset(claims),
        None,
        _written(name, options, third),
        (f"from sklearn.metrics import {name}",),
    )
    return Peer(suite=suite, subject=subject, notes=notes or {})


TWICE = Note(
    Tone.DEFECT,
    "A label that is declared twice is counted twice: the average moves and nothing is refused.",
    known="D18",
)
ALL_WRONG = Note(
    Tone.TRAP,
    "A label that is never predicted has the precision zero_division=1, as documented; weighted by "
    "gold items this gives full marks where every prediction is wrong.",
    known="new",
)
ABSENT = Note(
    Tone.TRAP,
    "A declared label that never occurs counts with a score of 0 in the mean, as documented; the "
    "mean over the labels that occur is another number under the same name.",
    known="3.2",
)
UNWEIGHTED = Note(
    Tone.TRAP,
    "Labels that occur only in items of weight 0 are still averaged over, with a score of 0. The "
    "set of labels is taken before the weights are.",
    known="new",
)


def _label_peers() -> tuple[Peer, ...]:
    return (
        _peer(LABEL_SCORE, "accuracy_score", BOTH | {"micro"}),
        _peer(LABEL_SCORE, "f1_score", BOTH | {"micro"}, average="micro"),
        _peer(LABEL_SCORE, "f1_score", BOTH | {"macro-f1"}, average="macro"),
        _peer(LABEL_SCORE, "f1_score", ANY | {"weighted-f1"}, average="weighted"),
        _peer(
            LABEL_SCORE,
            "f1_score",
            BOTH,
            {
                "swap": Note(
                    Tone.TRAP,
                    "Weighted F1 weighs labels by their gold items, as documented, so it changes "
                    "when gold and predictions are exchanged; F1 of one label does not.",
                    known="3.2",
                )
            },
            read_as="symmetric",
            average="weighted",
        ),
        _peer(LABEL_SCORE, "jaccard_score", BOTH, average="macro"),
        _peer(LABEL_SCORE, "balanced_accuracy_score", ANY | {"balanced"}),
        _peer(LABEL_SCORE, "precision_score", ANY, average="macro", zero_division=0),
        _peer(LABEL_SCORE, "precision_score", ANY, average="macro", zero_division=1),
        _peer(
            LABEL_SCORE,
            "precision_score",
            ANY,
            {"discernment": ALL_WRONG},
            average="weighted",
            zero_division=1,
        ),
        _peer(LABEL_SCORE, "recall_score", ANY, average="macro", zero_division=0),
        _peer(LABEL_SCORE, "cohen_kappa_score", BOTH | {"signed", "undefined"}),
        _peer(LABEL_SCORE, "matthews_corrcoef", BOTH | {"signed"}),
    )


def _declared_peers() -> tuple[Peer, ...]:
    return (
        _peer(
            DECLARED_LABELS,
            "f1_score",
            {"restricted", "absent-inert"},
            {"label-twice": TWICE},
            third="labels",
            average="micro",
        ),
        *(
            _peer(
                DECLARED_LABELS,
                "f1_score",
                {"restricted"},
                {"label-twice": TWICE},
                third="labels",
                average=average,
            )
            for average in ("macro", "weighted")
        ),
        _peer(
            DECLARED_LABELS,
            "f1_score",
            {"absent-inert"},
            {"label-twice": TWICE, "absent-label": ABSENT},
            read_as="the mean over labels that occur",
            third="labels",
            average="macro",
        ),
    )


def _weighted_peers() -> tuple[Peer, ...]:
    weight = "sample_weight"
    return (
        _peer(WEIGHTED_LABELS, "accuracy_score", frozenset(), third=weight),
        _peer(WEIGHTED_LABELS, "f1_score", frozenset(), third=weight, average="micro"),
        _peer(
            WEIGHTED_LABELS,
            "f1_score",
            frozenset(),
            {"weight-zero": UNWEIGHTED},
            third=weight,
            average="macro",
        ),
        _peer(WEIGHTED_LABELS, "balanced_accuracy_score", frozenset(), third=weight),
    )


def _peers() -> tuple[Peer, ...]:
    return (*_label_peers(), *_declared_peers(), *_weighted_peers())


LIBRARY = Library(name="scikit-learn", package="scikit-learn", peers=_peers)
