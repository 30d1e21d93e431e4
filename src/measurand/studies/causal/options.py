"""The options of causal faithfulness, its names of numbers, and three named readings (profiles).

An option names one thing that readings do differently: weights, bands, what is open counts as. A
profile is a set of options, and no code asks which one it runs under.
"""

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from attrs import astuple, evolve, field, frozen, validators

from measurand.inference.plan import Plan, Stream
from measurand.studies.causal.comparing.measures import AGAINST, ALONE, Against
from measurand.studies.causal.equations import Beyond
from measurand.studies.causal.graphs.nodes import Blank, NoTarget, Reading
from measurand.studies.causal.identifiability import Roots
from measurand.studies.causal.judging import ComponentName, Kind
from measurand.studies.causal.quality import GraphWeights
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.sampling import Sampling
from measurand.studies.causal.solving.solve import Domain
from measurand.studies.causal.structural import Underivable
from measurand.values.suggest import did_you_mean

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

    >>> Weights(intervention=Fraction(2)).of(ComponentName.INTERVENTION)
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

    def of(self, part: ComponentName) -> Fraction:
        """Give the weight of a component, of all weight."""
        weights: tuple[Fraction, ...] = astuple(self)
        return dict(zip(ComponentName, weights, strict=True))[part] / sum(weights)

    def mean(self, scores: Mapping[ComponentName, Fraction]) -> Fraction | None:
        """Average scores by the weights of their components; None where these weigh nothing.

        >>> Weights().mean({ComponentName.GRAPH: Fraction(1), ComponentName.LOGIC: Fraction(1, 2)})
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


PARTS: Mapping[Kind, ComponentName] = MappingProxyType(
    {
        Kind.INTERVENTION: ComponentName.INTERVENTION,
        Kind.ABDUCTION: ComponentName.ABDUCTION,
        Kind.LOGIC: ComponentName.LOGIC,
    }
)
"""The component that the answers to a kind of question make."""


CF, LOW, HIGH, COVERAGE = "cf", "cf_low", "cf_high", "coverage"

SHORT: Mapping[ComponentName, str] = MappingProxyType(
    {
        ComponentName.INTERVENTION: "intervention",
        ComponentName.ABDUCTION: "abductive",
        ComponentName.LOGIC: "logic",
        ComponentName.GRAPH: "graph",
    }
)
"""The name of each component as a metric."""

FACTS = ("acyclic", "graph_coverage", "ruled", "connected")
"""What graph quality is made of."""

JUDGED = (ComponentName.INTERVENTION, ComponentName.ABDUCTION, ComponentName.LOGIC)
"""The components that judges are asked about: subjects may stay open."""

BOUNDS = tuple(f"{SHORT[part]}_{end}" for part in JUDGED for end in ("low", "high"))
"""What bounds them whatever is open."""

NAMES = (CF, LOW, HIGH, COVERAGE, *SHORT.values(), *FACTS, *BOUNDS)
"""The metrics of every row, in the order of the tables."""

TESTED = (CF, *SHORT.values())
"""The metrics that two systems are compared by."""

MEASURES = (*NAMES, *ALONE, *AGAINST)
"""All metrics that a study may be asked for: also those of graphs alone and against a reference."""

UNHELD: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(AGAINST, ": graphs have it that are held against a reference")
    | dict.fromkeys(ALONE, ": causal graph measures it")
)
"""Why no row may have a number: what has to be done for it."""

COUNTED = "counted as 1/2: "
"""What opens the note of a component that has no score and counts as 1/2; the reason follows."""

GROUP = "group"
"""The group key of the samples of a study: the problems that graphs answer."""

OF_TESTS = ("tested", "pooling", "join", "common", "plan")
"""The options that act on finished rows; all others say how rows are measured."""


def _known(_options: object, _attribute: object, value: tuple[str, ...]) -> None:
    wrong = next((name for name in value if name not in MEASURES), None)
    if wrong is not None:
        message = f"unknown metric {wrong!r}{did_you_mean(wrong, MEASURES)}"
        raise ValueError(message)
    _each_once(value, "metric")


def _parts(_options: object, _attribute: object, value: tuple[ComponentName, ...]) -> None:
    _each_once(tuple(part.value for part in value), "component")


def _each_once(names: tuple[str, ...], what: str) -> None:
    if len(set(names)) < len(names) or not names:
        message = f"at least one {what}, each once: got {names}"
        raise ValueError(message)


def _plan(_options: object, _attribute: object, value: Plan) -> None:
    if value.cluster not in {None, GROUP}:
        message = f"plan.cluster={GROUP} or none: got {value.cluster!r}"
        raise ValueError(message)
    if value.stream is Stream.LEGACY:
        message = "the legacy stream is of another study: got plan.stream=legacy"
        raise ValueError(message)


@frozen(kw_only=True)
class Options:
    """One reading of causal faithfulness; the defaults are those of the profile `recommended`.

    `parts` are the components that are asked for. `nodes` and `knowns` say what subjects without a
    verdict count as, `missing` what a component without a score is. `offline` has what the judges
    without a model are made with, beside `reading`. `tested` names the metrics that two systems are
    compared by.

    >>> Options().missing.value, Options().tested[:2]
    ('left_out', ('cf', 'intervention'))

    Raises ValueError where no component or metric is asked for, one stands twice, a metric is not
    known, or the plan resamples by another group key or from the legacy stream.
    """

    reading: Reading = field(factory=Reading)
    parts: tuple[ComponentName, ...] = field(default=tuple(ComponentName), validator=_parts)
    weights: Weights = field(factory=Weights)
    graph: GraphWeights = field(factory=GraphWeights)
    missing: Missing = field(default=Missing.LEFT_OUT, validator=validators.instance_of(Missing))
    nodes: Open = field(factory=Open)
    knowns: Open = field(factory=Open)
    bands: Bands = field(factory=Bands)
    offline: Offline = field(factory=Offline)
    against: Against = field(factory=Against)
    sampling: Sampling = field(factory=Sampling)
    tested: tuple[str, ...] = field(default=TESTED, validator=_known)
    pooling: Pooling = field(default=Pooling.SAMPLES, validator=validators.instance_of(Pooling))
    join: Join = field(default=Join.ID, validator=validators.instance_of(Join))
    common: Common = field(default=Common.PARTS, validator=validators.instance_of(Common))
    plan: Plan = field(default=Plan(cluster=GROUP), validator=_plan)


def with_tests(measured: Options, asked: Options) -> Options:
    """Test what was measured under some options as others say.

    >>> asked = Options(tested=("cf",))
    >>> with_tests(Options(parts=(ComponentName.GRAPH,)), asked) == Options(
    ...     parts=(ComponentName.GRAPH,), tested=("cf",)
    ... )
    True
    """
    return evolve(
        measured,
        tested=asked.tested,
        pooling=asked.pooling,
        join=asked.join,
        common=asked.common,
        plan=asked.plan,
    )


DOCUMENTED = Options(
    weights=WEIGHTS["four-way"],
    missing=Missing.HALF,
    nodes=Open(undecided=Counts.LEFT_OUT, unscored=Counts.LEFT_OUT),
    knowns=Open(undecided=Counts.ZERO, unscored=Counts.LEFT_OUT),
)
"""The guide: four components at 1/4 each, 1/2 for one that cannot be judged, and a known that
cannot be shown to be recoverable is not. Where it is silent, the sound reading."""

AS_RUN = Options(
    reading=Reading(blank=Blank.KEPT, no_target=NoTarget.RESULT),
    weights=WEIGHTS["three-way"],
    missing=Missing.HALF,
    nodes=Open(undecided=Counts.HALF, unscored=Counts.HALF),
    knowns=Open(undecided=Counts.FULL, unscored=Counts.FULL),
)
"""What the program of the guide's time computed: abduction beside a mean of three, half marks for
a node and full marks for a known without an answer."""

RECOMMENDED = Options(
    weights=WEIGHTS["four-way"],
    missing=Missing.LEFT_OUT,
    nodes=Open(undecided=Counts.LEFT_OUT, unscored=Counts.LEFT_OUT),
    knowns=Open(undecided=Counts.LEFT_OUT, unscored=Counts.LEFT_OUT),
)
"""What we would defend: what is open is left out, counted, and bounded."""

DEFAULT = "recommended"

PROFILES: Mapping[str, Options] = MappingProxyType(
    {"documented": DOCUMENTED, "as-run": AS_RUN, DEFAULT: RECOMMENDED}
)
"""The profiles by name."""
