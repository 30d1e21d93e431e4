"""Rules about claims: what a frame says against what it cites, other frames, itself, and its text.

Overclaims (O1) say more than the evidence can carry, inconsistencies (I1) say what other frames,
the cited side or the text deny, missing slots (M1) do not say what a frame should.
"""

import re
from enum import Enum
from fractions import Fraction
from typing import ClassVar

from attrs import field, frozen, validators

from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.rules import (
    FrameView,
    Outcome,
    Rule,
    Violation,
    severity_field,
    threshold,
)
from measurand.values.cells import Cell
from measurand.values.frames import UNSPECIFIED, Frame

LEFT, RIGHT, BILATERAL = "left", "right", "bilateral"

GRAVITY = (
    ("cardiomegaly", 2),
    ("consolidation", 2),
    ("effusion", 2),
    ("fracture", 2),
    ("mass", 3),
    ("nodule", 2),
    ("pneumothorax", 3),
)
"""How grave a finding is; every other one is 1."""


class Sides(Enum):
    """Which side a cell is on: by whether its x index is even, or by the half of the volume."""

    PARITY = "parity"
    HALF = "half"


class Left(Enum):
    """Where the left side of the claims is: at low or at high x."""

    LOW_X = "low_x"
    HIGH_X = "high_x"


class Conflict(Enum):
    """When two polarities conflict: words that differ, or one positive and one negative."""

    WORDS = "words"
    MEANING = "meaning"


@frozen(kw_only=True)
class CoarseSide(Rule):
    """O1.0: a positive frame names a side, but cites only cells of a coarse level.

    >>> CoarseSide().level
    0
    """

    id: ClassVar[str] = "O1.0"
    reads: ClassVar[frozenset[SamplePart]] = frozenset(
        {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.LEVELS}
    )
    level: int = field(default=0, validator=validators.ge(0))

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        finest = max((token.cell.level for token in view.tokens), default=self.level + 1)
        sided = view.frame.laterality in {LEFT, RIGHT, BILATERAL}
        if not view.positive or not sided or finest > self.level:
            return None
        message = "a frame that names a side cites only coarse cells"
        return Violation(message, (("finest_level", finest), ("coarse_level", self.level)))


@frozen(kw_only=True)
class Overconfident(Rule):
    """O1.1: a positive frame is sure of a grave finding whose cited tokens have low scores.

    It is sure above `confidence`; scores are low where their mean, as a float, is below `score`;
    findings are compared in lower case, and one that is not listed has gravity 1.

    >>> dict(Overconfident().gravity)["mass"]
    3
    """

    id: ClassVar[str] = "O1.1"
    reads: ClassVar[frozenset[SamplePart]] = frozenset(
        {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.SCORES}
    )
    confidence: float = threshold(0.8)
    score: float = threshold(0.5)
    grave: int = 2
    gravity: tuple[tuple[str, int], ...] = GRAVITY

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        frame = view.frame
        grave = dict(self.gravity).get(frame.finding.lower(), 1) >= self.grave
        sure = frame.confidence > self.confidence
        if not view.positive or not view.tokens or not grave or not sure:
            return None
        total = sum((Fraction(token.score) for token in view.tokens), Fraction(0))
        mean = float(total / len(view.tokens))
        if mean >= self.score:
            return None
        message = "a sure claim of a grave finding cites tokens of low scores"
        return Violation(message, (("confidence", frame.confidence), ("mean_score", mean)))


@frozen(kw_only=True)
class SizeClaim(Rule):
    """O1.2: reserved for claims of a size; it has no condition yet, and nothing breaks it.

    >>> SizeClaim().parts()
    frozenset()
    """

    id: ClassVar[str] = "O1.2"

    def violation(self, _view: FrameView) -> Outcome:
        """Judge nothing."""
        return None


@frozen(kw_only=True)
class ThinBilateral(Rule):
    """I1.0: a frame of whatever polarity says that both sides are affected, but cites too little.

    >>> ThinBilateral().at_least
    2
    """

    id: ClassVar[str] = "I1.0"
    reads: ClassVar[frozenset[SamplePart]] = frozenset({SamplePart.CITATIONS})
    at_least: int = 2

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        if view.frame.laterality != BILATERAL or len(view.cited) >= self.at_least:
            return None
        message = "a claim about both sides cites too few tokens"
        return Violation(message, (("citations", len(view.cited)), ("at_least", self.at_least)))


