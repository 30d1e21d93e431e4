"""What a judge is worth as a page: the scores of all samples and of each slice as a picture first.

One strip a slice: a diamond for the judge alone, a ring for humans alone, a disc for the corrected
score, each with its interval. Where the diamond lies outside the interval of the disc, the judge is
not to be taken at its word.
"""

from collections.abc import Iterator, Sequence

from measurand.edges.report.document import Grid, Prose
from measurand.edges.report.html import page_text
from measurand.edges.report.inferred import interval_text, score_text
from measurand.edges.report.judge_view import Judged, headline, judge_document, judge_sentence
from measurand.edges.report.page import (
    Figure,
    Page,
    PageBlock,
    PageSection,
    Paragraph,
    Run,
)
from measurand.edges.report.picture import (
    WIDTH,
    Box,
    Disc,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    clipped,
    diamond,
    tick_text,
)
from measurand.inference.interval import Interval
from measurand.inference.judged import Estimated, Named, Part
from measurand.values.score import Defined

_ROW, _TOP, _FOOT, _STEP, _SIDE, _NAME = 64.0, 22.0, 20.0, 12.0, 20.0, 40
_DRAWN = (
    (Named.JUDGE_ALONE, "broken", "◆ judge"),
    (Named.HUMANS_ALONE, "quiet", "○ humans"),
    (Named.CORRECTED, "fixed", "● corrected"),
)
_ABOUT = "What a judge says of all samples, held to what humans say of some."


def judge_page(judged: Judged, source: str) -> str:
    """Write the page."""
    parts = [judged.found.every, *judged.found.slices]
    picture = score_picture(parts)
    blocks: list[PageBlock] = [
        Paragraph(line, "" if at else "lead") for at, line in enumerate(headline(judged))
    ]
    if picture is not None:
        blocks.append(Figure(picture=picture, name="scores", text=picture.text))
    blocks.append(Paragraph(judge_sentence(judged)))
    grids = [one for one in judge_document(judged) if isinstance(one, Grid)]
    notes = [one for one in judge_document(judged)[1:] if isinstance(one, Prose)]
    sections = [
        PageSection(place="scores", title="Scores", blocks=(*blocks, *notes)),
        *(
            PageSection(place=f"table-{at}", title=grid.title, blocks=(grid,))
            for at, grid in enumerate(grids, 1)
        ),
    ]
    return page_text(
        Page(
            title="What a judge is worth",
            about=_ABOUT,
            source=source,
            facts=(("Source", Run(source)),),
            parts=tuple(sections),
        )
    )


def score_picture(parts: Sequence[Part]) -> Picture | None:
    """Draw the scores of all samples, and of slices; None where there are none.

    >>> score_picture(()) is None
    True
    """
    drawn = [(part, _lines(part)) for part in parts]
    numbers = [number for _, lines in drawn for _, _, some in lines for number in some]
    if not numbers:
        return None
    scale = Scale.over(numbers, _SIDE, WIDTH - _SIDE)
    height = _TOP + _ROW * len(drawn) + _FOOT
    shapes: list[Shape] = [
        Words(WIDTH * at / 2, 12, words, f"small {kind}")
        for at, (words, kind) in enumerate(
            zip((one[2] for one in _DRAWN), ("start", "middle", "end"), strict=True)
        )
    ]
    for at, (part, lines) in enumerate(drawn):
        shapes += _strip(part.name or "all samples", lines, scale, _TOP + _ROW * at)
    for number in scale.ticks:
        shapes.append(Words(scale.at(number), height - 6, tick_text(number), "small middle"))
    text = " ".join(map(_told, parts))
    return Picture(shapes=tuple(shapes), height=height, title="Scores", text=text)


Line = tuple[str, Named, tuple[float, ...]]
"""A colour, a number, and what is drawn of it: the number, and both ends of its interval."""


def _lines(part: Part) -> Sequence[Line]:
    return [
        (colour, name, _numbers(part.score(name)))
        for name, colour, _ in _DRAWN
        if isinstance(part.score(name).score, Defined)
    ]


def _numbers(one: Estimated) -> tuple[float, ...]:
    value = float(one.score.value) if isinstance(one.score, Defined) else 0.0
    if isinstance(one.interval, Interval):
        return value, one.interval.low, one.interval.high
    return (value,)


def _strip(name: str, lines: Sequence[Line], scale: Scale, top: float) -> Iterator[Shape]:
    yield Words(0, top + 12, clipped(name, _NAME), "name start")
    yield Box("ground", 0, top + 18, WIDTH, top + 18 + _STEP * 3)
    for number in scale.ticks:
        yield Stroke("grid", scale.at(number), top + 18, scale.at(number), top + 18 + _STEP * 3)
    for at, (colour, named, numbers) in enumerate(lines):
        middle = top + 24 + _STEP * at
        place, ends = scale.at(numbers[0]), numbers[1:]
        if ends:
            yield Stroke(f"whisker {colour}", scale.at(ends[0]), middle, scale.at(ends[1]), middle)
        match named:
            case Named.JUDGE_ALONE:
                yield diamond(colour, place, middle, 5)
            case Named.HUMANS_ALONE:
                yield Disc(f"{colour} open", place, middle, 4)
            case _:
                yield Disc(colour, place, middle, 4)


def _told(part: Part) -> str:
    alone, corrected = part.score(Named.JUDGE_ALONE), part.score(Named.CORRECTED)
    return (
        f"{part.name or 'All samples'}: the judge alone {score_text(alone.score)}, corrected "
        f"{score_text(corrected.score)} {interval_text(corrected.interval)}."
    )
