"""Checked runs as a page: the finding, what the missing can make of each mean, every number.

One strip a mean: a diamond where it is printed, a disc where it is computed, if elsewhere, and a
bar from all missing attempts as wrong to all of them as right.
"""

from collections.abc import Iterator, Sequence
from math import isfinite
from os.path import commonprefix

from measurand.auditing.runs.check import AggregateCheck, Reproduction, RunCheck
from measurand.edges.report.document import Grid, Prose
from measurand.edges.report.html import page_text
from measurand.edges.report.page import Figure, Page, PageBlock, PageSection, Paragraph, Run
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
from measurand.edges.report.runs_view import headline, run_blocks, short_text, sum_line
from measurand.evidence.runs import Statistic
from measurand.values.verdict import Verdict

_ABOUT = "Every number that a log prints, held to the log's own samples."
_ROW, _TOP, _FOOT, _SIDE, _NAME = 36.0, 20.0, 20.0, 20.0, 48
_MOST_STRIPS = 40
_ORDER = (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.HOLDS)
_LEGEND = (("broken", "◆ printed", "start"), ("fixed", "● computed", "middle"))


def runs_page(checked: Sequence[RunCheck]) -> str:
    """Write the page of checked runs, a part each.

    >>> runs_page(()).count("Nothing to show.")
    1
    """
    ordered = sorted(checked, key=lambda one: _ORDER.index(one.verdict))
    folder = folder_of([one.run.name for one in checked])
    parts = [_part(at, one, folder) for at, one in enumerate(ordered, 1)]
    if len(checked) > 1:
        parts.insert(0, _sum(ordered, folder))
    nothing = PageSection(place="end", title="", blocks=(Paragraph("Nothing to show."),))
    files = tuple(dict.fromkeys(one.run.file for one in checked))
    source = f"{len(files)} files in {folder}" if folder and len(files) > 1 else ", ".join(files)
    return page_text(
        Page(
            title="Logs that were checked",
            about=_ABOUT,
            source=source,
            facts=(("Source", Run(source)),) if source else (),
            parts=tuple(parts) or (nothing,),
        )
    )


def folder_of(names: Sequence[str]) -> str:
    """Give the folder that all names begin with, with its last slash; empty where there is none.

    >>> folder_of(["logs/a.eval", "logs/old/b.eval"]), folder_of(["a.eval"])
    ('logs/', '')
    """
    if len(names) < len("ab"):
        return ""
    shared = commonprefix(names)  # noqa: RUF071  # it is cut behind a slash
    return shared[: shared.rfind("/") + 1]


def _sum(checked: Sequence[RunCheck], folder: str) -> PageSection:
    """Say of all logs what came out, those first in which something does not hold."""
    rows = tuple(
        (one.run.name.removeprefix(folder), one.verdict.value, headline(one)) for one in checked
    )
    blocks = (
        Paragraph(sum_line(checked), "lead"),
        Grid("Logs", ("log", "verdict", "finding"), rows),
    )
    return PageSection(place="sum", title="All logs", blocks=blocks)


def _part(at: int, checked: RunCheck, folder: str) -> PageSection:
    blocks: list[PageBlock] = [Paragraph(headline(checked), "lead")]
    picture = means_picture(checked)
    if picture is not None:
        blocks.append(Figure(picture=picture, name=f"means-{at}", text=picture.text))
    # The first block has the headline, which stands above the picture.
    first, *rest = run_blocks(checked)
    if isinstance(first, Prose):
        blocks += [Paragraph(line) for line in first.lines[1:]]
    return PageSection(
        place=f"run-{at}", title=checked.run.name.removeprefix(folder), blocks=(*blocks, *rest)
    )


def means_picture(checked: RunCheck) -> Picture | None:
    """Draw the means of a run; None where it has none.

    >>> from measurand.auditing.runs.check import check_run
    >>> from measurand.evidence import runs
    >>> means_picture(check_run(runs.Run(file="a", harness="toy"))) is None
    True
    """
    means = [
        one
        for one in checked.aggregates
        if one.aggregate.statistic is Statistic.MEAN and isfinite(one.aggregate.printed)
    ][:_MOST_STRIPS]
    if not means:
        return None
    scale = Scale.over([number for one in means for number in _numbers(one)], _SIDE, WIDTH - _SIDE)
    shapes: list[Shape] = [
        Words(WIDTH * at / 2, 12, words, f"small {kind}")
        for at, (_, words, kind) in enumerate(_LEGEND)
    ]
    for at, one in enumerate(means):
        shapes += _strip(one, scale, _TOP + _ROW * at)
    height = _TOP + _ROW * len(means) + _FOOT
    shapes += [
        Words(scale.at(number), height - 6, tick_text(number), "small middle")
        for number in scale.ticks
    ]
    text = " ".join(map(_told, means))
    return Picture(shapes=tuple(shapes), height=height, title="Means", text=text)


def _numbers(one: AggregateCheck) -> Iterator[float]:
    yield one.aggregate.printed
    if one.computed is not None and isfinite(one.computed):
        yield one.computed
    if one.total is not None:
        yield from (one.total.as_wrong, one.total.most)


def _strip(one: AggregateCheck, scale: Scale, top: float) -> Iterator[Shape]:
    middle = top + 25
    yield Words(0, top + 12, clipped(one.aggregate.name, _NAME), "name start")
    yield Box("ground", 0, top + 17, WIDTH, top + 33)
    for number in scale.ticks:
        yield Stroke("grid", scale.at(number), top + 17, scale.at(number), top + 33)
    if one.total is not None and one.total.scored < one.total.planned:
        ends = scale.at(one.total.as_wrong), scale.at(one.total.most)
        yield Stroke("whisker quiet", ends[0], middle, ends[1], middle)
    if one.outcome is Reproduction.DIFFERS and one.computed is not None:
        yield Disc("fixed", scale.at(one.computed), middle, 4)
    yield diamond("broken", scale.at(one.aggregate.printed), middle, 5)


def _told(one: AggregateCheck) -> str:
    said = f"{one.aggregate.name}: printed {short_text(one.aggregate.printed)}"
    if one.outcome is Reproduction.DIFFERS:
        said += f", computed {short_text(one.computed)}"
    if one.total is not None and one.total.scored < one.total.planned:
        low, high = short_text(one.total.as_wrong), short_text(one.total.most)
        said += f", between {low} and {high} with the missing"
    return f"{said}."
