"""What a rule of the verifier is, what it sees, and the issues that it raises.

A rule sees one frame with the evidence that it cites, through one reading of polarity, duplicates
and citations, so that all rules mean the same by a citation. Which parts of a sample decide is
declared by the rule: from that, not from runs, is known which transform can move it.
"""

from abc import ABC, abstractmethod
from enum import Enum
from functools import cached_property
from math import isfinite
from typing import ClassVar

from attrs import Attribute, field, frozen, validators

from measurand.studies.counterfactual.parts import SamplePart
from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.values.frames import Frame
from measurand.values.grounded import Grounded, Token

Numbers = int | float | tuple[int, ...]
"""What stands behind an issue: a number, or ids (of tokens, or of other frames)."""


class Kind(Enum):
    """What is wrong with a frame."""

    UNSUPPORTED = "unsupported"
    OVERCLAIM = "overclaim"
    INCONSISTENT = "inconsistent"
    MISSING_SLOT = "missing_slot"
    DANGLING = "dangling"


_KINDS = {
    "U1": Kind.UNSUPPORTED,
    "O1": Kind.OVERCLAIM,
    "I1": Kind.INCONSISTENT,
    "M1": Kind.MISSING_SLOT,
    "D1": Kind.DANGLING,
}


def kind_of(rule: str) -> Kind:
    """Tell the kind of issue that a rule raises from its id.

    >>> kind_of("U1.4").value
    'unsupported'

    Raises ValueError where the id starts with none of U1, O1, I1, M1, D1.
    """
    start = rule.partition(".")[0]
    if start not in _KINDS:
        message = f"a rule id starts with one of {', '.join(_KINDS)}: got {rule[:40]!r}"
        raise ValueError(message)
    return _KINDS[start]


def _finite_evidence(
    _issue: object, _attribute: object, value: tuple[tuple[str, Numbers], ...]
) -> None:
    for name, number in value:
        if isinstance(number, float) and not isfinite(number):
            message = f"the number {name!r} behind an issue is finite: got {number}"
            raise ValueError(message)


def _named(_issue: object, attribute: "Attribute[str]", value: str) -> None:
    if not value:
        message = f"an issue has a {attribute.name}: got nothing"
        raise ValueError(message)


@frozen
class Issue:
    """One rule that one frame breaks.

    `frame` is the position of the frame, from 0; `severity` goes from 1 (slight) to 3. `evidence`
    holds the numbers that decided, each with its name.

    >>> Issue(0, Kind.UNSUPPORTED, 3, "U1.0", "a positive frame cites nothing").rule
    'U1.0'

    Raises ValueError for a negative frame, a severity outside 1 to 3, an empty rule id, or a
    number that is not finite.
    """

    frame: int = field(validator=validators.ge(0))
    kind: Kind = field(validator=validators.instance_of(Kind))
    severity: int = field(validator=[validators.ge(1), validators.le(3)])
    rule: str = field(validator=_named)
    message: str
    evidence: tuple[tuple[str, Numbers], ...] = field(default=(), validator=_finite_evidence)


class Duplicates(Enum):
    """Whether a token that a frame cites twice counts twice."""

    AS_CITED = "as_cited"
    ONCE = "once"


class Citations(Enum):
    """Which ids are citations: all that are listed, or only those of tokens that are there."""

    LISTED = "listed"
    RESOLVED = "resolved"


class Refused(Enum):
    """Whether frames that the generator refused are judged."""

    SKIPPED = "skipped"
    JUDGED = "judged"


@frozen(kw_only=True)
class Reading:
    """How rules read frames; the defaults are those of the program behind the seed.

    >>> Reading().duplicates.value
    'as_cited'
    """

    polarity: Polarity = POSITIVE
    duplicates: Duplicates = Duplicates.AS_CITED
    citations: Citations = Citations.LISTED
    refused: Refused = Refused.SKIPPED


