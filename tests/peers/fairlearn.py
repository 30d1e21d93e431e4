"""fairlearn: scores of groups of items and how far they lie apart; the group is the gold label."""

from collections.abc import Callable, Mapping, Sequence

from measurand.edges.trials.cases.items import labels_cases
from measurand.edges.trials.suite import Suite
from measurand.laws.kinds.labels import LABEL_SCORE as KIND
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

Labels = Sequence[str]
IMPORTS = (
    "from fairlearn.metrics import MetricFrame",
    "from sklearn.metrics import accuracy_score",
)


def _asked(read: Callable[..., object]) -> Callable[[Labels, Labels], object]:
    def ask(gold: Labels, predicted: Labels) -> object:
        from fairlearn.metrics import MetricFrame
        from sklearn.metrics import accuracy_score

        frame = MetricFrame(
            metrics=accuracy_score, y_true=gold, y_pred=predicted, sensitive_features=gold
        )
        return read(frame)

    return ask


def _written(call: str) -> Callable[[Labels, Labels], str]:
    def write(gold: Labels, predicted: Labels) -> str:
        given = f"metrics=accuracy_score, y_true={written(gold)}, y_pred={written(predicted)}"
        return f"MetricFrame({given}, sensitive_features={written(gold)}).{call}"

    return write


def _peer(
    call: str,
    read: Callable[..., object],
    notes: Mapping[str, Note] | None = None,
) -> Peer:
    name = f"MetricFrame.{call}"
    subject: Subject[...] = Subject(name, _asked(read), frozenset(), None, _written(call), IMPORTS)
    return Peer(suite=SUITE, subject=subject, notes=notes or {}, cases=40)


NO_RATIO = Note(
    Tone.DEFECT,
    "Where every group scores 0 the ratio is NaN, 0 divided by 0, and nothing says so.",
    known="D32",
)
# A ratio of groups is no score, it only has to be a number: it may fall where a prediction is put
# right, and it is 1 where all groups are equally bad.
NUMBERS = {"defined", "repeatable", "range", "identity"}
SUITE = Suite(
    "LABEL_SCORE_2026_1",
    KIND,
    labels_cases(),
    tuple(law for law in KIND.laws if law.id in NUMBERS),
)


def _peers() -> tuple[Peer, ...]:
    return (
        _peer("overall", lambda frame: frame.overall),
        _peer("ratio()", lambda frame: frame.ratio(), {"defined": NO_RATIO}),
    )


LIBRARY = Library(name="fairlearn", package="fairlearn", peers=_peers)
