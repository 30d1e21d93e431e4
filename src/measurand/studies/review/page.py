"""What the report page says, before it has a form: lines, counts and samples, all frozen."""

from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import field, frozen, validators

from measurand.values.score import Score, Undefined

if TYPE_CHECKING:  # a page without intervals loads nothing of what makes them
    from measurand.inference.interval import Interval
    from measurand.inference.plan import Plan
    from measurand.inference.pvalue import PValue

_count = validators.ge(0)


class Kind(Enum):
    """What a metric is, so how its value is written."""

    COUNT = "count"
    RATE = "rate"
    SCORE = "score"


class Outcome(Enum):
    """What became of one sample between the stages, held against gold."""

    FIXED = "fixed"
    BROKEN = "broken"
    KEPT = "kept"
    STILL = "still"
    UNGRADED = "ungraded"


@frozen
class Line:
    """One metric: its score, the signature of its definition, and what it was divided by.

    `interval` and `p_value` are None where none was asked for.

    >>> from fractions import Fraction
    >>> from measurand.values.score import Defined
    >>> Line("fix_rate", Defined(Fraction(1, 4)), "fix(gold=all)", "4 wrong at stage 1").kind
    <Kind.RATE: 'rate'>
    """

    name: str
    score: Score
    signature: str
    denominator: str
    interval: "Interval | Undefined | None" = None
    p_value: "PValue | Undefined | None" = None

    @property
    def kind(self) -> Kind:
        """Read the kind off the name."""
        return kind(self.name)


@frozen
class Flow:
    """How many samples took each way from the first stage to the last.

    >>> Flow(fixed=3, broken=1, kept=5, still=2, ungraded=4).graded
    11

    Raises ValueError for a negative count.
    """

    fixed: int = field(validator=_count)
    broken: int = field(validator=_count)
    kept: int = field(validator=_count)
    still: int = field(validator=_count)
    ungraded: int = field(default=0, validator=_count)

    @property
    def graded(self) -> int:
        """Count the samples that have a way."""
        return self.fixed + self.broken + self.kept + self.still


@frozen
class AspectConflicts:
    """In how many samples an aspect stands, and in how many with polarities that disagree.

    >>> AspectConflicts("battery", conflicting=1, samples=4).aspect
    'battery'

    Raises ValueError where more samples conflict than there are.
    """

    aspect: str
    conflicting: int = field(validator=_count)
    samples: int = field(validator=_count)

    @samples.validator
    def _enough(self, _attribute: object, value: int) -> None:
        if value < self.conflicting:
            message = f"at most all samples conflict: got {self.conflicting} of {value}"
            raise ValueError(message)


@frozen
class SampleLine:
    """One sample: its lists as texts; None says that a list is not there, () that it is empty.

    >>> SampleLine("s1", ("battery +",), None, (), Outcome.UNGRADED, changed=None).final
    ()
    """

    id: str
    gold: tuple[str, ...] | None
    stage1: tuple[str, ...] | None
    final: tuple[str, ...] | None
    outcome: Outcome
    changed: bool | None


@frozen(kw_only=True)
class ReviewPage:
    """Everything that the page shows; `samples` are those listed, of `samples_total`.

    `plan` says how the intervals of its lines were made; None where there are none.

    >>> page = ReviewPage(run="r", profile="documented", n=0, digest="0")
    >>> page.flow is None, page.samples_total
    (True, 0)

    Raises ValueError where more samples are listed than there are.
    """

    run: str
    profile: str
    n: int = field(validator=_count)
    digest: str
    notes: tuple[str, ...] = ()
    outcome: tuple[Line, ...] = ()
    process: tuple[Line, ...] = ()
    counts: tuple[Line, ...] = ()
    flow: Flow | None = None
    stages: tuple[tuple[str, Score], ...] = ()
    conflicts: tuple[AspectConflicts, ...] = ()
    causes: tuple[tuple[str, int], ...] = ()
    edits: tuple[tuple[str, Fraction], ...] = ()
    samples: tuple[SampleLine, ...] = ()
    samples_total: int = field(default=0)
    plan: "Plan | None" = None

    @samples_total.validator
    def _listed(self, _attribute: object, value: int) -> None:
        if value < len(self.samples):
            message = f"at most all samples are listed: got {len(self.samples)} of {value}"
            raise ValueError(message)

    @property
    def lines(self) -> tuple[Line, ...]:
        """List every metric once, in the order of the page."""
        return (*self.outcome, *self.process, *self.counts)


def kind(name: str) -> Kind:
    """Tell what a metric is from its name.

    >>> [kind(name).value for name in ("N_gold", "fix_rate", "net_gain", "tuple_f1_s2")]
    ['count', 'rate', 'rate', 'score']
    """
    if "rate" in name.split("_") or name == "net_gain":
        return Kind.RATE
    counted = name == "n" or name.startswith(("n_", "N_", "override_")) or name.endswith("_n")
    return Kind.COUNT if counted else Kind.SCORE