@frozen(kw_only=True)
class WrongSide(Rule):
    """I1.1: a positive frame says left or right, but all that it cites is on the other side.

    The cell of level 0 is on both sides. By parity, a deeper cell is on the left where its x index
    is even, which is wrong from level 2 on; by half, where it lies in the first half of x.

    >>> WrongSide().sides.value
    'parity'
    """

    id: ClassVar[str] = "I1.1"
    reads: ClassVar[frozenset[SamplePart]] = frozenset(
        {SamplePart.CITATIONS, SamplePart.TOKENS, SamplePart.CELLS}
    )
    sides: Sides = Sides.PARITY
    left: Left = Left.LOW_X

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        side = view.frame.laterality
        if not view.positive or not view.tokens or side not in {LEFT, RIGHT}:
            return None
        if any(side in self._sides(token.cell) for token in view.tokens):
            return None
        ids = tuple(token.id for token in view.tokens)
        return Violation(
            f"a frame says {side}, its cells are on the other side", (("tokens", ids),)
        )

    def _sides(self, cell: Cell) -> tuple[str, ...]:
        if cell.level == 0:
            return LEFT, RIGHT
        parity = self.sides is Sides.PARITY
        low = cell.x % 2 == 0 if parity else cell.x < 2 ** (cell.level - 1)
        return (LEFT,) if low is (self.left is Left.LOW_X) else (RIGHT,)


