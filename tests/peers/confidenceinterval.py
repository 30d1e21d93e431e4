"""confidenceinterval: points beside intervals, and the intervals themselves."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from measurand.edges.trials.suite import Trying
from measurand.edges.trials.suites import INTERVAL, LABEL_SCORE
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

Labels = Sequence[str]
NUMBERS = {"a": 0, "b": 1, "A": 2, "c": 3}


def numbered(labels: Labels) -> list[int]:
    """Number the labels of the cases."""
    return [NUMBERS[label] for label in labels]


def _sides(values: Sequence[float]) -> tuple[list[int], list[int]]:
    gold = [place % 2 for place in range(len(values))]
    return gold, [g if value else 1 - g for g, value in zip(gold, values, strict=True)]


def _called(name: str, options: Mapping[str, object], *sides: Sequence[int]) -> object:
    import confidenceinterval

    answer: object = getattr(confidenceinterval, name)(*sides, **options)
    return answer


def _told(name: str, options: Mapping[str, object], *sides: Sequence[int]) -> str:
    told = [f"{key}={value!r}" for key, value in options.items()]
    return f"{name}({', '.join([*(written(side) for side in sides), *told])})"


def _point(name: str, options: Mapping[str, object]) -> tuple[Callable[..., object], ...]:
    def ask(gold: Labels, predicted: Labels) -> object:
        found = _called(name, options, numbered(gold), numbered(predicted))
        return found[0] if isinstance(found, tuple) else found

    def write(gold: Labels, predicted: Labels) -> str:
        return f"{_told(name, options, numbered(gold), numbered(predicted))}[0]"

    return ask, write


def _interval(name: str, options: Mapping[str, object]) -> tuple[Callable[..., object], ...]:
    def ask(values: Sequence[float]) -> object:
        found = _called(name, options, *_sides(values))
        return found[1] if isinstance(found, tuple) else found

    def write(values: Sequence[float]) -> str:
        return f"{_told(name, options, *_sides(values))}[1]"

    return ask, write


def _peer(
    suite: Trying,
    name: str,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] | None = None,
    **options: object,
) -> Peer:
    make = _interval if suite is INTERVAL else _point
    ask, write = make(name, options)
    told = "".join(f", {key}={value!r}" for key, value in options.items())
    what = "interval" if suite is INTERVAL else "point"
    subject: Subject[...] = Subject(
        f"{name}{told}: {what}",
        ask,
        frozenset(claims),
        None,
        lambda *given: str(write(*given)),
        (f"from confidenceinterval import {name}",),
    )
    return Peer(suite=suite, subject=subject, notes=notes or {})


DUST = Note(
    Tone.DEFECT,
    "A small number is added where precision and recall divide, so a perfect prediction scores "
    "0.99999995 and less with fewer items.",
    known="D12",
)
EVERY_NUMBER = Note(
    Tone.DEFECT,
    "The macro mean is taken over all numbers from 0 to the largest label, two at least, also over "
    "those that never occur: the number by which a label goes changes the score.",
    known="new",
)
OUTSIDE = Note(
    Tone.DEFECT,
    "The analytic interval of macro F1 leaves [0, 1]; it is as wide for no hit at all as for all. "
    "Its variance takes an elementwise product where the delta method has an outer one.",
    known="D12",
)
NORMAL = Note(
    Tone.TRAP,
    "The interval of micro F1 is the normal one, 1.96 standard errors on either side of the point, "
    "and is not cut at 0 and 1.",
    known="new",
)


def _peers() -> tuple[Peer, ...]:
    binary = frozenset({"proportion", "in-range"})
    return (
        _peer(LABEL_SCORE, "accuracy_score", {"nominal", "symmetric", "micro"}),
        _peer(LABEL_SCORE, "f1_score", {"nominal", "symmetric", "micro"}, average="micro"),
        _peer(
            LABEL_SCORE,
            "f1_score",
            {"nominal", "symmetric", "macro-f1"},
            {
                "identity": EVERY_NUMBER,
                "renaming": EVERY_NUMBER,
                "macro-f1": EVERY_NUMBER,
                "replication": DUST,
            },
            average="macro",
        ),
        _peer(INTERVAL, "accuracy_score", binary),
        _peer(INTERVAL, "f1_score", binary, {"in-range": OUTSIDE}, average="macro"),
        _peer(INTERVAL, "f1_score", binary, {"in-range": NORMAL}, average="micro"),
    )


LIBRARY = Library(name="confidenceinterval", package="confidenceinterval", peers=_peers)
