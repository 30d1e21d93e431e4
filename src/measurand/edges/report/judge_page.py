"""What a judge is worth as a page: the scores of all samples and of each slice as a picture first.

One strip a slice: a diamond for the judge alone, a ring for humans alone, a disc for the corrected
score, each with its interval. Where the diamond lies outside the interval of the disc, the judge is
not to be taken at its word.
"""

from collections.abc import Iterator, Mapping, Sequence

from measurand.edges.report.document import Document, Grid, Prose
from measurand.edges.report.html import page_text
from measurand.edges.report.inferred import interval_text, score_text
from measurand.edges.report.judge_systems import (
    Against,
    systems_document,
    systems_headline,
    systems_sentence,
)
from measurand.edges.report.judge_view import Judged, headline, judge_document, judge_sentence
from measurand.edges.report.page import (
    Figure,
    Page,
    PageBlock,
    Paragraph,
    Run,
    sections_of,
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
from measurand.inference.judged import Named, Part
from measurand.inference.judged_systems import SystemsPart
from measurand.values.score import Defined, Score, Undefined

_ROW, _TOP, _FOOT, _STEP, _SIDE, _NAME = 64.0, 22.0, 20.0, 12.0, 20.0, 40
_DRAWN = (
    (Named.JUDGE_ALONE, "broken", "judge"),
    (Named.HUMANS_ALONE, "quiet", "humans"),
    (Named.CORRECTED, "fixed", "corrected"),
)
_APART = (*_DRAWN[:2], (Named.PAIRED, "fixed", "corrected, paired"))
_ABOUT = "What a judge says of all samples, held to what humans say of some."


def judge_page(judged: Judged, source: str) -> str:
    """Write the page of one system."""
    parts = [judged.found.every, *judged.found.slices]
    picture = score_picture(
        [
            (part.name, {one.name: (one.score, one.interval) for one in part.scores})
            for part in parts
        ],
        " ".join(map(_told, parts)),
    )
    return _page(
        judge_document(judged),
        (headline(judged), judge_sentence(judged)),
        picture,
        source,
        title="Scores",
    )


def systems_page(against: Against) -> str:
    """Write the page of two systems: differences, all of the samples and of each slice."""
    parts = [against.found.every, *against.found.slices]
    picture = score_picture(
        [
            (
                part.name,
                {one.name: (one.found.difference, one.found.interval) for one in part.numbers},
            )
            for part in parts
        ],
        " ".join(map(_told_apart, parts)),
        title="Differences",
        kinds=_APART,
    )
    words = systems_headline(against), systems_sentence(against)
    files = " and ".join(against.files)
    return _page(systems_document(against), words, picture, files, title="Differences")


def _page(
    document: Document,
    words: tuple[Sequence[str], str],
    picture: Picture | None,
    source: str,
    *,
    title: str,
) -> str:
    """Put the picture first, then what is said, then every table."""
    blocks: list[PageBlock] = [
        Paragraph(line, "" if at else "lead") for at, line in enumerate(words[0])
    ]
    if picture is not None:
        blocks.append(Figure(picture=picture, name="scores", text=picture.text))
    blocks.append(Paragraph(words[1]))
    grids = [one for one in document if isinstance(one, Grid)]
    notes = [one for one in document[1:] if isinstance(one, Prose)]
    return page_text(
        Page(
            title="What a judge is worth",
            about=_ABOUT,
            source=source,
            facts=(("Source", Run(source)),),
            parts=sections_of("scores", title, (*blocks, *notes), grids),
        )
    )


Kinds = tuple[tuple[Named, str, str], ...]
Strip = tuple[str, Mapping[Named, tuple[Score, Interval | Undefined]]]
"""A slice (all samples: no name), and its numbers with their intervals."""


def score_picture(
    strips: Sequence[Strip], text: str = "", *, title: str = "Scores", kinds: Kinds = _DRAWN
) -> Picture | None:
    """Draw numbers of all samples, and of slices; None where there are none.

    `kinds` are the numbers that are drawn, with their colours and how they are called.

    >>> score_picture(()) is None
    True
    """
    drawn = [(name, _lines(some, kinds)) for name, some in strips]
    numbers = [number for _, lines in drawn for _, _, some in lines for number in some]
    if not numbers:
        return None
    scale = Scale.over(numbers, _SIDE, WIDTH - _SIDE)
    height = _TOP + _ROW * len(drawn) + _FOOT
    shapes: list[Shape] = []
    for at, (named, colour, words) in enumerate(kinds):
        place = WIDTH * at / len(kinds)
        shapes += (_mark(named, colour, place + 5, 8), Words(place + 13, 12, words, "small start"))
    for at, (name, lines) in enumerate(drawn):
        shapes += _strip(name or "all samples", lines, scale, _TOP + _ROW * at)
    for number in scale.ticks:
        shapes.append(Words(scale.at(number), height - 6, tick_text(number), "small middle"))
    return Picture(shapes=tuple(shapes), height=height, title=title, text=text)


Line = tuple[str, Named, tuple[float, ...]]
"""A colour, a number, and what is drawn of it: the number, and both ends of its interval."""


def _lines(
    some: Mapping[Named, tuple[Score, Interval | Undefined]], kinds: Kinds
) -> Sequence[Line]:
    return [
        (colour, name, _numbers(float(score.value), interval))
        for name, colour, _ in kinds
        if name in some
        for score, interval in (some[name],)
        if isinstance(score, Defined)
    ]


def _numbers(value: float, interval: Interval | Undefined) -> tuple[float, ...]:
    return (value, interval.low, interval.high) if isinstance(interval, Interval) else (value,)


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
        yield _mark(named, colour, place, middle)


def _mark(named: Named, colour: str, x: float, y: float) -> Shape:
    match named:
        case Named.JUDGE_ALONE:
            return diamond(colour, x, y, 5)
        case Named.HUMANS_ALONE:
            return Disc(f"{colour} open", x, y, 4)
        case _:
            return Disc(colour, x, y, 4)


def _told(part: Part) -> str:
    alone, corrected = part.score(Named.JUDGE_ALONE), part.score(Named.CORRECTED)
    return (
        f"{part.name or 'All samples'}: the judge alone {score_text(alone.score)}, corrected "
        f"{score_text(corrected.score)} {interval_text(corrected.interval)}."
    )


def _told_apart(part: SystemsPart) -> str:
    found = part.number(Named.PAIRED).found
    return (
        f"{part.name or 'All samples'}: first less second, corrected "
        f"{score_text(found.difference)} {interval_text(found.interval)}."
    )
