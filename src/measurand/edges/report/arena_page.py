"""The standings of an arena as a page: a forest of strengths first, then every table."""

from collections.abc import Iterator, Sequence

from measurand.edges.report.arena_view import Arena, arena_document, arena_sentence, headline
from measurand.edges.report.document import Grid, Prose
from measurand.edges.report.html import page_text
from measurand.edges.report.inferred import interval_text, number_text, score_text
from measurand.edges.report.page import Figure, Page, PageBlock, Paragraph, Run, sections_of
from measurand.edges.report.picture import (
    WIDTH,
    Disc,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    clipped,
    tick_text,
)
from measurand.inference.arena import Standing
from measurand.inference.interval import Interval
from measurand.values.score import Defined

_ROW, _TOP, _FOOT, _SIDE, _NAME = 34.0, 8.0, 20.0, 20.0, 36
_ABOUT = "Who wins against whom: strengths of systems, and the ranks that battles allow."


def arena_page(arena: Arena, source: str) -> str:
    """Write the page."""
    lines = headline(arena)
    blocks: list[PageBlock] = [Paragraph(one, "" if at else "lead") for at, one in enumerate(lines)]
    picture = forest(arena.board.standings)
    if picture is not None:
        blocks.append(Figure(picture=picture, name="standings", text=picture.text))
    document = arena_document(arena)
    notes = [one for one in document[1:] if isinstance(one, Prose)]
    grids = [one for one in document if isinstance(one, Grid)]
    said = (*blocks, Paragraph(arena_sentence(arena)), *notes)
    return page_text(
        Page(
            title="Who wins against whom",
            about=_ABOUT,
            source=source,
            facts=(("Source", Run(source)),),
            parts=sections_of("standings", "Standings", said, grids),
        )
    )


Line = tuple[Standing, float, float, float]
"""A system, and what is drawn of it: a number and both ends of its interval."""


def forest(standings: Sequence[Standing]) -> Picture | None:
    """Draw the strength of each system with its interval, or its win rate where there is none.

    >>> forest(()) is None
    True
    """
    strong = any(one.strength is not None for one in standings)
    lines = list(_strengths(standings) if strong else _rates(standings))
    if not lines:
        return None
    scale = Scale.over([number for line in lines for number in line[1:]], _SIDE, WIDTH - _SIDE)
    height = _TOP + _ROW * len(lines) + _FOOT
    shapes: list[Shape] = [
        Stroke("grid", scale.at(number), _TOP, scale.at(number), height - _FOOT)
        for number in scale.ticks
    ]
    for at, line in enumerate(lines):
        shapes += _strip(line, scale, _TOP + _ROW * at)
    for number in scale.ticks:
        shapes.append(Words(scale.at(number), height - 6, tick_text(number), "small middle"))
    what = "Strengths" if strong else "Win rates"
    return Picture(
        shapes=tuple(shapes), height=height, title=what, text=" ".join(map(_told, lines))
    )


def _strengths(standings: Sequence[Standing]) -> Iterator[Line]:
    for one in standings:
        if one.strength is not None:
            ends = one.strength.interval
            yield one, one.strength.strength, ends.low, ends.high


def _rates(standings: Sequence[Standing]) -> Iterator[Line]:
    for one in standings:
        if isinstance(one.rate, Defined):
            rate, ends = float(one.rate.value), one.rate_interval
            low, high = (ends.low, ends.high) if isinstance(ends, Interval) else (rate, rate)
            yield one, rate, low, high


def _strip(line: Line, scale: Scale, top: float) -> Iterator[Shape]:
    one, number, low, high = line
    middle = top + 23
    yield Words(0, top + 12, clipped(one.name, _NAME), "name start")
    if one.ranks is not None:
        yield Words(WIDTH, top + 12, f"rank {one.ranks.text}", "small end")
    yield Stroke("whisker fixed", scale.at(low), middle, scale.at(high), middle)
    yield Disc("fixed", scale.at(number), middle, 4)


def _told(line: Line) -> str:
    one, number, low, high = line
    ranks = "" if one.ranks is None else f", rank {one.ranks.text}"
    if one.strength is None:
        return f"{one.name}: win rate {score_text(one.rate)} {interval_text(one.rate_interval)}."
    ends = f"[{number_text(low)}, {number_text(high)}]"
    return f"{one.name}: {number_text(number)} {ends}{ranks}."