@frozen(kw_only=True)
class SharedConflict(Rule):
    """I1.2: two frames cite the same id for the same finding, but their polarities conflict.

    Findings are compared in lower case. By words, "present" and "positive" conflict.

    >>> SharedConflict().conflict.value
    'words'
    """

    id: ClassVar[str] = "I1.2"
    reads: ClassVar[frozenset[SamplePart]] = frozenset({SamplePart.CITATIONS})
    conflict: Conflict = Conflict.WORDS

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame; the first other frame that conflicts is named."""
        finding, views = view.frame.finding.lower(), view.sample_view.frame_views
        citing = (view.sample_view.first_citing.get((finding, one), {}) for one in set(view.cited))
        places = {at for places in citing for at in places.values()}
        rival = min((at for at in places if self._conflict(view, views[at])), default=None)
        if rival is None:
            return None
        shared = tuple(sorted(set(view.cited).intersection(views[rival].cited)))
        message = "another frame says the opposite of the same evidence"
        return Violation(message, (("frames", (view.at, rival)), ("citations", shared)))

    def _conflict(self, one: FrameView, other: FrameView) -> bool:
        if self.conflict is Conflict.WORDS:
            return one.frame.polarity != other.frame.polarity
        return (one.positive and other.negative) or (one.negative and other.positive)


@frozen(kw_only=True)
class ThinNegative(Rule):
    """I1.3: a negative frame is sure, but cites too little to be.

    >>> ThinNegative().confidence, ThinNegative().at_least
    (0.9, 5)
    """

    id: ClassVar[str] = "I1.3"
    reads: ClassVar[frozenset[SamplePart]] = frozenset({SamplePart.CITATIONS})
    severity: int = severity_field(1)
    confidence: float = threshold(0.9)
    at_least: int = 5

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        sure = view.frame.confidence > self.confidence
        if not view.negative or not sure or len(view.cited) >= self.at_least:
            return None
        message = "a sure denial cites too few tokens"
        numbers = (("confidence", view.frame.confidence), ("citations", len(view.cited)))
        return Violation(message, numbers)


@frozen(kw_only=True)
class NoSide(Rule):
    """M1.0: a positive frame names no side.

    >>> NoSide().severity
    1
    """

    id: ClassVar[str] = "M1.0"
    severity: int = severity_field(1)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        if not view.positive or view.frame.laterality != UNSPECIFIED:
            return None
        return Violation("a positive frame names no side")


@frozen(kw_only=True)
class NoFinding(Rule):
    """M1.1: a frame of whatever polarity names no finding.

    `words`, in lower case, are names that say nothing.

    >>> NoFinding().words
    ('', 'unknown', 'unspecified')
    """

    id: ClassVar[str] = "M1.1"
    words: tuple[str, ...] = ("", "unknown", UNSPECIFIED)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        if view.frame.finding.lower() not in self.words:
            return None
        return Violation("a frame names no finding")


@frozen(kw_only=True)
class LowConfidence(Rule):
    """M1.2: a frame that was not refused has a low confidence, whatever its polarity.

    Refused frames keep this rule even where refused frames are judged.

    >>> LowConfidence().below
    0.5
    """

    id: ClassVar[str] = "M1.2"
    severity: int = severity_field(1)
    below: float = threshold(0.5)

    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
        confidence = view.frame.confidence
        if view.frame.refused or confidence >= self.below:
            return None
        message = "a frame of low confidence was not refused"
        return Violation(message, (("confidence", confidence), ("below", self.below)))


_WORDS = ("finding", "polarity", "laterality", "location", "size_bin", "severity")
_OPTIONAL = ("location", "size_bin", "severity")
_IDS = re.compile(r"\[(?:-?[0-9]{1,18}(?:,-?[0-9]{1,18})*)?\]")
_SHORTEST = 3


def read_lines(text: str) -> tuple[Frame, ...] | None:
    """Read lines such as "FRAME 0 finding=... cites=[4,1]"; None where the text is none.

    A line gives its position, then words `name=value`: finding, polarity, laterality and
    confidence, and, if it likes, location, size_bin, severity, uncertain, q, refusal and cites. A
    value has no space. Without `cites` a frame cites nothing; without `q` it is 0.

    >>> line = "FRAME 0 finding=mass polarity=present laterality=left confidence=0.9 cites=[4,1]"
    >>> [frame.citations for frame in read_lines(line)]
    [(4, 1)]
    >>> read_lines("A mass on the left.")
    """
    lines = [line.split() for line in text.splitlines() if line.strip()]
    read = [_frame(words, at) for at, words in enumerate(lines)]
    frames = tuple(frame for frame in read if frame is not None)
    return frames if len(frames) == len(read) else None


def _frame(words: list[str], at: int) -> Frame | None:
    if len(words) < _SHORTEST or words[:2] != ["FRAME", str(at)]:
        return None
    if not all("=" in word for word in words[2:]):
        return None
    words_by_name = dict(word.split("=", 1) for word in words[2:])
    cites = words_by_name.get("cites", "[]")
    if _IDS.fullmatch(cites) is None:
        return None
    filled = dict.fromkeys(_OPTIONAL, UNSPECIFIED) | words_by_name
    try:
        finding, polarity, laterality, location, size_bin, severity = (
            filled[name] for name in _WORDS
        )
        return Frame(
            finding=finding,
            polarity=polarity,
            laterality=laterality,
            location=location,
            size_bin=size_bin,
            severity=severity,
            confidence=float(words_by_name["confidence"]),
            uncertain=words_by_name.get("uncertain") == "1",
            citations=tuple(int(one) for one in cites[1:-1].split(",") if one),
            q=float(words_by_name.get("q", "0")),
            refused=words_by_name.get("refusal") == "1",
        )
    except (KeyError, ValueError):
        return None


@frozen(kw_only=True)
class TextDiffers(Rule):
    """I1.4: the text of an answer is not its frames, line by line; raised at frame 0.

    A blank text keeps the rule. `tolerance` is how far confidence and q may differ. A frame without
    citations or without q differs from one that cites nothing or has q = 0.

    >>> TextDiffers().tolerance
    1e-08
    """

    id: ClassVar[str] = "I1.4"
    reads: ClassVar[frozenset[SamplePart]] = frozenset({SamplePart.TEXT, SamplePart.CITATIONS})
    judges_refused: ClassVar[bool] = True
    tolerance: float = threshold(1e-8)

    def violation(self, view: FrameView) -> Outcome:
        """Judge the whole answer at its first frame."""
        answer = view.sample.generation
        if view.at or not answer.text.strip():
            return None
        read = read_lines(answer.text)
        if read is None:
            return Violation("the text is not made of lines of frames")
        said, meant = len(read), len(answer.frames)
        if said != meant:
            numbers = (("frames_of_text", said), ("frames", meant))
            return Violation("the text has another number of frames", numbers)
        pairs = enumerate(zip(read, answer.frames, strict=True))
        differing = tuple(at for at, (one, other) in pairs if not self._same(one, other))
        if not differing:
            return None
        return Violation("the text says something else than its frames", (("frames", differing),))

    def _same(self, one: Frame, other: Frame) -> bool:
        if _plain(one) != _plain(other) or abs(one.confidence - other.confidence) > self.tolerance:
            return False
        if one.q is None or other.q is None:
            return one.q is other.q
        return abs(one.q - other.q) <= self.tolerance


def _plain(frame: Frame) -> tuple[object, ...]:
    words = tuple(getattr(frame, name) for name in _WORDS)
    return (*words, frame.uncertain, frame.citations, frame.refused)
