"""Which frames of an answer are right: a one to one matching with the frames that are true.

An assignment problem (Kuhn 1955): of all pairings that give each frame at most one partner, the one
of the largest total similarity. Similarities are fractions with a common denominator, so that
totals are exact and differ by a step or not at all; a bonus below that step, or above all totals,
makes the number of pairs the second aim or the first. Frames are sorted by what is compared before,
so that their order decides only between frames that are alike.

One reading repeats a plain program instead: totals in floats, the threshold after the pairing.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from math import lcm

from attrs import astuple, field, frozen, validators

from measurand.algebra.assignment import assign, assign_floats
from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.values.frames import UNSPECIFIED, Frame
from measurand.values.tally import Tally

READS = frozenset({SamplePart.FRAMES})
"""What the matching reads of tokens and answer."""

ALIASES = (
    frozenset({"effusion", "pleural_effusion", "pleural effusion"}),
    frozenset({"nodule", "lung_nodule", "pulmonary_nodule", "suspicious_nodule"}),
    frozenset({"atelectasis", "collapse", "lung_collapse"}),
    frozenset({"consolidation", "pneumonia", "infiltrate"}),
)
"""Findings, in lower case, that stand for each other."""


_WEIGHT = [validators.instance_of(Fraction), validators.ge(Fraction(0))]
_FINEST = 10**6


class Gate(Enum):
    """What two frames must have in common before their likeness counts.

    Findings agree where they are equal but for their case, or aliases.
    """

    NONE = "none"
    FINDING = "finding"
    POLARITY = "polarity"
    BOTH = "finding_and_polarity"


class PolarityAgreement(Enum):
    """When two polarities agree: as the same word, or also as two words for one side."""

    WORD = "word"
    SIDE = "side"


class Pairing(Enum):
    """How frames are paired.

    `threshold_before` drops pairs below the threshold, then takes the largest total likeness, and
    of several such pairings one with the most pairs. `most_pairs` takes the most pairs first, then
    the largest total. Neither depends on the order of the frames. `threshold_after` takes the
    largest total of all pairs, in floats, and drops those below the threshold at the end: it may
    find fewer pairs, and where totals tie the order of the frames decides.
    """

    BEFORE = "threshold_before"
    MOST = "most_pairs"
    AFTER = "threshold_after"


@frozen(kw_only=True)
class Weights:
    """What each thing in common adds to the likeness of two frames; together at most 1.

    `alias` counts where findings are no more than aliases, `location_open` and `laterality_open`
    where the two differ and one of them is unspecified. Two that are unspecified are equal.

    >>> Weights().finding, Weights().location_open
    (Fraction(2, 5), Fraction(1, 10))

    Raises TypeError for a weight that is no `Fraction`; ValueError for a negative one, a sum over
    1, or weights whose common denominator is over 1,000,000: totals would not be exact.
    """

    finding: Fraction = field(default=Fraction(2, 5), validator=_WEIGHT)
    alias: Fraction = field(default=Fraction(1, 4), validator=_WEIGHT)
    location: Fraction = field(default=Fraction(1, 4), validator=_WEIGHT)
    location_open: Fraction = field(default=Fraction(1, 10), validator=_WEIGHT)
    laterality: Fraction = field(default=Fraction(1, 5), validator=_WEIGHT)
    laterality_open: Fraction = field(default=Fraction(1, 10), validator=_WEIGHT)
    polarity: Fraction = field(default=Fraction(3, 20), validator=_WEIGHT)

    def __attrs_post_init__(self) -> None:
        largest = (
            max(self.finding, self.alias)
            + max(self.location, self.location_open)
            + max(self.laterality, self.laterality_open)
            + self.polarity
        )
        if largest > 1:
            message = f"the weights of a pair that agrees add to at most 1: got {largest}"
            raise ValueError(message)
        weights: tuple[Fraction, ...] = astuple(self)
        below = lcm(*(weight.denominator for weight in weights))
        if below > _FINEST:
            message = f"a common denominator of at most {_FINEST}: got {below}"
            raise ValueError(message)


@frozen(kw_only=True)
class FrameMatch:
    """One way to match frames: what makes them alike, and how pairs are chosen.

    A pair needs a likeness of at least `threshold`, in (0, 1]. Size, severity, confidence and
    uncertainty play no part.

    >>> FrameMatch().threshold, FrameMatch().pairing.value
    (Fraction(3, 10), 'threshold_before')

    Raises ValueError for a threshold out of range, or a finding that is in two groups of aliases or
    not in lower case.
    """

    weights: Weights = Weights()
    aliases: tuple[frozenset[str], ...] = field(default=ALIASES)
    gate: Gate = Gate.NONE
    same: PolarityAgreement = PolarityAgreement.WORD
    polarity: Polarity = POSITIVE
    threshold: Fraction = field(
        default=Fraction(3, 10),
        validator=[
            validators.instance_of(Fraction),
            validators.gt(Fraction(0)),
            validators.le(Fraction(1)),
        ],
    )
    pairing: Pairing = Pairing.BEFORE

    @aliases.validator
    def _groups(self, _attribute: object, value: tuple[frozenset[str], ...]) -> None:
        words = Counter(word for group in value for word in group)
        for word, number in sorted(words.items()):
            if number > 1:
                message = f"a finding is in one group of aliases: got {word!r} in {number}"
                raise ValueError(message)
            if word != word.lower():
                message = f"aliases are in lower case: got {word!r}"
                raise ValueError(message)


def similarity(predicted: Frame, gold: Frame, how: FrameMatch | None = None) -> Fraction:
    """Say how alike two frames are, from 0 to 1; 0 where they do not pass the gate.

    >>> nodule = Frame(finding="nodule", polarity="present")
    >>> effusion = Frame(finding="effusion", polarity="present")
    >>> similarity(nodule, effusion), similarity(nodule, nodule)
    (Fraction(3, 5), Fraction(1, 1))
    >>> similarity(nodule, effusion, FrameMatch(gate=Gate.FINDING))
    Fraction(0, 1)
    """
    return sum(_parts(predicted, gold, how or FrameMatch()), Fraction(0))


def match_frames(
    predicted: Sequence[Frame], gold: Sequence[Frame], how: FrameMatch | None = None
) -> tuple[tuple[int, int], ...]:
    """Pair frames by their places, each at most once, sorted.

    Unless the threshold comes after, the order of the frames decides only between frames that are
    alike in all that is compared.

    >>> nodule = Frame(finding="nodule", polarity="present")
    >>> effusion = Frame(finding="effusion", polarity="present")
    >>> match_frames([effusion, nodule], [nodule])
    ((1, 0),)
    """
    how = how or FrameMatch()
    if not predicted or not gold:
        return ()
    if how.pairing is Pairing.AFTER:
        return _after(predicted, gold, how)
    rows = sorted(range(len(predicted)), key=lambda row: _read(predicted[row]))
    columns = sorted(range(len(gold)), key=lambda column: _read(gold[column]))
    table = [[similarity(predicted[row], gold[column], how) for column in columns] for row in rows]
    assigned = assign(_aims(table, how))
    return tuple(sorted((rows[row], columns[column]) for row, column in assigned))


def tally(
    predicted: Sequence[Frame], gold: Sequence[Frame], how: FrameMatch | None = None
) -> Tally:
    """Count pairs, predicted frames and gold frames: what F1 is made of.

    >>> nodule = Frame(finding="nodule", polarity="present")
    >>> tally([nodule, nodule], [nodule])
    Tally(hits=1, predicted=2, gold=1)
    >>> tally([], [])
    Tally(hits=0, predicted=0, gold=0)
    """
    return Tally(len(match_frames(predicted, gold, how)), len(predicted), len(gold))


def _read(frame: Frame) -> tuple[str, ...]:
    return frame.finding.lower(), frame.location, frame.laterality, frame.polarity


def _parts(one: Frame, other: Frame, how: FrameMatch) -> tuple[Fraction, ...]:
    """List what findings, locations, lateralities and polarities add, in this order."""
    weights = how.weights
    finding = _finding(one.finding.lower(), other.finding.lower(), how)
    agree = _agree(one, other, how)
    if how.gate in {Gate.FINDING, Gate.BOTH} and not finding[0]:
        return ()
    if how.gate in {Gate.POLARITY, Gate.BOTH} and not agree:
        return ()
    return (
        finding[1],
        _place(one.location, other.location, weights.location, weights.location_open),
        _place(one.laterality, other.laterality, weights.laterality, weights.laterality_open),
        weights.polarity if agree else Fraction(0),
    )


def _finding(one: str, other: str, how: FrameMatch) -> tuple[bool, Fraction]:
    if one == other:
        return True, how.weights.finding
    alias = any(one in group and other in group for group in how.aliases)
    return alias, how.weights.alias if alias else Fraction(0)


def _agree(one: Frame, other: Frame, how: FrameMatch) -> bool:
    if one.polarity == other.polarity:
        return True
    sides: tuple[Callable[[Frame], bool], ...] = (
        how.polarity.is_positive,
        how.polarity.is_negative,
    )
    return how.same is PolarityAgreement.SIDE and any(side(one) and side(other) for side in sides)


def _place(one: str, other: str, equal: Fraction, unspecified: Fraction) -> Fraction:
    if one == other:
        return equal
    return unspecified if UNSPECIFIED in {one, other} else Fraction(0)


def _aims(table: Sequence[Sequence[Fraction]], how: FrameMatch) -> list[list[Fraction]]:
    """Turn likeness into weights whose largest total is the pairing that is asked for."""
    fewer = min(len(table), len(table[0]))
    step = Fraction(1, lcm(*(one.denominator for row in table for one in row)))
    # Totals differ by a step or not at all: what fewer pairs add to one stays below it.
    bonus = step / (fewer + 1) if how.pairing is Pairing.BEFORE else Fraction(fewer + 1)
    return [[one + bonus if one >= how.threshold else Fraction(0) for one in row] for row in table]


def _after(
    predicted: Sequence[Frame], gold: Sequence[Frame], how: FrameMatch
) -> tuple[tuple[int, int], ...]:
    table = [[_parts(one, other, how) for other in gold] for one in predicted]
    # Floats are added one by one, as a plain program does: their rounding decides near ties.
    assigned = assign_floats([[_added(parts) for parts in row] for row in table])
    return tuple(
        (row, column)
        for row, column in assigned
        if sum(table[row][column], Fraction(0)) >= how.threshold
    )


def _added(parts: Sequence[Fraction]) -> float:
    total = 0.0
    for part in parts:
        total += float(part)
    return total
