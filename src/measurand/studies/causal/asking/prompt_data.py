"""What a prompt shows of a problem: a tree of plain values, and none of what is asked for."""

import json
from collections.abc import Iterator

from measurand.studies.causal.asking.hiding import Blot, Names, written
from measurand.studies.causal.judging import Kind, Question
from measurand.values.reasoning import Known, Link, ReasoningGraph

Tree = dict[str, object]


def intervention_data(question: Question) -> Tree:
    """Show a problem in which one node is to be taken away.

    >>> from measurand.values.reasoning import Problem, ReasoningGraph
    >>> problem = Problem(id="1", graph=ReasoningGraph(targets=("a",)), text="How fast?")
    >>> intervention_data(Question(problem=problem, kind=Kind.INTERVENTION, subject="F"))["node"]
    'F'
    """
    graph = question.problem.graph
    return {
        "problem": question.problem.text,
        "targets": list(graph.targets),
        "knowns": {known.name: written(known) for known in graph.knowns},
        "links": [_link(link) for link in graph.links or ()],
        "node": question.subject,
    }


def abduction_data(question: Question) -> Tree:
    """Show a graph in which one known lost its value, and nothing that would give it away.

    The text of the problem, the reasoning, the plan and the answer are left out altogether.

    >>> from measurand.values.reasoning import Problem, ReasoningGraph
    >>> graph = ReasoningGraph(knowns=(Known(name="F", text="12.5"), Known(name="m", text="2 kg")),
    ...     targets=("a",), links=(Link(causes=("F",), effects=("a",), rule="a = 12.5/m"),))
    >>> problem = Problem(id="1", graph=graph, text="A force of 12.5 N")
    >>> data = abduction_data(Question(problem=problem, kind=Kind.ABDUCTION, subject="F"))
    >>> data["values"], data["links"][0]["rule"], data["missing"]
    ({'m': '2 kg'}, 'a = [number not shown]/m', 'F')
    """
    graph, subject = question.problem.graph, question.subject
    removed = next((known for known in graph.knowns if known.name == subject), Known(name=subject))
    hide = Blot.of(removed)
    names = Names(hide)
    return {
        "targets": [names(name) for name in graph.targets],
        "values": {
            names(known.name): hide(written(known), stated=hide.names(known.name))
            for known in graph.knowns
            if known.name != subject
        },
        "links": [_link(link, names, hide) for link in graph.links or ()],
        "missing": names(subject),
    }


def logic_data(question: Question) -> Tree:
    """Show a problem and the reasoning that was written for it.

    >>> from measurand.values.reasoning import Problem, ReasoningGraph
    >>> problem = Problem(id="1", graph=ReasoningGraph(targets=("a",)), reasoning="a = F/m")
    >>> logic_data(Question(problem=problem, kind=Kind.LOGIC))["reasoning"]
    'a = F/m'
    """
    problem = question.problem
    return {
        "problem": problem.text,
        "targets": list(problem.graph.targets),
        "reasoning": problem.reasoning,
    }


DATA = {
    Kind.INTERVENTION: intervention_data,
    Kind.ABDUCTION: abduction_data,
    Kind.LOGIC: logic_data,
}
"""What each kind of question shows."""


def _link(link: Link, names: Names | None = None, hide: Blot | None = None) -> Tree:
    if names is None or hide is None:
        return {"causes": list(link.causes), "effects": list(link.effects), "rule": link.rule}
    return {
        "causes": [names(name) for name in link.causes],
        "effects": [names(name) for name in link.effects],
        "rule": hide(link.rule),
    }


def longer_than(graph: ReasoningGraph, most: int) -> bool:
    """Tell whether the names, values and rules of a graph have more characters than that.

    >>> graph = ReasoningGraph(links=(Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),))
    >>> longer_than(graph, 9), longer_than(graph, 10)
    (True, False)
    """
    total = 0
    for text in _texts(graph):
        total += len(text)
        if total > most:
            return True
    return False


def _texts(graph: ReasoningGraph) -> Iterator[str]:
    yield from graph.targets
    for known in graph.knowns:
        yield from (known.name, written(known))
    for link in graph.links or ():
        yield from (*link.causes, *link.effects, link.rule)


def one_line(tree: object) -> str:
    r"""Write a tree as JSON in one line of printable characters.

    >>> one_line({"맛": "a\nb\u202e\u2028"})
    '{"맛": "a\\nb\\u202e\\u2028"}'
    """
    text = json.dumps(tree, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
