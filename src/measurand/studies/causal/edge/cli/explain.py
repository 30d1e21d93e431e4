"""`measurand causal explain`: why a node of one graph matters, and what identifies a known."""

from collections.abc import Iterator

from measurand.edges.cli.exit_codes import BAD_INPUT
from measurand.edges.cli.faults import StopError, stop
from measurand.edges.cli.file_conflicts import check_files, check_folders
from measurand.edges.cli.output import show
from measurand.studies.causal.edge.cli.judges import judged
from measurand.studies.causal.edge.cli.requests import ExplainRequest
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


def explain(request: ExplainRequest) -> int:
    """Ask all judges about one graph, and print what they say.

    Raises StopError where there is no such graph, or no such node in it.
    """
    options = chosen(request.settings, PROFILES[request.settings.named])
    check_files(request, [("DAGS", request.dags), ("--answers", request.by.answers)])
    check_folders((("--output", request.output.file),))
    with opened(request.reading) as source:
        item = _item(request, source)
        judges = tuple(_judges(request, options))
    explained = _explained(request, item, options, judges)
    code = BAD_INPUT if source.failed else 0
    show(
        request.output,
        tree=lambda: explain_json(explained, exit_code=code),
        document=lambda: explain_document(explained),
    )
    source.tell()
    return code


def _item(request: ExplainRequest, source: Source) -> Item:
    """Find the graph; the file is read to its end, so that all its faults are told."""
    ids: list[str] = []
    found: Item | None = None
    for item in source.items(request.dags):
        if found is None and request.id in {None, item.problem.id}:
            found = item
        ids.append(item.problem.id)
    if found is not None:
        return found
    bad = source.met.bad
    if bad:
        hint = f"{bad} bad record{' is' if bad == 1 else 's are'} not among them"
    else:
        hint = did_you_mean(request.id or "", ids).removeprefix(": ")
    got = "none" if request.id is None else shown(request.id)
    wrong = Fault(path="ID", got=got, expected=f"the id of one of {len(ids)} graphs", hint=hint)
    raise StopError((*(source.met.faults if source.failed else ()), wrong))


def _judges(request: ExplainRequest, options: Options) -> Iterator[tuple[str, Judge]]:
    for name in OFFLINE:
        yield name, judge_of(name, options)
    if request.by.answers is not None:
        yield "model", judged(request.by, options, (), lambda _count: None).judge


def _explained(
    request: ExplainRequest,
    item: Item,
    options: Options,
    judges: tuple[tuple[str, Judge], ...],
) -> Explained:
    problem, node = item.problem, request.node
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
