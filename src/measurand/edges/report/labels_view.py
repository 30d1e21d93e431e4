"""Labels that come in, and how many are needed: a document, JSON, a sentence, and a page."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, rare
from measurand.edges.report.document import Block, Document, Grid, Prose
from measurand.edges.report.html import page_text
from measurand.edges.report.inference_json import INTERVALS
from measurand.edges.report.inferred import interval_text, number_text, points_note
from measurand.edges.report.page import Figure, Page, PageBlock, Paragraph, Run, sections_of
from measurand.edges.report.picture import (
    WIDTH,
    Broken,
    Corners,
    Picture,
    Scale,
    Shape,
    Stroke,
    Words,
    tick_text,
)
from measurand.edges.report.source_view import sources_grid
from measurand.inference.interval import Interval
from measurand.inference.sequences import CorrectedMean
from measurand.metrics.needs import Reading
from measurand.values.english import counted

_HALF = 2
_TOP, _HEIGHT, _LEFT, _FOOT = 10.0, 150.0, 34.0, 22.0
_MOST_POINTS = 400
_LETTER = 6.0
"""How wide a digit of a tick is at most."""


@frozen(kw_only=True)
class Moment:
    """What was known after so many labels: their mean, and the interval of the sequence.

    Where a judge has seen so many samples, also its mean on them, corrected by the labels so far.
    """

    labels: int
    mean: Fraction
    interval: Interval
    corrected: CorrectedMean | None = None
    judged: int | None = None

    @property
    def known(self) -> tuple[float, Interval]:
        """Give the number that is sought, with its interval: the corrected one, if there is one."""
        if self.corrected is None:
            return float(self.mean), self.interval
        return self.corrected.mean, self.corrected.interval


@frozen(kw_only=True)
class Reach:
    """A half of a width, and the first number of labels whose interval is no wider; None: none."""

    half_width: Fraction
    labels: int | None


@frozen(kw_only=True)
class Planned:
    """A half of a width, how many labels it takes with the judge, and without; None: too many."""

    half_width: Fraction
    labels: int | None
    alone: int


@frozen(kw_only=True)
class LabelsShown:
    """All moments of a sequence, the widths that were asked for, and a plan, where there is one."""

    level: Fraction
    moments: Sequence[Moment] = ()
    reached: Sequence[Reach] = ()
    planned: Sequence[Planned] = ()
    samples: int | None = None
    readings: Mapping[str, Reading]

    @property
    def tied(self) -> int:
        """Count the labelled samples that are left out, as their raters are tied."""
        return sum(one.labels_tied for one in self.readings.values())

    @property
    def shown(self) -> tuple[Moment, ...]:
        """Choose the moments of a table: 1, 2, 5, 10, 20, 50 and so on, and the last."""
        return tuple(
            one
            for one in self.moments
            if str(one.labels).rstrip("0") in {"1", "2", "5"} or one is self.moments[-1]
        )


def labels_document(shown: LabelsShown) -> Document:
    """Lay out the sequence, the widths, and the plan."""
    return (*_blocks(shown), *((sources_grid(shown.readings),) if shown.readings else ()))


def _percent(level: Fraction) -> str:
    return f"{float(100 * level):.6g}%"


def _blocks(shown: LabelsShown) -> Iterator[Block]:
    level = _percent(shown.level)
    if shown.moments:
        yield Prose((labels_sentence(shown),))
        judged = shown.moments[-1].judged
        heads = ("labels", "mean", f"{level} at any moment")
        beside = () if judged is None else ("corrected", f"{level} at any moment")
        about = () if judged is None else (_CORRECTED.format(judged=judged),)
        yield Grid(
            "The mean so far",
            (*heads, *beside),
            tuple(map(_moment, shown.shown)),
            notes=(
                *points_note(one.interval for one in shown.shown),
                f"with {level} all intervals hold the mean: look at any time, and stop then",
                _order(shown.tied),
                *about,
            ),
        )
        yield Grid(
            "When it was known so closely",
            ("within", "labels"),
            tuple((_within(one.half_width), _reached(one)) for one in shown.reached),
        )
    if shown.planned:
        of = "" if shown.samples is None else f", of {shown.samples:,} judged samples"
        yield Grid(
            "How many labels give which width",
            ("within", "labels", "without the judge"),
            tuple(
                (_within(one.half_width), _needed(one), f"{one.alone:,}") for one in shown.planned
            ),
            notes=(f"labels: for an interval of {level} at a number that is fixed before{of}",),
        )


_CORRECTED = (
    "corrected: what humans would say of all {judged:,} samples that the judge has seen; lambda is "
    "the slope of the labels before"
)


def _order(tied: int) -> str:
    if not tied:
        return "labels in the order of the file, each drawn at random"
    left = f"{counted(tied, 'sample')} on which raters are tied"
    return f"labels in the order of the file; left out, so that the rest is no random draw: {left}"


def _moment(one: Moment) -> tuple[str, ...]:
    plain = (f"{one.labels:,}", number_text(one.mean), interval_text(one.interval))
    if one.corrected is None:
        return plain
    mean, interval = one.known
    return (*plain, number_text(mean), interval_text(interval))


def _within(half: Fraction) -> str:
    return f"± {number_text(half).rstrip('0')}"


def _reached(one: Reach) -> str:
    return "not yet" if one.labels is None else f"{one.labels:,}"


def _needed(one: Planned) -> str:
    return "more than there are samples" if one.labels is None else f"{one.labels:,}"


def labels_sentence(shown: LabelsShown) -> str:
    """Say what is known now, for who may have looked before.

    >>> labels_sentence(LabelsShown(level=Fraction(19, 20), readings={}))
    'There is no label yet.'
    """
    if not shown.moments:
        return "There is no label yet."
    last = shown.moments[-1]
    many = f"{last.labels:,} labels" if last.labels > 1 else "1 label"
    mean, interval = last.known
    what = f"The mean of {many} is"
    if last.judged is not None:
        what = f"By {many}, the mean of human verdicts on all {last.judged:,} judged samples is"
    return (
        f"{what} {mean:.3f} ({_percent(shown.level)} confidence sequence {interval.low:.3f} to "
        f"{interval.high:.3f}, which holds whenever one looks; Waudby-Smith and Ramdas 2024)"
        f"{_without_ties(shown.tied)}."
    )


def _without_ties(tied: int) -> str:
    if not tied:
        return ""
    return f", of what is left of a draw without {counted(tied, 'sample')} on which raters are tied"


LABELS_SHAPES: Shapes = {
    **INTERVALS,
    Moment: (*keys("labels mean interval"), *rare(keys("corrected judged"))),
    LabelsShown: (
        *made(sources="readings", level="level", moments="shown", reached="reached"),
        *made(planned="planned"),
        *rare(made(samples="samples")),
    ),
}
LABELS = JsonDocument("labels", LABELS_SHAPES, body=LabelsShown)


def labels_json(shown: LabelsShown) -> Tree:
    """Make a tree of the sequence and the plan."""
    return LABELS.tree(shown)


def labels_page(shown: LabelsShown, source: str) -> str:
    """Write the page: the interval of every moment as a picture, then every table."""
    document = labels_document(shown)
    grids = [one for one in document if isinstance(one, Grid)]
    blocks: list[PageBlock] = [Paragraph(labels_sentence(shown), "lead")]
    picture = sequence_picture(shown.moments)
    if picture is not None:
        blocks.append(Figure(picture=picture, name="sequence", text=picture.text))
    return page_text(
        Page(
            title="Labels that come in",
            about="What labels say so far, with intervals that hold whenever one looks.",
            source=source,
            facts=(("Source", Run(source)),),
            parts=sections_of("sequence", "The mean so far", blocks, grids),
        )
    )


def sequence_picture(moments: Sequence[Moment]) -> Picture | None:
    """Draw the interval after each label, and the mean in it; None without labels.

    >>> sequence_picture(()) is None
    True
    """
    if not moments:
        return None
    step = max(1, len(moments) // _MOST_POINTS)
    drawn = [*moments[::step], moments[-1]]
    across = Scale(1.0, float(max(_HALF, moments[-1].labels)), _LEFT, WIDTH - 8)
    up = Scale(0.0, 1.0, _TOP + _HEIGHT, _TOP)
    low = [(across.at(one.labels), up.at(one.known[1].low)) for one in drawn]
    high = [(across.at(one.labels), up.at(one.known[1].high)) for one in drawn]
    mean = [(across.at(one.labels), up.at(one.known[0])) for one in drawn]
    shapes: list[Shape] = [Corners("band", (*low, *reversed(high)))]
    for number in up.ticks:
        shapes.append(Stroke("grid", _LEFT, up.at(number), WIDTH - 8, up.at(number)))
        shapes.append(Words(_LEFT - 4, up.at(number) + 4, tick_text(number), "small end"))
    shapes.append(Broken("curve", tuple(mean)))
    for number in across.ticks:
        place, text = across.at(number), tick_text(number)
        cut = place + _LETTER * len(text) / 2 > WIDTH
        at, kind = (WIDTH, "small end") if cut else (place, "small middle")
        shapes.append(Words(at, _TOP + _HEIGHT + 14, text, kind))
    shapes.append(Words(0, _TOP + _HEIGHT + 14, "labels", "small start"))
    last = moments[-1]
    now = f"{number_text(last.known[0])} {interval_text(last.known[1])}"
    told = f"After {last.labels:,} labels {now}."
    return Picture(
        shapes=tuple(shapes), height=_TOP + _HEIGHT + _FOOT, title="The mean so far", text=told
    )
