"""The rule about text: whether an answer written as lines of frames says what its frames do."""

import re
from typing import ClassVar

from attrs import frozen

from measurand.studies.counterfactual.parts import Part
from measurand.studies.counterfactual.rules import Broken, Look, Outcome, Rule, threshold
from measurand.values.frames import UNSPECIFIED, Frame

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
    found = [_frame(words, at) for at, words in enumerate(lines)]
    frames = tuple(frame for frame in found if frame is not None)
    return frames if len(frames) == len(found) else None


def _frame(words: list[str], at: int) -> Frame | None:
    if len(words) < _SHORTEST or words[:2] != ["FRAME", str(at)]:
        return None
    if not all("=" in word for word in words[2:]):
        return None
    given = dict(word.split("=", 1) for word in words[2:])
    cites = given.get("cites", "[]")
    if _IDS.fullmatch(cites) is None:
        return None
    filled = dict.fromkeys(_OPTIONAL, UNSPECIFIED) | given
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
            confidence=float(given["confidence"]),
            uncertain=given.get("uncertain") == "1",
            citations=tuple(int(one) for one in cites[1:-1].split(",") if one),
            q=float(given.get("q", "0")),
            refused=given.get("refusal") == "1",
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
    judges_refused: ClassVar[bool] = True
    tolerance: float = threshold(1e-8)

    def parts(self) -> frozenset[Part]:
        """Name the text and the citations."""
        return frozenset({Part.TEXT, Part.CITATIONS})

    def broken(self, look: Look) -> Outcome:
        """Judge the whole answer at its first frame."""
        answer = look.sample.generation
        if look.at or not answer.text.strip():
            return None
        read = read_lines(answer.text)
        if read is None:
            return Broken("the text is not made of lines of frames")
        said, meant = len(read), len(answer.frames)
        if said != meant:
            numbers = (("frames_of_text", said), ("frames", meant))
            return Broken("the text has another number of frames", numbers)
        pairs = enumerate(zip(read, answer.frames, strict=True))
        differing = tuple(at for at, (one, other) in pairs if not self._same(one, other))
        if not differing:
            return None
        return Broken("the text says something else than its frames", (("frames", differing),))

    def _same(self, one: Frame, other: Frame) -> bool:
        if _plain(one) != _plain(other) or abs(one.confidence - other.confidence) > self.tolerance:
            return False
        if one.q is None or other.q is None:
            return one.q is other.q
        return abs(one.q - other.q) <= self.tolerance


def _plain(frame: Frame) -> tuple[object, ...]:
    words = tuple(getattr(frame, name) for name in _WORDS)
    return (*words, frame.uncertain, frame.citations, frame.refused)
