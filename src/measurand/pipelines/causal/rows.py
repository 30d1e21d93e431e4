"""One row of scores: what one graph comes to, and who decided what."""

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import field, frozen, validators

from measurand.causal.components import Component, Faithfulness, Part
from measurand.causal.judging import Decided, Undecided, Verdict
from measurand.evidence.measured import measured_sample
from measurand.pipelines.causal.names import CF, COUNTED, COVERAGE, FACTS, HIGH, JUDGED, LOW, SHORT
from measurand.pipelines.causal.options import GROUP
from measurand.values.reasoning import Problem
from measurand.values.sample import Sample
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share

CORRECT = "correct"
"""The amount of a sample that says whether the answer was right: 1 or 0."""


@frozen(kw_only=True)
class VerdictCount:
    """How many subjects of a component came to one outcome, by which layer, for which reason.

    `outcome` is decided, undecided, unscored or unasked; `layer` is empty where nobody was asked or
    a call failed, `reason` where it was decided.

    >>> VerdictCount(part="abductive_reasoning", outcome="decided", layer="structural", count=2)
    VerdictCount(part='abductive_reasoning', outcome='decided', layer='structural', reason='', \
count=2)

    Raises ValueError for a count below 1.
    """

    part: str
    outcome: str
    layer: str = ""
    reason: str = ""
    count: int = field(validator=validators.ge(1))


@frozen(kw_only=True)
class CausalRow:
    """The metrics of one graph: the faithfulness, its bounds, its components and their facts.

    `verdicts` count who decided what. `correct` says whether the answer was right, None where
    nobody said.

    >>> row = CausalRow(sample="1", metrics=(("cf", share(3, 4)),))
    >>> row.metric("cf").value, row.unscored
    (Fraction(3, 4), 0)

    Raises ValueError where a metric stands twice, or has no name.
    """

    sample: str = field(validator=validators.instance_of(str))
    group: str | None = None
    metrics: tuple[tuple[str, Measured], ...] = ()
    verdicts: tuple[VerdictCount, ...] = ()
    correct: bool | None = None
    band: str = ""
    note: str = ""

    def __attrs_post_init__(self) -> None:
        names = [name for name, _ in self.metrics]
        if len(set(names)) < len(names) or "" in names:
            message = f"metrics have names that differ: got {names}"
            raise ValueError(message)

    def metric(self, name: str) -> Measured:
        """Find what was measured under a name.

        Raises KeyError where the row has no such metric.
        """
        return dict(self.metrics)[name]

    @property
    def unscored(self) -> int:
        """Count the calls that failed, or whose answer could not be read."""
        return sum(one.count for one in self.verdicts if one.outcome == "unscored")


def row_of(
    problem: Problem, found: Faithfulness, more: Iterable[tuple[str, Measured]] = ()
) -> CausalRow:
    """Make the row of a problem; `more` metrics stand behind its own.

    >>> from measurand.pipelines.causal.evaluate import unread
    >>> from measurand.pipelines.causal.options import Options
    >>> from measurand.values.reasoning import ReasoningGraph
    >>> row = row_of(Problem(id="1", graph=ReasoningGraph()), unread("no object", Options()))
    >>> row.metric("graph").reason, row.note
    ('no object', 'unread: no object')
    """
    there = {one.part: one for one in found.components}
    metrics: list[tuple[str, Measured]] = [
        (CF, found.cf),
        (LOW, Share(found.low)),
        (HIGH, Share(found.high)),
        (COVERAGE, Share(found.coverage)),
    ]
    metrics += [(name, _measured(there.get(part))) for part, name in SHORT.items()]
    metrics += _facts(there.get(Part.GRAPH))
    metrics += [
        (f"{SHORT[part]}_{end}", bound)
        for part in JUDGED
        for end, bound in _bounds(there.get(part))
    ]
    metrics += [
        (f"{SHORT[one.part]}_{name}", fact)
        for one in found.components
        if one.part is not Part.GRAPH
        for name, fact in one.facts
    ]
    return CausalRow(
        sample=problem.id,
        group=problem.group,
        metrics=(*metrics, *more),
        verdicts=tallied(_verdicts(found.components)),
        correct=problem.correct,
        band=found.band,
        note="; ".join(f"{name}: {told}" for name, told in found.findings),
    )


