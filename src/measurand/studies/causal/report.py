"""Reports as plain trees in the guide's shape; what has no score is null, with its reason."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from measurand.metrics.finalise import evaluate
from measurand.studies.causal.evaluate import counted_mark, open_rule
from measurand.studies.causal.graph_scores import definition_of
from measurand.studies.causal.graphs.nodes import label, next_hops, nodes, path
from measurand.studies.causal.judging import (
    Answered,
    Component,
    ComponentName,
    Decided,
    Faithfulness,
    Kind,
    Undecided,
    Verdict,
)
from measurand.studies.causal.options import CF, Open, Options, Pooling
from measurand.studies.causal.rows import CausalRow, sample_of
from measurand.values.reasoning import Problem
from measurand.values.score import Defined, Undefined
from measurand.values.share import Measured, Share

Tree = dict[str, object]


class ComponentReport(TypedDict):
    """A component in a report: its score, or null and the reason; its weight; what it rests on."""

    score: float | None
    reason: NotRequired[str]
    weight: float
    details: NotRequired[Tree]


class GuideReport(TypedDict):
    """The report of one problem.

    `notes` say what the score does not rest on, and what was odd in a graph that could be read.
    """

    cf_score: float | None
    reason: NotRequired[str]
    components: dict[str, ComponentReport]
    about: Tree
    notes: NotRequired[list[str]]


"""Names to texts, numbers, truth values, None, lists and trees: what JSON can hold."""

POOL = 100
"""The points that the nodes of a graph share."""

NO_ROAD = {"critical": "No", "peripheral": "No"}
"""What is said of other roads where a judge names none."""

ARROW, ELLIPSIS = " \N{RIGHTWARDS ARROW} ", "\N{HORIZONTAL ELLIPSIS}"
_SHOWN = 20

SUCCESS, PARTIAL, UNDECIDED = "success", "partial", "undecided"


def guide_report(problem: Problem, found: Faithfulness, options: Options) -> GuideReport:
    """Report one problem: `cf_score`, `components` with their details, and `about`.

    The keys are the guide's, and only these, where all is decided: a component or a subject without
    a score has null, and a `reason` more, and the report has `notes` of what was not measured. The
    pool of points is shared by the nodes that count. All that the guide has no place for stands
    under `about`: coverage, bounds, band, the parts of graph quality, what the judge of the text
    said, findings.

    >>> from measurand.studies.causal.evaluate import unread
    >>> from measurand.values.reasoning import ReasoningGraph
    >>> empty = Problem(id="1", graph=ReasoningGraph())
    >>> report = guide_report(empty, unread("no object", Options()), Options())
    >>> report["cf_score"], report["reason"]
    (None, 'no component with a weight has a score')
    """
    components = {
        one.part.value: _component(one, problem, found, options) for one in found.components
    }
    report: GuideReport
    about, score = _about(found), _number(found.cf)
    report = {"cf_score": score, "components": components, "about": about}
    if isinstance(found.cf, Undefined):
        why = found.cf.reason
        report = {"cf_score": score, "reason": why, "components": components, "about": about}
    if notes := unmeasured(found):
        report["notes"] = list(notes)
    return report


def unmeasured(found: Faithfulness) -> tuple[str, ...]:
    """Say of each component with a weight what of it was not measured, and what stands for it.

    >>> from measurand.studies.causal.evaluate import unread
    >>> unmeasured(unread("no object", Options()))[0]
    'causal_intervention was not measured (no object): the score says nothing of it'
    """
    weights = dict(found.weights)
    return tuple(note for one in found.components if weights[one.part] for note in _open(one))


def _open(one: Component) -> Iterator[str]:
    name, decided = one.part.value, one.decided
    if isinstance(one.measured, Undefined):
        yield f"{name} was not measured ({one.measured.reason}): the score says nothing of it"
    elif one.note:
        yield f"{name} was not measured, and is {one.note}"
    elif one.answers and decided < len(one.answers):
        yield f"{name} was measured in part: {decided} of {len(one.answers)} decided"


def batch_report(rows: Sequence[CausalRow], reports: Sequence[Mapping[str, object]]) -> Tree:
    """Report a batch: the mean of the scores that are defined, all scores, and all reports.

    >>> from measurand.values.share import share
    >>> rows = [CausalRow(sample=str(n), metrics=(("cf", share(n, 2)),)) for n in range(2)]
    >>> batch_report(rows, [])["average_cf"], batch_report([], [])["average_cf"]
    (0.25, None)
    """
    found = [dict(row.metrics).get(CF, Undefined("no score")) for row in rows]
    scores = [one.value for one in found if isinstance(one, Share)]
    mean = evaluate(definition_of(CF, Pooling.SAMPLES), [sample_of(row) for row in rows])
    average = float(mean.value) if isinstance(mean, Defined) else None
    return {
        "average_cf": average,
        "individual_scores": [_number(one) for one in found],
        "total_problems": len(rows),
        "summary": {
            "min": float(min(scores)) if scores else None,
            "max": float(max(scores)) if scores else None,
            "avg": average,
        },
        "detailed_reports": list(reports),
    }


def record_with(record: Mapping[str, object], report: Mapping[str, object]) -> Tree:
    """Add `cf_score` and `cf_report` to a record of a pipeline; nothing else is changed.

    >>> record_with({"enhanced_dag": {}}, {"cf_score": 0.5})
    {'enhanced_dag': {}, 'cf_score': 0.5, 'cf_report': {'cf_score': 0.5}}
    """
    return {**record, "cf_score": report["cf_score"], "cf_report": dict(report)}


def _number(measured: Measured) -> float | None:
    return float(measured.value) if isinstance(measured, Share) else None


def _about(found: Faithfulness) -> Tree:
    there = {one.part: one for one in found.components}
    graph, logic = there.get(ComponentName.GRAPH), there.get(ComponentName.LOGIC)
    return {
        "coverage": float(found.coverage),
        "low": float(found.low),
        "high": float(found.high),
        "band": found.band or None,
        "graph_quality": {name: _number(fact) for name, fact in graph.facts} if graph else {},
        "logic_quality": _said(logic.answers[0].verdict) if logic and logic.answers else {},
        "sampled": {
            one.part.value: {name: _number(fact) for name, fact in one.facts}
            for one in found.components
            if one.unasked
        },
        "findings": dict(found.findings),
    }


def _component(
    one: Component, problem: Problem, found: Faithfulness, options: Options
) -> ComponentReport:
    weight, score = float(dict(found.weights)[one.part]), _number(one.measured)
    tree: ComponentReport = {"score": score, "weight": weight}
    if isinstance(one.measured, Undefined):
        tree = {"score": score, "reason": one.measured.reason, "weight": weight}
    if one.note:
        tree["reason"] = one.note
    match one.part:
        case ComponentName.INTERVENTION:
            tree["details"] = _interventions(one, problem, options)
        case ComponentName.ABDUCTION:
            tree["details"] = _abductions(one, options)
        case ComponentName.LOGIC | ComponentName.GRAPH:
            pass
    return tree


def _status(one: Component, nothing: str) -> str:
    if not one.answers:
        return nothing
    if one.decided == len(one.answers):
        return SUCCESS
    return PARTIAL if one.decided else UNDECIDED


def _counting(answers: Iterable[Answered], how: Open) -> int:
    verdicts = [one.verdict for one in answers if one.verdict is not None]
    return sum(counted_mark(verdict, how) is not None for verdict in verdicts)


def _interventions(one: Component, problem: Problem, options: Options) -> Tree:
    how = open_rule(Kind.INTERVENTION, options)
    counting = _counting(one.answers, how)
    most = Fraction(POOL, counting) if counting else None
    total = POOL * one.measured.value if isinstance(one.measured, Share) else None
    steps = next_hops(problem.graph, options.reading)
    return {
        "status": _status(one, "no_nodes"),
        "total_nodes": len(nodes(problem.graph, options.reading)),
        "non_target_nodes": len(one.answers),
        "max_score_per_node": None if most is None else float(most),
        "total_score": None if total is None else float(total),
        "normalized_score": _number(one.measured),
        "node_evaluations": [_node(answer, most, how, steps) for answer in one.answers],
    }


def _node(answer: Answered, most: Fraction | None, how: Open, steps: Mapping[str, str]) -> Tree:
    mark = None if answer.verdict is None else counted_mark(answer.verdict, how)
    points = None if mark is None or most is None else float(mark * most)
    said = _said(answer.verdict)
    if isinstance(answer.verdict, Decided):
        details = dict(answer.verdict.details)
        said = {
            "impact_level": answer.verdict.level,
            "score": points,
            "reasoning": answer.verdict.because,
            "causal_path": _path(steps, answer.subject),
            "intervention_effect": _effect(answer.subject, details),
            "alternative_paths": details.get("other_road", NO_ROAD.get(answer.verdict.level)),
        }
    return {
        "node": answer.subject,
        "score": points,
        "max_score": None if most is None else float(most),
        "report": said,
    }


def _path(steps: Mapping[str, str], node: str) -> str | None:
    if node not in steps:
        return None
    way = path(steps, node, most=_SHOWN)
    return ARROW.join([*way, *[ELLIPSIS] * (way[-1] in steps)])


def _effect(node: str, details: Mapping[str, str]) -> str | None:
    """Say what setting a node does, where the judge says so."""
    if "do_cuts_off" not in details:
        return None
    links = details.get("do_cuts_links_from") or "nothing"
    return f"do({label(node)}) cuts the links from {links}; cuts off {details['do_cuts_off']}"


def _abductions(one: Component, options: Options) -> Tree:
    how = open_rule(Kind.ABDUCTION, options)
    tests = [_test(answer, how) for answer in one.answers]
    return {
        "status": _status(one, "no_cause_nodes"),
        "total_cause_nodes": len(one.answers),
        "passed_tests": sum(test["holds"] is True for test in tests),
        "abductive_score": _number(one.measured),
        "node_tests": tests,
    }


def _test(answer: Answered, how: Open) -> Tree:
    mark = None if answer.verdict is None else counted_mark(answer.verdict, how)
    holds = None if mark is None else mark == 1
    said = _said(answer.verdict)
    if isinstance(answer.verdict, Decided):
        said = {"holds": holds, "reasoning": answer.verdict.because, "inference_possible": holds}
    return {
        "removed_node": answer.subject,
        "holds": holds,
        "score": None if mark is None else float(mark),
        "report": said,
    }


def _said(verdict: Verdict | None) -> Tree:
    """Say what a verdict without a place in the guide says."""
    match verdict:
        case None:
            return {"status": "unasked", "reason": "not in the sample"}
        case Decided(level=level, because=because, layer=layer):
            return {"level": level, "reasoning": because, "layer": layer}
        case Undecided(reason=reason, because=because):
            return {"status": "undecided", "reason": reason, "reasoning": because}
        case _:
            return {"status": "unscored", "reason": verdict.reason, "reasoning": verdict.because}
