"""Why a node matters, and what identifies a known: the verdicts of judges, laid out."""

from collections.abc import Sequence

from attrs import frozen

from measurand.edges.report.document import Block, Document, Grid, Prose, Section
from measurand.edges.report.inferred import NONE, number_text
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Unscored, Verdict
from measurand.values.reasoning import ReasoningGraph

_TITLES = {
    Kind.INTERVENTION: "What becomes of the target without a node",
    Kind.ABDUCTION: "What tells a known that is taken away",
    Kind.LOGIC: "The text",
}
_SUBJECTS = {Kind.INTERVENTION: "node", Kind.ABDUCTION: "known", Kind.LOGIC: "text"}


@frozen(kw_only=True)
class Asked:
    """A question, and what each judge says; `judge` is the short name of one."""

    question: Question
    verdicts: tuple[tuple[str, Verdict], ...]


@frozen(kw_only=True)
class Explained:
    """A graph with all that was asked about it; `signatures` name the judges in full."""

    id: str
    graph: ReasoningGraph
    asked: tuple[Asked, ...]
    signatures: tuple[tuple[str, str], ...]
    findings: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    node: str | None = None


def explain_document(found: Explained) -> Document:
    """Lay out what was asked about a graph; about one node with all that judges say of it.

    >>> nothing = Explained(id="1", graph=ReasoningGraph(), asked=(), signatures=())
    >>> explain_document(nothing)[0].lines
    ('1: no target, no known, no link.',)
    """
    blocks: list[Block] = [Prose((headline(found),))]
    for kind in Kind:
        asked = [one for one in found.asked if one.question.kind is kind]
        if asked:
            rows = tuple(
                _row(one, name, verdict) for one in asked for name, verdict in one.verdicts
            )
            columns = (_SUBJECTS[kind], "judge", "verdict", "score", "because")
            inner: list[Block] = [Grid("", columns, rows)]
            if found.node is not None:
                inner += _details(asked)
            blocks.append(Section(_TITLES[kind], tuple(inner)))
    if found.findings:
        blocks.append(Section("Findings", (Grid("", ("what", "told"), found.findings),)))
    lines = (*(f"{name}: {text}." for name, text in found.signatures), *found.notes)
    return (*blocks, *([Section("Notes", (Prose(lines),))] if lines else []))


def headline(found: Explained) -> str:
    """Say what a graph is made of."""
    graph = found.graph
    links = graph.links or ()
    parts = (
        f"target {', '.join(graph.targets)}" if graph.targets else "no target",
        f"knowns {', '.join(one.name for one in graph.knowns)}" if graph.knowns else "no known",
        f"{len(links)} link{'' if len(links) == 1 else 's'}" if links else "no link",
    )
    return f"{found.id}: {', '.join(parts)}."


def _row(asked: Asked, name: str, verdict: Verdict) -> tuple[str, ...]:
    return (asked.question.subject, name, *_said(verdict))


def _said(verdict: Verdict) -> tuple[str, str, str]:
    match verdict:
        case Decided(share=share, level=level, because=because):
            return level or "decided", number_text(share), because
        case Undecided(reason=reason, because=because):
            return "undecided", NONE, open_text(reason, because)
        case Unscored(reason=reason, because=because):
            return "unscored", NONE, open_text(reason, because)


def outcome_text(verdict: Verdict) -> str:
    """Name what a verdict came to."""
    return _said(verdict)[0]


def open_text(reason: str, because: str) -> str:
    """Say why there is no verdict, once.

    >>> open_text("prose", ""), open_text("prose", "prose"), open_text("prose", "it is a sentence")
    ('prose', 'prose', 'prose: it is a sentence')
    """
    return reason if because in {"", reason} else f"{reason}: {because}"


def _details(asked: Sequence[Asked]) -> list[Block]:
    rows = tuple(
        (name, what.replace("_", " "), text)
        for one in asked
        for name, verdict in one.verdicts
        if isinstance(verdict, Decided)
        for what, text in verdict.details
        if text
    )
    return [Grid("", ("judge", "what", "told"), rows)] if rows else []
