"""What readings of causal faithfulness choose between: weights, bands, what is open counts as."""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from attrs import astuple, field, frozen, validators

from measurand.studies.causal.comparing.consistency import STEPS, Pairs
from measurand.studies.causal.comparing.distances import Alignment, Empties
from measurand.studies.causal.components import Part
from measurand.studies.causal.equations import Beyond
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import Kind
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.solving.solve import Domain
from measurand.studies.causal.structural import Underivable

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)


class Missing(Enum):
    """What a component without a score is in the mean of the components: no part of it, or 1/2."""

    LEFT_OUT = "left_out"
    HALF = "half"


class Counts(Enum):
    """What a subject without a verdict counts as in its component.

    It is left out of the mean, or counts as nothing, as half or as full marks; or the component
    has no score as soon as one subject is open.
    """

    LEFT_OUT = "left_out"
    ZERO = "zero"
    HALF = "half"
    FULL = "full"
    UNDECIDED = "undecided"


MARKS: Mapping[Counts, Fraction] = MappingProxyType(
    {Counts.ZERO: Fraction(0), Counts.HALF: Fraction(1, 2), Counts.FULL: Fraction(1)}
)
"""The share of full marks of those that count as one."""


class Join(Enum):
    """How two systems are joined: by the ids of their graphs, or by the problems these answer.

    By problem, the graphs of one system on a problem are averaged first: every problem counts once.
    """

    ID = "id"
    GROUP = "group"


class Common(Enum):
    """What two systems are compared by where one has a score of more components.

    The mean over the components that both have scores of, or each system's own mean: that is
    another number for each, and staying undecided can win by it.
    """

    PARTS = "parts"
    EACH = "each"


class Pooling(Enum):
    """What a number of a batch is: a mean over graphs, or a ratio of sums over all subjects."""

    SAMPLES = "samples"
    SUMS = "sums"


@frozen(kw_only=True)
class Open:
    """What subjects count as that a judge could not decide, and whose call failed.

    >>> Open().undecided.value
    'left_out'
    """

    undecided: Counts = field(default=Counts.LEFT_OUT, validator=validators.instance_of(Counts))
    unscored: Counts = field(default=Counts.LEFT_OUT, validator=validators.instance_of(Counts))


@frozen(kw_only=True)
class Weights:
    """How much each component counts; only their proportions matter.

    >>> Weights(intervention=Fraction(2)).of(Part.INTERVENTION)
    Fraction(8, 11)

    Raises ValueError where a weight is negative, or all are 0.
    """

    intervention: Fraction = QUARTER
    abductive: Fraction = QUARTER
    logic: Fraction = QUARTER
    graph: Fraction = QUARTER

    def __attrs_post_init__(self) -> None:
        weights = astuple(self)
        if min(weights) < 0 or not sum(weights):
            message = f"weights of at least 0, not all 0: got {', '.join(map(str, weights))}"
            raise ValueError(message)

    def of(self, part: Part) -> Fraction:
        """Give the weight of a component, of all weight."""
        weights: tuple[Fraction, ...] = astuple(self)
        return dict(zip(Part, weights, strict=True))[part] / sum(weights)

    def mean(self, scores: Mapping[Part, Fraction]) -> Fraction | None:
        """Average scores by the weights of their components; None where these weigh nothing.

        >>> Weights().mean({Part.GRAPH: Fraction(1), Part.LOGIC: Fraction(1, 2)})
        Fraction(3, 4)
        """
        weight = sum(map(self.of, scores), Fraction(0))
        total = sum((self.of(part) * score for part, score in scores.items()), Fraction(0))
        return total / weight if weight else None


WEIGHTS: Mapping[str, Weights] = MappingProxyType(
    {
        "four-way": Weights(),
        "three-way": Weights(intervention=THIRD, abductive=Fraction(0), logic=THIRD, graph=THIRD),
    }
)
"""The two readings of the formula: a mean of four, and of three with abduction beside them."""

POOR = "poor"
"""The band below all others."""
OPEN = "open"
"""What stands for a band where what is open may move the score to another one."""


@frozen(kw_only=True)
class Bands:
    """The least score of each band; a score on the border belongs to the better band.

    >>> [Bands().of(Fraction(tenths, 10)) for tenths in (9, 7, 5, 4)]
    ['excellent', 'good', 'fair', 'poor']

    Raises ValueError unless 1 >= excellent >= good >= fair >= 0.
    """

    excellent: Fraction = Fraction(9, 10)
    good: Fraction = Fraction(7, 10)
    fair: Fraction = Fraction(1, 2)

    def __attrs_post_init__(self) -> None:
        if not 1 >= self.excellent >= self.good >= self.fair >= 0:
            message = f"bands from 1 down to 0: got {self.excellent}, {self.good}, {self.fair}"
            raise ValueError(message)

    @property
    def names(self) -> tuple[str, ...]:
        """List the bands, the best first, and what stands for one that is not known."""
        return ("excellent", "good", "fair", POOR, OPEN)

    def of(self, score: Fraction) -> str:
        """Name the band of a score."""
        lower = (self.excellent, self.good, self.fair)
        bands = zip(self.names, lower, strict=False)
        return next((name for name, low in bands if score >= low), POOR)

    def between(self, low: Fraction, high: Fraction) -> str:
        """Name the band of all scores between two; `open` where they lie in several.

        >>> [Bands().between(THIRD, high) for high in (Fraction(2, 5), Fraction(1))]
        ['poor', 'open']
        """
        return self.of(low) if self.of(low) == self.of(high) else OPEN


@frozen(kw_only=True)
class Offline:
    """What the judges are made with that need no model: structural, and equations over it.

    >>> Offline().roots.value, Offline().underivable.value
    ('given', 'meaningful')
    """

    roots: Roots = field(default=Roots.GIVEN, validator=validators.instance_of(Roots))
    underivable: Underivable = field(
        default=Underivable.MEANINGFUL, validator=validators.instance_of(Underivable)
    )
    grammar: Grammar = field(default=Grammar.LENIENT, validator=validators.instance_of(Grammar))
    domain: Domain = field(default=Domain.BY_SIGN, validator=validators.instance_of(Domain))
    beyond: Beyond = field(default=Beyond.UNDECIDED, validator=validators.instance_of(Beyond))


@frozen(kw_only=True)
class Against:
    """How a graph is held against its reference, its plan and its answer.

    `empty` says what precision, recall and F are of graphs without edges; `steps` bounds the work
    of one measure.

    >>> Against().alignment.value, Against().reversal
    ('union', Fraction(1, 1))

    Raises ValueError for a cost of turning an edge outside (0, 2], a negative tolerance, or no
    steps.
    """

    alignment: Alignment = field(
        default=Alignment.UNION, validator=validators.instance_of(Alignment)
    )
    reversal: Fraction = field(
        default=Fraction(1), validator=[validators.gt(Fraction(0)), validators.le(Fraction(2))]
    )
    pairs: Pairs = field(default=Pairs.ANCESTORS, validator=validators.instance_of(Pairs))
    tolerance: Fraction = field(default=Fraction(1, 50), validator=validators.ge(Fraction(0)))
    empty: Empties = field(factory=Empties)
    steps: int = field(default=STEPS, validator=validators.ge(1))


PARTS: Mapping[Kind, Part] = MappingProxyType(
    {
        Kind.INTERVENTION: Part.INTERVENTION,
        Kind.ABDUCTION: Part.ABDUCTION,
        Kind.LOGIC: Part.LOGIC,
    }
)
"""The component that the answers to a kind of question make."""
