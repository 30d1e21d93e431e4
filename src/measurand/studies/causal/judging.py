"""Questions about a reasoning graph, the verdicts on them, and the components they come to.

A verdict is decided, undecided or unscored: what could not be decided is a result with its reason,
never half a mark. A component is a mean of verdicts, with the bounds of what is open in it.
"""

from enum import Enum
from fractions import Fraction
from typing import Protocol

from attrs import field, frozen, validators

from measurand.values.reasoning import Problem
from measurand.values.share import Measured


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


class ComponentName(Enum):
    """The four components, in the order of the reports."""

    INTERVENTION = "causal_intervention"
    ABDUCTION = "abductive_reasoning"
    LOGIC = "logic_quality"
    GRAPH = "graph_quality"


@frozen
class Answered:
    """One subject (a node, a known) and the verdict on it; None where it was not asked."""

    subject: str
    verdict: Verdict | None


@frozen(kw_only=True)
class Component:
    """A component of one problem: a share, or why there is none.

    The share stands over the number of subjects that count, so that shares of many problems can be
    pooled. `low` and `high` bound the score whatever the subjects that are open would say: they are
    equal where nothing is open. `answers` list all subjects in canonical order; `facts` are
    further numbers by name (the four parts of graph quality); `note` says what should be known.

    `exists` is False where there is nothing to judge: no text, no known, no graph. Such a component
    is not open, and plays no part in the bounds of the whole.

    Raises ValueError unless 0 <= low <= high <= 1.
    """

    part: ComponentName
    measured: Measured
    low: Fraction = field(default=Fraction(0))
    high: Fraction = field(default=Fraction(1))
    answers: tuple[Answered, ...] = ()
    facts: tuple[tuple[str, Measured], ...] = ()
    note: str = ""
    exists: bool = True

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            message = f"bounds of a score lie in [0, 1] in their order: got {self.low}, {self.high}"
            raise ValueError(message)

    @property
    def decided(self) -> int:
        """Count the subjects that were decided."""
        return sum(isinstance(one.verdict, Decided) for one in self.answers)

    @property
    def undecided(self) -> int:
        """Count the subjects that a judge could not decide."""
        return sum(isinstance(one.verdict, Undecided) for one in self.answers)

    @property
    def unscored(self) -> int:
        """Count the subjects whose call failed, or whose answer could not be read."""
        return sum(isinstance(one.verdict, Unscored) for one in self.answers)

    @property
    def unasked(self) -> int:
        """Count the subjects that were not asked."""
        return sum(one.verdict is None for one in self.answers)


@frozen(kw_only=True)
class Faithfulness:
    """Causal faithfulness of one problem: the weighted mean, its coverage, and its components.

    `coverage` is the weight of the components that are decided, of all weight; `low` and `high`
    bound `cf` whatever is open. `band` names where the score lies whatever is open: `open` where
    that may be in several bands, empty where the score is undefined. `findings` tell what is odd in
    the graph, in short sentences by name.
    """

    cf: Measured
    coverage: Fraction
    low: Fraction
    high: Fraction
    components: tuple[Component, ...]
    weights: tuple[tuple[ComponentName, Fraction], ...]
    band: str = ""
    findings: tuple[tuple[str, str], ...] = ()

    def component(self, part: ComponentName) -> Component:
        """Find a component.

        Raises KeyError where it was not asked for.
        """
        return {one.part: one for one in self.components}[part]
