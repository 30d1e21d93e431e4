"""The report of a batch of reasoning graphs as one HTML page that needs nothing else."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.html import page_text
from measurand.edges.report.numbers import count_text
from measurand.edges.report.page import (
    Bullets,
    Card,
    Figure,
    Fold,
    Head,
    Marked,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    Row,
    Run,
    Table,
    Terms,
    code,
    quiet,
    small,
)
from measurand.edges.report.picture import Picture
from measurand.studies.causal.edge.page.documents import (
    MEASURED,
    BatchNotes,
    batch_document,
    measured_text,
    partly_covered,
    verdict_words,
)
from measurand.studies.causal.edge.page.picture import OPEN, picture
from measurand.studies.causal.judging import ComponentName, Decided, Faithfulness, Verdict
from measurand.studies.causal.options import CF, SHORT, Options
from measurand.studies.causal.rows import CausalRow
from measurand.studies.causal.study import Batch
from measurand.values.option_paths import listed
from measurand.values.reasoning import Problem
from measurand.values.share import Share

__all__ = ["MOST_DRAWN", "Drawn", "page", "rank"]

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


_LEGEND = ("target", "critical", "meaningful", "peripheral")


def page(
    found: Batch,
    rows: Sequence[CausalRow],
    told: BatchNotes,
    drawn: Sequence[Drawn],
    *,
    source: str,
) -> str:
    """Write the page of a batch: equal batches give equal bytes; all that is data is escaped.

    At most twelve of the graphs are drawn, the first of those given. `source` says where the graphs
    come from.

    >>> from measurand.studies.causal.study import batch
    >>> told = BatchNotes(judge="structural/1()", profile="recommended")
    >>> text = page(batch([], Options()), (), told, (), source="<b>")
    >>> text.startswith("<!doctype html>"), "&lt;b&gt;" in text
    (True, True)
    """
    options = tuple((code(path), value) for path, value in listed(found.options))
    drawings = tuple(_drawings(found, drawn[:MOST_DRAWN]))
    folded = Fold("All options", (Terms("options", options),))
    return page_text(
        Page(
            title="Causal faithfulness",
            source=source,
            about=MEASURED,
            facts=(
                ("Source", Run(source or "–")),
                ("Profile", Run(told.profile)),
                ("Graphs", count_text(found.samples)),
                ("Problems", count_text(found.clusters)),
            ),
            parts=(
                *_bands(found, rows),
                *_parts(found, rows, told),
                PageSection(place="drawn", title="Drawings", blocks=drawings),
                PageSection(place="options", title="Options", blocks=(folded,)),
                PageSection(
                    place="glossary",
                    title="Glossary",
                    blocks=(Terms("glosses", tuple(_TERMS.items())),),
                ),
            ),
        )
    )


def _bands(found: Batch, rows: Sequence[CausalRow]) -> Iterator[PageSection]:
    options = found.options
    if CF in options.tested and isinstance(found.lowest, Share):
        covered = partly_covered(rows, options)
        text = f"At a coverage of {covered}: the weight of the components that have a score."
        note = () if covered is None else (Paragraph(text, "foot"),)
        bands = Terms("tally", tuple((name, count_text(number)) for name, number in found.bands))
        yield PageSection(place="bands", title="Bands", unseen=True, blocks=(bands, *note))


def _parts(found: Batch, rows: Sequence[CausalRow], told: BatchNotes) -> Iterator[PageSection]:
    """Take the sections of the document as the sections of the page."""
    for block in batch_document(found, rows, told):
        if isinstance(block, Section):
            place = block.title.lower().replace(" ", "-")
            grids = [one for one in block.blocks if isinstance(one, Grid)]
            prose = [one for one in block.blocks if isinstance(one, Prose)]
            lines = tuple(Run(line) for one in prose for line in one.lines)
            listed_ = (Bullets(lines),) if lines else ()
            yield PageSection(place=place, title=block.title, blocks=(*grids, *listed_))


def _drawings(found: Batch, drawn: Sequence[Drawn]) -> Iterator[PageBlock]:
    if not drawn:
        yield Paragraph("There is no graph to draw.")
        return
    left = max(0, found.samples - len(drawn))
    which = "All graphs, the lowest scores first"
    if found.samples == 1:
        which = "The graph"
    elif left:
        which = "The graphs with the lowest scores"
    more = f" {count_text(left)} more {'is' if left == 1 else 'are'} not drawn." if left else ""
    yield Paragraph(f"{which}, causes on the left.{more}")
    boxes = ((kind, kind) for kind in _LEGEND)
    signs = (*boxes, ("open", "no verdict"), ("turning", "on a cycle"))
    yield Bullets(tuple(Marked((), word, kind) for kind, word in signs), "legend")
    yield from (_graph(at, one, found) for at, one in enumerate(drawn, start=1))


def _graph(at: int, drawn: Drawn, found: Batch) -> Card:
    problem, result = drawn.problem, drawn.found
    levels = {
        one.subject: one.verdict.level
        for part in result.components
        if part.part is ComponentName.INTERVENTION
        for one in part.answers
        if isinstance(one.verdict, Decided)
    }
    title = f"The graph {problem.id}"
    shown = picture(problem.graph, levels, found.options.reading, title=title)
    figure: tuple[PageBlock, ...]
    if isinstance(shown, Picture):
        figure = (
            Figure(picture=shown, name=f"drawn-{at}", scrolls=True),
            Paragraph(Run(shown.text), "foot"),
        )
    else:
        figure = (Paragraph(shown, "foot"),)
    findings = tuple((f"{what.replace('_', ' ')}: ", Run(text)) for what, text in result.findings)
    group = (quiet(" of "), Run(problem.group)) if problem.group else ()
    return Card(
        place=f"graph-{at}",
        title=(Run(problem.id), *group),
        blocks=(
            Terms("numbers", tuple(_numbers(result, found.options))),
            *figure,
            *((Bullets(findings),) if findings else ()),
            *_why(result),
        ),
    )


def _numbers(result: Faithfulness, options: Options) -> Iterator[tuple[str, str]]:
    if CF in options.tested:
        band = f" ({result.band})" if result.band else ""
        yield CF, f"{measured_text(result.cf)}{band}"
    for one in result.components:
        yield SHORT[one.part], measured_text(one.measured)


def _why(result: Faithfulness) -> Iterator[Fold]:
    """Show the verdicts of a graph with their reasons, where it has any."""
    verdicts = [
        (SHORT[part.part], one.subject, one.verdict)
        for part in result.components
        for one in part.answers
        if one.verdict is not None
    ]
    if not verdicts:
        return
    heads = (Head("Subject"), Head("Component"), Head("Verdict"), Head("Because", "whole"))
    rows = tuple(_said(*one) for one in verdicts[:_LISTED])
    more = len(verdicts) - _LISTED
    foot = (Paragraph(f"{count_text(more)} more.", "foot"),) if more > 0 else ()
    summary = ("Why", *small(f"{count_text(len(verdicts))} verdicts"))
    yield Fold(summary, (Table(heads=heads, rows=rows), *foot))


def _said(name: str, subject: str, verdict: Verdict) -> Row:
    word, _, why = verdict_words(verdict)
    return Row(cells=(Run(subject or "the text"), name, word, Run(why)))


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
