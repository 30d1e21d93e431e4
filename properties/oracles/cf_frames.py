"""Frames against gold frames: every assignment is tried. And frames in words.

The defaults are the readings of the program as it ran. None is undefined.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations

import numpy as np
from scipy.optimize import linear_sum_assignment

from properties.oracles.cf_sample import NEGATIVE, FrameRow

ALIASES = (
    ("effusion", "pleural_effusion", "pleural effusion"),
    ("nodule", "lung_nodule", "pulmonary_nodule", "suspicious_nodule"),
    ("atelectasis", "collapse", "lung_collapse"),
    ("consolidation", "pneumonia", "infiltrate"),
)
WEIGHTS = {
    "finding": Fraction(40, 100),
    "alias": Fraction(25, 100),
    "location": Fraction(25, 100),
    "location_open": Fraction(10, 100),
    "laterality": Fraction(20, 100),
    "laterality_open": Fraction(10, 100),
    "polarity": Fraction(15, 100),
}
LEAST = Fraction(30, 100)
OPEN = "unspecified"
ZERO = Fraction(0)

Pairs = tuple[tuple[int, int], ...]


def same_finding(a: str, b: str) -> bool:
    return a.lower() == b.lower()


def same_group(a: str, b: str) -> bool:
    return any(a.lower() in group and b.lower() in group for group in ALIASES)


def likenesses(
    a: FrameRow, b: FrameRow, weights: Mapping[str, Fraction] = WEIGHTS, *, gate: str = "none"
) -> list[Fraction]:
    """Weigh what two frames share: finding, location, laterality, polarity.

    A gate makes strangers of frames that differ in the main thing: none, finding (equal or of one
    group), polarity (equal), or both.
    """
    alike = same_finding(a["finding"], b["finding"])
    akin = same_group(a["finding"], b["finding"])
    agree = a["polarity"] == b["polarity"]
    if gate in {"finding", "both"} and not (alike or akin):
        return [ZERO]
    if gate in {"polarity", "both"} and not agree:
        return [ZERO]
    found = [weights["finding"] if alike else weights["alias"] if akin else ZERO]
    places = (a.get("location", OPEN), b.get("location", OPEN))
    sides = (a.get("laterality", OPEN), b.get("laterality", OPEN))
    for name, (one, other) in (("location", places), ("laterality", sides)):
        if one == other:
            found.append(weights[name])
        else:
            found.append(weights[f"{name}_open"] if OPEN in {one, other} else ZERO)
    found.append(weights["polarity"] if agree else ZERO)
    return found


def similarity(
    a: FrameRow, b: FrameRow, weights: Mapping[str, Fraction] = WEIGHTS, *, gate: str = "none"
) -> Fraction:
    """Add up what two frames share."""
    return sum(likenesses(a, b, weights, gate=gate), ZERO)


def float_similarity(a: FrameRow, b: FrameRow, *, gate: str = "none") -> float:
    """Add floats, in the order finding, location, laterality, polarity.

    The dust of these sums settles which of several best assignments scipy gives.
    """
    total = 0.0
    for part in likenesses(a, b, gate=gate):
        total += float(part)
    return total


def table(
    predicted: Sequence[FrameRow], gold: Sequence[FrameRow], *, gate: str = "none"
) -> list[list[Fraction]]:
    """Compare every predicted frame (rows) with every gold frame (columns)."""
    return [[similarity(p, g, gate=gate) for g in gold] for p in predicted]


def assignments(rows: int, columns: int) -> Iterator[Pairs]:
    """List every way to give the smaller side, whole, to the larger one."""
    if rows <= columns:
        for choice in permutations(range(columns), rows):
            yield tuple(enumerate(choice))
    else:
        for choice in permutations(range(rows), columns):
            yield tuple((row, column) for column, row in enumerate(choice))


def possible_hits(
    sims: Sequence[Sequence[Fraction]],
    *,
    when: str = "after",
    least: Fraction = LEAST,
    objective: str = "sum",
) -> set[int]:
    """List how many pairs may count: more than one number where several assignments are best.

    `when`: pairs below `least` are dropped after the assignment, or are worth 0 before it.
    `objective`: the largest total, or the most pairs that count and then the largest total.
    """
    best: tuple[Fraction, Fraction] | None = None
    counts: set[int] = set()
    for pairs in assignments(len(sims), len(sims[0]) if sims else 0):
        good = [sims[row][column] for row, column in pairs if sims[row][column] >= least]
        every = [sims[row][column] for row, column in pairs]
        total = sum(good if when == "before" else every, ZERO)
        worth = (Fraction(len(good)) if objective == "count_then_sum" else ZERO, total)
        if best is None or worth > best:
            best, counts = worth, set()
        if worth == best:
            counts.add(len(good))
    return counts


def scipy_hits(
    predicted: Sequence[FrameRow],
    gold: Sequence[FrameRow],
    *,
    gate: str = "none",
    when: str = "after",
    least: float = float(LEAST),
) -> int:
    """Count the pairs of the assignment that scipy finds on floats: it settles ties as it did."""
    if not predicted or not gold:
        return 0
    sims = [[float_similarity(p, g, gate=gate) for g in gold] for p in predicted]
    if when == "before":
        sims = [[s if s >= least else 0.0 for s in line] for line in sims]
    rows, columns = linear_sum_assignment(np.array(sims), maximize=True)
    pairs = zip(rows.tolist(), columns.tolist(), strict=True)
    return len([1 for row, column in pairs if sims[row][column] >= least])


def f1(hits: int, predicted: int, gold: int, *, both_empty: str = "zero") -> Fraction | None:
    """Work F1 out of precision and recall."""
    if not predicted and not gold:
        return {"zero": ZERO, "one": Fraction(1), "undefined": None}[both_empty]
    precision = Fraction(hits, predicted) if predicted else ZERO
    recall = Fraction(hits, gold) if gold else ZERO
    total = precision + recall
    return 2 * precision * recall / total if total else ZERO


def frame_f1(predicted: Sequence[FrameRow], gold: Sequence[FrameRow]) -> Fraction | None:
    """Measure as the program did."""
    hits = scipy_hits(predicted, gold)
    return f1(hits, len(predicted), len(gold))


def wording(frames: Sequence[FrameRow]) -> str:
    """Write the frames as sentences, what is unspecified left out."""
    sentences: list[str] = []
    for frame in frames:
        if frame["polarity"] in NEGATIVE:
            sentences.append(f"No {frame['finding']}.")
            continue
        words = ["There is"]
        if frame.get("laterality", OPEN) != OPEN:
            words.append(frame.get("laterality", OPEN))
        words.append(frame["finding"])
        if frame.get("size_bin", OPEN) != OPEN:
            words.append(f"({frame.get('size_bin', OPEN)})")
        if frame.get("location", OPEN) != OPEN:
            words.append(f"in the {frame.get('location', OPEN)}")
        sentences.append(" ".join(words) + ".")
    return " ".join(sentences)


def one_space(text: str) -> str:
    return " ".join(text.split())
