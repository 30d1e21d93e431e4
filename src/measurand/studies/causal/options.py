"""The options of causal faithfulness: each names one thing that readings do differently."""

from attrs import evolve, field, frozen, validators

from measurand.inference.plan import Plan, Stream
from measurand.studies.causal.choices import (
    Against,
    Bands,
    Common,
    Join,
    Missing,
    Offline,
    Open,
    Pooling,
    Weights,
)
from measurand.studies.causal.components import Part
from measurand.studies.causal.graphs.nodes import Reading
from measurand.studies.causal.names import MEASURES, TESTED
from measurand.studies.causal.quality import GraphWeights
from measurand.studies.causal.sampling import Sampling
from measurand.values.suggest import did_you_mean

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