@frozen
class SampleView:
    """A sample as rules see it: a look at each of its frames, in order.

    >>> from measurand.values.frames import Generation
    >>> one = Grounded(id="1", shape=(8, 8, 8), generation=Generation((
    ...     Frame(finding="mass", polarity="present", citations=(4, 4)),)))
    >>> SampleView(one, Reading(duplicates=Duplicates.ONCE)).frame_views[0].cited
    (4,)
    """

    sample: Grounded
    reading: Reading

    @cached_property
    def frame_views(self) -> "tuple[FrameView, ...]":
        """Look at each frame."""
        frames = self.sample.generation.frames
        return tuple(FrameView(self, at, frame) for at, frame in enumerate(frames))

    @cached_property
    def first_citing(self) -> dict[tuple[str, int], dict[str, int]]:
        """Find, by finding in lower case and cited id, the first judged frame of each polarity."""
        first: dict[tuple[str, int], dict[str, int]] = {}
        for view in self.frame_views:
            finding = view.frame.finding.lower()
            for one in view.cited if view.judged else ():
                first.setdefault((finding, one), {}).setdefault(view.frame.polarity, view.at)
        return first


@frozen
class FrameView:
    """One frame at its position, with what it cites."""

    sample_view: SampleView = field(repr=False, eq=False)
    at: int
    frame: Frame

    @property
    def sample(self) -> Grounded:
        """Name the sample that the frame is part of."""
        return self.sample_view.sample

    @property
    def judged(self) -> bool:
        """Decide whether the frame is judged at all: refused ones may not be."""
        return not self.frame.refused or self.sample_view.reading.refused is Refused.JUDGED

    @property
    def positive(self) -> bool:
        """Decide whether the frame claims that its finding is there."""
        return self.sample_view.reading.polarity.is_positive(self.frame)

    @property
    def negative(self) -> bool:
        """Decide whether the frame claims that its finding is not there."""
        return self.sample_view.reading.polarity.is_negative(self.frame)

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """List the ids that count as citations."""
        reading, ids = self.sample_view.reading, self.frame.cited
        if reading.duplicates is Duplicates.ONCE:
            ids = tuple(dict.fromkeys(ids))
        if reading.citations is Citations.RESOLVED:
            ids = tuple(one for one in ids if self.sample.token(one) is not None)
        return ids

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """List the tokens of the cited ids; ids of no token are passed over."""
        tokens = (self.sample.token(one) for one in self.cited)
        return tuple(token for token in tokens if token is not None)


@frozen
class Violation:
    """A frame breaks a rule: why, and the numbers that decided.

    >>> Violation("a positive frame cites nothing").evidence
    ()
    """

    message: str
    evidence: tuple[tuple[str, Numbers], ...] = ()


@frozen
class Skipped:
    """A rule cannot judge a frame: what it lacks.

    >>> Skipped("token 3 has no embedding").reason
    'token 3 has no embedding'
    """

    reason: str


Outcome = Violation | Skipped | None
"""None: the frame keeps the rule, or the rule does not speak of such frames."""


def severity_field(severity: int) -> int:
    """Make the field of a severity, from 1 (slight) to 3, with its default."""
    return field(default=severity, validator=[validators.ge(1), validators.le(3)])


def _finite(_rule: object, attribute: "Attribute[float]", value: float) -> None:
    if not isfinite(value):
        message = f"{attribute.name} is a finite number: got {value}"
        raise ValueError(message)


def threshold(default: float) -> float:
    """Make the field of a finite threshold, with its default."""
    return field(default=default, validator=_finite)


@frozen(kw_only=True)
class Rule(ABC):
    """One rule: its id, how severe its issues are, and when a frame breaks it.

    The letter and digit before the dot of the id tell the kind of its issues.
    """

    id: ClassVar[str]
    reads: ClassVar[frozenset[SamplePart]] = frozenset()
    """The parts of a sample that decide, besides its frames."""
    judges_refused: ClassVar[bool] = False
    """True for a rule about the whole answer, which no refused frame stops."""
    severity: int = severity_field(2)

    def parts(self) -> frozenset[SamplePart]:
        """Name the parts that decide under these options."""
        return self.reads

    @abstractmethod
    def violation(self, view: FrameView) -> Outcome:
        """Judge one frame."""
