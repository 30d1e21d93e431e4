"""`measurand causal explain`: why a node of one graph matters, and what identifies a known."""

import argparse
from collections.abc import Iterator

from measurand.edges.cli.arguments import StopError, emit, stop
from measurand.edges.cli.exits import BAD_INPUT
from measurand.edges.cli.guard import check_files, check_folders
from measurand.edges.report import render, to_json
from measurand.studies.causal.edge.cli.judges import judged
from measurand.studies.causal.edge.cli.runs import Source, chosen, opened
from measurand.studies.causal.edge.files.items import Item
from measurand.studies.causal.edge.page.json import explain_json
from measurand.studies.causal.edge.page.why import Asked, Explained, explain_document
from measurand.studies.causal.evaluate import OFFLINE, judge_of, questions
from measurand.studies.causal.judging import Judge, Question
from measurand.studies.causal.options import PROFILES, Options
from measurand.studies.causal.quality import findings
from measurand.values.fault import Fault, shown
from measurand.values.suggest import did_you_mean


def explain(arguments: argparse.Namespace) -> int:
    """Ask all judges about one graph, and print what they say.

    Raises StopError where there is no such graph, or no such node in it.
    """
    options = chosen(arguments, PROFILES[arguments.profile])
    check_files(arguments, [("DAGS", arguments.dags), ("--answers", arguments.answers)])
    check_folders((("--output", arguments.output),))
    with opened(arguments) as source:
        item = _found(arguments, source)
        judges = tuple(_judges(arguments, options))
    found = _explained(arguments, item, options, judges)
    code = BAD_INPUT if source.failed else 0
    if arguments.format == "json":
        emit(arguments, to_json(explain_json(found, exit_code=code)))
    else:
        emit(arguments, render(explain_document(found), arguments.format))
    source.tell()
    return code


def _found(arguments: argparse.Namespace, source: Source) -> Item:
    """Find the graph; the file is read to its end, so that all its faults are told."""
    ids: list[str] = []
    found: Item | None = None
    for item in source.items(arguments.dags):
        if found is None and arguments.id in {None, item.problem.id}:
            found = item
        ids.append(item.problem.id)
    if found is not None:
        return found
    bad = source.met.bad
    if bad:
        hint = f"{bad} bad record{' is' if bad == 1 else 's are'} not among them"
    else:
        hint = did_you_mean(arguments.id or "", ids).removeprefix(": ")
    got = "none" if arguments.id is None else shown(arguments.id)
    wrong = Fault(path="ID", got=got, expected=f"the id of one of {len(ids)} graphs", hint=hint)
    raise StopError((*(source.met.faults if source.failed else ()), wrong))


def _judges(arguments: argparse.Namespace, options: Options) -> Iterator[tuple[str, Judge]]:
    for name in OFFLINE:
        yield name, judge_of(name, options)
    if arguments.answers is not None:
        yield "model", judged(arguments, options, (), lambda _count: None).judge


def _explained(
    arguments: argparse.Namespace,
    item: Item,
    options: Options,
    judges: tuple[tuple[str, Judge], ...],
) -> Explained:
    problem, node = item.problem, arguments.node
    asked = questions(problem, options)
    if node is not None:
        names = list(dict.fromkeys(one.subject for one in asked if one.subject))
        if node not in names:
            hint = did_you_mean(node, names).removeprefix(": ")
            raise stop("--node", shown(node), "a node of the graph that is no target", hint)
        asked = tuple(one for one in asked if one.subject == node)
    return Explained(
        id=problem.id,
        graph=problem.graph,
        asked=tuple(_asked(one, judges) for one in asked if one.subject),
        signatures=tuple((name, judge.signature) for name, judge in judges),
        findings=findings(problem.graph, options.reading) if node is None else (),
        notes=tuple(f"{one.path}: {one.got}, not {one.expected}." for one in item.notes),
        node=node,
    )


def _asked(question: Question, judges: tuple[tuple[str, Judge], ...]) -> Asked:
    """Ask every judge; one that says what the one before it says is not repeated."""
    given = [(name, judge(question)) for name, judge in judges]
    kept = [
        (name, verdict)
        for at, (name, verdict) in enumerate(given)
        if verdict not in [earlier for _, earlier in given[:at]]
    ]
    return Asked(question=question, verdicts=tuple(kept))
