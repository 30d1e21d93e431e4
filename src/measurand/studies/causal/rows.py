"""One row of scores: what one graph comes to, and who decided what."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from attrs import evolve, field, frozen, validators

from measurand.evidence.measurements import measured_sample
from measurand.studies.causal.comparing.measures import COUNTED as COUNTED_EDGES
from measurand.studies.causal.comparing.measures import SCORED, Compared
from measurand.studies.causal.judging import (
    Component,
    ComponentName,
    Decided,
    Faithfulness,
    Undecided,
    Verdict,
)
from measurand.studies.causal.options import (
    CF,
    COUNTED,
    COVERAGE,
    FACTS,
    GROUP,
    HIGH,
    JUDGED,
    LOW,
    SHORT,
)
from measurand.values.reasoning import Problem
from measurand.values.sample import COUNTS, Sample
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share
from measurand.values.tally import Tally

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

    `edges` are what precision, recall and F of edges are made of, where the graph was held against
    a reference: `edge`, `skeleton` and `ancestor`, each with its tally or why it has none.
    `verdicts` count who decided what. `correct` says whether the answer was right, None where
    nobody said. `findings` name what is odd in the graph, and `note` tells it.

    >>> row = CausalRow(sample="1", metrics=(("cf", share(3, 4)),))
    >>> row.metric("cf").value, row.unscored
    (Fraction(3, 4), 0)

    Raises ValueError where a metric stands twice, or has no name, and for other edges.
    """

    sample: str = field(validator=validators.instance_of(str))
    group: str | None = None
    metrics: tuple[tuple[str, Measured], ...] = ()
    edges: tuple[tuple[str, Tally | Undefined], ...] = ()
    verdicts: tuple[VerdictCount, ...] = ()
    correct: bool | None = None
    band: str = ""
    findings: tuple[str, ...] = ()
    note: str = ""

    def __attrs_post_init__(self) -> None:
        names = [name for name, _ in self.metrics]
        if len(set(names)) < len(names) or "" in names:
            message = f"metrics have names that differ: got {names}"
            raise ValueError(message)
        words = [word for word, _ in self.edges]
        if len(set(words)) < len(words) or not set(words) <= set(COUNTED_EDGES):
            message = f"edges are {', '.join(COUNTED_EDGES)}, each once: got {words}"
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


