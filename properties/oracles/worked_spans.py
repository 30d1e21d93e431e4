"""Worked examples of spans: what is paired, what it earns, and which label is charged."""

from dataclasses import dataclass
from fractions import Fraction

from properties.oracles.spans import Span

HAND = "hand work"
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class WorkedSpans:
    """The (hits, predicted, gold) of each label."""

    gold: tuple[Span, ...]
    predicted: tuple[Span, ...]
    scope: str
    mode: str
    charge: str
    expected: dict[str, tuple[Fraction, int, int]]
    source: str


ONE, NONE = Fraction(1), Fraction(0)
PER, ORG, LONG = (0, 2, "PER"), (0, 2, "ORG"), (0, 3, "PER")
D4_GOLD, D4_PREDICTED = ((0, 2, "A"), (2, 3, "A")), ((1, 3, "A"), (0, 1, "A"))

SPANS = (
    # the same place, another label: the mispair is one PER prediction and one PER gold item
    WorkedSpans((PER,), (ORG,), "joint", "strict", "gold", {"PER": (NONE, 1, 1)}, HAND),
    WorkedSpans((PER,), (ORG,), "joint", "exact", "gold", {"PER": (ONE, 1, 1)}, HAND),
    WorkedSpans((PER,), (ORG,), "joint", "partial", "predicted", {"ORG": (ONE, 1, 1)}, HAND),
    WorkedSpans(
        (PER,), (ORG,), "joint", "type", "both", {"ORG": (NONE, 1, 0), "PER": (NONE, 0, 1)}, HAND
    ),
    WorkedSpans(
        (PER,), (ORG,), "by_type", "exact", "gold", {"ORG": (NONE, 1, 0), "PER": (NONE, 0, 1)}, HAND
    ),
    # one code point too long: half, the right type, IoU 2/3
    WorkedSpans((PER,), (LONG,), "joint", "strict", "gold", {"PER": (NONE, 1, 1)}, HAND),
    WorkedSpans((PER,), (LONG,), "joint", "partial", "gold", {"PER": (HALF, 1, 1)}, HAND),
    WorkedSpans((PER,), (LONG,), "joint", "type", "gold", {"PER": (ONE, 1, 1)}, HAND),
    WorkedSpans((PER,), (LONG,), "joint", "iou", "gold", {"PER": (ONE, 1, 1)}, HAND),
    # [0, 2) and [1, 3) share 1 of 3: below one half
    WorkedSpans((PER,), ((1, 3, "PER"),), "joint", "iou", "gold", {"PER": (NONE, 1, 1)}, HAND),
    # touching is not overlapping
    WorkedSpans((PER,), ((2, 3, "PER"),), "joint", "type", "gold", {"PER": (NONE, 1, 1)}, HAND),
    # an ORG mispair takes the gold item from the later PER that would have had its type right
    WorkedSpans(
        (LONG,),
        ((0, 1, "ORG"), (1, 2, "PER")),
        "joint",
        "type",
        "gold",
        {"PER": (NONE, 2, 1)},
        HAND,
    ),
    WorkedSpans(
        (LONG,),
        ((0, 1, "ORG"), (1, 2, "PER")),
        "by_type",
        "type",
        "gold",
        {"ORG": (NONE, 1, 0), "PER": (ONE, 1, 1)},
        HAND,
    ),
    # two half credits in whatever order they are listed: F 1/2
    WorkedSpans(
        D4_GOLD, D4_PREDICTED, "joint", "partial", "gold", {"A": (ONE, 2, 2)}, "peers.md, 3.1, D4"
    ),
    WorkedSpans(
        D4_GOLD[::-1],
        D4_PREDICTED[::-1],
        "joint",
        "partial",
        "gold",
        {"A": (ONE, 2, 2)},
        "peers.md, 3.1, D4",
    ),
    WorkedSpans(
        ((0, 2, "A"),),
        ((1, 2, "B"), (0, 1, "A")),
        "joint",
        "type",
        "gold",
        {"A": (ONE, 1, 1), "B": (NONE, 1, 0)},
        "peers.md, 3.1, D4",
    ),
    # an identical span is never lost to an earlier overlap: F 2/3, not 0
    WorkedSpans(
        ((0, 1, "A"),),
        ((0, 2, "A"), (0, 1, "A")),
        "joint",
        "strict",
        "gold",
        {"A": (ONE, 2, 1)},
        "peers.md, 3.1, D5",
    ),
)
