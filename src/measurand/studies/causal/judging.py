"""Questions about a reasoning graph, the verdicts on them, and whoever gives verdicts."""

from enum import Enum
from fractions import Fraction
from typing import Protocol

from attrs import field, frozen, validators

from measurand.values.reasoning import Problem


class Kind(Enum):
    """What is asked: what removing a node does, what recovers a known, how sound a text is."""

    INTERVENTION = "intervention"
    ABDUCTION = "abductive"
    LOGIC = "logic"


@frozen(kw_only=True)
class Question:
    """One question about one problem; `subject` is a node, a known, or empty for the whole text."""

    problem: Problem
    kind: Kind
    subject: str = ""


@frozen(kw_only=True)
class Decided:
    """A verdict: `share` of full marks in [0, 1], and what it rests on.

    `layer` says who decided (structural, equations, model), `level` names the verdict (critical,
    recoverable), `because` explains it in our own words, `details` are more facts by name.

    >>> Decided(share=Fraction(1, 2), layer="structural", level="meaningful").share
    Fraction(1, 2)

    Raises ValueError outside [0, 1].
    """

    share: Fraction = field()
    layer: str
    level: str = ""
    because: str = ""
    details: tuple[tuple[str, str], ...] = ()

    @share.validator
    def _in_range(self, _attribute: object, value: Fraction) -> None:
        if not 0 <= value <= 1:
            message = f"a share of full marks lies in [0, 1]: got {value}"
            raise ValueError(message)


@frozen(kw_only=True)
class Undecided:
    """Nothing could be decided, and why: a result, not a failure.

    `reason` is of a short list that can be counted; `because` may say more.
    """

    reason: str = field(validator=validators.min_len(1))
    layer: str
    because: str = ""


@frozen(kw_only=True)
class Unscored:
    """A call that failed, or an answer that cannot be read: neither zero nor full marks."""

    reason: str = field(validator=validators.min_len(1))
    because: str = ""


Verdict = Decided | Undecided | Unscored


class Judge(Protocol):
    """Whoever decides: a question in, a verdict out, the same for the same question."""

    @property
    def signature(self) -> str:
        """Name the judge with all that its verdicts depend on: `structural/1(roots=given)`."""
        ...

    def __call__(self, question: Question, /) -> Verdict:
        """Decide."""
        ...
