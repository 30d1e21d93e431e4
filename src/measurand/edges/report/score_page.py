"""Scores as a page: the tables of the report, and a picture of every curve behind a score."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from measurand.edges.report.document import Grid
from measurand.edges.report.html import page_text
from measurand.edges.report.page import (
    Card,
    Figure,
    Group,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    code,
)
from measurand.edges.report.score_curves_view import bins_grid, curve_figure, curve_words
from measurand.edges.report.score_view import (
    ScoreLine,
    name_of_line,
    score_document,
    short_names,
)
from measurand.inference.score_curves import CalibrationCurve, ThresholdCurve
from measurand.metrics.needs import Reading
from measurand.metrics.signature import signature

if TYPE_CHECKING:
    from measurand.inference.plan import Plan

MOST_CURVES = 24
"""Curves on a page."""

_ABOUT = "Scores of the samples of a file, each with its definition and what it was computed from."
_CALIBRATION = (
    "Disc: a bin, as far right as what was said on average, as high as what happened; line: its "
    "95% interval (Clopper and Pearson), in another colour where it does not hold what was said; "
    "dashed: what is said is what happens; bars: how much stands in each bin."
)
_THRESHOLDS = "Dashed: what scores that tell nothing come to."


def score_page(
    lines: Sequence[ScoreLine],
    readings: Mapping[str, Reading],
    plan: "Plan | None" = None,
    *,
    source: str = "",
) -> str:
    """Write the page of scores.

    >>> score_page((), {}, source="<b>").count("&lt;b&gt;")
    1
    """
    names = short_names(lines)
    plain = [evolve(line, curves=()) for line in lines]
    drawn = [(line, curve) for line in lines for curve in line.curves]
    parts = [
        PageSection(
            place="scores", title="Scores", blocks=_untitled(score_document(plain, readings, plan))
        )
    ]
    if drawn:
        cards = []
        for at, (line, curve) in enumerate(drawn[:MOST_CURVES], 1):
            picture = curve_figure(curve)
            figure = Figure(picture=picture, name=f"curve-{at}", text=curve_words(curve))
            title = f"{name_of_line(line, names)}: {picture.title}"
            card = Card(title=title, blocks=(Paragraph(code(signature(line.definition))), figure))
            cards.append(card)
        kinds = {type(curve): None for _, curve in drawn}
        notes = {CalibrationCurve: _CALIBRATION, ThresholdCurve: _THRESHOLDS}
        blocks: list[PageBlock] = [
            Group("figures", tuple(cards)),
            *(Paragraph(notes[kind], "foot") for kind in kinds),
        ]
        if len(drawn) > MOST_CURVES:
            left = len(drawn) - MOST_CURVES
            blocks.append(Paragraph(f"{left} more curves are not drawn.", "foot"))
        bins = [
            (name_of_line(line, names), curve)
            for line, curve in drawn
            if isinstance(curve, CalibrationCurve)
        ]
        blocks += [bins_grid(bins)] if bins else []
        parts.append(PageSection(place="curves", title="Curves", blocks=tuple(blocks)))
    page = Page(title="Scores", about=_ABOUT, source=source, parts=tuple(parts))
    return page_text(page)


def _untitled(blocks: tuple[PageBlock, ...]) -> tuple[PageBlock, ...]:
    """Leave the title of the first table to the part of the page that it stands in."""
    first, *rest = blocks
    return (evolve(first, title="") if isinstance(first, Grid) else first, *rest)