def row_of(problem: Problem, found: Faithfulness, held: Compared | None = None) -> CausalRow:
    """Make the row of a problem; where its graph was `held` against another, with what that gave.

    >>> from measurand.studies.causal.evaluate import unread
    >>> from measurand.studies.causal.options import Options
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
    metrics += _facts(there.get(ComponentName.GRAPH))
    metrics += [
        (f"{SHORT[part]}_{end}", bound)
        for part in JUDGED
        for end, bound in _bounds(there.get(part))
    ]
    metrics += [
        (f"{SHORT[one.part]}_{name}", fact)
        for one in found.components
        if one.part is not ComponentName.GRAPH
        for name, fact in one.facts
    ]
    return CausalRow(
        sample=problem.id,
        group=problem.group,
        metrics=(*metrics, *(() if held is None else held.measures)),
        edges=() if held is None else held.edges,
        verdicts=tallied(_verdicts(found.components)),
        correct=problem.correct,
        band=found.band,
        findings=tuple(name for name, _ in found.findings),
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
    """Give the bounds of a component that exists, over as many subjects as it has."""
    if one is None or not one.exists:
        why = Undefined(_why(one))
        return [("low", why), ("high", why)]
    size = max(len(one.answers), 1)
    ends = ("low", one.low), ("high", one.high)
    return [(name, Share(end * size, Fraction(size))) for name, end in ends]


def _facts(graph: Component | None) -> list[tuple[str, Measured]]:
    known = {} if graph is None else dict(graph.facts)
    why = Undefined(_why(graph))
    return [(name, known.get(name, why)) for name in FACTS]


def _verdicts(components: Iterable[Component]) -> Iterator[VerdictCount]:
    for one in components:
        for answer in one.answers:
            yield _counted(one.part, answer.verdict)
        if one.part is ComponentName.GRAPH and isinstance(one.measured, Share) and not one.note:
            yield VerdictCount(part=one.part.value, outcome="decided", layer="rules", count=1)
        elif not one.answers:
            reason = _why(one)
            yield VerdictCount(part=one.part.value, outcome="undecided", reason=reason, count=1)


def _counted(part: ComponentName, verdict: Verdict | None) -> VerdictCount:
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


_PARTS = [part.value for part in ComponentName]
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


def sample_of(row: CausalRow, metric: str = "") -> Sample:
    """Make a sample of a row: its metrics are amounts, and so is whether its answer was right.

    For a metric that scores a tally the sample has this tally ready-made, or says why not. A row
    without a group is a group of its own.

    >>> found = sample_of(CausalRow(sample="1", metrics=(("cf", share(1, 2)),), correct=True))
    >>> found.amount("cf"), found.amount("correct"), found.groups
    (Fraction(1, 2), Fraction(1, 1), (('group', 'graph 1'),))
    >>> row = CausalRow(sample="1", edges=(("edge", Tally(1, 2, 2)),))
    >>> sample_of(row, "edge_f1").counts, sample_of(row, "skeleton_f1").reason("counts")
    ((('edge', Tally(hits=1, predicted=2, gold=2)),), "no tally of 'skeleton'")
    """
    right: Measured = Undefined("not known whether the answer is right")
    if row.correct is not None:
        right = share(int(row.correct))
    sample = measured_sample(
        row.sample, (*row.metrics, (CORRECT, right)), groups=((GROUP, cluster_of(row)),)
    )
    return with_tally(sample, metric, tally_of(row, metric)) if metric in SCORED else sample


def measured_names(row: CausalRow) -> frozenset[str]:
    """Name what a row has a number of, or the reason why not: the scores of a tally by their tally.

    >>> row = CausalRow(sample="1", metrics=(("cf", share(1)),), edges=(("edge", Tally()),))
    >>> sorted(measured_names(row))
    ['cf', 'edge_f1', 'edge_precision', 'edge_recall']
    """
    words = dict(row.edges)
    counted = (name for name, (word, _) in SCORED.items() if word in words)
    return frozenset((*(name for name, _ in row.metrics if name not in SCORED), *counted))


def tally_of(row: CausalRow, metric: str) -> Tally | Undefined:
    """Find the tally that a metric scores.

    >>> tally_of(CausalRow(sample="1", edges=(("edge", Tally(1, 2, 2)),)), "edge_recall")
    Tally(hits=1, predicted=2, gold=2)

    Raises KeyError for a metric that scores no tally.
    """
    word, _ = SCORED[metric]
    return dict(row.edges).get(word, Undefined(f"no tally of {word!r}"))


def with_tally(sample: Sample, metric: str, tally: Tally | Undefined) -> Sample:
    """Put the tally that a metric scores into a sample, or why there is none.

    >>> with_tally(Sample(id="1"), "edge_f1", Tally(1, 1, 1)).counts
    (('edge', Tally(hits=1, predicted=1, gold=1)),)

    Raises KeyError for a metric that scores no tally.
    """
    if isinstance(tally, Undefined):
        reasons = {**dict(sample.reasons), COUNTS: tally.reason}
        return evolve(sample, reasons=tuple(sorted(reasons.items())))
    word, _ = SCORED[metric]
    return evolve(sample, counts=((word, tally),))


def cluster_of(row: CausalRow) -> str:
    """Name the problem that a row is of; a row that names none stands for itself.

    >>> cluster_of(CausalRow(sample="1", group="1")), cluster_of(CausalRow(sample="1"))
    ('problem 1', 'graph 1')
    """
    return f"graph {row.sample}" if row.group is None else f"problem {row.group}"
