"""The options of causal faithfulness, its names of numbers, and three named readings (profiles).

An option names one thing that readings do differently; a profile is a set of options, and no code
asks which one it runs under.
"""

from collections.abc import Mapping
from types import MappingProxyType

from attrs import evolve, field, frozen, validators

from measurand.inference.plan import Plan, Stream
from measurand.studies.causal.choices import (
    WEIGHTS,
    Against,
    Bands,
    Common,
    Counts,
    Join,
    Missing,
    Offline,
    Open,
    Pooling,
    Weights,
)
from measurand.studies.causal.comparing.measures import AGAINST, ALONE
from measurand.studies.causal.components import Part
from measurand.studies.causal.graphs.nodes import Blank, NoTarget, Reading
from measurand.studies.causal.quality import GraphWeights
from measurand.studies.causal.sampling import Sampling
from measurand.values.suggest import did_you_mean

CF, LOW, HIGH, COVERAGE = "cf", "cf_low", "cf_high", "coverage"

SHORT: Mapping[Part, str] = MappingProxyType(
    {
        Part.INTERVENTION: "intervention",
        Part.ABDUCTION: "abductive",
        Part.LOGIC: "logic",
        Part.GRAPH: "graph",
    }
)
"""The name of each component as a metric."""

FACTS = ("acyclic", "graph_coverage", "ruled", "connected")
"""What graph quality is made of."""

JUDGED = (Part.INTERVENTION, Part.ABDUCTION, Part.LOGIC)
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


def _parts(_options: object, _attribute: object, value: tuple[Part, ...]) -> None:
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
    parts: tuple[Part, ...] = field(default=tuple(Part), validator=_parts)
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
    >>> with_tests(Options(parts=(Part.GRAPH,)), asked) == Options(
    ...     parts=(Part.GRAPH,), tested=("cf",)
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
