"""The report of a batch of reasoning graphs as one HTML page that needs nothing else."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.extra import MissingExtraError
from measurand.edges.report.numbers import count_text
from measurand.edges.report.page_template import written
from measurand.studies.causal.components import Faithfulness, Part
from measurand.studies.causal.edge.page.picture import OPEN, Picture, picture
from measurand.studies.causal.edge.page.view import (
    MEASURED,
    Told,
    batch_document,
    measured_text,
    partly_covered,
)
from measurand.studies.causal.edge.page.why import open_text
from measurand.studies.causal.judging import Decided, Undecided, Verdict
from measurand.studies.causal.names import CF, SHORT
from measurand.studies.causal.options import Options
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import Batch
from measurand.values.option_paths import listed
from measurand.values.reasoning import Problem
from measurand.values.share import Share

__all__ = ["MOST_DRAWN", "Drawn", "MissingExtraError", "page", "rank"]

MOST_DRAWN = 12
"""Graphs that a page draws."""
_LISTED = 60
_LAST = Fraction(2)
"""Behind all scores: a graph without one."""


@frozen(kw_only=True)
class Drawn:
    """A graph that the page draws, and what it came to."""

    problem: Problem
    found: Faithfulness


def rank(found: Faithfulness, options: Options) -> Fraction:
    """Say where a graph stands on a page that shows the lowest first; without a score, the last.

    Graphs are ordered by `cf`, or where that is not tested by the mean of the components that are.

    >>> from measurand.studies.causal.evaluate import unread
    >>> rank(unread("no object", Options()), Options())
    Fraction(2, 1)
    """
    if CF in options.tested:
        return found.cf.value if isinstance(found.cf, Share) else _LAST
    tested = [one.measured for one in found.components if SHORT[one.part] in options.tested]
    scores = [one.value for one in tested if isinstance(one, Share)]
    return sum(scores, Fraction(0)) / len(scores) if scores else _LAST


@frozen(kw_only=True)
class _Graph:
    id: str
    place: str
    group: str
    facts: tuple[tuple[str, str], ...]
    picture: Picture
    verdicts: tuple[tuple[str, str, str, str], ...]
    more: int
    findings: tuple[tuple[str, str], ...]


@frozen(kw_only=True)
class _Part:
    title: str
    place: str
    grids: tuple[Grid, ...]
    lines: tuple[str, ...]


def page(
    found: Batch, rows: Sequence[CausalRow], told: Told, drawn: Sequence[Drawn], *, source: str
) -> str:
    """Write the page of a batch: equal batches give equal bytes; all that is data is escaped.

    At most twelve of the graphs are drawn, the first of those given. `source` says where the graphs
    come from.

    >>> from measurand.studies.causal.study import batch
    >>> told = Told(judge="structural/1()", profile="recommended")
    >>> text = page(batch([], Options()), (), told, (), source="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)

    Raises MissingExtraError where the extra `report` is not installed.
    """
    options = found.options
    banded = CF in options.tested and isinstance(found.lowest, Share)
    return written(
        "causal.html.j2",
        styles="causal.css",
        lang="en",
        source=source,
        told=told,
        found=found,
        banded=banded,
        covered=partly_covered(rows, options) if banded else None,
        measured=MEASURED,
        parts=tuple(_parts(found, rows, told)),
        graphs=[_graph(at, one, found) for at, one in enumerate(drawn[:MOST_DRAWN], start=1)],
        undrawn=max(0, found.samples - min(len(drawn), MOST_DRAWN)),
        options=listed(options),
        terms=_TERMS,
        count=count_text,
    )


def _parts(found: Batch, rows: Sequence[CausalRow], told: Told) -> Iterator[_Part]:
    """Take the sections of the document as the sections of the page."""
    for block in batch_document(found, rows, told):
        if isinstance(block, Section):
            inner = block.blocks
            yield _Part(
                title=block.title,
                place=block.title.lower().replace(" ", "-"),
                grids=tuple(one for one in inner if isinstance(one, Grid)),
                lines=tuple(line for one in inner if isinstance(one, Prose) for line in one.lines),
            )


def _graph(at: int, drawn: Drawn, found: Batch) -> _Graph:
    problem, result = drawn.problem, drawn.found
    answers = [
        (SHORT[part.part], one.subject, one.verdict)
        for part in result.components
        for one in part.answers
        if one.verdict is not None
    ]
    levels = {
        one.subject: one.verdict.level
        for part in result.components
        if part.part is Part.INTERVENTION
        for one in part.answers
        if isinstance(one.verdict, Decided)
    }
    shown = tuple(_said(name, subject, verdict) for name, subject, verdict in answers)
    parts = ((SHORT[one.part], measured_text(one.measured)) for one in result.components)
    band = f" ({result.band})" if result.band else ""
    whole = (("cf", f"{measured_text(result.cf)}{band}"),)
    return _Graph(
        id=problem.id,
        place=f"graph-{at}",
        group=problem.group or "",
        facts=(*(whole if CF in found.options.tested else ()), *parts),
        picture=picture(
            problem.graph,
            levels,
            found.options.reading,
            name=f"drawn-{at}",
            title=f"The graph {problem.id}",
        ),
        verdicts=shown[:_LISTED],
        more=max(0, len(shown) - _LISTED),
        findings=result.findings,
    )


def _said(name: str, subject: str, verdict: Verdict) -> tuple[str, str, str, str]:
    match verdict:
        case Decided(level=level, because=because):
            return name, subject, level or "decided", because
        case Undecided(reason=reason, because=because):
            return name, subject, "undecided", open_text(reason, because)
        case _:
            return name, subject, "unscored", open_text(verdict.reason, verdict.because)


_TERMS = {
    "cf": "The weighted mean of the components that have a score.",
    "coverage": "The weight of those components, of all weight.",
    "intervention": "How much the nodes matter that are no target: critical 1, meaningful 1/2, "
    "peripheral 0, averaged.",
    "critical": "Without the node the target no longer follows.",
    "meaningful": "The node leads to the target, but there is another way.",
    "peripheral": "No way leads from the node to the target.",
    "abductive": "The share of the knowns that could be found again from the target and the rest.",
    "logic": "How sound the text is; only a language model judges that.",
    "graph": "Acyclic, covers what is known and the target, has rules, hangs together.",
    "undecided": "The judge cannot tell, and says why: it counts neither as right nor as wrong.",
    "unscored": "The call of a model failed, or its answer cannot be read.",
    OPEN: "A node on which there is no verdict.",
}
