"""Causal faithfulness from verdicts: components, bounds, the weighted mean, bands and batches.

A verdict is a share of full marks, or "undecided", or "unscored"; a missing score is None.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

Said = Fraction | Literal["undecided", "unscored"]
Name = Literal["intervention", "abductive", "logic", "graph"]
Way = Fraction | Literal["left out", "spoils"]
"""What a subject without a verdict is: a mark, no part of the mean, or the end of its component."""

NAMES: tuple[Name, ...] = ("intervention", "abductive", "logic", "graph")
HALF, QUARTER, THIRD = Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)


class Ways(NamedTuple):
    """How one component takes subjects without a verdict."""

    undecided: Way
    unscored: Way


class Rules(NamedTuple):
    """A reading: weights, what a missing component counts as (None: nothing), and the ways."""

    weights: Mapping[Name, Fraction]
    missing: Fraction | None
    nodes: Ways
    knowns: Ways
    bands: tuple[Fraction, Fraction, Fraction] = (Fraction(9, 10), Fraction(7, 10), HALF)


FOUR: Mapping[Name, Fraction] = MappingProxyType(dict.fromkeys(NAMES, QUARTER))
THREE: Mapping[Name, Fraction] = MappingProxyType(
    {"intervention": THIRD, "abductive": Fraction(0), "logic": THIRD, "graph": THIRD}
)

DOCUMENTED = Rules(FOUR, HALF, Ways("left out", "left out"), Ways(Fraction(0), "left out"))
"""The guide; it does not say what a node is that was not judged."""
AS_RUN = Rules(THREE, HALF, Ways(HALF, HALF), Ways(Fraction(1), Fraction(1)))
"""The program at the commit of the guide: spec 1.3 to 1.7, `doc`."""
RECOMMENDED = Rules(FOUR, None, Ways("left out", "left out"), Ways("left out", "left out"))
"""The stance: never a silent half."""


class Found(NamedTuple):
    """A component: its score, over how many subjects, and its bounds.

    The size is None where there was nothing to judge.
    """

    score: Fraction | None
    size: int | None
    low: Fraction
    high: Fraction


class Whole(NamedTuple):
    """Causal faithfulness of one problem."""

    cf: Fraction | None
    coverage: Fraction
    low: Fraction
    high: Fraction
    band: str


def mean(some: Sequence[Fraction]) -> Fraction | None:
    """Average, if there is anything."""
    return sum(some, Fraction(0)) / len(some) if some else None


def component(said: Sequence[Said], ways: Ways) -> Found:
    """Average verdicts; bounds let every subject without a verdict say 0, or 1."""
    marks: list[Fraction] = []
    spoilt = False
    for one in said:
        way: Way = one if isinstance(one, Fraction) else getattr(ways, one)
        if isinstance(way, Fraction):
            marks.append(way)
        elif way == "spoils":
            spoilt = True
    lowest = mean([one if isinstance(one, Fraction) else Fraction(0) for one in said])
    highest = mean([one if isinstance(one, Fraction) else Fraction(1) for one in said])
    return Found(
        score=None if spoilt else mean(marks),
        size=len(marks) if said else None,
        low=Fraction(0) if lowest is None else lowest,
        high=Fraction(1) if highest is None else highest,
    )


def counted(score: Fraction | None) -> Found:
    """Make a component of what is no matter of judgement: the quality of the graph."""
    if score is None:
        return Found(None, None, Fraction(0), Fraction(1))
    return Found(score, 1, score, score)


def together(parts: Mapping[Name, Found], rules: Rules) -> Whole:
    """Weigh the components.

    The bounds let every component come to anything between its own: 0 and 1 where nothing was
    judged or asked. Where there was nothing to judge, it is left out of them, or is what a missing
    one counts as. Where a component with a weight was not asked for, there is no score of all.
    """
    scores: list[tuple[Fraction, Fraction]] = []
    lows: list[tuple[Fraction, Fraction]] = []
    highs: list[tuple[Fraction, Fraction]] = []
    sure = Fraction(0)
    for name in NAMES:
        weight = rules.weights[name]
        part = parts.get(name, Found(None, 0, Fraction(0), Fraction(1)))
        if part.score is not None:
            sure += weight
            scores.append((weight, part.score))
        elif rules.missing is not None:
            scores.append((weight, rules.missing))
        if part.size is not None:
            # What is counted in the place of a score is within its bounds.
            counted = rules.missing if part.score is None else None
            lows.append((weight, part.low if counted is None else min(part.low, counted)))
            highs.append((weight, part.high if counted is None else max(part.high, counted)))
        elif rules.missing is not None:
            lows.append((weight, rules.missing))
            highs.append((weight, rules.missing))
    whole = all(name in parts or not rules.weights[name] for name in NAMES)
    cf = weighed(scores) if whole else None
    low, high = weighed(lows), weighed(highs)
    if cf is not None and low is not None and high is not None:
        low, high = min(low, cf), max(high, cf)
    least = Fraction(0) if low is None else low
    most = Fraction(1) if high is None else high
    named = {band(end, rules.bands) for end in (least, most)}
    return Whole(
        cf=cf,
        coverage=sure / sum(rules.weights.values()),
        low=least,
        high=most,
        band="" if cf is None else min(named) if len(named) == 1 else "open",
    )


def weighed(some: Sequence[tuple[Fraction, Fraction]]) -> Fraction | None:
    """Take a weighted mean, if anything has a weight."""
    total = sum((weight for weight, _ in some), Fraction(0))
    return sum((weight * score for weight, score in some), Fraction(0)) / total if total else None


def band(score: Fraction, least: tuple[Fraction, Fraction, Fraction]) -> str:
    """Name a score."""
    excellent, good, fair = least
    if score >= excellent:
        return "excellent"
    if score >= good:
        return "good"
    return "fair" if score >= fair else "poor"


def pool(said: Sequence[Said], ways: Ways) -> tuple[Fraction, list[Fraction | None]] | None:
    """Share 100 points among the nodes that count; None where none does."""
    marks: list[Fraction | None] = []
    for one in said:
        way: Way = one if isinstance(one, Fraction) else getattr(ways, one)
        marks.append(way if isinstance(way, Fraction) else None)
    counting = sum(1 for mark in marks if mark is not None)
    if not counting:
        return None
    most = Fraction(100, counting)
    return most, [None if mark is None else mark * most for mark in marks]


class Batch(NamedTuple):
    """The numbers of a batch: over the scores that exist."""

    average: Fraction | None
    least: Fraction | None
    most: Fraction | None


def batch(scores: Sequence[Fraction | None]) -> Batch:
    """Average and bound the scores of a batch."""
    there = [score for score in scores if score is not None]
    if not there:
        return Batch(None, None, None)
    return Batch(mean(there), min(there), max(there))