def _measured(one: Component | None) -> Measured:
    return Undefined("not asked for") if one is None else one.measured


def _why(one: Component | None) -> str:
    """Say why there is no score, also where it counts as 1/2; nothing where there is one."""
    measured = _measured(one)
    if isinstance(measured, Undefined):
        return measured.reason
    return one.note.removeprefix(COUNTED) if one else ""


def _bounds(one: Component | None) -> list[tuple[str, Measured]]:
    """Give the bounds of a component that has something to ask about."""
    if one is None or not one.answers:
        why = Undefined(_why(one))
        return [("low", why), ("high", why)]
    return [("low", Share(one.low)), ("high", Share(one.high))]


def _facts(graph: Component | None) -> list[tuple[str, Measured]]:
    known = {} if graph is None else dict(graph.facts)
    why = Undefined(_why(graph))
    return [(name, known.get(name, why)) for name in FACTS]


def _verdicts(components: Iterable[Component]) -> Iterator[VerdictCount]:
    for one in components:
        for answer in one.answers:
            yield _counted(one.part, answer.verdict)
        if one.part is Part.GRAPH and isinstance(one.measured, Share) and not one.note:
            yield VerdictCount(part=one.part.value, outcome="decided", layer="rules", count=1)
        elif not one.answers:
            reason = _why(one)
            yield VerdictCount(part=one.part.value, outcome="undecided", reason=reason, count=1)


def _counted(part: Part, verdict: Verdict | None) -> VerdictCount:
    match verdict:
        case None:
            return VerdictCount(part=part.value, outcome="unasked", count=1)
        case Decided(layer=layer):
            return VerdictCount(part=part.value, outcome="decided", layer=layer, count=1)
        case Undecided(reason=reason, layer=layer):
            return VerdictCount(
                part=part.value, outcome="undecided", layer=layer, reason=reason, count=1
            )
        case _:
            return VerdictCount(part=part.value, outcome="unscored", reason=verdict.reason, count=1)


_PARTS = [part.value for part in Part]
_OUTCOMES = ["decided", "undecided", "unscored", "unasked"]


def tallied(counts: Iterable[VerdictCount]) -> tuple[VerdictCount, ...]:
    """Add up counts of one kind: by component, outcome and layer, the most frequent reason first.

    >>> one = VerdictCount(part="logic_quality", outcome="unasked", count=2)
    >>> [found.count for found in tallied([one, one])]
    [4]
    """
    found: Counter[tuple[str, str, str, str]] = Counter()
    for one in counts:
        found[one.part, one.outcome, one.layer, one.reason] += one.count
    ranked = sorted(
        found.items(),
        key=lambda pair: (
            _PARTS.index(pair[0][0]),
            _OUTCOMES.index(pair[0][1]),
            pair[0][2],
            -pair[1],
            pair[0][3],
        ),
    )
    return tuple(
        VerdictCount(part=part, outcome=outcome, layer=layer, reason=reason, count=count)
        for (part, outcome, layer, reason), count in ranked
    )


def sample_of(row: CausalRow) -> Sample:
    """Make a sample of a row: its metrics are amounts, and so is whether its answer was right.

    A row without a group is a group of its own.

    >>> found = sample_of(CausalRow(sample="1", metrics=(("cf", share(1, 2)),), correct=True))
    >>> found.amount("cf"), found.amount("correct"), found.groups
    (Fraction(1, 2), Fraction(1, 1), (('group', 'graph 1'),))
    """
    right: Measured = Undefined("not known whether the answer is right")
    if row.correct is not None:
        right = share(int(row.correct))
    return measured_sample(
        row.sample, (*row.metrics, (CORRECT, right)), groups=((GROUP, cluster_of(row)),)
    )


def cluster_of(row: CausalRow) -> str:
    """Name the problem that a row is of; a row that names none stands for itself.

    >>> cluster_of(CausalRow(sample="1", group="1")), cluster_of(CausalRow(sample="1"))
    ('problem 1', 'graph 1')
    """
    return f"graph {row.sample}" if row.group is None else f"problem {row.group}"
